"""Ways to gain more than the rules give by auctions and matches, or by many accounts: none works, or all read of it."""

from copy import deepcopy

import msgspec
import pytest

from engine.goods.chariots import ChariotHome, HorseHome
from engine.leagues import money
from engine.leagues.words.acts import Accept, OfferLoan
from engine.leagues.words.epic_acts import (
    AcceptMatch,
    Challenge,
    Consign,
    DeclineMatch,
    MatchReturned,
    NameForMatch,
    RaiseMatch,
    Withdraw,
)
from engine.leagues.words.epic_facts import AuctionLotSold
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet, Maximum
from engine.leagues.words.facts import Noticed
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.sheets import Entries
from engine.leagues.words.state import CALENDAR, Consigned, Driver, League, Oddity, PhaseName, StoredCar
from engine.questions import Answer
from engine.session import Session
from engine.stables import Aftermath
from records.refusals import Refused
from records.values import EntryId
from tests.leagues.builders import ANN, BOB, CLEO, DIO, league, session
from tests.leagues.test_money import run_race
from words.leagues import story
from words.leagues.refusals import sentence

NAMES = {ANN: "Ann", BOB: "Bob", CLEO: "Cleo", DIO: "Dio"}


def made(phase: PhaseName = "stable", *, event: int = 2, cash: int = 10_000, **options: object) -> League:
    """Return an Epic season of three owners with two chariots each; Dio bets only."""
    found = league(
        {ANN: 2, BOB: 2, CLEO: 2, DIO: 0}, phase, event=event, cash=cash, betters=(DIO,), campaign="epic", **options
    )
    if phase in ("market", "stable"):
        found.entries = []
    return found


def total(played: Session[League], *members: EntryId) -> int:
    return sum(played.state.stables[each].cash for each in members)


def refused(played: Session[League], member: EntryId, act: Answer) -> LeagueReason:
    before = msgspec.json.encode(played.state)
    with pytest.raises(Refused) as caught:
        played.act(member, act)
    assert msgspec.json.encode(played.state) == before
    assert len(sentence(caught.value)) <= 300
    assert isinstance(caught.value.reason, LeagueReason)
    return caught.value.reason


def noticed(played: Session[League]) -> list[Oddity]:
    return [fact.oddity for fact in played.table.told if isinstance(fact, Noticed)]


# Auctions


def at_auction(kind: str, item: int, reserve: int, cash: int = 10_000) -> Session[League]:
    """Return the day of an auction in which Ann sells goods of hers."""
    found = made("market", cash=cash)
    found.stables[ANN].store.drivers.append(Driver(90, 2, 7, 7))
    found.consigned = [Consigned(1_001, ANN, kind, item, reserve)]  # type: ignore[arg-type]
    found.consignments = 1
    found.shown = deepcopy(found.stables)
    return session(found)


def test_nobody_bids_for_their_own_goods() -> None:
    """Else an owner could drive a rival's price up, and keep the goods where nobody follows."""
    played = at_auction("driver", 90, 100)
    asked = played.open[ANN].question if ANN in played.open else None

    assert asked is None or (isinstance(asked, AuctionDay) and 1_001 not in [lot.number for lot in asked.lots])
    with pytest.raises(Refused):
        played.answer(ANN, BidSheet((Maximum(1_001, 500),)))


def test_a_straw_bidder_makes_nobody_pay_more_than_they_said() -> None:
    """Bob bids for Ann with all his cash behind him: Cleo pays her own maximum at the most, or Bob pays himself."""
    played = at_auction("driver", 90, 100)
    played.answer(BOB, BidSheet((Maximum(1_001, 3_900),)))
    played.answer(CLEO, BidSheet((Maximum(1_001, 4_000),)))

    assert played.state.stables[CLEO].cash == 6_000
    assert total(played, ANN, BOB, CLEO) == 30_000, "friends and rivals together are no richer"
    assert [each.number for each in played.state.stables[CLEO].store.drivers] == [90]


