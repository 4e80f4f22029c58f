"""What slows a team or drives it on: at once, carried over to the phase under way (6.2), or in its next (9.41, 9.43).

In some editions what others do to a speed waits for the next turn (T4, T5). A chariot that has not moved yet in this
turn then has it booked, and called in when it has moved: its next phase is in the next turn.
"""

from engine.circus_maximus.position import speed
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.words.facts import Cause, Hindered, HinderedNextTurn, SpeedFell
from engine.circus_maximus.words.state import Chariot, Race
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


def hinder(race: Race, table: Table, entry: EntryId, factors: int, cause: Cause) -> None:
    """Lower the highest speed of a chariot's next phase, or next turn, by so many movement factors (9.43, T4)."""
    chariot = race.chariots[entry]
    if waits(race, entry):
        chariot.later_penalty += factors
    else:
        chariot.penalty += factors
    kind = HinderedNextTurn if edition_of(race.options).waits_for_turn else Hindered
    table.tell(kind(entry, factors, cause))


def hinder_next_move(race: Race, entry: EntryId, factors: int) -> None:
    """Lower the highest speed of a chariot's next move, in this turn if that is still to come (9.311, R-T28)."""
    chariot, phase = race.chariots[entry], race.phase
    if waits(race, entry) and phase is not None and phase.entry == entry:
        chariot.later_penalty += factors
    else:
        chariot.penalty += factors


def whip_on(race: Race, entry: EntryId, factors: int, *, must_use: bool) -> None:
    """Give a team movement factors to use in its next phase, or next turn, if it must or likes (9.41, T5)."""
    chariot, is_later = race.chariots[entry], waits(race, entry)
    match must_use, is_later:
        case True, True:
            chariot.later_must += factors
        case True, False:
            chariot.gain_must += factors
        case False, True:
            chariot.later_may += factors
        case _:
            chariot.gain_may += factors


def waits(race: Race, entry: EntryId) -> bool:
    """Tell whether what is done to a speed now waits beyond the chariot's next move (T4, T5)."""
    return edition_of(race.options).waits_for_turn and not race.chariots[entry].has_moved


def call_in(chariot: Chariot) -> None:
    """Let what was booked for the next turn count for the next phase of a chariot that has moved (T4, T5)."""
    chariot.penalty += chariot.later_penalty
    chariot.gain_must += chariot.later_must
    chariot.gain_may += chariot.later_may
    chariot.later_penalty = chariot.later_must = chariot.later_may = 0


def note_shaking(race: Race, entry: EntryId) -> None:
    """Bar a driver whose CDM is below 0 from straining until it is 0 again, where the edition does (II.9.4.1.1)."""
    chariot = race.chariots[entry]
    if chariot.driver_cdm < 0 and chariot.status == "racing" and edition_of(race.options).shaking_bars:
        chariot.no_strain = max(1, chariot.no_strain)
