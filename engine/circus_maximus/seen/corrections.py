"""Corrections that a steward may make of a chariot as a turn begins: its square, and its log (3.5).

A correction changes the field it names and its direct consequences: a team that moves over the line of a corner gains
or loses the credit for it (3.7); one with endurance again stops its decline (8.43). A driver modifier lost by the
mistake stays lost (CM-88).
"""

from collections.abc import Iterator, Sequence
from functools import partial

from engine.circus_maximus.harm import stepping, wheels
from engine.circus_maximus.position import board, progress
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Chariot, Horse, Race
from engine.correcting import Field, corrections_of
from engine.options import YES_NO
from engine.refusals import GameReason
from engine.track import SIDES, Side
from records.refusals import Refused
from records.values import EntryId, Square

_SECTIONS = tuple(section.id for section in TRACK.data.sections)
_NAMES = {value: name for name, value in YES_NO.items()}


def _fields(race: Race, entry: EntryId) -> Iterator[tuple[str, Field]]:
    """Yield all that may be put right of *entry*, as it is now: nothing of a chariot that is not in the race any more.

    They are ``square`` (the team's), ``endurance``, ``hits`` (boxes the driver has left), ``inside wheel`` and
    ``outside wheel`` (damage), ``whip`` (yes or no), and ``horse 1`` to ``horse 4`` (injuries, leftmost first).
    """
    chariot = race.chariots.get(entry)
    if chariot is None or not chariot.is_on_track or not chariot.square:
        return
    yield "square", Field(chariot.square, partial(_put, race, entry))
    if chariot.status == "racing":
        yield "endurance", Field(str(chariot.endurance), partial(_set_endurance, race, chariot))
        yield "hits", Field(str(chariot.hits), partial(_set_hits, chariot))
        yield "whip", Field(_NAMES[chariot.has_whip], partial(_set_whip, chariot))
    if chariot.has_car:
        for side in SIDES:
            damage = wheels.damage_of(chariot.wheels, side)
            yield f"{side} wheel", Field(str(damage), partial(_set_wheel, chariot, side))
    for place, horse in enumerate(chariot.horses, start=1):
        if horse.state != "cut free":
            yield f"horse {place}", Field(str(horse.injury), partial(_set_injury, place, horse))


# Single values


def _number(what: str, value: str, least: int, most: int) -> int:
    """Return the number that *value* is; :exc:`Refused` if it is none from *least* to *most*."""
    if not (value.isascii() and value.isdigit() and len(value) <= len(str(most)) and least <= int(value) <= most):
        raise Refused(GameReason.NO_SUCH_OPTION, option=f"{what} {value}", possible=[f"{least} to {most}"])
    return int(value)


def _set_endurance(race: Race, chariot: Chariot, value: str) -> None:
    chariot.endurance = _number("endurance", value, 0, chariot.endurance_start)
    if chariot.endurance:
        chariot.zero_since, chariot.decline = None, 0
    elif chariot.zero_since is None:
        chariot.zero_since = race.turn


def _set_hits(chariot: Chariot, value: str) -> None:
    chariot.hits = _number("hits", value, 1, chariot.hits_start)


def _set_whip(chariot: Chariot, value: str) -> None:
    if value not in YES_NO:
        raise Refused(GameReason.NO_SUCH_OPTION, option=f"whip {value}", possible=list(YES_NO))
    chariot.has_whip = YES_NO[value]


def _set_wheel(chariot: Chariot, side: Side, value: str) -> None:
    damage = _number(f"{side} wheel", value, 0, wheels.boxes_of(chariot, side) - 1)
    if side == "inside":
        chariot.wheels.inside = damage
    else:
        chariot.wheels.outside = damage


def _set_injury(place: int, horse: Horse, value: str) -> None:
    """Set a horse's injuries; one that was dead, but not cut free, lives again."""
    horse.injury = _number(f"horse {place}", value, 0, horse.original - 1)
    horse.state = "alive"


# Squares


def _put(race: Race, entry: EntryId, value: str) -> None:
    """Put a chariot somewhere else, at most a section of the track away."""
    chariot, to = race.chariots[entry], Square(value.upper())
    here = stretch_of(chariot.corners, TRACK.section[chariot.square])
    stretches = [stretch for stretch in (here - 1, here, here + 1) if 0 <= stretch < 2 * progress.last_corner(race) - 1]
    sections = [section_of(stretch) for stretch in stretches]
    if to not in TRACK.section or TRACK.section[to] not in sections:
        possible = [_span(section) for section in sections]
        raise Refused(GameReason.NO_SUCH_OPTION, option=f"square {value}", possible=possible)
    _verify_free(race, entry, (to, TRACK.behind[to]) if chariot.has_car else (to,))

    stretch = stretches[sections.index(TRACK.section[to])]
    if stretch != here:
        chariot.corners = (stretch + 1) // 2
        race.markers = max(race.markers, chariot.corners)
    stepping.place(race, entry, to)
    chariot.crossing = None
    if chariot.dragging is not None:
        chariot.dragging.path.clear()
        chariot.dragging.path.append(TRACK.behind[to])
    for square in (to, TRACK.behind[to]):
        stepping.lie_under(race, entry, square)


def _verify_free(race: Race, entry: EntryId, squares: Sequence[Square]) -> None:
    taken = board.occupied(race)
    for square in squares:
        by, part = taken.get(square, (entry, "team"))
        if by != entry:
            raise Refused(CircusReason.SQUARE_TAKEN, "6.23", by=by, part=part, square=square)


def stretch_of(corners: int, section: str) -> int:
    """Return on which straight or corner of the race a team is, 0 first, by the corners it is credited with.

    One that was braked back over the line of a corner keeps the credit: it may be a stretch behind (3.7).
    """
    first = 2 * corners - 2
    return next(stretch for stretch in range(first, first + len(_SECTIONS)) if section_of(stretch) == section)


def section_of(stretch: int) -> str:
    """Return the section of the board, such as ``A``, of a stretch, 0 first."""
    return _SECTIONS[stretch % len(_SECTIONS)]


def _span(section: str) -> str:
    """Return the first and the last square of a section."""
    squares = [square for square, its in TRACK.section.items() if its == section]
    return f"{squares[0]} to {squares[-1]}"


CORRECTIONS = corrections_of(_fields)
