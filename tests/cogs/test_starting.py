"""The start of races and leagues whose lobby holds people who have left the server."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.panels.handing import HostingButton
from cogs.panels.hosts import TakeOverButton
from cogs.panels.league import LeagueButton
from cogs.panels.lobby import LobbyButton
from cogs.panels.starting import StartButton
from records.values import PlayerId, RaceId
from steward.hosting.hosts import UNTIL_TAKEN_OVER
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.fakes import GUILD, FakeInteraction, http_error
from tests.cogs.forum import LEAGUE_THREAD, Forum
from tests.cogs.test_people import RACES, examined, ran

__all__ = ["Server"]


class Server:
    """A server that some people have left."""

    def __init__(self, *gone: PlayerId) -> None:
        self.gone, self.asked = set(gone), list[int]()

    async def fetch_member(self, player: int) -> object:
        self.asked.append(player)
        if player in self.gone:
            raise http_error(discord.NotFound, 404, 10007)
        return SimpleNamespace(id=player)


async def a_lobby(arena: Arena, *players: tuple[PlayerId, str]) -> RaceId:
    race = await arena.lobby()
    for player, name in players or ((ANN, "Ann"), (BOB, "Bob"), (EVE, "Eve")):
        await arena.steward.lobbies.join(race, player, name)
    return race


async def press(arena: Arena, player: PlayerId, button: Any) -> FakeInteraction:
    interaction: Any = arena.act(player)
    return await outcome(interaction, button.callback(interaction))


async def test_the_start_names_who_has_left_and_offers_two_ways(arena: Arena) -> None:
    race = await a_lobby(arena)
    arena.client.servers[GUILD] = Server(BOB)

    asked = await ran(arena, ANN, RACES, "start", str(race))
    pressed = await press(arena, ANN, LobbyButton(race, "start"))

    for each in (asked, pressed):
        assert "**Bob** has left this server" in each.told
        assert {f"start:house:{race}", f"start:without:{race}"} <= set(each.last.words())
    assert (await arena.steward.race(race)).record.state == "lobby"


async def test_a_race_starts_without_who_has_left(arena: Arena) -> None:
    race = await a_lobby(arena)
    arena.client.servers[GUILD] = Server(BOB)

    done = await press(arena, ANN, StartButton(race, "without"))

    assert "has begun" in done.told
    assert [each.player for each in (await arena.steward.race(race)).factions] == [ANN, EVE]


async def test_a_race_starts_with_a_house_driver_and_is_theirs_when_they_come_back(arena: Arena) -> None:
    race = await a_lobby(arena)
    server = arena.client.servers[GUILD] = Server(BOB)

    await press(arena, ANN, StartButton(race, "house"))
    await arena.deliver()

    seats = (await arena.steward.race(race)).factions
    assert [each.at_the_reins for each in seats] == [ANN, None, EVE]
    assert "**Bob** has left this server" in "\n".join(arena.thread.words())
    assert not [each for each in arena.thread.messages if "allowed_mentions" in each.said.others]
    server.gone.clear()
    await arena.steward.presence.seen(GUILD, BOB)
    assert (await arena.steward.race(race)).factions[1].at_the_reins == BOB


async def test_who_has_left_stands_by_name_in_all_posts_of_the_race(arena: Arena) -> None:
    race = await arena.open_race()
    before = len(arena.thread.messages)
    arena.client.servers[GUILD] = Server(BOB)

    await arena.steward.presence.is_here(GUILD, BOB, anew=True)
    await arena.deliver()

    panel = next(each for each in arena.thread.messages if f"watch:status:{race}" in each.said.words())
    told = [text for each in [panel, *arena.thread.messages[before:]] for text in each.said.contents()]
    assert "for **Bob** (🚪 left); the place is on offer" in "\n".join(told)
    assert "**Bob** can take them back at any time" in "\n".join(told)
    assert f"<@{BOB}>" not in "\n".join(told)


async def test_a_race_that_would_be_too_small_is_not_started_and_keeps_its_people(arena: Arena) -> None:
    race = await a_lobby(arena, (ANN, "Ann"), (BOB, "Bob"))
    arena.client.servers[GUILD] = Server(BOB)

    done = await press(arena, ANN, StartButton(race, "without"))

    assert "at least 2 chariots" in done.told
    assert [each.player for each in (await arena.steward.race(race)).factions] == [ANN, BOB]


@pytest.mark.parametrize("way", ["house", "without"])
async def test_only_the_host_starts_in_spite_of_those_who_left(arena: Arena, way: Any) -> None:
    race = await a_lobby(arena)
    arena.client.servers[GUILD] = Server(BOB)

    done = await press(arena, EVE, StartButton(race, way))

    assert "Only the host" in done.told
    assert (await arena.steward.race(race)).record.state == "lobby"
    assert len((await arena.steward.race(race)).factions) == 3


async def test_a_start_looks_once_for_each_of_the_others(arena: Arena) -> None:
    race = await a_lobby(arena)
    server = arena.client.servers[GUILD] = Server()
    await arena.deliver()
    server.asked.clear()

    await press(arena, ANN, LobbyButton(race, "start"))
    await arena.deliver()

    assert sorted(server.asked) == [BOB, EVE]
    assert (await arena.steward.race(race)).record.state == "running"


async def test_who_leaves_right_after_entering_is_missed_at_the_start(arena: Arena) -> None:
    race = await a_lobby(arena)
    await arena.steward.presence.seen(GUILD, BOB)
    arena.client.servers[GUILD] = Server(BOB)

    assert "**Bob** has left" in (await press(arena, ANN, LobbyButton(race, "start"))).told


# The host is gone


async def test_a_host_who_has_left_is_told_wherever_somebody_would_act(arena: Arena) -> None:
    race = await a_lobby(arena, (BOB, "Bob"), (EVE, "Eve"))
    server = arena.client.servers[GUILD] = Server(ANN)
    until = f"<t:{int(arena.circus.clock.now + UNTIL_TAKEN_OVER)}:R>"

    refused = [await ran(arena, BOB, RACES, act, str(race)) for act in ("start", "fill", "cancel")]
    await arena.deliver()
    doctor = await examined(arena)

    panel = "\n".join(arena.thread.words())
    for told in (*(each.told for each in refused), doctor, panel):
        assert "has left this server" in told
        assert f"<@{BOB}>, the first to enter, can take over {until}" in told
    assert "1 to be cured" in doctor
    assert f"take-over:{race}" in arena.thread.words()
    assert server.asked.count(ANN) == 4, "each refusal and the doctor look, and the panel does not"


async def test_the_first_to_enter_takes_over_by_a_press_told_to_all(arena: Arena) -> None:
    race = await a_lobby(arena, (BOB, "Bob"), (EVE, "Eve"))
    arena.client.servers[GUILD] = Server(ANN)
    early = await press(arena, BOB, TakeOverButton(race))
    arena.circus.clock.pass_by(UNTIL_TAKEN_OVER + 1)

    other = await press(arena, EVE, TakeOverButton(race))
    done = await press(arena, BOB, TakeOverButton(race))
    await arena.deliver()

    assert "may come back" in early.told
    assert "the first to enter" in other.told
    assert "You host" in done.told
    assert f"<@{BOB}>, the first to enter, hosts the race now" in "\n".join(arena.thread.words())
    assert "has left this server. <@" not in arena.thread.messages[0].said.text
    assert "has begun" in (await ran(arena, BOB, RACES, "start", str(race))).told


async def test_a_host_hands_the_race_on_by_command(arena: Arena) -> None:
    race = await a_lobby(arena)

    stranger = await ran(arena, BOB, RACES, "host", arena.client.user_of(EVE, "Eve"), str(race))
    done = await ran(arena, ANN, RACES, "host", arena.client.user_of(EVE, "Eve"), str(race))
    await arena.deliver()

    assert "Only the host" in stranger.told
    assert "once they press **I'll host**" in done.told
    asked = "\n".join(arena.thread.words())
    assert f"<@{ANN}> asks <@{EVE}> to host the race." in asked
    assert f"hosting:{race}" in asked
    assert (await arena.steward.race(race)).record.host == ANN
    other, accepted = await press(arena, BOB, HostingButton(race)), await press(arena, EVE, HostingButton(race))
    await arena.deliver()
    assert "Nobody asks you for that now" in other.told
    assert "You host **Ludi** now" in accepted.told
    assert f"<@{ANN}> handed the race over: <@{EVE}> hosts it now." in "\n".join(arena.thread.words())


async def test_a_league_before_its_start_is_taken_over_in_the_same_way(forum: Forum) -> None:
    league, arena = await forum.open(), forum.arena
    for player in (BOB, EVE):
        await forum.press(LeagueButton(league, "join"), player)
    arena.client.servers[GUILD] = Server(ANN)

    refused = (await forum.press(LeagueButton(league, "start"), EVE)).told
    await arena.deliver()
    arena.circus.clock.pass_by(UNTIL_TAKEN_OVER + 1)
    done = (await forum.press(TakeOverButton(league), BOB)).told

    assert f"<@{BOB}>, the first to enter, can take over" in refused
    assert f"take-over:{league}" in arena.client.get_partial_messageable(LEAGUE_THREAD).words()
    assert "`/host league what:start` starts it" in done
    assert (await arena.steward.race(league)).record.host == BOB


async def test_a_league_starts_without_who_has_left(forum: Forum) -> None:
    league, arena = await forum.open(), forum.arena
    for player in (ANN, BOB, EVE):
        await forum.press(LeagueButton(league, "join"), player)
    arena.client.servers[GUILD] = Server(BOB)

    asked = await forum.press(LeagueButton(league, "start"))
    done = await forum.press(StartButton(league, "without"))

    assert "**Bob** has left this server" in asked.told
    assert f"start:house:{league}" not in asked.last.words(), "stables have managers, not house drivers"
    assert "begins" in done.told
    assert [each.player for each in (await arena.steward.race(league)).factions] == [ANN, EVE]


# Ways out


async def test_leaving_a_race_under_way_is_answered_with_vacation_and_the_offer_of_the_place(arena: Arena) -> None:
    race = await arena.open_race()

    told = (await ran(arena, BOB, RACES, "leave", str(race))).told

    for words in ("`/my vacation`", "house driver", "anybody may take the reins", "counts for your rating"):
        assert words in told
    assert "opens another" not in told


async def test_between_two_races_of_a_cup_leaving_is_answered_with_the_ways_out(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = SimpleNamespace(
        record=SimpleNamespace(guild=GUILD, state="open"),
        races=(SimpleNamespace(factions=[SimpleNamespace(player=BOB)]),),
    )

    async def of_player(player: PlayerId) -> list[Any]:
        return [cup] if player == BOB else []

    monkeypatch.setattr(arena.steward.cups, "of_player", of_player)

    told = (await ran(arena, BOB, RACES, "leave", "", channel=77)).told
    stranger = (await ran(arena, EVE, RACES, "leave", "", channel=77)).told

    assert "`/my vacation`" in told
    assert "`/cup do what:leave`" in told
    assert "No race is open" in stranger
