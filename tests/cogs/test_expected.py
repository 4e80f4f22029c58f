"""What a turn's headline says was expected: of a new leader, and of who went out."""

from types import SimpleNamespace
from typing import Any

import pytest

from records.values import EntryId
from words.shared.glance import Lying, expected_line

RED, BLUE, GREEN = EntryId(1), EntryId(2), EntryId(3)
NAMES = {RED: "Red", BLUE: "Blue", GREEN: "Green"}
CHANCES = {RED: 500, BLUE: 111, GREEN: 0}
WORDS: Any = SimpleNamespace(
    lying=lambda view, entry: Lying(abs(view[entry]), "2" if view[entry] > 1 else "") if entry in view else None
)


def a_turn(before: dict[EntryId, int] | None, after: dict[EntryId, int]) -> Any:
    """Return a turn between two orders: chariot -> place."""
    return SimpleNamespace(before=before, after=after)


@pytest.mark.parametrize(
    ("before", "after", "out", "told"),
    [
        ({RED: 1, BLUE: 2}, {BLUE: 1, RED: 2}, (), "Blue, who leads now, 1 in 9"),
        ({RED: 1, BLUE: 2}, {BLUE: 1}, (RED,), "Blue, who leads now, 1 in 9; Red, out now, 5 in 10"),
        ({RED: 1, GREEN: 2}, {RED: 1}, (GREEN,), "Green, out now, hardly any"),
    ],
)
def test_news_is_told_with_what_was_expected(before: Any, after: Any, out: Any, told: str) -> None:
    assert expected_line(WORDS, a_turn(before, after), NAMES, CHANCES, out) == [
        f"-# 🎲 Chances to win before this turn: {told}."
    ]


@pytest.mark.parametrize(
    ("before", "after", "out", "chances"),
    [
        ({RED: 1, BLUE: 2}, {RED: 1, BLUE: 2}, (), CHANCES),
        ({RED: 1, BLUE: 2}, {BLUE: 1, RED: 2}, (RED,), {}),
        ({RED: 1, BLUE: 1}, {BLUE: 1, RED: 2}, (), CHANCES),
        ({RED: 1, BLUE: 2}, {BLUE: 1, RED: -2}, (), CHANCES),
        (None, {BLUE: 1, RED: 2}, (), CHANCES),
    ],
    ids=[
        "nothing new",
        "no chances worked out",
        "two were level",
        "two are level, though one is named first",
        "the first turn",
    ],
)
def test_without_news_or_chances_nothing_is_told(before: Any, after: Any, out: Any, chances: Any) -> None:
    assert expected_line(WORDS, a_turn(before, after), NAMES, chances, out) == []
