"""Answers in, facts out: whose, in which order, and what of a plan is driven."""

import asyncio
import dataclasses
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from db.writing.books import Decide
from engine.game import AnyRuleset
from engine.questions import Answer, Ask, Play
from engine.refusals import GameReason
from engine.table import Table
from records.batches import Batch
from records.refusals import Reason, Refused
from records.values import EntryId, RaceId
from steward import OpenAsk, Warned, read_body
from tests.steward.circus import ANN, BLUE, BOB, EVE, GREEN, RED, WHITE, Circus
from tests.toy_ruleset import (
    TOY,
    BePushed,
    GaveWay,
    Pace,
    Push,
    Race,
    RaceEnded,
    Stand,
    TurnBegan,
    Walk,
    Walked,
    WritePace,
)


async def by_whom(circus: Circus, race: RaceId) -> list[tuple[EntryId, str]]:
    return [(each.entry, each.by) for each in await circus.store.stories.inputs(race)]


async def refusal(attempt: Any) -> Reason | GameReason:
    with pytest.raises(Refused) as caught:
        await attempt
    assert isinstance(caught.value.reason, Reason | GameReason)
    return caught.value.reason


class TestAnswers:
    async def test_a_player_is_asked_what_is_his_to_answer(self, circus: Circus) -> None:
        race = await circus.race()

        (opened,) = await circus.steward.open_asks(ANN)

        assert (opened.race_id, opened.entry, opened.asked) == (race, RED, 0)
        assert opened.until == circus.clock.now + 7200
        assert [each.entry for each in await circus.steward.open_asks(BOB)] == [BLUE]
        assert await circus.steward.open_asks(EVE) == []

    async def test_an_answer_is_on_record_with_what_it_led_to(self, circus: Circus) -> None:
        race = await circus.race()
        await circus.pace(race, red=3, blue=2)

        driven = await circus.give(race, RED, Walk(3))

        assert (driven.done, driven.of, driven.facts) == (1, 1, (Walked(RED, 3),))
        assert await by_whom(circus, race) == [(RED, "player"), (BLUE, "player"), (RED, "player")]
        assert (await circus.steward.log.facts(race))[-1] == Walked(RED, 3)
        (scene,) = await circus.steward.log.scenes(race, 1, 1)
        assert scene.facts[-1] == Walked(RED, 3)

    async def test_only_the_one_who_drives_it_answers_for_a_chariot(self, circus: Circus) -> None:
        race = await circus.race()
        drive, open_ask = circus.steward.races.drive, circus.steward.open_ask

        assert await refusal(drive(race, RED, [Pace(1)], player=BOB, asked=0)) is Reason.NOT_YOUR_CHARIOT
        assert await refusal(drive(race, RED, [Pace(1)], player=EVE, asked=0)) is Reason.NOT_YOUR_CHARIOT
        assert await refusal(open_ask(race, RED, BOB)) is Reason.NOT_YOUR_CHARIOT
        assert await refusal(open_ask(race, EntryId(9), BOB)) is Reason.NOT_YOUR_CHARIOT
        assert await circus.store.stories.inputs(race) == []

    async def test_an_answer_to_what_is_over_is_refused(self, circus: Circus) -> None:
        race = await circus.race()
        await circus.pace(race)
        drive, open_ask = circus.steward.races.drive, circus.steward.open_ask

        assert await refusal(drive(race, RED, [Pace(1)], player=ANN, asked=0)) is GameReason.ASK_IS_OVER
        assert await refusal(open_ask(race, RED, ANN, asked=0)) is GameReason.ASK_IS_OVER
        assert await refusal(open_ask(race, BLUE, BOB)) is GameReason.NOT_ASKED
        assert await refusal(drive(race, BLUE, [Walk(1)], player=BOB, asked=2)) is GameReason.NOT_ASKED

    async def test_a_button_pressed_twice_counts_once(self, circus: Circus) -> None:
        race = await circus.race()

        presses = [circus.steward.races.drive(race, RED, [Pace(4)], player=ANN, asked=0) for _ in range(2)]
        results = await asyncio.gather(*presses, return_exceptions=True)

        assert [each.reason for each in results if isinstance(each, Refused)] == [GameReason.NOT_ASKED]
        assert len(await circus.store.stories.inputs(race)) == 1

    async def test_an_illegal_answer_changes_nothing(self, circus: Circus) -> None:
        race = await circus.race()

        assert await refusal(circus.give(race, RED, Pace(7))) is GameReason.NOT_A_CHOICE

        assert await circus.store.stories.inputs(race) == []
        assert (await circus.give(race, RED, Pace(6))).done == 1

    async def test_a_race_that_nobody_knows_is_refused(self, circus: Circus) -> None:
        assert await refusal(circus.steward.open_ask(RaceId(7), RED, ANN)) is Reason.NO_SUCH_RACE
        assert await refusal(circus.steward.log.status(RaceId(7))) is Reason.NO_SUCH_RACE
        assert await refusal(circus.steward.open_ask(await circus.lobby(), RED, ANN)) is Reason.RACE_NOT_RUNNING

    async def test_a_race_that_is_over_says_so_and_stays_to_be_read(self, circus: Circus) -> None:
        race = await circus.race(turns=1)
        await circus.to_the_end(race)

        assert await refusal(circus.steward.open_ask(race, RED, ANN)) is Reason.RACE_IS_OVER
        status = await circus.steward.log.status(race)
        assert (status.race.record.state, status.waiting) == ("finished", ())
        assert [each.place for each in status.view.runners] == [2, 2]
        assert isinstance((await circus.steward.log.facts(race))[-1], RaceEnded)
        assert await circus.store.deadlines.next_due() is None


