"""Sealed bets at fixed odds, as owners made them (26)."""

import hashlib
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence

import msgspec

from engine.betting.book import Choice, Market, Ticket
from engine.betting.reasons import BetReason
from engine.betting.rules import STEP
from records.races import EntryRecord
from records.refusals import Refused
from records.values import EntryId, PlayerId, RaceId, Sesterces


class Content(msgspec.Struct, frozen=True):
    """The content under a seal: the ticket, and its bets."""

    race: RaceId
    ticket: int
    choice: Choice
    stake: Sesterces


def content_of(ticket: Ticket) -> str:
    """Return the sealed content of a ticket, as JSON (B-3)."""
    return msgspec.json.encode(Content(ticket.race, ticket.number, ticket.choice, ticket.stake)).decode()


def seal_of(ticket: Ticket) -> str:
    """Return the announced seal of a bet: SHA-256 over its salt and its content as JSON (B-3)."""
    return seal_of_content(content_of(ticket), ticket.salt)


def seal_of_content(content: str, salt: str) -> str:
    """Return the seal of *content*, SHA-256 in hexadecimal digits (B-3).

    :param salt: 16 random bytes, hexadecimal.
    """
    return hashlib.sha256(bytes.fromhex(salt) + content.encode()).hexdigest()


def check_stake(stake: int, purse: int | None = None) -> None:
    """Raise :exc:`Refused` unless a stake is a multiple of 100, and 100 at least (26.1).

    :param purse: sesterces that can be staked, if known; told in the refusal, not checked.
    """
    if stake < STEP or stake % STEP:
        raise Refused(BetReason.NOT_IN_STEPS, rule="26.1", have=stake, step=STEP, at_most=purse)


