"""What happened in a week of a server, read off the records; nothing is counted up and kept."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime

from db.store import Store
from engine.daily.streaks import streak_of
from records.gazettes import CloseRace, Coming, DayBest, HouseNews, Streaking, UnderWay, Week, WeekRace
from records.limits import DAY, GAZETTE_SLEEPS
from records.past import HouseStart, Seen
from records.people import is_former
from records.races import Place, PublicRace
from records.values import EntryId, PlayerId
from steward.daily.days import last_closed
from steward.daily.races import Daily
from steward.delivering.films import Films
from steward.delivering.pictures import people_of
from steward.hosting.fixtures import Fixtures
from steward.hosting.lobbies import public_race
from steward.remembering.house_circus import records_of, starts_of
from steward.seasons.leagues import Leagues
from steward.showing.log import Log
from steward.time.schedules import Schedule, kept_zone, next_of_week

HOUR_OF_WEEK = (6 * 24 + 18) * 60
"""Minutes after Monday 0:00 at which an issue comes out: Sunday at six in the evening."""

QUIET = round(GAZETTE_SLEEPS / (7 * DAY))
"""So many weeks in a row without anybody, and the gazette sleeps."""

MOST_RACES = 60
"""Of a week, the newest: more are not looked at."""

LOOKED_AT = 8
"""Races of a week whose finish is looked at, the newest."""

MOST_GAP = 6
"""Squares, rows or spaces between the first two, with which a finish is close."""

MOST_BESTS, MOST_UNDER_WAY, LEAST_PEOPLE = 3, 3, 2
LEAST_STREAK, MOST_STREAKS = 3, 3
LEAST_ROW, LEAST_WINS, MOST_HOUSE = 3, 2, 2
AHEAD, MOST_COMING = 14 * DAY, 4
"""Seconds within which a date is told, and how many dates."""


class Weeks:
    """Reads weeks."""

    def __init__(
        self, store: Store, films: Films, daily: Daily, fixtures: Fixtures, leagues: Leagues, log: Log
    ) -> None:
        self._store, self._films, self._daily = store, films, daily
        self._fixtures, self._leagues, self._log = fixtures, leagues, log

    async def channels(self, guild: int) -> set[int]:
        """Return the channels of a server in which something may be that a gazette tells."""
        fixtures, leagues = await self._fixtures.of_guild(guild), await self._leagues.of_guild(guild)
        found = {*await self._store.fame.channels(guild), *(each.record.channel for each in fixtures)}
        return found | {each.record.channel for each in leagues}

    async def week(self, seen: Seen, day: int, zone: str, since_issue: int) -> Week:
        """Return the week that ends on a Sunday.

        :param seen: the races that everybody may know of who reads it.
        :param day: that Sunday in the calendar.
        :param zone: by whose clock it ends.
        :param since_issue: the Sunday from which weeks without anybody are counted.
        """
        since, until = hour_of(day - 7, zone), hour_of(day, zone)
        races = tuple(await self._store.fame.ended_between(seen, since, until, MOST_RACES))
        first, last = _closed(since) + 1, _closed(until)
        return Week(
            guild=seen.guild,
            day=day,
            since=since,
            until=until,
            races=races,
            closest=await self._closest(races),
            streaks=await self._streaks(seen.guild, first, last),
            bests=await self._bests(seen.guild, first, last),
            under_way=await self._under_way(seen),
            drivers=await self._store.daily.drivers(seen.guild, first, last),
            house=house_news(await starts_of(self._store.fame, seen), since, until),
            coming=await self._coming(seen, until),
            sleeps=day - since_issue >= 7 * (QUIET - 1) and not await self._has_people(seen, day, zone),
            closes_year=date.fromordinal(day + 7).year > date.fromordinal(day).year,
        )

    async def _has_people(self, seen: Seen, day: int, zone: str) -> bool:
        """Tell whether anybody was there in the last weeks."""
        since, until = hour_of(day - 7 * QUIET, zone), hour_of(day, zone)
        races = tuple(await self._store.fame.ended_between(seen, since, until, MOST_RACES))
        drivers = await self._store.daily.drivers(seen.guild, _closed(since) + 1, _closed(until))
        return Week(guild=seen.guild, day=day, since=since, until=until, races=races, drivers=drivers).has_people

    async def _closest(self, races: Sequence[WeekRace]) -> CloseRace | None:
        """Return the race that was closest, among the newest; the newest of equals."""
        found = [each for race in races[:LOOKED_AT] if (each := await self._close(race)) is not None]
        return min(found, key=lambda each: each.finish.gap, default=None)

    async def _close(self, race: WeekRace) -> CloseRace | None:
        known = await public_race(self._store, race.race)
        finish = await self._films.finish(known)
        if finish is None or finish.gap > MOST_GAP:
            return None
        first, second = _driver(known, EntryId(finish.first)), _driver(known, EntryId(finish.second))
        return CloseRace(race=race, finish=finish, first=first, second=second) if first and second else None

    async def _streaks(self, guild: int, first: int, last: int) -> tuple[Streaking, ...]:
        """Return who drives the race of the day day after day: on closed days, and on this server alone."""
        away, found = await self._daily.away(), list[Streaking]()
        for each in await self._store.daily.counting(guild, 1, last):
            days = streak_of(set(each.days), last + 1, away).current
            if max(each.days) >= first and days >= LEAST_STREAK and not is_former(each.person):
                found.append(Streaking(name=each.name, days=days))
        return tuple(sorted(found, key=lambda each: (-each.days, each.name))[:MOST_STREAKS])

    async def _bests(self, guild: int, first: int, last: int) -> tuple[DayBest, ...]:
        """Return who came in best in the races of the day, newcomers too, as each day's post does."""
        places: dict[PlayerId, list[int]] = {}
        names: dict[PlayerId, str] = {}
        for number in range(max(1, first), last + 1):
            for each in await self._daily.table(number, None, guild) or []:
                if each.place is not None and not is_former(each.person):
                    places.setdefault(each.person, []).append(each.place)
                    names[each.person] = each.name
        found = [DayBest(name=names[who], place=min(mine), days=len(mine)) for who, mine in places.items()]
        return tuple(sorted(found, key=lambda each: (each.place, -each.days, each.name))[:MOST_BESTS])

    async def _under_way(self, seen: Seen) -> tuple[UnderWay, ...]:
        """Return the races that go on: of two people or more, in channels that every reader sees."""
        found = list[UnderWay]()
        for race in await self._store.index.headings(Place((seen.guild,)), is_open=True):
            if race.state == "lobby" or race.lesson is not None or race.channel in seen.hidden:
                continue
            factions = (await public_race(self._store, race.id)).factions
            if len({each.holder for each in factions if each.holder is not None}) >= LEAST_PEOPLE:
                found.append(UnderWay(title=race.title, thread=race.thread))
            if len(found) == MOST_UNDER_WAY:
                break
        return tuple(found)

    async def _coming(self, seen: Seen, until: float) -> tuple[Coming, ...]:
        """Return the next dates of fixtures and leagues after the hour of the issue."""
        found = []
        for fixture in await self._fixtures.of_guild(seen.guild):
            record, at = fixture.record, fixture.next.at
            if record.state == "on" and not fixture.asleep:
                found.append(Coming(kind="fixture", title=record.title, channel=record.channel, at=at))
        for league in await self._leagues.of_guild(seen.guild):
            if league.record.state == "running":
                closes = (await self._log.status(league.record.id)).until
                title, channel = league.record.title, league.record.thread or league.record.channel
                found += [] if closes is None or league.record.channel in seen.hidden else [
                    Coming(kind="league", title=title, channel=channel, at=closes)
                ]  # fmt: skip
        soon = [each for each in found if each.channel not in seen.hidden and until < each.at <= until + AHEAD]
        return tuple(sorted(soon, key=lambda each: (each.at, each.title))[:MOST_COMING])


