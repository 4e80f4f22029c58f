"""A fall in a team's top speed, carried over to the phase under way (6.2)."""

from engine.circus_maximus.position import speed
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.words.facts import SpeedFell
from engine.circus_maximus.words.state import Race
from engine.table import Table
from records.values import EntryId


def refresh(race: Race, table: Table, entry: EntryId, *, void_strain: bool = False) -> None:
    """Lower the speed of *entry* to its team's and driver's new limit if it is the mover (6.2, 7.353, 9.51, A10).

    :param void_strain: whether to void factors gained by straining and not yet spent (7.33).
    """
    note_shaking(race, entry)
    phase = race.phase
    if phase is None or phase.entry != entry or not phase.has_begun:
        return
    if void_strain:
        phase.strain = 0
    phase.base = min(phase.base, speed.cap(race, race.chariots[entry], phase))
    now = min(phase.total_speed, max(phase.used + phase.evade_debit, speed.total(race, phase)))
    if now == phase.total_speed:
        return
    phase.total_speed = now
    phase.factors = 0 if phase.is_ended else min(phase.factors, max(0, now - phase.evade_debit - phase.used))
    table.tell(SpeedFell(entry, now, phase.factors))


def note_shaking(race: Race, entry: EntryId) -> None:
    """Bar a driver whose CDM is below 0 from straining until it is 0 again, where the edition does (II.9.4.1.1)."""
    chariot = race.chariots[entry]
    if chariot.driver_cdm < 0 and chariot.status == "racing" and edition_of(race.options).shaking_bars:
        chariot.no_strain = max(1, chariot.no_strain)
