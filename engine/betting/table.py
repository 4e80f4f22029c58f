"""The betting table: acts of players, the race and the host. Each is decided on a book, all or nothing.

Decisions that players take raise :exc:`Refused` with a :class:`BetReason`; those of the race never do, and taken twice
they change nothing. Notices are left to the steward.
"""

from collections.abc import Sequence

import msgspec

from engine.betting import fairness, house, insiders, outcomes, pools, purses, sealed, settling
from engine.betting.book import HOUSE_KINDS, Book, Changes, Market, MarketKind, NewBet, Ticket
from engine.betting.draft import Draft
from engine.betting.outcomes import Ended
from engine.betting.reasons import BetReason
from engine.betting.rules import STEP, TableRules, before_bets_close
from engine.moments import Moment
from engine.series import Result
from records.limits import TICKETS_OF_ONE
from records.refusals import Refused
from records.values import EntryId, PlayerId, Sesterces

LAPS_WITH_WINDOWS = (1, 2)


class Happened(msgspec.Struct, frozen=True, kw_only=True):
    """The events of a batch of a race, as far as bets depend on it.

    *moments* are all that hold by now. They are looked at where a turn began, the race is over, a driver was replaced
    or a window is open; else they may be left out.
    """

    seq: int  # of the race, after it
    moments: Sequence[Moment] = ()
    results: Sequence[Result] | None = None  # of a race that is over: all chariots, first to last
    is_over: bool = False
    is_reckoned: bool = False  # of a league's race: it cannot go back any more
    new_turn: int | None = None  # the turn that began, the last if there were several; none if none did
    orders_in: bool = False  # whether a player sealed an order for the turn under way, or its orders are revealed
    void_after: int | None = None  # the race went back to this seq
    replaced: tuple[EntryId, ...] = ()  # chariots that somebody else drives from now on


# Opening


def open_table(book: Book, now: float, *, has_moments: bool) -> Changes:
    """Open the markets that the rules of a race's table name, and give back the stakes of all others (B-2). Idempotent.

    Call it when a race is opened, and whenever the rules of its table are set.

    :param has_moments: whether the game tells its moments.
    """
    draft = Draft(book, now)
    if book.race.state != before_bets_close(draft.rules):
        return Changes()
    wanted = _wanted(draft.rules, has_moments=has_moments) if book.race.guild else ()
    for market in book.markets:
        if market.state == "open" and market.kind not in (*wanted, *(HOUSE_KINDS if wanted else ())):
            settling.void(draft, market, "rules")
    there = [market.kind for market in draft.markets.values() if market.state == "open"]
    for kind in wanted:
        if kind not in there:
            _open(draft, kind, 0, book.race.seq)
    return draft.changes()


def check_settable(book: Book) -> None:
    """Raise :exc:`Refused` if the rules of a race's table may not be set any more: after the first bet (B-2)."""
    placed = sum(each.tickets for each in book.tickets.stakes())
    placed += sum(side.state in ("offered", "accepted") for side in book.sides)
    if placed:
        raise Refused(BetReason.BETS_PLACED, rule="B-2", have=placed)
    if book.race.state != "lobby":
        raise Refused(BetReason.MARKET_CLOSED, rule="B-2", market="", window=0, **settling.closed_before(book))


def _wanted(rules: TableRules, *, has_moments: bool) -> tuple[MarketKind, ...]:
    bets: tuple[MarketKind, ...] = ("sealed",) if rules.sealed else ()
    if rules.pools:
        bets += ("win",) if rules.winner_only else pools.kinds_of(has_moments=has_moments)
    return bets


def _open(draft: Draft, kind: MarketKind, window: int, seq: int) -> None:
    number = draft.next_market()
    race = draft.book.race.id
    draft.put_market(Market(race=race, number=number, kind=kind, window=window, opened=draft.now, opened_at=seq))


# Tickets


