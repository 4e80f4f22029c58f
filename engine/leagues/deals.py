"""Deals between two members (21.3, R-G31, H.6): goods and money for goods and money, offered and accepted.

An offer binds nobody. It is checked when it is made and again when it is accepted; it ends when the phase does.

L-45  An offer is checked against public knowledge of the other side, so that none tells a secret.
      Chariots are dealt as all know them: one that was mended or trained today waits until the day closes.
L-50  At most three offers of one stable to another stand, and nine are made in a phase: nobody floods another.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy

from engine.leagues import loans, money, oddities, parts, wares
from engine.leagues.words.facts import DealMade, DealUndone, OfferEnded, OfferMade, Whispered
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import Chariot, Deal, Goods, ItemKind, League, Offer, Stable
from engine.table import Table
from records.limits import OFFERS_IN_A_PHASE, OFFERS_STANDING
from records.refusals import Refused
from records.values import EntryId


def check(league: League, deal: Offer, asker: EntryId, set_aside: Mapping[EntryId, int]) -> None:
    """Check that this deal can be made now (H.6).

    :param asker: the member who offers or accepts it.
    :param set_aside: sesterces that each has promised by a sealed sheet, as far as *asker* may know it.
    :raises Refused: if it cannot.
    """
    by, to, gives, takes = deal.by, deal.to, deal.gives, deal.takes
    loans.check_not_last(league)
    check_parties(league, by, to)
    if gives.money < 0 or takes.money < 0 or (gives.money and takes.money):
        raise Refused(LeagueReason.NOT_WHOLE, "H.6", have=min(gives.money, takes.money), step=1)
    if not any((gives.chariots, gives.parts, takes.chariots, takes.parts)):
        raise Refused(LeagueReason.MONEY_ALONE, "H.6")
    if gives == Goods() or takes == Goods():
        raise Refused(LeagueReason.NOTHING_IN_IT, "H.6")
    stables = {by: league.stables[by], to: (league.shown if asker == by else league.stables)[to]}  # L-45
    for giver, taker, goods in ((by, to, gives), (to, by, takes)):
        _check_side(league, stables[giver], stables[taker], goods, asker)
        _check_pays(stables[giver], goods.money, set_aside.get(giver, 0), is_told=giver == asker)


def _check_pays(payer: Stable, need: int, set_aside: int, *, is_told: bool) -> None:
    """:raises Refused: if a side cannot pay; it shows only the asker's own cash (L-45)."""
    have = max(0, payer.cash - set_aside)
    if need > have and is_told:
        raise Refused(LeagueReason.TOO_LITTLE_CASH, "21.3", need=need, have=have)
    if need > have:
        raise Refused(LeagueReason.CANNOT_PAY, "H.6", stable=payer.number, need=need)


def check_parties(league: League, by: EntryId, to: EntryId) -> None:
    """Do nothing if these are two active members (H.6).

    :raises Refused: if they are not.
    """
    if by == to:
        raise Refused(LeagueReason.WITH_YOURSELF, "H.6")
    if to not in league.stables:
        raise Refused(LeagueReason.NOT_A_MEMBER)
    for stable in (league.stables[by], league.stables[to]):
        if stable.status != "active":
            raise Refused(LeagueReason.OUT_OF_THE_SEASON, "H.6", status=stable.status)
        if stable.is_house:
            raise Refused(LeagueReason.WITH_THE_HOUSE, "H.10")


