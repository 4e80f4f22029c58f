"""The race of the day as people drive it: one try each, kept by its answers, told to nobody before its time."""

import asyncio
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from engine.refusals import GameReason
from records.past import TurnStood
from records.refusals import Reason, Refused
from records.values import PlayerId
from steward.daily.days import FIRST, LONG_AWAY, closes, opens
from steward.daily.races import CHAIN
from tests.daily.world import ANNE, BOB, CATO, HERE, RUNS, World
from words.shared.daily import names_for


@pytest.mark.parametrize("number", [1, 5, 7])
async def test_a_try_killed_after_each_answer_ends_as_one_that_was_not(world: World, number: int) -> None:
    world.at = opens(number).timestamp()
    killed = await world.drive(ANNE, number, restarts=True)
    whole = await world.drive(BOB, number)
    assert killed.record.answers == whole.record.answers
    assert (killed.record.place, killed.record.better) == (whole.record.place, whole.record.better)
    assert killed.record.ended == world.at
    assert killed.attempt.place == killed.record.place
    assert len(msgspec.json.decode(killed.record.rows, type=list[TurnStood])) >= 3


async def test_the_shape_of_a_day_that_begins_midway_has_the_turns_alone_that_were_driven(world: World) -> None:
    world.at = opens(7).timestamp()
    tried = await world.drive(ANNE, 7)

    stood = msgspec.json.decode(tried.record.rows, type=list[TurnStood])

    assert tried.attempt.first_turn > 1
    assert [each.turn for each in stood] == list(range(stood[0].turn, stood[0].turn + len(stood)))
    assert stood[0].turn == tried.attempt.first_turn
    assert tried.record.given <= len(stood), "after an end of one's own the others drive on"


async def test_one_try_a_day(world: World) -> None:
    ended = await world.drive(ANNE)
    again = await world.daily.begin(1, ANNE, "another name", 8)
    assert (again.record, again.attempt.is_over) == (ended.record, True)
    with pytest.raises(Refused) as refused:
        await world.daily.give(1, ANNE, ended.record.given, ended.attempt.session.rules)
    assert refused.value.reason is GameReason.NOT_ASKED


async def test_a_press_twice_counts_once(world: World) -> None:
    tried = await world.drive(ANNE, most=2)
    answer = tried.attempt.ask.default
    after = await world.daily.give(1, ANNE, 2, answer)
    with pytest.raises(Refused) as refused:
        await world.daily.give(1, ANNE, 2, answer)
    assert refused.value.reason is GameReason.ASK_IS_OVER
    kept = await world.daily.try_of(1, ANNE)
    assert kept is not None
    assert (kept.given, kept.answers) == (3, after.record.answers)


async def test_no_single_answer_breaks_a_day_of_orders_for_everybody(world: World) -> None:
    """It could not be read again as orders, so the day would have been chosen anew, for all."""
    world.at = opens(7).timestamp()
    other = await world.drive(BOB, 7, most=2)
    tried = await world.drive(ANNE, 7, most=1)
    assert tried.day.book is not None

    with pytest.raises(Refused) as refused:
        await world.daily.give(7, ANNE, 1, tried.attempt.ask.default)
    await world.restarted()

    assert refused.value.reason is GameReason.NOT_ASKED
    assert (await world.daily.take_up(7, ANNE)).record == tried.record
    assert (await world.daily.take_up(7, BOB)).record == other.record
    assert await world.daily.edition(7) == 1


async def test_nobody_answers_a_try_that_they_have_not_begun(world: World) -> None:
    tried = await world.drive(ANNE, most=1)
    with pytest.raises(Refused) as refused:
        await world.daily.give(1, BOB, 1, tried.attempt.ask.default)
    assert refused.value.reason is GameReason.ASK_IS_OVER
    assert await world.daily.try_of(1, BOB) is None


async def test_a_day_is_open_for_36_hours_and_no_longer(world: World) -> None:
    tried = await world.drive(ANNE, most=1)
    world.at = closes(1).timestamp() - 1
    tried = await world.daily.give(1, ANNE, 1, tried.attempt.ask.default)
    assert tried.attempt.ask is not None
    world.at = closes(1).timestamp()
    for act in (world.daily.give(1, ANNE, 2, tried.attempt.ask.default), world.daily.begin(1, BOB, "Bob", 7)):
        with pytest.raises(Refused) as refused:
            await act
        assert refused.value.reason is Reason.DAY_CLOSED
    with pytest.raises(Refused):
        await world.daily.begin(9, BOB, "Bob", 7)


