"""Which squares a move may lead to, and which of them strain the chariot (6.1, 6.7, 7.2)."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from engine.circus_maximus.position import board, progress, sky, speed
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import ONE_SIDED_BLADES, TRACK
from engine.circus_maximus.words.state import Chariot, Phase, Race
from engine.facts import Modifier
from engine.track import Side
from records.values import EntryId, Square


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
    if chariot.survived is None or progress.is_new_corner(chariot, came_from, to):
        return True
    return (limit_at(race, to) or 0) < chariot.survived


def limit_at(race: Race, square: Square) -> int | None:
    """Return the safe speed for a chariot whose team is in *square*; none if no part of it is in a corner (6.32)."""
    return sky.limit(race, square) or sky.limit(race, TRACK.behind[square])


def is_straining_barred(chariot: Chariot) -> bool:
    """Tell whether a chariot may not choose to corner above the safe speed (7.33)."""
    return chariot.jostled or chariot.no_strain > 0


def strain_modifiers(race: Race, chariot: Chariot) -> tuple[Modifier, ...]:
    """Return the modifiers of a corner roll: the driver, the weather, blades on one side (7.32, 16.1, 16.7).

    A team that runs away with its car has no driver to help it (16.7).
    """
    cdm = chariot.cdm if chariot.driver == "in car" else 0
    one_sided = ONE_SIDED_BLADES if chariot.blades_inside != chariot.blades_outside else 0
    helps = edition_of(race.options).helps
    return (
        Modifier("CDM", helps * cdm),
        Modifier("unlike blades", -helps * one_sided),
        *sky.corner_modifiers(race, chariot),
    )


def evade_square(race: Race, entry: EntryId, side: Side) -> Square | None:
    """Return where evading leads the team; ``None`` if there is no room or it is barred (9.31, 7.33, B12).

    Barred are the inside after a forced sideslip, and steps that would strain a chariot that may not. Does not check
    the cost, nor a dead horse (9.52).
    """
    chariot = race.chariots[entry]
    to = board.change_square_now(race, chariot, side)
    if to is None or is_barred(race, chariot, chariot.square, to, side, speed.turn_speed(race, entry)):
        return None
    return to


def is_barred(race: Race, chariot: Chariot, came_from: Square, to: Square, side: Side | None, total_speed: int) -> bool:
    """Tell whether a chosen step is forbidden: to the inside after S or SS, or straining under a ban (7.33, 9.4)."""
    if side == "inside" and chariot.no_inside:
        return True
    return is_straining_barred(chariot) and is_strained(race, came_from, to, side, total_speed)


def squares_ahead(race: Race, chariot: Chariot, phase: Phase, taken: Mapping[Square, Any]) -> int:
    """Return how many squares the mover can drive straight on: free, paid for, no corner barred to it (6.3, 7.33).

    The step over the finish line is the last.
    """
    square, barred = chariot.square, chariot.jostled or chariot.no_strain > 0
    is_open = not barred and chariot.corners + 1 != progress.last_corner(race)
    if is_open and taken.keys().isdisjoint(squares_from(square)[: phase.factors]):  # nearly always
        return phase.factors
    for count in range(phase.factors):
        ahead = TRACK.ahead[square]
        if ahead in taken:
            return count
        if ahead in TRACK.limit and square not in TRACK.limit:
            if progress.crosses_line(race, chariot, square, ahead):
                return count + 1
            if barred and is_strained(race, square, ahead, None, phase.total_speed):
                return count
        square = ahead
    return phase.factors


@cache
def squares_from(square: Square) -> tuple[Square, ...]:
    """Return the squares straight on from *square*, in order: more than anybody has factors for."""
    squares: list[Square] = []
    while len(squares) < _FARTHEST:
        square = TRACK.ahead[square]
        squares.append(square)
    return tuple(squares)


_FARTHEST = 64
"""Squares that no drive goes beyond: more than twice as many as the strongest team runs."""
