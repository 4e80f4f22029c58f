"""Deadlines: the default counts once, a reminder comes once, a restart punishes nobody."""

import asyncio
import dataclasses
from pathlib import Path

import pytest

from records.values import RaceId
from steward import NewRace, Summons, read_body
from steward.time.presses import ON_ITS_WAY
from steward.timekeeper import LEAST_AFTER_DOWNTIME
from tests.steward.circus import ANN, BLUE, BOB, RED, Circus
from tests.toy_ruleset import TOY, Options, Pace, Walk, Walked

PACE, STEP = 7200, 3600


async def by_default(circus: Circus, race: RaceId) -> list[int]:
    return [each.entry for each in await circus.store.stories.inputs(race) if each.by == "default"]


async def tick(circus: Circus, after: float) -> None:
    circus.clock.pass_by(after)
    await circus.steward.timekeeper.tick()


async def test_the_default_counts_at_the_deadline_and_not_before(circus: Circus) -> None:
    race = await circus.race()
    await circus.give(race, BLUE, Pace(5))

    await tick(circus, PACE - 1)
    assert await by_default(circus, race) == []
    await tick(circus, 1)

    assert await by_default(circus, race) == [RED]
    opened = await circus.asked(race, RED)
    assert (opened.view.factors, opened.until) == (2, circus.clock.now + STEP)


async def test_the_default_counts_once_however_often_one_looks(circus: Circus) -> None:
    race, other = await circus.race(), await circus.again()
    due = (await circus.store.load(race)).deadlines[0]  # type: ignore[union-attr]
    await tick(circus, PACE)

    for process in (circus, other):
        await process.steward.timekeeper.tick()
        await process.steward.races.default(race, due.entry, due.asked)

    assert await by_default(circus, race) == [RED, BLUE]


async def test_each_answer_has_a_deadline_of_its_own_kind(circus: Circus) -> None:
    race = await circus.race()
    await tick(circus, 1000)
    await circus.pace(race)

    assert (await circus.asked(race, RED)).until == circus.clock.now + STEP
    (waiting,) = (await circus.steward.log.status(race)).waiting
    assert (waiting.entry, waiting.player, waiting.kind) == (RED, ANN, "step")


async def test_an_answer_of_somebody_else_does_not_move_a_deadline(circus: Circus) -> None:
    race = await circus.race()
    until = (await circus.asked(race, RED)).until
    circus.clock.pass_by(1000)

    await circus.give(race, BLUE, Pace(2))

    assert (await circus.asked(race, RED)).until == until


async def test_a_race_that_nobody_answers_in_ends_by_itself(circus: Circus) -> None:
    race = await circus.race(turns=2)

    for _ in range(20):
        await tick(circus, PACE)

    assert (await circus.steward.race(race)).record.state == "finished"
    assert {each.by for each in await circus.store.stories.inputs(race)} == {"default"}


