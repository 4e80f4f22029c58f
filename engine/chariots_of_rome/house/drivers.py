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

from engine.chariots_of_rome.orders.following import follow
from engine.chariots_of_rome.orders.orders import Ability, Orders
from engine.chariots_of_rome.position.judging import best_level, best_step, is_whip_best
from engine.chariots_of_rome.position.silence import default_defense
from engine.chariots_of_rome.position.steps import Sight
from engine.chariots_of_rome.position.worth import STEP, to_go
from engine.chariots_of_rome.printed.data import CharioteerId
from engine.chariots_of_rome.seen.views import RaceView
from engine.chariots_of_rome.words import questions
from engine.chariots_of_rome.words.answers import (
    Attack,
    CharioteerWishes,
    ChooseLevel,
    Defend,
    DriveHard,
    NoAttack,
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


_SPARED_TACTICS = 3
"""Tactics with which a novice or steady driver attacks."""

_TIRED = 4
"""Endurance at which a steady driver rests, if it has few Tactics."""

_FRESH = 7
"""Endurance with which a steady driver goes at full speed along a straight."""

_STRAIGHT = 8
"""Spaces that must be left of it then."""

_SHAKEN = 4
"""Rattled at which a master recovers."""

_LAST_ENDURANCE = 2
"""A master pays for Hard Driving with Endurance as long as more is left."""

_PACE = 8
"""Spaces that a round is thought to bring."""

_ASKED_A_ROUND = 0.6
"""Endurance or Tactics that each round to come is thought to ask for."""

_MOST_POINT = 2.0
"""How much an Endurance or Tactics counts at most, in points of the measure."""

_MASTERS_MIND = Orders(ability=Ability(roll="best", follow="best", place="first"))
"""A master's orders for charioteers with questions of their own."""

_DEAREST: tuple[CharioteerId, ...] = (
    "C28", "C24", "C11", "C25", "C16", "C09", "C20", "C08", "C04", "C29", "C07", "C10",
)  # fmt: skip
"""Charioteers as masters like them; the others after them, by id."""


# By sight


def _quiet_attack(sight: Sight, ask: Ask, question: questions.ChooseAttack) -> Answer:
    """Whip the leader, with Tactics to spare."""
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


def _point(sight: Sight, own: ChariotLog) -> float:
    """Return the worth of an Endurance or Tactics to a master: little, if more are left than the way will ask for."""
    assert own.square is not None, "who drives is on the track"
    steps = to_go(sight.board.id, max(0, sight.race_laps - own.laps))[own.square] / STEP
    left = max(0.0, steps) / _PACE
    return min(_MOST_POINT, _ASKED_A_ROUND * left / max(1.0, own.endurance - 1 + own.tactics / 2))


def _best_speed(sight: Sight, ask: Ask, question: questions.ChooseSpeed) -> Answer:
    """Choose the best level for the rest of the way; recover when badly rattled."""
    own = sight.chariot(ask.entry)
    if own.rattled >= _SHAKEN:
        return ChooseLevel(question.levels[0])
    return ChooseLevel(best_level(sight, ask.entry, question.levels, _point(sight, own)))


def _best_whip(sight: Sight, ask: Ask, question: questions.ChooseHardDriving) -> Answer:
    """Drive hard where it pays; with Tactics, if there are some to spare."""
    own = sight.chariot(ask.entry)
    if not is_whip_best(sight, ask.entry, max(1, question.move), _point(sight, own)):
        return DriveHard(None)
    if "free" in question.payments:
        return DriveHard("free")
    if own.tactics >= _SPARED_TACTICS:
        return DriveHard("tactics")
    return DriveHard("endurance" if own.endurance > _LAST_ENDURANCE else None)


def _by_orders(view: RaceView, ask: Ask, _question: Question) -> Answer:
    """Answer as orders would that let the measure decide (19.5)."""
    followed = follow(view, ask, _MASTERS_MIND)
    return ask.default if followed is None else followed.answer


def _dearest(charioteer: CharioteerId) -> tuple[int, str]:
    return _DEAREST.index(charioteer) if charioteer in _DEAREST else len(_DEAREST), charioteer


def _draft(_view: RaceView, _ask: Ask, question: questions.DraftCharioteer) -> Answer:
    return TakeCharioteer(min(question.display, key=_dearest))


def _rank(_view: RaceView, _ask: Ask, question: questions.RankCharioteers) -> Answer:
    return CharioteerWishes(tuple(sorted(question.display, key=_dearest)))


_STEADY: Mapping[type[Question], Weigh[Sight]] = {
    questions.ChooseSpeed: _easy_speed,
    questions.ChooseStep: _steady_step,
    questions.ChooseDefense: _wary_defense,
    questions.ChooseAttack: _quiet_attack,
}

_BY_ORDERS: frozenset[type[Question]] = frozenset({questions.ArrangeCards, questions.ChooseRoll, questions.FollowClose})

_MASTER: Mapping[type[Question], Weigh[RaceView]] = {
    **_STEADY,
    questions.ChooseSpeed: _best_speed,
    questions.ChooseHardDriving: _best_whip,
    questions.DraftCharioteer: _draft,
    questions.RankCharioteers: _rank,
    **dict.fromkeys(_BY_ORDERS, _by_orders),
}

DRIVERS: Mapping[str, Driver] = MappingProxyType(
    {
        "novice": Driver({questions.ChooseAttack: _quiet_attack}),
        "steady": Driver(_STEADY),
        "master": Driver(_MASTER, needs_view=_BY_ORDERS),
    }
)
"""By strength, the weakest first."""
