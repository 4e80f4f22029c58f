"""Summaries, titles and ratings of races that are over. They come from facts, so you may drop them and make them anew.

The record names the work, as with chances: a race that has ended without a summary of its revision, a summary of a race
that has gone back since, a cup whose titles are of other races. So a crash forgets no work.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, and_, exists, func, or_, select

from db.opening.writer import Reader
from db.reading.index import Field
from db.reading.rivals import rivals_of
from db.reading.rows import cup_of, race_of, rows_of, struct_of
from db.schema import tables
from db.schema.money import markets, tickets
from db.schema.past import past_entries, past_races, past_titles, ratings
from records.acts import ActRecord
from records.cups import CupRecord
from records.past import PastEntry, PastRace, PastTitle, RatingRow, Summary
from records.play import FactRecord
from records.races import MATCHES, EntryRecord, FactionRecord, RaceRecord
from records.values import CupId, PlayerId, RaceId, Sesterces

_races, _past, _entries, _titles, _ratings = (
    tables.races.c,
    past_races.c,
    past_entries.c,
    past_titles.c,
    ratings.c,
)
_ENDS = or_(
    _races.state == "finished",
    # Who calls a race off in which they drive does not get out of it (Ratings, docs/ratings.md).
    and_(_races.state == "cancelled", _races.called_off_by.is_not(None), _races.facts > 0),
)
_IS_PAST = and_(_ENDS, _races.guild != 0, _races.lesson.is_(None), tables.IS_RACE)
_MISSING = (
    select(_races.id)
    .outerjoin(past_races, _past.race == _races.id)
    .where(_IS_PAST, or_(_past.race.is_(None), _past.revision != _races.revision))
    .order_by(_races.ended, _races.id)
)
_GONE = select(_past.race).join(tables.races, _races.id == _past.race).where(~_IS_PAST)
_UNRATED = (
    select(_past.guild, _past.ruleset, _past.at, _past.race)
    .where(_past.is_rated, ~exists().where(_ratings.race == _past.race))
    .order_by(_past.at, _past.race)
)


class SettledBets(NamedTuple):
    """A race's settled bets: hundredths that each chariot paid, and the largest payoff."""

    odds: dict[int, int]
    payoff: Sesterces | None
    payee: PlayerId | None
    payee_name: str


class Dossier(NamedTuple):
    """All that a race is summed up from."""

    field: Field
    facts: tuple[str, ...]  # JSON, those that hold
    view: str | None  # JSON, the last that all saw; none of a race that was never shown
    acts: tuple[ActRecord, ...]
    began: float
    stakes: SettledBets
    stables: dict[int, str]  # names by faction, of a league's race
    season: str  # title of the league; empty for a race by itself
    drivers: dict[int, int]  # their numbers in the league by entry; nothing of a race by itself
    around: tuple[ActRecord, ...] = ()  # acts on its event: of its league, and of races of that event called off


class CupPast(NamedTuple):
    """A cup whose races are all over, as they were summed up, in their order."""

    cup: CupRecord
    races: tuple[Summary, ...]
    stamp: int
    acts: Mapping[RaceId, Sequence[ActRecord]]  # what was done in each race, points that were given included


class SeasonPast(NamedTuple):
    """A league that is over, with its last public view."""

    league: RaceRecord
    factions: tuple[FactionRecord, ...]
    entries: tuple[EntryRecord, ...]
    view: str  # JSON


class Unrated(NamedTuple):
    """The first race of a server and game that ratings do not know yet."""

    guild: int
    ruleset: str
    at: float
    race: RaceId


