"""People of a cup: substitutes, who is away between two races, who joins late; nobody is waited for."""

import json

import pytest

from records.races import PublicRace
from records.refusals import Reason
from records.values import Faction, PlayerId, RaceId
from tests.kept import once
from tests.steward.circus import ANN, BOB, EVE, Circus
from tests.steward.test_cups import first_race, next_race, opened, refused

pytestmark = pytest.mark.usefixtures("every_write_raises_revisions")

FAY = PlayerId(60)


async def asked(circus: Circus, race: RaceId) -> list[PlayerId]:
    """Return whom a race has asked to drive, in order."""
    return [json.loads(act.body)["player"] for act in await circus.steward.desk.acts(race) if act.kind == "asked"]


async def queue(circus: Circus, race: RaceId) -> list[PlayerId]:
    return await circus.steward.substitutes.queue(await circus.steward.race(race))


@once
async def waiting(circus: Circus) -> tuple[RaceId, PublicRace]:
    """Return the second race of a cup, which waits for its start."""
    cup = await opened(circus)
    await first_race(circus, cup)
    lobby = await circus.steward.cups.next_race(cup.id, ANN)
    await circus.steward.lobbies.set_thread(lobby.record.id, 32)
    return lobby.record.id, lobby


async def test_substitutes_are_asked_in_turn_and_keep_their_places_over_races_and_a_restart(circus: Circus) -> None:
    cup = await opened(circus)
    race = cup.races[0].record.id
    places = [await circus.steward.substitutes.volunteer(race, each, "Sub") for each in (EVE, FAY, EVE)]
    await first_race(circus, cup)
    second = await next_race(circus, cup)
    await circus.steward.desk.vacation(second, BOB, circus.clock.now + 86_400)

    again = await circus.again()
    await again.steward.seasons.tick()
    await again.steward.seasons.tick()

    assert places == [1, 2, 1]
    assert await queue(again, second) == [EVE, FAY]
    assert await asked(again, second) == [EVE], "one at a time"
    again.clock.pass_by(60)
    await again.steward.desk.take_reins(second, EVE, Faction(2))
    assert (await again.steward.race(second)).factions[1].at_the_reins == EVE
    assert await queue(again, second) == [FAY, EVE], "who drove goes to the end"


async def test_who_does_not_answer_in_time_is_followed_by_the_next(circus: Circus) -> None:
    race, _ = await waiting(circus)
    for each in (EVE, FAY):
        await circus.steward.substitutes.volunteer(race, each, "Sub")
    await circus.steward.desk.vacation(race, BOB, circus.clock.now + 9 * 86_400)

    await circus.steward.substitutes.look_at_cups()
    circus.clock.pass_by(2 * 3_600)
    await circus.steward.substitutes.look_at_cups()

    assert await asked(circus, race) == [EVE, FAY]


async def test_a_place_is_taken_before_the_race_starts_and_the_start_waits_for_nobody(circus: Circus) -> None:
    race, _ = await waiting(circus)
    await circus.steward.substitutes.volunteer(race, EVE, "Eve")
    await circus.steward.desk.vacation(race, BOB, circus.clock.now + 9 * 86_400)
    before = (await circus.steward.race(race)).factions[1]
    await circus.steward.substitutes.look_at_cups()

    await circus.steward.desk.take_reins(race, EVE, Faction(2))
    await circus.steward.lobbies.start(race, ANN)

    assert before.temperament is not None, "a house driver has the reins until somebody takes them"
    assert (await circus.steward.race(race)).factions[1].at_the_reins == EVE


async def test_a_player_takes_the_reins_back_before_the_start(circus: Circus) -> None:
    race, _ = await waiting(circus)
    await circus.steward.desk.vacation(race, BOB, circus.clock.now + 86_400)

    await circus.steward.desk.take_reins(race, BOB, Faction(2))

    seat = (await circus.steward.race(race)).factions[1]
    assert (seat.at_the_reins, seat.away_until) == (BOB, None)
    assert [act.kind for act in await circus.steward.desk.acts(race)] == ["vacation", "return"]


async def test_what_stands_in_the_way_of_a_substitute_is_told(circus: Circus) -> None:
    race, _ = await waiting(circus)
    substitutes, desk = circus.steward.substitutes, circus.steward.desk

    assert (await refused(substitutes.volunteer(race, ANN, "Ann"))).reason is Reason.HAS_A_PLACE
    assert (await refused(desk.take_reins(race, EVE, Faction(2)))).reason is Reason.NO_SEAT
    assert (await refused(desk.vacation(race, EVE, circus.clock.now + 9))).reason is Reason.NOT_ENTERED
    assert not await substitutes.withdraw(await circus.steward.race(race), EVE)
    single = await circus.race(turns=1)
    assert (await refused(substitutes.volunteer(single, EVE, "Eve"))).reason is Reason.NO_SUCH_CUP


async def test_who_withdraws_is_not_asked(circus: Circus) -> None:
    race, _ = await waiting(circus)
    await circus.steward.substitutes.volunteer(race, EVE, "Eve")
    assert await circus.steward.substitutes.withdraw(await circus.steward.race(race), EVE)
    await circus.steward.desk.vacation(race, BOB, circus.clock.now + 86_400)

    await circus.steward.substitutes.look_at_cups()

    assert await asked(circus, race) == []


async def test_who_joins_late_may_leave_again_until_that_race_starts(circus: Circus) -> None:
    cup = await opened(circus, late=3, races=3)
    await first_race(circus, cup)
    lobby = await circus.steward.cups.next_race(cup.id, ANN)
    race = lobby.record.id
    await circus.steward.lobbies.set_thread(race, 32)
    await circus.steward.lobbies.join(race, EVE, "Eve")

    assert (await refused(circus.steward.lobbies.leave(race, BOB))).reason is Reason.STAYS_IN_CUP
    await circus.steward.lobbies.leave(race, EVE)
    assert [each.player for each in (await circus.steward.race(race)).factions] == [ANN, BOB]
    assert [each.name for each in (await circus.steward.race(race)).entries] == ["Celer", "Blue"]

    await circus.steward.lobbies.join(race, EVE, "Eve")
    await circus.steward.lobbies.start(race, ANN)
    assert (await refused(circus.steward.lobbies.leave(race, EVE))).reason is Reason.STAYS_IN_CUP
