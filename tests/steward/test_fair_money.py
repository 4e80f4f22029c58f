"""Ways in which a host, two friends, or twenty accounts of one person tried to get rich; none of them works."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
import pytest

from engine.betting import table
from engine.betting.book import Book, Changes, NewBet, NewSide
from engine.betting.reasons import BetReason
from engine.betting.rules import BANK_RACES_A_WEEK, ServerRules, TableRules
from records.limits import SIDE_BETS_OF_ONE, SIDE_BETS_TO_ONE
from records.refusals import Refused
from records.values import Faction, PlayerId, RaceId
from steward import NewRace, SideOffered
from tests.steward.betting import DAN, FAY, PURSE, bet, house_race, market, purses, state_of, told, turn, two_in
from tests.steward.circus import ANN, BLUE, BOB, EVE, GREEN, MOD, RED, SECONDS, Circus
from tests.toy_ruleset import Options

WHY = "it has to be"
SECOND_ACCOUNTS = [PlayerId(number) for number in range(9_000, 9_020)]


@pytest.fixture
def circus(audited: Circus) -> Circus:
    return audited


async def by_bank(circus: Circus, race: RaceId) -> None:
    await circus.steward.wagers.set_rules(race, ANN, lambda _: TableRules(cover="bank"))


async def reason_of(deed: Awaitable[object]) -> BetReason:
    with pytest.raises(Refused) as refused:
        await deed
    assert isinstance(refused.value.reason, BetReason)
    return refused.value.reason


# The bank


async def test_a_lone_host_gets_nothing_out_of_the_bank(circus: Circus) -> None:
    race = await house_race(circus)
    await by_bank(circus, race)

    assert await reason_of(bet(circus, race, ANN, RED, 100)) == BetReason.HOST_AND_BANK
    assert await reason_of(bet(circus, race, ANN, RED, 100, "win")) == BetReason.HOST_AND_BANK
    await circus.steward.lobbies.start(race, ANN)

    assert await purses(circus, ANN) == [0]  # it was never opened


async def test_who_bets_on_all_chariots_alone_has_the_stakes_back(circus: Circus) -> None:
    for _ in range(3):
        race = await two_in(circus, turns=1)
        await by_bank(circus, race)
        for choice in (RED, BLUE):
            await bet(circus, race, EVE, choice, 5_000, key=f"{race}:{choice}")
        await circus.steward.lobbies.start(race, ANN)
        await circus.to_the_end(race)

    assert await purses(circus, EVE) == [PURSE]


@pytest.mark.slow
@pytest.mark.parametrize("limit", [0, *(pytest.param(limit, marks=pytest.mark.slow) for limit in (300, 10_000))])
async def test_two_friends_on_all_chariots_get_no_more_than_the_bank_may_add(circus: Circus, limit: int) -> None:
    await circus.steward.wagers.set_server_rules(1, lambda _: ServerRules(bank=limit))
    have = [await circus.steward.wagers.purse(1, player) for player in (EVE, DAN)]
    minted: list[int] = []
    for _ in range(BANK_RACES_A_WEEK + 3):
        race = await two_in(circus, turns=1)
        await by_bank(circus, race)
        for player, choice in ((EVE, RED), (DAN, BLUE)):
            await bet(circus, race, player, choice, max(100, min(900, *have) // 100 * 100), key=f"{race}:{player}")
        before = sum(have)
        await circus.steward.lobbies.start(race, ANN)
        await circus.to_the_end(race)
        have = [await circus.steward.wagers.purse(1, player) for player in (EVE, DAN)]
        minted.append(sum(have) - before)

    assert max(minted) == min(limit, 900)
    assert sum(minted) == min(BANK_RACES_A_WEEK * limit, len(minted) * min(limit, 900))


async def test_the_limit_is_that_of_the_time_when_the_race_was_opened(circus: Circus) -> None:
    await circus.steward.wagers.set_server_rules(1, lambda _: ServerRules(bank=700))
    race = await house_race(circus)
    await circus.steward.wagers.set_server_rules(1, lambda _: ServerRules(bank=900))
    await by_bank(circus, race)

    assert (await circus.steward.wagers.rules_of(race)).bank == 700


# Stakes that come back in the first turn


@pytest.mark.parametrize("cover", ["pool", "bank"])
async def test_stakes_given_back_in_the_first_turn_make_nobody_rich(circus: Circus, cover: str) -> None:
    # Given a race on which Eve has little on red and Dan much on green, and who hosts it knows all bets
    race = await circus.lobby(options=Options(turns=3))
    for player, colour in ((ANN, "red"), (BOB, "blue"), (FAY, "green")):
        await circus.steward.lobbies.join(race, player, "Driver", colour=colour)
    rules = TableRules(cover="bank") if cover == "bank" else TableRules()
    await circus.steward.wagers.set_rules(race, ANN, lambda _: rules)
    await bet(circus, race, EVE, RED, 100)
    await bet(circus, race, DAN, GREEN, 10_000)
    await bet(circus, race, PlayerId(900), BLUE, 400)
    await circus.steward.lobbies.start(race, ANN)
    assert (await state_of(circus, race, "sealed")).odds == {str(RED): 105, str(BLUE): 26, str(GREEN): 1}

    # When green is given to another, so that Dan has the stake back
    await circus.steward.desk.replace(race, MOD, Faction(3), None, WHY)

    # Then the odds are those of what is still there
    assert await purses(circus, DAN) == [PURSE]
    assert (await state_of(circus, race, "sealed")).odds == {str(RED): 5, str(BLUE): 1}


async def test_what_is_one_sided_once_stakes_came_back_is_off(circus: Circus) -> None:
    race = await two_in(circus)
    await bet(circus, race, EVE, RED, 100, "win")
    await bet(circus, race, DAN, BLUE, 10_000, "win")
    await bet(circus, race, EVE, RED, 100)
    await bet(circus, race, DAN, BLUE, 400)
    await circus.steward.lobbies.start(race, ANN)

    await circus.steward.desk.replace(race, MOD, Faction(2), None, WHY)

    assert await purses(circus, EVE, DAN) == [PURSE, PURSE]
    assert [(await state_of(circus, race, kind)).why for kind in ("win", "sealed")] == ["one-sided"] * 2


# Whoever steers


async def _rests(circus: Circus, race: RaceId) -> None:
    await circus.steward.desk.pause(race, EVE, WHY)
    await circus.steward.desk.resume(race, EVE, WHY)


ACTS: dict[str, Callable[[Circus, RaceId], Awaitable[None]]] = {
    "extend": lambda circus, race: circus.steward.desk.extend(race, EVE, 60, WHY),
    "pause": _rests,
    "restart": lambda circus, race: circus.steward.desk.restart_turn(race, EVE, WHY),
    "replace": lambda circus, race: circus.steward.desk.replace(race, EVE, Faction(2), FAY, WHY),
    "default": lambda circus, race: circus.steward.desk.force(race, EVE, BLUE, WHY),
}


@pytest.mark.parametrize("act", list(ACTS))
async def test_whoever_steers_a_race_wins_no_more_than_the_stake(circus: Circus, act: str) -> None:
    # Given a race in its second turn, on which Eve and Dan have bet against each other
    race = await two_in(circus, turns=3)
    await bet(circus, race, EVE, RED, 1_000, "win")
    await bet(circus, race, DAN, BLUE, 1_000, "win")
    await bet(circus, race, EVE, RED, 500)
    await bet(circus, race, DAN, BLUE, 500)
    await circus.steward.lobbies.start(race, ANN)
    await turn(circus, race)

    # When Eve does something to it
    await ACTS[act](circus, race)

    # Then no more is taken of her after the lap, and she wins nothing, as red comes in first
    if act != "restart":
        assert await reason_of(bet(circus, race, EVE, RED, 100, window=1)) in (
            BetReason.STEERED,
            BetReason.MARKET_CLOSED,
        )
    for _ in range(20):
        if (await circus.steward.race(race)).record.state == "finished":
            break
        circus.clock.pass_by(100_000)
        await circus.steward.timekeeper.tick()
    assert (await circus.steward.race(race)).record.state == "finished"
    assert (await purses(circus, EVE))[0] <= PURSE
    assert (await purses(circus, DAN))[0] in (PURSE - 1_500, PURSE + 1_500)


async def test_a_reminder_is_no_act_of_steering(circus: Circus) -> None:
    race = await two_in(circus, turns=3)
    await bet(circus, race, EVE, RED, 500)
    await bet(circus, race, DAN, BLUE, 500)
    await circus.steward.lobbies.start(race, ANN)
    await turn(circus, race)

    await circus.steward.desk.remind(race, RED)

    assert (await bet(circus, race, EVE, RED, 100, window=1)).state == "open"


@pytest.mark.parametrize("how", ["close", "cancel"])
async def test_whoever_calls_a_race_off_under_way_loses_what_is_on_it(circus: Circus, how: str) -> None:
    race = await house_race_with(circus, EVE)
    await bet(circus, race, EVE, RED, 500)
    await bet(circus, race, DAN, BLUE, 300)
    await circus.steward.wagers.offer_side(race, NewSide(EVE, "Eve", DAN, "Dan", RED, BLUE, 50, 50, "side", 30))
    await circus.steward.wagers.answer_side(race, DAN, 1, accept=True)
    await circus.steward.lobbies.start(race, EVE)

    if how == "close":
        await circus.steward.desk.close(race, EVE, WHY)
    else:
        await circus.steward.lobbies.cancel(race, EVE)

    assert await purses(circus, EVE, DAN) == [PURSE - 550, PURSE]


async def test_a_moderator_who_cancels_in_the_hosts_name_loses_their_own(circus: Circus) -> None:
    race = await house_race_with(circus, EVE)
    await bet(circus, race, EVE, RED, 500)
    await bet(circus, race, DAN, BLUE, 300)
    await circus.steward.lobbies.start(race, EVE)

    await circus.steward.lobbies.cancel(race, EVE, DAN)

    assert await purses(circus, EVE, DAN) == [PURSE, PURSE - 300]


async def house_race_with(circus: Circus, host: PlayerId) -> RaceId:
    """Open a race that *host* hosts; Ann and Bob are in it."""
    race = await circus.steward.lobbies.open_race(NewRace(1, 2, host, "toy", Options(turns=3), SECONDS, "Ludi"))
    await circus.steward.lobbies.set_thread(race, 3)
    await circus.steward.lobbies.join(race, ANN, "Ann", colour="red")
    await circus.steward.lobbies.join(race, BOB, "Bob", colour="blue")
    return race


async def test_a_race_called_off_in_the_lobby_gives_its_host_all_back(circus: Circus) -> None:
    race = await house_race_with(circus, EVE)
    await bet(circus, race, EVE, RED, 500)

    await circus.steward.lobbies.cancel(race, EVE)

    assert await purses(circus, EVE) == [PURSE]


# Second accounts


async def test_twenty_second_accounts_move_no_more_than_presents_allow(circus: Circus) -> None:
    # Given twenty accounts of one person, each with its gift
    race = await two_in(circus)
    wagers, most = circus.steward.wagers, ServerRules().most_given

    # When each offers all it has against 1, then as much as it may, and then gives what it may
    for number, account in enumerate(SECOND_ACCOUNTS):
        much = NewSide(account, "Second", EVE, "Eve", RED, BLUE, 10_500, 1, f"much {number}", 30)
        assert await reason_of(wagers.offer_side(race, much)) == BetReason.BEYOND_FAIR
        less = NewSide(account, "Second", EVE, "Eve", RED, BLUE, most + 1, 1, f"less {number}", 30)
        side = await wagers.offer_side(race, less)
        accepting = wagers.answer_side(race, EVE, side.number, accept=True)
        if number:
            assert await reason_of(accepting) == BetReason.TAKEN_ENOUGH
        else:
            await accepting
        given = wagers.give(1, account, "Second", EVE, "Eve", 1, f"gift {number}")
        assert await reason_of(given) == BetReason.GIVEN_ENOUGH

    # Then Eve has got no more than one of them may give in a week
    await circus.steward.lobbies.start(race, ANN)
    for _ in range(3):
        await turn(circus, race)
    assert (await purses(circus, EVE))[0] - PURSE <= most + 20


async def test_presents_of_many_are_no_more_than_one_may_give(circus: Circus) -> None:
    wagers, most = circus.steward.wagers, ServerRules().most_given
    giving = [wagers.give(1, each, "S", EVE, "Eve", most // 4, f"g{each}", days=30) for each in SECOND_ACCOUNTS]

    done = await asyncio.gather(*giving, return_exceptions=True)

    refused = [each for each in done if isinstance(each, Refused)]
    assert {each.reason for each in refused} == {BetReason.TAKEN_ENOUGH}
    assert len(refused) == len(SECOND_ACCOUNTS) - 4
    assert await purses(circus, EVE) == [PURSE + most]
    assert await reason_of(wagers.give(1, ANN, "Ann", EVE, "Eve", 1, "one")) == BetReason.TAKEN_ENOUGH
    circus.clock.pass_by(8 * 86_400)
    await wagers.give(1, ANN, "Ann", EVE, "Eve", 1, "next week")


async def test_who_offers_gets_no_more_by_unfair_offers_than_by_presents(circus: Circus) -> None:
    # Given Eve has been given all that a week allows
    race, wagers, most = await two_in(circus), circus.steward.wagers, ServerRules().most_given
    await wagers.give(1, ANN, "Ann", EVE, "Eve", most, "gift", days=30)

    # When she offers what is unfair to the other side, then what is fair
    unfair = await wagers.offer_side(race, NewSide(EVE, "Eve", DAN, "Dan", RED, BLUE, 1, 2, "a", 30))
    refused = await reason_of(wagers.answer_side(race, DAN, unfair.number, accept=True))
    await wagers.withdraw_side(race, EVE, unfair.number)
    fair = await wagers.offer_side(race, NewSide(EVE, "Eve", DAN, "Dan", RED, BLUE, 100, 100, "b", 30))

    assert refused == BetReason.TAKEN_ENOUGH
    assert (await wagers.answer_side(race, DAN, fair.number, accept=True)).state == "accepted"


async def test_a_member_offers_twelve_side_bets_a_day_to_all_others(circus: Circus) -> None:
    race, wagers = await two_in(circus), circus.steward.wagers
    others = [PlayerId(5_000 + number) for number in range(40)]
    offering = [
        wagers.offer_side(race, NewSide(EVE, "Eve", each, "O", RED, BLUE, 1, 1, f"s{each}", 30)) for each in others
    ]

    done = await asyncio.gather(*offering, return_exceptions=True)

    refused = [each for each in done if isinstance(each, Refused)]
    assert [(each.reason, each.values["to"]) for each in refused] == [(BetReason.OFFERED_ENOUGH, "all")] * 28
    assert len(done) - len(refused) == SIDE_BETS_OF_ONE.most


async def test_new_members_neither_give_nor_take_part(circus: Circus) -> None:
    await circus.steward.wagers.set_server_rules(1, lambda _: ServerRules(age=7))
    race, wagers = await two_in(circus), circus.steward.wagers

    assert await reason_of(wagers.give(1, DAN, "Dan", EVE, "Eve", 100, "gift", days=6)) == BetReason.TOO_NEW
    offer = NewSide(DAN, "Dan", EVE, "Eve", RED, BLUE, 10, 10, "side", 6)
    assert await reason_of(wagers.offer_side(race, offer)) == BetReason.TOO_NEW
    assert await wagers.give(1, DAN, "Dan", EVE, "Eve", 100, "gift", days=7) == PURSE - 100


async def test_presents_by_offers_of_a_week_ago_count_in_the_week_in_which_they_are_accepted(circus: Circus) -> None:
    # Given many offers of one week, each of which would have its taker give what a week allows
    race, wagers, most = await two_in(circus), circus.steward.wagers, ServerRules().most_given
    for number, account in enumerate(SECOND_ACCOUNTS[:3]):
        await wagers.offer_side(race, NewSide(account, "S", EVE, "Eve", RED, BLUE, 1, most + 1, f"s{number}", 30))

    # When a week has passed and all are accepted
    circus.clock.pass_by(8 * 86_400)
    await wagers.answer_side(race, EVE, 1, accept=True)

    # Then the first counts
    assert await reason_of(wagers.answer_side(race, EVE, 2, accept=True)) == BetReason.BEYOND_FAIR


async def test_forty_offers_are_three_messages(circus: Circus) -> None:
    race, wagers = await two_in(circus), circus.steward.wagers
    refused: list[BetReason] = []
    for number in range(40):
        new = NewSide(EVE, "Eve", DAN, "Dan", RED, BLUE, 10, 10, f"side {number}", 30)
        try:
            await wagers.withdraw_side(race, EVE, (await wagers.offer_side(race, new)).number)
        except Refused as error:
            refused.append(BetReason(error.reason))

    offers = [each for each in await told(circus, race, DAN) if isinstance(each, SideOffered)]
    assert len(offers) == SIDE_BETS_TO_ONE.most
    assert refused == [BetReason.OFFERED_ENOUGH] * (40 - SIDE_BETS_TO_ONE.most)


async def test_offers_in_another_race_count_as_well(circus: Circus) -> None:
    races, wagers = [await two_in(circus), await house_race(circus)], circus.steward.wagers
    await wagers.offer_side(races[0], NewSide(EVE, "Eve", DAN, "Dan", RED, BLUE, 10, 10, "one", 30))

    again = wagers.offer_side(races[1], NewSide(EVE, "Eve", DAN, "Dan", RED, BLUE, 10, 10, "two", 30))

    assert await reason_of(again) == BetReason.OFFER_OPEN


# Forged presses


async def test_the_key_of_anothers_press_shows_nothing_of_what_it_placed(circus: Circus) -> None:
    race, other = await two_in(circus), await house_race(circus)
    await bet(circus, race, DAN, BLUE, 700, key="1234")

    forged = await bet(circus, race, EVE, RED, 100, key="1234")
    elsewhere = await bet(circus, other, EVE, RED, 100, key="1234")

    assert [(each.player, each.choice, each.stake) for each in (forged, elsewhere)] == [(EVE, str(RED), 100)] * 2
    assert (await bet(circus, race, DAN, RED, 100, key="1234")).stake == 700, "Dan's own press is known"


async def test_the_key_of_anothers_offer_shows_nothing_of_it(circus: Circus) -> None:
    race, wagers = await two_in(circus), circus.steward.wagers
    await wagers.offer_side(race, NewSide(DAN, "Dan", FAY, "Fay", BLUE, RED, 70, 70, "1234", 30))

    forged = await wagers.offer_side(race, NewSide(EVE, "Eve", BOB, "Bob", RED, None, 10, 10, "1234", 30))

    assert (forged.proposer, forged.stake) == (EVE, 10)


async def test_a_press_from_before_keys_named_their_player_is_still_known(circus: Circus) -> None:
    race = await two_in(circus)
    new = NewBet(EVE, "Eve", await market(circus, race, "win"), str(RED), 100, "77", 30)

    def as_it_was(book: Book) -> Changes:
        changes = table.place(book, new, 1.0)
        return msgspec.structs.replace(changes, tickets=(msgspec.structs.replace(changes.tickets[0], key="77"),))

    (ticket,) = (await circus.store.wagers.change(race, as_it_was, EVE)).tickets

    assert await circus.steward.wagers.place(race, new) == ticket
