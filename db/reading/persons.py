"""Numbers of ours that stand for people in the ledger, which never changes: in names of purses, and in keys of gifts.

What somebody who was forgotten has had once is known by a keyed hash alone.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from typing import TypeVar

from sqlalchemy import Connection, bindparam, func, select

from db.opening.prepared import Prepared
from db.schema.people import forgotten, persons, spent
from db.schema.tables import settings
from engine.betting.book import Account
from records.values import PlayerId

T = TypeVar("T")

KEY = "key of the forgotten"
"""The setting with the key of the hashes; there is none as long as nobody was forgotten."""

KEY_BYTES = 32

OF_ONE = ("gift", "stipend")
"""How keys begin that go on with a server and the person who gets that once, ``gift:77:700000000000000101``."""

AT_ONCE = 500
"""Names or keys that are looked for in one statement."""

_NUMBERS = select(persons.c.player, persons.c.id).where(persons.c.player.in_(bindparam("these", expanding=True)))
_NUMBER = Prepared(select(persons.c.id).where(persons.c.player == bindparam("this")))
_KEY = Prepared(select(settings.c.value).where(settings.c.name == bindparam("called")))
_SPENT = Prepared(select(spent.c.hash).where(spent.c.hash == bindparam("this")))


def in_portions(names: Iterable[T]) -> Iterator[list[T]]:
    """Yield names, keys or numbers, some at a time."""
    listed = list(names)
    for start in range(0, len(listed), AT_ONCE):
        yield listed[start : start + AT_ONCE]


def number_of(connection: Connection, player: PlayerId) -> int | None:
    """Return the number of ours that stands for somebody; ``None`` if nothing of theirs is in the ledger."""
    found = _NUMBER.value(connection, {"this": player})
    return None if found is None else int(found)


def name_of(connection: Connection, account: Account) -> str:
    """Return the name of an account as it is kept; empty for a purse that was never opened."""
    return names_of(connection, [account]).get(account, "")


def names_of(connection: Connection, accounts: Iterable[Account]) -> dict[Account, str]:
    """Return the names of accounts as they are kept, without purses of people whom the ledger does not know."""
    wanted = list(accounts)
    people = sorted({each.player for each in wanted if each.player is not None})
    numbers: dict[PlayerId, int] = {}
    for start in range(0, len(people), AT_ONCE):
        rows = connection.execute(_NUMBERS, {"these": people[start : start + AT_ONCE]})
        numbers |= {player: number for player, number in rows}  # noqa: C416  rows are no pairs to mypy
    return {
        each: each.name if each.player is None else _called(each, numbers[each.player])
        for each in wanted
        if each.player is None or each.player in numbers
    }


def _called(account: Account, number: int) -> str:
    return f"{account.kind}:{account.guild}:p{number}"


def person_in(key: str) -> PlayerId | None:
    """Return the person in the key of a movement.

    >>> person_in("gift:77:101"), person_in("stipend:77:101:2026-W47"), person_in("stake:7:1")
    (101, 101, None)
    """
    kind, *parts = key.split(":")
    return PlayerId(int(parts[1])) if kind in OF_ONE and len(parts) > 1 else None


def kept_key(connection: Connection, key: str) -> str | None:
    """Return the key of a movement as it is kept; ``None`` if it is of somebody whom the ledger does not know."""
    person = person_in(key)
    if person is None:
        return key
    number = number_of(connection, person)
    if number is None:
        return None
    kind, guild, _, *rest = key.split(":")
    return ":".join([kind, guild, f"p{number}", *rest])


def was_spent(connection: Connection, key: str) -> bool:
    """Tell whether somebody has had before they were forgotten what they may have once."""
    found = _KEY.value(connection, {"called": KEY})
    return found is not None and _SPENT.value(connection, {"this": hashed(str(found), key)}) is not None


def last_forgotten(connection: Connection, player: PlayerId) -> float | None:
    """Return when somebody who asks was forgotten last; ``None`` for never."""
    found = _KEY.value(connection, {"called": KEY})
    if found is None:
        return None
    this = forgotten.c.hash == hashed(str(found), of_person(player))
    at = connection.scalar(select(func.max(forgotten.c.at)).where(this))
    return None if at is None else float(at)


def of_person(player: PlayerId) -> str:
    """Return what is hashed of a person."""
    return str(player)


def hashed(key: str, told: str) -> str:
    """Return the keyed hash by which something is known again that is not kept.

    :param key: hexadecimal.
    """
    return hmac.new(bytes.fromhex(key), told.encode(), hashlib.sha256).hexdigest()


def day_of(number: int, player: PlayerId) -> str:
    """Return what is hashed of a race of the day that somebody has begun."""
    return f"daily:{number}:{player}"


def report_of(letter: int, player: PlayerId) -> str:
    """Return what is hashed of a letter that somebody has reported."""
    return f"report:{letter}:{player}"


def vote_of(kind: str, number: int, player: PlayerId) -> str:
    """Return what is hashed of a vote for the race of a season."""
    return f"vote:{kind}:{number}:{player}"
