"""Refusals of the arena as sentences."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.arena.reasons import ArenaReason
from records.values import EntryId
from words.refusals import refusal_from
from words.shared.telling import called, count, joined

Names = Mapping[EntryId, str]
Values = Mapping[str, Any]


def _foe(values: Values, names: Names) -> str:
    possible = joined([called(names, each) for each in values["possible"]]) or "nobody"
    return f"{called(names, values['foe'])} is no foe who stands. You can face {possible}."


def _defence(values: Values, _names: Names) -> str:
    most, given = values["most"], values["cf"]
    return f"The {values['what']} takes {most} CFs at most, and you gave {given}. Give the rest elsewhere."


def _conditions(values: Values, _names: Names) -> str:
    return (
        f"A plan takes {values['most']} conditions at most, each once, and one of them for giving up. "
        f"You gave {values['have']}."
    )


def _men(values: Values, _names: Names) -> str:
    return f"That takes {values['need']} men, and {values['at_most']} may fight here. Choose fewer a side."


SENTENCES: Mapping[ArenaReason, Callable[[Values, Names], str]] = {
    ArenaReason.NO_NET: lambda _v, _: "Your man holds no net. Choose another move, such as *Close in*.",
    ArenaReason.NET_NOT_READY: lambda _v, _: (
        "The net is still being drawn back: it can be thrown in the third phase after the last throw. Choose another "
        "move."
    ),
    ArenaReason.TOO_MANY_CFS: lambda v, _: (
        f"That takes {v['need']} CFs, and your man has {v['have']}. Strike or guard with fewer."
    ),
    ArenaReason.BAD_BLOW: lambda v, _: (
        f"An attack like that takes 1 to {v['most']} CFs, and you gave {v['cf']}. Choose a number between."
    ),
    ArenaReason.BAD_DEFENCE: _defence,
    ArenaReason.SAME_AREA: lambda _v, _: "Two cuts need two areas. Choose another area for the second.",
    ArenaReason.TOO_MANY_ATTACKS: lambda v, _: (
        f"Your man can make {count(v['most'], 'attack')} a phase, and you ordered {v['have']}. Leave one out."
    ),
    ArenaReason.NO_SHIELD: lambda _v, _: "Your man has no shield to bash with. Strike a blow instead.",
    ArenaReason.TOO_MANY_FACTORS: lambda v, _: (
        f"The shield gives {v['most']} factors there, and you laid {v['have']}. Lay fewer."
    ),
    ArenaReason.NO_SUCH_FOE: _foe,
    ArenaReason.NOTHING_TO_RECOVER: lambda v, _: (
        f"No {v['item']} of your man lies within one hex. Choose another move."
    ),
    ArenaReason.BAD_CONDITIONS: _conditions,
    ArenaReason.TOO_MANY_PHASES: lambda v, _: (
        f"This exchange has {count(v['most'], 'phase')}, and you planned {v['have']}. Leave the last ones out."
    ),
    ArenaReason.VOTED_SO: lambda v, _: (
        f"You said {'life' if v['life'] else 'death'} already. Press the other one to change your mind."
    ),
    ArenaReason.VOTED_ENOUGH: lambda v, _: (
        f"You have changed your mind {v['at_most']} times, as often as anyone may. Your last word counts."
    ),
    ArenaReason.NOT_THE_HOSTS: lambda _v, _: "Here the host alone decides on life and death. Wait for their word.",
    ArenaReason.OWN_MAN: lambda _v, _: "You lead one of the two men, so you have no vote on this one. Others decide.",
    ArenaReason.NO_VOTE: lambda _v, _: "Nobody lies there on whom the crowd votes. Wait for the next man who falls.",
    ArenaReason.TOO_MANY_MEN: _men,
}

refusal = refusal_from(SENTENCES)
