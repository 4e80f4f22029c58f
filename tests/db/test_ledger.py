"""The ledger: it balances whatever is tried, through the program or around it."""

import asyncio
import os
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import IntegrityError

from db.store import Store
from engine.betting.book import Account, Changes, Movement, Purses
from engine.betting.records import Audit
from records.values import PlayerId, RaceId
from tests import servers
from tests.databases import fresh, is_on_server
from tests.db.around import REFUSED, Around, around_the_program, unguard
from tests.db.bets import GUILD, HOUSE, MINT, a_gift, a_movement, a_side, a_table, placing, pot, purse, refunds
from tests.db.samples import ANN, BOB

RACE = RaceId(1)


async def move(store: Store, *movements: Movement, guild: int = GUILD) -> tuple[Movement, ...]:
    return await store.wagers.move(guild, lambda _purses: movements)


# Through the program


async def test_a_movement_moves_once_however_often_it_is_tried(store: Store) -> None:
    gift = a_gift(ANN)

    written = [await move(store, gift), await move(store, gift, gift)]

    assert written == [(gift,), ()]
    assert await store.wagers.purse(GUILD, ANN) == 1000
    assert await store.wagers.purse(GUILD, BOB) is None


async def test_of_a_key_that_comes_twice_at_once_the_first_counts(store: Store) -> None:
    first, second = a_gift(ANN, 10), a_gift(ANN, 20)

    assert await move(store, first, second) == (first,)
    assert await store.wagers.purse(GUILD, ANN) == 10


async def test_a_statement_tells_each_movement_with_the_balance_after_it_the_newest_first(store: Store) -> None:
    present = a_movement("present:1", (purse(ANN), -300), (purse(BOB), 300), kind="present", memo="Ann to Bob", at=7.0)
    await move(store, a_gift(ANN), a_gift(BOB, 50))
    await move(store, present)

    anns, bobs = [await store.purses.statement(GUILD, player, 10) for player in (ANN, BOB)]

    assert [(line.kind, line.amount, line.balance, line.at) for line in anns] == [
        ("present", -300, 700, 7.0),
        ("gift", 1000, 1000, 1000.0),
    ]
    assert [(line.memo, line.amount, line.balance) for line in bobs] == [("Ann to Bob", 300, 350), ("", 50, 50)]
    assert await store.purses.statement(GUILD, ANN, 1) == anns[:1]


@pytest.mark.parametrize(
    "wrong",
    [
        a_movement("present:1", (purse(ANN), -1001), (purse(BOB), 1001)),  # more than she has
        a_movement("present:1", (purse(ANN), -10), (purse(BOB), 11)),  # makes money
        a_movement("present:1", (purse(ANN), -10)),  # loses it
        a_movement("present:1"),
        a_movement("present:1", (purse(ANN), -10), (Account("purse", 2, BOB), 10)),  # to another server
        a_movement("present:1", (pot(RaceId(1)), -10), (purse(BOB), 10)),  # from an empty pot
        a_movement("present:1", (HOUSE, -10), (purse(BOB), 10)),  # from the house, which has nothing
        a_movement("present:1", (purse(ANN), 0), (purse(BOB), 0)),
    ],
)
async def test_what_is_wrong_is_not_written_and_nothing_with_it(store: Store, wrong: Movement) -> None:
    await a_table(store)
    await move(store, a_gift(ANN))

    with pytest.raises(IntegrityError):
        await move(store, a_gift(BOB), wrong)

    assert await store.wagers.purse(GUILD, BOB) is None
    assert await store.wagers.purse(GUILD, ANN) == 1000
    assert (await store.purses.audit()).movements == 1


async def test_the_mint_alone_may_owe(store: Store) -> None:
    await move(store, a_gift(ANN, 10**12))

    audit = await store.purses.audit(GUILD)

    assert audit.is_sound
    assert (audit.movements, audit.postings, audit.accounts) == (1, 2, 2)


