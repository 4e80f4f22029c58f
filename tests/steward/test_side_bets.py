"""Side bets: offered by message, taken, declined or taken back, and paid as the race ends."""

import pytest

from engine.betting.book import NewSide
from engine.betting.rules import TableRules
from steward import (
    DmRefused,
    SideAnswered,
    SideMention,
    SideOffered,
)
from tests.steward.betting import DAN, FAY, PURSE, purses, told, turn, two_in
from tests.steward.circus import ANN, BLUE, EVE, RED, Circus


@pytest.fixture
def circus(audited: Circus) -> Circus:
    return audited


async def test_a_side_bet_is_offered_by_message_and_taken(circus: Circus) -> None:
    race = await two_in(circus, turns=1)
    wagers = circus.steward.wagers

    offered = await wagers.offer_side(race, NewSide(EVE, "Eve", DAN, "Dan", RED, BLUE, 50, 70, "side", 30))
    again = await wagers.offer_side(race, NewSide(EVE, "Eve", DAN, "Dan", RED, BLUE, 50, 70, "side", 30))
    assert offered == again
    assert await told(circus, race, DAN) == [SideOffered(1)]
    assert await purses(circus, EVE) == [PURSE - 50]
    taken = await wagers.answer_side(race, DAN, 1, accept=True)

    assert (taken.state, await told(circus, race, EVE)) == ("accepted", [SideAnswered(1)])
    assert await purses(circus, EVE, DAN) == [PURSE - 50, PURSE - 70]
    await circus.steward.lobbies.start(race, ANN)
    await turn(circus, race)
    assert await purses(circus, EVE, DAN) == [PURSE + 70, PURSE - 70]
    assert (await told(circus, race, DAN))[-1] == SideAnswered(1)


async def test_a_side_bet_outlives_all_markets(circus: Circus) -> None:
    # Given a race without sealed bets, whose pools are one-sided
    race = await two_in(circus, turns=1)
    wagers = circus.steward.wagers
    await wagers.set_rules(race, ANN, lambda _rules: TableRules(sealed=False))
    await wagers.offer_side(race, NewSide(EVE, "Eve", DAN, "Dan", RED, BLUE, 50, 70, "side", 30))
    await wagers.answer_side(race, DAN, 1, accept=True)
    await circus.steward.lobbies.start(race, ANN)
    assert {each.state for each in (await wagers.board(race)).markets} == {"void"}

    await turn(circus, race)

    assert await purses(circus, EVE, DAN) == [PURSE + 70, PURSE - 70]


async def test_an_offer_can_be_declined_or_taken_back_and_is_void_at_the_start(circus: Circus) -> None:
    race = await two_in(circus)
    wagers = circus.steward.wagers

    async def offers(number: int) -> None:
        await wagers.offer_side(race, NewSide(EVE, "Eve", DAN, "Dan", RED, None, 50, 70, f"side {number}", 30))

    await offers(1)
    declined = await wagers.answer_side(race, DAN, 1, accept=False)
    await offers(2)
    withdrawn = await wagers.withdraw_side(race, EVE, 2)
    await offers(3)
    await circus.steward.lobbies.start(race, ANN)

    assert (declined.state, withdrawn.state) == ("declined", "withdrawn")
    assert [each.state for each in (await wagers.board(race, EVE)).sides] == ["declined", "withdrawn", "void"]
    assert (await wagers.board(race, FAY)).sides == ()
    assert await purses(circus, EVE, DAN) == [PURSE, 0]  # nothing was ever Dan's to touch


async def test_who_takes_no_messages_is_told_of_an_offer_in_the_thread(circus: Circus) -> None:
    race = await two_in(circus)
    await circus.steward.wagers.offer_side(race, NewSide(EVE, "Eve", DAN, "Dan", RED, None, 50, 70, "side", 30))
    circus.messenger.fails = lambda notice: DmRefused() if notice.player == DAN else None

    await circus.deliver()

    assert (await told(circus, race))[-1] == SideMention(1, DAN)
    assert "bets" in circus.messenger.kinds()
