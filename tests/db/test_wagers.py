"""Bets on record: decided and written in one transaction, all of it or nothing, whoever else writes."""

import asyncio
import random
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection

from db.store import StaleRace, Store
from db.writing.books import apply_in
from engine.betting.book import Book, Changes, Stakes, Tickets
from records.acts import ActRecord
from records.cups import CupRecord
from records.values import CupId, EntryId, PlayerId, RaceId, Sesterces
from tests.db.bets import (
    GUILD,
    TooPoor,
    a_gift,
    a_market,
    a_side,
    a_table,
    a_ticket,
    opens,
    placing,
    refunds,
)
from tests.db.samples import ANN, BOB, a_batch, a_faction, a_lobby, a_notice, a_race, an_entry, seq_of
from tests.db.statements import before_each, before_each_commit

ROOT = str(Path(__file__).parents[2])


async def seen(store: Store, race: RaceId) -> list[str]:
    """Return what is on record of a race's bets, and of all money."""
    book = await store.wagers.book(race)
    audit = await store.purses.audit()
    assert audit.is_sound
    outbox = len(await store.outbox.of_race(race))
    tickets = [(each.number, each.state, each.paid) for each in book.tickets]
    return [str(each) for each in (book.markets, tickets, book.purses, book.pots, audit, outbox)]


# Deciding


async def test_what_is_decided_is_on_record(store: Store) -> None:
    race = await a_lobby(store)
    await store.people.set_guild(GUILD, betting='{"share":5}')
    market = a_market(race, odds={"1": 3}, winners=("1", "2"))
    notice = a_notice(race, kind="bets", player=ANN)
    both = (a_side(race), a_side(race, 2, rival=None, state="accepted"))
    await store.wagers.change(race, lambda _: Changes(markets=(market,), sides=both, notices=(notice,)))

    await store.wagers.change(race, placing(ANN, "a", 300), ANN)

    book = await store.wagers.book(race)
    assert book.markets == (market,)
    assert list(book.tickets) == [a_ticket(race, key="a", stake=Sesterces(300))]
    assert book.sides == both
    assert book.purses == {ANN: 700}
    assert book.pots == {1: 300}
    assert (book.rules, book.server, book.race.id) == ("{}", '{"share":5}', race)
    assert [each.player for each in book.factions] == [ANN, BOB]
    assert [each.entry for each in book.entries] == [1, 2]
    assert [each.kind for each in await store.outbox.of_race(race)] == ["bets"]


async def test_rows_that_are_there_are_changed_in_what_became_of_them(store: Store) -> None:
    race = await a_table(store)
    await store.wagers.change(race, lambda _: Changes(sides=(a_side(race),)))
    await store.wagers.change(race, placing(ANN, "a"))
    closed = a_market(race, state="settled", closed=1.0, closed_at=2, moment="start", ended=3.0, why="w", odds={"2": 7})
    closed = replace(closed, winners=("2",))
    ticket = a_ticket(race, key="a", state="lost", why="late")
    side = a_side(race, state="settled", winner=BOB, why="v", ended=4.0)

    await store.wagers.change(race, lambda _: Changes(markets=(closed,), tickets=(ticket,), sides=(side,)))

    book = await store.wagers.book(race)
    assert (book.markets, list(book.tickets), book.sides) == ((closed,), [ticket], (side,))


async def test_what_did_not_change_is_not_written_though_it_is_settled(store: Store) -> None:
    race = await a_table(store)
    await store.wagers.change(race, placing(ANN, "a"))
    await store.wagers.change(race, refunds)
    before = await seen(store, race)

    def again(book: Book) -> Changes:
        return Changes(markets=book.markets, tickets=tuple(book.tickets), sides=book.sides)

    await store.wagers.change(race, again)

    assert await seen(store, race) == before


async def test_who_refuses_leaves_all_as_it_was(store: Store) -> None:
    race = await a_table(store)
    await store.wagers.change(race, placing(ANN, "a", 950))
    before = await seen(store, race)

    with pytest.raises(TooPoor):
        await store.wagers.change(race, placing(ANN, "b"))

    assert await seen(store, race) == before


async def test_a_race_that_is_not_there_has_no_book(store: Store) -> None:
    for asked in (store.wagers.book(RaceId(7)), store.wagers.change(RaceId(7), opens)):
        with pytest.raises(StaleRace):
            await asked


# The book


