"""What the buttons of a speed say: the lane they take, their risk, and where they stop; a phone shows all of it."""

import re
from collections.abc import Iterator
from math import ceil
from types import SimpleNamespace
from typing import Any

import pytest

from engine.circus_maximus.orders.choices import choices
from engine.circus_maximus.orders.presets import MOST_BURNT
from engine.circus_maximus.printed.editions import EDITIONS
from engine.circus_maximus.printed.odds import strain_odds
from engine.circus_maximus.seen.risks import CornerRisk
from engine.circus_maximus.seen.views import RaceView, view_for
from engine.circus_maximus.words.asks import Speed, WriteSpeed
from engine.questions import Ask
from records.values import Lane, Square
from tests.circus_maximus.builders import RED, a_chariot, a_race
from tests.cogs import advanced_positions, positions
from words.circus_maximus.choosing import choice_buttons
from words.circus_maximus.in_short import go_label
from words.circus_maximus.ways import strain_told

ROOM = 34
"""Characters of a button that phones show."""


def asked(square: str, last: int) -> tuple[RaceView, Ask]:
    """Return the question for red's speed; nobody else is near."""
    race = a_race(a_chariot(square, last_speed=last), a_chariot("A14.5"), turn=4)
    for each in race.chariots.values():
        each.on_grid = False
    return view_for(race, {}, [RED]), Ask(RED, WriteSpeed(20, may_strain=False), Speed(0), secret=True)


def a_chariot_seen() -> Any:
    return SimpleNamespace(square=Square("D1.4"))


def seen_with_path(seen: Any) -> Any:
    return SimpleNamespace(**vars(seen), path=(), crosses_line=False, end=Square("D5.4"))


def test_where_nobody_turns_over_the_next_worst_is_named_with_its_chance() -> None:
    for view, ask in in_races():
        for of, label in zip(choices(view, ask), choice_buttons(view, ask), strict=True):
            rolls = any(isinstance(risk, CornerRisk) for each in of.courses for risk in each.forecast.risks)
            if rolls and of.run.course.burnt <= MOST_BURNT and not all(each.forecast.flips for each in of.courses):
                assert re.search("<?[0-9]+ % (crash|injury|slip)$", label.label), label


@pytest.mark.parametrize(
    ("cdm", "points", "told"), [(0, 1, "<1 % crash"), (1, 1, "2 % injury"), (2, 1, "<1 % injury"), (3, 1, "5 % slip")]
)
def test_the_worst_of_a_corner_is_told(cdm: int, points: int, told: str) -> None:
    odds = dict(strain_odds(EDITIONS["basic"], points, cdm))
    risk = CornerRisk(1, Square("D3.4"), Lane(4), 15, points, points, odds, odds["FP"])
    seen: Any = SimpleNamespace(flips=None, risks=(risk,), flip_chance=risk.flip_chance,
                                flip_percent=ceil(100 * risk.flip_chance))  # fmt: skip

    assert go_label(seen, "Go on") == (f"Go on · {told}", False)
    assert strain_told(a_chariot_seen(), [seen_with_path(seen)]) == f"{points} over, {told}"


def labels(square: str, last: int) -> list[str]:
    return [each.label for each in choice_buttons(*asked(square, last))]


def in_races() -> Iterator[tuple[RaceView, Ask]]:
    """Yield the speeds to be written in whole races, where there is a choice."""
    for view, ask in (*positions.asked_in_races(), *advanced_positions.asked_in_advanced_races()):
        own = view.chariot(ask.entry)
        is_driven = own.square is not None and own.status == "racing" and not (own.is_stationary or own.is_held)
        if isinstance(ask.question, WriteSpeed) and is_driven and not view.options.lesson:
            yield view, ask


def test_a_label_names_the_lane_that_it_assumes_unless_it_is_the_present_one() -> None:
    assert labels("A32.2", 10) == [
        "Hold 10 · lane 1, 2 % crash",
        "Push to 12 · lane 3, safe",
        "Whip 10 + die · lane 3, 3 % crash",
    ]
    assert labels("A31.1", 14)[:2] == ["Ease to 10 · 2 over, 2 % crash", "Ease to 8 · safe in the corner"]


def test_no_label_contradicts_another_of_the_same_lane() -> None:
    pairs = 0
    for view, ask in in_races():
        told = list(zip(choices(view, ask), choice_buttons(view, ask), strict=True))
        plain = [(of.speed.factors, label.label) for of, label in told if not of.whips and not of.speed.strain]
        for speed, label in plain:
            for faster, other in plain:
                if faster > speed and re.search("crash|over|fast", label) and "safe" in other:
                    assert "lane" in label + other, (label, other)
                    pairs += 1
    assert pairs, "there was nothing to compare"


@pytest.mark.parametrize(
    ("square", "told"),
    [
        ("A3.3", None),
        ("B1.3", None),
        ("A14.2", "stops 1 before corner"),
    ],
)
def test_a_way_that_stops_near_the_corner_says_so_and_one_far_from_it_nothing(square: str, told: str | None) -> None:
    ends = [label.partition(" · ")[2] for label in labels(square, 18) if not label.startswith("Whip")]

    assert ends[0] == (told or "")
    assert not any("ahead" in end for end in ends)


def test_what_a_label_says_fits_on_a_phone() -> None:
    found = [(label.label, view.chariot(ask.entry).arm) for view, ask in in_races()
             for label in choice_buttons(view, ask)]  # fmt: skip

    assert len(found) > 100
    assert [text for text, arm in found if len(text) > ROOM + len("half ") * bool(arm)] == []
