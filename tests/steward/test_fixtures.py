"""Fixtures: each date one race, at its hour, or passed over with a word; whatever vanishes, leaves or dies."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from db.writing.fixtures import LEASE
from engine.betting.rules import TableRules
from records.limits import DAY, FIXTURES_IN_A_SERVER, FIXTURES_SET_UP, HOUR, RACES_OF_ONE
from records.refusals import Reason, Refused
from records.values import FixtureId, RaceId
from steward.hosting.fixtures import AWAY, GONE, LATE, WEEKS
from steward.telling.shown import RightMissing
from tests.steward.circus import ANN, BOB, EVE, Circus
from tests.steward.fixtures import (
    BEGINS,
    CHANNEL,
    FRIDAY_EVENING,
    HERE,
    OTHER,
    ROME,
    dates,
    join,
    lobby_of,
    rome,
    set_up,
    to,
    told,
)
from tests.steward.killed import Killed

# A week


async def test_it_opens_a_day_before_in_its_channel_and_starts_at_its_hour(circus: Circus) -> None:
    fixture = await set_up(circus)
    await to(circus, rome(1, 7, 19, 59))
    assert await dates(circus, fixture) == []
    await to(circus, rome(1, 7, 20))
    assert await dates(circus, fixture) == [("8 Jan", "lobby")]
    lobby = await lobby_of(circus, fixture)
    assert (lobby.record.channel, lobby.record.thread, lobby.record.host) == (CHANNEL, 1, ANN)
    await join(circus, lobby.record.id, BOB)
    await to(circus, rome(1, 8, 19, 59))
    assert await dates(circus, fixture) == [("8 Jan", "lobby")]
    await to(circus, rome(1, 8, 20))
    assert await dates(circus, fixture) == [("8 Jan", "running")]
    started = await circus.steward.race(lobby.record.id)
    assert sum(each.player is None for each in started.factions) >= 1, "house drivers fill the field"
    await to(circus, rome(1, 14, 20))
    assert await dates(circus, fixture) == [("8 Jan", "running"), ("15 Jan", "lobby")]


async def test_where_the_house_does_not_fill_people_race_alone(circus: Circus) -> None:
    fixture = await set_up(circus, fills=False, least=2)
    await to(circus, rome(1, 7, 21))
    lobby = await lobby_of(circus, fixture)
    await join(circus, lobby.record.id, BOB, EVE)
    await to(circus, rome(1, 8, 20))
    started = await circus.steward.race(lobby.record.id)
    assert (started.record.state, [each.player for each in started.factions]) == ("running", [BOB, EVE])


async def test_too_few_people_and_it_is_passed_over_with_a_word_to_each(circus: Circus) -> None:
    fixture = await set_up(circus, least=2)
    await to(circus, rome(1, 7, 21))
    lobby = await lobby_of(circus, fixture)
    await join(circus, lobby.record.id, BOB)
    await to(circus, rome(1, 8, 20, 30))
    assert await dates(circus, fixture) == [("8 Jan", "cancelled")]
    why = "at its hour one person was in, and it takes 2"
    assert await told(circus, lobby.record.id) == [(None, why), (ANN, why), (BOB, why)]


async def test_one_who_has_left_the_server_does_not_count(circus: Circus) -> None:
    fixture = await set_up(circus)
    await to(circus, rome(1, 7, 21))
    lobby = await lobby_of(circus, fixture)
    await join(circus, lobby.record.id, BOB)
    circus.messenger.gone.add(BOB)
    await to(circus, rome(1, 8, 20, 30))
    assert await dates(circus, fixture) == [("8 Jan", "cancelled")]
    assert (None, "at its hour nobody was in, and it takes 1") in await told(circus, lobby.record.id)


async def test_without_house_and_with_one_person_there_is_no_race(circus: Circus) -> None:
    fixture = await set_up(circus, fills=False)
    await to(circus, rome(1, 7, 21))
    lobby = await lobby_of(circus, fixture)
    await join(circus, lobby.record.id, BOB)
    await to(circus, rome(1, 8, 20, 30))
    assert await dates(circus, fixture) == [("8 Jan", "cancelled")]
    assert (BOB, "too few chariots were in for a race") in await told(circus, lobby.record.id)


@pytest.mark.parametrize("has_bets", [True, False])
async def test_there_is_betting_on_it_or_none(circus: Circus, has_bets: bool) -> None:
    fixture = await set_up(circus, bets=has_bets)
    await to(circus, rome(1, 7, 21))
    rules = msgspec.json.decode((await lobby_of(circus, fixture)).record.betting, type=TableRules)
    assert rules.is_off is not has_bets


# Sleep


async def test_it_sleeps_after_four_weeks_without_anybody_says_so_once_and_wakes(circus: Circus) -> None:
    fixture = await set_up(circus)
    await to(circus, rome(3, 1, 12))
    assert await dates(circus, fixture) == [(f"{day} Jan", "cancelled") for day in (8, 15, 22, 29)]
    words = [(await told(circus, each.race))[0][1] for each in await circus.store.fixtures.dates(fixture.record.id, 9)]
    assert ["/server fixture" in each for each in words] == [True, False, False, False], "the newest first"
    (shown,) = await circus.steward.fixtures.of_guild(HERE)
    assert shown.asleep

    await circus.steward.fixtures.wake_up(fixture.record.id, HERE, OTHER)
    await to(circus, rome(3, 5, 12))
    assert (await dates(circus, fixture))[-1] == ("5 Mar", "lobby")
    assert (await lobby_of(circus, fixture)).record.channel == CHANNEL, "it keeps its channel"
    await to(circus, rome(6, 1, 12))
    assert len(await dates(circus, fixture)) == 2 * WEEKS


async def test_a_week_in_which_somebody_comes_or_the_host_calls_it_off_is_none_without_anybody(circus: Circus) -> None:
    fixture = await set_up(circus)
    for week in range(12):
        friday = BEGINS + timedelta(weeks=week, days=4)
        await to(circus, friday - timedelta(hours=12))
        lobby = await lobby_of(circus, fixture)
        if week % 4 == 2:
            await join(circus, lobby.record.id, BOB)
        if week % 4 == 3:
            await circus.steward.lobbies.cancel(lobby.record.id, ANN)
        await to(circus, friday + timedelta(hours=12))
    assert len(await dates(circus, fixture)) == 12


# What goes wrong


async def test_a_channel_that_vanishes_stops_it_and_waking_moves_it(circus: Circus) -> None:
    fixture = await set_up(circus)
    circus.posts.gone.add(CHANNEL)
    await to(circus, rome(1, 20, 12))
    (shown,) = await circus.steward.fixtures.of_guild(HERE)
    assert (shown.record.state, await dates(circus, fixture)) == ("lost", [])
    await circus.steward.fixtures.wake_up(fixture.record.id, HERE, OTHER)
    await to(circus, rome(1, 22, 12))
    assert await dates(circus, fixture) == [("22 Jan", "lobby")]
    assert (await lobby_of(circus, fixture)).record.channel == OTHER


async def test_a_channel_that_vanishes_under_an_open_lobby_is_told_to_those_who_are_in(circus: Circus) -> None:
    fixture = await set_up(circus)
    await to(circus, rome(1, 7, 21))
    lobby = await lobby_of(circus, fixture)
    await join(circus, lobby.record.id, BOB)
    circus.posts.gone.add(CHANNEL)
    await to(circus, rome(1, 8, 21))
    assert await dates(circus, fixture) == [("8 Jan", "cancelled")]
    assert (BOB, GONE) in await told(circus, lobby.record.id)
    (shown,) = await circus.steward.fixtures.of_guild(HERE)
    assert shown.record.state == "lost"


async def test_a_missing_right_is_borne_until_the_hour_and_told_in_the_next_lobby(circus: Circus) -> None:
    fixture = await set_up(circus)
    circus.posts.fails = RightMissing("create public threads")
    await to(circus, rome(1, 9, 12))
    circus.posts.fails = None
    await to(circus, rome(1, 15, 12))
    assert await dates(circus, fixture) == [("15 Jan", "lobby")]
    plan = await circus.steward.fixtures.plan_of((await lobby_of(circus, fixture)).record.id)
    assert plan is not None
    passed = await circus.steward.fixtures.passed_before(plan)
    assert passed is not None
    assert (passed.month, passed.day) == (1, 8)


async def test_a_right_that_comes_back_before_the_hour_opens_it_late(circus: Circus) -> None:
    fixture = await set_up(circus)
    circus.posts.fails = RightMissing("create public threads")
    await to(circus, rome(1, 8, 19))
    circus.posts.fails = None
    await to(circus, rome(1, 8, 19, 30))
    assert await dates(circus, fixture) == [("8 Jan", "lobby")]


@pytest.mark.parametrize(("late", "state"), [(LATE, "running"), (LATE + 1, "cancelled")])
async def test_away_at_its_hour_it_starts_a_little_later_or_is_passed_over(
    circus: Circus, late: float, state: str
) -> None:
    fixture = await set_up(circus)
    await to(circus, rome(1, 7, 21))
    lobby = await lobby_of(circus, fixture)
    await join(circus, lobby.record.id, BOB)
    circus.clock.now = rome(1, 8, 20).timestamp() + late
    later = await circus.again()
    await later.steward.fixtures.look()
    assert await dates(later, fixture) == [("8 Jan", state)]
    assert ((BOB, AWAY) in await told(later, lobby.record.id)) is (state == "cancelled")


async def test_a_host_who_leaves_changes_nothing(circus: Circus) -> None:
    fixture = await set_up(circus)
    circus.messenger.gone.add(ANN)
    await circus.steward.presence.is_here(HERE, ANN, anew=True)
    await to(circus, rome(1, 7, 21))
    lobby = await lobby_of(circus, fixture)
    await join(circus, lobby.record.id, BOB)
    await to(circus, rome(1, 8, 20))
    assert await dates(circus, fixture) == [("8 Jan", "running")]


async def test_two_programs_that_look_at_once_open_and_start_one_race(circus: Circus) -> None:
    fixture = await set_up(circus)
    other = await circus.again()
    circus.clock.now = rome(1, 7, 20).timestamp()
    for each in (circus, other):
        await each.steward.fixtures.look()
    circus.clock.pass_by(LEASE + 1)
    for each in (other, circus):
        await each.steward.fixtures.look()
    assert await dates(circus, fixture) == [("8 Jan", "lobby")]
    assert circus.posts.threads == [(CHANNEL, "Friday race · 8 Jan")]
    lobby = await lobby_of(circus, fixture)
    await join(circus, lobby.record.id, BOB)
    circus.clock.now = rome(1, 8, 20).timestamp()
    for each in (circus, other):
        await each.steward.fixtures.look()
    assert await dates(other, fixture) == [("8 Jan", "running")]


async def test_the_database_keeps_one_race_for_each_date(circus: Circus) -> None:
    fixture = await set_up(circus)
    await to(circus, rome(1, 7, 20))
    with pytest.raises(Exception, match=r"(?i)unique"):
        await circus.store.fixtures._writer.run(
            lambda connection: connection.execute(
                text("INSERT INTO planned (race, fixture, day, least) SELECT race + 1, fixture, day, 1 FROM planned")
            )
        )
    assert len(await dates(circus, fixture)) == 1


# Limits


async def test_a_server_has_few_fixtures_and_a_host_who_sets_up_and_ends_them_cannot_flood_it(circus: Circus) -> None:
    begins = rome(1, 7, 21)  # each opens at once
    known = [await set_up(circus, begins, title=f"F{n}") for n in range(FIXTURES_IN_A_SERVER.most)]
    with pytest.raises(Refused) as refused:
        await set_up(circus, begins)
    assert refused.value.reason is Reason.TOO_MANY_FIXTURES
    for n in range(FIXTURES_SET_UP.most - FIXTURES_IN_A_SERVER.most):
        await circus.steward.fixtures.end(known[-1].record.id, HERE)
        known[-1] = await set_up(circus, begins, title=f"G{n}")
    await circus.steward.fixtures.end(known[-1].record.id, HERE)
    with pytest.raises(Refused) as refused:
        await set_up(circus, begins, by=BOB)
    assert refused.value.reason is Reason.TOO_OFTEN
    await circus.steward.fixtures.look()
    assert len(circus.posts.threads) <= FIXTURES_SET_UP.most
    await set_up(circus, begins, guild=2)  # another server is as free as before


async def test_its_races_take_nobody_s_room(circus: Circus) -> None:
    for n in range(FIXTURES_IN_A_SERVER.most):
        await set_up(circus, rome(1, 7, 21), title=f"F{n}")
    await circus.steward.fixtures.look()
    assert len(circus.posts.threads) == FIXTURES_IN_A_SERVER.most
    for n in range(RACES_OF_ONE.most):
        await circus.lobby(title=f"Ludi {n}")
    with pytest.raises(Refused) as refused:
        await circus.lobby(title="One more")
    assert refused.value.reason is Reason.HOSTS_ENOUGH


async def test_another_server_can_neither_wake_nor_end_it(circus: Circus) -> None:
    fixture = await set_up(circus)
    number = fixture.record.id
    for act in (circus.steward.fixtures.end(number, 2), circus.steward.fixtures.wake_up(number, 2, OTHER)):
        with pytest.raises(Refused) as refused:
            await act
        assert refused.value.reason is Reason.NO_SUCH_FIXTURE
    await circus.steward.fixtures.end(number, HERE)
    assert await circus.steward.fixtures.of_guild(HERE) == []
    await to(circus, rome(1, 9, 12))
    assert await dates(circus, fixture) == []


# Other lobbies


async def test_a_lobby_starts_when_all_places_are_taken_if_its_host_wants(circus: Circus) -> None:
    race, other = await circus.lobby(), await circus.lobby(title="Other")
    await circus.steward.fixtures.set_plan(race, ANN, full=True)
    for each in (race, other):
        await join(circus, each, ANN, BOB)
        await circus.steward.fixtures.look()
        assert (await circus.steward.race(each)).record.state == "lobby"
        await circus.steward.lobbies.fill(each, ANN)
        await circus.steward.fixtures.look()
    states = [(await circus.steward.race(each)).record.state for each in (race, other)]
    assert states == ["running", "lobby"]


async def test_a_lobby_starts_at_an_hour_with_those_who_are_in_over_a_restart(circus: Circus) -> None:
    race = await circus.lobby()
    await circus.steward.fixtures.set_plan(race, ANN, after=HOUR)
    await join(circus, race, ANN, BOB)
    circus.clock.pass_by(HOUR - 1)
    await circus.steward.fixtures.look()
    assert (await circus.steward.race(race)).record.state == "lobby"
    circus.clock.pass_by(1)
    later = await circus.again()
    await later.steward.fixtures.look()
    assert (await later.steward.race(race)).record.state == "running"


async def test_a_lobby_with_too_few_at_its_hour_waits_for_its_host(circus: Circus) -> None:
    race = await circus.lobby()
    await circus.steward.fixtures.set_plan(race, ANN, after=HOUR)
    await join(circus, race, ANN)
    circus.clock.pass_by(HOUR)
    await circus.steward.fixtures.look()
    plan = await circus.steward.fixtures.plan_of(race)
    assert plan is not None
    assert (plan.failed, (await circus.steward.race(race)).record.state) == (True, "lobby")
    await circus.steward.fixtures.set_plan(race, ANN)
    assert await circus.steward.fixtures.plan_of(race) is None


async def test_nobody_but_its_host_says_when_a_lobby_starts_and_a_fixture_starts_as_agreed(circus: Circus) -> None:
    race = await circus.lobby()
    with pytest.raises(Refused) as refused:
        await circus.steward.fixtures.set_plan(race, BOB, full=True)
    assert refused.value.reason is Reason.NOT_THE_HOST
    fixture = await set_up(circus)
    await to(circus, rome(1, 7, 21))
    lobby = await lobby_of(circus, fixture)
    with pytest.raises(Refused) as refused:
        await circus.steward.fixtures.set_plan(lobby.record.id, ANN, full=True)
    assert refused.value.reason is Reason.STARTS_AS_AGREED
    assert await circus.steward.fixtures.plan_of(lobby.record.id) is not None


# The month


async def test_the_month_is_a_cup_without_a_host(circus: Circus) -> None:
    fixture = await set_up(circus, fills=False, least=2)
    for week in range(5):
        await to(circus, BEGINS + timedelta(weeks=week, days=4))
        lobby = await lobby_of(circus, fixture)
        await join(circus, lobby.record.id, ANN, BOB)
        await to(circus, BEGINS + timedelta(weeks=week, days=4, hours=9))
        await circus.to_the_end(lobby.record.id)
        await circus.steward.chronicler.catch_up()
    title, month, rows = await circus.steward.fixtures.month(fixture.record.id)
    assert (title, month.month) == ("Friday race", 2)
    assert [each.races for each in rows] == [1, 1]
    assert sorted(each.points for each in rows) == [1, 3]
    assert (rows[0].points, rows[0].wins) == (3, 1)


# A year


def doomed(circus: Circus, luck: Random) -> None:
    """Have a process die before or after one of its next writes."""
    writer: Any = circus.store.fixtures._writer
    run: Callable[..., Awaitable[Any]] = writer.run
    left = luck.randrange(1, 3)

    async def dying(*given: Any, **how: Any) -> Any:
        nonlocal left
        left -= 1
        if left == 0 and luck.random() < 0.5:
            raise Killed
        result = await run(*given, **how)
        if left <= 0:
            raise Killed
        return result

    writer.run = dying


NONE_YET = FixtureId(0)


@dataclass
class Year:
    """A fixture through weeks of a year: what must become of each date, and what has died so far."""

    circus: Circus
    minute: int
    kills: int
    luck: Random
    fixture: FixtureId = NONE_YET
    killed: int = 0
    expected: list[tuple[int, str]] = field(default_factory=list)
    came: list[bool] = field(default_factory=list)
    is_circus: bool = False

    async def run(self, weeks: Sequence[int]) -> None:
        first = datetime(2027, 1, 4, tzinfo=UTC)
        begins = first + timedelta(weeks=weeks[0])
        given: dict[str, Any] = {"circus": True, "options": '{"turns":9}'} if self.is_circus else {}
        shown = await set_up(self.circus, begins, minute=self.minute, **given)
        self.fixture = shown.record.id
        for week in weeks:
            monday = (first + timedelta(weeks=week)).date()
            await self.pass_week(datetime(monday.year, monday.month, monday.day, tzinfo=ROME))
        assert self.killed >= self.kills * 0.9, "enough of them died"
        kept = [each.day for each in reversed(await self.circus.store.fixtures.dates(self.fixture, 100))]
        assert kept == [day for day, _ in self.expected], "each date once"
        assert len(self.circus.posts.threads) == len(self.expected), "and each had one thread"

    async def pass_week(self, monday: datetime) -> None:
        """Let a week pass, and see what has become of its date."""
        at = monday + timedelta(minutes=self.minute)  # by the clock on the wall
        hour, what = at.astimezone(UTC).timestamp(), self._what()
        for offset in (-DAY, -DAY / 2):
            await self._look(hour + offset)
        await self._settle()
        await self._happens(what)
        for offset in (-HOUR, 0.0, LEASE + 1):
            await self._look(hour + offset)
        await self._settle()
        comes = what in ("race", "host")
        runs = comes or (self.is_circus and what == "nobody")
        self.expected.append((at.date().toordinal(), "running" if runs else "cancelled"))
        self.came.append(comes)
        (found,) = await self.circus.store.fixtures.dates(self.fixture, 1)
        assert (found.day, found.state) == self.expected[-1], (at, what)
        await self._clear_up(what, found.race)

    async def _settle(self) -> None:
        """Have processes look that nothing kills; what a killed one had claimed is free again after a while."""
        for _ in range(2):
            self.circus.clock.pass_by(LEASE + 1)
            await (await self._again()).steward.fixtures.look()

    def _what(self) -> str:
        """Return what happens in a week; three without a race are followed by one, else it would sleep."""
        is_near_sleep = len(self.came) >= 3 and not any(self.came[-3:])
        return "race" if is_near_sleep else self.luck.choice(("race", "race", "race", "nobody", "gone", "host"))

    async def _look(self, when: float) -> None:
        """Have a process look at what is due, and perhaps die over it."""
        self.circus.clock.now = max(self.circus.clock.now, when)
        running = await self._again()
        if self.killed < self.kills and self.luck.random() < 0.9:
            doomed(running, self.luck)
        try:
            await running.steward.fixtures.look()
        except Killed:
            self.killed += 1

    async def _again(self) -> Circus:
        return await self.circus.again(messenger=self.circus.messenger)

    async def _happens(self, what: str) -> None:
        (newest,) = await self.circus.store.fixtures.dates(self.fixture, 1)
        if what == "gone":
            self.circus.posts.gone.add(CHANNEL)
        if what == "host":
            self.circus.messenger.gone.add(ANN)
        if what in ("race", "host"):
            await join(await self._again(), newest.race, BOB)

    async def _clear_up(self, what: str, race: RaceId) -> None:
        running = await self._again()
        if what == "gone":
            self.circus.posts.gone.clear()
            await running.steward.fixtures.wake_up(self.fixture, HERE, CHANNEL)
            self.came.append(True)  # it counts anew
        with suppress(Refused):
            await running.steward.lobbies.cancel(race, ANN)


NIGHT = 6 * 1440 + 150
"""Sunday 2:30: the change to summer time leaves it out, and the one to winter time has it twice."""


@pytest.mark.parametrize(
    ("minute", "weeks"), [(NIGHT, range(10, 14)), (NIGHT, range(41, 45)), (FRIDAY_EVENING, range(10, 14))]
)
async def test_weeks_around_the_change_of_the_clocks(circus: Circus, minute: int, weeks: Sequence[int]) -> None:
    await Year(circus, minute, 4, Random(minute + weeks[0])).run(weeks)


@pytest.mark.slow
@pytest.mark.parametrize("minute", [NIGHT, FRIDAY_EVENING])
async def test_a_year_of_a_fixture_with_sixty_kills(circus: Circus, minute: int) -> None:
    await Year(circus, minute, 60, Random(minute)).run(range(52))
