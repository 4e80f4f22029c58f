"""Attack and defence (D.6): the same for rules, forecasts and house fighters."""

from typing import NamedTuple

from engine.arena.data import (
    ARMED,
    BASE,
    BASH_BASE,
    DIFFICULTY,
    ENTANGLED,
    FLANK,
    OVERREACHED,
    PRONE,
    REAR,
    SECOND_FOE,
    SNAGGED,
)
from engine.arena.derived import Body, agility, impact, is_half, known
from engine.arena.hexes import Hand, Side
from engine.arena.men import HEAD, Area
from engine.arena.orders import PhaseOrder
from engine.facts import Modifier

_POSITION = {"front": 0, "flank": FLANK, "rear": REAR}
_CAUGHT = {"entangled": ENTANGLED, "snagged": SNAGGED, "free": 0}


class Stand(NamedTuple):
    """How an attack meets a man: on which side, and on which hand."""

    side: Side
    hand: Hand


def attack_modifiers(
    fighter: Body, target: Body, cf: int, side: Side, away: int, *, is_first: bool
) -> tuple[Modifier, ...]:
    """Return what is added to the dice of a blow.

    :param is_first: whether the attacker is the principal foe of the one he attacks.
    """
    arm = ARMED[fighter.weapon]
    position = _POSITION[side] if side != "front" or is_first else SECOND_FOE
    return (
        Modifier("CFs", cf),
        Modifier(side if side != "front" else "second foe", position),
        Modifier("prone", PRONE if target.prone else 0),
        Modifier(target.netted, _CAUGHT[target.netted]),
        Modifier("trident close", arm.close if away == 1 else 0),
        Modifier("dagger", arm.attack),
        Modifier("head wound", -is_half(fighter, HEAD)),
    )


def defence_against(target: Body, order: PhaseOrder, area: Area, side: Side, counted: int) -> int:
    """Return the defence of an area.

    :param counted: shield factors that count there.
    """
    is_caught = target.netted == "entangled"
    areas = order.areas[area - 1] * (1 if is_caught else 2)
    guard = 0 if is_caught or side == "rear" else order.guard // 2
    nimble = 0 if is_caught or target.prone else agility(target)
    holds = holds_against(target, order, side)
    late = OVERREACHED if target.overreached else 0
    return BASE + areas + guard + counted + nimble + DIFFICULTY[area - 1] + holds - late


def holds_against(target: Body, order: PhaseOrder, side: Side) -> bool:
    """Tell whether a man stands firm against an attack from this side."""
    return order.manoeuvre == "hold" and side == "front" and not target.prone and target.netted != "entangled"


def shield_counts(target: Body, order: PhaseOrder, area: Area, stand: Stand) -> int:
    """Return the shield factors that count on an area."""
    if stand.side == "rear" or (stand.side == "flank" and stand.hand == "right"):
        return 0
    return 0 if target.prone or target.netted == "entangled" else order.shield[area - 1]


def bash_defence(target: Body, order: PhaseOrder, side: Side) -> int:
    """Return what a bash has to beat."""
    is_caught = target.netted == "entangled"
    guard = 0 if is_caught or side == "rear" else order.guard // 2
    nimble = 0 if is_caught else agility(target)
    late = OVERREACHED if target.overreached else 0
    return BASH_BASE + known(target).st + nimble + impact(target) + guard + holds_against(target, order, side) - late
