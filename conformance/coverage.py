"""Which cases show which rule: the page docs/coverage.md, made from the cases."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from conformance.cases import Case, read_file
from conformance.chariot_race import subjects as chariot_race
from conformance.chariots_of_rome import subjects as chariots_of_rome
from conformance.circus_maximus import subjects as circus_maximus
from conformance.circus_maximus.chapters import Chapter, Subject
from engine.rulesets import RULESETS

BOOKS: Mapping[str, Sequence[Chapter]] = {
    "circus-maximus": circus_maximus.CHAPTERS,
    "chariot-race": chariot_race.CHAPTERS,
    "chariots-of-rome": chariots_of_rome.CHAPTERS,
}
"""What there have to be cases of, by ruleset."""

CASES = Path(__file__).parent / "cases"

PAGE = Path(__file__).parent.parent / "docs" / "coverage.md"

HEAD = """# Which cases show which rule

Made from `conformance/cases` by `python -m conformance coverage`; not written by hand. A case stands beside the rule it
names and those that its source names. Numbers are those of the rules. Of Circus Maximus, `P` and `D` are the printed
and derived cases of the specification, and `R-` its rulings. Of its Epic edition, `row` is a row of the register of its
differences, `EA-` a ruling of its specification, `ET-` a worked case, and `EP-` a ruling of ours. Of Chariot Race, `T`
and `Y` are its cases, and `R` its rulings; of Chariots of Rome, `T`, `X` and `Y` are its cases, and `R` its rulings.
"""


def all_cases() -> list[Case]:
    """Return all cases of the games that have to show all their rules.

    :raises conformance.cases.BadCase: if a file cannot be understood.
    """
    return [case for book in BOOKS for path in sorted((CASES / book).glob("*.toml")) for case in read_file(path)]


def names_of(case: Case) -> set[str]:
    """Return the names of all subjects that a case shows: its rule, and what its source names.

    >>> from conformance.cases import Case
    >>> sorted(names_of(Case("CM-6.62-1", "6.62", "", "", "rule text 8.44, R-D2")))
    ['6.62', '8.44', 'R-D2']
    """
    return {case.rule, *_named_in(case.source)}


@cache
def _named_in(source: str) -> frozenset[str]:
    """Return what a source names; each subject asks it of each case."""
    words = _OF_THE_SPECIFICATION.sub("", source)
    return frozenset(re.findall(rf"{_OF_EPIC}|R-[A-H]\d+|\b[PDRTXY]\d+\b|(?<![.\d])\d+\.\d+", words))


_OF_EPIC = r"\bE[ATP]-\d+|\brow \d+|\bII\.[\d.]*\d"
"""Its rulings, worked cases and our own rulings; rows of the register of its differences; its rules."""

_OF_THE_SPECIFICATION = re.compile(r"\b(section|board|of|ruling) [\w.-]+")
"""Numbers that are those of its sections."""


def cases_of(subject: Subject, cases: Iterable[Case]) -> list[str]:
    """Return the ids of the cases that show *subject*, or a rule under it."""
    return [case.id for case in cases if any(_belongs(name, subject.name) for name in names_of(case))]


def _belongs(name: str, subject: str) -> bool:
    return name == subject or (subject[0].isdigit() and name.startswith(subject) and _is_below(name, subject))


def _is_below(name: str, subject: str) -> bool:
    """Tell whether a rule's number is under another one's: 6.423 is under 6.42, and nothing else that has a dot."""
    return "." in subject and name[len(subject) :].isdigit() and len(subject.partition(".")[2]) > 1


def bare(cases: Sequence[Case], ruleset: str) -> list[str]:
    """Return the names of the subjects of a ruleset that neither one of its cases nor anything else shows."""
    return [
        subject.name
        for chapter in BOOKS[ruleset]
        for subject in chapter.subjects
        if not subject.elsewhere and not cases_of(subject, cases)
    ]


def page(cases: Sequence[Case]) -> str:
    """Return the whole page."""
    parts = [HEAD.strip()]
    for ruleset, chapters in BOOKS.items():
        own = [case for case in cases if case.ruleset == ruleset]
        without = ", ".join(bare(own, ruleset)) or "nothing"
        parts += [f"{RULESETS[ruleset].name}: {len(own)} cases. Not shown: {without}."]
        parts += [_chapter(chapter, own) for chapter in chapters]
    return "\n\n".join(parts) + "\n"


def _chapter(chapter: Chapter, cases: Sequence[Case]) -> str:
    rows = (_row(subject, cases) for subject in chapter.subjects)
    return "\n".join([f"## {chapter.title}", "", "| | about | shown by |", "|---|---|---|", *rows])


def _row(subject: Subject, cases: Sequence[Case]) -> str:
    shown = [f"`{each}`" for each in cases_of(subject, cases)]
    parts = [_in_short(shown), subject.elsewhere]
    return f"| {subject.name} | {subject.about} | {'; '.join(part for part in parts if part) or '**nothing**'} |"


def _in_short(shown: Sequence[str]) -> str:
    """Return all ids of a few cases, or the first of many and how many more."""
    most = 8
    if len(shown) <= most:
        return " ".join(shown)
    return f"{' '.join(shown[:most])} and {len(shown) - most} more"