class TestPlans:
    async def test_several_steps_are_driven_in_one_go(self, circus: Circus) -> None:
        race = await circus.race()
        await circus.pace(race, red=6)

        driven = await circus.give(race, RED, Walk(1), Walk(2))

        assert (driven.done, driven.of, driven.is_stopped) == (2, 2, False)
        assert await by_whom(circus, race) == [(RED, "player"), (BLUE, "player"), (RED, "player"), (RED, "plan")]

    async def test_a_plan_stops_before_a_step_that_cannot_be_taken(self, circus: Circus) -> None:
        race = await circus.race()
        await circus.pace(race, red=3)

        driven = await circus.give(race, RED, Walk(2), Walk(2))

        assert (driven.done, driven.of, driven.is_stopped) == (1, 2, True)
        assert (await circus.asked(race, RED)).view.factors == 1

    async def test_a_plan_whose_first_step_cannot_be_taken_is_refused(self, circus: Circus) -> None:
        race = await circus.race()
        await circus.pace(race, red=3)

        assert await refusal(circus.give(race, RED, Walk(4), Walk(1))) is GameReason.NOT_A_CHOICE

        assert len(await circus.store.stories.inputs(race)) == 2

    async def test_a_plan_stops_where_somebody_else_is_asked(self, circus: Circus) -> None:
        race = await circus.race()
        await circus.pace(race)

        driven = await circus.give(race, RED, Push(BLUE), Walk(1))

        assert (driven.done, driven.is_stopped) == (1, True)
        assert [each.entry for each in await circus.steward.open_asks(BOB)] == [BLUE]

    async def test_a_plan_goes_on_when_a_house_driver_has_answered(self, tmp_path: Any) -> None:
        def yielding(_view: Any, ask: Ask) -> Answer:
            return Stand(False) if isinstance(ask.question, BePushed) else ask.default

        rules = dataclasses.replace(TOY, drivers={"yielding": yielding})
        circus = await Circus(tmp_path / "yielding.sqlite3", rulesets={"toy": rules}).open()
        race = await circus.race(house="yielding", rivals=1)
        await circus.pace(race)

        driven = await circus.give(race, RED, Push(GREEN), Walk(1))

        assert (driven.done, driven.is_stopped) == (2, False)
        assert driven.facts == (GaveWay(GREEN, RED, -1), Walked(RED, 1))
        assert [by for _, by in await by_whom(circus, race)][-3:] == ["player", "house", "plan"]
        await circus.close()

    async def test_a_plan_stops_at_the_unforeseen(self, circus: Circus) -> None:
        # Given a house driver beside red, who holds when pushed, so that red stumbles
        race = await circus.race(house="steady", rivals=1)
        await circus.pace(race)

        driven = await circus.give(race, RED, Push(GREEN), Walk(1))

        assert (driven.done, driven.is_stopped) == (1, True)
        assert (await by_whom(circus, race))[-1] == (GREEN, "house")
        assert (await circus.asked(race, RED)).view.factors == 2

    async def test_a_plan_ends_with_its_phase(self, circus: Circus) -> None:
        race = await circus.race()
        await circus.pace(race, red=3, blue=2)
        await circus.give(race, RED, Walk(3))

        driven = await circus.give(race, BLUE, Walk(2), Pace(5))

        assert (driven.done, driven.is_stopped) == (1, True)
        assert (await circus.asked(race, BLUE)).view.has_answered == ()


