"""The costs of straining a corner, and its effects on the chariot itself (7.31 to 7.41)."""

from collections.abc import Sequence

from engine.circus_maximus.harm import endurance, injuries, slowing, wheels
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import JOSTLE, NO_STRAIN_TURNS
from engine.circus_maximus.words.facts import Jostled, StrainingBarred
from engine.circus_maximus.words.state import Race
from engine.table import Table
from engine.track import Side
from records.values import EntryId


def charge(race: Race, table: Table, entry: EntryId, points: int) -> None:
    """Take the endurance for strain points, less this corner's charges this turn (7.31, C2, C4, C13)."""
    chariot = race.chariots[entry]
    due = max(0, points - chariot.charged)
    chariot.charged += due
    endurance.spend(race, table, entry, due, "corner")


def bar_straining(race: Race, table: Table, entry: EntryId) -> None:
    """Bar a team with a driver from straining for the rest of this turn and all of the next (7.33)."""
    chariot = race.chariots[entry]
    if chariot.status != "racing":  # a team without a driver cannot be strained, and one that flipped has none
        return
    chariot.no_strain = NO_STRAIN_TURNS
    table.tell(StrainingBarred(entry))
    slowing.refresh(race, table, entry, void_strain=True)


def jostle(race: Race, table: Table, entry: EntryId) -> None:
    """Shake the driver: their CDM falls for a time, and with it the speed (7.351 to 7.354)."""
    chariot = race.chariots[entry]
    edition = edition_of(race.options)
    chariot.jostle -= JOSTLE
    chariot.jostled = not edition.jostle_is_mild  # T15
    chariot.no_strain = min(NO_STRAIN_TURNS, chariot.no_strain + edition.jostle_bars)
    table.tell(Jostled(entry, chariot.cdm))
    slowing.refresh(race, table, entry, void_strain=not edition.jostle_is_mild)


def hurt_horse(race: Race, table: Table, entry: EntryId, horse: int) -> None:
    """Injure a living horse, 0 leftmost: two dice without modifier (7.35, 9.5, C9)."""
    edition = edition_of(race.options)
    rolled = table.roll(entry, "horse injury", "9.5", count=edition.horse_dice)
    injuries.injure(race, table, entry, horse, edition.horse_injury(rolled.total))


def try_wheels(race: Race, table: Table, entry: EntryId, damaged: Sequence[Side]) -> None:
    """Try for straining, once a phase, the wheels that were *damaged* before the check (7.41, D22)."""
    assert race.phase is not None
    chariot = race.chariots[entry]
    if not chariot.has_car or not chariot.is_on_track or entry in race.phase.wheels_tried:
        return
    if damaged:
        race.phase.wheels_tried.append(entry)
        wheels.check(race, table, entry, damaged, "strain")
