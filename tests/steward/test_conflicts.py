"""Conflict cases of H.14 that need the steward; each test names its row. Those of the rules: tests/campaign."""

from pathlib import Path

import pytest

from engine.campaign.words.facts import BetsRevealed, RaceWasCalledOff
from engine.campaign.words.sheets import Eve, EveOfRace
from engine.campaign.words.state import Stake
from engine.game import Sealed
from records.values import EntryId, PlayerId, RaceId
from steward.running.treasurer import account_of
from tests.steward.circus import ANN, BOB, Circus
from tests.steward.leagues import SHORT, a_circus, a_season, check_treasuries, pass_by, seal, sheet_of, to_phase

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
    record = (await circus.steward.race(league)).race
    return [await circus.store.wagers.balance(account_of(record, EntryId(each))) or 0 for each in (1, 2, -1)]


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
    seals = {each.entry: each for each in await circus.steward.log(league) if isinstance(each, Sealed)}
    if is_home:
        await to_phase(circus, league, "protest")

    await circus.steward.leagues.go_back(league, ANN, "a lane too few")

    opened = [await sheet_of(circus, league, player) for player in (ANN, BOB)]
    assert paid[2] > 300 + 400  # what the house bets is in it, too
    assert await cash(circus, league) == before
    assert (await circus.steward.race(race)).race.state == "cancelled"
    assert [each.sealed.stakes[0].sum for each in opened if each is not None and each.sealed] == [300, 400]
    told = [each for each in await circus.steward.log(league) if isinstance(each, Sealed)]
    assert [each for each in told if each.entry == 2][-1] == seals[EntryId(2)], "it is the same seal"
    await check_treasuries(circus, league)
    assert (await circus.steward.verify(league)).is_sound
    await circus.close()


async def test_race_goes_back_past_the_start_and_the_eve_reopens_for_six_hours(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus, SHORT)
    await to_the_race(circus, league)
    await circus.deliver()

    await circus.steward.leagues.go_back(league, ANN, "a lane too few")
    await seal_eve(circus, league, ANN, 500)  # all are in, and the eve stays open even so
    phases = [(await circus.steward.status(league)).view.phase]
    for hours in (5, 1):
        await pass_by(circus, hours * HOUR)
        phases.append((await circus.steward.status(league)).view.phase)
    await to_phase(circus, league, "stable", 2)

    log = await circus.steward.log(league)
    revealed = [each for each in log if isinstance(each, BetsRevealed) and each.stable in (1, 2)]
    assert phases == ["eve", "eve", "race"]
    assert [each.stakes[0].sum for each in revealed][-2:] == [500, 400]
    assert not [each for each in log if isinstance(each, RaceWasCalledOff)]
    runs = await circus.store.leagues.races(league)
    assert [(each.round, each.state) for each in runs] == [(1, "cancelled"), (1, "finished")]
    await check_treasuries(circus, league)
    assert (await circus.store.wagers.audit()).is_sound
    await circus.close()
