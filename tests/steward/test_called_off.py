"""A race that somebody calls off is theirs to lose, whichever way they end it; nobody else's rating moves."""

from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path

import pytest

from records.past import RatingRow
from records.values import Faction, PlayerId, RaceId
from steward.remembering.ratings import MEAN
from tests.pasts import latest_ratings
from tests.steward.circus import ANN, BOB, EVE, MOD, Circus, handed_on
from tests.steward.leagues import ONE, a_circus, a_season, to_phase
from tests.steward.test_cups import first_race, next_race, opened
from tests.steward.test_spectators import to_race

pytestmark = pytest.mark.usefixtures("every_write_raises_revisions")

WHY = "enough for today"


async def ratings(circus: Circus, ruleset: str = "toy") -> dict[PlayerId, RatingRow]:
    """Return everybody's latest rating in a game."""
    await circus.steward.chronicler.catch_up()
    return await latest_ratings(circus.store, ruleset)


async def lost_by(circus: Circus, ruleset: str = "toy") -> list[PlayerId]:
    """Return the people whose rating has fallen; nobody's may have risen."""
    found = await ratings(circus, ruleset)
    assert all(each.mean <= MEAN for each in found.values())
    return [player for player, each in found.items() if each.mean < MEAN]


async def under_way(circus: Circus) -> RaceId:
    race = await circus.race()
    await circus.pace(race, 1, 6)
    return race


async def close(circus: Circus, by: PlayerId) -> None:
    await circus.steward.desk.close(await under_way(circus), by, WHY)


async def close_at_rest(circus: Circus, by: PlayerId) -> None:
    race = await under_way(circus)
    await circus.steward.desk.pause(race, by, WHY)
    await circus.steward.desk.close(race, by, WHY)


async def close_after_the_reins_are_gone(circus: Circus, by: PlayerId) -> None:
    race = await under_way(circus)
    await circus.steward.desk.vacation(race, ANN, circus.clock.now + 86_400.0)
    await circus.steward.desk.close(race, by, WHY)


async def cancel(circus: Circus, by: PlayerId) -> None:
    await circus.steward.lobbies.cancel(await under_way(circus), ANN, by)


async def of_cup(circus: Circus) -> None:
    cup = await opened(circus)
    await circus.steward.lobbies.start(cup.races[0].record.id, ANN)
    await circus.pace(cup.races[0].record.id, 1, 6)


async def cancel_cup(circus: Circus, by: PlayerId) -> None:
    await of_cup(circus)
    (cup,) = await circus.steward.cups.of_guild(1)
    await circus.steward.cups.cancel(cup.id, ANN, by)


async def close_in_cup(circus: Circus, by: PlayerId) -> None:
    await of_cup(circus)
    (cup,) = await circus.steward.cups.of_guild(1)
    await circus.steward.desk.close(cup.races[0].record.id, by, WHY)


ENDS = (close, close_at_rest, close_after_the_reins_are_gone, cancel, cancel_cup, close_in_cup)


@pytest.mark.parametrize("ends", ENDS)
async def test_who_calls_off_their_own_race_loses_it(
    circus: Circus, ends: Callable[[Circus, PlayerId], Awaitable[None]]
) -> None:
    await ends(circus, ANN)

    assert await lost_by(circus) == [ANN]


@pytest.mark.parametrize("ends", ENDS)
async def test_a_moderator_who_does_not_drive_calls_a_race_off_for_nobody(
    circus: Circus, ends: Callable[[Circus, PlayerId], Awaitable[None]]
) -> None:
    await ends(circus, EVE)

    assert await ratings(circus) == {}


async def test_a_lobby_that_is_called_off_is_nobodys_to_lose(circus: Circus) -> None:
    cup = await opened(circus, races=3)
    await first_race(circus, cup)
    before = await ratings(circus)
    await circus.steward.cups.next_race(cup.id, ANN)

    await circus.steward.desk.restart_turn(cup.races[0].record.id, ANN, WHY)  # it takes the next lobby with it
    await circus.to_the_end(cup.races[0].record.id)
    waiting = await next_race(circus, cup)
    await circus.steward.cups.cancel(cup.id, ANN, ANN)

    assert (await circus.steward.race(waiting)).record.state == "cancelled"
    assert before.keys() == (await ratings(circus)).keys()
    assert len(await circus.store.past.summaries(1)) == 1


async def test_the_clock_calls_a_race_off_for_nobody(circus: Circus) -> None:
    race = await circus.race(turns=9)
    await circus.steward.desk.vacation(race, ANN, circus.clock.now + 400 * 86_400.0)
    await circus.steward.desk.vacation(race, BOB, circus.clock.now + 400 * 86_400.0)
    for _ in range(60):
        circus.clock.pass_by(86_400.0)
        await circus.steward.timekeeper.tick()

    record = (await circus.steward.race(race)).record
    assert (record.state, record.called_off_by) == ("cancelled", None)
    assert await ratings(circus) == {}


