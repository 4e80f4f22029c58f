"""From the first page to a bot that answers: progress, little to read, and nothing wanted but make and Python."""

import asyncio
import contextlib
import hashlib
import importlib.util
import os
import re
import select
import shutil
import signal
import stat
import subprocess
import sys
import time
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from sandbox.client import Control
from sandbox.server import Sandbox
from tests.test_container import copied

ROOT = Path(__file__).parent.parent
WANTED = ("make", "sh", "env", "touch", "head", "id")
"""All that running wants of a machine besides Python: no compiler, no browser, no apt."""

LINES = 12
"""At most so many has a host to read, from the first page to a bot that is there."""

SECONDS = 300.0
LOGGED = re.compile(r"(\x1b\[[\d;]*m)?\d{4}-\d{2}-\d{2} ")
SHOWN = re.compile(r"\x1b\[[\d;]*[mK]")


@pytest.fixture
def install() -> ModuleType:
    spec = importlib.util.spec_from_file_location("install", ROOT / ".ci" / "install.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def bare_path(folder: Path) -> str:
    """Return a PATH with nothing but what is wanted, and this Python."""
    folder.mkdir()
    for name in WANTED:
        found = shutil.which(name)
        assert found, name
        (folder / name).symlink_to(found)
    major, minor = sys.version_info[:2]
    (folder / f"python{major}.{minor}").symlink_to(sys.executable)
    return str(folder)


def wheel(folder: Path, name: str) -> str:
    """Make a wheel, and return the line that pins it."""
    info = f"{name}-1.0.dist-info"
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr(f"{name}.py", "")
        made.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        made.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        made.writestr(f"{info}/RECORD", f"{name}.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")
    return f"{name}==1.0 --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


def installed(tmp_path: Path, requirements: str, wheels: Path) -> subprocess.CompletedProcess[str]:
    """Install into an environment of its own, on a machine without a compiler and without the network."""
    home = tmp_path / "environment"
    venv.create(home, with_pip=False)
    listed = tmp_path / "requirements.txt"
    listed.write_text(requirements, encoding="utf-8")
    alone = {
        "PATH": bare_path(tmp_path / "bin"),
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(wheels),
        "HOME": str(tmp_path),
    }
    command = [str(each) for each in (home / "bin" / "python", ROOT / ".ci" / "install.py", home, listed)]
    return subprocess.run(command, env=alone, capture_output=True, text=True, check=False, timeout=120)


# Installing


@pytest.mark.slow
def test_installing_says_at_once_what_it_does_and_how_far_it_is(tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    pinned = [wheel(wheels, f"axle{number}") for number in range(12)]

    done = installed(tmp_path, "".join(pinned), wheels)

    assert done.returncode == 0, done.stdout + done.stderr
    told = done.stdout.splitlines()
    assert "12 packages" in told[0]
    assert "a minute, once" in told[0]
    assert [line.partition(":")[0] for line in told[1:]] == ["10 of 12", "12 of 12", "Unpacking", "Installed."]
    assert list((tmp_path / "environment").rglob("axle11.py"))


@pytest.mark.slow
def test_what_is_not_ready_made_is_not_compiled_and_says_what_to_do(tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    (wheels / "axle-1.0.tar.gz").write_bytes(b"a source")

    done = installed(tmp_path, f"axle==1.0 --hash=sha256:{'0' * 64}\n", wheels)

    assert done.returncode != 0
    assert "is not there ready-made" in done.stdout
    assert "docs/deploy.md, Containers" in done.stdout


def test_at_a_terminal_one_line_changes(install: ModuleType) -> None:
    lines = ["Collecting aiohttp==3.14.5 (from -r requirements.txt (line 1))\n", "  Using cached aiohttp\n"]
    lines += [
        "Collecting yarl==1.20 (from -r x)\n",
        "Installing collected packages: yarl\n",
        "Successfully installed\n",
    ]

    seen = "".join(install.progress(lines, 2, is_seen=True))

    assert seen.count("\n") == 1
    assert [part.strip() for part in SHOWN.sub("", seen).split("\r")] == [
        "", "1 of 2: aiohttp", "2 of 2: yarl", "Unpacking", "Installed."
    ]  # fmt: skip


# A host's way


@pytest.fixture
def cloned(tmp_path: Path) -> Path:
    """Return a folder with what a clone has to run, and an environment that is ready."""
    folder = tmp_path / "quadriga"
    folder.mkdir()
    for name in (*copied(), ".ci", "Makefile", ".env.example", "requirements.txt", "README.md"):
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / name)
    home = folder / ".venv"
    venv.create(home, with_pip=False)
    packages = next(home.glob("lib/python*/site-packages"))
    ours = [each for each in sys.path if each.endswith("site-packages")]
    (packages / "ready.pth").write_text("\n".join(ours), encoding="utf-8")
    (home / ".running").touch()
    return folder


@contextlib.contextmanager
def running(folder: Path, settings: dict[str, str]) -> Iterator[Path]:
    """Run ``make run`` meanwhile; give the file of what it says."""
    said = folder / "said"
    environment = {"PATH": bare_path(folder / "bin"), "HOME": str(folder), "PYTHONDONTWRITEBYTECODE": "1", **settings}
    with said.open("wb") as written:
        command = [str(folder / "bin" / "make"), "run"]
        made = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=written, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        yield said
    finally:
        os.killpg(made.pid, signal.SIGTERM)
        made.wait(30)


async def until(said: Path, word: str) -> str:
    async with asyncio.timeout(SECONDS):
        while word not in (told := said.read_text("utf-8")):  # noqa: ASYNC110, ASYNC240  another program writes it
            await asyncio.sleep(0.1)
    return told


@pytest.mark.slow
async def test_the_sandbox_runs_where_there_is_no_compiler_no_browser_and_no_apt(cloned: Path) -> None:
    with running(cloned, {"QUADRIGA_SANDBOX_PORT": "0", "QUADRIGA_CHANCES": "0"}) as said:
        told = await until(said, "ready as")

    assert told.startswith("Starting Quadriga.")
    assert "Play at  http://127.0.0.1:" in told
    assert "not found" not in told


def typed(folder: Path, sandbox: Sandbox, words: str) -> str:
    """Type words at a terminal into ``make setup`` when it asks, and return what stands there then."""
    outer = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "VENV"))}
    environment = {**outer, "QUADRIGA_API_BASE": sandbox.api_base, "QUADRIGA_GATEWAY": sandbox.gateway_url}
    environment |= {"QUADRIGA_CDN": sandbox.cdn_base}
    here, there = os.openpty()
    with subprocess.Popen(
        ["make", "setup"], cwd=folder, env=environment, stdin=there, stdout=there, stderr=there, start_new_session=True
    ) as made:
        os.close(there)
        shown = b""
        while select.select([here], [], [], 60.0)[0]:
            try:
                shown += os.read(here, 4096)
            except OSError:  # it has ended
                break
            if words and shown.endswith(b"(it is not shown): "):
                os.write(here, words.encode())
                words = ""
        os.close(here)
        made.terminate()
    assert not made.returncode, shown
    return SHOWN.sub("", shown.decode())