def hour_of(day: int, zone: str) -> float:
    """Return when the issue of a Sunday comes out by a zone's clock, in seconds since 1970."""
    monday = datetime.fromordinal(day - 6).replace(tzinfo=kept_zone(zone))
    return next_of_week(Schedule(zone), HOUR_OF_WEEK, monday.astimezone(UTC).timestamp())


def latest_issue(now: float, zone: str) -> int:
    """Return the Sunday whose issue came out last by a zone's clock."""
    today = datetime.fromtimestamp(now, kept_zone(zone)).date()
    sunday = today.toordinal() - (today.weekday() + 1) % 7
    return sunday if hour_of(sunday, zone) <= now else sunday - 7


def _closed(at: float) -> int:
    """Return the race of the day that had closed last by then; 0 before the first."""
    return max(0, last_closed(datetime.fromtimestamp(at, UTC)))


def _driver(race: PublicRace, entry: EntryId) -> str:
    """Return who drove a chariot, by name; empty for somebody who was forgotten."""
    seat = race.faction_of(entry)
    if seat is not None and seat.player is not None and is_former(seat.player):
        return ""
    names = {**{each.entry: each.name for each in race.entries}, **people_of(race)}
    return names.get(entry, "")


def house_news(starts: Sequence[HouseStart], since: float, until: float) -> tuple[HouseNews, ...]:
    """Return what is new of house drivers: whose rating is best now, who wins race after race, who won most.

    :param starts: all that are looked at, in the order of their races.
    """
    now, before = [each for each in starts if each.at < until], [each for each in starts if each.at < since]
    lately = Counter(each.name for each in now[len(before) :] if each.place == 1)
    found = list[HouseNews]()
    if lately and before:
        leads, led = records_of(now)[0].name, records_of(before)[0].name
        found += [HouseNews(event="leads", name=leads, other=led)] if leads != led else []
    rows = {name: _row(now, name) for name in lately}
    found += [HouseNews(event="row", name=name, number=row) for name, row in rows.items() if row >= LEAST_ROW]
    found += [
        HouseNews(event="wins", name=name, number=wins)
        for name, wins in lately.most_common()
        if wins >= LEAST_WINS and rows[name] < LEAST_ROW
    ]
    return tuple(found[:MOST_HOUSE])


def _row(starts: Sequence[HouseStart], name: str) -> int:
    """Return how many of their last starts a house driver won in a row."""
    places = [each.place for each in starts if each.name == name]
    return next((number for number, place in enumerate(reversed(places)) if place != 1), len(places))
