"""The race of the day as people drive it: one try each, taken up again from its answers at any time.

What others did is told to those alone who have driven the day themselves, and to all once it is closed: before that
there is nothing to see but how many have driven it to the end.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec

from db.writing.daily import DailyStore, HadBefore
from db.writing.memory import Memory
from engine.daily import chain
from engine.daily.attempt import AnyOrders, Attempt, Day, seed_of
from engine.daily.choosing import better_than
from engine.daily.marks import mark_of, secret_of_edition, told_in
from engine.daily.settings import setting_of
from engine.daily.streaks import Streak, streak_of
from engine.daily.working import DayChosen, DayJob
from engine.questions import Answer
from engine.refusals import GameReason
from records.daily import DailyRecord, Driven, TryRecord
from records.refusals import Reason, Refused
from records.values import PlayerId
from renderers import Shot
from steward.chances.workshop import JobFailed, Works
from steward.daily.days import away_on, closes, last_closed, month_of, number_at, open_at
from steward.delivering.pictures import Studio
from steward.fleet.fleet import Fleet
from steward.running.finishing import for_ever
from steward.time.standstill import Clock

log = logging.getLogger(__name__)

LONGEST_CHOICE = 900.0
"""Seconds that choosing may take."""

CHAIN = "daily chain"
"""The setting that keeps the last secret of the chain."""

LOOK_EACH = 60.0
"""Seconds between two looks at the clock."""

NO_NEWCOMER = 30 * 86_400.0
"""Seconds of membership in a server after which a person's days count there for month and hall."""

LATELY = 3
"""Days: if nobody drove for so long, the next day is chosen when somebody asks for it."""

MOST_EDITIONS = 3
"""So often a day is chosen while it is open; after that it is stopped."""

KEPT = 64
"""Tries that are remembered as they stand; others are driven again from their answers, within 100 ms."""


@dataclass(frozen=True)
class Tried:
    """A try as its own driver sees it."""

    record: TryRecord
    day: Day
    attempt: Attempt


class _RacedOtherwise(Exception):
    """Answers that are kept come to another race than the one in which they were given."""


