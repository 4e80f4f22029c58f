"""Orders that a preset draws up for a position: the safe, the fast, and the aggressive ones (CM-89).

They depend on the position. A preset reckons speed, lane, strain and the rest as house drivers do, from the view of the
player who drives, so secrets stay out.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from engine.circus_maximus.house.answers import is_worth_straining, mean_start
from engine.circus_maximus.house.attacking import gain_of
from engine.circus_maximus.house.lines import corners_of, is_sprint, squares_driven
from engine.circus_maximus.house.speeds import FACTOR, FASTEST, costs_by_speed, costs_to_lane, place_of
from engine.circus_maximus.house.tempers import BRUTE, CAREFUL, CORNER_ENDURANCE, RACER, Temper, form_of
from engine.circus_maximus.orders.ordered_speed import (
    BEST_STRAIN,
    Allowed,
    allowed_lanes,
    squares_to_corner,
)
from engine.circus_maximus.orders.orders import AttackWish, DefendPolicy, Orders, Preset, WhipPolicy
from engine.circus_maximus.printed.editions import dice_of_start
from engine.circus_maximus.printed.tables import LEAST_TO_CHECK_WHEELS
from engine.circus_maximus.seen.race_from_view import race_from_view
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.turn.turn import write_speed
from engine.circus_maximus.words.asks import Attack
from records.values import EntryId, Lane

SUGGESTED: Preset = "fast"
"""The preset before a player has ordered anything."""


class _Judgement(NamedTuple):
    temper: Temper
    fears_fast_start: bool  # whether all dice of a standing start are reckoned to show ones, or their mean
    corners_kept: int  # corners, at most, for which endurance is kept back
    attacks: bool


_JUDGEMENTS: Mapping[Preset, _Judgement] = MappingProxyType(
    {
        "safe": _Judgement(msgspec.structs.replace(CAREFUL, flip=5_000 * FACTOR), True, 3, attacks=False),
        "fast": _Judgement(RACER, False, 1, attacks=False),
        "attack": _Judgement(BRUTE, False, 0, attacks=True),
    }
)

PRESETS: Sequence[Preset] = tuple(_JUDGEMENTS)

_ALIKE = 2 * FACTOR
"""Lanes that cost so little more than the best are as good, if the best is taken."""

_MOST_RIVALS, _MOST_MEANS = 3, 2
"""Rivals that are gone for at once, and ways to attack each of them."""

_AHEAD_BY = 2
"""Squares that a rival may be behind and still be met: a car is attacked from beside it."""


def preset(view: RaceView, entry: EntryId, name: Preset) -> Orders:
    """Return the orders that a preset draws up for *entry* (CM-89).

    :param view: of the player who drives *entry*, as they order a turn.
    :param name: one of :data:`PRESETS`.
    """
    own = view.chariot(entry)
    if own.square is None or own.status != "racing":
        return Orders(preset=name)
    judgement = _JUDGEMENTS[name]
    near = _near(view, own) if judgement.attacks else []
    wishes = _wishes(view, own, near)
    base = Orders(
        whip="never",
        attacks=wishes or ((AttackWish(),) if judgement.attacks else ()),
        eagerness="hunt" if wishes else "beside",
        most_attacks=max(1, min(_MOST_RIVALS, len(near))),
        defend=_defence(judgement.temper, own),
        keep_back=_kept_back(view, own, judgement),
        blocked="attack" if judgement.attacks else "slip",
        preset=name,
    )
    return _at_speed(view, own, base, judgement, spent=min(len(wishes), base.most_attacks))


def _at_speed(view: RaceView, own: ChariotView, base: Orders, judgement: _Judgement, spent: int) -> Orders:
    """Return orders with the speed, the line and the strain that the judgement chooses.

    :param spent: factors that attacks are to take.
    """
    highest = _highest(view, own)
    if own.is_stationary or not highest:
        return replace(base, speed=highest)
    if is_sprint(view, own):
        whip: WhipPolicy = "last straight" if _may_whip(own) else "never"
        return replace(base, speed=_sprint(own, highest, judgement), corner_strain=0, whip=whip)
    aim = _aim(view, own, judgement, highest, spent)
    entering = aim.points is not None and not aim.in_corner
    return replace(
        base,
        speed=aim.speed,
        line=aim.lane if entering else "best",
        corner_strain=min(12, max(0, own.endurance - 1), aim.accepted),
        whip=_whip(view, own, judgement, aim.total),
    )


def _highest(view: RaceView, own: ChariotView) -> int:
    """Return the most that may be written (6.12, 7.33)."""
    race = race_from_view(view)
    return write_speed(race, race.chariots[own.entry]).highest


def _sprint(own: ChariotView, highest: int, judgement: _Judgement) -> int:
    """Return the speed for the last straight: the highest, unless a damaged wheel is not to be tried (7.41)."""
    damaged = own.wheel_inside or own.wheel_outside
    is_spared = damaged and judgement.temper.flip > CAREFUL.flip
    return min(highest, LEAST_TO_CHECK_WHEELS - 1) if is_spared else highest


# Speed, line and strain


class _Aim(NamedTuple):
    """The speed and lane that a judgement aims at."""

    speed: int  # to be written
    total: int  # that it comes to
    lane: Lane
    points: int | None  # over the safe speed there; none where no corner is entered
    accepted: int  # the most points in a lane that is as good
    in_corner: bool


def _aim(view: RaceView, own: ChariotView, judgement: _Judgement, highest: int, spent: int) -> _Aim:
    assert own.square is not None
    place, form = place_of(own.square), form_of(judgement.temper, view, own)
    dice = dice_of_start(view.options, max(1, view.turn), own, highest)
    start = dice if judgement.fears_fast_start else mean_start(dice)
    more, debit = own.gain_must - start, own.evade_debit + spent
    lanes = allowed_lanes(view, own, Orders(corner_strain=0))
    tried = list(product(range(1, highest + 1), lanes))
    costs = {each.lane: costs_to_lane(place, form, each.lane, debit) for each in lanes}

    def cost(speed: int, allowed: Allowed) -> int:
        return costs[allowed.lane][max(0, min(FASTEST, speed + more))]

    speed, best = min(tried, key=lambda each: (cost(*each), -each[0]))
    alike = [lane for lane in lanes if cost(speed, lane) <= cost(speed, best) + _ALIKE]
    total = max(0, speed + more)
    points = {lane.lane: _points(lane, total, debit) for lane in alike}
    accepted = max(each or 0 for each in points.values())
    return _Aim(speed, total, Lane(best.lane + 1), points[best.lane], accepted, best.reach < 0)


def _points(lane: Allowed, total: int, debit: int) -> int | None:
    """Return the points over the safe speed of a lane, that allows none; ``None`` if its corner is not entered."""
    return None if total - debit <= lane.reach else max(0, total - lane.most)


def _whip(view: RaceView, own: ChariotView, judgement: _Judgement, total: int) -> WhipPolicy:
    """Return whether a die more is worth its endurance here, and if it may lead into the corner (6.52)."""
    assert own.square is not None
    form = form_of(judgement.temper, view, own)
    costs = costs_by_speed(place_of(own.square), form, own.evade_debit)
    if not _may_whip(own) or not is_worth_straining(form, costs, total):
        return "never"
    return "straight" if total + BEST_STRAIN <= squares_to_corner(own) else "always"


def _may_whip(own: ChariotView) -> bool:
    return own.has_whip and own.endurance > 0


# Defence and attacks


def _defence(temper: Temper, own: ChariotView) -> DefendPolicy:
    """Return how to meet attacks: a heavy car that is sought out gives as good as it gets."""
    return "hold" if temper.personality <= BRUTE.personality and own.car == "heavy" else "either"


def _kept_back(view: RaceView, own: ChariotView, judgement: _Judgement) -> int:
    """Return the endurance to keep back from braking against attacks, for the coming corners."""
    corners_left = max(0, corners_of(view) - 1 - own.corners)
    reserve = judgement.temper.reserve * bool(corners_left)
    return min(30, own.endurance, reserve + CORNER_ENDURANCE * min(corners_left, judgement.corners_kept))


def _near(view: RaceView, own: ChariotView) -> list[ChariotView]:
    """Return the rivals in reach this turn if they stay where they are, the nearest first.

    A team that has lost its driver for good is no rival any more.
    """
    assert own.square is not None
    start = squares_driven(own.corners, own.square)
    ahead: list[tuple[int, EntryId, ChariotView]] = []
    for rival in view.chariots:
        if rival.square is None or not _races(rival) or _is_friend(own, rival):
            continue
        away = squares_driven(rival.corners, rival.square) - start
        if -_AHEAD_BY <= away < own.max_speed:
            ahead.append((away, rival.entry, rival))
    return [rival for *_, rival in sorted(ahead, key=lambda each: each[:2])][:_MOST_RIVALS]


def _races(rival: ChariotView) -> bool:
    """Tell whether somebody may still win: a driver who hangs behind a runaway team may (16.7, II.13.3.5)."""
    return rival.status == "racing" or (rival.status == "runaway" and rival.driver == "dragged")


def _is_friend(own: ChariotView, rival: ChariotView) -> bool:
    return rival.entry in (own.entry, own.ally) or (own.faction is not None and own.faction == rival.faction)


def _wishes(view: RaceView, own: ChariotView, near: Sequence[ChariotView]) -> tuple[AttackWish, ...]:
    """Return the attacks that are worth something on those who are near, the best first."""
    found: list[tuple[int, AttackWish]] = []
    for rival in near:
        gains = [(_gain(view, own, wish), wish) for wish in _ways(view, own, rival)]
        found += sorted([each for each in gains if each[0] > 0], key=_by_gain)[:_MOST_MEANS]
    return tuple(wish for _, wish in sorted(found, key=_by_gain))


def _by_gain(found: tuple[int, AttackWish]) -> int:
    return -found[0]


def _gain(view: RaceView, own: ChariotView, wish: AttackWish) -> int:
    assert wish.rival is not None
    assert wish.target is not None
    return gain_of(view, own, Attack(wish.rival, wish.target, wish.means))


def _ways(view: RaceView, own: ChariotView, rival: ChariotView) -> Iterator[AttackWish]:
    """Yield the attacks possible on a rival from beside it; knives are kept."""
    is_driven = rival.status == "racing"
    yield AttackWish(rival.entry, "ram", "team")
    if rival.has_car:
        yield AttackWish(rival.entry, "ram", "car")
    if own.has_whip:
        yield AttackWish(rival.entry, "lash", "team")
        if is_driven:
            yield AttackWish(rival.entry, "lash", "driver")
    if is_driven and "dust" in own.weapons and not view.is_raining:
        yield AttackWish(rival.entry, "dust", "driver")
    if is_driven and "spear" in own.weapons:
        yield AttackWish(rival.entry, "spear", "driver")
