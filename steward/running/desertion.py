"""Races without people (S-23): a race that people entered is not played out while no person holds any reins.

Each turn waits for its deadline, as somebody might still come. After seven such turns the race rests; the next person
to take the reins lets it go on, and after thirty days it is called off.
"""

import msgspec

from records.acts import ActRecord
from steward.running.live import Live
from steward.telling.notices import act_notice
from steward.time.schedules import DAY

MOST_TURNS = 7
"""So many turns a race goes on for without people."""

LONGEST_REST = 30 * DAY
"""Seconds for which a deserted race rests before it is called off."""


def look(live: Live, now: float) -> None:
    """Ask for people when the first turn waits for its deadline without them."""
    if live.session.is_held and not live.deserted and _is_deserted(live):
        body = msgspec.json.encode({"turns": MOST_TURNS}).decode()
        act = ActRecord(kind="deserted", by=None, body=body, at=now)
        live.act(act)
        live.also(act_notice(live.id, act, now))
        live.count_deserted()


def note_turn(live: Live) -> None:
    """Count a turn that begins without people."""
    if _is_deserted(live):
        live.count_deserted()


def is_to_rest(live: Live) -> bool:
    """Tell whether a race has gone on without people for long enough; the turn that waits is one of those counted."""
    return live.deserted > MOST_TURNS


def _is_deserted(live: Live) -> bool:
    return live.race.is_deserted and not live.race.is_exhibition


def resting(now: float) -> ActRecord:
    """Return the act by which a deserted race rests."""
    body = msgspec.json.encode({"turns": MOST_TURNS, "until": now + LONGEST_REST}).decode()
    return ActRecord(kind="rest", by=None, body=body, at=now)


def rests_deserted(acts: list[ActRecord]) -> bool:
    """Tell whether a race that is paused rests for want of people: that was the last thing done to it."""
    return bool(acts) and acts[-1].kind == "rest"
