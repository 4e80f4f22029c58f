"""One panel for a player with several chariots: a tab for each, and one press that seals all of them."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from cogs.kit.question_id import QuestionId
from cogs.panels.closing import closed
from cogs.panels.my_questions import open_mine
from cogs.panels.order_sheet import OrderButton, show_standing
from engine.circus_maximus.words.asks import Preparation
from records.values import PlayerId, RaceId
from steward import OpenAsk
from tests.cogs.arena import ANN, BOB, Arena, outcome
from tests.cogs.fakes import FakeInteraction, Said
from tests.cogs.ordering import RACE, custom_ids, kept, pressed
from tests.kept import once

EVEN = Preparation(1, 1, 1, 1)


@once
async def to_some_each(arena: Arena) -> RaceId:
    """Start a race of two players with several chariots each, and come to where turns are ordered."""
    race = await arena.lobby()
    await arena.circus.store.races.set(race, options='{"laps": 1, "share_out": true, "edition": "basic"}', pace="daily")
    arena.steward.races.forget(race)
    for player, name in ((ANN, "Ann"), (BOB, "Bob")):
        await arena.steward.lobbies.join(race, player, name, word="equus")
    await arena.steward.lobbies.start(race, ANN)
    await arena.deliver()
    await arena.give_defaults(lambda opened: opened.ask.question.kind == "speed")
    for _ in range(20):
        left = [each for player in (ANN, BOB) for each in await arena.steward.open_asks(player)]
        first = next((each for each in left if each.ask.question.kind != "speed"), None)
        if first is None:
            break
        whose = first.race.player_of(first.entry)
        assert whose is not None
        await arena.steward.races.drive(race, first.entry, [first.ask.default], player=whose, asked=first.asked)
    await arena.deliver()
    return race


async def asks(arena: Arena, player: PlayerId = ANN) -> list[OpenAsk]:
    found = await arena.steward.asks_of(player)
    return sorted((each for each in found if each.race_id == RACE), key=lambda each: each.entry)


def dms(arena: Arena, player: PlayerId = ANN) -> list[Said]:
    return [each.said for each in arena.client.user_of(player, "?").dms.messages]


def of_act(said: Said | FakeInteraction, act: str) -> list[str]:
    shown = said.last if isinstance(said, FakeInteraction) else said
    return [each for each in custom_ids(shown) if each.startswith(f"order{act}:")]


async def in_dm(arena: Arena, custom_id: str, player: PlayerId = ANN) -> FakeInteraction:
    """Press something in the latest direct message to Ann."""
    channel = arena.client.user_of(ANN, "?").dms
    interaction: Any = arena.act(
        player, kind=discord.InteractionType.component, data={"custom_id": custom_id}, guild=None, channel=channel.id
    )
    interaction.message = channel.messages[-1]
    match = OrderButton.__discord_ui_compiled_template__.fullmatch(custom_id)
    assert match
    pressing = await OrderButton.from_custom_id(interaction, None, match)
    return await outcome(interaction, pressing.callback(interaction))


async def test_a_player_with_several_chariots_gets_one_message_with_a_tab_for_each(arena: Arena) -> None:
    await to_some_each(arena)

    mine = await asks(arena)

    assert len(mine) == 4
    assert len([each for each in dms(arena) if of_act(each, "tab")]) == 1
    assert of_act(dms(arena)[-1], "tab") == [f"ordertab:{QuestionId.by(each)}" for each in mine]
    assert len(of_act(dms(arena)[-1], "both")) == 1


async def test_a_tab_shows_the_orders_of_its_chariot(arena: Arena) -> None:
    await to_some_each(arena)
    first, second, *_ = await asks(arena)

    shown = await in_dm(arena, f"ordertab:{QuestionId.by(second)}")

    assert of_act(shown, "seal")[0].startswith(f"orderseal:{QuestionId.by(second)}:")
    assert not any(str(QuestionId.by(first)) in each for each in of_act(shown, "seal"))


async def test_one_press_seals_all_as_they_stand(arena: Arena) -> None:
    await to_some_each(arena)
    (both,) = of_act(dms(arena)[-1], "both")

    shown = await in_dm(arena, both)
    again = await in_dm(arena, both)

    assert all(each.sealed is not None for each in await asks(arena))
    assert "Sealed." in shown.told
    assert of_act(shown, "both") == []
    assert "Sealed." in again.told
    assert await arena.steward.open_asks(BOB)


async def test_one_sealed_alone_leaves_the_other_on_the_same_message(arena: Arena) -> None:
    await to_some_each(arena)
    first, second, *others = await asks(arena)
    count = len(dms(arena))

    shown = await in_dm(arena, of_act(dms(arena)[-1], "seal")[0])
    then = await in_dm(arena, f"ordertab:{QuestionId.by(second)}")

    assert "Not sealed yet:" in shown.told
    assert len(dms(arena)) == count
    assert of_act(then, "seal")
    assert [each.sealed is not None for each in await asks(arena)] == [True, False, *(False for _ in others)]
    assert first.entry != second.entry


async def test_orders_that_changed_since_they_were_shown_are_not_sealed(arena: Arena) -> None:
    await to_some_each(arena)
    _, second, *_ = await asks(arena)
    (both,) = of_act(dms(arena)[-1], "both")
    await pressed(arena, ANN, f"orderpreset:{QuestionId.by(second)}:safe")
    await pressed(arena, ANN, f"orderpreset:{QuestionId.by(second)}:attack")

    shown = await in_dm(arena, both)

    assert "changed since" in shown.told
    assert all(each.sealed is None for each in await asks(arena))


async def test_the_thread_opens_the_same_panel(arena: Arena) -> None:
    await to_some_each(arena)
    by_button: Any = arena.act(ANN)
    by_command: Any = arena.act(ANN)
    for each in (by_button, by_command):
        await each.response.defer(ephemeral=True)

    await outcome(by_button, open_mine(by_button, RACE))
    await outcome(by_command, show_standing(by_command, RACE))

    assert of_act(by_button, "tab")
    assert of_act(by_command, "tab")
    assert len(by_command.said) == 1


async def test_nobody_opens_or_seals_the_orders_of_another_owner(arena: Arena) -> None:
    await to_some_each(arena)
    (both,) = of_act(dms(arena)[-1], "both")
    first = (await asks(arena))[0]

    looked = await in_dm(arena, f"ordertab:{QuestionId.by(first)}", BOB)
    pressed_too = await in_dm(arena, both, BOB)

    assert of_act(looked, "seal") == of_act(pressed_too, "seal") == []
    assert all(each.sealed is None for each in [*await asks(arena), *await asks(arena, BOB)])


async def test_a_player_with_one_chariot_sees_no_tab(arena: Arena) -> None:
    race = await arena.open_race()
    await arena.circus.store.races.set(race, pace="daily")
    arena.steward.races.forget(race)
    await arena.give(ANN, EVEN)
    await arena.give(BOB, EVEN)
    await arena.deliver()

    assert of_act(dms(arena)[-1], "seal")
    assert of_act(dms(arena)[-1], "tab") == of_act(dms(arena)[-1], "both") == []


@pytest.mark.parametrize("seals", [False, True])
async def test_the_panel_tells_nothing_of_another_owners_orders(
    alike: Callable[[int], Awaitable[list[Arena]]], *, seals: bool
) -> None:
    """Two worlds differ in Bob's orders alone, drawn up or sealed: Ann's panel is the same, whatever she presses."""
    seen, orders = [], list[Any]()
    for arena, preset in zip(await alike(2), ("safe", "attack"), strict=True):
        await to_some_each(arena)
        for each in await asks(arena, BOB):
            await pressed(arena, BOB, f"orderpreset:{QuestionId.by(each)}:{preset}")
        if seals:
            await pressed(arena, BOB, f"orderboth:{QuestionId.by((await asks(arena, BOB))[0])}")
        assert all((each.sealed is not None) == seals for each in await asks(arena, BOB))
        orders.append([(await kept(arena, BOB, each.entry))[0] for each in await asks(arena, BOB)])
        first, second, *_ = await asks(arena)
        told = [each.words() for each in dms(arena)]
        told += [(await in_dm(arena, f"ordertab:{QuestionId.by(each)}")).last.words() for each in (second, first)]
        if not seals:  # else the turn is played, and shows the orders
            told.append((await in_dm(arena, f"orderboth:{QuestionId.by(first)}")).last.words())
        seen.append([[re.sub(r"[0-9a-f]{8,}", "seal", text) for text in some] for some in told])
    assert orders[0] != orders[1]
    assert seen[0] == seen[1]


async def test_over_some_turns_one_panel_and_one_that_is_over_stand_there(arena: Arena) -> None:
    await to_some_each(arena)
    for _ in range(3):
        await in_dm(arena, of_act(dms(arena)[-1], "both")[0])
        await pressed(arena, BOB, f"orderboth:{QuestionId.by((await asks(arena, BOB))[0])}")
        await arena.deliver()
        for each in (await asks(arena))[:1]:
            await arena.client.talks.close(RACE, each.asked, closed(await arena.steward.race(RACE)))

    assert len([each for each in dms(arena) if of_act(each, "tab")]) == 1
    assert len([each for each in dms(arena) if any("⏹️" in text for text in each.words())]) <= 1
