"""A chariot's movement phase (5.3, 5.4, 6.1).

5.4   The drawn chariot moves until its factors are spent; others act only when it makes them.
6.52  Straining is announced before any die. With a whip, endurance and a steady hand (CDM 0 or more) one die of
      factors is gained for as much endurance.
6.9   In the first turn a die is taken off, for the standing start. In the Epic edition a heavier car takes more, and a
      chariot that stood in the turn before starts from zero again.
7.41  At 14 factors or more damaged wheels are tried; 7.23 a chariot that begins in a corner too fast is checked.
12.1  As it ends, a chariot on an obstacle that it entered flips (14.2), wrecks come down, and dragged drivers try to
      get free and suffer (16.2, 16.3), in this order; in the Epic edition wrecks come down last (EA-63).
15.22 A team that has run away goes as fast as it can.
16.2  A driver blinded by dust tries to see again, with a 5 or 6, as their phase begins.
"""

import msgspec

from engine.circus_maximus.control import chain, crossing
from engine.circus_maximus.harm import endurance, flips, injuries, plots, slowing, weather, wheels
from engine.circus_maximus.position import speed, steps
from engine.circus_maximus.printed.editions import dice_of_start, edition_of
from engine.circus_maximus.printed.tables import LEAST_TO_CHECK_WHEELS, LEAST_TO_SEE
from engine.circus_maximus.turn import actions, freeing, wrecks
from engine.circus_maximus.words.asks import Action, Begin, BeginPhase
from engine.circus_maximus.words.facts import (
    FactorsLost,
    GainTaken,
    PhaseBegan,
    PhaseEnded,
    SightRegained,
    TeamStrained,
)
from engine.circus_maximus.words.state import Chariot, Phase, Race
from engine.facts import Modifier
from engine.questions import Ask, Play
from engine.table import Table
from engine.track import SIDES
from records.values import EntryId


