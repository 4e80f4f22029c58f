"""Labels in menus and on buttons are whole, in all games: none is too long, and none is cut to fit."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from cogs.kit.limits import BUTTON_LABEL
from engine.betting.rules import TableRules
from engine.circus_maximus.orders.orders import Orders
from engine.leagues.words.options import LeagueOptions
from engine.options import option_fields
from engine.questions import Ask
from engine.rulesets import RULESETS
from records.races import EntryRecord
from records.values import EntryId
from tests.cogs import advanced_positions, caesar_positions, positions
from words import WORDS
from words.circus_maximus.orders import sheet
from words.shared.names import names_of

LONGEST_NAME = "W" * 32
OPTION, PLACEHOLDER = 100, 150
WHOLE = ("More…",)
"""Labels that end so though nothing of them is cut."""
COLOURS = ("maroon", "orange", "yellow", "purple")


def names(view: Any) -> Any:
    """Return names of chariots that are as long as players may type them."""
    entries = [each.entry for each in view.chariots]
    return names_of(
        EntryRecord(entry=entry, colour=COLOURS[entry % len(COLOURS)], name=LONGEST_NAME, faction=None)
        for entry in entries
    )


def asked(game: str) -> Sequence[tuple[Any, Ask]]:
    """Return a question of each kind to each chariot in each turn that came up in races of a game."""
    found: Sequence[tuple[Any, Ask]] = caesar_positions.asked_in_races()
    if game != "ave-caesar":
        found = (*positions.asked_in_races(), *advanced_positions.asked_in_advanced_races())
    kinds: dict[Any, tuple[Any, Ask]] = {}
    for view, ask in found:
        turn = view.turn if game == "circus-maximus" else view.round
        kinds.setdefault((type(ask.question), ask.entry, turn), (view, ask))
    return tuple(kinds.values())


def labels(game: str) -> Iterator[tuple[str, int]]:
    """Yield every label of the questions of a game, with the length that it may have."""
    for view, ask in asked(game):
        controls = WORDS[game].controls(view, ask, names(view), "")
        yield controls.placeholder or "-", PLACEHOLDER
        for option in controls.options:
            yield option.label, OPTION
            yield option.description or "-", OPTION
        for row in controls.rows:
            yield from ((choice.label, BUTTON_LABEL) for choice in row)


@pytest.mark.parametrize("game", ["circus-maximus", "ave-caesar"])
def test_no_label_of_a_question_is_cut_or_too_long(game: str) -> None:
    found = list(labels(game))

    assert len(found) > 100
    assert [text for text, longest in found if is_cut(text) or not 1 <= len(text) <= longest] == []


def is_cut(text: str) -> bool:
    return text.endswith("…") and text not in WHOLE


def test_no_label_of_an_order_for_a_turn_is_cut_or_too_long() -> None:
    speeds = [each for each in asked("circus-maximus") if each[1].question.kind == "speed"]
    sheets = [sheet(view, EntryId(ask.entry), ask, Orders(), names(view)) for view, ask in speeds[::5]]
    menus = [menu for each in sheets for menu in (*each.menus, *each.more)]
    texts = [text for menu in menus for option in menu.options for text in (option.label, option.description or "-")]

    assert len(texts) > 100
    assert [text for text in texts if is_cut(text) or not 1 <= len(text) <= OPTION] == []
    assert all(len(menu.placeholder) <= PLACEHOLDER for menu in menus)
    assert all(len(choice.label) <= BUTTON_LABEL for each in sheets for choice in each.presets)


OF_A_RULING = re.compile(r"\b(?:R-)?[A-HJ-Z][A-Z]?[-.]?\d")
"""A number of our own rulings: it means nothing to a host."""


@pytest.mark.parametrize("options", [*(rules.options for rules in RULESETS.values()), LeagueOptions, TableRules])
def test_options_bear_no_numbers_of_our_rulings(options: Any) -> None:
    told = [
        text
        for field in option_fields(options).values()
        for text in (field.description, *(field.meanings or {}).values())
    ]

    assert told
    assert [text for text in told if OF_A_RULING.search(text)] == []
