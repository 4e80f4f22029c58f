"""The detailed specification: purchases with 32 points (option 16.1, chart 17.19)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

import msgspec

from engine.circus_maximus.words.costs import (
    BLADES_COST,
    BLADES_PAIR_COST,
    BOXES_COST,
    ENDURANCE_COST,
    HITS_COST,
    HORSE_COST,
    MODIFIER_COST,
    WEAPON_COST,
    WHIP_COST,
)
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Blades, Weapon
from engine.questions import Answer, Question
from engine.refusals import GameReason
from records.refusals import Refused

Horses = tuple[int, int, int, int]


class Specification(Answer, frozen=True):
    """A purchase with 32 points, by the chart 17.19 (16.1)."""

    horses: Horses  # speeds, leftmost first; 1 to 8
    modifier: int  # DM, 0 to 3
    hits: int  # 2 to 12, even
    whip: Literal["none", "regular", "long"]
    boxes_inside: int  # of the wheels, 2 to 10, even
    boxes_outside: int
    endurance: int  # 20 to 80, in fives
    blades_inside: Blades = "none"
    blades_outside: Blades = "none"
    weapons: tuple[Weapon, ...] = ()


class Specify(Question, frozen=True):
    """What do your 32 points buy? (16.1)

    ``legal`` gives a choice of sound specifications; any other that costs no more than *budget* is legal too.
    """

    kind: ClassVar[str] = "preparation"

    budget: int
    weapons: tuple[Weapon, ...]  # that may be bought in this race

    def legal(self) -> Sequence[Specification]:
        return ready_made(self.budget, self.weapons)

    def verify(self, answer: Answer) -> None:
        if not isinstance(answer, Specification):
            raise Refused(GameReason.NOT_A_CHOICE)
        verify(answer, self.budget, self.weapons)


def cost(specification: Specification) -> int:
    """Return the cost of a specification, in points; everything in it must be on the chart (16.1, 17.19)."""
    single = (
        MODIFIER_COST[specification.modifier],
        HITS_COST[specification.hits],
        WHIP_COST[specification.whip],
        BOXES_COST[specification.boxes_inside],
        BOXES_COST[specification.boxes_outside],
        ENDURANCE_COST[specification.endurance],
    )
    horses = sum(HORSE_COST[speed] for speed in specification.horses)
    weapons = sum(WEAPON_COST[weapon] for weapon in specification.weapons)
    return sum(single) + horses + _blades_cost(specification) + weapons


def _blades_cost(specification: Specification) -> int:
    """Return the cost of the blades: a pair of one kind is cheaper than two single ones (17.19)."""
    inside, outside = specification.blades_inside, specification.blades_outside
    return BLADES_PAIR_COST[inside] if inside == outside else BLADES_COST[inside] + BLADES_COST[outside]


def in_order(speeds: Sequence[int]) -> Horses:
    """Return four speeds as horses are harnessed: the fastest leftmost, the second rightmost (16.1).

    >>> in_order([3, 5, 4, 6])
    (6, 4, 3, 5)
    """
    first, second, third, fourth = sorted(speeds, reverse=True)
    return first, third, fourth, second


def verify(specification: Specification, budget: int, weapons: Sequence[Weapon]) -> None:
    """Do nothing if *specification* may be had (16.1).

    :param weapons: that may be bought.
    :raises Refused: if something is not on the chart, the horses are in another order than h1 ≥ h4 ≥ h2 ≥ h3, a weapon
        may not be had, or all is dearer than *budget*.
    """
    _require_on_the_chart(specification)
    ordered = in_order(specification.horses)
    if specification.horses != ordered:
        raise Refused(CircusReason.HORSES_OUT_OF_ORDER, "16.1", horses=specification.horses, ordered=ordered)
    for place, weapon in enumerate(specification.weapons):
        if weapon not in weapons:
            raise Refused(CircusReason.WEAPON_NOT_ALLOWED, "16.2", weapon=weapon, possible=list(weapons))
        if weapon in specification.weapons[:place]:
            raise Refused(CircusReason.WEAPON_TWICE, "16.2", weapon=weapon)
    total = cost(specification)
    if total > budget:
        raise Refused(CircusReason.TOO_DEAR, "16.1", cost=total, at_most=budget)


_CHARTS: Mapping[str, tuple[str, Mapping[Any, int]]] = {
    "modifier": ("driver modifier", MODIFIER_COST),
    "hits": ("hits", HITS_COST),
    "boxes_inside": ("wheel boxes", BOXES_COST),
    "boxes_outside": ("wheel boxes", BOXES_COST),
    "endurance": ("endurance", ENDURANCE_COST),
}
"""By field: its name, and its values with their costs. Of the others the types know the values."""


def _require_on_the_chart(specification: Specification) -> None:
    for speed in specification.horses:
        _require_value("horse", speed, HORSE_COST)
    for field, (item, chart) in _CHARTS.items():
        _require_value(item, getattr(specification, field), chart)


def _require_value(item: str, value: int, chart: Mapping[Any, int]) -> None:
    if value not in chart:
        raise Refused(CircusReason.NOT_ON_THE_CHART, "16.1", item=item, value=value, possible=list(chart))


# Ready-made specifications

_FIRST_ENDURANCE = min(ENDURANCE_COST)

_UNARMED: Mapping[str, Specification] = {
    "all-rounder": Specification((5, 4, 4, 5), 1, 6, "regular", 6, 6, 45),
    "runner": Specification((7, 4, 4, 6), 1, 4, "regular", 4, 4, 45),
    "master": Specification((5, 4, 4, 4), 2, 4, "regular", 4, 4, 40),
    "stayer": Specification((5, 4, 4, 5), 0, 6, "regular", 4, 4, 80),
    "whipper": Specification((4, 4, 4, 4), 2, 8, "long", 4, 4, 25),
    "scythes": Specification((5, 4, 4, 5), 0, 8, "regular", 6, 6, 30, "regular", "regular"),
    "long scythes": Specification((4, 4, 4, 4), 0, 6, "regular", 6, 4, 30, "long", "long"),
    "one long blade": Specification((5, 4, 4, 5), 0, 6, "regular", 4, 6, 45, "none", "long"),
}
"""Each for 32 points; the first is a silent player's."""