async def test_before_the_close_nothing_of_others_shows_but_the_count(world: World) -> None:
    """Two worlds: in one Bob ends well, in the other he ends badly; Cato, who has not driven, sees the same."""
    await world.drive(ANNE)
    await world.drive(BOB, most=2)
    assert await seen_by(world, CATO) == (None, None, 1, [], []), "who is under way has not driven it yet"
    bob, seen = (await world.drive(BOB)).record, []
    for place in (1, 7):
        assert await world.store.daily.go_on(msgspec.structs.replace(bob, place=place), bob.given)
        seen.append(await seen_by(world, CATO))
    assert seen[0] == seen[1] == (None, None, 2, [], [])
    assert await world.daily.revealed(1) == ""
    own = await world.daily.table(1, ANNE, HERE)
    assert own is not None
    assert {each.person for each in own} == {ANNE, BOB}
    world.at = closes(1).timestamp()
    public = await world.daily.table(1, None, HERE)
    assert public is not None
    assert [each.place for each in public] == sorted(each.place or 0 for each in public)


async def seen_by(world: World, person: PlayerId) -> tuple[Any, ...]:
    """Return all that the steward tells somebody of the first day."""
    daily = world.daily
    tables = await daily.table(1, person, HERE), await daily.table(1, None, HERE)
    return *tables, await daily.ended(1), await daily.month(HERE), await daily.hall(HERE)


async def test_a_day_is_chosen_once_and_its_secret_leads_to_the_anchor(world: World) -> None:
    await world.drive(ANNE, most=1)
    jobs = world.choice.jobs
    await world.restarted()
    await world.drive(BOB, most=1)
    assert world.choice.jobs == jobs == 1
    assert await world.store.memory.keep(CHAIN, "another") == (b"\x05" * 32).hex()
    world.at = closes(2).timestamp()
    first, second = await world.daily.revealed(1), await world.daily.revealed(2)
    assert sha256(bytes.fromhex(second)).hexdigest() == first
    assert sha256(bytes.fromhex(first)).hexdigest() == await world.daily.anchor()


async def test_the_next_day_is_chosen_ahead_where_somebody_drives(world: World) -> None:
    await world.daily.look()
    assert world.choice.jobs == 0, "nobody wants it"
    await world.drive(ANNE)
    await world.daily.look()
    await world.daily.look()
    assert world.choice.jobs == 2
    assert len(await world.daily.par(2)) == RUNS


async def test_a_day_on_which_the_bot_was_away_costs_nobody_a_streak(world: World) -> None:
    await world.daily.look()
    await world.drive(ANNE)
    world.at = opens(2).timestamp() + 60
    await world.store.daily.note_absence(world.at, world.at + LONG_AWAY + 1)
    world.at = opens(3).timestamp() + 60
    await world.drive(ANNE, 3)
    assert (await world.daily.streak(ANNE)).current == 2
    assert (await world.daily.streak(BOB)).total == 0


async def test_before_the_first_day_nothing_is_open(world: World) -> None:
    world.at = FIRST.timestamp() - 10
    assert world.daily.open_days() == []
    await world.daily.look()
    assert (await world.daily.streak(ANNE)).total == 0


async def test_a_picture_that_many_see_is_drawn_once(world: World) -> None:
    """The first question shows everybody the same board; one that has gone on shows another."""
    you = names_for("You")
    first, second = await world.drive(ANNE, most=0), await world.drive(BOB, most=0)
    on = await world.drive(CATO, most=1)
    drawn = [
        await world.studio.view_of(each.day.setting.game, each.attempt.view, names, "Race 1")
        for each, names in ((first, you), (second, you), (on, you), (first, names_for("Anne")))
    ]
    assert drawn[0].png is drawn[1].png
    assert len({each.png for each in drawn}) == 3


async def test_who_ends_leaves_no_day_half_chosen_and_no_process_behind(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, stopped = asyncio.Event(), []

    async def never(_job: bytes) -> bytes:
        begun.set()
        await asyncio.Event().wait()
        raise AssertionError("it waits for ever")

    async def stop() -> None:
        stopped.append(asyncio.all_tasks())

    monkeypatch.setattr(world.choice, "do", never)
    monkeypatch.setattr(world.choice, "stop", stop)
    before = asyncio.all_tasks()
    world.daily.choose_soon(1)
    await begun.wait()

    await world.daily.end()

    assert stopped == [before], "the process is ended once nobody waits for it"
