"""The end of a season: treasuries go back to the bank, purses get prizes, nothing goes back (H.2, L-42)."""

from pathlib import Path

import msgspec
import pytest

from cogs.panels.race import panel_text
from engine.leagues import standing
from engine.leagues.words.facts import Posted, PrizesWon, StandingsTold
from engine.leagues.words.state import BANK, POT
from records.refusals import Reason, Refused
from records.values import PlayerId, RaceId
from steward.seasons.treasurer import account_of
from tests.steward.circus import MOD, Circus
from tests.steward.leagues import (
    ANN,
    BOB,
    EVE,
    GUILD,
    ONE,
    a_circus,
    a_league,
    a_season,
    check_treasuries,
    to_phase,
    to_the_end,
)

DAY = 86_400.0
FIRST_THREE = (3_000, 2_000, 1_000)


async def with_prizes(path: Path) -> Circus:
    """Return a circus whose server gives prizes."""
    circus = await a_circus(path)
    await circus.steward.wagers.set_server_rules(
        GUILD, lambda rules: msgspec.structs.replace(rules, prizes=FIRST_THREE, stipend=0)
    )
    return circus


async def purses(circus: Circus, *players: PlayerId) -> list[int]:
    return [await circus.steward.wagers.purse(GUILD, each) for each in players]


async def held(circus: Circus, league: RaceId) -> list[int]:
    """Return what bank, pot and treasuries of a league hold."""
    lobby = await circus.steward.race(league)
    accounts = [BANK, POT, *(each.entry for each in lobby.entries)]
    return [await circus.store.wagers.balance(account_of(lobby.record, each)) or 0 for each in accounts]


@pytest.mark.slow
async def test_a_season_played_for_prizes_by_a_host_and_two_friends_brings_none(tmp_path: Path) -> None:
    """The attack: an empty league, run to its end for what the server gives. Its treasuries are empty then, too."""
    circus = await with_prizes(tmp_path)
    before = await purses(circus, ANN, BOB, EVE)
    league = await a_league(circus, ONE)
    for player, name in ((ANN, "Ann"), (BOB, "Bob"), (EVE, "Eve")):
        await circus.steward.leagues.join(league, player, name)
    await circus.steward.leagues.start(league, ANN)

    await to_the_end(circus, league)

    log = await circus.steward.log.facts(league)
    [told] = [each for each in log if isinstance(each, StandingsTold)][-1:]
    assert panel_text(await circus.steward.log.status(league)).split("\n")[0] == "### Ludi Magni · The season is over"
    assert await purses(circus, ANN, BOB, EVE) == before
    assert not [each for each in log if isinstance(each, PrizesWon)]
    assert not any(await held(circus, league))
    [emptied] = [each for each in log if isinstance(each, Posted) and each.why == "end"]
    kept = {each.stable: each.cash for each in told.ranks}
    assert {each.account: -each.amount for each in emptied.lines if each.account != BANK} == kept
    assert (await circus.steward.log.status(league)).view.ranks == told.ranks
    await check_treasuries(circus, league)
    assert (await circus.store.purses.audit()).is_sound
    with pytest.raises(Refused) as back:
        await circus.steward.leagues.go_back(league, ANN, "once more")
    assert back.value.reason is Reason.RACE_IS_OVER
    assert not any(await held(circus, league))
    await circus.close()


@pytest.mark.slow
async def test_the_server_prizes_are_minted_once_and_no_purse_has_two_in_four_weeks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standing, "LEAST_RIVALS", 2)
    monkeypatch.setattr(standing, "LEAST_STARTS", 1)
    circus = await with_prizes(tmp_path)
    won, start = [], sum(await purses(circus, ANN, BOB))
    for weeks in (0, 1, 4):
        circus.clock.pass_by(weeks * 7 * DAY)
        league = await a_season(circus, ONE, house=0)
        await circus.steward.leagues.allow_prizes(league, MOD, "I know them")
        await to_the_end(circus, league)
        await circus.steward.timekeeper.tick()
        won.append(sum(await purses(circus, ANN, BOB)) - start)

    assert won == [5_000, 5_000, 10_000]
    assert (await circus.store.purses.audit()).is_sound
    await check_treasuries(circus, league)
    await circus.close()


async def test_a_season_that_is_called_off_leaves_no_money_behind(tmp_path: Path) -> None:
    """Bets of the eve are in the pot while the race is run: they go back to the bank with the treasuries."""
    circus = await a_circus(tmp_path)
    league = await a_season(circus, ONE)
    await to_phase(circus, league, "race")
    before = await held(circus, league)

    await circus.steward.leagues.cancel(league, ANN, "nobody is left")

    assert before[1] > 0
    assert not any(await held(circus, league))
    assert (await circus.store.purses.audit()).is_sound
    await circus.close()
