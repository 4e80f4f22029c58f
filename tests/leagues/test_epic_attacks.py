"""Ways to gain more than the rules of the Epic campaign give, tried by friends and second accounts."""

import pytest

from engine.leagues import endings, money, slaves
from engine.leagues.words import acts, epic_acts, epic_charts
from engine.leagues.words.facts import Noticed, SeasonEnded
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import CALENDAR, Goods, League, Part, StoredCar
from engine.questions import Answer
from engine.session import Session
from records.refusals import Refused
from records.values import EntryId
from tests.leagues.builders import ANN, BOB, CLEO, DIO, league, session
from tests.leagues.test_money import run_race


def epic() -> Session[League]:
    """Return an Epic league on a stable day: Ann, Bob and Cleo own chariots, Dio bets. Ann has a light car in store."""
    made = league({ANN: 2, BOB: 1, CLEO: 1, DIO: 0}, betters=(DIO,), campaign="epic", gap=1)
    made.began_with = 4
    for known in (made.stables, made.shown):
        known[ANN].store.cars.append(StoredCar(50, "light"))
    made.items = 50
    return session(made)


def refused(played: Session[League], who: EntryId, act: Answer) -> LeagueReason:
    with pytest.raises(Refused) as caught:
        played.act(who, act)
    reason = caught.value.reason
    assert isinstance(reason, LeagueReason)
    return reason


def test_nobody_gives_up_who_has_anything_left() -> None:
    """A stable that can race, or a treasury that pays for a chariot, is no ruin: new starts are for the ruined."""
    played = epic()

    assert refused(played, ANN, epic_acts.DeclareBankrupt()) is LeagueReason.CAN_RACE
    for number in (1, 2):
        played.act(ANN, epic_acts.Unharness(number, "driver"))  # into the store: she could put them back
    assert refused(played, ANN, epic_acts.DeclareBankrupt()) is LeagueReason.CAN_RACE


def test_a_friend_who_gives_all_away_before_the_ruin_stands_in_the_paper_and_comes_back_once() -> None:
    played = epic()
    for number in (1, 2):
        played.act(ANN, acts.OfferDeal(BOB, Goods(chariots=(number,)), Goods(money=1)))
        played.act(BOB, acts.Accept(played.state.offered))
    car = Goods(parts=(Part("car", 0, 0, 50),))
    played.act(BOB, acts.OfferDeal(ANN, Goods(chariots=(3,)), Goods(money=9_900)))
    played.act(ANN, acts.Accept(played.state.offered))
    played.act(ANN, acts.OfferDeal(BOB, car, Goods(money=1)))
    played.act(BOB, acts.Accept(played.state.offered))
    played.act(ANN, acts.OfferDeal(BOB, Goods(chariots=(3,)), Goods(money=1)))
    played.act(BOB, acts.Accept(played.state.offered))
    before = {number: stable.cash for number, stable in played.state.stables.items()}

    played.act(ANN, epic_acts.DeclareBankrupt())
    run_race(played)

    odd = [fact.oddity.giver for fact in played.table.told if isinstance(fact, Noticed) and fact.oddity.kind == "deal"]
    assert odd.count(ANN) == 4, "each of these presents is told"
    played.act(ANN, epic_acts.BeginAgain(as_slave=False))
    poorest = slaves.cash_of_late(played.state)
    for ask in list(played.open.values()):
        played.answer(ask.entry, ask.default)
    ann = played.state.stables[ANN]
    assert ann.cash == poorest <= max(2_000, *before.values())
    assert (ann.restarts, len(ann.chariots)) == (1, 1)


@pytest.mark.parametrize("takes", [Goods(chariots=(1,)), Goods(parts=(Part("car", 0, 0, 50),))], ids=["chariot", "car"])
def test_a_bettor_buys_nothing_so_second_accounts_give_no_money_away(takes: Goods) -> None:
    played = epic()

    assert refused(played, DIO, acts.OfferDeal(ANN, Goods(money=9_000), takes)) is LeagueReason.OWNS_NO_CHARIOTS
    assert refused(played, DIO, acts.OfferDeal(ANN, Goods(money=9_000), Goods())) is LeagueReason.MONEY_ALONE


