"""Drivers dragged behind their teams (16).

16.1  Who is alive when his chariot flips hangs in the reins, in the square behind his team.
16.2  At the end of that phase he may try to get free: two dice less his CDM, not more than his hits. The total says how
      far he was dragged until then, and there he is on foot. If nobody says so for him he does not let go once his team
      has crossed the finish line (E29).
16.3  At the end of each phase in which he was dragged, also of that one, half a die of hits is lost.
16.6  To be dragged over an obstacle is death.
16.7  A driver who is pulled out of his car is dragged on it; the car stays with the team.
"""

from engine.circus_maximus import afoot, obstacles, runaways, weather, wounds
from engine.circus_maximus.asks import GetFree, TryToGetFree
from engine.circus_maximus.data import TRACK
from engine.circus_maximus.facts import (
    Cause,
    DriverDied,
    DriverDragged,
    DriverFreed,
    DriverHurt,
    FreeingFailed,
    PulledOut,
)
from engine.circus_maximus.state import Dragging, Race
from engine.game import Ask, Modifier, Play, Table
from engine.values import EntryId


def begin(race: Race, table: Table, entry: EntryId) -> None:
    """Let the living driver of a chariot that has flipped be dragged behind his team (16.1)."""
    chariot = race.chariots[entry]
    square = TRACK.behind[chariot.square]
    chariot.driver = "dragged"
    chariot.dragging = Dragging([square])
    table.tell(DriverDragged(entry, square))


def pull_out(race: Race, table: Table, entry: EntryId, by: EntryId | None) -> None:
    """Pull a driver out of his car; his team runs away with it. A dead one's team runs away just so (16.7).

    :param by: who did it; ``None`` for dust, which lets him fall out behind his car.
    """
    chariot = race.chariots[entry]
    if chariot.driver == "in car":
        car = TRACK.behind[chariot.square]
        chariot.driver = "dragged"
        chariot.dragging = Dragging([car if by else TRACK.behind[car]], behind_car=not by)
        table.tell(PulledOut(entry, by))
    runaways.run_away(race, table, entry)


def cross(race: Race, table: Table, entry: EntryId) -> None:
    """Kill the driver, if there is one, whom his team has just dragged onto an obstacle (16.6)."""
    chariot = race.chariots[entry]
    if chariot.dragging is not None and obstacles.worst_at(race, chariot.dragging.path[-1]):
        hurt(race, table, entry, chariot.hits, "obstacle")


def hurt(race: Race, table: Table, entry: EntryId, hits: int, cause: Cause) -> None:
    """Take *hits*, 0 or more, from a driver who is dragged or on foot; what he does not have is lost."""
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


def settle(race: Race, table: Table) -> Play[None]:
    """At the end of a phase let dragged drivers try to get free, then suffer; the path begins anew (16.2, 16.3)."""
    for entry, chariot in race.chariots.items():
        if chariot.dragging is not None:
            yield from _settle(race, table, entry, chariot.dragging)
            if chariot.status == "finished" and chariot.driver != "dragged":  # 16.4: he has not come in with his team
                chariot.status = "out"


def _settle(race: Race, table: Table, entry: EntryId, dragging: Dragging) -> Play[None]:
    chariot = race.chariots[entry]
    squares = len(dragging.path) - 1
    if dragging.may_try and chariot.has_knife:
        question = TryToGetFree(chariot.hits, chariot.driver_cdm)
        answer: GetFree = yield Ask(entry, question, GetFree(chariot.status != "finished"))
        if answer.tries and _gets_free(race, table, entry, dragging):
            assert chariot.runner is not None
            squares = dragging.path.index(chariot.runner.square)
    dragging.may_try = race.options.free_attempts == "every phase"  # E12
    if squares:
        _suffer(race, table, entry)
    del dragging.path[:-1]


def _gets_free(race: Race, table: Table, entry: EntryId, dragging: Dragging) -> bool:
    """Roll for getting free; who is free is left on the way, as far along it as the total says (16.2, E13)."""
    chariot = race.chariots[entry]
    modifiers = (Modifier("CDM", -chariot.driver_cdm),)
    total = table.roll(entry, "getting free", "16.2", modifiers=modifiers).total
    if total > chariot.hits:
        table.tell(FreeingFailed(entry))
        return False
    square = dragging.path[min(max(0, total), len(dragging.path) - 1)]
    afoot.set_afoot(race, entry, square)
    table.tell(DriverFreed(entry, square))
    return True


def _suffer(race: Race, table: Table, entry: EntryId) -> None:
    """Half a die of hits, in mud a third, rounded up, for being dragged in this phase (16.3)."""
    die = table.roll(entry, "dragging", "16.3", count=1).total
    hurt(race, table, entry, weather.drag_hits(race, die), "dragging")
