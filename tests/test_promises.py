"""What every ruleset promises, tried with players who choose at random among what is legal."""

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from engine.dice import RaceDice, audit
from engine.facts import Concealed, Rolled
from engine.game import AnyRuleset, Entrant
from engine.questions import Answer, Ask
from engine.rulesets import RULESETS
from engine.session import Checkpoint, Session, first_checkpoint
from records.refusals import Refused
from records.values import EntryId, Faction

SEED = b"a seed for promises"
MOST_ANSWERS = 5_000
UNLISTED = 12
"""Answers that are not legal, tried at each question."""

Given = list[tuple[EntryId, Answer]]

every_ruleset = pytest.mark.parametrize("rules", RULESETS.values(), ids=list(RULESETS))


def a_start(rules: AnyRuleset, entries: int, **options: Any) -> Checkpoint:
    """Return the beginning of a race with so many entries, or as many as the rules allow."""
    entries = min(max(entries, rules.least_entries), len(rules.colours))
    entrants = [
        Entrant(EntryId(number), rules.colours[number - 1], Faction(1 + number % 3)) for number in range(1, entries + 1)
    ]
    return first_checkpoint(rules, rules.new_race(rules.options(**options), entrants))


def taken_up(rules: AnyRuleset, start: Checkpoint, since: Given) -> Session[Any]:
    """Return the session that the answers *since* lead to from *start*."""
    session = Session(rules, start, RaceDice(SEED, at=start.rolled))
    for entry, answer in since:
        session.answer(entry, answer)
    return session


def choice(choose: random.Random, ask: Ask) -> Answer:
    """Return a legal answer, every second time the default: who only plays at random does not get far."""
    return ask.default if choose.random() < 0.5 else choose.choice(ask.question.legal())


def check_refusals(session: Session[Any], entry: EntryId, others: Sequence[Answer]) -> None:
    for other in others:
        with pytest.raises(Refused):
            session.answer(entry, other)


def check_kept(rules: AnyRuleset, session: Session[Any], answer: Answer, facts: Sequence[Any]) -> None:
    """See that answer, facts, state and view can be kept and read back."""
    for what, kind in ((answer, rules.answers), (session.state, rules.state), (session.view(), rules.view)):
        assert msgspec.json.decode(msgspec.json.encode(what), type=kind) == what
    assert [msgspec.json.decode(msgspec.json.encode(fact), type=rules.facts) for fact in facts] == list(facts)


def check_rebuilt(rules: AnyRuleset, start: Checkpoint, since: Given, session: Session[Any]) -> None:
    """See that a checkpoint and the answers since lead to the same race."""
    again = taken_up(rules, start, since)
    assert (again.seq, again.table.digest) == (session.seq, session.table.digest)
    assert (again.state, again.open) == (session.state, session.open)


def check_secret(rules: AnyRuleset, start: Checkpoint, since: Given, ask: Ask, session: Session[Any]) -> None:
    """See that another answer in place of the last one shows in no view but that of its entry."""
    entry, given = since[-1]
    other = next(answer for answer in ask.question.legal() if answer != given)
    twin = taken_up(rules, start, [*since[:-1], (entry, other)])
    others = [each for each in rules.factions(session.state) if each != entry]
    for drives in ([], others):
        assert session.view(drives) == twin.view(drives)


