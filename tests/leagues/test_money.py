"""How one would get rich by tricks, and where each of them ends (H.2, H.14)."""

import pytest

from engine.goods.chariots import ChariotHome, HorseHome
from engine.leagues import money
from engine.leagues.words import acts
from engine.leagues.words.facts import Posted
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.sheets import CalledOff, Eve, GoOn, Plan, RaceReturned
from engine.leagues.words.state import CALENDAR, Goods, League, Role, Stake
from engine.plots import Revealed
from engine.session import Session
from engine.stables import Aftermath
from records.refusals import Refused
from records.values import EntryId
from tests.leagues.builders import ANN, BOB, CLEO, DIO, league, session


def cash(played: Session[League], *members: EntryId) -> int:
    return sum(played.state.stables[member].cash for member in members)


def lend(played: Session[League], lender: EntryId, borrower: EntryId, sum_: int, due: int, after: int) -> None:
    played.act(lender, acts.OfferLoan(borrower, sum_, due, after))
    played.act(borrower, acts.Accept(played.state.offers[-1].number))


def run_race(played: Session[League], winner: EntryId | None = None, *revealed: Revealed) -> None:
    """Come to the end of the event with a race in which nobody is hurt."""
    while played.state.phase != "race":
        for ask in list(played.open.values()):
            played.answer(ask.entry, ask.default)
    order = [entry.entry for entry in played.state.entries]
    order.sort(key=lambda entry: played.state.entries[entry - 1].stable != winner)
    homes = [
        ChariotHome(entry.entry, order.index(entry.entry) + 1, 0, (HorseHome(0, True),) * 4, 7, True)
        for entry in played.state.entries
    ]
    played.answer(CALENDAR, RaceReturned(Aftermath.of(homes, 20, revealed)))
    played.answer(CALENDAR, GoOn())


def test_a_friend_who_goes_bankrupt_leaves_no_present() -> None:
    """Ann lends Dio a sesterce, Dio lends Ann everything, and cannot pay the one back: Ann owes it to the bank."""
    played = session(league({ANN: 2, BOB: 2, DIO: 0}, betters=(DIO,)))
    lend(played, ANN, DIO, 1, 1, 2)
    lend(played, DIO, ANN, 10_001, 10_001, 3)
    run_race(played)
    assert played.state.stables[DIO].status == "bankrupt"
    (open_loan,) = [loan for loan in played.state.loans if loan.state == "open"]
    assert (open_loan.borrower, open_loan.lender, open_loan.due) == (ANN, 0, 10_000)

    run_race(played)

    assert cash(played, ANN, DIO) <= 20_000


def test_a_creditor_gets_no_more_of_a_bankrupts_claims_than_is_lacking() -> None:
    """Dio owes Cleo 100 and is owed 10,000 by Bob: Cleo gets 100 of it, the bank the rest."""
    played = session(league({ANN: 2, BOB: 2, CLEO: 1, DIO: 0}, betters=(DIO,)))
    lend(played, CLEO, DIO, 100, 100, 2)
    lend(played, DIO, BOB, 10_100, 10_100, 4)
    run_race(played)

    owed = {loan.lender: loan.due for loan in played.state.loans if loan.state == "open"}

    assert owed == {CLEO: 100, 0: 10_000}


def test_who_backs_everything_gains_nothing() -> None:
    """Twenty accounts of one person are twenty betters on all chariots: the pool pays no more than was put in."""
    betters = tuple(EntryId(number) for number in range(3, 9))
    played = session(league({ANN: 1, BOB: 1, **dict.fromkeys(betters, 0)}, "eve", betters=betters))
    for better in betters:
        played.answer(better, Eve((Stake(1, 1_000), Stake(2, 1_000))))
    played.answer(ANN, Eve((Stake(1, 100),)))
    played.answer(BOB, Eve((Stake(2, 100),)))

    run_race(played, winner=ANN)

    assert cash(played, *betters) <= 10_000 * len(betters)
    assert sum(stable.cash for stable in played.state.stables.values()) <= 80_000


def test_twenty_accounts_that_join_late_bring_what_the_poorest_has() -> None:
    played = session(league({ANN: 1, BOB: 1}, "race", cash=3_000))

    for number in range(3, 15):
        played.act(CALENDAR, acts.Join(f"colour {number}", "better"))

    assert {stable.cash for stable in played.state.stables.values()} == {3_000}
    assert money.balance(played.state) == 0


