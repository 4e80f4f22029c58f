"""The values that a league and its race pass to each other: horses and wounds before the race, others after it.

Plain data, which no game explains: a ruleset that can serve leagues reads the one and writes the other
(:attr:`engine.game.Ruleset.equip`, :attr:`engine.game.Ruleset.aftermath`).
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


class BroughtHorse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A living horse."""

    boxes: int  # full speed and injury boxes
    injury: int = 0


class Brought(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entrant's goods from its stable: preparation is over before the race is (20.1)."""

    lane: int  # drawn by the league, 1 inside
    second_row: bool
    horses: tuple[BroughtHorse, ...]  # four, the leftmost first
    endurance: int
    car: Literal["light", "normal", "heavy"]
    modifier: int
    boxes: int  # full hits of the driver
    hits: int  # left, 1 or more
    plots: tuple[Plot, ...] = ()  # against it, in the order in which they are revealed
    driver: int = 0  # its number in the league; 0 in races that are older than it

    def __repr__(self) -> str:
        return f"Brought(lane={self.lane})"  # the plots are secret


class HorseHome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a horse comes home: drugs have worn off (24.43, R-G25)."""

    injury: int
    is_alive: bool


class Home(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an entrant comes home."""

    entry: EntryId
    place: int | None  # 1 first; none if it has no place (10)
    gap: int | None  # squares or movement factors to the next one behind (23.1, R-F5); none with nobody behind
    horses: tuple[HorseHome, ...]
    hits: int  # that the driver has left; 0 if dead
    is_car_whole: bool  # both wheels are on (22.3)


class Revealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plot that came to light in the race, as everybody there saw it; the league knows whose it was (24)."""

    entry: EntryId  # against whom
    payer: Faction
    device: Device
    sum: int  # sesterces
    security: int  # of the victim, in sesterces
    works: bool


class Midway(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A race that is under way, as its league follows it."""

    turn: int
    laps: int  # that the leader has completed (26.3)
    waiting: tuple[Plot, ...]  # bribes that have not come to light, each with what reveals it now; secret
    order: tuple[EntryId, ...] = ()  # chariots that are driven still, the furthest first

    def __repr__(self) -> str:
        return f"Midway(turn={self.turn})"


class Aftermath(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A race that was run to its end."""

    homes: tuple[Home, ...]  # by entry, all of the race
    turns: int
    revealed: tuple[Revealed, ...] = ()  # plots, in the order in which they came to light
