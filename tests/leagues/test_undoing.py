"""The host undoes a deal of the open phase: goods and money go back, or it stands with a reason (H.14)."""

from copy import deepcopy
from typing import Any

import msgspec
import pytest

from engine.leagues import money
from engine.leagues.words.acts import Accept, OfferDeal, TrainDriver, UndoDeal
from engine.leagues.words.facts import DealUndone
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import CALENDAR, Goods, League, Part
from engine.refusals import GameReason
from engine.session import Session
from records.refusals import Refused
from tests.leagues.builders import ANN, BOB, league, session

CHARIOT = Goods(chariots=(1,))


def dealt(made: League, gives: Goods, takes: Goods) -> Session[League]:
    """Return a season in which Bob has just taken what Ann offered."""
    played = session(made)
    played.act(ANN, OfferDeal(BOB, gives, takes))
    played.act(BOB, Accept(1))
    return played


def as_it_stands(state: League) -> Any:
    return msgspec.to_builtins((state.stables, state.shown, state.oddities))


@pytest.mark.parametrize(
    ("gives", "takes"),
    [
        (CHARIOT, Goods(money=3_000)),
        (Goods(money=100), Goods(chariots=(3, 4))),
        (Goods(parts=(Part("horse", 1, 3, 2, 4),)), Goods(money=500)),
        (Goods(parts=(Part("driver", 1, 4),)), Goods(chariots=(3,))),
    ],
    ids=["a chariot", "a present", "a horse", "a driver for a chariot"],
)
def test_all_is_as_it_was(gives: Goods, takes: Goods) -> None:
    made = league({ANN: 2, BOB: 2})
    lame, made.stables[BOB].chariots[4].driver = made.stables[BOB].chariots[3].team, None
    assert lame is not None
    lame.horses[3].is_alive, lame.horses[3].injury = False, lame.horses[3].boxes
    made.shown = deepcopy(made.stables)
    before = as_it_stands(made)

    played = dealt(made, gives, takes)
    assert as_it_stands(played.state) != before
    played.act(CALENDAR, UndoDeal(1))

    assert as_it_stands(played.state) == before
    assert money.balance(played.state) == 0
    assert sum(isinstance(fact, DealUndone) for fact in played.table.told) == 1
    with pytest.raises(Refused) as twice:
        played.act(CALENDAR, UndoDeal(1))
    assert twice.value.reason is LeagueReason.NO_SUCH_DEAL


def refused(played: Session[League]) -> Refused:
    before = as_it_stands(played.state)
    with pytest.raises(Refused) as caught:
        played.act(CALENDAR, UndoDeal(1))
    assert as_it_stands(played.state) == before
    return caught.value


def test_goods_that_moved_on_stay_where_they_are() -> None:
    sold = dealt(league({ANN: 2, BOB: 2}), CHARIOT, Goods(money=3_000))
    sold.act(BOB, OfferDeal(ANN, CHARIOT, Goods(money=100)))
    sold.act(ANN, Accept(2))
    made = league({ANN: 2, BOB: 2})
    driver = made.stables[ANN].chariots[1].driver
    assert driver is not None
    driver.experience = 99
    made.shown = deepcopy(made.stables)
    trained = dealt(made, CHARIOT, Goods(money=3_000))
    trained.act(BOB, TrainDriver(1))

    assert (refused(sold).reason, refused(sold).values) == (LeagueReason.MOVED_ON, {"chariot": 1})
    assert refused(trained).reason is LeagueReason.MOVED_ON


def test_money_that_is_spent_is_not_taken_twice() -> None:
    spent = dealt(league({ANN: 2, BOB: 2}, cash=1_000), CHARIOT, Goods(money=1_000))
    spent.act(ANN, OfferDeal(BOB, Goods(money=1_500), Goods(chariots=(3,))))
    spent.act(BOB, Accept(2))

    found = refused(spent)

    assert found.reason is LeagueReason.SPENT
    assert found.values == {"stable": ANN, "need": 1_000}


def test_a_deal_of_a_phase_that_is_over_stands_and_no_member_undoes_one() -> None:
    played = dealt(league({ANN: 2, BOB: 2}), CHARIOT, Goods(money=3_000))
    with pytest.raises(Refused) as member:
        played.act(ANN, UndoDeal(1))
    for ask in list(played.open.values()):
        played.answer(ask.entry, ask.default)

    assert member.value.reason is GameReason.NOT_ASKED
    assert refused(played).reason is LeagueReason.NO_SUCH_DEAL