async def test_reminders_come_before_the_deadline(circus: Circus) -> None:
    race = await circus.race()
    await circus.give(race, BLUE, Pace(2))
    await circus.deliver()
    assert circus.messenger.kinds(ANN) == ["summons"]

    await tick(circus, PACE * 3 // 4 - 1)
    await circus.deliver()
    assert circus.messenger.kinds(ANN) == ["summons"]
    for _ in range(3):
        await tick(circus, 1)
        await circus.deliver()

    assert circus.messenger.kinds(ANN) == ["summons", "reminder"]
    await tick(circus, PACE // 4 - PACE // 12)
    await circus.deliver()
    assert circus.messenger.kinds(ANN) == ["summons", "reminder", "reminder"]
    assert circus.messenger.kinds(BOB) == []  # he had answered before he was to be told
    reminder = circus.messenger.delivered[-1]
    assert read_body(reminder, Summons) == Summons((RED,), 0, 2)


@pytest.mark.threads
async def test_two_processes_remind_once(circus: Circus) -> None:
    await circus.race()
    other = await circus.again()
    circus.clock.pass_by(PACE - 1)

    await circus.steward.timekeeper.tick()
    await other.steward.timekeeper.tick()

    kinds = [each.kind for each in await circus.store.outbox.of_race(RaceId(1))]
    assert kinds.count("reminder") == 2  # one for Ann, one for Bob


async def test_a_short_deadline_brings_no_reminder(circus: Circus) -> None:
    race = await circus.steward.lobbies.open_race(
        NewRace(1, 2, ANN, "toy", Options(), {"pace": 1199, "step": 60, "stand": 60}, "Quick")
    )
    await circus.steward.lobbies.join(race, ANN, "Ann")
    await circus.steward.lobbies.join(race, BOB, "Bob")
    await circus.steward.lobbies.start(race, ANN)

    await tick(circus, 1198)

    assert "reminder" not in [each.kind for each in await circus.store.outbox.of_race(race)]


async def test_a_deadline_that_passed_while_nobody_was_here_counts_a_minute_after_the_start(circus: Circus) -> None:
    # Given a program that was away for a day
    race = await circus.race()
    circus.clock.pass_by(86_400)
    after = await circus.again()

    # When it is back
    await after.steward.timekeeper.make_up_for_downtime()
    await after.steward.timekeeper.tick()
    assert await by_default(after, race) == []
    await after.give(race, RED, Pace(6))
    await tick(after, LEAST_AFTER_DOWNTIME)

    # Then he who answered at once is in time, and he who did not is not
    assert await by_default(after, race) == [BLUE]


async def test_making_up_for_downtime_moves_no_deadline_that_is_far_away(circus: Circus) -> None:
    race = await circus.race()
    until = (await circus.asked(race, RED)).until

    await circus.steward.timekeeper.make_up_for_downtime()

    assert (await (await circus.again()).asked(race, RED)).until == until


async def test_what_comes_of_a_default_is_told(circus: Circus) -> None:
    race = await circus.race()
    await circus.pace(race)

    await tick(circus, STEP)

    assert (await circus.steward.log.facts(race))[-1] == Walked(RED, 3)
    await circus.deliver()
    assert circus.messenger.kinds()[-2:] == ["story", "panel"]
    assert circus.messenger.kinds(BOB) == ["summons"]  # of his pace nothing is asked any more


async def test_a_deadline_that_cannot_be_kept_does_not_hold_up_the_others(
    circus: Circus, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, fine = await circus.race(), await circus.race()
    default = circus.steward.races.default

    async def breaking(race: RaceId, *args: int) -> None:
        if race == broken:
            raise ZeroDivisionError
        await default(race, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(circus.steward.races, "default", breaking)
    await tick(circus, PACE)

    assert await by_default(circus, broken) == []
    assert await by_default(circus, fine) == [RED, BLUE]


async def test_an_answer_in_time_beats_the_default(circus: Circus) -> None:
    race = await circus.race()
    await circus.pace(race)
    circus.clock.pass_by(STEP - 1)
    await circus.give(race, RED, Walk(1))

    await tick(circus, 1)

    assert await by_default(circus, race) == []
    assert (await circus.asked(race, RED)).until == circus.clock.now - 1 + STEP


async def test_silence_settles_what_its_kind_of_decision_says(tmp_path: Path) -> None:
    # Given a game in which silence about the pace means silence about the steps as well
    pace = dataclasses.replace(TOY.decisions["pace"], settles=("step",))
    rules = dataclasses.replace(TOY, decisions={**TOY.decisions, "pace": pace})
    circus = await Circus(tmp_path / "settled.sqlite3", rulesets={"toy": rules}).open()
    race = await circus.race()
    await circus.give(race, BLUE, Pace(5))

    await tick(circus, PACE)

    assert await by_default(circus, race) == [RED, RED]
    assert (await circus.asked(race, BLUE)).view.factors == 5
    await circus.close()


async def test_time_is_kept_on_after_the_record_could_not_be_read(
    circus: Circus, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = await circus.race()
    circus.clock.pass_by(PACE + ON_ITS_WAY)
    timekeeper, next_due = circus.steward.timekeeper, circus.store.deadlines.next_due
    failed = asyncio.Event()

    async def locked() -> float | None:
        monkeypatch.setattr(circus.store.deadlines, "next_due", next_due)
        failed.set()
        raise OSError("database is locked")

    monkeypatch.setattr(circus.store.deadlines, "next_due", locked)
    running = asyncio.create_task(timekeeper.run())
    await failed.wait()
    await circus.give(race, RED, Walk(1))
    circus.clock.pass_by(STEP + ON_ITS_WAY)
    timekeeper.wake()

    async with asyncio.timeout(10):
        while len(await by_default(circus, race)) < 3:
            await asyncio.sleep(0.01)
            timekeeper.wake()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)

    assert await by_default(circus, race) == [RED, BLUE, RED]


async def test_after_a_downtime_the_panel_and_the_call_are_brought_up_to_date(circus: Circus) -> None:
    race = await circus.race()
    await circus.steward.timekeeper.tick()  # so that it is known since when nobody was there
    await circus.deliver()
    before = (await circus.asked(race, BLUE)).until
    circus.clock.pass_by(3_600)
    after = await circus.again()

    await after.steward.timekeeper.make_up_for_downtime()
    await after.deliver()

    assert (await after.asked(race, BLUE)).until != before
    assert sorted(after.messenger.kinds()) == ["act", "mention", "panel"]
