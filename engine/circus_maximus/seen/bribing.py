"""A briber's acts in a league's race, between questions to others: reveal a bribe, or change its trigger (R-G35)."""

from collections.abc import Mapping

from engine.circus_maximus.harm import plots
from engine.circus_maximus.words.asks import PullBribe
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Race
from engine.game import Acts
from engine.plots import is_possible
from engine.questions import Answer, Ask, AskAll
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId


def _do(race: Race, _table: Table, _entry: EntryId, act: Answer, _sealed: Mapping[EntryId, Answer]) -> None:
    """Change a bribe's trigger, in secret (R-G35).

    :raises Refused: if it is not the payer's, or over, or if the trigger is not possible.
    """
    if not isinstance(act, PullBribe) or (act.trigger is not None and not is_possible(act.trigger)):
        raise Refused(CircusReason.NO_SUCH_PLOT, "R-G35")
    plots.pull(race, act.payer, act.number, act.trigger)


def _ask_again(_race: Race, asked: Ask | AskAll) -> Ask | AskAll:
    """Return the same questions: a bribe changes no open one, only those to come."""
    return asked


ACTS: Acts[Race] = Acts(_do, _ask_again, (PullBribe,))
