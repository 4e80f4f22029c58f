"""The worth of a position to a chariot: the turns that each one still needs, and from them its chance to win.

Turns count in hundredths. The rest of a chariot's way comes from the tables of :mod:`speeds`, as if it were alone on
the track; its wounds and damage add to that as factors that it loses.
"""

from functools import lru_cache
from typing import NamedTuple

from engine.circus_maximus.house.lines import is_last_straight
from engine.circus_maximus.house.speeds import (
    FACTOR,
    FASTEST,
    STRAIGHT,
    Form,
    Tables,
    counted_endurance,
    place_of,
    tables_for,
)
from engine.circus_maximus.position import speed
from engine.circus_maximus.printed.editions import Edition, edition_of
from engine.circus_maximus.printed.odds import OF_TWO, wheel_odds
from engine.circus_maximus.printed.tables import CORNERS, TRACK
from engine.circus_maximus.words.state import Chariot, Race
from records.values import EntryId

TURN = 100
"""A turn, in the unit of all times here."""

SURE = 1_000_000
"""A win that nothing can prevent."""

FLIP = 60 * FACTOR
"""The cost of a flip in the long run: little more than coming in last."""

USUAL_PRICE = FACTOR * 6 // 10
"""The worth of a factor of endurance to a rival."""

_HIT = FACTOR * 3 // 2
_LAST_HIT = 12 * FACTOR
_NO_WHIP = 2 * FACTOR
_JOSTLED = 3 * FACTOR
_HELD = 14 * FACTOR
"""The cost of a dead horse that must be cut free."""

_FEWEST_UNSURE, _UNSURE_SHARE = 18, 3
"""How far times may be out: so many hundredths, and so many per cent of the rest of the way; as races have shown."""

_STEPS = 16
_EVEN = 1 << 24


def _falling_weights() -> tuple[int, ...]:
    """Return weights that halve with every :data:`_STEPS` * 0.7 steps, down to nothing."""
    weights = [_EVEN]
    while weights[-1]:
        weights.append(weights[-1] * 940 // 1000)
    return tuple(weights)


_WEIGHTS = _falling_weights()


class Purse(NamedTuple):
    """The worth of endurance to a chariot, kept the same in a comparison, though each corner changes it."""

    price: int  # of a factor that is spent
    had: int  # factors that there were before anything was tried


def worth(race: Race, entry: EntryId, purse: Purse, harm: int = 0) -> int:
    """Return the chance of *entry* or its ally to win *race*, 0 to :data:`SURE`, as far as a glance at the board tells.

    :param harm: a further charge, in hundredths of a factor.
    """
    times = {
        each: time_left(race, each, purse if each == entry else None)
        for each, chariot in race.chariots.items()
        if _may_win(chariot)
    }
    own = [each for each in times if each in (entry, race.chariots[entry].ally)]
    if not own:
        return 0
    if entry in times:
        times[entry] += harm * TURN // (FACTOR * _USUAL_SPEED)
    least = min(times.values())
    unsure = _FEWEST_UNSURE + max(0, least) * _UNSURE_SHARE // 100
    weights = {each: _weight((time - least) * _STEPS // unsure) for each, time in times.items()}
    return SURE * sum(weights[each] for each in own) // sum(weights.values())


def _weight(steps: int) -> int:
    return _WEIGHTS[steps] if steps < len(_WEIGHTS) else 0


def _may_win(chariot: Chariot) -> bool:
    return chariot.status in ("racing", "finished") and bool(chariot.square)


def time_left(race: Race, entry: EntryId, purse: Purse | None = None) -> int:
    """Return the hundredths of a turn that a chariot still needs to the finish; below 0 for one that is past it.

    :param purse: worth of its endurance; a rival's if left out.
    """
    chariot = race.chariots[entry]
    if chariot.status == "finished":
        return -chariot.factors_left * TURN // _USUAL_SPEED
    top = min(FASTEST, max(1, speed.team_speed(chariot) + chariot.modifier))
    price, had = purse or Purse(USUAL_PRICE, chariot.endurance)
    way = _way_left(race, chariot, top, price)
    turns = max(0, way) // (FACTOR * top)
    kept = USUAL_PRICE * had + price * (chariot.endurance - had)
    time = (way + _burden(race, chariot, turns) - kept) * TURN // (FACTOR * top)
    return time if chariot.has_moved else time - TURN


_USUAL_SPEED = 18


def _way_left(race: Race, chariot: Chariot, top: int, price: int) -> int:
    """Return the factors to the finish line, in hundredths: the coming corner, those after it, the last straight."""
    all_corners = race.options.laps * len(CORNERS)
    if is_last_straight(chariot.corners, all_corners, chariot.square):
        return FACTOR * (STRAIGHT - TRACK.number(chariot.square))
    endurance = counted_endurance(chariot.endurance)
    tables = _tables(edition_of(race.options), top, chariot.modifier, endurance, price)
    place = place_of(chariot.square)
    in_corner = place.at >= STRAIGHT
    corners_left = all_corners - 1 - chariot.corners + in_corner
    costs = tables.down_to(place.at)[place.lane]
    return costs[min(place.at, len(costs) - 1)] + max(0, corners_left - 1) * _stretch(tables) + FACTOR * STRAIGHT


@lru_cache(maxsize=1024)
def _tables(edition: Edition, top: int, modifier: int, endurance: int, price: int) -> Tables:
    return tables_for(Form(edition, top, modifier, True, endurance, price, FLIP, wheels=0))


def _stretch(tables: Tables) -> int:
    """Return the cost of a whole straight and corner in the best lane, in hundredths of a factor."""
    return min(costs[1] for costs in tables.down_to(1))


def _burden(race: Race, chariot: Chariot, turns: int) -> int:
    """Return the cost of wounds, damage, debts and want of endurance on the rest of the way, in hundredths."""
    corners_left = race.options.laps * len(CORNERS) - 1 - chariot.corners
    debts = chariot.penalty + chariot.evade_debit - chariot.gain_must - chariot.gain_may
    burden = FACTOR * debts + _HIT * (chariot.hits_start - chariot.hits)
    burden += _LAST_HIT * (chariot.hits <= 1) + _NO_WHIP * (not chariot.has_whip) + _HELD * chariot.is_stationary
    if chariot.jostle:
        burden += FACTOR * chariot.jostle * (chariot.jostle - 1) // 2 + _JOSTLED
    elif chariot.no_strain:
        burden += _JOSTLED
    if not chariot.endurance:  # 8.43
        burden += FACTOR * turns * (turns + 1) // 2
    wheels = (chariot.wheels.inside, chariot.boxes_inside), (chariot.wheels.outside, chariot.boxes_outside)
    return burden + sum(_wheel(damage, boxes, corners_left) for damage, boxes in wheels if damage)


@lru_cache(maxsize=256)
def _wheel(damage: int, boxes: int, corners_left: int) -> int:
    """Return the cost of a damaged wheel, tried at every corner, and about as often for its speed (7.41)."""
    odds = wheel_odds(damage, boxes)
    return FLIP * (2 * odds.lost + odds.weakened) * (corners_left + 1) // (2 * OF_TWO)
