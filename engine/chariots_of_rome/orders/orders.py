"""Orders for a whole round, written before its cards are known (19.4)."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.chariots_of_rome.printed.data import MOST_ENDURANCE, MOST_TACTICS, Result
from engine.chariots_of_rome.words.answers import Gift
from records.values import EntryId

Speed = Literal["best", "keep", 1, 2, 3]
Whip = Literal["best", "never", "free", "straight", "last lap", "always"]
Line = Literal["best", "keep", "inside", "outside", 1, 2, 3, 4, 5, 6]
Eagerness = Literal["passing", "best", "hunt"]
Preset = Literal["own", "safe", "fast", "attack"]
"""The judgement that fills in the player's open choices: nobody's ("own"), or one of the presets."""

MOST_ATTACKS = 8
"""Wishes for Attacks."""


class AttackWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish for an Attack: its target and its kind (19.4)."""

    rival: EntryId | None = None  # none: anybody
    kind: Literal["whip", "ram", "either"] = "either"


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The choices that a charioteer leaves a player; only its own field counts. Each default is the card's (16.2)."""

    strike_back: bool = True  # C03
    roll: Literal["higher", "lower", "best"] = "higher"  # C04
    second_whip: Whip = "never"  # C08: Hard Driving a second time
    benefit: Literal["default", "endurance", "rattled", "tactics"] = "default"  # C15
    pay_at: Annotated[int, Meta(ge=1, le=9)] = 3  # C16: pays at this Tactics or more; 9 for never
    number: Annotated[int, Meta(ge=1, le=3)] = 2  # C20
    replaces: tuple[Result, ...] = ("wounded", "swerve", "rattled2")  # C25
    follow: Literal["yes", "no", "best"] = "yes"  # C26
    place: Literal["none", "first", "last", "ahead", "behind"] = "none"  # C01: where the own card goes
    rival: EntryId | None = None  # C01: ahead of whom, or behind whom


class Gods(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answers to Fate cards. Each default is the card's (16.3)."""

    gifts: tuple[Gift, Gift] | None = None  # F01; none for the card's default
    pay_at: Annotated[int, Meta(ge=0, le=6)] = 4  # F07: pays at this Rattled or more; 6 for never
    debris_before: EntryId | None = None  # F08, F09: the legal space nearest ahead of whom; none for the card's default
    trade: bool = False  # F28


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Speed, Hard Driving, line, cards to keep, Attacks and more; each field has its default (19.4)."""

    speed: Speed = "best"
    recover: Annotated[int, Meta(ge=0, le=6)] = 4  # at this Rattled or more Level I; 0 for never
    whip: Whip = "best"  # Hard Driving
    line: Line = "best"
    corner_cards: Annotated[int, Meta(ge=0, le=12)] = 2  # kept of a Cornering draw
    attack_cards: Annotated[int, Meta(ge=0, le=4)] = 2  # kept of Whip and Ram draws
    danger_cards: Annotated[int, Meta(ge=0, le=6)] = 1  # kept of Danger draws and those of Fate cards
    spare_at: Annotated[int, Meta(ge=0, le=MOST_ENDURANCE)] = 4  # at this Endurance or less Tactics pay
    keep_tactics: Annotated[int, Meta(ge=0, le=MOST_TACTICS)] = 0  # that stay in hand
    attacks: Annotated[tuple[AttackWish, ...], Meta(max_length=MOST_ATTACKS)] = ()  # the dearest first
    eagerness: Eagerness = "passing"
    ability: Ability = Ability()
    gods: Gods = Gods()
    preset: Preset = "own"
    by_hand: tuple[str, ...] = ()  # fields that the player chose beside the preset; without one, all are the player's
