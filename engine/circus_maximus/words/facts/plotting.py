"""The effects of plots in a league's race (24)."""

from engine.facts import Fact
from engine.plots import Device
from engine.track import Side
from records.values import EntryId, Faction


class PlotRevealed(Fact, frozen=True):
    """A plot against a chariot came to light, with its price and the security that met it (24, 25)."""

    entry: EntryId
    number: int
    payer: Faction
    device: Device
    sum: int  # sesterces
    security: int
    works: bool


class Bribed(Fact, frozen=True):
    """A bribe worked: the driver attacks a faction no more, or holds the team back (24.3)."""

    entry: EntryId
    spares: Faction | None
    slower: int  # by so many movement factors


class Drugged(Fact, frozen=True):
    """A team was drugged; the loss of each horse follows, the leftmost first (24.4)."""

    entry: EntryId
    points: tuple[int, ...]


class Sabotaged(Fact, frozen=True):
    """A wheel was sawn at (24.5)."""

    entry: EntryId
    side: Side
    points: int


class AttackCalledOff(Fact, frozen=True):
    """A bribed driver thought better of an attack (24.321, R-G10)."""

    entry: EntryId
    defender: EntryId


class BribeBroken(Fact, frozen=True):
    """A faction attacked the driver it had bribed: the bribe holds no more (24.321)."""

    entry: EntryId
    by: Faction


class BribesLapsed(Fact, frozen=True):
    """A driver lost the reins, and with them the bribes (R-G36)."""

    entry: EntryId
