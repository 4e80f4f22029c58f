"""Cups: series of races. Their terms are kept; how a cup stands is read off its races each time."""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from db.store import StaleRace, Store
from engine.betting.cups import CupChances
from engine.game import AnyRuleset
from engine.options import shares_out
from engine.prospects import Prospects, Range, Wins, prize_of
from engine.refusals import GameReason
from engine.series import Outcome, Standing, ranking, standings
from records.acts import ActRecord
from records.cups import CupRecord
from records.races import EntryRecord, FactionRecord, PublicRace, RaceRecord
from records.refusals import Reason, Refused
from records.values import CupId, Faction, PlayerId
from renderers import StandingsRow
from steward.fleet.fleet import Fleet
from steward.hosting.anew import title_again
from steward.hosting.desk import require_reason
from steward.hosting.interests import require_somebody_else
from steward.hosting.lobbies import ATTEMPTS, Lobbies, NewRace, public_race
from steward.hosting.quitting import quit_seat
from steward.hosting.room import refusing_more
from steward.hosting.substitutes import gone_from
from steward.running.bookmaker import opening
from steward.running.cup_races import corrections_in, is_past_protest, settled, was_rated
from steward.running.live import Rulesets
from steward.telling.notices import Standings, act_notice, notice
from steward.telling.shown import TITLE_LENGTH, visible
from steward.time.schedules import Timing, grace_of, schedule_of
from steward.time.standstill import Clock

MOST_POINTS = 99
"""So many points a host may give or take at once."""

TITLE_OF_CUP = TITLE_LENGTH - len(" · race 25 of 25")


@dataclass(frozen=True)
class Agreed:
    """All that a host chooses to open a cup."""

    guild: int
    channel: int
    host: PlayerId
    ruleset: str
    options: msgspec.Struct  # of every race
    series: msgspec.Struct  # options of the series
    timing: Mapping[str, int] | Timing  # of every race
    title: str
    races: int
    is_rated: bool = True  # whether ratings follow from its races
    late: int = 1  # the last race that somebody may join the cup in


@dataclass(frozen=True)
class Terms:
    """The options of a cup's races, and those of the cup itself."""

    options: msgspec.Struct  # of every race
    series: msgspec.Struct


@dataclass(frozen=True)
class Cup:
    """A cup as everybody may know it."""

    record: CupRecord
    races: tuple[PublicRace, ...]  # by round, as far as they have been opened
    standings: tuple[Standing, ...]  # after the races that are over
    points: tuple[int, ...]  # by place
    prospects: Prospects | None = None  # none where nobody is in, or it was cancelled

    @property
    def places(self) -> int:
        """How many places a race has."""
        return 0 if self.prospects is None else self.prospects.prize.places

    @property
    def is_open_still(self) -> bool:
        """Whether some races are over and some are left."""
        return self.prospects is not None and bool(self.prospects.races) and self.prospects.left > 0

    @property
    def ranges(self) -> Mapping[Faction, Range]:
        """The ranks that each player can still reach; empty before the end of the first race, and after the last."""
        return self.prospects.ranges if self.prospects is not None and self.is_open_still else {}

    @property
    def wins(self) -> tuple[Wins, ...]:
        """How each player can still win in the last race, in standing order; empty before any other race."""
        return self.prospects.wins if self.prospects is not None and self.is_open_still else ()

    @property
    def id(self) -> CupId:
        return self.record.id

    @property
    def over(self) -> tuple[PublicRace, ...]:
        """The races that have a result."""
        return tuple(race for race in self.races if race.record.state == "finished")

    @property
    def under_way(self) -> PublicRace | None:
        """The race that has been opened and has no result yet."""
        return next((race for race in self.races if race.record.state != "finished"), None)

    @property
    def winners(self) -> tuple[Faction, ...]:
        """The winners; none before the last race is over."""
        is_over = len(self.over) == self.record.races
        return tuple(each.faction for each in self.standings if each.rank == 1) if is_over else ()


