"""A process for jobs that take seconds: one at a time. It starts with the first job, and anew if it dies."""

import asyncio
import contextlib
import os
import sys
from pathlib import Path
from typing import Literal, Protocol

PROGRAM = Path(__file__).with_name("working_out.py")

LONGEST_JOB = 300.0
"""Seconds after which a job counts as stuck."""

LONGEST_LINE = 1 << 20
"""Bytes of an answer."""


class Works(Protocol):
    """Does jobs: :class:`Workshop`, or a test in its place."""

    async def do(self, job: bytes) -> bytes: ...
    async def stop(self) -> None: ...


class JobFailed(Exception):
    """The process died over a job, or took too long."""


def _environment() -> dict[str, str]:
    """Return the process's environment: it has the program's path, and none of its settings."""
    known = {name: value for name, value in os.environ.items() if not name.startswith("QUADRIGA_")}
    paths = str(Path(__file__).parents[2]), known.get("PYTHONPATH", "")
    return {**known, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


class Workshop:
    """Sends jobs to the process, a line each. Not for two at once."""

    def __init__(
        self, program: Path = PROGRAM, longest: float = LONGEST_JOB, *, does: Literal["chances", "day"] = "chances"
    ) -> None:
        """:param longest: seconds that a job may take.
        :param does: which kind of jobs the program is to do.
        """
        self._program, self._longest, self._does = program, longest, does
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        """Id of the process; ``None`` while there is none."""
        return None if self._process is None else self._process.pid

    async def do(self, job: bytes) -> bytes:
        """Return the process's answer to *job*, a line without its end.

        :raises JobFailed: if it died or took too long; the next job is done by another.
        """
        try:
            async with asyncio.timeout(self._longest):
                answer = await self._ask(job)
        except (OSError, TimeoutError) as error:
            await self.stop()
            raise JobFailed(str(error) or type(error).__name__) from error
        except BaseException:
            await self.stop()  # what it may still say would be taken for the answer to another job
            raise
        if not answer.endswith(b"\n"):
            await self.stop()
            raise JobFailed("the process ended")
        return answer

    async def _ask(self, job: bytes) -> bytes:
        if self._process is None or self._process.returncode is not None:
            self._process = await self._start()
        sends, answers = self._process.stdin, self._process.stdout
        assert sends is not None
        assert answers is not None
        sends.write(job + b"\n")
        await sends.drain()
        return await answers.readline()

    async def _start(self) -> asyncio.subprocess.Process:
        """Start the process in another session, so that Ctrl+C at a terminal reaches the bot alone."""
        pipe = asyncio.subprocess.PIPE
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", str(self._program), self._does),
            stdin=pipe,
            stdout=pipe,
            env=_environment(),
            start_new_session=True,
            limit=LONGEST_LINE,
        )

    async def stop(self) -> None:
        """End the process, in the middle of a job too; do nothing if there is none."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
