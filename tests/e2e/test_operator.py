"""What whoever runs the bot sees: logs without secrets, words instead of tracebacks, ends instead of half a life."""

import asyncio
import gc
import os
import re
import shutil
import signal
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot import main, set_aside_what_stays, warn_if_readable
from records.values import RaceId
from sandbox.errors import Json
from tests.e2e.arena import PATIENCE, Arena, environment, is_panel, is_story
from tests.e2e.forked import Forked, Order
from tests.e2e.races import Opened, require_clean, started

DAY = 86_400.0
FULL = """
CREATE TRIGGER full BEFORE INSERT ON setting WHEN NEW.name = 'alive'
BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END
"""
IMPATIENT = ("steward.steward.TAKE_UP_PAUSES", (0.2, 0.2))


class Talkative(Arena):
    """An arena whose bot logs all it may."""

    def _settings(self) -> dict[str, str]:
        return {**super()._settings(), "QUADRIGA_LOG_LEVEL": "DEBUG"}

    def ended(self, *words: str, patched: Sequence[tuple[str, object]] = ()) -> tuple[int | None, str]:
        """Run the program, forked off, with *words* until it ends; return its exit code and what it wrote."""
        before = len(self.log)
        bot = Forked(Order(self.folder, self.log_file, environment(self._settings()), words=words, patched=patched))
        bot.start()
        bot.wait(60)
        return bot.poll(), self.log[before:]


@pytest.fixture
async def talkative(tmp_path: Path) -> AsyncIterator[Talkative]:
    async with Talkative(tmp_path, is_forked=True, has_clock=True) as arena:
        yield arena


async def test_at_debug_no_secret_is_in_the_log(tmp_path: Path) -> None:
    async with Talkative(tmp_path, is_forked=True) as arena:
        race = await started(arena)
        question = await arena.ana.wait_for(lambda message: "open:" in str(message) or "typing:" in str(message))
        assert question
        await arena.ana.run("order", answer="1/1/1/1")
        await arena.ana.run("watch", what="status", channel=race.thread)
        await arena.all_told(race.id)
        kept = await arena.kept(race.id)
        tokens = {
            found[1]
            for request in await arena.control.requests()
            if (found := re.search(r"(?:interactions|webhooks)/\d+/([^/?]{8,})", request["path"]))
        }
        with closing(sqlite3.connect(arena.database)) as connection:
            secret = connection.execute("SELECT secret FROM race").fetchone()[0]
        log = arena.log

        private = [each for each in kept.inputs if each.by == "player"]
        assert private
        assert tokens
        assert "ready as" in log
        for hidden in (secret, *tokens, *(each.answer for each in private), *(each.salt for each in private)):
            assert not hidden or hidden not in log
        assert arena.addresses["bot_token"] not in log
        assert "INSERT" not in log


@pytest.mark.slow
async def test_a_second_bot_on_a_database_says_so_and_ends(tmp_path: Path) -> None:
    async with Talkative(tmp_path, is_forked=True) as arena:
        code, told = await asyncio.to_thread(arena.ended)

        assert code == 1
        assert "Another Quadriga runs on" in told
        assert "Traceback" not in told
        # When the first is killed, the next start finds nothing in its way
        await arena.restart_bot()


@pytest.mark.slow
async def test_a_damaged_database_ends_the_start_with_a_sentence(talkative: Talkative) -> None:
    talkative.kill_bot()
    for beside in talkative.folder.glob("quadriga.sqlite3-*"):
        beside.unlink()
    talkative.database.write_bytes(b"\x00\xff" * 50_000)

    code, told = await asyncio.to_thread(talkative.ended)

    assert code == 1
    assert "It is damaged" in told
    assert "Traceback" not in told


@pytest.mark.slow
async def test_a_bot_whose_first_write_fails_for_good_ends_and_the_race_goes_on_at_the_next_start(
    talkative: Talkative,
) -> None:
    race = await started(talkative)
    await talkative.all_told(race.id)
    talkative.kill_bot()
    change(talkative, "DELETE FROM setting WHERE name = 'alive'", FULL)

    code, told = await asyncio.to_thread(talkative.ended, patched=[IMPATIENT])

    assert code == 1
    assert "Its disk is full. Free some space, then start again." in told.splitlines()[-2]
    assert told.count("could not be taken up") == 2
    change(talkative, "DROP TRIGGER full")
    await talkative.start_bot()
    await goes_on(talkative, race)


@pytest.mark.slow
async def test_a_bot_whose_first_writes_fail_for_a_while_goes_on_by_itself(talkative: Talkative) -> None:
    race = await started(talkative)
    await talkative.all_told(race.id)
    talkative.kill_bot()
    change(talkative, "DELETE FROM setting WHERE name = 'alive'", FULL)
    await talkative.start_bot()
    async with asyncio.timeout(30):
        while "could not be taken up" not in talkative.log:  # noqa: ASYNC110
            await asyncio.sleep(0.05)

    change(talkative, "DROP TRIGGER full")

    await goes_on(talkative, race)


