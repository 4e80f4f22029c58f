"""Views of races of the Advanced Game made by hand, for pictures."""

from typing import Any

from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.views import ChariotView, ObstacleView, RaceView
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import ObstacleKind
from records.values import EntryId, Lane, Square
from tests.renderers.samples import NAMES, a_chariot, a_horse, a_phase, a_view

MANY_NAMES = NAMES | {
    EntryId(number): name
    for number, name in enumerate(
        ("Polyneikes", "Gaius Apuleius", "Teres", "Hierax", "Pompeius Musclosus", "Lacerta", "Thallus", "Orpheus"),
        start=9,
    )
}
LONGER_NAMES = {EntryId(number): f"{number}" + "WMQ@&%ÄŶ" * 3 + "WMWMWM" for number in range(1, 17)}

ADVANCED = Options(edition="advanced")
HALTED_TEAM = (a_horse(6), a_horse(4), a_horse(5, 5, "dead"), a_horse(4, 1))


def an_obstacle(kind: ObstacleKind, square: str, entry: int) -> ObstacleView:
    return ObstacleView(kind, Square(square), EntryId(entry))


def a_runaway(entry: int, square: str, **changes: Any) -> ChariotView:
    """Return a team without a car whose driver is dragged behind it, unless *changes* tell otherwise."""
    fields: dict[str, Any] = {"status": "runaway", "has_car": False, "driver": "dragged", "car_square": None, "hits": 5}
    fields["driver_square"] = TRACK.behind[Square(square)]
    return a_chariot(entry, square, **(fields | changes))


def ally_of(number: int) -> EntryId:
    return EntryId(number + 1 if number % 2 else number - 1)


def after_a_pile_up() -> RaceView:
    """Return a race with everything that the Advanced Game puts onto the track."""
    nobody: dict[str, Any] = {"driver_square": None}
    return a_view(
        a_runaway(1, "D4.2", corners=3, order=1, has_moved=True),
        a_runaway(2, "A27.5", driver="on foot", driver_square=Square("A20.6"), corners=2, order=3),
        a_runaway(3, "B20.3", has_car=True, car_square=Square("B19.3"), driver_square=Square("B18.3"), corners=3),
        a_runaway(4, "B8.6", driver="dead", corners=3, **nobody, hits=0),
        a_runaway(
            5, "D9.4", status="halted", driver="on foot", driver_square=Square("D8.4"), horses=HALTED_TEAM, corners=3
        ),
        a_chariot(6, None, status="out", driver="dead", has_car=False, hits=0, endurance=3),
        a_chariot(
            7, "B12.2", corners=3, crossing=Square("B12.2"), crossing_unpaid=3, eyes_lost=("inside",), hits=4,
            blades_inside="regular", blades_outside="long", order=2, has_moved=True,
        ),
        a_chariot(8, "D12.6", corners=3, blinded=True, straight_phases=2, arm=True, wheel_inside=4, boxes_inside=6),
        phase=a_phase(2, total_speed=19, factors=11),
        obstacles=(
            an_obstacle("wreck", "D1.3", 1),
            an_obstacle("wreck", "A22.4", 2),
            an_obstacle("halted team", "D9.4", 5),
            an_obstacle("wreck", "D6.5", 5),
            an_obstacle("carcass", "B12.2", 7),
            an_obstacle("wreck", "B27.2", 6),
            an_obstacle("wreck", "B5.7", 4),
            an_obstacle("carcass", "E5.3", 8),
        ),
        options=ADVANCED,
        markers=3,
    )  # fmt: skip


def at_a_large_start() -> RaceView:
    """Return sixteen chariots in two rows on the grid (18)."""
    chariots = []
    for number in range(1, 17):
        lane = (number * 3) % 8 + 1
        square = f"A{3 if number <= 8 else 1}.{lane}"
        chariots.append(a_chariot(number, square, on_grid=True, written=None, lane=Lane(lane)))
    return a_view(*chariots, turn=1, options=ADVANCED)


def in_a_large_race(**changes: Any) -> RaceView:
    """Return sixteen chariots of eight pairs of allies, crowded into a corner and behind it."""
    squares = (
        "D2.1", "D4.2", "D3.3", "D6.3", "D5.4", "D8.4", "D5.5", "D9.5", "D2.2", "A33.3", "A33.4", "A31.2", "A30.5",
        "D8.6", "D12.6", "A29.1",
    )  # fmt: skip
    chariots = [
        a_chariot(
            number, square, corners=2, order=number if number < 9 else 0, has_moved=number < 8,
            ally=ally_of(number), hits=8 - number % 4, endurance=24 - number,
        )
        for number, square in enumerate(squares, start=1)
    ]  # fmt: skip
    fields = {"phase": a_phase(8, factors=5), "markers": 2, "options": Options(edition="advanced", teams=True)}
    return a_view(*chariots, **(fields | changes))


def in_rain_and_mud() -> RaceView:
    crowd = in_a_large_race(is_raining=True, has_mud=True)
    return a_view(
        *crowd.chariots[:8], phase=crowd.phase, markers=2, options=Options(edition="advanced", weather=True),
        is_raining=True, has_mud=True,
    )  # fmt: skip


def at_its_very_worst() -> RaceView:
    """Return the fullest picture there can be: sixteen damaged chariots, obstacles all around, rain and mud."""
    horses = (a_horse(8, 3), a_horse(8, 7), a_horse(8, 8, "dead"), a_horse(8, 1))
    chariots = []
    for number in range(1, 17):
        square = f"{'DE'[number % 2]}{3 + 2 * (number // 2 % 4) + number // 4 % 2}.{number // 2 % 8 + 1}"
        chariots.append(
            a_chariot(
                number, square, horses=horses, endurance=41, endurance_start=80, wheel_inside=8, wheel_outside=9,
                hits=3, hits_start=12, order=number, corners=5, written=24, has_moved=number < 16, cdm=-3, penalty=6,
                evade_debit=2, gain_must=5, no_inside=True, decline=4, may_not_strain=True, is_stationary=True,
                has_cut=True, gain_may=1, modifier=-2, max_speed=10, ally=ally_of(number), crossing=Square(square),
                crossing_unpaid=5, crossing_own=False, arm=True, eyes_lost=("inside", "outside"), boxes_inside=8,
                blades_inside="long", blades_outside="long", long_whip=True, speared=7,
                weapons=("dust", "knife", "spear"), has_small_knife=False, straight_phases=2, blinded=True,
            )
        )  # fmt: skip
    lying = [an_obstacle("wreck", f"{'AB'[n % 2]}{3 + n}.{n % 8 + 1}", n) for n in range(1, 17)]
    lying += [an_obstacle("carcass", f"B{2 * n}.{n % 8 + 1}", n) for n in range(1, 17)]
    return a_view(
        *chariots, turn=88, final_turn=True, phase=a_phase(16, total_speed=24, factors=20), markers=5,
        obstacles=tuple(lying), is_raining=True, has_mud=True,
        options=Options(edition="advanced", teams=True, detailed_specification=True, weather=True),
    )  # fmt: skip
