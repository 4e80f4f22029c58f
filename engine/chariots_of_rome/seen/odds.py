"""What each answer leads to, as it is told beside a button: the measure, cards and what they take (16.1, 19.5)."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

from engine.chariots_of_rome.position.judging import best_step, blown, level_worth, turn_cost, ways_with
from engine.chariots_of_rome.position.routes import Ways
from engine.chariots_of_rome.position.speeds import base_move, is_whip_free
from engine.chariots_of_rome.position.steps import overtake_cards
from engine.chariots_of_rome.position.worth import fear
from engine.chariots_of_rome.printed.data import ACTIONS, BACKLASH_DRAW, FATAL_RATTLED, TRI, Column, Result
from engine.chariots_of_rome.seen.outlooks import (
    AttackOdds,
    DefenseOdds,
    HardOdds,
    LevelOdds,
    Losses,
    Odds,
    StepOdds,
)
from engine.chariots_of_rome.seen.views import ChariotView, RaceView
from engine.chariots_of_rome.turn.attacking import attacks_from, cards_for, prices
from engine.chariots_of_rome.words import questions
from engine.chariots_of_rome.words.answers import Attack, ChooseLevel, Defend, DriveHard, NoAttack, Step
from engine.chariots_of_rome.words.state import ChariotLog
from engine.game import Ask, Question
from records.values import Square


def odds(view: RaceView, ask: Ask) -> Sequence[Odds]:
    """Return what each answer leads to, in the order of the question's legal ones; nothing where none is told."""
    reader = _ODDS.get(type(ask.question))
    return () if reader is None else reader(view, view.chariot(ask.entry), ask.question)


# Cards


@cache
def spread(column: Column) -> Mapping[Result, float]:
    """Return the chance of each result of a card of the whole deck (16.1)."""
    found: dict[Result, float] = {}
    for card in ACTIONS.values():
        found[card[column]] = found.get(card[column], 0.0) + 1 / len(ACTIONS)
    return MappingProxyType(found)


def losses(chariot: ChariotLog, cards: int, column: Column) -> Losses:
    """Return what so many cards take of a chariot on average, if Endurance is never spared."""
    chance = spread(column)
    rattled = chance.get("rattled", 0.0) + 2 * chance.get("rattled2", 0.0)
    return Losses(
        cards * chance.get("endurance", 0.0),
        cards * chance.get("tactics", 0.0),
        cards * rattled,
        cards * chance.get("swerve", 0.0),
        cards * chance.get("wounded", 0.0),
        _out(column, cards, chariot.endurance, chariot.tactics, chariot.rattled, chariot.wounds),
    )


@cache
def _out(column: Column, cards: int, endurance: int, tactics: int, rattled: int, wounds: int) -> float:
    """Return the chance to go out by so many cards, the last Endurance being spared by Tactics (2.4)."""
    if endurance <= 0 or rattled >= FATAL_RATTLED or wounds >= 2:
        return 1.0
    if not cards:
        return 0.0
    total = 0.0
    for result, chance in spread(column).items():
        after = [endurance, tactics, rattled, wounds]
        if result == "endurance":
            after[1 if endurance == 1 and tactics else 0] -= 1
        elif result == "tactics":
            after[1] -= 1 if tactics else 0
            after[2] += 0 if tactics else 1
        elif result in ("rattled", "rattled2"):
            after[2] += 2 if result == "rattled2" else 1
        elif result == "wounded":
            after[3] += 1
        total += chance * _out(column, cards - 1, *after)
    return total


# Speed and Hard Driving


def _levels(view: RaceView, own: ChariotView, question: questions.ChooseSpeed) -> list[LevelOdds]:
    return [_level(view, own, level) for level in question.levels]


def _level(view: RaceView, own: ChariotView, level: int) -> LevelOdds:
    move = max(1, base_move(own, level) + blown(view))
    ways, square = ways_with(view, own.entry, move, move)
    cards, lane, end = _best_way(view, ways, square, move)
    return LevelOdds(ChooseLevel(level), move, level_worth(view, own.entry, level), cards, lane, end)


