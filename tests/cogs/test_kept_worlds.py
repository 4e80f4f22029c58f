"""A world that is put where another one was played is like that one, to the last row and post."""

from pathlib import Path
from typing import Any

import pytest

from engine.circus_maximus.words.asks import Speed
from records.values import PlayerId
from tests import kept
from tests.at_once import transactions
from tests.cogs.arena import ANN, BOB, Arena
from tests.cogs.ordering import to_orders
from tests.cogs.test_rights import dump


async def a_world(path: Path, *, is_played: bool) -> Arena:
    """Return a world in which orders are asked for; all worlds but those played may be put there."""
    kept.allow(is_allowed=not is_played)
    arena = Arena(path)
    await arena.circus.open()
    await to_orders(arena)
    return arena


async def all_of(arena: Arena) -> list[Any]:
    """Return the rows of a world, its time, and what Discord shows, with the numbers of its messages."""
    client, talks = arena.client, arena.client.talks
    shown = [
        (number, channel.edits, repr(channel._numbers), [each.id for each in channel.messages])
        for number, channel in sorted(client.channels.items())
    ]
    words = [channel.words() for _, channel in sorted(client.channels.items())]
    by_dm = {place: (message.channel.id, message.id) for place, message in talks._by_dm.items()}
    return [await dump(arena), arena.circus.clock.now, arena.circus.entropy.drawn, shown, words, talks._newest, by_dm]


def without_edits(found: list[Any]) -> list[Any]:
    """Leave out how often messages were edited: posts go out side by side, and which is first is no matter."""
    rows, now, drawn, shown, *others = found
    return [rows, now, drawn, [(number, *rest) for number, _, *rest in shown], *others]


def nonces(arena: Arena) -> list[list[str]]:
    return [sorted(channel.nonces) for _, channel in sorted(arena.client.channels.items())]


async def test_a_world_that_is_put_there_is_like_one_that_was_played_and_goes_on_like_it(tmp_path: Path) -> None:
    played = await a_world(tmp_path / "played.sqlite3", is_played=True)
    kept.forget()
    first = await a_world(tmp_path / "first.sqlite3", is_played=False)
    put = await a_world(tmp_path / "put.sqlite3", is_played=False)

    assert written(put) < written(first) / 10
    found = [await all_of(each) for each in (played, first, put)]
    assert all(found[0][4]), "much is posted by then"
    assert nonces(put) == nonces(first)  # they are drawn from a key that is in the database
    assert found[1] == found[0]
    assert found[2] == found[0]
    for world in (played, put):
        for player in (ANN, BOB):
            await world.give(PlayerId(player), Speed(9))
        await world.deliver()
    assert without_edits(await all_of(put)) == without_edits(await all_of(played))
    assert (await all_of(first))[4] == found[0][4], "what is done in a world shows in no other one"
    for world in (played, first, put):
        await world.close()


def written(arena: Arena) -> int:
    """Return how many transactions were written."""
    return transactions(arena.circus.store) or 0


@pytest.mark.slow
async def test_a_world_in_which_anything_was_done_is_played_in_earnest(worlds: tuple[Arena, Arena]) -> None:
    first, touched = worlds
    await first.open_race()
    await touched.circus.store.memory.set("touched", "yes")
    before = written(touched)

    await touched.open_race()

    assert written(touched) > before + 10


async def test_a_world_of_which_anything_was_replaced_is_played_in_earnest(worlds: tuple[Arena, Arena]) -> None:
    first, other = worlds
    await first.open_race()
    told: list[Any] = []
    deliver = other.messenger.deliver

    async def noting(notice: Any) -> str:
        told.append(notice)
        return await deliver(notice)

    other.messenger.deliver = noting  # type: ignore[method-assign]
    await other.open_race()

    assert told


@pytest.mark.usefixtures("monkeypatch")
async def test_a_test_that_patches_anything_plays_in_earnest(worlds: tuple[Arena, Arena]) -> None:
    first, other = worlds
    await first.open_race()
    before = written(other)

    await other.open_race()

    assert written(other) > before + 10
