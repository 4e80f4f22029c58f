"""What a member says to all and may say again has an end in each phase: nobody fills a thread alone (L-99)."""

from collections.abc import Callable

import msgspec
import pytest

from engine.leagues.words import acts, epic_acts
from engine.leagues.words.facts import Objected
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import Forced, ItemKind, League, Loan, StoredCar
from engine.questions import Answer
from engine.session import Session
from records.limits import SAYINGS_IN_A_PHASE
from records.refusals import Refused
from records.values import EntryId
from tests.leagues.builders import ANN, BOB, CLEO, league, session

MOST = SAYINGS_IN_A_PHASE.most


def says(played: Session[League], who: EntryId, *said: Answer) -> int:
    """Let a member say some things in turn until it is refused as too often; return how often it was not."""
    for done in range(10 * MOST):
        before = msgspec.json.encode(played.state)
        refused = refusal(played, who, said[done % len(said)])
        if refused is not None:
            assert refused is LeagueReason.SAID_ENOUGH
            assert msgspec.json.encode(played.state) == before, "nothing has changed"
            return done
    raise AssertionError("it never ends")


def refusal(played: Session[League], who: EntryId, act: Answer) -> object:
    """Return why an act is refused; ``None`` if it is done."""
    try:
        played.act(who, act)
    except Refused as refused:
        return refused.reason
    return None


def protests() -> Session[League]:
    return session(league({ANN: 1, BOB: 1, CLEO: 1}, "protest"))


def stables() -> Session[League]:
    return session(league({ANN: 1, BOB: 1, CLEO: 1}, campaign="epic", ends_by_vote=True))


def auction() -> Session[League]:
    """Return a league in which Ann's goods are to be sold for what she owes Bob."""
    made = league({ANN: 2, BOB: 1, CLEO: 1}, "auction", campaign="epic", creditors_take=True)
    for known in (made.stables, made.shown):
        known[ANN].cash, known[ANN].store.cars = 0, [StoredCar(50, "light")]
    made.loans = [Loan(1, BOB, ANN, 5_000, 5_000, 1)]
    goods: list[tuple[ItemKind, int]] = [("chariot", 1), ("chariot", 2), ("car", 50)]
    made.forced = [Forced(ANN, 5_000, goods=goods)]
    made.bank += 10_000
    return session(made)


@pytest.mark.parametrize(
    ("made", "who", "said", "at_most"),
    [
        (protests, BOB, (acts.ObjectTo(2), acts.LetStand(2)), 2 * MOST),
        (stables, BOB, (epic_acts.VoteToEnd(ends=True), epic_acts.VoteToEnd(ends=False)), MOST),
        (stables, BOB, (epic_acts.VoteToEnd(ends=False),), MOST),
        (auction, BOB, (epic_acts.TakeGoods(1, "car", 50, 100), epic_acts.TakeGoods(1, "car", 50, 200)), MOST),
        (auction, ANN, (acts.OrderLots((1, 2)), acts.OrderLots((2, 1))), MOST),
    ],
    ids=["objects and lets it stand", "votes to and fro", "votes alike", "proposes", "orders the lots"],
)
def test_what_all_are_told_may_be_said_so_often_in_a_phase(
    made: Callable[[], Session[League]], who: EntryId, said: tuple[Answer, ...], at_most: int
) -> None:
    assert says(made(), who, *said) == at_most


def test_what_one_has_said_enough_another_may_say_still() -> None:
    played = protests()
    says(played, BOB, acts.ObjectTo(2), acts.LetStand(2))

    played.act(CLEO, acts.ObjectTo(2))

    assert [fact.stable for fact in played.table.told if isinstance(fact, Objected)] == [BOB] * MOST + [CLEO]
