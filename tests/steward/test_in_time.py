"""In time is in time: what was pressed before a deadline counts though it is slow; what was pressed after it never."""

import asyncio

import pytest

from engine.refusals import GameReason
from records.play import OrdersRecord
from records.refusals import Reason, Refused
from records.values import EntryId, PlayerId, RaceId
from steward import OrdersGiven
from steward.running.absence import GRACE_STEP
from steward.time.presses import AT_WORK, ON_ITS_WAY
from steward.timekeeper import LEAST_AFTER_DOWNTIME
from tests.steward.circus import ANN, BLUE, BOB, RED, Circus
from tests.steward.test_absence import PACE as DAY
from tests.steward.test_absence import daily_race, seat
from tests.toy_ruleset import Orders, Pace

PACE = 7200
"""Seconds until the toy race's first deadline."""


async def gives(circus: Circus, race: RaceId, pressed: float, entry: EntryId = RED, pace: int = 4) -> object:
    """Give an answer that was pressed at a time; return why it is refused, if it is."""
    player = ANN if entry == RED else BOB
    try:
        await circus.steward.races.drive(race, entry, [Pace(pace)], player=player, asked=0, pressed=pressed)
    except Refused as refused:
        return refused.reason
    return None


async def answers(circus: Circus, race: RaceId) -> list[tuple[int, str]]:
    return [(each.entry, each.by) for each in await circus.store.stories.inputs(race) if each.entry in (RED, BLUE)]


async def under_way(circus: Circus) -> tuple[RaceId, float]:
    """Return a race whose deadline has just come, with its time."""
    race = await circus.race()
    opened = await circus.asked(race, RED)
    assert opened.until is not None
    circus.clock.pass_by(PACE)
    assert (opened.asked, opened.until) == (0, circus.clock.now)
    return race, opened.until


@pytest.mark.parametrize("early", [0.0, 0.5, 4.0])
@pytest.mark.parametrize("late", [0.1, ON_ITS_WAY - 0.1])
async def test_what_was_pressed_before_the_deadline_counts_though_it_comes_after(
    circus: Circus, early: float, late: float
) -> None:
    race, closes = await under_way(circus)
    circus.clock.pass_by(late)
    await circus.steward.timekeeper.look()

    assert await gives(circus, race, closes - early) is None
    assert await answers(circus, race) == [(RED, "player")]


@pytest.mark.parametrize("after", [0.001, 1.0, ON_ITS_WAY - 0.2])
async def test_what_was_pressed_after_it_never_counts(circus: Circus, after: float) -> None:
    race, closes = await under_way(circus)
    circus.clock.pass_by(ON_ITS_WAY - 0.1)

    assert await gives(circus, race, closes + after) is Reason.TOO_LATE
    assert await answers(circus, race) == []
    circus.clock.pass_by(0.1)
    await circus.steward.timekeeper.look()
    assert await answers(circus, race) == [(RED, "default"), (BLUE, "default")]


async def test_the_rules_decide_when_nothing_can_be_on_its_way_any_more(circus: Circus) -> None:
    race, closes = await under_way(circus)
    circus.clock.pass_by(ON_ITS_WAY - 0.1)
    await circus.steward.timekeeper.look()
    assert await answers(circus, race) == []

    circus.clock.pass_by(0.1)
    await circus.steward.timekeeper.look()
    assert len(await answers(circus, race)) == 2
    assert await gives(circus, race, closes - 1) in (GameReason.ASK_IS_OVER, GameReason.NOT_ASKED)


async def test_a_press_that_names_no_time_of_its_own_was_made_as_it_came(circus: Circus) -> None:
    race, _closes = await under_way(circus)
    await circus.give(race, RED, Pace(4))
    circus.clock.pass_by(0.1)

    with pytest.raises(Refused) as refused:
        await circus.give(race, BLUE, Pace(4))
    assert refused.value.reason is Reason.TOO_LATE


async def test_a_clock_of_ours_that_is_slow_refuses_nothing_that_is_there_in_time(circus: Circus) -> None:
    race, closes = await under_way(circus)

    assert await gives(circus, race, closes + 60) is None


async def test_a_press_at_work_holds_up_the_deadline_but_not_for_ever(circus: Circus) -> None:
    race, closes = await under_way(circus)
    circus.clock.pass_by(ON_ITS_WAY / 2)
    with circus.steward.races.presses.at_work(ANN, closes - 1):
        circus.clock.pass_by(AT_WORK - 0.1)
        await circus.steward.timekeeper.look()
        assert await answers(circus, race) == []
        assert await gives(circus, race, closes - 1) is None

        circus.clock.pass_by(0.1)
        await circus.steward.timekeeper.look()
    assert await answers(circus, race) == [(RED, "player"), (BLUE, "default")]


@pytest.mark.parametrize(("player", "pressed"), [(ANN, 0.1), (PlayerId(77), -1.0)])
async def test_a_press_after_it_or_of_somebody_else_holds_up_nothing(
    circus: Circus, player: PlayerId, pressed: float
) -> None:
    race, closes = await under_way(circus)
    with circus.steward.races.presses.at_work(player, closes + pressed):
        circus.clock.pass_by(ON_ITS_WAY)
        await circus.steward.timekeeper.look()

    assert len(await answers(circus, race)) == 2


