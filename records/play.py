"""The play on record: inputs, facts, scenes, checkpoints, deadlines and orders. Times are seconds since 1970, UTC."""

from typing import Literal

import msgspec

from records.values import EntryId, PlayerId

By = Literal["player", "plan", "order", "house", "default", "steward"]


class Input(msgspec.Struct, frozen=True, kw_only=True):
    """An answer on record. With the seed and the checkpoint before, they are the whole truth of a race under way."""

    seq: int  # 1 first
    entry: EntryId  # :data:`STEWARD` for the steward's own: an answer that is a :class:`Control`
    answer: str  # JSON; with the orders that were sealed with it, an :class:`Ordered`
    by: By
    player: PlayerId | None = None
    salt: str = ""  # of the seal, hexadecimal; empty for open answers; twice as long where orders are sealed, too
    digest: str  # running hash of the story after it, hexadecimal
    at: float
    clause: str = ""  # of the orders that gave it
    held: bool = False  # the play waited after it, though all had answered
    void: bool = False  # the race went back to before it

    def __repr__(self) -> str:
        return f"Input({self.seq}, entry={self.entry}, by={self.by})"  # the answer may be secret


class Proceed(msgspec.Struct, frozen=True, tag=True):
    """The play that was held goes on."""


class Ordered(msgspec.Struct, frozen=True, tag=True):
    """An answer with the orders that were sealed with it, kept as one input."""

    answer: msgspec.Raw  # JSON, as of any other input
    orders: str  # JSON, of the ruleset's orders, as their seal was made of them


class Acted(msgspec.Struct, frozen=True, tag=True):
    """An act that no question asked for, kept as an input."""

    act: msgspec.Raw  # JSON, as of an answer


class Rewind(msgspec.Struct, frozen=True, tag=True):
    """The race goes back to where it was after input *to*."""

    to: int
    stream: int  # of the dice from here on
    told: int  # facts before, the void ones included
    scenes: int  # scenes before, the void ones included
    reason: str = ""  # in races from before; it stands in the act alone, as facts are never changed
    anew: bool = False  # what lies unseen is shuffled anew


Control = Proceed | Rewind
"""Inputs of the steward's own; their entry is :data:`STEWARD`."""

STEWARD = EntryId(0)
"""Stands for the entry where the steward itself gives an input, or is to: at the deadline of a turn that is held."""


class FactRecord(msgspec.Struct, frozen=True):
    n: int  # 1 first
    seq: int  # of the input that led to it
    fact: str  # JSON
    void: bool = False


class SceneRecord(msgspec.Struct, frozen=True):
    """The end of a phase: the public view when *told* facts had been told."""

    n: int  # 1 first
    told: int
    view: str  # JSON
    void: bool = False


class CheckpointRecord(msgspec.Struct, frozen=True):
    """A race at the start of a turn."""

    seq: int
    version: int
    rolled: int
    told: int
    scenes: int  # before
    digest: str
    state: str  # JSON
    stream: int = 0  # of the dice
    void: bool = False


class Deadline(msgspec.Struct, frozen=True, kw_only=True):
    """When the default counts for an open question, and when its player is reminded."""

    entry: EntryId
    asked: int
    kind: str
    at: float
    remind_at: float | None  # none once it is done, or for a house driver
    opened: float = 0.0  # when the question was put
    reminders: int = 0  # sent so far
    slices: int = 0  # of its player's grace that it has used


class OrdersRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A player's latest orders for a chariot: for the turn it was sealed for, and where the next one's begin."""

    entry: EntryId
    orders: str  # JSON, of the ruleset's orders
    asked: int | None = None  # the question with which they were sealed; none if they only stand
    standing: bool = False  # answer for the player from now on, at any pace
    at: float

    def __repr__(self) -> str:
        return f"OrdersRecord(entry={self.entry}, asked={self.asked})"  # what is ordered may be secret


HALF_FORGOTTEN = 60 * 86_400.0
"""Seconds after which a duty counts half for a player's reliability."""

LEAST_COUNTED = 3.0
"""Least number of duties before reliability says anything."""
