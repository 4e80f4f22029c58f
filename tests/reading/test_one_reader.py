"""What people type is read in one place: no command or panel reads times, sums, dates, zones or numbers by itself."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OWN = {"isdecimal", "isdigit", "isnumeric", "strptime", "fromisoformat", "available_timezones"}
"""What a reader of its own would call."""

READS_NO_TYPING = {"open_league.py"}
"""Counts the seasons of a title that is on record."""

SETTLED = ("wrote", "chose", "picked", "decided to")
"""Words that say that somebody did it, though the rules or a house driver may have."""


def sources(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def named_in(path: Path) -> set[str]:
    tree = ast.parse(path.read_text())
    found = {each.attr for each in ast.walk(tree) if isinstance(each, ast.Attribute)}
    return found | {name.name for each in ast.walk(tree) if isinstance(each, ast.ImportFrom) for name in each.names}


def told_in(path: Path) -> list[str]:
    """Return the texts of a file that may be told; documentation is none of them."""
    tree = ast.parse(path.read_text())
    documents = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    texts = (each for each in ast.walk(tree) if isinstance(each, ast.Constant) and id(each) not in documents)
    return [each.value for each in texts if isinstance(each.value, str)]


@pytest.mark.parametrize("path", [*sources("cogs")], ids=lambda path: str(path.relative_to(ROOT)))
def test_no_command_and_no_panel_has_a_reader_of_its_own(path: Path) -> None:
    assert path.name in READS_NO_TYPING or not OWN & named_in(path)


STORIES = [path for path in sources("words") if {"story", "story.py", "glance.py"} & set(path.parts)]


@pytest.mark.parametrize("path", STORIES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_story_says_that_a_player_wrote_what_the_rules_may_have_chosen(path: Path) -> None:
    assert not [text for text in told_in(path) if any(f"{word} " in text.lower() for word in SETTLED)]


def test_stories_of_all_games_are_looked_at() -> None:
    games = {"arena", "ave_caesar", "leagues", "chariot_race", "chariots_of_rome", "circus_maximus", "shared"}

    assert {path.relative_to(ROOT / "words").parts[0] for path in STORIES} == games
