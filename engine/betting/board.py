"""The betting table as one viewer sees it, built from nothing for them (B-3, B-17): others' sealed bets stay out
until they are revealed.
"""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from engine.betting import house, pools, sealed
from engine.betting.book import AHEAD, HOUSE_KINDS, Book, Choice, Market, SideBet, Stakes, Ticket
from engine.betting.insiders import is_bank_host, may_back, steered, taken_over
from engine.betting.rules import ServerRules, TableRules
from engine.betting.table import choices_of
from engine.betting.views import BoardView, ChoiceView, EntrantView, MarketView, SlipLine, SlipView
from records.races import EntryRecord
from records.values import EntryId, PlayerId, Sesterces

NO_CHANCES: Mapping[EntryId, int] = {}
OVER = ("finished", "cancelled")
AT_STAKE = ("accepted", "settled", "void")
"""States of side bets that both sides have staked on."""

NOTHING = Sesterces(0)


def board_for(
    book: Book,
    viewer: PlayerId | None,
    *,
    chances: Mapping[EntryId, int] = NO_CHANCES,
    turn: int = 0,
    samples: int = 0,
    due: Sesterces = NOTHING,
) -> BoardView:
    """Return the betting table as *viewer* sees it; ``None`` for the public.

    :param chances: to win by the model, in thousandths; worked out after *turn*, from *samples* races.
    :param due: what the viewer's purse gets as soon as they touch it.
    """
    rules = msgspec.json.decode(book.rules, type=TableRules)
    server = msgspec.json.decode(book.server, type=ServerRules)
    stakes = book.tickets.stakes()
    return BoardView(
        race=book.race.id,
        title=book.race.title,
        is_over=book.race.state in OVER,
        rules=rules,
        share=rules.share,
        cap=Sesterces(server.cap),
        entrants=tuple(_entrant(book, each, chances) for each in book.entries),
        markets=tuple(_market(book, each, stakes, rules.share, viewer) for each in book.markets),
        purse=None if viewer is None else Sesterces(book.purses.get(viewer, 0) + due),
        tickets=_tickets(book, viewer),
        sides=tuple(each for each in book.sides if viewer is not None and viewer in (each.proposer, each.taker)),
        turn=turn,
        samples=samples,
        viewer=viewer,
        capped={} if viewer is None else _capped(book, rules, viewer),
    )


def _capped(book: Book, rules: TableRules, viewer: PlayerId) -> dict[int, str]:
    """Return why open tickets of a bettor win no more than their stake: they have driven, or steered, since (B-15)."""
    kinds, had = {each.number: each.kind for each in book.markets}, taken_over(book).get(viewer, ())
    found = dict[int, str]()
    for ticket in book.tickets.of(viewer):
        if ticket.state != "open":
            continue
        if not may_back(book, rules, viewer, kinds[ticket.market], ticket.choice, had):
            found[ticket.number] = "driver"
        elif viewer in steered(book):
            found[ticket.number] = "steered"
    return found


def is_secret(market: Market) -> bool:
    """Tell whether the bets in a market are sealed still: until it closes, or for good if it never did (B-3)."""
    return market.kind == "sealed" and market.closed_at is None


def hides_shares(book: Book, market: Market) -> bool:
    """Tell whether a pool on a match of gladiators shows its total alone: until it closes (H.8.4)."""
    rules = msgspec.json.decode(book.rules, type=TableRules)
    return rules.winner_only and market.kind == "win" and market.closed_at is None


def _entrant(book: Book, entry: EntryRecord, chances: Mapping[EntryId, int]) -> EntrantView:
    faction = next((each for each in book.factions if each.faction == entry.faction), None)
    driver = faction.at_the_reins if faction is not None else None
    return EntrantView(entry.entry, entry.name, entry.colour, driver, chances.get(entry.entry))


def _market(book: Book, market: Market, stakes: Sequence[Stakes], share: int, viewer: PlayerId | None) -> MarketView:
    found = {each.choice: each for each in stakes if each.market == market.number}
    secret = is_secret(market)
    return MarketView(
        number=market.number,
        kind=market.kind,
        window=market.window,
        state=market.state,
        moment=market.moment,
        staked=None if secret else Sesterces(sum(each.staked for each in found.values())),
        # Those that came back count: the number must not tell what was on a chariot that left.
        seals=book.tickets.placed_in(market.number) if secret else 0,
        choices=_choices(book, market, found, share, viewer),
        winners=market.winners,
        why=market.why,
        is_late=msgspec.json.decode(book.rules, type=TableRules).late,
        of_pair=msgspec.json.decode(book.rules, type=TableRules).winner_only,
    )


def _choices(
    book: Book, market: Market, found: Mapping[Choice, Stakes], share: int, viewer: PlayerId | None
) -> tuple[ChoiceView, ...]:
    possible = choices_of(book, market)
    odds, room = _main_odds(book, market), _room(book, market, viewer)
    if is_secret(market) or hides_shares(book, market):
        return tuple(ChoiceView(each, None, None, None, odds.get(each), room(each)) for each in possible)
    pays = {each: _pays(book, market, found, each, share) for each in possible}
    nothing = Stakes(market.number, "", Sesterces(0), 0, 0)
    on = {each: found.get(each, nothing) for each in possible}
    return tuple(
        ChoiceView(each, on[each].staked, on[each].bettors, pays[each], odds.get(each), room(each)) for each in possible
    )


