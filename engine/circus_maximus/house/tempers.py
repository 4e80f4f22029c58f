"""The differences between house drivers, and their bearing on speed (CM-29)."""

import msgspec

from engine.circus_maximus.house.lines import Drive, corners_of, is_sprint, obstacle_squares
from engine.circus_maximus.house.speeds import FACTOR, FASTEST, Form, counted_endurance, tables_for
from engine.circus_maximus.position import sky
from engine.circus_maximus.printed import tables
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.odds import OF_TWO, wheel_odds
from engine.circus_maximus.printed.tables import ONE_SIDED_BLADES
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.asks import NextAction, Preparation
from engine.circus_maximus.words.state import CarType

CORNER_ENDURANCE = 4
"""Endurance factors that a driver expects to spend in each corner to come."""


class Temper(msgspec.Struct, frozen=True, gc=False):
    """The differences between drivers; costs in hundredths of a movement factor."""

    personality: int  # rule 19: a die above it attacks, the same as it lashes
    least_gain: int  # of an attack that is in their own best interest
    flip: int  # how dear their chariot is to them
    reserve: int  # endurance that they would rather not touch
    preparations: tuple[Preparation, ...]  # one after the other, by entry
    specifications: tuple[str, ...]  # names of ready-made ones, the same way; the first if there is none of that name


CAREFUL = Temper(
    6,
    200,
    200 * FACTOR,
    9,
    (Preparation(1, 0, 2, 1), Preparation(1, 0, 1, 2), Preparation(2, 0, 1, 1)),
    ("stayer", "all-rounder", "master"),
)
RACER = Temper(
    4,
    120,
    120 * FACTOR,
    6,
    (Preparation(1, 0, 2, 1), Preparation(0, 0, 2, 2), Preparation(2, 0, 2, 0)),
    ("runner", "master", "stayer"),
)
BRUTE = Temper(
    2,
    80,
    80 * FACTOR,
    4,
    (Preparation(0, 2, 2, 0), Preparation(1, 0, 2, 1), Preparation(0, 1, 2, 1)),
    ("scythes", "armed", "long scythes", "whipper"),
)
NOVICE = Temper(
    6,
    200,
    200 * FACTOR,
    9,
    (Preparation(1, 1, 1, 1), Preparation(1, 0, 1, 2), Preparation(1, 1, 1, 1)),
    ("all-rounder", "stayer", "one long blade"),
)
"""As careful as any, with a slower team: three of them leave people at least half of the races (docs/balance.md)."""


def form_of(temper: Temper, view: RaceView, own: ChariotView) -> Form:
    """Return all values that bear on the speed of a chariot with this temper at the reins."""
    endurance, top = own.endurance, own.max_speed + own.penalty
    return Form(
        edition_of(view.options),
        FASTEST if top > FASTEST else top or 1,
        own.cdm - _handicap(view, own),
        not own.may_not_strain,
        counted_endurance(endurance),
        _price(temper, endurance, corners_of(view) - own.corners),
        temper.flip,
        _wheel_cost(temper, own) if own.wheel_inside or own.wheel_outside else 0,
        sky.lowered(view.has_mud),
    )


def drive_of(temper: Temper, view: RaceView, own: ChariotView, question: NextAction, brake: int) -> Drive:
    """Return how a chariot could drive on from where it stands.

    :param brake: movement factors that it may brake by, at most.
    """
    assert own.square is not None
    form, obstacles = form_of(temper, view, own), obstacle_squares(view)
    standing = view.squares_of_standing(own.entry)
    return Drive(
        own.square,
        question.forward,
        view.speed_under_way(),
        view.squares_of_others(own.entry),
        form.may_strain,
        own.no_inside,
        brake,
        FACTOR + form.price,
        tables_for(form),
        is_sprint(view, own),
        form.lowered,
        obstacles | standing if standing else obstacles,
        own.survived,
        standing,
    )


def price_of(temper: Temper, view: RaceView, own: ChariotView) -> int:
    """Return the worth of an endurance factor, in hundredths of a movement factor: the fewer are left, the more."""
    return _price(temper, own.endurance, corners_of(view) - own.corners)


def _price(temper: Temper, endurance: int, corners_left: int) -> int:
    to_spare = endurance - temper.reserve - CORNER_ENDURANCE * corners_left
    if to_spare > 2 * CORNER_ENDURANCE:
        return FACTOR // 5
    if to_spare > 0:
        return FACTOR * 6 // 10
    return FACTOR * 12 // 10 if endurance > temper.reserve else FACTOR * 5 // 2


def _wheel_cost(temper: Temper, own: ChariotView) -> int:
    """Return the cost of a try of damaged wheels; a weakened wheel counts as half lost."""
    on_check = -has_uneven_blades(own)
    wheels = (own.wheel_inside, own.boxes_inside), (own.wheel_outside, own.boxes_outside)
    tried = [wheel_odds(damage, boxes, on_check) for damage, boxes in wheels if damage]
    return sum(temper.flip * (2 * odds.lost + odds.weakened) // (2 * OF_TWO) for odds in tried)


def _handicap(view: RaceView, own: ChariotView) -> int:
    """Return the penalty on every corner roll of a chariot, for a wet track and uneven blades (16.1, 16.7)."""
    handicap = ONE_SIDED_BLADES if has_uneven_blades(own) else 0
    if view.is_raining or view.has_mud:
        handicap += tables.RAIN_STRAINS[_weight(view, own)] + tables.MUD_STRAINS * view.has_mud
    return handicap


def has_uneven_blades(own: ChariotView) -> bool:
    """Tell whether the blades of one wheel are longer than those of the other (16.1)."""
    return own.blades_inside != own.blades_outside


def _weight(view: RaceView, own: ChariotView) -> CarType:
    """Return the class of a car in the wet (H1)."""
    if not view.options.detailed_specification:
        return own.car
    blades = own.blades_inside, own.blades_outside
    return "heavy" if "long" in blades else "normal" if "regular" in blades else "light"
