"""A server's fixtures for tests: set up, looked at as time passes, and what became of their dates."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from records.fixtures import FixtureRecord
from records.limits import HOUR
from records.races import Pace, PublicRace, StoryMode
from records.values import FixtureId, PlayerId, RaceId
from steward import Acted, read_body
from steward.hosting.fixtures import FixtureShown
from tests.steward.circus import ANN, SECONDS, Circus

ROME = ZoneInfo("Europe/Rome")
HERE, CHANNEL, OTHER = 1, 20, 21
FRIDAY_EVENING = 4 * 1440 + 20 * 60
BEGINS = datetime(2027, 1, 4, 12, tzinfo=ROME)
"""A Monday."""


def a_fixture(**changed: Any) -> FixtureRecord:
    given: dict[str, Any] = {
        "id": FixtureId(0),
        "guild": HERE,
        "channel": CHANNEL,
        "by": ANN,
        "title": "Friday race",
        "ruleset": "toy",
        "options": '{"turns":1}',
        "seconds": msgspec.json.encode(SECONDS).decode(),
        "pace": Pace.MOVES,
        "schedule": "{}",
        "story": StoryMode.TURN,
        "zone": "Europe/Rome",
        "minute": FRIDAY_EVENING,
        "least": 1,
        "fills": True,
        "bets": True,
        "created": 0.0,
    }
    return FixtureRecord(**{**given, **changed})


async def set_up(circus: Circus, begins: datetime = BEGINS, /, **changed: Any) -> FixtureShown:
    circus.clock.now = begins.timestamp()
    return await circus.steward.fixtures.set_up(a_fixture(**changed))


async def to(circus: Circus, when: datetime) -> None:
    """Let time pass until then, with a look at what is due each half hour."""
    while circus.clock.now < when.timestamp():
        circus.clock.now = min(circus.clock.now + HOUR / 2, when.timestamp())
        await circus.steward.fixtures.look()


async def dates(circus: Circus, fixture: FixtureShown) -> list[tuple[str, str]]:
    """Return what became of each date that had a lobby, the oldest first: the title of its race, and its state."""
    found = await circus.store.fixtures.dates(fixture.record.id, 100)
    races = [(await circus.steward.race(each.race)).record for each in reversed(found)]
    return [(each.title.partition(" · ")[2], each.state) for each in races]


async def lobby_of(circus: Circus, fixture: FixtureShown) -> PublicRace:
    return await circus.steward.race((await circus.store.fixtures.dates(fixture.record.id, 1))[0].race)


async def join(circus: Circus, race: RaceId, *people: PlayerId) -> None:
    for each in people:
        await circus.steward.lobbies.join(race, each, f"P{each}")


async def told(circus: Circus, race: RaceId) -> list[tuple[PlayerId | None, str]]:
    """Return to whom it was told why a race was called off."""
    found = [each for each in await circus.store.outbox.of_race(race) if each.kind == "act"]
    return [(each.player, read_body(each, Acted).act.reason) for each in found]


def rome(month: int, day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2027, month, day, hour, minute, tzinfo=ROME)
