"""The race of the day on record: what was chosen for each day, and each person's one try."""

import msgspec

from records.values import PlayerId


class DailyRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A day. Its secret is not here: the chain gives it."""

    number: int
    candidate: int  # which of the seeds that the secret gives, 0 first
    par: tuple[int, ...]  # the place of each house driver that drove in your seat, sorted
    version: int  # of the rules it was chosen by
    edition: int = 1  # 2 and on: chosen anew, as rules changed while it was open
    mark: str = ""  # of what its races come to, see :mod:`engine.daily.marks`; empty before that was noted


class TryRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One person's try at one day."""

    number: int
    person: PlayerId
    name: str  # as the server shows it
    guild: int  # the server where it began; 0 in direct messages
    answers: str = "[]"  # JSON, in order
    given: int = 0  # how many
    began: float
    ended: float | None = None
    place: int | None = None  # once it has ended; one behind the last for no place
    better: int | None = None  # than so many of the house drivers in the same seat
    rows: str = "[]"  # JSON: how it stood turn by turn, once it has ended
    edition: int = 1  # of the day, that it is a try at
    told: str = ""  # the digest of what the race has told so far; empty before that was noted
    counts: bool = False  # for month and hall: the person was no newcomer as it began


class Driven(msgspec.Struct, frozen=True, kw_only=True):
    """A person's days in a server that count for month and hall."""

    person: PlayerId
    name: str
    days: tuple[int, ...]  # their numbers
