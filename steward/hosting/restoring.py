"""Going on with a copy of the database, which does not know the posts since it was made."""

from collections.abc import Callable

import msgspec

from db.store import Store
from records.acts import ActRecord
from records.notices import Notice
from records.races import PublicRace
from records.values import RaceId
from steward.telling.notices import Panel, act_notice, notice, summonses
from steward.time.standstill import ALIVE, Clock

KEY_OF_MARKS = "key of marks"
"""The setting that holds the keys by which posts are found again, in hexadecimal.

The first is that of the database's first notices. After it stands, for each copy that was taken up, the last notice
that the copy held and the key of those after it: ``ab… 1207:cd… 1300:ef…``.
"""

KEY_BYTES = 32


async def take_up_copy(store: Store, clock: Clock, entropy: Callable[[int], bytes]) -> int:
    """Make a copy ready to start, and return how many races go on from it.

    It summons all who owe an answer again, and gives each race one new panel and a post that says where it goes on.
    New posts get a new key for their marks, since those posted after the copy was made have the old one.
    """
    now = clock()
    alive = float(await store.memory.get(ALIVE) or now)
    races = await store.index.open_anywhere()
    acts = [await _of_race(store, race, alive, now) for race in races]
    await store.outbox.restored(acts, KEY_OF_MARKS, entropy(KEY_BYTES).hex())
    return len(races)


async def _of_race(store: Store, race: RaceId, alive: float, now: float) -> tuple[RaceId, ActRecord, list[Notice]]:
    """Return the act and the notices by which a race goes on from a copy."""
    field = await store.index.field(race)
    assert field is not None
    found = PublicRace(*field)
    body = msgspec.json.encode({"seconds": max(0.0, now - alive), "restored": alive}).decode()
    act = ActRecord(kind="downtime", by=None, body=body, at=now)
    asked = summonses(found, await store.deadlines.of_race(race), now) if found.record.state == "running" else []
    return race, act, [act_notice(race, act, now), *asked, notice(race, "panel", Panel(True, True), now)]
