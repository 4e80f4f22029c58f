"""Requests to be the deputy of a league's owner, while they wait for an answer (L-51)."""

import json
from collections.abc import Sequence

from records.acts import ActKind, ActRecord
from records.limits import REQUESTS_STAND
from records.values import EntryId, PlayerId

SETTLES: tuple[ActKind, ...] = ("decline", "deputy", "return", "substitute", "leave", "expel", "hand")
"""Acts about a stable after which a request to be its deputy does not stand any more."""


def asked_now(acts: Sequence[ActRecord], now: float) -> dict[EntryId, PlayerId]:
    """Return who is asked to be the deputy of each stable: the owner's last request, while it waits for an answer."""
    found = dict[EntryId, PlayerId]()
    for act in acts:
        if act.entry is None:
            continue
        if act.kind in SETTLES:
            found.pop(act.entry, None)
        elif act.kind == "invite" and act.at + REQUESTS_STAND > now:
            found[act.entry] = PlayerId(json.loads(act.body)["player"])
    return found
