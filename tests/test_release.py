"""A version: its number, what stands in the way of it, and the licences that go with it."""

import importlib.util
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from cogs.commands.help import BEGIN
from records.version import VERSION

ROOT = Path(__file__).parent.parent


@pytest.fixture
def release() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release", ROOT / ".ci" / "release.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_number_stands_in_one_place_and_help_tells_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    assert "version" in project["project"]["dynamic"]
    assert project["tool"]["setuptools"]["dynamic"]["version"]["attr"] == "records.version.VERSION"
    assert VERSION in BEGIN


@pytest.mark.parametrize(
    ("log", "number", "changed", "tagged", "in_the_way"),
    [
        ("## 1.4.2 · 2026-12-01", "1.4.2", "", "", ""),
        ("## 1.4.2 · unreleased", "1.4.2", "", "", "calls 1.4.2 unreleased"),
        ("## 1.4.1 · 2026-12-01", "1.4.2", "", "", "does not begin with 1.4.2"),
        ("## 1.4 · 2026-12-01", "1.4", "", "", "no number like"),
        ("## 1.4.2 · 2026-12-01", "1.4.2", " M bot.py", "", "not committed"),
        ("## 1.4.2 · 2026-12-01", "1.4.2", "", "v1.4.2", "tagged already"),
    ],
)
def test_what_stands_in_the_way_of_a_version_is_said(  # noqa: PLR0917  a table
    release: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    log: str,
    number: str,
    changed: str,
    tagged: str,
    in_the_way: str,
) -> None:
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n{log}\n\n- Something.\n", encoding="utf-8")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(release, "VERSION", number)

    found = list(release.what_is_in_the_way(changed, tagged))

    assert len(found) == bool(in_the_way)
    assert in_the_way in "".join(found)
    assert release.how_to_publish(found).startswith("Once that is done" if in_the_way else "To publish it: git tag")


def test_the_licences_of_all_that_running_installs_go_with_it(release: ModuleType) -> None:
    parts = list(release.licences())

    told = {part.split()[0] for part in parts}
    assert told >= set(release.PINNED.findall((ROOT / "requirements.txt").read_text(encoding="utf-8")))
    assert any(part.startswith("psycopg ") and "LESSER GENERAL PUBLIC LICENSE" in part for part in parts)
    assert parts[0].startswith("LICENSE\n")
    bare = [part.partition("\n")[0] for part in parts if len(part) < 300]
    assert all("Not installed" in part or "see" in part for part in parts if part.partition("\n")[0] in bare), bare
