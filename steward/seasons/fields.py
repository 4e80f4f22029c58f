"""Races that a league opens, of its events and of matches beside them: who drives in each, and how it is kept."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from db.store import StaleRace, Store
from engine.betting.rules import ServerRules, TableRules
from engine.dice import commitment
from engine.game import AnyRuleset, Entrant
from engine.leagues import duels, events, gala_days, lineup, match_races
from engine.leagues.gala_days import Contest
from engine.leagues.races import RACE
from engine.leagues.words.names import name_of
from engine.leagues.words.state import Entry, League, Match, Stable
from records.batches import Batch
from records.races import MATCHES, SECRET_BYTES, EntryRecord, FactionRecord, Pace, PublicRace, RaceRecord, StoryMode
from records.values import EntryId, Faction, RaceId
from steward.running.bookmaker import opening
from steward.running.live import Rulesets
from steward.running.races import Races
from steward.time.schedules import grace_of, schedule_of
from steward.time.standstill import Clock

NO_BETS = msgspec.json.encode(TableRules(pools=False, sealed=False, owners=False, windows=False)).decode()
"""There is no betting on a league itself, nor on its matches (B.10), nor on the races of a lesson."""

ARENA = events.KINDS["gala"].rules
"""The game of galas and duels."""

SILENT_EXCHANGES = 2
"""Without a plan, after which a house fighter gives a man's orders."""

TITLE_OF_RACE = 100
HOUR = 3_600
LIVE = 0
"""Hours of an exchange of a duel at the pace *now* (H.8.7)."""

FASTEST = 360
"""By how much that pace is faster than a game's own spans."""


class Field(msgspec.Struct, frozen=True):
    """The entrants of a coming race, or of a match of gladiators, with the league's state."""

    league: League
    owners: Mapping[EntryId, EntryId | None]  # by entry: whose it is; none for one of nobody
    names: Mapping[EntryId, str]  # by entry
    entrants: Sequence[Entrant]
    round: int  # the event, 1 first; MATCHES for a match
    number: int  # of the event's contests, 1 first; of a match the input that began it: no other ever has it
    title: str
    rules: AnyRuleset
    options: Any
    hours: int | None = None  # of an exchange, as agreed for a duel; LIVE, or none for those of the season


def fields_of(league: League) -> list[Field]:
    """Return the fields of all contests of an event: of its race, or of each match of its gala."""
    kind_name, number, many = events.numbered(league.options, league.event)
    name = f"{kind_name} {number} of {many}"
    if league.gala is not None:
        return [
            _of_men(league, each, league.event, each.number, f"{name} · {_pair(each)}")
            for each in gala_days.contests(league)
        ]
    found, kind = lineup.contests(league), events.under_way(league)
    owners, names = _of_chariots(league.entries)
    options = kind.options(league.options)
    return [
        Field(
            league,
            owners,
            names,
            each,
            league.event,
            number,
            name if len(found) == 1 else f"{name}, no. {number}",
            kind.rules,
            options,
        )
        for number, each in enumerate(found, start=1)
    ]


def _of_chariots(entries: Sequence[Entry]) -> tuple[dict[EntryId, EntryId | None], dict[EntryId, str]]:
    """Return whose chariots these are, and their names, by entry."""
    return {each.entry: each.stable for each in entries}, {each.entry: name_of(each.chariot) for each in entries}


def _of_men(league: League, contest: Contest, round_: int, number: int, title: str) -> Field:
    """Return the field of a match of a gala, or of a duel (H.8.1, H.8.7)."""
    owners = {each.entry: each.stable for each in contest.entries}
    names = {each.entry: each.name for each in contest.entries}
    return Field(league, owners, names, contest.entrants, round_, number, title, ARENA, contest.options)


def _pair(contest: Contest) -> str:
    """Return who fights in a match, for its title."""
    return " against ".join(each.name for each in contest.entries) if len(contest.entries) == 2 else "melee"


def field_of(league: League, match: Match, began: int) -> Field:
    """Return the field of a match (B.10), or of a duel (H.8.7).

    :param began: the input by which it began.
    """
    if match.is_duel:
        field = _of_men(league, duels.contest(league, match), MATCHES, began, f"duel {match.number}")
        return msgspec.structs.replace(field, hours=match.hours)
    entrants, rules = match_races.entrants(league, match), match_races.KIND.rules
    options = match_races.options(league, match)
    owners, names = _of_chariots(match.entries)
    return Field(league, owners, names, entrants, MATCHES, began, f"match {match.number}", rules, options)


