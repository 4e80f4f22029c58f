"""Corners above the safe speed (6.32, 7.1 to 7.35, 8.41).

6.32  A lane's safe speed counts while any part of the chariot is in the corner.
7.2   A chariot faster than that is checked as it enters the corner, as its phase begins in it, and as it moves to a
      lane further inside, its car alone in the corner or not; not when it moves outward or on in its lane.
7.22  What it has survived it is not checked for again this turn: that lane, and all outside it. Its own phase begins
      anew (7.23).
7.31  Each movement factor above the limit is a strain point, and costs an endurance factor once a turn and corner.
7.32  Three dice less the CDM, in the column of the strain points, say what happens. Wheels that were damaged before are
      tried then.
8.41  Without endurance the chariot flips.
7.33  A jostled chariot, or one that slipped twice, may not choose to strain.
15.24 A team that has lost its car takes any corner; with a car but no driver it is checked without a CDM, is charged no
      endurance, and cannot be jostled (16.7).
"""

from collections.abc import Sequence

from engine.circus_maximus import endurance, finish, flips, horses, sideslips, spear, speed, weather, wheels
from engine.circus_maximus.data import (
    JOSTLE,
    NO_STRAIN_TURNS,
    ONE_SIDED_BLADES,
    TRACK,
    corner_strain,
    horse_injury,
)
from engine.circus_maximus.facts import CornerCode, CornerStrained, CornerTaken, Jostled, StrainingBarred
from engine.circus_maximus.state import Chariot, Race
from engine.game import Modifier, Play, Table
from engine.track import SIDES, Side
from engine.values import EntryId, Square


def is_strained(race: Race, came_from: Square, to: Square, side: Side | None, total_speed: int) -> bool:
    """Tell whether a move to *to* brings a chariot of this speed above a safe speed, survived this turn or not (7.2).

    :param side: where the move went; ``None`` if straight on.
    """
    limit = limit_at(race, to)
    if limit is None or total_speed <= limit:
        return False
    return side == "inside" or (to in TRACK.limit and TRACK.section[came_from] != TRACK.section[to])


def is_checked(
    race: Race, chariot: Chariot, came_from: Square, to: Square, side: Side | None, total_speed: int
) -> bool:
    """Tell whether a move to *to* is checked: it strains the chariot, and more than it has survived (7.2, 7.22, C16).

    :param side: where the move went; ``None`` if straight on.
    """
    if not is_strained(race, came_from, to, side, total_speed):
        return False
    if chariot.survived is None or finish.is_new_corner(chariot, came_from, to):
        return True
    return (limit_at(race, to) or 0) < chariot.survived


def forget(chariot: Chariot) -> None:
    """Let nothing count any more of what a chariot has survived in a corner, and paid for it (7.23, C16)."""
    chariot.charged, chariot.survived = 0, None


def limit_at(race: Race, square: Square) -> int | None:
    """Return the safe speed for a chariot whose team is in *square*; none if no part of it is in a corner (6.32)."""
    return weather.limit(race, square) or weather.limit(race, TRACK.behind[square])


def is_straining_barred(chariot: Chariot) -> bool:
    """Tell whether a chariot may not choose to corner above the safe speed (7.33)."""
    return chariot.jostled or chariot.no_strain > 0


