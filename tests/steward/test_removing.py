"""A server is removed: nothing that is kept leads to it but sums, and nothing of any other server has changed."""

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from db.opening.forgotten_list import ForgottenList
from db.opening.sqlite import SqliteFile
from db.schema.money import accounts, movements, postings
from db.schema.tables import metadata, races
from db.upkeep.backing_up import back_up
from db.writing.clearing import BLOTTED, GONE
from engine.betting.book import Account, NewBet
from records.limits import DAY
from records.removals import WELCOMED
from records.values import RaceId
from steward import NewRace, RightMissing, ServerLeft, read_body
from tests.steward.circus import ANN, BOB, EVE, RED, SECONDS, Circus, Pace
from tests.steward.fixtures import a_fixture
from tests.steward.killed import BrokenOff, Killed, die_at
from tests.steward.leagues import a_circus, a_season
from tests.steward.test_mine import ANNA, BERT, CLIO, TITLE, WORDS, over, played
from tests.toy_ruleset import Options

of_sqlite = pytest.mark.of_sqlite
HERE, ELSEWHERE, MINE = 1, 2, 4_000
SAID = [*(word for each in WORDS.values() for word in each), TITLE]
"""All that host and members wrote in the server."""

OWN = ("player.player", "person.player", "daily_try.person")
"""Where members stand that are their own."""


async def words_in(circus: Circus) -> list[str]:
    """Return the columns in which anything stands that was written in the server."""
    return [name for name, value in await values(circus) if any(word in str(value) for word in SAID)]


async def people_in(circus: Circus) -> list[str]:
    """Return the columns in which a member's number stands, but those that are their own."""
    found = {name for name, value in await values(circus) if any(str(each) in str(value) for each in WORDS)}
    return sorted(found - set(OWN))


async def values(circus: Circus) -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    for table in metadata.tables.values():
        for row in await circus.store._reader.rows(select(table)):
            found += [(str(column), value) for column, value in zip(table.columns, row, strict=True)]
    return found


def files_with(folder: Path, *marks: str) -> list[str]:
    files = [each for each in folder.rglob("*") if each.is_file()]
    return [str(each) for each in files if any(mark.encode() in each.read_bytes() for mark in marks)]


async def elsewhere(circus: Circus) -> RaceId:
    """Open a race of other people in another server, with a bet on it, and begin it."""
    steward = circus.steward
    race = await steward.lobbies.open_race(NewRace(ELSEWHERE, 20, ANN, "toy", Options(turns=3), SECONDS, "Alibi"))
    await steward.lobbies.set_thread(race, 30)
    await steward.lobbies.join(race, ANN, "Ann", colour="red", word="equus")
    await steward.lobbies.join(race, BOB, "Bob", colour="blue")
    market = next(each.number for each in (await steward.wagers.board(race)).markets if each.kind == "sealed")
    await steward.wagers.place(race, NewBet(EVE, "Eve", market, str(RED), 400, "elsewhere", 30))
    await steward.lobbies.start(race, ANN)
    await circus.store.fixtures.add(a_fixture(guild=ELSEWHERE, by=ANN, title="Alibi"))
    await circus.store.memory.set(WELCOMED.format(guild=ELSEWHERE), "yes")
    await steward.people.set_server(ELSEWHERE, zone="Europe/Rome")
    return race


async def rows_of_others(circus: Circus, race: RaceId) -> dict[str, list[Any]]:
    """Return all rows in which the other server, its race, or its people stand."""
    found: dict[str, list[Any]] = {}
    for table in metadata.tables.values():
        kept = []
        for row in await circus.store._reader.rows(select(table)):
            told = row._mapping
            is_its = told.get("guild") == ELSEWHERE or told.get("race") == race or (table is races and row.id == race)
            if is_its or f":{ELSEWHERE}:" in str(tuple(row)) or WELCOMED.format(guild=ELSEWHERE) in str(tuple(row)):
                kept.append(tuple(row))
        found[table.name] = kept
    return found


