"""What a season of the Epic campaign tells of one fact, each in one line."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.facts import Fact
from engine.leagues.words import epic_facts as told
from engine.leagues.words.epic_facts import CatalogueLot, MaximumTold
from engine.leagues.words.state import BANK, ItemKind
from words.leagues.arena_lines import ARENA
from words.leagues.names import CARS, chariot_name, money, signed_money, stable
from words.shared.telling import Names, count, joined

OUTCOMES = MappingProxyType(
    {
        "won": "",
        "outbid": "outbid",
        "lost the draw": "lost the draw",
        "below the start": "not enough left",
        "wanted no more": "wanted no more",
    }
)
"""Why a maximum did not win."""


def item_text(kind: ItemKind, item: int) -> str:
    """Return goods in words, as far as everybody knows them.

    >>> item_text("chariot", 2), item_text("horse", 7)
    ('Celer', 'a horse')
    """
    return chariot_name(item) if kind == "chariot" else f"a {kind}"


def lot_text(lot: CatalogueLot) -> str:
    """Return a lot by its number and what it is.

    >>> lot_text(CatalogueLot(2, "chariot", 2, 700, BANK))
    'Lot 2, Celer'
    """
    return f"Lot {lot.number}, {lot.name or item_text(lot.kind, lot.item)}"


def _why_lost(told: MaximumTold) -> str:
    """Return why a maximum did not win: what was left for it by then, where that was less (R-B3).

    >>> _why_lost(MaximumTold(2, 1_800, 800, "outbid", "budget"))
    'budget used up: 800s left'
    >>> _why_lost(MaximumTold(2, 1_800, 1_800, "outbid"))
    'outbid'
    """
    if told.outcome == "wanted no more" or told.counted == told.most:
        return OUTCOMES[told.outcome]
    left = f"{money(told.counted)} left" if told.counted else "nothing left"
    used = f"{told.held} used up: {left}" if told.held else f"only {left}" if told.counted else left
    return f"{used}, {OUTCOMES[told.outcome]}" if told.outcome == "lost the draw" else used


def _maxima(maxima: tuple[MaximumTold, ...], names: Names) -> str:
    """Return the losing maxima, each with its reason."""
    lost = [
        f"{stable(names, each.bidder)} {money(each.most)} ({_why_lost(each)})"
        for each in maxima
        if each.outcome != "won"
    ]
    return f" · {', '.join(lost)}" if lost else ""


def _posted(fact: told.CataloguePosted, names: Names) -> str:
    many = count(len(fact.lots), "lot")
    if fact.debtor is not None:
        return f"### 🔨 Forced auction\n{stable(names, fact.debtor)}'s goods are for sale: {many}."
    starts = [lot.start for lot in fact.lots]
    span = f", from {money(min(starts))} up" if starts else ""
    shown = "**Catalogue** shows them, here and on your sheet."
    bank = {lot.kind for lot in fact.lots if lot.seller == BANK}
    of = ": gladiators for the gala" if bank == {"gladiator"} else ""
    return f"### 🔨 Day of the auction, event {fact.event}{of}\n{many}{span}. {shown}"


def _made(fact: told.ChariotMade, names: Names) -> str:
    where = "the market" if fact.stable is None else stable(names, fact.stable)
    return f"{chariot_name(fact.chariot)} comes to {where}."


def _place_sold(fact: told.PlaceSold, names: Names) -> str:
    return f"🎟️ {stable(names, fact.stable)} pays {money(fact.price)} for a second place."


def _sold(fact: told.AuctionLotSold, names: Names) -> str:
    most = next((each.most for each in fact.maxima if each.outcome == "won"), fact.price)
    ceiling = f" (maximum {money(most)})" if most != fact.price else ""
    seller = f", paid to {stable(names, fact.lot.seller)}" if fact.lot.seller != BANK else ""
    buyer = f"{stable(names, fact.buyer)} for {money(fact.price)}{ceiling}"
    return f"🔨 {lot_text(fact.lot)}: {buyer}{seller}{_maxima(fact.maxima, names)}"


def _unsold(fact: told.AuctionLotUnsold, names: Names) -> str:
    return f"{lot_text(fact.lot)} finds no buyer{_maxima(fact.maxima, names)}."


def _market_closed(fact: told.MarketClosed, _names: Names) -> str:
    return f"### 🐴 Stable day, event {fact.event}\nBuy, mend, train, and enter your chariots."


def _withdrawn(fact: told.ChariotWithdrawn, _names: Names) -> str:
    return f"{chariot_name(fact.chariot)} leaves the market: nobody bid for it in {count(fact.auctions, 'auction')}."


def _consigned(fact: told.GoodsConsigned, names: Names) -> str:
    seller, what = stable(names, fact.lot.seller), fact.lot.name or item_text(fact.lot.kind, fact.lot.item)
    return f"🏷️ {seller} puts {what} into the next auction, as lot {fact.lot.number}, from {money(fact.lot.start)} up."


def _horse(fact: told.HorseStored, names: Names) -> str:
    return f"{stable(names, fact.stable)} buys a horse of speed {fact.speed} for {money(fact.price)}."


def _car(fact: told.CarStored, names: Names) -> str:
    return f"{stable(names, fact.stable)} buys a {CARS[fact.car]} car for {money(fact.price)}."


def _hired(fact: told.DriverHired, names: Names) -> str:
    who = f"{fact.name} ({fact.modifier:+d}, {count(fact.boxes, 'hit')})"
    return f"{stable(names, fact.stable)} hires {who} for {money(fact.price)}."


def _team(fact: told.NewTeam, names: Names) -> str:
    horses = "-".join(map(str, fact.horses))
    has = f"{chariot_name(fact.chariot)}: {horses}, endurance {fact.endurance}"
    return f"{stable(names, fact.stable)} buys a new team for {money(sum(fact.prices))}. {has}."


def _harnessed(fact: told.Harnessed, names: Names) -> str:
    where = f", as horse {fact.place}" if fact.place else ""
    return f"{stable(names, fact.stable)}: {chariot_name(fact.chariot)} gets a {fact.kind}{where}."


def _unharnessed(fact: told.Unharnessed, names: Names) -> str:
    return f"{stable(names, fact.stable)}: {chariot_name(fact.chariot)}'s {fact.kind} waits in the store."


def _stored_driver(fact: told.StoredDriverTrained, names: Names) -> str:
    return f"{stable(names, fact.stable)}: a driver in the store learns, now {fact.modifier:+d}."


def _place_bid(fact: told.PlaceBid, names: Names) -> str:
    if not fact.most:
        return f"{stable(names, fact.stable)} bids for no second place."
    return f"{stable(names, fact.stable)} bids up to {money(fact.most)} for a second place."


def _freed(fact: told.DriverFreed, names: Names) -> str:
    return f"🕊️ {fact.name or 'A driver'} of {stable(names, fact.stable)} has won ten times: a champion, and free!"


def _proposed(fact: told.GoodsProposed, names: Names) -> str:
    creditor, debtor = stable(names, fact.creditor), stable(names, fact.debtor)
    what = item_text(fact.kind, fact.item)
    return f"📜 {creditor} would take {what} of {debtor} for {money(fact.value)} of loan {fact.loan}."


def _taken(fact: told.GoodsTaken, names: Names) -> str:
    creditor, debtor = stable(names, fact.creditor), stable(names, fact.debtor)
    what = item_text(fact.kind, fact.item)
    return f"📜 {creditor} takes {what} of {debtor}, for {money(fact.value)} of loan {fact.loan}."


def _store_recovered(fact: told.StoreRecovered, names: Names) -> str:
    parts = [f"{each.name or 'a driver'} has {each.hits} of {count(each.boxes, 'hit')}" for each in fact.drivers]
    parts += [f"a horse runs {each} squares again" for each in fact.horses]
    parts += [f"a {CARS[each]} car is mended" for each in fact.cars]
    return f"🩹 In {stable(names, fact.stable)}'s store: {joined(parts)}."


def _again(fact: told.BeganAgain, names: Names) -> str:
    if fact.as_slave:
        return f"⛓️ {stable(names, fact.stable)} drives {chariot_name(fact.chariot)} for the state."
    has = f"{money(fact.cash)} and {chariot_name(fact.chariot)}"
    return f"🌅 {stable(names, fact.stable)} begins again, with {has}."


def _vote_began(fact: told.EndVoteBegan, names: Names) -> str:
    return f"🗳️ {stable(names, fact.by)} asks: shall the season end? **My stable** takes each owner's vote."


def _counted(fact: told.EndVoteCounted, _names: Names) -> str:
    outcome = "The season ends." if fact.carried else "It goes on."
    return f"🗳️ {fact.ends} of {fact.active} vote for the end. {outcome}"


def _accounts(fact: told.AccountsTold, names: Names) -> str:
    """Return by how much an event changed each stable's cash; empty if it moved nothing."""
    moved = sorted((each for each in fact.accounts if each.gained), key=lambda each: (-each.gained, each.stable))
    if not moved:
        return ""
    return "🧾 Cash, in all: " + " · ".join(
        f"{stable(names, each.stable)} {signed_money(each.gained)}" for each in moved
    )


