"""A player's questions: the chariot's position, the choices, and the outcome of each."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.chariots_of_rome.seen.views import RaceView
from engine.chariots_of_rome.words import answers as a
from engine.chariots_of_rome.words import questions as q
from engine.questions import Ask
from words.chariots_of_rome import driving, gods, replying, setting_up, speeding
from words.chariots_of_rome.codes import pack
from words.shared.order_panel import seal_button
from words.shared.words import Controls, Names

Asking = Callable[[RaceView, Ask, Any, Names, str], Controls]


def controls(view: RaceView, ask: Ask, names: Names, plan: str = "") -> Controls:
    """Return the controls of *ask* for the driver of its entry.

    :param plan: the code of the choice looked at, such as wishes so far; empty at first.
    :raises Refused: if the code does not belong to this question.
    """
    return _ASKING[type(ask.question)](view, ask, ask.question, names, plan)


def _ready(view: RaceView, ask: Ask, _question: q.WriteOrders, names: Names, _plan: str) -> Controls:
    return seal_button(view.round, ask, names, pack(a.Ready()))


_ASKING: Mapping[type[Any], Asking] = {
    q.WriteOrders: _ready,
    q.WishRedraw: setting_up.redraw,
    q.DraftCharioteer: setting_up.draft,
    q.RankCharioteers: setting_up.wish_charioteers,
    q.ChooseGate: setting_up.gate,
    q.RankGates: setting_up.wish_gates,
    q.ArrangeCards: gods.arrange,
    q.ChooseBenefit: gods.benefit,
    q.ObeyFate: gods.obey,
    q.PlaceMarker: gods.debris,
    q.ChooseGifts: gods.gifts,
    q.ChooseSpeed: speeding.speed,
    q.FollowClose: speeding.follow,
    q.ChooseHardDriving: speeding.hard,
    q.ChooseNumber: speeding.number,
    q.ChooseRoll: speeding.roll,
    q.ChooseStep: driving.step,
    q.ChooseAttack: driving.attack,
    q.ChooseDefense: replying.defense,
    q.ChooseLoss: replying.loss,
    q.StrikeBack: replying.strike_back,
    q.ResistSwerve: replying.resist,
    q.ReplaceCard: replying.replace,
}
