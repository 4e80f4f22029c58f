"""The host's desk: the missing players, and the remedies. Each act goes on record, for all to see."""

import logging
from bisect import bisect_left
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import msgspec

from db.store import StaleRace, Store
from engine.facts import Corrected, Fact
from engine.moments import TurnBegan
from engine.refusals import GameReason
from records.acts import ActKind, ActRecord
from records.batches import KeptRace
from records.notices import duty_of
from records.play import STEWARD, By, Deadline
from records.races import FactionRecord, PublicRace, RaceRecord
from records.refusals import Reason, Refused
from records.values import EntryId, Faction, PlayerId, RaceId
from steward.hosting import interests
from steward.hosting.handing import handing, request_for
from steward.hosting.lobbies import ATTEMPTS, public_race
from steward.hosting.presence import Presence
from steward.hosting.seats import SeatChange, Seats, require_change, seat_for, seat_of
from steward.hosting.substitutes import require_may_return, was_asked
from steward.running import cup_races
from steward.running.absence import grace_step, handed_to, misses_left, taking
from steward.running.bookmaker import voiding
from steward.running.desertion import rests_deserted
from steward.running.live import Live, Rulesets, StoryChanged, begin_turn_anew
from steward.running.often import refusing_often
from steward.running.races import Races
from steward.running.rebuilding import rebuild
from steward.running.under_way import require_running
from steward.telling.notices import Offer, act_notice, notice, summons
from steward.telling.shown import Missing, is_out
from steward.time.schedules import schedule_of
from steward.time.standstill import Clock

log = logging.getLogger(__name__)

LONGEST_REASON = 300
NOBODY_CAME = "nobody took the reins for 30 days"
LONGEST_EXTENSION = 14 * 86_400.0
REMINDED_AGAIN = 600.0
"""Seconds for which a player who was reminded is left alone."""


@dataclass(frozen=True)
class Decision:
    """A decision that the host may undo, as everybody knows it: of a sealed answer only the seal."""

    seq: int
    to: int  # the input that still holds, if the race goes back to before it
    entry: EntryId
    by: By
    at: float
    facts: tuple[Fact, ...]  # that it led to
    turn: int = 0  # which of the race's turns it was given in, by number; 0 for its set-up