def check_corner(race: Race, table: Table, entry: EntryId, *, speed: int | None = None) -> Play[bool]:
    """Take a chariot through the check of the corner it stands in, if it is too fast for it (7.2 to 7.41).

    :param speed: of a chariot that is not the mover; the mover's is the total speed of its phase (C13).
    :returns: whether nothing came of it but lost endurance.
    """
    assert race.phase is not None
    chariot, phase = race.chariots[entry], race.phase
    limit = limit_at(race, chariot.square)
    points = (phase.total_speed if speed is None else speed) - (limit or 0)
    if limit is None or points <= 0 or not chariot.has_car:  # 15.24
        return True
    table.tell(CornerStrained(entry, TRACK.lane[chariot.square], limit, points))
    if not chariot.endurance:  # 8.41
        flips.flip(race, table, entry, "no endurance")
        return False

    before = (phase.total_speed, chariot.wheels.inside, chariot.wheels.outside)
    damaged = [side for side in SIDES if wheels.damage_of(chariot.wheels, side)]
    if chariot.driver == "in car":
        _charge(race, table, entry, points)
    rolled = table.roll(entry, "corner", "7.32", count=3, modifiers=modifiers_of(race, chariot))
    code = corner_strain(rolled.total, points)
    table.tell(CornerTaken(entry, code))
    yield from suffer(race, table, entry, code)
    if chariot.has_car:
        chariot.survived = limit if chariot.survived is None else min(limit, chariot.survived)
    _try_wheels(race, table, entry, damaged)
    is_hurt = spear.slip(race, table, entry)
    is_calm = code == "-" and chariot.has_car and chariot.is_on_track and not is_hurt
    return is_calm and before == (phase.total_speed, chariot.wheels.inside, chariot.wheels.outside)


def modifiers_of(race: Race, chariot: Chariot) -> tuple[Modifier, ...]:
    """Return what counts in a corner roll: the driver, the weather, blades on one side (7.32, 16.1, 16.7).

    A team that runs away with its car has no driver to help it (16.7).
    """
    cdm = chariot.cdm if chariot.driver == "in car" else 0
    one_sided = ONE_SIDED_BLADES if chariot.blades_inside != chariot.blades_outside else 0
    return (
        Modifier("CDM", -cdm),
        Modifier("unlike blades", one_sided),
        *weather.corner_modifiers(race, chariot),
    )


def _charge(race: Race, table: Table, entry: EntryId, points: int) -> None:
    """Take the endurance for strain points, less what this corner has charged this turn (C2, C4, C13)."""
    chariot = race.chariots[entry]
    due = max(0, points - chariot.charged)
    chariot.charged += due
    endurance.spend(race, table, entry, due, "corner")


def suffer(race: Race, table: Table, entry: EntryId, code: CornerCode) -> Play[None]:
    """Do what the corner chart says (7.32 to 7.35)."""
    match code:
        case "S":
            yield from sideslips.forced_sideslip(race, table, entry, 1)
        case "SS":
            yield from sideslips.forced_sideslip(race, table, entry, 2)
            _bar_straining(race, table, entry)
        case "J" if race.chariots[entry].driver == "in car":
            _jostle(race, table, entry)
        case "LH":
            _hurt(race, table, entry, horses.leftmost(race.chariots[entry]))
        case "RH":
            _hurt(race, table, entry, horses.rightmost(race.chariots[entry]))
        case "FP":
            flips.flip(race, table, entry, "corner")


def _bar_straining(race: Race, table: Table, entry: EntryId) -> None:
    chariot = race.chariots[entry]
    if chariot.status != "racing":  # a team without a driver cannot be strained, and one that flipped has none
        return
    chariot.no_strain = NO_STRAIN_TURNS
    table.tell(StrainingBarred(entry))
    speed.refresh(race, table, entry, void_strain=True)


def _jostle(race: Race, table: Table, entry: EntryId) -> None:
    """Shake the driver: his CDM falls for a time, and with it the speed (7.351 to 7.354)."""
    chariot = race.chariots[entry]
    chariot.jostle -= JOSTLE
    chariot.jostled = True
    table.tell(Jostled(entry, chariot.cdm))
    speed.refresh(race, table, entry, void_strain=True)


def _hurt(race: Race, table: Table, entry: EntryId, horse: int) -> None:
    """Injure the outermost living horse: two dice without modifier (C9)."""
    rolled = table.roll(entry, "horse injury", "9.5")
    horses.injure(race, table, entry, horse, horse_injury(rolled.total))


def _try_wheels(race: Race, table: Table, entry: EntryId, damaged: Sequence[Side]) -> None:
    """Try for straining, once a phase, the wheels that were *damaged* before the check (7.41, D22)."""
    assert race.phase is not None
    chariot = race.chariots[entry]
    if not chariot.has_car or not chariot.is_on_track or entry in race.phase.wheels_tried:
        return
    if damaged:
        race.phase.wheels_tried.append(entry)
        wheels.check(race, table, entry, damaged, "strain")
