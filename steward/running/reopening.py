"""Going back: which races may, and how far; those that are over only where a league or a cup waits for them again."""

from db.store import Store
from engine.game import AnyRuleset
from records.batches import KeptRace
from records.refusals import Reason, Refused
from records.values import RaceId
from steward.running import cup_races
from steward.running.live import Live, StoryChanged
from steward.running.rebuilding import rebuild
from steward.running.under_way import require_known_rules, require_running

GOES_BACK = ("running", "paused", "finished")
"""States of a race that may go back; of those that are over, only a league's or a cup's."""


async def kept_until(store: Store, race: RaceId, to: int | None, now: float) -> KeptRace:
    """Return the record of a race that is to go back, up to input *to*.

    :raises Refused: if it cannot go back, or not so far.
    """
    kept = await store.load(race, until=to)
    if kept is None or kept.race.state not in GOES_BACK or kept.checkpoint is None:
        require_running(None if kept is None else (kept.race.state, kept.race.revision))
        raise Refused(Reason.NO_SUCH_INPUT, at_most=0)
    require_known_rules(kept.race)
    await cup_races.require_open_end(store, kept.race, now)
    return kept


def rewound(kept: KeptRace, rules: AnyRuleset, to: int, now: float) -> Live:
    """Return a race as it was after input *to*, not written yet: with fresh dice.

    :raises Refused: if an update has changed its rules since.
    """
    try:
        live = rebuild(kept, rules)
    except StoryChanged as changed:
        assert kept.checkpoint is not None
        raise Refused(Reason.UPDATED_SINCE, to=kept.checkpoint.seq) from changed
    live.rewind(to, now)
    return live
