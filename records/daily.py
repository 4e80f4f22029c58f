"""The race of the day on record: what was chosen for each day, and each person's one try."""

from typing import Literal

import msgspec

from records.values import PlayerId


class DailyRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A day. Its secret is not here: the chain gives it."""

    number: int
    candidate: int  # which of the seeds that the secret gives, 0 first
    par: tuple[int, ...]  # the place of each house driver that drove in your seat, sorted
    version: int  # of the rules it was chosen by


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
    counts: bool = False  # for month and hall: the person was no newcomer as it began


class Driven(msgspec.Struct, frozen=True, kw_only=True):
    """A person's days in a server that count for month and hall."""

    person: PlayerId
    name: str
    days: tuple[int, ...]  # their numbers


BoardState = Literal["on", "asleep", "off", "lost"]
"""Posted; stopped as nobody drove; stopped by somebody; its channel is gone, or takes no posts."""


class DailyBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A server that has the race of the day posted in a channel, once a day."""

    guild: int
    channel: int
    by: PlayerId
    since: int  # the day from which it counts on how many in a row nobody drove
    state: BoardState = "on"
    number: int = 0  # the day posted last, or being posted; 0 for none
    attempts: int = 0  # to post it
    tried: float | None = None  # when it was first tried
    post: int | None = None  # its message, once it stands there
