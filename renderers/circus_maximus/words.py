"""Short words that pictures and their alt texts share."""

from collections.abc import Mapping

from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import CORNERS_A_LAP, TRACK, marker
from engine.circus_maximus.seen.views import ChariotView, ObstacleView, RaceView
from engine.circus_maximus.words.state import ObstacleKind
from records.values import EntryId, Square
from renderers.palette import Weather
from renderers.telling import signed


def lap_number(view: RaceView, chariot: ChariotView) -> int:
    """Return which lap a chariot is in, 1 first."""
    return min(view.laps, chariot.corners // CORNERS_A_LAP + 1)


def lap_of(view: RaceView, chariot: ChariotView) -> str:
    return f"lap {lap_number(view, chariot)}/{view.laps}"


def weather_of(view: RaceView) -> Weather:
    if view.has_mud:
        return "rain and mud" if view.is_raining else "mud"
    return "rain" if view.is_raining else "dry"


def standing_of(view: RaceView) -> str:
    """Return how far the race is, and its weather unless it is dry, for a headline."""
    weather = weather_of(view)
    return _progress_of(view) if weather == "dry" else f"{_progress_of(view)}, {weather}"


def _progress_of(view: RaceView) -> str:
    if view.is_over:
        return "The race is over"
    if view.turn == 0:
        return "Before the race"
    if view.final_turn:
        return f"Turn {view.turn}, the last"
    lap = max((lap_number(view, chariot) for chariot in view.chariots if chariot.square is not None), default=1)
    return f"Turn {view.turn}, lap {lap} of {view.laps}"


def mover_of(view: RaceView) -> ChariotView | None:
    """Return the chariot whose phase it is, or else the last that moved in this turn; none once the race is over."""
    if view.is_over:
        return None
    if view.phase is not None:
        return view.chariot(view.phase.entry)
    moved = [chariot for chariot in view.chariots if chariot.has_moved and chariot.order]
    return max(moved, key=lambda chariot: chariot.order, default=None)


def doing_of(view: RaceView) -> str:
    """Return the mover's factors left, in words; between phases, that it was the last to move."""
    return "moved last" if view.phase is None else f"{view.phase.factors} left"


def markers_standing(view: RaceView) -> tuple[int, int]:
    """Return how many eggs and how many dolphins still stand; there is one of each for a lap (3.7)."""
    gone = [marker(number) for number in range(1, view.markers + 1)]
    return view.laps - gone.count("egg"), view.laps - gone.count("dolphin")


def limit_ahead(view: RaceView, square: Square) -> int:
    """Return the safe speed where a team stands, or that of the next corner in its lane."""
    while (limit := view.limit(square)) is None:
        square = TRACK.ahead[square]
    return limit


def figures_of(view: RaceView, chariot: ChariotView) -> list[tuple[str, str]]:
    """Return a driver's figures: labels of one or two words, and values; of the phase if it is theirs."""
    phase = view.phase if view.phase is not None and view.phase.entry == chariot.entry else None
    if phase is not None and not phase.has_begun:
        phase = None  # nothing is there to spend before its dice are rolled: what was written is known
    top, endurance = (chariot.max_speed, chariot.endurance) if view.is_set_up else ("?", "?")  # nothing is rolled yet
    figures = [
        ("factors left", str(phase.factors)) if phase else ("top speed", str(top)),
        ("total speed", str(phase.total_speed)) if phase else (_speed_label(chariot), _own_speed(chariot)),
        ("endurance left", str(endurance)),
    ]
    if chariot.status == "runaway" and not chariot.has_car:
        figures.append(("any corner", "safe"))  # 15.24
    elif chariot.square is not None:
        is_in_corner = chariot.square in TRACK.limit
        figures.append(("safe here" if is_in_corner else "safe ahead", str(limit_ahead(view, chariot.square))))
    return figures


def _speed_label(chariot: ChariotView) -> str:
    return "written speed" if chariot.status == "racing" else "runs at"


def _own_speed(chariot: ChariotView) -> str:
    """Return the speed as its driver reads it: one that they do not know has not been written yet."""
    speed = speed_of(chariot)
    return "none" if speed == "?" else speed


def speed_of(chariot: ChariotView) -> str:
    """Return the speed it drives at: the written one, and without a driver its highest (15.22)."""
    if chariot.status in ("runaway", "halted"):
        return str(chariot.max_speed if chariot.status == "runaway" else 0)
    return "?" if chariot.written is None else str(chariot.written)


def whereabouts(view: RaceView, chariot: ChariotView) -> str:
    """Return where a chariot is, in a few words."""
    if chariot.status == "finished":
        return f"{chariot.colour}, finished in turn {chariot.finished_turn}, {chariot.factors_left} factors left"
    if chariot.status == "out":
        return ", ".join([chariot.colour, "out of the race", *_fates_of(chariot)])
    if chariot.square is None:
        return f"{chariot.colour}, not on the track yet"
    speed = speed_of(chariot)
    speed_words = "speed not known" if speed == "?" else f"speed {speed}"
    fates = "".join(f", {fate}" for fate in _fates_of(chariot))
    return f"{chariot.colour}, {chariot.square}, {lap_of(view, chariot)}, {speed_words}{fates}"


OBSTACLES: Mapping[ObstacleKind, str] = {"wreck": "wreck", "halted team": "halted team", "carcass": "dead horse"}


def lying_of(view: RaceView) -> list[ObstacleView]:
    """Return the obstacles on the track, by squares, without halted teams, which appear as chariots."""
    lying = [each for each in view.obstacles if each.kind != "halted team"]
    return sorted(lying, key=lambda each: (each.square, each.kind, each.entry))


def _fates_of(chariot: ChariotView) -> list[str]:
    """Return the fates of a team and of its driver; none for a driver who is simply driving it."""
    fates: list[str] = [chariot.status] if chariot.status in ("runaway", "halted") else []
    if chariot.status == "runaway" and chariot.has_car:
        fates = ["runaway car"]
    match chariot.driver:
        case "in car":
            pass
        case "on foot" if chariot.driver_square is not None:
            fates.append(f"on foot {chariot.driver_square}")
        case "dead":
            fates.append("driver dead")
        case "escaped":
            fates.append("driver escaped")
        case fate:
            fates.append(fate)
    return fates


def notes_of(chariot: ChariotView) -> list[str]:
    """Return the notes on a chariot that everybody has to see at once, in a word or two each, worst first."""
    straight = chariot.straight_phases > 0 and not chariot.blinded
    notes = (
        (chariot.crossing is not None and chariot.square is not None, "on obstacle"),
        (chariot.blinded, "blinded"),
        (straight, "half blind"),
        (chariot.eyes_lost, f"blind {' and '.join(chariot.eyes_lost)}"),
        (chariot.arm, "arm hurt"),
    )
    return [*_fates_of(chariot), *(note for holds, note in notes if holds)]


_BLADES = {"regular": "scythe", "long": "long scythe"}


def blades_of(chariot: ChariotView) -> list[str]:
    """Return the scythes on its wheels (16.1)."""
    sides = (("inside", chariot.blades_inside), ("outside", chariot.blades_outside))
    return [f"{_BLADES[blades]} {side}" for side, blades in sides if blades != "none"]


def kit_of(chariot: ChariotView) -> list[str]:
    """Return a chariot's special gear (16.1, 16.2)."""
    return [*blades_of(chariot), *chariot.weapons]


def gear_of(view: RaceView, chariot: ChariotView) -> list[tuple[str, str]]:
    """Return labels and words for the car and the whip; freely built cars have no classes (16.1)."""
    lost = "none" if view.options.detailed_specification else "lost"
    whip = "long" if chariot.has_whip and chariot.long_whip else "yes" if chariot.has_whip else lost
    car: list[tuple[str, str]] = [] if view.options.detailed_specification else [("car", chariot.car)]
    if not chariot.has_car:
        car = [("car", "wrecked")]
    return [*car, ("whip", whip)]


def allies_of(view: RaceView) -> list[tuple[EntryId, EntryId]]:
    """Return the chariots that win together, each two once (option teams)."""
    return [(each.entry, each.ally) for each in view.chariots if each.ally is not None and each.entry < each.ally]


def _thrown_by(view: RaceView, chariot: ChariotView) -> list[tuple[bool, str]]:
    """Return in words each weapon of every driver at the start, and whether it is thrown (16.2, II.10.5, II.10.6)."""
    edition, is_ready = edition_of(view.options), chariot.hits_start > 0
    own: list[tuple[bool, str]] = []
    if edition.throws_own_knife:
        own.append((is_ready and "knife" not in chariot.weapons, "knife thrown"))
    else:
        own.append((not chariot.has_small_knife, "small knife thrown"))
    if edition.has_dust:
        own.append((is_ready and "dust" not in chariot.weapons, "dust thrown"))
    return own


def conditions_of(view: RaceView, chariot: ChariotView) -> list[str]:
    """Return the conditions that hinder a chariot or help it now, worst first."""
    jostle = chariot.cdm - chariot.modifier
    straight = chariot.straight_phases
    notes = (
        (not view.is_set_up, "no figures before all are prepared"),
        (chariot.is_stationary and view.is_set_up, "held by a dead horse" if chariot.is_held else "no speed left"),
        (jostle, f"jostled ({signed(jostle)})"),
        (chariot.may_not_strain, "no whip, no strain"),
        (chariot.strain_written, "the whip is written"),
        (chariot.no_inside, "not inside this turn"),
        (chariot.decline, f"tired team {signed(-chariot.decline)}"),
        (chariot.penalty, f"next speed {signed(-chariot.penalty)}"),
        (chariot.evade_debit, f"owes {chariot.evade_debit} for evading"),
        (chariot.gain_must, f"must use {signed(chariot.gain_must)}"),
        (chariot.gain_may, f"may use {signed(chariot.gain_may)}"),
        (chariot.has_cut, "cutting free this turn"),
        (chariot.crossing is not None and not chariot.crossing_own, "to be crossed as its next phase begins"),
        (chariot.crossing_unpaid, f"jump die {chariot.crossing_unpaid} unpaid"),
        (straight, f"straight on for {straight} more phase{'s' if straight > 1 else ''}"),
        *_thrown_by(view, chariot),
        (chariot.speared, f"spear used in turn {chariot.speared}"),
    )
    return [*notes_of(chariot), *(note for holds, note in notes if holds)]
