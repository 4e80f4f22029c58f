"""Requests to host a race or to take reins, while they wait for a press: nobody is handed anything unasked (S-74)."""

import json
from collections.abc import Sequence

from records.acts import ActRecord
from records.limits import REQUESTS_STAND
from records.refusals import Reason, Refused
from records.values import Faction, PlayerId

GIVEN = ("replace", "return", "substitute")
"""Acts after which no request for the same reins stands any more."""


def request_for(acts: Sequence[ActRecord], player: PlayerId, faction: Faction | None, now: float) -> ActRecord:
    """Return the last request for a place, which is to somebody and waits for their answer.

    :param faction: whose reins; ``None`` for the hosting.
    :raises Refused: if there is none, it was to another, or it is over.
    """
    last = None
    for act in acts:
        about = json.loads(act.body)
        if act.kind == "handing" and about.get("faction") == faction:
            last = act
        elif act.kind in (("elect",) if faction is None else GIVEN) and about.get("faction") == faction:
            last = None
    if last is None or json.loads(last.body)["player"] != player or last.at + REQUESTS_STAND <= now:
        raise Refused(Reason.NOT_HANDED)
    return last


def handing(by: PlayerId, player: PlayerId, was: PlayerId | None, faction: Faction | None, now: float) -> ActRecord:
    """Return the act by which somebody is asked to host, or to take the reins of a faction.

    :param was: who hosts, or has the place, until they accept.
    """
    body = {"player": player, "was": was, **({} if faction is None else {"faction": faction})}
    return ActRecord(kind="handing", by=by, body=json.dumps(body), at=now)
