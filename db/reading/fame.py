"""Reads races that are over: tallies, feats, the fallen, meetings, ratings. It never reads a race whole."""

from collections.abc import Sequence
from math import inf
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Select,
    String,
    and_,
    bindparam,
    case,
    cast,
    distinct,
    func,
    literal,
    or_,
    select,
    true,
)
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from db.opening.writer import Reader
from db.reading.rows import struct_of
from db.schema.fixtures import planned
from db.schema.past import past_entries, past_races, past_titles, ratings
from records.gazettes import WeekRace
from records.past import (
    By,
    Fallen,
    Feat,
    FeatKind,
    HouseStart,
    Loyal,
    Meeting,
    PastRace,
    PastTitle,
    RatingRow,
    Seen,
    Standing,
    Tally,
)
from records.people import FORMER
from records.values import PlayerId, RaceId
from records.years import Met

_past, _entries, _titles, _ratings = past_races.c, past_entries.c, past_titles.c, ratings.c

LEAST_PEOPLE = 2
"""Races with fewer people are practice: nothing of them counts."""

LEAST_ROLLS = 8
"""Least number of decisive rolls in a race before its luck counts."""

_KEYS: dict[By, ColumnElement[Any]] = {
    "person": _entries.person,
    "stable": _entries.stable,
    "driver": _entries.driver,
    "colour": _entries.colour,
    "chariot": _entries.chariot,
    "course": _past.course,
    "ruleset": _past.ruleset,
}
_OWN_WIN = and_(_entries.place == 1, _entries.is_meddled.is_(False))
"""A win that counts for its driver: no act of theirs as host changed how the race went (S-48)."""
_OF_A_RACE: Sequence[By] = ("course", "ruleset")


