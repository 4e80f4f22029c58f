"""Possible outcomes of orders, and of each answer: chances from 0 to 1, for words and pictures to tell.

Others stand where they stand now. Chances are worked out from every way the dice can fall, so they are the same each
time.
"""

import msgspec

from engine.chariot_race.asks import (
    DropCaltrop,
    EndTurn,
    FinishDice,
    FortunaReroll,
    FortunaTurn,
    Move,
    Repair,
    Reroll,
    ThrowJavelin,
)
from records.values import EntryId, Square


class DryRun(msgspec.Struct, frozen=True):
    """The possible outcomes of a chariot's orders in its next turn (15.3)."""

    repairs: bool  # at its start
    initial: int  # speed at which the dice are rolled, after repair and fall
    dice: int  # 1 to 5 rolled
    wreck: float  # chance to be wrecked in the own turn
    finish: float  # chance to end it across the line for the last time, alive
    speeds: dict[int, float]  # chance of each speed, lowest first; together 1
    damage: dict[
        int, float
    ]  # chance of each loss of damage points since before a repair, which may leave a gain: below
    # 0; no wreck; with the wrecks together 1
    ends: dict[Square, float]  # chance to stand there at the end, the likeliest first; without wrecks
    gain: float  # positions won, mean, in 96ths of a lap; of wrecks 0
    fate: float  # fate left, mean
    rams: dict[EntryId, float]  # chance to ram each rival
    javelins: dict[EntryId, float]  # chance to hit each rival with a javelin at least once
    caltrops: float  # dropped, mean
    clauses: dict[str, float]  # chance that each clause of the orders decides something, the likeliest first


DiceAnswer = Repair | Reroll | FortunaReroll | FortunaTurn | FinishDice


class DiceOdds(msgspec.Struct, frozen=True):
    """The outcome of an answer about the dice, if the best move by 15.4 follows and no more fate is spent.

    Of a repair the dice are still to be rolled, and the free reroll is that of rule F.
    """

    answer: DiceAnswer
    wreck: float  # chance that no way is left alive
    damage: float  # lost, mean, wrecks not counted
    speed: float  # mean, wrecks not counted
    gain: float  # positions won, mean, in 96ths of a lap; of wrecks 0
    worth: float  # the lower the better: J of 15.4, mean


class WayOdds(msgspec.Struct, frozen=True):
    """Where a move leads; it is certain."""

    answer: Move
    speed: int
    end: Square | None  # none if it is wrecked on the way
    pos: int  # at the end, in 96ths of a lap; of a wreck, where it was destroyed
    damage: int  # points lost, sprints included
    is_wrecked: bool
    finishes: bool
    rams: tuple[EntryId, ...]  # in the order of the way
    wrecks: tuple[EntryId, ...]  # of them, those that are wrecked by it
    worth: float  # the lower the better: J of 15.4; a wreck counts as 1000


class AttackOdds(msgspec.Struct, frozen=True):
    """The effect of an attack, without any chance."""

    answer: DropCaltrop | ThrowJavelin | EndTurn
    rival: EntryId | None  # who is hit
    left: int  # damage points left to the rival, 0 for a wreck


Odds = DiceOdds | WayOdds | AttackOdds