def _check_side(league: League, giver: Stable, taker: Stable, goods: Goods, asker: EntryId) -> None:
    """:raises Refused: if one side cannot give all its goods, or the other cannot take them."""
    _check_twice(goods.chariots, "H.6")
    _check_twice([(part.of, part.kind, part.horse) for part in goods.parts], "R-G31")
    if league.is_epic:
        _check_epic_side(league, giver, taker, goods, asker)
        return
    _check_twice([(part.into, part.kind, part.place) for part in goods.parts], "R-G31")
    _check_twice([*goods.chariots, *sorted({part.of for part in goods.parts})], "H.6")
    for number in (*goods.chariots, *(part.of for part in goods.parts)):
        _check_has(league, giver.number, number)
        _check_free(league, number)
    if goods.chariots and taker.role == "better":
        raise Refused(LeagueReason.OWNS_NO_CHARIOTS, "26.6", stable=taker.number, chariot=goods.chariots[0])
    for part in goods.parts:
        _check_free(league, part.into)
        parts.check_part(giver, taker, part)


def _check_epic_side(league: League, giver: Stable, taker: Stable, goods: Goods, asker: EntryId) -> None:
    """Check that one side has these chariots, and these goods in its store, and that nothing holds them (B.6)."""
    for number in goods.chariots:
        _check_has(league, giver.number, number)
        _check_free(league, number)
        wares.check_free(league, "chariot", number, asker)
    for part in goods.parts:
        if part.of or part.into or part.kind == "team":
            raise Refused(LeagueReason.NO_SUCH_ITEM, "B.5", kind=part.kind, item=part.of)
        wares.check_has(giver, part.kind, part.horse)
        wares.check_free(league, part.kind, part.horse, asker)
    if (goods.chariots or goods.parts) and taker.role == "better":
        first = goods.chariots[0] if goods.chariots else 0
        raise Refused(LeagueReason.OWNS_NO_CHARIOTS, "26.6", stable=taker.number, chariot=first)


def _check_has(league: League, giver: EntryId, chariot: int) -> None:
    """:raises Refused: unless a stable has this chariot; the other side hears who has it now (H.14)."""
    holder = next((each.number for each in league.stables.values() if chariot in each.chariots), None)
    if holder is None:
        raise Refused(LeagueReason.NO_SUCH_CHARIOT, "H.6", chariot=chariot)
    if holder != giver:
        raise Refused(LeagueReason.NOT_THEIRS, "H.6", chariot=chariot, giver=giver, holder=holder)


def _check_twice(named: Sequence[object], rule: str) -> None:
    for place, each in enumerate(named):
        if each in named[:place]:
            raise Refused(LeagueReason.TWICE, rule, what=each)


def _check_free(league: League, chariot: int) -> None:
    """:raises Refused: if a chariot is in a race that is not reckoned yet (R-G31)."""
    if league.entry_of(chariot) is not None:
        raise Refused(LeagueReason.IS_ENTERED, "R-G31", chariot=chariot)


def _named(deal: Offer) -> list[int]:
    """Return the chariots that a deal gives away, or takes something from."""
    sides = (deal.gives, deal.takes)
    found = [number for goods in sides for number in (*goods.chariots, *(part.of for part in goods.parts))]
    return [number for number in found if number]  # goods of a store are of no chariot


def offer_deal(league: League, table: Table, offered: Offer, set_aside: int) -> None:
    """Offer goods as all know them, for goods as all know them (H.6, L-45).

    :param set_aside: sesterces that the offering stable has promised by a sealed sheet.
    :raises Refused: if the deal could not be made now.
    """
    _check_known(league, offered)
    check(league, offered, offered.by, {offered.by: set_aside})
    for number in _named(offered):
        owner = next(each for each in league.stables.values() if number in each.chariots)
        offered.seen[number] = deepcopy(league.shown[owner.number].chariots[number])
        if owner.number == offered.by and owner.chariots[number] != offered.seen[number]:
            raise Refused(LeagueReason.CHANGED_TODAY, "L-45", chariot=number)
    for part in offered.gives.parts:
        if part.kind == "gladiator":
            _check_untrained(league, offered.by, part.horse)
    offer(league, table, offered)


def _check_untrained(league: League, owner: EntryId, man: int) -> None:
    """:raises Refused: if a gladiator has learned something today that nobody knows of yet (L-45)."""
    if _has_changed(league, owner, man):
        raise Refused(LeagueReason.MAN_CHANGED_TODAY, "L-45", man=man)