class TestHouseDrivers:
    async def test_they_answer_as_soon_as_they_are_asked(self, circus: Circus) -> None:
        race = await circus.race(rivals=2)
        assert await by_whom(circus, race) == [(GREEN, "house"), (WHITE, "house")]

        await circus.pace(race)
        await circus.give(race, RED, Walk(3))
        await circus.give(race, BLUE, Walk(3))

        status = await circus.steward.log.status(race)
        assert (status.view.turn, status.view.has_answered) == (2, (GREEN, WHITE))
        assert [each.entry for each in status.waiting] == [RED, BLUE]

    async def test_a_race_among_them_alone_runs_to_its_end(self, circus: Circus) -> None:
        race = await circus.lobby()
        await circus.steward.lobbies.fill(race, ANN)

        await circus.steward.lobbies.start(race, ANN)
        await circus.play_on(race)

        assert {by for _, by in await by_whom(circus, race)} == {"house", "steward"}
        assert (await circus.steward.log.verify(race)).is_sound

    async def test_one_that_gives_no_legal_answer_is_given_the_default(self, tmp_path: Any) -> None:
        def mad(_view: Any, _ask: Ask) -> Answer:
            return Pace(99)

        rules = dataclasses.replace(TOY, drivers={"mad": mad})
        circus = await Circus(tmp_path / "mad.sqlite3", rulesets={"toy": rules}).open()
        race = await circus.race(house="mad", rivals=1)

        assert await by_whom(circus, race) == [(GREEN, "default")]
        await circus.close()