async def until_gone(circus: Circus, guild: int = HERE) -> None:
    """Let the bot post its last words, and go on with what is to be removed."""
    await goes_on(circus)
    assert not await circus.steward.removals.is_under_way(guild)


async def goes_on(circus: Circus) -> None:
    await circus.deliver()
    await circus.steward.timekeeper.tick()


def deletes(circus: Circus) -> ForgottenList:
    return ForgottenList(circus.path.with_name(f"{circus.path.name}.forgotten"))


def test_each_table_that_names_a_server_or_a_race_is_said_to_go_or_to_be_blotted() -> None:
    ledger = {"market", "posting"}  # numbers and sums
    on_its_way_out = {"removal", "receipt"}  # until all is told
    for name, table in metadata.tables.items():
        if {"guild", "race"} & set(table.c.keys()):
            is_said = table in GONE or table in BLOTTED or name in ledger | on_its_way_out
            assert is_said, name


@pytest.mark.parametrize("is_over", [True, False])
async def test_nothing_leads_to_a_server_that_was_removed(
    circus: Circus, is_over: bool, caplog: pytest.LogCaptureFixture
) -> None:
    race = await (over if is_over else played)(circus)
    other = await elsewhere(circus)
    await circus.store.memory.set(WELCOMED.format(guild=HERE), "yes")
    assert await words_in(circus)
    assert await people_in(circus)
    others = await rows_of_others(circus, other)
    proof = await circus.steward.log.proof(other)

    assert await circus.steward.removals.remove(HERE)
    await until_gone(circus)

    assert circus.posts.left_servers == [HERE]
    assert await words_in(circus) == []
    assert await people_in(circus) == []
    assert files_with(circus.path.parent, *SAID) == []
    assert not [each for each in (*SAID, *map(str, WORDS)) if each in caplog.text]
    after = await rows_of_others(circus, other)
    assert {name for name in others if others[name] != after[name]} <= {"outbox"}, "posts have been delivered"
    assert await circus.steward.log.proof(other) == proof
    assert await circus.store.memory.get(WELCOMED.format(guild=HERE)) is None
    for each in (await circus.store.index.field(race), await circus.store.load(race)):
        assert each is None, "to everybody but the ledger it is not there"
    await circus.steward.chronicler.catch_up()
    await circus.steward.chronicler.make_anew()
    assert await words_in(circus) == [], "not from facts either"
    assert (await circus.store.purses.audit()).is_sound
    assert (await circus.store.purses.audit(HERE)).is_sound


async def test_only_sums_and_the_number_in_the_ledger_stay(circus: Circus) -> None:
    await over(circus)
    left = [await circus.steward.wagers.purse(HERE, each) for each in (ANNA, BERT, CLIO)]
    house = await circus.store.wagers.balance(Account("house", HERE)) or 0

    await circus.steward.removals.remove(HERE)
    await until_gone(circus)

    assert await circus.store.wagers.balance(Account("house", HERE)) == house + sum(left)
    keys = await circus.store._reader.rows(select(movements).where(movements.c.key.startswith("removed:")))
    assert len(keys) == 1
    here = await circus.store._reader.rows(
        select(postings.c.balance, accounts.c.player).join(accounts).where(postings.c.movement == keys[0].key)
    )
    assert all(row.balance == 0 and row.player < 0 for row in here if row.player is not None)
    tables_left = {
        table.name
        for table in metadata.tables.values()
        if "guild" in table.c and await circus.store._reader.rows(select(table).where(table.c.guild == HERE))
    }
    assert tables_left == {"account", "movement"}


