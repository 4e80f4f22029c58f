"""House drivers of Chariots of Rome, of three strengths.

A house driver sees its player's view. It keeps no memory and rolls no dice.

novice  drives as silent players do, straight on and at Medius; whips any rival in reach while Tactics last
steady  takes the best way by the measure, hurries along straights, rests when rattled, attacks with Tactics to spare
master  weighs every level and every lash by the measure, and by the needs of the rest of the way
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from engine.chariots_of_rome.orders.advice import by_masters_mind
from engine.chariots_of_rome.position.judging import best_step
from engine.chariots_of_rome.position.mastery import (
    SPARED_TACTICS,
    TIRED,
    good_speed,
    good_whip,
    quiet_attack,
    wary_defense,
)
from engine.chariots_of_rome.position.steps import Sight
from engine.chariots_of_rome.printed.data import CharioteerId
from engine.chariots_of_rome.seen.views import RaceView
from engine.chariots_of_rome.words import questions
from engine.chariots_of_rome.words.answers import (
    CharioteerWishes,
    ChooseLevel,
    Step,
    TakeCharioteer,
)
from engine.chariots_of_rome.words.state import ChariotLog
from engine.playing import HouseDriver, Weigh
from engine.questions import Answer, Ask, Question


@dataclass(frozen=True)
class Driver(HouseDriver[Any]):
    """A house driver that looks at a view for some questions; for the others a race serves as well."""

    needs_view: frozenset[type[Question]] = frozenset()


_FRESH = 7
"""Endurance with which a steady driver goes at full speed along a straight."""

_STRAIGHT = 8
"""Spaces that must be left of it then."""

_DEAREST: tuple[CharioteerId, ...] = (
    "C28", "C24", "C11", "C25", "C16", "C09", "C20", "C08", "C04", "C29", "C07", "C10",
)  # fmt: skip
"""Charioteers as masters like them; the others after them, by id."""


# By sight


def _easy_speed(sight: Sight, ask: Ask, question: questions.ChooseSpeed) -> Answer:
    """Rest when rattled or tired, hurry along straights, else go on at Medius."""
    own = sight.chariot(ask.entry)
    if own.rattled >= 3 or (own.endurance <= TIRED and own.tactics < SPARED_TACTICS):
        return ChooseLevel(1)
    is_far = own.square is not None and _straight_left(sight, own) >= _STRAIGHT
    if 3 in question.levels and own.endurance >= _FRESH and is_far:
        return ChooseLevel(3)
    return ask.default


def _straight_left(sight: Sight, own: ChariotLog) -> int:
    """Return the spaces of the present straight ahead of a chariot; 0 in a corner."""
    assert own.square is not None, "who drives is on the track"
    section, lane, index = sight.board.spaces[own.square]
    data = sight.board.sections[section]
    return 0 if data.is_corner else data.lengths[lane - 1] - index


def _steady_step(sight: Sight, ask: Ask, question: questions.ChooseStep) -> Answer:
    """Take the best way."""
    path = best_step(sight, ask.entry)
    return Step(path) if path in question.steps else ask.default


# The master


def _dearest(charioteer: CharioteerId) -> tuple[int, str]:
    return _DEAREST.index(charioteer) if charioteer in _DEAREST else len(_DEAREST), charioteer


def _draft(_view: RaceView, _ask: Ask, question: questions.DraftCharioteer) -> Answer:
    return TakeCharioteer(min(question.display, key=_dearest))


def _rank(_view: RaceView, _ask: Ask, question: questions.RankCharioteers) -> Answer:
    return CharioteerWishes(tuple(sorted(question.display, key=_dearest)))


_STEADY: Mapping[type[Question], Weigh[Sight]] = {
    questions.ChooseSpeed: _easy_speed,
    questions.ChooseStep: _steady_step,
    questions.ChooseDefense: wary_defense,
    questions.ChooseAttack: quiet_attack,
}

_BY_ORDERS: frozenset[type[Question]] = frozenset({questions.ArrangeCards, questions.ChooseRoll, questions.FollowClose})

_MASTER: Mapping[type[Question], Weigh[RaceView]] = {
    **_STEADY,
    questions.ChooseSpeed: good_speed,
    questions.ChooseHardDriving: good_whip,
    questions.DraftCharioteer: _draft,
    questions.RankCharioteers: _rank,
    **dict.fromkeys(_BY_ORDERS, by_masters_mind),
}

DRIVERS: Mapping[str, Driver] = MappingProxyType(
    {
        "novice": Driver({questions.ChooseAttack: quiet_attack}),
        "steady": Driver(_STEADY),
        "master": Driver(_MASTER, needs_view=_BY_ORDERS),
    }
)
"""By strength, the weakest first."""
