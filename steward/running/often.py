"""Acts that are told to others may be done only so often (S-55)."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from db.store import TooOften
from records.acts import ActKind, ActRecord
from records.limits import HOUR, Limit
from records.refusals import Reason, Refused
from records.values import PlayerId


@contextmanager
def refusing_often() -> Iterator[None]:
    """Refuse an act that somebody has done as often as a limit allows, where it would be written."""
    try:
        yield
    except TooOften as often:
        raise _refused(often.kind, often.limit, often.again) from often


def require_seldom(acts: Sequence[ActRecord], kind: ActKind, by: PlayerId, limit: Limit, now: float) -> None:
    """Raise :exc:`Refused` if somebody has done an act as often as a limit allows.

    Call it while the race's lock is held: a write of others is noticed by its revision.

    :param acts: all acts of the race.
    """
    times = [each.at for each in acts if (each.kind, each.by) == (kind, by) and each.at > now - limit.span]
    if len(times) >= limit.most:
        raise _refused(kind, limit, times[-limit.most] + limit.span)


def _refused(kind: str, limit: Limit, again: float) -> Refused:
    hours = int(limit.span // HOUR)
    return Refused(Reason.TOO_OFTEN, what=kind, at_most=limit.most, hours=hours, again=int(again) + 1)
