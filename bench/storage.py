"""What it costs to keep an answer, against the floor of a bare SQLite commit of the same rows, and to open a race."""

import asyncio
import itertools
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from operator import truediv
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from bench.figures import RUNS, Figure
from db.store import Store
from db.writing.books import Decide
from engine.rulesets import RULESETS
from records.batches import Batch
from records.notices import Notice
from records.races import RaceRecord
from records.values import PlayerId, RaceId
from renderers import SCENES
from steward import NewRace, Steward

ANSWERS_SINCE = 30  # the start of the turn
OPENED = 20  # times in a run
MOST_OF_FLOOR = 3.0
MOST_MILLISECONDS = 20.0

RULESET = "circus-maximus"
PLAYERS = (PlayerId(1), PlayerId(2), PlayerId(3))
SECONDS = {kind: decision.seconds for kind, decision in RULESETS[RULESET].decisions.items()}


class Nobody:
    """A messenger with nobody to tell; each post has the same number, which the start of a race is mixed with."""

    async def ready(self, _notice: Notice) -> None:
        pass

    async def deliver(self, _notice: Notice) -> str:
        return "1"

    async def is_member(self, _guild: int, _player: PlayerId) -> bool:
        return True


def figures() -> list[Figure]:
    """Measure in a database of its own."""
    return [
        Figure(name, value, unit, at_most=at_most)
        for (name, value), (unit, at_most) in zip(
            storage_figures().items(),
            [("ms", None), ("ms", None), ("", MOST_OF_FLOOR), ("ms", MOST_MILLISECONDS)],
            strict=True,
        )
    ]


