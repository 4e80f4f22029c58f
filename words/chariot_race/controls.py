"""A player's questions: the chariot's position, the choices, and the outcome of each."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.chariot_race import asks
from engine.chariot_race.views import RaceView
from engine.questions import Ask
from words.chariot_race import attacking, dicing, drafting, driving
from words.chariot_race.codes import pack
from words.shared.order_panel import seal_button
from words.shared.words import Controls, Names

Asking = Callable[[RaceView, Ask, Any, Names, str], Controls]


def controls(view: RaceView, ask: Ask, names: Names, plan: str = "") -> Controls:
    """Return the controls of *ask* for the driver of its entry.

    :param plan: the code of the choice looked at, such as dice that are picked; empty at first.
    :raises Refused: if the code does not belong to this question.
    """
    return _ASKING[type(ask.question)](view, ask, ask.question, names, plan)


def _ready(view: RaceView, ask: Ask, _question: asks.WriteOrders, names: Names, _plan: str) -> Controls:
    return seal_button(view.round, ask, names, pack(asks.Ready()))


_ASKING: Mapping[type[Any], Asking] = {
    asks.WriteOrders: _ready,
    asks.ChooseBoard: drafting.board,
    asks.ChooseStart: drafting.start,
    asks.WishBoards: drafting.wish_boards,
    asks.WishSlots: drafting.wish_slots,
    asks.ChooseRepair: dicing.repair,
    asks.ChooseReroll: dicing.reroll,
    asks.SpendFortune: dicing.fortune,
    asks.PlanMove: driving.move,
    asks.ChooseAttack: attacking.attack,
}