def test_twenty_bettors_do_not_end_the_season_of_three_owners() -> None:
    played = epic()
    for colour in ("purple", "orange", "pink", "white", "black"):
        played.act(CALENDAR, acts.Join(colour, "better"))
    bettors = [number for number, each in played.state.stables.items() if each.role == "better"]

    assert {refused(played, each, epic_acts.VoteToEnd(ends=True)) for each in bettors} == {LeagueReason.OWNERS_VOTE}
    played.act(ANN, epic_acts.VoteToEnd(ends=True))
    assert not any(isinstance(fact, SeasonEnded) for fact in played.table.told)
    played.act(BOB, epic_acts.VoteToEnd(ends=True))
    assert [fact.why for fact in played.table.told if isinstance(fact, SeasonEnded)] == ["vote"]


def test_who_joins_late_has_no_more_than_the_poorest() -> None:
    played = epic()
    played.state.stables[CLEO].cash, played.state.shown[CLEO].cash, played.state.bank = 2_500, 2_500, -32_500

    played.act(CALENDAR, acts.Join("purple", "better"))

    assert max(played.state.stables.values(), key=lambda each: each.number).cash == 2_500


def test_a_loan_falls_due_at_three_times_the_sum_at_most() -> None:
    played = epic()

    assert refused(played, ANN, acts.OfferLoan(BOB, 1_000, 3_001, 4)) is LeagueReason.BAD_TERMS
    assert refused(played, ANN, acts.OfferLoan(BOB, 1_000, 999, 4)) is LeagueReason.BAD_TERMS


def test_a_slave_has_nothing_to_give() -> None:
    played = epic()
    for known in (played.state.stables, played.state.shown):
        known[CLEO].status = "slave"

    for act in (
        acts.OfferDeal(ANN, Goods(chariots=(4,)), Goods(money=1)),
        acts.OfferLoan(ANN, 1_000, 1_000, 4),
        epic_acts.HireDriver(0),
        epic_acts.Unharness(4, "car"),
        epic_acts.VoteToEnd(ends=True),
    ):
        assert refused(played, CLEO, act) is LeagueReason.OUT_OF_THE_SEASON
    assert refused(played, ANN, acts.OfferDeal(CLEO, Goods(money=1), Goods(chariots=(4,)))) is (
        LeagueReason.OUT_OF_THE_SEASON
    )


@pytest.mark.parametrize("friends", [5, 12])
def test_a_ring_of_friends_ends_nobodys_season_by_making_one_of_them_rich(friends: int) -> None:
    """Each friend pays Ann nearly all they have for a car; Bob plays for himself (L-91)."""
    made = league({EntryId(number): 2 for number in range(1, friends + 3)}, cash=20_000, campaign="epic", gap=1)
    for known in (made.stables, made.shown):
        known[ANN].store.cars.extend(StoredCar(50 + number, "light") for number in range(friends))
    made.items = 50 + friends
    played = session(made)
    for number in range(friends):
        car = Goods(parts=(Part("car", 0, 0, 50 + number),))
        played.act(EntryId(number + 3), acts.OfferDeal(ANN, Goods(money=19_000), car))
        played.act(ANN, acts.Accept(played.state.offered))
    assert played.state.stables[ANN].cash == 20_000 + 19_000 * friends > epic_charts.END_FORTUNE

    run_race(played)

    assert not played.state.ending
    assert played.state.phase == "gap"
    assert sum(isinstance(fact, Noticed) for fact in played.table.told) == friends
    assert sum(each.from_others for each in played.state.stables.values()) == 0


@pytest.mark.parametrize(("own", "lent", "is_fortune"), [(40_000, 60_000, False), (79_900, 20_100, False),
                                                         (80_000, 20_000, True), (100_000, 5_000, True)])  # fmt: skip
def test_borrowed_money_makes_no_fortune_beyond_what_all_begin_with(own: int, lent: int, is_fortune: bool) -> None:
    made = league({ANN: 2, BOB: 1, CLEO: 1}, cash=100_000, campaign="epic")
    played = session(made)
    played.state.bank += 100_000 - own
    played.state.stables[ANN].cash = own
    played.state.stables[CLEO].cash, played.state.bank = 0, played.state.bank + 100_000
    played.act(BOB, acts.OfferLoan(ANN, lent, lent, 9))
    played.act(ANN, acts.Accept(played.state.offered))
    played.state.stables[BOB].cash, played.state.bank = 0, played.state.bank + 100_000 - lent

    assert endings.has_fortune(played.state) is is_fortune
    assert money.balance(played.state) == 0
