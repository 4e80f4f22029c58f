"""A program may end at any instant: nothing is lost, nothing happens twice, the story stays the same."""

import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from db.store import Store
from db.writing.books import Decide
from records.batches import Batch
from records.notices import Notice
from records.values import PlayerId, RaceId
from steward import Story, read_body
from tests.steward.circus import ANN, BOB, RED, Circus, FakeMessenger
from tests.toy_ruleset import Options


class PowerCut(BaseException):
    """The program ends here: nothing catches it."""


def same_bytes(count: int) -> bytes:
    """Return always the same, so that two races roll the same dice and have the same seals."""
    return bytes(count)


async def started(path: Path) -> tuple[Circus, RaceId]:
    circus = await Circus(path, entropy=same_bytes).open()  # type: ignore[arg-type]
    race = await circus.lobby(options=Options(turns=2))
    await circus.steward.lobbies.join(race, ANN, "Ann", colour="red", word="equus")
    await circus.steward.lobbies.join(race, BOB, "Bob", colour="blue")
    await circus.steward.lobbies.fill(race, ANN, "pushy", 1)
    await circus.steward.lobbies.start(race, ANN)
    return circus, race


async def answer_once(circus: Circus, race: RaceId) -> bool:
    """Have the first who is asked give his default; tell whether anybody was."""
    for player in (ANN, BOB):
        for opened in await circus.steward.open_asks(player):
            await circus.steward.races.drive(
                race, opened.entry, [opened.ask.default], player=player, asked=opened.asked
            )
            return True
    return False


async def the_story(path: Path) -> list[tuple[int, str]]:
    """Return the story of the race when nothing goes wrong."""
    circus, race = await started(path)
    while await answer_once(circus, race):
        pass
    story = await circus.told(race)
    await circus.close()
    return story


@pytest.mark.slow
async def test_a_race_is_the_same_whenever_it_is_taken_up_again(tmp_path: Path) -> None:
    # Given the story of a race in one process
    story = await the_story(tmp_path / "one.sqlite3")
    circus, race = await started(tmp_path / "many.sqlite3")

    # When each answer is given to a new process, which knows nothing but the database
    answered = True
    while answered:
        again = await circus.again()
        for player in (None, ANN, BOB):
            assert await again.steward.log.status(race, player) == await circus.steward.log.status(race, player)
        for player in (ANN, BOB):
            assert await again.steward.open_asks(player) == await circus.steward.open_asks(player)
        answered = await answer_once(again, race)

    # Then it is the same story, to the last fact
    assert await circus.told(race) == story
    assert len(story) > 20
    await circus.close()


