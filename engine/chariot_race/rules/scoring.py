"""The end of a race (10)."""

from engine.chariot_race.facts import Placing, RaceEnded
from engine.chariot_race.state import Race
from engine.table import Table
from records.values import EntryId


def end_round(race: Race, table: Table) -> None:
    """End the race if a chariot has finished, all are wrecked, or the last round is over; else go on (10)."""
    race.active, race.stage, race.dice, race.attacks = 0, None, [], 0
    finished = [entry for entry in race.alive() if race.chariots[entry].has_finished]
    if finished or not race.alive() or race.round >= race.options.most_rounds:
        _end_race(race, table)


def _end_race(race: Race, table: Table) -> None:
    race.is_over = True
    ranking = ranked(race)
    for placing in ranking:
        race.chariots[placing.entry].place = placing.place
    winners = tuple(placing.entry for placing in ranking if placing.place == 1)
    table.tell(RaceEnded(race.round, winners, ranking))


def ranked(race: Race) -> tuple[Placing, ...]:
    """Return all chariots, first to last: the living by position, then wrecks, the later one first (10).

    Equal positions share a place (R15), and the places behind them stay free.
    """
    alive = sorted(race.alive(), key=lambda entry: (-race.chariots[entry].pos, entry))
    places = {entry: 1 + sum(_is_behind(race, entry, other) for other in alive) for entry in alive}
    wrecks = [entry for entry, chariot in race.chariots.items() if not chariot.is_alive]
    wrecks.sort(key=lambda entry: race.chariots[entry].wrecked_at or 0, reverse=True)
    return tuple(Placing(entry, places.get(entry), race.chariots[entry].pos) for entry in (*alive, *wrecks))


def _is_behind(race: Race, entry: EntryId, other: EntryId) -> bool:
    return race.chariots[entry].pos < race.chariots[other].pos
