"""Five hundred races and two thousand players: what is due in a minute, memory, first answers while turns are drawn.

The races are copies of a few that were played to different turns, each copy with four players of its own.
"""

import asyncio
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter, thread_time

from bench.figures import RUNS, Figure
from bench.interactions import CALLBACK, milliseconds, share
from bench.storage import Nobody
from db.store import Store
from engine.circus_maximus.orders.orders import Orders
from engine.rulesets import RULESETS
from records.races import Pace, StoryMode
from records.values import PlayerId, RaceId
from renderers import SCENES
from sandbox.client import Visitor
from steward import NewRace, OrdersGiven, Schedule, Steward, Timing
from tests.e2e.arena import Arena
from tests.e2e.player import Player

RACES, SEATS = 500, 4  # of people in each; house drivers have the other four
TEMPLATES = (1, 3, 5, 8, 10)
"""Turns to which the races are played that are copied."""

TURNS_DUE, REMINDERS_DUE, DIGESTS_DUE = 4, 28, 4
"""In the minute that is measured: ten times what it is on average, where each race has a turn a day."""

TURNS = 40  # that fall due at once, while people look on
MOST_LOOP_MS = 200.0
MOST_FIRST_ANSWER_MS = 250.0
MOST_MIB = 300.0

NOW = 1_800_000_000.0
DAY, MINUTE = 86_400.0, 60.0
RULESET = "circus-maximus"
COPIED = ("faction", "entry", "input", "fact", "scene", "checkpoint", "deadline", "orders", "act", "outbox")
_LOOKED_AT_ONCE = 4


