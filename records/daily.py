"""The race of the day on record: what was chosen for each day, and each person's one try."""

import msgspec

from records.values import PlayerId


class DailyRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A day. Its secret is not here: the chain gives it."""

    number: int
    candidate: int  # which of the seeds that the secret gives, 0 first
    par: tuple[int, ...]  # the place of each house driver that drove in your seat, sorted
    version: int  # of the rules it was chosen by
    away: bool = False  # whether the bot was away for long while the day was new


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


class DailyBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A server that has the race of the day posted."""

    guild: int
    channel: int
    by: PlayerId
    number: int = 0  # the day posted last
    post: int | None = None  # its message
    unread: int = 0  # days in a row on which nobody of this server drove
