"""Values that follow from a man's characteristics and state (D.1), for the state and for views alike."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from engine.arena.data import ARMED, FACTORS, IMPACT, QUICK_FROM, SLOW_FROM, SNAG, TYPES
from engine.arena.hexes import Hex
from engine.arena.men import ARMS, CHEST, GROIN, LEGS, Area, Man, Shield
from engine.arena.state import PHASES, Net, Netted, Status, Weapon
from records.values import EntryId, Faction


class Body(Protocol):
    """A man as state and views know him."""

    @property
    def man(self) -> Man | None: ...
    @property
    def faction(self) -> Faction | None: ...
    @property
    def status(self) -> Status: ...
    @property
    def at(self) -> Hex | None: ...
    @property
    def foe(self) -> EntryId | None: ...
    @property
    def wounds(self) -> Sequence[int]: ...
    @property
    def shield(self) -> Shield: ...
    @property
    def durability(self) -> int: ...
    @property
    def shield_at(self) -> Hex | None: ...
    @property
    def weapon(self) -> Weapon: ...
    @property
    def weapon_at(self) -> Hex | None: ...
    @property
    def net(self) -> Net: ...
    @property
    def net_ready(self) -> int: ...
    @property
    def netted(self) -> Netted: ...
    @property
    def prone(self) -> bool: ...
    @property
    def stun(self) -> int: ...
    @property
    def stagger(self) -> int: ...
    @property
    def gave_ground(self) -> bool: ...
    @property
    def overreached(self) -> bool: ...


class Ground(NamedTuple):
    """A field as a phase begins."""

    bodies: Mapping[EntryId, Body]
    order: Sequence[EntryId]  # by number
    phase: int  # of the bout, 1 first
    radius: int

    @property
    def turn(self) -> int:
        return turn_of(self.phase)

    def foes_of(self, entry: EntryId) -> list[EntryId]:
        """Return the enemies who stand, by number."""
        bodies = self.bodies
        side = bodies[entry].faction
        return [
            each
            for each in self.order
            if each != entry and bodies[each].status == "fighting" and (side is None or bodies[each].faction != side)
        ]


def turn_of(phase: int) -> int:
    """
    >>> [turn_of(phase) for phase in (0, 1, 3, 4)]
    [0, 1, 1, 2]
    """
    return (phase + PHASES - 1) // PHASES


def known(body: Body) -> Man:
    """Return the man: whoever fights has been chosen."""
    assert body.man is not None
    return body.man


def is_half(body: Body, area: Area) -> bool:
    """Tell whether an area is half-disabled (D.7)."""
    return body.wounds[area - 1] * 2 >= known(body).w


def constitution(man: Man) -> int:
    """Return CON as formulas count it: below 0 it is 0 (D.1)."""
    return max(0, man.con)


def agility(body: Body) -> int:
    """Return present AG."""
    return known(body).ag - is_half(body, GROIN)


def fatigue(body: Body, turn: int) -> int:
    man = known(body)
    return max(0, turn - (constitution(man) + TYPES[man.kind].fatigue) + 1) + is_half(body, CHEST)


def penalty(body: Body) -> int:
    """Return the CFs that wounds cost."""
    return sum(body.wounds) // (constitution(known(body)) + 2)


def stamina(body: Body, turn: int) -> int:
    """Return CFs without stun, snag and stagger; a man with none is spent (D.7)."""
    man = known(body)
    return man.tr + TYPES[man.kind].cf - penalty(body) - fatigue(body, turn)


def factors_of_phase(body: Body, turn: int) -> int:
    """Return CF: how much a man can do in a phase."""
    hampered = body.stun + body.stagger + (SNAG if body.netted == "snagged" else 0)
    return max(0, stamina(body, turn) - hampered)


def allowance(body: Body) -> int:
    """Return MA: hexes a phase."""
    if body.prone or body.netted == "entangled":
        return 0
    nimble, ma = agility(body), TYPES[known(body).kind].ma
    ma += (nimble >= QUICK_FROM) - (nimble <= SLOW_FROM)
    if is_half(body, LEGS):
        ma //= 2
    if body.netted == "snagged":
        ma //= 2
    return max(1, ma)


def has_shield(body: Body) -> bool:
    """Tell whether a shield is whole and in hand."""
    return body.durability > 0 and body.shield_at is None


def factors(body: Body) -> int:
    """Return shield factors of a phase."""
    return FACTORS[body.shield] if has_shield(body) else 0


def impact(body: Body) -> int:
    return (IMPACT[body.shield] if has_shield(body) else 0) + TYPES[known(body).kind].impact


def reach(body: Body) -> int:
    return ARMED[body.weapon].reach


def has_one_attack(body: Body) -> bool:
    """Tell whether a half-disabled arm allows one attack alone (D.7)."""
    return is_half(body, ARMS)


def can_throw(body: Body, phase: int) -> bool:
    """Tell whether his net is in hand and drawn back (D.8)."""
    return body.net == "held" and body.net_ready <= phase


def collapses(body: Body) -> bool:
    return sum(body.wounds) >= known(body).collapse


def is_quick_surrender(wounds: int, w: int) -> bool:
    """Tell whether who gives up with so many wounds in all gives up too soon (D.9).

    >>> is_quick_surrender(2, 6), is_quick_surrender(3, 6)
    (True, False)
    """
    return wounds * 2 < w
