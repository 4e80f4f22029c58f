"""Deadlines, reminders and settings are rows: they outlive the process."""

from db.store import Store
from tests.db.samples import ANN, a_batch, a_deadline, a_lobby, a_notice


async def test_the_next_due_is_the_earliest_deadline_or_reminder(store: Store) -> None:
    race = await a_lobby(store)
    assert await store.deadlines.next_due() is None

    await store.write(a_batch(race, deadlines=(a_deadline(1, at=5000.0), a_deadline(2, at=4500.0, remind_at=4000.0))))

    assert await store.deadlines.next_due() == 4000.0


async def test_what_is_due_comes_the_earliest_first(store: Store) -> None:
    race, other = await a_lobby(store), await a_lobby(store)
    await store.write(a_batch(race, deadlines=(a_deadline(1, at=5000.0), a_deadline(2, at=9000.0, remind_at=3000.0))))
    await store.write(a_batch(other, deadlines=(a_deadline(1, at=4000.0),)))

    assert await store.deadlines.due(2999.0) == []
    assert [(each, deadline.entry) for each, deadline in await store.deadlines.due(5000.0)] == [
        (other, 1),
        (race, 1),
        (race, 2),
    ]


async def test_races_under_way_come_by_their_deadlines_and_first_those_that_ask_nobody(store: Store) -> None:
    later, asks_nobody, sooner, _lobby = [await a_lobby(store) for _ in range(4)]
    await store.write(a_batch(later, deadlines=(a_deadline(1, at=5000.0), a_deadline(2, at=9000.0))))
    await store.write(a_batch(asks_nobody, deadlines=()))
    await store.write(a_batch(sooner, deadlines=(a_deadline(1, at=9500.0), a_deadline(2, at=4000.0))))

    assert await store.deadlines.running() == [asks_nobody, sooner, later]


async def test_each_batch_replaces_the_deadlines_of_its_race_alone(store: Store) -> None:
    race, other = await a_lobby(store), await a_lobby(store)
    await store.write(a_batch(race))
    await store.write(a_batch(other))

    await store.write(a_batch(race, 1, deadlines=()))

    assert [each for each, _ in await store.deadlines.due(9999.0)] == [other]


async def test_a_reminder_is_written_once(store: Store) -> None:
    race = await a_lobby(store)
    await store.write(a_batch(race, deadlines=(a_deadline(1, at=5000.0, remind_at=4000.0),)))
    notice = a_notice(race, kind="reminder", player=ANN)

    ((_, due),) = await store.deadlines.due(4500.0)

    assert await store.deadlines.remind(race, due, [notice])
    assert not await store.deadlines.remind(race, due, [notice])

    assert len(await store.outbox.of_race(race)) == 1
    assert await store.deadlines.next_due() == 5000.0  # the deadline itself stands


async def test_a_question_that_is_over_reminds_nobody(store: Store) -> None:
    race = await a_lobby(store)
    await store.write(a_batch(race, deadlines=(a_deadline(1, at=5000.0, remind_at=4000.0, asked=3),)))

    over = a_deadline(1, at=5000.0, remind_at=4000.0, asked=2)
    assert not await store.deadlines.remind(race, over, [a_notice(race, kind="reminder", player=ANN)])

    assert await store.outbox.of_race(race) == []


async def test_deadlines_that_passed_meanwhile_are_put_off_and_no_others(store: Store) -> None:
    race = await a_lobby(store)
    await store.write(a_batch(race, deadlines=(a_deadline(1, at=5000.0), a_deadline(2, at=9000.0))))

    await store.deadlines.postpone(6000.0)

    kept = await store.load(race)
    assert kept is not None
    assert [each.at for each in kept.deadlines] == [6000.0, 9000.0]


async def test_a_setting_is_what_was_set_last(store: Store) -> None:
    assert await store.memory.get("tree") is None
    await store.memory.set("tree", "one")
    await store.memory.set("tree", "two")

    assert await store.memory.get("tree") == "two"
