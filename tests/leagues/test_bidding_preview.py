"""What a bidder's sheet may come to, told before it is sealed: it holds whatever the others bid (H.5)."""

import random

import pytest

from engine.leagues.bidding_preview import preview
from engine.leagues.views import view_for
from engine.leagues.words.epic_facts import AuctionLotSold, CatalogueLot
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet, Maximum
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import BANK, MarketLot
from engine.questions import Ask
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId
from tests.leagues.builders import ANN, BOB, CLEO, chariot, league, session
from words.leagues.controls import controls, taken
from words.leagues.refusals import sentence


def day(cash: int, *starts: int) -> AuctionDay:
    return AuctionDay(
        cash, tuple(CatalogueLot(n, "chariot", n, start, BANK) for n, start in enumerate(starts, start=1))
    )


def sheet(*maxima: int, budget: int | None = None, wanted: int | None = None) -> BidSheet:
    return BidSheet(tuple(Maximum(lot, most) for lot, most in enumerate(maxima, start=1) if most), budget, wanted)


@pytest.mark.parametrize(
    ("asked", "bids", "at_most", "won", "paid", "dropped"),
    [
        (day(9_400, 500, 700), sheet(5_400, 4_000), 9_400, (1, 2), 9_400, ()),
        (day(20_000, 500, 500, 500), sheet(0, 1_200, 1_200, wanted=1), 1_200, (2,), 1_200, (3,)),
        (day(20_000, 500, 500), sheet(500, 2_000, wanted=1), 2_000, (1,), 500, (2,)),
        (day(1_000, 300, 300), sheet(900, 900), 1_000, (1,), 900, (2,)),
        (day(20_000, 500, 500), sheet(2_700, 2_500, budget=3_000), 3_000, (1,), 2_700, (2,)),
        (day(990, 300), sheet(900), 900, (1,), 900, ()),
        (day(990, 300, 300), sheet(500, 500), 900, (1, 2), 900, ()),
        (day(9_000, 500), sheet(), 0, (), 0, ()),
    ],
    ids=["two", "one wanted", "a dearer one later", "short of cash", "a budget", "odd cash", "odd rest", "none"],
)
def test_a_sheet_and_what_it_comes_to(
    asked: AuctionDay, bids: BidSheet, at_most: int, won: tuple[int, ...], paid: int, dropped: tuple[int, ...]
) -> None:
    asked.verify(bids)
    found = preview(asked, bids)

    assert (found.at_most, found.won, found.paid, found.dropped) == (at_most, won, paid, dropped)


@pytest.mark.parametrize("seed", range(60))
def test_nobody_ever_pays_more_than_was_told(seed: int) -> None:
    """Auctions at random: Ann pays no more than her preview says; against bids as high as hers she pays just that."""
    dice = random.Random(seed)
    made = league({ANN: 0, BOB: 0, CLEO: 0}, "market", cash=dice.choice([990, 3_000, 10_000]), campaign="epic")
    made.market = [MarketLot(chariot(n), 100 * dice.randint(2, 12)) for n in range(1, 16)]
    made.chariots = 15
    played = session(made)
    if ANN not in played.open:
        return
    sheets: dict[EntryId, BidSheet] = {}
    for member in played.open:
        asked = played.open[member].question
        assert isinstance(asked, AuctionDay)
        able = [lot for lot in asked.lots if lot.start <= asked.cash]
        lots = dice.sample(able, min(len(able), dice.randint(1, 9)))
        lines = tuple(Maximum(lot.number, dice.randint(lot.start // 100, asked.cash // 100) * 100) for lot in lots)
        budget = dice.choice([None, asked.cash // 200 * 100 or 100])
        sheets[member] = BidSheet(lines, budget, dice.choice([None, 1, 2]))
    told = preview(played.open[ANN].question, sheets[ANN])  # type: ignore[arg-type]
    for member, bids in sheets.items():
        played.answer(member, bids)

    sold = [fact for fact in played.table.told if isinstance(fact, AuctionLotSold) and fact.buyer == ANN]
    assert sum(fact.price for fact in sold) <= told.at_most
    assert 10_000 >= told.at_most >= told.paid >= told.at_least
    assert len(told.won) + len(told.dropped) == len(sheets[ANN].lines)


def test_if_all_maxima_hold_it_is_as_told() -> None:
    """Bob bids as much as Ann for everything, and the draw goes her way or his; what she wins costs what was told."""
    made = league({ANN: 0, BOB: 0}, "market", cash=10_000, campaign="epic")
    made.market = [MarketLot(chariot(n), 500) for n in (1, 2)]
    made.chariots = 2
    played = session(made)
    bids = sheet(3_000, 2_000)
    told = preview(played.open[ANN].question, bids)  # type: ignore[arg-type]
    played.answer(ANN, bids)
    played.answer(BOB, sheet(2_900, 1_900))

    sold = [fact for fact in played.table.told if isinstance(fact, AuctionLotSold)]
    assert [(fact.buyer, fact.price) for fact in sold] == [(ANN, 3_000), (ANN, 2_000)]
    assert (told.won, told.paid) == ((1, 2), 5_000)


def test_maxima_beyond_the_purse_say_at_once_what_nothing_is_left_for() -> None:
    made = league({ANN: 0, BOB: 0}, "market", cash=10_000, campaign="epic")
    made.market = [MarketLot(chariot(n), 500) for n in (1, 2, 3)]
    made.chariots = 3
    played = session(made)
    view = played.view([ANN])

    assert taken(view, [sheet(6_000, 4_000, 500)]).endswith(
        "3 bids (if all your maxima hold, your money ends before lot 3)"
    )
    assert taken(view, [sheet(6_000, 3_000, 500)]) == "3 bids"
    assert taken(view, [sheet(6_000, 4_000, 500, wanted=1)]) == "3 bids"


def test_who_lacks_money_reads_how_another_owner_lends_it() -> None:
    refused = Refused(LeagueReason.TOO_LITTLE_CASH, "21.2", need=25_000, have=20_000)

    said = sentence(refused)

    assert "**Lend** under **My stable**" in said
    assert "`/stable money what:loan to:(your number) amount:5000 due:5000 after:(an event)`" in said
    assert len(said) <= 300


@pytest.mark.parametrize("plan", ["lot", "eve", "lot-", "eve-0", "lot-0-x9", "lot-0-cx", "lot-0-"])
def test_a_draft_of_bids_that_was_forged_is_refused_in_words(plan: str) -> None:
    view = view_for(league({ANN: 1, BOB: 1}, "market", campaign="epic"), {}, [ANN])
    ask = Ask(ANN, day(1_000, 300), BidSheet(), secret=True)

    if plan == "lot-0-x9":  # a place of a menu that there is not
        assert controls(view, ask, {}, plan).rows
        return
    with pytest.raises(Refused) as refused:
        controls(view, ask, {}, plan)
    assert refused.value.reason is GameReason.NOT_A_PLAN