@pytest.mark.parametrize(("reserve", "told"), [(4_000, False), (12_000, False), (12_100, True)])
def test_two_friends_who_shift_money_by_an_auction_are_named(reserve: int, told: bool) -> None:
    """A driver who costs 4,000s new may bring three times that; what is above it, all read of."""
    played = at_auction("driver", 90, reserve, cash=20_000)
    played.answer(BOB, BidSheet((Maximum(1_001, reserve),)))
    played.answer(CLEO, BidSheet())

    assert total(played, ANN, BOB) == 40_000
    assert bool(played.state.oddities) is told


def test_a_fortune_for_a_car_stands_in_the_paper() -> None:
    found = made("market")
    found.stables[ANN].store.cars.append(StoredCar(90, "heavy"))
    found.consigned = [Consigned(1_001, ANN, "car", 90, 9_000)]
    found.shown = deepcopy(found.stables)
    played = session(found)
    played.answer(BOB, BidSheet((Maximum(1_001, 9_000),)))
    played.answer(CLEO, BidSheet())
    run_race(played)

    assert noticed(played) == [Oddity("auction", BOB, ANN, 9_000, 750)]
    paper = "\n".join(story.latest_paper(list(played.table.told), NAMES))
    assert "👀 Bob paid Ann 9,000s at the auction for goods worth 750s new." in paper


def test_goods_are_sold_no_more_before_the_last_event() -> None:
    """What friends pay for junk in the last auction would make a king."""
    played = session(made(event=8, events=9))

    assert refused(played, ANN, Consign("chariot", 1, 100)) is LeagueReason.LAST_EVENT
    assert session(made(event=7, events=9)).act(ANN, Consign("chariot", 1, 100))


def test_the_catalogue_is_flooded_by_nobody() -> None:
    played = session(made())
    for _ in range(5):
        for number in (1, 2):
            played.act(ANN, Consign("chariot", number, 100))
        for goods in list(played.state.consigned):
            played.act(ANN, Withdraw(goods.number))

    assert refused(played, ANN, Consign("chariot", 1, 100)) is LeagueReason.CONSIGNED_ENOUGH
    assert played.act(BOB, Consign("chariot", 3, 100)), "others are not locked out"


def test_a_seller_who_loses_goods_sells_nothing() -> None:
    """Consigned goods go nowhere else: not by a deal, not into another catalogue."""
    played = session(made())
    played.act(ANN, Consign("chariot", 1, 100))

    assert refused(played, ANN, Consign("chariot", 1, 900)) is LeagueReason.IS_HELD
    assert refused(played, BOB, Consign("chariot", 1, 100)) is LeagueReason.NOT_YOURS


def test_a_chariot_that_is_promised_is_refused_with_that_reason() -> None:
    played = session(made())
    played.act(ANN, Consign("chariot", 1, 100))

    with pytest.raises(Refused) as caught:
        played.answer(ANN, Entries((1,)))

    assert caught.value.reason is LeagueReason.IS_HELD
    assert "promised to a match or an auction" in sentence(caught.value)
    assert "Mend" not in sentence(caught.value)


# Matches


def finish(played: Session[League], first: EntryId) -> None:
    """Let a match be over: the chariots of one side come first."""
    match = played.state.matches[-1]
    ranked = sorted(match.entries, key=lambda entry: (entry.stable != first, entry.entry))
    homes = []
    for entry in match.entries:
        assert entry.stable is not None
        team = played.state.stables[entry.stable].chariots[entry.chariot].team
        assert team is not None
        horses = tuple(HorseHome(horse.injury, True) for horse in team.horses)
        homes.append(ChariotHome(entry.entry, ranked.index(entry) + 1, 1, horses, 7, True))
    played.act(CALENDAR, MatchReturned(match.number, Aftermath.of(homes, 5)))


def match(played: Session[League], odds: int = 1, stake: int = 100, chariots: tuple[int, int] = (1, 3)) -> None:
    played.act(ANN, Challenge(BOB, 1, odds, stake, 1))
    number = len(played.state.matches)
    played.act(BOB, AcceptMatch(number))
    played.act(ANN, NameForMatch(number, chariots[:1]))
    played.act(BOB, NameForMatch(number, chariots[1:]))


