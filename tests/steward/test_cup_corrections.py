"""What a host puts right in a cup reaches every number; a race that is over goes back until the cup has gone on."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from engine.refusals import GameReason
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.values import Faction, PlayerId, RaceId
from steward import Cup, Standings, read_body
from steward.running.cup_races import PROTEST
from tests.steward.betting import DAN, FAY, LAPS, PURSE, bet, purses
from tests.steward.circus import ANN, BLUE, BOB, EVE, MOD, RED, Circus
from tests.steward.test_cup_odds import Maker
from tests.steward.test_cups import agreed, first_race, next_race, opened, refused, run, table
from tests.toy_ruleset import TOY

pytestmark = pytest.mark.usefixtures("every_write_raises_revisions")

WHY = "as agreed"


async def known(circus: Circus, cup: Cup) -> Cup:
    return await circus.steward.cups.cup(cup.id)


async def papers(circus: Circus, race: RaceId) -> int:
    notices = [each for each in await circus.steward.delivery.notices(race) if each.kind == "cup"]
    return sum(not read_body(each, Standings).is_chances for each in notices)


# Points


async def test_points_that_the_host_takes_reach_standings_ranges_and_paper(circus: Circus) -> None:
    cup = await opened(circus, races=3)
    race = await first_race(circus, cup)
    before = await known(circus, cup)

    await circus.steward.cups.correct(cup.id, MOD, BOB, -2, WHY)

    after = await known(await circus.again(), cup)
    assert (table(before), table(after)) == ([(1, 2, 3), (2, 1, 1)], [(1, 2, 1), (2, 1, 1)])
    assert before.prospects is not None
    assert after.prospects is not None
    assert after.prospects.races[0].corrections == {Faction(2): -2}
    assert await papers(circus, race) == 2, "the paper appears anew"
    assert [(act.kind, act.reason) for act in await circus.steward.desk.acts(race)] == [("correct", WHY)]


async def test_corrections_add_up_and_cancel_each_other(circus: Circus) -> None:
    cup = await opened(circus, races=3)
    await first_race(circus, cup)

    for points in (5, -3, -2):
        await circus.steward.cups.correct(cup.id, MOD, ANN, points, WHY)

    assert table(await known(circus, cup)) == [(1, 2, 3), (2, 1, 1)]


async def test_chances_after_a_correction_are_worked_out_anew(circus: Circus) -> None:
    cup, maker = await opened(circus, races=2), Maker(circus)
    await first_race(circus, cup)
    await maker.all()
    before = await circus.steward.cups.chances(await known(circus, cup))

    await circus.steward.cups.correct(cup.id, MOD, ANN, 90, WHY)

    assert await circus.steward.cups.chances(await known(circus, cup)) is None, "nothing stale is shown"
    assert await maker.all() == 1
    after = await circus.steward.cups.chances(await known(circus, cup))
    assert before is not None
    assert after is not None
    assert after.wins[Faction(1)] == after.samples


async def test_a_winner_may_be_another_after_a_correction_and_only_for_a_day(circus: Circus) -> None:
    cup = await opened(circus, races=1)
    await first_race(circus, cup)

    await circus.steward.cups.correct(cup.id, MOD, BOB, -3, WHY)
    assert (await known(circus, cup)).winners == (1,)

    circus.clock.pass_by(PROTEST + 1)
    late = await refused(circus.steward.cups.correct(cup.id, MOD, BOB, 3, WHY))
    assert late.reason is Reason.CUP_IS_OVER


@pytest.mark.parametrize(
    ("player", "points", "reason", "why"),
    [
        (BOB, 0, WHY, GameReason.NO_SUCH_OPTION),
        (BOB, 100, WHY, GameReason.NO_SUCH_OPTION),
        (BOB, 1, " ", Reason.REASON_WANTED),
        (EVE, 1, WHY, Reason.NOT_ENTERED),
    ],
)
async def test_what_cannot_be_corrected_is_refused(
    circus: Circus, player: PlayerId, points: int, reason: str, why: Reason
) -> None:
    cup = await opened(circus, races=2)
    early = await refused(circus.steward.cups.correct(cup.id, MOD, BOB, 1, WHY))
    await first_race(circus, cup)

    assert early.reason is GameReason.NOTHING_TO_CORRECT
    assert (await refused(circus.steward.cups.correct(cup.id, MOD, player, points, reason))).reason is why
    assert table(await known(circus, cup)) == [(1, 2, 3), (2, 1, 1)]


# Going back


async def test_a_race_that_is_over_goes_back_and_its_cup_waits_for_it(circus: Circus) -> None:
    cup = await opened(circus, races=2)
    race = await first_race(circus, cup)
    await circus.steward.cups.correct(cup.id, MOD, BOB, -1, WHY)

    await circus.steward.desk.restart_turn(race, MOD, WHY)
    waits = await known(circus, cup)
    await run(circus, race, 6, 1)

    assert waits.over == ()
    assert table(await known(circus, cup)) == [(1, 1, 3), (2, 2, 1)], "the correction is void with what it corrected"
    assert await papers(circus, race) == 3


async def test_the_next_race_that_waits_for_its_start_is_called_off_and_opened_anew(circus: Circus) -> None:
    cup = await opened(circus, races=2)
    race = await first_race(circus, cup)
    waiting = (await circus.steward.cups.next_race(cup.id, ANN)).record.id

    await circus.steward.desk.restart_turn(race, MOD, WHY)
    await run(circus, race, 6, 1)
    again = await next_race(circus, cup)

    assert (await circus.steward.race(waiting)).record.state == "cancelled"
    assert [act.kind for act in await circus.steward.desk.acts(waiting)] == ["close"]
    assert again != waiting


async def test_the_last_race_goes_back_for_a_day_and_the_cup_is_open_again(circus: Circus) -> None:
    cup = await opened(circus, races=1)
    race = await first_race(circus, cup)
    assert (await circus.steward.log.verify(race)).secret is None, "its dice may roll on"

    await circus.steward.desk.restart_turn(race, MOD, WHY)
    assert (await known(circus, cup)).record.state == "open"
    await run(circus, race, 6, 1)
    assert (await known(circus, cup)).winners == (1,)

    circus.clock.pass_by(PROTEST + 1)
    late = await refused(circus.steward.desk.restart_turn(race, MOD, WHY))
    assert late.reason is Reason.CUP_IS_OVER
    assert (await circus.steward.log.verify(race)).secret is not None


async def test_once_the_next_race_has_begun_a_result_stands_and_its_dice_are_open(circus: Circus) -> None:
    cup = await opened(circus, races=3)
    race = await first_race(circus, cup)
    sealed = (await circus.steward.log.verify(race)).secret
    await next_race(circus, cup)

    late = await refused(circus.steward.desk.restart_turn(race, MOD, WHY))

    assert late.reason is Reason.CUP_WENT_ON
    assert (await known(circus, cup)).over[0].record.state == "finished"
    assert sealed is None
    assert (await circus.steward.log.verify(race)).secret is not None


async def test_a_race_by_itself_stays_over(circus: Circus) -> None:
    race = await circus.race(turns=1)
    await circus.to_the_end(race)

    assert (await refused(circus.steward.desk.restart_turn(race, MOD, WHY))).reason is Reason.RACE_IS_OVER


# Joining late


async def joins(circus: Circus, race: RaceId) -> Any:
    return await circus.steward.lobbies.join(race, EVE, "Eve")


async def second(circus: Circus, late: int) -> tuple[Cup, PublicRace]:
    cup = await opened(circus, races=3, late=late)
    await first_race(circus, cup)
    return cup, await circus.steward.cups.next_race(cup.id, ANN)


async def test_where_the_host_lets_them_newcomers_join_later_races_without_points_for_earlier_ones(
    circus: Circus,
) -> None:
    cup, lobby = await second(circus, late=2)
    await joins(circus, lobby.record.id)
    await circus.steward.lobbies.set_thread(lobby.record.id, 32)
    await circus.steward.lobbies.start(lobby.record.id, ANN)
    await circus.steward.desk.replace(lobby.record.id, MOD, Faction(3), None, WHY)
    await circus.to_the_end(lobby.record.id)

    now = await known(circus, cup)
    assert [len(each.scores) for each in now.standings] == [2, 2, 2]
    assert {each.faction: each.scores[0].points for each in now.standings}[Faction(3)] == 0
    assert set(now.ranges) == {1, 2, 3}
    third = await circus.steward.cups.next_race(cup.id, ANN)
    assert [each.player for each in third.factions] == [ANN, BOB, EVE]


async def test_a_newcomer_gets_a_chariot_of_those_whose_players_have_one_less_then(tmp_path: Path) -> None:
    rules = dataclasses.replace(TOY, chariots_each=lambda players: 2 if players == 2 else 1)
    circus = await Circus(tmp_path / "pairs.sqlite3", {"toy": rules}).open()
    cup = await opened(circus, races=3, late=2)
    await circus.steward.lobbies.start(cup.races[0].record.id, ANN)
    await circus.to_the_end(cup.races[0].record.id)
    lobby = await circus.steward.cups.next_race(cup.id, ANN)
    assert [each.faction for each in lobby.entries] == [1, 2, 1, 2]

    await joins(circus, lobby.record.id)

    now = await circus.steward.race(lobby.record.id)
    assert [(each.name, each.faction) for each in now.entries] == [("Celer", 1), ("Blue", 2), ("Green", 3)]
    await circus.steward.lobbies.set_thread(lobby.record.id, 32)
    await circus.steward.lobbies.start(lobby.record.id, ANN)
    assert len((await circus.steward.race(lobby.record.id)).entries) == 3
    await circus.close()


async def test_later_than_the_host_lets_them_nobody_joins(circus: Circus) -> None:
    _, lobby = await second(circus, late=1)

    assert (await refused(joins(circus, lobby.record.id))).reason is Reason.SAME_FIELD
    assert agreed().late == 1


async def test_no_money_is_made_of_a_race_that_goes_back(tmp_path: Path) -> None:
    """Dan and Fay bet on either side. Bets were paid at the first end; whatever the second is (CUP-6)."""
    circus = await Circus(tmp_path / "bets.sqlite3", rulesets=LAPS).open()
    cup = await opened(circus, races=2)
    race = cup.races[0].record.id
    for better, choice in ((DAN, RED), (FAY, BLUE)):
        await bet(circus, race, better, choice, 200, "win")
    await first_race(circus, cup, 6, 1)
    paid = await purses(circus, DAN, FAY)
    assert paid[0] > PURSE > paid[1]
    following = await circus.steward.cups.next_race(cup.id, ANN)
    await bet(circus, following.record.id, DAN, RED, 300, "win")

    await circus.steward.desk.restart_turn(race, MOD, WHY)

    assert await purses(circus, DAN, FAY) == paid, "the stake on the race that is called off goes back"
    with pytest.raises(Refused):  # nobody bets on what they have seen
        await bet(circus, race, DAN, BLUE, 300, "win", key="again")
    await run(circus, race, 1, 6)
    assert [each.faction for each in (await known(circus, cup)).standings] == [2, 1], "the other one has won now"
    assert await purses(circus, DAN, FAY) == paid
    assert sum(paid) == 2 * PURSE
    assert (await circus.steward.purses.audit()).is_sound
    await circus.close()
