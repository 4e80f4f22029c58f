"""Which cases show which rule: the page docs/coverage.md, made from the cases."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from conformance.cases import Case, read_file
from conformance.circus_maximus.subjects import CHAPTERS, Chapter, Subject

RULESET = "circus-maximus"

CASES = Path(__file__).parent / "cases" / RULESET

PAGE = Path(__file__).parent.parent / "docs" / "coverage.md"

HEAD = """# Which cases show which rule

Made from `conformance/cases/circus-maximus` by `python -m conformance coverage`; not written by hand. A case stands
beside the rule it names and those that its source names. Numbers are those of the rules; `P` and `D` are the printed
and derived cases of the specification, `R-` its rulings.
"""


def all_cases() -> list[Case]:
    """Return all cases of Circus Maximus.

    :raises conformance.cases.BadCase: if a file cannot be understood.
    """
    return [case for path in sorted(CASES.glob("*.toml")) for case in read_file(path)]


def names_of(case: Case) -> set[str]:
    """Return the names of all subjects that a case shows: its rule, and what its source names.

    >>> from conformance.cases import Case
    >>> sorted(names_of(Case("CM-6.62-1", "6.62", "", "", "rule text 8.44, R-D2")))
    ['6.62', '8.44', 'R-D2']
    """
    source = _OF_THE_SPECIFICATION.sub("", case.source)
    return {case.rule, *re.findall(r"R-[A-H]\d+|\b[PD]\d+\b|\b\d+\.\d+", source)}


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


def bare(cases: Sequence[Case]) -> list[str]:
    """Return the names of the subjects that neither a case nor anything else shows."""
    return [
        subject.name
        for chapter in CHAPTERS
        for subject in chapter.subjects
        if not subject.elsewhere and not cases_of(subject, cases)
    ]


def page(cases: Sequence[Case]) -> str:
    """Return the whole page."""
    without = ", ".join(bare(cases)) or "nothing"
    told = f"{len(cases)} cases. Not shown: {without}."
    return "\n\n".join([HEAD.strip(), told, *(_chapter(chapter, cases) for chapter in CHAPTERS)]) + "\n"


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
