"""Short words that pictures and their alt texts share."""

from collections.abc import Mapping

from engine.circus_maximus.data import TRACK, marker
from engine.circus_maximus.views import ChariotView, RaceView
from engine.values import EntryId, Square

CORNERS_A_LAP = 2


def name_of(names: Mapping[EntryId, str], chariot: ChariotView) -> str:
    """Return an entry's name, or its colour if it has none."""
    return names.get(chariot.entry, chariot.colour)


def lap_number(view: RaceView, chariot: ChariotView) -> int:
    """Return which lap a chariot is in, 1 first."""
    return min(view.laps, chariot.corners // CORNERS_A_LAP + 1)


def lap_of(view: RaceView, chariot: ChariotView) -> str:
    return f"lap {lap_number(view, chariot)}/{view.laps}"


def standing_of(view: RaceView) -> str:
    """Return how far the race is, for a headline."""
    if view.is_over:
        return "The race is over"
    if view.turn == 0:
        return "Before the race"
    if view.final_turn:
        return f"Turn {view.turn}, the last"
    lap = max((lap_number(view, chariot) for chariot in view.chariots if chariot.status == "racing"), default=1)
    return f"Turn {view.turn}, lap {lap} of {view.laps}"


def mover_of(view: RaceView) -> ChariotView | None:
    """Return whose phase it is, or else who moved last in this turn."""
    if view.phase is not None:
        return view.chariot(view.phase.entry)
    moved = [chariot for chariot in view.chariots if chariot.has_moved and chariot.order]
    return max(moved, key=lambda chariot: chariot.order, default=None)


def doing_of(view: RaceView) -> str:
    """Return what the mover does."""
    return "has moved" if view.phase is None else f"{view.phase.factors} left"


def markers_standing(view: RaceView) -> tuple[int, int]:
    """Return how many eggs and how many dolphins still stand; there is one of each for a lap (3.7)."""
    gone = [marker(number) for number in range(1, view.markers + 1)]
    return view.laps - gone.count("egg"), view.laps - gone.count("dolphin")


def limit_ahead(square: Square) -> int:
    """Return the safe speed where a team stands, or that of the next corner in its lane."""
    while square not in TRACK.limit:
        square = TRACK.ahead[square]
    return TRACK.limit[square]


def figures_of(view: RaceView, chariot: ChariotView) -> list[tuple[str, str]]:
    """Return what a driver looks at: labels of one or two words, and figures; as for the phase if it is his."""
    phase = view.phase if view.phase is not None and view.phase.entry == chariot.entry else None
    written = "?" if chariot.written is None else str(chariot.written)
    figures = [
        ("factors left", str(phase.factors)) if phase else ("top speed", str(chariot.max_speed)),
        ("total speed", str(phase.total_speed)) if phase else ("written speed", written),
        ("endurance left", str(chariot.endurance)),
    ]
    if chariot.square is not None:
        is_in_corner = chariot.square in TRACK.limit
        figures.append(("safe here" if is_in_corner else "next corner", str(limit_ahead(chariot.square))))
    return figures


WHEEL_BOXES = 10
"""Of each wheel, whatever the car (4.2)."""


def signed(number: int) -> str:
    """
    >>> signed(2), signed(0), signed(-3)
    ('+2', '0', '−3')
    """
    return f"{number:+d}".replace("-", "−") if number else "0"


def whereabouts(view: RaceView, chariot: ChariotView) -> str:
    """Return where a chariot is, in a few words."""
    if chariot.status == "finished":
        return f"{chariot.colour}, finished in turn {chariot.finished_turn}, {chariot.factors_left} factors left"
    if chariot.status == "out":
        return f"{chariot.colour}, out of the race"
    if chariot.square is None:
        return f"{chariot.colour}, not on the track yet"
    speed = "speed not known" if chariot.written is None else f"speed {chariot.written}"
    return f"{chariot.colour}, {chariot.square}, {lap_of(view, chariot)}, {speed}"


def conditions_of(chariot: ChariotView) -> list[str]:
    """Return what weighs on a chariot or helps it now, worst first."""
    jostle = chariot.cdm - chariot.modifier
    told = (
        (chariot.is_stationary, "held by a dead horse"),
        (jostle, f"jostled ({signed(jostle)})"),
        (chariot.may_not_strain, "may not strain"),
        (chariot.no_inside, "not inside this turn"),
        (chariot.decline, f"tired team {signed(-chariot.decline)}"),
        (chariot.penalty, f"next speed {signed(-chariot.penalty)}"),
        (chariot.evade_debit, f"owes {chariot.evade_debit} for evading"),
        (chariot.gain_must, f"must use {signed(chariot.gain_must)}"),
        (chariot.gain_may, f"may use {signed(chariot.gain_may)}"),
        (chariot.has_cut, "cutting free this turn"),
    )
    return [words for holds, words in told if holds]
