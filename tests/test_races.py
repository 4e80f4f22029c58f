"""Races of every kind that may be opened, found by chance, keep what the rules promise.

Few in an ordinary run; with ``QUADRIGA_RACES=20000`` so many for each promise. ``python -m conformance races 20000``
runs so many and tells what became of them.
"""

import os
import random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conformance.races import Player, Setup, Watched, house_player, is_possible, random_player, random_setup, start_of
from engine.dice import RaceDice, audit
from engine.facts import Concealed, Rolled
from engine.game import AnyRuleset
from engine.options import option_fields
from engine.questions import Answer, Ask
from engine.rulesets import RULESETS
from engine.session import Checkpoint, Session
from records.values import EntryId

pytestmark = pytest.mark.slow
RACES = int(os.environ.get("QUADRIGA_RACES", "12"))
BRIEF = settings(
    max_examples=RACES,
    deadline=None,
    derandomize=RACES < 100,  # the same races each time, but in a long run
    database=None,
    suppress_health_check=list(HealthCheck),
)

every_ruleset = pytest.mark.parametrize("rules", RULESETS.values(), ids=list(RULESETS))


def setups(rules: AnyRuleset) -> st.SearchStrategy[Setup]:
    """Return races that may be opened: any options that go together, any field."""
    fields = option_fields(rules.options)
    wishes = st.fixed_dictionaries(
        {}, optional={name: st.sampled_from(list(field.values)) for name, field in fields.items()}
    )
    return st.builds(
        Setup,
        st.just(rules.id),
        st.integers(0, 10**9),
        st.integers(rules.least_entries, len(rules.colours)),
        wishes,
    ).filter(lambda setup: is_possible(rules, setup.wishes, setup.entries))


# To the end


@every_ruleset
@BRIEF
@given(data=st.data())
def test_any_race_keeps_its_promises_can_be_kept_at_any_step_and_comes_to_an_end(
    rules: AnyRuleset, data: st.DataObject
) -> None:
    setup = data.draw(setups(rules))
    watched, player = Watched(setup), random_player(data.draw(st.integers(0, 10**9)))

    start, since = run_some(watched, player, data.draw(st.integers(1, 300)))
    check_taken_up(watched, start, since)
    check_kept(watched)
    watched.run(player)

    assert watched.session.is_over
    rolls = [fact for fact in watched.session.table.told if isinstance(fact, Rolled | Concealed)]
    assert audit(setup.dice_seed, rolls) is None
    watched.check_rebuilt()
    check_kept(watched)


def run_some(watched: Watched, player: Player, most: int) -> tuple[Checkpoint, list[tuple[EntryId, Answer]]]:
    """Let up to so many questions be answered; return the last checkpoint and the answers since."""
    start, since = watched.session.checkpoint, list[tuple[EntryId, Answer]]()
    for _ in range(most):
        if not watched.session.open:
            break
        watched.step(player)
        since.append(watched.given[-1])
        if watched.session.checkpoint != start:
            start, since = watched.session.checkpoint, []
    return start, since


def check_taken_up(watched: Watched, start: Checkpoint, since: list[tuple[EntryId, Answer]]) -> None:
    """See that a checkpoint and the answers since lead to where the race stands."""
    session, again = watched.session, taken_up(watched.setup.rules, watched.setup, start, since)
    assert (again.seq, again.facts_told, again.table.digest) == (session.seq, session.facts_told, session.table.digest)
    assert (again.state, again.open) == (session.state, session.open)


def check_kept(watched: Watched) -> None:
    """See that state, view, facts and answers can be kept and read back."""
    rules, session = watched.setup.rules, watched.session
    for what, kind in ((session.state, rules.state), (session.view(), rules.view)):
        assert msgspec.json.decode(msgspec.json.encode(what), type=kind) == what
    for fact in session.table.told:
        assert msgspec.json.decode(msgspec.json.encode(fact), type=rules.facts) == fact
    for _, answer in watched.given:
        assert msgspec.json.decode(msgspec.json.encode(answer), type=rules.answers) == answer


@every_ruleset
@BRIEF
@given(data=st.data())
def test_house_drivers_drive_any_race_to_its_end(rules: AnyRuleset, data: st.DataObject) -> None:
    """They answer only what is legal, or the session would refuse it."""
    watched = Watched(data.draw(setups(rules)))

    watched.run(house_player(rules, data.draw(st.integers(0, 10**9))))

    assert watched.session.is_over


# What can be seen


@pytest.mark.parametrize("rules", [RULESETS["circus-maximus"]], ids=["circus-maximus"])
@BRIEF
@given(data=st.data())
def test_a_secret_answer_shows_to_nobody_else(rules: AnyRuleset, data: st.DataObject) -> None:
    """Two worlds that differ in one secret answer look the same to all others, until it is revealed."""
    watched = Watched(data.draw(setups(rules)))
    player = random_player(data.draw(st.integers(0, 10**9)))
    choose = random.Random(data.draw(st.integers(0, 10**9)))
    tried = 0
    while watched.session.open and tried < 3:
        entry, ask = choose.choice(list(watched.session.open.items()))
        if ask.secret and len(watched.session.open) > 1:
            compare_worlds(watched, entry, ask, choose)
            tried += 1
        watched.step(player)

    assert tried, "lanes are drawn, and all are asked in secret what they prepare"


def compare_worlds(watched: Watched, entry: EntryId, ask: Ask, choose: random.Random) -> None:
    """Answer a secret question in two ways, each in a world of its own, and see that no other can tell them apart."""
    rules, setup = watched.setup.rules, watched.setup
    answers = choose.sample(list(ask.question.legal()), 2)
    one, other = (taken_up(rules, setup, watched.start, [*watched.given, (entry, answer)]) for answer in answers)
    everybody = list(rules.factions(one.state))
    for drives in ([], *([each] for each in everybody if each != entry), [each for each in everybody if each != entry]):
        assert one.view(drives) == other.view(drives)
    assert one.view([entry]) != other.view([entry])
    assert one.table.digest == other.table.digest


def taken_up(rules: AnyRuleset, setup: Setup, start: Checkpoint, since: list[tuple[EntryId, Answer]]) -> Session[Any]:
    session = Session(rules, start, RaceDice(setup.dice_seed, at=start.rolled), scenes=False)
    for entry, answer in since:
        session.answer(entry, answer)
    return session


# The races of the long run


@every_ruleset
def test_races_by_number_are_the_same_each_time_and_differ_from_each_other(rules: AnyRuleset) -> None:
    setups = [random_setup(rules.id, seed) for seed in range(20)]

    assert setups == [random_setup(rules.id, seed) for seed in range(20)]
    assert len({setup.entries for setup in setups}) > 1
    assert len({repr(start_of(setup).state) for setup in setups}) > 10
