"""Whatever is done at the table, in whatever order: money is neither made nor lost, and each ticket is settled once.

The bank is as strict as the database: a movement that does not sum to zero, a purse below nothing, a key that moves
twice, a ticket that changes after it is over, all break it. What is paid in the end is worked out a second time.
"""

import itertools
import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from conformance.betting.bank import Bank
from conformance.betting.cases import BettingTable
from conformance.cases import Case
from engine.betting import table
from engine.betting.book import Market, Ticket
from engine.betting.rules import ServerRules, TableRules
from records.refusals import Refused
from records.values import Faction, PlayerId
from tests.betting import again
from tests.betting.fair import given_by_week, require_fair

PEOPLE = ("gaius", "lucius", "titus", "quintus")
COLOURS = ("red", "blue", "green", "white", "gold")
POOLS = ("win", "win", "place", "first wreck", "fastest lap", "last survivor")


class Chance:
    """Chooses deeds at random; many are refused, or about something that is not there."""

    def __init__(self, seed: bytes) -> None:
        self.random = random.Random(seed)

    def person(self) -> str:
        return self.random.choice(PEOPLE)

    def colour(self) -> str:
        return self.random.choice((*COLOURS, "red", "red", "blue"))

    def stake(self) -> int:
        return 100 * self.random.choice((1, 1, 2, 2, 3, 4))

    def odd(self) -> int:
        """Return what is staked in a side bet, sometimes far too much."""
        return self.random.choice((100, 100, 200, 300, 1_000))

    def small(self) -> int:
        return self.random.randint(1, 4)

    def seal(self) -> list[str]:
        return [f"{self.person()}: seals {self.stake()} on {self.colour()}"]

    def bet(self) -> list[str]:
        return [f"{self.person()}: bets {self.stake()} on {self.colour()} in {self.random.choice(POOLS)}"]

    def finishers(self) -> list[str]:
        side = self.random.choice(("over", "under"))
        return [f"{self.person()}: bets {self.stake()} on {side} in finishers"]

    def cancel(self) -> list[str]:
        return [f"{self.person()}: {self.random.choice(('presses again', f'cancels {4 * self.small()}'))}"]

    def offer(self) -> list[str]:
        taker = self.person()
        what = self.random.choice(("wins", f"beats {self.colour()}"))
        return [
            f"{self.person()}: offers {taker} {self.odd()} against {self.odd()} that {self.colour()} {what}",
            *(f"{taker}: {self.random.choice(('accepts', 'accepts', 'declines'))} {number}" for number in range(1, 7)),
        ]

    def withdraw(self) -> list[str]:
        return [f"{self.person()}: withdraws {self.small()}"]

    def give(self) -> list[str]:
        return [f"{self.person()}: gives {self.random.randint(1, 900)} to {self.person()}"]

    def field(self) -> list[str]:
        leaves, enters = f"{self.colour()} leaves", f"{self.person()} enters {self.colour()}"
        return [f"race: {self.random.choice((leaves, enters, 'a week passes', 'a week passes'))}"]

    def window(self) -> list[str]:
        lap = self.random.randint(1, 2)
        late = [f"{self.person()}: seals {self.stake()} on {self.colour()} in window {lap}" for _ in range(6)]
        return [f"race: lap {lap} by {self.colour()}", "race: next turn", *late]

    def turn(self) -> list[str]:
        return [self.random.choice(("race: next turn", "race: a player seals"))]

    def mishap(self) -> list[str]:
        act = self.random.choice(("extends", "corrects", "pauses", "replaces"))
        what = (f"{self.colour()} goes out", f"{self.person()} takes over {self.colour()}", f"{self.person()} {act}")
        return [f"race: {self.random.choice(what)}"]

    def back(self) -> list[str]:
        return [f"race: {self.random.choice(('mark', 'mark', 'back to'))} {self.random.choice('ab')}"]

    def deeds(self, *kinds: Callable[["Chance"], list[str]], count: int) -> list[str]:
        """Return the steps of so many deeds."""
        return [step for _ in range(count) for step in self.random.choice(kinds)(self)]

    def race(self) -> list[str]:
        """Return all that is done before and in a race, but its end."""
        lobby = (Chance.seal, Chance.seal, Chance.bet, Chance.bet, Chance.bet, Chance.finishers, Chance.cancel)
        people = (Chance.offer, Chance.withdraw, Chance.give, Chance.field)
        before = self.deeds(*lobby, *lobby, *people, count=self.random.randint(0, 60))
        track = (Chance.window, Chance.window, Chance.turn, Chance.mishap, Chance.back, Chance.give, Chance.seal)
        return [*before, "race: starts", *self.deeds(*track, count=self.random.randint(0, 12))]

    def end(self, there: list[str]) -> str:
        """Return how it ends: with some placed, some of them together."""
        placed = self.random.sample(there, self.random.randint(0, len(there)))
        with_allies = "+".join(placed[:2]) if self.random.random() < 0.2 else " ".join(placed[:2])
        return f"race: ends {' '.join([with_allies, *placed[2:]])}".strip()


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
            race={"purses": dict.fromkeys(PEOPLE, 3_000), "server": {**settings_of, "stipend": 50}, "host": "quintus"},
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


