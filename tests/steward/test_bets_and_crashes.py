"""A program may end at any instant: no stake is lost, none is taken twice, and every race pays what it would have."""

import contextlib
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from db.store import Store
from db.writing.wagers import WagerStore
from engine.betting.book import NewSide
from records.refusals import Reason, Refused
from records.values import RaceId
from tests.steward.betting import DAN, FAY, LAPS, bet
from tests.steward.circus import ANN, BLUE, BOB, EVE, RED, Circus
from tests.steward.test_crashes import PowerCut, same_bytes
from tests.toy_ruleset import Options, Pace, Walk

RACE = RaceId(1)
Press = Callable[[Circus], Awaitable[Any]]


def presses() -> list[Press]:
    """Return what people do, one after the other; each may be done again without harm."""
    return [
        lambda circus: bet(circus, RACE, EVE, RED, 500),
        lambda circus: bet(circus, RACE, DAN, BLUE, 300),
        lambda circus: bet(circus, RACE, EVE, RED, 700, "win"),
        lambda circus: bet(circus, RACE, FAY, BLUE, 900, "win"),
        lambda circus: circus.steward.wagers.offer_side(
            RACE, NewSide(EVE, "Eve", FAY, "Fay", RED, BLUE, 10, 20, "side", 30)
        ),
        lambda circus: circus.steward.wagers.answer_side(RACE, FAY, 1, accept=True),
        lambda circus: circus.steward.wagers.give(1, DAN, "Dan", FAY, "Fay", 250, "present"),
        start,
        lambda circus: answer(circus, RED, Pace(4)),
        lambda circus: answer(circus, BLUE, Pace(2)),
        lambda circus: answer(circus, RED, Walk(4)),
        lambda circus: answer(circus, BLUE, Walk(2)),
        lambda circus: bet(circus, RACE, EVE, RED, 300, window=1),
        lambda circus: answer(circus, RED, Pace(4), turn=2),
        lambda circus: answer(circus, BLUE, Pace(2), turn=2),
        lambda circus: answer(circus, RED, Walk(4), turn=2),
        lambda circus: answer(circus, BLUE, Walk(2), turn=2),
    ]


class AlreadyDone(Exception):
    """What is pressed again is on record."""


async def start(circus: Circus) -> None:
    try:
        await circus.steward.lobbies.start(RACE, ANN)
    except Refused as refused:
        if refused.reason != Reason.NOT_IN_LOBBY:
            raise
        raise AlreadyDone from refused


async def answer(circus: Circus, entry: Any, given: Any, turn: int = 1) -> None:
    """Give an answer, unless it is on record already."""
    status = await circus.steward.log.status(RACE)
    if status.view is not None and status.view.turn == turn and entry in {each.entry for each in status.waiting}:
        await circus.give(RACE, entry, given)


async def opened(path: Path) -> Circus:
    circus = await Circus(path, rulesets=LAPS, entropy=same_bytes).open()  # type: ignore[arg-type]
    assert await circus.lobby(options=Options(turns=2)) == RACE
    await circus.steward.lobbies.join(RACE, ANN, "Ann", colour="red")
    await circus.steward.lobbies.join(RACE, BOB, "Bob", colour="blue")
    return circus


def ledger(path: Path) -> list[Any]:
    """Return all that was moved, and every ticket as it ended."""
    with closing(sqlite3.connect(path)) as database, database:
        moved = "SELECT movement, account, amount FROM posting ORDER BY movement, account"
        tickets = "SELECT number, market, player, choice, stake, state, paid FROM ticket ORDER BY number"
        told = "SELECT body, player FROM outbox WHERE kind = 'bets' ORDER BY id"
        return [database.execute(each).fetchall() for each in (moved, tickets, told)]


async def undisturbed(path: Path) -> list[Any]:
    circus = await opened(path)
    for press in presses():
        await press(circus)
    assert (await circus.steward.race(RACE)).record.state == "finished"
    await circus.close()
    return ledger(path)


def cut(of: Callable[..., Any], *, is_after: bool) -> Callable[..., Any]:
    """Return a way to write with which the program ends, before or after it is done."""

    async def writing(*args: Any, **kwargs: Any) -> Any:
        if is_after:
            await of(*args, **kwargs)
        raise PowerCut

    return writing


async def doomed(circus: Circus, press: Press, monkeypatch: pytest.MonkeyPatch, *, is_after: bool) -> bool:
    """Have a new process do something during which it ends; tell whether it did."""
    next_one = await circus.again()
    with monkeypatch.context() as patched:
        patched.setattr(Store, "write", cut(Store.write, is_after=is_after))
        patched.setattr(WagerStore, "change", cut(WagerStore.change, is_after=is_after))
        patched.setattr(WagerStore, "move", cut(WagerStore.move, is_after=is_after))
        try:
            with contextlib.suppress(AlreadyDone):
                await press(next_one)
        except PowerCut:
            return True
    return False


@pytest.mark.slow
async def test_money_moves_as_if_nothing_had_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = await undisturbed(tmp_path / "one.sqlite3")
    circus = await opened(tmp_path / "cut.sqlite3")
    cuts = 0

    # When the program ends before, and then after, whatever is written
    for press in presses():
        for is_after in (False, True):
            cuts += await doomed(circus, press, monkeypatch, is_after=is_after)
        after = await circus.again()
        await after.steward.resume()
        with contextlib.suppress(AlreadyDone):
            await press(after)

    # Then every stake was taken once, and every winner paid once
    assert (await circus.steward.purses.audit()).is_sound
    assert ledger(tmp_path / "cut.sqlite3") == expected
    assert cuts > 20
    await circus.close()
