"""The house's bank: bets at fixed odds against the model's chances, with a margin (B-24).

A market of the house has its odds from the beginning, and they never change: other odds are another market. What its
chances were worked out for is its *basis*; once the race is another, the market takes no bets and stands for none.
"""

import hashlib
from collections.abc import Mapping, Sequence

import msgspec

from engine.betting import settling
from engine.betting.book import AHEAD, HOUSE_KINDS, STANDING, Book, Changes, Choice, Market, NewBet
from engine.betting.draft import Draft
from engine.betting.purses import week_began
from engine.betting.reasons import BetReason
from engine.betting.rules import BANK_RACES_A_WEEK, before_bets_close
from records.races import EntryRecord, FactionRecord, RaceRecord
from records.refusals import Refused
from records.values import EntryId, PlayerId

RULE = "B-24"

MARGIN = 10
"""Per cent of the stakes that the house keeps in the long run."""

LEAST_PAYS, MOST_PAYS = 105, 2_000
"""What 100 bring at least and at most, the stake included; a choice that would bring less is not offered."""

LEAST_SAMPLES = 50
"""Races played out, below which the house sets no odds."""


def pays_for(wins: int, samples: int) -> int:
    """Return what 100 bring on something that came true *wins* times in *samples*, the stake included; in whole ones.

    It counts as having come true once more, in two more tries: what never happened is not impossible.

    >>> pays_for(100, 200), pays_for(24, 199), pays_for(0, 200), pays_for(200, 200)
    (180, 723, 2000, 90)
    """
    return min(MOST_PAYS, (100 - MARGIN) * (samples + 2) // (wins + 1))


def odds_on(wins: Mapping[EntryId, int], samples: int) -> dict[Choice, int]:
    """Return what 100 bring on each chariot that the house takes bets on; none from too few races played out."""
    if samples < LEAST_SAMPLES:
        return {}
    found = {str(entry): pays_for(won, samples) for entry, won in sorted(wins.items())}
    return {choice: pays for choice, pays in found.items() if pays >= LEAST_PAYS}


def basis_of(race: RaceRecord, factions: Sequence[FactionRecord], entries: Sequence[EntryRecord]) -> str:
    """Return the digest of all that the chances before a race depend on: its rules, its field, who drives."""
    drive = {each.faction: each.temperament for each in factions}
    field = [
        (each.entry, each.colour, each.faction, None if each.faction is None else drive.get(each.faction))
        for each in entries
    ]
    return hashlib.sha256(msgspec.json.encode((race.ruleset, race.options, sorted(field)))).hexdigest()


def is_current(book: Book, market: Market) -> bool:
    """Tell whether a race is still the one that a market's odds were made for; a pair's end with their turn."""
    return market.kind == "pair" or market.basis == basis_of(book.race, book.factions, book.entries)


def due(market: Market, choice: Choice, stake: int) -> int:
    """Return what a winning stake brings, itself included; stakes are in steps of 100, so that it is whole."""
    return stake * market.odds.get(choice, 0) // 100


# What it takes


def check_bet(draft: Draft, market: Market, bet: NewBet) -> None:
    """Raise :exc:`Refused` for a bet that the house does not take: ODDS_ARE_OLD, OVER_HOUSE, HOUSE_IS_FULL."""
    if not is_current(draft.book, market):
        raise Refused(BetReason.ODDS_ARE_OLD, rule=RULE)
    for per, most, have in limits_of(draft, bet.player):
        if have + bet.stake > most:
            raise Refused(BetReason.OVER_HOUSE, rule=RULE, per=per, have=have, need=bet.stake, at_most=most)
    if _would_lose(draft, market, bet) > left_of(draft):
        raise Refused(BetReason.HOUSE_IS_FULL, rule=RULE, choice=bet.choice)


def limits_of(draft: Draft, player: PlayerId) -> tuple[tuple[str, int, int], ...]:
    """Return what one person may stake against the house on a race, and in a week, each with what they have staked."""
    here, week = staked_here(draft.book, player), draft.book.against_house(player, week_began(draft.now))
    return ("race", draft.server.house, here), ("week", draft.server.house_week, week)


def staked_here(book: Book, player: PlayerId) -> int:
    """Return the sesterces that a player has staked against the house on a race; those that came back don't count."""
    ours = {each.number for each in book.markets if each.kind in HOUSE_KINDS}
    return sum(each.stake for each in book.tickets.of(player) if each.market in ours and each.state in STANDING)


def left_of(draft: Draft) -> int:
    """Return the sesterces that the house may stand to lose on one market: its limit, and the rest of the week's.

    They are the same as for the bank that pays sealed bets (B-8).
    """
    week = BANK_RACES_A_WEEK * draft.server.bank - draft.book.house_lost(week_began(draft.now))
    return max(0, min(draft.rules.bank, week))


def _would_lose(draft: Draft, market: Market, bet: NewBet) -> int:
    """Return what the house would lose on a market at worst, with one bet more."""
    staked = {each.choice: int(each.staked) for each in draft.book.tickets.stakes() if each.market == market.number}
    return at_worst(market, staked | {bet.choice: staked.get(bet.choice, 0) + bet.stake})


def at_worst(market: Market, staked: Mapping[Choice, int]) -> int:
    """Return what the house loses on a market if what is worst for it comes true; 0 if it cannot lose.

    :param staked: on each choice.
    """
    together: dict[frozenset[Choice], list[Choice]] = {}
    for choice in staked:  # of those that exclude each other one comes true at most: chariots, or both ways of a pair
        together.setdefault(frozenset(choice.split(AHEAD)) if AHEAD in choice else frozenset(), []).append(choice)
    return sum(_worst_of(market, {each: staked[each] for each in choices}) for choices in together.values())


def _worst_of(market: Market, staked: Mapping[Choice, int]) -> int:
    taken = sum(staked.values())
    return max(0, *(due(market, choice, stake) - taken for choice, stake in staked.items()))


# Its market before a race


def open_bank(book: Book, odds: Mapping[Choice, int], basis: str, now: float) -> Changes:
    """Take bets on the winner at these odds, instead of those before; their stakes come back (B-24). Idempotent.

    Nothing happens if the bets before the race are closed, or the race is not the one of the odds.
    """
    draft = Draft(book, now)
    is_time = book.race.guild and book.race.state == before_bets_close(draft.rules) and not draft.rules.is_off
    opened = [each for each in book.markets if each.kind == "bank" and each.state == "open"]
    if not is_time or _is_closed(book) or basis != basis_of(book.race, book.factions, book.entries):
        return Changes()
    if any(each.basis == basis and each.odds == odds for each in opened):
        return Changes()
    for market in opened:
        settling.void(draft, market, "field")
    if odds and draft.server.house:
        number, race = draft.next_market(), book.race
        draft.put_market(
            Market(
                race=race.id,
                number=number,
                kind="bank",
                opened=now,
                opened_at=race.seq,
                odds=dict(odds),
                basis=basis,
            )
        )
    return draft.changes()


def _is_closed(book: Book) -> bool:
    """Tell whether the bets before a race are closed: some may be by now, while it stays in the same state (L-23)."""
    return any(each.moment in settling.STARTS for each in book.markets)
