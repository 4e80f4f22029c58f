"""The effects of a space on a chariot that enters it: the line, corners, and their cards (5.3, 6)."""

from engine.chariots_of_rome.harm import harm, piles
from engine.chariots_of_rome.harm.changes import gain_tactics
from engine.chariots_of_rome.position.steps import corner_key
from engine.chariots_of_rome.words.facts import (
    Arrival,
    CornerEntered,
    FirstCornerLeft,
    HazardSet,
    LineCrossed,
    StackLaid,
)
from engine.chariots_of_rome.words.state import Chariot, Race
from engine.questions import Play
from engine.table import Table
from records.values import EntryId, Square

AWARDS: dict[Arrival, int] = {"first": 0, "following": 1, "last": 2}
"""Tactics for entering a corner (6.2)."""


def arrive(race: Race, table: Table, entry: EntryId, start: Square, to: Square, due: int) -> Play[int]:
    """Enter a space by a step from *start*: line, corner, card due, first corner left (4a to 4d).

    :param due: corner cards that are due already, in a chain.
    :returns: how many are due now.
    """
    chariot, board = race.chariots[entry], race.board
    chariot.square = to
    chariot.trail.append(to)
    had = chariot.stack
    if board.crosses(start, to):
        _cross_line(race, table, entry, chariot)
    corner = board.corner[to]
    if corner and not board.corner[start]:
        yield from enter_corner(race, table, entry, corner)
    if due < had and chariot.stack:
        due += 1
    left = board.corner[start]
    if left and left == board.first_corner and not corner and chariot.laps == 0 and not chariot.left_first_corner:
        chariot.left_first_corner = True
        table.tell(FirstCornerLeft(entry))
        harm.lift_lock(race, table)
    return due


def _cross_line(race: Race, table: Table, entry: EntryId, chariot: Chariot) -> None:
    """Count a lap; a finisher discards its Cornering stack (4a, R35)."""
    chariot.laps += 1
    is_new = chariot.laps > chariot.most_laps
    chariot.most_laps = max(chariot.most_laps, chariot.laps)
    finishes = race.has_finished(chariot)
    table.tell(LineCrossed(entry, chariot.laps, True, finishes, is_new))
    if finishes:
        race.finish_round = race.finish_round or race.round
        harm.drop_stack(race, table, entry)


def enter_corner(race: Race, table: Table, entry: EntryId, corner: str) -> Play[None]:
    """Award Tactics and lay a Cornering stack, once per corner and lap, unless the chariot has finished (6.2)."""
    chariot = race.chariots[entry]
    log = race.corner_log.setdefault(corner_key(chariot.laps, corner), [])
    if race.has_finished(chariot) or entry in log:
        return
    log.append(entry)
    others = [each for each in race.alive() if each != entry]
    arrival: Arrival = "first" if len(log) == 1 else "last" if all(each in log for each in others) else "following"
    table.tell(CornerEntered(entry, corner, chariot.laps, arrival))
    _award(race, table, entry, arrival)
    yield from _lay_stack(race, table, entry)


def _award(race: Race, table: Table, entry: EntryId, arrival: Arrival) -> None:
    """Give the Tactics of a corner: C11 first, then F17; C24 gains by the last one (6.2, 16.2, 16.3)."""
    points = AWARDS[arrival]
    if arrival == "following" and race.chariots[entry].can("C11"):
        points = 2
    gain_tactics(race, table, entry, points + ("F17" in race.effects), "corner")
    if arrival == "last":
        for each in race.alive():
            if each != entry and race.chariots[each].can("C24"):
                gain_tactics(race, table, each, 1, "schemer")


def hazard(race: Race, chariot: Chariot, safe: int) -> tuple[int, int, int]:
    """Return Rattled and Safe Speed as they count, and the cards of a Cornering hazard (6.2).

    :param safe: Safe Speed of the lane that is entered.
    """
    rattled = 0 if chariot.can("C06") else chariot.rattled
    counted = safe - ("F05" in race.effects)
    cards = max(0, race.total_move + rattled - counted)
    return rattled, counted, max(0, cards - ("F02" in race.effects))


def _lay_stack(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Put the cards of a hazard that Defense leaves under the Cornering stack, unseen (6.2, R26)."""
    chariot = race.chariots[entry]
    assert chariot.square is not None, "who enters a corner is on the track"
    rattled, safe, cards = hazard(race, chariot, race.board.safe[chariot.square])
    table.tell(HazardSet(entry, race.total_move, rattled, safe, cards))
    left = yield from harm.announce(race, table, entry, cards, harm.CORNERING)
    laid = [card for card in (piles.take(race, table) for _ in range(left)) if card is not None]
    if laid:
        chariot.cards += laid
        chariot.stack = len(chariot.cards)
        table.tell(StackLaid(entry, len(laid), chariot.stack))


def turn_due(race: Race, table: Table, entry: EntryId, due: int) -> Play[None]:
    """Resolve cards of the Cornering stack; a Swerve goes outward (6.3, R27)."""
    chariot = race.chariots[entry]
    for _ in range(due):
        if not chariot.cards:
            return
        card = chariot.cards.pop(0)
        chariot.stack = len(chariot.cards)
        yield from harm.resolve(race, table, entry, card, harm.CORNERING)