async def test_all_ends_in_one_word_each_and_only_who_loses_something_is_told(circus: Circus) -> None:
    race = await played(circus)
    await circus.deliver()
    circus.messenger.delivered.clear()

    await circus.steward.removals.remove(HERE)
    record = (await circus.steward.race(race)).record
    assert record.state == "cancelled"
    assert record.cup is not None
    assert (await circus.steward.cups.cup(record.cup)).record.state == "cancelled"
    await circus.deliver()

    new = [each for each in circus.messenger.delivered if each.kind != "panel"]
    assert [each.player for each in new] == [None, ANNA, BERT, CLIO]
    assert {each.kind for each in new} == {"ending"}
    told = {each.player: read_body(each, ServerLeft) for each in new}
    assert (told[ANNA], told[BERT], told[CLIO]) == (ServerLeft(0, 1), ServerLeft(50, 1), ServerLeft(70, 0))


async def test_nothing_happens_before_the_word_and_no_second_one_counts(circus: Circus) -> None:
    await played(circus)
    before = await values(circus)

    held = await circus.steward.removals.holdings(HERE)

    assert (held.races, held.cups, held.leagues, held.bets, held.staked) == (1, 1, 0, 2, 120)
    assert (held.purses, held.posts, held.fixtures) == (3, 0, 0)
    assert await values(circus) == before
    assert await circus.steward.removals.remove(HERE)
    assert not await circus.steward.removals.remove(HERE)
    await until_gone(circus)
    assert len(deletes(circus).read().entries) == 1


async def test_words_that_cannot_be_posted_hold_nothing_up_for_long(circus: Circus) -> None:
    await played(circus)
    circus.messenger.fails = lambda _notice: TimeoutError("Discord is slow")

    await circus.steward.removals.remove(HERE)
    await circus.deliver()
    for _ in range(2):
        await circus.steward.timekeeper.tick()
    circus.clock.pass_by(601.0)
    await circus.steward.timekeeper.tick()

    assert await words_in(circus) == []
    assert circus.posts.left_servers == [HERE]


async def test_where_it_cannot_leave_at_once_it_tries_again(circus: Circus) -> None:
    await played(circus)
    circus.posts.fails = RightMissing("Discord is away")

    await circus.steward.removals.remove(HERE)
    await circus.deliver()
    await circus.steward.timekeeper.tick()
    assert await words_in(circus) == []
    assert await circus.steward.removals.is_under_way(HERE)
    circus.posts.fails = None
    await circus.steward.timekeeper.tick()

    assert circus.posts.left_servers == [HERE]
    assert not await circus.steward.removals.is_under_way(HERE)
    await circus.steward.removals.thrown_out(HERE)  # as Discord tells it
    assert not await circus.steward.removals.is_under_way(HERE)


async def test_a_league_and_what_is_in_its_banks_go_too(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)
    await circus.deliver()

    await circus.steward.removals.remove(HERE)
    assert (await circus.steward.race(league)).record.state == "cancelled"
    await circus.deliver()
    circus.clock.pass_by(5.0)  # its card is edited no sooner
    await until_gone(circus)

    assert (await circus.store.purses.audit()).is_sound
    left = await circus.store._reader.rows(select(races).where(races.c.id == league))
    assert [(row.guild < 0, row.title, row.host < 0) for row in left] in ([], [(True, "", True)])
    await circus.close()


# Coming back


async def test_a_server_that_is_back_begins_anew_and_nobody_has_a_second_gift(circus: Circus) -> None:
    await over(circus)
    assert await circus.steward.wagers.purse(HERE, CLIO) > 0
    await circus.steward.removals.remove(HERE)
    await until_gone(circus)
    circus.posts.out.clear()

    assert await circus.steward.wagers.purse(HERE, CLIO) == 0
    assert await circus.steward.wagers.purse(ELSEWHERE, CLIO) > 0
    circus.clock.pass_by(8 * DAY)
    had = await circus.steward.wagers.purse(HERE, CLIO)
    assert had > 0, "a new week has its stipend"
    assert await circus.store.purses.guilds_of(CLIO) == [HERE, ELSEWHERE], "their purse is theirs again"
    assert (await circus.store.purses.audit()).is_sound
    race = await circus.race()
    await circus.steward.removals.remove(HERE)
    await until_gone(circus)
    assert await circus.store.index.field(race) is None
    assert await circus.steward.wagers.purse(HERE, CLIO) == 0
    assert (await circus.store.purses.audit()).is_sound
    assert await circus.steward.forgetters.forget(CLIO)
    assert await circus.steward.wagers.purse(HERE, CLIO) == 0, "not by being forgotten either"
    assert (await circus.store.purses.audit()).is_sound


