"""Ways to gain more than the rules give, tried by friends and second accounts: none works, and the paper names them."""

import msgspec
import pytest

from engine.leagues.words.acts import Accept, AskHelp, BuyHorse, Instruct, OfferDeal, OfferLoan
from engine.leagues.words.facts import Noticed, PrizesWon
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.sheets import Eve, GoOn, Plan
from engine.leagues.words.state import CALENDAR, Goods, League, Manager, Oddity, Stake
from engine.questions import Answer
from engine.session import Session
from records.refusals import Refused
from records.values import EntryId
from tests.leagues.builders import ANN, BOB, CLEO, DIO, league, session
from tests.leagues.test_money import run_race
from words.leagues import story
from words.leagues.refusals import sentence

NAMES = {ANN: "Ann", BOB: "Bob", CLEO: "Cleo", DIO: "Dio"}


def paper(played: Session[League]) -> str:
    return "\n".join(story.latest_paper(list(played.table.told), NAMES))


def noticed(played: Session[League]) -> list[Oddity]:
    return [fact.oddity for fact in played.table.told if isinstance(fact, Noticed)]


def deal(played: Session[League], gives: Goods, takes: Goods) -> None:
    """Let Ann and Bob make a deal."""
    played.act(ANN, OfferDeal(BOB, gives, takes))
    played.act(BOB, Accept(played.state.offered))


@pytest.mark.parametrize(
    ("gives", "takes", "giver", "given", "got"),
    [
        (Goods(chariots=(2,)), Goods(money=1), ANN, 5_000, 1),
        (Goods(chariots=(2,)), Goods(money=10_000), None, 0, 0),
        (Goods(chariots=(2,)), Goods(money=1_667), None, 0, 0),
        (Goods(chariots=(2,)), Goods(money=1_666), ANN, 5_000, 1_666),
    ],
)
def test_friends_who_deal_at_absurd_prices_are_no_richer_together_and_stand_in_the_paper(
    gives: Goods, takes: Goods, giver: EntryId | None, given: int, got: int
) -> None:
    """A chariot costs at least a driver of 2,500s, four horses of 500s, and a car of 500s."""
    played = session(league({ANN: 2, BOB: 2, CLEO: 1}))
    before = sum(each.cash for each in played.state.stables.values())
    deal(played, gives, takes)
    assert sum(each.cash for each in played.state.stables.values()) == before
    run_race(played)

    told = f"👀 Ann gave Bob at least {given:,}s in goods or money, for {got:,}s at most."
    assert noticed(played) == ([] if giver is None else [Oddity("deal", giver, BOB, given, got)])
    assert (told in paper(played)) is (giver is not None)
    run_race(played)
    assert "👀" not in paper(played), "an issue tells of its own event"


@pytest.mark.parametrize(
    ("lent", "due", "line"),
    [
        (5_000, 5_000, "👀 5,000s lent, 5,000s due: Ann did Bob a favour."),
        (5_000, 15_000, "👀 5,000s lent, 15,000s due: Bob did Ann a favour."),
        (5_000, 6_000, ""),
        (900, 900, ""),
    ],
)
def test_loans_that_are_presents_stand_in_the_paper(lent: int, due: int, line: str) -> None:
    played = session(league({ANN: 2, BOB: 2}))
    played.act(ANN, OfferLoan(BOB, lent, due, 3))
    played.act(BOB, Accept(1))
    run_race(played)

    assert ("👀" in paper(played)) is bool(line)
    assert line in paper(played)


def test_a_better_who_throws_a_fortune_at_rivals_is_named_and_pays_it_all_themselves() -> None:
    """Dio, a second account of Ann's, backs the loser with nearly all: Ann's odds rise by no more than Dio loses."""
    played = session(league({ANN: 1, BOB: 1, DIO: 0}, "eve", betters=(DIO,)))
    played.answer(ANN, Eve((Stake(1, 5_000),)))
    played.answer(BOB, Eve((Stake(2, 100),)))
    played.answer(DIO, Eve((Stake(2, 9_000),)))
    run_race(played, ANN)

    cash = {number: each.cash for number, each in played.state.stables.items()}
    assert sum(cash.values()) <= 30_000, "the bank adds nothing"
    assert cash[ANN] + cash[DIO] <= 20_100, "together they win Bob's 100s at most"
    assert noticed(played) == [Oddity("bets", DIO, EntryId(0), 9_000, 10_000)]
    assert "👀 Dio put 9,000s of 10,000s on other stables' chariots." in paper(played)


