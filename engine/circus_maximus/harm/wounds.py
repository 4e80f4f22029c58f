"""The effects of hits on a driver in a car (9.43, 16.2), and of an eye lost (13.1).

9.43  With half of the hits lost a driver's modifier falls by one, with a third left by one more. With none the driver
      is dead, and the chariot flips.
16.2  A driver killed outright in the car leaves a team that runs on with the car and a body in it; in the Epic edition
      the chariot flips then, too (II.13.1).

The chart of critical hits (13.1) is rolled in ``strike`` of :mod:`engine.circus_maximus.fighting.lashes`.
"""

from engine.circus_maximus.harm import flips, slowing
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.words.facts import Cause, DriverDied, DriverHurt, Maimed, Weakened, WeaponCode
from engine.circus_maximus.words.state import Chariot, Race, Weapon
from engine.table import Table
from engine.track import Side
from records.values import EntryId


def hurt(race: Race, table: Table, entry: EntryId, hits: int, cause: Cause) -> None:
    """Take *hits*, 1 or more, from a driver in a car; those beyond the last are lost (9.43)."""
    chariot = race.chariots[entry]
    before = chariot.hits
    chariot.hits = max(0, before - hits)
    table.tell(DriverHurt(entry, before - chariot.hits, chariot.hits, cause))
    suffer(race, table, entry, before)


def wound(race: Race, table: Table, entry: EntryId, code: WeaponCode, weapon: Weapon) -> None:
    """Apply a weapon's chart to a driver in the car: killed, a die of hits, or one hit (16.2)."""
    match code:
        case "killed":
            kill(race, table, entry)
        case "hits":
            hurt(race, table, entry, table.roll(entry, "driver's hits", "16.2", count=1).total, weapon)
        case _:
            hurt(race, table, entry, 1, weapon)


def suffer(race: Race, table: Table, entry: EntryId, before: int) -> None:
    """Weaken or kill a driver in a car for the hits lost; *before* is how many there were (9.43)."""
    chariot = race.chariots[entry]
    for cause in thresholds_passed(chariot, before):
        weaken(race, table, entry, cause)
    if not chariot.hits:
        chariot.driver = "dead"
        table.tell(DriverDied(entry))
        flips.flip(race, table, entry, "driver dead")


def kill(race: Race, table: Table, entry: EntryId) -> None:
    """Kill the driver of a chariot in the car: the team runs on with it (16.2), or it flips (II.13.1)."""
    chariot = race.chariots[entry]
    chariot.hits = 0
    chariot.driver = "dead"
    table.tell(DriverDied(entry))
    if edition_of(race.options).killed_flips:
        flips.flip(race, table, entry, "driver dead")
    else:
        flips.pull_out(race, table, entry, None)


def weaken(race: Race, table: Table, entry: EntryId, cause: Cause) -> None:
    """Take one from the driver modifier for the rest of the race (9.43, 13.1)."""
    chariot = race.chariots[entry]
    chariot.modifier -= 1
    table.tell(Weakened(entry, chariot.modifier, cause))
    if chariot.status != "runaway":  # a team that runs by itself keeps the factors that its flip has left (CM-75)
        slowing.refresh(race, table, entry)


def blind_eye(race: Race, table: Table, entry: EntryId, side: Side) -> None:
    """Take a driver the eye on *side* for the rest of the race: they evade no attack from there (13.1).

    An eye is lost once.
    """
    chariot = race.chariots[entry]
    if side not in chariot.eyes_lost:
        chariot.eyes_lost.append(side)
        table.tell(Maimed(entry, "inside eye" if side == "inside" else "outside eye"))


def thresholds_passed(chariot: Chariot, before: int) -> list[Cause]:
    """Return the thresholds that lie between *before* hits and those left, of the driver's full boxes (9.43)."""
    passed: list[Cause] = []
    if _is_half_lost(chariot.hits, chariot.hits_start) and not _is_half_lost(before, chariot.hits_start):
        passed.append("half wounded")
    if _is_third_left(chariot.hits, chariot.hits_start) and not _is_third_left(before, chariot.hits_start):
        passed.append("third wounded")
    return passed


def _is_half_lost(hits: int, full: int) -> bool:
    return 2 * (full - hits) >= full


def _is_third_left(hits: int, full: int) -> bool:
    return 3 * hits <= full