def odds(stakes: Mapping[Choice, int]) -> dict[Choice, int]:
    """Return the odds of each choice: all stakes by those on it, rounded down; none without a bet (26.2).

    >>> odds({"1": 4_900, "2": 25_100, "3": 0})
    {'1': 6, '2': 1}
    """
    pool = sum(stakes.values())
    return {choice: pool // staked for choice, staked in stakes.items() if staked}


def stakes_on(choices: Sequence[Choice], tickets: Sequence[Ticket]) -> dict[Choice, int]:
    """Return the sesterces staked on each of *choices*; 0 without a bet."""
    found = dict.fromkeys(choices, 0)
    for ticket in tickets:
        found[ticket.choice] = found.get(ticket.choice, 0) + ticket.stake
    return found


# Owners


def check_owner(own: Sequence[EntryId], choice: Choice, stake: int, live: Sequence[Ticket]) -> None:
    """Raise :exc:`Refused` if an owner would have more on others than on own chariots (26.1, B-4).

    :param own: their chariots.
    :param live: all of their sealed bets, those of windows included.
    """
    if choice in map(str, own):
        return
    on_own, on_others = backed(own, live)
    if on_others + stake > on_own:
        values = {"own": on_own, "have": on_others, "need": stake, "at_most": max(0, on_own - on_others)}
        raise Refused(BetReason.MORE_THAN_OWN, rule="26.1", **values)


def backed(own: Sequence[EntryId], live: Sequence[Ticket]) -> tuple[int, int]:
    """Return the sesterces that an owner has on their own chariots, and on others (26.1)."""
    names = [str(entry) for entry in own]
    on_own = sum(ticket.stake for ticket in live if ticket.choice in names)
    return on_own, sum(ticket.stake for ticket in live) - on_own


def too_much(own: Sequence[EntryId], live: Sequence[Ticket], at_most: int) -> list[Ticket]:
    """Return the bets on others, the newest first, without which an owner has at most so much on them (26.1, B-4)."""
    on_others = backed(own, live)[1]
    found: list[Ticket] = []
    for ticket in reversed(live):
        if on_others > at_most and ticket.choice not in map(str, own):
            found.append(ticket)
            on_others -= ticket.stake
    return found


# Windows


def standing(tickets: Iterable[Ticket], markets: Iterable[Market]) -> list[Ticket]:
    """Return the sealed bets among *tickets* that still count, those in windows included."""
    numbers = {each.number for each in markets if each.kind == "sealed" and each.state != "void"}
    return [each for each in tickets if each.state == "open" and each.market in numbers]


def around(window: Market, markets: Iterable[Market], stand: Sequence[Ticket]) -> tuple[list[Ticket], list[Ticket]]:
    """Return a player's sealed bets from before the race, and those in this window; both still count.

    Bets on a chariot whose other bettors got their stakes back cannot be added to, so they are left out (B-13).
    """
    main = {each.number for each in markets if not each.window}
    before = [each for each in stand if each.market in main and each.why != "replaced"]
    return before, [each for each in stand if each.market == window.number]


def check_window(
    choices: Collection[Choice], choice: Choice, stake: int, before: Sequence[Ticket], here: Sequence[Ticket]
) -> None:
    """Raise :exc:`Refused` for more in a window than was on the same faction before the race (26.3, G11).

    :param choices: all chariots of the faction that *choice* belongs to.
    :param before: the player's bets that stand from before the race.
    :param here: those in this window.
    """
    at_most, have = _staked_on(choices, before), _staked_on(choices, here)
    if not at_most:
        raise Refused(BetReason.NOT_BACKED_BEFORE, rule="26.3", choice=choice)
    if have + stake > at_most:
        raise Refused(BetReason.OVER_WINDOW, rule="26.3", have=have, need=stake, at_most=at_most)


def room(choices: Collection[Choice], before: Sequence[Ticket], here: Sequence[Ticket]) -> Sesterces:
    """Return the sesterces that a player may still put on a faction's chariots in a window, 0 or more (26.3, G11)."""
    return Sesterces(max(0, _staked_on(choices, before) - _staked_on(choices, here)))


def check_odds(choice: Choice, odds: Container[Choice]) -> None:
    """Raise :exc:`Refused` for a bet in a window on a chariot that nobody backed before: it has no odds (26.2, R-B10).

    :param odds: those fixed at the start.
    """
    if choice not in odds:
        raise Refused(BetReason.NO_ODDS, rule="26.2", choice=choice)


def stablemates(entries: Iterable[EntryRecord], choice: Choice) -> list[Choice]:
    """Return the chariots of the faction that *choice* belongs to, itself included (26.3)."""
    factions = {str(each.entry): each.faction for each in entries}
    own = factions.get(choice)
    return [each for each, faction in factions.items() if each == choice or (own is not None and faction == own)]


def _staked_on(choices: Collection[Choice], tickets: Sequence[Ticket]) -> int:
    return sum(ticket.stake for ticket in tickets if ticket.choice in choices)


# Payoff


def due(ticket: Ticket, fixed: Mapping[Choice, int]) -> int:
    """Return the sesterces a ticket on the winner pays: odds times the stake, stake included (26.4, G12)."""
    return fixed[ticket.choice] * ticket.stake


def due_by_bank(ticket: Ticket, fixed: Mapping[Choice, int]) -> int:
    """Return the sesterces a ticket on the winner pays where the bank covers it: the stake comes on top (Epic B.8)."""
    return due(ticket, fixed) + ticket.stake


def after_shortfall(dues: Mapping[PlayerId, int], pool: int) -> dict[PlayerId, int]:
    """Return the sesterces that each payee gets of a pool that may be short (26.41).

    The shortfall is taken from the smallest payee; if nothing is left to them, from the next smallest, and so on. Equal
    ones share it equally; odd sesterces are taken from the first of them (G13).

    :param dues: of each payee, in the order in which odd sesterces are taken.

    >>> after_shortfall({PlayerId(1): 600, PlayerId(2): 9_000}, 8_900)
    {1: 0, 2: 8900}
    """
    paid = dict(dues)
    for equal, taken in _taken(dues, pool):
        for place, player in enumerate(equal):
            paid[player] -= taken // len(equal) + (place < taken % len(equal))
    return paid


def share_oddly(dues: Mapping[PlayerId, int], pool: int) -> list[PlayerId]:
    """Return the equal payees among whom lots share the odd sesterces of a shortfall; empty if none are odd (G13).

    >>> share_oddly({PlayerId(1): 600, PlayerId(2): 600}, 1_000), share_oddly({PlayerId(1): 600, PlayerId(2): 600}, 999)
    ([], [1, 2])
    """
    return next((equal for equal, taken in _taken(dues, pool) if taken % len(equal)), [])


def _taken(dues: Mapping[PlayerId, int], pool: int) -> Iterator[tuple[list[PlayerId], int]]:
    """Yield the payees of each sum, the smallest first, and their common loss to a shortfall (26.41)."""
    short = max(0, sum(dues.values()) - pool)
    for amount in sorted(set(dues.values())):
        equal = [player for player, each in dues.items() if each == amount]
        taken = min(short, amount * len(equal))
        yield equal, taken
        short -= taken


def in_proportion(dues: Mapping[int, int], there: int) -> dict[int, int]:
    """Return each ticket's share of *there*, by number: its due, or the same part of it as all others, rounded down.

    >>> in_proportion({1: 300, 2: 600}, 1_000), in_proportion({1: 300, 2: 600}, 599)
    ({1: 300, 2: 600}, {1: 199, 2: 399})
    """
    in_all = sum(dues.values())
    return {number: each if in_all <= there else each * there // in_all for number, each in dues.items()}


def lots(commitment: str, tickets: Sequence[Ticket]) -> list[PlayerId]:
    """Return the players of *tickets* in the order in which odd sesterces are taken from them (G13, B-7).

    SHA-256 over the published commitment of the dice and the number of each player's first ticket draws the order.
    """
    first: dict[PlayerId, int] = {}
    for ticket in tickets:
        first[ticket.player] = min(ticket.number, first.get(ticket.player, ticket.number))
    return sorted(first, key=lambda player: (_lot(commitment, first[player]), first[player]))


def _lot(commitment: str, number: int) -> str:
    return hashlib.sha256(f"{commitment}:{number}".encode()).hexdigest()


def cuts(tickets: Sequence[Ticket], dues: Mapping[int, int], paid: int) -> dict[int, int]:
    """Return the payout of each of one player's tickets, by number, if they get *paid* in all (B-7).

    The newest is cut first.
    """
    short = sum(dues[ticket.number] for ticket in tickets) - paid
    found: dict[int, int] = {}
    for ticket in reversed(tickets):
        cut = min(short, dues[ticket.number])
        found[ticket.number] = dues[ticket.number] - cut
        short -= cut
    return found


def main_market(markets: Sequence[Market]) -> Market | None:
    """Return the market of the sealed bets before the race (26.1); ``None`` if there is none, or it is void."""
    found = [each for each in markets if each.kind == "sealed" and not each.window and each.state != "void"]
    return found[-1] if found else None