def _offered(fact: told.MatchOffered, names: Names) -> str:
    challenger, challenged = stable(names, fact.challenger), stable(names, fact.challenged)
    first, second = fact.stakes
    terms = f"{count(fact.side, 'chariot')} a side, {count(fact.laps, 'lap')}, {fact.odds} : 1"
    stakes = f"{money(first)} against {money(second)}"
    verb = "challenges" if fact.by == fact.challenger else "is asked for more by"
    who = f"{challenger} {verb} {challenged}"
    return f"⚔️ Match {fact.number}: {who}. {terms}, {stakes}."


def _agreed(fact: told.MatchAgreed, names: Names) -> str:
    both = joined([stable(names, fact.challenger), stable(names, fact.challenged)])
    return f"⚔️ Match {fact.number} is on: {both} have staked their money."


def _match_ended(fact: told.MatchEnded, names: Names) -> str:
    if fact.winner is not None:
        return f"⚔️ {stable(names, fact.winner)} wins match {fact.number}, and the stakes."
    ends = {"declined": "is declined", "over": "has no winner: stakes come back"}
    return f"⚔️ Match {fact.number} {ends.get(fact.state, 'comes to nothing: stakes come back')}."


def _named(fact: told.MatchNamed, _names: Names) -> str:
    first, second = ([chariot_name(each) for each in side] for side in (fact.challenger, fact.challenged))
    return f"⚔️ Match {fact.number}: {joined(first)} against {joined(second)}."