def place(book: Book, bet: NewBet, now: float, salt: str = "") -> Changes:
    """Place a bet (B-2, B-3): move the stake from the purse into the pot. The same press again returns its ticket.

    :param salt: of the seal, hexadecimal; kept for sealed bets only.
    :raises Refused: NO_TABLE, NO_SUCH_MARKET, MARKET_CLOSED, NO_SUCH_CHOICE, NOT_IN_STEPS, TOO_NEW, OF_THE_LEAGUE,
        HOST_AND_BANK, STEERED, NOT_YOUR_ENTRY, NOT_FOR_DRIVERS, MORE_THAN_OWN, NOT_BACKED_BEFORE, OVER_WINDOW, NO_ODDS,
        ODDS_ARE_OLD, OVER_HOUSE, HOUSE_IS_FULL, OVER_CAP, TICKETS_ENOUGH, PURSE_TOO_LIGHT.
    """
    known = placed_by(book, bet)
    if known is not None:
        return Changes(tickets=(known,))
    draft = Draft(book, now)
    market = _open_market(book, bet.market)
    _check_choice(book, market, bet.choice)
    _check_stake(draft, bet)
    purses.check_age(draft.server, bet.days)
    insiders.check_league(book, bet.player)
    insiders.check_host(book, draft.rules, bet.player, market.kind)
    under_way = bool(market.window) or market.kind == "pair"
    if under_way and bet.player in draft.steered:
        raise Refused(BetReason.STEERED, rule="B-15", act=draft.steered[bet.player])
    mine = book.tickets.of(bet.player)
    if len(mine) >= TICKETS_OF_ONE.most:
        raise Refused(BetReason.TICKETS_ENOUGH, rule="B-23", at_most=TICKETS_OF_ONE.most)
    insiders.check_cap(draft.server, bet.player, bet.stake, mine, book.sides)
    had = draft.taken_over.get(bet.player, ()) if under_way else ()
    insiders.check_ticket(book, draft.rules, bet.player, market.kind, bet.choice, had)
    if market.kind == "sealed":
        _check_sealed(draft, market, bet)
    if market.kind in HOUSE_KINDS:
        house.check_bet(draft, market, bet)
    draft.require(bet.player, bet.stake)
    draft.stake(_ticket(draft, bet, _key_of(book, bet), salt if market.kind == "sealed" else ""))
    return draft.changes()


def _check_stake(draft: Draft, bet: NewBet) -> None:
    """Raise :exc:`Refused` for a stake that is not in steps; never more than the purse holds."""
    if bet.stake % STEP:
        draft.require(bet.player, bet.stake)
    sealed.check_stake(bet.stake, draft.purse(bet.player))


def placed_by(book: Book, bet: NewBet) -> Ticket | None:
    """Return the ticket that this press of this player has placed: a key that another has used is not theirs (B-3)."""
    return book.tickets.pressed(bet.player, _key_of(book, bet), bet.key)


def _key_of(book: Book, bet: NewBet) -> str:
    """Return the key under which a press is kept, different for each player."""
    return f"{book.race.id}:{bet.player}:{bet.key}"


def _ticket(draft: Draft, bet: NewBet, key: str, salt: str = "", why: str = "") -> Ticket:
    """Return the race's next ticket."""
    return Ticket(
        race=draft.book.race.id,
        number=draft.next_ticket(),
        market=bet.market,
        player=bet.player,
        name=bet.name,
        choice=bet.choice,
        stake=Sesterces(bet.stake),
        key=key,
        at=draft.now,
        salt=salt,
        why=why,
    )


def cancel(book: Book, player: PlayerId, ticket: int, now: float) -> Changes:
    """Take a ticket of a pool back while its market is open (B-9). Taken back twice, it changes nothing.

    :raises Refused: NO_SUCH_TICKET, BETS_ARE_FINAL, MARKET_CLOSED with what stays staked, TICKET_IS_OVER.
    """
    found = next((each for each in book.tickets.of(player) if each.number == ticket), None)
    if found is None:
        raise Refused(BetReason.NO_SUCH_TICKET, rule="B-9", ticket=ticket)
    if found.state == "cancelled":
        return Changes()
    if any(each.kind in ("sealed", "pair") and each.number == found.market for each in book.markets):
        raise Refused(BetReason.BETS_ARE_FINAL, rule="26.1")
    if found.state != "open":
        raise Refused(BetReason.TICKET_IS_OVER, rule="B-9", state=found.state)
    try:
        _open_market(book, found.market)
    except Refused as refused:
        raise Refused(refused.reason, refused.rule, **refused.values, staked=found.stake) from refused
    draft = Draft(book, now)
    draft.refund(found, "cancelled")
    return draft.changes()


