"""Nobody opens more than a person may, however they press; and nobody is locked out by others."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cogs.kit.messages import words_for
from engine.leagues.words.options import LeagueOptions
from records.limits import (
    CUPS_OF_ONE,
    DAY,
    HOSTINGS_HANDED,
    LEAGUES_IN_A_SERVER,
    LEAGUES_OF_ONE,
    PAUSES,
    PRACTICES_OF_ONE,
    RACES_IN_A_SERVER,
    RACES_OF_ONE,
    REINS_GIVEN,
    RETURNS,
    STABLES_HANDED,
    VACATIONS,
    VOLUNTEERINGS,
    VOTES,
)
from records.races import Place, PublicRace
from records.refusals import Reason, Refused
from records.values import EntryId, Faction, PlayerId, RaceId
from steward import Founded, NewRace
from steward.hosting.hosts import UNTIL_TAKEN_OVER
from tests.steward.circus import ANN, BOB, EVE, MOD, SECONDS, Circus, handed_on
from tests.steward.leagues import PHASES, SHORT, a_circus, a_season, spans, to_phase
from tests.steward.test_cups import agreed, opened
from tests.toy_ruleset import Options

WINDOWS = 10
"""In which somebody presses at once."""


def a_race(host: PlayerId, *, guild: int = 1, lesson: int | None = None) -> NewRace:
    return NewRace(guild, 2, host, "toy", Options(), SECONDS, "Ludi", lesson)


def a_league_of(host: PlayerId, lesson: int | None = None) -> Founded:
    return Founded(1, 2, host, LeagueOptions(events=2), PHASES, spans(), "Ludi", lesson=lesson)


async def refused(*opening: Awaitable[Any]) -> list[Refused]:
    """Return the refusals of what is begun in the same instant."""
    done = await asyncio.gather(*opening, return_exceptions=True)
    found = [each for each in done if isinstance(each, BaseException)]
    assert all(isinstance(each, Refused) for each in found)
    return [each for each in found if isinstance(each, Refused)]


async def press(opens: Callable[[], Awaitable[Any]], times: int = 4) -> list[Refused]:
    """Press so many times in each of ten windows."""
    return [each for _ in range(times) for each in await refused(*(opens() for _ in range(WINDOWS)))]


async def open_of(circus: Circus, host: PlayerId, *, leagues: bool = False) -> list[PublicRace]:
    found = await circus.steward.races_at(Place(player=host, is_for_leagues=leagues))
    return [each for each in found if each.record.state in ("lobby", "running", "paused")]


async def test_a_person_opens_five_races_and_not_one_more_however_they_press(circus: Circus) -> None:
    found = await press(lambda: circus.steward.lobbies.open_race(a_race(ANN)))

    assert {each.reason for each in found} == {Reason.HOSTS_ENOUGH}
    assert {(each.values["what"], each.values["at_most"]) for each in found} == {("race", 5)}
    mine = await open_of(circus, ANN)
    assert len(mine) == RACES_OF_ONE.most == 5
    await circus.steward.lobbies.open_race(a_race(BOB))
    await circus.steward.lobbies.open_race(a_race(ANN, guild=2))
    await circus.steward.lobbies.cancel(mine[0].record.id, ANN)
    await circus.steward.lobbies.open_race(a_race(ANN))


async def test_being_forgotten_is_no_way_to_open_more(circus: Circus) -> None:
    """Whom I don't know any more has opened nothing: so for a day they open nothing at all."""
    lobbies, opens = circus.steward.lobbies, partial(circus.steward.lobbies.open_race, a_race(ANN))
    await press(opens, 1)
    await circus.steward.forgetters.forget(ANN)

    again = [*await refused(opens(), lobbies.open_race(a_race(ANN, guild=2)), lobbies.open_race(a_race(ANN, lesson=0)))]
    others = await refused(lobbies.open_race(a_race(BOB)))
    circus.clock.pass_by(DAY + 1)

    assert [each.reason for each in again] == [Reason.TOO_OFTEN] * 3
    assert [each.values["what"] for each in again] == ["forgotten"] * 3
    assert "You were forgotten, so for 24 hours you open nothing" in words_for(again[0])
    assert others == await refused(opens()) == []


async def test_a_race_that_rests_counts_as_open(circus: Circus) -> None:
    race = await circus.race()
    await circus.steward.desk.pause(race, ANN, "Rain")

    assert len(await press(lambda: circus.steward.lobbies.open_race(a_race(ANN)), 1)) == WINDOWS - 4


