"""Small types that every room shares; they keep a lane from being passed as a square."""

from typing import NewType

RaceId = NewType("RaceId", int)
CupId = NewType("CupId", int)
"""A series of races."""

FixtureId = NewType("FixtureId", int)
"""A weekly race of a server."""

EntryId = NewType("EntryId", int)
"""One chariot in a race, 1 first."""

Faction = NewType("Faction", int)
"""The driver of one or more entries of a race, 1 first; the engine never sees the player behind it."""

PlayerId = NewType("PlayerId", int)
"""A person; the engine never sees one."""

Square = NewType("Square", str)
"""A square's name: section, number, dot, lane. ``A12.3`` is square 12 of straight A in lane 3."""

Lane = NewType("Lane", int)
"""Lanes are numbered from the inside, 1 first."""

Sesterces = NewType("Sesterces", int)
"""Play money, whole and never negative; gains and losses of an account are plain numbers."""
