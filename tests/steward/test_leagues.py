"""Seasons through the steward: by the clock alone, by answers, with the ledger beside them."""

from collections import defaultdict
from pathlib import Path

import pytest

from engine.campaign.words.facts import Posted
from engine.campaign.words.state import BANK
from records.races import RaceState
from steward.running.treasurer import account_of
from tests.steward.circus import ANN, BOB, Circus
from tests.steward.leagues import a_circus, a_season, to_the_end


async def treasuries_are_what_facts_add_up_to(circus: Circus, league: int) -> None:
    lobby = await circus.steward.race(league)  # type: ignore[arg-type]
    counted: defaultdict[int, int] = defaultdict(int)
    for fact in await circus.steward.log(lobby.race.id):
        for line in fact.lines if isinstance(fact, Posted) else ():
            counted[line.account] += line.amount
    found = {each: await circus.store.wagers.balance(account_of(lobby.race, each)) for each in counted}  # type: ignore[arg-type]
    assert found == dict(counted)
    assert sum(found.values()) == 0  # type: ignore[arg-type]
    assert BANK in found


@pytest.mark.slow
async def test_a_season_runs_to_its_end_by_clock_alone(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)

    await to_the_end(circus, league)

    races = await circus.steward.leagues.races(league)
    states: list[tuple[int | None, RaceState]] = [(race.round, race.state) for race in races]
    assert states == [(1, "finished"), (2, "finished")]
    view = (await circus.steward.status(league)).view
    assert view.is_over
    assert len(view.ranks) == 3
    await treasuries_are_what_facts_add_up_to(circus, league)
    assert (await circus.store.wagers.audit()).is_sound
    assert {each.kind for each in circus.messenger.delivered if each.player in (ANN, BOB)} >= {"summons"}
    await circus.close()
