"""A race's effects on its betting table: decisions about money, made in the transaction that causes them.

It knows no game's rules: the ruleset gives the moments of its facts, and the results.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from engine.betting import house, pairs, table
from engine.betting.book import HOUSE_KINDS, Book, Changes, Choice, Market, SideBet, Ticket
from engine.betting.model import turn_of
from engine.betting.rules import TableRules
from engine.betting.sealed import seal_of
from engine.betting.table import Happened
from engine.betting.together import after, both
from engine.facts import Sealed
from engine.game import AnyRuleset
from engine.moments import Moment, TurnBegan
from engine.series import Result
from records.acts import ActRecord
from records.batches import Batch
from records.play import CheckpointRecord, Input
from records.values import EntryId, PlayerId
from steward.running.live import Live
from steward.telling.notices import (
    BetNotice,
    BetSealed,
    BetsRevealed,
    SideAnswered,
    SideOffered,
    Slip,
    TableSettled,
    TableVoided,
    WindowClosed,
    WindowOpened,
    notice,
)

NEW_HOLDERS = ("replace", "substitute", "return")
"""Acts that may give a place to another player."""

Decide = Callable[[Book], Changes]
"""A decision about a race's money, on the book within the transaction that writes it."""

MOST_PAID = 40
"""Bettors against the house who are written to at once; the others read in the thread that all is settled."""

GIVEN_WITHOUT_A_PRESS = ("house", "order")
"""Where answers come from that are sealed as soon as a turn begins: they close no window before they are revealed."""


def has_table(guild: int) -> bool:
    """Tell whether there may be betting on a race at all: not on one that is driven alone."""
    return guild != 0


def opening(rules: AnyRuleset, now: float) -> Decide:
    """Return the decision that opens a race's markets by the rules of its table. Idempotent."""
    return lambda book: table.open_table(book, now, has_moments=rules.tells_moments)


def offering(odds: Mapping[Choice, int], basis: str, now: float) -> Decide:
    """Return the decision by which the house takes bets on the winner at these odds. Idempotent.

    :param basis: what they were made for.
    """
    return lambda book: with_notices(book, house.open_bank(book, odds, basis, now), now)


def pairing(rules: AnyRuleset, odds: Mapping[Choice, int], turn: int, began: CheckpointRecord, now: float) -> Decide:
    """Return the decision by which the house takes bets on who is ahead as the turn ends, if nothing of it is known.

    :param turn: how many were over as it began.
    """

    def decide(book: Book) -> Changes:
        if any(map(_is_known, book.inputs(began.seq))) or not _has_just_begun(rules, book.facts()[began.told :]):
            return Changes()
        return with_notices(book, pairs.open_pairs(book, odds, turn, now), now)

    return decide


def _is_known(given: Input) -> bool:
    """Tell whether anybody may know more by an answer: it was not sealed, or somebody sealed it."""
    return not given.salt or given.by not in GIVEN_WITHOUT_A_PRESS


def _has_just_begun(rules: AnyRuleset, facts: Sequence[str]) -> bool:
    """Tell whether facts say no more than that a turn began and answers were sealed: no roll, no card, no move."""
    told = [each for each in map(rules.read_fact, facts) if not isinstance(each, Sealed)]
    return all(_says_that_a_turn_began(rules.moments([each])) for each in told)


def _says_that_a_turn_began(moments: Sequence[Moment]) -> bool:
    return bool(moments) and all(isinstance(each, TurnBegan) for each in moments)


def voiding(why: str, now: float, by: PlayerId | None = None) -> Decide:
    """Return the decision that gives all stakes back, as the race ends without a result.

    :param by: the person who ends it, and loses their stakes if it has begun (B-15); ``None`` for the program.
    """

    def decide(book: Book) -> Changes:
        return with_notices(book, table.void(book, why, now, by), now)

    return decide


def scratching(now: float, gone: Collection[EntryId] = ()) -> Decide:
    """Return the decision that gives back the stakes on chariots which left the lobby.

    :param gone: those that left though others may have their numbers now.
    """

    def decide(book: Book) -> Changes:
        changes, here = Changes(), {each.entry for each in book.entries} - set(gone)
        for entry in sorted(_backed(book) - here):
            changes = both(changes, table.scratch(after(book, changes), entry, now))
        return with_notices(book, changes, now)

    return decide