class TestTwoProcesses:
    async def test_both_answers_to_different_questions_count(self, circus: Circus) -> None:
        # Given two processes that both know the race
        race, other = await circus.race(), await circus.again()
        await other.steward.log.status(race)

        # When each is given an answer, the second without knowing of the first
        await circus.give(race, RED, Pace(3))
        driven = await other.steward.races.drive(race, BLUE, [Pace(2)], player=BOB, asked=0)

        # Then the slower one has looked again, and both count
        assert driven.done == 1
        assert await by_whom(circus, race) == [(RED, "player"), (BLUE, "player")]

    async def test_of_two_secret_answers_to_one_question_the_later_counts(self, circus: Circus) -> None:
        race, other = await circus.race(), await circus.again()
        await other.steward.log.status(race)

        attempts = (
            each.steward.races.drive(race, RED, [Pace(pace)], player=ANN, asked=0)
            for pace, each in enumerate((circus, other), start=1)
        )
        results = await asyncio.gather(*attempts, return_exceptions=True)

        assert not [each for each in results if isinstance(each, BaseException)]
        kept = await circus.store.stories.inputs(race)
        (opened,) = await circus.steward.open_asks(BOB)
        red = await circus.steward.open_ask(race, RED, ANN)
        assert (len(kept), opened.asked) == (2, 0)
        assert msgspec.json.encode(red.sealed).decode() == kept[-1].answer

    async def test_of_two_answers_to_one_open_question_the_first_counts(self, circus: Circus) -> None:
        race, other = await circus.race(), await circus.again()
        await circus.pace(race)
        await other.steward.log.status(race)

        attempts = (
            each.steward.races.drive(race, RED, [Walk(steps)], player=ANN, asked=2)
            for steps, each in enumerate((circus, other), start=1)
        )
        results = await asyncio.gather(*attempts, return_exceptions=True)

        assert [each.reason for each in results if isinstance(each, Refused)] == [GameReason.ASK_IS_OVER]
        assert len(await circus.store.stories.inputs(race)) == 3

    async def test_who_is_overtaken_while_he_writes_tries_again(
        self, circus: Circus, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # Given another process that is always a little quicker
        race, other = await circus.race(), await circus.again()
        write = circus.store.write

        async def overtaken(batch: Batch, decide: Decide | None = None) -> None:
            monkeypatch.setattr(circus.store, "write", write)
            await other.give(race, BLUE, Pace(2))
            await write(batch, decide)

        monkeypatch.setattr(circus.store, "write", overtaken)

        driven = await circus.give(race, RED, Pace(3))

        assert driven.done == 1
        assert await by_whom(circus, race) == [(BLUE, "player"), (RED, "player")]


class TestFailures:
    async def test_an_answer_that_could_not_be_written_was_not_given(
        self, circus: Circus, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        race = await circus.race()
        write = circus.store.write

        async def full_disk(_batch: Batch, _decide: Decide | None = None) -> None:
            raise OSError("no space left")

        monkeypatch.setattr(circus.store, "write", full_disk)
        with pytest.raises(OSError, match="no space left"):
            await circus.give(race, RED, Pace(5))
        monkeypatch.setattr(circus.store, "write", write)

        assert (await circus.asked(race, RED)).view.own_paces == {}
        assert (await circus.give(race, RED, Pace(4))).done == 1

    async def test_a_rule_that_breaks_leaves_the_race_as_it_was(self, tmp_path: Any) -> None:
        broken = True

        def breaking(race: Race, table: Table) -> Play[None]:
            play = TOY.play_turn(race, table)
            asked = next(play)
            while True:
                answer = yield asked
                if broken and isinstance(answer, Walk):
                    raise ZeroDivisionError
                try:
                    asked = play.send(answer)
                except StopIteration:
                    return

        circus = await Circus(
            tmp_path / "broken.sqlite3", rulesets={"toy": dataclasses.replace(TOY, play_turn=breaking)}
        ).open()
        race = await circus.race()
        await circus.pace(race)

        with pytest.raises(ZeroDivisionError):
            await circus.give(race, RED, Walk(3))
        broken = False

        assert len(await circus.store.stories.inputs(race)) == 2
        assert (await circus.give(race, RED, Walk(3))).facts == (Walked(RED, 3),)
        await circus.close()


def telling_more(race: Race, table: Table) -> Play[None]:
    """Return a turn by changed rules, which tell one thing twice."""
    table.tell(TurnBegan(0))
    yield from TOY.play_turn(race, table)


def asking_less(_race: Race, table: Table) -> Play[None]:
    """Return a turn in which nobody but red is asked."""
    table.tell(TurnBegan(1))
    yield Ask(RED, WritePace(), Pace(2))


def read_with_a_turn_more(stored: bytes) -> Race:
    """Return a state of the version before, whose turns counted one less."""
    state = msgspec.json.decode(stored, type=Race)
    state.turn += 1
    return state


OTHER_STATE: Any = msgspec.defstruct("Other", [("other", int)])


class TestChangedRules:
    @pytest.mark.parametrize(
        "changed",
        [
            lambda: dataclasses.replace(TOY, play_turn=telling_more),
            lambda: dataclasses.replace(TOY, play_turn=asking_less),
            lambda: dataclasses.replace(TOY, version=2),
            lambda: dataclasses.replace(TOY, version=2, past_states={1: read_with_a_turn_more}),
            lambda: dataclasses.replace(TOY, answers=Walk),
        ],
        ids=["another story", "other questions", "another version", "a reader of the old state", "other answers"],
    )
    async def test_no_changed_rules_stop_a_race(self, circus: Circus, changed: Callable[[], AnyRuleset]) -> None:
        race = await circus.race()
        await circus.give(race, BLUE, Pace(3))
        story = await circus.told(race)

        after = await circus.again(rulesets={"toy": changed()})
        await after.steward.resume()

        assert (await after.steward.race(race)).record.state == "running"
        assert (await after.told(race))[: len(story)] == story
        assert await after.steward.open_asks(ANN)

    async def test_a_race_that_can_be_played_from_nowhere_rests_and_its_host_is_told(self, circus: Circus) -> None:
        race = await circus.race()
        await circus.give(race, BLUE, Pace(3))
        story = await circus.told(race)
        await circus.deliver()

        after = await circus.again(rulesets={"toy": dataclasses.replace(TOY, state=OTHER_STATE)})
        await after.steward.resume()

        assert (await after.steward.race(race)).record.state == "paused"
        assert await refusal(after.steward.open_ask(race, RED, ANN)) is Reason.RACE_IS_PAUSED
        assert await after.told(race) == story
        await after.deliver()
        (warning,) = [each for each in after.messenger.delivered if each.kind == "warning"]
        assert warning.player == ANN
        assert read_body(warning, Warned).what

    async def test_a_race_that_rested_for_an_update_goes_on_with_the_next(self, circus: Circus) -> None:
        race = await circus.race()
        await circus.give(race, BLUE, Pace(3))
        broken = await circus.again(rulesets={"toy": dataclasses.replace(TOY, state=OTHER_STATE)})
        await broken.steward.resume()
        assert await broken.store.deadlines.next_due() is None
        circus.clock.pass_by(1_000_000)
        await broken.steward.timekeeper.tick()
        assert len(await broken.store.stories.inputs(race)) == 1

        after = await circus.again()
        await after.steward.resume()

        assert (await after.steward.race(race)).record.state == "running"
        assert [each.by for each in await after.store.stories.inputs(race)] == ["player"]

    async def test_what_others_are_asked_is_told_although_one_race_is_paused(self, circus: Circus) -> None:
        paused, fine = await circus.race(), await circus.race()
        await circus.store.races.set(paused, state="paused")

        opened: list[OpenAsk] = await circus.steward.open_asks(ANN)

        assert [each.race_id for each in opened] == [fine]

    async def test_one_race_that_cannot_be_taken_up_does_not_keep_the_others(self, circus: Circus) -> None:
        # Given two races that were cut off as they began, one of a game that is not there any more
        lost, fine = await circus.lobby(), await circus.lobby()
        for race in (lost, fine):
            await circus.steward.lobbies.join(race, ANN, "Ann")
            await circus.steward.lobbies.join(race, BOB, "Bob")
        await circus.store.races.set(lost, state="running", ruleset="chess")
        await circus.store.races.set(fine, state="running")

        await circus.steward.resume()
        await circus.deliver()

        assert await circus.told(fine)
        assert [each.entry for each in (await circus.steward.log.status(fine)).waiting] == [RED, BLUE]
        assert await circus.told(lost) == []
