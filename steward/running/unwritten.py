"""Changes of a race in memory that are not written yet, and where its answers came from."""

from dataclasses import dataclass, field
from typing import NamedTuple

from records.acts import ActRecord
from records.notices import Notice
from records.play import By, Deadline, FactRecord, Input, OrdersRecord
from records.races import EntryRecord, FactionRecord
from records.values import EntryId, Faction, PlayerId


class Source(NamedTuple):
    """Where an answer came from."""

    by: By
    player: PlayerId | None = None
    clause: str = ""  # of the orders that gave it


@dataclass
class Unwritten:
    """All changes since the last transaction."""

    inputs: list[Input] = field(default_factory=list)
    facts: list[FactRecord] = field(default_factory=list)
    factions: dict[Faction, FactionRecord] = field(default_factory=dict)
    orders: dict[EntryId, OrdersRecord] = field(default_factory=dict)
    acts: list[ActRecord] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    moved: dict[EntryId, Deadline] = field(default_factory=dict)
    counted: list[tuple[PlayerId, bool]] = field(default_factory=list)
    handed_over: set[Faction] = field(default_factory=set)  # from one player to another
    joined: list[tuple[FactionRecord, EntryRecord]] = field(default_factory=list)
    secret: int = 0  # inputs of which nobody else is told

    @property
    def is_secret(self) -> bool:
        """Tell whether others see nothing of it; an edited post would show that something was done."""
        is_told = any(each.player is None for each in self.notices)
        others = self.factions or self.acts or is_told or self.moved or self.joined
        return 0 < self.secret == len(self.inputs) and not others

    @property
    def is_empty(self) -> bool:
        return not (
            self.inputs or self.facts or self.factions or self.orders or self.acts or self.notices or self.moved
        )
