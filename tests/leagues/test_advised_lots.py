"""The suggestion of an auction prefers what is worth most, wherever it is sold; of a gala's, men who outlive a blow."""

from typing import Any

import pytest

from engine.leagues import arena_house
from engine.leagues.epic_house import advised_bids
from engine.leagues.words.arena_sheets import GalaDay
from engine.leagues.words.epic_facts import AuctionLotSold
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet
from engine.leagues.words.state import Horse, League, MarketLot, Team
from engine.session import Session
from records.values import EntryId
from tests.leagues.builders import ANN, BOB, CLEO, chariot, league, session
from tests.leagues.test_arena_secrets import made


def auction(owned: int, best: int, lots: int = 6, cash: int = 20_000) -> Session[League]:
    """Return an auction in which one lot is much better than all others."""
    opened = league(dict.fromkeys((ANN, BOB, CLEO), owned), "market", cash=cash, campaign="epic")
    first = 3 * owned + 1
    for number in range(first, first + lots):
        speeds = (7, 7, 7, 7) if number == first + best - 1 else (4, 4, 4, 4)
        opened.market.append(MarketLot(chariot(number, team=Team([Horse(each) for each in speeds], 60)), 300))
    opened.chariots = first + lots - 1
    return session(opened)


def advised(played: Session[League], member: EntryId) -> BidSheet:
    question = played.open[member].question
    assert isinstance(question, AuctionDay)
    return advised_bids(played.view([member]), member, question)


@pytest.mark.parametrize("owned", [0, 1, 2])
@pytest.mark.parametrize("best", [1, 3, 6])
@pytest.mark.parametrize("cash", [6_000, 20_000])
def test_the_best_lot_finds_a_buyer_if_all_follow_the_suggestion(owned: int, best: int, cash: int) -> None:
    played = auction(owned, best, cash=cash)
    sheets: dict[EntryId, Any] = {member: advised(played, member) for member in (ANN, BOB, CLEO)}
    for member, sheet in sheets.items():
        played.open[member].question.verify(sheet)
    for member, sheet in sheets.items():
        played.answer(member, sheet)

    lot = 3 * owned + best
    (sold,) = [each for each in played.table.told if isinstance(each, AuctionLotSold) and each.lot.number == lot]
    full = {"wanted no more"} | {"below the start"}
    assert not full & {each.outcome for each in sold.maxima}, "somebody had filled the sheet with cheaper lots"
    assert all(each.counted == each.most for each in sold.maxima), "or used the budget up"


def test_who_wants_several_bids_for_others_besides_what_the_best_leaves() -> None:
    played = auction(0, 6)

    sheet = advised(played, ANN)

    assert sheet.wanted == 3
    assert sheet.budget is not None
    *others, best = sheet.lines
    assert best.lot == 6
    assert len(others) == 2
    assert sum(each.most for each in sheet.lines) <= sheet.budget


# Who fights


def gala(**hurt: Any) -> Session[League]:
    played = made("stable")
    for number, changes in hurt.items():
        man = played.state.stables[ANN].gladiators[int(number[1:])]
        for name, value in changes.items():
            setattr(man, name, value)
    return session(played.state)


def entered(played: Session[League]) -> list[int]:
    question = played.open[ANN].question
    assert isinstance(question, GalaDay)
    return [each.man for each in arena_house.entries(played.view([ANN]), ANN, question, "steady").men]


@pytest.mark.parametrize("frail", [{"w": 2, "st": 6, "ag": 6}, {"wounds": (0, 6, 0, 0, 0), "st": 6, "ag": 6}])
def test_who_would_die_of_a_blow_stays_at_home_however_strong(frail: dict[str, Any]) -> None:
    assert set(entered(gala())) == {1, 2}
    assert entered(gala(m1=frail)) == [2]


def test_if_nobody_else_is_fit_they_fight() -> None:
    played = gala(m1={"w": 2}, m2={"w": 3})

    assert set(entered(played)) == {1, 2}


def test_a_frail_man_is_no_reason_to_bid_for_nobody() -> None:
    whole, frail = gala(), gala(m1={"w": 2})

    wanted = [arena_house.wanted(each.view([ANN]), each.view([ANN]).own[ANN].stable) for each in (whole, frail)]

    assert wanted == [0, 1]