async def test_a_purse_of_a_removed_server_is_given_back_to_nobody_else(circus: Circus) -> None:
    await over(circus)
    await circus.steward.removals.remove(HERE)
    await until_gone(circus)
    purses = accounts.c.guild == HERE, accounts.c.kind == "purse"

    with pytest.raises(Exception, match="never changed"):
        await circus.store._writer.run(
            lambda connection: connection.execute(update(accounts).where(*purses).values(player=int(EVE)))
        )


# Thrown out


async def thrown_out(circus: Circus) -> None:
    circus.posts.out.add(HERE)
    await circus.steward.removals.thrown_out(HERE)


async def test_where_it_was_thrown_out_nothing_is_posted_and_nobody_is_late(circus: Circus) -> None:
    race = await circus.race()
    other = await elsewhere(circus)
    await circus.deliver()
    await circus.give(race, RED, Pace(3))
    circus.messenger.delivered.clear()

    await thrown_out(circus)
    due = [each.at for each in await circus.store.deadlines.of_race(race)]
    for _ in range(3):
        circus.clock.pass_by(5 * DAY)
        await circus.steward.timekeeper.tick()
        await circus.steward.fixtures.look()
        await circus.deliver()

    assert not [each for each in circus.messenger.delivered if each.race == race]
    assert [each for each in circus.messenger.delivered if each.race == other], "elsewhere it goes on"
    assert (await circus.steward.race(race)).record.state == "paused"
    assert [each.missed for each in (await circus.steward.race(race)).factions] == [0, 0]
    circus.posts.out.clear()
    await circus.steward.removals.back(HERE)
    await circus.deliver()
    assert (await circus.steward.race(race)).record.state == "running"
    assert [each.at for each in await circus.store.deadlines.of_race(race)] == [at + 15 * DAY for at in due]
    assert not await circus.steward.removals.is_under_way(HERE)
    await circus.steward.removals.back(HERE)


async def test_a_pause_that_ends_meanwhile_lets_no_deadline_run(circus: Circus) -> None:
    race = await circus.race()
    await circus.steward.desk.pause(race, ANN, "Supper", 3_600.0)

    await thrown_out(circus)
    circus.clock.pass_by(2 * DAY)
    await circus.steward.timekeeper.tick()
    assert (await circus.steward.race(race)).record.state == "paused"
    assert await circus.store.deadlines.next_due() is None
    circus.posts.out.clear()
    await circus.steward.removals.back(HERE)
    await circus.steward.timekeeper.tick()

    assert (await circus.steward.race(race)).record.state == "running"


@pytest.mark.parametrize("is_restarted", [True, False])
async def test_after_thirty_days_all_of_it_is_gone_without_a_word(circus: Circus, is_restarted: bool) -> None:
    await played(circus)
    await circus.deliver()
    circus.messenger.delivered.clear()
    await thrown_out(circus)

    circus.clock.pass_by(30 * DAY - 1.0)
    await circus.steward.timekeeper.tick()
    assert await words_in(circus)
    now = await circus.again() if is_restarted else circus
    now.posts.out.add(HERE)
    circus.clock.pass_by(2.0)
    await now.steward.timekeeper.tick()
    await now.deliver()

    assert await words_in(now) == await people_in(now) == []
    assert not [*circus.messenger.delivered, *now.messenger.delivered]
    assert circus.posts.left_servers == [], "it is out already"
    assert (await now.store.purses.audit()).is_sound
    assert not await now.steward.removals.is_under_way(HERE)


