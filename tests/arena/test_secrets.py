"""Worlds that differ in a secret look alike to all others before it is told, in kind, number and size (D.4.5)."""

from collections.abc import Callable

import msgspec
import pytest

from engine.arena.asks import NoPlan, Plan, TakeMan, TakePlace
from engine.arena.facts import FateDecided, OmensTold, PlansTold
from engine.arena.orders import PhaseOrder
from engine.arena.ruleset import RULESET
from engine.arena.state import Match, Options
from engine.facts import Sealed, Unsealed
from engine.questions import Answer
from engine.session import Session
from records.values import EntryId
from tests.arena.builders import BLUE, GREEN, RED, YELLOW, a_session, fought, with_men

SALT = bytes(16)
PLAN = Plan("close", "hard-chest", "all")
OTHERS = {
    "move": Plan("back", "hard-chest", "all"),
    "strike": Plan("close", "quick-legs", "all"),
    "guard": Plan("close", "hard-chest", "low"),
    "condition": Plan("close", "hard-chest", "all", when=("hurt", "half")),
    "plea": Plan("close", "hard-chest", "all", plea="death"),
    "by hand": Plan("close", "hard-chest", "all", hand=(PhaseOrder(foe=BLUE),)),
    "nothing": NoPlan(),
}


def told(session: Session[Match]) -> list[tuple[str, object]]:
    """Return what was told, seals by their length alone."""
    return [(type(fact).__name__, len(fact.seal) if isinstance(fact, Sealed) else fact) for fact in session.table.told]


def look_alike(one: Session[Match], other: Session[Match], others: list[EntryId]) -> None:
    """See that two worlds are one to the public and to *others*, and say as much in as many bytes."""
    for drives in ([], others):
        views = [session.view(drives) for session in (one, other)]
        assert views[0] == views[1]
        assert len({len(msgspec.json.encode(view)) for view in views}) == 1
    assert told(one) == told(other)


def worlds(first: Callable[[], Session[Match]], entry: EntryId, *answers: Answer) -> list[Session[Match]]:
    """Return the same match with each of these answers."""
    found = []
    for answer in answers:
        session = first()
        session.answer(entry, answer, salt=SALT)
        found.append(session)
    return found


@pytest.mark.parametrize("other", OTHERS.values(), ids=list(OTHERS))
def test_a_plan_shows_to_nobody_before_all_are_in(other: Answer) -> None:
    one, two = worlds(lambda: with_men(a_session()), RED, PLAN, other)

    look_alike(one, two, [BLUE])


@pytest.mark.parametrize("secret", [{"when": ("half",)}, {"plea": "death"}, {"keep": False}, {"when": ("shield",)}])
def test_what_a_plan_keeps_to_itself_shows_to_nobody_when_it_was_played(secret: dict[str, object]) -> None:
    other = msgspec.structs.replace(PLAN, **secret)
    one, two = worlds(lambda: with_men(a_session()), RED, PLAN, other)
    for session in (one, two):
        session.answer(BLUE, PLAN, salt=SALT)

    look_alike(one, two, [BLUE])
    assert one.view([RED]).own != two.view([RED]).own
    assert not any(isinstance(fact, Unsealed) and fact.entry == RED for fact in one.table.told[6:])


def test_men_are_chosen_in_secret() -> None:
    one, two = worlds(a_session, RED, TakeMan(0), TakeMan(3))

    look_alike(one, two, [BLUE])
    assert one.view([RED]).taken == {RED: 0}


def test_places_are_chosen_in_secret() -> None:
    def placing() -> Session[Match]:
        session = a_session(Options(sides="two"), entries=4, factions=(1, 2, 1, 2))
        for entry in (RED, BLUE, GREEN, YELLOW):
            session.answer(entry, TakeMan(1))
        return session

    one, two = worlds(placing, RED, TakePlace((-5, 0)), TakePlace((-4, 0)))

    look_alike(one, two, [BLUE, YELLOW])
    assert one.view([RED]).places == {RED: (-5, 0)}


def test_the_omen_of_a_house_fighter_shows_to_nobody_else() -> None:
    one, two = with_men(a_session()), with_men(a_session())
    two.state.fighters[RED].omen = (1, 1)

    look_alike(one, two, [BLUE])


def test_at_the_end_all_plans_are_told_and_the_omens_are_those_of_the_dice() -> None:
    session = fought(with_men(a_session()))
    facts = session.table.told

    assert {fact.entry for fact in facts if isinstance(fact, PlansTold)} == {RED, BLUE}
    omens = next(fact.omens for fact in facts if isinstance(fact, OmensTold))
    dealt = list(omens.values())
    assert RULESET.unproven(dealt, facts) == []
    assert RULESET.unproven([(0, 0), dealt[1]], facts) == [RED]


def test_a_plea_is_told_only_with_the_end_though_it_counts() -> None:
    session = with_men(a_session())
    session.answer(RED, Plan("close", "none", "all", surrender=True))
    session.answer(BLUE, Plan("close", "none", "all", plea="life"))
    facts = session.table.told

    fate = next(place for place, fact in enumerate(facts) if isinstance(fact, FateDecided))
    plans = [place for place, fact in enumerate(facts) if isinstance(fact, PlansTold)]
    assert plans
    assert min(plans) > fate
