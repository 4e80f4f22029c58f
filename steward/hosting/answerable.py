"""Who had the reins as a race began, and whose an act of its host is. Ratings and trust go by it (S-48, S-49)."""

from collections.abc import Iterable, Sequence

import msgspec

from records.acts import ActKind, ActRecord
from records.races import FactionRecord
from records.values import PlayerId

HANDED_OVER: tuple[ActKind, ...] = ("replace", "substitute", "return", "resign")
"""Acts by which the reins go from one person to another, or back to nobody."""

GONE_AWAY: tuple[ActKind, ...] = ("absent", "vacation", "replace", "leave")
"""Acts after which a house driver stands in for a person who had the reins before."""


def driver_at_start(seat: FactionRecord, acts: Sequence[ActRecord], began: float) -> PlayerId | None:
    """Return the player at the reins as a race began; ``None`` for a house driver.

    :param acts: of the race, in order.
    :param began: when its first answer came.
    """
    for act in acts:
        if act.kind in HANDED_OVER and act.at >= began:
            body = msgspec.json.decode(act.body)
            if body.get("faction") == seat.faction and "was" in body:
                return None if body["was"] is None else PlayerId(body["was"])
    had_reins = any(_gave_up(seat, act, began) for act in acts if act.kind in GONE_AWAY)
    return None if seat.standin is not None and not had_reins else seat.holder


def _gave_up(seat: FactionRecord, act: ActRecord, began: float) -> bool:
    """Tell whether the person of a place let go of the reins under way; who left before drove nothing (S-57)."""
    body = msgspec.json.decode(act.body)
    if act.kind == "replace":
        return bool(body.get("faction") == seat.faction)
    who = body.get("player") or act.by
    if who not in (None, seat.player, seat.substitute):
        return False
    return act.at > began if act.kind == "leave" or "left" in body else True


def answerable(by: PlayerId | None, acts: Iterable[ActRecord], began: float) -> set[PlayerId]:
    """Return whose an act on a race is: of who did it, and of all through whose hands the hosting came to them.

    Else a driver would have their race called off by somebody who loses nothing (S-48). Only what was handed on while
    the race was under way counts; whoever hands it back answers for nothing more.

    :param acts: of the race, in order, as far as they came before that act.
    """
    hosts: list[PlayerId] = []  # each had it from the one before
    for act in acts:
        if act.kind == "elect" and act.at >= began:
            body = msgspec.json.decode(act.body)
            was, now = PlayerId(body["was"]), PlayerId(body["player"])
            handed = (hosts or [was]) if act.by == was else []
            hosts = [*(handed[: handed.index(now)] if now in handed else handed), now]
    if by in hosts:
        return set(hosts[: hosts.index(by) + 1])
    return set() if by is None else {by}
