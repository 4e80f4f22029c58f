"""Orders for a whole turn, written before its dice are rolled (15.3)."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.chariot_race.data import Face
from records.values import EntryId

Fortune = Literal["keep", "save life", "spend"]
Line = Literal["best", "keep", "inner", "middle", "outer"]
Rerolls = Literal["safe", "best"]
Ram = Literal["avoid", "accept", "seek"]
JavelinAt = Literal["ahead", "leader", "weakest", "anybody", "rival"]
CaltropAt = Literal["last", "first", "before"]
Preset = Literal["own", "safe", "fast", "attack"]
"""The judgement that fills in the player's open choices: nobody's ("own"), or one of :mod:`presets`."""

MOST_WISHES = 5
"""Faces that can be wished for, and attacks: there are five dice."""


class JavelinWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="javelin", tag_field="with"):
    """A javelin at somebody in range.

    *ahead* is the nearest with a higher position, *leader* the highest position, *weakest* the least damage value,
    *anybody* is the one ahead, else the weakest.
    """

    at: JavelinAt = "ahead"
    rival: EntryId | None = None  # with "rival" alone


class CaltropWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="caltrop", tag_field="with"):
    """A caltrop on the last or first space passed where one may lie, or before a rival, in its lane if possible."""

    at: CaltropAt = "last"
    rival: EntryId | None = None  # with "before" alone


AttackWish = JavelinWish | CaltropWish


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Orders for a turn's dice, way, javelins and repair; each field has its default (15.3)."""

    repair_at: Annotated[int, Meta(ge=0, le=15)] = 6  # at this damage value or less; 0 never
    wants: Annotated[tuple[Face, ...], Meta(max_length=MOST_WISHES)] = ()  # the dearest first; none: what is best
    fortune: Fortune = "save life"
    keep_fate: Annotated[int, Meta(ge=0, le=6)] = 0  # fate that *spend* leaves
    speed: Annotated[int, Meta(ge=0, le=12)] | None = None  # none: what is best
    line: Line = "best"
    risk: Annotated[int, Meta(ge=0, le=12)] = 1  # damage accepted beyond the least possible
    ram: Ram = "accept"
    attacks: Annotated[tuple[AttackWish, ...], Meta(max_length=MOST_WISHES)] = ()  # the dearest first
    reroll: Rerolls = "safe"  # without wishes: rule F, or the dice whose reroll lowers J most
    preset: Preset = "own"
    by_hand: tuple[str, ...] = ()  # fields that the player chose beside the preset; without one, all are the player's