def test_a_thrown_match_moves_stakes_and_makes_none() -> None:
    """Bob loses 5,000s to Ann on purpose. The two are no richer together, and all read of it."""
    played = session(made())
    match(played, stake=5_000)
    finish(played, ANN)
    together = total(played, ANN, BOB)
    run_race(played)

    assert together == 20_000
    assert noticed(played) == [Oddity("match", BOB, ANN, 5_000, 100)]
    paper = "\n".join(story.latest_paper(list(played.table.told), NAMES))
    assert "👀 Bob lost 5,000s to Ann in a match, where a stake of 100s was enough." in paper


def test_a_small_match_is_nobodys_business() -> None:
    played = session(made())
    match(played, odds=5, stake=1_600)
    finish(played, ANN)

    assert played.state.oddities == []


def test_two_friends_make_no_champion_by_matches() -> None:
    """A chariot runs one match between two events, and three private wins count."""
    played = session(made())
    match(played)
    finish(played, ANN)
    played.act(ANN, Challenge(BOB, 1, 1, 100, 1))
    played.act(BOB, AcceptMatch(2))

    assert refused(played, ANN, NameForMatch(2, (1,))) is LeagueReason.HAS_MATCHED
    assert refused(played, BOB, NameForMatch(2, (3,))) is LeagueReason.HAS_MATCHED
    driver = played.state.stables[ANN].chariots[1].driver
    assert driver is not None
    assert (driver.wins, driver.private_wins, played.state.stables[ANN].wins) == (1, 1, 0)


def test_a_chariot_that_was_sold_has_run_its_match() -> None:
    """Neither its new owner nor its old one runs another before the event."""
    played = session(made())
    match(played)
    finish(played, ANN)
    played.state.stables[CLEO].chariots[1] = played.state.stables[ANN].chariots.pop(1)
    played.act(CLEO, Challenge(BOB, 1, 1, 100, 1))
    played.act(BOB, AcceptMatch(2))

    assert refused(played, CLEO, NameForMatch(2, (1,))) is LeagueReason.HAS_MATCHED


def test_stakes_are_out_of_reach_until_the_match_is_over() -> None:
    """What is in escrow is lent, dealt and bid by nobody; nobody stakes it twice."""
    played = session(made(cash=1_000))
    played.act(ANN, Challenge(BOB, 1, 1, 900, 1))
    played.act(ANN, Challenge(CLEO, 1, 1, 900, 1))
    played.act(BOB, AcceptMatch(1))

    assert refused(played, CLEO, AcceptMatch(2)) is LeagueReason.CANNOT_PAY
    assert played.state.escrow == 1_800
    assert money.balance(played.state) == 0


@pytest.mark.parametrize("amount", [-100, 0, 50, 150, 10**60])
def test_stakes_that_make_no_sense_are_refused(amount: int) -> None:
    played = session(made())
    refused(played, ANN, Challenge(BOB, 1, 1, amount, 1))
    played.act(ANN, Challenge(BOB, 1, 1, 100, 1))

    refused(played, BOB, RaiseMatch(1, amount))
    refused(played, ANN, Consign("chariot", 1, amount if amount != 10**60 else -1))


def test_nobody_answers_for_others() -> None:
    played = session(made())
    played.act(ANN, Challenge(BOB, 1, 1, 100, 1))

    for act in (AcceptMatch(1), DeclineMatch(1), RaiseMatch(1, 500), NameForMatch(1, (5,))):
        assert refused(played, CLEO, act) is LeagueReason.NO_SUCH_MATCH


def test_nobody_floods_another_with_challenges() -> None:
    """Twenty accounts of one person: each has a stable, or says nothing; three of its challenges wait at the most."""
    played = session(made())
    for _ in range(3):
        played.act(ANN, Challenge(BOB, 1, 1, 100, 1))

    assert refused(played, ANN, Challenge(CLEO, 1, 1, 100, 1)) is LeagueReason.MATCHES_ENOUGH
    assert played.act(CLEO, Challenge(BOB, 1, 1, 100, 1)), "others are not locked out"
    with pytest.raises(Refused):
        played.act(EntryId(99), Challenge(BOB, 1, 1, 100, 1))


