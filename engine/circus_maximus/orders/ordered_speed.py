"""The speed of orders: the written one, and the factors whipped into the team as the phase begins (6.1, 6.52)."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.circus_maximus.house.answers import speed_before_dice
from engine.circus_maximus.house.lines import is_sprint
from engine.circus_maximus.house.speeds import FASTEST, LANES, STRAIGHT, Form, Place, costs_to_lane, place_of
from engine.circus_maximus.house.tempers import RACER, form_of
from engine.circus_maximus.orders.orders import Orders, WhipPolicy
from engine.circus_maximus.position import sky
from engine.circus_maximus.printed.editions import dice_of_start
from engine.circus_maximus.printed.odds import SAFE_SPEEDS
from engine.circus_maximus.printed.tables import CORNERS, TRACK
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.asks import Begin, BeginPhase, Speed, WriteSpeed
from engine.game import Followed
from engine.questions import Ask
from records.values import Lane, Square

TEMPER = RACER
"""The weights of risk and endurance for driving by orders, where they leave a choice."""

_LAST = STRAIGHT - 1
BEST_STRAIN = 6
"""The most that straining may add: nobody is surprised by a die."""


def opening(view: RaceView, ask: Ask, orders: Orders) -> Speed:
    """Return the speed that orders write.

    :raises Refused: if a number is more than may be written now (6.12, 7.33).
    """
    question, own = ask.question, view.chariot(ask.entry)
    assert isinstance(question, WriteSpeed)
    speed = Speed(_factors(view, own, orders, question, ask.default))
    question.verify(speed)
    strains = question.may_strain and is_whipped(view, own, orders.whip, speed.factors)
    takes = question.gain > 0 and _takes(view, own, orders, speed.factors + own.gain_must + question.gain)
    return Speed(speed.factors, strains, question.gain if takes else 0)


def _factors(view: RaceView, own: ChariotView, orders: Orders, question: WriteSpeed, default: object) -> int:
    highest = question.highest
    match orders.speed:
        case int(factors):
            return factors
        case "last":
            return default.factors if isinstance(default, Speed) else highest
        case "highest":
            return highest
        case policy:
            is_free = own.square is None or own.is_stationary or is_sprint(view, own)
            return highest if is_free else _for_corner(view, own, orders, highest, is_best=policy == "best")


class Allowed(NamedTuple):
    """A lane to come to, and a chariot's limits there without straining more than it was ordered to."""

    lane: int  # from 0
    reach: int  # factors with which its corner is not entered yet; -1 where the phase begins in a corner
    most: int  # total speed at which it may be entered

    def allows(self, speed: int, spent: int = 0) -> bool:
        """Tell whether a total speed is within orders; *spent* factors of it cannot be run."""
        return speed - spent <= self.reach or speed <= self.most


def allowed_lanes(view: RaceView, own: ChariotView, orders: Orders) -> list[Allowed]:
    """Return the lanes that orders let a chariot come to on an empty road, with the limits there."""
    assert own.square is not None
    place = place_of(own.square)
    lowered = sky.lowered(view.has_mud)
    most = [limit - lowered + accepted(own, orders) for limit in SAFE_SPEEDS.values()]
    if place.at > _LAST:
        return [Allowed(place.lane, -1, most[place.lane])]
    room = _LAST - place.at
    lanes = _ordered_lanes(place, room, orders)
    return [Allowed(lane, room + max(0, place.lane - lane), most[lane]) for lane in lanes]


def accepted(own: ChariotView, orders: Orders) -> int:
    """Return how many strain points are accepted: never the last endurance (8.4), none where it is barred (7.33)."""
    return 0 if own.may_not_strain else max(0, min(orders.corner_strain, own.endurance - 1))


def wished_lane(lane: Lane, orders: Orders) -> Lane | None:
    """Return the lane that orders wish for, of a chariot that is in *lane*; ``None`` for whichever is best."""
    match orders.line:
        case int(number):
            return Lane(number)
        case "keep":
            return lane
        case "inside":
            return Lane(1)
        case "outside":
            return Lane(TRACK.data.lanes)
        case _:
            return None


class OffLine(NamedTuple):
    """A way that is not in the lane ordered for the corner."""

    lane: Lane  # that was ordered
    instead: Lane  # in which the corner is entered, or the way ends
    can_wait: bool  # whether the corner is not reached and the lane still can be


