"""Fixtures: each week a race that opens itself a day before and starts at its hour, or is passed over with a word.

All follows from the record: of each date there is one race, which the database makes sure of; what became of the
latest dates says whether a fixture sleeps. So it does not matter how many programs look, or when one dies.
"""

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from datetime import date, datetime
from typing import Any, NamedTuple

import msgspec

from db.store import StaleRace, Store, TooManyFixtures
from records.acts import ActRecord
from records.fixtures import FixtureRecord, Kept, PlannedStart
from records.limits import DAY, FIXTURE_SLEEPS, FIXTURES_IN_A_SERVER, HOUR
from records.notices import Notice
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.values import FixtureId, PlayerId, RaceId
from steward.hosting.fixture_events import FixtureEvents
from steward.hosting.house_races import house_field, keep_whole, table_of
from steward.hosting.lobbies import Lobbies, NewRace, public_race
from steward.hosting.presence import Presence
from steward.running.bookmaker import opening, scratching, voiding
from steward.running.finishing import for_ever
from steward.running.live import Rulesets
from steward.running.often import refusing_often
from steward.running.races import Races
from steward.telling.faults import place_of
from steward.telling.notices import Panel, act_notice, notice
from steward.telling.shown import TITLE_LENGTH, CannotPost, Posts, not_in_lobby, visible
from steward.time.schedules import Schedule, Timing, kept_zone, next_of_week, schedule_of
from steward.time.standstill import Clock

log = logging.getLogger(__name__)

LOOK_EACH = 15.0
"""Seconds between two looks at what opens or starts."""

OPENS_BEFORE = DAY
"""Seconds before its hour at which a fixture's race is opened."""

LATE = 2 * HOUR
"""Seconds after its hour until which a race starts still, if the bot was away at its hour."""

SETTLED_FOR = 600.0
"""Seconds for which a date that was dealt with is not looked at again."""

WEEKS = round(FIXTURE_SLEEPS / (7 * DAY))
"""So many in a row without a race, and a fixture sleeps."""

MOST_DATES = 60
"""Of a fixture, that its list looks back at."""

AT_ONCE = 8
"""Races opened or started at a time."""

TITLE_OF_FIXTURE = TITLE_LENGTH - len(" · 30 Sep")

AWAY = "I was away at its hour"
GONE = "its channel is gone"
NOBODY_LOOKED = "nobody came, bet on the house drivers or looked at them"
SLEEPS = f"It is the week number {WEEKS} in a row, so the fixture sleeps now. `/server fixture` wakes it."


class Occasion(NamedTuple):
    """A date of a fixture."""

    day: int  # of the calendar
    at: float  # seconds since 1970


class Tallied(NamedTuple):
    """How a person stands in the month of a fixture."""

    person: PlayerId
    name: str
    points: int
    wins: int
    races: int


class FixtureShown(NamedTuple):
    """A fixture as everybody may know it."""

    record: FixtureRecord
    next: Occasion
    asleep: bool
    lobby: RaceId | None  # that is open, or under way, for its latest date


