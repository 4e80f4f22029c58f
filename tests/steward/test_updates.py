"""An update never stops a race: what was told stays told, answers are given again as far as they are legal (S-6)."""

import dataclasses
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from engine.facts import Fact, Rewound, Sealed
from engine.game import AnyRuleset
from engine.questions import Answer, Ask
from engine.table import Table
from records.refusals import Refused
from records.values import RaceId
from steward import Acted, read_body
from tests.kept import once
from tests.steward.circus import ANN, BLUE, RED, Circus
from tests.steward.test_crashes import PowerCut
from tests.toy_ruleset import TOY, Pace, Push, Race, Stand, TurnBegan, Walk, Walked, play_turn

Rules = Callable[[], AnyRuleset]


def telling(extra: Fact, at: type[Fact]) -> AnyRuleset:
    """Return rules that tell one fact more, right after each of a kind."""

    def play(race: Race, table: Table) -> Any:
        tell = table.tell

        def tell_more(fact: Fact) -> None:
            tell(fact)
            if isinstance(fact, at):
                tell(extra)

        table.tell = tell_more  # type: ignore[method-assign]
        yield from play_turn(race, table)
        table.tell = tell  # type: ignore[method-assign]

    return dataclasses.replace(TOY, play_turn=play)


def slower() -> AnyRuleset:
    """Return rules by which nobody goes more than two steps at once, whatever was written."""

    def play(race: Race, table: Table) -> Any:
        turn, sent = play_turn(race, table), None
        while True:
            try:
                asked = turn.send(sent)
            except StopIteration:
                return
            if isinstance(asked, Ask) and hasattr(asked.question, "factors"):
                question = msgspec.structs.replace(asked.question, factors=2)
                asked = msgspec.structs.replace(asked, question=question, default=Walk(2))
            sent = yield asked

    return dataclasses.replace(TOY, play_turn=play)


def breaking(answer: Answer) -> AnyRuleset:
    """Return rules that break by one answer."""

    def play(race: Race, table: Table) -> Any:
        turn, sent = play_turn(race, table), None
        while True:
            try:
                asked = turn.send(sent)
            except StopIteration:
                return
            sent = yield asked
            if sent == answer:
                raise ZeroDivisionError

    return dataclasses.replace(TOY, play_turn=play)


@once
async def in_mid_turn(circus: Circus) -> RaceId:
    """Return a race in its first turn: both have written their paces, red has walked three steps, blue is asked."""
    race = await circus.race()
    await circus.pace(race)
    await circus.give(race, RED, Walk(3))
    return race


async def holding(circus: Circus, race: RaceId) -> list[Any]:
    """Return the facts that hold."""
    records = await circus.store.stories.facts(race)
    return [TOY.read_fact(each.fact) for each in records if not each.void]


async def given(circus: Circus, race: RaceId) -> list[tuple[int, str, str]]:
    """Return the players' inputs that hold: whose, by whom, and what."""
    return [
        (each.entry, each.by, each.answer)
        for each in await circus.store.stories.inputs(race)
        if each.entry and not each.void
    ]


async def told_of_it(circus: Circus, race: RaceId) -> list[list[int]]:
    """Return for each update that was told who is asked again."""
    notices = [each for each in await circus.store.outbox.of_race(race) if each.kind == "act"]
    acts = [read_body(each, Acted).act for each in notices]
    return [json.loads(act.body)["again"] for act in acts if act.kind == "update"]


async def updated(circus: Circus, rules: AnyRuleset) -> Circus:
    after = await circus.again(rulesets={"toy": rules})
    await after.steward.resume()
    return after


async def test_answers_that_are_legal_still_are_given_again_and_nobody_is_asked(circus: Circus) -> None:
    race = await in_mid_turn(circus)
    before, inputs = await circus.told(race), await given(circus, race)

    after = await updated(circus, telling(TurnBegan(77), TurnBegan))

    assert (await after.told(race))[: len(before)] == before
    assert await given(after, race) == inputs
    assert [(await after.asked(race, BLUE)).entry] == [BLUE]
    assert await told_of_it(after, race) == [[]]
    facts = await holding(after, race)
    assert [fact for fact in facts if isinstance(fact, TurnBegan)] == [TurnBegan(1), TurnBegan(77)]
    assert facts.count(Walked(RED, 3)) == 1


async def test_only_what_is_told_otherwise_is_void(circus: Circus) -> None:
    race = await in_mid_turn(circus)
    before = await circus.store.stories.facts(race)

    after = await updated(circus, telling(TurnBegan(77), Walked))

    kept = (await after.store.stories.facts(race))[: len(before)]
    assert [each.n for each in kept if each.void] == [each.n for each in before if '"Walked"' in each.fact]
    rewound = [fact for fact in await holding(after, race) if isinstance(fact, Rewound)]
    assert [(each.to, each.stream) for each in rewound] == [(2, 1)]


