"""A threat: an attack that was announced and not yet met, and a chariot's means to meet it (9.1, 9.6)."""

from typing import Literal, NamedTuple, Protocol

from engine.circus_maximus.words.asks import Means, Target
from engine.facts import Modifier
from engine.track import Side
from records.values import EntryId


class Threat(NamedTuple):
    """An attack that is about to come home; an involuntary ram is one too."""

    attacker: EntryId
    defender: EntryId
    side: Side  # of the attacker on which the defender is; so it is also the defender's way out
    target: Target
    means: Means
    modifier: int = 0  # on the attacker's rolls: an involuntary ram's (9.62), or a repeated lash's (II.10.4.5)
    is_astride: bool = False  # it comes along the lane, and both sides are ways out (12.4, E3)

    @property
    def kind(self) -> Literal["ram", "involuntary"]:
        return "involuntary" if self.modifier else "ram"

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        return (Modifier("involuntary ram", self.modifier),)


class Defender(Protocol):
    """A chariot, or what is seen of one."""

    @property
    def cdm(self) -> int: ...
    @property
    def is_stationary(self) -> bool: ...
    @property
    def has_cut(self) -> bool: ...


def defending_cdm(chariot: Defender) -> int:
    """Return the CDM with which a chariot defends itself (9.1).

    It knows no bonus while a dead horse holds it, and in the turn in which one was to be cut free (9.52, D27).
    """
    return min(0, chariot.cdm) if chariot.is_stationary or chariot.has_cut else chariot.cdm
