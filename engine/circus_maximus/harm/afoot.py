"""Drivers on foot: how they come to stand, and how they are run down (17.1, 17.4) or dodge (II.14.2)."""

from engine.circus_maximus.harm import stepping
from engine.circus_maximus.position import board
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.words.facts import Dodged, RunDown, RunOver, StoodUp
from engine.circus_maximus.words.state import Race, Runner
from engine.facts import Modifier
from engine.table import Table
from engine.track import SIDES
from records.values import EntryId, Square


def stand_up(race: Race, table: Table, entry: EntryId, square: Square) -> None:
    """Let the driver of a team that can go no further stand up on *square* (9.53, E18, E23). A dead one does not."""
    if race.chariots[entry].driver in ("in car", "dragged"):
        set_afoot(race, entry, square)
        table.tell(StoodUp(entry, square))


def set_afoot(race: Race, entry: EntryId, square: Square) -> None:
    """Put a driver on foot; they run from the next turn on (17.1)."""
    chariot = race.chariots[entry]
    chariot.driver = "on foot"
    chariot.dragging = None
    chariot.runner = Runner(square, race.turn)


def run_down(race: Race, table: Table, entry: EntryId, entered: tuple[Square, ...]) -> None:
    """Run down every man on the squares that the mover has entered, each for a die of movement factors (17.4).

    If it has too few, all of the die comes off the highest speed of its next phase (E21).
    """
    if not race.chariots[entry].is_on_track:
        return
    for square in entered:
        for man, chariot in race.chariots.items():
            if chariot.runner is not None and chariot.runner.square == square:
                _run_over(race, table, entry, man)


def _run_over(race: Race, table: Table, entry: EntryId, man: EntryId) -> None:
    assert race.phase is not None
    may_dodge = edition_of(race.options).may_dodge
    if may_dodge and _dodges(race, table, entry, man):
        return
    victim = race.chariots[man]
    victim.driver, victim.runner, victim.hits = "dead", None, 0
    cost = table.roll(entry, "running down", "17.4", count=1).total
    if may_dodge:
        _pay_in_part(race, table, entry, man, cost)
        return
    if edition_of(race.options).run_down_lapses:  # T24
        cost = min(cost, race.phase.factors)
    at_once = race.phase.factors >= cost
    if at_once:
        stepping.pay(race.phase, cost)
    else:
        race.chariots[entry].penalty += cost
    table.tell(RunDown(man, entry, cost, at_once))


def _dodges(race: Race, table: Table, entry: EntryId, man: EntryId) -> bool:
    """Let a driver on foot try to get a square aside: two dice less CDM, at most the hits left (II.14.2, R-A28)."""
    victim = race.chariots[man]
    assert victim.runner is not None
    modifiers = (Modifier("CDM", -victim.driver_cdm),)
    is_quick = table.roll(man, "dodging", "II.14.2", modifiers=modifiers).total <= victim.hits
    to = _room_beside(race, victim.runner.square)
    if not is_quick or to is None:
        return False
    victim.runner.square = to
    table.tell(Dodged(man, entry, to))
    return True


def _room_beside(race: Race, square: Square) -> Square | None:
    """Return a square beside *square* with neither team nor car, the one nearer to a wall if there are two (EP-27)."""
    taken = board.occupied(race)
    beside = [TRACK.beside[side][square] for side in SIDES if square in TRACK.beside[side]]
    return min([to for to in beside if to not in taken], key=to_wall, default=None)


def to_wall(square: Square) -> int:
    """Return how many lanes lie between a square and the nearer wall, 0 or more."""
    return min(TRACK.lane[square] - 1, TRACK.data.lanes - TRACK.lane[square])


def _pay_in_part(race: Race, table: Table, entry: EntryId, man: EntryId, cost: int) -> None:
    """Take the cost from the team's factors left, and let it owe the rest to its next phase (II.14.2)."""
    assert race.phase is not None
    paid = min(cost, race.phase.factors)
    stepping.pay(race.phase, paid)
    race.chariots[entry].evade_debit += cost - paid
    table.tell(RunOver(man, entry, paid, cost - paid))
