"""Drivers dragged behind their teams (16).

16.1  A driver alive when the chariot flips hangs in the reins, in the square behind the team.
16.2  At the end of that phase the driver may try to get free: two dice less CDM, not more than the hits left. The total
      says how far the driver was dragged until then, and is on foot there. By default a driver holds on once the team
      has crossed the finish line (E29).
16.3  At the end of each phase in which a driver was dragged, also of that one, half a die of hits is lost.
16.6  To be dragged over an obstacle is death; in the Epic edition a carcass does but half a die of hits (II.13.3.3).
16.7  A driver pulled out of the car is dragged on it, or behind it (II.13.3.4); the car stays with the team.
"""

from engine.circus_maximus.harm import wounds
from engine.circus_maximus.position import obstacles
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import DRY_SHARE
from engine.circus_maximus.words.facts import Cause, DriverDied, DriverHurt
from engine.circus_maximus.words.state import ObstacleKind, Race
from engine.table import Table
from records.values import EntryId


def cross(race: Race, table: Table, entry: EntryId) -> None:
    """Kill or hurt a driver whose team has just dragged them onto an obstacle; does nothing without a driver (16.6)."""
    chariot = race.chariots[entry]
    met = None if chariot.dragging is None else obstacles.worst_of(race, chariot.dragging.path[-1], entry)
    if met is None:
        return
    if kills(race, met.kind):
        hurt(race, table, entry, chariot.hits, "obstacle")
    else:
        die = table.roll(entry, "dragged over a carcass", "II.13.3.3", count=1).total
        hurt(race, table, entry, -(-die // DRY_SHARE), "obstacle")


def kills(race: Race, kind: ObstacleKind) -> bool:
    """Tell whether to be dragged over such an obstacle is death (16.6, II.13.3.3)."""
    return kind != "carcass" or not edition_of(race.options).drags_over_carcass


def hurt(race: Race, table: Table, entry: EntryId, hits: int, cause: Cause) -> None:
    """Take *hits*, 0 or more, from a driver who is dragged or on foot, as far as they have them (16.3, 16.5, 16.6)."""
    chariot = race.chariots[entry]
    before = chariot.hits
    chariot.hits = max(0, before - hits)
    if chariot.hits == before:
        return
    table.tell(DriverHurt(entry, before - chariot.hits, chariot.hits, cause))
    for threshold in wounds.thresholds_passed(chariot, before):
        wounds.weaken(race, table, entry, threshold)
    if not chariot.hits:
        chariot.driver = "dead"
        chariot.dragging = chariot.runner = None
        table.tell(DriverDied(entry))
