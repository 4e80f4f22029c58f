"""What docs/deploy.md says of a copy: made beside the bot, looked through, put in place, and its races go on."""

import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from db.__main__ import FINE, IMPOSSIBLE, main
from db.store import Store
from records.values import RaceId
from steward.running.rebuilding import rebuild
from tests import servers
from tests.steward.betting import LAPS
from tests.steward.circus import ANN, BLUE, BOB, RED, Circus, Pace

pytestmark = pytest.mark.threads


def address_of(path: Path, database: str) -> str:
    """Return what names the database of a test to a command."""
    if database == "sqlite":
        return str(path)
    return servers.database_for(path).address.render_as_string(hide_password=False)


def put_in_place(copy: Path, path: Path, database: str) -> None:
    """Put a copy where a new database may be, with the list of who was forgotten."""
    if database == "sqlite":
        shutil.move(copy, path)
        return
    anew = servers.database_for(path)
    servers.make_empty(anew)
    program = shutil.which("pg_restore")
    assert program
    where = [f"--host={servers.folder()}", f"--username={servers.USER}", f"--dbname={anew.address.database}"]
    command = [program, *where, "--no-owner", "--exit-on-error", str(copy)]
    subprocess.run(command, check=True, env=dict(os.environ))


async def seen_of(store: Store, race: RaceId) -> tuple[list[object], list[object]]:
    """Return the answers to a race and its story."""
    return list(await store.stories.inputs(race)), list(await store.stories.facts(race))


async def test_races_go_on_from_a_backup_that_was_made_beside_the_bot(tmp_path: Path, database: str) -> None:
    # Given a race in the middle of a turn, a copy of it, and what comes after the copy and is lost
    circus = await Circus(tmp_path / "races.sqlite3", rulesets=LAPS).open()
    race = await circus.race(rivals=1)
    await circus.give(race, RED, Pace(3))
    await circus.deliver()
    source, copy = address_of(circus.path, database), tmp_path / "copy"
    kept = await seen_of(circus.store, race)
    assert main(["backup", str(copy), "--database", source]) == FINE
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert main(["backup", str(copy), "--database", source]) == IMPOSSIBLE
    await circus.give(race, BLUE, Pace(3))
    await circus.deliver()
    lost = await seen_of(circus.store, race)
    assert lost != kept
    await circus.close()

    # When the copy takes its place, by the steps of the page
    again = tmp_path / "again.sqlite3"
    put_in_place(copy, again, database)
    assert main(["check", "--database", address_of(again, database)]) == FINE
    made_ready = Circus(again, rulesets=LAPS, clock=circus.clock)
    assert await made_ready.steward.restored() == 1
    await made_ready.close()
    anew = await Circus(again, rulesets=LAPS, clock=circus.clock, entropy=circus.entropy).open()

    # Then what was on it stands, who owes an answer is asked again, and the race is played to its end
    assert await seen_of(anew.store, race) == kept
    await require_going_on(anew, race, kept)
    await anew.close()
    assert main(["check", "--database", address_of(again, database)]) == FINE


async def require_going_on(anew: Circus, race: RaceId, kept: tuple[list[object], list[object]]) -> None:
    """Fail unless Bob alone is asked again, and the race can be played on from what was kept."""
    await anew.deliver()
    assert "summons" in anew.messenger.kinds(BOB)
    assert "summons" not in anew.messenger.kinds(ANN)
    await anew.steward.resume()
    await anew.to_the_end(race)
    await anew.deliver()
    inputs, facts = await seen_of(anew.store, race)
    assert inputs[: len(kept[0])] == kept[0]
    assert facts[: len(kept[1])] == kept[1]
    played = await anew.store.load(race)
    assert played is not None
    rebuild(played, anew.rulesets["toy"])
