"""Refusals of Circus Maximus as sentences."""

from collections.abc import Callable, Mapping
from typing import Any

from cogs.present.refusals import with_rule
from engine.circus_maximus.reasons import CircusReason
from engine.game import Refused
from engine.values import EntryId

Names = Mapping[EntryId, str]
Values = Mapping[str, Any]


def refusal(refused: Refused, names: Names) -> str | None:
    """Return what a player reads; ``None`` if this is not a reason of Circus Maximus."""
    if not isinstance(refused.reason, CircusReason):
        return None
    return with_rule(SENTENCES[refused.reason](refused.values, names), refused.rule)


def _taken(values: Values, names: Names) -> str:
    return (
        f"{values['square']} is taken by the {values['part']} of {names[values['by']]}. "
        "Go another way, brake, or attack if the chariot is in reach."
    )


def _out_of_reach(values: Values, _names: Names) -> str:
    return (
        f"No {values['target']} of that chariot is in reach: a target must stand in the square beside your car. "
        "Move up to it first."
    )


SENTENCES: Mapping[CircusReason, Callable[[Values, Names], str]] = {
    CircusReason.POINTS_DO_NOT_ADD_UP: lambda v, _: (
        f"Those points add up to {v['total']}; they must add up to exactly {v['must_be']}. "
        "Take from one category what you give to another."
    ),
    CircusReason.POINTS_OUT_OF_RANGE: lambda v, _: (
        f"Each category takes 0 to {v['at_most']} points; {v['category']} does not. Choose again."
    ),
    CircusReason.TOO_FAST: lambda v, _: (
        f"You wrote {v['wanted']}, and your team can go {v['at_most']} this turn. Write {v['at_most']} or less."
    ),
    CircusReason.TOO_FAST_FOR_CORNER: lambda v, _: (
        f"You wrote {v['wanted']}, but you stand in a corner and may not strain it: write {v['at_most']} or less."
    ),
    CircusReason.TOO_FEW_FACTORS: lambda v, _: (
        f"That costs {v['need']} movement factors and you have {v['have']} left. Choose something cheaper."
    ),
    CircusReason.TOO_LITTLE_ENDURANCE: lambda v, _: (
        f"That costs {v['need']} endurance and your team has {v['have']} left. Spend your factors on the way."
    ),
    CircusReason.SQUARE_TAKEN: _taken,
    CircusReason.WALL: lambda v, _: f"There is no lane further to the {v.get('side', 'side')}, only the wall.",
    CircusReason.NO_INSIDE: lambda _v, _: (
        "You slid outward this turn, so you may not go inside again before the next. Go on, or go outside."
    ),
    CircusReason.STRAINING_BARRED: lambda _v, _: (
        "You may not choose to strain a corner now: you were jostled or slid two lanes. Brake instead, or go wider."
    ),
    CircusReason.NO_SIDESLIP: lambda _v, _: (
        "A sideslip is for chariots that are blocked, or will be whatever they do. Change lanes instead."
    ),
    CircusReason.ATTACKED_HERE: lambda _v, _: (
        "You have attacked from this square already; once a square is all. Move on, then attack again."
    ),
    CircusReason.ON_THE_GRID: lambda _v, _: (
        "Nobody attacks from the grey squares of the start. Leave them first, all of your chariot."
    ),
    CircusReason.NOT_IN_REACH: _out_of_reach,
    CircusReason.OWN_CHARIOT: lambda _v, _: "That chariot is your own; you cannot attack it.",
    CircusReason.NO_WHIP: lambda _v, _: "You have lost your whip, so you cannot lash. You can still ram.",
    CircusReason.DEAD_HORSE_SIDE: lambda _v, _: (
        "A dead horse lies on that side of the team, so it cannot be attacked from there."
    ),
    CircusReason.STATIONARY: lambda _v, _: "A dead horse holds your chariot; it must be cut free before you can move.",
    CircusReason.HAS_CUT: lambda _v, _: (
        "You worked on a dead horse this turn: no attack, no brake, no evasion until the next."
    ),
    CircusReason.CANNOT_STRAIN: lambda _v, _: (
        "The team cannot be whipped on now: it takes a whip, endurance and a CDM of 0 or more, with no straining ban."
    ),
    CircusReason.NOTHING_TO_CUT: lambda _v, _: "No dead horse hangs on your team, so there is nothing to cut free.",
    CircusReason.BEYOND_THE_FINISH: lambda v, _: (
        f"The finish line is {v['at_most']} squares ahead, and the race ends there for you. Drive {v['at_most']}."
    ),
    CircusReason.NO_GAIN: lambda _v, _: "No lash has driven extra factors into your team, so there is none to take.",
}
