"""Plots against a rival in an event: the devices, their triggers, and what comes to light (24, 25, R-G35).

A league sells them and keeps them secret; a game that serves leagues carries them out. Which of them can be bought for
an event, its kind says (``engine/leagues/kinds.py``).
"""

from typing import Literal

import msgspec

from records.values import EntryId, Faction

Device = Literal["no attack", "slow", "drug", "sabotage"]
"""Plots against a rival in the dark (24): two kinds of bribe, drugs, sabotage."""

BRIBES: tuple[Device, ...] = ("no attack", "slow")
Kind = Literal["bribery", "drugging", "sabotage"]
"""Plots that security is bought against (25)."""

KIND_OF: dict[Device, Kind] = {"no attack": "bribery", "slow": "bribery", "drug": "drugging", "sabotage": "sabotage"}

When = Literal["by hand", "first attack", "turn", "lap", "leads"]
"""The trigger that reveals a bribe (R-G35)."""


class Trigger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a bribe is revealed (R-G35)."""

    when: When = "by hand"
    number: int = 0  # of the turn or lap as which begins it is revealed; 1 or more for these two, else 0


def is_possible(trigger: Trigger) -> bool:
    """Tell whether this trigger of a bribe is sound: turns and laps have a number, other triggers have none (R-G35)."""
    return trigger.number > 0 if trigger.when in ("turn", "lap") else trigger.number == 0


class Plot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan against one chariot, as its race knows it; secret until it is revealed."""

    number: int  # in its event, 1 first: the order in which plots are revealed
    payer: Faction
    device: Device
    sum: int  # sesterces
    security: int  # of the victim against this kind, in sesterces; in full against every attempt (25.5)
    spares: Faction | None = None  # whom a bribed driver leaves alone (R-G7); for "no attack" alone
    horses: tuple[int, ...] = ()  # for drugs: places of horses, 1 leftmost, who get points first, in this order
    spread: bool = False  # for drugs: one point each in turn, instead of one horse after the other
    wheel: Literal["inside", "outside"] = "outside"  # for sabotage
    trigger: Trigger = Trigger()  # for bribes

    @property
    def net(self) -> int:
        """The sum less the security it meets, in sesterces, 0 or more (24, 25)."""
        return max(0, self.sum - self.security)


class Revealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plot that came to light in the race, as everybody there saw it; the league knows whose it was (24)."""

    entry: EntryId  # against whom
    payer: Faction
    device: Device
    sum: int  # sesterces
    security: int  # of the victim, in sesterces
    works: bool