class Fame:
    """Reads the hall of fame. Each method is one transaction on a reading thread."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def channels(self, guild: int) -> list[int]:
        """Return the channels of a server in which races have been run."""
        found = select(_past.channel).where(_past.guild == guild).distinct()
        return await self._reader.run(lambda connection: list(connection.scalars(found)))

    async def counted(self, seen: Seen) -> int:
        """Return how many races count."""
        found = select(func.count()).select_from(past_races).where(_counts(seen))
        return await self._reader.run(lambda connection: int(connection.scalar(found) or 0))

    async def tallies(self, seen: Seen, by: By, most: int, of: PlayerId | None = None) -> list[Tally]:
        """Return the tally of each, most wins first.

        :param of: in the races that one person drove alone.
        """
        tallied = _tallied(seen, by) if of is None else _tallied(seen, by).where(_entries.person == of)

        def work(connection: Connection) -> list[Tally]:
            rows = connection.execute(tallied.limit(most)).all()
            names = _names(connection, seen.guild, [row.key for row in rows]) if by == "person" else {}
            return [Tally(**{**row._mapping, "key": str(row.key), "name": names.get(row.key, "")}) for row in rows]

        return await self._reader.run(work)

    async def favourite(self, seen: Seen, person: PlayerId) -> str:
        """Return the colour that somebody has driven most; empty if they never drove."""
        often = func.count()
        found = _joined(seen).add_columns(_entries.colour).where(_entries.person == person)
        found = found.group_by(_entries.colour).order_by(often.desc(), func.max(_past.at).desc()).limit(1)
        return await self._reader.run(lambda connection: connection.scalar(found) or "")

    async def feats(self, seen: Seen, kinds: Sequence[FeatKind], person: PlayerId | None = None) -> list[Feat]:
        """Return the greatest feat of each kind, if there is one; of one person alone, if one is named."""
        return await self._reader.run(lambda connection: _feats(connection, seen, kinds, person))

    async def quickest(self, seen: Seen, most: int) -> list[Feat]:
        """Return the quickest win over each course of each edition, the course that was raced most first."""
        turns = func.row_number().over(
            partition_by=(_past.ruleset, _past.edition, _past.course),
            order_by=(_entries.turns, _past.at, _past.race, _entries.entry),
        )
        often = func.count().over(partition_by=(_past.ruleset, _past.edition, _past.course))
        columns = _feat_columns("quickest", _entries.turns)
        inner = _joined(seen).add_columns(*columns, turns.label("best"), often.label("often"))
        ranked = inner.where(_OWN_WIN, _entries.turns.is_not(None)).subquery()
        found: Select[Any] = select(ranked).where(ranked.c.best == 1)
        found = found.order_by(ranked.c.often.desc(), ranked.c.race).limit(most)
        return await self._reader.run(lambda connection: [struct_of(row, Feat) for row in connection.execute(found)])

    async def fallen(self, seen: Seen, most: int) -> list[Fallen]:
        """Return the drivers who died, the latest first."""
        return await self._reader.run(lambda connection: _fallen(connection, seen, most))

    async def loyal(self, seen: Seen, most: int) -> list[Loyal]:
        """Return the people who drove most races for others: at the start or the end, in a place that is not theirs."""
        helper = case((_entries.person != _entries.owner, _entries.person), else_=_entries.last)
        found = (
            _joined(seen)
            .add_columns(helper.label("person"), func.count(distinct(_past.race)).label("races"))
            .where(_entries.owner.is_not(None), helper.is_not(None), helper != _entries.owner, helper > 0)
            .group_by(helper)
            .order_by(func.count(distinct(_past.race)).desc(), helper)
            .limit(most)
        )

        def work(connection: Connection) -> list[Loyal]:
            rows = connection.execute(found).all()
            names = _names(connection, seen.guild, [row.person for row in rows])
            return [Loyal(person=row.person, name=names.get(row.person, ""), races=row.races) for row in rows]

        return await self._reader.run(work)

    async def house_starts(self, seen: Seen, names: Sequence[str], newest: int) -> list[HouseStart]:
        """Return the newest starts of house drivers outside leagues, in the order in which the races ended.

        Races with one person count, too: nobody gains by a house driver's record.

        :param names: that house drivers go by; a place that somebody has left is no house driver's.
        """
        found = (
            select(_past.race, _entries.name, _entries.team, _entries.place, _past.at)
            .join(past_entries, _entries.race == _past.race)
            .where(*_finished(seen), _past.league.is_(None), _entries.is_best)
            .where(_entries.person.is_(None), _entries.owner.is_(None), _entries.name.in_(list(names)))
            .order_by(_past.at.desc(), _past.race.desc(), _entries.entry.desc())
            .limit(newest)
        )

        def work(connection: Connection) -> list[HouseStart]:
            return [struct_of(row, HouseStart) for row in connection.execute(found)][::-1]

        return await self._reader.run(work)

    async def ended_between(self, seen: Seen, since: float, until: float, most: int) -> list[WeekRace]:
        """Return the races that came to their end from one time to before another, the newest first, with who won.

        Those of a fixture count whoever drove, too: no member opens them.
        """
        opened = select(planned.c.race).where(planned.c.race == _past.race, planned.c.fixture.is_not(None))
        found = (
            select(past_races)
            .where(*_finished(seen), _past.at >= since, _past.at < until)
            .where(or_(_past.people >= LEAST_PEOPLE, opened.exists()))
            .order_by(_past.at.desc(), _past.race.desc())
            .limit(most)
        )
        return await self._reader.run(lambda connection: _with_winners(connection, found))

    async def champions(self, seen: Seen, most: int, person: PlayerId | None = None) -> list[PastTitle]:
        """Return the winners of cups and seasons, the latest first."""
        found = select(past_titles).where(_titles.guild == seen.guild, _titles.rank == 1, *_within(seen, _titles.at))
        found = found if seen.ruleset is None else found.where(_titles.ruleset == seen.ruleset)
        found = found if person is None else found.where(_titles.person == person)
        hidden = select(_past.race).where(
            _past.channel.in_(seen.hidden),
            or_(
                and_(_titles.kind == "cup", _past.cup == _titles.number),
                and_(_titles.kind == "season", _past.league == _titles.number),
            ),
        )
        found = found.where(~hidden.exists()) if seen.hidden else found
        found = found.order_by(_titles.at.desc(), _titles.kind, _titles.number, _titles.faction).limit(most)
        return await self._reader.run(
            lambda connection: [struct_of(row, PastTitle) for row in connection.execute(found)]
        )

    async def meetings(self, seen: Seen, mine: PlayerId, theirs: PlayerId) -> list[Meeting]:
        """Return the races that two people drove against each other, the latest first."""
        found = _meetings(seen, mine, theirs)
        return await self._reader.run(lambda connection: [struct_of(row, Meeting) for row in connection.execute(found)])

    async def met(self, seen: Seen, most: int, person: PlayerId | None = None) -> list[Met]:
        """Return the pairs of people who raced against each other most often; of one person alone, if one is named."""
        found = _met(seen, person).limit(most)

        def work(connection: Connection) -> list[Met]:
            rows = connection.execute(found).all()
            names = _names(connection, seen.guild, [each for row in rows for each in (row.one, row.other)])
            return [
                Met(**row._mapping, one_name=names.get(row.one, ""), other_name=names.get(row.other, ""))
                for row in rows
            ]

        return await self._reader.run(work)

    # Ratings

    async def top(self, seen: Seen, ruleset: str, *, since: float, margin: float, most: int) -> list[Standing]:
        """Return the ratings of a server and game, the one that is surely highest first.

        Each counts all races; but it is of nobody whose rated races the viewer may know none of (S-52).

        :param since: of those who have raced since then.
        :param margin: deviations that a rating may be off.
        """
        latest = _latest_ratings(seen.guild, ruleset, since).subquery()
        surely = latest.c.mean - margin * latest.c.deviation
        best = select(latest).where(*_told(seen, latest.c)).order_by(surely.desc(), latest.c.player).limit(most)
        return await self._reader.run(lambda connection: _standings(connection, best))

    async def history(self, seen: Seen, player: PlayerId, ruleset: str | None = None) -> list[RatingRow]:
        """Return a person's rating after each race, in order, from the first that counted; of one game or all.

        There is none of a game in which the viewer may know of none of their rated races (S-52).
        """
        found = select(ratings).where(_ratings.guild == seen.guild, _ratings.player == player, _ratings.races > 0)
        found = found.where(*_told(seen, _ratings))
        found = found if ruleset is None else found.where(_ratings.ruleset == ruleset)
        found = found.order_by(_ratings.at, _ratings.race)
        return await self._reader.run(
            lambda connection: [struct_of(row, RatingRow) for row in connection.execute(found)]
        )

    async def races(self, seen: Seen, races: Sequence[RaceId]) -> dict[RaceId, PastRace]:
        """Return those of some races that the viewer may know of, by their ids."""
        known = select(past_races).where(_past.guild == seen.guild, _past.race.in_(list(races)))
        known = known.where(_is_seen(seen))
        return await self._reader.run(
            lambda connection: {RaceId(row.race): struct_of(row, PastRace) for row in connection.execute(known)}
        )

    async def best_ratings(
        self, guild: int, ruleset: str, players: Sequence[PlayerId], races: int, rivals: int
    ) -> dict[PlayerId, float]:
        """Return the highest rating that each of some people ever had, without those whose ratings rest on too little.

        :param races: least number of races that a rating must rest on.
        :param rivals: least number of rivals that the person must have met.
        """
        found = (
            select(_ratings.player, func.max(_ratings.mean))
            .where(_ratings.guild == guild, _ratings.ruleset == ruleset, _ratings.player.in_(list(players)))
            .where(_ratings.races >= races, _ratings.rivals >= rivals)
            .group_by(_ratings.player)
        )
        return await self._reader.run(
            lambda connection: {PlayerId(player): best for player, best in connection.execute(found)}
        )

    async def rated_last(self, seen: Seen) -> str | None:
        """Return the game of the latest rated race that the viewer may know of; ``None`` if there is none."""
        found = select(_past.ruleset).where(_past.guild == seen.guild, _past.is_rated, _is_seen(seen))
        found = found.order_by(_past.at.desc(), _past.race.desc()).limit(1)
        return await self._reader.run(lambda connection: connection.scalar(found))

    async def rivals(self, guild: int, ruleset: str, player: PlayerId) -> int:
        """Return how many people somebody has raced against in rated races."""
        return await self._reader.run(lambda connection: _rivals(connection, guild, ruleset, [player]).get(player, 0))

    async def names(self, guild: int, players: Sequence[PlayerId]) -> dict[PlayerId, str]:
        """Return the newest names that people have raced by in a server."""
        return await self._reader.run(lambda connection: _names(connection, guild, players))


def _with_winners(connection: Connection, found: Select[Any]) -> list[WeekRace]:
    races = connection.execute(found).all()
    won = select(_entries.race, _entries.person, _driver_name().label("name"), _entries.colour)
    won = won.join(past_races, _past.race == _entries.race).where(_entries.place == 1, _entries.is_best)
    won = won.where(_entries.race.in_([row.race for row in races])).order_by(_entries.race, _entries.entry)
    winners = connection.execute(won).all()
    found_races = []
    for race in races:
        mine = [each for each in winners if each.race == race.race]
        named = [each for each in mine if each.person is None or each.person > 0]  # whoever was forgotten has no name
        is_paid = race.payee is not None and race.payee > 0
        found_races.append(
            WeekRace(
                race=race.race,
                title=race.title,
                thread=race.thread,
                ruleset=race.ruleset,
                at=race.at,
                people=race.people,
                payoff=race.payoff,
                payee=race.payee_name if is_paid else "",
                winners=tuple(each.name for each in named if each.name and each.name != FORMER),
                people_won=tuple(each.name for each in named if each.person and each.name and each.name != FORMER),
                colours=tuple(each.colour for each in mine),
            )
        )
    return found_races


def _counts(seen: Seen) -> ColumnElement[bool]:
    """Return the condition that a race counts for this viewer."""
    return and_(*_finished(seen), _past.people >= LEAST_PEOPLE)


def _finished(seen: Seen) -> list[ColumnElement[bool]]:
    """Return the conditions that a race has a result, and this viewer may know of it."""
    finished = [_past.guild == seen.guild, _past.outcome == "finished", _is_seen(seen), *_within(seen, _past.at)]
    return finished if seen.ruleset is None else [*finished, _past.ruleset == seen.ruleset]


def _within(seen: Seen, at: ColumnElement[Any]) -> list[ColumnElement[bool]]:
    """Return the conditions that something was in the span of time to look at; none where that is all of it."""
    return [*([at >= seen.since] if seen.since else []), *([at < seen.until] if seen.until < inf else [])]


def _is_seen(seen: Seen) -> ColumnElement[bool]:
    """Return the condition that a race is in a channel that the viewer sees."""
    return _past.channel.not_in(seen.hidden) if seen.hidden else true()


def _told(seen: Seen, rated: ReadOnlyColumnCollection[str, Any]) -> tuple[ColumnElement[bool], ...]:
    """Return the condition that the viewer may know of a race that counts for a rating of a person in a game."""
    if not seen.hidden:
        return ()
    other = ratings.alias()
    known = select(other.c.race).join(past_races, _past.race == other.c.race)
    theirs = other.c.guild == rated.guild, other.c.ruleset == rated.ruleset, other.c.player == rated.player
    return (known.where(*theirs, other.c.races > 0, _is_seen(seen)).exists(),)


def _joined(seen: Seen) -> Select[Any]:
    return select().select_from(past_races).join(past_entries, _entries.race == _past.race).where(_counts(seen))


def _tallied(seen: Seen, by: By) -> Select[Any]:
    key, is_won = _KEYS[by], _OWN_WIN if by == "person" else _entries.place == 1
    wins = func.sum(case((is_won, 1), else_=0))
    once = _entries.place == 1 if by in _OF_A_RACE else None
    columns = (
        key.label("key"),
        func.max(_past.ruleset).label("ruleset"),
        func.count(distinct(_past.race)).label("races"),
        wins.label("wins"),
        func.sum(case((_entries.place.in_((2, 3)), 1), else_=0)).label("places"),
        func.coalesce(func.sum(_entries.rams), 0).label("rams"),
        func.coalesce(func.sum(_entries.survived), 0).label("survived"),
        func.coalesce(func.sum(_entries.luck), 0).label("luck"),
        func.coalesce(func.sum(_entries.rolls), 0).label("rolls"),
        func.max(case((is_won, _past.race))).label("latest"),
    )
    found = _joined(seen).add_columns(*columns).where(key.is_not(None))
    found = found.where(_entries.person > 0) if by == "person" else found  # whoever was forgotten has no rank
    found = found.where(key != FORMER) if by == "driver" else found
    found = found.where(key != literal("")) if isinstance(key.type, String) else found
    # Who has several chariots has won once: by the best. Their rams are those of that one.
    found = found.where(_entries.is_best) if by in ("person", "stable") else found
    found = found if once is None else found.where(_entries.is_best)
    found = found.group_by(key, _past.ruleset) if by == "course" else found.group_by(key)
    races = func.count(distinct(_past.race))
    return found.order_by(*((races.desc(), key) if by in _OF_A_RACE else (wins.desc(), races, key)))


def _feat_columns(kind: FeatKind, number: Any) -> tuple[Any, ...]:
    is_payoff = kind == "payoff"
    return (
        literal(kind).label("kind"),
        _past.race,
        _past.title,
        _past.thread,
        _past.at,
        _past.ruleset,
        _past.edition,
        _past.course,
        (_past.payee if is_payoff else _entries.person).label("person"),
        (_past.payee_name if is_payoff else _driver_name()).label("name"),
        _entries.chariot,
        _entries.colour,
        number.label("number"),
    )


def _driver_name() -> ColumnElement[str]:
    """Return the name of a chariot's driver at the time; for a stand-in driver, their newest name."""
    drove_for_another = and_(_entries.person.is_not(None), _entries.person != _entries.owner)
    own = func.coalesce(_newest_name(_past.guild, _entries.person).scalar_subquery(), "")
    return case((drove_for_another, own), else_=_entries.name)


