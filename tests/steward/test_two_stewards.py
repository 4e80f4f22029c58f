"""Two processes on one database: what one writes the other goes by, whatever it is."""

from collections.abc import Awaitable, Callable

import pytest

from records.play import Deadline, OrdersRecord
from records.values import Faction, PlayerId, RaceId
from tests.steward.circus import ANN, BLUE, BOB, MOD, RED, Circus
from tests.toy_ruleset import Options, Pace

pytestmark = [pytest.mark.threads, pytest.mark.usefixtures("every_write_raises_revisions")]
Write = Callable[[Circus, RaceId], Awaitable[None]]


async def deadline_of(circus: Circus, race: RaceId) -> Deadline:
    return (await circus.store.deadlines.of_race(race))[0]


async def waits(circus: Circus, race: RaceId) -> None:
    await circus.steward.races.wait_for(race, ANN, (await circus.asked(race, RED)).asked, wait=True)


async def orders(circus: Circus, race: RaceId) -> None:
    async with circus.steward.races.editing(race) as live:
        live.order(OrdersRecord(entry=RED, orders="{}", standing=True, at=1.0))


async def extends(circus: Circus, race: RaceId) -> None:
    await circus.steward.desk.extend(race, ANN, 3600, "Rain")


async def replaces(circus: Circus, race: RaceId) -> None:
    await circus.steward.desk.replace(race, MOD, Faction(2), None, "Gone")


async def reminds(circus: Circus, race: RaceId) -> None:
    await circus.store.deadlines.remind(race, await deadline_of(circus, race), [], again_at=5.0)


async def postpones(circus: Circus, race: RaceId) -> None:
    await circus.store.deadlines.postpone((await deadline_of(circus, race)).at + 5)


async def gives_back(circus: Circus, race: RaceId) -> None:
    await circus.store.deadlines.give_back(500.0, [], ("alive", "1"))


async def answers(circus: Circus, race: RaceId) -> None:
    await circus.give(race, BLUE, Pace(4))


async def rests_and_goes_on(circus: Circus, race: RaceId) -> None:
    await circus.steward.desk.pause(race, ANN, "Rain")
    circus.clock.pass_by(100)
    await circus.steward.desk.resume(race, ANN)


@pytest.mark.parametrize(
    "write",
    [waits, orders, extends, replaces, reminds, postpones, gives_back, answers, rests_and_goes_on],
    ids=lambda each: each.__name__,
)
async def test_what_one_process_writes_the_other_goes_by(circus: Circus, write: Write) -> None:
    # Given two processes that both have a race in memory
    race, other = await circus.race(), await circus.again()
    for each in (circus, other):
        await each.steward.open_ask(race, RED, ANN)

    # When one writes
    before = await circus.store.index.revision_of(race)
    await write(circus, race)

    # Then the other has what is on record, not what it had
    after = await circus.store.index.revision_of(race)
    assert before is not None
    assert after is not None
    assert after[1] > before[1]
    kept = await other.store.load(race)
    assert kept is not None
    async with other.steward.races.viewing(race) as live:
        assert live.revision == after[1] == kept.race.revision
        assert (live.race.factions, live.deadlines) == (kept.factions, kept.deadlines)
        assert live.orders_of(RED) == next((each for each in kept.orders if each.entry == RED), None)


async def test_a_wait_pressed_at_one_process_is_kept_to_by_the_other(circus: Circus) -> None:
    race, other = await circus.race(), await circus.again()
    opened = await other.steward.open_ask(race, BLUE, BOB)
    await circus.steward.races.wait_for(race, ANN, opened.asked, wait=True)

    await circus.give(race, RED, Pace(3))
    await other.give(race, BLUE, Pace(3))

    # All have answered, and the turn waits for its deadline
    async with other.steward.races.viewing(race) as live:
        assert live.session.is_held
    circus.clock.pass_by(7200)
    await other.steward.timekeeper.tick()
    assert (await circus.asked(race, RED)).ask.question.kind == "step"


async def test_who_writes_on_what_is_out_of_date_is_told_and_tries_again(circus: Circus) -> None:
    race, other = await circus.race(), await circus.again()
    async with other.steward.races.viewing(race) as stale:
        await extends(circus, race)
        stale.order(OrdersRecord(entry=BLUE, orders="{}", standing=True, at=1.0))
        assert not await other.steward.races._go_on(stale)

    assert (await circus.store.load(race)).orders == ()  # type: ignore[union-attr]
    await other.give(race, BLUE, Pace(3))
    assert [each.entry for each in await circus.store.stories.inputs(race)] == [BLUE]


@pytest.mark.parametrize("act", ["set_options", "join", "leave", "fill", "start", "cancel"])
async def test_each_change_of_a_lobby_raises_the_revision(circus: Circus, act: str) -> None:
    race = await circus.lobby(options=Options())
    await circus.steward.lobbies.join(race, ANN, "Ann")
    await circus.steward.lobbies.join(race, BOB, "Bob")
    do: dict[str, Callable[[], Awaitable[object]]] = {
        "set_options": lambda: circus.steward.lobbies.set_options(race, ANN, lambda options: options),
        "join": lambda: circus.steward.lobbies.join(race, PlayerId(300), "Eve"),
        "leave": lambda: circus.steward.lobbies.leave(race, BOB),
        "fill": lambda: circus.steward.lobbies.fill(race, ANN),
        "start": lambda: circus.steward.lobbies.start(race, ANN),
        "cancel": lambda: circus.steward.lobbies.cancel(race, ANN),
    }
    before = await circus.store.index.revision_of(race)

    await do[act]()

    after = await circus.store.index.revision_of(race)
    assert before is not None
    assert after is not None
    assert after[1] > before[1]


async def test_where_the_panel_stands_is_nothing_to_read_a_race_again_for(circus: Circus) -> None:
    race = await circus.race()
    before = await circus.store.index.revision_of(race)

    await circus.steward.lobbies.set_panel(race, 77)

    assert await circus.store.index.revision_of(race) == before
    assert (await circus.steward.race(race)).record.panel == 77
