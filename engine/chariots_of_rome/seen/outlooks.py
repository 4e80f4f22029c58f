"""What may come of orders, and of each answer: chances from 0 to 1 and means, for words and pictures to tell."""

import msgspec

from engine.chariots_of_rome.words.answers import (
    Attack,
    ChooseLevel,
    Defend,
    DriveHard,
    NoAttack,
    Step,
)
from records.values import EntryId, Square


class Losses(msgspec.Struct, frozen=True):
    """What a number of cards takes on average, as they are spread in the whole deck."""

    endurance: float  # points lost
    tactics: float
    rattled: float  # points gained
    swerves: float
    wounds: float
    out: float  # chance that the chariot goes out by them; swerves and what they lead to left aside


class LevelOdds(msgspec.Struct, frozen=True):
    """Where a Speed Level leads, if the best way follows and nobody moves."""

    answer: ChooseLevel
    move: int  # spaces
    worth: float  # J of 19.5, the lower the better
    cards: int  # of the Cornering hazard on the best way, before Defense
    lane: int | None  # in which the best way enters a corner; none if it enters none
    end: Square  # of the best way


class HardOdds(msgspec.Struct, frozen=True):
    """What Hard Driving leads to, or doing without."""

    answer: DriveHard
    move: float  # spaces, on average
    worth: float  # J of 19.5 on average, price included
    cards: float  # of the Cornering hazard on the best way, on average


class StepOdds(msgspec.Struct, frozen=True):
    """What a step or chain leads to at once, and the best way after it."""

    answer: Step
    end: Square
    passed: int  # obstacles
    corner_cards: int  # of a hazard, before Defense
    due: int  # cards of the own Cornering stack that it turns over
    danger_cards: int  # for overtaking
    attacks: int  # Attacks that would be in reach from there
    worth: float  # J of 19.5 with this step, the lower the better
    is_best: bool


class AttackOdds(msgspec.Struct, frozen=True):
    """What an Attack does on average, if no card of it is removed."""

    answer: Attack | NoAttack
    price: int
    cards: int  # that the rival draws; 0 for no Attack
    rival: Losses | None
    own: Losses | None  # of the backlash


class DefenseOdds(msgspec.Struct, frozen=True):
    """What is left of a draw."""

    answer: Defend
    cards: int  # left
    tactics: int  # left
    losses: Losses


Odds = LevelOdds | HardOdds | StepOdds | AttackOdds | DefenseOdds


class DryRun(msgspec.Struct, frozen=True):
    """What may come of a chariot's orders in its next turn, if it were the next and others stood still."""

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