class _Kind(NamedTuple):
    """How a feat of a kind is found."""

    number: ColumnElement[Any]
    counts: ColumnElement[bool]  # whether a row is one
    is_most: bool  # whether the most of it is wanted, not the least


def _kind(kind: FeatKind, person: PlayerId | None) -> _Kind:
    share = cast(func.round(50 + _entries.luck / (10 * _entries.rolls)), Integer)
    number, counts, is_most = {
        "quickest": (_entries.turns, _OWN_WIN, False),
        "odds": (_entries.odds, _OWN_WIN, True),
        "payoff": (_past.payoff, _entries.rank == 1, True),  # on one row of each race, though nobody came in
        "rams": (_entries.rams, _entries.rams > 0, True),
        "survived": (_entries.survived, _entries.survived > 0, True),
        "luckiest": (share, and_(_entries.rolls >= LEAST_ROLLS, _entries.luck > 0), True),
        "unluckiest": (share, and_(_entries.rolls >= LEAST_ROLLS, _entries.luck < 0), False),
    }[kind]
    whose = _past.payee if kind == "payoff" else _entries.person
    is_theirs = whose.is_not(None) if person is None else whose == person
    return _Kind(number, and_(counts, is_theirs), is_most)


def _feats(connection: Connection, seen: Seen, kinds: Sequence[FeatKind], person: PlayerId | None) -> list[Feat]:
    """Return the greatest feat of each kind: all rows are looked at once for how great each is, then few are read."""
    wanted = {kind: _kind(kind, person) for kind in kinds}
    extremes = [
        (func.max if each.is_most else func.min)(case((each.counts, each.number))).label(kind)
        for kind, each in wanted.items()
    ]
    best = connection.execute(_joined(seen).add_columns(*extremes)).one()._mapping
    found = []
    for kind, each in wanted.items():
        if best[kind] is not None:
            mine = _joined(seen).add_columns(*_feat_columns(kind, each.number))
            mine = mine.where(each.counts, each.number == best[kind])
            # Newest last: the first to do it has the record, and nothing is sorted.
            row = connection.execute(mine.order_by(_past.at, _past.race, _entries.entry).limit(1)).one()
            found.append(struct_of(row, Feat))
    return found


