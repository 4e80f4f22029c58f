"""Refusals of Chariots of Rome as sentences."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.chariots_of_rome.printed.data import CHARIOTEERS
from engine.chariots_of_rome.words.reasons import RaceReason
from records.values import EntryId
from words.chariots_of_rome.terms import LEVELS, PRICES, gate_number
from words.refusals import refusal_from
from words.shared.telling import called, count, joined

Names = Mapping[EntryId, str]
Values = Mapping[str, Any]


def _listed(things: Iterable[object]) -> str:
    return ", ".join(map(str, things))


def _wish(wish: str) -> str:
    """Return a charioteer's name or a gate's number."""
    charioteers: dict[str, str] = {each: card.name for each, card in CHARIOTEERS.items()}
    return charioteers.get(wish) or (gate_number(wish) if wish[1:].isdecimal() else wish)


def _wished(wishes: Iterable[str]) -> str:
    return _listed(_wish(wish) for wish in wishes)


def _cannot_pay(values: Values, _names: Names) -> str:
    possible = [PRICES[pay] for pay in values["possible"]]
    price = PRICES.get(values["pay"], "that")
    return f"You can't pay for Hard Driving with {price}. Pay with {' or '.join(possible)}, or drive without."


def _out_of_reach(values: Values, names: Names) -> str:
    reached = [f"{kind} {called(names, rival)}" for kind, rival in values["possible"]]
    rival = called(names, values["rival"])
    instead = f"From here you can {joined(reached)}." if reached else "Nobody is in reach from here."
    return f"A {values['kind']} doesn't reach {rival} from your space. {instead}"


def _too_many_chariots(values: Values, _names: Names) -> str:
    return (
        f"{values['need']} chariots would race, and {values['track']} has room for {values['at_most']}. "
        "Choose a larger track, or one chariot each."
    )


SENTENCES: Mapping[RaceReason, Callable[[Values, Names], str]] = {
    RaceReason.TOO_MANY_CHARIOTS: _too_many_chariots,
    RaceReason.CHARIOTEER_TAKEN: lambda v, _: (
        f"{_wish(v['charioteer'])} is not on display any more. Choose one who is: {_wished(v['free'])}."
    ),
    RaceReason.GATE_TAKEN: lambda v, _: (
        f"Gate {_wish(v['gate'])} is taken. Choose one that is free: {_wished(v['free'])}."
    ),
    RaceReason.WISHED_TWICE: lambda v, _: (
        f"I can't use {_wish(v['wish'])} in that list: name each wish once. Choose from: {_wished(v['possible'])}."
    ),
    RaceReason.NO_SUCH_CARD: lambda v, names: (
        f"The card of {called(names, v['card'])} is not face down. Move one of: "
        f"{_listed(called(names, each) for each in v['possible'])}."
    ),
    RaceReason.LEVEL_TOO_HIGH: lambda v, _: (
        f"You can't go to Speed {LEVELS[v['level']]} now. Choose one of: "
        f"{_listed(LEVELS[each] for each in v['possible'])}."
    ),
    RaceReason.CANNOT_PAY: _cannot_pay,
    RaceReason.TOO_FAR: lambda v, _: (
        f"That takes {count(v['moves'], 'move')}, and you have {v['left']} left. Choose a nearer space."
    ),
    RaceReason.NOT_NEXT: lambda v, _: (
        f"No step leads from your space to {v['square']}. Choose one of: {_listed(v['possible'])}."
    ),
    RaceReason.STAYS_IN_LANE: lambda v, _: (
        f"{v['square']} lies inward, and in a corner you step inward only from the last space of a lane. "
        "Go ahead or outward."
    ),
    RaceReason.SPACE_FILLED: lambda v, _: (
        f"Something stands on {v['square']}. Overtake it: name that space and the clear one behind it."
    ),
    RaceReason.SPACE_CLEAR: lambda v, _: (
        f"{v['square']} is clear, so overtaking ends there. Name the way up to it, and go on from there."
    ),
    RaceReason.OUT_OF_REACH: _out_of_reach,
    RaceReason.TOO_MANY_REMOVED: lambda v, _: (
        f"You can't buy off {count(v['have'], 'card')}. You can pay for {v['at_most']} at most."
    ),
    RaceReason.NO_DEBRIS_THERE: lambda v, _: (
        f"Debris can't lie on {v['square']}. Name a clear space on a straight with three lanes, "
        "and no chariot within three spaces behind it."
    ),
}

refusal = refusal_from(SENTENCES)
