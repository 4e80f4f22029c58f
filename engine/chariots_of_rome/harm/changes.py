"""Gaining: resources never pass their limits, and each change is a fact (2.4, R63)."""

from engine.chariots_of_rome.printed.data import MOST_ENDURANCE, MOST_TACTICS
from engine.chariots_of_rome.words.facts import Changed, Why
from engine.chariots_of_rome.words.state import Race
from engine.table import Table
from records.values import EntryId


def gain_endurance(race: Race, table: Table, entry: EntryId, points: int, why: Why) -> None:
    """Give Endurance in one event; C10 gains one more (16.2)."""
    chariot = race.chariots[entry]
    more = points + 1 if chariot.can("C10") else points
    gained = min(MOST_ENDURANCE - chariot.endurance, more)
    if gained:
        chariot.endurance += gained
        table.tell(Changed(entry, "endurance", gained, chariot.endurance, why))


def gain_tactics(race: Race, table: Table, entry: EntryId, points: int, why: Why) -> None:
    """Give Tactics (2.4)."""
    chariot = race.chariots[entry]
    gained = min(MOST_TACTICS - chariot.tactics, points)
    if gained > 0:
        chariot.tactics += gained
        table.tell(Changed(entry, "tactics", gained, chariot.tactics, why))


def calm(race: Race, table: Table, entry: EntryId, points: int, why: Why) -> None:
    """Take Rattled away (2.4)."""
    chariot = race.chariots[entry]
    gone = min(chariot.rattled, points)
    if gone:
        chariot.rattled -= gone
        table.tell(Changed(entry, "rattled", -gone, chariot.rattled, why))


def pay_tactics(race: Race, table: Table, entry: EntryId, points: int, why: Why) -> None:
    """Pay Tactics that a chariot has (2.4)."""
    chariot = race.chariots[entry]
    if points:
        chariot.tactics -= points
        table.tell(Changed(entry, "tactics", -points, chariot.tactics, why))


def pay_endurance(race: Race, table: Table, entry: EntryId, why: Why) -> None:
    """Pay an Endurance by choice: never the last one (R16)."""
    chariot = race.chariots[entry]
    chariot.endurance -= 1
    table.tell(Changed(entry, "endurance", -1, chariot.endurance, why))
