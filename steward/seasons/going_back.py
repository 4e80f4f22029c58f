"""Going back over a race that has come home: until the reckoning its league waits for it again (H.9)."""

from collections.abc import Sequence

import msgspec

from db.store import Store
from engine.game import AnyRuleset
from engine.leagues.words.reasons import LeagueReason
from records.acts import ActRecord
from records.batches import KeptRace
from records.play import Input
from records.refusals import Refused
from records.values import RaceId
from steward.running.live import Live, Rulesets
from steward.running.reopening import rewound
from steward.running.updates import BY_ITSELF, gives
from steward.telling.notices import act_notice
from steward.time.schedules import HOUR

EVE_AGAIN = 6 * HOUR
"""Seconds for which the eve is open again once its race is undone (H.14)."""


def before_homecoming(league: Live, event: int | None, begun: Sequence[int]) -> int | None:
    """Return the input up to which a league goes back, so that it waits for an event's race again.

    :param begun: the inputs after which its phases began.
    :returns: ``None`` if it waits for that race still.
    :raises Refused: if the race is reckoned.
    """
    state = league.session.state
    if state.event != event or state.phase not in ("race", "protest"):
        raise Refused(LeagueReason.RECKONED, "H.9", event=event)
    return None if state.phase == "race" else begun[-1] - 1


async def read_back(store: Store, rulesets: Rulesets, league: RaceId, to: int, act: ActRecord, now: float) -> Live:
    """Return a league as it stood before an input, read from its record: see :func:`taken_back`."""
    kept = await store.load(league, until=to)
    assert kept is not None
    return taken_back(kept, rulesets[kept.race.ruleset], to, act, now)


def taken_back(kept: KeptRace, rules: AnyRuleset, to: int, act: ActRecord, now: float) -> Live:
    """Return a league as it was after input *to*, not written yet: with fresh dice, and told so.

    :raises Refused: if an update has changed the rules of leagues since.
    """
    live = rewound(kept, rules, to, now)
    body = msgspec.json.encode({"to": to, "waits": True}).decode()
    mine = msgspec.structs.replace(act, kind="rewind", entry=None, body=body)
    live.act(mine)
    live.also(act_notice(live.id, mine, now))
    return live


def eve_again(kept: KeptRace, rules: AnyRuleset, closing: Input, now: float) -> Live:
    """Return a league whose eve is open again, not written yet: all sheets stand as they were sealed (H.14).

    :param kept: up to the input before the one by which the eve closed.
    :param closing: that one; the last sheet, if it was one, is sealed again as it was.
    :raises Refused: if an update has changed the rules of leagues since.
    """
    live = rewound(kept, rules, closing.seq - 1, now)
    live.hold_until(now + EVE_AGAIN, now)
    if closing.entry in live.session.open and closing.by not in BY_ITSELF:
        gives(live, closing, now)
    return live
