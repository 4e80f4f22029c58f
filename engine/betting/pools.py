"""Pools for everybody: the losers' stakes are shared out among the winners (B-9)."""

from collections.abc import Mapping, Sequence

from engine.betting.book import Choice, MarketKind, Ticket

OPEN_TO_ALL: tuple[MarketKind, ...] = ("win", "place", "finishers")
"""Markets that any game can settle, as they need only places."""

OVER, UNDER = "over", "under"
SMALL_FIELD = 4


def kinds_of(*, has_moments: bool) -> tuple[MarketKind, ...]:
    """Return the pools of a game in the order of the board (B-2)."""
    if not has_moments:
        return OPEN_TO_ALL
    return ("win", "place", "last survivor", "first wreck", "fastest lap", "finishers")


def places_paid(field: int) -> int:
    """Return how many places count as placed: three, in fields of 4 or fewer two (B-10)."""
    return 2 if field <= SMALL_FIELD else 3


def is_one_sided(tickets: Sequence[Ticket]) -> bool:
    """Tell whether there are not two bettors on two different choices, so that all is refunded (B-11).

    A pool in which one player has all tickets, on both sides, is one-sided as well.
    """
    first = next(iter(tickets), None)
    others = [each for each in tickets if first is not None and each.player != first.player]
    on_two = len({each.choice for each in tickets}) > 1
    return not (others and on_two)


def shared(losers: int, share: int) -> int:
    """Return the sesterces that winners share: the losers' stakes less the house's part, which is rounded down (B-9).

    >>> shared(1_999, 5)
    1900

    :param share: per cent.
    """
    return losers - losers * share // 100


def payoffs(tickets: Sequence[Ticket], winners: Sequence[Choice], share: int) -> dict[int, int]:
    """Return the sesterces that each winning ticket pays, by number, its stake included (B-9).

    Winning choices that anybody backed share equally; the tickets on each by their stakes. Rounded down once, for each
    ticket; the rest is the house's.
    """
    on = {choice: sum(each.stake for each in tickets if each.choice == choice) for choice in winners}
    on = {choice: staked for choice, staked in on.items() if staked}
    staked = sum(each.stake for each in tickets)
    net = shared(staked - sum(on.values()), share)
    won = (each for each in tickets if each.choice in on)
    return {each.number: each.stake + net * each.stake // (len(on) * on[each.choice]) for each in won}


def pays(stakes: Mapping[Choice, int], choice: Choice, winning: int, share: int) -> int | None:
    """Return the payout of 100 on *choice* as bets stand, the stake included, if it wins; none if nobody is on it.

    :param winning: how many choices win, three of a place pool. The others are taken to be the most backed ones, so it
        can hardly be less.

    >>> pays({"1": 1_000, "2": 3_000}, "1", 1, 0), pays({"1": 1_000, "2": 3_000}, "3", 1, 0)
    (400, None)
    """
    on = stakes.get(choice, 0)
    if not on:
        return None
    rest = sorted((staked for each, staked in stakes.items() if each != choice and staked), reverse=True)
    among = rest[: winning - 1]
    net = shared(sum(rest) - sum(among), share)
    return 100 + net * 100 // ((len(among) + 1) * on)