class Past:
    """Summaries, titles and ratings. Each method is one transaction, off the event loop."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def missing(self) -> list[RaceId]:
        """Return the races that have ended without a summary of their revision, in the order they ended."""
        return await self._reader.run(lambda found: [RaceId(each) for each in found.scalars(_MISSING)])

    async def gone(self) -> list[RaceId]:
        """Return the races that are summed up, but are not over any more, or have no result."""
        return await self._reader.run(lambda found: [RaceId(each) for each in found.scalars(_GONE)])

    async def dossier(self, race: RaceId) -> Dossier | None:
        """Return all that a race is summed up from; ``None`` if it is not over."""
        return await self._reader.run(lambda connection: _dossier(connection, race))

    async def cups_behind(self) -> list[CupId]:
        """Return the cups whose titles are not those of their races as summed up."""
        return await self._reader.run(_cups_behind)

    async def seasons_behind(self) -> list[RaceId]:
        """Return the leagues whose titles are not those of how they ended."""
        return await self._reader.run(_seasons_behind)

    async def cup(self, cup: CupId) -> CupPast | None:
        """Return a cup that is over, for its titles; ``None`` if it is not, or a race of it is not summed up yet."""
        return await self._reader.run(lambda connection: _cup_past(connection, cup))

    async def season(self, league: RaceId) -> SeasonPast | None:
        """Return a league that is over, for its titles; ``None`` if it is not."""
        return await self._reader.run(lambda connection: _season_past(connection, league))

    async def unrated(self) -> list[Unrated]:
        """Return of each server and game the first race that ratings do not know yet."""

        def work(connection: Connection) -> list[Unrated]:
            first: dict[tuple[int, str], Unrated] = {}
            for row in connection.execute(_UNRATED):
                first.setdefault((row.guild, row.ruleset), Unrated(*row))
            return list(first.values())

        return await self._reader.run(work)

    async def rated_from(self, first: Unrated, most: int) -> list[Summary]:
        """Return the races that ratings follow from, from one on, in the order they ended, no more than *most*."""
        from_here = not_before(_past, first.at, first.race)
        found = select(past_races).where(
            _past.guild == first.guild, _past.ruleset == first.ruleset, _past.is_rated, from_here
        )
        found = found.order_by(_past.at, _past.race).limit(most)
        return await self._reader.run(lambda connection: _summaries(connection, found))

    async def ratings_before(self, first: Unrated) -> list[RatingRow]:
        """Return everybody's rating in a server and game as it was before a race."""
        return await self._reader.run(lambda connection: _ratings_before(connection, first))

    async def met_before(self, first: Unrated, players: Sequence[PlayerId]) -> list[tuple[PlayerId, PlayerId]]:
        """Return the rivals that some people have met in rated races before a race."""
        other = ratings.alias()
        met = (
            select(_ratings.player, other.c.player)
            .join(other, and_(other.c.race == _ratings.race, other.c.player != _ratings.player))
            .where(_ratings.guild == first.guild, _ratings.ruleset == first.ruleset)
            .where(_ratings.player.in_(list(players)), ~not_before(_ratings, first.at, first.race))
            .distinct()
        )
        return await self._reader.run(
            lambda found: [(PlayerId(one), PlayerId(rival)) for one, rival in found.execute(met)] if players else []
        )

    async def rivals_of(self, guild: int, player: PlayerId) -> int:
        """Return how many people somebody has met in rated races of a server."""
        return await self._reader.run(lambda connection: rivals_of(connection, guild, player))

    async def pairs_before(self, first: Unrated, since: float) -> list[tuple[float, PlayerId, PlayerId]]:
        """Return when races of two people alone counted, from a time on, before a race; the lower id first."""
        return await self._reader.run(lambda connection: _pairs_before(connection, first, since))

    async def summaries(self, guild: int, ruleset: str | None = None, newest: int = 50) -> list[Summary]:
        """Return the newest races of a server that are over, of one game or all, the newest first."""
        found = select(past_races).where(_past.guild == guild, _past.outcome == "finished")
        found = found if ruleset is None else found.where(_past.ruleset == ruleset)
        found = found.order_by(_past.at.desc(), _past.race.desc()).limit(newest)
        return await self._reader.run(lambda connection: _summaries(connection, found))

    async def titles(self, guild: int, newest: int = 1000) -> list[PastTitle]:
        """Return how cups and seasons of a server ended, the newest first, each by rank."""
        found = select(past_titles).where(_titles.guild == guild)
        found = found.order_by(_titles.at.desc(), _titles.kind, _titles.number, _titles.rank, _titles.faction)
        return await self._reader.run(
            lambda connection: [struct_of(row, PastTitle) for row in connection.execute(found.limit(newest))]
        )

    async def everything(self) -> dict[str, list[tuple[object, ...]]]:
        """Return every row of these tables, by table, in the order of their keys."""

        def work(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
            return {
                table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
                for table in (past_races, past_entries, past_titles, ratings)
            }

        return await self._reader.run(work)


def not_before(columns: object, at: float, race: RaceId) -> ColumnElement[bool]:
    """Return the condition that a race ended no sooner than one."""
    table: Any = columns
    return or_(table.at > at, and_(table.at == at, table.race >= race))


def _dossier(connection: Connection, race: RaceId) -> Dossier | None:
    row = connection.execute(select(tables.races).where(_races.id == race, _IS_PAST)).first()
    if row is None:
        return None
    record = race_of(row)
    facts = rows_of(connection, tables.facts, race, FactRecord, tables.facts.c.void.is_(False))
    scenes, inputs = tables.scenes.c, tables.inputs.c
    view = connection.scalar(
        select(scenes.view).where(scenes.race == race, scenes.void.is_(False)).order_by(scenes.n.desc()).limit(1)
    )
    began = connection.scalar(select(func.min(inputs.at)).where(inputs.race == race))
    return Dossier(
        (
            record,
            tuple(rows_of(connection, tables.factions, race, FactionRecord)),
            tuple(rows_of(connection, tables.entries, race, EntryRecord)),
        ),
        tuple(each.fact for each in facts),
        view,
        tuple(rows_of(connection, tables.acts, race, ActRecord)),
        record.opened if began is None else began,
        _stakes(connection, race),
        _stables(connection, record),
        _season_of(connection, record),
        _drivers(connection, race),
        tuple(_around(connection, record)),
    )


def _around(connection: Connection, race: RaceRecord) -> Iterator[ActRecord]:
    """Yield the acts on a race's event in its cup or league that are not its own: those who gain by them drive in it.

    They are those on races of the same event that were called off, and those on the league since the event before.
    """
    series = _races.league == race.league if race.league is not None else _races.cup == race.cup
    if race.round is None:
        return
    called_off = select(_races.id).where(series, _races.round == race.round, _races.id != race.id, _races.facts > 0)
    for each in connection.scalars(called_off.order_by(_races.id)):
        yield from rows_of(connection, tables.acts, RaceId(each), ActRecord)
    if race.league is None:
        return
    before = _races.round.between(MATCHES + 1, race.round - 1)
    earlier = select(func.max(_races.ended)).where(series, before, _races.state == "finished")
    since, acts = connection.scalar(earlier) or 0.0, tables.acts.c
    until = acts.at <= race.ended if race.ended is not None else acts.at > since
    yield from rows_of(connection, tables.acts, race.league, ActRecord, acts.at > since, until)


def _stakes(connection: Connection, race: RaceId) -> SettledBets:
    """Return how the bets on the winner were settled: at the fixed odds of sealed bets, else as the pool was shared."""
    won = select(markets).where(markets.c.race == race, markets.c.state == "settled")
    odds: dict[int, int] = {}
    for row in connection.execute(won.where(markets.c.kind == "sealed").order_by(markets.c.number)):
        for choice, each in msgspec.json.decode(row.odds, type=dict[str, int]).items():
            odds.setdefault(int(choice), 100 * each)
    for row in connection.execute(won.where(markets.c.kind == "win").order_by(markets.c.number)):
        for entry, each in _pool(connection, race, row.number).items():
            odds.setdefault(entry, each)
    paid = select(tickets).where(tickets.c.race == race, tickets.c.state == "won", tickets.c.paid > tickets.c.stake)
    best = connection.execute(paid.order_by(tickets.c.paid.desc(), tickets.c.number).limit(1)).first()
    return (
        SettledBets(odds, None, None, "")
        if best is None
        else SettledBets(odds, Sesterces(best.paid), best.player, best.name)
    )


def _pool(connection: Connection, race: RaceId, market: int) -> dict[int, int]:
    """Return the payoff of a pool for each chariot with bets on it, in hundredths of the stake."""
    held = select(tickets.c.choice, func.sum(tickets.c.stake)).where(
        tickets.c.race == race, tickets.c.market == market, tickets.c.state.in_(("won", "lost"))
    )
    staked = {int(choice): int(stake) for choice, stake in connection.execute(held.group_by(tickets.c.choice))}
    return {entry: 100 * sum(staked.values()) // stake for entry, stake in staked.items()}


def _stables(connection: Connection, race: RaceRecord) -> dict[int, str]:
    """Return the names of a league's stables by faction; empty for a race outside leagues."""
    if race.league is None:
        return {}
    entries = tables.entries.c
    found = select(entries.faction, entries.name).where(entries.race == race.league, entries.faction.is_not(None))
    return {row.faction: row.name for row in connection.execute(found.order_by(entries.entry))}


def _season_of(connection: Connection, race: RaceRecord) -> str:
    return connection.scalar(select(_races.title).where(_races.id == race.league)) or ""


def _drivers(connection: Connection, race: RaceId) -> dict[int, int]:
    """Return which drivers of a league stand in the chariots of its race, as far as that is kept."""
    entries = tables.entries.c
    found = select(entries.entry, entries.brings).where(entries.race == race, entries.brings.is_not(None))
    drivers = {row.entry: msgspec.json.decode(row.brings).get("driver", 0) for row in connection.execute(found)}
    return {entry: driver for entry, driver in drivers.items() if driver}


def _summaries(connection: Connection, found: Select[Any]) -> list[Summary]:
    races = [struct_of(row, PastRace) for row in connection.execute(found)]
    return [_summary(connection, race) for race in races]


def _summary(connection: Connection, race: PastRace) -> Summary:
    mine = select(past_entries).where(_entries.race == race.race).order_by(_entries.entry)
    return Summary(race, tuple(struct_of(row, PastEntry) for row in connection.execute(mine)))


def _stamp() -> ColumnElement[int]:
    """Return a number that is raised with each change of a cup's races, from which its titles are worked out."""
    return func.sum(_past.revision) * 100 + func.count()


def _cups_behind(connection: Connection) -> list[CupId]:
    """Return the cups whose titles are not those of their races; of one that is not over titles must not stand."""
    over = (
        select(_past.cup, _stamp().label("stamp"))
        .join(tables.cups, tables.cups.c.id == _past.cup)
        .where(_past.outcome == "finished")
        .group_by(_past.cup, tables.cups.c.races)
        .having(func.count() == tables.cups.c.races)
        .subquery()
    )
    kept = select(_titles.number, func.min(_titles.stamp).label("stamp")).where(_titles.kind == "cup")
    known = kept.group_by(_titles.number).subquery()
    pairs = select(over.c.cup).outerjoin(known, known.c.number == over.c.cup)
    behind = pairs.where(or_(known.c.stamp.is_(None), known.c.stamp != over.c.stamp))
    stray = select(known.c.number).outerjoin(over, over.c.cup == known.c.number).where(over.c.cup.is_(None))
    return sorted(CupId(each) for each in {*connection.scalars(behind), *connection.scalars(stray)})


def _cup_past(connection: Connection, cup: CupId) -> CupPast | None:
    row = connection.execute(select(tables.cups).where(tables.cups.c.id == cup)).first()
    if row is None:
        return None
    mine = select(past_races).where(_past.cup == cup, _past.outcome == "finished").order_by(_past.round, _past.race)
    races = _summaries(connection, mine)
    record = cup_of(row)
    stamp = sum(each.race.revision for each in races) * 100 + len(races)
    acts = {each.race.race: rows_of(connection, tables.acts, each.race.race, ActRecord) for each in races}
    return CupPast(record, tuple(races), stamp, acts) if len(races) == record.races else None


def _seasons_behind(connection: Connection) -> list[RaceId]:
    over = and_(tables.IS_LEAGUE, _races.state == "finished", _races.guild != 0, _races.lesson.is_(None))
    known = exists().where(_titles.kind == "season", _titles.number == _races.id, _titles.stamp == _races.revision)
    behind = select(_races.id).where(over, ~known)
    stray = select(_titles.number).join(tables.races, _races.id == _titles.number)
    stray = stray.where(_titles.kind == "season", ~over)
    return sorted(RaceId(each) for each in {*connection.scalars(behind), *connection.scalars(stray)})


def _season_past(connection: Connection, league: RaceId) -> SeasonPast | None:
    over = select(tables.races).where(_races.id == league, tables.IS_LEAGUE, _races.state == "finished")
    row = connection.execute(over).first()
    scenes = tables.scenes.c
    view = connection.scalar(
        select(scenes.view).where(scenes.race == league, scenes.void.is_(False)).order_by(scenes.n.desc()).limit(1)
    )
    if row is None or view is None:
        return None
    factions = tuple(rows_of(connection, tables.factions, league, FactionRecord))
    return SeasonPast(race_of(row), factions, tuple(rows_of(connection, tables.entries, league, EntryRecord)), view)


def _ratings_before(connection: Connection, first: Unrated) -> list[RatingRow]:
    here = and_(
        _ratings.guild == first.guild,
        _ratings.ruleset == first.ruleset,
        ~not_before(_ratings, first.at, first.race),
    )
    latest = (
        func.row_number()
        .over(partition_by=_ratings.player, order_by=(_ratings.at.desc(), _ratings.race.desc()))
        .label("latest")
    )
    numbered = select(ratings, latest).where(here).subquery()
    found = select(numbered).where(numbered.c.latest == 1).order_by(numbered.c.player)
    return [struct_of(row, RatingRow) for row in connection.execute(found)]


def _pairs_before(connection: Connection, first: Unrated, since: float) -> list[tuple[float, PlayerId, PlayerId]]:
    one, other = past_entries.alias(), past_entries.alias()
    before = func.lag(_ratings.races, 1, 0).over(partition_by=_ratings.player, order_by=(_ratings.at, _ratings.race))
    here = (_ratings.guild == first.guild, _ratings.ruleset == first.ruleset)
    numbered = select(_ratings.race, (_ratings.races > before).label("counts")).where(*here).subquery()
    found = (
        select(_past.at, _past.race, one.c.person, other.c.person)
        .join(numbered, and_(numbered.c.race == _past.race, numbered.c.counts))
        .join(one, one.c.race == _past.race)
        .join(other, and_(other.c.race == _past.race, other.c.person > one.c.person))
        .where(
            _past.guild == first.guild, _past.ruleset == first.ruleset, _past.outcome == "finished", _past.people == 2
        )
        .where(_past.at >= since, ~not_before(_past, first.at, first.race))
        .distinct()
        .order_by(_past.at, _past.race)
    )
    return [(at, PlayerId(low), PlayerId(high)) for at, _, low, high in connection.execute(found)]
