"""Possible outcomes of orders in the next turn (15.2): a spread, since the dice roll after the orders are written.

The dry run looks once at every way the dice can fall, with its chance, and leaves the others where they are now. The
orders answer each question.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeVar

import msgspec

from engine.chariot_race.asks import (
    ChooseRepair,
    ChooseReroll,
    DropCaltrop,
    FortunaTurn,
    Move,
    PlanMove,
    Repair,
    Reroll,
    SpendFortune,
    ThrowJavelin,
)
from engine.chariot_race.data import FORTUNE_COST, KINDS, REPAIR_COST, REPAIR_POINTS, Face
from engine.chariot_race.dicing import Hand, after_reroll, falls, sorted_hand
from engine.chariot_race.facts import CaltropDropped, Rammed
from engine.chariot_race.following import follow
from engine.chariot_race.house.playing_out import race_from
from engine.chariot_race.orders import Orders
from engine.chariot_race.outlooks import DryRun
from engine.chariot_race.rules import driving, fighting
from engine.chariot_race.silence import turned
from engine.chariot_race.state import Race
from engine.chariot_race.views import ChariotView, RaceView, view_for
from engine.dice import QuickDice
from engine.questions import Answer, Ask, Question
from engine.refusals import GameReason
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId

K = TypeVar("K", bound=int | str)


class _Met(NamedTuple):
    """The outcome of one fall of the dice."""

    chance: float
    own: ChariotView  # afterwards
    speed: int
    rams: tuple[EntryId, ...]
    hits: tuple[EntryId, ...]  # by javelins
    caltrops: int
    clauses: frozenset[str]


def dry_run(view: RaceView, entry: EntryId, orders: Orders) -> DryRun:
    """Return the possible outcomes of *orders* in the next turn of *entry*.

    :param view: of anybody: all that bears on it is public.
    :raises Refused: :attr:`GameReason.NOT_ASKED` if the chariot is a wreck, or the race has not begun or is over.
    """
    if view.is_over or view.chariot(entry).square is None:
        raise Refused(GameReason.NOT_ASKED)
    seen, clauses = _begun(view, entry, orders)
    met = [
        _turn(changed, entry, orders, after, chance * part, reroll | clauses | turned_by)
        for hand, chance, reroll in _hands(seen, entry, orders)
        for changed, after, part, turned_by in _fortuna(seen, entry, orders, hand)
    ]
    return _summed_up(view.chariot(entry), seen.chariot(entry), bool(clauses & {"repair"}), met)


def _answered(
    view: RaceView, entry: EntryId, question: Question, orders: Orders, default: Answer
) -> tuple[Answer, str]:
    followed = follow(view, Ask(entry, question, default), orders)
    return (default, "") if followed is None else (followed.answer, followed.clause)


def _changed(view: RaceView, entry: EntryId, **fields: object) -> RaceView:
    """Return a view in which a chariot is otherwise."""
    chariots = tuple(msgspec.structs.replace(each, **fields) if each.entry == entry else each for each in view.chariots)
    return msgspec.structs.replace(view, chariots=chariots)


def _begun(view: RaceView, entry: EntryId, orders: Orders) -> tuple[RaceView, frozenset[str]]:
    """Return the view once the chariot has repaired as ordered and its speed has fallen, and the clauses (6)."""
    own = view.chariot(entry)
    clauses: set[str] = set()
    if own.fate >= REPAIR_COST and own.damage < own.sheet.damage_max:
        question = ChooseRepair(own.damage, own.sheet.damage_max, own.fate)
        answer, clause = _answered(view, entry, question, orders, Repair(False))
        clauses.add(clause)
        if answer == Repair(True):
            damage = min(own.sheet.damage_max, own.damage + REPAIR_POINTS)
            view = _changed(view, entry, damage=damage, fate=own.fate - REPAIR_COST)
    seen = _changed(view, entry, speed=view.chariot(entry).allowed, start=own.square)
    return msgspec.structs.replace(seen, order=(entry,), active=0), frozenset(clauses)


def _hands(view: RaceView, entry: EntryId, orders: Orders) -> Iterator[tuple[Hand, float, frozenset[str]]]:
    """Yield every hand with which the free reroll may end, with its chance, and the clauses that have led to it."""
    own = view.chariot(entry)
    found: dict[tuple[Hand, frozenset[str]], float] = defaultdict(float)
    for hand, chance in falls(own.sheet.dice[own.speed]):
        answer, clause = _answered(view, entry, ChooseReroll(hand), orders, Reroll(()))
        assert isinstance(answer, Reroll)
        clauses = frozenset({clause} if answer.dice else ())
        for after, part in after_reroll(hand, answer.dice):
            found[after, clauses] += chance * part
    for (hand, clauses), chance in found.items():
        yield hand, chance, clauses


def _fortuna(
    view: RaceView, entry: EntryId, orders: Orders, hand: Hand
) -> Iterator[tuple[RaceView, Hand, float, frozenset[str]]]:
    """Yield the outcomes of dice turned for fate: the view then, the hand, its chance, and the clauses."""
    fate = view.chariot(entry).fate
    turns = turned_first(view, entry, orders, hand) if fate >= FORTUNE_COST else {}
    if not turns:
        yield view, hand, 1.0, frozenset()
    for (after, clause), chance in turns.items():
        paid = _changed(view, entry, fate=fate - FORTUNE_COST)
        for seen, last, part, clauses in _fortuna(paid, entry, orders, after):
            yield seen, last, chance * part, clauses | {clause}


def turned_first(view: RaceView, entry: EntryId, orders: Orders, hand: Hand) -> dict[tuple[Hand, str], float]:
    """Return the hands after a die is turned, with the clauses, and the chance of each; empty if no die is turned.

    Of several faces to turn, orders take the one that lies first. So this asks again and again, with the faces already
    found behind the others, until no new one comes. Each face is first as often as it has dice.
    """
    fate, dice = view.chariot(entry).fate, Counter(hand)
    found: dict[Face, tuple[Hand, str]] = {}
    while True:
        lies = tuple(sorted(hand, key=lambda face: (face in found, KINDS.index(face))))
        answer, clause = _answered(view, entry, SpendFortune(lies, fate), orders, Repair(False))
        if not isinstance(answer, FortunaTurn) or lies[answer.die] in found:
            break
        found[lies[answer.die]] = sorted_hand(turned(lies, answer.die, answer.face)), clause
    turns: dict[tuple[Hand, str], float] = defaultdict(float)
    for face, come in found.items():
        turns[come] += dice[face] / sum(dice[each] for each in found)
    return turns


def _turn(view: RaceView, entry: EntryId, orders: Orders, hand: Hand, chance: float, so_far: frozenset[str]) -> _Met:
    """Play a turn whose dice are settled, by orders and the rules themselves."""
    race, clauses = race_from(view), set(so_far)
    chariot = race.chariots[entry]
    chariot.fate = min(chariot.sheet.fate_max, chariot.fate + hand.count("fortuna"))
    race.dice, race.stage, race.attacks = list(hand), "move", hand.count("attack")
    table = Table(QuickDice(0))
    _drive(race, table, entry, orders, clauses)
    hits = _fight(race, table, entry, orders, clauses) if chariot.is_alive else ()
    own = view_for(race, {}, ()).chariot(entry)
    rams = tuple(fact.rival for fact in table.told if isinstance(fact, Rammed))
    caltrops = sum(isinstance(fact, CaltropDropped) for fact in table.told)
    return _Met(chance, own, chariot.speed, rams, hits, caltrops, frozenset(clauses - {""}))


def _drive(race: Race, table: Table, entry: EntryId, orders: Orders, clauses: set[str]) -> None:
    chariot = race.chariots[entry]
    assert chariot.square is not None, "who moves is on the board"
    question = PlanMove(chariot.square, chariot.speed, chariot.sheet.speed_max, tuple(race.dice))
    answer, clause = Move(0, ""), "move-no-way"
    if chariot.damage > question.sprints:
        given, clause = _answered(view_for(race, {}, ()), entry, question, orders, answer)
        assert isinstance(given, Move)
        answer = given
    clauses.add(clause)
    driving.move(race, table, entry, question, answer)


def _fight(race: Race, table: Table, entry: EntryId, orders: Orders, clauses: set[str]) -> tuple[EntryId, ...]:
    hits: list[EntryId] = []
    while race.attacks:
        question = fighting.question_for(race, entry)
        answer, clause = _answered(view_for(race, {}, ()), entry, question, orders, Repair(False))
        race.attacks -= 1
        if isinstance(answer, DropCaltrop):
            fighting.drop_caltrop(race, table, entry, answer)
        elif isinstance(answer, ThrowJavelin):
            fighting.throw_javelin(race, table, entry, answer)
            hits.append(answer.rival)
        clauses.add(clause)
    return tuple(hits)


def _summed_up(before: ChariotView, begun: ChariotView, repairs: bool, met: list[_Met]) -> DryRun:
    alive = [each for each in met if each.own.is_alive]
    return DryRun(
        repairs,
        begun.speed,
        begun.next_dice,
        sum(each.chance for each in met) - sum(each.chance for each in alive),
        sum(each.chance for each in alive if each.own.has_finished),
        _counted((each.speed, each.chance) for each in met),
        _counted((before.damage - each.own.damage, each.chance) for each in alive),
        _likeliest(_counted((each.own.square, each.chance) for each in alive if each.own.square is not None)),
        sum(each.chance * (each.own.pos - before.pos) for each in alive),
        sum(each.chance * each.own.fate for each in met),
        _counted((rival, each.chance) for each in met for rival in set(each.rams)),
        _counted((rival, each.chance) for each in met for rival in set(each.hits)),
        sum(each.chance * each.caltrops for each in met),
        _likeliest(_counted((clause, each.chance) for each in met for clause in sorted(each.clauses))),
    )


def _counted(parts: Iterator[tuple[K, float]]) -> dict[K, float]:
    """Return the chance of each thing, in order."""
    found: dict[K, float] = defaultdict(float)
    for thing, chance in parts:
        found[thing] += chance
    return {thing: found[thing] for thing in sorted(found)}


def _likeliest(chances: Mapping[K, float]) -> dict[K, float]:
    return dict(sorted(chances.items(), key=lambda each: -each[1]))
