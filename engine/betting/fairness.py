"""The sum that a side bet gives away: any stake of one side beyond fair odds counts as a present (B-14).

Fair is 1 : 1 that a chariot ends ahead of another, and 1 : n-1 that it wins among n.
"""

from typing import NamedTuple

import msgspec

from engine.betting.book import Book, Purses, SideBet
from engine.betting.reasons import BetReason
from engine.betting.rules import ServerRules
from records.refusals import Refused
from records.values import PlayerId, Sesterces


class Terms(NamedTuple):
    """The stakes of two players, and the number of chariots that decide between them."""

    stake: int  # of the one who says that a chariot will
    against: int  # of the one who says that it will not
    field: int  # chariots of which one is to win; 2 for one ahead of another

    @property
    def fair_against(self) -> int:
        """The sesterces fairly staked against. A field of one cannot lose; it is taken as a field of two."""
        return max(1, self.field - 1) * self.stake

    @property
    def fair_stake(self) -> int:
        """The sesterces fairly staked for it, rounded down."""
        return self.against // max(1, self.field - 1)

    @property
    def gifts(self) -> tuple[int, int]:
        """By how much either stake is beyond fair odds, rounded up.

        >>> Terms(600, 100, 2).gifts, Terms(100, 700, 4).gifts, Terms(100, 300, 4).gifts
        ((500, 0), (0, 400), (0, 0))
        """
        return max(0, self.stake - self.fair_stake), max(0, self.against - self.fair_against)


def terms_of(side: SideBet, field: int) -> Terms:
    """Return the terms of a side bet in a race of *field* chariots."""
    return Terms(side.stake, side.against, 2 if side.rival is not None else field)


def gift_of(side: SideBet, field: int, player: PlayerId) -> Sesterces:
    """Return by how much a player's stake is beyond fair odds; 0 if it is not."""
    return Sesterces(terms_of(side, field).gifts[player == side.taker])


def fair_stake(side: SideBet, field: int, player: PlayerId) -> int:
    """Return the most sesterces that a player may stake at fair odds against the other's stake."""
    terms = terms_of(side, field)
    return terms.fair_against if player == side.taker else terms.fair_stake


def given_away(known: Book | Purses, player: PlayerId, since: float) -> Sesterces:
    """Return the sesterces that a player has given away since then: presents, and stakes beyond fair odds (B-1, B-14).

    A side bet counts in each week in which it is under way. An offer gives nothing away on the part of a player who has
    not accepted it, and neither does a side bet that was called off.
    """
    gifts = 0
    for side, field in known.sides_of(player, since):
        is_bound = side.state in ("accepted", "settled") or (side.state == "offered" and player == side.proposer)
        gifts += gift_of(side, field, player) if is_bound else 0
    return Sesterces(known.given(player, since) + gifts)


def taken_in(known: Book | Purses, player: PlayerId, since: float) -> Sesterces:
    """Return the sesterces that a player has got since then: presents, and others' stakes beyond fair odds (B-23).

    A side bet counts once both are bound by it.
    """
    gifts = 0
    for side, field in known.sides_of(player, since):
        if side.state in ("accepted", "settled"):
            gifts += gift_of(side, field, side.proposer if player == side.taker else side.taker)
    return Sesterces(known.taken(player, since) + gifts)


def check_taken(known: Book | Purses, player: PlayerId, gift: int, since: float, taker: str, rule: str) -> None:
    """Raise :exc:`Refused` with TAKEN_ENOUGH if a player would get more in a week than one may give (B-23).

    :param since: when the week began.
    :param taker: ``you`` or ``other``, as the person who acts sees them.
    """
    most = msgspec.json.decode(known.server, type=ServerRules).most_given
    left = max(0, most - taken_in(known, player, since))
    if gift > left:
        raise Refused(BetReason.TAKEN_ENOUGH, rule=rule, taker=taker, left=left, need=gift, at_most=most)


def check_gift(book: Book, side: SideBet, player: PlayerId, since: float) -> None:
    """Raise :exc:`Refused` with BEYOND_FAIR if a stake gives away more than presents allow in a week (B-14).

    :param since: when the week began.
    """
    gift = gift_of(side, len(book.entries), player)
    if not gift:
        return
    most = msgspec.json.decode(book.server, type=ServerRules).most_given
    have = given_away(book, player, since)
    if have + gift > most:
        fair = fair_stake(side, len(book.entries), player)
        values = {"giver": "you", "have": have, "need": gift, "at_most": most, "fair": fair}
        raise Refused(BetReason.BEYOND_FAIR, rule="B-14", **values)


def check_possible(book: Book, side: SideBet) -> None:
    """Raise :exc:`Refused` if the taker could never accept: the stake alone gives more than a week's presents."""
    gift = gift_of(side, len(book.entries), side.taker)
    most = msgspec.json.decode(book.server, type=ServerRules).most_given
    if gift > most:
        fair = fair_stake(side, len(book.entries), side.taker)
        values = {"giver": "other", "have": 0, "need": gift, "at_most": most, "fair": fair}
        raise Refused(BetReason.BEYOND_FAIR, rule="B-14", **values)


def gives_too_much(book: Book, side: SideBet, since: float) -> bool:
    """Tell whether an accepted bet on the winner gives too much by now, as chariots have come or gone (B-14).

    :param since: when the week began in which it was offered.
    """
    if side.rival is not None:
        return False
    most = msgspec.json.decode(book.server, type=ServerRules).most_given
    gives = [player for player in (side.proposer, side.taker) if gift_of(side, len(book.entries), player)]
    gets = {side.proposer, side.taker}.difference(gives) if gives else set()
    return any(given_away(book, each, since) > most for each in gives) or any(
        taken_in(book, each, since) > most for each in gets
    )
