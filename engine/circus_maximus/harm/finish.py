"""Places at the end, the finish line and the lap markers (3.7, 10).

3.7   The first chariot to enter a corner takes the next lap marker down; braking back changes nothing.
10.1  The last marker is the finish: it is the final turn, and every colour still in the cup moves.
10.2  Chariots across the line rank by the movement factors they had left; at a tie the first one drawn is ahead.
10.5  Behind them come the others by their progress.
"""

from collections.abc import Iterator
from fractions import Fraction

from engine.circus_maximus.harm import endurance, flips
from engine.circus_maximus.position import allies, horses, progress, speed
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import TRACK, marker
from engine.circus_maximus.words.facts import FinalTurnCalled, Finished, MarkerRemoved, Placing, RaceEnded
from engine.circus_maximus.words.state import Chariot, Race
from engine.table import Table
from records.values import EntryId, Lane, Square


def note_corner(race: Race, table: Table, entry: EntryId, came_from: Square, factors_left: int) -> None:
    """Credit a chariot with the corner it has just entered, if it is a new one: marker and finish (3.7, 10.1, 10.2).

    :param factors_left: they count for its place if this was the finish line.
    """
    chariot = race.chariots[entry]
    if not progress.is_new_corner(chariot, came_from, chariot.square):
        return
    chariot.corners += 1
    endurance.forget(chariot)
    if not progress.is_driven(chariot):  # F6
        if chariot.corners == progress.last_corner(race):
            flips.remove(race, table, entry)
        return
    if chariot.corners > race.markers:
        race.markers = chariot.corners
        table.tell(MarkerRemoved(entry, marker(race.markers), progress.last_corner(race) - race.markers))
    if chariot.corners == progress.last_corner(race):
        _finish(race, table, entry, factors_left)


def _finish(race: Race, table: Table, entry: EntryId, factors_left: int) -> None:
    chariot = race.chariots[entry]
    chariot.status = "finished"
    chariot.finished_turn = race.turn
    chariot.factors_left = factors_left
    if not race.final_turn:
        race.final_turn = True
        table.tell(FinalTurnCalled(race.turn))
    table.tell(Finished(entry, factors_left))
    flips.end_phase(race, table, entry)


def is_decided(race: Race) -> bool:
    """Tell at the end of a turn whether the race is over: somebody finished, or nobody can any more (10.1, F4).

    A lesson ends after so many turns, wherever the chariots are, and so does a race with a time limit (II.3.1.1).
    """
    if 0 < race.options.most_turns <= race.turn or _is_time_up(race):
        return True
    return race.final_turn or not any(can_ever_move(race, chariot) for chariot in race.chariots.values())


def _is_time_up(race: Race) -> bool:
    """Tell whether the last turn of a race with a time limit is over (EA-55)."""
    return 0 < race.options.time_limit <= race.turn


def can_ever_move(race: Race, chariot: Chariot) -> bool:
    """Tell whether a chariot could move again by its own means, if all dice fell in its favour (CM-10).

    A jostle passes, a movement loss and rain too; a lost speed or driver modifier does not.
    """
    if not chariot.is_on_track or not progress.is_driven(chariot):
        return False
    if chariot.stands_at_zero and not speed.lasting_team_speed(race, chariot):
        return False
    if chariot.status == "runaway":
        return speed.lasting_team_speed(race, chariot) + chariot.gain_must + chariot.gain_may > 0
    highest = max(0, speed.lasting_team_speed(race, chariot) + chariot.modifier)
    if chariot.is_held:
        least = max(0, len(horses.living(chariot)) - chariot.modifier)  # ones on all dice (9.53)
        return chariot.has_knife and highest >= least
    gains = chariot.gain_must + chariot.gain_may
    may_strain = chariot.endurance > 0 and chariot.has_whip and chariot.modifier >= 0
    return highest > 0 or gains > 0 or may_strain


def end_race(race: Race, table: Table) -> None:
    """Rank the chariots and end the race (10.2 to 10.5).

    If all failed to cross the line before the time is up, the race has no winner. The Epic edition still gives places,
    to chariots with a driver in the car (EA-54).
    """
    race.is_over = True
    has_crossed = any(chariot.status == "finished" for chariot in race.chariots.values())
    has_winner = race.final_turn or has_crossed or _is_time_up(race)
    places = tuple(_places(race, has_winner)) if has_winner or edition_of(race.options).places_all else ()
    table.tell(RaceEnded(race.turn, places, has_winner=has_winner and bool(places)))
    table.end_scene()


def _places(race: Race, has_winner: bool) -> Iterator[Placing]:
    chariots = race.chariots
    crossed = [entry for entry in chariots if chariots[entry].status == "finished"]
    behind = [entry for entry in chariots if _may_be_placed(chariots[entry], has_winner)]
    crossed.sort(key=lambda entry: _finishing_rank(race, entry))
    behind.sort(key=lambda entry: _running_rank(chariots[entry]))
    ally_of = {entry: chariot.ally for entry, chariot in chariots.items()}
    for entry, place in allies.places(_without_offender(race, [*crossed, *behind]), ally_of):
        chariot = chariots[entry]
        yield Placing(entry, place, chariot.status == "finished", chariot.factors_left)


def _may_be_placed(chariot: Chariot, has_winner: bool) -> bool:
    """Tell whether a chariot that has not crossed the line is ranked: dragged drivers behind a winner only (EA-54)."""
    return chariot.is_on_track and progress.is_driven(chariot) and (has_winner or chariot.driver == "in car")


def _without_offender(race: Race, ranked: list[EntryId]) -> list[EntryId]:
    """Return the ranking with the best who rammed no horses on top, where that is outlawed (II.3.1.3, EA-32)."""
    if not race.options.no_horse_ram:
        return ranked
    best = next((entry for entry in ranked if not race.chariots[entry].has_rammed_horses), None)
    return ranked if best is None else [best, *(entry for entry in ranked if entry != best)]


def _finishing_rank(race: Race, entry: EntryId) -> tuple[int, int, Lane]:
    """Most factors left first, then earliest drawn (10.4, 10.5); the undrawn last, the inner lane ahead (CM-9)."""
    chariot = race.chariots[entry]
    return -chariot.factors_left, chariot.order or len(race.chariots) + 1, TRACK.lane[chariot.square]


def _running_rank(chariot: Chariot) -> tuple[int, Fraction, Lane]:
    """Furthest first; ties to the inner lane (F2)."""
    segment, part = progress.progress(chariot.corners, chariot.square)
    return -segment, -part, TRACK.lane[chariot.square]
