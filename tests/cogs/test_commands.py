"""Commands and buttons of whole races, pressed as users press them."""

import re
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.choices.which_game import options_of
from cogs.commands.practice import practice_command
from cogs.commands.race import RaceCommands
from cogs.kit.client import fields_of
from cogs.panels.lobby import LOOKS, CallOffButton, LobbyButton
from cogs.panels.options import OptionSelect
from cogs.panels.solo_race import BeginButton, Rivals
from cogs.panels.watch import LOOKS as LOOKING_ON
from cogs.panels.watch import Act, WatchButton
from engine.circus_maximus.words.options import Options
from records.races import Place
from records.values import PlayerId, RaceId
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.fakes import CHANNEL, GUILD, THREAD, FakeInteraction
from tests.cogs.test_hosting import Channel

RACE: Any = RaceCommands()


async def ran(arena: Arena, player: PlayerId, command: str, *args: Any, **where: Any) -> FakeInteraction:
    interaction: Any = arena.act(player, **where)
    return await outcome(interaction, getattr(RACE, command).callback(RACE, interaction, *args))


async def opened(arena: Arena, title: str, preset: str, pace: str, wishes: str) -> FakeInteraction:
    """Run /play race in a text channel."""
    interaction: Any = arena.act(ANN, channel=CHANNEL)
    interaction.channel = Channel()
    return await outcome(
        interaction,
        RACE.new.callback(RACE, interaction, "circus-maximus", preset, title, pace=pace, deadlines=wishes),
    )


async def pressed(arena: Arena, player: PlayerId, item: Any) -> FakeInteraction:
    interaction: Any = arena.act(player, kind=discord.InteractionType.component)
    return await outcome(interaction, item.callback(interaction))


async def state(arena: Arena, race: int = 1) -> str:
    return (await arena.steward.race(RaceId(race))).record.state


async def test_a_race_from_its_opening_to_its_start(arena: Arena) -> None:
    told = [(await opened(arena, "Ludi", "quick race", "blitz", "speed 5m")).told.partition("\n")[0]]
    (lobby,) = await arena.steward.races_at(Place((GUILD,)))
    thread = lobby.record.thread
    assert [each.player for each in lobby.factions] == [ANN], "whoever opens a race is in it"
    told.append((await ran(arena, BOB, "join", "", None, None, "equus", channel=thread)).last.text)
    told.append((await ran(arena, ANN, "fill", "", "careful", channel=thread)).last.text)
    told.append((await ran(arena, ANN, "start", "", channel=thread)).last.text)

    assert [text[: len(start)] for text, start in zip(told, _STARTS, strict=True)] == _STARTS
    assert lobby.record.seconds["speed"] == 300
    assert await state(arena) == "running"


_STARTS = [
    "**Ludi** is open",
    "You are in **Ludi**",
    "House drivers have taken",
    "Ludi has begun",
]


@pytest.mark.parametrize(
    ("wishes", "words"), [("lunch 2h", "no deadline called “lunch”"), ("speed 1s", "no deadline I")]
)
async def test_deadlines_that_cannot_be_kept_open_no_race(arena: Arena, wishes: str, words: str) -> None:
    interaction = await opened(arena, "Ludi", "quick race", "live", wishes)

    assert words in interaction.last.text
    assert interaction.last.is_private
    assert await arena.steward.races_at(Place((GUILD,))) == []


@pytest.mark.parametrize("command", ["board", "log"])
async def test_before_the_start_there_is_nothing_to_show(arena: Arena, command: str) -> None:
    await arena.lobby()

    interaction = await ran(arena, EVE, command, "")

    assert "has not started yet" in interaction.last.text


async def test_looking_on_is_private_and_needs_no_entry(arena: Arena) -> None:
    await arena.open_race()

    board = await ran(arena, EVE, "board", "")
    card = await ran(arena, EVE, "log", "", "1")
    status = await ran(arena, EVE, "status", "")
    verify = await ran(arena, EVE, "verify", "")

    assert all(each.last.is_private for each in (board, card, status, verify))
    assert [len(each.last.pictures()) for each in (board, card)] == [1, 1]
    assert "preparation points" in status.told
    assert "The secret is told when the race is over" in verify.told


async def test_a_card_of_a_chariot_that_is_not_there(arena: Arena) -> None:
    await arena.open_race()

    interaction = await ran(arena, EVE, "log", "", "8")

    assert "No chariot “8” is in this race. Choose one of: Red (1), Blue (2)" in interaction.last.text


async def test_a_race_under_way_is_cancelled_with_a_reason_for_all_to_read(arena: Arena) -> None:
    await arena.open_race()

    form = await ran(arena, ANN, "cancel", "")
    late = await pressed(arena, ANN, LobbyButton(RaceId(1), "cancel"))
    stranger = await ran(arena, BOB, "cancel", "")

    for asked in (form, late):
        assert asked.response.modal is not None
        assert asked.response.modal.custom_id == "act:close:1:0:0"
    assert "Only the host" in stranger.last.text
    assert stranger.last.is_private
    assert await state(arena) == "running"