def _backed(book: Book) -> set[EntryId]:
    """Return the entries that any open bet is on."""
    chosen = {ticket.choice for ticket in book.tickets if ticket.state == "open" and ticket.choice.isdecimal()}
    sides = [side for side in book.sides if side.state in ("offered", "accepted")]
    named = {entry for side in sides for entry in (side.entry, side.rival) if entry is not None}
    return {EntryId(int(choice)) for choice in chosen} | named


def following(live: Live, batch: Batch) -> Decide | None:
    """Return the decision of the betting table that a batch causes; ``None`` if it causes none."""
    is_over, begins = batch.state == "finished", batch.checkpoint is not None
    replaced, first = _replaced(live, batch.acts), _first_order(batch, live.session.asked)
    is_turning = is_over or batch.void_after is not None or bool(replaced)
    is_late = msgspec.json.decode(live.race.record.betting, type=TableRules).late
    is_known = not is_late or live.session.asked > 0  # the first speeds; what is asked first, is asked at 0
    is_asked_anew = is_late and live.session.asked > batch.seq
    is_only_for_pairs = not (begins or is_turning or first or is_asked_anew)
    if not has_table(live.race.record.guild) or (is_only_for_pairs and not _makes_known(live, batch)):
        return None
    rules, results = live.rules, _results(live) if is_over else None

    def decide(book: Book) -> Changes:
        if not _is_alive(book):
            return Changes()
        moments = cache(lambda: moments_of(rules, book.facts()))
        changes = _pairs(book, live, batch, results, is_replaced=bool(replaced))
        if is_only_for_pairs:
            return with_notices(book, changes, batch.at)
        if is_known or is_over:
            changes = both(changes, table.start(after(book, changes), batch.seq, batch.at))
        if is_turning or (begins and _may_have_windows(after(book, changes))):
            happened = _turned(batch, moments(), results, replaced, orders_in=first is not None)
            changes = _then(book, changes, happened, batch.at)
        if first is not None and not is_over and _has_window(after(book, changes)):
            happened = Happened(seq=first.seq, moments=moments(), orders_in=True)
            changes = _then(book, changes, happened, batch.at)
        return with_notices(book, changes, batch.at)

    return decide


def _pairs(book: Book, live: Live, batch: Batch, results: Sequence[Result] | None, *, is_replaced: bool) -> Changes:
    """Return what a batch does to bets on pairs: it takes the turn back, ends it, or makes something of it known."""
    if not pairs.under_way(book):
        return Changes()
    if batch.void_after is not None or is_replaced:
        return pairs.void_pairs(book, "rewound" if batch.void_after is not None else "replaced", batch.at)
    seq = batch.seq + len(batch.inputs)
    if results is not None:
        turns = [each.turn for each in moments_of(live.rules, book.facts()) if isinstance(each, TurnBegan)]
        over = max(turns, default=0)
        return pairs.settle_pairs(book, [each.entry for each in results], over, seq, batch.at)
    if batch.checkpoint is not None:
        view = _view_at(live.rules, batch.checkpoint)
        order = [each.entry for each in live.rules.results(view)]
        return pairs.settle_pairs(book, order, turn_of(view), batch.checkpoint.seq, batch.at)
    return pairs.close_pairs(book, seq, batch.at) if _makes_known(live, batch) else Changes()


def _view_at(rules: AnyRuleset, checkpoint: CheckpointRecord) -> Any:
    """Return the public view as a turn begins."""
    return rules.view_for(rules.read_state(checkpoint.state.encode(), checkpoint.version), {}, ())


def _makes_known(live: Live, batch: Batch) -> bool:
    """Tell whether a batch makes anything of a turn known: by an answer, or by more than that the turn began."""
    asked = live.session.asked
    if any(_is_known(each) or each.seq <= asked for each in batch.inputs):
        return True
    return not _has_just_begun(live.rules, [each.fact for each in batch.facts])