class Daily:
    """Opens days, and takes people's answers."""

    def __init__(
        self,
        store: DailyStore,
        memory: Memory,
        studio: Studio,
        clock: Clock,
        entropy: Callable[[int], bytes],
        workshop: Works,
        fleet: Fleet | None = None,
    ) -> None:
        """:param workshop: does the jobs of choosing a day.
        :param fleet: of several processes one looks after the days; ``None`` if there are no others.
        """
        self._fleet = fleet
        self._store, self._memory, self._studio, self._clock = store, memory, studio, clock
        self._entropy, self._workshop = entropy, workshop
        self._last, self._choosing = b"", asyncio.Lock()
        self._soon: asyncio.Task[None] | None = None
        self._days: dict[int, DailyRecord] = {}  # those that this program races as they were chosen
        self._kept: OrderedDict[tuple[int, PlayerId], Tried] = OrderedDict()

    # Days

    async def run(self) -> None:
        """Choose days before they open, for ever.

        :raises Exception: the reason, if that cannot be done for minutes.
        """
        try:
            await for_ever(self.look, LOOK_EACH, "the race of the day could not be looked after")
        finally:
            await self.end()

    async def end(self) -> None:
        """Choose no more, not even the day that is being chosen."""
        if self._soon is not None:
            self._soon.cancel()
            await asyncio.wait([self._soon])
        await self._workshop.stop()

    async def look(self) -> None:
        """Choose the next day if somebody will want it."""
        if self._fleet is not None and not self._fleet.is_home("daily"):
            return
        newest = number_at(self._now())
        if newest >= 0 and await self._is_wanted(newest):
            for number in (newest, newest + 1):  # today's, too: the bot may have been away as it was due
                await self._ready_or_not(max(1, number))

    async def _is_wanted(self, newest: int) -> bool:
        """Tell whether a server has the race of the day posted, or anybody drove it lately."""
        return await self._store.is_posted() or bool(await self._store.ended_since(newest - LATELY))

    async def make_ready(self, number: int) -> None:
        """Choose a day unless it is chosen; that takes seconds, and more than one may wait for it.

        :raises JobFailed: if that came to nothing.
        """
        if number in self._days:
            return
        async with self._choosing:
            chosen = await self._chosen(number)
            if chosen is None:
                await self._choose(number)
            elif number not in self._days and number > self.last_closed():
                await self._look_at(chosen)

    def choose_soon(self, number: int) -> None:
        """Begin to choose a day, as somebody looks at its door; nothing if that goes on, or it is chosen."""
        if number in self._days or (self._soon is not None and not self._soon.done()):
            return
        self._soon = asyncio.create_task(self._ready_or_not(number))

    async def _ready_or_not(self, number: int) -> None:
        try:
            await self.make_ready(number)
        except (JobFailed, Refused) as failed:
            log.warning("race %s of the day could not be chosen: %s", number, failed)

    async def secret(self, number: int) -> bytes:
        """Return the secret of a day; nobody else may see it before the day is closed."""
        if not self._last:
            kept = await self._memory.get(CHAIN) or await self._memory.keep(CHAIN, self._entropy(32).hex())
            self._last = bytes.fromhex(kept)
        return await asyncio.to_thread(chain.secret_of, self._last, number)

    async def anchor(self) -> str:
        """Return what all secrets lead to, hexadecimal: it is published once."""
        return (await self._before(await self.secret(1))).hex()

    async def _before(self, secret: bytes) -> bytes:
        return await asyncio.to_thread(chain.hashed, secret)

    async def revealed(self, number: int) -> str:
        """Return the secret of a day that is closed, hexadecimal; empty before that."""
        is_closed = number >= 1 and self._now() >= closes(number)
        return (await self.secret(number)).hex() if is_closed else ""

    def open_days(self) -> list[int]:
        """Return the days that can be driven now, the newest first."""
        return open_at(self._now())

    def last_closed(self) -> int:
        """Return the day that closed last; below 1 before the first."""
        return last_closed(self._now())

    async def day(self, number: int) -> Day:
        """Return a day that has been chosen."""
        chosen = await self._chosen(number)
        assert chosen is not None, "make_ready comes first"
        return await self._day_of(chosen)

    async def _day_of(self, chosen: DailyRecord) -> Day:
        secret = secret_of_edition(await self.secret(chosen.number), chosen.edition)
        return Day(seed_of(secret, chosen.candidate), setting_of(chosen.number))

    async def par(self, number: int) -> Sequence[int]:
        """Return the places of the house drivers that drove a day in your seat; empty if it is not chosen yet."""
        chosen = await self._chosen(number)
        return () if chosen is None else chosen.par

    async def _chosen(self, number: int) -> DailyRecord | None:
        if number in self._days:
            return self._days[number]
        found = await self._store.day(number)
        if found is not None and number <= self.last_closed():
            self._keep_day(found)
        return found

    async def _choose(self, number: int) -> None:
        self._keep_day(await self._store.add_day(await self._choice(number, 1)))

    async def _choice(self, number: int, edition: int) -> DailyRecord:
        """Choose an edition of a day, by the rules of this program."""
        secret = secret_of_edition(await self.secret(number), edition)
        answer = await self._workshop.do(msgspec.json.encode(DayJob(number, secret.hex())))
        chosen = msgspec.json.decode(answer, type=DayChosen)
        day = Day(seed_of(secret, chosen.candidate), setting_of(number))
        return DailyRecord(
            number=number,
            candidate=chosen.candidate,
            par=chosen.par,
            version=day.rules.version,
            edition=edition,
            mark=await asyncio.to_thread(mark_of, day),
        )

    async def _look_at(self, chosen: DailyRecord) -> None:
        """See whether this program races a day as the one did that chose it; if not, choose it anew (H-2)."""
        day = await self._day_of(chosen)
        if not chosen.mark:  # chosen before marks were noted: what is known of it is what this program makes of it
            marked = msgspec.structs.replace(chosen, mark=await asyncio.to_thread(mark_of, day))
            self._keep_day(await self._store.renew_day(marked, chosen))
        elif chosen.version == day.rules.version and chosen.mark == await asyncio.to_thread(_marked, day):
            self._keep_day(chosen)
        else:
            await self._renew(chosen)

    async def _renew(self, chosen: DailyRecord) -> None:
        """Choose a day anew: as itself if nobody has begun it, else as another edition.

        :raises Refused: if that happened too often.
        """
        number, is_new = chosen.number, not await self._store.begun(chosen.number)
        if not is_new and chosen.edition >= MOST_EDITIONS:
            raise Refused(Reason.DAY_STOPPED, number=number)
        log.warning("the rules of race %s of the day have changed: it is chosen anew", number)
        anew = await self._choice(number, chosen.edition + (not is_new))
        self._keep_day(await self._store.renew_day(anew, chosen))

    def _keep_day(self, day: DailyRecord) -> None:
        self._days = {n: each for n, each in self._days.items() if n >= day.number - 2} | {day.number: day}

    # Driving

    async def begin(
        self, number: int, person: PlayerId, name: str, guild: int, member_since: float | None = None
    ) -> Tried:
        """Begin a person's one try at a day, or take up the one they have begun.

        :param member_since: since when they are a member of the server, in seconds since 1970.
        :raises Refused: if the day is not open, and they have not begun it; or they had it before they were forgotten.
        :raises JobFailed: if the day could not be chosen.
        """
        known = await self._store.try_of(number, person)
        if known is None:
            self._require_open(number)
            await self.make_ready(number)
            now, counts, edition = self._clock(), await self._counts(person, member_since), await self.edition(number)
            began = TryRecord(
                number=number, person=person, name=name, guild=guild, began=now, counts=counts, edition=edition
            )
            try:
                known = await self._store.begin(began)
            except HadBefore:
                raise Refused(Reason.DAY_HAD_BEFORE) from None
        return await self._taken_up(known)

    async def _counts(self, person: PlayerId, member_since: float | None) -> bool:
        """Tell whether a try counts for month and hall: its person is no newcomer to the server, or known elsewhere."""
        if member_since is not None and self._clock() - member_since >= NO_NEWCOMER:
            return True
        return await self._store.is_known(person)

    async def take_up(self, number: int, person: PlayerId) -> Tried:
        """Return a person's try at a day as it stands.

        :raises Refused: if they have not begun it.
        """
        known = await self._store.try_of(number, person)
        if known is None:
            raise Refused(Reason.DAY_NOT_BEGUN, number=number)
        return await self._taken_up(known)

    async def give(self, number: int, person: PlayerId, given: int, answer: Answer | AnyOrders) -> Tried:
        """Answer the open question of a try.

        :param given: how many answers came before, as the message with the question says.
        :raises Refused: if the day is closed, the question is over or the answer is not legal.
        """
        self._require_open(number)
        known = await self._store.try_of(number, person)
        if known is None or known.given != given:
            raise Refused(GameReason.ASK_IS_OVER)
        tried = await self._taken_up(known)
        if tried.record.edition != known.edition:
            raise Refused(GameReason.ASK_IS_OVER)  # it began anew: its first question is another one
        self._kept.pop((number, person), None)
        await asyncio.to_thread(tried.attempt.give, answer)
        record = await self._with(tried, answer)
        if not await self._store.go_on(record, given):
            raise Refused(GameReason.ASK_IS_OVER)
        return self._keep(Tried(record, tried.day, tried.attempt))

    async def _with(self, tried: Tried, answer: Answer | AnyOrders) -> TryRecord:
        """Return the record of a try with one answer more, and with its end if that was the last."""
        record, attempt = tried.record, tried.attempt
        answers = [*msgspec.json.decode(record.answers, type=list[msgspec.Raw]), msgspec.json.encode(answer)]
        text = b"[" + b",".join(bytes(each) for each in answers) + b"]"
        told = told_in(attempt.session.table.told)
        record = msgspec.structs.replace(record, answers=text.decode(), given=record.given + 1, told=told)
        if not attempt.is_over:
            return record
        better, rows = better_than(await self.par(record.number), attempt.place), await self._shape(tried.day, record)
        return msgspec.structs.replace(record, ended=self._clock(), place=attempt.place, better=better, rows=rows)

    async def _shape(self, day: Day, record: TryRecord) -> str:
        """Return how a try that is over stood turn by turn, from the first that its driver drove, JSON."""
        first = 1

        def shots() -> list[Shot]:
            nonlocal first
            attempt = Attempt(day, answers_of(day, record), scenes=True)
            first, session = attempt.first_turn, attempt.session
            told = [0, *(scene.told for scene in session.scenes)]
            facts = session.table.told
            return [
                Shot(scene.view, facts[since : scene.told]) for since, scene in zip(told, session.scenes, strict=False)
            ]

        stood = await self._studio.shape_of(day.setting.game, shots)
        return msgspec.json.encode([each for each in stood if each.turn >= first]).decode()

    async def _taken_up(self, record: TryRecord) -> Tried:
        kept = self._kept.get((record.number, record.person))
        if kept is not None and (kept.record.edition, kept.record.given) == (record.edition, record.given):
            return kept
        is_live = record.ended is None and record.number in self.open_days()
        if is_live:
            await self.make_ready(record.number)
        edition = await self.edition(record.number)
        if is_live and edition > record.edition:
            return await self._anew(record, edition)
        try:
            day = await self.day(record.number)
            attempt = await asyncio.to_thread(_raced, day, record, edition)
        except _RacedOtherwise:
            if not is_live:
                raise Refused(Reason.DAY_RACED_OTHERWISE, number=record.number, place=record.place) from None
            await self._found_otherwise(record)
            return await self._anew(record, await self.edition(record.number))
        return self._keep(Tried(record, day, attempt))

    async def _found_otherwise(self, record: TryRecord) -> None:
        """Choose a day anew whose rules are others, though its mark did not tell."""
        async with self._choosing:
            chosen = await self._store.day(record.number)
            assert chosen is not None
            if chosen.edition == record.edition:
                await self._renew(chosen)
            else:
                self._keep_day(chosen)

    async def _anew(self, record: TryRecord, edition: int) -> Tried:
        """Begin a try anew that was under way as the rules changed."""
        await self._store.begin_again(record.number, record.person, edition)
        found = await self._store.try_of(record.number, record.person)
        assert found is not None
        return await self._taken_up(found)

    async def edition(self, number: int) -> int:
        """Return which edition of a day is driven: 1, unless its rules changed while it was open."""
        chosen = await self._chosen(number)
        return 1 if chosen is None else chosen.edition

    def _keep(self, tried: Tried) -> Tried:
        self._kept[tried.record.number, tried.record.person] = tried
        self._kept.move_to_end((tried.record.number, tried.record.person))
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return tried

    def _require_open(self, number: int) -> None:
        if number not in self.open_days():
            raise Refused(Reason.DAY_CLOSED, number=number)

    # What is told

    async def try_of(self, number: int, person: PlayerId) -> TryRecord | None:
        """Return a person's own try at a day, begun or over."""
        return await self._store.try_of(number, person)

    async def ended(self, number: int) -> int:
        """Return how many people drove a day to its end: all that is told of it to those who have not."""
        return sum(each.ended is not None for each in await self._store.tries(number))

    async def table(self, number: int, viewer: PlayerId | None, guild: int) -> list[TryRecord] | None:
        """Return who of a server ended a day how, the best first, and the viewer among them.

        ``None`` for those who may not see it yet.
        """
        if not await self._may_see(number, viewer):
            return None
        ended = [each for each in await self._store.tries(number) if each.place is not None]
        here = [each for each in ended if (guild and each.guild == guild) or each.person == viewer]
        return sorted(here, key=lambda each: (-each.edition, each.place, each.given, each.ended))

    async def _may_see(self, number: int, viewer: PlayerId | None) -> bool:
        if self._now() >= closes(number):
            return True
        own = None if viewer is None else await self._store.try_of(number, viewer)
        return own is not None and own.place is not None

    async def month(self, guild: int) -> list[Driven]:
        """Return whose days count in a server, of the month of the day that closed last, the most first.

        Days count, not places: whoever drives first with a second account learns the dice, and gains nothing here.
        """
        return await self._most_days(guild, month_of(max(1, self.last_closed()))[0])

    async def hall(self, guild: int) -> list[Driven]:
        """Return whose days count in a server from the first day on, likewise."""
        return await self._most_days(guild, 1)

    async def _most_days(self, guild: int, first: int) -> list[Driven]:
        if not guild:
            return []  # in direct messages nobody is among others
        found = await self._store.counting(guild, first, self.last_closed())
        return sorted(found, key=lambda each: -len(each.days))

    async def streak(self, person: PlayerId) -> Streak:
        """Return how steadily a person drives."""
        driven = [each.number for each in await self._store.tries_of(person) if each.place is not None]
        return streak_of(set(driven), max(1, number_at(self._now())), await self.away())

    async def ended_by(self, person: PlayerId) -> list[TryRecord]:
        """Return a person's tries that are over, the newest day first."""
        over = [each for each in await self._store.tries_of(person) if each.place is not None]
        return sorted(over, key=lambda each: -each.number)

    async def driven_again(self, record: TryRecord) -> Tried:
        """Return a try that is over as it went; it is not kept in mind.

        :raises Refused: if its rules are gone.
        """
        day, edition = await self.day(record.number), await self.edition(record.number)
        try:
            return Tried(record, day, await asyncio.to_thread(_raced, day, record, edition))
        except _RacedOtherwise:
            raise Refused(Reason.DAY_RACED_OTHERWISE, number=record.number, place=record.place) from None

    async def driven_by(self, person: PlayerId, here: int) -> tuple[list[TryRecord], Streak]:
        """Return a person's tries in one server at days that are closed, and their streak of these.

        That is all that others may know: whoever has not driven a day learns nothing of it.
        """
        closed = self.last_closed()
        found = [each for each in await self._store.tries_of(person) if each.place is not None and each.guild == here]
        tries = [each for each in found if each.number <= closed]
        return tries, streak_of({each.number for each in tries}, max(1, closed), await self.away())

    async def driven_in_all(self, person: PlayerId) -> tuple[list[TryRecord], Streak]:
        """Return all of a person's tries that are over, and their streak: for themselves alone."""
        tries = [each for each in await self._store.tries_of(person) if each.place is not None]
        return tries, await self.streak(person)

    async def counts_from(self, person: PlayerId, member_since: float | None) -> float | None:
        """Return when a newcomer's days begin to count for month and hall; ``None`` if they do, or in no server."""
        if member_since is None or await self._counts(person, member_since):
            return None
        return member_since + NO_NEWCOMER

    async def last_of(self, person: PlayerId) -> TryRecord | None:
        """Return a person's last try that is over; ``None`` if there is none."""
        over = [each for each in await self._store.tries_of(person) if each.place is not None]
        return max(over, key=lambda each: each.number, default=None)

    async def away(self) -> set[int]:
        """Return the days on which the bot was away for long, or changed their rules: they cost nobody a streak."""
        return away_on(await self._store.absences()) | {*await self._store.renewed()}

    def _now(self) -> datetime:
        return _at(self._clock())


def _raced(day: Day, record: TryRecord, edition: int) -> Attempt:
    """Return a try as its answers leave it; :exc:`_RacedOtherwise` if they come to another race by now."""
    if edition != record.edition:
        raise _RacedOtherwise
    try:
        attempt = Attempt(day, answers_of(day, record))
    except Exception as error:  # rules that changed may break in any way
        raise _RacedOtherwise from error
    if record.given and record.told and told_in(attempt.session.table.told) != record.told:
        raise _RacedOtherwise
    return attempt


def _marked(day: Day) -> str:
    """Return the mark of a day; empty if it cannot be raced any more."""
    try:
        return mark_of(day)
    except Exception:  # rules that changed may break in any way
        log.exception("a race of the day cannot be raced")
        return ""


def answers_of(day: Day, record: TryRecord) -> Sequence[Any]:
    """Return the answers of a try, or its orders for whole turns where the day is raced by them."""
    kind = day.rules.answers if day.book is None else day.book.orders
    return list(msgspec.json.decode(record.answers, type=list[kind]))  # type: ignore[valid-type]


def _at(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
