"""Those who drive in a race, or own a stable in its league, turn it back seldom, and gain nothing by it (S-48)."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest

from engine.refusals import GameReason
from records.refusals import Reason, Refused
from records.values import Faction, PlayerId, RaceId
from steward import Founded
from steward.hosting.hosts import UNTIL_TAKEN_OVER
from steward.remembering.ratings import MEAN
from tests.pasts import have_raced, latest_ratings
from tests.steward.circus import ANN, BLUE, BOB, EVE, MOD, Circus, handed_on
from tests.steward.leagues import ONE, PHASES, SHORT, a_circus, a_season, spans, to_phase
from tests.steward.test_cups import first_race, next_race, opened, run
from tests.steward.test_spectators import to_race

WHY = "a slip of the finger"


async def refusal(doing: Awaitable[Any]) -> Reason | GameReason:
    with pytest.raises(Refused) as refused:
        await doing
    reason = refused.value.reason
    assert isinstance(reason, Reason | GameReason)
    return reason


async def changes(circus: Circus, ruleset: str = "toy") -> dict[PlayerId, float]:
    """Return by how much everybody's rating has changed."""
    await circus.steward.chronicler.catch_up()
    return {player: each.mean - MEAN for player, each in (await latest_ratings(circus.store, ruleset)).items()}


# A cup


async def test_a_race_of_a_cup_that_its_driver_calls_off_is_turned_back_by_that(circus: Circus) -> None:
    cup = await opened(circus)
    race = cup.races[0].record.id
    await circus.steward.lobbies.start(race, ANN)
    await circus.pace(race, 1, 6)

    await circus.steward.desk.close(race, ANN, "I would lose")
    lost = (await changes(circus))[ANN]
    again = (await circus.steward.cups.next_race(cup.id, ANN)).record.id
    await circus.steward.lobbies.set_thread(again, 33)
    for player, name, colour in ((ANN, "Ann", "red"), (BOB, "Bob", "blue")):
        await circus.steward.lobbies.join(again, player, name, colour=colour)
    await circus.steward.lobbies.start(again, ANN)
    await circus.pace(again, 6, 1)
    refused = [
        await refusal(circus.steward.desk.restart_turn(again, ANN, WHY)),
        await refusal(circus.steward.desk.close(again, ANN, WHY)),
        await refusal(circus.steward.desk.close(again, BOB, WHY)),
    ]
    await circus.to_the_end(again)

    assert refused == [Reason.TURNED_BACK_ENOUGH] * 3
    assert lost < 0
    after = await changes(circus)
    assert after[ANN] == lost, "what she won in its place brings her nothing"
    assert after[BOB] < 0
    await circus.steward.desk.restart_turn(again, MOD, WHY)


async def test_the_next_race_of_a_cup_may_be_turned_back_again(circus: Circus) -> None:
    cup = await opened(circus, races=3)
    await first_race(circus, cup)
    race = cup.races[0].record.id
    await circus.steward.cups.next_race(cup.id, ANN)
    await circus.steward.desk.restart_turn(race, ANN, WHY)  # it calls the lobby of the second one off
    await run(circus, race, 1, 6)
    second = await next_race(circus, cup, 34)

    await circus.steward.desk.restart_turn(second, ANN, WHY)

    assert await refusal(circus.steward.desk.restart_turn(second, ANN, WHY)) is Reason.TURNED_BACK_ENOUGH


async def test_two_who_turn_a_race_back_at_once_do_so_once(circus: Circus) -> None:
    cup = await opened(circus)
    race = cup.races[0].record.id
    await circus.steward.lobbies.start(race, ANN)
    await circus.pace(race, 1, 6)

    done = await asyncio.gather(
        *(circus.steward.desk.restart_turn(race, each, WHY) for each in (ANN, BOB, ANN)), return_exceptions=True
    )

    assert [getattr(each, "reason", None) for each in done] == [None, *[Reason.TURNED_BACK_ENOUGH] * 2]
    assert [act.kind for act in await circus.steward.desk.acts(race)] == ["restart"]


# Who has an interest


async def test_who_gave_the_reins_away_has_an_interest_still(circus: Circus) -> None:
    race, desk = await circus.race(), circus.steward.desk
    await desk.replace(race, MOD, Faction(1), EVE, "Ann is ill")
    for _ in range(3):
        await desk.restart_turn(race, EVE, WHY)

    assert await refusal(desk.restart_turn(race, ANN, WHY)) is Reason.TURNED_BACK_ENOUGH
    assert await refusal(desk.force(race, ANN, BLUE, WHY)) is Reason.TIME_IS_THEIRS


