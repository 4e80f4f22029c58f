"""How a Circus Maximus race stands, in a few lines."""

from collections.abc import Mapping
from fractions import Fraction

from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import CORNERS_A_LAP, STRAIGHTS, TRACK
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.options import Options
from words.shared.telling import STARTS_BY_RATING, count, joined, to_spare
from words.shared.words import Names

WHERE = {"A": "home straight", "D": "dolphin corner", "B": "back straight", "E": "egg corner"}


FIELDS = {8: "eight", 10: "ten", 12: "twelve", 14: "fourteen", 16: "sixteen"}
SWITCHES: Mapping[str, str] = {
    "gentle": "few, gentle house drivers",
    "teams": "teams of two that win together",
    "detailed_specification": "chariots built from 32 points",
    "dust": "dust",
    "knife": "knives",
    "spear": "spears",
    "horse_carcasses": "dead horses in the way",
    "critical_horse_hits": "critical horse hits",
    "first_turn_acceleration": "first-turn acceleration",
    "written_straining": "a written S for the whip",
    "weather": "weather",
    "no_horse_ram": "horse rams outlawed",
    "by_rating": STARTS_BY_RATING,
}
RULINGS: Mapping[tuple[str, str | int], str] = {
    ("evade_cost", "cap"): "evading lowers the highest speed",
    ("frontal_ram", "even"): "frontal rams hurt all horses evenly",
    ("free_attempts", "every phase"): "dragged drivers try to get free in every phase",
    ("horse_cut", "all"): "all dead horses are cut free by one roll",
    ("ram_dice", 3): "three dice hurt a horse",
}
"""Switches of rulings, where they are not as usual."""


def terms(options: Options) -> str:
    """Return the host's choices: the edition, the race, and each switch that is on, by name."""
    field = FIELDS[options.field]
    chariots = f"all {field} chariots are shared out" if options.share_out else f"up to {field} chariots"
    on = [words for name, words in SWITCHES.items() if getattr(options, name)]
    on += [words for (name, value), words in RULINGS.items() if getattr(options, name) == value]
    length = count(options.laps, "lap")
    if options.time_limit:
        length += f" or {options.time_limit} turns"
    said = [edition_of(options).title, f"{length}, {chariots}"]
    return " · ".join([*said, f"with {joined(on)}"] if on else said)


def turn(view: RaceView) -> str:
    """Return the number of the turn in words; empty during the preparation."""
    return f"Turn {view.turn}" if view.turn else ""


def standings(view: RaceView, names: Names) -> str:
    """Return the field from first to last: each chariot's square, its top speed, its endurance."""
    if not view.is_set_up:
        return "The chariots are being prepared."
    field = sorted(view.chariots, key=_rank)
    lines = [f"{place}. {names[chariot.entry]} · {_where(chariot)}" for place, chariot in enumerate(field, start=1)]
    return "\n".join([*_weather(view), *lines])


def _weather(view: RaceView) -> list[str]:
    """Return a line on the weather, if it is bad."""
    seen = [word for word, is_so in (("🌧️ it rains", view.is_raining), ("🟫 the track is mud", view.has_mud)) if is_so]
    return [f"{joined(seen)}."] if seen else []


def _rank(chariot: ChariotView) -> tuple[int, int, Fraction, int]:
    """Rank as the rules place them (10.3 to 10.5).

    Those across the line come first, by factors left, then as they were drawn; then the others by progress, ties to the
    inner lane; those who are out come last.
    """
    if chariot.status == "finished":
        return 0, -chariot.factors_left, Fraction(0), chariot.order
    if chariot.square is None or not _may_be_placed(chariot):
        return 2, -chariot.corners, Fraction(0), chariot.entry
    is_straight = TRACK.section[chariot.square] in STRAIGHTS
    return 1, -(chariot.corners * 2 + is_straight), -TRACK.front[chariot.square], TRACK.lane[chariot.square]


def _may_be_placed(chariot: ChariotView) -> bool:
    """Tell whether it would be placed if the race ended now: with a driver in the car, or dragged and alive (13.2)."""
    return chariot.status == "racing" or (chariot.status == "runaway" and chariot.driver == "dragged")


def _where(chariot: ChariotView) -> str:
    if chariot.status == "finished":
        return f"🏁 finished with {to_spare(chariot.factors_left, 'square')}"
    if chariot.square is None or chariot.status == "halted":
        return f"out{_driver(chariot)}"
    lap = chariot.corners // CORNERS_A_LAP + 1
    hurt = " · dead horse" if chariot.is_held else " · no speed left" if chariot.is_stationary else ""
    runs = f"runaway team{_driver(chariot)}, " if chariot.status == "runaway" else ""
    return (
        f"{runs}lap {lap}, {WHERE[TRACK.section[chariot.square]]} {chariot.square} · top speed {chariot.max_speed} · "
        f"endurance {chariot.endurance}{hurt}"
    )


def _driver(chariot: ChariotView) -> str:
    """Return the whereabouts of a driver who is not in the car; empty where the car went out too."""
    match chariot.driver:
        case "dragged":
            return f", the driver dragged behind with {count(chariot.hits, 'hit')} left"
        case "on foot":
            return f", the driver on foot at {chariot.driver_square}"
        case "escaped":
            return ", the driver is safe"
        case "dead":
            return ", the driver is dead"
        case _:
            return ""