class Fixtures:
    """Sets fixtures up, opens their races and starts them."""

    def __init__(
        self,
        store: Store,
        lobbies: Lobbies,
        races: Races,
        presence: Presence,
        posts: Posts,
        rulesets: Rulesets,
        clock: Clock,
    ) -> None:
        self._store, self._lobbies, self._races, self._presence = store, lobbies, races, presence
        self._posts, self._rulesets, self._clock = posts, rulesets, clock
        self._settled: dict[tuple[FixtureId, int], float] = {}  # by date: until when it need not be looked at
        self._unwatched: set[RaceId] = set()  # races of house drivers at which nobody has looked yet
        self._events = FixtureEvents(store, posts, clock)
        self._news = asyncio.Event()

    # For those who manage a server

    async def set_up(self, fixture: FixtureRecord) -> FixtureShown:
        """Keep a new fixture; its number, and when it was set up, are given here.

        :raises Refused: if the server has as many as it may, or the game cannot be run so.
        """
        now = self._clock()
        title, woken = visible(fixture.title, TITLE_OF_FIXTURE), occasion(fixture, now).day
        fixture = msgspec.structs.replace(fixture, title=title, created=now, woken=woken)
        await self._require_possible(fixture)
        try:
            with refusing_often():
                number = await self._store.fixtures.add(fixture)
        except TooManyFixtures as full:
            raise Refused(Reason.TOO_MANY_FIXTURES, at_most=FIXTURES_IN_A_SERVER.most) from full
        self.wake()
        return await self._shown(msgspec.structs.replace(fixture, id=number))

    async def of_guild(self, guild: int) -> list[FixtureShown]:
        """Return the fixtures of a server that nobody has ended."""
        return [await self._shown(each) for each in await self._store.fixtures.of_guild(guild)]

    async def wake_up(self, fixture: FixtureId, guild: int, channel: int) -> None:
        """Let a fixture of a server that sleeps, or whose channel is gone, go on; the latter in this channel.

        :raises Refused: if there is none.
        """
        known = await self._of(fixture, guild)
        where = {"channel": channel} if known.state == "lost" else {}
        woken = occasion(known, self._clock()).day
        await self._store.fixtures.set(fixture, state="on", woken=woken, claimed=None, **where)
        self._settled.clear()
        self.wake()

    async def set_circus(self, fixture: FixtureId, guild: int, *, circus: bool) -> None:
        """Let house drivers race each other at a fixture where nobody comes, or not, from its next race on.

        :raises Refused: if there is none, or its options do not go with that.
        """
        known = msgspec.structs.replace(await self._of(fixture, guild), circus=circus)
        await self._require_possible(known)
        await self._store.fixtures.set(fixture, circus=circus)

    async def set_events(self, fixture: FixtureId, guild: int, *, events: bool) -> None:
        """Make events of the server of a fixture's races, or none, from now on; :exc:`Refused` if there is none."""
        await self._of(fixture, guild)
        await self._store.fixtures.set(fixture, events=events)
        self.wake()

    async def _require_possible(self, fixture: FixtureRecord) -> None:
        """Raise :exc:`Refused` if a fixture's races cannot be opened, or cannot be run by house drivers alone."""
        rules, day = self._rulesets[fixture.ruleset], fixture.woken
        race = await self._lobbies.new_race(_new_race(fixture, self._rulesets, day))
        if fixture.circus:
            factions, entries = house_field(self._lobbies, rules, fixture.id, day, PublicRace(race, (), ()))
            if not entries or len(factions) < rules.least_entries:
                raise Refused(Reason.NO_LINE_UP)

    async def end(self, fixture: FixtureId, guild: int) -> None:
        """End a fixture of a server for good; its race that is open stays. :exc:`Refused` if there is none."""
        await self._of(fixture, guild)
        await self._store.fixtures.set(fixture, state="off")

    async def _of(self, fixture: FixtureId, guild: int) -> FixtureRecord:
        known = await self._store.fixtures.fixture(fixture)
        if known is None or known.guild != guild or known.state == "off":
            raise Refused(Reason.NO_SUCH_FIXTURE)
        return known

    # For everybody

    async def plan_of(self, race: RaceId) -> PlannedStart | None:
        """Return when a race starts, or started, by itself; ``None`` if its host begins it."""
        return await self._store.fixtures.plan_of(race)

    async def set_plan(self, race: RaceId, host: PlayerId, *, full: bool = False, after: float | None = None) -> None:
        """Have a lobby start by itself, or by its host alone where neither is wanted.

        :param full: as soon as all places are taken.
        :param after: in so many seconds, with those who are in.
        :raises Refused: if this is not its host, or it is no lobby, or starts as it was agreed on.
        """
        lobby = await public_race(self._store, race)
        if lobby.record.host != host:
            raise Refused(Reason.NOT_THE_HOST)
        if lobby.record.state != "lobby":
            raise not_in_lobby(lobby.record)
        at = None if after is None else self._clock() + after
        plan = PlannedStart(race=race, at=at, full=full) if full or at is not None else None
        if not await self._store.fixtures.plan(race, plan):
            raise Refused(Reason.STARTS_AS_AGREED)
        await self._lobbies.show(race)
        self.wake()

    async def watched(self, race: RaceId) -> None:
        """Note that somebody looks at a race: a circus goes on for whoever does."""
        if race in self._unwatched:
            self._unwatched.discard(race)
            await self._store.fixtures.watch(race)

    async def passed_before(self, plan: PlannedStart) -> date | None:
        """Return the date before a fixture's race that was passed over as nothing could be opened, if it was."""
        known = None if plan.fixture is None else await self._store.fixtures.fixture(plan.fixture)
        if known is None or plan.day is None or not plan.day - 7 <= known.passed < plan.day:
            return None
        return date.fromordinal(known.passed)

    async def month(self, fixture: FixtureId) -> tuple[str, date, list[Tallied]]:
        """Return a fixture's title, the month of its latest date, and how people stand in it: points as in a cup."""
        known = await self._store.fixtures.fixture(fixture)
        dates = await self._store.fixtures.dates(fixture, 1)
        if known is None or not dates:
            raise Refused(Reason.NO_SUCH_FIXTURE)
        first = date.fromordinal(dates[0].day).replace(day=1)
        after = date.fromordinal(first.toordinal() + 31).replace(day=1)
        series, found = self._rulesets[known.ruleset].series, dict[PlayerId, Tallied]()
        for each in await self._store.fixtures.scores(fixture, first.toordinal(), after.toordinal()):
            _, _, points, wins, races = found.get(each.person, Tallied(each.person, each.name, 0, 0, 0))
            points, wins = points + series.points_for(each.place), wins + (each.place == 1)
            found[each.person] = Tallied(each.person, each.name, points, wins, races + 1)
        return (
            known.title,
            first,
            sorted(found.values(), key=lambda each: (-each.points, -each.wins, each.races, each.person)),
        )

    async def _shown(self, known: FixtureRecord) -> FixtureShown:
        dates = await self._store.fixtures.dates(known.id, MOST_DATES)
        lobby = dates[0].race if dates and dates[0].state in ("lobby", "running", "paused") else None
        return FixtureShown(known, occasion(known, self._clock()), _sleeps(known, dates), lobby)

    # Each week

    def wake(self) -> None:
        """Say that something may be due."""
        self._news.set()

    async def run(self) -> None:
        """Open and start races for ever.

        :raises Exception: the reason, if what is due cannot be read for minutes.
        """
        await for_ever(self.look, LOOK_EACH, "fixtures could not be looked after", self._news)

    async def look(self) -> None:
        """Open what is to be opened, and start what is due, some at once."""
        room, now = asyncio.Semaphore(AT_ONCE), self._clock()
        self._unwatched = {*await self._store.fixtures.unwatched()}
        self._settled = {date: until for date, until in self._settled.items() if until > now}
        starts, known = await self._store.fixtures.waiting(), await self._store.fixtures.awake()
        await asyncio.gather(*(_alone(room, self._start(each)) for each in starts))
        await asyncio.gather(*(_alone(room, self._open_next(each)) for each in known))
        await _alone(room, self._events.look())

    async def _open_next(self, known: FixtureRecord) -> None:
        """Open the race of the next date of a fixture, if it is time; note a date that went by without one."""
        now = self._clock()
        coming = occasion(known, now)
        if (known.id, coming.day) in self._settled:
            return
        dates = await self._store.fixtures.dates(known.id, WEEKS + 1)
        days, asleep = [each.day for each in dates], _sleeps(known, dates)
        before = occasion(known, coming.at - 7.5 * DAY)
        is_missed = before.day not in days and before.day >= known.woken and before.at > known.created
        if is_missed and not asleep and known.passed < before.day:
            await self._store.fixtures.pass_over(known.id, before.day)
        is_time = coming.at - OPENS_BEFORE <= now
        if is_time and not asleep and coming.day not in days:
            await self._open(known, coming)
        elif is_time or asleep:
            self._settled[known.id, coming.day] = now + SETTLED_FOR
        else:
            self._settled[known.id, coming.day] = min(now + SETTLED_FOR, coming.at - OPENS_BEFORE)

    async def _open(self, known: FixtureRecord, coming: Occasion) -> None:
        now = self._clock()
        if not await self._store.fixtures.claim(known.id, now):
            return
        new = _new_race(known, self._rulesets, coming.day)
        race, rules = await self._lobbies.new_race(new), self._rulesets[known.ruleset]
        plan = PlannedStart(
            race=RaceId(0),
            fixture=known.id,
            day=coming.day,
            at=coming.at,
            least=known.least,
            fills=known.fills,
            circus=known.circus,
        )
        race = table_of(race) if known.circus else race
        lobby = PublicRace(race, (), ())
        field = house_field(self._lobbies, rules, known.id, coming.day, lobby) if known.circus else ((), ())
        try:
            async with self._posts.opened_thread(known.guild, known.channel, race.title) as thread:
                told = [notice(RaceId(0), "panel", Panel(False), now)]
                race = msgspec.structs.replace(race, thread=thread)
                await self._store.fixtures.open(race, plan, told, opening(rules, now), *field)
        except StaleRace:
            return  # another program was quicker
        except CannotPost as gone:
            log.warning("fixture %s has lost its channel: %s", known.id, gone)
            await self._store.fixtures.lose(known.id)
            return
        self._races.wake()

    async def _start(self, plan: PlannedStart) -> None:
        """Start a lobby at its hour with those who are in, or pass it over with a word."""
        now, lobby = self._clock(), await public_race(self._store, plan.race)
        lobby = await self._whole(plan, lobby)
        is_due = (plan.at is not None and now >= plan.at) or (plan.full and self._lobbies.is_full(lobby))
        if not is_due or not await self._store.fixtures.claim_start(plan.race, now):
            return
        if plan.fixture is None or plan.at is None:
            await self._start_wished(lobby)
            return
        if now - plan.at > LATE:
            await self._pass_over(plan, lobby, AWAY)
            return
        if await self._posts.has_channel(lobby.record.guild, lobby.record.channel) is False:
            await self._pass_over(plan, lobby, GONE)
            return
        lobby = await self._whole(plan, await self._with_those_here(lobby))
        came = sum(each.player is not None for each in lobby.factions)
        if came < plan.least and not plan.circus:
            await self._pass_over(plan, lobby, _too_few(came, plan.least))
            return
        if plan.circus and await self._is_last(plan):
            await self._pass_over(plan, lobby, NOBODY_LOOKED)
            return
        try:
            if plan.fills and all(each.player is not None for each in lobby.factions):
                await self._fill(lobby)
            await self._lobbies.start(plan.race, lobby.record.host, drops=True)
        except Refused as refused:
            if refused.reason is not Reason.TOO_FEW_ENTRIES:
                raise
            await self._pass_over(plan, lobby, "too few chariots were in for a race")

    async def _whole(self, plan: PlannedStart, lobby: PublicRace) -> PublicRace:
        """Return a lobby; of a circus with house drivers in all places that are free."""
        rules = self._rulesets[lobby.record.ruleset]
        if not plan.circus or not await keep_whole(self._store, self._lobbies, rules, plan, lobby):
            return lobby
        return await public_race(self._store, plan.race)

    async def _start_wished(self, lobby: PublicRace) -> None:
        """Start a lobby as its host wished; where it cannot, it waits for them, and its panel says so."""
        try:
            await self._lobbies.start(lobby.record.id, lobby.record.host, drops=True)
        except Refused:
            await self._store.fixtures.fail(lobby.record.id)
            await self._lobbies.show(lobby.record.id, is_new=True)

    async def _with_those_here(self, lobby: PublicRace) -> PublicRace:
        """Take those out who have left the server, and return the race without them."""
        people = [each.player for each in lobby.factions if each.player is not None]
        gone = await self._presence.gone_among(lobby.record.guild, people, anew=True)
        for player in gone:
            with suppress(StaleRace):  # it was started at this instant
                await self._store.lobbies.withdraw(lobby.record.id, player, scratching(self._clock()))
        return await public_race(self._store, lobby.record.id) if gone else lobby

    async def _fill(self, lobby: PublicRace) -> None:
        """Let house drivers fill the field; it may be full of people."""
        with suppress(Refused):
            await self._lobbies.fill(lobby.record.id, lobby.record.host)

    async def _pass_over(self, plan: PlannedStart, lobby: PublicRace, why: str) -> None:
        """Call a race off before its start, in words for its thread, its host, and each who is in."""
        now, said = self._clock(), [why]
        if plan.fixture is not None and await self._is_last(plan):
            said.append(SLEEPS)
        act = ActRecord(kind="close", by=None, reason=". ".join(said), at=now)
        told = act_notice(plan.race, act, now)
        people = {lobby.record.host, *(each.player for each in lobby.factions if each.player is not None)}
        notices: Sequence[Notice] = [told, *(told.to(each) for each in sorted(people))]
        if await self._store.races.close(plan.race, act, notices, voiding("cancelled", now), only_if=("lobby",)):
            self._races.forget(plan.race)
            await self._races.show(plan.race)
        if why == GONE and plan.fixture is not None:
            await self._store.fixtures.lose(plan.fixture)

    async def _is_last(self, plan: PlannedStart) -> bool:
        """Tell whether a fixture sleeps once this race is passed over, too."""
        assert plan.fixture is not None
        known = await self._store.fixtures.fixture(plan.fixture)
        dates = await self._store.fixtures.dates(plan.fixture, WEEKS)
        passed = [msgspec.structs.replace(each, is_passed=each.is_passed or each.race == plan.race) for each in dates]
        return known is not None and _sleeps(known, passed)