def test_raises_end() -> None:
    played = session(made(cash=100_000))
    played.act(ANN, Challenge(BOB, 1, 1, 100, 1))
    for step in range(1, 7):
        played.act(BOB, RaiseMatch(1, 100 + 200 * step))
        played.act(ANN, RaiseMatch(1, 200 + 200 * step))

    assert refused(played, BOB, RaiseMatch(1, 9_000)) is LeagueReason.MATCHES_ENOUGH


def test_nobody_makes_a_king_by_a_match() -> None:
    """In the last event nobody loses a fortune to a friend."""
    played = session(made(event=9, events=9))

    assert refused(played, ANN, Challenge(BOB, 1, 1, 9_000, 1)) is LeagueReason.LAST_EVENT


def test_a_challenge_of_before_is_not_accepted_in_the_last_event() -> None:
    played = session(made(event=8, events=9))
    played.act(ANN, Challenge(BOB, 1, 1, 9_000, 1))
    played.state.event = 9

    assert refused(played, BOB, AcceptMatch(1)) is LeagueReason.LAST_EVENT


def test_sold_lots_tell_all_maxima() -> None:
    played = at_auction("driver", 90, 100)
    played.answer(BOB, BidSheet((Maximum(1_001, 500),)))
    played.answer(CLEO, BidSheet((Maximum(1_001, 700),)))

    (sold,) = [fact for fact in played.table.told if isinstance(fact, AuctionLotSold)]
    assert [(each.bidder, each.most, each.outcome) for each in sold.maxima] == [
        (CLEO, 700, "won"),
        (BOB, 500, "outbid"),
    ]


def test_a_ring_of_three_friends_has_no_more_after_a_round_of_auctions() -> None:
    """Each buys the next one's driver for far too much: money goes round, none is made, and all of it is told."""
    found = made("market", cash=20_000)
    for place, member in enumerate((ANN, BOB, CLEO)):
        found.stables[member].store.drivers.append(Driver(90 + place, 2, 7, 7))
        found.consigned.append(Consigned(1_001 + place, member, "driver", 90 + place, 13_000))
    found.consignments = 3
    found.shown = deepcopy(found.stables)
    played = session(found)
    for member, lot in ((BOB, 1_001), (CLEO, 1_002), (ANN, 1_003)):
        played.answer(member, BidSheet((Maximum(lot, 13_000),)))

    assert total(played, ANN, BOB, CLEO) == 60_000
    assert {each: len(played.state.stables[each].store.drivers) for each in (ANN, BOB, CLEO)} == {
        ANN: 1,
        BOB: 1,
        CLEO: 1,
    }
    assert [(each.giver, each.taker) for each in played.state.oddities] == [(BOB, ANN), (CLEO, BOB), (ANN, CLEO)]


def test_a_sheet_of_bids_has_an_end() -> None:
    """Twenty-five lines: nobody makes the auction slow for all by a sheet of thousands."""
    played = at_auction("driver", 90, 100)
    before = msgspec.json.encode(played.state)

    with pytest.raises(Refused) as refused:
        played.answer(BOB, BidSheet(tuple(Maximum(n, 100) for n in range(1, 27))))
    assert refused.value.reason is LeagueReason.TOO_MANY_LINES
    assert msgspec.json.encode(played.state) == before


@pytest.mark.parametrize(("lent", "due", "told"), [(2_000, 2_000, True), (2_000, 4_000, True), (2_000, 3_000, False)])
def test_a_loan_that_is_a_present_is_told_either_way(lent: int, due: int, told: bool) -> None:
    """At no interest the borrower gains; at twice the sum the lender does. More than three times is refused."""
    played = session(made())
    played.act(ANN, OfferLoan(BOB, lent, due, 4))
    played.act(BOB, Accept(1))

    assert [each.kind for each in played.state.oddities] == (["loan"] if told else [])
    assert total(played, ANN, BOB) == 20_000


def test_offers_of_one_member_to_another_have_an_end() -> None:
    played = session(made())
    for _ in range(9):
        played.act(ANN, OfferLoan(BOB, 100, 100, 4))

    assert refused(played, ANN, OfferLoan(BOB, 100, 100, 4)) is LeagueReason.OFFERED_ENOUGH
    assert len(played.state.offers) == 3, "three stand at a time"
    assert played.act(CLEO, OfferLoan(BOB, 100, 100, 4)), "others are not locked out"
