"""Calls: nobody is reminded, mentioned or entered again who has left the server."""

from typing import Any

import discord
import pytest

from cogs.kit.client import Quadriga
from cogs.panels.result import AgainButton
from records.acts import ActRecord
from steward import Acted, Mention, Summons, Warned
from tests.cogs.arena import ANN, BLUE, BOB, EVE, Arena
from tests.cogs.fakes import CHANNEL, GUILD, http_error
from tests.cogs.test_messenger import RACE, a_notice
from tests.cogs.test_starting import Server
from tests.cogs.test_turns import Channel, prepared, pressed, to_the_end


def calls(arena: Arena) -> list[int]:
    """Return whom posts of the thread call."""
    allowed = [each.said.others.get("allowed_mentions") for each in arena.thread.messages]
    return [user.id for each in allowed if isinstance(each, discord.AllowedMentions) for user in _users(each)]


def _users(allowed: discord.AllowedMentions) -> list[Any]:
    return list(allowed.users) if isinstance(allowed.users, list) else []


async def test_who_has_left_is_not_reminded_though_messages_would_arrive(arena: Arena) -> None:
    await arena.open_race()
    opened, sent = await arena.asked(BOB), len(arena.client.user_of(BOB).dms.messages)
    arena.client.servers[GUILD] = Server(BOB)

    outcome = await arena.messenger.deliver(a_notice(arena, "reminder", Summons((BLUE,), opened.asked, 1), player=BOB))

    assert outcome == "left the server"
    assert len(arena.client.user_of(BOB).dms.messages) == sent
    assert (await arena.steward.race(RACE)).factions[1].at_the_reins is None


async def test_who_has_left_is_not_called_in_the_thread(arena: Arena) -> None:
    await arena.open_race()
    opened = await arena.asked(BOB)
    arena.client.servers[GUILD] = Server(BOB)

    outcome = await arena.messenger.deliver(a_notice(arena, "mention", Mention(BOB, (BLUE,), opened.asked)))
    await arena.deliver()

    assert outcome == "left the server"
    assert BOB not in calls(arena)


@pytest.mark.parametrize("is_gone", [False, True])
async def test_a_host_who_has_left_is_not_called(arena: Arena, is_gone: bool) -> None:
    await arena.open_race()
    arena.client.servers[GUILD] = Server(*([ANN] if is_gone else []))
    deserted = ActRecord(kind="deserted", by=None, body='{"turns": 7}', at=1.0)

    await arena.messenger.deliver(a_notice(arena, "act", Acted(deserted), number=80))
    await arena.messenger.deliver(a_notice(arena, "warning", Warned("it broke"), player=ANN, number=81))

    assert calls(arena) == ([] if is_gone else [ANN, ANN])


async def test_whose_messages_are_closed_is_called_in_the_thread_as_ever(arena: Arena) -> None:
    arena.client.servers[GUILD] = Server()
    arena.client.user_of(BOB).dms.fails = http_error(discord.Forbidden, 403, 50007)

    await arena.open_race()
    await arena.deliver()

    assert calls(arena) == [BOB]
    assert (await arena.steward.race(RACE)).factions[1].at_the_reins == BOB


@pytest.mark.parametrize("code", [50001, 500])
async def test_where_discord_does_not_answer_nobody_is_taken_to_be_gone(arena: Arena, code: int) -> None:
    class Silent:
        async def fetch_member(self, _player: int) -> object:
            raise http_error(discord.Forbidden, 403, code)

    arena.client.servers[GUILD] = Silent()
    arena.client.user_of(BOB).dms.fails = http_error(discord.Forbidden, 403, 50278)

    await arena.open_race()
    await arena.deliver()

    assert calls(arena) == [BOB]
    assert (await arena.steward.race(RACE)).factions[1].at_the_reins == BOB


@pytest.mark.slow
async def test_a_race_that_is_opened_again_takes_in_nobody_who_has_left(arena: Arena) -> None:
    await prepared(arena)
    await to_the_end(arena)
    arena.client.cached[CHANNEL] = Channel()
    arena.client.servers[GUILD] = Server(ANN)

    opened = await pressed(arena, AgainButton(RACE), BOB)

    assert "You are in. Not here any more: Ann." in opened.told
    again = (await arena.steward.races_of(BOB))[-1]
    assert again.record.id != RACE
    assert [each.player for each in again.factions if each.player is not None] == [BOB]


async def test_whoever_presses_on_a_server_is_there_at_once(arena: Arena) -> None:
    await arena.open_race()
    server = arena.client.servers[GUILD] = Server(BOB)
    await arena.steward.presence.is_here(GUILD, BOB, anew=True)
    bot: Any = Quadriga(arena.steward)
    pressed: Any = arena.act(BOB)

    await bot.on_interaction(pressed)
    elsewhere: Any = arena.act(EVE, guild=None)
    await bot.on_interaction(elsewhere)

    assert arena.steward.presence.gone_since(GUILD, BOB) is None
    assert (await arena.steward.race(RACE)).factions[1].at_the_reins == BOB
    assert server.asked == [BOB]