@pytest.mark.slow
@settings(max_examples=600, deadline=None)
@given(st.binary(min_size=8, max_size=8))
def test_money_is_neither_made_nor_lost(seed: bytes) -> None:
    chance = Chance(seed)
    choose = chance.random
    cover, share = choose.choice(("pool", "pool", "bank")), choose.randint(0, 25)
    options = {"owners": choose.random() < 0.3, "cover": cover, "share": share, "bank": choose.choice((300, 10_000))}
    of_server = {"cap": choose.choice((0, 0, 1_500)), "most_given": choose.choice((0, 300, 2_000))}
    played = a_table(options, of_server, drivers=choose.randint(0, 3))

    for step in chance.race():
        note(step)
        do(played, step)
    open_before = {number: each for number, each in played.bank.tickets.items() if each.state == "open"}
    markets = dict(played.bank.markets)
    if choose.random() < 0.8:
        do(played, chance.end([each.colour for each in played.bank.entries]))
        expected = what_is_paid(played.bank, markets, open_before)
        assert {n: each.paid for n, each in played.bank.tickets.items() if n in open_before} == expected
        do(played, "race: again")
    is_over = played.bank.race.state == "finished"
    calls_off = ("race: is cancelled", "race: quintus closes", "race: gaius closes")
    do(played, calls_off[0] if is_over else choose.choice(calls_off))
    all_is_over(played.bank)
    nobody_got_rich(played.bank)


def nobody_got_rich(bank: Bank) -> None:
    """Nobody has more than before but by bets that others lost, by the bank, and by presents that the week allows."""
    rules = msgspec.json.decode(bank.rules, type=TableRules)
    rows = list(bank.markets.values()), list(bank.tickets.values()), list(bank.sides.values())
    require_fair(*rows, rules=rules, host=bank.race.host, acts=bank.acts, minted=bank.minted(0))
    presents = [
        (posting.account.player, -posting.amount, each.at)
        for each in bank.movements.values()
        for posting in each.postings
        if each.kind == "present" and posting.amount < 0 and posting.account.player is not None
    ]
    most = msgspec.json.decode(bank.server, type=ServerRules).most_given
    given = given_by_week(presents, bank.sides.values(), len(bank.entries))
    assert max(given.values(), default=0) <= most


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
    share = msgspec.json.decode(bank.rules, type=TableRules).share
    for number, market in markets.items():
        here = [each for each in tickets.values() if each.market == number]
        if market.kind != "sealed" and here:
            paid |= pool_paid(bank, market, here, share)
    return paid | sealed_paid(bank, tickets)


def pool_paid(bank: Bank, market: Market, here: list[Ticket], share: int) -> dict[int, int]:
    winners = bank.markets[market.number].winners
    if not has_two_sides(here) or not any(each.choice in winners for each in here):
        return {each.number: each.stake for each in here}
    capped = {each.number: each.stake for each in here if each.choice in winners and gains_nothing(bank, each)}
    return again.pool(here, winners, share) | capped


def has_two_sides(tickets: Iterable[Ticket]) -> bool:
    """Tell whether two people have bet on two different things."""
    pairs = itertools.combinations(tickets, 2)
    return any(one.player != other.player and one.choice != other.choice for one, other in pairs)


def gains_nothing(bank: Bank, ticket: Ticket) -> bool:
    """Tell whether a ticket may bring its stake at most."""
    steers = {act.by for act in bank.acts if act.kind not in ("substitute", "return", "vacation", "absent", "grace")}
    rules = msgspec.json.decode(bank.rules, type=TableRules)
    is_bankers = ticket.player == bank.race.host and rules.cover == "bank" and rules.sealed
    return ticket.player in steers or is_bankers or ticket.why == "replaced" or is_rival(bank, ticket)


def sealed_paid(bank: Bank, tickets: Mapping[int, Ticket]) -> dict[int, int]:
    here = [each for each in tickets.values() if bank.markets[each.market].kind == "sealed"]
    mains = [each for each in bank.markets.values() if each.kind == "sealed" and not each.window]
    before = [each for each in here if bank.markets[each.market] in mains]
    if not has_two_sides(before):
        return {each.number: each.stake for each in here}
    main = next(each for each in mains if each.state == "settled")
    assert main.odds == again.fixed_odds(before)
    capped = {each.number: each.stake for each in here if each.choice in main.winners and gains_nothing(bank, each)}
    counted = [each for each in here if each.number not in capped]
    rules = msgspec.json.decode(bank.rules, type=TableRules)
    if rules.cover == "bank":
        pot = sum(each.stake for each in here) - sum(capped.values())
        return again.sealed_by_bank(before, counted, main.winners, pot + rules.bank) | capped
    return again.sealed_by_pool(before, counted, main.winners, bank.race.commitment) | capped


def is_rival(bank: Bank, ticket: Ticket) -> bool:
    """Tell whether a ticket's player drives or has driven, and ever another chariot than what it is on."""
    now = {each.faction for each in bank.factions if ticket.player in (each.player, each.substitute)}
    taken = [{faction} for faction in taken_by(bank, ticket.player)]
    ever = [now, *taken] if now else taken
    driven = [{str(each.entry) for each in bank.entries if each.faction in stables} for stables in ever]
    kind = bank.markets[ticket.market].kind
    if kind == "sealed" and msgspec.json.decode(bank.rules, type=TableRules).owners:
        return not all(driven)
    may = kind in ("sealed", "win", "place", "fastest lap") and all(ticket.choice in own for own in driven)
    return bool(driven) and not may


def taken_by(bank: Bank, player: PlayerId) -> list[Faction]:
    """Return the stables of which a player took the reins, or was given them by the host."""
    took = [act.entry for act in bank.acts if act.kind == "substitute" and act.by == player]
    given = [msgspec.json.decode(act.body) for act in bank.acts if act.kind == "replace"]
    of_host = [Faction(body["faction"]) for body in given if body["player"] == player]
    return of_host + [each.faction for each in bank.entries if each.entry in took and each.faction is not None]