def _ahead(one: Any, other: Any) -> ColumnElement[int]:
    """Return 1 if the first of two chariots came in before the other, -1 if after it, 0 if neither."""
    return case(
        (one.c.place.is_(None) & other.c.place.is_(None), 0),
        (other.c.place.is_(None) | (one.c.place < other.c.place), 1),
        (one.c.place.is_(None) | (other.c.place < one.c.place), -1),
        else_=0,
    )


def _met(seen: Seen, person: PlayerId | None) -> Select[Any]:
    one, other = past_entries.alias(), past_entries.alias()
    ahead, races = _ahead(one, other), func.count(distinct(_past.race))
    columns = (
        one.c.person.label("one"),
        other.c.person.label("other"),
        races.label("races"),
        func.sum(case((ahead > 0, 1), else_=0)).label("ahead"),
        func.sum(case((ahead < 0, 1), else_=0)).label("behind"),
    )
    pair = one.c.person < other.c.person if person is None else one.c.person == person
    found: Select[Any] = select(*columns).select_from(past_races)
    found = found.join(one, and_(one.c.race == _past.race, one.c.is_best, one.c.person > 0))
    found = found.join(other, and_(other.c.race == _past.race, other.c.is_best, other.c.person > 0))
    found = found.where(_counts(seen), one.c.team != other.c.team, one.c.person != other.c.person, pair)
    return found.group_by(one.c.person, other.c.person).order_by(races.desc(), one.c.person, other.c.person)


