"""An update in the middle of a day changes nobody's race, and costs nobody a streak (H-2)."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from engine.daily import marks
from engine.daily.attempt import Day, seed_of
from engine.daily.settings import setting_of
from engine.refusals import GameReason
from engine.rulesets import RULESETS
from records.refusals import Reason, Refused
from steward.daily.days import closes, opens
from steward.daily.races import MOST_EDITIONS
from tests.daily.world import ANNE, BOB, CATO, HERE, RUNS, World
from words.shared.daily import BEFORE_UPDATE, BEGUN_ANEW, SINCE_UPDATE, table_lines

GAME = setting_of(1).game


@contextmanager
def updated(shift: int = 1) -> Iterator[None]:
    """Go on as a program whose house drivers drive otherwise: each has another's temperament."""
    known = RULESETS[GAME]
    names, drives = list(known.drivers), list(known.drivers.values())
    drivers = dict(zip(names, drives[shift:] + drives[:shift], strict=True))
    with patch("engine.daily.attempt.RULESETS", {**RULESETS, GAME: replace(known, drivers=drivers)}):
        yield


@pytest.fixture
async def driven(world: World) -> World:
    """Anne has ended day 1, Bob is under way, Cato has not begun; then the program ends."""
    await world.drive(ANNE)
    await world.drive(BOB, most=3)
    return world


async def test_an_update_that_changes_nothing_changes_no_try(driven: World) -> None:
    before = await driven.daily.try_of(1, BOB)
    await driven.restarted()
    tried = await driven.daily.take_up(1, BOB)
    assert (tried.record, tried.record.edition, tried.record.given) == (before, 1, 3)
    assert await driven.daily.away() == set()


async def test_presets_that_are_drawn_up_otherwise_change_no_day_and_no_try(world: World) -> None:
    """What a button orders is kept with the answer: an update that offers other orders leaves the race as it was."""
    world.at = opens(7).timestamp() + 60
    await world.drive(ANNE, 7)
    await world.drive(BOB, 7, most=1)
    before = [await world.daily.try_of(7, each) for each in (ANNE, BOB)]

    with patch("engine.circus_maximus.orders.presets._Drawing.draw", side_effect=AssertionError("drawn up")):
        await world.restarted()
        tried = [await world.daily.take_up(7, each) for each in (ANNE, BOB)]

    assert [each.record for each in tried] == before
    assert await world.daily.edition(7) == 1


async def test_whoever_is_under_way_begins_anew_and_whoever_begins_gets_the_same_race(driven: World) -> None:
    first = await driven.daily.day(1)
    with updated():
        await driven.restarted()
        tried = await driven.daily.take_up(1, BOB)
        assert (tried.record.edition, tried.record.given, tried.record.answers) == (2, 0, "[]")
        assert tried.day.seed != first.seed, "those who have ended it know the old dice"
        fresh = await driven.daily.begin(1, CATO, "Cato", HERE)
        assert (fresh.day.seed, fresh.attempt.view) == (tried.day.seed, tried.attempt.view)
        ended = await driven.drive(BOB)
        assert ended.record.place is not None


async def test_what_was_ended_counts_as_it_was_and_is_not_raced_again(driven: World) -> None:
    before = await driven.daily.try_of(1, ANNE)
    assert before is not None
    with updated():
        await driven.restarted()
        await driven.daily.take_up(1, BOB)
        assert await driven.daily.try_of(1, ANNE) == before
        with pytest.raises(Refused) as refused:
            await driven.daily.take_up(1, ANNE)
        assert (refused.value.reason, refused.value.values["place"]) == (Reason.DAY_RACED_OTHERWISE, before.place)
        again = await driven.daily.table(1, ANNE, HERE)
        assert again is not None
        assert [each.person for each in again] == [ANNE]


async def test_the_table_of_that_day_has_two_parts(driven: World) -> None:
    with updated():
        await driven.restarted()
        await driven.drive(BOB)
        table = await driven.daily.table(1, BOB, HERE)
    assert table is not None
    lines = table_lines(table, 6)
    assert [lines[0], lines[2]] == [SINCE_UPDATE, BEFORE_UPDATE]
    assert all(each.startswith("1. ") for each in (lines[1], lines[3]))


async def test_nobody_loses_a_streak_whether_they_go_on_or_not(world: World) -> None:
    world.at = opens(8).timestamp()
    for number in range(1, 8):
        for person in (ANNE, BOB, CATO):
            await world.has_driven(person, number)
    await world.drive(ANNE, 8)
    await world.drive(BOB, 8, most=2)
    with updated():
        await world.restarted()
        await world.daily.take_up(8, BOB)
    world.at = opens(9).timestamp()
    streaks = [(await world.daily.streak(each)).current for each in (ANNE, BOB, CATO)]
    assert streaks == [8, 7, 7], "a rest day for all, and no earned one is used"
    assert [(await world.daily.streak(each)).rests for each in (ANNE, BOB, CATO)] == [1, 1, 1]


async def test_a_press_on_a_question_of_the_old_race_answers_nothing(driven: World) -> None:
    tried = await driven.daily.take_up(1, BOB)
    answer = tried.attempt.ask.default  # type: ignore[union-attr]
    with updated():
        await driven.restarted()
        with pytest.raises(Refused) as refused:
            await driven.daily.give(1, BOB, 3, answer)
        assert refused.value.reason is GameReason.ASK_IS_OVER
        kept = await driven.daily.try_of(1, BOB)
        assert kept is not None
        assert (kept.given, kept.edition) == (0, 2)
    assert "costs nobody a streak" in BEGUN_ANEW