@pytest.mark.parametrize("cash", [0, 700, 31_000])
def test_a_bettor_who_becomes_an_owner_gets_chariots_and_no_money(cash: int) -> None:
    played = session(league({ANN: 1, BOB: 1, CLEO: 0}, "race", betters=(CLEO,)))
    played.state.stables[CLEO].cash, played.state.bank = cash, -20_000 - cash

    played.act(CALENDAR, acts.BecomeOwner(CLEO))
    before = (played.state.stables[CLEO].role, len(played.state.stables[CLEO].chariots))
    run_race(played)

    became = played.state.stables[CLEO]
    assert before == ("better", 0)
    assert (became.role, len(became.chariots), became.cash) == ("owner", 5, cash)
    assert played.state.shown[CLEO].role == "owner"
    assert money.balance(played.state) == 0


def test_whoever_is_out_of_the_season_becomes_no_owner() -> None:
    played = session(league({ANN: 1, BOB: 1, CLEO: 0}, "race", betters=(CLEO,)))
    played.act(CALENDAR, acts.BecomeOwner(CLEO))

    played.act(CALENDAR, acts.Keep(CLEO))
    run_race(played)

    assert (played.state.stables[CLEO].role, played.state.founding) == ("better", {})


@pytest.mark.parametrize("role", ["owner", "better"])
def test_nobody_joins_late_with_more_than_others_began_with(role: Role) -> None:
    """All have become rich: a late owner, as a late better, begins with 10,000s even so (L-10)."""
    played = session(league({ANN: 1, BOB: 1}, "race", cash=15_000))

    played.act(CALENDAR, acts.Join("green", role))
    run_race(played)

    assert played.state.stables[CLEO].cash == 10_000
    assert money.balance(played.state) == 0


@pytest.mark.parametrize(
    ("gives", "takes", "reason"),
    [
        (Goods(5_000), Goods(), LeagueReason.MONEY_ALONE),
        (Goods(5_000), Goods(1), LeagueReason.NOT_WHOLE),
        (Goods(-5_000), Goods(chariots=(3,)), LeagueReason.NOT_WHOLE),
        (Goods(chariots=(1,)), Goods(20_000), LeagueReason.CANNOT_PAY),
        (Goods(chariots=(1, 1)), Goods(100), LeagueReason.TWICE),
        (Goods(chariots=(3,)), Goods(100), LeagueReason.NOT_THEIRS),
    ],
)
def test_no_money_without_goods(gives: Goods, takes: Goods, reason: LeagueReason) -> None:
    played = session(league({ANN: 2, BOB: 2}))

    with pytest.raises(Refused) as caught:
        played.act(ANN, acts.OfferDeal(BOB, gives, takes))

    assert caught.value.reason is reason


def test_one_sum_is_promised_once() -> None:
    """All cash is sealed for the eve; the same cash is neither lent, nor paid for goods, nor bet in a window."""
    played = session(league({ANN: 2, BOB: 2}, "eve"))
    played.act(BOB, acts.OfferDeal(ANN, Goods(chariots=(4,)), Goods(money=500)))
    played.answer(ANN, Eve((Stake(1, 9_500),), (Plan("drug", 3, 500),)))

    with pytest.raises(Refused) as caught:
        played.act(ANN, acts.Accept(1))

    assert caught.value.reason is LeagueReason.TOO_LITTLE_CASH
    assert caught.value.values == {"need": 500, "have": 0}


def test_a_loan_that_is_never_due_does_not_survive_the_season() -> None:
    """Bob owes Ann until race 9; the season ends after race 2, as too few are left: it is called in."""
    played = session(league({ANN: 1, BOB: 1}))
    lend(played, ANN, BOB, 5_000, 15_000, 9)
    played.act(CALENDAR, acts.Keep(BOB))

    run_race(played)
    while not played.is_over:
        for ask in list(played.open.values()):
            played.answer(ask.entry, ask.default)

    assert played.state.loans[0].state in ("paid", "short")


def test_a_second_reckoning_pays_nothing() -> None:
    """What came home is one input; going on a second time finds no question."""
    played = session(league({ANN: 1, BOB: 1}, "eve"))
    run_race(played)
    before = cash(played, ANN, BOB)

    for answer in (GoOn(), CalledOff()):
        with pytest.raises(Refused):
            played.answer(CALENDAR, answer)

    assert cash(played, ANN, BOB) == before


def test_every_posting_names_accounts_and_adds_up_to_nothing() -> None:
    played = session(league({ANN: 1, BOB: 1}, "eve"))
    run_race(played)

    postings = [fact for fact in played.table.told if isinstance(fact, Posted)]

    assert postings
    assert all(sum(line.amount for line in fact.lines) == 0 for fact in postings)
    assert all(line.account in (-1, 0, ANN, BOB) for fact in postings for line in fact.lines)
