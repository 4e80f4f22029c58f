"""The answers of silent players: they are to finish, not to win (6, rules F and D)."""

from collections.abc import Callable, Sequence

from engine.chariot_race.asks import (
    ChooseRepair,
    ChooseReroll,
    FinishDice,
    FortunaReroll,
    FortunaTurn,
    PlanMove,
    Repair,
    Reroll,
    SpendFortune,
)
from engine.chariot_race.data import FORTUNE_COST, Board, Face
from engine.chariot_race.track import AHEAD, heaps
from engine.chariot_race.ways import Ground, all_ways

REPAIR_AT = 6
"""Damage value at which, or below which, silent players repair (6)."""

SHY_FROM = 4
"""Speed from which on sprints are rolled anew (rule F)."""

_SIGHT = 4
"""Spaces beyond its speed within which a heap is minded (rule F)."""

_TURNED_TO: tuple[Face, ...] = ("steer", "plusminus", "attack")
"""Faces that are tried to save a life, the first first (rule F)."""

Fortune = FortunaReroll | FortunaTurn | FinishDice


def default_repair(question: ChooseRepair) -> Repair:
    """Return whether a silent player repairs (6, state 3)."""
    return Repair(question.damage <= REPAIR_AT)


def default_reroll(ground: Ground, speed: int, question: ChooseReroll) -> Reroll:
    """Return the dice that a silent player rolls anew for nothing (rule F)."""
    unwanted: set[Face] = set()
    if speed >= SHY_FROM:
        unwanted.add("sprint")
    if "steer" not in question.dice and _is_heap_near(ground, speed):
        unwanted |= {"attack", "fortuna"}
    return Reroll(tuple(die for die, face in enumerate(question.dice) if face in unwanted))


def _is_heap_near(ground: Ground, speed: int) -> bool:
    blocks, square = heaps(ground.track), ground.square
    for _ in range(speed + _SIGHT if blocks else 0):
        square = AHEAD[square]
        if square in blocks:
            return True
    return False


def default_fortune(ground: Ground, sheet: Board, speed: int, question: SpendFortune) -> Fortune:
    """Return how a silent player spends fate: to live, if a die turned can do it (rule F)."""

    def lives(dice: Sequence[Face]) -> bool:
        return survives(ground, plan(ground, sheet, speed, dice))

    return life_saver(lives, question)


def life_saver(lives: Callable[[Sequence[Face]], bool], question: SpendFortune) -> Fortune:
    """Return the first die with the first face that saves a life, if it is in danger and that can be done."""
    if question.fate < FORTUNE_COST or lives(question.dice):
        return FinishDice()
    for die in range(len(question.dice)):
        for face in _TURNED_TO:
            if lives(turned(question.dice, die, face)):
                return FortunaTurn(die, face)
    return FinishDice()


def turned(dice: Sequence[Face], die: int, face: Face) -> tuple[Face, ...]:
    """Return the dice with one of them turned."""
    return (*dice[:die], face, *dice[die + 1 :])


def plan(ground: Ground, sheet: Board, speed: int, dice: Sequence[Face]) -> PlanMove:
    """Return the question that these dice lead to."""
    return PlanMove(ground.square, speed, sheet.speed_max, tuple(dice))


def survives(ground: Ground, question: PlanMove) -> bool:
    """Tell whether some legal way leaves the chariot alive (rule F)."""
    return any(
        not way.is_wrecked
        for speed in question.speeds()
        for way in all_ways(ground, speed, question.steers, question.sprints)
    )