_GLADIATOR = Specification((4, 4, 4, 4), 1, 8, "regular", 4, 4, _FIRST_ENDURANCE)
_SKIRMISHER = Specification((6, 4, 4, 5), 1, 4, "regular", 4, 4, _FIRST_ENDURANCE)
"""Bodies for armed drivers; the points that weapons leave go into endurance."""


def ready_made(budget: int, weapons: Sequence[Weapon]) -> Sequence[Specification]:
    """Return sound specifications that cost at most *budget*, in an order that never changes; the default first.

    :param weapons: that may be bought: with any, two armed ones come last, one with all of them, one with the cheapest.
    """
    made = [*_UNARMED.values()]
    if weapons:
        cheapest = min(weapons, key=lambda weapon: WEAPON_COST[weapon])
        made += [_armed(_GLADIATOR, weapons, budget), _armed(_SKIRMISHER, [cheapest], budget)]
    return [each for each in made if cost(each) <= budget]


def name_of(specification: Specification) -> str:
    """Return the name of a ready-made specification; "armed" for one with weapons, "own" for any other."""
    names = {made: name for name, made in _UNARMED.items()}
    return names.get(specification, "armed" if specification.weapons else "own")


def _armed(body: Specification, weapons: Sequence[Weapon], budget: int) -> Specification:
    """Return *body* with *weapons*, and as much endurance as the points that are left can buy."""
    armed = msgspec.structs.replace(body, weapons=tuple(weapons))
    left = budget - cost(armed)
    bought = max((factors for factors, points in ENDURANCE_COST.items() if points <= left), default=_FIRST_ENDURANCE)
    return msgspec.structs.replace(armed, endurance=bought)
