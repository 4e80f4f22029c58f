"""Two worlds that differ in one bid, or in one name for a match: nobody else sees a difference before it is told."""

import pytest

from engine.leagues.words import acts, epic_acts
from engine.leagues.words.epic_facts import MatchNamed
from engine.leagues.words.epic_sheets import BidSheet, Maximum
from engine.leagues.words.state import Goods, League, Match
from engine.questions import Answer
from engine.session import Session
from records.refusals import Refused
from records.values import EntryId
from tests.leagues.builders import ANN, BOB, CLEO, DIO, session
from tests.leagues.test_epic_secrets import Steps, made, worlds
from tests.leagues.test_secrets import SALT, acts_so, check_alike, seen_by

OTHERS = (None, BOB, CLEO, DIO)
TWO = (Maximum(7, 900), Maximum(8, 900))


def sheet(*lines: Maximum, **fields: int) -> Steps:
    return lambda played: played.answer(ANN, BidSheet(lines, **fields), salt=SALT)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (sheet(Maximum(7, 900)), sheet(Maximum(8, 900))),
        (sheet(Maximum(7, 900)), sheet(Maximum(7, 1_000))),
        (sheet(*TWO), sheet(*TWO, budget=900)),
        (sheet(*TWO), sheet(*TWO, wanted=1)),
        (sheet(), sheet(*TWO, budget=1_800, wanted=2)),
    ],
    ids=["a lot", "a maximum", "a budget", "how many", "all of it"],
)
def test_a_sheet_of_bids_shows_nowhere(one: Steps, other: Steps) -> None:
    check_alike(worlds("market", one, other), OTHERS)


def test_a_bid_that_was_outbid_moves_no_money() -> None:
    """After the close the loser's maximum is told; treasuries are as if there had been none below the second one."""
    cash = []
    for most in (500, 700):
        played = made("market")
        played.answer(ANN, BidSheet((Maximum(7, most),)), salt=SALT)
        played.answer(BOB, BidSheet((Maximum(7, 3_000),)), salt=SALT)
        played.answer(CLEO, BidSheet((Maximum(7, 2_000),)), salt=SALT)
        cash.append({number: each.cash for number, each in played.state.stables.items()})

    assert cash[0] == cash[1] == {ANN: 10_000, BOB: 7_900, CLEO: 10_000, DIO: 10_000}


def agreed(played: Session[League]) -> Session[League]:
    """Let Ann and Bob have agreed on a match."""
    played.state.matches.append(Match(1, ANN, BOB, 1, 1, 100, 1, played.state.event, "agreed"))
    played.state.stables[ANN].cash -= 100
    played.state.stables[BOB].cash -= 100
    played.state.escrow += 200
    return session(played.state)


def named(*chariots: int) -> Steps:
    return acts_so(epic_acts.NameForMatch(1, chariots))


def both(one: Steps, other: Steps) -> list[Session[League]]:
    found = [agreed(made("stable")), agreed(made("stable"))]
    for played, steps in zip(found, (one, other), strict=True):
        steps(played)
    return found


@pytest.mark.parametrize("other", [named(2), acts_so()], ids=["another one", "none"])
def test_a_name_for_a_match_shows_nowhere(other: Steps) -> None:
    check_alike(both(named(1), other), OTHERS)


@pytest.mark.parametrize(
    "probe",
    [
        acts.OfferDeal(ANN, Goods(money=100), Goods(chariots=(1,))),
        epic_acts.Challenge(ANN, 3, 1, 100, 1),
        epic_acts.NameForMatch(1, (1,)),
    ],
    ids=["a deal", "a challenge", "the name"],
)
def test_nobody_finds_a_name_out_by_trying(probe: Answer) -> None:
    found = []
    for played in both(named(1), acts_so()):
        try:
            played.act(BOB, probe)
            found.append(("", seen_by(played, BOB)))
        except Refused as refused:
            found.append((str(refused), seen_by(played, BOB)))

    assert found[0] == found[1]


def test_a_deal_for_a_chariot_that_was_named_meanwhile_is_off() -> None:
    played = agreed(made("stable"))
    played.act(ANN, acts.OfferDeal(CLEO, Goods(chariots=(1,)), Goods(money=100)))
    played.act(ANN, epic_acts.NameForMatch(1, (1,)))

    with pytest.raises(Refused):
        played.act(CLEO, acts.Accept(1))
    assert 1 in played.state.stables[ANN].chariots


def test_both_names_are_told_together() -> None:
    played = agreed(made("stable"))
    played.act(ANN, epic_acts.NameForMatch(1, (1,)))
    before = [fact for fact in played.table.told if isinstance(fact, MatchNamed)]
    hidden = played.view([BOB]).matches[0].named
    played.act(BOB, epic_acts.NameForMatch(1, (4,)))

    assert (before, hidden) == ([], {})
    assert [fact for fact in played.table.told if isinstance(fact, MatchNamed)] == [MatchNamed(1, (1,), (4,))]
    assert played.view([]).matches[0].named == {ANN: (1,), BOB: (4,)}
    assert {entry.stable for entry in played.state.matches[0].entries} == {EntryId(ANN), EntryId(BOB)}
