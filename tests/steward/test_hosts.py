"""Hosts who have left the server, hand a race on, or are followed by the first to enter (S-58)."""

import asyncio
import json

from records.refusals import Reason
from records.values import RaceId
from steward.hosting.hosts import UNTIL_TAKEN_OVER
from tests.steward.circus import ANN, BOB, EVE, Circus, handed_on, is_missed
from tests.steward.test_cups import first_race, opened, refused
from tests.steward.test_members import DOT

HERE = 1


async def a_lobby(circus: Circus) -> RaceId:
    """Return a race that Ann hosts and is in, and that Bob and then Eve have entered."""
    race = await circus.lobby()
    for player, name in ((ANN, "Ann"), (BOB, "Bob"), (EVE, "Eve")):
        await circus.steward.lobbies.join(race, player, name)
    return race


async def host_of(circus: Circus, race: RaceId) -> int:
    return (await circus.steward.race(race)).record.host


async def test_the_first_to_enter_takes_over_a_day_after_the_host_was_missed(circus: Circus) -> None:
    race, hosts = await a_lobby(circus), circus.steward.hosts
    assert (await refused(hosts.take_over(race, BOB))).reason is Reason.HOST_IS_HERE
    circus.clock.pass_by(700)
    circus.messenger.gone.add(ANN)
    early, second = await refused(hosts.take_over(race, BOB)), await refused(hosts.take_over(race, EVE))
    assert early.values == {"at": int(circus.clock.now + UNTIL_TAKEN_OVER)}
    assert (second.reason, second.values) == (Reason.NOT_NEXT_AS_HOST, {"player": BOB})
    circus.clock.pass_by(UNTIL_TAKEN_OVER)

    again = await circus.again(messenger=circus.messenger)
    done = await asyncio.gather(*(again.steward.hosts.take_over(race, BOB) for _ in range(2)), return_exceptions=True)

    assert sum(each is None for each in done) == 1, "told once"
    assert await host_of(again, race) == BOB
    acts = await again.steward.desk.acts(race)
    assert [(each.kind, each.by, json.loads(each.body)["was"]) for each in acts] == [("elect", BOB, ANN)]
    await again.steward.lobbies.start(race, BOB)


async def test_a_host_who_comes_back_in_time_hosts_on(circus: Circus) -> None:
    race = await a_lobby(circus)
    await is_missed(circus, ANN)
    circus.clock.pass_by(UNTIL_TAKEN_OVER - 1)

    await circus.steward.presence.seen(HERE, ANN)
    circus.clock.pass_by(2)

    assert (await refused(circus.steward.hosts.take_over(race, BOB))).reason is Reason.HOST_IS_HERE
    assert await circus.steward.hosts.orphaned(await circus.steward.race(race)) is None


async def test_the_next_one_is_first_if_the_first_to_enter_has_left_as_well(circus: Circus) -> None:
    race = await a_lobby(circus)
    circus.messenger.gone.update((ANN, BOB))
    orphaned = await circus.steward.hosts.orphaned(await circus.steward.race(race))
    assert orphaned is not None
    assert (orphaned.host, orphaned.heir) == ("Ann", EVE)
    circus.clock.pass_by(UNTIL_TAKEN_OVER)

    await circus.steward.hosts.take_over(race, EVE)

    assert await host_of(circus, race) == EVE


async def test_the_first_to_enter_takes_over_at_once_from_a_host_who_was_forgotten(circus: Circus) -> None:
    """Nobody comes back as that host: whoever comes is a stranger, and no host of it."""
    race, hosts = await a_lobby(circus), circus.steward.hosts
    await circus.steward.forgetters.forget(ANN)
    orphaned = await hosts.orphaned(await circus.steward.race(race))
    assert orphaned is not None
    assert (orphaned.host, orphaned.heir, orphaned.is_forgotten) == ("", BOB, True)
    assert (await refused(hosts.take_over(race, ANN))).reason is Reason.NOT_NEXT_AS_HOST
    assert (await refused(hosts.take_over(race, EVE))).reason is Reason.NOT_NEXT_AS_HOST

    await hosts.take_over(race, BOB)

    assert await host_of(circus, race) == BOB
    await circus.steward.lobbies.start(race, BOB)


async def test_an_empty_lobby_has_nobody_to_take_over(circus: Circus) -> None:
    race = await circus.lobby()
    circus.messenger.gone.add(ANN)

    found = await refused(circus.steward.hosts.take_over(race, BOB))

    assert (found.reason, found.values) == (Reason.NOT_NEXT_AS_HOST, {"player": None})


async def test_a_host_hands_a_race_on_to_somebody_who_is_in_it_and_here(circus: Circus) -> None:
    race = await a_lobby(circus)
    circus.messenger.gone.add(EVE)
    assert (await refused(handed_on(circus, race, ANN, ANN))).reason is Reason.HOSTS_ALREADY
    assert (await refused(handed_on(circus, race, ANN, DOT))).reason is Reason.NOT_IN_IT
    assert (await refused(handed_on(circus, race, ANN, EVE))).reason is Reason.NOT_HERE

    await handed_on(circus, race, ANN, BOB)

    assert await host_of(circus, race) == BOB
    assert (await refused(circus.steward.lobbies.start(race, ANN))).reason is Reason.NOT_THE_HOST


async def test_a_race_that_is_over_has_no_new_host(circus: Circus) -> None:
    race = await a_lobby(circus)
    await circus.steward.lobbies.cancel(race, ANN)
    circus.messenger.gone.add(ANN)
    circus.clock.pass_by(UNTIL_TAKEN_OVER)

    assert (await refused(circus.steward.hosts.take_over(race, BOB))).reason is Reason.RACE_IS_OVER
    assert await circus.steward.hosts.orphaned(await circus.steward.race(race)) is None


async def test_a_cup_goes_with_its_race_even_between_two_races(circus: Circus) -> None:
    cup = await opened(circus)
    race = await first_race(circus, cup)
    assert (await circus.steward.race(race)).record.state == "finished"

    await handed_on(circus, race, ANN, BOB)

    assert (await circus.steward.cups.cup(cup.id)).record.host == BOB
    lobby = await circus.steward.cups.next_race(cup.id, BOB)
    assert lobby.record.host == BOB
    assert (await circus.steward.race(race)).record.host == BOB, "he may still correct the race before"
    await handed_on(circus, race, BOB, ANN)
    assert [await host_of(circus, each) for each in (race, lobby.record.id)] == [BOB, ANN], "the latest counts"
    assert (await circus.steward.cups.cup(cup.id)).record.host == ANN
