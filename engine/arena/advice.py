"""The plan that a player's menus are filled with: the last one, or the best that house fighters know."""

from engine.arena.asks import MakePlan, Plan
from engine.arena.house.fighters import SHARP, plan_of
from engine.arena.house.weighing import seen
from engine.arena.views import MatchView
from engine.questions import Ask


def suggested(view: MatchView, ask: Ask) -> Plan:
    """Return the best plan that is known: of the strongest strike, without anything drawn."""
    return plan_of(SHARP, seen(view, ask.entry))


def begun(view: MatchView, ask: Ask) -> Plan:
    """Return the plan that the menus begin with: the last one if it stands and still can be carried out."""
    last = view.own.get(ask.entry)
    assert isinstance(ask.question, MakePlan)
    if last is None or not last.keep or ask.question.refusal_of(last) is not None:
        return suggested(view, ask)
    return last
