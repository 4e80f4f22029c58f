"""What bets pay, worked out a second time and another way: with fractions, and sesterce by sesterce.

Nothing of the rules is used here but how tickets are kept.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor

from engine.betting.book import Ticket
from records.values import PlayerId

Paid = dict[int, int]
"""By ticket; one that is not there gets nothing."""


def pool(tickets: Sequence[Ticket], winners: Iterable[str], per_cent: int) -> Paid:
    """Share the losers' money out: a part for each backed choice, of it a part for each sesterce staked there."""
    backed = [choice for choice in winners if any(each.choice == choice for each in tickets)]
    if not backed:
        return {each.number: each.stake for each in tickets}
    lost = sum(each.stake for each in tickets if each.choice not in backed)
    house = floor(Fraction(per_cent, 100) * lost)
    paid: Paid = {}
    for choice in backed:
        there = [each for each in tickets if each.choice == choice]
        for each in there:
            part = Fraction(each.stake, sum(one.stake for one in there))
            paid[each.number] = each.stake + floor(Fraction(lost - house, len(backed)) * part)
    return paid


def fixed_odds(tickets: Iterable[Ticket]) -> dict[str, int]:
    """Count how often what is on a choice can be taken out of the pool."""
    tickets = list(tickets)
    odds: dict[str, int] = dict.fromkeys((each.choice for each in tickets), 0)
    for choice in odds:
        left = int(sum(each.stake for each in tickets))
        while left >= (on := sum(each.stake for each in tickets if each.choice == choice)):
            left -= on
            odds[choice] += 1
    return odds


def sealed_by_pool(
    before: Sequence[Ticket], all_of_them: Sequence[Ticket], winners: Iterable[str], commitment: str
) -> Paid:
    """Pay odds on the winners, then take back sesterce by sesterce what the pool has not got."""
    odds = fixed_odds(before)
    won = [each for each in all_of_them if each.choice in list(winners)]
    paid: Paid = {each.number: sum(each.stake for _ in range(odds[each.choice])) for each in won}
    pot = sum(each.stake for each in all_of_them)
    of: dict[PlayerId, list[int]] = {}
    for each in won:
        of.setdefault(each.player, []).append(each.number)
    due = {player: sum(paid[number] for number in numbers) for player, numbers in of.items()}
    taken = dict.fromkeys(of, 0)
    for _ in range(sum(paid.values()) - pot):
        player = _next_to_give(due, taken, of, commitment)
        newest = max(number for number in of[player] if paid[number])
        paid[newest] -= 1
        taken[player] += 1
    return paid


def _next_to_give(
    due: Mapping[PlayerId, int], taken: Mapping[PlayerId, int], of: Mapping[PlayerId, list[int]], commitment: str
) -> PlayerId:
    """Return the smallest payee who has anything left; of equal ones who gave least, then by lot."""
    able = [player for player in due if taken[player] < due[player]]
    return min(able, key=lambda player: (due[player], taken[player], lot(commitment, min(of[player]))))


def lot(commitment: str, number: int) -> str:
    return hashlib.new("sha256", (commitment + ":" + str(number)).encode()).hexdigest()


def sealed_by_bank(before: Sequence[Ticket], all_of_them: Sequence[Ticket], winners: Iterable[str], there: int) -> Paid:
    """Pay the stake, and odds times the stake; of too little each the same part."""
    odds, wins = fixed_odds(before), list(winners)
    due = {each.number: each.stake * (1 + odds[each.choice]) for each in all_of_them if each.choice in wins}
    part = min(Fraction(1), Fraction(there, sum(due.values()) or 1))
    return {number: floor(part * amount) for number, amount in due.items()}
