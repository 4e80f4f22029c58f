"""Chances are worked out from what everybody sees, for races on which may be bet; nothing waits for them."""

import asyncio
import contextlib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from db.writing.chances import LOBBY
from engine.betting.model import Chances, Job, chances_of
from engine.betting.record import in_thousandths
from engine.betting.records import ChanceRecord
from engine.betting.working import done
from engine.game import AnyRuleset
from records.limits import HOUR
from records.values import PlayerId, RaceId
from steward.chances.failures import ATTEMPTS, FIRST_REST, LONGEST_REST
from steward.chances.oddsmaker import Oddsmaker
from steward.chances.workshop import JobFailed
from tests.steward.betting import LAPS
from tests.steward.circus import ANN, BLUE, BOB, RED, WHITE, Circus
from tests.toy_ruleset import TOY, Options, Pace

SAMPLES = 20


class FakeWorkshop:
    """Does jobs here and now, and remembers them; a test may have it fail."""

    def __init__(self, rules: AnyRuleset = TOY) -> None:
        self.jobs: list[Job] = []
        self.stopped = asyncio.Event()
        self.fails: Callable[[Job], bool] = lambda _job: False
        self.during: Callable[[], object] = lambda: None
        self._rules = rules

    async def do(self, job: bytes) -> bytes:
        self.jobs.append(msgspec.json.decode(job, type=Job))
        if self.fails(self.jobs[-1]):
            raise JobFailed("the process ended")
        during = self.during()
        if asyncio.iscoroutine(during):
            await during
        return done(job, {"toy": self._rules})

    async def stop(self) -> None:
        self.stopped.set()


class Maker:
    """An oddsmaker on a circus's database."""

    def __init__(self, circus: Circus, samples: int = SAMPLES) -> None:
        self.shop = FakeWorkshop()
        self.circus = circus
        self.odds = Oddsmaker(circus.store, circus.steward.cups, circus.rulesets, circus.clock, self.shop, samples)

    async def all(self) -> int:
        """Work until nothing is left to do, and return how many races' chances were worked out."""
        count = 0
        while await self.odds.work_once():
            count += 1
        return count

    async def of(self, race: RaceId) -> list[ChanceRecord]:
        return await self.circus.store.chances.of_race(race)

    async def turns(self, race: RaceId) -> list[int]:
        return [record.turn for record in await self.of(race)]


@pytest.fixture
def maker(circus: Circus) -> Maker:
    return Maker(circus)


async def play_turn(circus: Circus, race: RaceId) -> None:
    """Have both walk as far as they can."""
    await circus.pace(race)
    for entry in (RED, BLUE):
        opened = await circus.asked(race, entry)
        await circus.give(race, entry, opened.ask.default)


async def test_a_race_has_chances_before_it_begins_and_after_each_turn(circus: Circus, maker: Maker) -> None:
    race = await circus.race(house="pushy", rivals=1)
    assert await maker.all() == 1
    await play_turn(circus, race)
    assert await maker.all() == 1
    assert await maker.all() == 0

    records = await maker.of(race)
    assert [(each.turn, each.samples, each.at) for each in records] == [(0, 20, 1_000_000.0), (1, 20, 1_000_000.0)]
    wins = msgspec.json.decode(records[1].chances, type=dict[str, int])
    assert sorted(wins) == ["1", "2", "3"]
    assert sum(wins.values()) == SAMPLES
    assert records[0].told == 0
    assert (
        "TurnBegan" in (await circus.store.stories.facts(race))[records[1].told].fact
    )  # the first that was told after it


async def test_only_house_drivers_are_known_and_players_are_not_told_apart(circus: Circus, maker: Maker) -> None:
    await circus.race(house="pushy", rivals=2)
    await maker.all()
    assert maker.shop.jobs[-1].temperaments == {3: "pushy", WHITE: "pushy"}


