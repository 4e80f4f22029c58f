"""Two races that differ only in what Cato has sealed look the same to everybody else, until all bets are revealed."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from records.values import RaceId
from sandbox.client import Outcome, Visitor, text_of
from tests.e2e.arena import Arena, masked
from tests.e2e.bettor import SEALED, WIN, Bettor
from tests.e2e.races import Opened
from tests.e2e.test_betting import DRIVERS, SPECTATORS, lobby
from tests.e2e.test_two_worlds import SETTLED, log_of_any_run, looks

OTHERS = ("Ana", "Ben", "Dida", "Sulla")
COMMANDS: tuple[tuple[str, str, bool], ...] = (  # and whether it is about a race
    ("watch", "bets", True),
    ("bet mine", "", True),
    ("bet mine", "history", False),
    ("watch", "odds", True),
    ("fame", "record", False),
    ("my purse", "", False),
    ("fame", "tipsters", False),
    ("watch", "verify", True),
    ("watch", "status", True),
)
OF_THE_OWNER = ("server audit", "", False)
OFFERS = (("bet place", "on"), ("bet place", "market"), ("bet mine", "race"), ("bet mine", "ticket"))


async def seen_by(visitor: Visitor, race: Opened, *others: tuple[str, str, bool]) -> list[Any]:
    """Return all that somebody sees of the betting: messages, commands, the table, what is offered as they type.

    :param others: commands that they may use besides, and not everybody.
    """
    seen: list[Any] = []
    for command, what, is_of_race in (*COMMANDS, *others):
        meant: dict[str, Any] = {"what": what} if what else {}
        outcome: Outcome = await visitor.run(command, channel=race.thread if is_of_race else "races", **meant)
        assert outcome.message
        seen.append((command, what, await looks(visitor, outcome.message)))
    for path, option in OFFERS:
        found = await visitor.autocomplete(path, focused=option, channel=race.thread, **{option: ""})
        seen.append((path, option, [(masked(each["name"]), each["value"]) for each in found]))
    table = await Bettor(visitor, race).table()
    seen.append(("table", await looks(visitor, table)))
    messages = [await looks(visitor, each) for each in list(visitor.seen.values())]
    return seen + sorted(messages, key=str)


async def world(folder: Path, choice: str, amount: int) -> dict[str, Any]:
    """Return what everybody but Cato sees when he has sealed this; and, once the race has begun, what all read."""
    async with Arena(folder, "two purses", people=(*DRIVERS, *SPECTATORS), is_forked=True) as arena:
        race, who = await lobby(arena)
        assert "Sealed" in await who["Dida"].place(SEALED, "2", 400)
        assert "Sealed" in await who["Cato"].place(SEALED, choice, amount)
        assert "Placed" in await who["Sulla"].place(WIN, "2", 300)
        for name in OTHERS:  # its card follows two seconds later
            await arena.people[name].wait_for(lambda each: "4 of 8 places taken" in text_of(each), channel="races")
        await arena.until_quiet(SETTLED)
        owner, *members = OTHERS
        seen: dict[str, Any] = {owner: await seen_by(arena.people[owner], race, OF_THE_OWNER)}
        seen |= {name: await seen_by(arena.people[name], race) for name in members}
        seen["log"] = log_of_any_run(arena.log).splitlines()
        book = await (await arena.store()).wagers.book(RaceId(race.id))
        seen["sealed"] = (book.tickets[1].choice, book.tickets[1].stake)
        assert "has begun" in (await arena.ana.run("host race", what="start", channel=race.thread)).text
        revealed = await arena.sulla.wait_for(lambda each: "are revealed" in text_of(each), channel=race.thread)
        seen["revealed"] = text_of(revealed)
        return seen


@pytest.mark.slow
async def test_nothing_that_others_see_tells_a_sealed_bet(tmp_path: Path) -> None:
    here, there = await asyncio.gather(world(tmp_path / "a", "1", 300), world(tmp_path / "b", "3", 2_000))

    assert here["sealed"] == ("1", 300)
    assert there["sealed"] == ("3", 2_000)
    for who in OTHERS:
        assert len(here[who]) > 20
        for one, other in zip(here[who], there[who], strict=True):
            assert one == other
    assert here["log"] == there["log"]
    assert here["revealed"] != there["revealed"]
    assert "2,000" in there["revealed"]
