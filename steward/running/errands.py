"""What house drivers do before they answer: managers of stables buy, assign and train."""

import logging

from records.refusals import Refused
from records.values import EntryId
from steward.running.answering import errand_of
from steward.running.live import Live
from steward.running.unwritten import Source

log = logging.getLogger(__name__)

MOST_ERRANDS = 12
"""Acts of a house driver before one answer."""


def run_errands(live: Live, entry: EntryId, now: float) -> None:
    """Let a house driver act before it answers, as far as the rules allow."""
    temperament = live.driver_of(entry)
    if temperament is None or live.has_manager(entry):
        return
    for _ in range(MOST_ERRANDS):
        act = errand_of(live, temperament, entry)
        if act is None:
            return
        try:
            live.do(entry, act, Source("house"), now)
        except Refused:
            log.exception("race %s: entry %s: %s is refused", live.id, entry, type(act).__name__)
            return