def _room(book: Book, market: Market, viewer: PlayerId | None) -> Callable[[Choice], Sesterces | None]:
    """Return a function for the sesterces that the viewer may still add to a choice; ``None`` stands for no limit.

    Drivers may back nothing but their own, and only in some markets (B-15).
    """
    if viewer is None:
        return lambda _choice: None
    rules = msgspec.json.decode(book.rules, type=TableRules)
    if market.kind in HOUSE_KINDS:
        left = _left_with_house(book, market, rules, viewer)
        return lambda choice: left if may_back(book, rules, viewer, market.kind, choice) else NOTHING
    if not market.window:
        return lambda choice: None if may_back(book, rules, viewer, market.kind, choice) else Sesterces(0)
    stand = sealed.standing(book.tickets.of(viewer), book.markets)
    before, here = sealed.around(market, book.markets, stand)
    odds = _main_odds(book, market)

    def room(choice: Choice) -> Sesterces:
        return sealed.room(sealed.stablemates(book.entries, choice) if choice in odds else (), before, here)

    return room


def _left_with_house(book: Book, market: Market, rules: TableRules, viewer: PlayerId) -> Sesterces:
    """Return how much more a player may stake against the house on this race (B-24)."""
    server = msgspec.json.decode(book.server, type=ServerRules)
    is_shut = viewer in book.insiders or is_bank_host(book, rules, viewer, market.kind)
    if is_shut or not house.is_current(book, market):
        return NOTHING
    return Sesterces(max(0, server.house - house.staked_here(book, viewer)))


def _main_odds(book: Book, market: Market) -> Mapping[Choice, int]:
    """Return the odds of sealed bets: those fixed at the start, in windows, too (26.3)."""
    if market.kind != "sealed":
        return {}
    before = [each for each in book.markets if each.kind == "sealed" and not each.window]
    return next((each.odds for each in reversed(before) if each.number <= market.number), {})


def _pays(book: Book, market: Market, found: Mapping[Choice, Stakes], choice: Choice, share: int) -> int | None:
    """Return the payout of 100 on a choice of a pool, as bets stand or as it was settled (B-9)."""
    if market.kind == "sealed" or market.state == "void":
        return None
    if market.kind in HOUSE_KINDS:
        return market.odds.get(choice)
    if market.state == "settled":
        return _paid(book, market, choice)
    winning = pools.places_paid(len(book.entries)) if market.kind == "place" else 1
    return pools.pays({each: sums.staked for each, sums in found.items()}, choice, winning, share)


def _paid(book: Book, market: Market, choice: Choice) -> int | None:
    """Return the payout of 100 on a choice that was settled, rounded down; none if it did not win."""
    won = [each for each in book.tickets if each.market == market.number and each.choice == choice and each.paid]
    won = [each for each in won if each.state == "won"]
    staked = sum(each.stake for each in won)
    return 100 * sum(each.paid for each in won) // staked if staked else None


def _tickets(book: Book, viewer: PlayerId | None) -> tuple[Ticket, ...]:
    """Return the viewer's own tickets, and the sealed bets of others that are revealed; by number."""
    found = {each.number: each for each in book.tickets.of(viewer)} if viewer is not None else {}
    revealed = [each.number for each in book.markets if each.kind == "sealed" and not is_secret(each)]
    if revealed:
        found |= {each.number: each for each in book.tickets if each.market in revealed}
    return tuple(found[number] for number in sorted(found))


# The slip


def slip_for(book: Book, player: PlayerId, winners: Sequence[EntryId] = ()) -> SlipView | None:
    """Return a player's winnings and losses in a race so far; ``None`` if all their tickets were cancelled.

    :param winners: of the race. Its markets do not always tell: one that was called off has no winners.
    """
    mine = [each for each in book.tickets.of(player) if each.state != "cancelled"]
    sides = tuple(each for each in book.sides if player in (each.proposer, each.taker) and each.state in AT_STAKE)
    if not mine and not sides:
        return None
    return SlipView(
        race=book.race.id,
        title=book.race.title,
        player=mine[-1].name if mine else _name_in(sides[-1], player),
        is_over=book.race.state in OVER,
        winners=tuple(_entrant(book, each, NO_CHANCES) for each in book.entries if each.entry in winners),
        lines=tuple(_line(book, each) for each in mine),
        staked=Sesterces(sum(each.stake for each in mine)),
        paid=Sesterces(sum(each.paid for each in mine)),
        purse=Sesterces(book.purses.get(player, 0)),
        sides=sides,
        gained=sum(each.paid - each.stake for each in mine) + sum(_gain(each, player) for each in sides),
    )


def _name_in(side: SideBet, player: PlayerId) -> str:
    return side.proposer_name if player == side.proposer else side.taker_name


def _gain(side: SideBet, player: PlayerId) -> int:
    """Return a player's gain by a side bet, in sesterces: negative for a loss, 0 while it is open or if it is void."""
    own, other = (side.stake, side.against) if player == side.proposer else (side.against, side.stake)
    if side.state == "accepted":
        return -own
    if side.state != "settled":
        return 0
    return other if side.winner == player else -own


def _in_words(book: Book, choice: Choice) -> str:
    """Return a choice that is no chariot: over or under, or a pair by its chariots' names."""
    names = {str(each.entry): each.name for each in book.entries}
    first, pair, second = choice.partition(AHEAD)
    return f"{names.get(first, first)} ahead of {names.get(second, second)}" if pair else choice


def _line(book: Book, ticket: Ticket) -> SlipLine:
    market = next(each for each in book.markets if each.number == ticket.market)
    entry = next((each for each in book.entries if str(each.entry) == ticket.choice), None)
    return SlipLine(
        market=market.kind,
        window=market.window,
        choice=entry.name if entry else _in_words(book, ticket.choice),
        colour=entry.colour if entry else None,
        stake=ticket.stake,
        paid=ticket.paid,
        state=ticket.state,
        why=ticket.why,
        entry=entry.entry if entry else None,
    )
