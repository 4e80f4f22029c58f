"""How a Circus Maximus race stands, in a few lines."""

from fractions import Fraction

from cogs.present.telling import count
from cogs.present.words import Names
from engine.circus_maximus.data import STRAIGHTS, TRACK
from engine.circus_maximus.state import Options
from engine.circus_maximus.views import ChariotView, RaceView

CORNERS_A_LAP = 2
WHERE = {"A": "home straight", "D": "dolphin corner", "B": "back straight", "E": "egg corner"}


def terms(options: Options) -> str:
    """Return what the host has chosen."""
    laps = count(options.laps, "lap")
    return f"{laps}, all eight chariots are shared out" if options.share_out else f"{laps}, up to eight chariots"


def standings(view: RaceView, names: Names) -> str:
    """Return the field from first to last: where each is, how fast it can go, what it has left."""
    if not view.is_set_up:
        return "The chariots are being prepared."
    field = sorted(view.chariots, key=_rank)
    return "\n".join(
        f"{place}. {names[chariot.entry]} · {_where(chariot)}" for place, chariot in enumerate(field, start=1)
    )


def _rank(chariot: ChariotView) -> tuple[int, int, Fraction, int]:
    """Rank as the rules place them (10.3 to 10.5).

    Those across the line come first, by factors left, then as they were drawn; then the others by progress, ties to the
    inner lane; those who are out come last.
    """
    if chariot.status == "finished":
        return 0, -chariot.factors_left, Fraction(0), chariot.order
    if chariot.square is None:
        return 2, -chariot.corners, Fraction(0), chariot.entry
    is_straight = TRACK.section[chariot.square] in STRAIGHTS
    return 1, -(chariot.corners * 2 + is_straight), -TRACK.front[chariot.square], TRACK.lane[chariot.square]


def _where(chariot: ChariotView) -> str:
    if chariot.status == "finished":
        return f"🏁 finished with {chariot.factors_left} to spare"
    if chariot.square is None:
        return "out"
    lap = chariot.corners // CORNERS_A_LAP + 1
    hurt = " · dead horse" if chariot.is_stationary else ""
    return (
        f"lap {lap}, {WHERE[TRACK.section[chariot.square]]} {chariot.square} · top speed {chariot.max_speed} · "
        f"endurance {chariot.endurance}{hurt}"
    )