async def test_what_is_looked_up_is_what_walking_over_all_would_find(store: Store) -> None:
    race, other = await a_table(store), await a_table(store)
    chance = random.Random(3)
    for n in range(40):
        where, choice = (race if n % 4 else other), str(chance.randint(1, 3))
        await store.wagers.change(where, placing(chance.randint(1, 6), f"k{n}", chance.randint(1, 90), choice))
    await store.wagers.change(race, refunds_of(PlayerId(1)))
    plain = Tickets((await store.wagers.book(race)).tickets)

    def look(walk: bool) -> Callable[[Book], list[object]]:
        def looking(book: Book) -> list[object]:
            walked = list(book.tickets) if walk else []
            assert not walk or walked == list(plain)
            return [
                len(book.tickets),
                [book.tickets.of(PlayerId(n)) for n in range(8)],
                [book.tickets.pressed(PlayerId(p), f"k{n}") for n in range(41) for p in range(8)],
                book.tickets.stakes(),
                [book.tickets[n] for n in range(len(book.tickets))],
                (book.tickets[-1], book.tickets[2:5]),
                {PlayerId(n): book.purses.get(PlayerId(n)) for n in range(9)},
                (len(book.purses), list(book.purses)),
            ]

        return looking

    looked = await store.wagers.read(race, look(walk=False))

    assert looked == await store.wagers.read(race, look(walk=True))
    assert looked[1:4] == [
        [plain.of(PlayerId(n)) for n in range(8)],
        [plain.pressed(PlayerId(p), f"k{n}") for n in range(41) for p in range(8)],
        plain.stakes(),
    ]
    assert len(plain) == 30
    assert {each.market for each in plain.stakes() if isinstance(each, Stakes)} == {1}


def refunds_of(player: PlayerId) -> Callable[[Book], Changes]:
    def decide(book: Book) -> Changes:
        changes = refunds(replace(book, tickets=Tickets(book.tickets.of(player))))
        return replace(changes, markets=())

    return decide


async def test_there_is_no_ticket_beyond_the_last(store: Store) -> None:
    race = await a_table(store)

    def look(book: Book) -> None:
        book.tickets[len(book.tickets)]

    with pytest.raises(IndexError):
        await store.wagers.read(race, look)


async def test_purses_are_those_of_who_bets_drives_or_is_asked_for(store: Store) -> None:
    race = await a_table(store)
    players = [PlayerId(n) for n in (100, 200, 300, 400, 500, 600)]
    await store.wagers.move(GUILD, lambda _: [a_gift(player, player) for player in players])
    await store.wagers.change(race, lambda _: Changes(sides=(a_side(race, taker=PlayerId(300)),)))
    await store.wagers.change(race, placing(400, "a"))

    book = await store.wagers.book(race, PlayerId(500), PlayerId(700))

    assert book.purses == {100: 100, 200: 200, 300: 300, 400: 300, 500: 500}


async def test_facts_are_those_that_hold_and_known_within_the_transaction_only(store: Store) -> None:
    race = await a_table(store)
    for seq in range(3):
        await store.write(a_batch(race, seq))
    await store.write(a_batch(race, 3, facts=(), void_after=2))

    assert len(await store.wagers.read(race, lambda book: book.facts())) == 2
    book = await store.wagers.book(race)
    with pytest.raises(RuntimeError):
        book.facts()
    with pytest.raises(RuntimeError):
        book.has_moved("gift:1:100")


async def test_acts_are_in_the_book_with_those_of_the_same_transaction(store: Store) -> None:
    race = await a_table(store)
    acts = (ActRecord(kind="substitute", by=BOB, entry=EntryId(1), at=5.0), ActRecord(kind="close", by=ANN, at=6.0))
    seen: list[ActRecord] = []

    def look(book: Book) -> Changes:
        seen.extend(book.acts())
        return Changes()

    await store.write(a_batch(race, acts=acts), look)

    assert seen == [replace(act, n=n) for n, act in enumerate(acts, start=1)]
    book = await store.wagers.book(race)
    with pytest.raises(RuntimeError):
        book.acts()


# Decisions at the end of other transactions


def counting(entries: int, state: str = "lobby") -> Callable[[Book], Changes]:
    """Return a decision that is told in a notice, once the race is as it is to be."""

    def decide(book: Book) -> Changes:
        assert (len(book.entries), book.race.state) == (entries, state)
        opened = opens(book)
        return replace(opened, notices=(a_notice(book.race.id, kind="bets"),))

    return decide


Does = Callable[[Store, RaceId, Callable[[Book], Changes]], Awaitable[object]]
ACT = ActRecord(kind="close", by=ANN, at=5.0)


async def _closes(store: Store, race: RaceId, decide: Callable[[Book], Changes]) -> object:
    await store.races.set(race, state="running")
    return await store.races.close(race, ACT, [], decide)


