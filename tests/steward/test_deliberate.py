"""House drivers that take their time: they answer off the event loop, and only where they are asked for by name."""

import asyncio
import dataclasses
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from engine.game import AnyRuleset
from engine.questions import Answer, Ask
from tests.steward.circus import ANN, GREEN, RED, Circus
from tests.toy_ruleset import TOY

PATIENCE = 5.0


class Thinker:
    """A driver that thinks until the event loop, which must go on meanwhile, says that it is enough."""

    def __init__(self) -> None:
        self.threads: set[int] = set()
        self.thinks, self.may_answer = threading.Event(), threading.Event()

    def __call__(self, _view: Any, ask: Ask) -> Answer:
        self.threads.add(threading.get_ident())
        self.thinks.set()
        assert self.may_answer.wait(PATIENCE), "the event loop stood still"
        return ask.default


@pytest.fixture
def thinker() -> Thinker:
    return Thinker()


@pytest.fixture
async def slow_circus(tmp_path: Path, thinker: Thinker) -> AsyncIterator[Circus]:
    rules: AnyRuleset = dataclasses.replace(
        TOY, drivers={**TOY.drivers, "thinker": thinker}, deliberate=frozenset({"thinker"})
    )
    circus = await Circus(tmp_path / "slow.sqlite3", rulesets={"toy": rules}).open()
    yield circus
    await circus.close()


async def test_other_races_go_on_while_he_thinks(slow_circus: Circus, thinker: Thinker) -> None:
    other = await slow_circus.race()
    begun = asyncio.create_task(slow_circus.race(house="thinker", rivals=1))
    await asyncio.to_thread(thinker.thinks.wait, PATIENCE)

    await slow_circus.pace(other)

    assert not begun.done()
    assert (await slow_circus.asked(other, RED)).race.record.id == other
    thinker.may_answer.set()
    race = await begun
    assert threading.get_ident() not in thinker.threads
    assert [(each.entry, each.by) for each in await slow_circus.store.stories.inputs(race)] == [(GREEN, "house")]


async def test_he_is_not_one_of_the_mixed(slow_circus: Circus) -> None:
    race = await slow_circus.lobby()

    await slow_circus.steward.lobbies.fill(race, ANN, at_most=3)
    mixed = [each.driver for each in (await slow_circus.steward.race(race)).factions]

    assert "thinker" not in mixed


async def test_he_comes_when_he_is_named(slow_circus: Circus) -> None:
    race = await slow_circus.lobby()

    await slow_circus.steward.lobbies.fill(race, ANN, "thinker", at_most=1)

    assert [each.driver for each in (await slow_circus.steward.race(race)).factions] == ["thinker"]
