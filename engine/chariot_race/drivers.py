"""House drivers of Chariot Race, of three strengths.

A house driver sees what everybody sees. It keeps no memory and rolls no dice.

novice  drives as far as little damage allows; rolls no die anew, and attacks nobody
steady  rolls as silent players do, moves by what a place is worth (15.4), throws javelins at the foremost in range
master  weighs every die, spends fate on speed, hunts the weak and drops caltrops before those behind
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType

from engine.chariot_race.asks import (
    ChooseAttack,
    ChooseBoard,
    ChooseReroll,
    DropCaltrop,
    EndTurn,
    FinishDice,
    FortunaTurn,
    PlanMove,
    Reroll,
    SpendFortune,
    TakeBoard,
    ThrowJavelin,
)
from engine.chariot_race.data import BoardName, Face
from engine.chariot_race.dicing import after_reroll, empty_worth, for_moving, sorted_hand
from engine.chariot_race.track import AHEAD
from engine.chariot_race.views import ChariotView, RaceView
from engine.chariot_race.ways import ground_of, options
from engine.chariot_race.worth import WRECKED, best
from engine.game import Answer, Ask
from records.values import EntryId, Square

HouseDriver = Callable[[RaceView, Ask], Answer]

_BOARDS: tuple[BoardName, ...] = ("orange", "yellow", "red", "green", "purple", "blue")
"""As masters like them."""

_CARELESS = 1
"""Damage beyond the least that a novice takes to come farther."""

_TURN_GAIN = 1.5
"""What two fate have to be worth, in spaces."""

_SPARED = 3
"""Fate that masters keep for a repair while they are damaged."""

_LETHAL = 10
"""What it counts to wreck a rival, in damage."""

_BEHIND = 8
"""Spaces behind a caltrop within which a rival may well run over it."""


def novice(view: RaceView, ask: Ask) -> Answer:
    """Drive as far as possible and live; leave the rest to the rules' defaults."""
    match ask.question:
        case ChooseReroll():
            return Reroll(())
        case PlanMove() as question:
            return _far_move(view, ask.entry, question)
        case _:
            return ask.default


def _far_move(view: RaceView, entry: EntryId, question: PlanMove) -> Answer:
    """Return the move that leads farthest for little more damage than must be."""
    found = options(ground_of(view, entry), question)
    least = min(option.way.damage + WRECKED * option.way.is_wrecked for option in found)
    cheap = [option for option in found if option.way.damage <= least + _CARELESS]
    return max(cheap or found, key=lambda option: (not option.way.is_wrecked, option.way.pos, -option.way.damage)).move


def steady(view: RaceView, ask: Ask) -> Answer:
    """Move by worth, and throw at the foremost in range; leave dice to the rules' defaults."""
    match ask.question:
        case PlanMove() as question:
            return _best_move(view, ask.entry, question, seeks=False)
        case ChooseAttack(javelins=javelins) if javelins:
            return ThrowJavelin(max(javelins, key=lambda rival: view.chariot(rival).pos))
        case _:
            return ask.default


def master(view: RaceView, ask: Ask) -> Answer:
    """Weigh every die and every rival."""
    own = view.chariot(ask.entry)
    match ask.question:
        case ChooseBoard(free=free):
            return TakeBoard(min(free, key=_BOARDS.index))
        case ChooseReroll(dice=dice):
            return _best_reroll(view, own, dice)
        case SpendFortune() as question:
            return _spend(view, own, question, ask.default)
        case PlanMove() as question:
            return _best_move(view, ask.entry, question, seeks=True)
        case ChooseAttack() as question:
            return _attack(view, own, question)
    return ask.default


def _best_move(view: RaceView, entry: EntryId, question: PlanMove, *, seeks: bool) -> Answer:
    ground = ground_of(view, entry)
    return best(ground, view.chariot(entry).sheet, options(ground, question), seeks=seeks)[1].move


def _worth(view: RaceView, own: ChariotView, dice: Sequence[Face]) -> float:
    """Return what a hand is worth to a chariot, rivals left aside."""
    assert own.square is not None, "who has dice is on the board"
    return empty_worth(view.track, own.board, own.square, own.damage, own.speed, for_moving(dice))


def _best_reroll(view: RaceView, own: ChariotView, dice: Sequence[Face]) -> Reroll:
    """Return the dice that are best rolled anew: none, or up to two of them, or all that do not steer."""
    sets: list[tuple[int, ...]] = [(), *combinations(range(len(dice)), 1), *combinations(range(len(dice)), 2)]
    sets.append(tuple(die for die, face in enumerate(dice) if face == "sprint"))
    distinct = {sorted_hand([dice[die] for die in rolled]): rolled for rolled in reversed(sets)}
    worths = {
        rolled: sum(chance * _worth(view, own, hand) for hand, chance in after_reroll(dice, rolled))
        for rolled in distinct.values()
    }
    return Reroll(min(worths, key=lambda rolled: (worths[rolled], rolled)))


def _spend(view: RaceView, own: ChariotView, question: SpendFortune, default: Answer) -> Answer:
    """Turn the die that helps most, if it helps enough and the fate is not wanted for a repair."""
    now = _worth(view, own, question.dice)
    if now >= WRECKED:
        return default
    keeps = _SPARED if own.damage < own.sheet.damage_max else 0
    if question.fate - question.cost < keeps:
        return FinishDice()
    turns = {turn: _worth(view, own, _turned(question, turn)) for turn in question.turns()}
    turn = min(turns, key=lambda each: turns[each])
    return turn if turns[turn] <= now - _TURN_GAIN else FinishDice()


def _turned(question: SpendFortune, turn: FortunaTurn) -> tuple[Face, ...]:
    return (*question.dice[: turn.die], turn.face, *question.dice[turn.die + 1 :])


def _attack(view: RaceView, own: ChariotView, question: ChooseAttack) -> Answer:
    """Throw at whoever it wrecks, else at the foremost ahead; drop caltrops where somebody behind must pass."""
    if question.javelins:
        return ThrowJavelin(max(question.javelins, key=lambda rival: _prey(view.chariot(rival))))
    worths = {square: _followers(view, own, square) for square in question.caltrops}
    square = max(question.caltrops, key=lambda each: worths[each], default=None)
    return DropCaltrop(square) if square is not None and worths[square] else EndTurn()


def _prey(rival: ChariotView) -> int:
    return rival.pos + _LETHAL * (rival.damage == 1)


def _followers(view: RaceView, own: ChariotView, square: Square) -> int:
    """Return how many rivals stand close behind a space in its lane."""
    return sum(
        1
        for rival in view.chariots
        if rival.square is not None and rival.entry != own.entry and not _is_ally(own, rival)
        if _is_close_behind(rival.square, square)
    )


def _is_ally(own: ChariotView, rival: ChariotView) -> bool:
    return own.faction is not None and own.faction == rival.faction


def _is_close_behind(square: Square, target: Square) -> bool:
    for _ in range(_BEHIND):
        square = AHEAD[square]
        if square == target:
            return True
    return False


DRIVERS: Mapping[str, HouseDriver] = MappingProxyType({"novice": novice, "steady": steady, "master": master})
"""By strength, the weakest first."""
