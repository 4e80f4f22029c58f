"""Whether every card that was seen is the one that the dice gave: all piles are played again (16.4, 19.7).

Each shuffle is a concealed roll. With the faces that the seed gives for it, the pile lies open; every card that was
turned up, dealt, revealed or dropped has to be the one that lay there.
"""

from collections.abc import Sequence
from typing import Any

from engine.chariots_of_rome import facts
from engine.chariots_of_rome.data import ACTIONS, FATES, charioteers_for
from engine.chariots_of_rome.piles import laid_out
from engine.chariots_of_rome.setup import DISPLAYED
from engine.game import Concealed
from records.values import EntryId


class _Differs(Exception):
    """A card was seen that cannot have lain there."""

    def __init__(self, entry: EntryId | None) -> None:
        super().__init__(entry)
        self.entry = entry


def wrong_piles(dealt: Sequence[Sequence[int]], story: Sequence[Any]) -> list[EntryId | None]:
    """Return whose card is not the one that the dice gave: the first, or nobody; ``None`` for a card of no chariot.

    :param dealt: the faces that the seed gives for each concealed roll among *story*.
    :param story: all facts that hold of a race, in the order they were told.
    """
    replay = _Replay(dealt)
    try:
        for fact in story:
            replay.see(fact)
    except _Differs as difference:
        return [difference.entry]
    return []


class _Replay:
    """All piles as they lie, card by card."""

    def __init__(self, dealt: Sequence[Sequence[int]]) -> None:
        self.dealt = list(dealt)
        self.chariots: list[EntryId] = []  # that race, in entry order; known once charioteers and gates are taken
        self.actions: list[str] = []
        self.discard: list[str] = []
        self.applied: list[str] = []  # cards that are being applied, the latest last
        self.stacks: dict[EntryId, list[str]] = {}
        self.fates: list[str] = []
        self.fate_discard: list[str] = []
        self.pool: list[str] = []
        self.initiative: list[EntryId] = []

    def see(self, fact: Any) -> None:
        """Follow a fact; raise :exc:`_Differs` if it tells of a card that cannot have lain there."""
        reader = _READERS.get(type(fact))
        if reader is not None:
            reader(self, fact)
