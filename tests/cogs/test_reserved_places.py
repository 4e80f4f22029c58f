"""Places that *Again* keeps: the panel names people and rings nobody, a press enters, and *Start* asks first."""

from typing import Any

from cogs.panels.handing import HostingButton
from cogs.panels.league import LeagueButton
from cogs.panels.league_office import MoreButton
from cogs.panels.lobby import LobbyButton
from cogs.panels.reserved import ReservedButton
from cogs.panels.result import AgainButton
from cogs.panels.starting import StartButton
from records.values import PlayerId, RaceId
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.fakes import CHANNEL, GUILD, THREAD, FakeInteraction
from tests.cogs.forum import Forum
from tests.cogs.test_people import RACES, ran
from tests.cogs.test_starting import Server
from tests.cogs.test_turns import Channel


async def press(arena: Arena, player: PlayerId, button: Any) -> FakeInteraction:
    interaction: Any = arena.act(player)
    return await outcome(interaction, button.callback(interaction))


async def opened_again(arena: Arena) -> RaceId:
    """Let Ann open a race again that she and Bob drove in, in the same thread as everything here."""
    old = await arena.open_race()
    await arena.circus.store.races.set(old, state="finished", ended=arena.circus.clock.now)
    arena.steward.races.forget(old)
    arena.client.cached[CHANNEL] = Channel()
    said = await press(arena, ANN, AgainButton(old))
    assert "You are in. I keep places for Bob: one press, **I'm in**, enters them." in said.told
    new = await arena.circus.store.again.opened_after(old)
    assert new is not None
    await arena.circus.store.races.set(new, thread=THREAD)
    await arena.deliver()
    return new


def panel_of(arena: Arena, race: RaceId) -> Any:
    return next(each for each in arena.thread.messages if f"lobby:start:{race}" in each.said.words())


async def test_the_panel_names_who_is_asked_with_two_buttons_and_rings_nobody(arena: Arena) -> None:
    race = await opened_again(arena)

    said = panel_of(arena, race).said

    assert f"Places are kept for <@{BOB}>" in " ".join(said.words())
    assert {f"reserved:in:{race}", f"reserved:out:{race}"} <= set(said.words())
    assert said.others == {"silent": True}
    assert not [each for each in arena.client.user_of(BOB).dms.messages if "kept" in each.said.text]


async def test_a_press_enters_in_the_old_colour_and_opens_the_direct_message(arena: Arena) -> None:
    race = await opened_again(arena)

    done, other = (
        await press(arena, BOB, ReservedButton(race, "in")),
        await press(arena, EVE, ReservedButton(race, "in")),
    )
    await arena.deliver()

    assert "**. You drive 🔵 **2 Blue**. I'll DM you when it starts." in done.told
    assert "No place is kept for you here" in other.told
    assert f"reserved:in:{race}" not in panel_of(arena, race).said.words()
    assert [each.player for each in (await arena.steward.race(race)).factions][:2] == [ANN, None]


async def test_no_thanks_gives_the_place_up(arena: Arena) -> None:
    race = await opened_again(arena)

    done = await press(arena, BOB, ReservedButton(race, "out"))
    await arena.deliver()

    assert "goes without you. Changed your mind?" in done.told
    assert "Places are kept" not in " ".join(panel_of(arena, race).said.words())
    assert "goes without you" not in (await press(arena, BOB, ReservedButton(race, "out"))).told


async def test_the_hosts_start_says_who_has_not_pressed_and_starts_without_them(arena: Arena) -> None:
    race = await opened_again(arena)

    asked = [await press(arena, ANN, LobbyButton(race, "start")), await ran(arena, ANN, RACES, "start", str(race))]
    stranger = await press(arena, EVE, StartButton(race, "dropping"))
    waits = (await arena.steward.race(race)).record
    done = await press(arena, ANN, StartButton(race, "dropping"))

    for each in asked:
        assert "**Bob** has not pressed **I'm in** yet, so nothing has started." in each.told
        assert f"start:dropping:{race}" in each.last.words()
    assert "Only the host" in stranger.told
    assert (waits.state, len(waits.reservations)) == ("lobby", 1)
    assert "has begun" in done.told
    assert BOB not in {each.player for each in (await arena.steward.race(race)).factions}


async def test_a_start_tells_of_both_who_left_and_who_has_not_pressed(arena: Arena) -> None:
    race = await opened_again(arena)
    await arena.steward.lobbies.join(race, EVE, "Eve")
    arena.client.servers[GUILD] = Server(EVE)

    asked = await press(arena, ANN, LobbyButton(race, "start"))
    still = await press(arena, ANN, StartButton(race, "dropping"))
    done = await press(arena, ANN, StartButton(race, "without"))

    for each in (asked, still):
        assert "**Bob** has not pressed" in each.told
        assert "**Eve** has left this server" in each.told
    assert "has begun" in done.told
    assert {each.player for each in (await arena.steward.race(race)).factions} == {ANN, None}


async def test_a_league_asks_the_same_way(forum: Forum) -> None:
    league = await forum.start()
    await forum.arena.circus.store.races.set(league, state="finished", ended=1.0)
    forum.arena.steward.races.forget(league)
    forum.arena.client.cached[CHANNEL] = Channel()
    await forum.press(LeagueButton(league, "again"), BOB)
    new = RaceId(league + 1)

    asked = await forum.press(LeagueButton(new, "start"), BOB)
    done = await forum.press(ReservedButton(new, "in"), ANN)
    begun = await forum.press(LeagueButton(new, "start"), BOB)

    assert "**Ann** has not pressed **I'm in** yet" in asked.told
    assert "Your stable is" in done.told
    assert "begins" in begun.told


async def test_a_league_before_its_start_is_handed_on_under_more(forum: Forum) -> None:
    league = await forum.open()
    for player in (ANN, BOB):
        await forum.press(LeagueButton(league, "join"), player)

    hosts, members = await forum.press(MoreButton(league), ANN), await forum.press(MoreButton(league), BOB)
    await forum.arena.steward.hosts.ask(league, ANN, BOB)
    done = await forum.press(HostingButton(league), BOB)

    assert f"hand-host:{league}" in hosts.last.words()
    assert f"hand-host:{league}" not in members.last.words()
    assert "You host" in done.told
    assert "`/host league what:start`" in done.told
    assert (await forum.arena.steward.race(league)).record.host == BOB