DOES: dict[str, tuple[int, str, Does]] = {
    "enter": (3, "lobby", lambda s, race, d: s.lobbies.enter(race, [a_faction(3)], [an_entry(3, "green", 3)], d)),
    "withdraw": (1, "lobby", lambda s, race, d: s.lobbies.withdraw(race, BOB, d)),
    "set": (2, "cancelled", lambda s, race, d: s.races.set(race, state="cancelled", ended=5.0, decide=d)),
    "close": (2, "cancelled", _closes),
    "write": (2, "running", lambda s, race, d: s.write(a_batch(race), d)),
}


@pytest.mark.parametrize(("entries", "state", "does"), DOES.values(), ids=list(DOES))
async def test_a_decision_is_made_at_the_end_of_the_same_transaction(
    store: Store, entries: int, state: str, does: Does
) -> None:
    race = await a_table(store)

    await does(store, race, counting(entries, state))

    assert [each.kind for each in await store.outbox.of_race(race)] == ["bets"]


@pytest.mark.parametrize("does", [does for *_, does in DOES.values()], ids=list(DOES))
async def test_what_leads_to_a_decision_is_undone_with_it(store: Store, does: Does) -> None:
    race = await a_table(store)

    def fails(_book: Book) -> Changes:
        raise TooPoor

    with pytest.raises(TooPoor):
        await does(store, race, fails)

    book = await store.wagers.book(race)
    assert len(book.entries) == 2
    assert book.race.seq == 0
    assert book.race.state in ("lobby", "running")
    assert await store.stories.facts(race) == []


async def test_a_batch_of_a_race_without_markets_asks_nobody(store: Store) -> None:
    race = await a_lobby(store)

    def never(_book: Book) -> Changes:
        raise AssertionError

    await store.write(a_batch(race), never)

    assert await seq_of(store, race) == ("running", 1)


async def test_a_race_opens_with_its_markets(store: Store) -> None:
    race = await store.races.add(a_race(), opens)
    cup = CupRecord(
        id=CupId(0), guild=1, channel=2, ruleset="toy", options="{}", series="{}", seconds={}, races=2, host=ANN,
        title="Cup", opened=1.0,
    )  # fmt: skip
    number = await store.cups.add(cup, a_race(), opens)
    (first,) = await store.cups.races(number)
    second = a_race(cup=number, round=2)
    later = await store.cups.add_race(second, [a_faction(1, ANN)], [an_entry(1, "red", 1)], opens)

    books = [await store.wagers.book(each) for each in (race, first.id, later)]

    assert [len(book.markets) for book in books] == [1, 1, 1]
    assert [len(book.entries) for book in books] == [0, 0, 1]


async def test_a_race_that_was_never_opened_gives_back_what_was_staked(store: Store) -> None:
    race, opened = await a_table(store), await a_table(store, thread=5)
    for each in (race, opened):
        await store.wagers.change(each, placing(ANN, f"{each}", 400))

    await store.races.drop_threadless(refunds)

    states = [[each.state for each in (await store.wagers.book(race)).tickets] for race in (race, opened)]
    assert states == [["refunded"], ["open"]]
    assert await store.wagers.purse(GUILD, ANN) == 600


# Crashes


class Crash(Exception):
    """The machine stops."""


async def crashing_at_each_statement(
    store: Store, work: Callable[[Connection], object], look: Callable[[], Awaitable[object]]
) -> int:
    """Do *work* again and again, each time with a crash one statement later, until it comes through.

    :returns: how many times it crashed; each time all was as before.
    """
    before = await look()
    left = 0

    def count(_statement: str = "COMMIT") -> None:
        nonlocal left
        if left == 0:
            raise Crash
        left -= 1

    for crashes in range(200):
        left = crashes
        try:
            with before_each(count), before_each_commit(count):
                await store._writer.run(work)
        except Crash:
            assert await look() == before, f"after statement {crashes}"
        else:
            return crashes
    raise AssertionError("it never came through")


async def test_a_crash_at_any_statement_of_a_bet_leaves_all_or_nothing(store: Store) -> None:
    race = await a_table(store)

    def work(connection: Connection) -> None:
        apply_in(connection, race, placing(ANN, "a", 300), ANN)

    crashes = await crashing_at_each_statement(store, work, lambda: seen(store, race))

    assert crashes > 10
    book = await store.wagers.book(race)
    assert (len(book.tickets), book.purses, book.pots) == (1, {ANN: 700}, {1: 300})


async def test_a_crash_at_any_statement_of_a_settlement_leaves_all_or_nothing(store: Store) -> None:
    race = await a_table(store)
    for n in range(6):
        await store.wagers.change(race, placing(100 + n % 3, f"k{n}", 50))

    def work(connection: Connection) -> None:
        apply_in(connection, race, refunds)

    crashes = await crashing_at_each_statement(store, work, lambda: seen(store, race))

    assert crashes > 10
    book = await store.wagers.book(race)
    assert {each.state for each in book.tickets} == {"refunded"}
    assert (set(book.purses.values()), book.pots) == ({1000}, {1: 0})