def figures() -> list[Figure]:
    """Measure a busy minute in a steward alone, and first answers and memory in a bot that plays and draws."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "crowd.sqlite3"
        minute = asyncio.run(_a_minute(path))
        first_answers, memory = asyncio.run(_a_rush(Path(folder) / "arena", path))
    return [
        Figure("500 races: looking for due work, none there", minute["idle"], "ms of loop time"),
        Figure("500 races: a busy minute's work", minute["loop"], "ms of loop time", at_most=MOST_LOOP_MS),
        Figure("500 races: a busy minute's work, to its end", minute["elapsed"], "ms"),
        Figure("500 races, 40 turns at once: first answer, p50", share(first_answers, 0.50), "ms"),
        Figure(
            "500 races, 40 turns at once: first answer, p99",
            share(first_answers, 0.99),
            "ms",
            at_most=MOST_FIRST_ANSWER_MS,
        ),
        Figure("500 races, 40 turns at once: memory at most", memory, "MiB", at_most=MOST_MIB),
    ]


# The crowd


class _Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


def _steward(path: Path, clock: _Clock) -> tuple[Steward, Store]:
    store = Store(path)
    counter = count(1)
    steward = Steward(
        store,
        clock=clock,
        rulesets=RULESETS,
        scenes=SCENES,
        messenger=Nobody(),
        entropy=lambda size: next(counter).to_bytes(4, "big") * (size // 4),
    )
    return steward, store


async def _populate(path: Path, clock: _Clock) -> None:
    """Play a few races to different turns and copy each of them."""
    steward, _ = _steward(path, clock)
    await steward.open()
    templates = [await _race(steward, turns, number) for number, turns in enumerate(TEMPLATES)]
    await steward.delivery.deliver_due()
    await steward.close()
    with closing(sqlite3.connect(path)) as connection:
        for number in range(RACES - len(templates)):
            _copy(connection, templates[number % len(templates)], 10_000 + SEATS * number)
        connection.execute("UPDATE deadline SET at = ?, remind_at = NULL", (NOW + 400 * DAY,))
        connection.commit()


async def _race(steward: Steward, turns: int, number: int) -> RaceId:
    seconds = {kind: decision.seconds for kind, decision in RULESETS[RULESET].decisions.items()}
    schedule = Schedule(at=(20 * 60,), grace=0.0, misses=99)
    host = PlayerId(100 + 10 * number)
    players = [PlayerId(host + place) for place in range(SEATS)]
    timing = Timing(seconds, Pace.TURNS, schedule, StoryMode.TURN)  # as servers have it that set nothing
    race = await steward.lobbies.open_race(
        NewRace(1 + number, 2, host, RULESET, RULESETS[RULESET].options(), timing, "Ludi")
    )
    await steward.lobbies.set_thread(race, 3)
    for player in players:
        await steward.lobbies.join(race, player, f"Player {player}")
    await steward.lobbies.fill(race, host)
    await steward.lobbies.start(race, host)
    for _ in range(turns):
        for player in players:
            await _answer(steward, race, player)
    return race


async def _answer(steward: Steward, race: RaceId, player: PlayerId) -> None:
    """Have a player answer what he is asked: with orders, where a whole turn is ordered."""
    for asked in await steward.open_asks(player):
        if asked.ask.question.kind == "speed":
            given = OrdersGiven(asked.entry, Orders(), asked.asked)
            await steward.races.order(race, player, given, asked.asked)
        else:
            await steward.races.drive(race, asked.entry, [asked.ask.default], player=player, asked=asked.asked)


def _copy(connection: sqlite3.Connection, race: RaceId, players: int) -> None:
    """Copy a race with all its rows; its players are others."""
    columns = [name for name in _columns(connection, "race") if name != "id"]
    names = ", ".join(f'"{name}"' for name in columns)
    new = connection.execute(f"INSERT INTO race ({names}) SELECT {names} FROM race WHERE id = ?", (race,)).lastrowid
    people = [row[0] for row in connection.execute("SELECT player FROM faction WHERE race = ? AND player", (race,))]
    for table in COPIED:
        names = ", ".join(f'"{name}"' for name in _columns(connection, table) if name not in ("id", "race"))
        connection.execute(
            f"INSERT INTO {table} (race, {names}) SELECT ?, {names} FROM {table} WHERE race = ?", (new, race)
        )
    for place, old in enumerate(people):
        for table in ("faction", "input", "outbox"):
            connection.execute(
                f"UPDATE {table} SET player = ? WHERE race = ? AND player = ?", (players + place, new, old)
            )
        connection.execute(
            "INSERT INTO player (player, name, dms, digest, quiet_from, quiet_until) VALUES (?, ?, 'open', ?, ?, ?)",
            (players + place, f"Player {place}", None, 1380, 420),
        )
    connection.execute(
        "UPDATE outbox SET duty = ? || substr(duty, instr(duty, ':')) WHERE race = ? AND duty", (new, new)
    )


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


# A minute


async def _a_minute(path: Path) -> dict[str, float]:
    """Return the milliseconds of loop time for looking, and for a minute's work; medians of some minutes."""
    clock = _Clock()
    await _populate(path, clock)
    steward, _ = _steward(path, clock)
    await steward.open()
    races = _races(path)
    await steward.timekeeper.tick()
    idle, loop, elapsed = [], [], []
    for _ in range(RUNS):
        clock.now += MINUTE
        idle.append((await _taken(steward))[0])
        _make_due(path, clock.now, races)
        busy = await _taken(steward)
        loop.append(busy[0])
        elapsed.append(busy[1])
    await steward.close()
    return {"idle": median(idle), "loop": median(loop), "elapsed": median(elapsed)}


async def _taken(steward: Steward) -> tuple[float, float]:
    """Return how long the loop was busy with what is due, and how long it took in all, in milliseconds."""
    start, busy = perf_counter(), thread_time()
    await steward.timekeeper.tick()
    await steward.delivery.deliver_due()
    return (thread_time() - busy) * 1000, (perf_counter() - start) * 1000


def _races(path: Path) -> Iterator[int]:
    with closing(sqlite3.connect(path)) as connection:
        return iter([row[0] for row in connection.execute("SELECT id FROM race WHERE state = 'running' ORDER BY id")])