# By another host


async def hand_on(circus: Circus, race: RaceId, *hosts: PlayerId) -> None:
    """Hand the hosting on from each to the next."""
    for by, to in pairwise(hosts):
        await handed_on(circus, race, by, to)


async def with_eve_in_for_bob(circus: Circus) -> RaceId:
    """Return a race of Ann and Bob in which Eve has Bob's reins since the first turn."""
    race = await under_way(circus)
    await circus.steward.desk.replace(race, MOD, Faction(2), EVE, "Bob is gone")
    return race


async def test_a_race_called_off_by_who_came_later_is_lost_by_who_handed_it_to_them(circus: Circus) -> None:
    race = await with_eve_in_for_bob(circus)
    await hand_on(circus, race, ANN, EVE)

    await circus.steward.desk.close(race, EVE, WHY)

    assert await lost_by(circus) == [ANN]


async def test_a_race_called_off_by_a_driver_who_was_handed_it_is_lost_by_both(circus: Circus) -> None:
    race = await under_way(circus)
    await hand_on(circus, race, ANN, BOB)

    await circus.steward.lobbies.cancel(race, BOB)

    assert await lost_by(circus) == [ANN, BOB]


async def test_who_handed_it_through_another_loses_it_and_who_gave_it_back_does_not(circus: Circus) -> None:
    race = await with_eve_in_for_bob(circus)
    await hand_on(circus, race, ANN, BOB, EVE)
    await circus.steward.desk.close(race, EVE, WHY)
    assert await lost_by(circus) == [ANN, BOB]

    other = await circus.again(messenger=circus.messenger)
    race = await under_way(other)
    await hand_on(other, race, ANN, BOB, ANN)
    await other.steward.desk.close(race, ANN, WHY)

    found = await ratings(other)
    assert found[ANN].change < 0 == found[BOB].change


async def test_a_race_handed_on_before_its_start_or_by_a_moderator_is_lost_by_who_calls_it_off(circus: Circus) -> None:
    race = await circus.lobby()
    for player, name in ((ANN, "Ann"), (BOB, "Bob")):
        await circus.steward.lobbies.join(race, player, name)
    await hand_on(circus, race, ANN, BOB)
    await circus.steward.lobbies.start(race, BOB)
    await handed_on(circus, race, MOD, ANN)
    await handed_on(circus, race, MOD, BOB)

    await circus.steward.desk.close(race, BOB, WHY)

    assert await lost_by(circus) == [BOB]


async def test_what_the_next_host_does_to_a_race_is_as_good_as_done_by_who_handed_it_on(circus: Circus) -> None:
    race = await under_way(circus)
    await hand_on(circus, race, ANN, BOB)
    await circus.steward.desk.restart_turn(race, BOB, WHY)
    await hand_on(circus, race, BOB, ANN)
    await circus.pace(race, 6, 1)
    await circus.to_the_end(race)

    assert (await ratings(circus))[ANN].change <= 0
    (summary,) = await circus.store.past.summaries(1)
    assert {each.person: each.is_meddled for each in summary.entries} == {ANN: True, BOB: True}


# In a league


async def cancel_league(circus: Circus, league: RaceId, _race: RaceId) -> None:
    await circus.steward.leagues.cancel(league, ANN, WHY)


async def close_league(circus: Circus, league: RaceId, _race: RaceId) -> None:
    await circus.steward.desk.close(league, ANN, WHY)


async def close_its_race(circus: Circus, _league: RaceId, race: RaceId) -> None:
    await circus.steward.desk.close(race, ANN, WHY)


async def undo_race(circus: Circus, league: RaceId, _race: RaceId) -> None:
    await circus.steward.leagues.go_back(league, ANN, WHY)


@pytest.mark.parametrize("ends", [cancel_league, close_league, close_its_race, undo_race])
async def test_an_owner_who_calls_off_a_race_of_their_league_loses_it(
    tmp_path: Path, ends: Callable[[Circus, RaceId, RaceId], Awaitable[None]]
) -> None:
    circus = await a_circus(tmp_path)
    league, race = await to_race(circus)
    await circus.deliver()

    await ends(circus, league, race)

    assert (await circus.steward.race(race)).record.called_off_by == ANN
    assert await lost_by(circus, "circus-maximus") == [ANN]
    await circus.close()


@pytest.mark.slow
async def test_a_race_that_is_undone_after_it_came_home_is_lost_by_who_undid_it(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus, ONE)
    await to_phase(circus, league, "protest")
    before = await ratings(circus, "circus-maximus")
    assert len(before) == 2

    await circus.steward.leagues.go_back(league, ANN, WHY)

    assert await lost_by(circus, "circus-maximus") == [ANN]
    assert (await ratings(circus, "circus-maximus"))[BOB].mean == MEAN, "what the race had brought is gone"
    await circus.close()
