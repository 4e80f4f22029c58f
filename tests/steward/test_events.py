"""A second kind of event through the steward: a run on foot is opened, is run, comes home and is paid."""

from pathlib import Path

import msgspec
import pytest

from engine.leagues import events
from engine.leagues.words.facts import CameHomeHurt, Posted, RaceCameBack
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.sheets import Eve
from engine.leagues.words.state import Stake
from engine.rulesets import PLAYED
from engine.stables import Aftermath
from records.values import RaceId
from tests.steward.circus import Circus
from tests.steward.leagues import ANN, BOB, a_season, check_treasuries, pass_by, seal, sheet_of, to_phase
from tests.toy_event import RUN
from tests.toy_goods import RunnerBrought, RunnerHome
from tests.toy_ruleset import TOY, Pace, Walk

ON_FOOT = LeagueOptions(events=1, laps=2, filled_to=4, kinds=("run",))
BOTH = LeagueOptions(events=2, laps=1, filled_to=4, kinds=("run", "race"))


@pytest.fixture(autouse=True)
def _there_are_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(events._KNOWN, "run", RUN)


async def to_the_run(path: Path, options: LeagueOptions, luck: int = 0) -> tuple[Circus, RaceId, RaceId]:
    """Start a season and open its run; Ann backs her runner with 500.

    :param luck: whoever gives another number has other dice.
    """
    circus = await Circus(path / f"{luck}.sqlite3", rulesets={**PLAYED, "toy": TOY}).open()
    circus.entropy.drawn = 1_000 * luck
    season = await a_season(circus, options)
    await to_phase(circus, season, "eve")
    sheet = await sheet_of(circus, season, ANN)
    assert sheet is not None
    question = sheet.ask.question
    await seal(circus, sheet, Eve((Stake(getattr(question, "own")[0], 500),)))  # noqa: B009
    await to_phase(circus, season, "race")
    await pass_by(circus, 1.0)
    return circus, season, (await circus.steward.leagues.races(season))[0].id


async def run_on(circus: Circus, run: RaceId) -> None:
    """Let Ann and Bob write their paces, and walk as far as they go, until the run is over."""
    for _ in range(50):
        if (await circus.steward.race(run)).record.state == "finished":
            return
        for player, pace in ((ANN, 6), (BOB, 1)):
            for opened in await circus.steward.open_asks(player):
                answer = Pace(pace) if opened.ask.question.kind == "pace" else opened.ask.default
                assert isinstance(answer, Pace | Walk)
                await seal(circus, opened, answer, player)
    raise AssertionError("the run does not end")


async def test_a_run_is_opened_with_what_stables_bring(tmp_path: Path) -> None:
    circus, season, run = await to_the_run(tmp_path, ON_FOOT)
    race = await circus.steward.race(run)

    assert (race.record.ruleset, race.record.league, race.record.round) == ("toy", season, 1)
    assert race.record.title == "Ludi Magni · run 1 of 1"
    assert TOY.read_options(race.record.options).turns == 2
    seconds = {each: race.record.seconds[each] for each in TOY.decisions}
    assert seconds == {"pace": 60, "step": 60, "stand": 60}, "as much faster than its own as the season's races are"
    kept = await circus.store.load(run)
    assert kept is not None
    brought = [msgspec.json.decode(each, type=RunnerBrought) for each in kept.brings.values()]
    assert len(brought) == len(race.entries) == 4
    assert all(each.hits > 0 for each in brought)
    await circus.close()


@pytest.mark.parametrize("is_killed", [False, True], ids=["on", "killed"])
async def test_a_run_comes_home_and_is_paid(tmp_path: Path, is_killed: bool) -> None:
    """A restart while it is run, or before it has come home, changes nothing."""
    for luck in range(20):
        first, season, run = await to_the_run(tmp_path, ON_FOOT, luck)
        circus = await first.again() if is_killed else first
        await run_on(circus, run)
        circus = await first.again() if is_killed else first
        came = msgspec.json.decode((await circus.steward.race(run)).record.comes_home or "", type=Aftermath)
        if [each.place for each in came.homes_as(RunnerHome)[:2]] == [1, 4]:
            break  # as it goes nearly always: Ann runs with six, Bob with one
        await first.close()
    await to_phase(circus, season, "protest")
    await to_phase(circus, season, "over")

    facts = await circus.steward.log.facts(season)
    [back] = [fact for fact in facts if isinstance(fact, RaceCameBack)]
    assert back.homes == came.homes
    homes = came.homes_as(RunnerHome)
    assert [each.place for each in homes[:2]] == [1, 4], "Ann is first, Bob last"
    prizes = [fact.lines for fact in facts if isinstance(fact, Posted) and fact.why == "prize"]
    assert [(each.account, each.amount) for each in prizes[0]] == [(1, 300), (0, -300)]
    [payoff] = [fact for fact in facts if isinstance(fact, Posted) and fact.why == "payoff"]
    assert any(each.account == 1 and each.amount >= 500 for each in payoff.lines)
    assert not any(isinstance(fact, CameHomeHurt) for fact in facts), "nobody was pushed"
    assert (await circus.steward.race(season)).record.state == "finished"
    assert (await circus.steward.log.verify(run)).is_sound
    assert (await circus.steward.log.verify(season)).is_sound
    await check_treasuries(circus, season)
    await first.close()


@pytest.mark.slow
async def test_after_a_run_comes_a_race(tmp_path: Path) -> None:
    circus, season, run = await to_the_run(tmp_path, BOTH)
    await run_on(circus, run)
    await to_phase(circus, season, "race", 2)
    await pass_by(circus, 1.0)

    assert [each.ruleset for each in await circus.steward.leagues.races(season)] == ["toy", "circus-maximus"]
    await to_phase(circus, season, "protest", 2)
    await check_treasuries(circus, season)
    await circus.close()