async def test_a_race_in_its_lobby_is_cancelled_once(arena: Arena) -> None:
    await arena.lobby()

    assert "is cancelled" in (await ran(arena, ANN, "cancel", "")).last.text
    assert await state(arena) == "cancelled"
    assert "That race is over." in (await ran(arena, ANN, "cancel", "1")).last.text


# Buttons


@pytest.mark.parametrize("act", LOOKS)
async def test_each_button_of_the_lobby_works_for_those_it_is_for(arena: Arena, act: Any) -> None:
    race = await arena.lobby()
    await arena.steward.lobbies.join(race, ANN, "Ann")
    await arena.steward.lobbies.join(race, BOB, "Bob")

    interaction = await pressed(arena, EVE if act == "join" else ANN, LobbyButton(race, act))

    if act == "join":
        assert interaction.response.modal is not None
        assert interaction.response.modal.custom_id == f"join:{race}"
    else:
        assert interaction.last.is_private
        assert "Something went wrong" not in interaction.last.text
    if act == "cancel":
        assert f"cancel-lobby:{race}" in interaction.last.words()
        assert await state(arena, race) == "lobby", "it asks first"
        assert "is cancelled" in (await pressed(arena, ANN, CallOffButton(race))).told
    lobby = await arena.steward.race(race)
    assert lobby.record.state == {"start": "running", "cancel": "cancelled"}.get(act, "lobby")
    assert len(lobby.factions) == {"leave": 1, "fill": 8}.get(act, 2)


@pytest.mark.parametrize("act", [act for act in LOOKS if act != "join"])
async def test_no_button_of_the_lobby_works_for_a_stranger(arena: Arena, act: Any) -> None:
    race = await arena.lobby()
    await arena.steward.lobbies.join(race, ANN, "Ann")
    await arena.steward.lobbies.join(race, BOB, "Bob")
    before = await arena.steward.race(race)

    interaction = await pressed(arena, EVE, LobbyButton(race, act))

    assert "Only the host" in interaction.told or "You have no chariot in **Ludi**" in interaction.told
    assert await arena.steward.race(race) == before


@pytest.mark.parametrize("act", LOOKS)
async def test_the_buttons_of_a_lobby_that_is_closed_say_so(arena: Arena, act: Any) -> None:
    race = await arena.open_race()
    await arena.steward.lobbies.cancel(race, ANN)

    interaction = await pressed(arena, ANN, LobbyButton(race, act))

    assert interaction.response.modal is None
    assert re.search("has already started|was cancelled|is over", interaction.last.text)


@pytest.mark.parametrize("what", LOOKING_ON)
async def test_the_buttons_for_those_who_look_on(arena: Arena, what: Act) -> None:
    race = await arena.open_race()

    interaction = await pressed(arena, EVE, WatchButton(race, what))

    assert interaction.last.is_private
    assert interaction.last.view is not None or what == "log"


@pytest.mark.parametrize("item", [WatchButton(RaceId(99), "board"), LobbyButton(RaceId(99), "join")])
async def test_buttons_of_a_race_that_never_was(arena: Arena, item: Any) -> None:
    assert "There is no such race here." in (await pressed(arena, EVE, item)).last.text


# Practice


async def practised(arena: Arena, place: Any, others: Any = None, **where: Any) -> FakeInteraction:
    interaction: Any = arena.act(EVE, **where)
    interaction.channel = place
    callback: Any = practice_command().callback
    given = {"pace": "moves", "rivals": 3, "temperament": "careful"} | (others or {})
    return await outcome(interaction, callback(interaction, "circus-maximus", **given))


async def test_practice_begins_at_once_with_the_first_question(arena: Arena) -> None:
    interaction = await practised(arena, Channel(), channel=CHANNEL)

    assert "Your race begins" in interaction.told
    assert interaction.last.is_private
    (lobby,) = await arena.steward.races_at(Place((GUILD,)))
    assert (lobby.record.state, len(lobby.factions), lobby.record.host) == ("running", 4, EVE)


async def test_practice_in_a_direct_message_is_told_there(arena: Arena) -> None:
    interaction = await practised(arena, SimpleNamespace(id=EVE), guild=None, channel=EVE)
    await arena.deliver()

    assert "Your race begins" in interaction.last.text
    (lobby,) = await arena.steward.races_of(EVE)
    assert (lobby.record.thread, lobby.record.guild) == (EVE, 0)
    assert "write your speed" in " ".join(arena.client.user_of(EVE).dms.words())


async def test_practice_elsewhere_says_where_it_can_be(arena: Arena) -> None:
    interaction = await practised(arena, SimpleNamespace(id=THREAD))

    assert "Practise in a text channel" in interaction.last.text
    assert await arena.steward.races_of(EVE) == []


