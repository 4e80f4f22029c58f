"""What takes a chariot out of the race, or out of its phase (7.4, 9.43, 9.51, 11.2).

In the Basic Game a chariot that flips is removed with its driver and its team. In the Advanced Game the car flies off
to become a wreck (12), the team runs on without it (15), and a living driver is dragged behind the team (16).
"""

from engine.circus_maximus import dragging, runaways
from engine.circus_maximus.data import TRACK
from engine.circus_maximus.facts import Cause, FactorsLost, Flipped
from engine.circus_maximus.state import Chariot, FlyingWreck, Race
from engine.game import Table
from engine.values import EntryId


def flip(race: Race, table: Table, entry: EntryId, cause: Cause) -> None:
    """Flip the chariot of *entry*; one off the track, or a team without a car, stays as it is.

    In the Basic Game all of it leaves the track, and its phase ends. In the Advanced Game the team of the mover goes on
    with the factors that are left; another waits for its colour (15.1, E11).
    """
    chariot = race.chariots[entry]
    if not chariot.pulls_car:
        return
    table.tell(Flipped(entry, cause, chariot.square))
    if not race.options.is_advanced:
        chariot.status = "out"
        end_phase(race, table, entry)
        return
    _lose_car(race, chariot, entry)
    is_with_it = chariot.driver in ("in car", "dragged")  # one who has got free already is on foot, or away
    is_alive = is_with_it and chariot.hits > 0
    if is_with_it and not is_alive:
        chariot.driver = "dead"
    runaways.run_away(race, table, entry)
    if is_alive and chariot.status == "runaway":
        dragging.begin(race, table, entry)


def _lose_car(race: Race, chariot: Chariot, entry: EntryId) -> None:
    """Let the car fly; where it comes down is seen at the end of the phase (12.1, E1)."""
    chariot.has_car = False
    race.pending_wrecks.append(FlyingWreck(entry, TRACK.behind[chariot.square], chariot.car))


def end_phase(race: Race, table: Table, entry: EntryId) -> None:
    """End the phase under way if *entry* is its mover; factors left to a chariot on the track are told as lost."""
    phase = race.phase
    if phase is None or phase.entry != entry:
        return
    if phase.factors and race.chariots[entry].is_on_track:
        table.tell(FactorsLost(entry, phase.factors))
    phase.factors = 0
    phase.is_ended = True
