"""Races of a league that are over: how they come home to it, and how they are called off."""

import msgspec

from db.store import Store
from engine.stables import Aftermath
from records.acts import ActRecord
from records.races import RaceRecord
from steward.running.bookmaker import voiding
from steward.running.live import Rulesets
from steward.running.races import Races
from steward.telling.notices import act_notice


async def aftermath_of(races: Races, rulesets: Rulesets, race: RaceRecord) -> Aftermath | None:
    """Return the aftermath of a race that is over; of one that ended before it was kept, it is worked out.

    :returns: ``None`` if its last turn has to be run again: an update changed the rules since.
    """
    if race.comes_home is not None:
        return msgspec.json.decode(race.comes_home, type=Aftermath)
    stables = rulesets[race.ruleset].stables
    assert stables is not None
    ended = await races.ended(race.id)
    return None if ended is None else stables.aftermath(ended.session.state)


async def call_off(store: Store, races: Races, race: RaceRecord, reason: str, now: float) -> None:
    """Call off a race of a league, by itself, with a reason that all read; all stakes go back."""
    act = ActRecord(kind="close", by=None, reason=reason, at=now)
    told, decide = [act_notice(race.id, act, now)], voiding("closed", now, None)
    await store.races.close(race.id, act, told, decide, only_if=("running", "paused", "finished"))
    races.forget(race.id)
    await races.show(race.id)
