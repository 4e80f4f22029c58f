"""A database moves from one kind to the other and back, is copied beside its bot, and looked through."""

import os
import shutil
import stat
import subprocess
import time
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from db.__main__ import FINE, IMPOSSIBLE, WRONG, main
from db.opening import postgres
from db.opening.backend import backend_of
from db.opening.postgres import PostgresDatabase
from db.store import Store
from db.upkeep.checking import check
from db.upkeep.comparing import Held, held
from records.values import RaceId
from tests import servers
from tests.archive import files
from tests.databases import fresh
from tests.db.around import around_the_program, unguard
from tests.db.bets import a_table, placing, refunds
from tests.db.samples import ANN, BOB, a_batch, a_faction, a_lobby, a_notice, a_race, an_entry


def address_of(path: Path, database: str) -> str:
    """Return what names the database of a test to a command."""
    if database == "sqlite":
        return str(path)
    return servers.database_for(path).address.render_as_string(hide_password=False)


def held_in(address: str) -> dict[str, Held]:
    return check(backend_of(address)).tables


async def filled(path: Path) -> Path:
    """Put a database with money, bets that are over and not, and notices at a path."""
    store = Store(fresh(path))
    await store.open()
    race = await a_table(store)
    await store.wagers.change(race, placing(ANN, "a"))
    await store.wagers.change(race, refunds)
    race = await a_table(store)
    await store.wagers.change(race, placing(BOB, "b", 400))
    await store.write(a_batch(race, notices=(a_notice(race), a_notice(race))))
    await store.people.set_player(ANN, name="Ånn 🏇 O'Hara \\x00 %s", large=True)
    await store.lobbies.enter(await a_lobby(store), [a_faction(3)], [an_entry(3, "green", 3)])
    await store.close()
    return path