def _open_market(book: Book, number: int) -> Market:
    """Return a market that takes bets (B-2).

    :raises Refused: NO_TABLE, NO_SUCH_MARKET, MARKET_CLOSED with the moment it closed.
    """
    if not book.markets:
        raise Refused(BetReason.NO_TABLE, rule="B-2")
    market = next((each for each in book.markets if each.number == number), None)
    if market is None:
        raise Refused(BetReason.NO_SUCH_MARKET, rule="B-2", possible=[each.number for each in book.markets])
    rules = msgspec.json.decode(book.rules, type=TableRules)
    is_later = market.window or market.kind == "pair"
    is_time = book.race.state in (("running", "paused") if is_later else (before_bets_close(rules),))
    if market.state != "open" or not is_time:
        raise _closed(market)
    return market


def _closed(market: Market) -> Refused:
    """Return the refusal that names the moment at which bets closed; it may have come, and not be on record yet."""
    rule = "26.3" if market.window else "B-2"
    moment = market.moment or market.why or ("end" if market.window else "start")
    closed = market.closed if market.closed is not None else market.ended
    values = {"market": market.kind, "window": market.window, "moment": moment, "closed": closed}
    return Refused(BetReason.MARKET_CLOSED, rule=rule, **values)


def choices_of(book: Book, market: Market) -> tuple[str, ...]:
    """Return the choices of a market: its entries as text, or over and under (B-2, B-10)."""
    if market.kind == "finishers":
        return (pools.OVER, pools.UNDER)
    if market.kind in HOUSE_KINDS:
        return tuple(market.odds)
    return tuple(str(each.entry) for each in book.entries)


def _check_choice(book: Book, market: Market, choice: str) -> None:
    possible = choices_of(book, market)
    if choice not in possible:
        raise Refused(BetReason.NO_SUCH_CHOICE, rule="B-2", choice=choice, possible=list(possible))


def _check_sealed(draft: Draft, market: Market, bet: NewBet) -> None:
    """Refuse bets that owners (26.1) or windows (26.3) do not allow."""
    book = draft.book
    mine = sealed.standing(book.tickets.of(bet.player), draft.markets.values())
    if market.window:
        allied = sealed.stablemates(book.entries, bet.choice)
        sealed.check_window(allied, bet.choice, bet.stake, *sealed.around(market, draft.markets.values(), mine))
        main = sealed.main_market(list(draft.markets.values()))
        sealed.check_odds(bet.choice, main.odds if main is not None else ())
    own = insiders.driven_by(book, bet.player)
    if own and draft.rules.owners:
        sealed.check_owner(own, bet.choice, bet.stake, mine)


# The start


def start(book: Book, seq: int, now: float) -> Changes:
    """Close open markets as the race begins: reveal sealed bets and fix their odds, and call off what cannot be run.

    A league's race has begun; there it is done as the first speeds are known (L-23).

    In this order: side bets that nobody accepted, or that give too much, come back (B-14); tickets and side bets of
    drivers by now who may not have them (B-15); pools that are one-sided (B-11); owners lose their
    excess on others and back themselves (26.1, G14); odds are fixed (26.2), unless sealed bets are one-sided, too.
    """
    draft = Draft(book, now)
    before = [
        each for each in draft.markets.values() if each.state == "open" and not each.window and each.kind != "pair"
    ]
    if not before:
        return Changes()
    _call_off_sides(draft)
    _call_off_insiders(draft, before)
    for market in before:
        if market.kind in HOUSE_KINDS:
            _close_bank(draft, market, seq)
        elif market.kind != "sealed":
            _close_pool(draft, market, seq)
    for market in before:
        if market.kind == "sealed":
            _fix_odds(draft, market, seq)
    return draft.changes()


def _call_off_sides(draft: Draft) -> None:
    for side in list(draft.sides.values()):
        may = insiders.may_take_side(draft.book, side.proposer, side.entry)
        may = may and insiders.may_take_side(draft.book, side.taker, side.rival)
        is_host = any(insiders.is_bank_host(draft.book, draft.rules, each) for each in (side.proposer, side.taker))
        if side.state == "offered":
            settling.void_side(draft, side, "not accepted")
        elif side.state == "accepted" and not may:
            settling.void_side(draft, side, "driver")
        elif side.state == "accepted" and is_host:
            settling.void_side(draft, side, "bank host")
        elif side.state == "accepted" and fairness.gives_too_much(draft.book, side, purses.week_began(side.at)):
            settling.void_side(draft, side, "beyond fair")


def _call_off_insiders(draft: Draft, markets: Sequence[Market]) -> None:
    """Give back the tickets that could bring no gain: of drivers who placed them before they entered (B-15)."""
    for ticket in draft.live(*(each.number for each in markets)):
        if why := settling.why_capped(draft, ticket):
            draft.refund(ticket, why=why)


