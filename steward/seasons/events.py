"""Seasons under way: a league's races are opened, and come home, once each.

It remembers nothing between two looks. A league's question and its races are both on record, so it does
not matter at which instant the program ends, nor how often it looks.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

import msgspec

from db.store import StaleRace, Store
from engine.betting.rules import ServerRules, TableRules
from engine.dice import commitment
from engine.game import DecisionKind, Entrant
from engine.leagues import events, lineup
from engine.leagues.races import RACE
from engine.leagues.words.names import name_of
from engine.leagues.words.sheets import CalledOff, RaceReturned, RunRace
from engine.leagues.words.state import CALENDAR, League, Stable
from engine.stables import Aftermath
from records.acts import ActRecord
from records.races import SECRET_BYTES, EntryRecord, FactionRecord, PublicRace, RaceRecord, StoryMode
from records.refusals import Refused
from records.values import EntryId, Faction, PlayerId, RaceId
from steward.hosting.substitutes import Substitutes
from steward.running.bookmaker import opening, voiding
from steward.running.live import Live, Rulesets
from steward.running.races import Races
from steward.running.unwritten import Source
from steward.seasons import settling
from steward.seasons.midway import MidwayDesk
from steward.seasons.reins import Reins
from steward.telling.notices import act_notice
from steward.time.schedules import grace_of
from steward.time.standstill import Clock

log = logging.getLogger(__name__)

GAME = RACE.rules.id
"""The game of a league's races, which time its season."""

NO_BETS = msgspec.json.encode(TableRules(pools=False, sealed=False, owners=False, windows=False)).decode()
"""There is no betting on a league itself, nor on the races of a lesson."""

TITLE_OF_RACE = 100
ONE_IS_OFF = "another race of this evening was called off"


