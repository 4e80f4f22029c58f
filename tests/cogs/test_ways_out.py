"""Ways out of races and cups, and what a cup's host who has left leaves behind."""

from typing import Any

import pytest

from cogs.panels.handing import HostingButton
from cogs.panels.leaving import OutButton
from cogs.panels.lobby import LobbyButton
from records.values import Faction, PlayerId
from steward.hosting.hosts import UNTIL_TAKEN_OVER
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.fakes import GUILD, FakeInteraction
from tests.cogs.test_cups import FIRST_THREAD, Place
from tests.cogs.test_people import RACES, ran
from tests.cogs.test_starting import Server

WAYS = ("`/my vacation`", "`/cup do what:leave`")


@pytest.mark.slow
async def test_who_leaves_a_cup_is_answered_at_each_time_and_gets_out_for_good(arena: Arena) -> None:
    place = Place(arena)
    cup = await place.open()
    await place.first_race(cup)

    between = [await ran(arena, BOB, RACES, "leave", "", channel=each) for each in (FIRST_THREAD, 77)]
    open_still = await place.use("leave", player=BOB, thread=FIRST_THREAD)
    await place.use("next", thread=FIRST_THREAD)
    race = (await arena.steward.cups.cup(cup.id)).races[-1].record.id
    waiting = await ran(arena, BOB, RACES, "leave", "", channel=FIRST_THREAD + 1)
    stranger = await place.use("leave", player=EVE, thread=FIRST_THREAD)
    asked = await place.use("leave", player=BOB, thread=FIRST_THREAD)
    unasked = await arena.steward.desk.acts(race)
    left = await out(arena, BOB, OutButton(race, "cup"))
    again = await place.use("leave", player=BOB, thread=FIRST_THREAD)
    await arena.deliver()

    for told in (each.told for each in between):
        assert all(way in told for way in WAYS), told
        assert "opens another" not in told
    assert "**Leave the cup**" in waiting.told
    assert "**Away for some days**" in waiting.told
    assert "not in this race" in stranger.told
    assert "**Leave the cup**" in open_still.told
    assert "Away" not in open_still.told, "no race runs"
    assert "**Leave the cup**" in asked.told
    assert unasked == [], "nothing happens before a press"
    assert "You are out of Ludi" in left.told
    assert "left this cup already" in again.told
    posts = "\n".join(arena.client.get_partial_messageable(FIRST_THREAD + 1).words())
    assert f"<@{BOB}> left the cup." in posts
    assert "is free for a substitute" in posts


async def test_who_leaves_a_cup_before_its_first_race_is_simply_out_and_may_join_again(arena: Arena) -> None:
    place = Place(arena)
    cup = await place.open()
    race = cup.races[0].record.id
    for player, colour in ((ANN, "red"), (BOB, "blue")):
        await place.use("join", player=player, thread=FIRST_THREAD, colour=colour)

    left = await place.use("leave", player=BOB, thread=FIRST_THREAD)
    await arena.deliver()
    again = await place.use("join", player=BOB, thread=FIRST_THREAD)

    assert "before its first race, and I post nothing about it. To join again, use `/cup join`" in left.told
    assert "points" not in left.told
    assert not await arena.steward.desk.acts(race)
    assert "You are in **Ludi" in again.told


async def test_who_leaves_a_cup_while_a_substitute_drives_hears_that_they_drive_on(arena: Arena) -> None:
    place = Place(arena)
    cup = await place.open()
    await place.first_race(cup)
    await place.use("next", thread=FIRST_THREAD)
    race = (await arena.steward.cups.cup(cup.id)).races[-1].record.id
    await arena.steward.desk.vacation(race, BOB, arena.circus.clock.now + 86_400)
    await place.use("substitute", player=EVE, thread=FIRST_THREAD)
    await arena.steward.substitutes.look_at_cups()
    await arena.steward.desk.take_reins(race, EVE, Faction(2))

    asked = await place.use("leave", player=BOB, thread=FIRST_THREAD + 1)
    left = await out(arena, BOB, OutButton(race, "cup"))

    assert "Your substitute drives on" in asked.told
    assert "your substitute drives on" in left.told
    assert "house driver" not in asked.told + left.told


@pytest.mark.slow
async def test_a_cup_whose_host_has_left_between_two_races_goes_on(arena: Arena) -> None:
    place = Place(arena)
    cup = await place.open()
    await place.first_race(cup)
    arena.client.servers[GUILD] = Server(ANN)

    refused = await place.use("next", player=BOB, thread=FIRST_THREAD)
    arena.circus.clock.pass_by(UNTIL_TAKEN_OVER + 1)
    taken = await ran(arena, BOB, RACES, "host", channel=FIRST_THREAD)
    opened = await place.use("next", player=BOB, thread=FIRST_THREAD)

    assert f"<@{BOB}>, the first to enter, can take over" in refused.told
    assert "You host" in taken.told
    assert "is open" in opened.told
    asked = await ran(arena, BOB, RACES, "start", "", channel=FIRST_THREAD + 1)
    assert "**Ann** has left this server" in asked.told
    assert "Start without" not in asked.last.words(), "a cup keeps its drivers"
    arena.client.servers[GUILD].gone.clear()
    handed = await ran(arena, BOB, RACES, "host", arena.client.user_of(ANN), channel=FIRST_THREAD + 1)
    race = (await arena.steward.cups.of_guild(GUILD))[0].races[-1].record.id
    taken_on: Any = arena.act(ANN)
    await outcome(taken_on, HostingButton(race).callback(taken_on))
    assert "once they press" in handed.told
    assert "You host" in taken_on.told
    former = await ran(arena, BOB, RACES, "host", arena.client.user_of(BOB), channel=FIRST_THREAD)
    assert "Only the host" in former.told, "the race before is still Bob's, the cup is not"


