"""Drivers on foot: running, climbing out, being run down (8.9, 17)."""

from typing import Any

import pytest

from engine.circus_maximus.harm.afoot import run_down, stand_up
from engine.circus_maximus.turn import afoot
from engine.circus_maximus.words.asks import Run, RunOnFoot
from engine.circus_maximus.words.facts import ClimbFailed, Escaped, RanOnFoot, StoodUp
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Chariot, Race, Runner
from engine.game import Answer, AskAll, Fact
from records.values import EntryId, Square
from tests.circus_maximus.builders import BLUE, RED, a_chariot, in_phase
from tests.circus_maximus.combat import Script

TURN = 3


def a_man(square: str, hits: int = 4, **others: Any) -> Chariot:
    """Return the rest of a chariot whose driver runs, since the turn before unless it says otherwise."""
    runner = Runner(Square(square), **({"since": TURN - 1} | others))
    return a_chariot("A1.8", status="out", has_car=False, driver="on foot", hits=hits, runner=runner)


def a_field(*chariots: Chariot) -> Race:
    race = in_phase(*chariots, speed=10, turn=TURN - 1)
    race.options = Options(edition="advanced")
    race.turn = TURN
    return race


def asked(race: Race) -> dict[EntryId, RunOnFoot]:
    """Return what those on foot are asked."""
    try:
        waiting = next(afoot.move_all(race, Script()))
    except StopIteration:
        return {}
    assert isinstance(waiting, AskAll)
    questions: dict[EntryId, RunOnFoot] = {}
    for ask in waiting.asks:
        assert isinstance(ask.question, RunOnFoot)
        ask.question.verify(ask.default)
        questions[ask.entry] = ask.question
    return questions


def ran(race: Race, *dice: int, to: str | None = None, entry: EntryId = RED) -> list[Fact]:
    """Let red run to a square, or as he does if he says nothing; all others do that. Return what was told."""
    table = Script(*dice)
    play = afoot.move_all(race, table)
    waiting = next(play)
    assert isinstance(waiting, AskAll)
    given: dict[EntryId, Answer] = {ask.entry: ask.default for ask in waiting.asks}
    if to is not None:
        given[entry] = Run(Square(to))
        question = next(ask.question for ask in waiting.asks if ask.entry == entry)
        question.verify(given[entry])
    with pytest.raises(StopIteration):
        play.send(given)
    assert not table.unrolled
    return table.told


def ends(question: RunOnFoot) -> set[str]:
    return {path[-1] for path in question.paths}


# Standing up


@pytest.mark.parametrize("driver", ["in car", "dragged"])
def test_rule_17_1_a_driver_stands_up(driver: Any) -> None:
    race, table = a_field(a_chariot(driver=driver)), Script()

    stand_up(race, table, RED, Square("A19.3"))

    assert race.chariots[RED].runner == Runner(Square("A19.3"), TURN)
    assert (race.chariots[RED].driver, race.chariots[RED].dragging) == ("on foot", None)
    assert table.told == [StoodUp(RED, Square("A19.3"))]


@pytest.mark.parametrize("driver", ["dead", "on foot", "escaped"])
def test_rule_17_1_another_does_not(driver: Any) -> None:
    race, table = a_field(a_chariot(driver=driver)), Script()

    stand_up(race, table, RED, Square("A19.3"))

    assert race.chariots[RED].driver == driver
    assert not table.told


# How far, and where


def test_rule_17_who_is_shut_in_is_not_asked() -> None:
    race = a_field(a_man("A20.4"), a_chariot("A22.4"), a_chariot("A20.3"), a_chariot("A20.5"), a_chariot("A19.4"))

    assert asked(race) == {}


def test_rule_17_who_has_one_square_to_go_to_is_asked() -> None:
    race = a_field(a_man("A20.4", 2), a_chariot("A22.4"), a_chariot("A20.3"), a_chariot("A20.5"))

    assert ends(asked(race)[RED]) == {"A20.4", "A19.4"}


@pytest.mark.parametrize(
    ("begin", "path"),
    [
        ("A20.3", ("A20.3", "A20.2", "A20.1", "A21.1")),  # a die at the end, and not three squares without one
        ("A20.2", ("A20.2", "A21.2")),  # not along the wall, as he does not want to be there
    ],
)
def test_ruling_cm_59_to_the_wall_with_most_dice_elsewhere_the_shortest_way(begin: str, path: tuple[str, ...]) -> None:
    paths = {path[-1]: path for path in asked(a_field(a_man(begin, 6)))[RED].paths}

    assert paths[Square(path[-1])] == path


