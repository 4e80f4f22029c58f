"""The best answer known to each question: what the green button gives, and a master house driver with it.

It looks at the view of the player who is asked, at nothing sealed and at no card or die to come: the others' places,
the cards that lie open, and, for who may see it, the card on top.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.chariots_of_rome.orders.following import follow, kept_by_sight
from engine.chariots_of_rome.orders.orders import Ability, Orders
from engine.chariots_of_rome.position.judging import best_step
from engine.chariots_of_rome.position.mastery import good_speed, good_whip, quiet_attack, wary_defense
from engine.chariots_of_rome.position.silence import nearest_ahead
from engine.chariots_of_rome.printed.data import CharioteerId
from engine.chariots_of_rome.seen.views import RaceView
from engine.chariots_of_rome.words import questions
from engine.chariots_of_rome.words.answers import (
    CharioteerWishes,
    Defend,
    GateWishes,
    PlaceDebris,
    Step,
    TakeCharioteer,
    TakeGate,
)
from engine.questions import Answer, Ask, Question

MASTERS_MIND = Orders(ability=Ability(roll="best", follow="best", second_whip="best", place="first"))
"""Orders for charioteers with questions of their own: let the measure decide, and move first."""

_DEAREST: tuple[CharioteerId, ...] = ("C08", "C23", "C25", "C20", "C28", "C24", "C16", "C09", "C04", "C29")
"""Charioteers that win most in good hands, the best first (docs/balance.md); the others after them, by id."""


def advise(view: RaceView, ask: Ask) -> Answer | None:
    """Return the best answer known; ``None`` where all come to the same, and for orders."""
    advice = _ADVICE.get(type(ask.question))
    return None if advice is None else advice(view, ask, ask.question)


def by_masters_mind(view: RaceView, ask: Ask, _question: Question) -> Answer:
    """Answer as orders would that let the measure decide (19.5)."""
    followed = follow(view, ask, MASTERS_MIND)
    return ask.default if followed is None else followed.answer


def _default(_view: RaceView, ask: Ask, _question: Question) -> Answer:
    """Answer as silence does: the rules' choice for whoever wants to finish is a good one here."""
    return ask.default


def _step(view: RaceView, ask: Ask, question: questions.ChooseStep) -> Answer:
    path = best_step(view, ask.entry)
    return Step(path) if path in question.steps else ask.default


def _defense(view: RaceView, ask: Ask, question: questions.ChooseDefense) -> Answer:
    """Buy off as a master does; C19 goes by the card it sees on top."""
    kept = kept_by_sight(view, question.cards - wary_defense(view, ask, question).remove, question)
    return Defend(min(question.most, max(0, question.cards - kept)))


def _marker(view: RaceView, ask: Ask, question: questions.PlaceMarker) -> Answer:
    """Drop debris before the foremost rival who lies ahead, else before the one who follows closest."""
    own = view.chariot(ask.entry)
    rivals = [each for each in view.ranked() if each.square is not None and not _is_friend(own, each)]
    for rival in rivals:
        square = None if rival.square is None else nearest_ahead(view.board, rival.square, question.squares)
        if square is not None:
            return PlaceDebris(square)
    return ask.default


def _is_friend(own: Any, other: Any) -> bool:
    return other.entry == own.entry or (own.faction is not None and other.faction == own.faction)


def _dearest(charioteer: CharioteerId) -> tuple[int, str]:
    return _DEAREST.index(charioteer) if charioteer in _DEAREST else len(_DEAREST), charioteer


def _draft(_view: RaceView, _ask: Ask, question: questions.DraftCharioteer) -> Answer:
    return TakeCharioteer(min(question.display, key=_dearest))


def _rank(_view: RaceView, _ask: Ask, question: questions.RankCharioteers) -> Answer:
    return CharioteerWishes(tuple(sorted(question.display, key=_dearest)))


def _gate(_view: RaceView, _ask: Ask, question: questions.ChooseGate) -> Answer:
    """Start far outside: there corners are taken at speed."""
    return TakeGate(question.free[-1])


def _gates(_view: RaceView, _ask: Ask, question: questions.RankGates) -> Answer:
    return GateWishes(question.gates[::-1])


_ADVICE: Mapping[type[Question], Callable[[RaceView, Ask, Any], Answer]] = MappingProxyType(
    {
        questions.WishRedraw: _default,
        questions.DraftCharioteer: _draft,
        questions.RankCharioteers: _rank,
        questions.ChooseGate: _gate,
        questions.RankGates: _gates,
        questions.ArrangeCards: by_masters_mind,
        questions.ChooseBenefit: _default,
        questions.ObeyFate: _default,
        questions.PlaceMarker: _marker,
        questions.ChooseSpeed: good_speed,
        questions.ChooseGifts: _default,
        questions.FollowClose: by_masters_mind,
        questions.ChooseHardDriving: good_whip,
        questions.ChooseRoll: by_masters_mind,
        questions.ChooseStep: _step,
        questions.ChooseAttack: quiet_attack,
        questions.ChooseDefense: _defense,
        questions.ChooseLoss: _default,
        questions.StrikeBack: _default,
        questions.ResistSwerve: _default,
        questions.ReplaceCard: _default,
    }
)
"""By question; a bet of C20 is as good on each number, so it has none."""
