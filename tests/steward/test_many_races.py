"""However many races come later, one that is not over is found; looking one up costs a few statements."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import pytest

from records.races import Place
from records.refusals import Reason, Refused
from records.values import PlayerId, RaceId
from steward import NewRace
from tests.at_once import connection_of
from tests.db.statements import before_each, grown, steps
from tests.steward.circus import ANN, BLUE, BOB, EVE, RED, Circus, Pace
from tests.toy_ruleset import Options

LATER = 60
SECONDS = {"pace": 7200, "step": 3600, "stand": 1800}


async def opened_later(circus: Circus, *, guild: int = 1, host: PlayerId = EVE, cancels: bool = True) -> list[RaceId]:
    """Have so many races opened after the one that matters, beyond all limits, each cancelled at once."""
    found = []
    for number in range(LATER):
        new = NewRace(guild, 2, host, "toy", Options(), SECONDS, f"Later {number}")
        race = await circus.store.races.add(await circus.steward.lobbies.new_race(new))
        await circus.steward.lobbies.set_thread(race, 1_000 + number)
        if cancels:
            await circus.steward.lobbies.cancel(race, host)
        found.append(race)
    return found


@contextmanager
def counted() -> Iterator[list[str]]:
    """Give the statements that are run meanwhile, without those that begin and end transactions."""
    run: list[str] = []

    def note(statement: str) -> None:
        if not statement.startswith("PRAGMA"):
            run.append(statement)

    with before_each(note):
        yield run


async def statements(look: Callable[[], Awaitable[object]]) -> int:
    with counted() as run:
        await look()
    return len(run)


async def test_a_question_is_open_however_many_races_a_player_opens_later(circus: Circus) -> None:
    race = await circus.race()
    await opened_later(circus, guild=0, host=ANN, cancels=False)  # as practice does

    assert [each.race_id for each in await circus.steward.open_asks(ANN)] == [race]
    assert race in [each.record.id for each in await circus.steward.races_of(ANN)]


@pytest.mark.slow
async def test_a_race_under_way_is_listed_and_found_after_many_later_ones(circus: Circus) -> None:
    race = await circus.race()
    later = await opened_later(circus)

    listed = [each.record.id for each in await circus.steward.races_at(Place((1,)))]

    assert listed == [race, *later[-50:]]
    assert await circus.steward.index.in_thread(3) == race
    assert [each.id for each in await circus.steward.index.headings(Place((1,)), is_open=True)] == [race]
    assert [each.id for each in await circus.steward.index.headings(Place((1,)))] == [race, *later]
    assert [each.id for each in await circus.steward.index.headings(Place((1,)), BOB)] == [race]
    assert await circus.steward.index.headings(Place((2,))) == []


@pytest.mark.parametrize("number", [0, 99, 10**18, 2**63, 10**40, -1])
async def test_a_race_that_is_not_there_is_refused_whatever_its_number(circus: Circus, number: int) -> None:
    for look in (circus.steward.race, circus.steward.log.status, circus.steward.desk.missing, circus.steward.log.facts):
        with pytest.raises(Refused) as caught:
            await look(RaceId(number))
        assert caught.value.reason is Reason.NO_SUCH_RACE


async def test_a_race_is_looked_up_with_three_statements(circus: Circus) -> None:
    race = await circus.race(rivals=2)

    assert await statements(lambda: circus.steward.race(race)) == 3


async def test_how_a_race_stands_costs_few_statements_under_way_and_afterwards(circus: Circus) -> None:
    race = await circus.race(turns=8)
    await circus.pace(race)
    running = await circus.steward.log.status(race)
    assert running.view is not None

    assert await statements(lambda: circus.steward.log.status(race)) == 1
    await circus.to_the_end(race)
    assert len(await circus.store.stories.scenes(race, 1, 1_000)) > 8

    assert await statements(lambda: circus.steward.log.status(race)) <= 5
    over = await circus.steward.log.status(race)
    assert over.view == (await circus.steward.log.scenes(race, 1, 1_000))[-1].view


async def test_all_that_happened_is_told_with_as_few_statements(circus: Circus) -> None:
    race = await circus.race(turns=8)
    await circus.to_the_end(race)

    assert await statements(lambda: circus.steward.log.scenes(race, 1, 1_000, is_end=True)) <= 5

    scenes = await circus.steward.log.scenes(race, 1, 1_000, is_end=True)
    told = [fact for scene in scenes for fact in scene.facts]
    assert told == await circus.steward.log.facts(race)
    assert [scene.first for scene in scenes] == [1, *(scene.told + 1 for scene in scenes[:-1])]
    assert await circus.steward.log.scenes(race, 3, 4) == scenes[2:4]


async def test_a_race_that_went_back_and_was_closed_stands_as_it_did_before_what_is_void(circus: Circus) -> None:
    race = await circus.race()
    await circus.pace(race)
    before, seq = await circus.store.stories.last_scene(race), (await circus.steward.race(race)).record.seq
    while await circus.store.stories.last_scene(race) == before:
        opened = [*await circus.steward.open_asks(ANN), *await circus.steward.open_asks(BOB)][0]
        await circus.give(race, opened.entry, opened.ask.default)

    await circus.steward.desk.rewind(race, ANN, seq, "A mistake")
    await circus.steward.desk.close(race, ANN, "Rain")

    assert await circus.store.stories.last_scene(race) == before


@pytest.mark.of_sqlite
async def test_an_answer_costs_no_more_after_a_thousand_posts(circus: Circus) -> None:
    early, late = await circus.race(), await circus.race()
    connection = connection_of(circus.store)
    post = "INSERT INTO outbox (race, kind, body, due, attempts, state) VALUES (?, ?, '{}', 0, 1, 'sent')"
    for kind in ("story", "panel", "mention", "card"):
        connection.executemany(post, [(late, kind)] * 250)
    read = []
    for race in (early, late):
        with steps(connection) as counted:
            await circus.give(race, RED, Pace(3))
            await circus.give(race, BLUE, Pace(3))
        read.append(counted)

    assert read[0].total() > 0
    assert grown(*read) == {}
