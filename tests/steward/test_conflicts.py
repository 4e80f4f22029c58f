"""Conflict cases of H.14 that need the steward; each test names its row. Those of the rules: tests/leagues."""

import asyncio
import dataclasses
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.facts import Rewound, Sealed
from engine.leagues.words.acts import Accept, OfferDeal, OfferLoan
from engine.leagues.words.facts import BetsRevealed, RaceCameBack, RaceWasCalledOff
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.sheets import Entries, Eve, EveOfRace
from engine.leagues.words.state import Goods, Stake
from engine.refusals import GameReason
from engine.rulesets import PLAYED
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId, PlayerId, RaceId
from steward.seasons.treasurer import account_of
from tests.steward.circus import ANN, BOB, EVE, Circus
from tests.steward.leagues import (
    KIND,
    ONE,
    SHORT,
    a_circus,
    a_season,
    check_treasuries,
    pass_by,
    seal,
    sheet_of,
    to_phase,
)

HOUR = 3600.0


async def seal_eve(circus: Circus, league: RaceId, player: PlayerId, bet: int) -> None:
    """Let somebody back their own first chariot, and guard against drugs."""
    opened = await sheet_of(circus, league, player)
    assert opened is not None
    question = opened.ask.question
    assert isinstance(question, EveOfRace)
    await seal(circus, opened, Eve((Stake(question.own[0], bet),), (), (0, 50, 0)), player)


async def to_the_race(circus: Circus, league: RaceId) -> RaceId:
    """Let Ann and Bob seal their eves, and return the race that is opened."""
    await to_phase(circus, league, "eve")
    await seal_eve(circus, league, ANN, 300)
    await seal_eve(circus, league, BOB, 400)
    await circus.steward.timekeeper.tick()
    return (await circus.steward.leagues.races(league))[-1].id


async def cash(circus: Circus, league: RaceId) -> list[int]:
    """Return what Ann, Bob and the pot have."""
    record = (await circus.steward.race(league)).record
    return [await circus.store.wagers.balance(account_of(record, EntryId(each))) or 0 for each in (1, 2, -1)]


@pytest.mark.slow
@pytest.mark.parametrize("is_home", [False, True])
async def test_race_goes_back_past_the_start(tmp_path: Path, is_home: bool) -> None:
    """Bets and plans are open again as they were sealed, with the same seals, and the money is back."""
    circus = await a_circus(tmp_path)
    league = await a_season(circus, SHORT)
    await to_phase(circus, league, "eve")
    before = await cash(circus, league)
    race = await to_the_race(circus, league)
    await circus.deliver()
    paid = await cash(circus, league)
    seals = {each.entry: each for each in await circus.steward.log.facts(league) if isinstance(each, Sealed)}
    if is_home:
        await to_phase(circus, league, "protest")

    await circus.steward.leagues.go_back(league, ANN, "a lane too few")

    opened = [await sheet_of(circus, league, player) for player in (ANN, BOB)]
    assert paid[2] > 300 + 400  # what the house bets is in it, too
    assert await cash(circus, league) == before
    assert (await circus.steward.race(race)).record.state == "cancelled"
    sheets = [each.sealed for each in opened if each is not None]
    assert [each.stakes[0].sum for each in sheets if isinstance(each, Eve)] == [300, 400]
    told = [each for each in await circus.steward.log.facts(league) if isinstance(each, Sealed)]
    assert [each for each in told if each.entry == 2][-1] == seals[EntryId(2)], "it is the same seal"
    await check_treasuries(circus, league)
    assert (await circus.steward.log.verify(league)).is_sound
    await circus.close()


@pytest.mark.slow
async def test_race_goes_back_past_the_start_and_the_eve_reopens_for_six_hours(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus, SHORT)
    await to_the_race(circus, league)
    await circus.deliver()

    await circus.steward.leagues.go_back(league, ANN, "a lane too few")
    await seal_eve(circus, league, ANN, 500)  # all are in, and the eve stays open even so
    phases = [(await circus.steward.log.status(league)).view.phase]
    for hours in (5, 1):
        await pass_by(circus, hours * HOUR)
        phases.append((await circus.steward.log.status(league)).view.phase)
    await to_phase(circus, league, "stable", 2)

    log = await circus.steward.log.facts(league)
    revealed = [each for each in log if isinstance(each, BetsRevealed) and each.stable in (1, 2)]
    assert phases == ["eve", "eve", "race"]
    assert [each.stakes[0].sum for each in revealed][-2:] == [500, 400]
    assert not [each for each in log if isinstance(each, RaceWasCalledOff)]
    runs = await circus.store.leagues.races(league)
    assert [(each.round, each.state) for each in runs] == [(1, "cancelled"), (1, "finished")]
    await check_treasuries(circus, league)
    assert (await circus.store.purses.audit()).is_sound
    await circus.close()


async def test_race_goes_back_under_way(tmp_path: Path) -> None:
    """The league goes on waiting, and takes what comes home in the end, once."""
    circus = await a_circus(tmp_path)
    league = await a_season(circus, SHORT)
    race = await to_the_race(circus, league)
    await circus.deliver()
    while len(await circus.steward.desk.decisions(race)) < 6:
        await pass_by(circus, 60.0)
    paid = await cash(circus, league)

    await circus.steward.desk.rewind(race, ANN, (await circus.steward.desk.decisions(race))[-1].to, "a wrong turn")

    assert (await circus.steward.log.status(league)).view.phase == "race"
    assert await cash(circus, league) == paid
    await to_phase(circus, league, "protest")
    assert sum(isinstance(each, RaceCameBack) for each in await circus.steward.log.facts(league)) == 1
    await circus.close()


