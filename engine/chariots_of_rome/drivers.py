"""House drivers of Chariots of Rome, of three strengths.

A house driver sees what its player would see. It keeps no memory and rolls no dice.

novice  drives as silent players do, straight on and at Medius; whips whoever is in reach while Tactics last
steady  takes the best way by the measure, hurries along straights, rests when rattled, attacks with Tactics to spare
master  weighs every level, every lash and every card, and hunts those ahead
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from engine.chariots_of_rome import questions
from engine.chariots_of_rome.answers import (
    Attack,
    CharioteerWishes,
    ChooseLevel,
    Defend,
    GateWishes,
    NoAttack,
    Step,
    TakeCharioteer,
)
from engine.chariots_of_rome.data import CharioteerId
from engine.chariots_of_rome.following import follow
from engine.chariots_of_rome.judging import best_step
from engine.chariots_of_rome.orders import Ability, AttackWish, Orders
from engine.chariots_of_rome.silence import default_defense
from engine.chariots_of_rome.state import ChariotLog
from engine.chariots_of_rome.steps import Sight
from engine.chariots_of_rome.views import RaceView
from engine.game import Answer, Ask, Question

Weigh = Callable[[Any, Ask, Any], Answer]
"""From what is seen, an ask and its question: the answer."""


@dataclass(frozen=True)
class HouseDriver:
    """A house driver: it weighs some kinds of questions, and leaves the others to the rules' defaults."""

    weighs: Mapping[type[Question], Weigh]
    by_sight: bool = True  # it looks at nothing but what all see, so that a race serves it like a view

    def __call__(self, view: RaceView, ask: Ask) -> Answer:
        """Return the answer to a question."""
        weigh = self.weighs.get(type(ask.question))
        return ask.default if weigh is None else weigh(view, ask, ask.question)


_SPARED_TACTICS = 3
"""Tactics with which a novice or steady driver attacks."""

_TIRED = 4
"""Endurance at which a steady driver rests, if it has few Tactics."""

_FRESH = 7
"""Endurance with which a steady driver goes at full speed along a straight."""

_STRAIGHT = 8
"""Spaces that must be left of it then."""

_DEAREST: tuple[CharioteerId, ...] = (
    "C28", "C24", "C11", "C25", "C16", "C09", "C20", "C08", "C04", "C29", "C07", "C10",
)  # fmt: skip
"""Charioteers as masters like them; the others after them, by id."""


# By sight


def _quiet_attack(sight: Sight, ask: Ask, question: questions.ChooseAttack) -> Answer:
    """Whip whoever leads, with Tactics to spare."""
    own = sight.chariot(ask.entry)
    whips = [each for each in question.attacks if each.kind == "whip" and not _is_ally(sight, own, each)]
    if own.tactics < _SPARED_TACTICS or not whips:
        return NoAttack()
    return max(whips, key=lambda each: _lead(sight, each))


def _lead(sight: Sight, attack: Attack) -> tuple[int, int]:
    rival = sight.chariot(attack.rival)
    return rival.laps, -1 if rival.square is None else sight.board.rank[rival.square]


def _is_ally(sight: Sight, own: ChariotLog, attack: Attack) -> bool:
    return own.faction is not None and own.faction == sight.chariot(attack.rival).faction


def _easy_speed(sight: Sight, ask: Ask, question: questions.ChooseSpeed) -> Answer:
    """Rest when rattled or tired, hurry along straights, else go on at Medius."""
    own = sight.chariot(ask.entry)
    if own.rattled >= 3 or (own.endurance <= _TIRED and own.tactics < _SPARED_TACTICS):
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


def _wary_defense(sight: Sight, ask: Ask, question: questions.ChooseDefense) -> Answer:
    """Defend as silent players do; keep one card fewer with little Endurance."""
    own = sight.chariot(ask.entry)
    silent = default_defense(own, question.cards, question.most)
    return Defend(min(question.most, silent.remove + (own.endurance <= _TIRED)))


# The master


def _master_orders(own: ChariotLog) -> Orders:
    """Return what a master has in mind at this moment."""
    attacks = (AttackWish(),) if own.tactics >= _SPARED_TACTICS else ()
    return Orders(attacks=attacks, ability=Ability(roll="best", follow="best", place="first"))


def _by_orders(view: RaceView, ask: Ask, _question: Question) -> Answer:
    """Answer as orders for the best would (19.5)."""
    followed = follow(view, ask, _master_orders(view.chariot(ask.entry)))
    return ask.default if followed is None else followed.answer


def _dearest(charioteer: CharioteerId) -> tuple[int, str]:
    return _DEAREST.index(charioteer) if charioteer in _DEAREST else len(_DEAREST), charioteer


def _draft(_view: RaceView, _ask: Ask, question: questions.DraftCharioteer) -> Answer:
    return TakeCharioteer(min(question.display, key=_dearest))


def _rank(_view: RaceView, _ask: Ask, question: questions.RankCharioteers) -> Answer:
    return CharioteerWishes(tuple(sorted(question.display, key=_dearest)))


def _gates(_view: RaceView, _ask: Ask, question: questions.RankGates) -> Answer:
    return GateWishes(question.gates)


_MASTERED: tuple[type[Question], ...] = (
    questions.ArrangeCards,
    questions.ChooseAttack,
    questions.ChooseDefense,
    questions.ChooseHardDriving,
    questions.ChooseLoss,
    questions.ChooseRoll,
    questions.ChooseSpeed,
    questions.ChooseStep,
    questions.FollowClose,
    questions.ReplaceCard,
    questions.ResistSwerve,
)

_MASTER: Mapping[type[Question], Weigh] = {kind: _by_orders for kind in _MASTERED} | {
    questions.DraftCharioteer: _draft,
    questions.RankCharioteers: _rank,
    questions.RankGates: _gates,
}

DRIVERS: Mapping[str, HouseDriver] = MappingProxyType(
    {
        "novice": HouseDriver({questions.ChooseAttack: _quiet_attack}),
        "steady": HouseDriver(
            {
                questions.ChooseSpeed: _easy_speed,
                questions.ChooseStep: _steady_step,
                questions.ChooseDefense: _wary_defense,
                questions.ChooseAttack: _quiet_attack,
            }
        ),
        "master": HouseDriver(_MASTER, by_sight=False),
    }
)
"""By strength, the weakest first."""
