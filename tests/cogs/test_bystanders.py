"""Buttons that stand under a post for all: whoever is in no place of the race reads what they can do instead."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.panels.lobby import LobbyButton
from cogs.panels.my_questions import OrdersButton
from cogs.panels.turn import PAGE, LuckButton
from records.races import StoryMode
from records.values import EntryId, PlayerId
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.bettors import house_race
from tests.cogs.fakes import FakeInteraction
from words.shared.results import Chance


async def press(arena: Arena, button: Any, player: PlayerId) -> FakeInteraction:
    interaction = arena.act(player, kind=discord.InteractionType.component)
    return await outcome(interaction, button.callback(interaction))


@pytest.mark.parametrize("button", [OrdersButton, lambda race: LobbyButton(race, "leave")])
async def test_who_is_not_in_a_race_under_way_reads_what_they_can_do_instead(arena: Arena, button: Any) -> None:
    race = await arena.open_race()

    said = await press(arena, button(race), EVE)

    assert "You have no chariot in **Ludi**" in said.told
    assert all(each in said.told for each in (f"watch:board:{race}", f"bets:open:{race}", f"follow:{race}:0"))
    assert f"orders:{race}" not in said.told
    assert f"lobby:leave:{race}" not in said.told
    assert said.last.is_private


async def test_who_is_not_in_a_lobby_and_leaves_is_told_how_to_join(arena: Arena) -> None:
    race = await arena.lobby()

    said = (await press(arena, LobbyButton(race, "leave"), EVE)).told

    assert "Press *Join*" in said
    assert not (await arena.steward.race(race)).factions


async def test_who_is_in_it_is_asked_and_leaves_as_ever(arena: Arena) -> None:
    race = await arena.open_race()
    for player in (ANN, BOB):
        assert "You have no chariot" not in (await press(arena, OrdersButton(race), player)).told
        assert "### Leaving Ludi?" in (await press(arena, LobbyButton(race, "leave"), player)).told


async def test_what_others_have_sealed_does_not_show_in_it(arena: Arena) -> None:
    """The worlds differ in who has answered; the answer to a bystander does not."""
    race = await arena.open_race()
    before = (await press(arena, OrdersButton(race), EVE)).told
    opened = await arena.asked(ANN)
    await arena.give(ANN, opened.ask.default)
    assert (await press(arena, OrdersButton(race), EVE)).told == before


async def test_where_house_drivers_race_alone_nobody_is_offered_orders_or_a_way_out(arena: Arena) -> None:
    race = await house_race(arena)
    await arena.circus.store.races.set(race, story=StoryMode.TURN)
    await arena.steward.lobbies.start(race, ANN)
    await arena.deliver()

    stood = "\n".join(text for each in arena.thread.messages for text in each.said.words())

    assert f"watch:board:{race}" in stood
    assert f"orders:{race}" not in stood
    assert f"lobby:leave:{race}" not in stood


async def test_luck_begins_with_ones_own_dice_and_the_others_are_a_press_away(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = await arena.open_race()
    rolls = [
        Chance(EntryId(entry), f"try {n} of {entry}", "held", Fraction(entry, 9), Fraction(1, 9))
        for entry in (1, 2, 3)
        for n in range(20)
    ]
    words = {"circus-maximus": SimpleNamespace(chances=lambda *_: rolls)}
    monkeypatch.setattr("cogs.panels.turn.WORDS", words)

    first = (await press(arena, LuckButton(race, 1, 1), BOB)).told
    second = (await press(arena, LuckButton(race, 1, 1, 2), BOB)).told
    onlooker = (await press(arena, LuckButton(race, 1, 1), EVE)).told

    assert first.count("of 2: held") == 20
    assert first.count(": held") == 20
    assert "After ▶" in first
    assert "of 2: held" not in second
    assert len(first) < PAGE
    assert "of 1: held" in onlooker, "the luckiest first for whoever drives nothing"