@pytest.mark.parametrize("joining", [(ANN, BOB), (BOB, ANN)])
async def test_before_anybody_has_decided_players_have_equal_chances_in_whatever_order_they_joined(
    circus: Circus, maker: Maker, joining: tuple[PlayerId, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The races that are played out favour the first here, as chance may: that is not told of equal people."""
    race = await circus.lobby()
    for player in joining:
        await circus.steward.lobbies.join(race, player, str(player))
    won = Chances(turn=0, samples=SAMPLES, wins={RED: SAMPLES - 6, BLUE: 6})

    async def work(_job: bytes) -> bytes:
        return msgspec.json.encode(won)

    monkeypatch.setattr(maker.shop, "do", work)
    await maker.all()

    (record,) = await maker.of(race)
    assert msgspec.json.decode(record.chances) == {"1": SAMPLES // 2, "2": SAMPLES // 2}


async def test_what_goes_out_is_what_the_public_sees(circus: Circus, maker: Maker) -> None:
    race = await circus.race()
    await circus.give(race, RED, Pace(5))  # in secret
    await maker.all()
    view: Any = msgspec.json.decode(maker.shop.jobs[-1].view, type=TOY.view)
    assert view.own_paces == {}
    assert view.has_answered == ()

    other = await circus.again()
    twin = await circus.race()
    await circus.give(twin, RED, Pace(1))
    await maker.all()
    assert maker.shop.jobs[-1].view == maker.shop.jobs[-2].view
    assert (await other.store.chances.of_race(race))[0].chances


async def test_turns_that_come_faster_are_passed_over(circus: Circus, maker: Maker) -> None:
    race = await circus.race()
    await play_turn(circus, race)
    await play_turn(circus, race)
    assert await maker.all() == 1
    assert await maker.turns(race) == [2]


async def test_after_a_restart_what_is_missing_is_worked_out(circus: Circus, maker: Maker) -> None:
    done_before, missing = await circus.race(), await circus.race()
    await maker.all()
    await play_turn(circus, missing)

    next_one = Maker(await circus.again())
    assert await next_one.all() == 1
    assert await next_one.turns(missing) == [0, 1]
    assert await next_one.turns(done_before) == [0]


async def test_a_race_that_is_behind_is_found_whatever_turn_others_are_in(circus: Circus, maker: Maker) -> None:
    ahead, behind = await circus.race(), await circus.race()
    await play_turn(circus, ahead)
    await maker.all()
    await play_turn(circus, behind)
    await play_turn(circus, ahead)
    assert set(await circus.store.chances.behind()) == {ahead, behind}
    await maker.odds.work_once()
    assert len(await circus.store.chances.behind()) == 1
    await maker.all()
    assert await circus.store.chances.behind() == []


async def test_whoever_has_waited_longest_comes_first(circus: Circus, maker: Maker) -> None:
    first, second = await circus.race(), await circus.race()
    await maker.all()
    circus.clock.pass_by(10)
    await play_turn(circus, first)
    await maker.all()  # the first has newer ones now
    circus.clock.pass_by(10)
    await play_turn(circus, first)
    await play_turn(circus, second)
    await maker.odds.work_once()
    assert await maker.turns(second) == [0, 1]
    assert await maker.turns(first) == [0, 1]


# Lobbies


async def test_a_lobby_has_chances_as_soon_as_there_are_enough(circus: Circus, maker: Maker) -> None:
    race = await circus.lobby()
    await circus.steward.lobbies.join(race, ANN, "Ann", colour="red")
    assert await maker.all() == 0
    await circus.steward.lobbies.join(race, BOB, "Bob", colour="blue")
    assert await maker.all() == 1
    assert await maker.all() == 0
    assert [(each.turn, each.seq) for each in await maker.of(race)] == [(0, LOBBY)]


async def test_chances_of_a_lobby_are_worked_out_anew_when_its_field_changes(circus: Circus, maker: Maker) -> None:
    race = await circus.lobby()
    await circus.steward.lobbies.fill(race, ANN, "pushy", 2)
    await maker.all()
    await circus.steward.lobbies.fill(race, ANN, "steady", 1)
    assert await maker.all() == 1
    (record,) = await maker.of(race)
    assert len(msgspec.json.decode(record.chances)) == 3

    await circus.steward.lobbies.start(race, ANN)
    await circus.play_on(race)
    assert await maker.all() == 0


async def test_chances_of_another_field_than_has_started_are_not_told(circus: Circus, maker: Maker) -> None:
    race = await circus.lobby()
    await circus.steward.lobbies.join(race, ANN, "Ann", colour="red")
    await circus.steward.lobbies.join(race, BOB, "Bob", colour="blue")
    await maker.all()
    await circus.steward.lobbies.fill(race, ANN, "steady", 1)
    assert await maker.of(race) == []  # they are worked out anew

    await circus.steward.lobbies.start(race, ANN)
    assert await maker.of(race) == []
    await maker.all()
    assert [(each.turn, each.seq) for each in await maker.of(race)] == [(0, 0)]


async def test_where_a_race_could_not_start_so_nothing_is_worked_out(circus: Circus, maker: Maker) -> None:
    race = await circus.lobby(options=Options(dealt=True))
    await circus.steward.lobbies.join(race, ANN, "Ann")
    await circus.steward.lobbies.join(race, BOB, "Bob")
    assert await maker.all() == 0  # nobody knows yet who drives what
    await circus.steward.lobbies.start(race, ANN)
    assert await maker.all() == 1


# Where there is no table


async def test_practice_has_no_chances(circus: Circus, maker: Maker) -> None:
    race = await circus.race()
    await circus.store.races.set(race, guild=0)
    assert await maker.all() == 0


async def test_where_nothing_may_be_bet_there_are_none(circus: Circus, maker: Maker) -> None:
    race = await circus.race()
    await circus.store.races.set(race, betting='{"pools": false, "sealed": false}')
    assert await maker.all() == 0


@pytest.mark.slow
async def test_races_without_chances_do_not_keep_others_from_theirs(circus: Circus, maker: Maker) -> None:
    # Given many races without a table, which never had chances
    # Given many races without a table, which never had any chances and so have waited longest
    for _ in range(50):
        race = await circus.race()
        await circus.store.races.set(race, guild=2, betting='{"pools": false, "sealed": false}')

    # Then one that has a table is found behind them all
    race = await circus.race()
    assert await maker.all() == 1
    assert await maker.turns(race) == [0]


async def test_a_game_that_cannot_be_played_out_has_none(circus: Circus) -> None:
    await circus.race()
    without = {"toy": type(TOY)(**{**TOY.__dict__, "play_out": None})}
    assert await Maker(await circus.again(rulesets=without)).all() == 0


async def test_with_no_samples_nothing_runs(circus: Circus) -> None:
    maker = Maker(circus, samples=0)
    await circus.race()
    await asyncio.wait_for(maker.odds.run(), 30)
    assert not maker.shop.jobs


# Going back, and what goes wrong


async def test_chances_are_void_when_the_race_goes_back(circus: Circus, maker: Maker) -> None:
    race = await circus.race()
    await maker.all()
    await play_turn(circus, race)
    await maker.all()

    await circus.steward.desk.rewind(race, ANN, 2, "a slip of the finger")
    assert await maker.turns(race) == [0]
    assert await maker.all() == 0  # of the turn under way there are some


async def test_a_turn_that_was_passed_over_is_worked_out_when_the_race_goes_back_to_it(
    circus: Circus, maker: Maker
) -> None:
    race = await circus.race()
    await play_turn(circus, race)
    await maker.all()
    assert await maker.turns(race) == [1]

    await circus.steward.desk.rewind(race, ANN, 2, "a slip of the finger")
    assert await maker.all() == 1
    assert await maker.turns(race) == [0]


async def test_chances_that_come_too_late_for_a_race_that_went_back_are_not_kept(circus: Circus, maker: Maker) -> None:
    race = await circus.race()
    await play_turn(circus, race)
    maker.shop.during = lambda: circus.steward.desk.rewind(race, ANN, 2, "a slip of the finger")
    assert await maker.odds.work_once()
    assert await maker.of(race) == []

    maker.shop.during = lambda: None
    assert await maker.all() == 1
    assert await maker.turns(race) == [0]


async def test_the_race_goes_on_while_its_chances_are_worked_out(circus: Circus, maker: Maker) -> None:
    race = await circus.race()
    maker.shop.during = lambda: asyncio.wait_for(play_turn(circus, race), 30)
    assert await maker.odds.work_once()
    assert await maker.turns(race) == [0]


async def test_what_fails_is_tried_again_and_then_left(circus: Circus, maker: Maker) -> None:
    bad, good = await circus.race(), await circus.race()
    maker.shop.fails = lambda job: job.seed >> 32 == bad
    for _ in range(ATTEMPTS):
        with pytest.raises(JobFailed):
            await maker.odds.work_once()
    assert await maker.all() == 1
    assert await maker.turns(bad) == []
    assert await maker.turns(good) == [0]

    await play_turn(circus, bad)
    maker.shop.fails = lambda _job: False
    assert await maker.all() == 1
    assert await maker.turns(bad) == [1]


async def test_what_has_failed_is_tried_again_later_and_ever_more_seldom(circus: Circus, maker: Maker) -> None:
    race = await circus.lobby()
    await circus.steward.lobbies.fill(race, ANN, "pushy", 2)
    maker.shop.fails = lambda _job: True

    async def tried_in(seconds: float, each: float = 60) -> int:
        """Look so often for so long, and return how many jobs that made."""
        before, ends = len(maker.shop.jobs), circus.clock.now + seconds
        while circus.clock.now < ends:
            circus.clock.now += each
            with contextlib.suppress(JobFailed):
                await maker.odds.work_once()
        return len(maker.shop.jobs) - before

    assert await tried_in(FIRST_REST / 2) == ATTEMPTS
    assert await tried_in(FIRST_REST) == 1
    assert await tried_in(2 * FIRST_REST) == 1
    assert 4 <= await tried_in(4 * LONGEST_REST, each=HOUR) <= 11

    maker.shop.fails = lambda _job: False
    assert await tried_in(LONGEST_REST, each=HOUR) == 1, "the lobby has its odds without a restart"
    assert len(await maker.of(race)) == 1


async def test_a_race_that_cannot_be_read_does_not_keep_others_from_theirs(circus: Circus, maker: Maker) -> None:
    bad, good = await circus.race(), await circus.race()
    await circus.store.races.set(bad, betting='{"unknown": 1}')
    assert await maker.all() == 1
    assert await maker.turns(good) == [0]


# Running


async def until_done(maker: Maker, race: RaceId, turns: list[int]) -> None:
    for _ in range(1000):
        if await maker.turns(race) == turns:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"chances of turns {await maker.turns(race)}, not {turns}")


async def test_it_runs_beside_the_steward_and_ends_with_it(
    circus: Circus, maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steward.chances.oddsmaker.SHORTEST_WAIT", 0.01)
    race = await circus.race()
    running = asyncio.create_task(maker.odds.run())
    await until_done(maker, race, [0])
    await play_turn(circus, race)
    maker.odds.wake()
    await until_done(maker, race, [0, 1])

    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert maker.shop.stopped.is_set()


async def test_without_work_the_process_is_let_go(
    circus: Circus, maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steward.chances.oddsmaker.SHORTEST_WAIT", 0.01)
    monkeypatch.setattr("steward.chances.oddsmaker.LONGEST_WAIT", 0.05)
    race = await circus.race()
    running = asyncio.create_task(maker.odds.run())
    await asyncio.wait_for(maker.shop.stopped.wait(), 10)
    await play_turn(circus, race)
    maker.odds.wake()
    await until_done(maker, race, [0, 1])
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_without_news_it_looks_again_at_what_has_failed(
    circus: Circus, maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steward.chances.oddsmaker.SHORTEST_WAIT", 0.01)
    monkeypatch.setattr("steward.chances.oddsmaker.LONGEST_WAIT", 0.01)
    monkeypatch.setattr("steward.chances.failures.FIRST_REST", 0.05)
    race = await circus.race()
    maker.shop.fails = lambda _job: True
    running = asyncio.create_task(maker.odds.run())
    await asyncio.wait_for(maker.shop.stopped.wait(), 10)
    assert len(maker.shop.jobs) == ATTEMPTS

    maker.shop.fails = lambda _job: False
    circus.clock.now += 1
    await until_done(maker, race, [0])
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_process_that_dies_and_a_record_that_fails_harm_nobody(
    circus: Circus, maker: Maker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("steward.chances.oddsmaker.SHORTEST_WAIT", 0.01)
    monkeypatch.setattr("steward.chances.oddsmaker.LONGEST_WAIT", 0.01)
    race, times = await circus.race(), iter([True])
    maker.shop.fails = lambda _job: next(times, False)
    behind = circus.store.chances.behind
    outages = iter([OSError("the disk is full")])

    async def failing() -> object:
        for outage in outages:
            raise outage
        return await behind()

    monkeypatch.setattr(circus.store.chances, "behind", failing)
    running = asyncio.create_task(maker.odds.run())
    await until_done(maker, race, [0])
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert "the disk is full" in caplog.text
    assert "the process ended" in caplog.text


async def test_the_steward_wakes_it_when_a_race_goes_on(circus: Circus, monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[int] = []
    monkeypatch.setattr(circus.steward.oddsmaker, "wake", lambda: woken.append(1))
    race = await circus.race()
    before = len(woken)
    await circus.give(race, RED, Pace(2))
    assert before
    assert len(woken) > before


def test_a_job_says_all_that_is_needed() -> None:
    view = TOY.view_for(TOY.new_race(Options(), []), {}, ())
    job = Job("toy", msgspec.Raw(msgspec.json.encode(view)), {}, 3, 1)
    chances = msgspec.json.decode(done(msgspec.json.encode(job), {"toy": TOY}), type=Chances)
    assert chances == Chances(0, 3, {})


# How they swung


async def test_a_swing_shows_each_turn_the_laps_of_the_leader_and_who_won(tmp_path: Path) -> None:
    # Given a race in which red finishes a lap each turn, and nobody has bet
    circus = await Circus(tmp_path / "laps.sqlite3", rulesets=LAPS).open()
    maker, race = Maker(circus), await circus.race()
    assert await circus.steward.wagers.swing(race) is None
    await maker.all()
    for _ in range(2):
        await play_turn(circus, race)
        await maker.all()
    under_way = await circus.steward.wagers.swing(race)

    # When the last turn is run
    await play_turn(circus, race)
    over = await circus.steward.wagers.swing(race)

    # Then all of that is there, and the winner once there is one
    assert under_way is not None
    assert over is not None
    assert ([each.turn for each in under_way.points], under_way.samples) == ([0, 1, 2], SAMPLES)
    assert (under_way.laps, over.laps) == ((1, 2), (1, 2, 3))
    assert (under_way.winner, over.winner) == (None, RED)
    await circus.close()


# The record


async def test_the_record_is_of_finished_races(circus: Circus, maker: Maker) -> None:
    race = await circus.race()
    await circus.race()  # is not finished
    await maker.all()
    for _ in range(2):
        await play_turn(circus, race)
        await maker.all()
    nothing = await maker.odds.record()
    assert (nothing.races, nothing.points, nothing.brier) == (0, 0, 0)

    await play_turn(circus, race)
    assert (await circus.steward.race(race)).record.state == "finished"
    record = await maker.odds.record()
    assert (record.races, record.points, record.samples) == (1, 3, SAMPLES)
    assert record.even_brier == 500  # two chariots, one winner
    assert sum(each.count for each in record.bins) == 6
    assert sum(each.won for each in record.bins) == 3
    told = [chances_of(each).thousandths for each in await maker.of(race)]
    errors = [2 * (1000 - chances[RED]) ** 2 for chances in told]  # red is ahead of who came as far
    assert record.brier == in_thousandths(Fraction(sum(errors), 3 * 1_000_000))

    assert await maker.odds.record(1) == record
    assert (await maker.odds.record(2)).races == 0


async def test_what_was_told_in_the_lobby_does_not_count(circus: Circus, maker: Maker) -> None:
    race = await circus.lobby()
    await circus.steward.lobbies.join(race, ANN, "Ann", colour="red")
    await circus.steward.lobbies.join(race, BOB, "Bob", colour="blue")
    await maker.all()
    await circus.steward.lobbies.start(race, ANN)
    await circus.to_the_end(race)
    assert ((await maker.odds.record()).races, (await maker.odds.record()).points) == (1, 0)
