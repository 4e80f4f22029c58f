"""Shards: a session for each, in one program or in two over one database; a race goes over both."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from records.fleet import Process, Shards
from sandbox.errors import Json
from steward.fleet.homes import Homes
from tests.e2e.arena import PATIENCE, Arena
from tests.e2e.forked import Forked
from tests.e2e.player import Player, play_together
from tests.e2e.races import require_clean, started

HASTY = ("cogs.kit.sharded.IDENTIFY_REST", 0.2)
"""Sessions begin one after another all the same."""


@asynccontextmanager
async def on_two(folder: Path) -> AsyncIterator[Arena]:
    """Give an arena whose server is on the second shard of a bot that serves both."""
    async with Arena(folder, is_forked=True, on="1/2", shards="0-1/2", patched=(HASTY,)) as arena:
        await both_there(arena)
        yield arena


async def both_there(arena: Arena) -> None:
    """Wait until both shards have a session."""
    async with asyncio.timeout(PATIENCE):
        while len((await arena.control.gateway_state())["shards"]) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_a_race_goes_over_two_shards(tmp_path: Path) -> None:
    async with on_two(tmp_path) as arena:
        race = await started(arena, people=(arena.ana,))
        dm = await arena.ana.dm()
        await arena.ana.wait_for(lambda message: message["channel_id"] == dm["id"])
        assert (await arena.ana.run("order", answer="1/1/1/1", channel=dm)).state == "answered"  # on shard 0
        await arena.ana.run("watch", what="status", channel=race.thread)  # on shard 1

        there = (await arena.control.gateway_state())["shards"]
        assert [each["shard"] for each in there] == [[0, 2], [1, 2]]
        kept = await arena.kept(race.id)
        assert any(each.by == "player" for each in kept.inputs)
        await require_clean(arena)


async def test_shards_that_were_cut_off_come_back(tmp_path: Path) -> None:
    async with on_two(tmp_path) as arena:
        before = await arena.control.gateway_state()
        for action, shard in (("cut", 1), ("drop", 0)):
            assert await arena.control.gateway(action, shard=shard) == 1
            await both_there(arena)
            assert (await arena.ana.run("order")).state == "answered"
            dm = await arena.ana.dm()
            assert (await arena.ana.run("order", channel=dm)).state == "answered"

        after = await arena.control.gateway_state()
        assert (after["resumes"] - before["resumes"], after["identifies"] - before["identifies"]) == (1, 1)


@asynccontextmanager
async def two_programs(folder: Path) -> AsyncIterator[tuple[Arena, Forked]]:
    """Give an arena with two programs over one PostgreSQL: direct messages come to the one, the server to the other."""
    name = f"shards_{os.getpid()}"
    how: Any = {"is_forked": True, "has_threads": True, "server_name": name, "patched": (HASTY,)}
    async with Arena(folder, on="1/2", shards="0/2", **how) as arena:
        other = arena.launch_beside(QUADRIGA_SHARDS="1/2")
        try:
            await both_there(arena)
            yield arena, other
        finally:
            other.kill()
            other.join()


@pytest.mark.slow
async def test_a_race_goes_over_two_programs(tmp_path: Path) -> None:
    async with two_programs(tmp_path) as (arena, other):
        race = await started(arena, people=(arena.ana, arena.ben), pace="turns", story=None)
        players = [Player(each, str(each.state["me"]["username"])) for each in (arena.ana, arena.ben)]
        await play_together(*players, patience=60.0)
        await arena.all_told(race.id)

        kept = await arena.kept(race.id)
        assert kept.state == "finished"
        answers = [(each.entry, each.answer) for each in kept.inputs if each.by == "player"]
        assert len(answers) > 6
        posted = [each for each in await arena.control.messages(race.thread["id"]) if each["author"]["bot"]]
        nonces = [each["nonce"] for each in await sent(arena)]
        assert len(set(nonces)) == len(nonces) >= len(posted) > 3
        assert other.poll() is None
        await require_clean(arena)


@pytest.mark.slow
async def test_a_second_program_of_the_same_shard_says_so_and_ends(tmp_path: Path) -> None:
    async with two_programs(tmp_path) as (arena, other):
        before = len(arena.log)
        mistaken = arena.launch_beside(QUADRIGA_SHARDS="1/2")
        mistaken.join(60)

        assert mistaken.poll() == 1
        assert "Traceback" not in arena.log[before:]
        assert "shard" in arena.log[before:]
        assert other.poll() is None
        assert len((await arena.control.gateway_state())["shards"]) == 2


async def sent(arena: Arena) -> list[Json]:
    """Return what was posted by requests, each with its nonce."""
    route = "/channels/{channel_id}/messages"
    asked = [each for each in await arena.control.requests() if (each["method"], each["route"]) == ("POST", route)]
    return [each["payload"] for each in asked]


@pytest.mark.slow
async def test_a_program_takes_the_place_of_another_while_people_press(tmp_path: Path) -> None:
    async with two_programs(tmp_path) as (arena, other):
        race = await started(arena, people=(arena.ana, arena.ben), pace="turns", story=None)
        players = [Player(each, str(each.state["me"]["username"])) for each in (arena.ana, arena.ben)]
        playing = asyncio.create_task(play_together(*players, patience=90.0))
        newer = arena.launch_beside(QUADRIGA_SHARDS="1/2", QUADRIGA_TAKES_OVER="true")
        try:
            while other.poll() is None:
                outcome = await arena.ana.run("watch", what="status", channel=race.thread)  # of the shard that is taken
                assert outcome.state == "answered"
            await playing
            await arena.all_told(race.id)

            assert other.poll() == 0
            assert newer.poll() is None
            assert (await arena.kept(race.id)).state == "finished"
            assert (await arena.ana.run("watch", what="status", channel=race.thread)).state == "answered"
            await require_clean(arena)
        finally:
            newer.kill()
            newer.join()


@pytest.mark.slow
async def test_whoever_is_told_to_end_hands_everything_on(tmp_path: Path) -> None:
    async with two_programs(tmp_path) as (arena, other):
        race = await started(arena, people=(arena.ana, arena.ben), pace="turns", story=None)
        players = [Player(each, str(each.state["me"]["username"])) for each in (arena.ana, arena.ben)]
        assert arena.bot is not None
        home = home_of(arena, race.id)
        ends, shard = (arena.bot, "0/2") if home.shards.has(0) else (other, "1/2")
        assert ends.pid is not None
        with arena.around_the_program() as around:  # what it would hold if it were cut off in the middle of something
            around.execute("INSERT INTO lease (what, holder) VALUES ('a job', %s)", (home.number,))

        # When one is told to end while people play
        playing = asyncio.create_task(play_together(*players, patience=90.0))
        os.kill(ends.pid, signal.SIGTERM)
        await asyncio.to_thread(ends.wait, 10)

        # Then it has ended in order, and is on record as gone, not only missed; nothing is left in its name
        assert ends.poll() == 0
        with arena.around_the_program() as around:
            rows = dict(around.execute("SELECT number, state FROM process").fetchall())
            held = around.execute("SELECT count(*) FROM lease WHERE holder = %s", (home.number,)).fetchone()
            sending = around.execute(
                "SELECT count(*) FROM outbox WHERE state = 'sending' AND holder = %s", (home.number,)
            ).fetchone()
        assert rows[home.number] == "gone"
        assert (held, sending) == ((0,), (0,))
        assert home_of(arena, race.id).number != home.number

        # and its shard is free at once: with another program on it the race goes on to its end
        newer = arena.launch_beside(QUADRIGA_SHARDS=shard)
        try:
            await playing
            await arena.all_told(race.id)
            assert (await arena.kept(race.id)).state == "finished"
            nonces = [each["nonce"] for each in await sent(arena)]
            assert len(set(nonces)) == len(nonces)
            assert newer.poll() is None
            await require_clean(arena, "no_answer")
        finally:
            newer.kill()
            newer.join()


def home_of(arena: Arena, race: int) -> Process:
    """Return the process that keeps a race, as all work it out from the record."""
    with arena.around_the_program() as around:
        found = around.execute(
            "SELECT number, state, rules, shards, ahead FROM process WHERE state <> 'gone'"
        ).fetchall()
    living = [Process(row[0], row[1], row[2], Shards.read(row[3]), row[4]) for row in found]
    homes = Homes(living)
    return homes.living[homes.home(str(race)) or 0]


@pytest.mark.slow
async def test_direct_messages_know_the_servers_of_the_other_program(tmp_path: Path) -> None:
    async with two_programs(tmp_path) as (arena, _):
        race = await started(arena, people=(arena.ana,))
        assert (await arena.cato.run("my purse")).state == "answered"  # on the server: from now on he may bet there
        dm = await arena.cato.dm()

        shown = await arena.cato.run("watch", what="odds", race=str(race.id), channel=dm)
        assert "Ludi" in shown.text
        await arena.control.leave(arena.addresses["users"]["Cato"]["id"])
        hidden = await arena.cato.run("watch", what="odds", race=str(race.id), channel=dm)
        assert "Ludi" not in hidden.text  # who has left the server knows nothing of its races
        asked = [each["path"] for each in await arena.control.requests() if each["route"] == "/guilds/{guild_id}"]
        assert len(asked) == 1  # looked at once in a minute
