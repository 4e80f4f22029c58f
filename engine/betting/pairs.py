"""Bets on pairs while a race runs: which of two is ahead as the turn ends, against the house (B-25).

They are taken from the beginning of a turn until the first thing of it is known, and settled as it is over. Once a race
has gone back there are no more: what was taken back has been seen.
"""

from collections.abc import Mapping, Sequence

from engine.betting import settling
from engine.betting.book import AHEAD, Book, Changes, Choice, Market
from engine.betting.draft import Draft
from engine.betting.house import LEAST_PAYS, LEAST_SAMPLES, pays_for
from records.acts import ActKind
from records.values import EntryId

MOST_PAIRS = 6
"""Offered in one turn: the closest."""

TURNED_BACK: tuple[ActKind, ...] = ("rewind", "restart", "correct")
"""Acts after which people may know what a turn brings."""


def odds_on_pairs(ahead: Mapping[str, int], samples: int) -> dict[Choice, int]:
    """Return what 100 bring on either of each pair, the closest first; none from too few turns played out.

    :param ahead: how often the first of each pair was ahead as the turn was over.
    """
    if samples < LEAST_SAMPLES:
        return {}
    found: dict[Choice, int] = {}
    for pair in sorted(ahead, key=lambda each: (abs(2 * ahead[each] - samples), each)):
        first, _, second = pair.partition(AHEAD)
        both = {pair: ahead[pair], f"{second}{AHEAD}{first}": samples - ahead[pair]}
        pays = {choice: pays_for(came, samples) for choice, came in both.items()}
        if min(both.values()) and min(pays.values()) >= LEAST_PAYS:
            found |= pays
    return found


def open_pairs(book: Book, odds: Mapping[Choice, int], turn: int, now: float) -> Changes:
    """Take bets on who is ahead as a turn ends. Once for each turn; the caller sees to it that nothing of it is known.

    :param turn: how many were over as it began.
    """
    draft, basis = Draft(book, now), basis_of_turn(turn)
    fair = [each for each in odds if is_of_the_house(book, each)][: 2 * MOST_PAIRS]
    odds = {choice: odds[choice] for choice in fair}
    there = any(each.kind == "pair" and _turn_of(each) >= turn for each in book.markets)
    is_off = not book.race.guild or not draft.server.house or draft.rules.is_off
    if not odds or is_off or there or book.race.state != "running" or has_gone_back(book):
        return Changes()
    number, race = draft.next_market(), book.race
    draft.put_market(
        Market(race=race.id, number=number, kind="pair", opened=now, opened_at=race.seq, odds=dict(odds), basis=basis)
    )
    return draft.changes()


def is_of_the_house(book: Book, choice: Choice) -> bool:
    """Tell whether house drivers drive both: a player could hold back for a turn, and have a friend bet on it."""
    driven = {each.faction for each in book.factions if each.at_the_reins is not None}
    pair = choice.split(AHEAD)
    found = [each for each in book.entries if str(each.entry) in pair]
    return len(found) == len(pair) and all(each.faction not in driven for each in found)


def has_gone_back(book: Book) -> bool:
    """Tell whether a race has ever gone back, or was set right."""
    return any(each.kind in TURNED_BACK for each in book.acts())


def basis_of_turn(turn: int) -> str:
    return f"turn {turn}"


def _turn_of(market: Market) -> int:
    """Return the turn of a pair: how many were over as it began."""
    return int(market.basis.removeprefix("turn "))


def under_way(book: Book) -> list[Market]:
    """Return the pairs that are not over."""
    return [each for each in book.markets if each.kind == "pair" and each.state in ("open", "closed")]


def close_pairs(book: Book, seq: int, now: float) -> Changes:
    """Close the pairs of the turn under way: something of it is known. Idempotent."""
    draft = Draft(book, now)
    for market in under_way(book):
        if market.state == "open":
            settling.close(draft, market, seq, f"answer {_turn_of(market) + 1}")
    return draft.changes()


def void_pairs(book: Book, why: str, now: float) -> Changes:
    """Give the stakes on pairs of the turn under way back: it goes back, or somebody else drives. Idempotent."""
    draft = Draft(book, now)
    for market in under_way(book):
        settling.void(draft, market, why)
    return draft.changes()


def settle_pairs(book: Book, order: Sequence[EntryId], over: int, seq: int, now: float) -> Changes:
    """Settle the pairs of the turn that is over; those of any other turn give their stakes back. Idempotent.

    :param order: the chariots as they lie, the foremost first.
    :param over: how many turns are over.
    """
    draft, places = Draft(book, now), {entry: place for place, entry in enumerate(order)}
    for market in under_way(book):
        closed = market if market.state == "closed" else settling.close(draft, market, seq, f"turn {over + 1}")
        if _turn_of(market) + 1 != over:
            settling.void(draft, closed, "not closed")
        else:
            winners = winners_of(market, places)
            for ticket in draft.live(market.number):
                if not {ticket.choice, AHEAD.join(reversed(ticket.choice.split(AHEAD)))} & {*winners}:
                    draft.refund(ticket, why="even")
            settling.settle_house(draft, closed, winners)
    return draft.changes()


def winners_of(market: Market, places: Mapping[EntryId, int]) -> tuple[Choice, ...]:
    """Return the choices of a market of pairs that came true; a chariot without a place makes none so."""
    found = []
    for choice in market.odds:
        first, second = (EntryId(int(each)) for each in choice.split(AHEAD))
        if first in places and second in places and places[first] < places[second]:
            found.append(choice)
    return tuple(found)
