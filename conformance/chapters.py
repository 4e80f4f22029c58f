"""Subjects that there have to be cases of, and chapters of them."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Subject:
    """One rule, option, printed or derived case, or ruling.

    Where no case can show it, *elsewhere* names another proof: a file of tests, or the reason why there is none.
    """

    name: str
    about: str
    elsewhere: str = ""


@dataclass(frozen=True)
class Chapter:
    """Subjects that belong together."""

    title: str
    subjects: tuple[Subject, ...]


def chapter(title: str, text: str, elsewhere: Mapping[str, str] | None = None) -> Chapter:
    """Return the subjects of *text*: one a line, its name, then its topic."""
    lines = (line.strip().partition(" ") for line in text.strip().splitlines())
    return Chapter(
        title, tuple(Subject(name, about.strip(), (elsewhere or {}).get(name, "")) for name, _, about in lines)
    )