async def test_a_press_that_waits_for_the_race_comes_before_its_deadline(circus: Circus) -> None:
    race, closes = await under_way(circus)
    async with circus.steward.races.viewing(race):
        press = asyncio.create_task(gives(circus, race, closes - 1))
        await asyncio.sleep(0)
        circus.clock.pass_by(ON_ITS_WAY)
        due = asyncio.create_task(circus.steward.timekeeper.look())
        await asyncio.sleep(0.05)
    await asyncio.gather(press, due)

    assert press.result() is None
    assert await answers(circus, race) == [(RED, "player"), (BLUE, "default")]


async def test_after_a_restart_in_between_there_is_time_to_press_again(circus: Circus) -> None:
    race, _closes = await under_way(circus)
    circus.clock.pass_by(ON_ITS_WAY / 2)
    again = await circus.again()
    await again.steward.timekeeper.make_up_for_downtime()
    again.clock.pass_by(LEAST_AFTER_DOWNTIME - 0.1)
    await again.steward.timekeeper.look()

    assert await gives(again, race, again.clock.now - 0.1) is None
    assert await answers(again, race) == [(RED, "player")]


async def test_what_is_sealed_changes_no_more_after_the_last_deadline(circus: Circus) -> None:
    race, closes = await under_way(circus)
    assert await gives(circus, race, closes - 2) is None
    circus.clock.pass_by(1)

    assert await gives(circus, race, closes - 1, pace=5) is None
    assert await gives(circus, race, closes + 0.5, pace=6) is Reason.TOO_LATE
    assert (await circus.asked(race, RED)).sealed == Pace(5)


async def test_nothing_counts_once_a_secret_is_out(circus: Circus) -> None:
    race, closes = await under_way(circus)
    assert await gives(circus, race, closes - 2) is None
    assert await gives(circus, race, closes - 2, BLUE) is None
    circus.clock.pass_by(1)

    assert await gives(circus, race, closes - 1, pace=6) is GameReason.ASK_IS_OVER


async def test_who_has_grace_uses_it_for_what_comes_late(circus: Circus) -> None:
    race = await daily_race(circus, grace=GRACE_STEP)
    asked = await circus.steward.open_ask(race, RED, ANN)
    circus.clock.pass_by(DAY + 1)

    await circus.steward.races.drive(race, RED, [asked.ask.default], player=ANN, asked=asked.asked)

    assert (await seat(circus, race, 1)).grace == 0
    assert "grace" in [each.kind for each in await circus.steward.desk.acts(race)]


async def test_a_refusal_uses_no_grace(circus: Circus) -> None:
    race = await daily_race(circus, grace=GRACE_STEP)
    asked = await circus.steward.open_ask(race, RED, ANN)
    circus.clock.pass_by(DAY + 1)

    with pytest.raises(Refused):
        await circus.steward.races.drive(race, RED, [Pace(99)], player=ANN, asked=asked.asked)

    assert (await seat(circus, race, 1)).grace == GRACE_STEP
    now = await circus.steward.open_ask(race, RED, ANN)
    assert now.until == asked.until


async def test_orders_that_would_answer_come_too_late_as_well(circus: Circus) -> None:
    race = await daily_race(circus)
    asked = await circus.steward.open_ask(race, RED, ANN)
    assert asked.until is not None
    circus.clock.pass_by(DAY + 1)
    given = OrdersGiven(RED, Orders(pace=5), standing=True)

    for seals in (asked.asked, None):
        with pytest.raises(Refused) as refused:
            await circus.steward.races.order(race, ANN, given, seals)
        assert refused.value.reason is Reason.TOO_LATE
    await circus.steward.races.order(race, ANN, given, asked.asked, pressed=asked.until)
    kept = (await circus.steward.open_ask(race, RED, ANN)).orders
    assert isinstance(kept, OrdersRecord)


async def test_a_turn_that_waits_is_let_go_in_time_or_at_its_deadline(circus: Circus) -> None:
    race, closes = await under_way(circus)
    assert await gives(circus, race, closes - 3) is None
    await circus.steward.races.wait_for(race, ANN, 0, wait=True, pressed=closes - 2)
    assert await gives(circus, race, closes - 1, BLUE) is None
    circus.clock.pass_by(1)

    with pytest.raises(Refused) as refused:
        await circus.steward.races.wait_for(race, ANN, 0, wait=False, pressed=closes + 0.5)
    assert refused.value.reason is Reason.TOO_LATE
    with circus.steward.races.presses.at_work(BOB, closes - 0.5):
        circus.clock.pass_by(ON_ITS_WAY)
        await circus.steward.timekeeper.look()
        assert (await circus.asked(race, RED)).asked == 0
        assert await gives(circus, race, closes - 0.5, BLUE, pace=2) is None
    await circus.steward.timekeeper.look()
    assert (await circus.asked(race, RED)).asked > 0


async def test_who_is_not_asked_is_not_late(circus: Circus) -> None:
    race = await circus.race()
    await circus.pace(race)
    opened = await circus.asked(race, RED)
    assert opened.until is not None
    circus.clock.pass_by(opened.until - circus.clock.now + 1)

    await circus.steward.races.order(race, BOB, OrdersGiven(BLUE, Orders(pace=5), standing=True))

    assert (await circus.steward.orders_of(race, BLUE, BOB)) is not None


async def test_a_deadline_that_was_moved_since_it_was_looked_up_does_not_count(circus: Circus) -> None:
    race, _closes = await under_way(circus)
    await circus.steward.desk.extend(race, ANN, 3_600, "Rain")

    await circus.steward.races.default(race, RED, 0)

    assert await answers(circus, race) == []
