"""What the two commands install, with which Python, and in which order the tests run."""

import importlib
import importlib.util
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from importlib.metadata import packages_distributions
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.conftest import dealt, in_shares

ROOT = Path(__file__).parent.parent
ROOMS = ("cogs", "words", "records", "steward", "db", "renderers", "engine", "sandbox")
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[\w+\])?==([\w.]+)", re.MULTILINE)


def pins(name: str) -> dict[str, str]:
    """Return the version of each package that a file of requirements names."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return {plain(package): version for package, version in PIN.findall(text)}


def plain(package: str) -> str:
    return re.sub(r"[._-]+", "-", package).lower()


# Pinned


@pytest.mark.parametrize("name", ["requirements", "requirements-dev"])
def test_the_lock_holds_what_is_asked_for_and_all_that_it_stands_on(name: str) -> None:
    asked, locked = pins(f"{name}.in"), pins(f"{name}.txt")

    assert asked
    assert asked.items() <= locked.items(), "run make lock"
    assert len(locked) > len(asked)


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_package_is_pinned_with_its_hashes(name: str) -> None:
    blocks = re.split(r"\n(?=\S)", (ROOT / name).read_text(encoding="utf-8"))

    assert len(blocks) == len(pins(name))
    assert [block for block in blocks if not re.match(r"\S+==\S+ .*\\\n    --hash=sha256:[0-9a-f]{64}", block)] == []


def test_the_tests_run_with_what_running_installs() -> None:
    assert pins("requirements.txt").items() <= pins("requirements-dev.txt").items()


def test_running_installs_no_tool_of_the_tests_and_needs_none() -> None:
    running = pins("requirements.txt")
    of_tests = pins("requirements-dev.in").keys() - pins("requirements.in").keys()
    known = packages_distributions()
    used = {plain(name) for module in imported() for name in known.get(module, ())}

    assert not of_tests & running.keys()
    assert {"discord-py", "sqlalchemy", "pillow"} <= used
    assert used - running.keys() == set()


IMPORTS = re.compile(r"^ *(?:from ([\w.]+) import|import ([\w., ]+))", re.MULTILINE)


def imported() -> Iterator[str]:
    """Yield the top-level modules that the running program imports."""
    for path in [ROOT / "bot.py", *(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))]:
        for one, several in IMPORTS.findall(path.read_text(encoding="utf-8")):
            yield from (
                name.strip().partition(".")[0].split()[0] for name in (one or several).split(",") if name.strip()
            )


# Which Python


def pythons(path: Path, home: Path) -> subprocess.CompletedProcess[str]:
    """Run the search on a machine that has these programs alone."""
    machine = {"PATH": str(path), "HOME": str(home)}
    return subprocess.run(
        ["/bin/sh", ROOT / ".ci" / "pythons"], env=machine, capture_output=True, text=True, check=False
    )


def put(folder: Path, name: str, does: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / name
    program.write_text(f"#!/bin/sh\n{does}\n")
    program.chmod(0o755)
    return program


def test_the_newest_comes_first_and_one_that_does_not_start_does_not_count(tmp_path: Path) -> None:
    put(tmp_path / "bin", "python3.14", "echo 'pyenv: python3.14: command not found' >&2; exit 127")
    put(tmp_path / "bin", "python3.12", "exit 0")
    put(tmp_path / "bin", "python3.11", "exit 0")
    of_pyenv = put(tmp_path / ".pyenv" / "versions" / "3.13.0" / "bin", "python3.13", "exit 0")

    found = pythons(tmp_path / "bin", tmp_path)

    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.splitlines() == [str(of_pyenv), "python3.12", "python3.11"]


def test_one_line_says_what_to_install_if_there_is_none(tmp_path: Path) -> None:
    put(tmp_path / "bin", "python3.11", "exit 1")

    found = pythons(tmp_path / "bin", tmp_path)

    assert (found.returncode, found.stdout) == (1, "")
    assert found.stderr.count("\n") == 1
    assert "apt-get install python3 python3-venv" in found.stderr


def test_the_search_asks_the_python_itself_for_its_version(tmp_path: Path) -> None:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    other = "3.12" if version != "3.12" else "3.13"
    (tmp_path / "bin").mkdir()
    for name in (version, other):
        (tmp_path / "bin" / f"python{name}").symlink_to(sys.executable)

    assert pythons(tmp_path / "bin", tmp_path).stdout.splitlines() == [f"python{version}"]


def test_what_is_promised_is_what_is_looked_for() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    searched = re.findall(
        r"3\.\d+(?=[ ;])", (ROOT / ".ci" / "pythons").read_text(encoding="utf-8").split("for version in")[1]
    )

    assert 'requires-python = ">=3.11,<3.15"' in project
    assert searched[:4] == ["3.14", "3.13", "3.12", "3.11"]


# The audit


@pytest.fixture
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit", ROOT / ".ci" / "audit.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SOUND = {"name": "msgspec", "version": "0.22.0", "vulns": []}
ILL = {"name": "aiohttp", "version": "3.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["3.1"]}]}
UNKNOWN = {"name": "yarl", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("found", "code", "line"),
    [
        ([SOUND, UNKNOWN], 0, "1 packages audited, 0 with advisories"),
        ([SOUND, ILL], 1, "aiohttp 3.0: PYSEC-1, mended in 3.1"),
        ([UNKNOWN], 0, "The advisory service cannot be reached: the packages were not audited."),
        ([], 0, "The advisory service cannot be reached: the packages were not audited."),
    ],
)
def test_an_audit_fails_for_advisories_and_not_for_want_of_a_network(
    audit: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    found: Sequence[Any],
    code: int,
    line: str,
) -> None:
    monkeypatch.setattr(audit, "ask", lambda _requirements: found)

    assert audit.main(["requirements-dev.txt"]) == code
    assert line in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("prints", "found"),
    [
        ("Traceback: ConnectionError", []),
        ('{"fixes": []}', []),
        ('{"dependencies": [{"name": "yarl"}]}', [{"name": "yarl"}]),
    ],
)
def test_what_the_tool_says_is_read(
    audit: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, prints: str, found: list[Any]
) -> None:
    put(tmp_path, "pip-audit", f"echo '{prints}'; exit 1")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))

    assert audit.ask("requirements-dev.txt") == found


# The order of the tests


@pytest.mark.parametrize("workers", [1, 2, 3, 4])
def test_each_worker_begins_with_its_share(workers: int) -> None:
    groups = [[f"slow {number} {each}" for each in range(number)] for number in range(1, 5)]
    others = [f"other {number}" for number in range(40)]

    ordered = in_shares(dealt([(group, range(workers)) for group in groups], workers), others)

    assert sorted(ordered) == sorted([*(each for group in groups for each in group), *others])
    starts = [len(ordered) * part // workers for part in range(workers)]
    assert all(ordered[start].startswith("slow") for start in starts)
    assert [each for each in ordered if each in others] == others


def test_tests_of_a_group_stay_together_and_the_largest_are_dealt_first() -> None:
    assert dealt([(["a"], (0, 1)), (["b", "b"], (0, 1)), (["c", "c", "c"], (0, 1))], 2) == [list("ccc"), list("bba")]


def test_those_with_few_homes_come_first_and_only_there() -> None:
    everywhere = (0, 1, 2)

    shares = dealt([(["slow"] * 3, everywhere), (["bot"], (0, 1)), (["bots"], (0, 1)), (["page"], (2,))], 3)

    assert shares == [["bot", "slow", "slow", "slow"], ["bots"], ["page"]]


def test_more_workers_than_tests_lose_none() -> None:
    assert sorted(in_shares(dealt([(["a"], range(8)), (["b"], range(8))], 8), ["c"])) == ["a", "b", "c"]
    assert in_shares([[], []], ["c", "d"]) == ["c", "d"]


# What `pip install .` brings


def test_an_installation_has_every_room_with_its_files_and_what_it_stands_on() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    tools = told["tool"]["setuptools"]
    endings = {each.removeprefix("*") for each in tools["package-data"]["*"]}
    lacking = {
        path.suffix for room in ROOMS for path in tracked(room) if path.suffix not in endings | {".py"} and path.suffix
    }

    assert lacking == set()
    assert {each.removesuffix("*") for each in tools["packages"]["find"]["include"]} == set(ROOMS)
    assert tools["dynamic"]["dependencies"]["file"] == ["requirements.in"]
    assert told["project"]["dynamic"] == ["dependencies", "version"]
    module, function = told["project"]["scripts"]["quadriga"].split(":")
    assert callable(getattr(importlib.import_module(module), function))


def test_the_measure_of_lines_leaves_out_no_room_of_the_bot() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    assert {*told["tool"]["coverage"]["run"]["source"], "sandbox"} == set(ROOMS)


def tracked(folder: str) -> list[Path]:
    """Return all files below a folder that git knows."""
    listed = subprocess.run(["git", "ls-files", "-z", folder], cwd=ROOT, capture_output=True, text=True, check=True)
    return [Path(each) for each in listed.stdout.split("\0") if each]


# The tree


def test_no_link_leads_out_of_the_tree() -> None:
    listed = subprocess.run(["git", "ls-files", "-s", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    links = [ROOT / line.partition("\t")[2] for line in listed.stdout.split("\0") if line.startswith("120000")]

    astray = [str(each.relative_to(ROOT)) for each in links if not is_within(each, ROOT)]

    assert listed.stdout
    assert astray == []


@pytest.mark.parametrize(
    ("target", "is_inside"),
    [("a.txt", True), ("deep/../a.txt", True), ("{root}/a.txt", False), ("../a.txt", False), ("missing.txt", False)],
)
def test_a_link_is_within_if_it_leads_by_a_relative_way_to_something_in_the_tree(
    tmp_path: Path, target: str, is_inside: bool
) -> None:
    root = tmp_path / "tree"
    (root / "deep").mkdir(parents=True)
    for each in root / "a.txt", tmp_path / "a.txt":
        each.write_text("")
    link = root / "link"
    link.symlink_to(target.format(root=root))

    assert is_within(link, root) == is_inside


def is_within(link: Path, root: Path) -> bool:
    """Tell whether a link leads, by a relative way, to something that is there in the tree."""
    return not link.readlink().is_absolute() and link.exists() and link.resolve().is_relative_to(root.resolve())
