"""Two worlds that differ in one secret: nobody else sees a difference before it is told (H.11)."""

from collections.abc import Callable, Sequence

import msgspec
import pytest

from engine.facts import Fact, Sealed
from engine.leagues.words import acts
from engine.leagues.words.facts import Whispered
from engine.leagues.words.sheets import CalledOff, Entries, Eve, Plan
from engine.leagues.words.state import CALENDAR, Goods, League, Manager, Part, Stake
from engine.plots import Trigger
from engine.questions import Answer
from engine.session import Session
from records.refusals import Refused
from records.values import EntryId
from tests.leagues.builders import ANN, BOB, CLEO, DIO, league, session

Steps = Callable[[Session[League]], object]
SALT = bytes(16)


def seen_by(played: Session[League], member: EntryId | None) -> tuple[bytes, bytes]:
    """Return all that one viewer sees: the view, and the facts that are told to it. Seals count by their size alone."""
    view = msgspec.json.encode(played.view([] if member is None else [member]))
    facts = [_sizes(fact) for fact in played.table.told if not isinstance(fact, Whispered) or member in fact.to]
    return view, msgspec.json.encode(facts)


def _sizes(fact: Fact) -> object:
    return (fact.entry, len(fact.seal)) if isinstance(fact, Sealed) else fact


def worlds(phase: str, one: Steps, other: Steps) -> Sequence[Session[League]]:
    """Return two worlds in which *one*, or *other*, happens; Dio is a better who sees no more than anybody."""
    both = []
    for steps in (one, other):
        made = league({ANN: 3, BOB: 2, CLEO: 1, DIO: 0}, phase, betters=(DIO,))  # type: ignore[arg-type]
        made.stables[ANN].chariots[2].has_car = made.shown[ANN].chariots[2].has_car = False
        made.stables[ANN].chariots[1].team.experience = 30  # type: ignore[union-attr]
        made.shown[ANN].chariots[1].team.experience = 30  # type: ignore[union-attr]
        played = session(made)
        steps(played)
        both.append(played)
    return both


def check_alike(both: Sequence[Session[League]], others: Sequence[EntryId | None]) -> None:
    for viewer in others:
        assert seen_by(both[0], viewer) == seen_by(both[1], viewer)
    assert seen_by(both[0], ANN) != seen_by(both[1], ANN), "there is a difference, and its owner sees it"


def answers(answer: Answer) -> Steps:
    return lambda played: played.answer(ANN, answer, salt=SALT)


def acts_so(*done: Answer) -> Steps:
    return lambda played: [played.act(ANN, act) for act in done]


PLAN = Plan("slow", 4, 1_500, trigger=Trigger("turn", 3))
OTHERS = (None, BOB, CLEO, DIO)


@pytest.mark.parametrize(
    ("phase", "one", "other"),
    [
        ("stable", answers(Entries((1,))), answers(Entries((3, 1)))),
        ("stable", answers(Entries((1,))), answers(Entries(by_manager=True))),
        ("stable", acts_so(acts.BuyCar(2)), acts_so()),
        ("stable", acts_so(acts.TrainEndurance(1)), acts_so(acts.TrainHorse(1, 1))),
        ("stable", acts_so(acts.Instruct(Manager(2, mending="all"))), acts_so()),
        ("eve", answers(Eve((Stake(1, 100),))), answers(Eve((Stake(1, 900), Stake(4, 500))))),
        ("eve", answers(Eve((Stake(1, 100),))), answers(Eve((Stake(1, 100),), (PLAN,)))),
        ("eve", answers(Eve((Stake(1, 100),))), answers(Eve((Stake(1, 100),), guards=(0, 300, 0)))),
    ],
    ids=["entries", "manager", "purchase", "training", "instructions", "bets", "plan", "security"],
)
def test_what_is_sealed_or_done_in_secret_shows_nowhere(phase: str, one: Steps, other: Steps) -> None:
    check_alike(worlds(phase, one, other), OTHERS)


def test_an_offer_is_known_to_two() -> None:
    lends = acts_so(acts.OfferLoan(BOB, 500, 600, 4))
    sells = acts_so(acts.OfferDeal(BOB, Goods(chariots=(3,)), Goods(money=700)))

    both = worlds("stable", lends, sells)

    check_alike(both, (None, CLEO, DIO))
    assert seen_by(both[0], BOB) != seen_by(both[1], BOB)


CAR = acts.OfferDeal(ANN, Goods(parts=(Part("car", 5, 2),)), Goods(money=100))
CHARIOT = acts.OfferDeal(ANN, Goods(chariots=(5,)), Goods(money=10_000))


@pytest.mark.parametrize(
    ("phase", "secret", "instead", "offered"),
    [
        ("stable", acts_so(acts.BuyCar(2)), acts_so(), CAR),
        ("stable", acts_so(acts.BuyCar(2)), acts_so(), CHARIOT),
        ("eve", answers(Eve((Stake(1, 9_000),))), answers(Eve((Stake(1, 100),))), CHARIOT),
    ],
    ids=["a part", "money of the day", "money of the eve"],
)
def test_an_offer_finds_out_nothing(phase: str, secret: Steps, instead: Steps, offered: acts.OfferDeal) -> None:
    """Whether an offer can be made hangs on what all know: nobody learns by offers what a rival has done (L-45)."""

    def probe(before: Steps) -> Steps:
        def steps(played: Session[League]) -> None:
            before(played)
            played.act(BOB, offered)

        return steps

    both = worlds(phase, probe(secret), probe(instead))

    check_alike(both, OTHERS)
    for played in both:
        with pytest.raises(Refused) as found:
            played.act(BOB, acts.OfferDeal(ANN, CHARIOT.gives, Goods(money=10_001)))
        assert found.value.values == {"stable": ANN, "need": 10_001}


def close_eve(sheet: Eve) -> Steps:
    def steps(played: Session[League]) -> None:
        played.answer(ANN, sheet, salt=SALT)
        for member, own in ((BOB, 4), (CLEO, 6)):
            played.answer(member, Eve((Stake(own, 100),)), salt=SALT)
        played.answer(DIO, Eve(), salt=SALT)

    return steps


BARE = Eve((Stake(1, 100),))


@pytest.mark.parametrize("sheet", [Eve((Stake(1, 100),), (PLAN,)), Eve((Stake(1, 100),), guards=(1, 2, 3))])
def test_plans_and_security_stay_secret_when_the_eve_closes(sheet: Eve) -> None:
    """Not even the cash tells: what is shown is that of the last close, less what everybody knows."""
    both = worlds("eve", close_eve(BARE), close_eve(sheet))

    check_alike(both, OTHERS)
    assert both[0].state.phase == "race"


def test_a_race_that_is_called_off_tells_of_no_plan() -> None:
    both = worlds("eve", close_eve(BARE), close_eve(Eve((Stake(1, 100),), (PLAN,), (5, 5, 5))))
    for played in both:
        played.answer(CALENDAR, CalledOff())

    check_alike(both, OTHERS)


def test_bets_of_an_open_window_show_nowhere() -> None:
    def opened(*stakes: Stake) -> Steps:
        def steps(played: Session[League]) -> None:
            close_eve(Eve((Stake(1, 400),)))(played)
            played.act(CALENDAR, acts.OpenWindow(1))
            played.act(ANN, acts.BetInWindow(1, stakes))

        return steps

    check_alike(worlds("eve", opened(Stake(1, 400)), opened()), OTHERS)