async def test_no_line_of_a_phase_is_told_twice(circus: Circus) -> None:
    race = await circus.race()
    await circus.give(race, BLUE, Pace(5))
    after = await updated(circus, telling(TurnBegan(77), TurnBegan))

    await after.give(race, RED, Pace(5))
    await after.to_the_end_of_turn(race)

    (phase, *_) = await after.steward.log.scenes(race, 1, 99)
    assert [fact.entry for fact in phase.facts if isinstance(fact, Sealed)] == [BLUE, RED]
    assert sum(isinstance(fact, Rewound) for fact in phase.facts) == 1


async def test_who_gave_what_is_not_legal_any_more_is_asked_again_and_told_so(circus: Circus) -> None:
    race = await in_mid_turn(circus)

    after = await updated(circus, slower())

    assert (await after.asked(race, RED)).ask.default == Walk(2)
    assert await told_of_it(after, race) == [[RED]]
    assert [each[0] for each in await given(after, race)] == [RED, BLUE]
    (summons,) = [
        each for each in await after.store.outbox.of_race(race) if each.kind == "summons" and each.duty == f"{race}:1:4"
    ]
    assert summons.state == "new"


async def test_an_answer_by_which_the_rules_break_is_asked_for_again(circus: Circus) -> None:
    race = await in_mid_turn(circus)

    after = await updated(circus, breaking(Walk(3)))

    assert await told_of_it(after, race) == [[RED]]
    await after.give(race, RED, Walk(2))
    assert (await after.steward.race(race)).record.state == "running"


async def test_a_fact_that_has_a_field_more_now_is_the_same_story(circus: Circus) -> None:
    # Given facts that were written before a field was there that has a default
    race = await in_mid_turn(circus)
    longer: Any = msgspec.defstruct(
        "Walked", [("entry", int), ("to", int), ("mud", bool, False)], bases=(Fact,), frozen=True, tag="Walked"
    )

    def play(state: Race, table: Table) -> Any:
        tell = table.tell
        table.tell = lambda fact: tell(  # type: ignore[method-assign]
            longer(fact.entry, fact.to) if isinstance(fact, Walked) else fact
        )
        yield from play_turn(state, table)
        table.tell = tell  # type: ignore[method-assign]

    kinds: Any = TOY.facts
    others = tuple(kind for kind in kinds.__args__ if kind is not Walked)
    union: Any = longer
    for kind in others:
        union = union | kind
    rules = dataclasses.replace(TOY, play_turn=play, facts=union)
    story, inputs = await circus.told(race), await circus.store.stories.inputs(race)

    after = await updated(circus, rules)

    assert await after.told(race) == story
    assert await after.store.stories.inputs(race) == inputs
    assert await told_of_it(after, race) == []
    await after.give(race, BLUE, Walk(3))
    again = await circus.again(rulesets={"toy": rules})
    assert (await again.asked(race, RED)).asked == 4


async def test_what_is_taken_up_anew_is_taken_up_once(circus: Circus) -> None:
    race = await in_mid_turn(circus)
    rules = telling(TurnBegan(77), Walked)
    after = await updated(circus, rules)
    story, inputs = await after.told(race), await after.store.stories.inputs(race)

    again = await updated(circus, rules)

    assert await again.told(race) == story
    assert await again.store.stories.inputs(race) == inputs
    assert await told_of_it(again, race) == [[]]


async def test_a_crash_before_it_is_written_changes_nothing(circus: Circus, monkeypatch: pytest.MonkeyPatch) -> None:
    race = await in_mid_turn(circus)
    rules, story = telling(TurnBegan(77), Walked), await circus.told(race)
    doomed = await circus.again(rulesets={"toy": rules})

    async def cut(*_anything: Any) -> None:
        raise PowerCut

    monkeypatch.setattr(doomed.store, "write", cut)
    with pytest.raises(PowerCut):
        await doomed.asked(race, BLUE)
    assert await circus.told(race) == story

    after = await updated(circus, rules)
    assert await told_of_it(after, race) == [[]]


@pytest.mark.threads
async def test_of_two_processes_one_takes_it_up(circus: Circus, monkeypatch: pytest.MonkeyPatch) -> None:
    # Given a process that is about to write what another one writes first
    race = await in_mid_turn(circus)
    rules = telling(TurnBegan(77), Walked)
    slow, quick = await circus.again(rulesets={"toy": rules}), await circus.again(rulesets={"toy": rules})
    write = slow.store.write

    async def second(batch: Any, decide: Any = None) -> None:
        monkeypatch.setattr(slow.store, "write", write)
        await quick.asked(race, BLUE)
        await write(batch, decide)

    monkeypatch.setattr(slow.store, "write", second)

    asked = await slow.asked(race, BLUE)

    assert asked.asked == (await quick.asked(race, BLUE)).asked
    assert await told_of_it(quick, race) == [[]]


