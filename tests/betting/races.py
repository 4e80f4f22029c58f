"""What races do to a book."""

from typing import Any

from conformance.betting.bank import Bank
from engine.betting import table
from engine.betting.book import Changes
from engine.betting.table import Happened
from engine.moments import LapDone, Moment, TurnBegan
from engine.series import Result
from records.values import EntryId
from tests.betting.builders import RED

FIRST_LAP: tuple[Moment, ...] = (TurnBegan(1), LapDone(RED, 1, 1), TurnBegan(2))
"""Red finishes lap 1 in turn 1, and turn 2 begins."""


def follow(bank: Bank, *moments: Moment, now: float = 30.0, **what: Any) -> Changes:
    """Let a batch of the race happen."""
    bank.set_race(seq=bank.race.seq + 1)
    happened = Happened(seq=bank.race.seq, moments=moments or FIRST_LAP, **what)
    changes = table.follow(bank.book(), happened, now)
    bank.apply(changes)
    return changes


def opens_window(bank: Bank) -> Changes:
    """Let lap 1 be done, and the turn after begin."""
    return follow(bank, new_turn=2)


def end(bank: Bank, *placed: EntryId, now: float = 40.0) -> Changes:
    """Let the race be over, with these placed one after the other."""
    results = [Result(entry, place) for place, entry in enumerate(placed, start=1)]
    results += [Result(each.entry, None) for each in bank.entries if each.entry not in placed]
    bank.set_race(state="finished")
    return follow(bank, is_over=True, results=results, now=now)
