"""`/watch what:doctor` asks Discord how things are now, and not its memory."""

from pathlib import Path

import pytest

from tests.e2e.arena import Arena
from tests.e2e.races import opened, require_clean


@pytest.mark.slow
async def test_rights_and_threads_are_those_that_discord_knows_now(tmp_path: Path) -> None:
    async with Arena(
        tmp_path, dice=""
    ) as arena:  # started by its command, without a database, as by whoever runs it first
        await ask_the_doctor(arena)


async def ask_the_doctor(arena: Arena) -> None:
    race, other = await opened(arena), await opened(arena, "Other")
    channel = race.thread["parent_id"]

    well = await arena.ana.run("watch", what="doctor", channel=other.thread, race=str(race.id))
    await arena.control.deny(channel, "attach_files")
    ill = await arena.ana.run("watch", what="doctor", channel=other.thread, race=str(race.id))
    await arena.control.deny(channel)

    assert f"Rights in <#{channel}>: all that are needed." in well.text
    assert "Threads: 2 active here" in well.text
    assert f"In <#{channel}> I lack: attach files" in ill.text
    await require_clean(arena)
