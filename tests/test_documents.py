"""Documents and docstrings name nothing that is not there: files, folders, functions, links."""

import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "engine").rglob("README.md")),
    ROOT / "sandbox" / "README.md",
]
ROOMS = sorted(each.parent.name for each in ROOT.glob("*/__init__.py"))
A_NEW_GAME = re.compile(r"my[_-]game")
"""What docs/adding-a-ruleset.md tells its reader to write."""

_LINK = re.compile(r"\]\((?!\w+:)([^)#]+)[^)]*\)")
_FILE = re.compile(r"(?<![\w/.:-])(?:[\w.-]+/)+[\w.-]*\w\.(?:py|md|toml|json|png|in|txt)\b")
_FOLDER = re.compile(r"(?<![\w/.:-])(?:[a-z_]+/)+(?=[`\s])")


def named(pattern: re.Pattern[str], text: str) -> set[str]:
    """Return what a text names, in its pictures too; links stand apart, and go from the page."""
    return {path for path in pattern.findall(_LINK.sub("", text)) if not A_NEW_GAME.search(path)}


def folders() -> list[str]:
    """Return all folders of the project, each with a slash on either side."""
    found = [each for each in ROOT.iterdir() if each.is_dir() and not each.name.startswith(".")]
    below = [folder for each in found for folder in each.rglob("*") if folder.is_dir()]
    return [f"/{folder.relative_to(ROOT).as_posix()}/" for folder in [*found, *below]]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_path_in_a_document_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")

    # A page about a room may name its files from there.
    homes = {ROOT, page.parent}

    assert [path for path in sorted(named(_FILE, text)) if not any((home / path).exists() for home in homes)] == []
    assert [link for link in _LINK.findall(text) if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_folder_in_a_document_exists(page: Path) -> None:
    there = folders()
    named_here = named(_FOLDER, page.read_text(encoding="utf-8"))

    # A page about a room may name its floors from there.
    assert [path for path in sorted(named_here) if not any(each.endswith(f"/{path}") for each in there)] == []


def test_the_documents_name_many_paths() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")

    assert len(named(_FILE, text)) > 50
    assert {"db/opening/writer.py", "cogs/panels/bets/tickets.py"} <= named(_FILE, text)
    assert {"engine/", "kit/", "engine/circus_maximus/"} <= named(_FOLDER, text)


def rows() -> list[tuple[str, str, str]]:
    """Return the table under "Where to find it": what is looked for, the file, what stands there."""
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    table = text.partition("## Where to find it")[2].partition("\n## ")[0]
    return re.findall(r"^\| (.*) \| `([\w/]+\.py)` \| (.*) \|$", table, re.MULTILINE)


def looked_up() -> Iterator[tuple[str, str]]:
    """Yield each name that the table finds, with the file that it stands in: the last one named before it."""
    for _, file, there in rows():
        here = file
        for word in re.findall(r"`([^`]+)`", there):
            if word.endswith(".py"):
                here = word
            else:
                yield here, word


def test_one_table_leads_to_a_rule() -> None:
    looked_for = [subject for subject, _, _ in rows()]

    assert len(looked_for) > 80
    assert len(set(looked_for)) == len(looked_for)
    assert all((ROOT / file).is_file() for _, file, _ in rows())


def test_every_name_that_is_looked_up_stands_in_its_file() -> None:
    wrong = [
        (file, name) for file, name in looked_up() if not stands_in(name, (ROOT / file).read_text(encoding="utf-8"))
    ]

    assert len(list(looked_up())) > 120
    assert wrong == []


def stands_in(name: str, source: str) -> bool:
    """Tell whether a module defines this function, class or value, or this method of a class."""
    owner, _, method = name.rpartition(".")
    if not owner:
        return bool(re.search(rf"^(?:(?:async )?def |class )?{re.escape(name)}\b", source, re.MULTILINE))
    body = re.search(rf"^class {re.escape(owner)}\b.*?(?=^\S|\Z)", source, re.MULTILINE | re.DOTALL)
    return bool(body and re.search(rf"^    (?:async )?def {re.escape(method)}\b", body.group(), re.MULTILINE))


def references() -> Iterator[tuple[str, str]]:
    """Yield each reference in the code to something of ours by its full name, with the file that it stands in."""
    for room in ROOT.glob("*/__init__.py"):
        for file in sorted(room.parent.rglob("*.py")):
            found = re.findall(rf":\w+:`~?((?:{'|'.join(ROOMS)})\.[\w.]+)`", file.read_text(encoding="utf-8"))
            yield from ((file.relative_to(ROOT).as_posix(), name) for name in found)


def test_every_reference_in_the_code_leads_somewhere() -> None:
    found = list(references())

    assert len(found) > 10
    assert [(file, name) for file, name in found if not is_there(name)] == []


def is_there(name: str) -> bool:
    """Tell whether there is a module of this full name, or something in one."""
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


def test_the_first_page_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= 800


def test_every_page_is_linked_from_another() -> None:
    linked = {
        (page.parent / link).resolve() for page in PAGES for link in _LINK.findall(page.read_text(encoding="utf-8"))
    }

    assert [page.name for page in PAGES[1:] if page not in linked] == []


def test_the_policy_is_linked_where_hosts_begin_and_names_who_can_delete() -> None:
    policy = (ROOT / "docs/privacy.md").read_text(encoding="utf-8")

    assert "(docs/privacy.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert "(privacy.md)" in (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
    assert [
        part for part in ("Who sees it", "How long", "Have it deleted", "For hosts", "operator") if part not in policy
    ] == []
