"""The end: the winner, and the ranking (12.2, 13)."""

from engine.chariots_of_rome.words.facts import CardsShown, Placing, RaceEnded, WhyOver
from engine.chariots_of_rome.words.state import Race
from engine.table import Table
from records.values import EntryId


def end_if_decided(race: Race, table: Table) -> bool:
    """End the race if one chariot is left, or those of one player alone; tell whether it is over (12.2)."""
    alive = race.alive()
    factions = {race.chariots[entry].faction for entry in alive}
    if len(alive) > 1 and (len(factions) > 1 or None in factions):
        return False
    end(race, table, "last survivor" if len(alive) == 1 else "last team")
    return True


def is_decided(race: Race) -> WhyOver | None:
    """Return why a race is over whose round has ended; ``None`` if it goes on (P7, R57)."""
    if any(race.has_finished(chariot) for chariot in race.chariots.values()):
        return "finish"
    return "last round" if race.round >= race.options.last_round else None


def end_round(race: Race, table: Table) -> None:
    """End the race if somebody has finished, or after the last round (P7, R57)."""
    why = is_decided(race)
    if why is not None:
        end(race, table, why)
    else:
        race.finish_round = None  # whoever had finished was pushed back, or is out (R34)


def end(race: Race, table: Table, why: WhyOver) -> None:
    """Rank all, and tell the end (13)."""
    show_look(race, table)
    race.is_over, race.is_open, race.active, race.stage = True, False, None, None
    race.initiative = []
    ranking = ranked(race, by_distance=why in ("finish", "last round"))
    for placing in ranking:
        race.chariots[placing.entry].place = placing.place
    race.winner = ranking[0].entry
    table.tell(RaceEnded(race.round, race.winner, why, ranking))


def ranked(race: Race, *, by_distance: bool = True) -> tuple[Placing, ...]:
    """Return all chariots, first to last: finished, other survivors, then those out, the last one first (13, R65).

    :param by_distance: whether those that have finished are ranked by their distance; else by race order alone, as
        where one player has won (12.2).
    """
    order = race.order()
    finished = [entry for entry in order if race.has_finished(race.chariots[entry])]
    if by_distance:
        finished.sort(key=lambda entry: _finish_key(race, entry))
        order = finished + [entry for entry in order if entry not in finished]
    out = [(entry, chariot.out) for entry, chariot in race.chariots.items() if chariot.out is not None]
    out.sort(key=lambda each: -each[1])
    placed = (
        Placing(entry, place, distance(race, entry) if entry in finished else None)
        for place, entry in enumerate(order, start=1)
    )
    return (*placed, *(Placing(entry, None, None) for entry, _ in out))


def distance(race: Race, entry: EntryId) -> int:
    """Return the spaces of a chariot's present lane from the line up to its own (13)."""
    square = race.chariots[entry].square
    return 0 if square is None else race.board.distance[square]


def _finish_key(race: Race, entry: EntryId) -> tuple[int, int]:
    square = race.chariots[entry].square
    return -distance(race, entry), 0 if square is None else race.board.lane[square]


def show_look(race: Race, table: Table) -> None:
    """Tell how the Initiative cards lay before C01 moved one, and after (D05)."""
    looker = next((entry for entry, chariot in race.chariots.items() if chariot.charioteer == "C01"), None)
    if race.looked and looker is not None:
        table.tell(CardsShown(looker, tuple(race.before_look), tuple(race.after_look)))
    race.looked, race.before_look, race.after_look = False, [], []
