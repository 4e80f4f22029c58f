"""Betting on a race: what opens, closes and pays is written with what causes it, and a press counts once."""

import asyncio
import hashlib

import msgspec
import pytest

from engine.betting.book import NewSide
from engine.betting.reasons import BetReason
from engine.betting.rules import TableRules
from records.refusals import Refused
from records.values import Faction, RaceId
from steward import (
    Agreed,
    BetSealed,
    BetsRevealed,
    NewRace,
    SideAnswered,
    Slip,
    TableSettled,
    TableVoided,
    WindowClosed,
    WindowOpened,
)
from steward.running.absence import stand_in
from tests.db.around import REFUSED, around_the_program
from tests.kept import once
from tests.steward.betting import DAN, FAY, PURSE, bet, house_race, purses, state_of, told, turn, two_in
from tests.steward.circus import ANN, BLUE, BOB, EVE, MOD, RED, SECONDS, WHITE, Circus
from tests.steward.test_orders import order
from tests.toy_ruleset import BePushed, Options, Pace, SeriesOptions, Walk


@pytest.fixture
def circus(audited: Circus) -> Circus:
    return audited


# Opening


async def test_the_markets_open_with_the_lobby(circus: Circus) -> None:
    race = await circus.lobby()

    board = await circus.steward.wagers.board(race)

    kinds = [each.kind for each in board.markets]
    assert kinds == ["sealed", "win", "place", "last survivor", "first wreck", "fastest lap", "finishers"]
    assert {each.state for each in board.markets} == {"open"}


async def test_there_is_no_table_for_a_race_alone(circus: Circus) -> None:
    race = await circus.steward.lobbies.open_race(NewRace(0, 2, ANN, "toy", Options(), SECONDS, "Alone"))

    assert (await circus.steward.wagers.board(race)).markets == ()


async def test_the_races_of_a_cup_have_tables_and_pay(circus: Circus) -> None:
    agreed = Agreed(1, 2, ANN, "toy", Options(turns=1), SeriesOptions(), SECONDS, "Cup", 2)
    cup = await circus.steward.cups.open(agreed)
    race = cup.races[0].record.id
    await circus.steward.lobbies.fill(race, ANN, "pushy", 2)
    await bet(circus, race, EVE, RED, 500, "win")
    await bet(circus, race, DAN, BLUE, 500, "win")

    await circus.steward.lobbies.start(race, ANN)
    following = await circus.steward.cups.next_race(cup.id, ANN)

    assert sum(await purses(circus, EVE, DAN)) == 2 * PURSE
    assert (await state_of(circus, race, "win")).state == "settled"
    assert (await state_of(circus, following.record.id, "win")).state == "open"


# Placing


async def test_a_stake_leaves_the_purse_once_however_often_it_is_pressed(circus: Circus) -> None:
    race = await two_in(circus)

    first = await bet(circus, race, EVE, RED, 300, key="press 1")
    again = await bet(circus, race, EVE, RED, 300, key="press 1")

    assert first == again
    assert await purses(circus, EVE) == [PURSE - 300]
    assert await circus.steward.wagers.purse(1, EVE) == PURSE - 300
    assert len(await told(circus, race)) == 1


async def test_a_seal_is_shown_in_the_thread_and_nothing_of_the_bet(circus: Circus) -> None:
    race = await two_in(circus)

    ticket = await bet(circus, race, EVE, RED, 300)

    content = msgspec.json.encode({"race": race, "ticket": 1, "choice": "1", "stake": 300})
    seal = hashlib.sha256(bytes.fromhex(ticket.salt) + content).hexdigest()
    assert len(bytes.fromhex(ticket.salt)) == 16
    assert await told(circus, race) == [BetSealed(1, EVE, f"Bettor {EVE}", seal)]
    assert await circus.steward.wagers.revealed(race) == []
    public = (await circus.steward.wagers.board(race)).markets[0]
    assert (public.staked, public.seals) == (None, 1)


