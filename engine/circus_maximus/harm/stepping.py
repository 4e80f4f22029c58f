"""Changes by a step onto another square: the team, its phase's factors, obstacles under or behind it (6.2, 12.4)."""

from engine.circus_maximus.position import board, obstacles
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.words.facts import CarcassLeft
from engine.circus_maximus.words.state import Crossing, Obstacle, Phase, Race
from engine.table import Table
from records.values import EntryId, Square


def place(race: Race, entry: EntryId, square: Square) -> None:
    """Put the team into *square* and the car behind it (B18); grey is left for good once both are off it (3.8)."""
    chariot = race.chariots[entry]
    chariot.square = square
    if chariot.on_grid:
        chariot.on_grid = board.stands_on_grey(race, chariot)
    if chariot.dragging is not None:
        chariot.dragging.path.append(board.driver_square(chariot) or square)


def pay(phase: Phase, factors: int) -> None:
    """Use up *factors* movement factors of the phase (6.2)."""
    phase.factors -= factors
    phase.used += factors


def pay_step(phase: Phase, factors: int) -> None:
    """Use factors up for a move that goes forward, after which there may be another attack (T7)."""
    pay(phase, factors)
    phase.has_stepped = True


def leave_carcass(race: Race, table: Table, entry: EntryId, place: int) -> None:
    """Leave the horse that *entry* has just cut free on the track, if the race is run so (16.3).

    :param place: of the horse, 0 leftmost; a drugged one leaves nothing on the grey squares (II.4.3.4, EA-53).
    """
    chariot = race.chariots[entry]
    is_drugged = any(chariot.drugged[place : place + 1]) and chariot.on_grid
    if race.options.horse_carcasses and not (is_drugged and edition_of(race.options).spares_grid):
        square = chariot.square
        race.obstacles.append(Obstacle("carcass", square, entry))
        table.tell(CarcassLeft(entry, square))


def lie_under(race: Race, entry: EntryId, square: Square) -> None:
    """Let a chariot that has a part on *square*, and an obstacle there, jump it as it next begins to move (12.4)."""
    chariot = race.chariots[entry]
    is_there = square in obstacles.squares_of(chariot) and obstacles.lies_in_the_way(race, entry, square)
    if is_there and chariot.crossing is None:
        chariot.crossing = Crossing(square, 0, own=False)
