"""A payer's acts about a bribe while a race is run, in any game that serves leagues (24)."""

from engine.questions import Answer
from engine.stables import Trigger
from records.values import Faction


class PullBribe(Answer, frozen=True):
    """Reveal a bribe as soon as may be, or change its trigger: an act that no question asks for (R-G35)."""

    payer: Faction
    number: int  # of the plot
    trigger: Trigger | None = None  # what reveals it from now on; none to reveal it by hand
