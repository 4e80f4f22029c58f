"""From a clone to a bot that answers, with nothing installed and nothing kept: ``python -m bench.cold``.

It clones this project into a folder of its own, with an empty cache of packages, and runs ``make run`` there. It wants
the network, for the packages, and tells how busy the machine was. It measures what is committed.
"""

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.figures import Figure, table
from sandbox.client import Control, NoAnswer

ROOT = Path(__file__).parent.parent
MOST_SECONDS, MOST_SECONDS_SILENT = 60.0, 2.0
PATIENCE = 600.0


def cold() -> list[Figure]:
    """Clone, run and ask once."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_cold(Path(folder)))


async def _cold(folder: Path) -> list[Figure]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    clone, log = folder / "quadriga", folder / "log"
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("QUADRIGA_", "PYTHON"))}
    environment |= {"PIP_CACHE_DIR": str(folder / "cache")}
    environment |= {"QUADRIGA_SANDBOX_PORT": str(port), "QUADRIGA_OPEN_BROWSER": "false"}
    began = time.monotonic()
    subprocess.run(["git", "clone", "--quiet", "--no-local", str(ROOT), str(clone)], check=True)  # noqa: ASYNC221
    cloned = time.monotonic()
    with log.open("wb") as written:
        command = ["make", "run"]
        made = subprocess.Popen(  # noqa: ASYNC220  it runs beside this
            command, cwd=clone, env=environment, stdout=written, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        spoke = await _until_spoken(log, made)
        await _until_answered(clone / "sandbox.json", port, made)
        answered = time.monotonic()
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(made.pid, 15)
        made.wait()
        print(log.read_text("utf-8"), file=sys.stderr)
    return [
        Figure("make run, until it says something", spoke - cloned, "s", at_most=MOST_SECONDS_SILENT),
        Figure("from git clone to an answer to /help, nothing installed", answered - began, "s", at_most=MOST_SECONDS),
        Figure("load of the machine after it", os.getloadavg()[0]),
    ]


async def _until_spoken(log: Path, made: "subprocess.Popen[bytes]") -> float:
    while not log.stat().st_size:  # noqa: ASYNC240  a file of a bench
        await _rest(made)
    return time.monotonic()


async def _until_answered(state: Path, port: int, made: "subprocess.Popen[bytes]") -> None:
    """Wait for the sandbox, then for the bot's first answer to a person there."""
    while not state.exists():  # noqa: ASYNC240  a file of a bench
        await _rest(made)
    token = json.loads(state.read_text("utf-8"))["control_token"]  # noqa: ASYNC240  a file of a bench
    async with Control(f"http://127.0.0.1:{port}/control/{token}") as control:
        await control.wait_until_online(PATIENCE)
        async with await control.visitor("Ana") as ana:
            answer = await ana.run("help")
            if not answer.text:
                raise NoAnswer("/help was answered by nothing")


async def _rest(made: "subprocess.Popen[bytes]") -> None:
    if made.poll() is not None:
        raise NoAnswer(f"make run has ended with {made.returncode}")
    await asyncio.sleep(0.05)


if __name__ == "__main__":
    measured = cold()
    print(table(measured))
    sys.exit(any(figure.is_met is False for figure in measured))