async def test_who_leaves_under_way_sees_each_way_out_with_its_price(arena: Arena) -> None:
    race = await arena.open_race()

    asked = await ran(arena, BOB, RACES, "leave", str(race))
    pressed: Any = arena.act(BOB)
    await outcome(pressed, LobbyButton(race, "leave").callback(pressed))

    day = int(arena.circus.clock.now + 86_400)
    for each in (asked, pressed):
        assert "Nothing has changed yet" in each.told
        assert "The result counts for your rating" in each.told
        assert {f"away:{race}:{day}", f"out:race:{race}"} <= set(each.last.words())
        assert each.last.is_private
    assert (await arena.steward.race(race)).factions[1].at_the_reins == BOB


async def test_a_press_leaves_the_race_and_all_read_it(arena: Arena) -> None:
    race = await arena.open_race()

    done, again, forged = [await out(arena, BOB, OutButton(race, act)) for act in ("race", "race", "cup")]
    await arena.deliver()

    assert "You are out, and all read it" in done.told
    assert "You have left Ludi already" in again.told
    assert "You have left Ludi already" in forged.told, "it belongs to no cup"
    told = "\n".join(arena.thread.words())
    assert f"<@{BOB}> left the race. A house driver takes the reins of" in told
    assert f"reins:{race}:2" in told
    assert (await arena.steward.race(race)).factions[1].at_the_reins is None


async def test_who_only_looks_on_or_has_not_begun_is_answered_as_before(arena: Arena) -> None:
    race = await arena.open_race()
    lobby = await arena.lobby(title="Later", thread=78)
    await arena.steward.lobbies.join(lobby, BOB, "Bob")

    stranger = await ran(arena, EVE, RACES, "leave", str(race))
    left = await ran(arena, BOB, RACES, "leave", str(lobby))

    assert "out:race" not in str(stranger.last.words())
    assert "You are out of Later" in left.told


@pytest.mark.slow
async def test_in_a_cup_the_way_out_is_the_cups(arena: Arena) -> None:
    place = Place(arena)
    cup = await place.open()
    await place.first_race(cup)
    await place.use("next", thread=FIRST_THREAD)
    race = (await arena.steward.cups.cup(cup.id)).races[-1].record.id

    asked = await ran(arena, BOB, RACES, "leave", "", channel=FIRST_THREAD + 1)
    done = await out(arena, BOB, OutButton(race, "cup"))

    assert "The points stay with the chariot" in asked.told
    assert f"out:cup:{race}" in asked.last.words()
    assert f"out:race:{race}" not in asked.last.words()
    assert "You are out of Ludi, and all read it" in done.told


async def test_the_panel_of_a_race_under_way_has_the_way_out(arena: Arena) -> None:
    race = await arena.open_race()
    await arena.deliver()
    panel = [each for each in arena.thread.messages if f"watch:status:{race}" in each.said.words()][-1].said.words()

    assert f"lobby:leave:{race}" in panel


async def test_a_substitute_gives_the_reins_back_with_a_press(arena: Arena) -> None:
    race = await arena.open_race()
    await out(arena, BOB, OutButton(race, "race"))
    await arena.steward.desk.take_reins(race, EVE, Faction(2))

    asked = await ran(arena, EVE, RACES, "leave", str(race))
    forged = await out(arena, ANN, OutButton(race, "reins"))
    done = await out(arena, EVE, OutButton(race, "reins"))
    again = await out(arena, EVE, OutButton(race, "reins"))
    await arena.deliver()

    assert "**Give the reins back**" in asked.told
    assert "only if you had the reins at its start" in asked.told
    assert {f"out:reins:{race}"} <= set(asked.last.words())
    assert "You have given the reins back" in done.told
    for each in (forged, again):
        assert "not in this race" in each.told, each.told
    assert (await arena.steward.race(race)).factions[1].at_the_reins is None
    told = "\n".join(arena.thread.words())
    assert f"<@{EVE}> gave the reins of" in told
    assert told.count(f"reins:{race}:2") == 2, "offered once more"


async def out(arena: Arena, player: PlayerId, button: OutButton) -> FakeInteraction:
    interaction: Any = arena.act(player)
    return await outcome(interaction, button.callback(interaction))
