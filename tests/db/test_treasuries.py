"""The money of leagues: it stays in its league, no treasury owes, and the audit counts it."""

import asyncio
import tempfile
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import IntegrityError

from db.store import Store
from engine.betting.book import Account, Accounts, Movement
from records.races import Place
from records.values import RaceId
from tests.databases import fresh
from tests.db.around import REFUSED
from tests.db.bets import GUILD, MINT, a_gift, a_movement, purse
from tests.db.samples import ANN, a_race

LEAGUE, OTHER, RACE = RaceId(1), RaceId(2), RaceId(3)
BANK = Account("bank", GUILD, race=LEAGUE)
POT = Account("pot", GUILD, race=LEAGUE, number=0)


def treasury(stable: int, league: RaceId = LEAGUE) -> Account:
    return Account("treasury", GUILD, race=league, number=stable)


def in_league(key: str, *lines: tuple[Account, int], league: RaceId | None = LEAGUE) -> Movement:
    return a_movement(key, *lines, kind="league", race=league)


def start(stable: int, amount: int = 10_000) -> Movement:
    return in_league(f"league:1:{stable}", (treasury(stable), amount), (BANK, -amount))


async def two_leagues(store: Store) -> None:
    for _ in range(2):
        await store.races.add(a_race(is_league=True))
    await store.races.add(a_race(league=LEAGUE, round=1))


async def move(store: Store, *movements: Movement) -> tuple[Movement, ...]:
    return await store.wagers.transfer(GUILD, lambda _accounts: movements)


async def test_the_bank_of_a_league_owes_what_is_in_its_treasuries_and_pot(store: Store) -> None:
    await two_leagues(store)
    await move(store, start(1), start(2), in_league("league:1:3", (treasury(1), -300), (POT, 300)))

    found = [await store.wagers.balance(account) for account in (BANK, treasury(1), treasury(2), POT, treasury(9))]

    assert found == [-20_000, 9_700, 10_000, 300, None]
    assert (await store.purses.audit(GUILD)).is_sound


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (in_league("league:1:9", (treasury(1), -10_001), (BANK, 10_001)), "balance"),
        (in_league("league:1:9", (treasury(1), -10), (purse(ANN), 10)), "stays in it"),
        (in_league("league:1:9", (purse(ANN), -10), (treasury(1), 10)), "stays in it"),
        (in_league("league:1:9", (purse(ANN), -10), (POT, 10)), "stays in it"),
        (in_league("league:1:9", (BANK, -10), (purse(ANN), 10)), "stays in it"),
        (in_league("league:1:9", (MINT, -10), (treasury(1), 10)), "stays in it"),
        (in_league("league:1:9", (treasury(1), -10), (treasury(1, OTHER), 10)), "stays in it"),
        (in_league("league:1:9", (treasury(1), -10), (BANK, 10), league=None), "stays in it"),
        (in_league("league:1:9", (treasury(1), -10), (BANK, 11)), "zero"),
        (in_league("league:1:9", (Account("treasury", GUILD, race=LEAGUE), 10), (BANK, -10)), "ck_account_treasury"),
        (in_league("league:1:9", (Account("bank", GUILD), -10), (treasury(1), 10)), "ck_account_bank"),
    ],
)
async def test_money_leaves_no_league_and_no_treasury_owes(store: Store, wrong: Movement, why: str) -> None:
    await two_leagues(store)
    await store.wagers.move(GUILD, lambda _purses: [a_gift(ANN)])
    await move(store, start(1))

    with pytest.raises(IntegrityError, match=why):
        await move(store, wrong)

    assert [await store.wagers.balance(each) for each in (treasury(1), purse(ANN), BANK)] == [10_000, 1_000, -10_000]


