"""What takes a chariot out of the race, or out of its phase (7.4, 9.43, 9.51).

In the Basic Game a chariot that flips is removed with its driver and its team.
"""

from engine.circus_maximus.facts import Cause, FactorsLost, Flipped
from engine.circus_maximus.state import Race
from engine.game import Table
from engine.values import EntryId


def flip(race: Race, table: Table, entry: EntryId, cause: Cause) -> None:
    """Flip the chariot of *entry*: all of it leaves the track, and its phase ends. One off the track stays as it is."""
    chariot = race.chariots[entry]
    if chariot.status != "racing":
        return
    table.tell(Flipped(entry, cause, chariot.square))
    chariot.status = "out"
    end_phase(race, table, entry)


def end_phase(race: Race, table: Table, entry: EntryId) -> None:
    """End the phase under way if *entry* is its mover; factors left to a chariot on the track are told as lost."""
    phase = race.phase
    if phase is None or phase.entry != entry:
        return
    if phase.factors and race.chariots[entry].status == "racing":
        table.tell(FactorsLost(entry, phase.factors))
    phase.factors = 0
    phase.is_ended = True