def occasion(fixture: FixtureRecord, after: float) -> Occasion:
    """Return the first date of a fixture at or after a time; a change of the clocks moves it with the clock."""
    at = next_of_week(Schedule(fixture.zone), fixture.minute, after)
    return Occasion(datetime.fromtimestamp(at, kept_zone(fixture.zone)).date().toordinal(), at)


def _sleeps(fixture: FixtureRecord, dates: Sequence[Kept]) -> bool:
    """Tell whether a fixture sleeps: its latest dates were passed over, each, since it was set up or woken.

    Of a circus what counts is that nobody came, bet or looked, whether house drivers raced or not.

    :param dates: the newest first.
    """
    latest = [each for each in dates if each.day >= fixture.woken][:WEEKS]
    return len(latest) == WEEKS and all(each.is_quiet if each.is_circus else each.is_passed for each in latest)


def _new_race(fixture: FixtureRecord, rulesets: Rulesets, day: int) -> NewRace:
    """Return the race of a date as it is opened."""
    when = date.fromordinal(day)
    seconds = msgspec.json.decode(fixture.seconds, type=dict[str, int])
    return NewRace(
        fixture.guild,
        fixture.channel,
        fixture.by,
        fixture.ruleset,
        rulesets[fixture.ruleset].read_options(fixture.options),
        Timing(seconds, fixture.pace, schedule_of(fixture.schedule), fixture.story),
        f"{fixture.title} · {when.day} {when:%b}",
        has_bets=fixture.bets,
    )


def _too_few(came: int, least: int) -> str:
    people = {0: "nobody was", 1: "one person was"}.get(came, f"{came} people were")
    return f"at its hour {people} in, and it takes {least}"


async def _alone(room: asyncio.Semaphore, work: Coroutine[Any, Any, None]) -> None:
    """Look after one of them; a failure keeps no other from its hour, and is tried again."""
    async with room:
        try:
            await work
        except Exception as error:
            log.warning("a fixture has to wait: %s at %s", type(error).__name__, place_of(error))