class Seasons:
    """Opens the race that a league waits for, and hands it what came home."""

    def __init__(
        self,
        store: Store,
        races: Races,
        substitutes: Substitutes,
        rulesets: Rulesets,
        clock: Clock,
        entropy: Callable[[int], bytes],
    ) -> None:
        self._store, self._races, self._rulesets, self._clock = store, races, rulesets, clock
        self._entropy, self._substitutes = entropy, substitutes
        self.midway = MidwayDesk(store, races, rulesets, clock)
        self.reins = Reins(store, races, substitutes, clock)

    async def tick(self) -> None:
        """Look at all leagues and cups under way; one that fails keeps no other from going on."""
        for league in await self._store.leagues.running():
            try:
                await self.look(league)
            except Refused:
                continue  # it rests, or is over
            except Exception:
                log.exception("league %s could not go on", league)
        for race in await self._store.leagues.unsettled():
            try:
                await self._settle(race)
            except Exception:
                log.exception("the bets on race %s could not be settled", race.id)
        try:
            await self._substitutes.look_at_cups()
        except Refused:
            return  # a race has started or ended this instant: it is looked at again
        except Exception:
            log.exception("substitutes of cups could not be asked")

    async def _settle(self, race: RaceRecord) -> None:
        """Pay the bets on a race that an earlier version reckoned, undid, or called off with its league."""
        now = self._clock()
        if race.state == "cancelled":
            await self._store.wagers.change(race.id, voiding("cancelled", now))
        elif await self._store.leagues.is_settled(race):
            decide = await settling.paying(self._store, self._rulesets, race, now)
            await self._store.wagers.change(race.id, decide)
        else:
            return
        self._races.wake()

    async def look(self, league: RaceId) -> None:
        """Let a league go on if it waits for a race: open that, or take its aftermath. Find people for its places.

        :raises Refused: if the league is not under way.
        """
        await self._go_on(league)
        await self.reins.look(league)

    async def _go_on(self, league: RaceId) -> None:
        async with self._races.viewing(league) as live:
            event, season = _waits_for(live), live.race
            fields = _fields_of(live) if event is not None else []
        if event is None:
            return
        known = [each for each in await self._store.leagues.races(league) if each.round == event]
        there = sorted((each for each in known if each.state != "cancelled"), key=lambda each: each.number)
        missing = [each for each in fields if each.number not in {race.number for race in there}]
        if missing and await self._store.leagues.was_called_off(league):
            for race in there:
                await self._call_off(race)
            await self._give(league, event, CalledOff(), ())
        elif missing:
            for field in missing:
                await self._open(season, event, field)
        elif under_way := [each for each in there if each.state != "finished"]:
            is_one_over = len(under_way) < len(there)
            await self.midway.look(league, [each.id for each in under_way], is_one_over=is_one_over)
        elif (came_home := await self._aftermath_of(there)) is not None:
            await self._give(league, event, RaceReturned(came_home), there)

    async def _call_off(self, race: RaceRecord) -> None:
        """Call off a contest, since another one of its event was: all are held anew, from the eve (R-G22)."""
        now = self._clock()
        act = ActRecord(kind="close", by=None, reason=ONE_IS_OFF, at=now)
        told, decide = [act_notice(race.id, act, now)], voiding("closed", now, None)
        await self._store.races.close(race.id, act, told, decide, only_if=("running", "paused", "finished"))
        self._races.forget(race.id)
        await self._races.show(race.id)

    async def _give(
        self, league: RaceId, event: int, answer: RaceReturned | CalledOff, over: Sequence[RaceRecord]
    ) -> None:
        """Answer a league's question, unless it waits no more, or a race that is *over* has gone back meanwhile.

        Players who drove in one are not silent, though their sheets were (H.10).
        """
        async with self._races.editing(league) as live:
            stand = [await self._store.index.revision_of(each.id) == (each.state, each.revision) for each in over]
            if all(stand) and _waits_for(live) == event:
                drove = {player for each in over for player in await self._drove(each.id)}
                for seat in live.race.factions:
                    if seat.missed and drove.intersection((seat.player, seat.substitute)):
                        live.seat(msgspec.structs.replace(seat, missed=0))
                live.give(CALENDAR, answer, Source("steward"), now=self._clock())

    async def _drove(self, race: RaceId) -> set[PlayerId]:
        """Return the players who decided anything in a race."""
        return {each.player for each in await self._store.stories.inputs(race) if each.player is not None}

    async def _aftermath_of(self, contests: Sequence[RaceRecord]) -> Aftermath | None:
        """Return the aftermath of an event: of its race, or of all its contests together."""
        found = list[Aftermath]()
        for race in contests:
            if (came_home := await self._aftermath(race)) is None:
                return None
            found.append(came_home)
        return found[0] if len(found) == 1 else together(found)

    async def _aftermath(self, race: RaceRecord) -> Aftermath | None:
        """Return the aftermath of a race that is over; of one that ended before it was kept, it is worked out.

        :returns: ``None`` if its last turn has to be run again: an update changed the rules since.
        """
        if race.comes_home is not None:
            return msgspec.json.decode(race.comes_home, type=Aftermath)
        stables = self._rulesets[race.ruleset].stables
        assert stables is not None
        ended = await self._races.ended(race.id)
        return None if ended is None else stables.aftermath(ended.session.state)

    async def _open(self, league: PublicRace, event: int, field: "_Field") -> None:
        record = self._race(league.record, event, field, await self._bets_on(league.record))
        factions, entries = _factions(league, field, record, self._tempers(record)), _entries(field)
        brings = {each.entry: bytes(each.brings).decode() for each in field.entrants if each.brings is not None}
        with suppress(StaleRace):  # opened meanwhile, or the league is over
            opens = opening(self._rulesets[record.ruleset], self._clock())
            race = await self._store.leagues.add_race(record, factions, entries, brings, opens)
            await self._races.resume(race)

    def _tempers(self, race: RaceRecord) -> Sequence[str]:
        return self._rulesets[race.ruleset].mixed

    async def _bets_on(self, league: RaceRecord) -> str:
        """Return how spectators bet on a race of a league, from their purses: in pools, as it begins (H.2, L-23)."""
        if league.lesson is not None or not league.guild:
            return NO_BETS
        server = msgspec.json.decode((await self._store.people.guild(league.guild)).betting, type=ServerRules)
        rules = TableRules(sealed=False, windows=False, late=True, share=server.share, bank=server.bank)
        return msgspec.json.encode(rules).decode()

    def _race(self, league: RaceRecord, event: int, field: "_Field", betting: str) -> RaceRecord:
        """Return the record of an event's race: under way at once, and told where its league is."""
        state = field.league
        kind, secret = events.kind_of(state.options, event), self._entropy(SECRET_BYTES)
        title = f" · {events.name_of(state.options, event)} {event} of {state.options.events}{field.which}"
        return msgspec.structs.replace(
            league,
            id=RaceId(0),
            ruleset=kind.rules.id,
            options=msgspec.json.encode(kind.options(state.options)).decode(),
            seconds={**league.seconds, **_missing(league.seconds, kind.rules.decisions)},
            title=league.title[: TITLE_OF_RACE - len(title)] + title,
            state="running",
            secret=secret.hex(),
            commitment=commitment(secret),
            seq=0,
            revision=0,
            facts=0,
            opened=self._clock(),
            panel=None,
            card=None,
            cards=0,
            betting=betting,
            mixed=None,
            story=StoryMode.TURN,
            is_league=False,
            league=league.id,
            round=event,
            number=field.number,
            deserted=0,
        )


