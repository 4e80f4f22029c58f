"""The numbers of the arena (D.1 to D.9). Read-only; each stands here once."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from engine.arena.men import ARMS, CHEST, GROIN, HEAD, LEGS, Area, Kind, Shield

COLOURS = ("red", "blue", "green", "yellow", "purple", "black", "white", "orange")
"""One for each man."""

LEAST_MEN = 2

TEAM: Mapping[str, tuple[str, ...]] = MappingProxyType({"red": ("green", "purple"), "blue": ("yellow", "black")})
"""The colours of a side's further men."""


class Type(NamedTuple):
    """What a type adds (D.1); CFs as docs/balance.md has weighed them (AR-1)."""

    cf: int
    ma: int
    impact: int
    fatigue: int  # base


TYPES: Mapping[Kind, Type] = MappingProxyType(
    {
        "light": Type(3, 4, 0, 4),
        "medium": Type(1, 3, 0, 3),
        "heavy": Type(1, 2, 1, 2),
        "retiarius": Type(1, 4, 0, 4),
    }
)

QUICK_FROM, SLOW_FROM = 3, -2
"""Agility from which a man has a hex more, and down from which one less (D.1)."""

# Shields (D.1)
FACTORS: Mapping[Shield, int] = MappingProxyType({"none": 0, "small": 2, "large": 4})
DURABILITY: Mapping[Shield, int] = MappingProxyType({"none": 0, "small": 8, "large": 14})
IMPACT: Mapping[Shield, int] = MappingProxyType({"none": 0, "small": 1, "large": 2})
MOST_FACTORS = 2


# Orders (D.4.4)
MOST_ATTACKS = 2
MOST_BLOW, MOST_UNARMED, MOST_OTHER = 6, 3, 4
"""CFs of a blow, of one without a weapon, of a bash or a throw."""

MOST_GUARD = 8
MOST_EACH = 3
"""CFs on an area, on evading, on escaping."""


class Arm(NamedTuple):
    """A weapon (D.1)."""

    reach: int
    attack: int
    close: int  # to the attack at distance 1
    severity: int
    most: int = MOST_BLOW  # CFs of a blow


ARMED: Mapping[str, Arm] = MappingProxyType(
    {
        "gladius": Arm(1, 0, 0, 0),
        "trident": Arm(2, 0, -1, 0),
        "dagger": Arm(1, -1, 0, -1),
        "none": Arm(1, 0, 0, -3, MOST_UNARMED),
    }
)

COVER: Mapping[str, int] = MappingProxyType({"A": 6, "B": 4, "C": 2})
"""By how much armour that covers lowers severity (D.6)."""

SNAG = 2
"""CFs that a net which holds half costs."""

LEAST_TO_RISE, LEAST_TO_RECOVER, LEAST_TO_CIRCLE = 2, 3, 3

# A plan (D.4.2)
QUICK, HARD, CUT, BASH = 3, 6, 4, 4
IN_TURN: tuple[Area, ...] = (CHEST, HEAD, GROIN, LEGS, ARMS)
"""Areas in the order in which CFs and factors are laid on them."""

NAMED: Mapping[str, tuple[Area, ...]] = MappingProxyType(
    {
        "head": (HEAD,),
        "chest": (CHEST,),
        "groin": (GROIN,),
        "arms": (ARMS,),
        "legs": (LEGS,),
        "high": (HEAD, CHEST),
        "low": (GROIN, LEGS),
        "body": (CHEST, GROIN),
    }
)
"""The areas that a guard names; the others guard all round."""

GIVES_UP: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"half": (1, 2), "two-thirds": (2, 3), "three-quarters": (3, 4)}
)
"""Parts of the collapse number, as a fraction (D.4.3)."""

# Manoeuvre (D.5)
PULSES = 5
MOST_PACE = 3
"""What counts of a pulse in a collision, and of MA when circling."""

CHARGED = 2
"""Hexes from which a charge counts, and what it adds to a bash."""

# Blows (D.6)
BASE = 6
DIFFICULTY: tuple[int, ...] = (1, 0, 1, 1, 1)
FLANK, REAR, SECOND_FOE = 2, 4, 1
PRONE, ENTANGLED, SNAGGED = 3, 2, 1
OVERREACHED = 3
WILD = 5
"""CFs from which any stopped blow overreaches; one of 4 does so from :data:`FAR_OFF` on."""

FAR_OFF = -4
BASH_BASE = 8
DOWN = 5
"""Margin from which a bash throws a man down."""

STAGGER = 3

WOUNDS: tuple[int, ...] = (0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6)
"""By severity; from the last on the same, and none below 0."""

# Effects (D.7)
STUN_BASE = 7
MOST_STUN = 6
SENSELESS = 6
DROP_FROM, DROP_NEED = 4, 8
GREAT = 4
"""Wounds of a blow that the crowd roars at (D.9)."""

# Nets (D.8)
NET_RANGE = 3
NET_BASE = 9
CAUGHT = 3
"""Margin from which a net entangles."""

NET_BACK = 3
"""Phases until a net that has been drawn back may be thrown again."""

ENTANGLED_OUT, SNAGGED_OUT = 11, 9

# Mood and mercy (D.9)
MOST_MOOD = 3
LIVES = 8
FEWEST_VOTES = 3

# The end (D.11), and experience (C.5)
BY_POINTS = 3
MISSUS, KILLED, MERCY = 5, 10, 15
SLOW: tuple[int, ...] = (20, 15, 10, 5)
FAST: tuple[int, ...] = (12, 9, 6, 3)


def wounds_for(severity: int) -> int:
    """
    >>> [wounds_for(each) for each in (-3, 0, 1, 2, 3, 5, 6, 8, 9, 12, 13, 16, 17, 40)]
    [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    """
    return WOUNDS[min(severity, len(WOUNDS) - 1)] if severity > 0 else 0