@pytest.mark.parametrize(
    ("seed", "entries"),
    [(0, 2), *(pytest.param(*more, marks=pytest.mark.slow) for more in ((2, 6), (3, 8)))],
)
@every_ruleset
def test_what_every_ruleset_promises(rules: AnyRuleset, seed: int, entries: int) -> None:
    choose = random.Random(seed)
    start, since, seen = a_start(rules, entries), Given(), dict[Answer, None]()
    session = taken_up(rules, start, since)
    start = session.checkpoint  # a set-up that asks nobody lies before it

    while session.open:
        assert session.seq < MOST_ANSWERS, "the race does not end"
        entry, ask = choose.choice(list(session.open.items()))
        legal = ask.question.legal()
        assert ask.default in legal
        assert ask.question.kind in rules.decisions
        listed = set(legal)
        assert len(legal) == len(listed) > (0 if ask.question.is_asked_if_forced else 1)

        # An answer that is not listed is refused, and changes nothing.
        check_refusals(session, entry, [answer for answer in seen if answer not in listed][-UNLISTED:])
        seen |= dict.fromkeys(legal)

        # One that is listed is accepted.
        answer = choice(choose, ask)
        facts = session.answer(entry, answer)
        since.append((entry, answer))

        check_kept(rules, session, answer, facts)
        if ask.secret and not facts:
            check_secret(rules, start, since, ask, session)
        if session.checkpoint != start:
            check_rebuilt(rules, start, since, session)
            start, since = session.checkpoint, []
            check_rebuilt(rules, start, since, session)

    check_rebuilt(rules, start, since, session)
    assert rules.is_over(session.state)
    rolls = [fact for fact in session.table.told if isinstance(fact, Rolled | Concealed)]
    assert audit(SEED, rolls) is None


@every_ruleset
def test_it_does_not_matter_who_answers_first(rules: AnyRuleset) -> None:
    answered_by_many(rules)


def test_some_ruleset_asks_many_at_once() -> None:
    assert any(answered_by_many(rules) for rules in RULESETS.values())


def answered_by_many(rules: AnyRuleset) -> int:
    """Answer forwards in one session and backwards in another, and return how often many were asked at once."""
    one, other = (taken_up(rules, a_start(rules, 4), []) for _ in range(2))
    choose = random.Random(5)
    together = 0
    while one.open and one.seq < 60:
        answers = {entry: choice(choose, ask) for entry, ask in one.open.items()}
        together += len(answers) > 1
        for entry, answer in answers.items():
            one.answer(entry, answer)
        for entry, answer in reversed(answers.items()):
            other.answer(entry, answer)

        assert one.table.digest == other.table.digest
        assert (one.state, one.open) == (other.state, other.open)
    return together


@every_ruleset
def test_other_dice_tell_another_story(rules: AnyRuleset) -> None:
    start = a_start(rules, 4)
    digests = set()
    for seed in (b"one", b"two", b"three"):
        session = Session(rules, start, RaceDice(seed))
        for _ in range(8):
            entry, ask = next(iter(session.open.items()))
            session.answer(entry, ask.default)
        digests.add(session.table.digest)

    assert len(digests) == 3


@every_ruleset
def test_silence_plays_a_race_to_its_end(rules: AnyRuleset) -> None:
    session = taken_up(rules, a_start(rules, len(rules.colours)), [])
    while session.open:
        assert session.seq < MOST_ANSWERS, "the race does not end"
        entry, ask = next(iter(session.open.items()))
        session.answer(entry, ask.default)

    assert rules.is_over(session.state)


@pytest.mark.slow
@every_ruleset
def test_house_drivers_answer_only_what_is_legal_and_end_the_race(rules: AnyRuleset) -> None:
    plain = rules.mixed
    assert len(plain) >= 3
    seats = [*sorted(rules.deliberate), *plain * len(rules.colours)]  # those who take their time drive once
    session = taken_up(rules, a_start(rules, len(rules.colours)), [])
    while session.open:
        assert session.seq < MOST_ANSWERS, "the race does not end"
        entry, ask = next(iter(session.open.items()))
        drive = rules.drivers[seats[entry - 1]]
        session.answer(entry, drive(session.view([entry]), ask))

    assert rules.is_over(session.state)


@every_ruleset
def test_a_ruleset_is_listed_under_its_id_and_hosts_a_small_race(rules: AnyRuleset) -> None:
    assert RULESETS[rules.id] is rules
    assert len(set(rules.colours)) == len(rules.colours) >= rules.least_entries
    assert taken_up(rules, a_start(rules, rules.least_entries), []).open
    assert all(kind.seconds > 0 and kind.title and kind.rule for kind in rules.decisions.values())
