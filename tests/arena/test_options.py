"""What hosts choose, and what follows from pace, sides and colours."""

import pytest

from engine.arena.asks import ChooseMan, ChoosePlace, MakePlan, PlanTurn
from engine.arena.facts import ManEntered, PhaseBegan
from engine.arena.hexes import distance
from engine.arena.men import KINDS
from engine.arena.ruleset import RULESET
from engine.arena.state import Options
from engine.options import at_pace, choose
from tests.arena.builders import BLUE, GREEN, RED, YELLOW, a_session, fought, with_men

TEAMS = (1, 2, 1, 2)


@pytest.mark.parametrize(("by_mail", "wish", "kind", "phases"), [
    (False, {}, MakePlan, 1), (True, {}, PlanTurn, 3),
    (True, {"exchange": "phase"}, MakePlan, 1), (False, {"exchange": "turn"}, PlanTurn, 3),
])  # fmt: skip
def test_a_plan_covers_a_phase_now_and_a_turn_by_mail_unless_the_host_says_otherwise(
    by_mail: bool, wish: dict[str, str], kind: type[MakePlan], phases: int
) -> None:
    options = at_pace(choose(Options, wish), is_ordered=False, by_mail=by_mail)
    session = with_men(a_session(options))
    question = session.open[RED].question

    assert (type(question), question.kind) == (kind, "turn" if phases == 3 else "phase")
    assert isinstance(question, MakePlan)
    assert question.phases == phases
    for entry in (RED, BLUE):
        session.answer(entry, session.open[entry].default)
    assert sum(isinstance(fact, PhaseBegan) for fact in session.table.told) == phases


def test_a_game_whose_options_know_no_mail_stays_as_it_is() -> None:
    assert at_pace(Options(exchange="phase"), is_ordered=True).by_mail is False


@pytest.mark.parametrize("name", RULESET.presets)
def test_every_preset_opens_a_match(name: str) -> None:
    options = choose(Options, RULESET.presets[name].wishes)
    assert RULESET.places is not None
    entries = {"one": 2, "two": 4, "three": 6, "melee": 5}[options.sides]
    factions = TEAMS if options.sides == "two" else ()

    assert fought(a_session(options, entries=entries, factions=factions)).is_over


def test_two_may_enter_and_each_leads_one_two_or_three_men() -> None:
    assert RULESET.places is not None
    for sides, men in (("one", 1), ("two", 2), ("three", 3)):
        options = Options(sides=sides)  # type: ignore[arg-type]
        chosen = RULESET.colours_for(options)
        all_men = [man for colour in chosen for man in (colour, *RULESET.companions(options, colour))]
        assert len(chosen) == 2
        assert len(set(all_men)) == len(all_men) == 2 * men
        assert set(all_men) <= set(RULESET.colours)
    assert len(RULESET.colours_for(Options(sides="melee"))) == 8


def test_drawn_men_have_one_body_in_each_type() -> None:
    session = a_session(Options(men="drawn"))
    question = session.open[RED].question
    assert isinstance(question, ChooseMan)

    assert [man.kind for man in question.men] == list(KINDS)
    assert len({(man.tr, man.st, man.ag, man.con, man.w) for man in question.men}) == 1
    with_men(session)
    assert [type(fact) for fact in session.table.told if isinstance(fact, ManEntered)] == [ManEntered] * 2


def test_sides_are_placed_on_their_own_halves() -> None:
    session = a_session(Options(sides="two"), entries=4, factions=TEAMS)
    for entry in (RED, BLUE, GREEN, YELLOW):
        session.answer(entry, session.open[entry].default)
    questions = {entry: ask.question for entry, ask in session.open.items()}

    for entry, question in questions.items():
        assert isinstance(question, ChoosePlace)
        assert {q < 0 for q, _ in question.hexes} == {entry in (RED, GREEN)}
        assert {distance(at, (0, 0)) for at in question.hexes} == {4, 5}
    with_men(session)
    places = [fighter.at for fighter in session.state.fighters.values()]
    assert len(set(places)) == 4


def test_men_of_a_melee_stand_evenly_on_the_ring() -> None:
    session = with_men(a_session(Options(sides="melee"), entries=6))
    places = [fighter.at for fighter in session.state.fighters.values() if fighter.at is not None]

    assert {distance(at, (0, 0)) for at in places} == {6}
    nearest = [min(distance(at, other) for other in places if other != at) for at in places]
    assert set(nearest) == {6}


def test_a_best_of_three_goes_on_until_somebody_has_two() -> None:
    won = set()
    for seed in range(6):
        session = fought(a_session(Options(best_of_three=True), seed=b"%d" % seed))
        state = session.state
        won.add(tuple(sorted(state.won.values())))
        assert max(state.won.values(), default=0) == 2 or state.bout == 3
    assert any(2 in each for each in won)
