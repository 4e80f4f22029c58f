"""Events that take a chariot out of the race, or out of its phase (7.4, 9.43, 9.51, 11.2).

In the Basic Game a chariot that flips is removed with its driver and its team. In the Advanced Game the car flies off
to become a wreck (12), the team runs on without it (15), and a living driver is dragged behind the team (16).
"""

from engine.circus_maximus.harm import afoot
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.words.facts import (
    BribesLapsed,
    Cause,
    DriverDragged,
    FactorsLost,
    Flipped,
    PulledOut,
    RanAway,
    Stopped,
    TeamHalted,
    TeamRemoved,
)
from engine.circus_maximus.words.state import Chariot, Dragging, FlyingWreck, Obstacle, ObstacleKind, Race
from engine.table import Table
from records.values import EntryId


def begin(race: Race, table: Table, entry: EntryId) -> None:
    """Let the living driver of a chariot that has flipped be dragged behind their team (16.1)."""
    chariot = race.chariots[entry]
    square = TRACK.behind[chariot.square]
    chariot.driver = "dragged"
    chariot.dragging = Dragging([square], since=race.turn)
    table.tell(DriverDragged(entry, square))


def pull_out(race: Race, table: Table, entry: EntryId, by: EntryId | None) -> None:
    """Pull a driver out of their car, and let the team run away with it, as it does with a dead driver (16.7).

    They hang on the car, or behind it in the Epic edition (II.13.3.4).

    :param by: the attacker; ``None`` for dust, which lets the driver fall out behind the car.
    """
    chariot = race.chariots[entry]
    if edition_of(race.options).pulled_out_flips and chariot.pulls_car:  # T20
        flip(race, table, entry, "pulled out")
        return
    if chariot.driver == "in car":
        car = TRACK.behind[chariot.square]
        falls_behind = by is None or edition_of(race.options).drags_behind_car
        chariot.driver = "dragged"
        chariot.dragging = Dragging(
            [TRACK.behind[car] if falls_behind else car], behind_car=falls_behind, since=race.turn
        )
        table.tell(PulledOut(entry, by))
    run_away(race, table, entry)


def flip(race: Race, table: Table, entry: EntryId, cause: Cause) -> None:
    """Flip the chariot of *entry* (7.4); does nothing off the track or without a car.

    In the Basic Game all of it leaves the track, and its phase ends. In the Advanced Game the team of the mover goes on
    with the factors that are left; another waits for its colour (15.1, E11).
    """
    chariot = race.chariots[entry]
    if not chariot.pulls_car:
        return
    table.tell(Flipped(entry, cause, chariot.square))
    if not edition_of(race.options).leaves_wrecks:
        chariot.status = "out"
        end_phase(race, table, entry)
        return
    _lose_car(race, chariot, entry)
    is_with_it = chariot.driver in ("in car", "dragged")  # one who has got free already is on foot, or away
    is_alive = is_with_it and chariot.hits > 0
    if is_with_it and not is_alive:
        chariot.driver = "dead"
    run_away(race, table, entry)
    if is_alive and chariot.status == "runaway":
        begin(race, table, entry)


def _lose_car(race: Race, chariot: Chariot, entry: EntryId) -> None:
    """Let the car fly; where it comes down is seen at the end of the phase (12.1, E1)."""
    chariot.has_car, chariot.is_wrecked = False, True
    race.pending_wrecks.append(FlyingWreck(entry, TRACK.behind[chariot.square], chariot.car))


def end_phase(race: Race, table: Table, entry: EntryId) -> None:
    """End the phase under way if *entry* is its mover (7.4); tell the factors that a chariot on the track loses."""
    phase = race.phase
    if phase is None or phase.entry != entry:
        return
    if phase.factors and race.chariots[entry].is_on_track:
        table.tell(FactorsLost(entry, phase.factors))
    phase.factors = 0
    phase.is_ended = True


def run_away(race: Race, table: Table, entry: EntryId) -> None:
    """Let a team run without a driver in its car; one with a dead horse is halted at once (15.1, 15.25).

    Restrictions of its driver do not hold for the team.
    """
    chariot = race.chariots[entry]
    if chariot.status == "runaway":
        return
    lapse(table, chariot, entry)
    if chariot.is_held:
        halt(race, table, entry)
        return
    chariot.status = "runaway"
    chariot.jostled = chariot.no_inside = chariot.has_cut = False
    chariot.no_strain, chariot.blinded_since = 0, None
    table.tell(RanAway(entry, chariot.has_car))


def lapse(table: Table, chariot: Chariot, entry: EntryId) -> None:
    """End the bribes of a driver who has lost the reins (R-G36, R-G46)."""
    if chariot.spares or chariot.bribed:
        chariot.spares, chariot.bribed = (), 0
        table.tell(BribesLapsed(entry))


def halt(race: Race, table: Table, entry: EntryId) -> None:
    """Halt a team with a dead horse; it lies in the way, and a driver it dragged stands up (15.25, E18).

    In the Epic edition a dragged driver does so as the phase ends, hurt by the dragging until then (R-A63).
    """
    chariot = race.chariots[entry]
    chariot.status = "halted"
    table.tell(TeamHalted(entry, chariot.square))
    behind = TRACK.behind[chariot.square]
    fell = TRACK.behind[behind] if chariot.dragging is not None and chariot.dragging.behind_car else behind
    _lie_down(race, entry, "halted team")
    if chariot.driver != "dragged" or not edition_of(race.options).tries_each_phase:
        afoot.stand_up(race, table, entry, fell)
    end_phase(race, table, entry)


def stop(race: Race, table: Table, entry: EntryId) -> None:
    """Take a chariot without living horses out of the race: it lies in the way, its driver is on foot (9.53, E23).

    In the Epic edition the team is a carcass, and the driver gets off as the turn ends (R-A47).
    """
    chariot = race.chariots[entry]
    table.tell(Stopped(entry))
    chariot.status = "out"
    edition = edition_of(race.options)
    if not edition.leaves_wrecks:
        return
    _lie_down(race, entry, "carcass" if edition.may_abandon else "halted team")
    if not edition.may_abandon:
        afoot.stand_up(race, table, entry, TRACK.behind[chariot.square])


def _lie_down(race: Race, entry: EntryId, kind: ObstacleKind) -> None:
    """Leave a team, as such an obstacle, and the car if it pulls one on the track."""
    chariot = race.chariots[entry]
    race.obstacles.append(Obstacle(kind, chariot.square, entry))
    if chariot.has_car:
        chariot.has_car = False
        race.obstacles.append(Obstacle("wreck", TRACK.behind[chariot.square], entry))
    chariot.crossing = None


def remove(race: Race, table: Table, entry: EntryId) -> None:
    """Take a team without a living driver off the track, as it crosses the finish line for the last time (F6)."""
    race.chariots[entry].status = "out"
    table.tell(TeamRemoved(entry))
    end_phase(race, table, entry)
