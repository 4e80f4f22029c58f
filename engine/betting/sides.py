"""Side bets between two players, held in escrow until the race is over (B-14)."""

from msgspec.structs import replace

from engine.betting import fairness, insiders, settling
from engine.betting.book import Book, Changes, NewSide, SideBet
from engine.betting.draft import Draft
from engine.betting.purses import DAY, check_age, week_began
from engine.betting.reasons import BetReason
from engine.betting.rules import before_bets_close
from records.limits import SIDE_BETS_OF_ONE, SIDE_BETS_TO_ONE
from records.refusals import Refused
from records.values import EntryId, PlayerId, Sesterces

RULE = "B-14"


def offer(book: Book, new: NewSide, now: float) -> Changes:
    """Offer a side bet; the stake goes into escrow (B-14). The same press again gives the same offer.

    :raises Refused: NO_TABLE, MARKET_CLOSED, NOT_WITH_ONESELF, NO_SUCH_CHOICE, SAME_ENTRY, TOO_LITTLE, TOO_NEW,
        HOST_AND_BANK, NOT_YOUR_ENTRY, OVER_CAP, OFFER_OPEN, OFFERED_ENOUGH, BEYOND_FAIR, PURSE_TOO_LIGHT.
    """
    known = _offered_by(book, new)
    if known is not None:
        return Changes(sides=(known,))
    draft = Draft(book, now)
    _check_open(draft)
    if new.player == new.taker:
        raise Refused(BetReason.NOT_WITH_ONESELF, rule=RULE)
    _check_entries(book, new.entry, new.rival)
    _check_sums(new.stake, new.against)
    _check_player(draft, new.player, new.entry, new.stake, new.days)
    side = _side(draft, new)
    _check_pair(book, side, now)
    fairness.check_gift(book, side, side.proposer, week_began(now))
    fairness.check_possible(book, side)
    _into_escrow(draft, side, side.proposer, side.stake, "a")
    draft.put_side(side)
    return draft.changes()


def _offered_by(book: Book, new: NewSide) -> SideBet | None:
    """Return the side bet that a player's press has offered: a key that another has used is not theirs (B-3)."""
    keys = (_key_of(book, new), new.key)
    return next((each for each in book.sides if each.proposer == new.player and each.key in keys), None)


def _key_of(book: Book, new: NewSide) -> str:
    """Return the key under which a press is kept, different for each player."""
    return f"{book.race.id}:{new.player}:{new.key}"


def _check_pair(book: Book, side: SideBet, now: float) -> None:
    """Refuse a second open offer between two players, and more than a few a day to the same one, or to all (B-14).

    Each offer is a direct message to somebody who has not asked for it.
    """
    since = now - DAY
    known = [each.side for each in book.sides_of(side.proposer, since)]
    between = [each for each in known if _is_pair(each, side)]
    opened = next((each for each in between if each.state == "offered"), None)
    if opened is not None:
        raise Refused(BetReason.OFFER_OPEN, rule=RULE, race=opened.race)
    for among, limit, to in ((between, SIDE_BETS_TO_ONE, "one"), (known, SIDE_BETS_OF_ONE, "all")):
        today = sorted(each.at for each in among if each.proposer == side.proposer and each.at > since)
        if len(today) >= limit.most:
            at = today[-limit.most] + limit.span
            raise Refused(BetReason.OFFERED_ENOUGH, rule=RULE, to=to, have=len(today), at_most=limit.most, at=at)


def _is_pair(one: SideBet, other: SideBet) -> bool:
    return {one.proposer, one.taker} == {other.proposer, other.taker}


def _side(draft: Draft, new: NewSide) -> SideBet:
    """Return the race's next side bet."""
    return SideBet(
        race=draft.book.race.id,
        number=draft.next_side(),
        proposer=new.player,
        proposer_name=new.name,
        taker=new.taker,
        taker_name=new.taker_name,
        entry=new.entry,
        rival=new.rival,
        stake=Sesterces(new.stake),
        against=Sesterces(new.against),
        key=_key_of(draft.book, new),
        at=draft.now,
    )


