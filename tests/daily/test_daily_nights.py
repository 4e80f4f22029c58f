"""Streaks over many random nights, against a recount by other means: night by night, with all that goes wrong."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import Connection, delete

from db.schema.daily import absences
from engine.daily.streaks import Streak
from records.values import PlayerId
from steward.daily.days import FIRST, away_on, number_at, opens
from tests.daily.world import ANNE, World

ZONES = ("Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Pacific/Auckland", "UTC")
DAY = 86_400.0


@dataclass
class Nights:
    """A person's nights: what they drove, and when the bot was away."""

    luck: Random
    zone: ZoneInfo
    driven: set[int] = field(default_factory=set)
    absences: list[tuple[float, float]] = field(default_factory=list)

    def pass_one(self, night: int) -> None:
        """Drive at a time of the evening by the clock on the wall, unless the bot is away, or it is forgotten."""
        evening = (FIRST + timedelta(days=night)).astimezone(self.zone).replace(hour=21) + timedelta(
            minutes=self.luck.randrange(240)
        )
        at = evening.timestamp()
        if self.luck.random() < 0.12:  # an outage, or several in one day
            for _ in range(self.luck.choice((1, 1, 2, 3))):
                since = at - self.luck.random() * DAY
                self.absences.append((since, since + self.luck.choice((300, 4_000, 7_100, 7_300, 30_000, 3 * DAY))))
        if self.luck.random() < 0.05:  # an update: the bot is away for some seconds, too short to be noted
            at += 20
        is_up = not any(since <= at < until for since, until in self.absences)
        if self.luck.random() < 0.85 and is_up:
            self.driven.add(number_at(datetime.fromtimestamp(at, UTC)))

    def away(self) -> set[int]:
        """Recount on which days the bot was away for more than two hours, minute by minute."""
        minutes: dict[int, set[int]] = {}
        for since, until in self.absences:
            for minute in range(int(since // 60), int(until // 60)):
                number = (minute * 60 - int(FIRST.timestamp())) // int(DAY) + 1
                minutes.setdefault(number, set()).add(minute)
        return {number for number, away in minutes.items() if len(away) > 120 and number >= 1}


def recount(driven: set[int], newest: int, away: set[int]) -> Streak:
    """Count a streak as somebody would on paper: a list of nights, each with a mark, and rest days in the hand."""
    rows, hand, row = [0], 0, 0
    for number in range(1, newest + 1):
        if number in driven:
            rows[-1] += 1
            row += 1
            if row % 7 == 0 and hand < 2:
                hand += 1
        elif number in away or number == newest or rows[-1] == 0:
            continue
        elif hand > 0:
            hand, row = hand - 1, 0
        else:
            rows.append(0)
            row = 0
    return Streak(len(driven), rows[-1], max(rows), hand)


async def through(world: World, person: PlayerId, nights: Nights, count: int) -> None:
    """Let nights pass, and compare what the bot tells of the streak with the recount now and then."""
    for night in range(count):
        before = set(nights.driven)
        nights.pass_one(night)
        for number in nights.driven - before:
            await world.has_driven(person, number)
    for since, until in nights.absences:
        await world.store.daily.note_absence(since, (since + until) / 2)  # cut off, and noted again
        await world.store.daily.note_absence(since, until)
    for end in (count // 3, count // 2, count - 1):
        world.at = opens(end).timestamp() + 80_000
        driven = {number for number in nights.driven if number <= end}
        counted = await world.daily.streak(person)
        known = recount(driven, end, nights.away())
        assert (counted.current, counted.rests) == (known.current, known.rests), (end, sorted(driven))
        assert counted.total == known.total
        assert counted.best == known.best


def test_absences_that_overlap_count_once_and_short_ones_add_up() -> None:
    at = opens(3).timestamp()
    assert away_on([(at, at + 7_200)]) == set()
    assert away_on([(at, at + 7_201)]) == {3}
    assert away_on([(at, at + 4_000), (at + 1_000, at + 5_000)]) == set()
    assert away_on([(at, at + 4_000), (at + 50_000, at + 54_000)]) == {3}
    assert away_on([(at - 4_000, at + 4_000)]) == set(), "neither day misses more than two hours"
    assert away_on([(at - DAY, at + 2 * DAY)]) == {2, 3, 4}
    assert away_on([(0.0, at)]) == {1, 2}


@pytest.mark.parametrize("seed", range(5))
async def test_streaks_equal_a_recount_over_random_nights(world: World, seed: int) -> None:
    await through(world, ANNE, Nights(Random(seed), ZoneInfo(ZONES[seed])), 120)


@pytest.mark.slow
async def test_streaks_equal_a_recount_over_ten_thousand_nights(world: World) -> None:
    for person in range(25):
        world_of_one = Nights(Random(1000 + person), ZoneInfo(ZONES[person % len(ZONES)]))
        await world.store.daily._writer.run(_without_absences)
        await through(world, PlayerId(500 + person), world_of_one, 400)


def _without_absences(connection: Connection) -> None:
    connection.execute(delete(absences))


async def test_a_day_of_outage_that_nobody_chose_costs_nobody_a_streak(world: World) -> None:
    """The bot dies on day 2 and comes back on day 6: none of the days between was ever chosen."""
    await world.drive(ANNE)
    away = opens(2).timestamp() + 60, opens(6).timestamp() + 60
    await world.store.daily.note_absence(*away)
    world.at = away[1] + 60
    await world.drive(ANNE, 6)
    assert (await world.daily.streak(ANNE)).current == 2
