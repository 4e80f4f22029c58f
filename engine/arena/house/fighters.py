"""House fighters of three tempers, and one for beginners.

A house fighter sees what a player in his place sees. He keeps no memory and rolls no dice: where he would draw, the
omen that concealed dice gave him before the first phase decides, so that nobody can foresee him. He weighs each strike
by the wounds that it may give and by what it leaves him for his guard; he guards what he has seen aimed at.
"""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from engine.arena.asks import (
    GUARDS,
    MOVES,
    STRIKES,
    ChooseMan,
    JudgeFallen,
    Kill,
    MakePlan,
    Move,
    Plan,
    Spare,
    TakeMan,
)
from engine.arena.data import MOST_PACE
from engine.arena.derived import Body, agility, allowance, can_throw, has_shield, reach
from engine.arena.house.weighing import Draw, Seen, Temper, guard_of, seen, strike_of
from engine.arena.views import MatchView
from engine.questions import Answer, Ask

STEADY = Temper(circles=25)
CAREFUL = Temper(strike=65, stands=10, spares=80)
BOLD = Temper(strike=115, open=20, circles=30, charges=60, spares=10)
SHARP = Temper(band=0, reads=50, evens=0)
"""For advice: nothing is drawn."""


def fight(temper: Temper, view: MatchView, ask: Ask) -> Answer:
    """Answer *ask* as a fighter of this temper does; always one of its legal answers."""
    match ask.question:
        case MakePlan():
            return plan_of(temper, seen(view, ask.entry))
        case ChooseMan(men=men):
            return TakeMan(Draw(view, ask.entry).below(len(men)))
        case JudgeFallen(fallen=fallen):
            return Spare() if Draw(view, fallen).does(temper.spares) else Kill()
        case _:
            return ask.default


def plan_of(temper: Temper, seen: Seen) -> Plan:
    """Return the plan of a fighter."""
    strike, second, left = strike_of(temper, seen)
    return Plan(_move(temper, seen), strike, guard_of(temper, seen, left), second=second)


# Moves


def _move(temper: Temper, seen: Seen) -> Move:
    own, draw = seen.own, seen.draw
    if own.net == "held" and seen.foe.netted == "free":
        if can_throw(own, seen.ground.phase) and draw.does(temper.nets):
            return "net"
        if not can_throw(own, seen.ground.phase) and draw.does(temper.nets // 2):
            return "net"
    helpless = seen.foe.prone or seen.foe.netted == "entangled"
    if seen.away <= reach(own):
        edge = _nimbleness(own) - _nimbleness(seen.foe)
        if not helpless and seen.away == 1 and edge > 0 and draw.does(temper.circles * edge):
            return "left" if draw.does(50) else "right"
        return "close"
    if not helpless and has_shield(own) and seen.away > 2 and draw.does(temper.charges):
        return "charge"
    # Who waits stands firm, and has his breath: but somebody has to come.
    return "stand" if reach(own) < seen.away <= 2 and draw.does(temper.stands) else "close"


def _nimbleness(body: Body) -> int:
    """Return what a man turns, or circles, with (D.5)."""
    return agility(body) + min(MOST_PACE, allowance(body))


# For beginners


def recruit(view: MatchView, ask: Ask) -> Answer:
    """Answer as somebody who has never held a sword: any of the three menus."""
    if not isinstance(ask.question, MakePlan):
        return fight(STEADY, view, ask)
    draw = Draw(view, ask.entry)
    moves = MOVES if ask.question.limits.has_net else MOVES[:-1]
    return Plan(moves[draw.below(len(moves))], STRIKES[draw.below(len(STRIKES))], GUARDS[draw.below(len(GUARDS))])


HouseFighter = Callable[[MatchView, Ask], Answer]

FIGHTERS: Mapping[str, HouseFighter] = MappingProxyType(
    {
        "steady": partial(fight, STEADY),
        "careful": partial(fight, CAREFUL),
        "bold": partial(fight, BOLD),
        "recruit": recruit,
    }
)
"""By temper: he strikes and guards in measure; guards more, and waits; strikes more, and charges; hits as it comes."""


def wooden(view: Any, ask: Ask) -> Answer:
    """Answer as the rival of lessons does: he closes in and strikes at the chest."""
    del view
    return ask.default
