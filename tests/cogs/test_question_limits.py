"""No question is too large for Discord: those of races driven at random in every game, and worse ones."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from discord import ui

from cogs.kit.layouts import boxed, layout_of, text_of
from cogs.kit.limits import SELECT_OPTIONS
from cogs.kit.menus import select_of
from cogs.kit.messages import form_within_limits, within_limits
from cogs.kit.question_id import QuestionId
from cogs.panels.order_sheet import OrderMenu, preset_button
from cogs.panels.question import TypeButton, controls_rows, typing_form
from cogs.panels.question_text import TEXT
from engine.dice import RaceDice
from engine.game import AnyRuleset, Entrant
from engine.questions import Ask
from engine.rulesets import RULESETS
from engine.session import Session, first_checkpoint
from records.values import EntryId, Faction, RaceId
from words import WORDS
from words.shared.words import Choice, Controls, Menu, Option

LARGEST = QuestionId(RaceId(2**31 - 1), EntryId(9_999), 9_999_999_999)
MOST_ANSWERS = 250
RACES = {"chariots-of-rome": 9, "chariot-race": 6, "ave-caesar": 4, "circus-maximus": 2}
"""How many are driven of each game: most where two answers may lead to one place."""


def drawn(rules: AnyRuleset, seed: int) -> Iterator[tuple[Any, Ask]]:
    """Drive a race by answers drawn from the legal ones and by house drivers; yield each question and its view."""
    luck = random.Random(seed)
    count = max(rules.least_entries, len(rules.colours) // (1 + seed % 3))
    entrants = [Entrant(EntryId(n), rules.colours[n - 1], Faction(n)) for n in range(1, count + 1)]
    start = first_checkpoint(rules, rules.new_race(rules.options(), entrants))
    session, drivers = Session(rules, start, RaceDice(b"%d" % seed), scenes=False), list(rules.drivers.values())[:2]
    for _ in range(MOST_ANSWERS):
        if session.is_over:
            return
        entry, ask = next(iter(session.open.items()))
        view = session.view([entry])
        yield view, ask
        is_drawn = luck.random() < 0.2 + 0.2 * (seed % 3)
        session.answer(entry, luck.choice(list(ask.question.legal())) if is_drawn else drivers[seed % 2](view, ask))


def shown(controls: Controls) -> ui.LayoutView:
    """Return a question as a message, without what the race adds."""
    box = boxed(text_of([controls.title, *controls.text.split("\n")], TEXT))
    for row in controls_rows(LARGEST, controls):
        box.add_item(row)
    return within_limits(layout_of(box))


def plan_of(controls: Controls, luck: random.Random) -> str:
    """Return a plan that may be looked at from here; empty if there is none."""
    codes = [choice.code for row in controls.rows for choice in row if choice.act == "plan"]
    codes += [option.code for menu in controls.menus for option in menu.options]
    return luck.choice(codes) if codes else ""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seed"), [(game, seed) for game in RULESETS for seed in range(RACES.get(game, 2))])
def test_every_question_of_a_race_is_a_message_that_discord_takes(game: str, seed: int) -> None:
    luck, said = random.Random(seed), WORDS[game]
    names = {EntryId(number): "W" * 32 for number in range(100)}

    for view, ask in drawn(RULESETS[game], seed):
        controls = said.controls(view, ask, names, "")
        assert shown(controls)
        if controls.typed_label:
            form_within_limits(typing_form(LARGEST, controls))
        if plan := plan_of(controls, luck):
            assert shown(said.controls(view, ask, names, plan))
        codes = [option.code for option in controls.options]
        assert len(codes) == len(set(codes)) <= SELECT_OPTIONS, "nothing is left out of a menu"


def test_a_question_that_is_too_large_is_shortened() -> None:
    same = [Option("Overtake", "go-1"), Option("Way", "go-1")]
    controls = Controls(
        "Where?",
        "line\n" * 2_000,
        typed_label="A space",
        typed_example="x" * 300,
        rows=tuple(tuple(Choice("W" * 99, "answer", f"a{row}-{n % 6}") for n in range(7)) for row in range(9)),
        placeholder="W" * 200,
        options=(
            *same,
            Option("", "empty"),
            Option("W" * 200, "x" * 200),
            *(Option("W" * 200, f"{n}", "W" * 200) for n in range(40)),
        ),
        menus=tuple(Menu("menu", "W" * 200, (*same, *(Option("W", f"{n}") for n in range(40)))) for _ in range(4)),
    )

    assert shown(controls)
    select: Any = controls_rows(LARGEST, controls)[0].children[0]
    assert [option.value for option in select.item.options][:3] == ["go-1", "empty", "0"]
    assert isinstance(controls_rows(LARGEST, controls)[-1].children[-1], TypeButton), "it can still be typed"
    form_within_limits(typing_form(LARGEST, controls))
    row: ui.ActionRow[Any] = ui.ActionRow(OrderMenu(LARGEST, "menu", select=select_of(controls.menus[0])))
    assert within_limits(layout_of(row, ui.ActionRow(preset_button(LARGEST, Choice("W" * 99, "preset", "fast")))))


def test_a_question_without_any_line_that_fits_shows_no_menu() -> None:
    rows = controls_rows(LARGEST, Controls("", "", "", "", options=(Option("Far", "x" * 101),)))

    assert rows == []