async def test_a_person_opens_two_cups_and_their_races_count_among_no_others(circus: Circus) -> None:
    found = await press(lambda: circus.steward.cups.open(agreed()))

    assert {(each.reason, each.values["what"]) for each in found} == {(Reason.HOSTS_ENOUGH, "cup")}
    assert len(await circus.steward.cups.of_guild(1)) == CUPS_OF_ONE.most == 2
    assert len(await press(lambda: circus.steward.lobbies.open_race(a_race(ANN)), 1)) == WINDOWS - RACES_OF_ONE.most


async def test_a_person_opens_two_leagues(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)

    found = await press(lambda: circus.steward.leagues.open(a_league_of(ANN)))

    assert {(each.reason, each.values["what"]) for each in found} == {(Reason.HOSTS_ENOUGH, "league")}
    assert len(await open_of(circus, ANN, leagues=True)) == LEAGUES_OF_ONE.most == 2
    await circus.steward.leagues.open(a_league_of(BOB))
    await circus.close()


@pytest.mark.slow
async def test_a_full_server_lets_everybody_open_a_first_race_and_names_who_has_the_others(circus: Circus) -> None:
    def opens(host: PlayerId) -> Awaitable[RaceId]:
        return circus.steward.lobbies.open_race(a_race(host))

    hosts = [PlayerId(1_000 + number) for number in range(RACES_IN_A_SERVER.most // RACES_OF_ONE.most)]
    for host in hosts:
        await press(partial(opens, host), 1)

    first = await refused(*(circus.steward.lobbies.open_race(a_race(EVE)) for _ in range(WINDOWS)))

    assert len(await open_of(circus, EVE)) == 1
    assert {each.reason for each in first} == {Reason.TOO_MANY_RACES}
    assert first[0].values | {"races": ()} == {
        "what": "race",
        "at_most": RACES_IN_A_SERVER.most,
        "own": 1,
        "hosts": tuple((host, 5) for host in hosts[:3]),
        "races": (),
    }


async def test_a_full_server_lets_everybody_open_a_first_league(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    hosts = [PlayerId(1_000 + number) for number in range(LEAGUES_IN_A_SERVER.most // LEAGUES_OF_ONE.most)]
    for host in hosts:
        assert not await refused(*(circus.steward.leagues.open(a_league_of(host)) for _ in range(2)))

    assert len(await press(lambda: circus.steward.leagues.open(a_league_of(EVE)), 1)) == WINDOWS - 1
    await circus.close()


async def test_the_next_race_of_a_cup_is_opened_in_a_server_however_full(circus: Circus) -> None:
    cup = await circus.steward.cups.open(agreed(races=2))
    await press(lambda: circus.steward.lobbies.open_race(a_race(ANN)), 1)
    await circus.steward.lobbies.cancel(cup.races[0].record.id, ANN)

    assert (await circus.steward.cups.next_race(cup.id, ANN)).record.state == "lobby"


async def test_another_practice_ends_the_oldest_in_a_server_or_in_direct_messages(circus: Circus) -> None:
    async def opens() -> RaceId:
        return await circus.steward.practices.open(a_race(ANN, guild=0, lesson=0))

    first = await opens()
    assert not await press(opens, 2)
    last = await circus.steward.practices.open(a_race(ANN, guild=1, lesson=0))

    mine = [each.record.id for each in await open_of(circus, ANN)]
    assert len(mine) == PRACTICES_OF_ONE.most
    assert last in mine
    assert (await circus.steward.race(first)).record.state == "cancelled"
    assert not await press(lambda: circus.steward.lobbies.open_race(a_race(BOB)), 0)
    await circus.steward.lobbies.open_race(a_race(ANN))  # practices count among no races


async def test_a_lesson_of_a_number_is_begun_once_and_another_beside_it(circus: Circus) -> None:
    def begins(number: int) -> Awaitable[RaceId]:
        return circus.steward.practices.open(a_race(ANN, lesson=number))

    for number in (1, 2):
        await press(partial(begins, number), 1)
    await circus.steward.practices.open(a_race(BOB, lesson=1))

    assert [each.record.lesson for each in await open_of(circus, ANN)] == [1, 2]


async def test_a_season_of_a_lesson_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)

    seasons = [await circus.steward.practices.open(a_league_of(ANN, lesson=6)) for _ in range(4)]

    assert [each.record.id for each in await open_of(circus, ANN, leagues=True)] == seasons[-1:]
    await circus.steward.leagues.open(a_league_of(ANN))
    await circus.close()


# Acts that are told to others


async def done_of(circus: Circus, race: RaceId, kind: str) -> int:
    return sum(each.kind == kind for each in await circus.store.stories.acts(race))


async def test_a_member_votes_six_times_a_day_and_each_vote_is_one_post(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)
    await circus.deliver()
    circus.messenger.delivered.clear()

    found = await press(lambda: circus.steward.members.vote(league, BOB, BOB), 3)
    await circus.deliver()

    assert {(each.reason, each.values["what"], each.values["hours"]) for each in found} == {
        (Reason.TOO_OFTEN, "vote", 24)
    }
    assert await done_of(circus, league, "vote") == VOTES.most
    assert len([each for each in circus.messenger.delivered if each.kind == "act"]) == VOTES.most
    again = found[0].values["again"]
    assert isinstance(again, int)
    circus.clock.now = again
    await circus.steward.members.vote(league, BOB, BOB)
    await circus.close()


async def test_to_volunteer_and_withdraw_again_and_again_is_told_three_times(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)
    known = await circus.steward.race(league)

    for _ in range(VOLUNTEERINGS.most):
        await circus.steward.substitutes.volunteer(league, EVE, "Eve")
        assert await circus.steward.substitutes.withdraw(known, EVE)

    found = await refused(circus.steward.substitutes.volunteer(league, EVE, "Eve"))
    assert [(each.reason, each.values["what"]) for each in found] == [(Reason.TOO_OFTEN, "volunteer")]
    assert await done_of(circus, league, "withdraw") == VOLUNTEERINGS.most
    await circus.close()


async def test_a_driver_says_six_times_a_day_how_long_they_are_away_and_the_race_goes_on(circus: Circus) -> None:
    race, until = await circus.race(), circus.clock.now + 90_000.0

    found = await press(lambda: circus.steward.desk.vacation(race, BOB, until), 2)

    assert {each.values["what"] for each in found} == {"vacation"}
    assert await done_of(circus, race, "vacation") == VACATIONS.most
    await circus.steward.desk.take_reins(race, BOB, Faction(2))
    await circus.to_the_end(race)
    assert (await circus.steward.race(race)).record.state == "finished"


async def test_an_owner_who_leaves_and_comes_back_all_day_does_so_six_times(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)
    await to_phase(circus, league, "stable")
    members = circus.steward.members
    for _ in range(RETURNS.most):
        await members.leave(league, BOB)
        await members.come_back(league, BOB)
    await members.leave(league, BOB)

    assert [each.values["what"] for each in await refused(members.come_back(league, BOB))] == ["return"]
    circus.clock.pass_by(RETURNS.span)
    await circus.steward.timekeeper.tick()
    await members.come_back(league, BOB)
    await circus.close()


# Hosting that is handed on


async def handed_to(circus: Circus, heir: PlayerId, times: int) -> list[RaceId]:
    """Have Ann open lobbies that somebody enters, and hand them to them."""
    races = []
    for _ in range(times):
        race = await circus.steward.lobbies.open_race(a_race(ANN))
        await circus.steward.lobbies.join(race, heir, "Heir")
        races.append(race)
        await handed_on(circus, race, ANN, heir)
    return races


async def test_nobody_is_handed_more_races_than_they_may_host(circus: Circus) -> None:
    await handed_to(circus, BOB, RACES_OF_ONE.most)
    race = await circus.steward.lobbies.open_race(a_race(ANN))
    await circus.steward.lobbies.join(race, BOB, "Bob")

    await circus.steward.hosts.ask(race, ANN, BOB)
    found = await press(lambda: circus.steward.hosts.accept(race, BOB), 1)

    assert {each.reason for each in found} == {Reason.HOSTS_ENOUGH}
    assert (found[0].values["what"], found[0].values["own"], found[0].values["at_most"]) == ("race", 5, 5)
    assert (await circus.steward.race(race)).record.host == ANN
    assert [each.kind for each in await circus.steward.desk.acts(race)] == ["handing"]


async def test_who_takes_over_hosts_no_more_than_they_may_either(circus: Circus) -> None:
    race = await circus.steward.lobbies.open_race(a_race(ANN))
    await circus.steward.lobbies.join(race, BOB, "Bob")
    await press(lambda: circus.steward.lobbies.open_race(a_race(BOB)), 1)
    circus.messenger.gone.add(ANN)
    await circus.steward.hosts.orphaned(await circus.steward.race(race), anew=True)
    circus.clock.pass_by(UNTIL_TAKEN_OVER)

    (found,) = await refused(circus.steward.hosts.take_over(race, BOB))

    assert found.reason is Reason.HOSTS_ENOUGH


@pytest.mark.parametrize("what", ["cup", "league"])
async def test_a_cup_and_a_league_count_at_a_hand_over_as_well(circus: Circus, tmp_path: Path, what: str) -> None:
    if what == "cup":
        races = [(await opened(circus, host=host)).races[0].record.id for host in (ANN, ANN, EVE)]
    else:
        circus = await a_circus(tmp_path)
        races = [await circus.steward.leagues.open(a_league_of(each)) for each in (ANN, ANN, EVE)]
        for each in races:
            await circus.steward.leagues.join(each, BOB, "Bob")
    for each in races[:2]:
        await handed_on(circus, each, ANN, BOB)

    (found,) = await refused(handed_on(circus, races[2], MOD, BOB))

    assert (found.reason, found.values["what"]) == (Reason.HOSTS_ENOUGH, what)
    await circus.close()


async def test_what_was_handed_on_still_counts_as_opened_by_who_opened_it(circus: Circus) -> None:
    for heir in (PlayerId(701), PlayerId(702), PlayerId(703), PlayerId(704)):
        await handed_to(circus, heir, RACES_OF_ONE.most)

    (found,) = await refused(circus.steward.lobbies.open_race(a_race(ANN)))

    assert (found.reason, found.values["what"]) == (Reason.TOO_OFTEN, "race")
    await circus.steward.lobbies.cancel((await open_of(circus, PlayerId(701)))[0].record.id, PlayerId(701))
    await circus.steward.lobbies.open_race(a_race(PlayerId(701)))


async def test_a_race_is_handed_to_and_fro_six_times_a_day(circus: Circus) -> None:
    (race,) = await handed_to(circus, BOB, 1)
    await circus.steward.lobbies.join(race, ANN, "Ann")
    await handed_on(circus, race, MOD, ANN)
    for _ in range(HOSTINGS_HANDED.most - 1):
        await handed_on(circus, race, ANN, BOB)
        await handed_on(circus, race, BOB, ANN)

    (found,) = await refused(handed_on(circus, race, ANN, BOB))

    assert (found.reason, found.values["what"], found.values["at_most"]) == (Reason.TOO_OFTEN, "handing", 6)
    circus.clock.pass_by(DAY)
    await handed_on(circus, race, ANN, BOB)


# Acts of a host


async def test_a_race_is_paused_and_goes_on_six_times_a_day(circus: Circus) -> None:
    race, desk = await circus.race(), circus.steward.desk
    for _ in range(PAUSES.most):
        await desk.pause(race, MOD, "lunch")
        await desk.resume(race, MOD)

    (paused,) = await refused(desk.pause(race, MOD, "lunch"))
    await desk.pause(race, ANN, "lunch")
    (resumed,) = await refused(desk.resume(race, MOD))

    assert [(each.reason, each.values["what"]) for each in (paused, resumed)] == [
        (Reason.TOO_OFTEN, "pause"),
        (Reason.TOO_OFTEN, "resume"),
    ]


async def test_reins_go_to_and_fro_so_often_a_day(circus: Circus) -> None:
    race, desk = await circus.race(), circus.steward.desk
    for number in range(REINS_GIVEN.most):
        await desk.replace(race, MOD, Faction(2), (EVE, None)[number % 2], "who drives?")

    (found,) = await refused(desk.replace(race, MOD, Faction(2), EVE, "who drives?"))

    assert (found.reason, found.values["what"]) == (Reason.TOO_OFTEN, "replace")
    (bob,) = (each for each in (await circus.steward.race(race)).factions if each.faction == 2)
    assert bob.at_the_reins is None, "it has changed nothing"
    await desk.restart_turn(race, MOD, "the race goes on")


async def test_a_stable_is_handed_and_taken_so_often_a_day(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus, SHORT)
    members = circus.steward.members
    for _ in range(STABLES_HANDED.most):
        await members.expel(league, MOD, BOB, "who plays?")
        await members.hand(league, MOD, EntryId(2), BOB, "Bob", "who plays?")
    await members.expel(league, MOD, BOB, "who plays?")

    (found,) = await refused(members.hand(league, MOD, EntryId(2), BOB, "Bob", "who plays?"))

    assert (found.reason, found.values["what"]) == (Reason.TOO_OFTEN, "hand")
    circus.clock.pass_by(DAY)
    await members.hand(league, MOD, EntryId(2), BOB, "Bob", "who plays?")
    await circus.close()
