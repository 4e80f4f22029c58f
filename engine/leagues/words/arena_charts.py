"""The sums of gladiators in a league (B.4, C.4 to C.7, D.11). Read-only; each number stands here once."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.goods.gladiators import Kind
from engine.leagues.words.arena_facts import Attribute

FIRST_LOT = 2_001
"""The lot of gladiator 1 in a catalogue: chariots have their own numbers, goods of owners begin at 1001 (H.5)."""

START_DICE = 1
"""A gladiator starts at 100s times a die (B.4)."""

PRICES = (100, 3_000)
"""Sesterces between which a gladiator is worth what is paid."""

A_MAN = 1_000
"""Sesterces that the emperor puts into the pot for each gladiator (C.4)."""

MOST_IN_GALA = 12
"""Gladiators of a gala, those of the state apart (R-C15)."""

LESSONS: Mapping[Attribute, int] = MappingProxyType(
    {"training": 25, "agility": 35, "strength": 35, "constitution": 50, "wounds": 50}
)
"""Points of experience for an improvement by 1 (C.5)."""

HEALS = 2
"""A healing roll of so much leaves no mark (C.6)."""

MARKS: Mapping[int, Attribute] = MappingProxyType(
    {1: "constitution", 2: "wounds", 3: "wounds", 4: "strength", 5: "agility"}
)
"""What a badly healed area lowers: head, chest, groin, arms, legs (C.6)."""

STATE_KINDS: tuple[Kind, ...] = ("light", "light", "medium", "medium", "heavy", "retiarius")
"""The type of a gladiator of the state by a die (H.8.2)."""

HOURS = (0, 12, 24, 48)
"""Of an exchange of a duel; 0 for live (H.8.7)."""