async def test_a_decision_knows_balances_what_was_given_and_what_has_moved(store: Store) -> None:
    old = a_movement("present:1", (purse(ANN), -200), (purse(BOB), 200), kind="present", at=10.0)
    new = a_movement("present:2", (purse(ANN), -30), (purse(BOB), 30), kind="present", at=20.0)
    back = a_movement("present:3", (purse(BOB), -4), (purse(ANN), 4), kind="present", at=21.0)
    await move(store, a_gift(ANN), old, new, back)
    await store.people.set_guild(GUILD, betting='{"gift":5}')
    seen: list[Any] = []

    def decide(purses: Purses) -> tuple[Movement, ...]:
        seen.extend([dict(purses.balances), purses.server, purses.guild])
        seen.extend(purses.given(ANN, since) for since in (10.0, 10.5, 20.0, 20.5))
        seen.extend(purses.has_moved(key) for key in ("present:1", "present:9"))
        return ()

    await store.wagers.move(GUILD, decide, ANN, BOB, PlayerId(300))

    assert seen == [{ANN: 774, BOB: 226}, '{"gift":5}', GUILD, 230, 30, 30, 0, True, False]


async def test_servers_do_not_share_purses(store: Store) -> None:
    other = a_movement("gift:2:100", (Account("mint", 2), -7), (Account("purse", 2, ANN), 7), guild=2)
    await move(store, a_gift(ANN))
    await move(store, other, guild=2)

    assert [await store.wagers.purse(guild, ANN) for guild in (1, 2, 3)] == [1000, 7, None]
    assert await store.purses.guilds_of(ANN) == [1, 2]
    assert [(await store.purses.audit(guild)).postings for guild in (1, 2, 3, None)] == [2, 2, 0, 4]