@pytest.mark.slow
async def test_a_race_cut_off_before_and_after_each_write_tells_the_same_story(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = await the_story(tmp_path / "one.sqlite3")
    circus, race = await started(tmp_path / "cut.sqlite3")
    cuts = 0
    write = Store.write

    def cut_off(is_after: bool) -> Callable[[Store, Batch, Decide | None], Awaitable[None]]:
        async def cut(store: Store, batch: Batch, decide: Decide | None = None) -> None:
            nonlocal cuts
            cuts += 1
            if is_after:
                await write(store, batch, decide)
            raise PowerCut

        return cut

    # When the power fails before each write is done, then after it, and only then it goes well
    answered = True
    while answered:
        for is_after in (False, True):
            doomed = await circus.again()
            monkeypatch.setattr(Store, "write", cut_off(is_after))
            with contextlib.suppress(PowerCut):
                await answer_once(doomed, race)
            monkeypatch.setattr(Store, "write", write)
        circus_again = await circus.again()
        await circus_again.steward.resume()
        answered = await answer_once(circus_again, race)

    # Then it is the same story
    assert await circus.told(race) == story
    assert cuts == 8  # of nine answers, four were given by a program that then ended
    assert [each.seq for each in await circus.store.stories.inputs(race)] == list(
        range(1, len(await circus.store.stories.inputs(race)) + 1)
    )
    await circus.close()


async def test_house_drivers_give_what_they_owed_when_the_power_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a race whose next turn has begun on record, but not the answers of the house driver in it
    circus, race = await started(tmp_path / "owed.sqlite3")
    write, written = circus.store.write, 0

    async def second_fails(batch: Batch, decide: Decide | None = None) -> None:
        nonlocal written
        written += 1
        if written == 2:
            raise PowerCut
        await write(batch, decide)

    cut = False
    while not cut:
        written = 0
        monkeypatch.setattr(circus.store, "write", second_fails)
        try:
            assert await answer_once(circus, race)
        except PowerCut:
            cut = True
        monkeypatch.setattr(circus.store, "write", write)

    after = await circus.again()
    owing = [each.entry for each in (await after.steward.log.status(race)).waiting if each.player is None]
    await after.steward.resume()

    assert owing
    waiting = (await after.steward.log.status(race)).waiting
    assert [each.player for each in waiting] == [ANN, BOB]
    await circus.close()


class CutOffMessenger(FakeMessenger):
    """Delivers, and then the power fails before anybody can note it; every second time, before it delivers."""

    def __init__(self, world: dict[int, Notice]) -> None:
        super().__init__()
        self.world, self.count = world, 0

    async def deliver(self, notice: Notice) -> str:
        self.count += 1
        if self.count % 2:
            self.world[notice.id] = notice
        raise PowerCut


def everything(messenger: FakeMessenger) -> list[Notice]:
    return [*messenger.delivered, *messenger.cards]


async def test_what_was_to_be_told_is_told_after_a_power_cut_and_known_for_a_second_try(tmp_path: Path) -> None:
    # Given a program that ends with each delivery
    circus, race = await started(tmp_path / "posts.sqlite3")
    world: dict[int, Notice] = {}
    for _ in range(2):
        doomed = await circus.again(messenger=CutOffMessenger(world))
        with pytest.raises(PowerCut):
            await doomed.deliver()

    # When another one takes over
    after = await circus.again(messenger=FakeMessenger())
    await after.deliver()

    # Then everything is delivered once more at most, and says that it may be there already
    before = {each.id for each in everything(circus.messenger)}  # as far as the start
    assert {each.id for each in everything(after.messenger)} == {
        each.id for each in await circus.store.outbox.of_race(race) if each.id not in before
    }
    for notice in everything(after.messenger):
        assert (notice.attempts > 1) >= (notice.id in world)
        if notice.id in world:
            assert (notice.place, notice.tried) == (world[notice.id].place, world[notice.id].tried)
    await circus.close()


async def test_each_phase_is_told_once_and_in_order(tmp_path: Path) -> None:
    circus, race = await started(tmp_path / "phases.sqlite3")
    latest = circus
    while await answer_once(latest, race):
        latest = await circus.again()

    stories = [each for each in await circus.store.outbox.of_race(race) if each.kind == "story"]
    told: list[Any] = [read_body(each, Story) for each in stories]

    assert [n for story in told for n in range(story.first, story.last + 1)] == list(range(1, told[-1].last + 1))
    assert [story.is_end for story in told] == [False] * (len(told) - 1) + [True]
    scenes = await circus.steward.log.scenes(race, 1, told[-1].last, is_end=True)
    assert [fact for scene in scenes for fact in scene.facts] == await circus.steward.log.facts(race)
    await circus.close()


async def test_players_are_people_of_the_race(tmp_path: Path) -> None:
    circus, race = await started(tmp_path / "people.sqlite3")

    lobby = await circus.steward.race(race)

    assert {lobby.player_of(each.entry) for each in lobby.entries} == {ANN, BOB, None}
    assert lobby.entries_of(PlayerId(9)) == ()
    assert lobby.entries_of(ANN) == (RED,)
    await circus.close()
