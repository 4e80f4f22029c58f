"""Wheels (7.4, 9.55, 9.56).

7.41  A damaged wheel is tried as a phase of 14 factors or more begins (``_check_start`` in ``turn/phase.py``), and once
      a phase when a corner strains it (``try_wheels`` in ``control/straining.py``).
7.43  Two dice against its damage: above it, the wheel holds; the same, it takes another point; below, it is lost.
9.56  A wheel is also tried whenever it has just been damaged. Ten points destroy it, or as many as it has boxes by the
      detailed specification (16.1). Without a wheel a chariot flips.
"""

from collections.abc import Iterable
from typing import Literal

from engine.circus_maximus.harm import flips
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import UNEVEN_WHEEL_MODIFIER
from engine.circus_maximus.words.facts import WheelDamaged, WheelHeld, WheelLost
from engine.circus_maximus.words.state import Chariot, Race, Wheels
from engine.facts import Modifier
from engine.table import Table
from engine.track import Side
from records.values import EntryId

Why = Literal["damage", "speed", "strain"]

_RULE: dict[Why, str] = {"damage": "9.56", "speed": "7.41", "strain": "7.41"}
_LEAST: dict[Why, int] = {"damage": 2, "speed": 1, "strain": 1}
ROLL_FOR: dict[Side, str] = {"inside": "inside wheel", "outside": "outside wheel"}
"""The name of a wheel's check in the record."""


def damage_of(wheels: Wheels, side: Side) -> int:
    """Return the damage to a wheel in points, 0 to 10 (9.55)."""
    return wheels.inside if side == "inside" else wheels.outside


def boxes_of(chariot: Chariot, side: Side) -> int:
    """Return how many points of damage destroy a wheel: 10, or the boxes bought, 2 to 10 (9.56, 16.1)."""
    return chariot.boxes_inside if side == "inside" else chariot.boxes_outside


def damage(race: Race, table: Table, entry: EntryId, side: Side, points: int) -> None:
    """Damage a wheel by *points*, 0 or more; whether it holds is for :func:`check` to say (9.55)."""
    chariot = race.chariots[entry]
    wheels, before = chariot.wheels, damage_of(chariot.wheels, side)
    total = min(boxes_of(chariot, side), before + points)
    if total == before:
        return
    _set(wheels, side, total)
    table.tell(WheelDamaged(entry, side, total - before, total))


def check(race: Race, table: Table, entry: EntryId, sides: Iterable[Side], why: Why, *, blow: int = 0) -> None:
    """Try the damaged wheels among *sides*; the first that is lost flips the chariot (7.43, 9.56).

    :param why: *damage* just taken tries a wheel from two points on; *speed* and *strain* try every damaged one.
    :param blow: the points of that damage, 0 if no attack did it; some editions ask for a least one (T13).
    """
    chariot = race.chariots[entry]
    is_too_weak = why == "damage" and blow < edition_of(race.options).least_blow
    for side in sides:
        damage = damage_of(chariot.wheels, side)
        least = boxes_of(chariot, side) if is_too_weak else _LEAST[why]  # without boxes it is lost in any case
        if chariot.is_on_track and chariot.has_car and damage >= least:
            _try(race, table, entry, side, _RULE[why])


def _try(race: Race, table: Table, entry: EntryId, side: Side, rule: str) -> None:
    chariot = race.chariots[entry]
    wheels, total, boxes = chariot.wheels, damage_of(chariot.wheels, side), boxes_of(chariot, side)
    if total == boxes:
        _lose(race, table, entry, side)
        return

    rolled = table.roll(entry, ROLL_FOR[side], rule, modifiers=(unevenness(chariot),)).total
    if rolled > total:
        table.tell(WheelHeld(entry, side, False, total))
    elif rolled < total:
        _lose(race, table, entry, side)
    else:
        _set(wheels, side, total + 1)
        table.tell(WheelHeld(entry, side, True, total + 1))
        if total + 1 == boxes:
            _lose(race, table, entry, side)


def unevenness(chariot: Chariot) -> Modifier:
    """Return the wheel checks' modifier of a car with blades on one wheel only, or with two kinds (16.1)."""
    is_even = chariot.blades_inside == chariot.blades_outside
    return Modifier("unlike blades", 0 if is_even else UNEVEN_WHEEL_MODIFIER)


def _lose(race: Race, table: Table, entry: EntryId, side: Side) -> None:
    chariot = race.chariots[entry]
    is_destroyed = damage_of(chariot.wheels, side) == boxes_of(chariot, side)
    table.tell(WheelLost(entry, side))
    flips.flip(race, table, entry, "destroyed wheel" if is_destroyed else "wheel")


def _set(wheels: Wheels, side: Side, total: int) -> None:
    if side == "inside":
        wheels.inside = total
    else:
        wheels.outside = total