def _meetings(seen: Seen, mine: PlayerId, theirs: PlayerId) -> Select[Any]:
    one, other = past_entries.alias(), past_entries.alias()
    ahead = _ahead(one, other)
    columns = (_past.race, _past.title, _past.thread, _past.at, _past.ruleset)
    found: Select[Any] = select(
        *columns, one.c.place.label("mine"), other.c.place.label("theirs"), ahead.label("ahead")
    )
    return (
        found.join(one, and_(one.c.race == _past.race, one.c.person == mine, one.c.is_best))
        .join(other, and_(other.c.race == _past.race, other.c.person == theirs, other.c.is_best))
        .where(_counts(seen), one.c.team != other.c.team)
        .order_by(_past.at.desc(), _past.race.desc())
    )


def _fallen(connection: Connection, seen: Seen, most: int) -> list[Fallen]:
    columns = (
        _past.race, _past.title, _past.thread, _past.at, _entries.person, _entries.driver, _entries.chariot,
        _entries.stable, _past.league,
    )  # fmt: skip
    died = _joined(seen).add_columns(*columns).where(_entries.is_alive.is_(False))
    died = died.order_by(_past.at.desc(), _past.race.desc(), _entries.entry).limit(most)
    found = []
    for row in connection.execute(died).all():
        so_far = (
            _joined(seen)
            .add_columns(func.count(), func.sum(case((_entries.place == 1, 1), else_=0)))
            .where(_entries.driver == row.driver, *_same_driver(row))
            .where(or_(_past.at < row.at, and_(_past.at == row.at, _past.race <= row.race)))
        )
        races, wins = connection.execute(so_far).one()
        told = {name: value for name, value in row._mapping.items() if name != "league"}
        found.append(Fallen(**told, races=races, wins=wins or 0))
    return found


