"""After an auction losers read the true reason; a suggestion names its budget, and sells men as men (H.5, R-B3)."""

from typing import Any

import msgspec
import pytest

from engine.leagues.words.epic_facts import AuctionLotSold, AuctionLotUnsold, CatalogueLot, MaximumTold
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet, Maximum
from engine.leagues.words.state import BANK, MarketLot
from tests.leagues.builders import ANN, BOB, CLEO, chariot, league, session
from tests.leagues.test_arena_secrets import made
from words.leagues import bidding, bidding_typed, story
from words.leagues.controls import controls

NAMES = {ANN: "🔴 **Ann**", BOB: "🔵 **Bob**", CLEO: "🟡 **Cleo**"}


def bids(*maxima: tuple[int, int], budget: int | None = None, wanted: int | None = None) -> BidSheet:
    return BidSheet(tuple(Maximum(lot, most) for lot, most in maxima), budget, wanted)


def sold(sheets: dict[Any, BidSheet], *starts: int, cash: int = 10_000) -> list[Any]:
    """Return what the sale of lots with these starting bids tells."""
    opened = league({ANN: 0, BOB: 0, CLEO: 0}, "market", cash=cash, campaign="epic")
    opened.market = [MarketLot(chariot(n), start) for n, start in enumerate(starts, start=1)]
    opened.chariots = len(starts)
    played = session(opened)
    for member in (ANN, BOB, CLEO):
        played.answer(member, sheets.get(member, BidSheet()))
    return [fact for fact in played.table.told if isinstance(fact, AuctionLotSold | AuctionLotUnsold)]


@pytest.mark.parametrize(
    ("loser", "held", "reason"),
    [
        (bids((1, 700), (2, 1_800), budget=1_500), "budget", "1,800s (budget used up: 800s left)"),
        (bids((1, 700), (2, 1_800), budget=700), "budget", "1,800s (budget used up: nothing left)"),
        (bids((1, 9_400), (2, 1_800)), "cash", "1,800s (cash used up: 600s left)"),
        (bids((1, 9_400), (2, 1_800), budget=10_000), "cash", "1,800s (cash used up: 600s left)"),
        (bids((2, 800)), "", "800s (outbid)"),
        (bids((1, 700), (2, 1_800), wanted=1), "", "1,800s (wanted no more)"),
    ],
    ids=["budget", "no budget", "cash", "cash before budget", "outbid", "enough"],
)
def test_a_loser_reads_why_a_maximum_did_not_win(loser: BidSheet, held: str, reason: str) -> None:
    """Bob has 900s for lot 2, and pushes lot 1 to its price; Cleo's sheet is the loser's."""
    first = next((line.most for line in loser.lines if line.lot == 1), 0)
    bob = bids((1, first - 100), (2, 900)) if first else bids((2, 900))
    facts = sold({BOB: bob, CLEO: loser}, min(first, 500) or 500, 500)
    won = next(fact for fact in facts if fact.lot.number == 2)

    lost = next(each for each in won.maxima if each.bidder == CLEO)
    assert (won.buyer, lost.held) == (BOB, held)
    assert reason in "\n".join(story.tell(facts, NAMES))


def test_a_draw_that_was_lost_for_want_of_budget_says_both() -> None:
    told = MaximumTold(CLEO, 1_800, 900, "lost the draw", "budget")
    fact = AuctionLotSold(CatalogueLot(2, "chariot", 2, 500, BANK), BOB, 900, (MaximumTold(BOB, 900, 900, "won"), told))

    assert "1,800s (budget used up: 900s left, lost the draw)" in story.tell([fact], NAMES)[0]


def test_an_auction_of_before_tells_what_was_left_and_is_kept_as_it_was() -> None:
    """Its facts say nothing of budgets; written anew they are what they were, so that hashes of stories hold."""
    old = b'{"bidder":3,"most":1800,"counted":800,"outcome":"outbid"}'
    told = msgspec.json.decode(old, type=MaximumTold)
    fact = AuctionLotSold(CatalogueLot(2, "chariot", 2, 500, BANK), BOB, 900, (MaximumTold(BOB, 900, 900, "won"), told))

    assert msgspec.json.encode(told) == old
    assert "1,800s (only 800s left)" in story.tell([fact], NAMES)[0]


# What is suggested


def test_a_suggestion_names_how_many_it_wants_and_its_budget() -> None:
    opened = league({ANN: 0, BOB: 0}, "market", cash=20_000, campaign="epic")
    opened.market = [MarketLot(chariot(n), 500) for n in (1, 2)]
    opened.chariots = 2
    played = session(opened)

    text = controls(played.view([ANN]), played.open[ANN], NAMES, "").text

    assert "; 3 chariots at most and 15,300s for all together." in text


def test_an_auction_of_gladiators_speaks_of_gladiators() -> None:
    played = made("market")
    view, ask = played.view([CLEO]), played.open[CLEO]

    text = controls(view, ask, NAMES, "").text

    assert "A house manager would bid" in text
    assert "2 gladiators at most" in text
    assert "chariot" not in text


def test_who_has_enough_gladiators_reads_of_gladiators_not_of_chariots() -> None:
    played = made("market")

    text = controls(played.view([ANN]), played.open[ANN], NAMES, "").text

    assert "A house manager would not bid: you have 3 gladiators who can fight." in text


def test_who_chooses_a_maximum_for_a_gladiator_is_asked_for_a_type_next() -> None:
    played = made("market")
    view, ask = played.view([ANN]), played.open[ANN]
    question = ask.question
    assert isinstance(question, AuctionDay)
    lot = next(each for each in question.lots if each.kind == "gladiator")
    page = controls(view, ask, NAMES, "")
    at = next(
        each for menu in page.menus if menu.name == "lot" for each in menu.options if str(lot.number) in each.label
    )
    page = controls(view, ask, NAMES, at.code)
    most = next(menu for menu in page.menus if menu.name == "most").options[0]

    page = controls(view, ask, NAMES, most.code)

    types = next(menu for menu in page.menus if menu.name == "type")
    assert [each.label for each in types.options] == ["Light", "Heavy", "Net fighter"]
    light = controls(view, ask, NAMES, types.options[0].code)
    assert f"{bidding.lot_name(lot)}: up to" in light.text
    assert ", light" in light.text


def test_a_type_may_be_typed() -> None:
    played = made("market")
    question = played.open[ANN].question
    assert isinstance(question, AuctionDay)
    one, two = (each for each in question.lots[:2])

    sheet = bidding_typed.read(question, f"{one.number}: 900 as light, {two.number}: 1.2k heavy, want 1")

    assert sheet.lines == (Maximum(one.number, 900, "light"), Maximum(two.number, 1_200, "heavy"))
    assert sheet.wanted == 1


def test_the_lots_that_nobody_wanted_are_counted_below_the_last_lot() -> None:
    facts = sold({BOB: bids((3, 900))}, 500, 500, 500)

    told = story.tell(facts, NAMES)

    assert told[-1] == "2 lots find no buyer."
    assert told[-2].startswith("🔨 Lot 3")