def storage_figures() -> dict[str, float]:
    """Return milliseconds and the ratio to the floor; medians of :data:`RUNS` runs."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure(Path(folder)))


async def _measure(folder: Path) -> dict[str, float]:
    store, bare = Store(folder / "races.sqlite3"), Store(folder / "bare.sqlite3")
    steward = _steward(store)
    await steward.open()
    await bare.open()
    played = await _played(steward, store)
    race = await _mid_turn(steward, store)
    stored, floors, opened = [], [], []
    with closing(_bare(folder / "bare.sqlite3")) as connection:
        for _ in range(RUNS):
            stored.append(await _store(store, played))
            floors.append(_commit(connection, await _again(bare, played)))
            opened.append(await _open(steward, race))
    await steward.close()
    await bare.close()
    return {
        "an answer stored": median(stored),
        "a bare commit of its rows": median(floors),
        "an answer stored / bare commit": median(map(truediv, stored, floors)),
        "a stored race opened in mid-turn": median(opened),
    }


def _steward(store: Store) -> Steward:
    salts = itertools.count(1)
    return Steward(
        store,
        clock=lambda: 1_000_000.0,
        rulesets=RULESETS,
        scenes=SCENES,
        messenger=Nobody(),
        entropy=lambda count: next(salts).to_bytes(count, "big"),
    )


async def _new_race(steward: Steward) -> RaceId:
    """Start a race of three players and five house drivers."""
    options = RULESETS[RULESET].options()
    race = await steward.lobbies.open_race(NewRace(1, 2, PLAYERS[0], RULESET, options, SECONDS, "Ludi"))
    for player in PLAYERS:
        await steward.lobbies.join(race, player, f"Player {player}")
    await steward.lobbies.fill(race, PLAYERS[0])
    await steward.lobbies.start(race, PLAYERS[0])
    return race


async def _answer(steward: Steward, race: RaceId) -> bool:
    """Have one of those who are asked give his default; tell whether anybody was."""
    for player in PLAYERS:
        for opened in await steward.open_asks(player):
            if opened.race_id == race:
                await steward.races.drive(race, opened.entry, [opened.ask.default], player=player, asked=opened.asked)
                return True
    return False


async def _played(steward: Steward, store: Store) -> list[Batch]:
    """Play a race and return all that was written of it."""
    batches: list[Batch] = []
    write = store.write

    async def noted(batch: Batch, decide: Decide | None = None, **season: Any) -> None:
        batches.append(batch)
        await write(batch, decide, **season)

    store.write = noted  # type: ignore[method-assign]
    race = await _new_race(steward)
    while await _answer(steward, race):
        pass
    store.write = write  # type: ignore[method-assign]
    return batches


async def _mid_turn(steward: Steward, store: Store) -> RaceId:
    """Return a race late in a turn: so many answers are to be played again."""
    race = await _new_race(steward)
    while True:
        kept = await store.load(race)
        assert kept is not None
        if len(kept.inputs) >= ANSWERS_SINCE:
            return race
        if not await _answer(steward, race):
            race = await _new_race(steward)


async def _again(store: Store, played: Sequence[Batch]) -> list[Batch]:
    """Return what was played, for a new race that is still in its lobby; nobody has it in memory."""
    kept = RaceRecord(
        id=RaceId(0),
        guild=1,
        channel=2,
        ruleset=RULESET,
        options="{}",
        host=PLAYERS[0],
        title="Ludi",
        secret="",
        commitment="",
        seconds=SECONDS,
        opened=0.0,
    )
    race = await store.races.add(kept)
    return [
        replace(batch, race=race, revision=None, notices=tuple(replace(each, race=race) for each in batch.notices))
        for batch in played
    ]


async def _store(store: Store, played: Sequence[Batch]) -> float:
    """Return the milliseconds that a batch takes, on average of a race."""
    batches = await _again(store, played)
    start = perf_counter()
    for batch in batches:
        await store.write(batch)
    return (perf_counter() - start) * 1000 / len(batches)


def _bare(path: Path) -> sqlite3.Connection:
    """Open a database as the store does: the same schema, as durable."""
    connection = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def _commit(connection: sqlite3.Connection, batches: Sequence[Batch]) -> float:
    """Return the milliseconds that a transaction with the rows of a batch takes, on average of a race."""
    prepared = [_rows(batch) for batch in batches]
    start = perf_counter()
    for batch, rows in zip(batches, prepared, strict=True):
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("DELETE FROM deadline WHERE race = ?", (batch.race,))
        for statement, values in rows:
            connection.executemany(statement, values)
        connection.execute("UPDATE race SET seq = seq + ? WHERE id = ?", (len(batch.inputs), batch.race))
        connection.execute("COMMIT")
    return (perf_counter() - start) * 1000 / len(batches)


def _rows(batch: Batch) -> list[tuple[str, list[dict[str, object]]]]:
    """Return an insertion for each table, with its rows."""
    checkpoints = [batch.checkpoint] if batch.checkpoint else []
    kinds: dict[str, Sequence[msgspec.Struct]] = {
        "input": batch.inputs,
        "fact": batch.facts,
        "scene": batch.scenes,
        "checkpoint": checkpoints,
        "deadline": batch.deadlines,
        "outbox": batch.notices,
    }
    return [
        (_insertion(table, structs[0]), [_values(batch.race, each) for each in structs])
        for table, structs in kinds.items()
        if structs
    ]


def _insertion(table: str, struct: msgspec.Struct) -> str:
    columns = list(_values(RaceId(0), struct))
    names = ", ".join(f'"{column}"' for column in columns)
    values = ", ".join(f":{column}" for column in columns)
    return f"INSERT INTO {table} ({names}) VALUES ({values})"


def _values(race: RaceId, struct: msgspec.Struct) -> dict[str, object]:
    values = {"race": race, **asdict(struct)}
    if isinstance(struct, Notice):
        del values["id"], values["place"], values["thread"]  # given by the database
    return values


async def _open(steward: Steward, race: RaceId) -> float:
    """Return the milliseconds until a race that no process knows is ready to be answered."""
    taken = []
    for _ in range(OPENED):
        steward.races.forget(race)
        start = perf_counter()
        await steward.log.status(race)
        taken.append((perf_counter() - start) * 1000)
    return median(taken)