def play_phase(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Play the movement phase of a chariot on the track (5.3, 5.4)."""
    yield from begin(race, table, entry)
    yield from go_on(race, table, entry)


def begin(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Begin the movement phase of a chariot on the track, up to its first action (5.3); a dry run then takes over."""
    race.phase = _take_over(race.chariots[entry], entry)
    yield from _begin(race, table, entry)


def go_on(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Play a phase that has begun to its end (5.4, 12.1); a forecast may take one up in its midst."""
    phase = race.phase
    assert phase is not None
    while phase.factors and not phase.is_ended:
        yield from _next(race, table, entry)
    phase.is_ended = True
    if edition_of(race.options).leaves_wrecks:
        crossing.end_phase(race, table, entry)
        last = (wrecks.settle, freeing.settle)
        for settle in reversed(last) if edition_of(race.options).frees_before_wrecks else last:
            yield from settle(race, table)
    _end(race, table, entry)


def may_strain(chariot: Chariot, *, once_free: bool = False) -> bool:
    """Tell whether the team may be strained as the phase begins (6.52, 7.33, 9.52).

    :param once_free: whether a dead horse that is attached counts as cut free (T19).
    """
    return chariot.has_whip and may_write_strain(chariot, once_free=once_free)


def may_write_strain(chariot: Chariot, *, once_free: bool = False) -> bool:
    """Tell whether straining may be written with the speed: a whip may still come to hand before the phase (16.6)."""
    if chariot.status != "racing" or chariot.blinded_since is not None:  # 15.22, 16.2
        return False
    if (chariot.is_stationary and not once_free) or chariot.has_cut or steps.is_straining_barred(chariot):
        return False
    return chariot.endurance > 0 and chariot.cdm >= 0


def _take_over(chariot: Chariot, entry: EntryId) -> Phase:
    """Return the phase with the chariot's debts and credits; later ones count for its next phase."""
    phase = Phase(entry, penalty=chariot.penalty, evade_debit=chariot.evade_debit, gain_must=chariot.gain_must)
    phase.gain_may = chariot.gain_may
    endurance.forget(chariot)  # 7.23
    if chariot.straight_phases:
        phase.is_straight = True
        chariot.straight_phases -= 1
    chariot.penalty = chariot.evade_debit = chariot.gain_must = chariot.gain_may = 0
    return phase


def _begin(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Decide, roll all dice of the start, and check what the speed strains (6.1, 7.23, 7.41)."""
    assert race.phase is not None
    chariot, phase = race.chariots[entry], race.phase
    plots.before_decision(race, table, entry)
    edition = edition_of(race.options)
    if not edition.is_blind_from_once:
        _look_again(race, table, entry)
    decided = yield from _decide(race, chariot, phase)
    _take_gain(race, table, phase, decided)
    written = _written(race, chariot, phase)
    phase.base = min(written, speed.cap(race, chariot, phase))
    _start(race, table, entry, decided.strain)
    if _can_go(race, table, entry, decided):
        phase.total_speed = speed.total(race, phase)
    phase.factors = max(0, phase.total_speed - phase.evade_debit)
    phase.has_begun = True
    table.tell(PhaseBegan(entry, written, phase.total_speed, phase.factors))
    yield from _check_start(race, table, entry)


def _take_gain(race: Race, table: Table, phase: Phase, decided: Begin) -> None:
    """Take the factors on offer, or leave them (9.41); in some editions that was said with the speed (T5)."""
    if edition_of(race.options).waits_for_turn:
        return
    if not decided.take_gain:
        phase.gain_may = 0
    elif phase.gain_may:
        table.tell(GainTaken(phase.entry, phase.gain_may))


def _written(race: Race, chariot: Chariot, phase: Phase) -> int:
    """Return the written part of the speed; runaway teams and blinded drivers have written none (15.22, 16.2)."""
    if chariot.status == "runaway":
        chariot.written = speed.cap(race, chariot, phase)
    elif chariot.blinded_since is not None:
        chariot.written = speed.blinded_speed(race, chariot, phase.penalty)
    return chariot.written or 0


def _start(race: Race, table: Table, entry: EntryId, strains: bool) -> None:
    """Take off what a start from zero costs: a die that was rolled with all others (T3), or dice rolled now (6.9)."""
    assert race.phase is not None
    chariot, phase = race.chariots[entry], race.phase
    if "start" in edition_of(race.options).sequence:
        phase.dead_start = chariot.start_die
        phase.base = max(0, phase.base - phase.dead_start)
        return
    planned = phase.base + phase.gain_must + phase.gain_may + strains
    if dice := dice_of_start(race.options, race.turn, chariot, planned):
        _start_dead(race, table, entry, dice)


def _can_go(race: Race, table: Table, entry: EntryId, decided: Begin) -> bool:
    """Strain the team, cut a horse free, and tell whether the chariot can move (6.52, 9.53).

    Whoever announces both strains the team once it is free (T19).
    """
    assert race.phase is not None
    chariot = race.chariots[entry]
    is_free = not chariot.is_stationary
    if is_free and decided.strain:
        _strain(race, table, entry)
    _keep_going(race, race.phase)
    if is_free:
        return True
    comes_free = _cut_free(race, table, entry, decided.cut)
    if comes_free and decided.strain:
        _strain(race, table, entry)
    return comes_free


def _decide(race: Race, chariot: Chariot, phase: Phase) -> Play[Begin]:
    """Ask what has to be announced before any die is rolled (5.4); straining may have been written before (16.6)."""
    is_fit, is_written = may_strain(chariot), race.options.written_straining
    may_cut = chariot.is_held and chariot.has_knife
    gain = phase.gain_may if may_cut or not chariot.is_stationary else 0
    if edition_of(race.options).waits_for_turn:
        gain = 0
    may_once_free = may_cut and edition_of(race.options).strains_once_free and may_strain(chariot, once_free=True)
    question = BeginPhase(is_fit and not is_written, gain, may_cut, may_once_free)
    decided = default = Begin(cut=may_cut)
    has_choice = question.may_strain or question.gain > 0 or question.may_cut
    if has_choice and chariot.blinded_since is None:  # H4
        decided = yield Ask(phase.entry, question, default)
    strains = is_fit and is_written and chariot.strain_written
    return msgspec.structs.replace(decided, strain=True) if strains else decided


def _look_again(race: Race, table: Table, entry: EntryId) -> None:
    """Let a driver whom dust has blinded try to see again (II.10.6), or only one from an earlier turn (16.2)."""
    chariot = race.chariots[entry]
    if chariot.status != "racing" or chariot.blinded_since is None:
        return
    if chariot.blinded_since >= race.turn and not edition_of(race.options).is_blind_from_once:
        return
    if table.roll(entry, "seeing again", "16.2", count=1).total >= LEAST_TO_SEE:
        chariot.blinded_since = None
        table.tell(SightRegained(entry))


def _start_dead(race: Race, table: Table, entry: EntryId, dice: int) -> None:
    """Take off what a standing start costs: a die (6.9), or two less the driver modifier (16.5)."""
    assert race.phase is not None
    chariot, phase = race.chariots[entry], race.phase
    if race.options.first_turn_acceleration:
        modifier = chariot.modifier if chariot.driver == "in car" else 0
        rolled = table.roll(entry, "standing start", "16.5", modifiers=(Modifier("DM", -modifier),))
        phase.dead_start = max(0, rolled.total)
    else:
        phase.dead_start = table.roll(entry, "standing start", "6.9", count=dice).total
    phase.base -= phase.dead_start
    if edition_of(race.options).least_start is None:
        phase.base = max(0, phase.base)


def _keep_going(race: Race, phase: Phase) -> None:
    """Leave something of the total speed to a chariot that has started from zero, if the edition does (II.8.4.3)."""
    least = edition_of(race.options).least_start
    if phase.dead_start and least is not None:
        added = phase.gain_must + phase.gain_may + phase.strain
        phase.base = max(phase.base, least - added)


def _strain(race: Race, table: Table, entry: EntryId) -> None:
    """Whip the team on; the last endurance so spent lowers the written part at once (6.52, 8.44)."""
    assert race.phase is not None
    chariot, phase = race.chariots[entry], race.phase
    rolled = table.roll(entry, "straining", "6.52", count=1)
    gained = -(-rolled.total // 2) if chariot.arm else rolled.total  # 13.1
    phase.strain = min(gained, chariot.endurance)
    table.tell(TeamStrained(entry, phase.strain))
    endurance.spend(race, table, entry, phase.strain, "strain")
    phase.base = min(phase.base, speed.cap(race, chariot, phase))


def _cut_free(race: Race, table: Table, entry: EntryId, tries: bool) -> bool:
    """Let a chariot held by a dead horse try to go on, and return whether it can move (9.53)."""
    assert race.phase is not None
    chariot, phase = race.chariots[entry], race.phase
    if tries and edition_of(race.options).cuts_off_all_speed:
        return _cut_off_all(race, table, entry)
    left = injuries.cut_free(race, table, entry, phase.base) if tries else phase.base
    if left is None:
        return False
    phase.base = min(left, speed.cap(race, chariot, phase))
    if chariot.is_held and left:
        table.tell(FactorsLost(entry, left))
    return not chariot.is_stationary


def _cut_off_all(race: Race, table: Table, entry: EntryId) -> bool:
    """Cut a horse free at the cost of all of the speed, additions included; return whether it can move (II.12.2.2)."""
    assert race.phase is not None
    chariot, phase = race.chariots[entry], race.phase
    before = speed.total(race, phase)
    left = injuries.cut_free(race, table, entry, before)
    if left is None:
        return False
    phase.cutting = before - left
    if chariot.is_held and left:
        table.tell(FactorsLost(entry, left))
    return not chariot.is_stationary


def _check_start(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Try wheels at high speed, jump what has come under the chariot, then check its corner (7.41, 12.4, 7.23).

    A chariot that has no factors to move with does not jump yet (E5).
    """
    assert race.phase is not None
    phase = race.phase
    if _tried_speed(race, phase) >= LEAST_TO_CHECK_WHEELS:
        wheels.check(race, table, entry, SIDES, "speed")
    if edition_of(race.options).is_blind_from_once:
        _look_again(race, table, entry)
    if phase.factors:
        yield from chain.jump_below(race, table, entry)
    if phase.total_speed and not phase.is_ended and race.chariots[entry].pulls_car:
        yield from chain.check_corner(race, table, entry)


def _tried_speed(race: Race, phase: Phase) -> int:
    """Return the speed that decides whether wheels are tried as a phase begins: the total one (7.41).

    Or the one written, if that is still possible; runaway teams and chariots that stand have none (T12, R-T17).
    """
    if not edition_of(race.options).tries_written_speed:
        return phase.total_speed
    chariot = race.chariots[phase.entry]
    if chariot.status != "racing" or chariot.is_stationary:
        return 0
    return min(chariot.written or 0, speed.cap(race, chariot, phase))


def _next(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Take one action, asked for only if there is something to decide; without any, the factors are lost (A12)."""
    assert race.phase is not None
    plots.before_decision(race, table, entry)
    if not race.phase.factors:  # the bribe has held the team back
        return
    question = actions.next_action(race, entry)
    default = actions.default_of(race, entry, question)
    if default is None:
        flips.end_phase(race, table, entry)
        return
    action: Action = default
    if actions.is_asked(race, entry, question):
        action = yield Ask(entry, question, default)
    yield from actions.act(race, table, entry, action)


def _end(race: Race, table: Table, entry: EntryId) -> None:
    assert race.phase is not None
    chariot = race.chariots[entry]
    chariot.last_speed = race.phase.total_speed
    chariot.has_moved = True
    slowing.call_in(chariot)
    race.phase = None
    weather.note_corner(race, table)
    table.tell(PhaseEnded(entry, chariot.square if chariot.is_on_track else None))
    table.end_scene()
