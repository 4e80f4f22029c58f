"""Going back over a race that has come home: until the reckoning its league waits for it again (H.9)."""

from collections.abc import Sequence

import msgspec

from engine.campaign.words.reasons import LeagueReason
from engine.game import AnyRuleset, Reason, Refused
from records.acts import ActRecord
from records.batches import KeptRace
from steward.running.live import Live, StoryChanged, rebuild
from steward.telling.notices import act_notice


def before_homecoming(league: Live, event: int, begun: Sequence[int]) -> int | None:
    """Return the input up to which a league goes back, so that it waits for an event's race again.

    :param begun: the inputs after which its phases began.
    :returns: ``None`` if it waits for that race still.
    :raises Refused: if the race is reckoned.
    """
    state = league.session.state
    if state.event != event or state.phase not in ("race", "protest"):
        raise Refused(LeagueReason.RECKONED, "H.9", event=event)
    return None if state.phase == "race" else begun[-1] - 1


def taken_back(kept: KeptRace, rules: AnyRuleset, to: int, act: ActRecord, now: float) -> Live:
    """Return a league as it was after input *to*, not written yet: with fresh dice, and its money as it was.

    :raises Refused: if an update has changed the rules of leagues since.
    """
    try:
        live = rebuild(kept, rules)
    except StoryChanged as changed:
        assert kept.checkpoint is not None
        raise Refused(Reason.UPDATED_SINCE, to=kept.checkpoint.seq) from changed
    live.rewind(to, act.reason, now)
    body = msgspec.json.encode({"to": to, "waits": True}).decode()
    mine = msgspec.structs.replace(act, kind="rewind", entry=None, body=body)
    live.act(mine)
    live.also(act_notice(live.race, mine, now))
    return live