def _fix_odds(draft: Draft, market: Market, seq: int) -> None:
    """Reveal the sealed bets, and fix the odds (26.2); give them back if they are one-sided (B-11)."""
    if draft.rules.owners:
        for player in _owners(draft):
            _keep_to_owners_rule(draft, market, player)
    closed = settling.close(draft, market, seq, "start")
    if pools.is_one_sided(draft.live(market.number)):
        settling.void(draft, closed, "one-sided")
    else:
        settling.make_odds(draft, closed)


def _owners(draft: Draft) -> list[PlayerId]:
    """Return the players who have entered chariots and may bet on them, in the order of their factions (B-8)."""
    players = [each.player for each in draft.book.factions if each.player is not None]
    return [each for each in players if not insiders.is_bank_host(draft.book, draft.rules, each)]


def _keep_to_owners_rule(draft: Draft, market: Market, player: PlayerId) -> None:
    """Give back an owner's excess on others; with nothing on their own, 100 are put on it (26.1)."""
    own = insiders.driven_by(draft.book, player)
    if not own:
        return
    on_own = sealed.backed(own, _of_player(draft, market, player))[0]
    if on_own:
        _limit_others(draft, market, player, on_own)
        return
    draft.touch(player)
    for at_most in (STEP, 0):  # an owner may not have what comes back (G14)
        _limit_others(draft, market, player, at_most)
        if draft.purse(player) >= STEP:
            _back_first(draft, market, player, own[0])
            return


def _limit_others(draft: Draft, market: Market, player: PlayerId, at_most: int) -> None:
    own = insiders.driven_by(draft.book, player) or ()
    for ticket in sealed.too_much(own, _of_player(draft, market, player), at_most):
        draft.refund(ticket, why="owner")


def _of_player(draft: Draft, market: Market, player: PlayerId) -> list[Ticket]:
    return [each for each in draft.live(market.number) if each.player == player]


def _back_first(draft: Draft, market: Market, player: PlayerId, entry: EntryId) -> None:
    """Put 100 on an owner's chariot for them; there is no seal to it, as everybody knows it must be (26.1)."""
    name = next(each.name for each in draft.book.factions if each.player == player)
    key = f"owner:{draft.book.race.id}:{player}"
    bet = NewBet(player, name, market.number, str(entry), STEP, key)
    draft.stake(_ticket(draft, bet, key, why="owner"))


def _close_pool(draft: Draft, market: Market, seq: int) -> None:
    closed = settling.close(draft, market, seq, "speeds" if draft.rules.late else "start")
    if pools.is_one_sided(draft.live(market.number)):
        settling.void(draft, closed, "one-sided")


def _close_bank(draft: Draft, market: Market, seq: int) -> None:
    """Close the house's bets before a race; they stand only for the race that their odds were made for (B-24)."""
    closed = settling.close(draft, market, seq, "speeds" if draft.rules.late else "start")
    if not house.is_current(draft.book, market):
        settling.void(draft, closed, "field")


# The race


def follow(book: Book, happened: Happened, now: float) -> Changes:
    """Follow a batch of the race: go back (B-12), close and open windows (B-6), settle (B-12). Idempotent."""
    draft = Draft(book, now)
    if happened.void_after is not None:
        _go_back(draft, happened.void_after)
    if not outcomes.is_first_turn_over(happened.moments):
        for entry in happened.replaced:
            _give_back_replaced(draft, entry)
    _close_windows(draft, happened)
    if happened.is_over and not (draft.rules.late and not happened.is_reckoned):
        assert happened.results is not None, "a race that is over has results"
        settling.settle_all(draft, Ended(happened.results, happened.moments))
    elif not happened.is_over:
        _open_windows(draft, happened)
    return draft.changes()


def _go_back(draft: Draft, to: int) -> None:
    """Call off markets opened, or closed, after the input that the race goes back to (B-12)."""
    under_way = [each for each in draft.markets.values() if each.state in ("open", "closed")]
    for market in sorted(under_way, key=lambda each: -each.number):
        if _is_after(market, to):
            settling.void(draft, market, "rewound")
    if any(each.moment in settling.STARTS and _is_after(each, to) for each in draft.markets.values()):
        for side in list(draft.sides.values()):
            if side.state in ("offered", "accepted"):
                settling.void_side(draft, side, "rewound")


