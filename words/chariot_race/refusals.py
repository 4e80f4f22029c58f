"""Refusals of Chariot Race as sentences."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.chariot_race.reasons import RaceReason
from records.values import EntryId
from words.chariot_race.terms import die_words
from words.refusals import refusal_from
from words.shared.telling import called, count, joined

Names = Mapping[EntryId, str]
Values = Mapping[str, Any]


def _listed(things: Iterable[object]) -> str:
    return ", ".join(map(str, things))


def _out_of_range(values: Values, names: Names) -> str:
    reached = [called(names, entry) for entry in values["in_range"]]
    instead = f"In range: {joined(reached)}." if reached else "Nobody is in range. Drop a caltrop or end the turn."
    return f"A javelin flies two spaces, and {called(names, values['rival'])} is farther away. {instead}"


def _not_passed(values: Values, _names: Names) -> str:
    possible = values["possible"]
    instead = f"Choose one of: {_listed(possible)}." if possible else "There is no such space this turn."
    return f"A caltrop goes onto a free space you just passed, and {values['square']} is none. {instead}"


SENTENCES: Mapping[RaceReason, Callable[[Values, Names], str]] = {
    RaceReason.BOARD_TAKEN: lambda v, _: (
        f"The {v['board']} board is taken. Choose one that is free: {_listed(v['free'])}."
    ),
    RaceReason.SLOT_TAKEN: lambda v, _: f"Slot {v['slot']} is taken. Choose one that is free: {_listed(v['free'])}.",
    RaceReason.WISHED_TWICE: lambda v, _: (
        f"I can't use {v['wish']} in that list: name each wish once. Choose from: {_listed(v['possible'])}."
    ),
    RaceReason.NO_SUCH_DIE: lambda v, _: (
        f"There is no die {v['die']}: you have {die_words(v['dice'])}. Name dice from 1 to {v['dice']}."
    ),
    RaceReason.NO_DICE_CHOSEN: lambda v, _: (
        f"A paid reroll costs {v['cost']} fate and needs a die. Name one or more, or finish your dice."
    ),
    RaceReason.NOT_TO_FORTUNA: lambda v, _: (
        f"Fate can't turn a die to {v['face']}. Turn it to one of: {_listed(v['possible'])}."
    ),
    RaceReason.TOO_MANY_PLUS: lambda v, _: (
        f"You count {v['have']} faces as +1 and have {v['at_most']}. Count {v['at_most']} at most."
    ),
    RaceReason.WRONG_LENGTH: lambda v, _: (
        f"That way has {count(v['have'], 'step')}, and your speed is {v['need']}. Name exactly {v['need']}."
    ),
    RaceReason.TOO_MANY_CHANGES: lambda v, _: (
        f"That way changes lanes {v['need']} times, and you have {count(v['have'], 'steer face')}. "
        "Change lanes less often."
    ),
    RaceReason.OFF_THE_TRACK: lambda v, _: (
        f"Step {v['step']} leaves the track: the {v['lane']} lane has none on that side. Go forward there."
    ),
    RaceReason.OUT_OF_RANGE: _out_of_range,
    RaceReason.NOT_PASSED: _not_passed,
}

refusal = refusal_from(SENTENCES)
