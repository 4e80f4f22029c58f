"""Whatever is done at the table, in whatever order: money is neither made nor lost, and each ticket is settled once.

The bank is as strict as the database: a movement that does not sum to zero, a purse below nothing, a key that moves
twice, a ticket that changes after it is over, all break it. What is paid in the end is worked out a second time.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.bank import Bank
from conformance.betting import BettingTable
from conformance.cases import Case
from engine.betting import table
from engine.betting.book import Market, Ticket
from engine.betting.rules import ServerRules, TableRules
from engine.game import Refused
from tests.betting import again

PEOPLE = ("gaius", "lucius", "titus", "quintus")
COLOURS = ("red", "blue", "green", "white", "gold")
POOLS = ("win", "place", "last survivor", "first wreck", "fastest lap")

person, other = st.sampled_from(PEOPLE), st.sampled_from(PEOPLE)
colour, rival = st.sampled_from(COLOURS), st.sampled_from(COLOURS)
hundreds = st.integers(1, 9).map(lambda number: 100 * number)

before_the_race = st.one_of(
    st.builds("{}: seals {} on {}".format, person, hundreds, colour),
    st.builds("{}: seals {} on {}".format, person, hundreds, colour),
    st.builds("{}: bets {} on {} in {}".format, person, hundreds, colour, st.sampled_from(POOLS)),
    st.builds("{}: bets {} on {} in win".format, person, hundreds, colour),
    st.builds("{}: bets {} on {} in finishers".format, person, hundreds, st.sampled_from(["over", "under"])),
    st.builds("{}: presses again".format, person),
    st.builds("{}: cancels {}".format, person, st.integers(1, 12)),
    st.builds("{}: offers {} {} against {} that {} beats {}".format, person, other, hundreds, hundreds, colour, rival),
    st.builds("{}: offers {} 7 against 13 that {} wins".format, person, other, colour),
    st.builds("{}: {} {}".format, person, st.sampled_from(["accepts", "declines", "withdraws"]), st.integers(1, 3)),
    st.builds("{}: gives {} to {}".format, person, st.integers(1, 900), other),
    st.builds("race: {} leaves".format, colour),
    st.builds("race: {} enters {}".format, person, colour),
    st.just("race: a week passes"),
)

under_way = st.one_of(
    st.builds("{}: seals {} on {} in window {}".format, person, hundreds, colour, st.integers(1, 2)),
    st.builds("{}: seals {} on {} in window {}".format, person, hundreds, colour, st.integers(1, 2)),
    st.just("race: next turn"),
    st.just("race: next turn"),
    st.builds("race: lap {} by {}".format, st.integers(1, 2), colour),
    st.builds("race: {} goes out".format, colour),
    st.just("race: a player seals"),
    st.builds("race: mark {}".format, st.sampled_from("ab")),
    st.builds("race: back to {}".format, st.sampled_from("ab")),
    st.builds("race: {} takes over {}".format, person, colour),
    st.builds("{}: bets {} on {} in win".format, person, hundreds, colour),
    st.builds("{}: gives {} to {}".format, person, st.integers(1, 900), other),
)

rules = st.fixed_dictionaries(
    {"owners": st.booleans(), "windows": st.booleans(), "cover": st.sampled_from(["pool", "pool", "bank"])}
)
server = st.fixed_dictionaries({"share": st.integers(0, 25), "cap": st.sampled_from([0, 0, 1_500])})
order = st.permutations(COLOURS).flatmap(lambda all_of: st.integers(0, 5).map(lambda placed: all_of[:placed]))


def a_table(options: Mapping[str, Any], settings_of: Mapping[str, int], drivers: int) -> BettingTable:
    position = {each: {"driver": PEOPLE[n]} if n < drivers else {} for n, each in enumerate(COLOURS)}
    return BettingTable(
        Case(
            id="",
            rule="",
            title="",
            why="",
            source="",
            options=dict(options),
            position=position,
            race={"purses": dict.fromkeys(PEOPLE, 3_000), "server": {**settings_of, "stipend": 50}},
        )
    )


def do(played: BettingTable, step: str) -> None:
    """Do it; it may be refused, or be about something that is not there. Then look whether all adds up."""
    if step == "race: next turn":
        step = f"race: turn {played.turn() + 1}"
    before = dict(played.bank.balances)
    try:
        played.take(step)
    except (Refused, ValueError):
        assert played.bank.balances == before
    assert played.bank.has_faults() == []


@settings(max_examples=250, deadline=None, derandomize=True)
@given(
    rules,
    server,
    st.integers(0, 3),
    st.lists(before_the_race, max_size=16),
    st.lists(under_way, max_size=16),
    order,
    st.integers(0, 9),
)
def test_money_is_neither_made_nor_lost(
    options: dict[str, Any],
    settings_of: dict[str, int],
    drivers: int,
    first: list[str],
    then: list[str],
    placed: list[str],
    end: int,
) -> None:
    played = a_table(options, settings_of, drivers)

    for step in [*first, "race: starts", *then]:
        do(played, step)
    open_before = {number: each for number, each in played.bank.tickets.items() if each.state == "open"}
    markets = dict(played.bank.markets)
    if end:
        there = [each.colour for each in played.bank.entries]
        do(played, f"race: ends {' '.join(each for each in placed if each in there)}".strip())
        expected = what_is_paid(played.bank, markets, open_before)
        assert {n: each.paid for n, each in played.bank.tickets.items() if n in open_before} == expected
        do(played, "race: again")
    do(played, "race: is cancelled")
    all_is_over(played.bank)


def all_is_over(bank: Bank) -> None:
    """Nothing is left to settle, nothing would be done again, and nobody holds what is not his."""
    assert table.void(bank.book(), "again", 1e9).is_empty
    assert [each for each in bank.tickets.values() if each.state == "open"] == []
    assert [each for each in bank.sides.values() if each.state in ("offered", "accepted")] == []
    assert bank.sum_of("pot") == bank.sum_of("escrow") == sum(bank.balances.values()) == 0
    assert min(bank.purses().values()) >= 0
    paid = [key for key in bank.movements if key.split(":")[0] in ("payoff", "return")]
    assert len(paid) == sum(each.paid > 0 for each in bank.tickets.values())


def what_is_paid(bank: Bank, markets: Mapping[int, Market], tickets: Mapping[int, Ticket]) -> dict[int, int]:
    """Work out what each ticket brings that was open before the end, from who has won.

    Who drives a rival by now has no more than his stake.
    """
    paid = dict.fromkeys(tickets, 0)
    share = msgspec.json.decode(bank.server, type=ServerRules).share
    for number, market in markets.items():
        here = [each for each in tickets.values() if each.market == number]
        if market.kind != "sealed" and here:
            paid |= pool_paid(bank, market, here, share)
    return paid | sealed_paid(bank, tickets)


def pool_paid(bank: Bank, market: Market, here: list[Ticket], share: int) -> dict[int, int]:
    winners = bank.markets[market.number].winners
    barred = {each.number: each.stake for each in here if each.choice in winners and is_rival(bank, each)}
    counted = [each for each in here if each.number not in barred]
    if any(each.choice in winners for each in counted):
        return again.pool(counted, winners, share) | barred
    return {each.number: each.stake for each in here}


def sealed_paid(bank: Bank, tickets: Mapping[int, Ticket]) -> dict[int, int]:
    here = [each for each in tickets.values() if bank.markets[each.market].kind == "sealed"]
    if not here:
        return {}
    main = next(each for each in bank.markets.values() if each.kind == "sealed" and each.state == "settled")
    # Those that came back in the first turn were there when the odds were fixed.
    late = [each for each in bank.tickets.values() if each.market == main.number and each.why == "replaced"]
    before = [each for each in here if each.market == main.number] + late
    assert main.odds == again.fixed_odds(before)
    barred = {each.number: each.stake for each in here if each.choice in main.winners and is_rival(bank, each)}
    counted = [each for each in here if each.number not in barred]
    if msgspec.json.decode(bank.rules, type=TableRules).cover == "bank":
        return again.sealed_by_bank(before, counted, main.winners) | barred
    return again.sealed_by_pool(before, counted, main.winners, bank.race.commitment) | barred


def is_rival(bank: Bank, ticket: Ticket) -> bool:
    """Tell whether a ticket's player drives, and not what it is on."""
    stables = [each.faction for each in bank.factions if ticket.player in (each.player, each.substitute)]
    own = [str(each.entry) for each in bank.entries if each.faction in stables]
    kind = bank.markets[ticket.market].kind
    if kind == "sealed" and msgspec.json.decode(bank.rules, type=TableRules).owners:
        return bool(stables) and not own
    may = ticket.choice in own and kind in ("sealed", "win", "place", "fastest lap")
    return bool(stables) and not may
