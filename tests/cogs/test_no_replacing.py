"""No phrase is made by replacing words inside a finished sentence: "11 times" has "1 times" in it.

Each function that exchanges letters of a text stands below with its reason; all others build their text from parts.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("words", "cogs")
READING = ROOT / "words" / "reading"
"""It takes apart what people have typed, and tells nothing."""
EXCHANGING = {"replace": 2, "sub": 2, "subn": 2, "translate": 1, "expandtabs": 1}
"""Methods that exchange parts of a text, with how many arguments they then have in a row at least."""

HONEST: Mapping[str, str] = {
    "words/shared/spelling.py:code_of": "codes are made of words, for menus and for typing",
    "words/shared/spelling.py:words_of": "words are made of codes and of a program's names",
    "cogs/panels/new_fixture.py:again_told": "a title stands in a command to copy: a backtick would end it",
    "words/shared/names.py:harmless": "markdown and mentions are escaped",
    "words/shared/names.py:unformatted": "markdown is taken off a name",
    "words/shared/names.py:unbolded": "markdown: bold in bold ends it",
    "words/exports/plain.py:plain": "markdown and mentions are taken off for a file",
    "words/chariots_of_rome/typed.py:_debris": "what a player has typed is read",
    "words/circus_maximus/codes.py:<module>": "a square in the code of a custom id",
    "words/circus_maximus/codes.py:_preparation": "what a player has typed is read",
    "words/circus_maximus/rulebook.py:_numbered": "numbers of rules, each by itself, as an edition's book has them",
    "cogs/posts/mentions.py:by_name": "a mention is markup: the name that it would show stands in its place",
    "cogs/panels/why.py:_paged": "ends of lines, so that a page breaks between rolls only",
    "cogs/panels/desk.py:_plain": "markdown is taken off for a menu",
    "cogs/panels/daily_share.py:block_of": "markdown: a backtick would end the block of code",
    "cogs/panels/league_presets.py:<module>": "the name of a preset in a custom id",
    "cogs/kit/log_lines.py:without_secrets": "what must not be logged is taken out, and no sentence is made of it",
    "cogs/kit/setting_up.py:keep_token": "a line of the file of settings",
    "words/shared/nouns.py:said": "whole words, each with its own in a game's nouns; a test reads all sentences",
    "cogs/panels/share.py:show_card": "markdown: a backtick would end the block of code",
}
"""Which functions exchange letters of a text, and why no sentence can come out wrong."""

_MOST = 4
"""Arguments of such a method; what takes more exchanges something else."""


class _Finder(ast.NodeVisitor):
    """Finds the functions that exchange parts of a text."""

    def __init__(self, path: str) -> None:
        self.path, self.where, self.found = path, ["<module>"], set[str]()

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.where.append(node.name)
        self.generic_visit(node)
        self.where.pop()

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute):
            least = EXCHANGING.get(node.func.attr)
            if least is not None and least <= len(node.args) <= _MOST:
                self.found.add(f"{self.path}:{self.where[-1]}")
        self.generic_visit(node)


def exchanging(path: str, source: str) -> set[str]:
    """Return the functions of a file that exchange parts of a text."""
    finder = _Finder(path)
    finder.visit(ast.parse(source))
    return finder.found


def files() -> Iterator[Path]:
    for room in ROOMS:
        yield from (path for path in sorted((ROOT / room).rglob("*.py")) if READING not in path.parents)


def test_no_phrase_is_made_by_replacing_words_in_a_finished_sentence() -> None:
    found = {
        each for path in files() for each in exchanging(path.relative_to(ROOT).as_posix(), path.read_text("utf-8"))
    }

    assert found - HONEST.keys() == set(), "build the text from its parts, or give an honest reason here"
    assert HONEST.keys() - found == set(), "no longer needed"


@pytest.mark.parametrize(
    ("code", "is_found"),
    [
        ('def f(chance):\n    return told(chance).replace("1 times", "once")', True),
        ('import re\ndef f(text):\n    return re.sub("dies", "dice", text)', True),
        ('def f(text):\n    return _PATTERN.sub(" ", text)', True),
        ("def f(text):\n    return text.translate(TABLE)", True),
        ("def f(record):\n    return msgspec.structs.replace(record, seq=1)", False),
        ("def f(day):\n    return day.replace(hour=0, minute=0)", False),
        ("def f(form, name):\n    return form.format(a=name)", False),
    ],
)
def test_what_exchanges_parts_of_a_text_is_seen(code: str, is_found: bool) -> None:
    assert bool(exchanging("x.py", code)) is is_found
