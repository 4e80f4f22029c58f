"""Limits on bettors: for drivers, for those who steer the race (B-15), and the most that the server allows (B-16)."""

from collections.abc import Collection, Sequence

import msgspec

from engine.betting.book import HOUSE_KINDS, Book, Choice, MarketKind, SideBet, Ticket
from engine.betting.reasons import BetReason
from engine.betting.rules import ServerRules, TableRules
from records.acts import ActKind
from records.refusals import Refused
from records.values import EntryId, Faction, PlayerId

NOT_FOR_DRIVERS: tuple[MarketKind, ...] = ("last survivor", "first wreck", "finishers", "pair")
"""Results that a driver can bring about by driving badly."""


def driven_by(book: Book, player: PlayerId) -> tuple[EntryId, ...] | None:
    """Return the chariots that a player drives, as owner or substitute; none for other people (B-15).

    It is empty for a driver whose chariots are not drawn yet.
    """
    own = [each.faction for each in book.factions if player in (each.player, each.substitute)]
    return tuple(each.entry for each in book.entries if each.faction in own) if own else None


class _Replaced(msgspec.Struct):
    """The fields that count here of an act that gives reins to another."""

    faction: Faction
    player: PlayerId | None


def taken_over(book: Book) -> dict[PlayerId, set[Faction]]:
    """Return the factions whose reins each player took over under way, even if they gave them back since (B-15)."""
    stables = {each.entry: each.faction for each in book.entries}
    found: dict[PlayerId, set[Faction]] = {}
    for act in book.acts():
        player, faction = None, None
        if act.kind == "replace":
            replaced = msgspec.json.decode(act.body, type=_Replaced)
            player, faction = replaced.player, replaced.faction
        elif act.kind == "substitute" and act.entry is not None:
            player, faction = act.by, stables.get(act.entry)
        if player is not None and faction is not None:
            found.setdefault(player, set()).add(faction)
    return found


def check_league(book: Book, player: PlayerId) -> None:
    """:raises Refused: if they have a part in the league whose race this is: they may know of plans (H.2)."""
    if player in book.insiders:
        raise Refused(BetReason.OF_THE_LEAGUE, rule="H.2")


def may_back(
    book: Book,
    rules: TableRules,
    player: PlayerId,
    kind: MarketKind,
    choice: Choice,
    had: Collection[Faction] = (),
) -> bool:
    """Tell whether a player may have a ticket on this (B-15).

    :param had: whose reins they were given under way.
    """
    return all(_may_back(own, rules, kind, choice) for own in _driven(book, player, had))


def _driven(book: Book, player: PlayerId, had: Collection[Faction]) -> list[tuple[EntryId, ...]]:
    """Return the chariots that a player drives, then those of each faction in *had*."""
    now = driven_by(book, player)
    before = [tuple(each.entry for each in book.entries if each.faction == faction) for faction in sorted(had)]
    return before if now is None else [now, *before]


def _may_back(own: Sequence[EntryId], rules: TableRules, kind: MarketKind, choice: Choice) -> bool:
    if kind == "sealed" and rules.owners and own:
        return True  # owners may back others with no more than themselves (26.1)
    return kind not in NOT_FOR_DRIVERS and choice in map(str, own)


def check_ticket(
    book: Book,
    rules: TableRules,
    player: PlayerId,
    kind: MarketKind,
    choice: Choice,
    had: Collection[Faction] = (),
) -> None:
    """Raise :exc:`Refused` if a player who drives, or by *had* has driven, may not bet on this (B-15)."""
    if may_back(book, rules, player, kind, choice, had):
        return
    if kind in NOT_FOR_DRIVERS:
        raise Refused(BetReason.NOT_FOR_DRIVERS, rule="B-15", market=kind)
    own = [each.entry for each in book.entries if may_back(book, rules, player, kind, str(each.entry), had)]
    raise Refused(BetReason.NOT_YOUR_ENTRY, rule="B-15", possible=own)


def may_take_side(book: Book, player: PlayerId, backed: EntryId | None, had: Collection[Faction] = ()) -> bool:
    """Tell whether a player may bet that *backed* ends ahead; ``None`` stands for the rest of the field (B-15).

    :param had: whose reins they were given under way.
    """
    return player not in book.insiders and all(backed in own for own in _driven(book, player, had))


def check_side(book: Book, player: PlayerId, backed: EntryId | None) -> None:
    """Raise :exc:`Refused` if a player may not take this side of a side bet, as they drive (B-15)."""
    if not may_take_side(book, player, backed):
        raise Refused(BetReason.NOT_YOUR_ENTRY, rule="B-15", possible=list(driven_by(book, player) or ()))


# Whoever steers the race

STEERING: tuple[ActKind, ...] = (
    "extend", "pause", "resume", "rewind", "restart", "correct", "replace", "default", "close",
)  # fmt: skip
"""Acts of the steward of a race under way, all but reminders. Those of the program and of drivers are others."""


def steered(book: Book) -> dict[PlayerId, str]:
    """Return the players who have steered the race since its start, each with their first such act (B-15)."""
    found: dict[PlayerId, str] = {}
    for act in book.acts():
        if act.by is not None and act.kind in STEERING:
            found.setdefault(act.by, act.kind)
    return found


def is_bank_host(book: Book, rules: TableRules, player: PlayerId, kind: MarketKind = "sealed") -> bool:
    """Tell whether a player hosts a race that the bank pays: its host does not bet on it (B-8), nor with the house.

    In a circus of house drivers alone hosts steer nothing, and bet as all do (H-1).
    """
    if rules.circus and all(each.player is None for each in book.factions):
        return False
    return player == book.race.host and (kind in HOUSE_KINDS or (rules.sealed and rules.cover == "bank"))


def check_host(book: Book, rules: TableRules, player: PlayerId, kind: MarketKind = "sealed") -> None:
    """Raise :exc:`Refused` for the host of a race that the bank pays (B-8), or who bets against the house (B-24)."""
    if is_bank_host(book, rules, player, kind):
        raise Refused(BetReason.HOST_AND_BANK, rule="B-8")


def check_cap(
    server: ServerRules, player: PlayerId, stake: int, mine: Sequence[Ticket], sides: Sequence[SideBet]
) -> None:
    """Raise :exc:`Refused` if a player would have staked more on this race than the server allows (B-16).

    :param mine: all of their tickets; refunded ones do not count.
    """
    staked = staked_by(player, mine, sides)
    if server.cap and staked + stake > server.cap:
        raise Refused(BetReason.OVER_CAP, rule="B-16", have=staked, need=stake, at_most=server.cap)


def staked_by(player: PlayerId, mine: Sequence[Ticket], sides: Sequence[SideBet]) -> int:
    """Return the sesterces that a player has at stake on a race, side bets included (B-16)."""
    tickets = sum(ticket.stake for ticket in mine if ticket.state == "open")
    offered = sum(each.stake for each in sides if each.proposer == player and each.state in ("offered", "accepted"))
    taken = sum(each.against for each in sides if each.taker == player and each.state == "accepted")
    return tickets + offered + taken
