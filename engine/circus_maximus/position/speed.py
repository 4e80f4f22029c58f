"""Speed arithmetic (6.1 to 6.2, 7.353, 8.43, 9.51).

6.12   No more is written than the team's speed and the driver allow.
7.353  When speed is lost in mid-phase the written part falls to the new maximum; squares already run stay run.
8.43   A team whose endurance has run out is slower by its decline, which ``turn/turn.py`` raises as a turn begins.
"""

from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.words.state import Chariot, Phase, Race
from records.values import EntryId


def team_speed(chariot: Chariot) -> int:
    """Return the team speed in movement factors, 0 or more: its living horses, less lost endurance and weather.

    (3.63, 8.43, 16.7, 24.3)
    """
    total = -chariot.decline - chariot.slowed - chariot.bribed
    for horse in chariot.horses:
        if horse.state == "alive":
            total += horse.original - horse.injury  # its speed, without a call: asked very often
    return total if total > 0 else 0


def lasting_team_speed(race: Race, chariot: Chariot) -> int:
    """Return the team speed, in movement factors, without passing losses: rain may end, mud does not (16.7)."""
    by_mud = edition_of(race.options).slows(False, True)
    lasting = by_mud if chariot.slowed >= by_mud else 0
    return max(0, sum(horse.speed for horse in chariot.horses) - chariot.decline - chariot.bribed - lasting)


def max_speed(chariot: Chariot) -> int:
    """Return the highest speed that may be written, in movement factors, 0 or more (6.12)."""
    speed = team_speed(chariot)
    if not speed and chariot.stands_at_zero:
        return 0
    highest = speed + (0 if chariot.status == "runaway" else chariot.modifier + chariot.jostle) - chariot.penalty
    return highest if highest > 0 else 0  # without a call, as above


def blinded_speed(race: Race, chariot: Chariot, lost: int) -> int:
    """Return a blinded driver's speed, in movement factors: half the team's, rounded up (16.2, H4).

    :param lost: factors off the next phase's highest speed; where the edition says so it is taken off before the
        rest is halved (EP-29).
    """
    speed = team_speed(chariot)
    left = max(0, speed - lost) if edition_of(race.options).halves_what_is_left else speed
    return -(-left // 2)


def total(race: Race, phase: Phase) -> int:
    """Return the total speed of *phase*, in movement factors, after all that it has gained (6.1).

    Where evading lowers the highest speed instead of costing factors, its cost counts as speed, too (A5).
    """
    evaded = phase.evade_debit if race.options.evade_cost == "cap" else 0
    return phase.base + phase.gain_must + phase.gain_may + phase.strain + evaded - phase.cutting


def cap(race: Race, chariot: Chariot, phase: Phase) -> int:
    """Return the most that the written part of the mover's speed may be in *phase*, in movement factors (6.1)."""
    speed = team_speed(chariot)
    if not speed and chariot.stands_at_zero:
        return 0
    if chariot.blinded_since is not None and edition_of(race.options).halves_what_is_left:
        return max(0, blinded_speed(race, chariot, phase.penalty) + chariot.cdm)
    return max(0, speed + chariot.cdm - phase.penalty)


def turn_speed(race: Race, entry: EntryId) -> int:
    """Return the speed, in movement factors, at which a chariot meets a corner when it evades (9.312, C13).

    In its phase or after it that is the total speed; before, the written speed that it must use.
    """
    chariot = race.chariots[entry]
    if race.phase is not None and race.phase.entry == entry:
        return race.phase.total_speed
    if chariot.has_moved:
        return chariot.last_speed
    written = max_speed(chariot) if chariot.status == "runaway" else _fixed(race, chariot)  # 15.22
    evaded = chariot.evade_debit if race.options.evade_cost == "cap" else 0
    taken = chariot.gain_may if edition_of(race.options).waits_for_turn else 0  # with the speed (T5)
    return max(0, min(written, max_speed(chariot)) - chariot.start_die) + chariot.gain_must + taken + evaded


def _fixed(race: Race, chariot: Chariot) -> int:
    """Return the speed that a driver has written; for a driver blinded since, the speed they must keep (EP-29)."""
    if chariot.blinded_since is None or not edition_of(race.options).halves_what_is_left:
        return chariot.written or 0
    return max(0, blinded_speed(race, chariot, chariot.penalty) + min(0, chariot.cdm))