async def test_sealed_answers_and_orders_are_given_again_with_the_seals_that_were_told(circus: Circus) -> None:
    race = await circus.race()
    await circus.give(race, BLUE, Pace(5))
    sealed = (await circus.steward.log.status(race)).sealed

    after = await updated(circus, telling(TurnBegan(77), TurnBegan))

    assert (await after.steward.log.status(race)).sealed == sealed
    assert await told_of_it(after, race) == [[]]


async def test_who_has_not_answered_yet_keeps_the_time_that_was_left(circus: Circus) -> None:
    race = await circus.race()
    until = (await circus.asked(race, RED)).until
    await circus.give(race, BLUE, Pace(5))
    circus.clock.pass_by(3_000)

    after = await updated(circus, telling(TurnBegan(77), TurnBegan))

    assert (await after.asked(race, RED)).until == until


async def test_a_turn_that_waits_for_its_deadline_waits_still(circus: Circus) -> None:
    race = await circus.race()
    await circus.steward.races.wait_for(race, ANN, 0, wait=True)
    await circus.pace(race)
    (held,) = await circus.store.deadlines.of_race(race)

    after = await updated(circus, telling(TurnBegan(77), TurnBegan))

    (kept,) = await after.store.deadlines.of_race(race)
    assert (kept.kind, kept.at) == (held.kind, held.at)
    circus.clock.now = held.at
    await after.steward.timekeeper.tick()
    assert (await after.asked(race, RED)).ask.question.kind == "step"


@pytest.mark.slow
async def test_a_turn_whose_beginning_rolls_other_dice_begins_anew(circus: Circus) -> None:
    # Given a turn that nobody has answered yet
    race = await circus.race()
    before = await circus.told(race)

    def play(state: Race, table: Table) -> Any:
        table.roll(None, "weather", "1")
        yield from play_turn(state, table)

    rules = dataclasses.replace(TOY, play_turn=play)
    after = await updated(circus, rules)

    assert (await after.told(race))[: len(before)] == before
    assert all(each.void for each in (await after.store.stories.facts(race))[: len(before)])
    assert await told_of_it(after, race) == [[]]
    await after.to_the_end(race)
    assert (await after.steward.log.verify(race)).is_sound


async def test_a_state_that_cannot_be_read_takes_the_race_back_to_one_that_can(circus: Circus) -> None:
    # Given a race in its second turn, and rules that can read the state at the beginning of the first alone
    race = await in_mid_turn(circus)
    await circus.give(race, BLUE, Walk(3))
    before = await circus.told(race)

    def reads_the_first(stored: bytes) -> Race:
        if msgspec.json.decode(stored)["turn"]:
            raise msgspec.ValidationError
        return msgspec.json.decode(stored, type=Race)

    after = await updated(circus, dataclasses.replace(TOY, past_states={TOY.version: reads_the_first}))

    assert (await after.told(race))[: len(before)] == before
    assert (await after.asked(race, BLUE)).view.turn == 1
    await after.give(race, BLUE, Walk(3))


async def test_states_that_cannot_be_read_at_all_let_the_race_begin_anew(circus: Circus) -> None:
    race = await in_mid_turn(circus)
    before = await circus.told(race)

    def reads_nothing(_stored: bytes) -> Race:
        raise msgspec.ValidationError

    rules = dataclasses.replace(TOY, version=2, past_states={1: reads_nothing})
    after = await updated(circus, rules)

    assert (await after.told(race))[: len(before)] == before
    assert all(each.void for each in (await after.store.stories.facts(race))[: len(before)])
    assert [each.view.turn for each in await after.steward.open_asks(ANN)] == [1]
    await after.to_the_end(race)
    assert (await after.steward.log.verify(race)).is_sound


async def test_one_is_told_where_one_may_go_back_to_if_rules_have_changed_since(circus: Circus) -> None:
    race = await in_mid_turn(circus)
    await circus.give(race, BLUE, Walk(3))
    after = await circus.again(rulesets={"toy": telling(TurnBegan(77), Walked)})
    await after.steward.resume()

    with pytest.raises(Refused) as refused:
        await after.steward.desk.rewind(race, ANN, 3, "a slip")

    assert refused.value.values == {"to": 0}
    await after.steward.desk.rewind(race, ANN, 0, "a slip")
    assert (await after.asked(race, RED)).view.turn == 1


async def test_a_race_that_was_taken_up_anew_is_sound_to_its_end(circus: Circus) -> None:
    race = await circus.race()
    await circus.pace(race)
    await circus.give(race, RED, Push(BLUE))
    await circus.give(race, BLUE, Stand(True))

    after = await updated(circus, telling(TurnBegan(77), TurnBegan))

    await after.to_the_end(race)
    assert (await after.steward.log.verify(race)).is_sound