def _is_after(market: Market, to: int) -> bool:
    return market.opened_at > to or (market.closed_at is not None and market.closed_at > to)


def _give_back_replaced(draft: Draft, entry: EntryId) -> None:
    """Give back others' stakes on a chariot whose driver was replaced in the first turn; side bets are off (B-13).

    The odds are made anew from the rest, so that nobody is paid by a pool that is not there any more (B-5).
    """
    faction = next((each.faction for each in draft.book.entries if each.entry == entry), None)
    stable = [each for each in draft.book.factions if each.faction == faction]
    own = [player for each in stable for player in (each.player, each.substitute) if player is not None]
    settling.give_back_on(draft, entry, "replaced", but_of=own)
    settling.void_sides_about(draft, entry, "replaced")
    settling.void_one_sided(draft)
    main = sealed.main_market(tuple(draft.markets.values()))
    if main is not None and main.state == "closed":
        settling.make_odds(draft, main)


def _close_windows(draft: Draft, happened: Happened) -> None:
    """Close a window with a player's first order or the reveal, with the turn after, or with the race (26.3, B-6)."""
    for market in list(draft.markets.values()):
        if market.state == "open" and market.window:
            moment = _what_closed(market, happened)
            if moment:
                settling.close(draft, market, happened.seq, moment)


def _what_closed(market: Market, happened: Happened) -> str:
    began = _turn_of_window(market.window, happened.moments)
    if happened.new_turn is not None and happened.new_turn > began:
        return f"turn {began + 1}"
    if happened.orders_in:
        return f"order {began}"
    return "end" if happened.is_over else ""


def _turn_of_window(window: int, moments: Sequence[Moment]) -> int:
    """Return the turn before whose orders a window is open: the one after the leader's lap (26.3)."""
    return (outcomes.leader_lap(moments, window) or 0) + 1


def _open_windows(draft: Draft, happened: Happened) -> None:
    """Open a window at the end of the turn in which the leader has finished lap 1 or 2 (26.3), or again (B-12)."""
    main = sealed.main_market(tuple(draft.markets.values()))
    if not draft.rules.windows or main is None or main.state != "closed" or not main.odds or happened.orders_in:
        return
    for lap in LAPS_WITH_WINDOWS:
        there = any(each.window == lap and each.state != "void" for each in draft.markets.values())
        if not there and (_is_time_for(lap, happened) or _was_open(draft, lap, happened.void_after)):
            _open(draft, "sealed", lap, happened.seq)


def _is_time_for(lap: int, happened: Happened) -> bool:
    """Tell whether the turn began that follows the one in which the leader has finished this lap (26.3)."""
    done = outcomes.leader_lap(happened.moments, lap)
    return done is not None and happened.new_turn == done + 1


def _was_open(draft: Draft, lap: int, to: int | None) -> bool:
    """Tell whether a window was open where the race goes back to, so that it opens again, empty (B-12)."""
    if to is None:
        return False
    windows = [each for each in draft.markets.values() if each.window == lap and each.closed_at is not None]
    return any(each.opened_at <= to < (each.closed_at or 0) for each in windows)


# The end of a race that does not end, and chariots that leave


def void(book: Book, why: str, now: float, by: PlayerId | None = None) -> Changes:
    """Give everything back that is not settled, as the race is called off (B-12). Idempotent.

    A player who calls off a race that has begun loses their stakes: else they would get out of lost bets (B-15).

    :param why: a code, such as "cancelled".
    :param by: the player who calls it off; none for the program.
    """
    draft = Draft(book, now)
    has_begun = any(market.closed_at is not None for market in book.markets)
    losers = {by} if has_begun and by is not None else set()
    for market in sorted(book.markets, key=lambda each: -each.number):
        if market.state in ("open", "closed"):
            settling.forfeit(draft, market, losers, why)
    for market in book.markets:
        draft.sweep(market.number)
    for side in book.sides:
        if side.state in ("offered", "accepted"):
            settling.forfeit_side(draft, side, losers, why)
    return draft.changes()


def scratch(book: Book, entry: EntryId, now: float) -> Changes:
    """Give back the stakes on a chariot that leaves the lobby, and call off the side bets about it (B-13)."""
    draft = Draft(book, now)
    settling.give_back_on(draft, entry, "scratched")
    settling.void_sides_about(draft, entry, "scratched")
    return draft.changes()