async def test_two_processes_count_the_thirty_days_once(circus: Circus) -> None:
    await played(circus)
    await thrown_out(circus)
    other = await circus.again()
    circus.clock.pass_by(31 * DAY)

    await asyncio.gather(*(each.steward.removals.look() for each in (circus, other)))
    await asyncio.gather(*(each.steward.removals.look() for each in (circus, other)))

    assert await words_in(circus) == []
    assert len(deletes(circus).read().entries) == 1
    assert not await circus.steward.removals.is_under_way(HERE)


@pytest.mark.parametrize("is_in", [True, None])
async def test_discord_is_asked_before_the_end(circus: Circus, is_in: bool | None) -> None:
    race = await circus.race()
    await thrown_out(circus)

    async def answers(guild: int) -> bool | None:
        assert guild == HERE
        return is_in

    circus.posts.is_in = answers  # type: ignore[method-assign]
    circus.clock.pass_by(31 * DAY)
    await circus.steward.timekeeper.tick()

    assert (await circus.steward.race(race)).record.state == ("running" if is_in else "paused")
    assert await circus.steward.removals.is_under_way(HERE) is (is_in is None)


async def test_what_happened_while_nobody_listened_is_learned_at_the_start(circus: Circus) -> None:
    race = await circus.race()
    circus.posts.out.add(HERE)

    await circus.steward.removals.compare(set(), lambda guild: guild != HERE, MINE)
    assert not await circus.steward.removals.is_under_way(HERE), "another program hears of it"
    await circus.steward.removals.compare(set(), lambda _guild: True, MINE)
    assert (await circus.steward.race(race)).record.state == "paused"
    circus.posts.out.clear()
    await circus.steward.removals.compare({HERE}, lambda _guild: True, MINE)
    assert (await circus.steward.race(race)).record.state == "running"
    circus.posts.out.add(HERE)
    await circus.steward.removals.compare({HERE}, lambda _guild: True, MINE)
    assert not await circus.steward.removals.is_under_way(HERE), "an outage: it is among them all the same"


async def test_a_server_that_never_used_it_is_not_noted(circus: Circus) -> None:
    await thrown_out(circus)

    assert not await circus.steward.removals.is_under_way(HERE)


# Copies, kills, other processes


@of_sqlite
async def test_a_copy_from_before_removes_it_again_and_leaves_nobody(tmp_path: Path) -> None:
    circus = await Circus(tmp_path / "races.sqlite3").open()
    await over(circus)
    other = await elsewhere(circus)
    copy = tmp_path / "copy.sqlite3"
    back_up(SqliteFile(circus.path), copy)
    await circus.steward.removals.remove(HERE)
    await until_gone(circus)
    others = await rows_of_others(circus, other)
    await circus.close()

    for each in tmp_path.glob("races.sqlite3*"):  # noqa: ASYNC240  a file of a test
        if not each.name.endswith(".forgotten"):
            each.unlink()
    copy.rename(circus.path)
    restored = await Circus(circus.path).open()
    assert await words_in(restored)
    await restored.steward.restored()
    await restored.steward.removals.take_up()

    assert await words_in(restored) == await people_in(restored) == []
    assert restored.posts.left_servers == []
    after = await rows_of_others(restored, other)
    told = {"outbox", "act", "race"}  # of having been restored
    assert {name for name in others if others[name] != after[name]} <= told
    await restored.steward.removals.take_up()
    assert len(deletes(restored).read().entries) == 1
    await restored.close()
    assert files_with(tmp_path, *SAID) == []


