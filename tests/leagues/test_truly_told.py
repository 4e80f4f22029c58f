"""What owners read is true to the sesterce and to the win: debts, champions, lots without a car, matches."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.leagues.views import view_for
from engine.leagues.words.epic_facts import (
    Account,
    AccountsTold,
    AuctionLotUnsold,
    CatalogueLot,
    DriverFreed,
    MaximumTold,
)
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet, Maximum
from engine.leagues.words.facts import (
    ExperienceGained,
    LeftLeague,
    Line,
    Posted,
    ReckoningBegan,
    StatusChanged,
    WentBankrupt,
)
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import BANK, CarType, Driver, League, Loan, Status
from records.refusals import Refused
from renderers.leagues.standings import debts
from tests.leagues.builders import ANN, BOB, CLEO, league
from words.leagues import bidding_typed, epic_pages, story
from words.leagues.desk import Desk
from words.leagues.epic_refusals import EPIC_SENTENCES
from words.leagues.shortlist import good_for
from words.leagues.standings import card

NAMES = {ANN: "Ann", BOB: "Bob", CLEO: "Cleo"}


def both(made: League) -> Any:
    """Return Ann's stable as she has it, and as it is shown."""
    return made.stables[ANN], made.shown[ANN]


def card_of(made: League) -> str:
    view = view_for(made, {}, [ANN])
    return card(view, view.own[ANN].stable, NAMES)


def test_of_a_loan_that_is_paid_in_part_the_rest_is_owed() -> None:
    made = league({ANN: 1, BOB: 1})
    made.loans.append(Loan(1, BOB, ANN, 5_600, 12_000, 1, paid=3_000))

    assert "📜 owes Bob 9,000s after event 1" in card_of(made)
    assert debts(view_for(made, {}, []), ANN) == 9_000, "in the picture of the standings, too"


@pytest.mark.parametrize(
    ("private", "setting", "told"),
    [
        (5, "three", "10 wins (8 for a champion: three at most of matches)"),
        (5, "none", "10 wins (5 for a champion: none of matches)"),
        (5, "all", "10 wins"),
        (3, "three", "10 wins"),
    ],
)
def test_a_driver_shows_the_wins_that_count_for_a_champion(private: int, setting: str, told: str) -> None:
    made = league({ANN: 1, BOB: 1}, campaign="epic", private_wins=setting)
    for stable in both(made):
        stable.chariots[1].driver = Driver(1, 9, 9, 9, wins=10, private_wins=private, name="Volero")

    said = card_of(made)

    assert told in said
    assert ("for a champion" in said) == ("for a champion" in told)


@pytest.mark.parametrize(("car", "has_car", "edge"), [("light", False, ""), ("light", True, "easily broken"),
                                                      ("heavy", True, "hard to break")])  # fmt: skip
def test_a_lot_without_a_car_has_no_edge_of_its_car(car: CarType, has_car: bool, edge: str) -> None:
    made = league({ANN: 1, BOB: 1}, "auction", campaign="epic")
    for stable in both(made):
        stable.chariots[1].car, stable.chariots[1].has_car = car, has_car
    view = view_for(made, {}, [])
    lot = CatalogueLot(1001, "chariot", 1, 100, ANN)

    said = good_for(replace(view, catalogue=(lot,)), lot)

    assert edge in said
    assert ("car, " in said) == bool(edge)


def test_the_best_driver_for_sale_may_come_without_a_chariot() -> None:
    made = league({ANN: 2, BOB: 1}, "auction", campaign="epic")
    for stable in both(made):
        stable.chariots[1].driver, stable.chariots[2].driver = Driver(1, 1, 7, 7), Driver(2, 0, 7, 7)
        stable.store.drivers.append(Driver(3, 2, 10, 10))
    goods: Any = (("chariot", 1), ("chariot", 2), ("driver", 3))
    lots = tuple(CatalogueLot(1000 + n, kind, item, 100, ANN) for n, (kind, item) in enumerate(goods, start=1))
    view = view_for(made, {}, [])

    assert "the best driver" not in good_for(replace(view, catalogue=lots), lots[0])
    assert "the best driver" in good_for(replace(view, catalogue=lots[:2]), lots[0])