@pytest.mark.slow
async def test_a_host_reads_twelve_lines_from_the_first_page_to_a_bot_that_answers(cloned: Path) -> None:
    began = time.monotonic()
    sandbox = Sandbox()
    await sandbox.start(port=0)
    try:
        said = await asyncio.to_thread(typed, cloned, sandbox, f"{sandbox.bot_token}\n")
        assert stat.S_IMODE((cloned / ".env").stat().st_mode) == 0o600
        assert sandbox.bot_token not in said
        address = {
            "API_BASE": sandbox.api_base,
            "GATEWAY": sandbox.gateway_url,
            "CDN": sandbox.cdn_base,
            "CHANCES": "0",
        }
        with running(cloned, {f"QUADRIGA_{name}": value for name, value in address.items()}) as file:
            told = await until(file, "ready as")
            async with Control(sandbox.control_url) as control, await control.visitor("Ana") as ana:
                answer = await ana.run("help")
    finally:
        await sandbox.stop()

    assert "/play alone" in answer.text
    assert time.monotonic() - began < SECONDS
    page = (ROOT / "README.md").read_text("utf-8").partition("\n## Host it\n")[2].partition("\n## ")[0]
    installing = ["Installing …", "33 of 33 …"]  # where nothing is ready yet
    printed = [line for line in told.splitlines() if not LOGGED.match(line) or "ready as" in line]
    read = [line for line in (*page.splitlines(), *installing, *said.splitlines(), *printed) if line.strip()]
    assert len(read) <= LINES, "\n".join(read)
