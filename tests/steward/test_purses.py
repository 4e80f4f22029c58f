"""Purses, and what host and server may set of the betting table."""

import asyncio

import msgspec
import pytest

from engine.betting.book import NewBet
from engine.betting.reasons import BetReason
from engine.betting.rules import ServerRules, TableRules
from engine.refusals import GameReason
from records.refusals import Reason, Refused
from records.values import PlayerId, RaceId
from steward import Agreed
from tests.steward.betting import DAN, FAY, PURSE, bet, market, purses, turn, two_in
from tests.steward.circus import ANN, BLUE, BOB, EVE, RED, SECONDS, Circus
from tests.toy_ruleset import Options, SeriesOptions


@pytest.fixture
def circus(audited: Circus) -> Circus:
    return audited


async def test_a_purse_gets_its_gift_once_and_its_stipend_each_week(circus: Circus) -> None:
    wagers = circus.steward.wagers

    assert [await wagers.purse(1, EVE), await wagers.purse(1, EVE)] == [PURSE, PURSE]
    circus.clock.pass_by(7 * 86_400)
    assert await wagers.purse(1, EVE) == PURSE + 500
    assert await wagers.purse(2, EVE) == PURSE

    assert [each.kind for each in await circus.steward.purses.statement(1, EVE)] == ["stipend", "stipend", "gift"]
    assert sorted(await circus.steward.purses.guilds_of(EVE)) == [1, 2]


async def test_a_present_is_given_once_and_no_more_than_a_week_allows(circus: Circus) -> None:
    wagers = circus.steward.wagers

    left = [await wagers.give(1, EVE, "Eve", DAN, "Dan", 1500, "press") for _ in range(2)]
    with pytest.raises(Refused) as enough:
        await wagers.give(1, EVE, "Eve", DAN, "Dan", 501, "another")

    assert left == [PURSE - 1500] * 2
    assert enough.value.reason == BetReason.GIVEN_ENOUGH
    assert await purses(circus, EVE, DAN) == [PURSE - 1500, PURSE + 1500]
    assert (await circus.steward.purses.statement(1, DAN))[0].memo == "Eve to Dan"


async def test_the_host_sets_the_table_before_the_first_bet(circus: Circus) -> None:
    race = await two_in(circus)
    wagers = circus.steward.wagers

    await wagers.set_rules(race, ANN, lambda rules: msgspec.structs.replace(rules, pools=False))
    await wagers.set_rules(race, ANN, lambda rules: msgspec.structs.replace(rules, owners=True))

    assert await wagers.rules_of(race) == TableRules(pools=False, owners=True)
    assert [each.kind for each in (await wagers.board(race)).markets if each.state == "open"] == ["sealed"]
    with pytest.raises(Refused) as no_host:
        await wagers.set_rules(race, BOB, lambda rules: rules)
    await bet(circus, race, EVE, RED, 100)
    with pytest.raises(Refused) as placed:
        await wagers.set_rules(race, ANN, lambda _rules: TableRules())
    assert (no_host.value.reason, placed.value.reason) == (Reason.NOT_THE_HOST, BetReason.BETS_PLACED)
    await circus.steward.lobbies.start(race, ANN)
    with pytest.raises(Refused) as begun:
        await wagers.set_rules(race, ANN, lambda _rules: TableRules())
    assert begun.value.reason == BetReason.BETS_PLACED


async def test_of_rules_that_are_set_at_once_none_is_lost(circus: Circus) -> None:
    race, other = await two_in(circus), await circus.again()

    await asyncio.gather(
        circus.steward.wagers.set_rules(race, ANN, lambda rules: msgspec.structs.replace(rules, pools=False)),
        circus.steward.wagers.set_rules(race, ANN, lambda rules: msgspec.structs.replace(rules, owners=True)),
        other.steward.wagers.set_rules(race, ANN, lambda rules: msgspec.structs.replace(rules, cover="bank")),
        circus.steward.wagers.set_server_rules(1, lambda rules: msgspec.structs.replace(rules, gift=1)),
        other.steward.wagers.set_server_rules(1, lambda rules: msgspec.structs.replace(rules, stipend=2)),
        circus.steward.people.set_server(1, large=True),
    )

    rules, server = await circus.steward.wagers.rules_of(race), await circus.steward.people.server(1)
    assert rules == TableRules(pools=False, owners=True, cover="bank")
    assert await circus.steward.wagers.server_rules(1) == ServerRules(gift=1, stipend=2)
    assert server.large