class Desk:
    """A steward's acts on a race under way, or a league.

    Does not check who is its steward; whoever has an interest in it may do less (S-48).
    """

    def __init__(
        self, store: Store, races: Races, seats: Seats, presence: Presence, rulesets: Rulesets, clock: Clock
    ) -> None:
        self._store, self._races, self._seats, self._presence = store, races, seats, presence
        self._rulesets, self._clock = rulesets, clock
        self._turning = races.fleet.locks("turn back")
        """Held while a race, or any of a league, is turned back, so that two presses do not do so twice."""

    # Looking

    async def missing(self, race: RaceId) -> list[Missing]:
        """Return the questions that a race waits for, the oldest first."""
        async with self._races.viewing(race) as live:
            owed = [(each, live.race.faction_of(each.entry)) for each in live.deadlines if each.entry != STEWARD]
            record = live.race.record
        found = [
            await self._missing(record, each, faction) for each, faction in owed if faction and faction.at_the_reins
        ]
        return sorted(found, key=lambda each: (each.since, each.entry))

    async def _missing(self, race: RaceRecord, owed: Deadline, faction: FactionRecord) -> Missing:
        player = faction.at_the_reins
        assert player is not None
        known = await self._store.people.player(player)
        return Missing(
            owed.entry,
            player,
            owed.kind,
            owed.opened,
            owed.at,
            owed.reminders,
            faction.grace,
            grace_step(race, faction, owed.slices),
            misses_left(race, faction),
            known is None or known.dms != "refused",
            None if known is None else known.reliability,
        )

    async def acts(self, race: RaceId) -> list[ActRecord]:
        """Return the acts of a race's steward and host, in order."""
        return await self._store.stories.acts(race)

    async def decisions(self, race: RaceId, most: int = 200) -> list[Decision]:
        """Return the latest decisions that hold, the newest first, without sealed answers.

        :param most: so many at most.
        """
        rules = self._rulesets[(await self._race(race)).ruleset]
        inputs = [each for each in await self._store.stories.inputs(race) if not each.void]
        told: dict[int, list[str]] = defaultdict(list)
        for record in await self._store.stories.facts(race):
            if not record.void:
                told[record.seq].append(record.fact)
        begun, first = await self._store.stories.turns_begun(race), tuple(map(rules.read_fact, told[0]))
        earliest = next((each.turn for each in rules.moments(first) if isinstance(each, TurnBegan)), 0)
        given = zip([0, *(each.seq for each in inputs)], inputs, strict=False)
        latest = [(before, each) for before, each in given if each.entry != STEWARD][-most:]
        return [
            Decision(
                each.seq,
                before,
                each.entry,
                each.by,
                each.at,
                tuple(fact for fact in map(rules.read_fact, told[each.seq]) if not fact.is_private),
                earliest + bisect_left(begun, each.seq) - 1,
            )
            for before, each in reversed(latest)
        ]

    async def correctable(self, race: RaceId, entry: EntryId) -> Mapping[str, str]:
        """Return the values of a chariot that can be corrected, as they were when the turn began."""
        kept = await self._loaded(race)
        rules = self._rulesets[kept.race.ruleset]
        if rules.corrections is None or kept.checkpoint is None:
            return {}
        state = rules.read_state(kept.checkpoint.state.encode(), kept.checkpoint.version)
        return rules.corrections.fields(state, entry)

    # Time

    async def extend(
        self, race: RaceId, by: PlayerId, seconds: float, reason: str, entry: EntryId | None = None
    ) -> None:
        """Move all open deadlines, or that of *entry*, later by so many seconds.

        :raises Refused: without a reason, for more seconds than a host may give, or without an open question.
        """
        if not 0 < seconds <= LONGEST_EXTENSION:
            raise Refused(Reason.TOO_LONG_A_PAUSE, at_most=LONGEST_EXTENSION)
        why = require_reason(reason)
        await interests.require_rest_left(self._store, race, by, seconds)
        await interests.require_steerable(self._store, race)
        async with self._races.editing(race) as live:
            moved = [each for each in live.deadlines if entry in (None, each.entry)]
            if not moved:
                raise Refused(GameReason.NOT_ASKED)
            for each in moved:
                live.move_deadline(each.entry, each.at + seconds)
            self._act(live, "extend", by, entry, why, {"seconds": seconds})

    async def pause(self, race: RaceId, by: PlayerId, reason: str, seconds: float | None = None) -> None:
        """Let a race rest, with all its deadlines. It goes on after *seconds*, or at the latest after the agreed span.

        :raises Refused: if it is not under way, or the rest is longer than agreed; or they paused it too often today.
        """
        now, why = self._clock(), require_reason(reason)
        await interests.require_steerable(self._store, race)
        longest = schedule_of((await self._race(race)).schedule).longest_pause
        if seconds is not None and not 0 < seconds <= longest:
            raise Refused(Reason.TOO_LONG_A_PAUSE, at_most=longest)
        until = now + (longest if seconds is None else seconds)
        await interests.require_rest_left(self._store, race, by, until - now)
        act = self._record("pause", by, None, why, {"until": until})
        with refusing_often():
            rests = await self._store.races.pause(race, act, [act_notice(race, act, now)], now, until)
        if not rests:
            require_running(await self._store.index.revision_of(race))
            raise Refused(Reason.NOT_PAUSED)  # it goes on since this very moment
        self._races.forget(race)
        await self._races.show(race)

    async def resume(self, race: RaceId, by: PlayerId | None, reason: str = "") -> None:
        """Let a paused race go on: every deadline falls later by as long as it rested.

        :raises Refused: if it is not paused.
        """
        now = self._clock()
        act = ActRecord(kind="resume", by=by, reason=reason, at=now)
        with refusing_often():
            goes_on = await self._store.races.resume(race, act, [act_notice(race, act, now)], now)
        if not goes_on:
            raise Refused(Reason.NOT_PAUSED)
        self._races.forget(race)
        try:
            await self._races.resume(race)
        except Refused as refused:
            if refused.reason is not Reason.HELD:
                raise
        await self._races.show(race)

    async def end_rest(self, race: RaceId) -> None:
        """Let a race go on whose pause is over; one that rested for want of people is called off instead (S-23)."""
        if rests_deserted(await self.acts(race)):
            await self.call_off(race, NOBODY_CAME)
        else:
            await self.resume(race, None)

    async def force(self, race: RaceId, by: PlayerId, entry: EntryId, reason: str) -> None:
        """Answer an open question with its default before its deadline.

        :raises Refused: if it is not open, or a rival who acts takes more than half of its time away (S-48).
        """
        why = require_reason(reason)
        await interests.require_steerable(self._store, race)
        async with self._races.editing(race) as live:
            ask = live.session.open.get(entry)
            if ask is None:
                raise Refused(GameReason.NOT_ASKED)
            await interests.require_patience(self._store, live.race, by, [entry], self._clock())
            self._act(live, "default", by, entry, why, {"kind": ask.question.kind})
            await self._races.give_defaults(live, entry, ask)

    async def remind(self, race: RaceId, entry: EntryId) -> None:
        """Remind the player of a chariot now; :exc:`Refused` without an open question, or after a fresh reminder."""
        now = self._clock()
        async with self._races.viewing(race) as live:
            player = live.race.player_of(entry)
            owed = [each for each in await self._store.deadlines.of_race(race) if each.entry == entry]
        if player is None or not owed:
            raise Refused(GameReason.NOT_ASKED)
        await self._require_silence(duty_of(race, entry, owed[0].asked), race, now)
        reminder = summons(race, player, owed[0], now, "reminder")
        await self._store.deadlines.remind(race, owed[0], [reminder], owed[0].remind_at)
        self._races.wake()

    async def _require_silence(self, duty: str, race: RaceId, now: float) -> None:
        """Raise :exc:`Refused` if somebody reminded a player of a duty a short while ago."""
        reminded = [each for each in await self._store.outbox.of_race(race) if each.duty == duty]
        latest = max((each.due for each in reminded if each.kind == "reminder"), default=-REMINDED_AGAIN)
        if now - latest < REMINDED_AGAIN:
            raise Refused(Reason.REMINDED_JUST_NOW, minutes=int(REMINDED_AGAIN // 60), at=int(latest))

    async def close(self, race: RaceId, by: PlayerId, reason: str) -> None:
        """End a race without a result, or a season.

        A race of a cup or a league is run again, so it counts as turned back.

        :raises Refused: if it is not under way, or a member ends a season who did not open the league (S-48).
        """
        known = await public_race(self._store, race)
        await self._races.keeper_of(known.record).require_may_end(known, by)
        await interests.require_steerable(self._store, race)
        if known.record.round is None:
            await self._call_off(race, self._record("close", by, None, require_reason(reason)), by)
            return
        async with self.turning_back("close", race, by, reason) as act:
            await self._call_off(race, act, by)

    async def call_off(self, race: RaceId, reason: str) -> None:
        """End a race, or a league with its race, by itself; :exc:`Refused` if it is not under way."""
        await self._call_off(race, ActRecord(kind="close", by=None, reason=reason, at=self._clock()), None)

    async def _call_off(self, race: RaceId, act: ActRecord, by: PlayerId | None) -> None:
        """End a race without a result and give all stakes back.

        A league's treasuries go back to its bank, and its races end with it, all in one transaction (L-23).
        """
        now, known = act.at, await public_race(self._store, race)
        keeper = self._races.keeper_of(known.record)
        moves = keeper.emptying(known, now)
        told, decide = [act_notice(race, act, now)], voiding("closed", now, by)
        for _ in range(ATTEMPTS):
            ending = await keeper.ending_with(known.record, act, decide)
            try:
                if not await self._store.races.close(race, act, told, decide, moves, ending):
                    raise Refused(Reason.RACE_IS_OVER)
            except StaleRace:
                continue  # a race went on at this instant: look again
            break
        else:
            raise Refused(Reason.CHANGED_MEANWHILE)
        for each in (race, *(each.race.id for each in ending)):
            self._races.forget(each)
            await self._races.show(each)

    async def is_trusted(self, race: PublicRace, by: PlayerId) -> bool:
        """Tell whether a host who does not moderate may act where ratings follow: see :func:`interests.is_trusted`."""
        return await interests.is_trusted(self._store, race, by)

    async def rate(self, race: RaceId, by: PlayerId, reason: str, *, counts: bool) -> None:
        """Keep a race that is over out of the ratings, or take it back in, with a reason for all to read.

        :raises Refused: if it is not over, it is so already, the person who acts has an interest in it (they could keep
            out each race that they lose), or it was agreed beforehand that it does not count.
        """
        act = self._record("rate", by, None, require_reason(reason), {"rated": counts})
        found = await public_race(self._store, race)
        if found.record.state not in ("finished", "cancelled"):
            raise Refused(Reason.NOT_OVER)
        if await interests.is_party(self._store, found, by):
            raise Refused(Reason.DROVE_IN_IT)
        if counts and not cup_races.was_rated(found.record, await self._store.stories.acts(race)):
            raise Refused(Reason.AGREED_UNRATED)
        if not await self._store.races.set_rated(race, act, [act_notice(race, act, act.at)], is_rated=counts):
            raise Refused(Reason.RATED_ALREADY, now="counts" if counts else "does not count")
        self._races.wake()

    # Going back

    @asynccontextmanager
    async def turning_back(
        self,
        kind: ActKind,
        race: RaceId,
        by: PlayerId,
        reason: str,
        entry: EntryId | None = None,
        body: Mapping[str, Any] | None = None,
    ) -> AsyncIterator[ActRecord]:
        """Give the act by which a race, or a league, is turned back; of a league it names the event.

        :raises Refused: without a reason, or if those with an interest in it have done so as often as they may (S-48).
        """
        why, known = require_reason(reason), await public_race(self._store, race)
        await interests.require_steerable(self._store, race)
        async with self._turning[known.record.league or race]:
            event = await self._races.keeper_of(known.record).event(known.record)
            await interests.require_turn_left(self._store, known, by, event)
            named = {} if event == known.record.round else {"event": event}
            yield self._record(kind, by, entry, why, {**(body or {}), **named})

    async def rewind(self, race: RaceId, by: PlayerId, to: int, reason: str, undrawn: Sequence[RaceId] = ()) -> None:
        """Take a race back to where it was after input *to*.

        :param undrawn: of a league: matches of a gala that wait to begin, and whose pairs are drawn anew.
        :raises Refused: if that does not hold any more, or as :meth:`turning_back` does.
        """

        def remake(kept: KeptRace) -> Live:
            assert kept.checkpoint is not None
            last = kept.inputs[-1].seq if kept.inputs else kept.checkpoint.seq
            if last != to or to >= kept.race.seq:
                raise Refused(Reason.NO_SUCH_INPUT, at_most=kept.race.seq - 1)
            try:
                live = rebuild(kept, self._rulesets[kept.race.ruleset])
            except StoryChanged as changed:
                if kept.inputs:
                    raise Refused(Reason.UPDATED_SINCE, to=kept.checkpoint.seq) from changed
                return self._restarting(lambda _state: [])(kept)
            live.rewind(to, self._clock())
            return live

        body = {"to": to, "redrawn": True} if undrawn else {"to": to}
        async with self.turning_back("rewind", race, by, reason, body=body) as act:
            await self._races.go_back(race, act, remake, to, undrawn)

    async def restart_turn(self, race: RaceId, by: PlayerId, reason: str) -> None:
        """Begin the turn under way anew: also a way on for a race that was paused because the rules changed."""
        async with self.turning_back("restart", race, by, reason) as act:
            await self._races.go_back(race, act, self._restarting(lambda _state: []), None)

    async def correct(self, race: RaceId, by: PlayerId, entry: EntryId, field: str, value: str, reason: str) -> None:
        """Correct a field of a chariot as of the beginning of the turn under way, and begin that turn anew.

        :raises Refused: without a reason, or if the game cannot correct this field to this value.
        """
        ruleset = (await self._race(race)).ruleset
        corrections = self._rulesets[ruleset].corrections
        if corrections is None:
            raise Refused(GameReason.NOTHING_TO_CORRECT, possible=[])

        def change(state: Any) -> list[Fact]:
            before = corrections.fields(state, entry)
            if field not in before:
                raise Refused(GameReason.NOTHING_TO_CORRECT, possible=list(before))
            corrections.correct(state, entry, field, value)
            now = corrections.fields(state, entry)[field]
            return [Corrected(entry, field, before[field], now)]

        body = {"field": field, "value": value}
        async with self.turning_back("correct", race, by, reason, entry, body) as act:
            await self._races.go_back(race, act, self._restarting(change), None)

    def _restarting(self, change: Callable[[object], list[Fact]]) -> Callable[[KeptRace], Live]:
        """Return the function that remakes a race: its turn begins anew, with its state changed."""

        def remake(kept: KeptRace) -> Live:
            assert kept.checkpoint is not None
            rules = self._rulesets[kept.race.ruleset]
            state = rules.read_state(kept.checkpoint.state.encode(), kept.checkpoint.version)
            return begin_turn_anew(kept, rules, state, change(state), self._clock())

        return remake

    # People

    async def replace(self, race: RaceId, by: PlayerId, faction: Faction, player: PlayerId | None, reason: str) -> None:
        """Give the reins of a faction to another player; ``None`` for a house driver, and the place is offered.

        :raises Refused: without a reason, if that player is not on the server or may not drive there, or a rival takes
            the reins of somebody who is in time (S-48).
        """
        why = require_reason(reason)
        await interests.require_steerable(self._store, race)
        if player is not None:
            known = await public_race(self._store, race)
            await self._presence.require_here(known.record.guild, player)
            await self._require_may_drive(known, player, faction)
        async with self._races.editing(race) as live:
            seat = seat_of(live.race, faction)
            require_change(live.race, seat, player)
            theirs = [each.entry for each in live.race.entries if each.faction == faction]
            await interests.require_patience(self._store, live.race, by, theirs, self._clock())
            standin = live.rules.stand_in if player is None else None
            live.seat(handed_to(seat, player, standin))
            body = {"faction": faction, "player": player, "was": seat.holder}
            self._act(live, "replace", by, None, why, body)
            if player is None:
                live.also(notice(live.id, "offer", Offer(faction), self._clock()))

    async def ask_to_drive(self, race: RaceId, by: PlayerId, faction: Faction, player: PlayerId, reason: str) -> None:
        """Ask somebody to take the reins of a faction, openly; who has them keeps them until the other accepts (S-74).

        :raises Refused: as :meth:`replace` does.
        """
        why, known = require_reason(reason), await public_race(self._store, race)
        await interests.require_steerable(self._store, race)
        await self._presence.require_here(known.record.guild, player)
        await self._require_may_drive(known, player, faction)
        async with self._races.editing(race) as live:
            seat = seat_of(live.race, faction)
            require_change(live.race, seat, player)
            theirs = [each.entry for each in live.race.entries if each.faction == faction]
            await interests.require_patience(self._store, live.race, by, theirs, self._clock())
            act = handing(by, player, seat.holder, faction, self._clock())
            act = msgspec.structs.replace(act, reason=why)
            live.act(act)
            live.also(act_notice(race, act, act.at))

    async def accept_reins(self, race: RaceId, player: PlayerId, faction: Faction) -> None:
        """Give somebody the reins of a faction who was asked to take them.

        :raises Refused: if they are not asked now, or as :meth:`replace` does for who asked them.
        """
        request = request_for(await self.acts(race), player, faction, self._clock())
        known = await public_race(self._store, race)
        if request.by is None or seat_of(known, faction).holder != msgspec.json.decode(request.body)["was"]:
            raise Refused(Reason.NOT_HANDED)
        try:
            await self.replace(race, request.by, faction, player, request.reason)
        except Refused as refused:  # whoever drives is in time again: that is told to who asked, in other words
            raise Refused(Reason.NO_SEAT) if refused.reason is Reason.TIME_IS_THEIRS else refused from refused

    async def take_reins(self, race: RaceId, player: PlayerId, faction: Faction) -> None:
        """Let a player take the reins of a faction on offer, or their own back.

        :raises Refused: if it is not on offer to them, they have a place here already, have left the server, or left
            the cup and came back too often.
        """
        known = await public_race(self._store, race)
        await self._presence.require_here(known.record.guild, player, own=True)
        await self._require_may_drive(known, player, faction)
        await require_may_return(self._store, known, player, self._clock())
        await self._wake(race, player, faction)
        known = await public_race(self._store, race)
        is_asked = await was_asked(self._store, known, player, faction)
        if known.record.state == "lobby":
            await self._seats.change(race, lambda found: self._takes(found, faction, player, is_asked=is_asked))
            return
        async with self._races.editing(race) as live:
            if is_out(live.race, faction, live.out):
                raise Refused(Reason.OUT_OF_RACE, title=known.record.title)
            self._races.takes_reins(
                live,
                seat_for(live.race, faction, player, is_asked=is_asked),
                player,
                self._clock(),
            )

    async def _require_may_drive(self, race: PublicRace, player: PlayerId, faction: Faction) -> None:
        number = race.record.season
        if number is not None:
            home = await public_race(self._store, number)
            await self._races.keeper_of(home.record).require_may_drive(home, race, player, faction)

    def _takes(self, race: PublicRace, number: Faction, player: PlayerId, *, is_asked: bool) -> SeatChange:
        seat = seat_for(race, number, player, is_asked=is_asked)
        return SeatChange(handed_to(seat, player), taking(race, seat, player, self._clock()))

    async def _wake(self, race: RaceId, player: PlayerId, faction: Faction) -> None:
        """Let a race that rests for want of people go on, for a player who may take the reins of a faction there."""
        field = await self._store.index.field(race)
        if field is not None and field[0].state == "paused" and rests_deserted(await self.acts(race)):
            seat_for(PublicRace(*field), faction, player)
            await self.resume(race, player)

    async def vacation(self, race: RaceId, player: PlayerId, until: float) -> None:
        """Let a house driver drive for a player until then, or until they take the reins again.

        Players who are absent or on vacation already may set another end.
        """

        def leaves(known: PublicRace) -> SeatChange:
            faction = known.faction_for(player)
            if faction is None:
                raise Refused(Reason.NOT_ENTERED)
            if player != faction.holder:
                raise Refused(Reason.REINS_ELSEWHERE)
            if until <= self._clock():
                raise Refused(Reason.BAD_TIME, text="")
            standin = self._rulesets[known.record.ruleset].stand_in
            seat = msgspec.structs.replace(faction, standin=standin, away_until=until, waits=None)
            return SeatChange(seat, self._record("vacation", player, None, "", {"until": until}))

        await self._seats.require_driven(await public_race(self._store, race), player)
        await self._seats.change(race, leaves)

    async def end_vacations(self, now: float) -> None:
        """Give the reins back to those whose vacation is over, unless they have left the server."""
        for race, faction in await self._store.people.away(now):
            player = faction.holder
            assert player is not None
            guild = (await self._race(race)).guild
            if not await self._presence.is_here(guild, player):
                continue
            try:
                await self._wake(race, player, faction.faction)
                async with self._races.editing(race) as live:
                    self._races.takes_reins(live, faction, player, now)
            except Refused:
                continue  # it is tried again
            except Exception:  # one race must not keep the others from their due
                log.exception("race %s: a vacation could not be ended", race)

    async def offer(self, race: RaceId, by: PlayerId, faction: Faction, reason: str) -> None:
        """Let a house driver stand in for an absent player, and offer the place."""
        await self.replace(race, by, faction, None, reason)

    async def _race(self, race: RaceId) -> RaceRecord:
        field = await self._store.index.field(race)
        if field is None:
            raise Refused(Reason.NO_SUCH_RACE)
        return field[0]

    async def _loaded(self, race: RaceId) -> KeptRace:
        kept = await self._store.load(race)
        if kept is None:
            raise Refused(Reason.NO_SUCH_RACE)
        return kept

    def _record(
        self, kind: ActKind, by: PlayerId | None, entry: EntryId | None, reason: str, body: dict[str, Any] | None = None
    ) -> ActRecord:
        return ActRecord(
            kind=kind,
            by=by,
            entry=entry,
            reason=reason,
            body=msgspec.json.encode(body or {}).decode(),
            at=self._clock(),
        )

    def _act(
        self,
        live: Live,
        kind: ActKind,
        by: PlayerId,
        entry: EntryId | None,
        reason: str,
        body: dict[str, Any] | None = None,
    ) -> None:
        act = self._record(kind, by, entry, reason, body)
        live.act(act)
        live.also(act_notice(live.id, act, self._clock()))


def require_reason(text: str) -> str:
    """Return a reason; :exc:`Refused` if there is none: everybody is to read it."""
    said = " ".join(text.split())
    if not said:
        raise Refused(Reason.REASON_WANTED)
    return said[:LONGEST_REASON]