STEPS = (
    "db.writing.removing._begin",
    "db.writing.removing._end_all",
    "db.writing.removing.clear_out",
    "db.writing.removing.clear_some",
    "db.writing.clearing._give_up_purses",
    "db.writing.clearing._blot_the_ledger",
    "db.writing.clearing._drop_races",
    "db.writing.removing.Removing._listed_as",
    "db.opening.writer.Writer.clear_away",
    "steward.front.removing.Removals._say_so",
    "steward.front.removing.Removals._finish",
    "steward.front.removing.Removals._leave",
    "steward.front.removing.Removals._tell_owner",
    "db.writing.removing._settle",
    "db.writing.removing.Removing.left",
    "steward.hosting.presence.Presence.removed",
)


@of_sqlite
@pytest.mark.parametrize("is_before", [True, False])
@pytest.mark.parametrize("step", STEPS)
async def test_killed_at_any_moment_it_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, is_before: bool
) -> None:
    circus = await Circus(tmp_path / "races.sqlite3").open()
    await played(circus)
    await circus.deliver()
    with monkeypatch.context() as patched:
        die_at(patched, step, is_before=is_before)
        with contextlib.suppress(Killed, BrokenOff):
            await circus.steward.removals.remove(HERE, BERT, "token")
            await goes_on(circus)

    other = await circus.again(messenger=circus.messenger)
    await other.steward._take_up()
    if not {*circus.posts.left_servers, *other.posts.left_servers}:
        await other.steward.removals.remove(HERE, BERT, "token")  # if the word itself was lost
    await other.deliver()
    await other.steward.timekeeper.tick()

    assert await words_in(other) == await people_in(other) == []
    assert not await other.steward.removals.is_under_way(HERE)
    assert (await other.store.purses.audit()).is_sound
    assert {*circus.posts.left_servers, *other.posts.left_servers} == {HERE}
    receipts = [*circus.posts.receipts, *other.posts.receipts]
    assert {(each.guild, each.player, each.token) for each in receipts} == {(HERE, BERT, "token")}
    assert len(receipts) <= 2, "again only if it was not noted, and then my answer is edited to the same"
    assert not await other.store.removals.owed()
    moved = await other.store._reader.rows(select(movements).where(movements.c.key.startswith("removed:")))
    assert len(moved) == 1
    told = [each.player for each in circus.messenger.delivered if each.kind == "ending"]
    assert sorted(told, key=str) == sorted([None, ANNA, BERT, CLIO], key=str), "each once"
    await circus.close()


@of_sqlite
async def test_a_bot_that_comes_back_as_its_days_are_over_finds_all_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    circus = await Circus(tmp_path / "races.sqlite3").open()
    await over(circus)
    await thrown_out(circus)
    circus.clock.pass_by(31 * DAY)

    def dies(*_given: Any) -> int:
        raise BrokenOff

    with monkeypatch.context() as patched:
        patched.setattr("db.writing.removing.clear_out", dies)  # the half of it is gone
        await circus.steward.removals.look()
    assert await words_in(circus)
    other = await circus.again()
    await other.steward.removals.back(HERE)
    await other.steward.removals.look()

    assert await words_in(other) == []
    assert other.posts.left_servers == [], "it has been invited anew"
    assert not await other.steward.removals.is_under_way(HERE)
    await circus.close()


async def test_two_processes_remove_it_once(circus: Circus) -> None:
    await played(circus)
    other = await circus.again(messenger=circus.messenger)

    await asyncio.gather(circus.steward.removals.remove(HERE), other.steward.removals.remove(HERE))
    await circus.deliver()
    await asyncio.gather(*(each.steward.removals.look() for each in (circus, other)))
    await asyncio.gather(*(each.steward.removals.look() for each in (circus, other)))

    assert len(deletes(circus).read().entries) == 1
    told = [each.player for each in circus.messenger.delivered if each.kind == "ending"]
    assert len(told) == len(set(told))
    assert (await circus.store.purses.audit()).is_sound
    assert not await other.steward.removals.is_under_way(HERE)
