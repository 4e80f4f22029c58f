"""The charts of the arena for cases."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from conformance.charts import Charts, read_chart
from conformance.converting import number_of
from engine.arena.data import DURABILITY, FACTORS, IMPACT, TYPES, wounds_for
from engine.arena.forecast import SPREAD
from engine.arena.hexes import hand_of, side_of
from engine.arena.men import ARMOUR, CHARACTERISTICS, shield_for
from engine.arena.rules.fate import vote_of


def _characteristics(place: Sequence[str]) -> str:
    cell = CHARACTERISTICS[number_of(place[0]) - 1][number_of(place[1]) - 1]
    return f"{cell.tr}/{cell.st}/{cell.ag}/{cell.con}/{cell.w}"


def _armour(place: Sequence[str]) -> str:
    kinds: Any = ARMOUR
    if place[0] not in kinds:
        raise ValueError(f"there is no type {place[0]!r}")
    kind: Any = place[0]
    return "/".join([*kinds[kind][number_of(place[1]) - 1], shield_for(kind, number_of(place[1]))])


def _type(place: Sequence[str]) -> str:
    kinds: Any = TYPES
    found = kinds[place[0]]
    return f"{found.cf}/{found.ma}/{found.impact}/{found.fatigue}"


def _shield(place: Sequence[str]) -> str:
    name: Any = place[0]
    return f"{FACTORS[name]}/{DURABILITY[name]}/{IMPACT[name]}"


def _side(place: Sequence[str]) -> str:
    foe_q, foe_r, q, r = map(number_of, place)
    return f"{side_of((foe_q, foe_r), (q, r))}/{hand_of((foe_q, foe_r), (q, r))}"


def _wounds(place: Sequence[str]) -> str:
    return str(wounds_for(number_of(place[0])))


def _votes(place: Sequence[str]) -> str:
    return str(vote_of(number_of(place[0]), number_of(place[1])))


def _cover(place: Sequence[str]) -> str:
    return str(sum(SPREAD[: number_of(place[0]) - 1]))


_CHARTS: Charts = {
    "characteristics": (("die", "die"), _characteristics),
    "armour": (("type", "die"), _armour),
    "type": (("type",), _type),
    "shield": (("shield",), _shield),
    "side": (("foe q", "foe r", "attacker q", "attacker r"), _side),
    "wounds": (("severity",), _wounds),
    "votes": (("life", "death"), _votes),
    "cover": (("number",), _cover),
}
"""By chart: how a place in it is written, and its content."""

look_up = partial(read_chart, _CHARTS)
