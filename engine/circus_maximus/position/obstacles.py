"""Obstacles on the board: the one that counts in a square, and the acts it bars (14.1, 16.3)."""

from engine.circus_maximus.position.board import standing
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.words.state import Chariot, Obstacle, ObstacleKind, Race
from records.values import EntryId, Square


def worst_at(race: Race, square: Square) -> ObstacleKind | None:
    """Return the obstacle on *square*; of several the one that is worst to run over (E4)."""
    found = worst_of(race, square)
    return None if found is None else found.kind


def lying(race: Race, mover: EntryId | None = None) -> list[Obstacle]:
    """Return all that lies in the way: on the track, and where the edition has it so, chariots that cannot move.

    The car of such a chariot counts as a wreck, its team as a halted one (II.8.9.3.4); those of *mover* as nothing.
    """
    if not edition_of(race.options).drives_over_standing:
        return race.obstacles
    stand = [entry for entry in standing(race) if entry != mover and race.chariots[entry].square]
    return [*race.obstacles, *(part for entry in stand for part in _parts(race, entry))] if stand else race.obstacles


def _parts(race: Race, entry: EntryId) -> list[Obstacle]:
    """Return the obstacles that a chariot is which cannot move: its team, and its car if it has one (II.8.9.3.4)."""
    chariot = race.chariots[entry]
    team = Obstacle("halted team", chariot.square, entry)
    return [team, Obstacle("wreck", TRACK.behind[chariot.square], entry)] if chariot.has_car else [team]


def _lying_at(race: Race, square: Square, mover: EntryId | None) -> list[Obstacle]:
    """Return the obstacles on *square*, quicker than by looking at all of them."""
    found = [obstacle for obstacle in race.obstacles if obstacle.square == square]
    if edition_of(race.options).drives_over_standing:
        ahead = TRACK.ahead[square]
        for entry, chariot in race.chariots.items():
            is_there = chariot.square == square or (chariot.square == ahead and chariot.has_car)
            if is_there and entry != mover and chariot.is_on_track and chariot.is_stationary:
                found += [each for each in _parts(race, entry) if each.square == square]
    return found


def bars_attack(race: Race, entry: EntryId) -> bool:
    """Tell whether the team or the car is on an obstacle, from which nobody attacks (14.1, II.8.9.3.3)."""
    chariot = race.chariots[entry]
    if not race.obstacles and not (edition_of(race.options).drives_over_standing and _touches(race, chariot)):
        return False
    return any(worst_of(race, square, entry) is not None for square in squares_of(chariot))


def _touches(race: Race, chariot: Chariot) -> bool:
    """Tell whether another team is so near that it, or its car, might be on a square of this chariot."""
    square = chariot.square
    near = {TRACK.ahead[square], square, TRACK.behind[square]}
    return not near.isdisjoint([other.square for other in race.chariots.values() if other is not chariot])


def squares_of(chariot: Chariot) -> tuple[Square, ...]:
    """Return the squares of a chariot's team and of its car; none off the track (6.23)."""
    if not chariot.is_on_track:
        return ()
    return (chariot.square, TRACK.behind[chariot.square]) if chariot.has_car else (chariot.square,)


def worst_of(race: Race, square: Square, entry: EntryId | None = None) -> Obstacle | None:
    """Return the worst obstacle on *square*; for *entry*, if given, not the horse it cut free this turn (16.3)."""
    lies = _lying_at(race, square, entry)
    if not lies:
        return None
    own = None if entry is None else race.chariots[entry]
    has_cut = own is not None and (own.has_cut or own.cut_in == race.turn)
    found = [obstacle for obstacle in lies if not (has_cut and obstacle.kind == "carcass" and obstacle.entry == entry)]
    edition = edition_of(race.options)
    return min(found, key=lambda each: edition.helps * edition.obstacle_modifier[each.kind], default=None)


def lies_in_the_way(race: Race, entry: EntryId, square: Square) -> bool:
    """Tell whether there is an obstacle on *square* for a chariot on the track (14.1)."""
    return race.chariots[entry].is_on_track and worst_of(race, square, entry) is not None