@pytest.mark.parametrize(
    ("starts", "house", "kept", "won"),
    [
        ((5, 5, 5, 5), 0, 0, {ANN: 3_000, BOB: 1_500, CLEO: 1_500}),
        ((5, 5, 5, 5), BOB, 0, {}),
        ((5, 5, 5, 5), 0, DIO, {}),
        ((5, 5, 5, 4), 0, 0, {}),
        ((10, 10, 10), 0, 0, {}),
    ],
    ids=["four who raced", "one of the house", "one kept by a manager", "one who came late", "a host and two friends"],
)
def test_prizes_are_for_seasons_that_four_people_have_raced(
    starts: tuple[int, ...], house: EntryId, kept: EntryId, won: dict[EntryId, int]
) -> None:
    """Ann is first; Bob and Cleo share the second place, and what the second and the third win."""
    made = league({EntryId(n): 1 for n in range(1, len(starts) + 1)}, "protest", event=10, prizes=(3_000, 2_000, 1_000))
    for number, count in enumerate(starts, start=1):
        stable = made.stables[EntryId(number)]
        stable.starts, stable.is_house = count, number == house
        stable.status = "kept" if number == kept else "active"
    for stable, cash in ((made.stables[ANN], 3_000), (made.stables[EntryId(len(starts))], -2_000)):
        stable.cash += cash
    made.bank -= 1_000
    played = session(made)

    played.answer(CALENDAR, GoOn())

    lines = [line for fact in played.table.told if isinstance(fact, PrizesWon) for line in fact.lines]
    assert {line.account: line.amount for line in lines} == won
    told = "🏅 Prizes of the server: Ann 3,000s · Bob 1,500s · Cleo 1,500s"
    assert (told in paper(played), "🏅" in paper(played)) == (bool(won), bool(won))
    assert played.state.bank == 0


HUGE = 10**60
CHARIOT = Goods(chariots=(3,))
ACTS = (
    *(OfferLoan(BOB, amount, amount, 3) for amount in (-100, 0, HUGE)),
    OfferLoan(BOB, 100, HUGE, 3),
    *(OfferDeal(BOB, Goods(money=amount), CHARIOT) for amount in (-100, HUGE)),
    *(AskHelp(amount) for amount in (-100, 0, HUGE)),
    *(BuyHorse(1, 1, amount) for amount in (-500, 0, 750, HUGE)),
    *(Instruct(Manager(own_bet=amount)) for amount in (-100, 150)),
    Instruct(Manager(security=(0, -1, 0))),
)
SHEETS = (
    *(Eve((Stake(1, amount),)) for amount in (-100, 0, 150, HUGE)),
    *(Eve((Stake(1, 100),), (Plan("drug", 3, amount),)) for amount in (-500, 0, HUGE)),
    *(Eve((Stake(1, 100),), (), (0, amount, 0)) for amount in (-1, HUGE)),
)


@pytest.mark.parametrize("act", ACTS, ids=str)
def test_sums_that_make_no_sense_are_refused_in_every_field(act: Answer) -> None:
    played = session(league({ANN: 2, BOB: 2}))
    played.state.stables[ANN].chariots[1].team.horses[0].is_alive = False  # type: ignore[union-attr]
    before = msgspec.json.encode(played.state)

    with pytest.raises(Refused) as refused:
        played.act(ANN, act)

    assert isinstance(refused.value.reason, LeagueReason)
    assert len(sentence(refused.value)) <= 300
    assert msgspec.json.encode(played.state) == before


@pytest.mark.parametrize("sheet", SHEETS, ids=str)
def test_sheets_with_sums_that_make_no_sense_are_not_sealed(sheet: Eve) -> None:
    played = session(league({ANN: 2, BOB: 2}, "eve"))

    with pytest.raises(Refused) as refused:
        played.answer(ANN, sheet)

    assert len(sentence(refused.value)) <= 300
    assert ANN not in played.sealed
