"""Endurance (8.1 to 8.5).

8.3   Losses are for the race.
8.4   When the last factor goes, the driver modifier falls by one, and from the next turn on the team's speed falls too:
      ``_begin_turn`` in ``turn/turn.py`` sees to that decline (8.43).
8.5   A team cannot lose more than it has.
"""

from engine.circus_maximus.harm import slowing
from engine.circus_maximus.words.facts import Cause, EnduranceGone, EnduranceLost
from engine.circus_maximus.words.state import Chariot, Race
from engine.table import Table
from records.values import EntryId


def forget(chariot: Chariot) -> None:
    """Forget the strain that a chariot has survived and paid for in a corner (7.23, C16)."""
    chariot.charged, chariot.survived = 0, None


def spend(race: Race, table: Table, entry: EntryId, factors: int, cause: Cause) -> int:
    """Take up to *factors* of endurance, 0 or more, and return how many there were to take (8.3, 8.5).

    The last one lowers the driver modifier at once, before dice still to come (8.44).
    """
    chariot = race.chariots[entry]
    paid = min(factors, chariot.endurance)
    if not paid:
        return 0

    chariot.endurance -= paid
    table.tell(EnduranceLost(entry, paid, chariot.endurance, cause))
    if not chariot.endurance:
        _run_out(race, table, entry)
    return paid


def _run_out(race: Race, table: Table, entry: EntryId) -> None:
    """Weaken the driver of a team without endurance (8.44); its speed declines in later turns (8.43)."""
    chariot = race.chariots[entry]
    chariot.zero_since = race.turn
    chariot.modifier -= 1
    table.tell(EnduranceGone(entry, chariot.modifier))
    slowing.refresh(race, table, entry)
