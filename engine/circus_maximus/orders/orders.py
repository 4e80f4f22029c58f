"""Orders for a whole turn, as a player by mail sends them: wishes that answer all of the turn's questions (CM-85).

A wish that does not fit the position gives way to the next one, and if none fits, the rules' own default counts.
:mod:`following` follows them, :mod:`dry_run` foresees their outcome. Each field describes itself like an option, so
that menus can be made of it (:func:`engine.options.option_fields`); only attacks have a separate list.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.circus_maximus.words.asks import Target
from records.values import EntryId

MOST_WISHES = 8
"""Attacks in one list."""

MOST_WRITTEN = 99
"""The highest speed in orders. The best team and driver of a league come to 77 at most."""

SpeedPolicy = Literal["best", "corner", "last", "highest"]
"""How fast, without a number. All of them keep to the legal speeds (CM-85).

``best``
    The quickest speed through the coming corner, within the strain points they accept; in the last straight the
    highest.
``corner``
    The most that the coming corner allows: either it is not reached this turn, or it is entered with no more strain
    points than they accept.
``last``
    The speed of the turn before, or the highest if that is not legal.
``highest``
    The highest legal speed.
"""

LinePolicy = Literal["best", "keep", "inside", "outside", 1, 2, 3, 4, 5, 6, 7, 8]
"""The lane to come to before the next corner: the best by its cost, their own, the innermost or outermost that
can be reached, or a lane by its number. The way there leads around others."""

WhipPolicy = Literal["never", "straight", "last straight", "always"]
"""When to strain the team voluntarily, if the rules let them (6.52): never; where a die more cannot lead them into a
corner; in the last straight before the finish; always."""

GainPolicy = Literal["never", "if safe", "always"]
"""Whether to take a factor that a lash offers (9.41): "if safe" where it leads to no strain points beyond those they
accepts."""

Weapons = Literal["lash", "ram", "dust", "knife", "small knife", "spear"]

Eagerness = Literal["spare", "beside", "hunt"]
"""How eagerly to attack. Each attack costs a movement factor (a spear two).

``spare``
    Only with factors that would otherwise be burnt or lost, so without losing way.
``beside``
    Targets that come beside them on their way.
``hunt``
    They leave their line, within the strain points they accept, to come beside a named target.
"""

DefendPolicy = Literal["hold", "brake", "evade", "either"]
"""How to meet an attack (9.3): hold; brake back; evade; or whichever of the two costs less. Where the way named cannot
be gone they hold."""

UnaskedPolicy = Literal["ask", "either", "brake", "evade", "hold"]
"""How to meet an attack at a pace that asks for each step: a :data:`DefendPolicy`, or ask the player (S-46)."""

WreckPolicy = Literal["around", "over", "brake"]
"""The way to treat an obstacle (14): go around it if there is a way, else over it; over it, as their line
leads; or burn their factors before it, if they can and there is no way around."""

BlockedPolicy = Literal["slip", "brake", "attack", "run into"]
"""The way out where no way past others uses up all factors (6.71, 6.74): slip aside, brake, attack, run into the one
ahead, as only a chariot does that cannot slip. If that cannot be done, the others in this order."""


Preset = Literal["own", "safe", "fast", "attack"]
"""The judgement that fills in the player's open choices: nobody's ("own"), or one of :mod:`presets`."""


class AttackWish(msgspec.Struct, frozen=True):
    """A wish for an attack: its target and its means."""

    rival: EntryId | None = None  # none: anybody of another faction
    means: Weapons = "ram"
    target: Target | None = None  # whatever is in reach


class Ahead(msgspec.Struct, frozen=True):
    """What was chosen together with a speed for the rest of the turn, at a pace that asks for each step (S-80)."""

    turn: int  # no other
    whips: bool = False  # as the phase begins


class Orders(msgspec.Struct, frozen=True):
    """Orders for a turn. Every field has a default: orders that say nothing drive a sensible line and attack nobody."""

    speed: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_WRITTEN)] | SpeedPolicy,
        Meta(description="Speed: a number, or best, as the corner allows, as last turn, the highest"),
    ] = "best"
    line: Annotated[LinePolicy, Meta(description="Line: the lane to come to before the next corner")] = "best"
    corner_strain: Annotated[
        int, Meta(ge=0, le=12, description="Strain points accepted in a corner: total speed above its safe speed")
    ] = 5  # more where keeping to it would cost far more way and endurance than the points; the clause says so
    whip: Annotated[WhipPolicy, Meta(description="When to strain the team voluntarily, a die of factors (6.52)")] = (
        "straight"
    )
    take_gain: Annotated[GainPolicy, Meta(description="Take the factor that a lash on the team offers (9.41)")] = (
        "if safe"
    )
    attacks: Annotated[tuple[AttackWish, ...], Meta(max_length=MOST_WISHES)] = ()  # the dearest first
    eagerness: Annotated[Eagerness, Meta(description="How eagerly to attack those named")] = "beside"
    most_attacks: Annotated[int, Meta(ge=0, le=6, description="Attacks in one turn, at most")] = 2
    defend: Annotated[DefendPolicy, Meta(description="How to meet an attack (9.3)")] = "either"
    keep_back: Annotated[
        int, Meta(ge=0, le=30, description="Endurance kept back: what braking against attacks leaves")
    ] = 6
    wreck: Annotated[WreckPolicy, Meta(description="At a wreck or another obstacle on the way (14)")] = "around"
    blocked: Annotated[BlockedPolicy, Meta(description="Where no way past the others is left (6.71)")] = "slip"
    cut_free: Annotated[bool, Meta(description="Try to cut a dead horse free (9.53)")] = True
    keep_whip: Annotated[bool, Meta(description="Keep a whip that was grabbed from an attacker (9.42)")] = True
    get_free: Annotated[
        bool, Meta(description="A dragged driver tries to get free, unless the team has finished (16.2)")
    ] = True
    if_attacked: UnaskedPolicy = "either"  # at a pace that asks for each step; the field above is for whole turns
    ahead: Ahead | None = None  # at such a pace
    preset: Preset = "own"
    by_hand: tuple[str, ...] = ()
    """Fields that the player chose beside the preset; without one, all of them are the player's."""