async def test_a_press_of_before_the_table_was_set_anew_finds_its_market_gone(circus: Circus) -> None:
    race = await two_in(circus)
    win = await market(circus, race, "win")
    await circus.steward.wagers.set_rules(race, ANN, lambda _rules: TableRules(pools=False))
    await circus.steward.wagers.set_rules(race, ANN, lambda _rules: TableRules())

    with pytest.raises(Refused) as gone:
        await circus.steward.wagers.place(race, NewBet(EVE, "Eve", win, "1", 100, "old press", 30))

    assert gone.value.reason == BetReason.MARKET_CLOSED
    assert await market(circus, race, "win") > win


async def test_a_server_sets_its_purses_within_bounds(circus: Circus) -> None:
    wagers = circus.steward.wagers

    rules = await wagers.set_server_rules(1, lambda rules: msgspec.structs.replace(rules, gift=0, stipend=50, age=7))
    with pytest.raises(Refused) as out_of_range:
        await wagers.set_server_rules(1, lambda rules: msgspec.structs.replace(rules, share=26))

    assert rules == await wagers.server_rules(1) == ServerRules(gift=0, stipend=50, age=7)
    assert await wagers.server_rules(2) == ServerRules()
    assert out_of_range.value.reason == GameReason.NO_SUCH_OPTION
    assert await wagers.purse(1, EVE) == 50


async def test_b_9_the_houses_share_is_what_it_was_when_the_race_was_opened(circus: Circus) -> None:
    # Given a race that was opened while the house kept a tenth, and its rules set
    wagers = circus.steward.wagers
    await wagers.set_server_rules(1, lambda rules: msgspec.structs.replace(rules, share=10))
    race = await two_in(circus, turns=1)
    await wagers.set_rules(race, ANN, lambda _rules: TableRules(sealed=False))
    for player, choice, stake in ((EVE, RED, 300), (FAY, BLUE, 1_000)):
        await bet(circus, race, player, choice, stake, "win")

    # When the server has it keep a quarter before the start
    await wagers.set_server_rules(1, lambda rules: msgspec.structs.replace(rules, share=25))
    shown = (await wagers.board(race)).share
    await circus.steward.lobbies.start(race, ANN)
    await turn(circus, race)

    # Then the race is settled as it was opened, and one that is opened now has the new share
    assert [each.paid for each in (await circus.store.wagers.book(race)).tickets] == [300 + 900, 0]
    assert (shown, (await wagers.rules_of(race)).share) == (10, 10)
    assert (await wagers.board(await circus.lobby())).share == 25


async def test_b_9_each_race_of_a_cup_has_the_share_of_its_opening(circus: Circus) -> None:
    wagers = circus.steward.wagers
    cup = await circus.steward.cups.open(Agreed(1, 2, ANN, "toy", Options(turns=1), SeriesOptions(), SECONDS, "Cup", 2))
    first = cup.races[0].record.id
    for player, colour in ((ANN, "red"), (BOB, "blue")):
        await circus.steward.lobbies.join(first, player, "Player", colour=colour)

    await wagers.set_server_rules(1, lambda rules: msgspec.structs.replace(rules, share=5))
    await circus.steward.lobbies.start(first, ANN)
    await turn(circus, first)
    second = (await circus.steward.cups.next_race(cup.id, ANN)).record.id

    assert [(await wagers.rules_of(race)).share for race in (first, second)] == [0, 5]


async def test_a_member_too_new_may_not_bet(circus: Circus) -> None:
    race = await two_in(circus)
    await circus.steward.wagers.set_server_rules(1, lambda _rules: ServerRules(age=7))

    for days in (0, 6):
        with pytest.raises(Refused) as new:
            await circus.steward.wagers.place(race, NewBet(EVE, "Eve", 1, "1", 100, "press", days))
        assert new.value.reason == BetReason.TOO_NEW
    assert (await circus.steward.wagers.place(race, NewBet(EVE, "Eve", 1, "1", 100, "press", 7))).stake == 100


async def test_a_race_that_is_not_there_has_no_table(circus: Circus) -> None:
    with pytest.raises(Refused) as refused:
        await circus.steward.wagers.board(RaceId(99))

    assert refused.value.reason == Reason.NO_SUCH_RACE
    with pytest.raises(Refused):
        await circus.steward.wagers.place(RaceId(99), NewBet(PlayerId(1), "One", 1, "1", 100, "press", 30))