async def test_a_first_question_of_the_old_race_is_not_the_first_of_the_new_one(world: World) -> None:
    await world.drive(ANNE)
    tried = await world.daily.begin(1, BOB, "Bob", HERE)
    with updated():
        await world.restarted()
        with pytest.raises(Refused):
            await world.daily.give(1, BOB, 0, tried.attempt.ask.default)  # type: ignore[union-attr]
        kept = await world.daily.try_of(1, BOB)
        assert kept is not None
        assert kept.given == 0


async def test_a_day_that_nobody_has_begun_is_just_chosen_anew(world: World) -> None:
    await world.daily.make_ready(1)
    before = await world.store.daily.day(1)
    with updated():
        await world.restarted()
        tried = await world.daily.begin(1, ANNE, "Anne", HERE)
    assert before is not None
    assert tried.record.edition == 1
    after = await world.store.daily.day(1)
    assert after is not None
    assert after.mark != before.mark
    assert await world.daily.away() == set()


@pytest.mark.parametrize(
    ("number", "was", "game"), [(10, "ave-caesar", "chariot-race"), (12, "chariot-race", "ave-caesar")]
)
async def test_a_day_chosen_ahead_by_a_program_that_raced_another_game_is_chosen_anew(
    world: World, number: int, was: str, game: str
) -> None:
    """An older program mixed weeks from day 15 on."""
    world.at = opens(number).timestamp() - 3600
    with patch("engine.daily.settings.MIXED_FROM", 15):
        await world.daily.make_ready(number)
        assert (await world.daily.day(number)).setting.game == was
    before = await world.store.daily.day(number)
    await world.restarted()
    await world.daily.make_ready(number)
    after, day = await world.store.daily.day(number), await world.daily.day(number)
    assert before is not None
    assert after is not None
    assert (day.setting.game, after.edition, after.mark != before.mark) == (game, 1, True)
    assert len(after.par) == RUNS
    world.at += 7200
    tried = await world.drive(ANNE, number)
    assert (tried.day.setting.game, tried.record.place is not None) == (game, True)
    assert await world.daily.away() == set(), "it costs nobody a streak, and nobody needs a rest day"


async def test_a_day_chosen_ahead_that_is_raced_as_before_stays(world: World) -> None:
    world.at = opens(8).timestamp() - 3600
    with patch("engine.daily.settings.MIXED_FROM", 15):
        await world.daily.make_ready(8)
    before, jobs = await world.store.daily.day(8), world.choice.jobs
    await world.restarted()
    await world.daily.make_ready(8)
    assert (await world.store.daily.day(8), world.choice.jobs) == (before, jobs)


async def test_a_change_that_the_mark_does_not_show_is_found_in_the_try(
    driven: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    (kept,) = [await driven.daily.try_of(1, BOB)]
    assert kept is not None
    mark = (await driven.store.daily.day(1)).mark  # type: ignore[union-attr]
    monkeypatch.setattr("steward.daily.races.mark_of", lambda _day: mark)
    other = msgspec.structs.replace(kept, answers=_other(driven, kept.answers))
    assert other.answers != kept.answers
    await driven.store.daily.go_on(other, 3)
    await driven.restarted()
    tried = await driven.daily.take_up(1, BOB)
    assert (tried.record.edition, tried.record.given) == (2, 0)


def _other(_world: World, answers: str) -> str:
    """Return answers that come to another race, or to none."""
    kept: list[Any] = msgspec.json.decode(answers)
    return msgspec.json.encode([*kept[:-1], kept[0]]).decode()


async def test_rules_that_change_again_and_again_stop_the_day_and_cost_nobody_a_streak(driven: World) -> None:
    for shift in range(1, MOST_EDITIONS):
        with updated(shift):
            await driven.restarted()
            await driven.daily.take_up(1, BOB)
    await driven.restarted()
    for act in (driven.daily.take_up(1, BOB), driven.daily.begin(1, CATO, "Cato", HERE)):
        with pytest.raises(Refused) as refused:
            await act
        assert refused.value.reason is Reason.DAY_STOPPED
    assert await driven.daily.away() == {1}


async def test_of_two_programs_one_chooses_anew_and_both_race_that(driven: World) -> None:
    with updated():
        await driven.restarted()
        other = driven._daily()
        first, second = await driven.daily.take_up(1, BOB), await other.begin(1, CATO, "Cato", HERE)
    assert first.day.seed == second.day.seed
    assert (await driven.store.daily.day(1)).edition == 2  # type: ignore[union-attr]


async def test_a_day_from_before_marks_were_kept_gets_one_and_stays(world: World) -> None:
    await world.drive(ANNE, most=2)
    chosen = await world.store.daily.day(1)
    assert chosen is not None
    await world.store.daily.renew_day(msgspec.structs.replace(chosen, mark=""), chosen)
    await world.restarted()
    tried = await world.daily.take_up(1, ANNE)
    assert (tried.record.edition, tried.record.given) == (1, 2)
    assert await world.store.daily.day(1) == chosen


async def test_after_its_close_a_day_is_not_chosen_anew(driven: World) -> None:
    driven.at = closes(1).timestamp()
    with updated():
        await driven.restarted()
        with pytest.raises(Refused) as refused:
            await driven.daily.take_up(1, ANNE)
        assert refused.value.reason is Reason.DAY_RACED_OTHERWISE
    assert (await driven.store.daily.day(1)).edition == 1  # type: ignore[union-attr]


def test_the_mark_of_a_day_tells_of_house_drivers_too() -> None:
    day = Day(seed_of(b"\x05" * 32, 0), setting_of(1))
    assert marks.mark_of(day) == marks.mark_of(Day(day.seed, day.setting))
    before = marks.mark_of(day)
    with updated():
        assert marks.mark_of(Day(day.seed, day.setting)) != before