def off_line(square: Square, path: Sequence[Square], orders: Orders) -> OffLine | None:
    """Tell how a way that begins on *square* differs from the lane ordered; ``None`` if it does not."""
    wish = wished_lane(TRACK.lane[square], orders)
    way = (square, *path)
    mouth = next((now for before, now in pairwise(way) if now in TRACK.limit and before not in TRACK.limit), None)
    at = mouth or way[-1]
    if wish is None or wish == TRACK.lane[at]:
        return None
    place = place_of(at)
    can_wait = mouth is None and (place.at > _LAST or _LAST - place.at >= abs(TRACK.lane[at] - wish))
    return OffLine(wish, TRACK.lane[at], can_wait)


def _ordered_lanes(place: Place, room: int, orders: Orders) -> Sequence[int]:
    near = [lane for lane in LANES if abs(lane - place.lane) <= room]
    wish = wished_lane(Lane(place.lane + 1), orders)
    return near if wish is None else [min(near, key=lambda lane: abs(lane + 1 - wish))]


def _for_corner(view: RaceView, own: ChariotView, orders: Orders, highest: int, *, is_best: bool) -> int:
    """Return the best speed, or the highest, that keeps to the strain points accepted; 1 if none does."""
    assert own.square is not None
    place, form = place_of(own.square), form_of(TEMPER, view, own)
    more = own.gain_must - dice_of_start(view.options, max(1, view.turn), own, highest)  # ones, at the least
    if orders.whip == "always" and own.has_whip and own.endurance:
        more += BEST_STRAIN
    possible: list[tuple[int, int]] = []
    for allowed in allowed_lanes(view, own, orders):
        for speed in _speeds(allowed, highest, more, own.evade_debit):
            is_timed = is_best and view.turn > 1
            possible.append(
                (_cost(place, form, allowed.lane, speed + more, own.evade_debit) if is_timed else 0, -speed)
            )
    return -min(possible)[1] if possible else min(1, highest)


def _speeds(allowed: Allowed, highest: int, more: int, debit: int) -> Iterator[int]:
    """Yield the speeds that may be written for a lane, the dice of the start and whipping included."""
    return (speed for speed in range(1, highest + 1) if allowed.allows(speed + more, debit))


def _cost(place: Place, form: Form, lane: int, speed: int, debit: int) -> int:
    return costs_to_lane(place, form, lane, debit)[max(0, min(FASTEST, speed))]


# As the phase begins


def begin(view: RaceView, own: ChariotView, orders: Orders, question: BeginPhase) -> Followed:
    """Return whether the team is strained, a factor taken, a dead horse cut free; the clause names the choice."""
    if question.may_cut and not orders.cut_free:
        return Followed(Begin(), "cut-not")
    assert own.square is not None
    speed = speed_before_dice(view, own)
    if question.may_cut:
        gains = question.gain > 0 and _takes(view, own, orders, speed + question.gain)
        strains = question.may_strain_once_free and is_whipped(view, own, orders.whip, speed)
        return Followed(Begin(strains, gains, cut=True), "cut-free")
    strains = question.may_strain and is_whipped(view, own, orders.whip, speed)
    if strains:
        speed += BEST_STRAIN
    gains = question.gain > 0 and _takes(view, own, orders, speed + question.gain)
    parts = [
        *(["strain", _code(orders.whip)] if strains else []),
        *(["gain", _code(orders.take_gain)] if gains else []),
    ]
    return Followed(Begin(strains, gains), "-".join(["start", *(parts or ["plain"])]))


def _code(policy: str) -> str:
    return policy.replace(" ", "-")


def is_whipped(view: RaceView, own: ChariotView, policy: WhipPolicy, speed: int) -> bool:
    """Tell whether a policy strains the team at a speed, where the rules let it (6.52)."""
    if policy in ("never", "always"):
        return policy == "always"
    if is_sprint(view, own):
        return True
    return policy == "straight" and speed + BEST_STRAIN <= squares_to_corner(own)


def squares_to_corner(own: ChariotView) -> int:
    """Return how many squares straight on there are before the corner; none with any part in one."""
    assert own.square is not None
    if TRACK.section[own.square] in CORNERS:
        return 0
    return max(0, _LAST - place_of(own.square).at)


def _takes(view: RaceView, own: ChariotView, orders: Orders, speed: int) -> bool:
    """Tell whether to take the factor that was whipped in, with which the total speed is *speed* (9.41)."""
    if orders.take_gain != "if safe" or own.square is None or is_sprint(view, own):
        return orders.take_gain != "never"
    debit = 0 if view.phase is None else view.phase.evade_debit
    return any(allowed.allows(speed, debit) for allowed in allowed_lanes(view, own, orders))