def _make_due(path: Path, now: float, races: Iterator[int]) -> None:
    """Let the work of a busy minute fall due: whole turns for which nobody answered, reminders, digests."""
    with closing(sqlite3.connect(path)) as connection:
        for _ in range(TURNS_DUE):
            connection.execute("UPDATE deadline SET at = ? WHERE race = ?", (now - 1, next(races)))
        for _ in range(REMINDERS_DUE // SEATS):
            connection.execute("UPDATE deadline SET remind_at = ? WHERE race = ?", (now - 1, next(races)))
        for _ in range(DIGESTS_DUE):
            player = "SELECT player FROM faction WHERE race = ? AND player LIMIT 1"
            minute = int(now % DAY // MINUTE)
            connection.execute(f"UPDATE player SET digest = ? WHERE player = ({player})", (minute, next(races)))
        connection.commit()


# A rush


async def _a_rush(folder: Path, crowd: Path) -> tuple[list[float], float]:
    """Return the milliseconds of first answers while turns are played and drawn, and the memory of the bot in MiB."""
    async with Arena(folder, has_clock=True) as arena:
        arena.kill_bot()
        _put(crowd, arena.database)
        await arena.start_bot()
        people = [arena.ana, arena.ben, arena.cato]
        for number in range(TURNS):
            outcome = await people[number % len(people)].run("play alone", pace="turns", timeout=30)
            assert "fail" not in outcome.state
        for visitor in people:
            await _prepare(visitor)
        arena.kill_bot()
        with closing(sqlite3.connect(arena.database)) as connection:
            connection.execute("UPDATE race SET schedule = json_set(schedule, '$.misses', 99) WHERE id > ?", (RACES,))
            connection.execute("UPDATE faction SET grace = 0")
            connection.commit()
        await arena.start_bot()
        answers: list[float] = []
        for _ in range(RUNS):
            answers += await _rush(arena)
        return answers, _memory(arena.bot_pid)


def _put(crowd: Path, database: Path) -> None:
    for file in database.parent.glob(f"{database.name}*"):  # what belongs to the one that was there, too
        file.unlink()
    shutil.copy(crowd, database)


async def _prepare(visitor: Visitor) -> None:
    """Answer all that comes before the first turn."""
    player = Player(visitor, "Crowd")
    while (deed := player.next_deed()) is not None:
        if deed.custom_id.startswith("order"):
            player._done.add(deed.key)
        else:
            await player.do(deed)


async def _rush(arena: Arena) -> list[float]:
    """Let a turn of every race fall due at once, and have people look on until all is told."""
    requests = await arena.control.requests()
    seen = requests[-1]["n"] if requests else 0
    people = [arena.ana, arena.ben, arena.cato]
    looking = [asyncio.create_task(_look_on(people, place)) for place in range(_LOOKED_AT_ONCE)]
    await arena.pass_by(DAY + 60)
    try:
        await asyncio.sleep(1.0)
        with closing(sqlite3.connect(arena.database)) as connection:
            while connection.execute(_UNTOLD, (arena.now(), arena.now() + 5)).fetchone()[0]:  # noqa: ASYNC110
                await asyncio.sleep(0.2)
    finally:
        for task in looking:
            task.cancel()
        await asyncio.gather(*looking, return_exceptions=True)
    since = await arena.control.requests(seen)
    return [milliseconds(each) for each in since if each["route"] == CALLBACK]


_UNTOLD = (
    "SELECT (SELECT count(*) FROM deadline WHERE at < ?) + "
    "(SELECT count(*) FROM outbox WHERE state IN ('new', 'sending') AND due < ?)"
)


async def _look_on(people: Sequence[Visitor], first: int) -> None:
    """Look at one race after the other, each by its player."""
    for number in count(first, _LOOKED_AT_ONCE):
        race, visitor = str(RACES + 1 + number % TURNS), people[number % TURNS % len(people)]
        with suppress(AssertionError):
            await visitor.run("watch", what="status", race=race)
            await visitor.run("watch", race=race)


def _memory(pid: int) -> float:
    """Return the most memory that a process has had, in MiB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024