def reckoning(rules: AnyRuleset, results: Sequence[Result], now: float) -> Decide:
    """Return the decision that pays the bets on a league's race, as its league has reckoned it (H.9). Idempotent."""

    def decide(book: Book) -> Changes:
        if not _is_alive(book):
            return Changes()
        moments = moments_of(rules, book.facts())
        happened = Happened(seq=book.race.seq, moments=moments, results=results, is_over=True, is_reckoned=True)
        return with_notices(book, table.follow(book, happened, now), now)

    return decide


def _then(book: Book, changes: Changes, happened: Happened, now: float) -> Changes:
    return both(changes, table.follow(after(book, changes), happened, now))


def _may_have_windows(book: Book) -> bool:
    """Tell whether a turn that begins may open a window, or close one; it does nothing else to the table."""
    return any(each.kind == "sealed" and each.state == "closed" and each.odds for each in book.markets)


def _has_window(book: Book) -> bool:
    return any(each.window and each.state == "open" for each in book.markets)


def _is_alive(book: Book) -> bool:
    return any(each.state in ("open", "closed") for each in book.markets) or any(
        each.state in ("offered", "accepted") for each in book.sides
    )


def _turned(
    batch: Batch,
    moments: Sequence[Moment],
    results: Sequence[Result] | None,
    replaced: Collection[EntryId],
    *,
    orders_in: bool,
) -> Happened:
    """Return the events of a batch that matter to bets."""
    begun, goes_back = batch.checkpoint, batch.void_after is not None
    return Happened(
        seq=batch.seq + len(batch.inputs) if begun is None else begun.seq,
        moments=moments,
        results=results,
        is_over=results is not None,
        # A window that is void by going back within its turn may open anew at once.
        new_turn=_turn(moments) if begun is not None or goes_back else None,
        orders_in=orders_in,
        void_after=batch.void_after,
        replaced=tuple(sorted(replaced)),
    )


def _first_order(batch: Batch, asked: int) -> Input | None:
    """Return the first secret answer of this turn that a batch brings or reveals; ``None`` if none (B-6).

    :param asked: number of the input after which the open question came; answers up to it are revealed.
    """
    began = 0 if batch.checkpoint is None else batch.checkpoint.seq
    fresh = (each for each in batch.inputs if each.salt and each.seq > began)
    return next((each for each in fresh if each.by not in GIVEN_WITHOUT_A_PRESS or each.seq <= asked), None)


def _replaced(live: Live, acts: Sequence[ActRecord]) -> frozenset[EntryId]:
    """Return the entries whose place has a new player; a player who is away for a while keeps theirs."""
    bodies = [msgspec.json.decode(act.body) for act in acts if act.kind in NEW_HOLDERS]
    changed = {body["faction"] for body in bodies if body["was"] != body["player"]}
    return frozenset(each.entry for each in live.race.entries if each.faction in changed)


def moments_of(rules: AnyRuleset, facts: Sequence[str]) -> tuple[Moment, ...]:
    """Return the moments that a race's facts tell, given as they are kept."""
    return tuple(rules.moments([rules.read_fact(fact) for fact in facts]))


def _turn(moments: Sequence[Moment]) -> int | None:
    """Return the turn that began last; ``None`` where the game does not tell."""
    return next((each.turn for each in reversed(moments) if isinstance(each, TurnBegan)), None)


def _results(live: Live) -> tuple[Result, ...]:
    session = live.session
    return live.rules.results(session.scenes[-1].view if session.scenes else session.view([]))


# What is told of it


def with_notices(book: Book, changes: Changes, now: float) -> Changes:
    """Return *changes*, decided on *book*, with the notices that tell them."""
    if changes.is_empty:
        return changes
    race = book.race.id
    new = [notice(race, "bets", body, now) for body in (*_market_news(book, changes), *_money_news(book, changes))]
    private = [notice(race, "bets", body, now, player) for player, body in _private_news(book, changes)]
    return msgspec.structs.replace(changes, notices=(*changes.notices, *new, *private))