async def test_a_pool_is_open_to_all_and_can_be_left(circus: Circus) -> None:
    race = await two_in(circus)
    ticket = await bet(circus, race, EVE, RED, 300, "win")
    assert (await circus.steward.wagers.board(race)).markets[1].staked == 300

    cancelled = await circus.steward.wagers.cancel(race, EVE, ticket.number)
    again = await circus.steward.wagers.cancel(race, EVE, ticket.number)

    assert (cancelled.state, again.state) == ("cancelled", "cancelled")
    assert await purses(circus, EVE) == [PURSE]
    assert await told(circus, race) == await told(circus, race, EVE) == []


async def test_what_is_refused_leaves_nothing_behind(circus: Circus) -> None:
    race = await two_in(circus)

    with pytest.raises(Refused) as too_much:
        await bet(circus, race, EVE, RED, PURSE + 100)
    with pytest.raises(Refused) as not_his:
        await bet(circus, race, BOB, RED, 100)

    assert (too_much.value.reason, not_his.value.reason) == (BetReason.PURSE_TOO_LIGHT, BetReason.NOT_YOUR_ENTRY)
    assert len((await circus.store.wagers.book(race)).tickets) == 0
    assert await told(circus, race) == []


@pytest.mark.slow
@pytest.mark.threads
async def test_of_two_processes_at_once_none_spends_what_the_other_has_spent(circus: Circus) -> None:
    race = await two_in(circus)
    other = await circus.again()
    stake = 1000

    async def press(of: Circus, number: int) -> bool:
        try:
            await bet(of, race, EVE, RED, stake, key=f"press {number}")
        except Refused:
            return False
        return True

    placed = await asyncio.gather(*(press((circus, other)[n % 2], n // 2) for n in range(40)))

    assert await purses(circus, EVE) == [PURSE - 10 * stake]
    assert len((await circus.store.wagers.book(race)).tickets) == 10
    assert sum(placed) == 20  # each of ten presses came to both


# The start


async def test_the_start_closes_and_reveals_all_and_fixes_the_odds(circus: Circus) -> None:
    race = await two_in(circus)
    await bet(circus, race, EVE, RED, 300)
    await bet(circus, race, DAN, BLUE, 100)

    await circus.steward.lobbies.start(race, ANN)

    revealed = await circus.steward.wagers.revealed(race)
    assert [(each.player, each.choice, each.stake) for each in revealed] == [(EVE, "1", 300), (DAN, "2", 100)]
    assert (await state_of(circus, race, "sealed")).odds == {"1": 1, "2": 4}
    assert (await told(circus, race))[-1] == BetsRevealed(1)
    verification = await circus.steward.log.verify(race)
    assert (verification.seals, verification.broken_seals) == (2, 0)


async def test_nothing_is_placed_once_the_race_is_called_to_start(circus: Circus) -> None:
    # Given a race whose start is on record, but not its beginning
    race = await two_in(circus)
    await bet(circus, race, EVE, RED, 300, "win")
    await bet(circus, race, DAN, BLUE, 300, "win")
    await circus.store.races.set(race, only_if=("lobby",), state="running")

    with pytest.raises(Refused) as late:
        await bet(circus, race, EVE, RED, 300)
    with pytest.raises(Refused):
        await circus.steward.wagers.cancel(race, EVE, 1)

    assert late.value.reason == BetReason.MARKET_CLOSED
    assert late.value.values["moment"] == "start"
    assert (await state_of(circus, race, "win")).state == "open"

    # When the next process takes the race up, then the table is closed, too
    after = await circus.again()
    await after.steward.resume()
    await after.deliver()
    assert (await state_of(circus, race, "win")).state == "closed"


async def test_a_one_sided_pool_comes_back_at_the_start(circus: Circus) -> None:
    race = await two_in(circus)
    await bet(circus, race, EVE, RED, 300, "win")

    await circus.steward.lobbies.start(race, ANN)

    assert await purses(circus, EVE) == [PURSE]
    assert await told(circus, race) == [TableVoided("one-sided", (2,))]
    assert await told(circus, race, EVE) == []  # the thread tells it


async def test_a_bet_that_is_not_what_was_sealed_is_found(circus: Circus) -> None:
    race = await two_in(circus)
    await bet(circus, race, EVE, RED, 300)
    await bet(circus, race, DAN, BLUE, 300)
    await circus.steward.lobbies.start(race, ANN)

    # The database lets nobody change a bet; so another seal is announced than that of what was revealed
    with around_the_program(circus.path) as database:
        with pytest.raises(REFUSED):
            database.execute("UPDATE ticket SET choice = '2' WHERE number = 1")
        database.execute(
            """UPDATE outbox SET body = replace(body, '"seal":"', '"seal":"0') WHERE body LIKE '%"ticket":1,%'"""
        )

    found = await circus.steward.log.verify(race)
    assert (found.seals, found.broken_seals, found.is_sound) == (2, 1, False)


# The end


async def test_the_end_of_the_race_pays_and_tells_everybody_his_own(circus: Circus) -> None:
    race = await two_in(circus, turns=1)
    await bet(circus, race, EVE, RED, 300)
    await bet(circus, race, DAN, BLUE, 600)
    await circus.steward.lobbies.start(race, ANN)

    await turn(circus, race)

    # Odds of 3 on red: 900 of the pool's 900
    assert await purses(circus, EVE, DAN) == [PURSE + 600, PURSE - 600]
    assert (await told(circus, race))[-1] == TableSettled(2, 900, 900)
    assert (await told(circus, race, EVE), await told(circus, race, DAN)) == ([], [])  # a button shows their slips
    slip = await circus.steward.wagers.slip(race, EVE)
    assert slip is not None
    assert (slip.winner, slip.staked, slip.paid) == ("Red", 300, 900)
    assert await circus.steward.wagers.slip(race, FAY) is None
    tipsters = await circus.steward.purses.tipsters(1, 0)
    assert [(each.player, each.gained) for each in tipsters] == [(EVE, 600), (DAN, -600)]


async def test_a_race_of_the_house_closes_and_settles_in_one_go(circus: Circus) -> None:
    race = await house_race(circus)
    await bet(circus, race, EVE, RED, 300, "win")
    await bet(circus, race, DAN, BLUE, 300, "win")

    await circus.steward.lobbies.start(race, ANN)
    await circus.play_on(race)

    assert (await circus.steward.race(race)).record.state == "finished"
    assert sum(await purses(circus, EVE, DAN)) == 2 * PURSE
    assert (await state_of(circus, race, "win")).state == "settled"
    assert [type(each) for each in await told(circus, race)] == [TableSettled]  # nothing is sealed where nobody drives


# Windows


async def windows(circus: Circus, race: RaceId) -> list[str]:
    """Return the states of all windows, the first that opened first."""
    return [each.state for each in (await circus.store.wagers.book(race)).markets if each.window]


@once
async def raced_a_lap(circus: Circus) -> RaceId:
    """Return a race whose first turn, and lap, is over; Eve has 500 on red, Dan 200 on blue."""
    race = await two_in(circus)
    await bet(circus, race, EVE, RED, 500)
    await bet(circus, race, DAN, BLUE, 200)
    await circus.steward.lobbies.start(race, ANN)
    await turn(circus, race)
    return race


async def test_a_window_opens_with_the_turn_after_the_lap(circus: Circus) -> None:
    race = await raced_a_lap(circus)

    assert (await state_of(circus, race, "sealed", 1)).state == "open"
    assert (await told(circus, race))[-1] == WindowOpened(8, 1)
    await bet(circus, race, EVE, RED, 500, window=1)
    with pytest.raises(Refused) as more:
        await bet(circus, race, EVE, RED, 100, window=1)
    assert more.value.reason == BetReason.OVER_WINDOW


async def test_it_closes_before_the_first_order_and_says_so_to_the_late(circus: Circus) -> None:
    race = await raced_a_lap(circus)
    await bet(circus, race, EVE, RED, 100, window=1)

    await circus.give(race, BLUE, Pace(3))

    window = await state_of(circus, race, "sealed", 1)
    assert (window.state, window.moment) == ("closed", "order 2")
    with pytest.raises(Refused) as late:
        await bet(circus, race, EVE, RED, 200, window=1)
    assert late.value.reason == BetReason.MARKET_CLOSED
    assert (late.value.values["moment"], late.value.values["closed"]) == ("order 2", circus.clock.now)
    assert (await told(circus, race))[-1] == BetsRevealed(8)


async def test_a_window_in_which_nobody_bets_is_told_closed(circus: Circus) -> None:
    race = await raced_a_lap(circus)

    await circus.give(race, RED, Pace(3))

    assert (await told(circus, race))[-1] == WindowClosed(8, "order 2")


async def test_what_the_house_seals_closes_no_window(circus: Circus) -> None:
    race = await two_in(circus)
    await circus.steward.lobbies.fill(race, ANN, "steady", 1)
    await bet(circus, race, EVE, RED, 500)
    await bet(circus, race, DAN, BLUE, 100)
    await circus.steward.lobbies.start(race, ANN)

    await turn(circus, race)

    assert (await circus.steward.log.status(race)).view.has_answered
    assert (await state_of(circus, race, "sealed", 1)).state == "open"


async def test_orders_that_stand_close_no_window_as_they_were_given_before(circus: Circus) -> None:
    race = await two_in(circus)
    await bet(circus, race, EVE, RED, 500)
    await bet(circus, race, DAN, BLUE, 100)
    await circus.steward.lobbies.start(race, ANN)
    await order(circus, race, RED, ANN, 0, pace=3)
    await order(circus, race, BLUE, BOB, 0, pace=2, standing=True)

    await circus.give(race, RED, Walk(3))

    status = await circus.steward.log.status(race)
    assert (status.view.turn, status.view.has_answered) == (2, (BLUE,))
    assert await windows(circus, race) == ["open"]
    await circus.give(race, RED, Pace(3))
    assert await windows(circus, race) == ["closed"]


async def test_a_window_closes_as_orders_that_all_stood_before_are_revealed(circus: Circus) -> None:
    race = await two_in(circus)
    await bet(circus, race, EVE, RED, 500)
    await bet(circus, race, DAN, BLUE, 100)
    await circus.steward.lobbies.start(race, ANN)
    await circus.pace(race, 3, 3)
    await circus.give(race, RED, Walk(3))
    await order(circus, race, RED, ANN, None, push=BLUE, standing=True)

    await order(circus, race, BLUE, BOB, None, standing=True)  # ends the turn

    assert (await circus.steward.log.status(race)).view.turn == 2
    assert (await circus.asked(race, BLUE)).ask.question == BePushed(RED), "the speeds are known"
    assert await windows(circus, race) == ["closed"]


# Going back, replacing, leaving, ending


async def test_going_back_past_its_close_voids_a_window_and_it_opens_anew(circus: Circus) -> None:
    race = await raced_a_lap(circus)
    seq = (await circus.steward.race(race)).record.seq
    await bet(circus, race, EVE, RED, 500, window=1)
    await circus.give(race, RED, Pace(3))
    assert await purses(circus, EVE) == [PURSE - 1000]

    await circus.steward.desk.rewind(race, ANN, seq, "a slip of the finger")

    assert await purses(circus, EVE) == [PURSE - 500]
    assert TableVoided("rewound", (8,)) in await told(circus, race)
    assert await windows(circus, race) == ["void", "open"]
    await bet(circus, race, EVE, RED, 300, window=1)

    await circus.steward.desk.rewind(race, ANN, seq - 1, "and before the end of the turn")
    assert await purses(circus, EVE) == [PURSE - 500]
    assert await windows(circus, race) == ["void", "void"]
    await circus.give(race, BLUE, Walk(2))
    assert await windows(circus, race) == ["void", "void", "open"]


async def test_going_back_behind_its_close_leaves_a_window_closed(circus: Circus) -> None:
    race = await raced_a_lap(circus)
    await circus.give(race, RED, Pace(3))
    closed = (await circus.steward.race(race)).record.seq
    await circus.give(race, BLUE, Pace(3))
    await circus.give(race, RED, Walk(1))

    await circus.steward.desk.rewind(race, ANN, closed, "a slip of the finger")

    assert await windows(circus, race) == ["closed"]


async def test_going_back_in_the_turn_before_leaves_what_closed_at_the_start(circus: Circus) -> None:
    race = await raced_a_lap(circus)

    await circus.steward.desk.rewind(race, ANN, 0, "from the beginning")

    assert (await state_of(circus, race, "sealed")).state == "closed"
    assert (await state_of(circus, race, "sealed", 1)).state == "void"
    assert await purses(circus, EVE, DAN) == [PURSE - 500, PURSE - 200]
    await circus.to_the_end(race)
    assert (await state_of(circus, race, "sealed")).state == "settled"


async def test_a_turn_that_begins_anew_opens_its_window_anew(circus: Circus) -> None:
    race = await raced_a_lap(circus)
    await bet(circus, race, EVE, RED, 500, window=1)
    await circus.give(race, RED, Pace(3))

    await circus.steward.desk.restart_turn(race, ANN, "a wrong picture")

    assert await windows(circus, race) == ["void", "open"]
    assert await purses(circus, EVE) == [PURSE - 500]


async def test_a_driver_replaced_in_the_first_turn_gives_others_their_stakes_back(circus: Circus) -> None:
    race = await two_in(circus)
    await bet(circus, race, ANN, RED, 100, "win")
    await bet(circus, race, EVE, RED, 500, "win")
    await bet(circus, race, DAN, BLUE, 500, "win")
    await circus.steward.lobbies.start(race, ANN)

    await circus.steward.desk.replace(race, MOD, Faction(1), FAY, "he is ill")

    assert await purses(circus, ANN, EVE, DAN) == [PURSE - 100, PURSE, PURSE - 500]
    assert (await told(circus, race))[-1] == TableVoided("replaced", (2,))


async def test_so_does_one_whose_reins_are_taken_in_the_first_turn(circus: Circus) -> None:
    race, desk = await two_in(circus), circus.steward.desk
    await bet(circus, race, ANN, RED, 100, "win")
    await bet(circus, race, EVE, RED, 500, "win")
    await bet(circus, race, DAN, BLUE, 500, "win")
    await circus.steward.lobbies.start(race, ANN)

    # A driver who goes away and comes back is still the one they backed
    await desk.vacation(race, ANN, circus.clock.now + 86_400)
    await desk.take_reins(race, ANN, Faction(1))
    await desk.vacation(race, ANN, circus.clock.now + 86_400)
    await desk.replace(race, MOD, Faction(1), ANN, "he is back")
    assert await purses(circus, ANN, EVE, DAN) == [PURSE - 100, PURSE - 500, PURSE - 500]

    # Nor does a house driver who stands in for him replace him; one who takes his place does
    async with circus.steward.races.editing(race) as live:
        stand_in(live, 1, circus.clock.now)
    assert await purses(circus, ANN, EVE, DAN) == [PURSE - 100, PURSE - 500, PURSE - 500]
    await desk.take_reins(race, FAY, Faction(1))
    assert await purses(circus, ANN, EVE, DAN) == [PURSE - 100, PURSE, PURSE - 500]


async def test_one_replaced_later_leaves_the_bets_on_the_chariot(circus: Circus) -> None:
    race = await raced_a_lap(circus)

    await circus.steward.desk.replace(race, MOD, Faction(1), FAY, "he is ill")

    assert await purses(circus, EVE) == [PURSE - 500]


@pytest.mark.parametrize("has_them_still", [True, False])
async def test_who_was_given_the_reins_of_a_rival_has_his_stake_back_and_no_more(
    circus: Circus, has_them_still: bool
) -> None:
    race = await two_in(circus, turns=2)
    await bet(circus, race, FAY, RED, 500, "win")
    await bet(circus, race, EVE, RED, 100, "win")
    await bet(circus, race, DAN, BLUE, 300, "win")
    await circus.steward.lobbies.start(race, ANN)
    await turn(circus, race)

    await circus.steward.desk.replace(race, MOD, Faction(2), FAY, "he is ill")
    if not has_them_still:
        await circus.steward.desk.take_reins(race, BOB, Faction(2))
    await turn(circus, race)

    assert await purses(circus, FAY, EVE, DAN) == [PURSE, PURSE + 50, PURSE - 300]  # 250 of the 300 are the house's


async def test_bets_on_a_house_driver_who_gives_way_are_none_on_whoever_gets_that_colour(circus: Circus) -> None:
    race = await two_in(circus)
    await circus.steward.lobbies.fill(race, ANN, None, 2)
    await bet(circus, race, EVE, WHITE, 500)

    await circus.steward.lobbies.join(race, DAN, "Dan")

    assert (await circus.steward.race(race)).entries_of(DAN) == (WHITE,)
    assert await purses(circus, EVE) == [PURSE]


async def test_who_leaves_the_lobby_takes_the_bets_on_him_along(circus: Circus) -> None:
    race = await two_in(circus)
    await bet(circus, race, EVE, RED, 500)
    await bet(circus, race, EVE, RED, 300, "place")
    await bet(circus, race, EVE, BLUE, 200, "win")
    await circus.steward.wagers.offer_side(race, NewSide(EVE, "Eve", DAN, "Dan", BLUE, RED, 50, 70, "side", 30))
    await circus.steward.wagers.answer_side(race, DAN, 1, accept=True)

    await circus.steward.lobbies.leave(race, ANN)

    assert await purses(circus, EVE, DAN) == [PURSE - 200, PURSE]
    assert [each.state for each in (await circus.store.wagers.book(race)).tickets] == ["refunded", "refunded", "open"]
    assert (await told(circus, race))[-1] == TableVoided("scratched", (3,))  # of the sealed bet only Eve is told
    assert await told(circus, race, EVE) == [SideAnswered(1), Slip(), SideAnswered(1)]
    assert (await told(circus, race, DAN))[-1] == SideAnswered(1)


@pytest.mark.parametrize("how", ["cancelled in the lobby", "cancelled under way", "closed"])
async def test_a_race_without_a_result_gives_everything_back(circus: Circus, how: str) -> None:
    race = await two_in(circus)
    await bet(circus, race, EVE, RED, 500)
    await bet(circus, race, DAN, BLUE, 200, "place")
    await bet(circus, race, FAY, RED, 200, "place")
    if how != "cancelled in the lobby":
        await circus.steward.lobbies.start(race, ANN)

    if how == "closed":
        await circus.steward.desk.close(race, ANN, "rain")
    else:
        await circus.steward.lobbies.cancel(race, ANN)

    assert await purses(circus, EVE, DAN, FAY) == [PURSE] * 3
    assert {each.state for each in (await circus.steward.wagers.board(race)).markets} == {"void"}
    assert any(isinstance(each, TableVoided) for each in await told(circus, race))


async def test_what_closed_the_betting_is_the_start_unless_the_race_was_called_off_before(circus: Circus) -> None:
    async def too_late(race: RaceId) -> list[tuple[object, object]]:
        """Return when bets closed, as the host and somebody who offers a side bet are told."""
        offer = NewSide(EVE, "Eve", DAN, "Dan", RED, BLUE, 50, 70, f"side {race}", 30)
        with pytest.raises(Refused) as set_anew:
            await circus.steward.wagers.set_rules(race, ANN, lambda _rules: TableRules())
        with pytest.raises(Refused) as offered:
            await circus.steward.wagers.offer_side(race, offer)
        return [(each.value.values["moment"], each.value.values["closed"]) for each in (set_anew, offered)]

    run, called_off = await two_in(circus), await circus.lobby()
    await circus.steward.lobbies.start(run, ANN)
    await circus.steward.lobbies.cancel(called_off, ANN)
    closed = circus.clock.now
    circus.clock.pass_by(60)
    assert await too_late(run) == [("start", closed)] * 2
    assert await too_late(called_off) == [("cancelled", closed)] * 2

    await circus.steward.lobbies.cancel(run, ANN)
    assert await too_late(run) == [("start", closed)] * 2