async def test_a_reminder_of_half_a_time_goes_by_the_rivals_own_question(circus: Circus) -> None:
    race, desk = await circus.race(), circus.steward.desk
    until = (await circus.asked(race, BLUE)).until
    assert until is not None
    half = (circus.clock.now + until) / 2

    circus.clock.now = half - 1
    early = await refusal(desk.force(race, ANN, BLUE, WHY))
    await desk.extend(race, MOD, 3_600, WHY, BLUE)
    circus.clock.now = half
    later = await refusal(desk.force(race, ANN, BLUE, WHY))
    circus.clock.now = half + 1_800
    await desk.force(race, ANN, BLUE, WHY)

    assert early is later is Reason.TIME_IS_THEIRS, "more time is more time"
    assert await refusal(desk.replace(race, ANN, Faction(2), None, WHY)) is Reason.TIME_IS_THEIRS, "he has answered"


async def test_against_the_house_alone_a_race_is_turned_back_at_will(circus: Circus) -> None:
    race, desk = await circus.lobby(), circus.steward.desk
    await circus.steward.lobbies.join(race, ANN, "Ann", colour="red")
    await circus.steward.lobbies.fill(race, ANN, "steady", 2)
    await circus.steward.lobbies.start(race, ANN)

    for _ in range(5):
        await desk.restart_turn(race, ANN, WHY)

    assert len(await desk.acts(race)) == 5


async def test_who_took_reins_later_has_to_ask_a_moderator(circus: Circus) -> None:
    race = await circus.race()
    await circus.steward.desk.replace(race, MOD, Faction(2), EVE, "Bob is gone")
    trusts = circus.steward.desk.is_trusted
    now = await circus.steward.race(race)
    assert [await trusts(now, each) for each in (ANN, BOB, EVE)] == [True, True, False]

    await have_raced(circus.store, 900, EVE, *(PlayerId(each) for each in (7, 8, 9)))

    assert await trusts(now, EVE), "whoever is known acts as before"


# A league


