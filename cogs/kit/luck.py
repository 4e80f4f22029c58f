"""How the dice fell: the words of a game measure it, and the steward keeps it with each race that is over."""

from collections.abc import Mapping, Sequence

import msgspec

from engine.facts import Fact
from records.values import EntryId
from steward import Luck
from words import WORDS
from words.shared.results import by_driver


def luck_of(ruleset: str, facts: Sequence[Fact], options: msgspec.Struct) -> Mapping[EntryId, Luck]:
    """Return the luck of each chariot of a race that is over; empty for a game that measures none.

    :param facts: all valid public ones.
    """
    chances = WORDS[ruleset].chances
    mine = by_driver(chances(facts, options)) if chances is not None else {}
    return {
        entry: Luck(round(1000 * sum(each.luck for each in rolls)) - 500 * len(rolls), len(rolls))
        for entry, rolls in mine.items()
    }
