"""Lessons of Chariots of Rome: played to the end, and every question as Discord takes it."""

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.kit.menus import select_of
from cogs.kit.question_id import QuestionId
from cogs.panels.drafts import draft_of, is_ordered
from cogs.panels.lesson import begin
from cogs.panels.order_sheet import OrderMenu, seal
from cogs.panels.question import ask_message
from cogs.panels.teaching import first_lesson, taught
from engine.chariots_of_rome.words import facts as f
from engine.dice import RaceDice
from engine.game import Entrant
from engine.rulesets import RULESETS
from engine.session import Session, first_checkpoint
from records.values import EntryId, Faction, RaceId
from tests.cogs.arena import ANN, BOB, Arena, outcome
from tests.cogs.lesson_lines import LINES
from tests.cogs.pupil import Pupil
from words import WORDS

GAME = RULESETS["chariots-of-rome"]
SAID = WORDS[GAME.id]
ENTRANTS = [Entrant(EntryId(number), GAME.colours[number - 1], Faction(number)) for number in (1, 2)]
NAMES = {EntryId(number): f"driver {number}" for number in range(1, 5)}


@pytest.mark.parametrize("number", range(1, 4))
def test_the_end_of_a_lesson_is_told_as_one(number: int) -> None:
    pupil = Pupil(GAME.id, number)
    pupil.play(LINES[GAME.id, number].done)
    ended = next(fact for fact in pupil.session.table.told if isinstance(fact, f.RaceEnded))
    assert "The lesson ends here" in "\n".join(SAID.tell([ended], NAMES))


def test_a_menu_of_an_order_asks_for_no_more_than_it_offers() -> None:
    """Of two chariots there are fewer rivals to attack than an order has room for."""
    session = Session(GAME, first_checkpoint(GAME, GAME.new_race(GAME.options(), ENTRANTS)), RaceDice(b"two"))
    session.answer(EntryId(1), next(iter(session.open.values())).default)
    view = session.view([EntryId(1)])
    assert SAID.orders is not None
    assert GAME.order_book is not None

    sheet = SAID.orders.sheet(view, EntryId(1), None, GAME.order_book.begun(view, EntryId(1), None, False), NAMES)

    asked = QuestionId(RaceId(1), EntryId(1), 1)
    for menu in (*sheet.menus, *sheet.more):
        select = OrderMenu(asked, menu.name, select=select_of(menu)).item
        assert 0 <= select.min_values <= select.max_values <= len(select.options) <= 25, menu.name


@pytest.mark.parametrize(
    ("kind", "is_practice", "tells"), [("setup", True, True), ("drive", True, False), ("setup", False, False)]
)
async def test_the_signs_are_explained_before_the_start_of_a_practice_and_not_again(
    kind: str, is_practice: bool, tells: bool
) -> None:
    race = SimpleNamespace(lesson=None, is_practice=is_practice)
    ask = SimpleNamespace(question=SimpleNamespace(kind=kind))
    opened: Any = SimpleNamespace(
        race=SimpleNamespace(record=race), ruleset=GAME.id, view=SimpleNamespace(turn=0), ask=ask
    )
    steward: Any = None

    said = await taught(steward, opened)

    assert ("Endurance" in said and "**Lesson 1**" in said) is tells
    button = first_lesson(opened)
    assert (None if button is None else button.custom_id) == (f"lesson:{GAME.id}:1" if tells else None)


@pytest.mark.slow
async def test_lessons_fit_into_messages_and_end_by_themselves(arena: Arena) -> None:
    seen: set[type[Any]] = set()
    for number in range(1, len(SAID.lessons) + 1):
        interaction: Any = arena.act(ANN, guild=None, channel=arena.client.user_of(ANN).dms.id)
        await interaction.response.defer(ephemeral=True, thinking=True)
        await outcome(interaction, begin(interaction, GAME, number))
        hints: list[str] = []
        while opened := await arena.steward.open_asks(ANN):
            assert len(hints) < 150, "the lesson does not end"
            hints.append(await taught(arena.steward, opened[0]))
            kind = type(opened[0].ask.question)
            if kind not in seen:
                seen.add(kind)
                layout, files = await ask_message(arena.steward, opened[0])
                await arena.client.user_of(BOB).dms.send(view=layout, files=files)  # the fake measures it
            if is_ordered(opened[0]):
                press: Any = arena.act(ANN, guild=None)
                await press.response.defer()
                await seal(press, await draft_of(opened[0]))
            else:
                asked, answer = opened[0], GAME.drivers["master"](opened[0].view, opened[0].ask)
                await arena.steward.races.drive(asked.race_id, asked.entry, [answer], player=ANN, asked=asked.asked)
            await arena.deliver()
        task = SAID.lessons[number - 1].task
        assert task is not None
        assert all(f"**{task.goal}**" in hint for hint in hints)
        assert (await arena.steward.race(RaceId(number))).record.state == "finished"
