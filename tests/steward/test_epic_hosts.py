"""A host who owns a stable closes no auction before the others had half of the time for it (S-48, H.3)."""

from pathlib import Path

import pytest

from engine.leagues.words.epic_sheets import AuctionDay, BidSheet, Maximum
from engine.leagues.words.options import LeagueOptions
from records.refusals import Reason, Refused
from records.values import EntryId
from tests.steward.circus import MOD, Circus
from tests.steward.leagues import ANN, BOB, a_circus, a_season, check_treasuries, pass_by, seal, sheet_of
from tests.steward.test_matches import state_of

EPIC = LeagueOptions(events=3, laps=1, filled_to=4, campaign="epic")


@pytest.fixture
async def circus(tmp_path: Path) -> Circus:
    return await a_circus(tmp_path)


async def test_a_host_with_a_bid_in_does_not_close_the_auction_on_the_others(circus: Circus) -> None:
    """Ann has sealed her maxima: alone at the auction she would have every chariot at its starting bid."""
    league = await a_season(circus, EPIC, house=0)
    opened = await sheet_of(circus, league, ANN)
    assert opened is not None
    assert isinstance(opened.ask.question, AuctionDay)
    lot = opened.ask.question.lots[0]
    await seal(circus, opened, BidSheet((Maximum(lot.number, 9_000),)))

    with pytest.raises(Refused) as refused:
        await circus.steward.leagues.close_phase(league, ANN, "I am ready")
    early = (await state_of(circus, league)).phase
    theirs = await sheet_of(circus, league, BOB)
    assert theirs is not None
    await pass_by(circus, ((theirs.until or 0) - circus.clock.now) / 2 + 60)
    await circus.steward.leagues.close_phase(league, ANN, "half of the time is over")

    assert refused.value.reason is Reason.TIME_IS_THEIRS
    assert early == "market"
    late = await state_of(circus, league)
    assert (late.phase, late.stables[EntryId(1)].cash) == ("stable", 20_000 - lot.start)
    await check_treasuries(circus, league)
    await circus.close()


async def test_a_moderator_without_a_part_closes_it_at_any_time(circus: Circus) -> None:
    league = await a_season(circus, EPIC, house=0)

    assert await circus.steward.leagues.close_phase(league, MOD, "all are in")
    assert (await state_of(circus, league)).phase == "stable"
    await circus.close()
