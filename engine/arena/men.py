"""Gladiators as they enter: characteristics, type, armour, shield (C.2, C.3), and those who stand ready."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from engine.goods import gladiators

Kind = gladiators.Kind
KINDS = gladiators.KINDS
Shield = gladiators.Shield

Area = int
"""1 head, 2 chest, 3 groin, 4 arms, 5 legs (R-C1)."""

AREAS: tuple[Area, ...] = (1, 2, 3, 4, 5)
HEAD, CHEST, GROIN, ARMS, LEGS = AREAS
AREA_NAMES = ("head", "chest", "groin", "arms", "legs")

BARE = "-"
"""The cell of an area without armour; others have a letter, and a number where they cover only in part."""


class Man(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gladiator with his equipment, which never changes (7.1.2)."""

    name: str
    kind: Kind
    tr: int  # training
    st: int  # strength
    ag: int  # agility
    con: int  # constitution
    w: int  # wounds that each area can take
    armour: tuple[str, str, str, str, str]  # cells of areas 1 to 5
    shield: Shield
    victories: int = 0  # combats that he has won (10.3.1)
    number: int = 0  # in his league; 0 outside

    @property
    def collapse(self) -> int:
        """The wounds, all together, at which he collapses (D.1)."""
        return self.w + max(0, self.con)


def _cells(row: str) -> tuple[str, str, str, str, str]:
    head, chest, groin, arms, legs = row.split()
    return head, chest, groin, arms, legs


class Attributes(msgspec.Struct, frozen=True):
    """A cell of the table of characteristics."""

    tr: int
    st: int
    ag: int
    con: int
    w: int


def _table(*rows: str) -> tuple[tuple[Attributes, ...], ...]:
    return tuple(tuple(Attributes(*(int(value) for value in cell.split("/"))) for cell in row.split()) for row in rows)


CHARACTERISTICS = _table(
    "8/-2/4/4/11  7/1/3/3/12   9/0/1/3/9    8/0/1/4/11   8/1/0/4/10   7/-1/4/3/12",
    "9/0/2/3/9    9/2/-1/2/10  10/1/-1/2/13 8/3/0/5/11   9/2/0/6/9    11/0/0/4/9",
    "8/1/2/3/10   9/3/-1/4/14  11/-2/1/3/12 7/0/3/3/11   11/1/0/4/10  8/4/-1/2/9",
    "10/3/-1/4/11 12/-2/1/1/13 10/3/-2/4/12 7/2/1/3/11   10/-1/1/4/10 13/1/0/2/13",
    "10/2/-2/5/10 13/0/0/3/10  12/1/0/3/9   9/3/-1/4/9   11/0/1/3/12  10/0/3/2/15",
    "12/-1/1/2/14 12/1/0/3/9   8/5/-2/5/10  10/-1/2/4/14 12/2/-3/3/13 7/5/1/4/13",
)
"""TR / ST / AG / CON / W by the first die, then the second (C.2)."""

_LIGHT = ("A5 - - - -", "C6 - - - -", "- - C - -", "- - - - -", "- - - - -", "A7 - C - -")
_MEDIUM = ("A7 C C C8 C8", "A8 B7 - B7 A6", "A - C C8 A7", "A - C C C8", "A C6 - C7 B7", "A B8 - B7 A7")
_HEAVY = ("A7 B8 C B7 B7", "A B8 C B7 B7", "A B7 C B7 A8", "A B7 A5 B7 A7", "A B7 C B7 A7", "A C7 C B7 A7")

ARMOUR: Mapping[Kind, tuple[tuple[str, str, str, str, str], ...]] = MappingProxyType(
    {
        "light": tuple(map(_cells, _LIGHT)),
        "medium": tuple(map(_cells, _MEDIUM)),
        "heavy": tuple(map(_cells, _HEAVY)),
        "retiarius": (_cells("- - - C8 -"),),
    }
)
"""Cells by type and armour die; the one of a retiarius needs no die (C.3, R-C2)."""

_LARGE_FOR_LIGHT = 3
"""The armour die that gives a light man a large shield."""


def shield_for(kind: Kind, die: int) -> Shield:
    """Return the shield of a type with an armour die (C.3)."""
    if kind == "retiarius":
        return "none"
    return "small" if kind == "light" and die != _LARGE_FOR_LIGHT else "large"


def man_of(name: str, kind: Kind, cell: tuple[int, int], die: int = 1) -> Man:
    """Return a man by the dice of his characteristics and of his armour (C.2, C.3)."""
    values = CHARACTERISTICS[cell[0] - 1][cell[1] - 1]
    armour = ARMOUR[kind][0 if kind == "retiarius" else die - 1]
    return Man(name, kind, values.tr, values.st, values.ag, values.con, values.w, armour, shield_for(kind, die))


READY: tuple[Man, ...] = (
    man_of("Celer", "light", (5, 5), 6),
    man_of("Taurus", "medium", (3, 5), 1),
    man_of("Ursus", "heavy", (5, 5), 5),
    man_of("Piscator", "retiarius", (3, 5)),
)
"""Men who stand ready, one of each type, so that nobody builds one before the first blow."""
