"""The house takes bets as soon as there are chances; whatever happens then, money moves once (B-24)."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from engine.betting.book import Account, NewBet
from engine.betting.house import basis_of
from records.refusals import Reason, Refused
from records.values import RaceId
from steward.running import bookmaker
from tests.steward.betting import DAN, FAY, GIFT, PURSE, STIPEND, bet, market, state_of
from tests.steward.circus import ANN, BLUE, BOB, EVE, RED, Circus
from tests.steward.test_bets_and_crashes import AlreadyDone, answer, ledger
from tests.steward.test_crashes import PowerCut, same_bytes
from tests.steward.test_oddsmaker import Maker
from tests.steward.wagering import Fuse, fused
from tests.toy_ruleset import Options, Pace, Walk

RACE = RaceId(1)
ODDS = {"1": 180, "2": 360}
Press = Callable[[Circus], Awaitable[Any]]


async def offers(circus: Circus, odds: dict[str, int] | None = None) -> None:
    """Have the house offer its odds, as when chances were worked out."""

    async def basis() -> str:
        book = await circus.store.wagers.book(RACE)
        return basis_of(book.race, book.factions, book.entries)

    await circus.store.wagers.change(RACE, bookmaker.offering(odds or ODDS, await basis(), circus.clock()))


async def a_lobby(circus: Circus) -> RaceId:
    assert await circus.lobby(options=Options(turns=1)) == RACE
    await circus.steward.lobbies.join(RACE, ANN, "Ann", colour="red")
    await circus.steward.lobbies.join(RACE, BOB, "Bob", colour="blue")
    return RACE


async def play(circus: Circus) -> None:
    """Run the race to its end: red wins."""
    await circus.steward.lobbies.start(RACE, ANN)
    for entry, given in ((RED, Pace(4)), (BLUE, Pace(2)), (RED, Walk(4)), (BLUE, Walk(2))):
        await circus.give(RACE, entry, given)


async def test_chances_before_a_race_are_odds_of_the_house(circus: Circus) -> None:
    await a_lobby(circus)
    await Maker(circus, samples=100).all()

    found = await state_of(circus, RACE, "bank")

    assert (found.state, found.odds) == ("open", {"1": 180, "2": 180})


async def test_too_few_races_played_out_are_no_odds(circus: Circus) -> None:
    await a_lobby(circus)
    await Maker(circus, samples=20).all()

    assert all(each.kind != "bank" for each in (await circus.steward.wagers.board(RACE)).markets)


async def test_a_restart_leaves_the_odds_as_they_are(circus: Circus) -> None:
    await a_lobby(circus)
    await Maker(circus, samples=100).all()
    await bet(circus, RACE, EVE, RED, 500, "bank")

    after = await circus.again()
    await Maker(after, samples=100).all()

    assert await after.steward.wagers.purse(1, EVE) == PURSE - 500


async def test_who_joins_later_brings_all_stakes_back_and_other_odds(circus: Circus) -> None:
    await a_lobby(circus)
    maker = Maker(circus, samples=100)
    await maker.all()
    await bet(circus, RACE, EVE, RED, 500, "bank")

    await circus.steward.lobbies.join(RACE, DAN, "Dan")
    with pytest.raises(Refused):
        await bet(circus, RACE, FAY, RED, 100, "bank")
    await maker.all()

    assert await circus.steward.wagers.purse(1, EVE) == PURSE
    assert sorted((await state_of(circus, RACE, "bank")).odds) == ["1", "2", "3"]


async def test_one_spectator_bets_and_is_paid_with_a_message(circus: Circus) -> None:
    await a_lobby(circus)
    await offers(circus)
    await bet(circus, RACE, EVE, RED, 500, "bank")

    await play(circus)

    assert await circus.steward.wagers.purse(1, EVE) == GIFT + STIPEND + 400
    assert EVE in {each.player for each in await circus.store.outbox.of_race(RACE) if each.kind == "bets"}
    assert await circus.store.wagers.balance(Account("bank", 1, race=RACE)) == -400
    assert (await circus.steward.purses.audit()).is_sound


async def test_a_race_called_off_gives_the_stake_back(circus: Circus) -> None:
    await a_lobby(circus)
    await offers(circus)
    await bet(circus, RACE, EVE, RED, 500, "bank")

    await circus.steward.lobbies.cancel(RACE, ANN)

    assert await circus.steward.wagers.purse(1, EVE) == PURSE
    assert (await circus.steward.purses.audit()).is_sound


async def test_the_week_s_limit_is_counted_over_all_races(circus: Circus) -> None:
    await a_lobby(circus)
    await circus.steward.wagers.set_server_rules(1, lambda rules: type(rules)(house=1_000, house_week=600))
    await offers(circus)
    await bet(circus, RACE, EVE, RED, 500, "bank")
    other = await circus.race()
    book = await circus.store.wagers.book(other)
    assert book.race.id != RACE

    seen = await circus.store.wagers.read(other, lambda each: each.against_house(EVE, 0.0), EVE)
    with pytest.raises(Refused) as refused:
        await bet(circus, RACE, EVE, RED, 200, "bank")

    assert seen == 500
    assert refused.value.values["per"] == "week"


async def test_presses_at_one_instant_get_no_more_than_presses_in_turn(circus: Circus) -> None:
    await a_lobby(circus)
    await offers(circus)
    number = await market(circus, RACE, "bank")
    presses = [
        circus.steward.wagers.place(RACE, NewBet(EVE, "Eve", number, "1", 100, f"press {each}", 30))
        for each in range(9)
    ]

    found = await asyncio.gather(*presses, return_exceptions=True)

    assert sum(isinstance(each, Refused) for each in found) == 4
    assert await circus.steward.wagers.purse(1, EVE) == PURSE - 500


async def test_a_server_that_has_it_off_is_offered_none(circus: Circus) -> None:
    await a_lobby(circus)
    await circus.steward.wagers.set_server_rules(1, lambda rules: type(rules)(house=0))

    await Maker(circus, samples=100).all()

    assert all(each.kind != "bank" for each in (await circus.steward.wagers.board(RACE)).markets)


# At any instant


def presses() -> list[Press]:
    """Return what is done, one after the other; each may be done again without harm."""
    return [
        offers,
        lambda circus: bet(circus, RACE, EVE, RED, 500, "bank"),
        lambda circus: bet(circus, RACE, DAN, BLUE, 300, "bank"),
        start,
        lambda circus: circus.steward.races.begin(RACE, 1),  # its post was on the way
        lambda circus: answer(circus, RED, Pace(4)),
        lambda circus: answer(circus, BLUE, Pace(2)),
        lambda circus: answer(circus, RED, Walk(4)),
        lambda circus: answer(circus, BLUE, Walk(2)),
    ]


async def start(circus: Circus) -> None:
    try:
        await circus.steward.lobbies.start(RACE, ANN)
    except Refused as refused:
        if refused.reason != Reason.NOT_IN_LOBBY:
            raise
        raise AlreadyDone from refused


async def opened(path: Path) -> Circus:
    circus = await Circus(path, entropy=same_bytes).open()  # type: ignore[arg-type]
    await a_lobby(circus)
    return circus


async def undisturbed(path: Path) -> list[Any]:
    circus = await opened(path)
    for press in presses():
        await press(circus)
    await circus.close()
    return ledger(path)


async def cut_at_each_statement(circus: Circus, press: Press, fuse: Fuse) -> int:
    """Have new processes do something, each cut off a statement later than the one before; return how many were."""
    for cuts in range(500):
        one = await circus.again()
        await one.steward.resume()
        try:
            with fuse.set(cuts), contextlib.suppress(AlreadyDone):
                await press(one)
        except PowerCut:
            continue
        finally:
            await one.close()
            circus.next.remove(one)
        return cuts
    raise AssertionError("it never ends")


@pytest.mark.slow
@pytest.mark.threads
async def test_a_program_that_ends_between_any_two_writes_moves_money_once(tmp_path: Path) -> None:
    expected = await undisturbed(tmp_path / "one.sqlite3")
    circus = await opened(tmp_path / "cut.sqlite3")
    cuts = 0

    with fused() as fuse:
        for press in presses():
            cuts += await cut_at_each_statement(circus, press, fuse)

    assert cuts > 50
    assert (await circus.steward.purses.audit()).is_sound
    await circus.close()
    assert ledger(tmp_path / "cut.sqlite3")[:2] == expected[:2]