@pytest.mark.parametrize("rivals", [0, 16])
async def test_practice_that_could_not_start_is_not_opened(arena: Arena, rivals: int) -> None:
    interaction: Any = arena.act(EVE, channel=CHANNEL)
    interaction.channel = Channel()
    callback: Any = practice_command().callback
    await outcome(interaction, callback(interaction, "circus-maximus", rivals=rivals))

    assert "1 to 15 rivals" in interaction.last.text
    assert await arena.steward.races_of(EVE) == []


async def test_more_rivals_than_these_options_have_room_for_are_refused(arena: Arena) -> None:
    interaction: Any = arena.act(EVE, channel=CHANNEL)
    interaction.channel = Channel()
    callback: Any = practice_command().callback
    await outcome(interaction, callback(interaction, "circus-maximus", rivals=8))

    assert "With these options you race against 1 to 7 rivals" in interaction.last.text
    assert await arena.steward.races_of(EVE) == []


async def test_practice_with_options_shows_them_first_and_begins_with_a_press(arena: Arena) -> None:
    # Given the panel, with the defaults of a race alone
    shown = await practised(arena, Channel(), {"options": True}, channel=CHANNEL)
    (lobby,) = await arena.steward.races_at(Place((GUILD,)))
    race = lobby.record.id
    assert "press **Begin**" in shown.told
    assert (lobby.record.state, len(lobby.factions)) == ("lobby", 1)
    assert Options(laps=1, gentle=True) == options_of(lobby)
    ids = [word for word in shown.told.split() if word.startswith(("option:", "begin:"))]

    # When something is chosen and Begin is pressed as they stand there
    laps = next(each for each in ids if ":laps:" in each)
    picked = await chosen(arena, OptionSelect, laps, "2")
    begin = next(word for word in picked.told.split() if word.startswith("begin:"))
    begun = await chosen(arena, BeginButton, begin)

    # Then the race begins with what was chosen, against as many as were wished for
    lobby = await arena.steward.race(race)
    assert begin in ids
    assert "Your race begins" in begun.told
    assert (lobby.record.state, len(lobby.factions), options_of(lobby)) == ("running", 4, Options(laps=2, gentle=True))
    assert {each.driver for each in lobby.factions} == {None, "careful"}
    assert "already started" in (await chosen(arena, BeginButton, begin)).last.text
    assert "already started" in (await chosen(arena, OptionSelect, laps, "1")).last.text


async def test_what_cannot_be_started_so_is_refused_and_can_be_changed(arena: Arena) -> None:
    await practised(arena, Channel(), {"options": True, "rivals": 2}, channel=CHANNEL)
    teams = "option:1:-switches:2x1"
    await chosen(arena, OptionSelect, teams, "teams")

    refused = await chosen(arena, BeginButton, "begin:1:2x1")
    await chosen(arena, OptionSelect, teams)
    begun = await chosen(arena, BeginButton, "begin:1:2x1")

    assert "3" in refused.last.text
    assert "Your race begins" in begun.told
    assert len((await arena.steward.race(RaceId(1))).factions) == 3


@pytest.mark.parametrize(("custom_id", "told"), [("begin:1:2x99", "is not on offer"), ("begin:99:2x1", "no such race")])
async def test_a_begin_that_was_never_offered_is_refused(arena: Arena, custom_id: str, told: str) -> None:
    await practised(arena, Channel(), {"options": True}, channel=CHANNEL)

    refused = await chosen(arena, BeginButton, custom_id)

    assert told in refused.last.text
    assert await state(arena) == "lobby"


async def test_only_its_host_begins_a_race_alone(arena: Arena) -> None:
    await practised(arena, Channel(), {"options": True}, channel=CHANNEL)
    stranger: Any = arena.act(BOB, kind=discord.InteractionType.component)

    await outcome(stranger, BeginButton(RaceId(1), Rivals()).callback(stranger))

    assert "no such race" in stranger.last.text
    assert "Ann" not in stranger.last.text
    assert await state(arena) == "lobby"


async def chosen(arena: Arena, kind: Any, custom_id: str, *values: str) -> FakeInteraction:
    """Press a button, or choose values in a menu, by its custom id, as Discord sends it."""
    interaction: Any = arena.act(EVE, kind=discord.InteractionType.component, data={"values": list(values)})
    match = kind.__discord_ui_compiled_template__.fullmatch(custom_id)
    item = await kind.from_custom_id(interaction, SimpleNamespace(label=""), match)
    return await outcome(interaction, item.callback(interaction))


# Forms as Discord sends them


def test_what_was_filled_into_a_form_is_found_wherever_it_stands() -> None:
    sent = {
        "components": [
            {"type": 18, "component": {"type": 3, "custom_id": "colour", "values": ["blue"]}},
            {"type": 18, "component": {"type": 3, "custom_id": "none chosen", "values": []}},
            {"type": 1, "components": [{"type": 4, "custom_id": "name", "value": "Comet"}]},
            {"type": 18, "component": {"type": 4, "custom_id": "word", "value": None}},
            {"type": 10, "id": 4},
        ]
    }
    interaction: Any = FakeInteraction(data=sent)

    assert fields_of(interaction) == {"colour": "blue", "none chosen": "", "name": "Comet", "word": ""}
