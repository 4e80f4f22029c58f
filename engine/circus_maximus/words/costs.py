"""The chart of 32 points (option 16.1, chart 17.19): each item with its values, from least to most, and their costs."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.circus_maximus.words.state import Blades, Weapon

BUDGET = 32
"""Points of each chariot."""
HORSE_COST: Mapping[int, int] = MappingProxyType({speed: speed - 1 for speed in range(1, 9)})
"""Of each of four horses, by its speed."""
MODIFIER_COST: Mapping[int, int] = MappingProxyType({0: 0, 1: 5, 2: 10, 3: 15})
HITS_COST: Mapping[int, int] = MappingProxyType({2: 0, 4: 1, 6: 2, 8: 3, 10: 4, 12: 5})
WHIP_COST: Mapping[str, int] = MappingProxyType({"none": 0, "regular": 2, "long": 4})
BOXES_COST: Mapping[int, int] = MappingProxyType({2: 0, 4: 1, 6: 2, 8: 3, 10: 4})
"""Of each wheel, by its boxes."""
ENDURANCE_COST: Mapping[int, int] = MappingProxyType({factors: factors // 5 - 4 for factors in range(20, 81, 5)})
BLADES_COST: Mapping[Blades, int] = MappingProxyType({"none": 0, "regular": 4, "long": 6})
"""On one wheel; two different kinds cost as much as both."""
BLADES_PAIR_COST: Mapping[Blades, int] = MappingProxyType({"none": 0, "regular": 7, "long": 11})
"""The same kind on both wheels."""
WEAPON_COST: Mapping[Weapon, int] = MappingProxyType({"dust": 1, "knife": 2, "spear": 4})