@pytest.mark.of_server
@pytest.mark.parametrize("name", files.named("*")[:: max(1, len(files.named("*")) // 5)])
def test_a_world_of_an_earlier_version_goes_there_and_comes_back_the_same(tmp_path: Path, name: str) -> None:
    here, back = files.unpacked(name, tmp_path), tmp_path / "back.sqlite3"
    there = servers.database_for(tmp_path / "there")
    servers.make_empty(there)
    address = there.address.render_as_string()

    assert main(["copy", str(here), address]) == FINE
    assert main(["copy", address, str(back)]) == FINE

    before, after = held_in(str(here)), held_in(str(back))
    assert after == before == held_in(address)
    assert sum(each.rows for each in before.values()) > 50
    assert stat.S_IMODE(back.stat().st_mode) == 0o600


@pytest.mark.of_server
async def test_numbers_go_on_where_they_were(tmp_path: Path) -> None:
    # Given a database whose last race is gone, so that its number must not come again
    here = tmp_path / "here.sqlite3"
    store = Store(here)
    await store.open()
    for _ in range(3):
        await store.races.add(a_race())
    await store._writer.run(lambda connection: connection.execute(text("DELETE FROM race WHERE id = 3")))
    await store.close()
    await _move(store=store, to=tmp_path)


async def _move(store: Store, to: Path) -> None:
    source = store._backend
    assert isinstance(source, PostgresDatabase)
    address = source.address.render_as_string()
    back = to / "back.db"
    assert main(["copy", address, f"sqlite:///{back}"]) == FINE
    again = servers.database_for(to / "again")
    servers.make_empty(again)
    assert main(["copy", f"sqlite:///{back}", again.address.render_as_string()]) == FINE
    for each in (f"sqlite:///{back}", again.address.render_as_string()):
        store = Store(each)
        await store.open()
        assert await store.races.add(a_race()) == RaceId(4)
        await store.close()


@pytest.mark.of_server
async def test_a_copy_may_take_longer_than_a_program_may_stand_still(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = address_of(await filled(tmp_path / "races.sqlite3"), "postgresql")
    monkeypatch.setitem(postgres._CONNECTED, "options", "-c idle_in_transaction_session_timeout=100")

    def slowly(connection: Connection) -> dict[str, Held]:
        time.sleep(0.4)
        return held(connection)

    monkeypatch.setattr("db.upkeep.copying.held", slowly)
    there = servers.database_for(tmp_path / "there")
    servers.make_empty(there)

    assert main(["copy", source, there.address.render_as_string()]) == FINE


@pytest.mark.of_server
async def test_marks_of_programs_that_ended_are_cleared_away(tmp_path: Path) -> None:
    path = await filled(tmp_path / "races.sqlite3")
    with around_the_program(path) as way:
        assert way.execute("SELECT count(*) FROM writer").fetchone()[0] > 0
        way.execute("UPDATE writer SET at = at - interval '2 days'")

        servers.database_for(path).prepare()

        assert way.execute("SELECT count(*) FROM writer").fetchone() == (0,)


async def test_a_copy_is_refused_beside_a_bot_over_races_and_from_nothing(
    tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    source = address_of(await filled(tmp_path / "races.sqlite3"), database)
    target = str(tmp_path / "target.db")

    with backend_of(source).only_one():
        assert main(["copy", source, target]) == IMPOSSIBLE
        assert "Another Quadriga runs" in capsys.readouterr().err
    assert main(["copy", source, f"sqlite:///{target}"]) == FINE
    assert "are the same in both" in capsys.readouterr().out
    assert main(["copy", source, f"sqlite:///{target}"]) == IMPOSSIBLE
    assert "has races already" in capsys.readouterr().err
    assert main(["copy", source, source]) == IMPOSSIBLE
    assert "the same database" in capsys.readouterr().err
    assert main(["copy", f"sqlite:///{tmp_path}/nothing.db", target]) == IMPOSSIBLE
    assert "no database to copy from" in capsys.readouterr().err
    assert not (tmp_path / "nothing.db").exists()


@pytest.mark.of_server
async def test_a_row_that_cannot_be_kept_leaves_nothing_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = files.unpacked(files.named("*")[0], tmp_path)
    await _lengthen(f"sqlite:///{here}")
    there = servers.database_for(tmp_path / "there")
    servers.make_empty(there)
    address = there.address.render_as_string()

    assert main(["copy", str(here), address]) == IMPOSSIBLE

    told = capsys.readouterr().err
    assert "A row of the table race can't be kept there" in told
    assert "xxxx" not in told
    assert not any(each.rows for name, each in held_in(address).items() if name != "setting")


async def _lengthen(address: str) -> None:
    store = Store(address)
    await store._writer.run(lambda connection: connection.execute(text(f"UPDATE race SET title = '{'x' * 101}'")))
    await store.close()


async def test_a_backup_beside_a_running_bot_is_sound_and_its_owners_alone(
    tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    source = address_of(await filled(tmp_path / "races.sqlite3"), database)
    copy = tmp_path / "copy"

    with backend_of(source).only_one():
        assert main(["backup", str(copy), "--database", source]) == FINE
    assert "for your eyes only" in capsys.readouterr().out
    assert main(["backup", str(copy), "--database", source]) == IMPOSSIBLE
    assert "write over nothing" in capsys.readouterr().err

    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert restored(copy, tmp_path, database) == held_in(source)


def restored(copy: Path, folder: Path, database: str) -> dict[str, Held]:
    """Return what a backup holds, once it is in the place of a database."""
    if database == "sqlite":
        return held_in(f"sqlite:///{copy}")
    anew = servers.database_for(folder / "anew")
    servers.make_empty(anew)
    program = shutil.which("pg_restore")
    assert program
    command = [program, f"--host={servers.folder()}", f"--username={servers.USER}", f"--dbname={anew.address.database}"]
    subprocess.run([*command, "--no-owner", "--exit-on-error", str(copy)], check=True, env=dict(os.environ))
    return held_in(anew.address.render_as_string())


async def test_a_check_finds_what_is_wrong_and_changes_nothing(
    tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await filled(tmp_path / "races.sqlite3")
    address = address_of(path, database)
    monkeypatch.setenv("QUADRIGA_DATABASE", address)
    monkeypatch.chdir(tmp_path)

    assert main(["check"]) == FINE
    assert "All is sound." in capsys.readouterr().out

    if database == "postgresql":
        servers.spoil(path)
    with around_the_program(path) as way:
        unguard(way)
        way.execute("UPDATE posting SET amount = amount + 1 WHERE n = 1 AND account LIKE 'purse:%'")
    assert main(["check"]) == WRONG
    assert "not sound" in capsys.readouterr().out


def test_what_is_not_there_or_of_another_version_is_told_in_a_sentence(
    tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "races.sqlite3"
    fresh(path)
    if database == "postgresql":
        servers.spoil(path)
    with around_the_program(path) as way:
        way.execute("UPDATE alembic_version SET version_num = '0003'")

    assert main(["check", "--database", address_of(path, database)]) == IMPOSSIBLE
    assert "is at step 0003 of the schema" in capsys.readouterr().err
    if database == "sqlite":
        assert main(["roles", "bot", "--owner", str(path)]) == IMPOSSIBLE
        assert "A file has no roles" in capsys.readouterr().err


def test_what_is_held_differs_by_a_single_letter(tmp_path: Path, database: str) -> None:
    path = tmp_path / "races.sqlite3"
    fresh(path)
    engine = backend_of(address_of(path, database)).engine()
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO setting (name, value) VALUES ('a', 'b')"))
        one = held(connection)
        connection.execute(text("UPDATE setting SET value = 'B'"))
        other = held(connection)
    engine.dispose()

    assert [name for name in one if one[name] != other[name]] == ["setting"]
    assert one["setting"].rows == other["setting"].rows >= 1
