"""Whatever bettors, players, host, time and crashes do, in whatever order and at once: every sesterce is accounted for.

Each example is a race of the toy game with a betting table, a row of deeds in its lobby and one in its race, by lot. A
deed may be refused; nothing else may go wrong. What is paid in the end is worked out a second time, and another way.
"""

import dataclasses
import json
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from engine.betting.rules import ServerRules, TableRules
from records.races import Pace
from steward import NewRace
from steward.time.schedules import Schedule, Timing
from tests.steward.betting import LAPS, lapping
from tests.steward.bettor import PLAYERS as BETTING
from tests.steward.bettor import PRESSES
from tests.steward.circus import ANN, SECONDS, Circus, FakeClock
from tests.steward.test_properties import PEOPLE, RULES, Deed, Some, empty
from tests.steward.wagering import (
    IN_LOBBY,
    IN_RACE,
    KINDS,
    PURSES,
    BettingWorld,
    Fuse,
    Witness,
    fused,
    require_nobody_rich,
    require_settled_right,
    witnessed,
)
from tests.toy_ruleset import Options

__all__ = ["empty"]

LAPPING = {"toy": dataclasses.replace(RULES, moments=lapping)}

SEEDS = (0, 9, 26, 28, 39, 46, 53, 121, 124, 128, 148, 161, 169, 171)
"""Of many that were tried: in these every fate comes up that a ticket, a market or a side bet can have."""


def rows_of(chance: random.Random) -> tuple[list[Deed], list[Deed]]:
    """Return what is done in the lobby, and in the race."""

    def some(names: Sequence[str], least: int, most: int) -> list[Deed]:
        count = chance.randint(least, most)
        return [(chance.choice(names), chance.randint(0, 11), chance.randint(0, 24)) for _ in range(count)]

    return some(IN_LOBBY, 8, 24), some(IN_RACE, 2, 16)


@pytest.fixture(scope="module")
def fuse() -> Iterator[Fuse]:
    with fused() as fuse:
        yield fuse


@pytest.fixture(scope="module")
def witness() -> Iterator[Witness]:
    with witnessed() as witness:
        yield witness


async def lobby(path: Path, fuse: Fuse, table: TableRules, server: ServerRules) -> BettingWorld:
    """Open a race that three have entered, with a betting table."""
    circus = Circus(path, LAPPING, clock=FakeClock(), messenger=Some())
    timing = Timing(SECONDS, Pace.TURNS, Schedule(grace=10_000.0))
    await circus.steward.wagers.set_server_rules(1, lambda _: server)
    race = await circus.steward.lobbies.open_race(NewRace(1, 2, ANN, "toy", Options(turns=3), timing, "Ludi"))
    await circus.steward.lobbies.set_thread(race, 3)
    await circus.steward.wagers.set_rules(race, ANN, lambda known: msgspec.structs.replace(table, share=known.share))
    for player, colour in zip(PEOPLE, LAPPING["toy"].colours, strict=False):
        await circus.steward.lobbies.join(race, player, f"Player {player}", colour=colour)
    return BettingWorld(circus, race, fuse)


async def example(
    path: Path, fuse: Fuse, witness: Witness, kind: tuple[TableRules, ServerRules], rows: tuple[list[Deed], list[Deed]]
) -> None:
    world = await lobby(path, fuse, *kind)
    witness.banks.clear()
    try:
        for row in (rows[0], [("begin", 0, 0)], rows[1]):
            for deed in row:
                await world.do(deed)
                await world.require_whole()
        await world.to_the_end()
        await world.require_whole()
        await require_settled_right(world, witness.banks.get(world.race))
        await require_nobody_rich(world)
        await nothing_is_done_twice(world)
        assert (await world.steward.log.verify(world.race)).is_sound
    finally:
        await world.close()


async def nothing_is_done_twice(world: BettingWorld) -> None:
    """Let a new process take over when all is over, and everybody press everything again."""
    ledger = await world.circus.store.purses.audit()
    await world.crash(0, 0)
    for press in world.presses:
        if press.came_to is not None:
            await press(world.circus)
    assert await world.circus.store.purses.audit() == ledger


@pytest.mark.slow
@pytest.mark.parametrize("seed", [SEEDS[0], *(pytest.param(seed, marks=pytest.mark.slow) for seed in SEEDS[1:])])
async def test_every_sesterce_is_accounted_for_whatever_happens(
    empty: Path, tmp_path: Path, fuse: Fuse, witness: Witness, seed: int
) -> None:
    path = tmp_path / "race.sqlite3"
    shutil.copy(empty, path)
    chance = random.Random(seed)
    kind = chance.choice(KINDS), chance.choice(PURSES)

    await example(path, fuse, witness, kind, rows_of(chance))


# Processes of their own


def start_bettor(path: Path, first: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.steward.bettor", str(path), "1", str(first)]
    return subprocess.Popen(command, cwd=Path(__file__).parents[2], stdout=subprocess.PIPE, text=True)


def results_of(bettor: subprocess.Popen[str]) -> dict[int, int | str]:
    """Return what its presses came to, as far as it got to say it."""
    output, _ = bettor.communicate(timeout=60)
    return dict(json.loads(line) for line in output.splitlines() if line.endswith("]"))


@pytest.mark.threads
@pytest.mark.slow
async def test_two_processes_that_press_the_same_place_each_bet_once(tmp_path: Path) -> None:
    # Given a race, and two processes that press the same sixty times on its database, each from another one on
    circus = await Circus(tmp_path / "two.sqlite3", rulesets=LAPS).open()
    race = await circus.lobby()
    for player, colour in zip(PEOPLE[:2], ("red", "blue"), strict=True):
        await circus.steward.lobbies.join(race, player, "Player", colour=colour)
    await circus.steward.wagers.set_server_rules(1, lambda _: ServerRules(gift=4_000, stipend=0))
    doomed, other = start_bettor(circus.path, 0), start_bettor(circus.path, PRESSES // 2)

    # When one of them is killed among its presses, and begun again
    assert doomed.stdout is not None
    told = [json.loads(doomed.stdout.readline()) for _ in range(PRESSES // 3)]
    doomed.kill()
    seen = [dict(told), results_of(doomed), results_of(start_bettor(circus.path, 0)), results_of(other)]

    # Then each press has one ticket or none, the same for both, and nobody has spent what he had not
    book = await circus.store.wagers.book(race)
    placed = {int(each.key.split()[1]): each.number for each in book.tickets}
    for found in seen:
        for number, result in found.items():
            assert placed[number] == result if isinstance(result, int) else result == "purse too light"
    assert len(seen[2]) == len(seen[3]) == PRESSES
    for player in BETTING:
        spent = sum(each.stake for each in book.tickets if each.player == player)
        assert 3_500 < spent <= 4_000
        assert await circus.store.wagers.purse(1, player) == 4_000 - spent
    assert sum(book.pots.values()) == sum(each.stake for each in book.tickets)
    assert (await circus.steward.purses.audit()).is_sound
    await circus.close()