def test_the_paper_tells_what_matches_moved() -> None:
    told = AccountsTold(2, (Account(ANN, taken=4_500, matches=-500), Account(BOB, matches=500), Account(CLEO)))
    prize = Posted("prize", (Line(ANN, 4_500), Line(BANK, -4_500)), "H.2", number=1)

    paper = story.paper([ReckoningBegan(2), prize, told], NAMES)
    quiet = story.paper([ReckoningBegan(2), prize, AccountsTold(2, (Account(ANN, taken=4_500),))], NAMES)

    assert "⚔️ Stakes of matches: Bob +500s · Ann −500s" in paper
    assert not any("Stakes of matches" in line for line in quiet)


def test_lots_that_nobody_bid_for_are_counted_beside_those_that_were_wanted() -> None:
    lots = [CatalogueLot(n, "chariot", n, 500, BANK, f"Lot{n}") for n in (1, 2, 3)]
    wanted = AuctionLotUnsold(lots[0], (MaximumTold(BOB, 2_800, 0, "wanted no more"),))
    unwanted = [AuctionLotUnsold(lot, ()) for lot in lots[1:]]

    assert story.tell([wanted, *unwanted], NAMES)[-1] == "2 more lots find no buyer."
    assert story.tell(unwanted, NAMES)[-1] == "2 lots find no buyer."


def test_a_bankruptcy_is_told_once_with_what_is_still_owed() -> None:
    ruin = [WentBankrupt(ANN, 5_200), StatusChanged(ANN, "bankrupt")]
    assert story.tell(ruin, NAMES) == ["💸 Ann is bankrupt, 5,200s short."]
    assert story.tell(ruin[1:], NAMES) == ["Ann is bankrupt."]


def test_a_champion_stands_in_the_headline() -> None:
    gained = ExperienceGained(ANN, 1, 1, 22, 0, True)
    freed = DriverFreed(ANN, 1, 7, "Volero")

    told = story.paper([ReckoningBegan(1), gained, freed], NAMES)
    usual = story.paper([ReckoningBegan(1), gained], NAMES)

    assert told[1] == "**The crowd roars for Ann, and Volero is a champion and free.**"
    assert usual[1] == "**The crowd roars for Ann.**"


@pytest.mark.parametrize(
    ("typed", "lot", "most"), [("Felix 900", 1, 900), ("celer: 1.2k", 2, 1_200), ("2: 900", 2, 900)]
)
def test_a_lot_may_be_typed_by_its_name(typed: str, lot: int, most: int) -> None:
    question = AuctionDay(20_000, tuple(CatalogueLot(n, "chariot", n, 500, BANK) for n in (1, 2)))
    assert bidding_typed.read(question, typed).lines == (Maximum(lot, most),)


def test_a_bid_that_is_too_low_names_its_lot() -> None:
    question = AuctionDay(20_000, (CatalogueLot(3, "chariot", 3, 1_000, BANK),))
    with pytest.raises(Refused) as refused:
        question.verify(BidSheet((Maximum(3, 200),)))
    assert EPIC_SENTENCES[LeagueReason.BELOW_START](refused.value.values, NAMES).startswith(
        "200s are below the lowest sum for lot 3, 1,000s."
    )


@pytest.mark.parametrize(("chariots", "among"), [((), ""), ((4,), ", 1 chariot among them")])
def test_unsold_goods_are_more_than_chariots(chariots: tuple[int, ...], among: str) -> None:
    (_, left) = story.tell([WentBankrupt(ANN, 5_200), LeftLeague(ANN, chariots)], NAMES)
    assert left == f"Ann's unsold goods leave the game{among}."


@pytest.mark.parametrize(
    ("status", "title", "text"),
    [("slave", "For the state", "Ten wins make you free"), ("active", "Begin again", "Your stable goes on")],
)
def test_after_the_choice_of_a_bankrupt_the_page_says_how_it_goes_on(status: Status, title: str, text: str) -> None:
    made = league({ANN: 1, BOB: 1}, "market", campaign="epic")
    for stable in both(made):
        stable.status = status
    page = epic_pages.PAGES["again"](Desk(view_for(made, {}, [ANN]), ANN, NAMES), "again")
    assert (page.title, text in page.text, page.rows) == (title, True, ())
