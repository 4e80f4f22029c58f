"""Each row of each table before and after somebody is forgotten: what has changed, and whether any of it was theirs."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import select

from db.schema.tables import metadata
from tests.steward.circus import Circus

Row = Mapping[str, Any]
Rows = Mapping[str, Mapping[tuple[Any, ...], Row]]


class Change(NamedTuple):
    """What of a row is another than before.

    :ivar what: a column, or ``+`` for a row that was not there, ``-`` for one that is there no more.
    """

    table: str
    key: tuple[Any, ...]
    what: str
    was: Any
    now: Any

    @property
    def place(self) -> str:
        return f"{self.table}.{self.what}"


async def all_rows(circus: Circus) -> Rows:
    """Return all that is kept, by table and primary key."""
    found: dict[str, dict[tuple[Any, ...], Row]] = {}
    for table in metadata.tables.values():
        keys = [column.name for column in table.primary_key.columns]
        rows = [dict(row._mapping) for row in await circus.store._reader.rows(select(table))]
        found[table.name] = {tuple(row[key] for key in keys): row for row in rows}
        assert len(found[table.name]) == len(rows)
    return found


def is_of(value: object, marks: Collection[str]) -> bool:
    """Tell whether a value, or a row, has something of somebody in it."""
    text = str(value).lower()
    return any(mark.lower() in text for mark in marks)


def changes(before: Rows, after: Rows, marks: Collection[str]) -> Iterator[Change]:
    """Yield what has changed but was not theirs: values that held nothing of them, and rows that came and went.

    A row of theirs may go; in one that stays, only values with a mark of theirs may change.
    """
    for table, rows in before.items():
        now = after[table]
        for key, row in rows.items():
            if key not in now:
                if not is_of(row, marks):
                    yield Change(table, key, "-", row, None)
                continue
            for column, was in row.items():
                if was != now[key][column] and not is_of(was, marks):
                    yield Change(table, key, column, was, now[key][column])
        for key in now.keys() - rows.keys():
            yield Change(table, key, "+", None, now[key])


class World(NamedTuple):
    """What was kept before, of whom what is forgotten."""

    rows: Rows
    person: int
    marks: Collection[str]

    def has_open(self, race: int) -> bool:
        """Tell whether a race was not over, and the person was in it, or had a place kept there."""
        row = self.rows["race"].get((race,))
        seats = [each for each in self.rows["faction"].values() if each["race"] == race]
        is_in = any(self.person in (each["player"], each["substitute"]) for each in seats)
        return row is not None and row["state"] in ("lobby", "running", "paused") and (is_in or is_of(row, self.marks))

    def drives(self, race: int, entry: int) -> bool:
        """Tell whether a chariot was the person's, or of a stable of theirs."""
        faction = self.rows["entry"][race, entry]["faction"]
        return bool(faction) and self.owns(race, faction)

    def owns(self, race: int, faction: int) -> bool:
        return bool(self.rows["faction"][race, faction]["player"] == self.person)


def _of_a_race_that_goes_on(world: World, change: Change) -> bool:
    row = change.now if change.what == "+" else world.rows[change.table][change.key]
    return world.has_open(row["id"] if change.table == "race" else row["race"])


def _bears_the_new_number(_world: World, change: Change) -> bool:
    """Tell whether a new row is one of theirs, whose key has the number that stands for them now."""
    return any(type(each) is int and each < 0 for each in change.key)


def _is_of_the_purse(_world: World, change: Change) -> bool:
    return is_of((change.key, change.now.get("movement", "")), ("forgotten:", "house:"))


def _is_their_chariot(world: World, change: Change) -> bool:
    return world.drives(*change.key)


def _is_their_place(world: World, change: Change) -> bool:
    return world.owns(*change.key)


def _was_driven_by_them(world: World, change: Change) -> bool:
    return bool(world.rows["faction"][change.key]["substitute"] == world.person)


def _is_to_them(world: World, change: Change) -> bool:
    return bool(world.rows["outbox"][change.key]["player"] == world.person)


def _always(_world: World, _change: Change) -> bool:
    return True


GOES_ON = """
    act.+ checkpoint.+ deadline.+ deadline.- deadline.asked deadline.at deadline.remind_at deadline.opened fact.+
    input.+
    orders.- outbox.+ outbox.- outbox.state outlook.+ outlook.- scene.+ chance.+ race.facts race.revision race.seq
"""
REASONS: Sequence[tuple[str, str, Callable[[World, Change], bool]]] = (
    (GOES_ON, "a race that they were in, or had a place in, goes on without them", _of_a_race_that_goes_on),
    (
        "daily_try.+ gone.+ letter_report.+ rating.+ vote.+",
        "a row of theirs, under the number that stands for them now",
        _bears_the_new_number,
    ),
    ("account.+ movement.+ posting.+", "their purse goes to the house of the server", _is_of_the_purse),
    ("forgotten.+ setting.+ spent.+", "keyed hashes, which tell what nobody may have twice", _always),
    ("entry.name past_entry.chariot past_entry.stable", "a chariot of theirs bears its colour", _is_their_chariot),
    ("faction.word_hash faction.word_salt faction.standin faction.away_until", "a place of theirs", _is_their_place),
    ("faction.standin", "the house drives on where they drove for somebody", _was_driven_by_them),
    ("outbox.state outbox.outcome", "a message to them is sent no more", _is_to_them),
)
"""What may change though it held nothing of theirs, why, and where alone."""


def touched(before: Rows, after: Rows, person: int, marks: Collection[str]) -> list[Change]:
    """Return what has changed of anybody else's, and for none of :data:`REASONS`."""
    world = World(before, person, marks)
    return [
        change
        for change in changes(before, after, marks)
        if not any(change.place in places.split() and fits(world, change) for places, _, fits in REASONS)
    ]