def _market_news(book: Book, changes: Changes) -> Iterable[BetNotice]:
    """Yield the public notices on sealed bets: seals, windows that opened, bets that are now revealed."""
    before = {each.number: each for each in book.markets}
    for ticket in changes.tickets:
        if ticket.salt and ticket.state == "open" and book.tickets.pressed(ticket.player, ticket.key) is None:
            yield BetSealed(ticket.number, ticket.player, ticket.name, seal_of(ticket))
    for market in changes.markets:
        was_open = market.number in before and before[market.number].state == "open"
        # One-sided bets are void as they close, and revealed, too (B-11); those that never closed are not (B-3).
        if market.kind == "sealed" and was_open and market.closed_at is not None:
            yield from _reveal(market, _tickets_of(market, book, changes))
        elif market.window and market.number not in before and market.state == "open":
            yield WindowOpened(market.number, market.window)


def _reveal(market: Market, tickets: Sequence[Ticket]) -> Iterable[BetNotice]:
    if tickets:
        yield BetsRevealed(market.number)
    elif market.window:
        yield WindowClosed(market.number, market.moment)


def _tickets_of(market: Market, book: Book, changes: Changes) -> list[Ticket]:
    """Return all tickets of a market, as they are after *changes*."""
    found = {each.number: each for each in (*book.tickets, *changes.tickets)}
    return [each for each in found.values() if each.market == market.number]


def _money_news(book: Book, changes: Changes) -> Iterable[BetNotice]:
    """Yield the public notices on stakes: which came back and why, and that all is settled.

    If a sealed bet comes back while its market is open, only its player hears of it: others would learn its chariot.
    """
    settled, secret = {each.number for each in changes.markets if each.state == "settled"}, _secret(book, changes)
    back: dict[str, set[int]] = {}
    for ticket in changes.tickets:
        if ticket.state == "refunded" and ticket.market not in settled | secret:
            back.setdefault(ticket.why, set()).add(ticket.market)
    for why, markets in sorted(back.items()):
        yield TableVoided(why, tuple(sorted(markets)))
    pairs_of = {each.number for each in changes.markets if each.kind == "pair"}  # their bettors alone hear of them
    over = [each for each in changes.tickets if each.market in settled - pairs_of and each.state != "cancelled"]
    if over:
        yield TableSettled(len(over), sum(each.stake for each in over), sum(each.paid for each in over))


def _secret(book: Book, changes: Changes) -> set[int]:
    """Return the markets whose bets are sealed still."""
    known = {each.number: each for each in (*book.markets, *changes.markets)}
    return {number for number, each in known.items() if each.kind == "sealed" and each.state == "open"}


def _with_house(book: Book, changes: Changes) -> set[int]:
    """Return the markets of the house: whoever has bet there is paid with a message (B-24)."""
    return {each.number for each in (*book.markets, *changes.markets) if each.kind in HOUSE_KINDS}


def _private_news(book: Book, changes: Changes) -> Iterable[tuple[PlayerId, BetNotice]]:
    """Yield the notices to single players on the outcome of their tickets and side bets."""
    over = [each for each in changes.tickets if each.state in ("won", "lost", "refunded")]
    # A bot that opens many direct messages is shut out: an onlooker is written to if nothing else tells them.
    drivers = {player for each in book.factions for player in (each.player, each.substitute)}
    secret, with_house = _secret(book, changes), _with_house(book, changes)
    told = {each.player for each in over if each.player in drivers or each.market in secret}
    paid = list(dict.fromkeys(each.player for each in over if each.market in with_house))
    for player in sorted({*told, *paid[:MOST_PAID]}):
        yield player, Slip()
    before = {each.number: each for each in book.sides}
    for side in changes.sides:
        yield from _side_news(before.get(side.number), side)


def _side_news(before: SideBet | None, side: SideBet) -> Iterable[tuple[PlayerId, BetNotice]]:
    was = None if before is None else before.state
    if was == side.state:
        return
    if side.state == "offered":
        yield side.taker, SideOffered(side.number)
    elif side.state in ("accepted", "declined"):
        yield side.proposer, SideAnswered(side.number)
    elif side.state != "withdrawn":
        yield side.proposer, SideAnswered(side.number)
        if was == "accepted":
            yield side.taker, SideAnswered(side.number)
