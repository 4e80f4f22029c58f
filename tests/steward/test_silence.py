"""Silence in a phase of Circus Maximus lets it run by itself (11.3), and an absent field does not stand still."""

from pathlib import Path

import pytest

from records.values import RaceId
from tests.steward.circus import ANN, Circus
from tests.steward.test_circus_maximus import SECONDS, answer_once, opened


async def until_ann_is_asked(circus: Circus, race: RaceId, kind: str) -> None:
    """Have all answer what they are asked until Ann is asked a question of *kind*."""
    for _ in range(500):
        if any(each.ask.question.kind == kind for each in await circus.steward.open_asks(ANN)):
            return
        assert await answer_once(circus, race)
    raise AssertionError(f"Ann is never asked for {kind}")


async def test_rule_11_3_silence_at_the_start_of_a_phase_runs_all_of_it(tmp_path: Path) -> None:
    circus, race = await opened(tmp_path / "race.sqlite3")
    await circus.steward.lobbies.start(race, ANN)
    await until_ann_is_asked(circus, race, "start")
    before = {each.seq for each in await circus.store.stories.inputs(race)}

    circus.clock.pass_by(SECONDS["start"])
    await circus.steward.timekeeper.tick()

    given = [each for each in await circus.store.stories.inputs(race) if each.seq not in before]
    assert [each.by for each in given] == ["default"] * len(given)
    assert "Begin" in given[0].answer
    assert len(given) > 1
    assert not any(each.ask.question.kind == "action" for each in await circus.steward.open_asks(ANN))
    await circus.close()


@pytest.mark.slow
async def test_rule_11_3_an_absent_field_is_driven_on_one_phase_a_deadline(tmp_path: Path) -> None:
    circus, race = await opened(tmp_path / "race.sqlite3", laps=1)
    await circus.steward.lobbies.start(race, ANN)

    for _ in range(400):
        circus.clock.pass_by(max(SECONDS.values()))
        await circus.steward.timekeeper.tick()

    assert (await circus.steward.race(race)).record.state == "finished"
    by = [each.by for each in await circus.store.stories.inputs(race)]
    assert set(by) == {"default", "house", "steward"}  # which stands in after some silence, and waits with each turn
    assert by[0] == "default"
    await circus.close()
