"""Running races: the only place where one is loaded, answered and written; a start takes them up again.

As the program starts :meth:`Races.resume` rebuilds each from its record, and house drivers give what they owe.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from types import EllipsisType

import msgspec

from db.store import StaleRace, Store
from engine.facts import Fact
from engine.game import AnyRuleset
from engine.questions import Answer, Ask
from engine.refusals import GameReason
from engine.session import SALT_BYTES
from records.acts import ActRecord
from records.batches import KeptRace
from records.play import STEWARD, Input, OrdersRecord
from records.races import FactionRecord, RaceRecord, Start
from records.refusals import Reason, Refused
from records.values import EntryId, PlayerId, RaceId
from steward.fleet.fleet import Fleet
from steward.running import cup_races, desertion, reopening, taking
from steward.running.absence import note_answer, note_miss, silent_together, takes_reins, use_grace
from steward.running.answering import answer_by_itself, at_deadline, first_by_itself
from steward.running.beacon import Beacon, mixed_in
from steward.running.bookmaker import following
from steward.running.errands import run_errands
from steward.running.keeper import Keeper
from steward.running.live import Live, Rulesets, StoryChanged, Tells, begin, tells_nobody
from steward.running.locks import Locks
from steward.running.often import refusing_often
from steward.running.rebuilding import rebuild
from steward.running.under_way import require_known_rules, require_running
from steward.running.unwritten import Source
from steward.running.updates import BY_ITSELF, at_the_beginning, begun_anew, gives, is_asked, renewed, tell_update
from steward.telling.notices import Panel, Starting, Warned, act_notice, notice
from steward.telling.shown import Driven, OrdersGiven
from steward.time.presses import Presses

log = logging.getLogger(__name__)

ATTEMPTS = 4
CACHED = 64
"""Number of races in memory: each holds all its facts since it was taken up. Reading another takes some 10 ms."""


class Races:
    """Sessions in a cache, each checked by its race's revision before use, each used by one at a time."""

    def __init__(
        self,
        store: Store,
        rulesets: Rulesets,
        fleet: Fleet,
        entropy: Callable[[int], bytes],
        wake: Callable[[], None],
        beacon: Beacon | None,
        keepers: Mapping[str, Keeper],
    ) -> None:
        """:param wake: called when there is something new to deliver or to wait for.
        :param beacon: a public one to mix into the dice, besides the post that starts a race.
        :param keepers: by ruleset, of those that need one.
        """
        self._beacon, self._keepers, self._of_races = beacon, keepers, Keeper(store)
        self._store, self._rulesets, self._clock, self.fleet = store, rulesets, fleet.now, fleet
        self._entropy, self.wake = entropy, wake
        self._cache: OrderedDict[RaceId, Live] = OrderedDict()
        self._locks, self.seasons = Locks[RaceId](), fleet.locks("season")
        self.presses = Presses(fleet.now)

    def keeper_of(self, race: RaceRecord) -> Keeper:
        """Return who does for a race what others do without."""
        return self._keepers.get(race.ruleset, self._of_races)

    def takes_reins(self, live: Live, seat: FactionRecord, player: PlayerId, now: float) -> None:
        """Put a player at the reins: the one they belong to, or a substitute in their place."""
        takes_reins(live, self.keeper_of(live.race.record), seat, player, now)

    @asynccontextmanager
    async def viewing(self, race: RaceId) -> AsyncIterator[Live]:
        """Give a running race to be looked at, not to be changed.

        :raises Refused: if it is not running.
        """
        async with self._locks[race]:
            live = await self._take(race)
            self._keep(live)
            yield live

    async def drive(
        self,
        race: RaceId,
        entry: EntryId,
        answers: Sequence[Answer],
        *,
        player: PlayerId,
        asked: int,
        pressed: float | None = None,
    ) -> Driven:
        """Give a player's answers one after the other, as long as they fit the events.

        :param asked: the session's ``asked`` of the question.
        :param pressed: when the player answered, in seconds since 1970; now if left out (S-63).
        :raises Refused: if the first is not legal or too late, or *entry* is not this player's; all stays as it was.
        """

        async def give(live: Live) -> Driven:
            taking.require_reins(live, entry, player)
            taking.require_in_time(live, entry, asked, pressed, self._clock())
            now = taking.settle(live, entry, answers, self._clock(), asked)
            if not live.is_written and taking.is_sealed(live, entry, now, asked):  # but for later
                return Driven(len(answers), len(answers), (), False)
            driven = await self._give_all(live, entry, now, player, asked)
            return replace(driven, done=driven.done + len(answers) - len(now), of=len(answers))

        return await self._attempt(race, give)

    async def order(
        self,
        race: RaceId,
        player: PlayerId,
        orders: OrdersGiven,
        asked: int | None = None,
        last: OrdersRecord | EllipsisType | None = ...,
        *,
        pressed: float | None = None,
    ) -> Driven:
        """Keep a player's orders for a turn, and seal all of them together with their first answer.

        :param asked: the question to seal them for; ``None`` to let them stand alone. Orders already sealed for the
            turn get a new seal even so.
        :param last: the orders on record when these were drawn up; if the record has changed since, they are
            refused. Left out, the record does not matter.
        :param pressed: when the player ordered, in seconds since 1970; now if left out (S-63).
        :raises Refused: if they are not legal, or too late; all stays as it was.
        """

        async def keep(live: Live) -> Driven:
            if last is not ... and live.orders_of(orders.entry) != last:
                raise Refused(Reason.ORDERS_CHANGED)
            taking.require_reins(live, orders.entry, player)
            taking.require_in_time(live, orders.entry, live.session.asked, pressed, self._clock())
            return taking.keep_orders(live, player, orders, asked, partial(self._give, live), self._clock())

        return await self._attempt(race, keep)

    async def _attempt(self, race: RaceId, deed: Callable[[Live], Awaitable[Driven]]) -> Driven:
        """Do something in a race and write it; again, if another process was quicker. A refusal changes nothing."""
        for _ in range(ATTEMPTS):
            async with self._locks[race]:
                live = await self._take(race)
                try:
                    driven = await deed(live)
                except Refused:
                    self._leave(live)
                    raise
                if await self._go_on(live):
                    return driven
        raise Refused(Reason.CHANGED_MEANWHILE)

    def _leave(self, live: Live) -> None:
        """Leave a race as it is on record: a refusal changes nothing."""
        if live.is_written:
            self._keep(live)
        else:
            self.forget(live.id)

    async def act(
        self,
        race: RaceId,
        entry: EntryId,
        act: Answer,
        *,
        player: PlayerId,
        tells: Tells = tells_nobody,
        pressed: float | None = None,
    ) -> list[Fact]:
        """Do an act for *entry* without a question, and return its facts.

        :param tells: makes further notices of the facts, besides those of the story.
        :param pressed: when the player did it, in seconds since 1970; now if left out (S-63).
        :raises Refused: if it may not be done, or *entry* is not this player's; all stays as it was.
        """
        async with self.editing(race) as live:
            taking.require_reins(live, entry, player)
            taking.require_in_time(live, entry, live.session.asked, pressed, self._clock())
            facts = live.do(entry, act, Source("player", player), self._clock())
            live.also(*tells(live, facts))
            return facts

    async def wait_for(
        self, race: RaceId, player: PlayerId, asked: int, *, wait: bool, pressed: float | None = None
    ) -> bool:
        """Let a turn begin no sooner than at its deadline, or as soon as all are in, as far as *player* is concerned.

        :returns: whether that is new; they may have said so before.
        :raises Refused: if they do not drive here, or the question is over.
        """
        async with self.editing(race) as live:
            faction = live.race.faction_for(player)
            if faction is None or faction.at_the_reins != player:
                raise Refused(Reason.NOT_ENTERED if faction is None else Reason.REINS_ELSEWHERE)
            if live.session.asked != asked:
                raise Refused(GameReason.ASK_IS_OVER)
            taking.require_in_time(live, STEWARD, asked, pressed, self._clock())
            if wait == (faction.waits == asked):
                return False
            live.seat(msgspec.structs.replace(faction, waits=asked if wait else None))
            if live.session.is_held and not live.wants_to_wait():
                live.proceed(self._clock())
        return True

    async def default(self, race: RaceId, entry: EntryId, asked: int) -> None:
        """Answer an expired question with its default, and those that its kind settles, unless grace is left.

        Orders that were sealed, or stand, answer first. A held turn goes on, or the race rests if nobody is there.
        Does nothing if the question is over, its deadline was moved, or a press made before that is at work.
        """
        async with self._locks[race]:
            try:
                live = await self._take(race)
            except Refused:
                return
            if taking.is_held_up(live, entry, self.presses, self._clock()):
                self._keep(live)
                return
            ask = live.session.open.get(entry)
            if entry == STEWARD and live.session.is_held and live.session.asked == asked:
                if desertion.is_to_rest(live):
                    await self._rest_deserted(race)
                    return
                desertion.note_turn(live)
                live.proceed(self._clock())
            elif ask is not None and ask.question.can_wait and live.session.asked == asked:
                self._give(live, entry, ask.default, Source("default"))
            elif ask is not None and live.session.asked == asked and not use_grace(live, entry, self._clock()):
                for each, question in silent_together(live, entry, self._clock()):
                    await self.give_defaults(live, each, question)
                note_miss(live, self.keeper_of(live.race.record), entry, self._clock())
            await self._go_on(live)

    async def _rest_deserted(self, race: RaceId) -> None:
        """Let a race rest until somebody comes."""
        now = self._clock()
        act = desertion.resting(now)
        await self._store.races.pause(race, act, [act_notice(race, act, now)], now, now + desertion.LONGEST_REST)
        self.forget(race)
        await self.show(race)

    async def give_defaults(self, live: Live, entry: EntryId, asked: Ask) -> None:
        """Give defaults to the end of the phase, as far as silence may settle more than one question.

        They do not count as missed, and use no grace.
        """
        ask: Ask | None = asked
        session, scenes = live.session, len(live.session.scenes)
        settled = (asked.question.kind, *live.rules.decisions[asked.question.kind].settles)
        while ask is not None and ask.question.kind in settled:
            answer, source = await at_deadline(live, entry, ask)
            self._give(live, entry, taking.settle(live, entry, [answer], self._clock())[0], source)
            await self._answer_by_itself(live, entry, scenes)
            settled = live.rules.decisions[ask.question.kind].settles
            ask = session.open.get(entry) if len(session.scenes) == scenes else None

    @asynccontextmanager
    async def editing(self, race: RaceId) -> AsyncIterator[Live]:
        """Give a running race to be changed by the steward; then write the changes, and let the play go on.

        :raises Refused: if it is not running, or an act on it was done as often as a limit allows.
        :raises Refused: if another process was quicker.
        """
        async with self._locks[race]:
            live = await self._take(race)
            try:
                yield live
            except Refused:
                self._leave(live)
                raise
            with refusing_often():
                is_done = await self._go_on(live)
            if not is_done:
                raise Refused(Reason.CHANGED_MEANWHILE)

    async def go_back(
        self,
        race: RaceId,
        act: ActRecord,
        remake: Callable[[KeptRace], Live],
        to: int | None,
        undone: Sequence[RaceId] = (),
    ) -> None:
        """Take a race back to a decision, with fresh dice; all later facts become void but stay readable.

        A race of a league goes back until it is reckoned, though it is over, one of a cup until that has gone on.

        :param remake: turns its record, up to input *to*, into the race that goes on.
        :param undone: of a league: its races to undo with it, though they may be over.
        :raises Refused: if it is over or in its lobby, by *remake*, or if another process was quicker.
        """
        async with self._locks[race]:
            kept = await reopening.kept_until(self._store, race, to, self._clock())
            live = remake(kept)
            self.forget(race)
            live.act(act)
            live.also(act_notice(race, act, self._clock()))
            try:
                if kept.race.state == "finished":
                    await (self._wait_again(live, act) if kept.race.cup is None else self._reopen(live, act))
                elif undone:
                    await self._write(live, [(each, act) for each in undone])
                    for each in undone:
                        self.forget(each)
            except StaleRace as error:
                raise Refused(Reason.CHANGED_MEANWHILE) from error
            if not await self._go_on(live):
                raise Refused(Reason.CHANGED_MEANWHILE)

    async def _reopen(self, live: Live, act: ActRecord) -> None:
        """Write that a race of a cup goes back which was over, and that the cup waits for it again."""
        batch, later = live.batch(self._clock()), await cup_races.after(self._store, live.race.record)
        await self._store.write(batch, following(live, batch), reopens=cup_races.reopening(live.race.record, act))
        live.written(batch)
        for race in (live.id, *later):
            await self.show(race)

    async def _wait_again(self, live: Live, act: ActRecord) -> None:
        """Write that a race goes back which was over, and that its league waits for it again, in one transaction."""
        race, now = live.race.record, self._clock()
        assert race.league is not None
        async with self.seasons[race.league], self.viewing(race.league) as waiting:
            back = await self.keeper_of(waiting.race.record).waits_again(waiting, race, act, now)
            season, moves = (None, None) if back is None else back
            batch = live.batch(now)
            await self._store.write(batch, following(live, batch), season=season, moves=moves)
            live.written(batch)
            self.forget(race.league)
        self.wake()

    async def resume(self, race: RaceId) -> None:
        """Let house drivers give what they owe; of a race that has not begun yet, have the start posted.

        A crash may have come between two transactions, so each race is resumed when the program starts, too.
        """
        async with self._locks[race]:
            try:
                live = await self._take(race)
            except Refused as refused:
                if refused.reason is not Reason.NOT_BEGUN:
                    raise
                await self._store.outbox.put_once(notice(race, "start", Starting(), self._clock()))
                self.wake()
            else:
                await self._go_on(live)

    async def begin(self, race: RaceId, post: int) -> None:
        """Begin a race: mix the id of its first post and the beacon into its dice. Idempotent.

        :param post: id of the message that tells the start; 0 if it cannot be posted.
        """
        field = await self._store.index.field(race)
        is_known = field is not None and field[0].has_known_dice
        start = Start(post, is_known=True) if is_known else await mixed_in(self._beacon, post)
        if field is not None:
            start = self.keeper_of(field[0]).starts(start, len(field[1]))
        lacks = "" if is_known else "post" if not post else "beacon" if self._beacon and not start.round else ""
        now, body = self._clock(), msgspec.json.encode({"what": lacks}).decode()
        acts = [ActRecord(kind="unmixed", by=None, body=body, at=now)] if lacks else []
        mixed, notices = msgspec.json.encode(start).decode(), [act_notice(race, each, now) for each in acts]
        await self._store.races.start(race, mixed, acts, notices)
        with suppress(Refused):  # it is over, or rests: then it begins as it goes on
            await self.resume(race)

    async def show(self, race: RaceId) -> None:
        """Have the race's panel drawn anew."""
        await self._store.outbox.put(notice(race, "panel", Panel(), self._clock()))
        self.wake()

    def forget(self, race: RaceId) -> None:
        """Drop a race from the cache; it is over or has been cancelled."""
        self._cache.pop(race, None)

    async def _give_all(
        self, live: Live, entry: EntryId, answers: Sequence[Answer], player: PlayerId, asked: int
    ) -> Driven:
        """Give the first answer, then those that still fit; the first refusal leaves all as it was."""
        facts: list[Fact] = []
        session, scenes = live.session, len(live.session.scenes)
        for place, answer in enumerate(answers):
            if place and (len(session.scenes) > scenes or not taking.fits(live, entry, answer)):
                return Driven(place, len(answers), tuple(facts), True)
            source = Source("plan" if place else "player", player)
            ask = session.open.get(entry)
            facts += self._give(live, entry, answer, source, asked=asked)
            note_answer(live, entry, player, None if place else ask)
            facts += await self._answer_by_itself(live, entry, scenes)
            asked = session.asked
            if live.rules.is_unforeseen(facts, entry):
                return Driven(place + 1, len(answers), tuple(facts), place + 1 < len(answers))
        return Driven(len(answers), len(answers), tuple(facts), False)

    async def _answer_by_itself(self, live: Live, mover: EntryId, scenes: int) -> list[Fact]:
        """Let house drivers and orders meet the mover's acts, until the mover has a question or the phase is over."""
        facts: list[Fact] = []
        session = live.session
        while mover not in session.open and len(session.scenes) == scenes and (entry := await first_by_itself(live)):
            facts += await self._give_by_itself(live, entry)
        return facts

    def _give(
        self, live: Live, entry: EntryId, answer: Answer, source: Source, *, asked: int | None = None, orders: str = ""
    ) -> list[Fact]:
        salt = self._entropy(2 * SALT_BYTES if orders else SALT_BYTES)
        return live.give(entry, answer, source, now=self._clock(), salt=salt, asked=asked, orders=orders)

    async def _give_by_itself(self, live: Live, entry: EntryId) -> list[Fact]:
        """Give the answer of a house driver, or of orders; a driver's errands come first."""
        run_errands(live, entry, self._clock())
        ask = live.session.open[entry]
        answer, source = await answer_by_itself(live, entry, ask)
        try:
            return self._give(live, entry, answer, source)
        except Refused:
            log.exception("race %s: chariot %s: no legal answer by %s %s", live.id, entry, source.by, source.clause)
            return self._give(live, entry, ask.default, Source("default"))

    async def _go_on(self, live: Live) -> bool:
        """Let house drivers answer until a player has a question, and write; one transaction a turn keeps each short.

        :returns: whether the race's first changes are written; if not, another process was quicker and the session is
            dropped. If another is quicker later on, the race goes on from the record.
        """
        race, is_first = live.id, True
        while True:
            turn = live.session.checkpoint
            while live.session.checkpoint is turn and (entry := await first_by_itself(live)) is not None:
                await self._give_by_itself(live, entry)
                await asyncio.sleep(0)  # others have their turn: the first answers of a driver can take long
            desertion.look(live, self._clock())
            if live.is_written:
                self._keep(live)
                return True
            try:
                await self._write(live)
            except StaleRace:
                if is_first:
                    return False
                try:
                    live = await self._take(race)
                except Refused:
                    return True  # it rests now, or is over
            is_first = False

    async def _write(self, live: Live, undone: Sequence[tuple[RaceId, ActRecord]] = ()) -> None:
        batch = self.presses.asking_here(live.batch(self._clock()), self.fleet.number)
        await self.keeper_of(live.race.record).write(live, batch, undone)
        live.written(batch)
        self.wake()

    async def _take(self, race: RaceId) -> Live:
        """Return *race* as recorded, out of the cache until it and the record agree again."""
        live = self._cache.pop(race, None)
        found = await self._store.index.revision_of(race)
        require_running(found)
        if live is None or found != ("running", live.revision):
            live = await self._rebuild(race)
        return live

    async def _rebuild(self, race: RaceId) -> Live:
        kept = await self._store.load(race)
        assert kept is not None
        require_known_rules(kept.race)
        rules = self._rulesets[kept.race.ruleset]
        if kept.checkpoint is None:
            if kept.race.mixed is None:
                raise Refused(Reason.HELD if kept.race.held else Reason.NOT_BEGUN)
            return begin(kept, rules)
        try:
            return rebuild(kept, rules)
        except StoryChanged as changed:
            log.warning("race %s: input %s tells another story; its turn is taken up anew", race, changed.seq)
            return await self._renew(kept, rules, changed)

    async def ended(self, race: RaceId) -> Live | None:
        """Return a race that is over as it ended, replayed off the event loop.

        :returns: ``None`` if today's rules tell another story: its last turn is taken up anew, or it rests.
        """
        async with self._locks[race]:
            kept = await self._store.load(race)
            assert kept is not None
            require_known_rules(kept.race)
            rules = self._rulesets[kept.race.ruleset]
            try:
                return await asyncio.to_thread(rebuild, kept, rules)
            except StoryChanged as changed:
                log.warning("race %s: input %s tells another story; its last turn is run again", race, changed.seq)
                live = await self._renewed_or_resting(kept, rules, changed)
            if live.is_written:
                return live  # it is told in other words, and is the same story
            await self._go_on(live)
            return None

    async def _renew(self, kept: KeptRace, rules: AnyRuleset, changed: StoryChanged) -> Live:
        """Return a race as it goes on after its rules have changed, and write that.

        :raises Refused: if no point leads on; the race rests then, and its host hears of it.
        """
        live = await self._renewed_or_resting(kept, rules, changed)
        if live.is_written or await self._go_on(live):
            self.forget(kept.race.id)  # whoever asked for it keeps it
            require_running(await self._store.index.revision_of(kept.race.id))
            return live
        return await self._rebuild(kept.race.id)  # another process was quicker

    async def _renewed_or_resting(self, kept: KeptRace, rules: AnyRuleset, changed: StoryChanged) -> Live:
        try:
            return await self._renewed(kept, rules)
        except Exception as error:  # not even its beginning can be played
            log.exception("race %s rests: no turn of it can be played", kept.race.id)
            await self._rest(kept, changed)
            raise Refused(Reason.RACE_IS_PAUSED) from error

    async def _renewed(self, kept: KeptRace, rules: AnyRuleset) -> Live:
        """Take a race up from the latest turn that can be played; in the last resort from its beginning."""
        known: KeptRace | None = kept
        while known is not None and known.checkpoint is not None:
            try:
                return await self._from_checkpoint(known, rules)
            except Exception:
                log.exception("race %s cannot be played from input %s", kept.race.id, known.checkpoint.seq)
            known = await self._store.load(kept.race.id, until=known.checkpoint.seq - 1)
        live = begun_anew(at_the_beginning(kept, rules), rules, self._clock())
        tell_update(live, (), self._clock())
        return live

    async def _from_checkpoint(self, kept: KeptRace, rules: AnyRuleset) -> Live:
        """Take a race up from a turn, and give the answers of that turn again but those by which the rules break."""
        assert kept.checkpoint is not None
        told = [each for each in await self._store.stories.facts(kept.race.id, kept.checkpoint.told) if not each.void]
        breaking: set[int] = set()
        while True:
            live, rest = renewed(kept, rules, told, self._clock())
            given: list[Input] = []
            if live.is_written:
                return live  # it is told in other words, and is the same story
            again = {each.entry for each in rest if each.seq in breaking and each.by not in BY_ITSELF}
            try:
                again |= await self._give_again(live, [each for each in rest if each.seq not in breaking], given)
            except Exception:
                log.exception("race %s: its rules break by an answer that is given again", kept.race.id)
                breaking.update([given[-1].seq] if given else [each.seq for each in rest])
            else:
                tell_update(live, again.intersection(live.session.open), self._clock())
                return live

    async def _give_again(self, live: Live, rest: Sequence[Input], given: list[Input]) -> set[EntryId]:
        """Give answers of this turn again, in their order, and return the entries whose answers became illegal.

        House drivers and orders answer anew; once one of a chariot's answers is not legal, its later ones do not count.

        :param given: filled with the answers, so that the last try is known.
        """
        turn, refused = live.session.checkpoint, set[EntryId]()
        for past in rest:
            while live.session.checkpoint is turn and not is_asked(live.session, past.entry):
                if (entry := await first_by_itself(live)) is None:
                    break
                await self._give_by_itself(live, entry)
            if live.session.checkpoint is not turn:
                break  # what was answered in one turn answers nothing in the next
            if past.entry == STEWARD:
                if live.session.is_held:
                    live.proceed(self._clock())
            elif past.by not in BY_ITSELF and past.entry not in refused:
                given.append(past)
                if not gives(live, past, self._clock()):
                    refused.add(past.entry)
        return refused

    async def _rest(self, kept: KeptRace, changed: StoryChanged) -> None:
        await self._store.races.set(changed.race, state="paused", paused_at=self._clock())
        warned = Warned("no turn of it can be played by the rules as they are now")
        await self._store.outbox.put(notice(changed.race, "warning", warned, self._clock(), kept.race.host))
        self.wake()

    def _keep(self, live: Live) -> None:
        if live.session.is_over:
            return
        self._cache[live.id] = live
        self._cache.move_to_end(live.id)
        while len(self._cache) > CACHED:
            self._cache.popitem(last=False)