def _same_driver(row: Any) -> tuple[ColumnElement[bool], ...]:
    """Return the condition that a name means the same driver: a league's drivers change chariots and stables."""
    if row.league is not None:
        return (_past.league == row.league,)
    return _entries.chariot == row.chariot, _entries.person.is_not_distinct_from(row.person)


def _names(connection: Connection, guild: int, players: Sequence[int]) -> dict[PlayerId, str]:
    """Return the newest names that owners have raced by; people who only drove for others have none."""
    newest = _newest_name(guild, bindparam("whose"))
    found = {PlayerId(each): connection.scalar(newest, {"whose": each}) for each in players}
    return {player: name for player, name in found.items() if name is not None}


def _newest_name(guild: Any, whose: Any) -> Select[Any]:
    race, entry = past_races.alias(), past_entries.alias()
    found = select(entry.c.name).join(race, race.c.race == entry.c.race)
    return found.where(race.c.guild == guild, entry.c.owner == whose).order_by(entry.c.race.desc()).limit(1)


def _latest_ratings(guild: int, ruleset: str, since: float) -> Select[Any]:
    """Select the latest rating of everybody in a server and game who has raced since then."""
    place = (
        func.row_number()
        .over(partition_by=_ratings.player, order_by=(_ratings.at.desc(), _ratings.race.desc()))
        .label("place")
    )
    numbered = select(ratings, place).where(_ratings.guild == guild, _ratings.ruleset == ruleset).subquery()
    counts = numbered.c.place == 1, numbered.c.at >= since, numbered.c.races > 0
    return select(numbered).where(*counts, numbered.c.player > 0)  # whoever was forgotten has no rank


def _standings(connection: Connection, found: Select[Any]) -> list[Standing]:
    rows = connection.execute(found).all()
    names = _names(connection, rows[0].guild, [row.player for row in rows]) if rows else {}
    return [
        Standing(
            player=PlayerId(row.player),
            name=names.get(row.player, ""),
            ruleset=row.ruleset,
            mean=row.mean,
            deviation=row.deviation,
            races=row.races,
            at=row.at,
            rivals=row.rivals,
        )
        for row in rows
    ]


def _rivals(connection: Connection, guild: int, ruleset: str, players: Sequence[PlayerId]) -> dict[PlayerId, int]:
    other = ratings.alias()
    found = (
        select(_ratings.player, func.count(distinct(other.c.player)))
        .join(other, and_(other.c.race == _ratings.race, other.c.player != _ratings.player))
        .where(_ratings.guild == guild, _ratings.ruleset == ruleset, _ratings.player.in_(list(players)))
        .group_by(_ratings.player)
    )
    return {PlayerId(player): number for player, number in connection.execute(found)}
