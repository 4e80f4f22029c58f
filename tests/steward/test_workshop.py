"""The process in which chances are worked out: it knows the engine alone, and dies without harm."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from engine.betting.model import Chances, Job
from engine.betting.working import done
from engine.game import Entrant
from engine.rulesets import RULESETS
from records.values import EntryId
from steward.chances.working_out import POLITE
from steward.chances.workshop import PROGRAM, JobFailed, Workshop
from tests.steward.circus import until

ECHO = "import sys\nfor line in sys.stdin.buffer:\n    {}\n"


def a_job(samples: int = 2) -> bytes:
    rules = RULESETS["ave-caesar"]
    entrants = [Entrant(EntryId(number), rules.colours[number - 1], None) for number in range(1, 5)]
    view = rules.view_for(rules.new_race(rules.options(), entrants), {}, ())
    return msgspec.json.encode(Job(rules.id, msgspec.Raw(msgspec.json.encode(view)), {}, samples, 1))


def a_program(folder: Path, does: str) -> Path:
    program = folder / "steward" / "program.py"
    program.parent.mkdir(exist_ok=True)
    program.write_text(ECHO.format(does))
    return program


@pytest.mark.slow
async def test_jobs_are_done_in_another_process_as_they_would_be_here() -> None:
    shop = Workshop()
    try:
        answer = await shop.do(a_job())
        assert msgspec.json.decode(answer, type=Chances) == msgspec.json.decode(done(a_job(), RULESETS), type=Chances)
        first = shop.pid
        assert first not in (None, os.getpid())
        assert await shop.do(a_job(3)) != answer
        assert shop.pid == first
    finally:
        await shop.stop()
    assert shop.pid is None


async def test_it_stands_back_behind_all_else_and_knows_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUADRIGA_TOKEN", "secret")
    shop = Workshop()
    try:
        await shop.do(a_job())
        assert shop.pid is not None
        politest = min(19, os.getpriority(os.PRIO_PROCESS, 0) + POLITE)
        assert os.getpriority(os.PRIO_PROCESS, shop.pid) == politest
        assert b"QUADRIGA_TOKEN" not in environment_of(shop.pid)
    finally:
        await shop.stop()


def environment_of(process: int) -> bytes:
    return Path(f"/proc/{process}/environ").read_bytes()


@pytest.mark.slow
def test_it_knows_the_engine_alone() -> None:
    asked = f"import runpy, sys; runpy.run_path({str(PROGRAM)!r}, run_name='__main__'); print(*sorted(sys.modules))"
    paths = {**os.environ, "PYTHONPATH": str(PROGRAM.parents[2])}
    ran = subprocess.run(
        [sys.executable, "-c", asked, "day"], input="", env=paths, capture_output=True, check=True, text=True
    )
    rooms = {name.partition(".")[0] for name in ran.stdout.split()}
    assert "engine" in rooms
    assert not rooms & {"steward", "cogs", "db", "renderers", "discord", "PIL", "sqlalchemy"}


@pytest.mark.slow
async def test_after_it_was_killed_another_takes_the_next_job() -> None:
    shop = Workshop()
    try:
        await shop.do(a_job())
        killed = shop.pid
        assert killed is not None
        os.kill(killed, signal.SIGKILL)
        with pytest.raises(JobFailed):
            await shop.do(a_job(20_000))
        await shop.do(a_job())
        assert shop.pid != killed
    finally:
        await shop.stop()


@pytest.mark.slow
async def test_a_job_that_breaks_it_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    shop = Workshop()
    with pytest.raises(JobFailed):
        await shop.do(b"{}")
    assert "ValidationError" in capfd.readouterr().err
    await shop.stop()


async def test_who_takes_too_long_is_ended(tmp_path: Path) -> None:
    shop = Workshop(a_program(tmp_path, "import time; time.sleep(60)"), longest=0.3)
    with pytest.raises(JobFailed):
        await shop.do(b"{}")
    assert shop.pid is None


async def test_a_program_that_is_not_there_is_a_job_that_failed(tmp_path: Path) -> None:
    with pytest.raises(JobFailed):
        await Workshop(tmp_path / "nowhere.py").do(b"{}")


async def test_who_is_cancelled_over_a_job_leaves_no_process(tmp_path: Path) -> None:
    shop = Workshop(a_program(tmp_path, "import time; time.sleep(60)"))
    doing = asyncio.create_task(shop.do(b"{}"))
    await until(lambda: shop.pid is not None)
    process = shop.pid
    assert process is not None
    doing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await doing
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


@pytest.mark.slow
def test_it_ends_when_its_input_does() -> None:
    environment = {**os.environ, "PYTHONPATH": str(PROGRAM.parents[2])}
    command = [sys.executable, "-P", str(PROGRAM), "chances"]
    ran = subprocess.run(command, input=a_job() + b"\n", env=environment, capture_output=True, check=True)
    assert msgspec.json.decode(ran.stdout, type=Chances).samples == 2


@pytest.mark.slow
def test_it_ends_without_a_traceback_when_nobody_reads_its_chances() -> None:
    environment = {**os.environ, "PYTHONPATH": str(PROGRAM.parents[2])}
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ran = subprocess.run(
            [sys.executable, "-P", str(PROGRAM), "chances"], input=a_job() + b"\n", env=environment, stdout=writer,
            stderr=subprocess.PIPE, check=True,
        )  # fmt: skip
    finally:
        os.close(writer)
    assert ran.stderr == b""