def _bet_offered(fact: told.SideBetOffered, names: Names) -> str:
    who, on = stable(names, fact.by), stable(names, fact.on)
    return (
        f"🪙 Match {fact.match}: {who} bets {money(fact.stake)} on {on}, against {money(fact.against)}. Who takes it? "
        f"**Match {fact.match}** below is the place."
    )


def _bet_taken(fact: told.SideBetTaken, names: Names) -> str:
    who, on, taker = stable(names, fact.by), stable(names, fact.on), stable(names, fact.taker)
    sums = f"{money(fact.against)} against {who}'s {money(fact.stake)} on {on}"
    return f"🪙 Match {fact.match}: {taker} takes the bet, {sums}."


def _bet_ended(fact: told.SideBetEnded, names: Names) -> str:
    if fact.winner is not None:
        return f"🪙 {stable(names, fact.winner)} wins side bet {fact.number} on match {fact.match}: {money(fact.sum)}."
    ends = {"withdrawn": "is taken back"}
    return f"🪙 Side bet {fact.number} on match {fact.match} {ends.get(fact.state, 'is off: stakes come back')}."


def _match_ran(fact: told.MatchRan, names: Names) -> str:
    place = f"place {fact.place}" if fact.place else "out"
    return (
        f"⚔️ Match {fact.number}: {chariot_name(fact.chariot)} of {stable(names, fact.stable)}, {place}, "
        f"{fact.points} experience"
    )


EPIC: Mapping[type[Fact], Callable[[Any, Names], str]] = MappingProxyType(
    {
        told.ChariotMade: _made,
        told.CataloguePosted: _posted,
        told.AuctionLotSold: _sold,
        told.AuctionLotUnsold: _unsold,
        told.AuctionOver: lambda fact, _names: f"Nobody bids for lot {fact.lot}, and that ends the auction.",
        told.MarketClosed: _market_closed,
        told.ChariotWithdrawn: _withdrawn,
        told.GoodsConsigned: _consigned,
        told.ConsignmentEnded: lambda fact, _names: f"🏷️ Lot {fact.lot} is taken back.",
        told.HorseStored: _horse,
        told.CarStored: _car,
        told.DriverHired: _hired,
        told.NewTeam: _team,
        told.Harnessed: _harnessed,
        told.Unharnessed: _unharnessed,
        told.StoredDriverTrained: _stored_driver,
        told.PlaceBid: _place_bid,
        told.StoreRecovered: _store_recovered,
        told.TeamLost: lambda fact, names: (
            f"✝️ {chariot_name(fact.chariot)} of {stable(names, fact.stable)} has no horse left, and is struck off."
        ),
        told.PlaceSold: _place_sold,
        told.DriverFreed: _freed,
        told.GoodsProposed: _proposed,
        told.GoodsTaken: _taken,
        told.BeganAgain: _again,
        told.SlaveDied: lambda fact, names: f"✝️ {stable(names, fact.stable)}'s driver is dead, and leaves the arena.",
        told.StateMended: lambda fact, _names: f"The state mends {chariot_name(fact.chariot)}.",
        told.EndVoteBegan: _vote_began,
        told.EndVoted: lambda fact, names: (
            f"🗳️ {stable(names, fact.stable)} votes to {'end the season' if fact.ends else 'go on'}."
        ),
        told.EndVoteCounted: _counted,
        told.AccountsTold: _accounts,
        told.MatchOffered: _offered,
        told.MatchAgreed: _agreed,
        told.MatchEnded: _match_ended,
        told.MatchNamed: _named,
        told.MatchRan: _match_ran,
        told.SideBetOffered: _bet_offered,
        told.SideBetTaken: _bet_taken,
        told.SideBetEnded: _bet_ended,
        **ARENA,
    }
)
"""The line of each fact of the Epic campaign."""
