"""Two worlds of the Epic campaign that differ in one secret: nobody else sees a difference before it is told (H.11)."""

from collections.abc import Callable
from copy import deepcopy

import pytest

from engine.leagues import creating
from engine.leagues.words import acts, epic_acts
from engine.leagues.words.epic_facts import AuctionLotSold, DriverHired, HorseStored, NewTeam
from engine.leagues.words.epic_sheets import BidSheet, Maximum
from engine.leagues.words.facts import Whispered
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.sheets import Entries, Eve, Plan
from engine.leagues.words.state import Goods, League, MarketLot, Part, PhaseName, Stake, StoredCar
from engine.questions import Answer
from engine.session import Session
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId
from tests.leagues.builders import ANN, BOB, CLEO, DIO, league, session
from tests.leagues.test_secrets import SALT, acts_so, answers, check_alike, seen_by

OTHERS = (None, BOB, CLEO, DIO)
Steps = Callable[[Session[League]], object]
TEAM = epic_acts.BuyNewTeam((500, 500, 500, 500))


def made(phase: PhaseName) -> Session[League]:
    """Return a league with two lots on the market; Ann has a car in her store, and experience; Dio bets only."""
    found = league({ANN: 3, BOB: 2, CLEO: 1, DIO: 0}, phase, betters=(DIO,), campaign="epic", extra_places=True)
    table = Table(session(deepcopy(found)).table.dice)
    found.market = [MarketLot(creating.random_chariot(found, table, None), 500) for _ in range(2)]
    ann = found.stables[ANN]
    ann.store.cars.append(StoredCar(90, "heavy"))
    team = ann.chariots[1].team
    assert team is not None
    team.experience = 30
    found.shown = deepcopy(found.stables)
    return session(found)


def worlds(phase: PhaseName, one: Steps, other: Steps) -> list[Session[League]]:
    both = [made(phase), made(phase)]
    for played, steps in zip(both, (one, other), strict=True):
        steps(played)
    return both


@pytest.mark.parametrize(
    ("phase", "one", "other"),
    [
        ("market", answers(BidSheet()), answers(BidSheet((Maximum(7, 3_000),), wanted=1))),
        ("market", answers(BidSheet((Maximum(7, 900),))), answers(BidSheet((Maximum(7, 9_000),), budget=9_500))),
        ("market", acts_so(acts.TrainHorse(1, 1)), acts_so()),
        ("stable", acts_so(TEAM), acts_so()),
        ("stable", acts_so(epic_acts.HireDriver(0)), acts_so()),
        ("stable", acts_so(epic_acts.BuyStoredHorse(500)), acts_so(epic_acts.BuyStoredCar("light"))),
        ("stable", acts_so(epic_acts.Harness(1, "car", 90)), acts_so()),
        ("stable", acts_so(epic_acts.Unharness(1, "driver")), acts_so(epic_acts.Unharness(1, "car"))),
        ("stable", acts_so(epic_acts.BidForPlace(300)), acts_so(epic_acts.BidForPlace(900))),
        ("stable", answers(Entries((1,))), answers(Entries((2, 3)))),
        ("eve", answers(Eve((Stake(1, 100),))), answers(Eve((Stake(1, 900),), (Plan("drug", 4, 700),), (0, 300, 0)))),
    ],
    ids=[
        *("a bid", "a maximum", "training", "a team", "a driver", "a horse", "another car", "a store"),
        *("a place", "entries", "the eve"),
    ],
)
def test_what_is_sealed_or_bought_shows_nowhere(phase: PhaseName, one: Steps, other: Steps) -> None:
    check_alike(worlds(phase, one, other), OTHERS)


@pytest.mark.parametrize(
    ("act", "kind", "number"),
    [
        (TEAM, NewTeam, "chariot"),
        (epic_acts.HireDriver(0), DriverHired, "driver"),
        (epic_acts.BuyStoredHorse(500), HorseStored, "item"),
    ],
    ids=["teams", "drivers", "horses"],
)
def test_a_number_does_not_tell_what_others_have_bought_today(act: Answer, kind: type, number: str) -> None:
    """Ann buys thrice, or not at all: Bob's next number is the same, and so is the one after."""
    found = []
    for before in ((act, act, act), ()):
        played = made("stable")
        for each in before:
            played.act(ANN, each)
        for _ in range(2):
            played.act(BOB, act)
        told = [
            fact for each in played.table.told if isinstance(each, Whispered) and BOB in each.to for fact in each.facts
        ]
        found.append([getattr(fact, number) for fact in told if isinstance(fact, kind)])

    assert found[0] == found[1]


@pytest.mark.parametrize(
    "probe",
    [
        acts.BuyCar(24),
        epic_acts.Harness(24, "driver", 1),
        acts.TrainDriver(24),
        acts.OfferDeal(ANN, Goods(money=100), Goods(chariots=(24,))),
        acts.OfferDeal(ANN, Goods(money=100), Goods(parts=(Part("driver", 0, 0, 12),))),
    ],
)
def test_nobody_finds_out_by_trying(probe: Answer) -> None:
    """A team and a driver that were bought today are as good as none to everybody else."""
    found = []
    for steps in (acts_so(TEAM, epic_acts.HireDriver(0)), acts_so()):
        played = made("stable")
        steps(played)
        with pytest.raises(Refused) as caught:
            played.act(BOB, probe)
        found.append((caught.value.reason, caught.value.rule, caught.value.values))

    assert found[0] == found[1]


def test_all_is_told_as_the_stables_close() -> None:
    played = made("stable")
    played.act(ANN, TEAM)
    hidden = played.view([BOB]).stable(ANN)
    for ask in list(played.open.values()):
        played.answer(ask.entry, ask.default)

    assert len(hidden.chariots) == 3
    assert len(played.view([BOB]).stable(ANN).chariots) == 4
    assert any(isinstance(fact, NewTeam) for fact in played.table.told)


def test_after_the_auction_all_read_every_maximum() -> None:
    played = made("market")
    first, second = (lot.number for lot in played.state.market)
    for member, most in ((ANN, 900), (BOB, 1_200), (CLEO, 500)):
        played.answer(member, BidSheet((Maximum(first, most),)), salt=SALT)

    sold = next(fact for fact in played.table.told if isinstance(fact, AuctionLotSold))
    assert [(each.bidder, each.most, each.outcome) for each in sold.maxima] == [
        (BOB, 1_200, "won"),
        (ANN, 900, "outbid"),
        (CLEO, 500, "outbid"),
    ]
    assert sold.price == 1_000
    assert second in [lot.number for lot in played.state.market]


def test_a_host_who_owns_a_stable_sees_no_more_than_others() -> None:
    """A view is that of a member: there is none for a host."""
    both = worlds("market", answers(BidSheet()), answers(BidSheet((Maximum(7, 3_000),))))

    assert seen_by(both[0], EntryId(99)) == seen_by(both[1], EntryId(99)) == seen_by(both[0], None)


def test_a_chariot_of_today_waits_for_a_deal() -> None:
    played = made("stable")
    played.act(ANN, TEAM)
    new = max(played.state.stables[ANN].chariots)

    with pytest.raises(Refused) as caught:
        played.act(ANN, acts.OfferDeal(BOB, Goods(chariots=(new,)), Goods(money=100)))

    assert caught.value.reason is LeagueReason.CHANGED_TODAY
