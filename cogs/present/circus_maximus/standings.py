"""How a Circus Maximus race stands, in a few lines."""

from cogs.present.telling import count
from cogs.present.words import Names
from engine.circus_maximus.data import TRACK
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


def _rank(chariot: ChariotView) -> tuple[int, int, int, float, int]:
    """Rank by progress: finished first, those out last; ties go to the inner lane, then to the lower number."""
    standing = {"finished": 0, "racing": 1, "out": 2}[chariot.status]
    if chariot.square is None:
        finished = -chariot.factors_left if chariot.status == "finished" else 0
        return standing, finished, -chariot.corners, 0.0, chariot.entry
    part = TRACK.front[chariot.square]
    straight = TRACK.section[chariot.square] in ("A", "B")
    return standing, 0, -(chariot.corners * 2 + straight), -float(part), int(chariot.lane or 0)


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
