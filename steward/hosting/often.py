"""Acts that are told to others may be done only so often (S-55)."""

from collections.abc import Sequence

from engine.game import Reason, Refused
from records.acts import ActRecord
from records.limits import HOUR, Limit


def too_often(acts: Sequence[ActRecord], act: ActRecord, limit: Limit) -> Refused:
    """Return the refusal of an act that somebody has done as often as a limit allows; it says when they may again.

    :param acts: all of the league, cup or race.
    """
    done = done_by(acts, act, limit)
    first = done[-limit.most].at if len(done) >= limit.most else act.at
    hours, again = int(limit.span // HOUR), int(first + limit.span) + 1
    return Refused(Reason.TOO_OFTEN, what=act.kind, at_most=limit.most, hours=hours, again=again)


def require_seldom(acts: Sequence[ActRecord], act: ActRecord, limit: Limit) -> None:
    """Raise :exc:`Refused` if somebody has done an act as often as a limit allows.

    Call it where nothing else can be written to the race meanwhile, or where a write would be noticed.
    """
    if len(done_by(acts, act, limit)) >= limit.most:
        raise too_often(acts, act, limit)


def done_by(acts: Sequence[ActRecord], act: ActRecord, limit: Limit) -> list[ActRecord]:
    """Return the acts of the same kind by the same person within the span of a limit."""
    since = act.at - limit.span
    return [each for each in acts if (each.kind, each.by) == (act.kind, act.by) and each.at > since]