def answer(book: Book, *, player: PlayerId, number: int, accepts: bool, now: float, days: int = 0) -> Changes:
    """Accept an offer, so that the other stake goes into escrow as well, or decline it (B-14).

    The same answer again changes nothing.

    :param days: for how many the player has been in the server.
    :raises Refused: NO_SUCH_SIDE_BET, SIDE_BET_IS_OVER, MARKET_CLOSED; if it is accepted, too: TOO_NEW, OVER_CAP,
        HOST_AND_BANK, NOT_YOUR_ENTRY, BEYOND_FAIR, TAKEN_ENOUGH, PURSE_TOO_LIGHT.
    """
    side = _side_of(book, number, taker=player)
    if side.state == ("accepted" if accepts else "declined"):
        return Changes()
    _check_offered(side)
    draft = Draft(book, now)
    if not accepts:
        settling.release(draft, side, None)
        draft.put_side(replace(side, state="declined", ended=now))
        return draft.changes()
    _check_open(draft)
    _check_player(draft, player, side.rival, side.against, days)
    fairness.check_gift(book, side, player, week_began(now))
    _check_taken(book, side, now)
    _into_escrow(draft, side, player, side.against, "b")
    draft.put_side(replace(side, state="accepted"))
    return draft.changes()


def _check_taken(book: Book, side: SideBet, now: float) -> None:
    """Raise :exc:`Refused` if a bet that is accepted gives one of the two more than one may get in a week (B-23)."""
    field, since = len(book.entries), week_began(now)
    for giver, taker, who in ((side.proposer, side.taker, "you"), (side.taker, side.proposer, "other")):
        gift = fairness.gift_of(side, field, giver)
        if gift:
            fairness.check_taken(book, taker, gift, since, who, RULE)


def withdraw(book: Book, *, player: PlayerId, number: int, now: float) -> Changes:
    """Take an offer back that nobody has accepted yet (B-14). Taken back twice, it changes nothing.

    :raises Refused: NO_SUCH_SIDE_BET, SIDE_BET_IS_OVER.
    """
    side = _side_of(book, number, proposer=player)
    if side.state == "withdrawn":
        return Changes()
    _check_offered(side)
    draft = Draft(book, now)
    settling.release(draft, side, None)
    draft.put_side(replace(side, state="withdrawn", ended=now))
    return draft.changes()


def _check_open(draft: Draft) -> None:
    """Refuse side bets where there is no table, or once the race has begun (B-14)."""
    if draft.rules.is_off or not draft.book.race.guild:
        raise Refused(BetReason.NO_TABLE, rule=RULE)
    takes_bets = not draft.rules.late or any(each.state == "open" for each in draft.markets.values())
    if draft.book.race.state != before_bets_close(draft.rules) or not takes_bets:
        closed = settling.closed_before(draft.book)
        raise Refused(BetReason.MARKET_CLOSED, rule=RULE, market="side", window=0, **closed)


def _check_entries(book: Book, entry: EntryId, rival: EntryId | None) -> None:
    possible = [str(each.entry) for each in book.entries]
    for each in (entry, rival):
        if each is not None and str(each) not in possible:
            raise Refused(BetReason.NO_SUCH_CHOICE, rule=RULE, choice=str(each), possible=possible)
    if entry == rival:
        raise Refused(BetReason.SAME_ENTRY, rule=RULE)


def _check_sums(stake: int, against: int) -> None:
    least = min(stake, against)
    if least < 1:
        raise Refused(BetReason.TOO_LITTLE, rule=RULE, have=least, need=1)


def _check_player(draft: Draft, player: PlayerId, backed: EntryId | None, stake: int, days: int) -> None:
    """Raise :exc:`Refused` if this player may not take this side, or not with so much (B-15, B-16)."""
    check_age(draft.server, days)
    insiders.check_league(draft.book, player)
    insiders.check_host(draft.book, draft.rules, player)
    insiders.check_side(draft.book, player, backed)
    insiders.check_cap(draft.server, player, stake, draft.book.tickets.of(player), draft.book.sides)


def _into_escrow(draft: Draft, side: SideBet, player: PlayerId, stake: int, part: str) -> None:
    draft.require(player, stake)
    key = f"escrow:{side.race}:{side.number}:{part}"
    draft.move(key, "escrow", (draft.of_purse(player), -stake), (draft.of_escrow(side.number), stake))


def _side_of(book: Book, number: int, *, proposer: PlayerId | None = None, taker: PlayerId | None = None) -> SideBet:
    """Return a side bet that this player has offered, or was offered."""
    for side in book.sides:
        if side.number == number and (side.proposer == proposer or side.taker == taker):
            return side
    raise Refused(BetReason.NO_SUCH_SIDE_BET, rule=RULE, side=number)


def _check_offered(side: SideBet) -> None:
    if side.state != "offered":
        raise Refused(BetReason.SIDE_BET_IS_OVER, rule=RULE, state=side.state)