def test_rule_17_1_he_may_stay() -> None:
    assert ran(a_field(a_man("A20.1")), to="A20.1") == []


# Climbing


@pytest.mark.parametrize(("lane", "step", "heading"), [(1, 1, 1), (1, -1, -1), (8, 1, 1), (8, -1, -1)])
@pytest.mark.parametrize(("die", "is_out"), [(1, False), (2, True), (3, False), (4, True), (5, False), (6, True)])
def test_rule_17_3_an_even_die_gets_him_over_the_wall(
    lane: int, step: int, heading: int, die: int, is_out: bool
) -> None:
    race, to = a_field(a_man(f"A20.{lane}", 2)), Square(f"A{20 + step}.{lane}")

    facts = ran(race, die, to=to)

    assert facts[0] == RanOnFoot(RED, to)
    assert facts[2:] == [Escaped(RED, to) if is_out else ClimbFailed(RED, to)]
    man = race.chariots[RED]
    assert man.driver == ("escaped" if is_out else "on foot")
    assert man.runner == (None if is_out else Runner(to, TURN - 1, [to], heading))


def test_rule_17_3_to_the_wall_first_then_along_it() -> None:
    facts = ran(a_field(a_man("A20.2", 6)), 1, 1, to="A22.1")

    assert [fact.to for fact in facts if isinstance(fact, RanOnFoot)] == ["A21.1", "A22.1"]


def test_rule_17_3_the_other_wall_is_another_wall() -> None:
    race = a_field(a_man("A20.8", 2, rolled_from=[Square("A20.1")], heading=1))

    assert ends(asked(race)[RED]) == {"A20.8", "A20.7", "A21.8", "A19.8"}


def test_rule_17_3_the_question_names_where_a_die_waits() -> None:
    question = asked(a_field(a_man("A20.1", 4)))[RED]

    assert set(question.climbs) == {"A21.1", "A19.1", "A22.1", "A18.1"}


# Left to himself


def test_ruling_e19_of_two_walls_as_near_the_inner() -> None:
    race = a_field(a_man("A20.4", 8), a_chariot("A20.3"))  # round the team there it is four squares to either wall

    assert afoot.shortest_way_out(race, race.chariots[RED]) == "A21.1"


def test_ruling_e19_he_goes_on_as_he_began_and_not_into_a_car() -> None:
    race = a_field(a_man("A20.1", 6, rolled_from=[Square("A20.1")], heading=-1), a_chariot("A18.1"))

    assert afoot.shortest_way_out(race, race.chariots[RED]) == "A19.1"


def test_ruling_e19_who_is_shut_in_stays() -> None:
    race = a_field(a_man("A20.4"), a_chariot("A22.4"), a_chariot("A20.3"), a_chariot("A20.5"), a_chariot("A19.4"))

    assert afoot.shortest_way_out(race, race.chariots[RED]) == "A20.4"


# Run down


@pytest.mark.parametrize("status", ["finished", "out"])
def test_rule_17_4_who_is_off_the_track_runs_nobody_down(status: Any) -> None:
    race = a_field(a_chariot("A21.3", status=status), a_man("A21.3"))

    run_down(race, Script(), RED, (Square("A21.3"),))

    assert race.chariots[BLUE].driver == "on foot"


def test_rule_17_4_a_runaway_team_does_and_it_may_be_his_own() -> None:
    race = a_field(a_chariot("A21.3", status="runaway", has_car=False, driver="on foot"))
    race.chariots[RED].runner = Runner(Square("A21.3"), TURN)

    run_down(race, Script(1), RED, (Square("A21.3"),))

    assert race.chariots[RED].driver == "dead"
    assert race.chariots[RED].status == "runaway"


@pytest.mark.parametrize(("heading", "barred"), [(1, "A19.1"), (-1, "A21.1")])
def test_rule_17_3_no_turning_back_along_the_wall(heading: int, barred: str) -> None:
    race = a_field(a_man("A20.1", 2, rolled_from=[Square("A20.1")], heading=heading))

    assert ends(asked(race)[RED]) == {"A20.1", "A20.2", "A21.1", "A19.1"} - {barred}
