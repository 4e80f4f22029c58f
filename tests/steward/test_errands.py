"""House managers of an Epic league buy before they answer; whatever fails in that, the season goes on."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.leagues import epic_house
from engine.leagues.words.epic_acts import BidForPlace
from engine.leagues.words.options import LeagueOptions
from steward.running.errands import MOST_ERRANDS
from tests.steward.leagues import a_circus, a_season, to_phase

EPIC = LeagueOptions(campaign="epic", edition="epic", events=1, laps=1)


async def _state(circus: Any, league: Any) -> Any:
    async with circus.steward.races.viewing(league) as live:
        return live.session.state


async def test_house_stables_own_chariots_that_can_start_by_the_eve(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus, EPIC, house=2)
    await to_phase(circus, league, "eve")

    made = await _state(circus, league)
    houses = [each for each in made.stables.values() if each.is_house]
    assert {each.number for each in houses} <= {each.stable for each in made.entries}
    await circus.close()


async def test_a_season_goes_on_if_a_manager_fails_at_its_errands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_args: object) -> None:
        raise ValueError

    monkeypatch.setattr(epic_house, "next_act", fails)
    circus = await a_circus(tmp_path)
    league = await a_season(circus, EPIC, house=2)
    await to_phase(circus, league, "eve")

    assert (await _state(circus, league)).entries
    await circus.close()


async def test_a_manager_without_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = []

    def for_ever(view: Any, own: Any, _temper: str) -> Any:
        if view.phase != "stable":
            return None
        done.append(own)
        return BidForPlace(0)  # it costs nothing, and may be done again

    monkeypatch.setattr(epic_house, "next_act", for_ever)
    circus = await a_circus(tmp_path)
    league = await a_season(circus, msgspec.structs.replace(EPIC, extra_places=True), house=2)
    await to_phase(circus, league, "eve")

    houses = [each.number for each in (await _state(circus, league)).stables.values() if each.is_house]
    assert {number: done.count(number) for number in houses} == dict.fromkeys(houses, MOST_ERRANDS)
    await circus.close()