async def test_a_decision_by_account_knows_balances_and_what_has_moved(store: Store) -> None:
    await two_leagues(store)
    await move(store, start(1), start(2))
    seen: list[object] = []

    def decide(accounts: Accounts) -> tuple[Movement, ...]:
        seen.extend([accounts.guild, accounts.balance(treasury(1)), accounts.has_moved("league:1:9")])
        seen.extend(accounts.movements(["league:1:2", "league:1:9", "league:1:1"]))
        return (start(1),)

    written = await store.wagers.transfer(GUILD, decide)

    assert written == ()
    assert seen[:3] == [GUILD, 10_000, False]
    kept = [(move.key, sorted((each.account.name, each.amount) for each in move.postings)) for move in seen[3:]]  # type: ignore[attr-defined]
    assert kept == [
        (f"league:1:{stable}", [("bank:1:1", -10_000), (f"treasury:1:1:{stable}", 10_000)]) for stable in (2, 1)
    ]


async def test_a_league_that_is_over_with_money_in_its_pot_is_found(store: Store) -> None:
    await two_leagues(store)
    await move(store, start(1), in_league("league:1:2", (treasury(1), -300), (POT, 300)))
    await store.races.set(LEAGUE, state="finished")

    assert (await store.purses.audit()).held == (POT.name,)


DEEDS = st.lists(
    st.tuples(st.integers(1, 20), st.integers(0, 4), st.integers(0, 4), st.integers(1, 6_000)), min_size=1, max_size=25
)
"""Key, from and to, sesterces: account 0 is the bank, 4 the pot."""


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(DEEDS)
def test_whatever_moves_treasuries_are_as_counted_by_hand(deeds: list[tuple[int, int, int, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_try(Path(folder) / "races.sqlite3", [deed for deed in deeds if deed[1] != deed[2]]))


async def _try(path: Path, deeds: list[tuple[int, int, int, int]]) -> None:
    store = Store(fresh(path))
    await store.open()
    await two_leagues(store)
    accounts, counted, keys = (
        [BANK, *(treasury(each) for each in (1, 2, 3)), POT],
        defaultdict[int, int](int),
        set[int](),
    )
    for key, giver, taker, amount in deeds:
        lines = ((accounts[giver], -amount), (accounts[taker], amount))
        may = giver == 0 or counted[giver] >= amount
        try:
            written = await move(store, in_league(f"league:1:{key}", *lines))
        except IntegrityError:
            assert key not in keys
            assert not may
            continue
        assert bool(written) == (key not in keys)
        if written:
            assert may
            keys.add(key)
            counted[giver] -= amount
            counted[taker] += amount
    found = [await store.wagers.balance(account) or 0 for account in accounts]
    audit = await store.purses.audit()
    await store.close()
    assert found == [counted[number] for number in range(5)]
    assert sum(found) == 0
    assert audit.is_sound


# Leagues among races


async def test_leagues_are_listed_by_themselves_and_count_as_no_race(store: Store) -> None:
    await two_leagues(store)

    races = [race.id for race, _, _ in await store.index.fields(Place((GUILD,)))]
    leagues = [race.id for race, _, _ in await store.index.fields(Place((GUILD,), is_for_leagues=True))]
    titled = [each.id for each in await store.index.headings(Place((GUILD,)))]

    assert (races, leagues, titled) == ([RACE], [LEAGUE, OTHER], [RACE])


async def test_of_an_event_there_is_one_race_unless_it_was_cancelled(store: Store) -> None:
    await two_leagues(store)

    with pytest.raises(REFUSED):
        await store.races.add(a_race(league=LEAGUE, round=1))
    await store.races.set(RACE, state="cancelled")

    assert await store.races.add(a_race(league=LEAGUE, round=1)) > RACE


async def test_a_race_of_a_league_waits_for_its_thread_through_a_restart(store: Store) -> None:
    await two_leagues(store)

    await store.races.drop_threadless()

    states = [record.race.state for record in [await store.load(race) for race in (LEAGUE, RACE)] if record]
    assert states == ["cancelled", "lobby"]