@pytest.mark.slow
async def test_an_event_is_turned_back_once_whichever_way(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league, race = await to_race(circus)
    await circus.deliver()

    await circus.steward.desk.close(race, ANN, "I would lose")
    await to_phase(circus, league, "eve")
    ways = [await refusal(circus.steward.desk.rewind(league, BOB, 3, WHY))]
    await to_phase(circus, league, "race")
    await circus.steward.timekeeper.tick()
    (again,) = await circus.steward.leagues.races(league)
    await circus.deliver()
    ways += [
        await refusal(circus.steward.leagues.go_back(league, BOB, WHY)),
        await refusal(circus.steward.desk.restart_turn(again.id, ANN, WHY)),
        await refusal(circus.steward.desk.close(again.id, ANN, WHY)),
    ]
    await to_phase(circus, league, "protest")

    assert ways == [Reason.TURNED_BACK_ENOUGH] * 4
    assert again.id != race
    assert (await changes(circus, "circus-maximus"))[ANN] < 0
    await circus.steward.leagues.go_back(league, MOD, "they all agree")
    await circus.close()


@pytest.mark.slow
@pytest.mark.parametrize("by", [ANN, MOD])
async def test_an_act_on_an_event_counts_as_one_on_its_race(tmp_path: Path, by: PlayerId) -> None:
    """Ann ends a phase before its time, and wins the race of that event, or loses it: she rises by neither."""
    circus = await a_circus(tmp_path)
    league = await a_season(circus, ONE)
    await to_phase(circus, league, "eve")
    circus.clock.pass_by(PHASES["eve"] / 2)
    await circus.steward.leagues.close_phase(league, by, "all are here")
    await to_phase(circus, league, "protest")

    found = await changes(circus, "circus-maximus")
    (summary,) = await circus.store.past.summaries(1)
    assert {each.person: each.is_meddled for each in summary.entries if each.person} == {ANN: by == ANN, BOB: False}
    assert found[ANN] <= 0 or by != ANN
    await circus.close()


@pytest.mark.slow
async def test_what_changes_no_race_takes_nothing_from_its_rating(tmp_path: Path) -> None:
    """Ann ends the time for protests, which are about the race before."""
    circus = await a_circus(tmp_path)
    league = await a_season(circus, SHORT)
    await to_phase(circus, league, "protest")
    circus.clock.pass_by(PHASES["protest"] / 2)
    await circus.steward.leagues.close_phase(league, ANN, "nobody protests")
    await to_phase(circus, league, "protest", 2)

    await circus.steward.chronicler.catch_up()
    newest, _ = await circus.store.past.summaries(1)
    assert not any(each.is_meddled for each in newest.entries)
    await circus.close()


async def test_points_that_a_driver_takes_from_themselves_cost_no_rating(circus: Circus) -> None:
    cup = await opened(circus)
    await first_race(circus, cup, 6, 1)
    await circus.steward.cups.correct(cup.id, ANN, ANN, -1, WHY)

    assert (await changes(circus))[ANN] > 0


async def test_friends_who_hand_the_cup_to_each_other_give_each_other_no_points(circus: Circus) -> None:
    cup = await opened(circus)
    race, correct = await first_race(circus, cup), circus.steward.cups.correct

    refused = [await refusal(correct(cup.id, ANN, BOB, 99, WHY))]
    await handed_on(circus, race, ANN, BOB)
    refused += [await refusal(correct(cup.id, BOB, whose, 1, WHY)) for whose in (ANN, BOB)]
    refused.append(await refusal(correct(cup.id, BOB, ANN, -1, WHY)))
    await correct(cup.id, BOB, BOB, -1, WHY)

    assert refused == [Reason.NEEDS_ANOTHER] * 4
    await correct(cup.id, MOD, ANN, 1, WHY)


async def test_a_better_of_a_league_has_an_interest_in_its_races(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league, race = await to_race(circus)
    await circus.deliver()
    await circus.steward.leagues.join(league, EVE, "Eve", role="better")

    await circus.steward.desk.restart_turn(race, EVE, WHY)

    assert await refusal(circus.steward.desk.restart_turn(race, ANN, WHY)) is Reason.TURNED_BACK_ENOUGH
    assert await refusal(circus.steward.desk.rate(RaceId(race), EVE, WHY, counts=False)) is Reason.NOT_OVER
    await circus.close()


async def test_an_elected_owner_does_not_end_the_season_alone(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus, ONE)
    for voter in (ANN, BOB):
        await circus.steward.members.vote(league, voter, BOB)
    assert (await circus.steward.race(league)).record.host == BOB

    refused = [
        await refusal(circus.steward.leagues.cancel(league, BOB, WHY)),
        await refusal(circus.steward.desk.close(league, BOB, WHY)),
    ]

    assert refused == [Reason.FOUNDER_ENDS] * 2
    assert (await circus.steward.race(league)).record.state == "running"
    await circus.steward.leagues.cancel(league, MOD, "they all agree")
    await circus.close()


@pytest.mark.parametrize("way", ["handed", "taken over"])
async def test_nor_does_an_owner_who_was_handed_the_league_or_took_it_over(tmp_path: Path, way: str) -> None:
    circus = await a_circus(tmp_path)
    league = await circus.steward.leagues.open(Founded(1, 2, ANN, ONE, PHASES, spans(), "Ludi"))
    for player, name in ((ANN, "Ann"), (BOB, "Bob")):
        await circus.steward.leagues.join(league, player, name)
    if way == "taken over":
        circus.messenger.gone.add(ANN)
        await circus.steward.hosts.orphaned(await circus.steward.race(league), anew=True)
        circus.clock.pass_by(UNTIL_TAKEN_OVER)
        await circus.steward.hosts.take_over(league, BOB)
    else:
        await handed_on(circus, league, ANN, BOB)
    await circus.steward.leagues.start(league, BOB)

    assert await refusal(circus.steward.leagues.cancel(league, BOB, WHY)) is Reason.FOUNDER_ENDS
    await circus.close()


async def test_who_opened_the_league_ends_it_when_they_host_it_again(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus, ONE)
    for candidate in (BOB, ANN):
        for voter in (ANN, BOB):
            if (await circus.steward.race(league)).record.host != candidate:
                await circus.steward.members.vote(league, voter, candidate)

    await circus.steward.leagues.cancel(league, ANN, WHY)

    assert (await circus.steward.race(league)).record.state == "cancelled"
    await circus.close()
