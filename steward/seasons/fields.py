"""Races that a league opens, of its events and of matches beside them: who drives in each, and how it is kept."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from db.store import StaleRace, Store
from engine.betting.rules import ServerRules, TableRules
from engine.dice import commitment
from engine.game import AnyRuleset, DecisionKind, Entrant
from engine.leagues import events, lineup, match_races
from engine.leagues.words.names import name_of
from engine.leagues.words.state import Entry, League, Match, Stable
from records.races import MATCHES, SECRET_BYTES, EntryRecord, FactionRecord, PublicRace, RaceRecord, StoryMode
from records.values import EntryId, Faction, RaceId
from steward.running.bookmaker import opening
from steward.running.live import Rulesets
from steward.running.races import Races
from steward.time.schedules import grace_of
from steward.time.standstill import Clock

NO_BETS = msgspec.json.encode(TableRules(pools=False, sealed=False, owners=False, windows=False)).decode()
"""There is no betting on a league itself, nor on its matches (B.10), nor on the races of a lesson."""

TITLE_OF_RACE = 100


class Field(msgspec.Struct, frozen=True):
    """The entrants of a coming race, with the league's state."""

    league: League
    entries: Sequence[Entry]
    entrants: Sequence[Entrant]
    round: int  # the event, 1 first; MATCHES for a match
    number: int  # of the event's contests, 1 first; of a match the input that began it: no other ever has it
    title: str
    rules: AnyRuleset
    options: Any


def fields_of(league: League) -> list[Field]:
    """Return the fields of all contests of an event."""
    found, kind = lineup.contests(league), events.under_way(league)
    name = f"{events.name_of(league.options, league.event)} {league.event} of {league.options.events}"
    options = kind.options(league.options)
    return [
        Field(
            league,
            league.entries,
            each,
            league.event,
            number,
            name if len(found) == 1 else f"{name}, no. {number}",
            kind.rules,
            options,
        )
        for number, each in enumerate(found, start=1)
    ]


def field_of(league: League, match: Match, began: int) -> Field:
    """Return the field of a match (B.10).

    :param began: the input by which it began.
    """
    entrants, rules = match_races.entrants(league, match), match_races.KIND.rules
    options = match_races.options(league, match)
    return Field(league, match.entries, entrants, MATCHES, began, f"match {match.number}", rules, options)


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

    async def open(self, league: PublicRace, field: Field) -> None:
        """Open a race of a league, once: who comes second finds it there."""
        betting = NO_BETS if field.round == MATCHES else await self._bets_on(league.record)
        record = self._race(league.record, field, betting)
        factions, entries = _factions(league, field, record, self._rulesets[record.ruleset].mixed), _entries(field)
        brings = {each.entry: bytes(each.brings).decode() for each in field.entrants if each.brings is not None}
        with suppress(StaleRace):  # opened meanwhile, or the league is over
            opens = opening(self._rulesets[record.ruleset], self._clock())
            race = await self._store.leagues.add_race(record, factions, entries, brings, opens)
            await self._races.resume(race)

    async def _bets_on(self, league: RaceRecord) -> str:
        """Return how spectators bet on a race of a league, from their purses: in pools, as it begins (H.2, L-23)."""
        if league.lesson is not None or not league.guild:
            return NO_BETS
        server = msgspec.json.decode((await self._store.people.guild(league.guild)).betting, type=ServerRules)
        rules = TableRules(sealed=False, windows=False, late=True, share=server.share, bank=server.bank)
        return msgspec.json.encode(rules).decode()

    def _race(self, league: RaceRecord, field: Field, betting: str) -> RaceRecord:
        """Return the record of a race: under way at once, and told where its league is."""
        secret, title = self._entropy(SECRET_BYTES), f" · {field.title}"
        return msgspec.structs.replace(
            league,
            id=RaceId(0),
            ruleset=field.rules.id,
            options=msgspec.json.encode(field.options).decode(),
            seconds={**league.seconds, **_missing(league.seconds, field.rules.decisions)},
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


def _missing(seconds: Mapping[str, int], decisions: Mapping[str, DecisionKind]) -> dict[str, int]:
    """Return the seconds of kinds of decisions that the season has no word about: they are its game's own."""
    return {name: each.seconds for name, each in decisions.items() if name not in seconds}


def _stables(field: Field) -> Mapping[EntryId, Stable | None]:
    """Return by entry of the race whose chariot it is; ``None`` for one of nobody."""
    return {each.entry: None if each.stable is None else field.league.stables[each.stable] for each in field.entries}


def _factions(league: PublicRace, field: Field, race: RaceRecord, tempers: Sequence[str]) -> list[FactionRecord]:
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
    is_kept = stable.status not in ("active", "slave")  # a slave drives for the state (R-B37)
    return FactionRecord(
        faction=faction,
        player=seat.player,
        substitute=None if is_kept else seat.substitute,
        name=seat.name,
        word=seat.word,
        word_hash=seat.word_hash,
        standin=temper if is_kept or seat.away_until is not None else None,
        grace=grace_of(race),
        away_until=seat.away_until,
    )


def _entries(field: Field) -> list[EntryRecord]:
    """Return the chariots, by the names that they bear in their league."""
    return [
        EntryRecord(entry=each.entry, colour=each.colour, name=_name(field, each), faction=each.faction)
        for each in field.entrants
    ]


def _name(field: Field, entrant: Entrant) -> str:
    return name_of(next(each.chariot for each in field.entries if each.entry == entrant.entry))
