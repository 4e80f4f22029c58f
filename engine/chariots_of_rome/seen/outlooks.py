"""Possible outcomes of orders: chances from 0 to 1 and means, for words and pictures to tell."""

import msgspec

from records.values import EntryId, Square


class DryRun(msgspec.Struct, frozen=True):
    """The possible outcomes of a chariot's orders in its next turn, if it were the next and others stood still."""

    level: int  # the Speed Level at which most of the tries begin
    move: dict[int, float]  # chance of each number of spaces, lowest first
    ends: dict[Square, float]  # chance to stand there at the end, the likeliest first; without those out
    lanes: dict[int, float]  # chance to enter a corner in each lane; together less than 1 if none may be entered
    out: float  # chance to go out in the own turn
    finish: float  # chance to be across the line for the last time at its end
    gain: float  # spaces moved, mean
    hazard: float  # Cornering cards laid, mean, after Defense
    overtakes: float  # obstacles passed, mean
    endurance: float  # change of each, mean, those out left aside
    tactics: float
    rattled: float
    attacks: dict[EntryId, float]  # chance to attack each rival
    clauses: dict[str, float]  # chance that each clause of the orders decides something, the likeliest first