@pytest.mark.slow
async def test_who_could_not_answer_while_the_program_was_halted_misses_nothing(talkative: Talkative) -> None:
    # Given a deadline some seconds away
    race = await started(talkative)
    await talkative.all_told(race.id)
    (latest,) = {each.at for each in await deadlines(talkative, race)}
    await talkative.pass_by(latest - talkative.now() - 6)

    # When the program is halted until after it
    os.kill(talkative.bot_pid, signal.SIGSTOP)
    await asyncio.sleep(12)
    os.kill(talkative.bot_pid, signal.SIGCONT)
    async with asyncio.timeout(PATIENCE):
        while "stood still" not in talkative.log:  # noqa: ASYNC110
            await asyncio.sleep(0.1)

    # Then nobody has missed it, and all have a minute
    async with asyncio.timeout(PATIENCE):
        while any(each.at - talkative.now() < 40 for each in await deadlines(talkative, race)):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    assert not [each for each in (await talkative.kept(race.id)).inputs if each.by == "default"]
    assert all(each.at - talkative.now() <= 60 for each in await deadlines(talkative, race))
    await goes_on(talkative, race)


@pytest.mark.slow
async def test_a_restored_copy_summons_all_again_with_one_panel_and_fresh_numbers(talkative: Talkative) -> None:
    # Given a copy that was made while the bot ran, and a race that went on after it
    race = await started(talkative)
    await talkative.all_told(race.id)
    copy = talkative.folder / "copy.sqlite3"
    with closing(sqlite3.connect(talkative.database)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    await goes_on(talkative, race)
    await talkative.all_told(race.id)
    talkative.kill_bot()
    before = len(await asked(talkative))

    # When the copy takes the database's place
    await (await talkative.store()).close()
    talkative._store = None  # it would go on reading what was moved away
    for beside in talkative.folder.glob("quadriga.sqlite3-*"):
        beside.unlink()
    shutil.copyfile(copy, talkative.database)
    code, told = await asyncio.to_thread(talkative.ended, "restored")
    assert (code, "1 race goes on from this copy" in told) == (0, True)
    await talkative.start_bot()

    # Then all who owe an answer are asked again, and the race can be played on
    async with asyncio.timeout(60):
        while len(await asked(talkative)) <= before:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    await talkative.all_told(race.id)
    posts = await talkative.posts(race.thread)
    assert len([each for each in posts if is_panel(each)]) == 1
    assert [each for each in posts if "I go on from a copy of" in str(each["components"])]
    await goes_on(talkative, race)
    nonces = [each["nonce"] for each in await sent(talkative) if each.get("nonce")]
    assert len(nonces) == len(set(nonces)) > 10
    await require_clean(talkative)


def test_what_cannot_be_meant_ends_the_start_with_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUADRIGA_LOG_LEVEL", "LOUD")

    with pytest.raises(SystemExit, match="I know no QUADRIGA_LOG_LEVEL 'LOUD'"):
        main()


@pytest.mark.parametrize(("words", "code"), [(["restore"], 2), (["anew", "restored"], 2), (["--help"], 0)])
def test_words_that_a_start_does_not_know_end_it_with_those_that_it_knows(
    capsys: pytest.CaptureFixture[str], words: list[str], code: int
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(*words)

    assert ended.value.code == code
    assert "[-h] [{restored,anew,setup,invite}]" in "".join(capsys.readouterr())


def change(arena: Arena, *statements: str) -> None:
    """Change the database behind the bot's back."""
    with closing(sqlite3.connect(arena.database, timeout=30)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


async def deadlines(arena: Arena, race: Opened) -> list[Any]:
    return await (await arena.store()).deadlines.of_race(RaceId(race.id))


async def asked(arena: Arena) -> list[Json]:
    """Return the questions that Ana was sent by direct message."""
    channel = str((await arena.ana.dm())["id"])
    return [
        each for each in await arena.control.messages(channel) if "ordershow" in str(each) or "typing:" in str(each)
    ]


async def sent(arena: Arena) -> list[Json]:
    """Return what the bot asked the server to post."""
    requests = await arena.control.requests()
    return [each["payload"] for each in requests if each["method"] == "POST" and isinstance(each["payload"], dict)]


async def goes_on(arena: Arena, race: Opened) -> None:
    """Let time pass until a phase more is told."""
    told = len([each for each in await arena.posts(race.thread) if is_story(each)])
    async with asyncio.timeout(90):
        while len([each for each in await arena.posts(race.thread) if is_story(each)]) <= told:
            await arena.pass_by(DAY / 12)
            await asyncio.sleep(0.5)


@pytest.mark.slow
def test_what_stays_is_set_aside_from_the_collector() -> None:
    before, kept = gc.get_freeze_count(), [[number] for number in range(10_000)]
    set_aside_what_stays()
    assert gc.get_freeze_count() >= before + len(kept)


# The file with the token


@pytest.mark.parametrize(
    ("mode", "is_told"), [(0o600, False), (0o400, False), (0o640, True), (0o644, True), (0o602, True)]
)
def test_a_file_with_the_token_that_others_can_read_is_warned_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, mode: int, is_told: bool
) -> None:
    file = tmp_path / ".env"
    file.write_text("QUADRIGA_TOKEN=secret")
    file.chmod(mode)

    warn_if_readable(file)

    assert [f"`chmod 600 {file}` ends that." in each for each in caplog.messages] == [True] * is_told
    assert "secret" not in caplog.text


def test_no_file_with_a_token_is_no_reason_to_warn(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    warn_if_readable(tmp_path / ".env")

    assert caplog.messages == []