def _missing(seconds: Mapping[str, int], decisions: Mapping[str, DecisionKind]) -> dict[str, int]:
    """Return the seconds of kinds of decisions that the season has no word about: they are its game's own."""
    return {name: each.seconds for name, each in decisions.items() if name not in seconds}


class _Field(msgspec.Struct, frozen=True):
    """The entrants of a coming race, with the league's state."""

    league: League
    entrants: Sequence[Entrant]
    number: int  # of the event's contests, 1 first
    is_alone: bool

    @property
    def which(self) -> str:
        """What tells it from the event's other contests; empty if there is none."""
        return "" if self.is_alone else f", no. {self.number}"


def _waits_for(live: Live) -> int | None:
    """Return the event whose race a league waits for; ``None`` if it waits for none."""
    ask = live.session.open.get(CALENDAR)
    return ask.question.event if ask is not None and isinstance(ask.question, RunRace) else None


def _fields_of(live: Live) -> list[_Field]:
    """Return the fields of all contests of an event."""
    state = live.session.state
    found = lineup.contests(state)
    return [_Field(state, each, number, len(found) == 1) for number, each in enumerate(found, start=1)]


def together(parts: Sequence[Aftermath]) -> Aftermath:
    """Return the aftermath of an event whose entrants were shared out over contests."""
    homes = {head.entry: home for each in parts for head, home in zip(each.heads, each.homes, strict=True)}
    revealed = tuple(plot for each in parts for plot in each.revealed)
    return Aftermath(tuple(homes[entry] for entry in sorted(homes)), max(each.turns for each in parts), revealed)


def _stables(field: _Field) -> Mapping[EntryId, Stable | None]:
    """Return by entry of the race whose chariot it is; ``None`` for one of nobody."""
    return {
        each.entry: None if each.stable is None else field.league.stables[each.stable] for each in field.league.entries
    }


def _factions(league: PublicRace, field: _Field, race: RaceRecord, tempers: Sequence[str]) -> list[FactionRecord]:
    """Return the factions: each stable's owner or the player in their place; house drivers for all others."""
    stables, found = _stables(field), dict[Faction, FactionRecord]()
    for place, entrant in enumerate(field.entrants):
        assert entrant.faction is not None
        stable, temper = stables[entrant.entry], tempers[place % len(tempers)]
        if stable is None:
            name = f"{_name(field, entrant)} ({temper})"
            found[entrant.faction] = FactionRecord(faction=entrant.faction, driver=temper, name=name)
            continue
        seat = league.faction_of(stable.number)
        assert seat is not None
        found.setdefault(entrant.faction, _seat(seat, entrant.faction, stable, race, temper))
    return [found[faction] for faction in sorted(found)]


def _seat(seat: FactionRecord, faction: Faction, stable: Stable, race: RaceRecord, temper: str) -> FactionRecord:
    if seat.player is None:
        return FactionRecord(faction=faction, driver=temper, name=seat.name)
    is_kept = stable.status != "active"
    return FactionRecord(
        faction=faction,
        player=seat.player,
        substitute=None if is_kept else seat.substitute,
        name=seat.name,
        word=seat.word,
        standin=temper if is_kept or seat.away_until is not None else None,
        grace=grace_of(race),
        away_until=seat.away_until,
    )


def _entries(field: _Field) -> list[EntryRecord]:
    """Return the chariots, by the names that they bear in their league."""
    return [
        EntryRecord(entry=each.entry, colour=each.colour, name=_name(field, each), faction=each.faction)
        for each in field.entrants
    ]


def _name(field: _Field, entrant: Entrant) -> str:
    return name_of(next(each.chariot for each in field.league.entries if each.entry == entrant.entry))
