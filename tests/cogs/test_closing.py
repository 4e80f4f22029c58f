"""Panels of orders close themselves: when their turn has been told, when they are late, when the race is over."""

import re
from typing import Any

import pytest
from discord import ui

from cogs.panels.closing import closed
from cogs.panels.question import ask_message
from cogs.posts import questions
from records.notices import Notice
from tests.cogs.arena import ANN, BLUE, BOB, Arena
from tests.cogs.fakes import Said
from tests.cogs.ordering import RACE, custom_ids, pressed, to_orders
from tests.cogs.samples import a_lobby


async def test_a_panel_closes_itself_when_its_turn_has_been_told(arena: Arena) -> None:
    asked = await to_orders(arena)
    seals = await pressed(arena, ANN, f"orderseal:{asked}")
    assert f"orderchange:{asked}" in custom_ids(seals.last)

    await pressed(arena, BOB, f"orderseal:{RACE}:{BLUE}:{asked.asked}")
    await arena.deliver()

    assert "What you sealed was taken, and is told now." in seals.told
    assert custom_ids(seals.last) == [f"orders:{RACE}"]  # one press to what is asked next


async def test_a_question_that_nobody_answered_does_not_say_that_it_was_taken(arena: Arena) -> None:
    asked = await to_orders(arena)
    opened = await arena.steward.open_ask(RACE, asked.entry, ANN)
    shown: list[str] = []

    async def edit(*, view: ui.LayoutView, **_: object) -> None:
        shown.extend(Said(view=view).words())

    arena.client.talks.kept(opened, edit, None)
    over, taken = (closed(opened.race, is_taken=each) for each in (False, True))
    await arena.client.talks.close(RACE, asked.asked + 1, over, taken)

    assert shown[0].startswith("⏹️ That question is over.")
    assert not [each for each in shown if each.startswith("orders:")]


@pytest.mark.parametrize(("is_league", "over"), [(False, "That question is over."), (True, "That sheet is closed.")])
def test_a_sheet_of_a_league_is_no_turn(is_league: bool, over: str) -> None:
    assert Said(view=closed(a_lobby(is_league=is_league))).words()[0].startswith(f"⏹️ {over}")


async def test_a_panel_that_is_pressed_too_late_closes_itself_and_says_why(arena: Arena) -> None:
    asked = await to_orders(arena)
    await pressed(arena, ANN, f"orderseal:{asked}")
    await pressed(arena, BOB, f"orderseal:{RACE}:{BLUE}:{asked.asked}")

    late = await pressed(arena, ANN, f"orderchange:{asked}")

    (said,) = late.said
    assert custom_ids(said) == [f"orders:{RACE}"]  # the way on, also where a restart forgot the panel
    assert "has gone on" in late.told


async def test_all_panels_of_a_race_close_when_it_is_over(arena: Arena) -> None:
    asked = await to_orders(arena)
    seals = await pressed(arena, ANN, f"orderseal:{asked}")
    (summons,) = [m for m in arena.client.user_of(BOB).dms.messages if "your order for" in str(m.said.words())]

    await arena.circus.to_the_end(RACE)
    await arena.deliver()

    assert "is over. How it ended is told in" in seals.told
    assert custom_ids(seals.last) == []
    assert "is over" in str(summons.said.words())
    assert custom_ids(summons.said) == []


async def test_all_panels_of_a_race_close_when_it_is_closed_without_a_result(arena: Arena) -> None:
    asked = await to_orders(arena)
    seals = await pressed(arena, ANN, f"orderseal:{asked}")
    (summons,) = [m for m in arena.client.user_of(BOB).dms.messages if "your order for" in str(m.said.words())]

    await arena.steward.lobbies.cancel(RACE, ANN)
    await arena.deliver()

    assert "was closed without a result" in seals.told
    assert custom_ids(seals.last) == custom_ids(summons.said) == []
    assert "was closed without a result" in str(summons.said.words())
    assert of_the_race(arena) == []


async def test_nothing_is_remembered_of_a_race_that_is_over(arena: Arena) -> None:
    await to_orders(arena)
    assert of_the_race(arena)

    await arena.circus.to_the_end(RACE)
    await arena.deliver()

    assert of_the_race(arena) == []


def of_the_race(arena: Arena) -> list[tuple[str, object]]:
    """Return what is remembered by race, by the name of where it is."""
    kept = {name: each for name, each in vars(arena.client.talks).items() if isinstance(each, dict)}
    return [(name, key) for name, each in kept.items() for key in each if isinstance(key, tuple) and key[0] == RACE]


@pytest.mark.parametrize("is_practice", [True, False])
async def test_a_question_that_is_on_its_way_while_its_race_is_closed_is_closed_too(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, is_practice: bool
) -> None:
    race = await arena.lobby()
    await arena.steward.lobbies.join(race, ANN, "Ann", colour="red")
    await arena.steward.lobbies.fill(race, ANN, None, 2)
    if is_practice:
        await arena.circus.store.races.set(race, lesson=0)
    await arena.steward.lobbies.start(race, ANN)
    real = ask_message
    (summons,) = [each for each in await arena.circus.store.outbox.of_race(race) if each.kind == "summons"]

    async def slow(*given: Any, **how: Any) -> Any:
        made = await real(*given, **how)
        await arena.steward.lobbies.cancel(race, ANN)
        await arena.messenger.deliver(Notice(race=race, kind="panel", due=0.0))  # it is told before the question is
        return made

    monkeypatch.setattr(questions, "ask_message", slow)
    await arena.messenger.deliver(summons)

    put = (arena.thread if is_practice else arena.client.user_of(ANN).dms).messages[-1]
    assert "was closed without a result" in str(put.said.words()) or is_practice
    assert not [each for each in put.said.words() if re.match(f"[a-z-]+:{race}:", each)]