class Cups:
    """Opening cups and taking them from race to race. A press that comes twice, or after a crash, does no harm."""

    def __init__(
        self, store: Store, lobbies: Lobbies, rulesets: Rulesets, clock: Clock, wake: Callable[[], None], fleet: Fleet
    ) -> None:
        """:param wake: called when something is new to be delivered."""
        self._store, self._lobbies, self._rulesets, self._clock = store, lobbies, rulesets, clock
        self._wake = wake
        self.one_at_a_time = fleet.locks("next of cup")
        """Held while a cup's next race gets its thread, so that it does not get two."""

    async def open(self, agreed: Agreed) -> Cup:
        """Open a cup with its first race, which has no thread yet.

        :raises Refused: if so many races cannot be, the title shows nothing, or its host, or the server, has as many
            cups as may be (S-53).
        """
        most = self._rulesets[agreed.ruleset].series.most
        if not 1 <= agreed.races <= most:
            raise Refused(
                GameReason.NO_SUCH_OPTION, option=f"A cup of {agreed.races} races", possible=list(range(1, most + 1))
            )
        clocks: Any = Timing.of(agreed.timing).kept
        record = CupRecord(
            id=CupId(0),
            guild=agreed.guild,
            channel=agreed.channel,
            ruleset=agreed.ruleset,
            options=_stored(agreed.options),
            series=_stored(agreed.series),
            **clocks,
            races=agreed.races,
            host=agreed.host,
            title=visible(agreed.title, TITLE_OF_CUP),
            opened=self._clock(),
            late=agreed.late,
        )
        first = msgspec.structs.replace(await self._race(record, 1, ()), is_rated=agreed.is_rated)
        opens = opening(self._rulesets[record.ruleset], record.opened)
        with refusing_more():
            added = await self._store.cups.add(record, first, opens, is_limited=True)
        return await self.cup(added)

    async def cup(self, cup: CupId, until: int | None = None) -> Cup:
        """Return a cup; :exc:`Refused` if there is none.

        :param until: the last round that is to count, as if later ones had not been run.
        """
        record = await self._store.cups.cup(cup)
        if record is None:
            raise Refused(Reason.NO_SUCH_CUP)
        rules = self._rulesets[record.ruleset]
        races = [await public_race(self._store, race.id) for race in await self._store.cups.races(cup)]
        known = tuple(race for race in races if until is None or (race.record.round or 0) <= until)
        outcomes = [await self._outcome(rules, race) for race in known if race.record.state == "finished"]
        factions = [faction.faction for faction in known[-1].factions] if known else []
        prospects = self._prospects(record, known, factions, outcomes) if factions else None
        return Cup(record, known, tuple(standings(rules.series, factions, outcomes)), rules.series.points, prospects)

    def _prospects(
        self, record: CupRecord, known: Sequence[PublicRace], factions: Sequence[Faction], outcomes: Sequence[Outcome]
    ) -> Prospects | None:
        """Return the places that can still be reached; ``None`` if the cup was cancelled."""
        if record.state == "cancelled":
            return None
        rules, options = self._rulesets[record.ruleset], self.terms(record).options
        most = max((sum(e.faction == f for e in race.entries) for race in known for f in factions), default=0)
        if shares_out(options):
            most = max(most, -(-len(rules.colours_for(options)) // len(factions)))
        prize = prize_of(rules.series, options, len(factions), outcomes, max(1, most))
        return Prospects(rules.series, tuple(factions), tuple(outcomes), record.races - len(outcomes), prize)

    async def chances(self, cup: Cup) -> CupChances | None:
        """Return how likely everybody is to win a cup after its latest race; ``None`` while that is not worked out."""
        last = cup.over[-1].record if cup.over and cup.is_open_still else None
        found = None if last is None else await self._store.outlooks.of_race(last.id)
        if found is None or last is None or found.revision != last.revision:
            return None
        return CupChances(found.samples, msgspec.json.decode(found.wins, type=dict[Faction, int]))

    async def of_guild(self, guild: int) -> list[Cup]:
        """Return the cups of a server, the oldest of the newest fifty first."""
        return [await self.cup(record.id) for record in await self._store.cups.of_guild(guild)]

    async def of_player(self, player: PlayerId) -> list[Cup]:
        """Return the cups that a player hosts or drives in."""
        return [await self.cup(record.id) for record in await self._store.cups.of_player(player)]

    def terms(self, record: CupRecord) -> Terms:
        """Return how a cup is run."""
        rules = self._rulesets[record.ruleset]
        return Terms(
            rules.read_options(record.options),
            msgspec.json.decode(record.series, type=rules.series.options),
        )

    async def set_terms(self, cup: CupId, host: PlayerId, change: Callable[[Terms], Terms]) -> None:
        """Change a cup's terms, while its first race is open to enter.

        :param change: from the present terms to the new ones; called again if they have changed since.
        :raises Refused: if this is not the host, the first race has started or is not open, the options make no sense
            together, or entered players would lose their places.
        """
        for _ in range(ATTEMPTS):
            known = await self._hosted(cup, host)
            first = known.races[0] if len(known.races) == 1 else None
            if first is None or first.record.state != "lobby":
                raise Refused(Reason.AGREED_FOR_CUP)
            terms = change(self.terms(known.record))
            options = self._rulesets[known.record.ruleset].series.race_options(terms.options, terms.series, 1, ())
            self._lobbies.require_places(first, options)
            try:
                await self._store.cups.agree(
                    known.record, first.record, _stored(terms.options), _stored(terms.series), _stored(options)
                )
            except StaleRace:
                continue  # somebody was quicker: look again
            await self._lobbies.show_changed(first)
            return
        raise Refused(Reason.CHANGED_MEANWHILE)

    async def again(self, cup: CupRecord, host: PlayerId) -> tuple[CupRecord, RaceRecord]:
        """Return a cup like one that is over, and its first race, as they are to be kept; nobody is in it yet."""
        beside = [each for each in await self._store.cups.of_guild(cup.guild) if each.channel == cup.channel]
        title = title_again(cup.title, {each.title for each in beside}, TITLE_OF_CUP)
        anew = msgspec.structs.replace(
            cup, id=CupId(0), host=host, title=title, state="open", opened=self._clock(), ended=None
        )
        first = (await self._store.cups.races(cup.id))[0]
        is_rated = was_rated(first, await self._store.stories.acts(first.id))
        return anew, msgspec.structs.replace(await self._race(anew, 1, ()), cup=None, round=None, is_rated=is_rated)

    async def next_race(self, cup: CupId, host: PlayerId) -> PublicRace:
        """Return the cup's next race with its drivers; open it if need be. :meth:`begin` begins it.

        :raises Refused: if this is not the host, the cup is over, or its last race is still under way.
        """
        known = await self._hosted(cup, host)
        ready = known.under_way
        if ready is None:
            ready = await self._open_next(known)
        if ready.record.state != "lobby":
            raise Refused(Reason.RACE_UNDER_WAY, race=ready.record.title)
        return ready

    async def cancel(self, cup: CupId, host: PlayerId, by: PlayerId | None = None) -> None:
        """End a cup without a result, and with it the race that is under way.

        :param host: the cup's host, in whose name it ends.
        :param by: the person who does it; they lose their stakes on that race if it has begun (B-15). The host, if
            left out.
        :raises Refused: if the cup is over.
        """
        known = await self._hosted(cup, host)
        if not await self._store.cups.cancel(cup, self._clock()):
            raise Refused(Reason.CUP_IS_OVER)
        if known.under_way is not None:
            await self._lobbies.cancel(known.under_way.record.id, host, by)

    async def correct(self, cup: CupId, by: PlayerId, player: PlayerId, points: int, reason: str) -> None:
        """Give a player points after the latest race of a cup, or take some, with a reason for all to read (CUP-5).

        The points count as the race's own, and all that depends on it follows anew. They are void if it goes back.

        :param points: below 0 to take them.
        :raises Refused: if no race is over, the player is not in the cup, the points are none or too many, the cup
            has been over for a day, or a driver of it would gain by it (CUP-10).
        """
        why, known = require_reason(reason), await self.cup(cup)
        if not known.over:
            raise Refused(GameReason.NOTHING_TO_CORRECT, possible=[])
        if not 0 < abs(points) <= MOST_POINTS:
            raise Refused(
                GameReason.NO_SUCH_OPTION, option=f"A correction by {points}", possible=[f"1 to {MOST_POINTS}"]
            )
        last = known.over[-1]
        if known.record.state == "cancelled" or is_past_protest(known.record, self._clock()):
            raise Refused(Reason.CUP_IS_OVER)
        faction = next((each.faction for each in known.races[-1].factions if each.player == player), None)
        if faction is None:
            raise Refused(Reason.NOT_ENTERED)
        if points > 0 or player != by:
            await require_somebody_else(self._store, known.races[-1], by)
        now, race = self._clock(), last.record
        body = msgspec.json.encode({"faction": faction, "points": points}).decode()
        act = ActRecord(kind="correct", by=by, reason=why, body=body, at=now)
        paper = notice(race.id, "cup", Standings(cup, race.round or 0), now)
        await self._store.races.note(race.id, act, [act_notice(race.id, act, now), paper])
        self._wake()

    async def is_settled(self, race: RaceRecord) -> bool:
        """Tell whether a race that is over stays as it is: it has no cup, or that has gone on or is over for good."""
        return race.cup is None or await settled(self._store, race, self._clock()) is not None

    async def _hosted(self, cup: CupId, host: PlayerId) -> Cup:
        known = await self.cup(cup)
        if known.record.host != host:
            raise Refused(Reason.NOT_THE_HOST, what="cup")
        if known.record.state != "open":
            raise Refused(Reason.CUP_IS_OVER)
        return known

    async def _open_next(self, known: Cup) -> PublicRace:
        """Open the next race: with those who drove in the last one, or, if that is the first, for all to enter."""
        number, last = len(known.over) + 1, known.over[-1] if known.over else None
        race = await self._race(known.record, number, known.over)
        factions = () if last is None else await self._field_after(last, race)
        with contextlib.suppress(StaleRace):  # opened meanwhile by another: it is found all the same
            await self._store.cups.add_race(
                race, factions, self._entries(last), opening(self._rulesets[race.ruleset], race.opened)
            )
        found = (await self.cup(known.id)).under_way
        if found is None:
            raise Refused(Reason.CUP_IS_OVER)
        return found

    async def _field_after(self, last: PublicRace, race: RaceRecord) -> tuple[FactionRecord, ...]:
        """Return those who drove in the last race, for the next one; house drivers for those who left since."""
        left = gone_from(await self._store.stories.acts(last.record.id))
        stand_in = self._rulesets[race.ruleset].stand_in
        field = [_anew(each, race) for each in last.factions]
        return tuple(
            quit_seat(each, stand_in) if each.player in left and each.substitute is None else each for each in field
        )

    def _entries(self, last: PublicRace | None) -> Sequence[EntryRecord]:
        """Return the chariots of the next race; none where they are shared out anew."""
        return () if last is None or self._lobbies.is_shared_out(last) else last.entries

    async def _race(self, record: CupRecord, number: int, over: Sequence[PublicRace]) -> RaceRecord:
        rules = self._rulesets[record.ruleset]
        terms = self.terms(record)
        outcomes = [await self._outcome(rules, each) for each in over]
        last = ranking(
            rules.series, terms.series, [each.faction for each in over[-1].factions] if over else (), outcomes
        )
        options = rules.series.race_options(terms.options, terms.series, number, last)
        title = f"{record.title} · race {number} of {record.races}"
        timing = Timing(record.seconds, record.pace, schedule_of(record.schedule), record.story)
        is_rated = all([was_rated(each.record, await self._store.stories.acts(each.record.id)) for each in over])
        new = NewRace(record.guild, record.channel, record.host, record.ruleset, options, timing, title)
        race = await self._lobbies.new_race(new._replace(is_rated=is_rated))
        return msgspec.structs.replace(race, cup=record.id, round=number)

    async def _outcome(self, rules: AnyRuleset, race: PublicRace) -> Outcome:
        """Return the outcome of a race that is over: its last scene is its end."""
        scene = await self._store.stories.last_scene(race.record.id)
        assert scene is not None
        view = rules.read_view(scene.view)
        factions = {each.entry: each.faction for each in race.entries if each.faction is not None}
        return Outcome(rules.results(view), factions, corrections_in(await self._store.stories.acts(race.record.id)))


def _stored(options: msgspec.Struct) -> str:
    return msgspec.json.encode(options).decode()


def _anew(faction: FactionRecord, race: RaceRecord) -> FactionRecord:
    """Return a faction as it enters the next race: with the same driver, and a new budget of grace."""
    grace = grace_of(race) if faction.player is not None else 0.0
    return msgspec.structs.replace(faction, missed=0, waits=None, grace=grace)


def rows_of(cup: Cup) -> list[StandingsRow]:
    """Return a cup's standings as its picture shows them."""
    return [_row(cup.races[-1], standing, cup.ranges.get(standing.faction)) for standing in cup.standings]


def _row(race: PublicRace, standing: Standing, reach: Range | None) -> StandingsRow:
    mine = [entry for entry in race.entries if entry.faction == standing.faction]
    colour = mine[0].colour if mine else ""
    points = tuple(score.points for score in standing.scores)
    can_be = None if reach is None else (reach.best, reach.worst)
    return StandingsRow(name_in_cup(race, standing.faction), colour, points, standing.total, standing.rank, can_be)


def name_in_cup(race: PublicRace, number: Faction) -> str:
    """Return the name of a faction's chariot; of one that has several, or none yet, its own."""
    faction = next(each for each in race.factions if each.faction == number)
    mine = [entry.name for entry in race.entries if entry.faction == number]
    return mine[0] if len(mine) == 1 else faction.name
