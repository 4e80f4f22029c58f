"""Dragged drivers between phases: the try to get free, and the hits (16.2, 16.3).

16.2  As any phase ends in which it may be done; in the Epic edition as each phase of the driver's own team ends, and
      without a try where that has come to stand (II.13.3.1).
"""

from engine.circus_maximus.harm import afoot, dragging
from engine.circus_maximus.position import sky
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.words.asks import GetFree, TryToGetFree
from engine.circus_maximus.words.facts import DriverFreed, FreeingFailed
from engine.circus_maximus.words.state import Dragging, Race
from engine.facts import Modifier
from engine.questions import Ask, Play
from engine.table import Table
from records.values import EntryId


def settle(race: Race, table: Table) -> Play[None]:
    """At the end of a phase let dragged drivers try to get free, then suffer; the path begins anew (16.2, 16.3)."""
    for entry, chariot in race.chariots.items():
        if chariot.dragging is not None and _is_due(race, entry):
            yield from _settle(race, table, entry, chariot.dragging)
            if (
                chariot.status == "finished" and chariot.driver != "dragged"
            ):  # 16.4: this one has not come in with the team
                chariot.status = "out"


def _is_due(race: Race, entry: EntryId) -> bool:
    """Tell whether a dragged driver tries and suffers as the phase under way ends (16.2, II.13.3.1)."""
    is_own = race.phase is not None and race.phase.entry == entry
    return is_own or race.chariots[entry].status == "halted" or not edition_of(race.options).tries_each_phase


def _settle(race: Race, table: Table, entry: EntryId, dragging: Dragging) -> Play[None]:
    chariot = race.chariots[entry]
    squares = len(dragging.path) - 1
    dragging.has_moved = dragging.has_moved or squares > 0
    if chariot.status == "finished" and _hurt_by_turn(race, table, entry):  # T23: it comes in without a place
        chariot.status = "out"
        return
    may_try = dragging.may_try or edition_of(race.options).tries_each_phase
    if chariot.status == "halted":  # II.13.3.1.1
        afoot.stand_up(race, table, entry, dragging.path[-1])
    elif may_try and chariot.has_knife:
        question = TryToGetFree(chariot.hits, chariot.driver_cdm)
        answer: GetFree = yield Ask(entry, question, GetFree(chariot.status != "finished"))
        if answer.tries and _gets_free(race, table, entry, dragging):
            assert chariot.runner is not None
            squares = dragging.path.index(chariot.runner.square)
    dragging.may_try = race.options.free_attempts == "every phase"  # E12
    if squares and not edition_of(race.options).drags_by_turn:
        _suffer(race, table, entry)
    del dragging.path[:-1]


def _gets_free(race: Race, table: Table, entry: EntryId, dragging: Dragging) -> bool:
    """Roll for getting free; the total decides how far along the way a freed driver stays behind (16.2, E13)."""
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


def hurt_dragged(race: Race, table: Table) -> None:
    """Hurt the drivers who were dragged in all of a turn that ends (T23)."""
    for entry, chariot in race.chariots.items():
        if chariot.dragging is not None and chariot.status != "finished":
            _hurt_by_turn(race, table, entry)
        if chariot.dragging is not None:
            chariot.dragging.has_moved = False


def _hurt_by_turn(race: Race, table: Table, entry: EntryId) -> bool:
    """Hurt a driver who was dragged since before this turn, and a square or more in it; tell whether they die (T23)."""
    chariot = race.chariots[entry]
    dragging = chariot.dragging
    assert dragging is not None
    if edition_of(race.options).drags_by_turn and dragging.has_moved and dragging.since < race.turn:
        _suffer(race, table, entry)
        dragging.has_moved = False
    return chariot.driver == "dead"


def _suffer(race: Race, table: Table, entry: EntryId) -> None:
    """Half a die of hits, in mud a third, rounded up, for being dragged in this phase (16.3)."""
    die = table.roll(entry, "dragging", "16.3", count=1).total
    dragging.hurt(race, table, entry, sky.drag_hits(race, die), "dragging")
