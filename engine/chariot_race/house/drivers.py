"""House drivers of Chariot Race, of three strengths.

A house driver sees what everybody sees. It keeps no memory and rolls no dice.

novice  drives as far as little damage allows; rolls no die anew, and attacks nobody
steady  rolls as silent players do, moves by the worth of places (15.4), throws javelins at the foremost in range
master  weighs every die, spends fate on speed, hunts the weak and drops caltrops before those behind
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from types import MappingProxyType

from engine.chariot_race.advice import best_attack, best_board
from engine.chariot_race.asks import (
    ChooseAttack,
    ChooseBoard,
    ChooseReroll,
    FinishDice,
    FortunaTurn,
    PlanMove,
    Reroll,
    SpendFortune,
    ThrowJavelin,
)
from engine.chariot_race.data import Face
from engine.chariot_race.dicing import after_reroll, empty_worth, for_moving, sorted_hand
from engine.chariot_race.views import ChariotView, RaceView
from engine.chariot_race.ways import ground_of, options
from engine.chariot_race.worth import WRECKED, best
from engine.playing import HouseDriver
from engine.questions import Answer, Ask

Driver = HouseDriver[RaceView]


_CARELESS = 1
"""Damage beyond the least that a novice takes to come farther."""

_TURN_GAIN = 1.5
"""The least worth of two fate, in spaces."""

_SPARED = 3
"""Fate that masters keep for a repair while they are damaged."""


def _keep_all(view: RaceView, ask: Ask, question: ChooseReroll) -> Answer:
    """Roll no die anew."""
    del view, ask, question
    return Reroll(())


def _far_move(view: RaceView, ask: Ask, question: PlanMove) -> Answer:
    """Return the move that leads farthest for little more damage than must be."""
    found = options(ground_of(view, ask.entry), question)
    least = min(option.way.damage + WRECKED * option.way.is_wrecked for option in found)
    cheap = [option for option in found if option.way.damage <= least + _CARELESS]
    return max(cheap or found, key=lambda option: (not option.way.is_wrecked, option.way.pos, -option.way.damage)).move


def _throw_only(view: RaceView, ask: Ask, question: ChooseAttack) -> Answer:
    """Throw at the foremost in range; drop nothing."""
    reach = question.javelins
    return ThrowJavelin(max(reach, key=lambda rival: view.chariot(rival).pos)) if reach else ask.default


def _safe_or_fast(view: RaceView, ask: Ask, question: PlanMove) -> Answer:
    """Move by worth."""
    return _best_move(view, ask, question, seeks=False)


def _hunt(view: RaceView, ask: Ask, question: PlanMove) -> Answer:
    """Move by worth; harm to rivals counts."""
    return _best_move(view, ask, question, seeks=True)


def _best_move(view: RaceView, ask: Ask, question: PlanMove, *, seeks: bool) -> Answer:
    ground = ground_of(view, ask.entry)
    return best(ground, view.chariot(ask.entry).sheet, options(ground, question), seeks=seeks)[1].move


def _worth(view: RaceView, own: ChariotView, dice: Sequence[Face]) -> float:
    """Return the worth of a hand to a chariot, rivals left aside."""
    assert own.square is not None, "who has dice is on the board"
    return empty_worth(view.track, own.board, own.square, own.damage, own.speed, for_moving(dice))


def _best_reroll(view: RaceView, ask: Ask, question: ChooseReroll) -> Answer:
    """Return the dice that are best rolled anew: none, or up to two of them, or all sprints."""
    own, dice = view.chariot(ask.entry), question.dice
    sets: list[tuple[int, ...]] = [(), *combinations(range(len(dice)), 1), *combinations(range(len(dice)), 2)]
    sets.append(tuple(die for die, face in enumerate(dice) if face == "sprint"))
    distinct = {sorted_hand([dice[die] for die in rolled]): rolled for rolled in reversed(sets)}
    worths = {
        rolled: sum(chance * _worth(view, own, hand) for hand, chance in after_reroll(dice, rolled))
        for rolled in distinct.values()
    }
    return Reroll(min(worths, key=lambda rolled: (worths[rolled], rolled)))


def _spend(view: RaceView, ask: Ask, question: SpendFortune) -> Answer:
    """Turn the die that helps most, if it helps enough and the fate is not wanted for a repair."""
    own = view.chariot(ask.entry)
    now = _worth(view, own, question.dice)
    if now >= WRECKED:
        return ask.default
    keeps = _SPARED if own.damage < own.sheet.damage_max else 0
    if question.fate - question.cost < keeps:
        return FinishDice()
    turns = {turn: _worth(view, own, _turned(question, turn)) for turn in question.turns()}
    turn = min(turns, key=lambda each: turns[each])
    return turn if turns[turn] <= now - _TURN_GAIN else FinishDice()


def _turned(question: SpendFortune, turn: FortunaTurn) -> tuple[Face, ...]:
    return (*question.dice[: turn.die], turn.face, *question.dice[turn.die + 1 :])


DRIVERS: Mapping[str, Driver] = MappingProxyType(
    {
        "novice": Driver({ChooseReroll: _keep_all, PlanMove: _far_move}),
        "steady": Driver({PlanMove: _safe_or_fast, ChooseAttack: _throw_only}),
        "master": Driver(
            {
                ChooseBoard: best_board,
                ChooseReroll: _best_reroll,
                SpendFortune: _spend,
                PlanMove: _hunt,
                ChooseAttack: best_attack,
            }
        ),
    }
)
"""By strength, the weakest first."""
