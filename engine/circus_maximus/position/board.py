"""Squares of the board: the chariots on them, and where moves, slips and lane changes lead (6.2 to 6.7)."""

from collections.abc import Container, Mapping
from functools import cache

from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import GREY, TRACK
from engine.circus_maximus.words.state import ON_TRACK, Chariot, Part, Race
from engine.track import Side
from records.values import EntryId, Square

Held = Mapping[Square, tuple[EntryId, Part]]
"""Squares with a team or a car in them, and whose."""

ACROSS: dict[Side, dict[Square, Square]] = {"inside": TRACK.beside["inside"], "outside": TRACK.ahead_of["outside"]}
"""Where a lane change leads, by the side and the square of its forward step."""


def occupied(race: Race) -> dict[Square, tuple[EntryId, Part]]:
    """Return every square that is taken, with whose team or car is in it (6.23)."""
    return _held_by(race.chariots)


def _held_by(chariots: Mapping[EntryId, Chariot]) -> dict[Square, tuple[EntryId, Part]]:
    taken: dict[Square, tuple[EntryId, Part]] = {}
    behind = TRACK.behind
    for entry, chariot in chariots.items():
        square = chariot.square
        if square and chariot.status in ON_TRACK:
            taken[square] = entry, "team"
            if chariot.has_car:
                taken[behind[square]] = entry, "car"
    return taken


def blocking(race: Race, taken: Held) -> Held:
    """Return those of the squares *taken* onto which nobody drives straight on, nor is forced (6.23, 9.6).

    Where chariots that cannot move are obstacles, theirs are none of these (II.8.8.1, EA-23).
    """
    if not edition_of(race.options).drives_over_standing:
        return taken
    stands = standing(race)
    if not stands:
        return taken
    return _held_by({entry: chariot for entry, chariot in race.chariots.items() if entry not in stands})


def standing(race: Race) -> list[EntryId]:
    """Return the chariots and runaway teams on the track that cannot move (II.8.9.3.4)."""
    stand: list[EntryId] = []
    for entry, chariot in race.chariots.items():
        if chariot.status not in ON_TRACK:
            continue
        for horse in chariot.horses:  # whether it is held, without a call: asked several times for each action
            if horse.state == "dead":
                stand.append(entry)
                break
        else:
            if (chariot.decline or chariot.slowed or chariot.bribed) and chariot.is_stationary:
                stand.append(entry)
    return stand


def occupant(race: Race, square: Square) -> tuple[EntryId, Part] | None:
    """Return the chariot whose team or car is in *square*; ``None`` if it is free (6.23).

    Of one that cannot move and another that lies on it, the other is met (EP-7).
    """
    ahead, below = TRACK.ahead[square], None
    for entry, chariot in race.chariots.items():
        part: Part
        if chariot.square == square and chariot.is_on_track:
            part = "team"
        elif chariot.square == ahead and chariot.pulls_car:
            part = "car"
        else:
            continue
        if not chariot.is_stationary:
            return entry, part
        below = below or (entry, part)
    return below


def driver_square(chariot: Chariot) -> Square | None:
    """Return the square of a dragged driver: behind their team, on their car or behind it (16.1, 16.7)."""
    if chariot.driver != "dragged" or not chariot.is_on_track:
        return None
    behind = TRACK.behind[chariot.square]
    return TRACK.behind[behind] if chariot.dragging is not None and chariot.dragging.behind_car else behind


def trampling_square(chariot: Chariot) -> Square | None:
    """Return where a team must stand to ram the driver who is dragged: on their square, or behind their car (16.5)."""
    square = driver_square(chariot)
    if square is None or not chariot.has_car:
        return square
    return TRACK.behind[TRACK.behind[chariot.square]]


def is_free(race: Race, square: Square) -> bool:
    """Tell whether there is neither a team nor a car in *square* (6.23)."""
    return occupant(race, square) is None


def stands_on_grey(race: Race, chariot: Chariot) -> bool:
    """Tell whether the team or the car stands on one of the grey squares of the start (3.8); the team alone (T8)."""
    if edition_of(race.options).grid_is_left_by_team:
        return chariot.square in GREY
    return chariot.square in GREY or TRACK.behind[chariot.square] in GREY


def may_brake(chariot: Chariot) -> bool:
    """Tell whether the team can be braked: by a driver who sees and did not cut a horse free (9.52, 15.23, 16.2)."""
    return chariot.status == "racing" and not chariot.has_cut and chariot.blinded_since is None  # 9.52, 15.23, 16.2


def change_square(chariot: Chariot, side: Side, taken: Container[Square]) -> Square | None:
    """Return where a lane change leads the team; ``None`` if something, or the wall, is in the way (6.41, 6.45)."""
    ahead = TRACK.ahead[chariot.square]
    return None if ahead in taken else square_changed_to(ahead, side, taken, has_car=chariot.has_car)


def change_square_now(race: Race, chariot: Chariot, side: Side) -> Square | None:
    """Return where a lane change leads the team as things stand, as :func:`change_square` does with all that is taken.

    Only who is near is looked at: most chariots are not.
    """
    ahead = TRACK.ahead[chariot.square]
    to = ACROSS[side].get(ahead)
    if to is None:
        return None
    is_alone = _near_change(ahead, to).isdisjoint([other.square for other in race.chariots.values()])
    return to if is_alone else change_square(chariot, side, occupied(race))


@cache
def _near_change(ahead: Square, to: Square) -> frozenset[Square]:
    """Return the squares from which a team, or its car, may be in the way of a lane change."""
    needed = (ahead, to, TRACK.behind[to])
    return frozenset([*needed, *[TRACK.ahead[square] for square in needed]])


def square_changed_to(ahead: Square, side: Side, taken: Container[Square], *, has_car: bool = True) -> Square | None:
    """Return the square sideways of a lane change whose forward step leads to *ahead*, if it can be entered.

    In a corner that is the square abreast; else the one partly behind on the inside, partly ahead on the outside.

    :param has_car: whether the team pulls a car, which needs a square as well (6.45, B15).
    """
    to = ACROSS[side].get(ahead)
    if to is None or to in taken or (has_car and TRACK.behind[to] in taken):
        return None
    return to


def slip_square(chariot: Chariot, side: Side, taken: Container[Square]) -> Square | None:
    """Return where a sideslip leads the team; ``None`` if something, or the wall, is in the way (6.73)."""
    to = TRACK.beside[side].get(chariot.square)
    if to is None or to in taken or (chariot.has_car and TRACK.behind[to] in taken):
        return None
    return to
