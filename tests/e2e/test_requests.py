"""How many requests a turn costs: Discord takes fifty a second from a bot, however many races it runs."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from records.values import RaceId
from sandbox.errors import Json
from steward import Story, read_body
from tests.e2e.arena import Arena
from tests.e2e.player import Player
from tests.e2e.races import require_clean, started

UNCOUNTED = ("/interactions/", "/webhooks/")
"""Routes that answer a press: Discord does not count them."""

MOST = 10.0
"""Counted requests for a turn of two people by orders by mail."""

APART = 3_600.0
"""Seconds between the answers of two people: nothing that is put off for a while falls together with the next."""


def counted(requests: Sequence[Json]) -> Counter[str]:
    """Return how many of the bot's requests Discord counts, by method and route."""
    ours = [each for each in requests if each["route"] and not each["route"].startswith(UNCOUNTED)]
    return Counter(f"{each['method']} {each['route']}" for each in ours)


async def turns_of(arena: Arena, race: RaceId) -> int:
    """Return how many turns have been told."""
    posted = [each for each in await (await arena.store()).outbox.of_race(race) if each.kind == "story"]
    return len({read_body(each, Story).turn for each in posted if each.player is None} - {0})


async def settled(arena: Arena) -> None:
    """Wait until all is posted that has to be, and let an hour pass by."""
    store = await arena.store()
    while any(each.due <= arena.now() + 60 for each in await store.outbox.waiting()):
        await arena.pass_by(5.0)
        await arena.control.is_online(within=0.2, online=False)
    await arena.pass_by(APART)


@pytest.mark.slow
async def test_a_turn_of_two_people_by_orders_costs_few_requests(tmp_path: Path) -> None:
    async with Arena(tmp_path, is_forked=True, has_clock=True) as arena:
        two = (arena.ana, arena.ben)
        race = await started(
            arena, people=two, laps=2, pace="turns", story=None
        )  # a short one is all beginning and end
        players = [Player(each, str(each.state["me"]["username"]), race=race.id) for each in two]
        await arena.control.forget_requests()
        while (await arena.kept(race.id)).state == "running":
            for player in players:
                while (deed := player.next_deed()) is not None:
                    await player.do(deed)
                await settled(arena)
        await arena.all_told(race.id)

        found, turns = counted(await arena.control.requests()), await turns_of(arena, RaceId(race.id))
        told = f"{found.total() / turns:.2f} a turn in {turns} turns: {found}"
        assert found.total() / turns <= MOST, told
        await require_clean(arena)