class Opener:
    """Opens races of leagues."""

    def __init__(
        self,
        store: Store,
        races: Races,
        rulesets: Rulesets,
        clock: Clock,
        entropy: Callable[[int], bytes],
    ) -> None:
        self._store, self._races, self._rulesets = store, races, rulesets
        self._clock, self._entropy = clock, entropy

    async def open(self, league: PublicRace, field: Field, *, held: bool = False) -> None:
        """Open a race of a league, once: who comes second finds it there.

        :param held: whether it waits for :meth:`begin`, while bets on it are taken.
        """
        is_of_chariots = field.round == MATCHES and field.rules.id != ARENA.id
        betting = NO_BETS if is_of_chariots else await self._bets_on(league.record, field)
        record = msgspec.structs.replace(self._race(league.record, field, betting), held=held)
        factions, entries = _factions(league, field, record, self._rulesets[record.ruleset].mixed), _entries(field)
        brings = {each.entry: bytes(each.brings).decode() for each in field.entrants if each.brings is not None}
        with suppress(StaleRace):  # opened meanwhile, or the league is over
            opens = opening(self._rulesets[record.ruleset], self._clock())
            race = await self._store.leagues.add_race(record, factions, entries, brings, opens)
            if not held:
                await self._races.resume(race)

    async def begin(self, league: PublicRace, field: Field, race: RaceRecord) -> None:
        """Let a race begin that was held, with those at the reins of its stables by now; another one goes on as it is.

        It does not matter where the program ends: it is begun at the next look.
        """
        if race.has_begun or race.state != "running":
            return
        if race.held:
            seats = _factions(league, field, race, self._rulesets[race.ruleset].mixed)
            with suppress(StaleRace):  # another process was quicker
                await self._store.write(Batch(race=race.id, seq=0, factions=tuple(seats), at=self._clock()))
            await self._store.races.set(race.id, held=False)
        await self._races.resume(race.id)

    async def _bets_on(self, league: RaceRecord, field: Field) -> str:
        """Return how spectators bet on a race of a league, from their purses: in pools, as it begins (H.2, L-23)."""
        if league.lesson is not None or not league.guild:
            return NO_BETS
        server = msgspec.json.decode((await self._store.people.guild(league.guild)).betting, type=ServerRules)
        alone = field.rules.bets_on_winner
        rules = TableRules(
            sealed=False, windows=False, late=True, winner_only=alone, share=server.share, bank=server.bank
        )
        return msgspec.json.encode(rules).decode()

    def _race(self, league: RaceRecord, field: Field, betting: str) -> RaceRecord:
        """Return the record of a race: under way at once, and told where its league is."""
        secret, title = self._entropy(SECRET_BYTES), f" · {field.title}"
        return msgspec.structs.replace(
            league,
            id=RaceId(0),
            ruleset=field.rules.id,
            options=msgspec.json.encode(field.options).decode(),
            pace=Pace.NOW if field.hours == LIVE else league.pace,
            seconds=_seconds(league, field),
            schedule=_schedule(league, field),
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
            round=field.round,
            number=field.number,
            deserted=0,
            is_rated=league.is_rated and field.round != MATCHES,  # those who meet in a match choose each other
        )


def _seconds(league: RaceRecord, field: Field) -> dict[str, int]:
    """Return the seconds of each kind of decision; a duel's exchange has as many hours as was agreed (H.8.7)."""
    found = {**league.seconds, **_missing(league, field)}
    return {**found, "turn": field.hours * HOUR} if field.hours else found


def _schedule(league: RaceRecord, field: Field) -> str:
    """Return a schedule; in a match of gladiators two silent exchanges bring a house fighter (H.8.1).

    A duel has the hours that were agreed for it, whatever times of day the season has (H.8.7).
    """
    if field.rules.id != ARENA.id:
        return league.schedule
    kept = schedule_of(league.schedule)
    misses = max(1, SILENT_EXCHANGES // league.pace.silences_a_turn)
    at = kept.at if field.hours is None else ()
    return msgspec.json.encode(msgspec.structs.replace(kept, misses=misses, at=at)).decode()


def _missing(league: RaceRecord, field: Field) -> dict[str, int]:
    """Return those that the season has no word about: they are its game's own, and as much faster as its others."""
    known, is_live = RACE.rules.decisions, field.hours == LIVE or league.pace is Pace.NOW
    faster = max((known[kind].seconds / span for kind, span in league.seconds.items() if kind in known), default=1.0)
    faster = max(1.0, FASTEST if field.hours == LIVE else faster)
    return {
        name: each.now if is_live and each.now else max(60, int(each.seconds / faster))
        for name, each in field.rules.decisions.items()
        if name not in league.seconds
    }


def _stables(field: Field) -> Mapping[EntryId, Stable | None]:
    """Return by entry of the race whose it is; ``None`` for one of nobody."""
    stables = field.league.stables
    return {entry: None if stable is None else stables[stable] for entry, stable in field.owners.items()}


def _factions(league: PublicRace, field: Field, race: RaceRecord, tempers: Sequence[str]) -> list[FactionRecord]:
    """Return the factions: each stable's owner or the player in their place; house drivers for all others."""
    stables, found = _stables(field), dict[Faction, FactionRecord]()
    for place, entrant in enumerate(field.entrants):
        assert entrant.faction is not None
        stable, temper = stables[entrant.entry], tempers[place % len(tempers)]
        if stable is None:
            name = f"{field.names[entrant.entry]} ({temper})"
            found[entrant.faction] = FactionRecord(faction=entrant.faction, driver=temper, name=name)
            continue
        seat = league.faction_of(stable.number)
        assert seat is not None
        found.setdefault(entrant.faction, _seat(seat, entrant.faction, stable, race, temper))
    return [found[faction] for faction in sorted(found)]


def _seat(seat: FactionRecord, faction: Faction, stable: Stable, race: RaceRecord, temper: str) -> FactionRecord:
    if seat.player is None:
        return FactionRecord(faction=faction, driver=temper, name=seat.name)
    is_kept = stable.status not in ("active", "slave")  # a slave drives for the state (R-B37)
    return FactionRecord(
        faction=faction,
        player=seat.player,
        substitute=None if is_kept else seat.substitute,
        name=seat.name,
        word=seat.word,
        word_salt=seat.word_salt,
        word_hash=seat.word_hash,
        standin=temper if is_kept or seat.away_until is not None else None,
        grace=grace_of(race),
        away_until=seat.away_until,
    )


def _entries(field: Field) -> list[EntryRecord]:
    """Return the chariots, by the names that they bear in their league."""
    return [
        EntryRecord(entry=each.entry, colour=each.colour, name=field.names[each.entry], faction=each.faction)
        for each in field.entrants
    ]
