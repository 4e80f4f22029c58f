"""Missed turns, and the end of a race in which nobody can move (7.6).

1  After a full round of missed turns leaders may play sixes; not with strict sixes.
2  At three times as many, each puts the highest card of the hand under the deck and draws one.
3  At the fourth time the race ends, and those who still race are out.
"""

from engine.ave_caesar.facts import HighCardsSwapped, SixesFreed, TurnMissed
from engine.ave_caesar.leaders import is_six_freed, leaders
from engine.ave_caesar.rules.resolving import remove
from engine.ave_caesar.state import Chariot, Race
from engine.table import Table
from records.values import EntryId

ROUNDS = 3
"""Full rounds of missed turns until cards are swapped."""

MOST_SWAPS = 3
"""In a row; the race ends instead of another."""


def miss(race: Race, table: Table, entry: EntryId) -> None:
    """Let a turn pass; the hand stays as it is (6.4)."""
    chariot = race.chariots[entry]
    chariot.path = []
    chariot.missed += 1
    race.missed_streak += 1
    table.tell(TurnMissed(entry, race.missed_streak))
    racing = len(race.racing())
    if race.missed_streak >= ROUNDS * racing:
        _break_up(race, table)
    elif race.missed_streak == racing and is_six_freed(race) and leaders(race):
        table.tell(SixesFreed(race.missed_streak))


def _break_up(race: Race, table: Table) -> None:
    if race.stalemate_swaps == MOST_SWAPS:
        for entry in race.racing():
            remove(race, table, entry, "stalemate")
        return
    race.missed_streak = 0
    race.stalemate_swaps += 1
    swapped = tuple(entry for entry in race.racing() if _swap(race.chariots[entry]))
    table.tell(HighCardsSwapped(swapped, race.stalemate_swaps))


def _swap(chariot: Chariot) -> bool:
    """Exchange the highest card of a hand; without a hand or a deck nothing happens."""
    if not chariot.hand or not chariot.deck:
        return False
    highest = max(chariot.hand)
    chariot.hand.remove(highest)
    chariot.deck.append(highest)
    chariot.hand.append(chariot.deck.pop(0))
    return True
