"""Flaws in what answers by itself never stall a race: they are logged, and the rules' default counts."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from engine.game import AnyRuleset
from engine.questions import Answer, Ask
from records.values import RaceId
from tests.steward.circus import ANN, BLUE, BOB, GREEN, RED, Circus
from tests.steward.test_orders import daily_race, order
from tests.toy_ruleset import ORDER_BOOK, TOY, Push, Walk


def breaks(*_what: Any) -> Any:
    raise KeyError("a flaw")


def answers_nothing(_view: Any, _ask: Ask) -> Any:
    return None


def answers_what_is_not_asked(_view: Any, _ask: Ask) -> Answer:
    return Push(GREEN)


def toy_with(driver: Any, *, deliberate: bool = False) -> dict[str, AnyRuleset]:
    named = frozenset({"flawed"}) if deliberate else frozenset()
    return {"toy": dataclasses.replace(TOY, drivers={**TOY.drivers, "flawed": driver}, deliberate=named)}


async def play(circus: Circus) -> RaceId:
    """Play a race against a flawed house driver to its end."""
    race = await circus.race(house="flawed", rivals=1)
    for _ in range(3):
        await circus.pace(race)
        await circus.give(race, RED, Walk(3))
        await circus.give(race, BLUE, Walk(3))
    return race


@pytest.mark.parametrize("deliberate", [False, True], ids=["at once", "on a thread"])
@pytest.mark.parametrize("driver", [breaks, answers_nothing, answers_what_is_not_asked])
async def test_a_house_driver_that_fails_is_given_the_default_and_the_race_ends(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, driver: Any, *, deliberate: bool
) -> None:
    circus = await Circus(tmp_path / "flawed.sqlite3", toy_with(driver, deliberate=deliberate)).open()

    race = await play(circus)

    assert (await circus.steward.race(race)).record.state == "finished"
    given = [(each.by, each.answer) for each in await circus.store.stories.inputs(race) if each.entry == GREEN]
    assert given == [("default", '{"type":"Pace","factors":2}'), ("default", '{"type":"Walk","steps":2}')] * 3
    assert caplog.text.count(f"race {race}: chariot 3: the house driver flawed has no answer") == 6
    await circus.close()


async def test_a_driver_that_is_known_no_more_is_given_the_default(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    circus = await Circus(tmp_path / "known.sqlite3", toy_with(TOY.drivers["steady"])).open()
    race = await circus.race(house="flawed", rivals=1)
    later = await circus.again(rulesets={"toy": TOY})

    await later.pace(race)
    await later.give(race, RED, Walk(3))
    await later.give(race, BLUE, Walk(3))

    assert (await later.asked(race, RED)).view.turn == 2
    assert "the house driver flawed has no answer" in caplog.text
    await circus.close()


async def test_standing_orders_that_cannot_be_read_on_let_the_default_count(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    flawed = dataclasses.replace(TOY, order_book=ORDER_BOOK._replace(begun=breaks))
    circus = await Circus(tmp_path / "standing.sqlite3", {"toy": flawed}).open()
    race = await daily_race(circus)
    await order(circus, race, RED, ANN, 0, pace=4)
    await order(circus, race, BLUE, BOB, 0, pace=2)

    circus.clock.pass_by(7200)
    await circus.steward.timekeeper.tick()

    assert (await circus.asked(race, RED)).view.turn == 3
    assert "its orders could not be followed" in caplog.text
    await circus.close()