def _has_changed(league: League, owner: EntryId, man: int) -> bool:
    """Tell whether a gladiator is another than all have seen him; so is one who was named in secret, to others."""
    return league.stables[owner].gladiators[man] != league.shown[owner].gladiators.get(man)


def _check_known(league: League, offered: Offer) -> None:
    """:raises Refused: about a chariot that was bought today: its owner alone knows of it (L-45)."""
    for number in _named(offered):
        if any(number in each.chariots for each in league.shown.values()):
            continue
        if number in league.stables[offered.by].chariots:
            raise Refused(LeagueReason.CHANGED_TODAY, "L-45", chariot=number)
        raise Refused(LeagueReason.NO_SUCH_CHARIOT, "H.6", chariot=number)


def offer(league: League, table: Table, offered: Offer) -> None:
    """Put a deal or a loan before the other side, as a secret between the two.

    It takes the place of the oldest, if as many stand as may (L-50).

    :raises Refused: if this stable has made the other one as many in this phase as it may.
    """
    pair = f"{offered.by} {offered.to}"
    if league.made.get(pair, 0) >= OFFERS_IN_A_PHASE.most:
        raise Refused(LeagueReason.OFFERED_ENOUGH, "L-50", stable=offered.to, at_most=OFFERS_IN_A_PHASE.most)
    standing = [each for each in league.offers if (each.by, each.to) == (offered.by, offered.to)]
    if len(standing) >= OFFERS_STANDING.most:
        end(league, table, standing[0])
    league.made[pair] = league.made.get(pair, 0) + 1
    league.offered += 1
    offered.number = league.offered
    league.offers.append(offered)
    fact = OfferMade(offered.number, offered.by, offered.to, offered.gives, offered.takes, offered.lends)
    table.tell(Whispered((offered.by, offered.to), (fact,)))


def find(league: League, number: int, member: EntryId) -> Offer:
    """Return an offer that *member* has made or got.

    :raises Refused: if there is none.
    """
    for each in league.offers:
        if each.number == number and member in (each.by, each.to):
            return each
    raise Refused(LeagueReason.NO_SUCH_OFFER, "H.6", number=number)


def end(league: League, table: Table, offered: Offer) -> None:
    """Take an offer back, and tell both sides."""
    league.offers.remove(offered)
    table.tell(Whispered((offered.by, offered.to), (OfferEnded(offered.number, offered.by, offered.to),)))


def accept(league: League, table: Table, member: EntryId, number: int, set_aside: Mapping[EntryId, int]) -> None:
    """Make a deal, or take a loan, all of it at once, and tell everybody (H.6).

    :raises Refused: if it cannot be made any more.
    """
    offered = find(league, number, member)
    if offered.to != member:
        raise Refused(LeagueReason.NO_SUCH_OFFER, "H.6", number=number)
    if offered.lends is not None:
        check_parties(league, offered.by, offered.to)
        loans.check_terms(league, *offered.lends)
        lender = league.stables[offered.by]
        _check_pays(lender, offered.lends[0], set_aside.get(offered.by, 0), is_told=False)
        league.offers.remove(offered)
        loans.lend(league, table, offered.by, offered.to, offered.lends)
        return
    check(league, offered, member, set_aside)
    for chariot, (_, now) in _about(league, offered).items():
        is_held = chariot in wares.in_matches(league)  # named by the other side, in secret
        if now != offered.seen.get(chariot, now) or is_held:
            raise Refused(LeagueReason.CHANGED_SINCE, "L-45", chariot=chariot)
    for _, giver, kind, item in _stored(offered):
        if kind == "gladiator" and (item in wares.in_duels(league) or _has_changed(league, giver, item)):
            raise Refused(LeagueReason.MAN_IS_HELD, "L-45", man=item)
    league.offers.remove(offered)
    table.tell(DealMade(number, offered.by, offered.to, offered.gives, offered.takes))
    known, before = len(league.oddities), _about(league, offered)
    oddities.look_at_deal(league, offered)
    _carry_out(league, table, offered)
    league.deals.append(Deal(offered, before, _about(league, offered), league.oddities[known:]))


