"""Moments of a race as everybody sees them, in any game: for bets, statistics and charts."""

import msgspec

from records.values import EntryId


class TurnBegan(msgspec.Struct, frozen=True, tag=True):
    """A turn, or round, began."""

    turn: int  # 1 first


class LapDone(msgspec.Struct, frozen=True, tag=True):
    """A chariot finished a lap."""

    entry: EntryId
    lap: int  # 1 first
    turn: int


class WentOut(msgspec.Struct, frozen=True, tag=True):
    """A chariot can win no more: it is a wreck, or was taken off."""

    entry: EntryId
    turn: int


class RaceOver(msgspec.Struct, frozen=True, tag=True):
    """The race has ended."""

    turn: int


Moment = TurnBegan | LapDone | WentOut | RaceOver