async def test_something_named_in_ones_own_sealed_sheet_is_sold(tmp_path: Path) -> None:
    """The sheet is open again for its owner, told to them alone; their Ready is gone."""
    circus = await a_circus(tmp_path)
    league = await a_season(circus, SHORT)
    await to_phase(circus, league, "stable")
    act = circus.steward.leagues.act
    await act(league, ANN, OfferDeal(EntryId(2), Goods(chariots=(1,)), Goods(money=500)))
    mine = await sheet_of(circus, league, ANN)
    assert mine is not None
    await seal(circus, mine, Entries((1,)))
    await circus.deliver()
    before = len(circus.messenger.delivered)
    offer = (await circus.steward.log.status(league, BOB)).view.own[2].offers[0]

    await act(league, BOB, Accept(offer.number))
    await circus.deliver()

    again = await sheet_of(circus, league, ANN)
    assert again is not None
    assert again.sealed is None
    told = [(each.kind, each.player) for each in circus.messenger.delivered[before:] if each.player is not None]
    assert told == [("summons", ANN)]
    await circus.close()


async def test_two_presses_at_once_spend_the_same_money(tmp_path: Path) -> None:
    """The first committed counts; of the other the borrower hears who can't pay it any more, and no sum."""
    circus = await a_circus(tmp_path)
    league = await a_season(circus, SHORT)
    await to_phase(circus, league, "stable")
    offers = [OfferLoan(EntryId(2), 6_000, 6_000, 1), OfferLoan(EntryId(2), 7_000, 7_000, 1)]
    for each in offers:
        await circus.steward.leagues.act(league, ANN, each)
    numbers = [each.number for each in (await circus.steward.log.status(league, BOB)).view.own[2].offers]

    both = [circus.steward.leagues.act(league, BOB, Accept(number)) for number in numbers]
    done = await asyncio.gather(*both, return_exceptions=True)

    refused = [each for each in done if isinstance(each, Refused)]
    assert len(refused) == 1
    assert refused[0].reason is LeagueReason.CANNOT_PAY
    assert refused[0].values in ({"stable": 1, "need": 6_000}, {"stable": 1, "need": 7_000})
    assert sum(await cash(circus, league)) == 20_000
    await check_treasuries(circus, league)
    await circus.close()


# Program's rules change in mid-season


LEAGUE = PLAYED[KIND]


def tells_more(state: Any, table: Table) -> Any:
    """Play a phase that begins with one more fact."""
    table.tell(Rewound(0, 0, "by other rules"))
    return (yield from LEAGUE.play_turn(state, table))


UPDATED = {**PLAYED, KIND: dataclasses.replace(LEAGUE, play_turn=tells_more)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("phase", "following"),
    [("founding", "stable"), ("stable", "eve"), ("eve", "race"), ("race", "protest"), ("protest", "over")],
)
async def test_programs_rules_change_in_mid_season(tmp_path: Path, phase: str, following: str) -> None:
    """Nothing stops: what was told stays told, and the phase under way is taken up from its checkpoint."""
    circus = await a_circus(tmp_path)
    league = await a_season(circus, ONE)
    await to_phase(circus, league, phase, int(phase != "founding"))
    before = [each.fact for each in await circus.store.stories.facts(league)]
    money = await cash(circus, league)

    updated = await circus.again(rulesets=UPDATED)
    await updated.steward.resume()

    assert (await updated.steward.log.status(league)).view.phase == phase
    assert [each.fact for each in await updated.store.stories.facts(league)][: len(before)] == before
    assert await cash(updated, league) == money
    await to_phase(updated, league, following)
    await check_treasuries(updated, league)
    assert (await updated.store.purses.audit()).is_sound
    await circus.close()


async def test_programs_rules_change_and_who_must_be_asked_again_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sheets that are still legal stay sealed; the others are asked again."""
    circus = await a_circus(tmp_path)
    league = await a_season(circus, SHORT, house=2)
    await to_phase(circus, league, "stable")
    await circus.steward.leagues.join(league, EVE, "Eve", role="better")  # so that the eve waits
    await to_phase(circus, league, "eve")
    await seal_eve(circus, league, ANN, 300)
    await seal_eve(circus, league, BOB, 5_000)
    check = EveOfRace.verify

    def no_more_than(self: EveOfRace, answer: Any) -> None:
        check(self, answer)
        if any(stake.sum > 1_000 for stake in answer.stakes):
            raise Refused(GameReason.NOT_A_CHOICE)

    monkeypatch.setattr(EveOfRace, "verify", no_more_than)
    updated = await circus.again(rulesets=UPDATED)
    await updated.steward.resume()

    sheets = [await sheet_of(updated, league, player) for player in (ANN, BOB)]
    assert [each is not None and each.sealed is not None for each in sheets] == [True, False]
    act = (await updated.steward.desk.acts(league))[-1]
    assert (act.kind, msgspec.json.decode(act.body)) == ("update", {"again": [2]})
    await circus.close()
