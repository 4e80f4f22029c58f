"""Answers of orders to a turn's questions (15.3): always a legal answer with the clause that gave it, or none.

A clause is a code, and the rooms above turn it into words. N stands for a number, FACE for a face, WHOM for a wish:

``repair``, ``repair-not``; ``reroll-best``, ``reroll-pays``, ``reroll-wants``
    Fate for damage; a free reroll: by rule F, by J, or for wishes.
``fortune-keep``, ``fortune-enough``, ``turn-FACE``, ``save-FACE``
    Fate kept by order, or because it can buy no more; a die turned to fulfil a wish, or to live.
``move-best``, ``move-speed-N``, ``move-line-LINE``, ``move-avoid``, ``move-seek``, ``move-no-way``
    A move, named by the dearest order it keeps; *no-way* if no way is left alive.
``javelin-WHOM``, ``caltrop-WHERE``
    An attack.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine.chariot_race.advice import TURN_GAIN
from engine.chariot_race.asks import (
    ChooseAttack,
    ChooseRepair,
    ChooseReroll,
    DropCaltrop,
    FinishDice,
    FortunaTurn,
    PlanMove,
    Repair,
    Reroll,
    SpendFortune,
    ThrowJavelin,
)
from engine.chariot_race.data import NOT_TURNED_TO, Face
from engine.chariot_race.dicing import best_of, best_reroll, for_moving
from engine.chariot_race.orders import AttackWish, CaltropWish, JavelinWish, Orders
from engine.chariot_race.silence import default_fortune, default_reroll, turned
from engine.chariot_race.track import LANE, LANES, LAP, advance, distance
from engine.chariot_race.views import ChariotView, RaceView
from engine.chariot_race.ways import Option, ground_of, options
from engine.chariot_race.worth import default_move, default_order, worth
from engine.game import Followed
from engine.questions import Ask, Question
from records.values import EntryId, Square


def follow(view: RaceView, ask: Ask, orders: Orders) -> Followed | None:
    """Return the answer of *orders* to a question of the turn; ``None`` where they foresee nothing."""
    answer = _ANSWERS.get(type(ask.question))
    return None if answer is None else answer(view, view.chariot(ask.entry), orders, ask.question)


def _repair(view: RaceView, own: ChariotView, orders: Orders, question: ChooseRepair) -> Followed:
    del view, own
    uses = question.damage <= orders.repair_at
    return Followed(Repair(uses), "repair" if uses else "repair-not")


def _reroll(view: RaceView, own: ChariotView, orders: Orders, question: ChooseReroll) -> Followed:
    """Keep a die for each wish and roll the others anew; without wishes rule F (15.3.1), or what pays (CR-14)."""
    if orders.reroll == "best" and not orders.wants:
        return Followed(best_reroll(ground_of(view, own.entry), own.board, own.speed, question), "reroll-pays")
    if not orders.wants:
        return Followed(default_reroll(ground_of(view, own.entry), own.speed, question), "reroll-best")
    kept = met_wishes(question.dice, orders.wants)
    rolled = tuple(die for die in range(len(question.dice)) if die not in kept)
    return Followed(Reroll(rolled), "reroll-wants")


def met_wishes(dice: Sequence[Face], wants: Sequence[Face]) -> dict[int, Face]:
    """Return the dice that meet a wish each: the first that shows it and meets none yet."""
    kept: dict[int, Face] = {}
    for wish in wants:
        die = next((die for die, face in enumerate(dice) if face == wish and die not in kept), None)
        if die is not None:
            kept[die] = wish
    return kept


def _fortune(view: RaceView, own: ChariotView, orders: Orders, question: SpendFortune) -> Followed:
    """Spend fate as ordered: never, to live, or for wished faces as well (15.3.2)."""
    if orders.fortune == "keep":
        return Followed(FinishDice(), "fortune-keep")
    saved = default_fortune(ground_of(view, own.entry), own.sheet, own.speed, question)
    if isinstance(saved, FortunaTurn):
        return Followed(saved, f"save-{saved.face}")
    if orders.fortune == "spend" and question.fate - question.cost >= orders.keep_fate:
        turn = _wished_turn(orders, question) if orders.wants else _best_turn(view, own, question)
        if turn is not None:
            return Followed(turn, f"turn-{turn.face}")
    return Followed(FinishDice(), "fortune-enough")


def _wished_turn(orders: Orders, question: SpendFortune) -> FortunaTurn | None:
    """Return the first die that meets no wish, turned to the dearest wish that is unmet."""
    kept, unmet = met_wishes(question.dice, orders.wants), list(orders.wants)
    for wish in kept.values():
        unmet.remove(wish)
    faces = [wish for wish in unmet if wish != NOT_TURNED_TO]
    free = [die for die in range(len(question.dice)) if die not in kept]
    return FortunaTurn(free[0], faces[0]) if free and faces else None


def _best_turn(view: RaceView, own: ChariotView, question: SpendFortune) -> FortunaTurn | None:
    """Return the die and face that lower J most, if by enough."""
    ground = ground_of(view, own.entry)

    def price(dice: Sequence[Face]) -> float:
        return best_of(ground, own.board, own.speed, for_moving(dice))[0]

    # A die that shows what another shows need not be looked at: the first of them comes first anyway.
    turns = [turn for turn in question.turns() if question.dice[turn.die] not in question.dice[: turn.die]]
    prices = {turn: price(turned(question.dice, turn.die, turn.face)) for turn in turns}
    turn = min(prices, key=lambda each: prices[each])
    return turn if prices[turn] <= price(question.dice) - TURN_GAIN else None


def _move(view: RaceView, own: ChariotView, orders: Orders, question: PlanMove) -> Followed:
    """Return the move that comes nearest to the orders (15.3.3)."""
    ground = ground_of(view, own.entry)
    found = options(ground, question)
    alive = [option for option in found if not option.way.is_wrecked]
    if not alive:
        return Followed(default_move(found), "move-no-way")
    least = min(option.way.damage for option in alive)
    seeks = orders.ram == "seek"

    def key(option: Option) -> tuple[Any, ...]:
        wished = _by_orders(own, orders, option)
        return (*wished, worth(ground, own.sheet, option, seeks=seeks), default_order(option))

    chosen = min((each for each in alive if each.way.damage <= least + orders.risk), key=key)
    return Followed(chosen.move, _move_clause(orders))


def _by_orders(own: ChariotView, orders: Orders, option: Option) -> tuple[int, int, int]:
    """Return how far a move is from the orders: rams, then speed, then lane."""
    way = option.way
    rams = len(way.rams) if orders.ram == "avoid" else -way.harm if orders.ram == "seek" else 0
    speed = 0 if orders.speed is None else abs(option.speed - orders.speed)
    lane = own.lane if orders.line == "keep" else orders.line
    off = abs(LANES.index(LANE[way.end]) - LANES.index(lane)) if lane in LANES else 0
    return rams, speed, off


def _move_clause(orders: Orders) -> str:
    if orders.speed is not None:
        return f"move-speed-{orders.speed}"
    if orders.line != "best":
        return f"move-line-{orders.line}"
    return "move-best" if orders.ram == "accept" else f"move-{orders.ram}"


def _attack(view: RaceView, own: ChariotView, orders: Orders, question: ChooseAttack) -> Followed | None:
    """Return the first attack wished for that is possible (15.3.4)."""
    for wish in orders.attacks:
        found = _wished_attack(view, own, wish, question)
        if found is not None:
            return found
    return None


def _wished_attack(view: RaceView, own: ChariotView, wish: AttackWish, question: ChooseAttack) -> Followed | None:
    if isinstance(wish, JavelinWish):
        rival = _aim(own, wish, [view.chariot(rival) for rival in question.javelins])
        return None if rival is None else Followed(ThrowJavelin(rival), f"javelin-{wish.at}")
    square = _drop(view, wish, question.caltrops)
    return None if square is None else Followed(DropCaltrop(square), f"caltrop-{wish.at}")


def _aim(own: ChariotView, wish: JavelinWish, reach: Sequence[ChariotView]) -> EntryId | None:
    """Return the target of a javelin; ``None`` if the orders name no rival in range."""
    ahead = [rival for rival in reach if rival.pos > own.pos]
    if wish.at == "rival":
        return next((rival.entry for rival in reach if rival.entry == wish.rival), None)
    if wish.at == "leader":
        return min(reach, key=_by_lead).entry if reach else None
    if wish.at in ("ahead", "anybody") and ahead:
        return min(ahead, key=lambda rival: (_range(own, rival), rival.pos, rival.entry)).entry
    if wish.at == "ahead" or not reach:
        return None
    return min(reach, key=lambda rival: (rival.damage, *_by_lead(rival))).entry


def _by_lead(rival: ChariotView) -> tuple[int, EntryId]:
    return -rival.pos, rival.entry


def _range(own: ChariotView, rival: ChariotView) -> int:
    assert own.square is not None, "who throws is on the board"
    assert rival.square is not None, "who is in range is on the board"
    return distance(own.square, rival.square)


def _drop(view: RaceView, wish: CaltropWish, spaces: Sequence[Square]) -> Square | None:
    """Return where a caltrop is dropped; none if it cannot be."""
    if not spaces:
        return None
    if wish.at != "before":
        return spaces[-1 if wish.at == "last" else 0]
    rival = next((each for each in view.chariots if each.entry == wish.rival and each.square is not None), None)
    if rival is None or rival.square is None:
        return None
    return _nearest_ahead(rival.square, spaces)


def _nearest_ahead(square: Square, spaces: Sequence[Square]) -> Square | None:
    """Return the nearest of *spaces* ahead of a chariot: in its lane, or else in any (15.3.4)."""
    gaps = {each: advance(square, each) for each in spaces}
    ahead = [each for each in spaces if 0 < gaps[each] <= LAP // 2]  # what is farther lies behind
    in_lane = [each for each in ahead if LANE[each] == LANE[square]]
    return min(in_lane or ahead, key=lambda each: gaps[each], default=None)


_ANSWERS: Mapping[type[Question], Callable[[RaceView, ChariotView, Orders, Any], Followed | None]] = MappingProxyType(
    {
        ChooseRepair: _repair,
        ChooseReroll: _reroll,
        SpendFortune: _fortune,
        PlanMove: _move,
        ChooseAttack: _attack,
    }
)