PLAYERS = st.integers(0, 4)
DEEDS = st.lists(
    st.tuples(st.integers(0, 30), PLAYERS, PLAYERS, st.integers(1, 700)).filter(lambda deed: deed[1] != deed[2]),
    min_size=1,
    max_size=30,
)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(DEEDS, st.integers(1, 6))
def test_whatever_moves_the_ledger_is_as_counted_by_hand(deeds: list[tuple[int, int, int, int]], at_once: int) -> None:
    """Movements in bundles, some of them twice, some of more than there is: account 0 is the mint."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_try(Path(folder) / "races.sqlite3", deeds, at_once))


async def _try(path: Path, deeds: list[tuple[int, int, int, int]], at_once: int) -> None:
    store = Store(fresh(path))
    await store.open()
    balances: defaultdict[int, int] = defaultdict(int)
    done: set[int] = set()
    for start in range(0, len(deeds), at_once):
        bundle = deeds[start : start + at_once]
        movements = [
            a_movement(f"present:{key}", *((purse(n) if n else MINT, sign * sum_) for n, sign in ((a, -1), (b, 1))))
            for key, a, b, sum_ in bundle
        ]
        then, wanted = balances.copy(), set[int]()
        fits = True
        for key, a, b, amount in bundle:
            if key in done or key in wanted:
                continue
            then[a] -= amount
            then[b] += amount
            wanted.add(key)
            fits = fits and (a == 0 or then[a] >= 0)
        if fits:
            await move(store, *movements)
            balances, done = then, done | wanted
        else:
            with pytest.raises(IntegrityError):
                await move(store, *movements)
    audit = await store.purses.audit()
    assert audit.is_sound
    assert audit.movements == len(done)
    assert [await store.wagers.purse(GUILD, PlayerId(n)) or 0 for n in range(1, 5)] == [
        balances[n] for n in range(1, 5)
    ]
    await store.close()


# Around the program


async def _write(database: Path | str) -> None:
    """Keep a gift, a stake that was given back and one that is held, a side bet that is over and one that is not."""
    store = Store(fresh(database) if isinstance(database, Path) else database)
    await store.open()
    race = await a_table(store)
    await store.wagers.change(race, placing(ANN, "a"))
    await store.wagers.change(race, refunds)
    race = await a_table(store)
    await store.wagers.change(race, placing(ANN, "b", 400))
    over, offered = a_side(race, state="void"), a_side(race, 2)
    await store.wagers.change(race, lambda _: Changes(sides=(over, offered)))
    await store.close()


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("ledger") / "races.sqlite3"
    asyncio.run(_write(path))
    return path


@cache
def _written_on_the_server() -> str:
    database = servers.database_called(f"ledger_{os.getpid()}")
    servers.copy(servers.template(), database)
    asyncio.run(_write(database.address.render_as_string()))
    return str(database.address.database)


_untouched: list[str] = []
"""Copies on the server that are as they were made: to make one takes far longer than any test of it."""


def _copy_on_the_server(path: Path) -> None:
    if _untouched:
        servers.stand_for(path, _untouched.pop())
    else:
        servers.copy(_written_on_the_server(), servers.database_for(path))


@pytest.fixture
def around(written: Path, tmp_path: Path, database: str) -> Iterator[Around]:
    """A ledger, and a way around the program."""
    path = tmp_path / "races.sqlite3"
    if database == "postgresql":
        _copy_on_the_server(path)
    else:
        shutil.copy(written, path)
    with around_the_program(path) as way:
        before = _everything(way)
        yield way
        is_untouched = _everything(way) == before
    if database == "postgresql" and is_untouched:
        _untouched.append(servers.set_aside(path))


RIGHT = """
    INSERT INTO posting VALUES ('mint:1', 2, 'new', -5, -1005);
    INSERT INTO posting VALUES ('purse:1:p1', 5, 'new', 5, 605);
    INSERT INTO movement VALUES ('new', 'gift', 1, NULL, '', 1.0)"""
HALVES = """
    INSERT INTO posting VALUES ('mint:1', 2, 'new', -0.5, -1000.5);
    INSERT INTO posting VALUES ('purse:1:p1', 5, 'new', 0.5, 600.5);
    INSERT INTO movement VALUES ('new', 'gift', 1, NULL, '', 1.0)"""
CHEATS = {
    "an edited posting": "UPDATE posting SET amount = 5000, balance = 5000 WHERE account = 'purse:1:p1' AND n = 1",
    "a posting edited to be the same": "UPDATE posting SET amount = amount",
    "a posting taken away": "DELETE FROM posting WHERE account = 'purse:1:p1' AND n = 4",
    "all postings taken away": "DELETE FROM posting",
    "a movement taken away": "DELETE FROM movement WHERE key = 'stake:2:1'",
    "an edited movement": "UPDATE movement SET memo = 'never was'",
    "another key": "UPDATE movement SET key = 'stake:9:9' WHERE key = 'stake:2:1'",
    "a movement put over another": "REPLACE INTO movement SELECT key, kind, guild, race, 'new', at FROM movement",
    "a posting put over another": "REPLACE INTO posting VALUES ('purse:1:p1', 4, 'stake:2:1', -400, 600)",
    "a purse for another": "UPDATE account SET player = 200 WHERE name = 'purse:1:p1'",
    "a forgotten purse made another": "UPDATE account SET player = -1, guild = 2 WHERE name = 'purse:1:p1'",
    "a mint made somebody's": "UPDATE account SET player = -1 WHERE name = 'mint:1'",
    "a forgotten movement of another time": "UPDATE movement SET memo = '', at = 2.0",
    "a ticket for somebody else": "UPDATE ticket SET player = 200 WHERE race = 2",
    "a ticket under another name": "UPDATE ticket SET name = 'Nobody' WHERE race = 2",
    "a forgotten ticket that is settled again": "UPDATE ticket SET player = -1, state = 'lost' WHERE race = 1",
    "a side bet under another name": "UPDATE side_bet SET taker_name = 'Nobody'",
    "a forgotten side bet that is settled again": "UPDATE side_bet SET taker = -1, why = 'x' WHERE number = 1",
    "a purse made a mint": "UPDATE account SET kind = 'mint' WHERE name = 'purse:1:p1'",
    "an account put over another": "REPLACE INTO account SELECT name, kind, 2, player, race, number FROM account",
    "an account of another kind": "INSERT INTO account VALUES ('mint:1:7', 'purse', 1, 7, NULL, NULL)",
    "an account taken away": "DELETE FROM account",
    "a posting more for a movement": "INSERT INTO posting VALUES ('purse:1:p1', 5, 'stake:2:1', 5, 605)",
    "a balance as one likes": """
        INSERT INTO posting VALUES ('mint:1', 2, 'new', -5, -1005);
        INSERT INTO posting VALUES ('purse:1:p1', 5, 'new', 5, 5000);
        INSERT INTO movement VALUES ('new', 'gift', 1, NULL, '', 1.0)""",
    "a number left out": """
        INSERT INTO posting VALUES ('mint:1', 2, 'new', -5, -1005);
        INSERT INTO posting VALUES ('purse:1:p1', 6, 'new', 5, 605);
        INSERT INTO movement VALUES ('new', 'gift', 1, NULL, '', 1.0)""",
    "a number from before": """
        INSERT INTO posting VALUES ('mint:1', 2, 'new', -5, -1005);
        INSERT INTO posting VALUES ('purse:1:p1', 0, 'new', 5, 605);
        INSERT INTO movement VALUES ('new', 'gift', 1, NULL, '', 1.0)""",
    "a purse that owes": "INSERT INTO posting VALUES ('purse:1:p1', 5, 'new', -601, -1)",
    "half a sesterce": HALVES,
    "a word for a sum": "INSERT INTO posting VALUES ('purse:1:p1', 5, 'new', 'much', 600)",
    "a posting of nothing": "INSERT INTO posting VALUES ('purse:1:p1', 5, 'new', 0, 600)",
    "a posting of no account": "INSERT INTO posting VALUES ('purse:1:999', 1, 'new', 5, 5)",
    "a posting without a movement": "INSERT INTO posting VALUES ('purse:1:p1', 5, 'new', 5, 605)",
    "a movement of nothing": "INSERT INTO movement VALUES ('new', 'gift', 1, NULL, '', 1.0)",
    "one posting alone": """
        INSERT INTO posting VALUES ('mint:1', 2, 'new', -5, -1005);
        INSERT INTO movement VALUES ('new', 'gift', 1, NULL, '', 1.0)""",
    "money from nowhere": """
        INSERT INTO posting VALUES ('mint:1', 2, 'new', -5, -1005);
        INSERT INTO posting VALUES ('purse:1:p1', 5, 'new', 6, 606);
        INSERT INTO movement VALUES ('new', 'gift', 1, NULL, '', 1.0)""",
    "money for another server": """
        INSERT INTO account VALUES ('purse:2:100', 'purse', 2, 100, NULL, NULL);
        INSERT INTO posting VALUES ('purse:1:p1', 5, 'new', -6, 594);
        INSERT INTO posting VALUES ('purse:2:100', 1, 'new', 6, 6);
        INSERT INTO movement VALUES ('new', 'present', 1, NULL, '', 1.0)""",
    "another stake": "UPDATE ticket SET stake = 1 WHERE race = 2",
    "another choice": "UPDATE ticket SET choice = '2' WHERE race = 2",
    "a ticket that is settled again": "UPDATE ticket SET state = 'won', paid = 900 WHERE race = 1",
    "a ticket paid while it is open": "UPDATE ticket SET paid = 900 WHERE race = 2",
    "a ticket taken away": "DELETE FROM ticket WHERE race = 1",
    "a ticket put over another": """
        REPLACE INTO ticket SELECT race, number, market, player, name, '2', stake, key, at, salt, state, paid, why
        FROM ticket WHERE race = 2""",
    "a ticket for the press of another": """
        REPLACE INTO ticket SELECT race, 2, market, player, name, choice, stake, key, at, salt, state, paid, why
        FROM ticket WHERE race = 2""",
    "a ticket put in the place of another": """
        REPLACE INTO ticket SELECT race, number, market, player, name, choice, 1, 'k', at, salt, state, paid, why
        FROM ticket WHERE race = 2""",
    "another taker": "UPDATE side_bet SET taker = 300 WHERE number = 2",
    "a side bet that is settled again": "UPDATE side_bet SET state = 'settled', winner = 100 WHERE number = 1",
    "a side bet taken away": "DELETE FROM side_bet",
    "a side bet for the press of another": """
        REPLACE INTO side_bet SELECT race, 3, proposer, 'A', taker, 'B', entry, rival, stake, against, key, at,
        state, winner, why, ended FROM side_bet WHERE number = 2""",
    "a side bet put in the place of another": """
        REPLACE INTO side_bet SELECT race, number, proposer, 'A', taker, 'B', entry, rival, 1, 1, 'k', at,
        state, winner, why, ended FROM side_bet WHERE number = 2""",
    "a market on something else": "UPDATE market SET kind = 'place' WHERE race = 2",
    "a market put over another": """
        REPLACE INTO market SELECT race, number, kind, window, 'settled', 1.0, opened_at, closed, closed_at, moment,
        ended, why, winners, odds, basis FROM market WHERE race = 2""",
    "a market that opens again": "UPDATE market SET state = 'open' WHERE race = 1",
    "a market taken away": "DELETE FROM market",
    "a race taken away": "DELETE FROM race",
}


@pytest.mark.parametrize("cheat", CHEATS.values(), ids=list(CHEATS))
def test_the_database_itself_stops_who_cheats(around: Around, cheat: str) -> None:
    if is_on_server() and (cheat == HALVES or "REPLACE" in cheat):
        pytest.skip("there no row takes another's place, and columns hold whole numbers alone")
    before = _everything(around)

    with pytest.raises(REFUSED):
        _in_a_transaction(around, cheat)

    assert _everything(around) == before


@pytest.mark.parametrize("table", ["account", "movement", "posting", "ticket", "side_bet", "market"])
def test_nothing_is_taken_away_though_nothing_may_refer_to_it(around: Around, table: str) -> None:
    if not is_on_server():
        around.execute("PRAGMA foreign_keys = OFF")

    with pytest.raises(REFUSED, match="never changed"):
        around.execute(f"DELETE FROM {table}")


@pytest.mark.parametrize("table", ["account", "movement", "posting", "ticket", "side_bet", "market"])
def test_no_table_of_money_is_emptied_past_its_rows(around: Around, table: str, database: str) -> None:
    if database == "sqlite":
        pytest.skip("SQLite knows no TRUNCATE")

    with pytest.raises(REFUSED, match="never changed"):
        around.execute(f"TRUNCATE {table} CASCADE")


def test_a_posting_that_joins_a_movement_which_another_is_writing_is_refused(
    around: Around, tmp_path: Path, database: str
) -> None:
    if database == "sqlite":
        pytest.skip("in SQLite one writes at a time")
    before = _everything(around)
    with around_the_program(tmp_path / "races.sqlite3") as other:
        # Given one who is writing a movement that nobody else sees yet
        around.execute("BEGIN")
        for statement in RIGHT.split(";"):
            around.execute(statement)

        # When another adds a posting to it meanwhile, the bookkeeping of that one account being right
        other.execute("BEGIN")
        other.execute("INSERT INTO account VALUES ('house:1', 'house', 1, NULL, NULL, NULL)")
        other.execute("INSERT INTO posting VALUES ('house:1', 1, 'new', 50, 50)")
        around.execute("COMMIT")

        # Then it is weighed as it is kept
        with pytest.raises(REFUSED, match="sum to zero"):
            other.execute("COMMIT")
        other.execute("ROLLBACK")
    assert _everything(around)[2] != before[2]
    assert around.execute("SELECT sum(amount) FROM posting").fetchone() == (0,)


async def test_a_sum_that_is_not_whole_is_never_written(store: Store) -> None:
    half: Any = -10.4

    with pytest.raises(ValueError, match="whole"):
        await move(store, a_movement("gift:1:p1", (MINT, half), (purse(ANN), -half)))

    assert await store.wagers.purse(GUILD, ANN) is None


def test_what_is_right_may_be_written_around_the_program_too(around: Around) -> None:
    # So what stops the cheats above is what is wrong with them.
    _in_a_transaction(around, RIGHT)

    assert around.execute("SELECT max(balance) FROM posting WHERE account = 'purse:1:p1' AND n = 5").fetchone() == (
        605,
    )


def _in_a_transaction(database: Around, statements: str) -> None:
    database.execute("BEGIN")
    try:
        for statement in statements.split(";"):
            database.execute(statement)
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise


def _everything(database: Around) -> list[object]:
    tables = ("account", "movement", "posting", "ticket", "side_bet", "market", "race")
    return [database.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables]


# The audit


UNGUARDED: dict[str, tuple[str, str, object]] = {
    "an edited amount": (
        "UPDATE posting SET amount = 1001 WHERE account = 'purse:1:p1' AND n = 1",
        "wrong_balances",
        ("purse:1:p1",),
    ),
    "an edited balance": (
        "UPDATE posting SET balance = 601 WHERE account = 'purse:1:p1' AND n = 4",
        "wrong_balances",
        ("purse:1:p1",),
    ),
    "a movement that makes money": (
        "UPDATE posting SET amount = 1001 WHERE account = 'purse:1:p1' AND n = 1",
        "unbalanced",
        ("gift:1:p1",),
    ),
    "the sum": ("UPDATE posting SET amount = 1001 WHERE account = 'purse:1:p1' AND n = 1", "sum", 1),
    "a movement taken away": ("DELETE FROM movement WHERE key = 'stake:2:1'", "unbalanced", ("stake:2:1",)),
    "postings taken away": ("DELETE FROM posting WHERE movement = 'stake:2:1'", "unbalanced", ("stake:2:1",)),
    "a purse that owed": (
        "UPDATE posting SET amount = -1100, balance = -100 WHERE account = 'purse:1:p1' AND n = 2",
        "overdrawn",
        ("purse:1:p1",),
    ),
    "a ticket paid twice": (
        "INSERT INTO movement VALUES ('payoff:1:1', 'payoff', 1, 1, '', 1.0)",
        "paid_twice",
        ((1, 1),),
    ),
    "a ticket that tells another payoff": ("UPDATE ticket SET paid = 99 WHERE race = 1", "paid_otherwise", ((1, 1),)),
    "a race that is over with money in its pot": (
        "UPDATE race SET state = 'cancelled' WHERE id = 2",
        "held",
        ("pot:1:2:1",),
    ),
}


@pytest.mark.usefixtures("around")
async def test_the_audit_finds_nothing_in_what_the_program_wrote(tmp_path: Path) -> None:
    assert (await _audit(tmp_path)).is_sound


@pytest.mark.parametrize(("deed", "field", "found"), UNGUARDED.values(), ids=list(UNGUARDED))
async def test_the_audit_finds_what_went_wrong_without_the_guards(
    around: Around, tmp_path: Path, deed: str, field: str, found: object
) -> None:
    unguard(around)

    around.execute(deed)

    audit = await _audit(tmp_path)
    assert not audit.is_sound
    assert getattr(audit, field) == found


async def _audit(folder: Path) -> Audit:
    store = Store(folder / "races.sqlite3")
    try:
        whole, here, elsewhere = [await store.purses.audit(guild) for guild in (None, GUILD, 2)]
    finally:
        await store.close()
    assert whole == here
    assert elsewhere.is_sound
    return whole
