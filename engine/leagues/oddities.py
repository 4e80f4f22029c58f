"""Bargains that look like presents: nobody is kept from them, and the paper of the event names them (H.14).

All of them are allowed by the rules. They show a member with two accounts, or a friend who does not want to win.
"""

from collections.abc import Sequence

from engine.leagues.words import arena_charts, charts, epic_charts
from engine.leagues.words.state import (
    BANK,
    Chariot,
    Goods,
    ItemKind,
    League,
    Loan,
    Match,
    Oddity,
    Offer,
    Part,
    SideBet,
    Stable,
    Stake,
)
from records.values import EntryId

FAIR = 3
"""A deal is fair if neither side gives, at the least, more than so many times the worth it gets, at the most."""

GREAT_LOAN = 1_000
"""Sesterces of a loan for whose terms somebody looks."""


def look_at_deal(league: League, deal: Offer) -> None:
    """Note a deal in which one side gives more than three times the worth it gets, at any price of the goods."""
    sides = (deal.by, deal.to, deal.gives, deal.takes), (deal.to, deal.by, deal.takes, deal.gives)
    for giver, taker, goods, back in sides:
        given, got = _worth(league, giver, goods)[0], _worth(league, taker, back)[1]
        if given > FAIR * got:
            league.oddities.append(Oddity("deal", giver, taker, given, got))


def look_at_loan(league: League, loan: Loan) -> None:
    """Note a great loan that brings its lender nothing, or costs its borrower twice the sum."""
    if loan.sum < GREAT_LOAN:
        return
    if loan.due == loan.sum:
        league.oddities.append(Oddity("loan", loan.lender, loan.borrower, loan.sum, loan.due))
    elif loan.due >= 2 * loan.sum:
        league.oddities.append(Oddity("loan", loan.borrower, loan.lender, loan.sum, loan.due))


def look_at_bets(league: League, stable: EntryId, stakes: Sequence[Stake]) -> None:
    """Note an owner who puts more than half of the treasury on chariots of others: the losses make others' odds."""
    own, cash = league.entered_by(stable), league.stables[stable].cash
    on_others = sum(stake.sum for stake in stakes if stake.chariot not in own)
    if 2 * on_others > cash:
        league.oddities.append(Oddity("bets", stable, BANK, on_others, cash))


def look_at_pair_bets(league: League, stable: EntryId, on_others: int) -> None:
    """Note a member who puts more than half of the treasury on gladiators of others: the losses make others' odds."""
    cash = league.stables[stable].cash
    if 2 * on_others > cash:
        league.oddities.append(Oddity("pair bets", stable, BANK, on_others, cash))


def look_at_match(league: League, match: Match) -> None:
    """Note a match for far more than the least: whoever means to lose can give a fortune away by it (B.10)."""
    loser = match.challenged if match.winner == match.challenger else match.challenger
    assert match.winner is not None
    lost = match.stakes[loser]
    least = epic_charts.MATCH_STAKES[match.odds][loser == match.challenged]
    if lost >= GREAT_LOAN and lost > FAIR * least:
        league.oddities.append(Oddity("duel" if match.is_duel else "match", loser, match.winner, lost, least))


def look_at_side_bet(league: League, bet: SideBet) -> None:
    """Note a side bet that moved a fortune: on a match that is thrown its winner risks nothing (B.10)."""
    loser = next((each for each in bet.stakes if each != bet.winner), None)
    if loser is not None and bet.winner is not None and bet.stakes[loser] >= GREAT_LOAN:
        league.oddities.append(Oddity("side bet", loser, bet.winner, bet.stakes[loser], bet.stakes[bet.winner]))


def look_at_lot(league: League, seller: EntryId, buyer: EntryId, kind: ItemKind, item: int, price: int) -> None:
    """Note goods of an owner that went for far more, at an auction, than they cost new (H.5)."""
    goods = Goods(chariots=(item,)) if kind == "chariot" else Goods(parts=(Part(kind, 0, 0, item),))
    most = _worth(league, seller, goods)[1]
    if price > FAIR * most:
        league.oddities.append(Oddity("auction", buyer, seller, price, most))


def _worth(league: League, giver: EntryId, goods: Goods) -> tuple[int, int]:
    """Return the least and the most that one side of a deal costs new, in sesterces (21.4 to 21.6)."""
    stable = league.stables[giver]
    found = [_of_chariot(stable.chariots[each]) for each in goods.chariots if each in stable.chariots]
    found += [_of_part(stable.chariots[each.of], each) for each in goods.parts if each.of in stable.chariots]
    found += [_of_stored(stable, each) for each in goods.parts if each.of == 0]
    return goods.money + sum(least for least, _ in found), goods.money + sum(most for _, most in found)


def _of_chariot(chariot: Chariot) -> tuple[int, int]:
    kinds = [Part("driver", chariot.number, 0), Part("team", chariot.number, 0), Part("car", chariot.number, 0)]
    found = [_of_part(chariot, each) for each in kinds]
    return sum(least for least, _ in found), sum(most for _, most in found)


def _of_stored(stable: Stable, part: Part) -> tuple[int, int]:
    """Return the least and the most that goods of a store cost new (B.5)."""
    if part.kind == "horse":
        return charts.HORSE_PRICES[0], charts.HORSE_PRICES[-1]
    if part.kind == "gladiator":
        return arena_charts.PRICES
    if part.kind == "driver":
        modifiers = [each.modifier for each in stable.store.drivers if each.number == part.horse]
        price = sum(charts.DRIVER_PRICES[min(each, max(charts.DRIVER_PRICES))] for each in modifiers)
        return price, price
    kinds = [each.car for each in stable.store.cars if each.number == part.horse]
    price = sum(epic_charts.CAR_PRICES[each] for each in kinds)
    return price, price


def _of_part(chariot: Chariot, part: Part) -> tuple[int, int]:
    if part.kind == "driver":
        driver = chariot.driver
        price = 0 if driver is None else charts.DRIVER_PRICES[min(driver.modifier, max(charts.DRIVER_PRICES))]
        return price, price
    if part.kind == "car":
        return (charts.CAR_PRICE,) * 2 if chariot.has_car else (0, 0)
    alive = 1 if part.kind == "horse" else sum(each.is_alive for each in chariot.team.horses) if chariot.team else 0
    return alive * charts.HORSE_PRICES[0], alive * charts.HORSE_PRICES[-1]
