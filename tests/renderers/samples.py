"""Views of races made by hand, for pictures."""

from typing import Any

from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.views import ChariotView, HorseView, PhaseView, RaceView
from records.values import EntryId, Faction, Lane, Square

COLOURS = (
    "red", "blue", "yellow", "green", "purple", "black", "white", "orange",
    "pink", "brown", "grey", "cyan", "gold", "maroon", "lime", "navy",
)  # fmt: skip
NAMES = {
    EntryId(number): name
    for number, name in enumerate(
        (
            "Scorpus",
            "Diocles of Lusitania",
            "Crescens",
            "Flavius Calpurnianus",
            "Messala",
            "Ben-Hur",
            "Porphyrius",
            "Incitatus",
        ),
        start=1,
    )
}
SPEEDS = (6, 4, 5, 4)


def a_horse(original: int = 5, injury: int = 0, state: Any = "alive") -> HorseView:
    return HorseView(original, injury, state)


def a_chariot(entry: int, square: str | None = "A3.1", **changes: Any) -> ChariotView:
    """Return a sound chariot; *changes* are fields to set."""
    name = Square(square) if square else None
    fields: dict[str, Any] = {
        "entry": EntryId(entry),
        "colour": COLOURS[(entry - 1) % len(COLOURS)],
        "faction": Faction(entry),
        "status": "racing",
        "lane": TRACK.lane[name] if name else Lane(1),
        "square": name,
        "car_square": TRACK.behind[name] if name else None,
        "corners": 0,
        "on_grid": False,
        "horses": tuple(a_horse(speed) for speed in SPEEDS),
        "endurance": 23,
        "endurance_start": 23,
        "decline": 0,
        "car": "normal",
        "wheel_inside": 0,
        "wheel_outside": 0,
        "modifier": 1,
        "modifier_start": 1,
        "cdm": 1,
        "hits": 8,
        "hits_start": 8,
        "has_whip": True,
        "max_speed": 20,
        "written": 14,
        "last_speed": 12,
        "has_moved": False,
        "order": 0,
        "is_stationary": False,
        "may_not_strain": False,
        "no_inside": False,
        "penalty": 0,
        "evade_debit": 0,
        "gain_must": 0,
        "gain_may": 0,
        "has_cut": False,
        "finished_turn": None,
        "factors_left": 0,
    }
    return ChariotView(**(fields | changes))


def a_view(*chariots: ChariotView, **changes: Any) -> RaceView:
    """Return a race of *chariots* in turn 5; *changes* are fields to set."""
    fields: dict[str, Any] = {
        "turn": 5,
        "laps": 3,
        "is_set_up": True,
        "is_over": False,
        "final_turn": False,
        "markers": 0,
        "chariots": chariots,
        "phase": None,
        "has_answered": (),
        "own_points": {},
        "own_speeds": {},
    }
    return RaceView(**(fields | changes))


def a_phase(entry: int, *, total_speed: int = 14, factors: int = 6) -> PhaseView:
    return PhaseView(EntryId(entry), total_speed, total_speed - factors, factors, 0, False, (), has_begun=True)


def at_the_start() -> RaceView:
    chariots = [
        a_chariot(n, f"A3.{lane}", on_grid=True, written=None)
        for n, lane in zip(range(1, 9), (4, 1, 8, 3, 6, 2, 7, 5), strict=True)
    ]
    return a_view(*chariots, turn=1)


def in_mid_race() -> RaceView:
    """Return a race with damage of every kind, chariots on all four sections, one out."""
    hurt = (a_horse(6, 2), a_horse(4), a_horse(5, 4), a_horse(4))
    dead = (a_horse(6), a_horse(4, 4, "dead"), a_horse(5, 1), a_horse(4))
    cut = (a_horse(7), a_horse(4), a_horse(3), a_horse(6, 6, "cut free"))
    return a_view(
        a_chariot(1, "D4.2", corners=3, order=2, horses=hurt, endurance=12, wheel_inside=3, has_moved=True),
        a_chariot(2, "D9.5", corners=3, order=1, has_moved=True, written=18, endurance=17),
        a_chariot(3, "D6.4", corners=3, order=3, written=15, endurance=9, hits=4, cdm=-2),
        a_chariot(4, "A31.3", corners=2, horses=dead, is_stationary=True, written=9, endurance=5),
        a_chariot(5, "B12.1", corners=3, written=20, horses=cut, car="light", endurance=21),
        a_chariot(6, None, status="out", endurance=3, wheel_outside=10),
        a_chariot(7, "D7.5", corners=3, written=16, wheel_inside=6, wheel_outside=2, car="heavy", endurance=14),
        a_chariot(8, "B30.7", corners=3, written=24, endurance=1, hits=2),
        phase=a_phase(3, total_speed=15, factors=6),
        markers=2,
    )


def in_a_crowded_corner() -> RaceView:
    squares = ("E2.1", "E4.1", "E6.1", "E3.2", "E5.2", "E7.2", "E4.3", "E2.2")
    chariots = [a_chariot(n, square, corners=4, order=n, has_moved=n < 4) for n, square in enumerate(squares, start=1)]
    return a_view(*chariots, phase=a_phase(4, factors=3), markers=4, turn=9)


def in_the_final_turn() -> RaceView:
    places = {"status": "finished", "finished_turn": 14, "corners": 6}
    return a_view(
        a_chariot(1, None, order=1, has_moved=True, factors_left=4, **places),
        a_chariot(2, "B33.2", corners=5, order=3, endurance=2),
        a_chariot(3, None, order=2, has_moved=True, factors_left=1, **places),
        a_chariot(4, "B25.1", corners=5, endurance=0, decline=2),
        a_chariot(5, None, status="out"),
        a_chariot(6, None, status="out"),
        a_chariot(7, "B18.4", corners=5),
        a_chariot(8, "D11.5", corners=5, endurance=8),
        phase=a_phase(2, total_speed=17, factors=9),
        turn=14,
        final_turn=True,
        markers=6,
    )


def at_its_worst() -> RaceView:
    """Return a race whose picture is as full as can be: everybody damaged, spread over both corners."""
    horses = (a_horse(10, 3), a_horse(9, 7), a_horse(8, 8, "dead"), a_horse(10, 1))
    squares = ("D5.1", "E4.1", "D9.4", "E11.5", "D20.7", "E24.8", "D13.6", "E6.2")
    return a_view(
        *(
            a_chariot(
                n, square, horses=horses, endurance=11, wheel_inside=8, wheel_outside=9, hits=3, order=n, corners=5,
                written=24, has_moved=n < 8, cdm=-3, penalty=6, evade_debit=2, gain_must=5, no_inside=True, decline=4,
                may_not_strain=True, is_stationary=True, has_cut=True, gain_may=1, car="heavy", modifier=-2,
                max_speed=10,
            )
            for n, square in enumerate(squares, start=1)
        ),
        turn=88,
        final_turn=True,
        phase=a_phase(8, total_speed=24, factors=20),
        markers=5,
    )  # fmt: skip


LONG_NAMES = {EntryId(number): f"{number}" + "WMQ@&%ÄŶ" * 3 + "WMWMWMW" for number in range(1, 9)}


def long_paths(view: RaceView, length: int = 26) -> dict[EntryId, tuple[Square, ...]]:
    """Return for each team the squares straight behind it, the farthest first."""
    paths = {}
    for chariot in view.chariots:
        squares = [chariot.square] if chariot.square else []
        while squares and len(squares) < length:
            squares.append(TRACK.behind[squares[-1]])
        paths[chariot.entry] = tuple(reversed(squares))
    return paths