def _best_way(view: RaceView, ways: Ways, square: Square, moves: int) -> tuple[int, int | None, Square]:
    """Return the Cornering cards of the best way, the lane in which it enters a corner first, and its end."""
    cards, lane = 0, None
    while moves:
        path = ways.step(square, moves)
        if not path:
            break
        for to in path:
            entry = ways.ground.hazard(square, to)
            if entry is not None:
                cards, lane = cards + entry, lane or view.board.lane[to]
            ways, square = ways.beyond(to), to
        moves -= len(path)
    return cards, lane, square


def _hard(view: RaceView, own: ChariotView, question: questions.ChooseHardDriving) -> list[HardOdds]:
    plain = max(1, question.move)
    price = 0 if is_whip_free(view, own) else fear(own)
    faces = range(1, TRI + 1)
    with_it = price + sum(turn_cost(view, own.entry, plain + face) for face in faces) / TRI
    cards = sum(_cards_at(view, own, plain + face) for face in faces) / TRI
    without = HardOdds(DriveHard(None), plain, turn_cost(view, own.entry, plain), _cards_at(view, own, plain))
    mean = plain + sum(faces) / TRI
    return [without, *(HardOdds(DriveHard(pay), mean, with_it, cards) for pay in question.payments)]


def _cards_at(view: RaceView, own: ChariotView, move: int) -> int:
    ways, square = ways_with(view, own.entry, move, move)
    return _best_way(view, ways, square, move)[0]


# Steps, Attacks, Defense


def _steps(view: RaceView, own: ChariotView, question: questions.ChooseStep) -> list[StepOdds]:
    best = best_step(view, own.entry)
    return [_step(view, own, question, path, is_best=path == best) for path in question.steps]


def _step(
    view: RaceView, own: ChariotView, question: questions.ChooseStep, path: tuple[Square, ...], *, is_best: bool
) -> StepOdds:
    ways, at = ways_with(view, own.entry, view.total_move, question.moves_left)
    worth, hazard, passed = 0.0, 0, len(path) - 1
    for to in path:
        hazard += ways.ground.hazard(at, to) or 0
        worth += ways.toll(to)
        ways, at = ways.beyond(to), to
    worth += ways.cost(at, question.moves_left - len(path))
    danger = 0 if view.locked or not passed else max(0, overtake_cards(view, own, passed) + ("F19" in view.effects))
    is_open = not view.locked and not view.attacked and "F15" not in view.effects and (not passed or own.can("C18"))
    attacks = len(list(attacks_from(view, own.entry, at))) if is_open else 0
    return StepOdds(Step(path), at, passed, hazard, min(own.stack, len(path)), danger, attacks, worth, is_best)


def _attacks(view: RaceView, own: ChariotView, question: questions.ChooseAttack) -> list[AttackOdds]:
    return [
        AttackOdds(NoAttack(), 0, 0, None, None),
        *(_attack(view, own, made, price) for made, price in prices(question)),
    ]


def _attack(view: RaceView, own: ChariotView, made: Attack, price: int) -> AttackOdds:
    cards = cards_for(view, own.entry, made.rival, made.kind)
    backlash = losses(own, BACKLASH_DRAW, "ram") if made.kind == "ram" and not own.can("C12") else None
    return AttackOdds(made, price, cards, losses(view.chariot(made.rival), cards, made.kind), backlash)


def _defenses(_view: RaceView, own: ChariotView, question: questions.ChooseDefense) -> list[DefenseOdds]:
    return [_defense(own, question, remove) for remove in range(question.most + 1)]


def _defense(own: ChariotView, question: questions.ChooseDefense, remove: int) -> DefenseOdds:
    tactics, left = own.tactics - remove * question.price, question.cards - remove
    after = ChariotLog(own.colour, endurance=own.endurance, tactics=tactics, rattled=own.rattled, wounds=own.wounds)
    return DefenseOdds(Defend(remove), left, tactics, losses(after, left, question.column))


_ODDS: Mapping[type[Question], Callable[[RaceView, ChariotView, Any], Sequence[Odds]]] = MappingProxyType(
    {
        questions.ChooseSpeed: _levels,
        questions.ChooseHardDriving: _hard,
        questions.ChooseStep: _steps,
        questions.ChooseAttack: _attacks,
        questions.ChooseDefense: _defenses,
    }
)