# Many at once


async def test_two_programs_on_one_file_spend_no_purse_twice(store: Store, tmp_path: Path) -> None:
    # Given a race, and a second program
    race = await a_table(store)
    other = Store(tmp_path / "races.sqlite3")

    # When five players press many times in both, each press twice, more than their purses hold
    async def press(n: int) -> bool:
        where = (store, other)[n % 2]
        try:
            await where.wagers.change(race, placing(1 + n // 2 % 5, f"k{n // 2}", 300))
        except TooPoor:
            return False
        return True

    await asyncio.gather(*(press(n) for n in range(100)))
    await asyncio.gather(*(each.wagers.change(race, refunds) for each in (store, other, store)))

    # Then each has placed three bets, all of them were given back once, and all is in balance
    book = await store.wagers.book(race)
    assert sorted(each.player for each in book.tickets) == sorted([1, 2, 3, 4, 5] * 3)
    assert len({each.key for each in book.tickets}) == 15
    assert book.purses == dict.fromkeys(range(1, 6), 1000)
    assert (await store.purses.audit()).is_sound
    await other.close()


PRESSER = """
import asyncio, sys
from pathlib import Path
from db.store import Store
from tests.db.bets import TooPoor, placing
from records.values import RaceId

async def main():
    store = Store(Path(sys.argv[1]))
    print("ready", flush=True)
    sys.stdin.readline()
    async def press(n):
        try:
            await store.wagers.change(RaceId(int(sys.argv[2])), placing(1 + n % 7, f"k{n}", 90))
        except TooPoor:
            pass
    await asyncio.gather(*(press(n) for n in range(120)))
    await store.close()

asyncio.run(main())
"""


@pytest.mark.slow
async def test_two_processes_on_one_file_spend_no_purse_twice(store: Store, tmp_path: Path) -> None:
    # Given a race, and two processes with the same presses
    race = await a_table(store)
    arguments = (sys.executable, "-c", PRESSER, str(tmp_path / "races.sqlite3"), str(race))
    pipe = asyncio.subprocess.PIPE
    both = [await asyncio.create_subprocess_exec(*arguments, cwd=ROOT, stdin=pipe, stdout=pipe) for _ in range(2)]
    for process in both:
        assert process.stdout is not None
        assert await process.stdout.readline() == b"ready\n"

    # When they press at once
    await asyncio.gather(*(process.communicate(b"\n") for process in both))

    # Then each of seven purses of 1000 has paid eleven times 90, no press counted twice, and all is in balance
    assert [process.returncode for process in both] == [0, 0]
    book = await store.wagers.book(race)
    assert [sum(each.player == n for each in book.tickets) for n in range(1, 8)] == [11] * 7
    assert [each.number for each in book.tickets] == list(range(1, 78))
    assert len({each.key for each in book.tickets}) == 77
    assert book.purses == {PlayerId(n): 10 for n in range(1, 8)}
    assert book.pots == {1: 77 * 90}
    assert (await store.purses.audit()).is_sound


ENDLESS = """
import asyncio, itertools, sys
from pathlib import Path
from db.store import Store
from tests.db.bets import placing
from records.values import RaceId

async def main():
    store = Store(Path(sys.argv[1]))
    for n in itertools.count():
        key = f"{sys.argv[3]} {n}"
        await store.wagers.change(RaceId(int(sys.argv[2])), placing(1000 + n, key, 90))
        print(key, flush=True)

asyncio.run(main())
"""


@pytest.mark.slow
async def test_whatever_bet_was_told_is_there_after_a_kill_and_whole(store: Store, tmp_path: Path) -> None:
    race = await a_table(store)
    arguments = (sys.executable, "-c", ENDLESS, str(tmp_path / "races.sqlite3"), str(race))
    for life in range(3):
        process = await asyncio.create_subprocess_exec(*arguments, str(life), cwd=ROOT, stdout=asyncio.subprocess.PIPE)
        assert process.stdout is not None
        told = [await process.stdout.readline() for _ in range(5)]

        process.kill()

        told += (await process.stdout.read()).splitlines(keepends=True)
        await process.wait()
        placed = [each.key for each in (await store.wagers.book(race)).tickets if each.key.startswith(f"{life} ")]
        assert len(placed) - len([line for line in told if line.endswith(b"\n")]) in (0, 1)
        audit = await store.purses.audit()
        assert audit.is_sound
        players = {each.player for each in (await store.wagers.book(race)).tickets}
        assert audit.movements == len(players) + len((await store.wagers.book(race)).tickets)