def _carry_out(league: League, table: Table, offered: Offer) -> None:
    paid = offered.takes.money - offered.gives.money
    lines = ((offered.by, paid), (offered.to, -paid))
    money.post(league, table, "deal", "21.3", *lines, number=offered.number)
    sides = ((offered.by, offered.to, offered.gives), (offered.to, offered.by, offered.takes))
    for giver, taker, goods in sides:
        for part in goods.parts:
            if part.of == 0 and part.kind != "team":
                wares.hand_over(league, giver, taker, part.kind, part.horse)
            else:
                parts.fit(league, table, giver, taker, part)
    for giver, taker, goods in sides:
        for number in goods.chariots:
            parts.hand_over(league, giver, taker, number)


def _about(league: League, deal: Offer) -> dict[int, tuple[EntryId, Chariot]]:
    """Return the chariots that a deal is about, as they are, with their stables."""
    sides = (deal.gives, deal.takes)
    numbers = {number for goods in sides for number in goods.chariots}
    numbers |= {number for goods in sides for part in goods.parts for number in (part.of, part.into)}
    return {
        number: (stable.number, deepcopy(stable.chariots[number]))
        for stable in league.stables.values()
        for number in sorted(numbers & set(stable.chariots))
    }


def undo(league: League, table: Table, number: int, set_aside: Mapping[EntryId, int]) -> None:
    """Undo a deal of the open phase: move goods and money back, all at once, and tell everybody (H.14, L-40).

    :param set_aside: sesterces that each has promised by a sealed sheet.
    :raises Refused: if there is no such deal, or some of it has moved on.
    """
    deal = next((each for each in league.deals if each.offer.number == number), None)
    if deal is None:
        possible = [each.offer.number for each in league.deals]
        raise Refused(LeagueReason.NO_SUCH_DEAL, "H.14", number=number, possible=possible)
    offer, now = deal.offer, _about(league, deal.offer)
    for chariot, left in deal.after.items():
        if now.get(chariot) != left or league.entry_of(chariot) is not None:
            raise Refused(LeagueReason.MOVED_ON, "H.14", chariot=chariot)
    stored = _stored(offer)
    for holder, _, kind, item in stored:
        wares.check_has(league.stables[holder], kind, item)
    paid = offer.takes.money - offer.gives.money  # by the one who accepted
    debtor = offer.by if paid > 0 else offer.to
    if league.stables[debtor].cash - set_aside.get(debtor, 0) < abs(paid):
        raise Refused(LeagueReason.SPENT, "H.14", stable=debtor, need=abs(paid))
    league.deals.remove(deal)
    for oddity in deal.oddities:
        league.oddities.remove(oddity)
    table.tell(DealUndone(number, offer.by, offer.to, offer.gives, offer.takes))
    money.post(league, table, "deal undone", "H.14", (offer.by, -paid), (offer.to, paid), number=number)
    for holder, giver, kind, item in stored:
        wares.hand_over(league, holder, giver, kind, item)
    for stable, was in deal.before.values():
        parts.put_back(league, stable, deepcopy(was))


def _stored(offer: Offer) -> list[tuple[EntryId, EntryId, ItemKind, int]]:
    """Return the goods of stores in a deal, each with who has it since, and who gave it."""
    sides = ((offer.to, offer.by, offer.gives), (offer.by, offer.to, offer.takes))
    return [
        (holder, giver, part.kind, part.horse)
        for holder, giver, goods in sides
        for part in goods.parts
        if part.of == 0 and part.kind != "team"
    ]


def forget(league: League) -> None:
    """End open offers, and the time to undo deals, as a phase ends (H.6, H.14)."""
    league.offers, league.deals, league.made = [], [], {}
