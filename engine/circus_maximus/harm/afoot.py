"""Drivers on foot: how they come to stand, and how they are run down (17.1, 17.4)."""

from engine.circus_maximus.harm import placing
from engine.circus_maximus.words.facts import RunDown, StoodUp
from engine.circus_maximus.words.state import Race, Runner
from engine.game import Table
from records.values import EntryId, Square


def stand_up(race: Race, table: Table, entry: EntryId, square: Square) -> None:
    """Let the driver of a team that can go no further stand up on *square* (9.53, E18, E23). A dead one does not."""
    if race.chariots[entry].driver in ("in car", "dragged"):
        set_afoot(race, entry, square)
        table.tell(StoodUp(entry, square))


def set_afoot(race: Race, entry: EntryId, square: Square) -> None:
    """Put a driver on foot, who runs from the next turn on (17.1)."""
    chariot = race.chariots[entry]
    chariot.driver = "on foot"
    chariot.dragging = None
    chariot.runner = Runner(square, race.turn)


def run_down(race: Race, table: Table, entry: EntryId, entered: tuple[Square, ...]) -> None:
    """Run down every man on the squares that the mover has entered, each for a die of movement factors (17.4).

    What it has not got is taken, all of the die, from the highest speed of its next phase (E21).
    """
    if not race.chariots[entry].is_on_track:
        return
    for square in entered:
        for man, chariot in race.chariots.items():
            if chariot.runner is not None and chariot.runner.square == square:
                _run_over(race, table, entry, man)


def _run_over(race: Race, table: Table, entry: EntryId, man: EntryId) -> None:
    assert race.phase is not None
    victim = race.chariots[man]
    victim.driver, victim.runner, victim.hits = "dead", None, 0
    cost = table.roll(entry, "running down", "17.4", count=1).total
    at_once = race.phase.factors >= cost
    if at_once:
        placing.pay(race.phase, cost)
    else:
        race.chariots[entry].penalty += cost
    table.tell(RunDown(man, entry, cost, at_once))
