"""Which cases show which rule: the page docs/coverage.md, made from the cases."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from conformance.arena import subjects as arena
from conformance.cases import Case, read_file
from conformance.chapters import Chapter, Subject
from conformance.chariot_race import subjects as chariot_race
from conformance.chariots_of_rome import subjects as chariots_of_rome
from conformance.circus_maximus import subjects as circus_maximus
from conformance.leagues import subjects as leagues
from engine.circus_maximus.printed import editions as circus_editions
from engine.rulesets import RULESETS

BOOKS: Mapping[str, Sequence[Chapter]] = {
    "circus-maximus": circus_maximus.CHAPTERS,
    "chariot-race": chariot_race.CHAPTERS,
    "chariots-of-rome": chariots_of_rome.CHAPTERS,
    "arena": arena.CHAPTERS,
    "leagues": leagues.CHAPTERS,
}
"""Subjects that need cases, by folder of cases."""

TITLES: Mapping[str, str] = {**{book: RULESETS[book].name for book in BOOKS if book in RULESETS}, "leagues": "Leagues"}
"""Of the books."""

ELSEWHERE: Mapping[str, str] = {"arena": "leagues"}
"""Where more cases of a book stand: gladiators are bought, fight in galas and are healed in leagues."""

EDITIONS: Mapping[str, Mapping[str, str]] = {
    "circus-maximus": {name: edition.title for name, edition in circus_editions.EDITIONS.items()}
}
"""The editions of a game that has several, with their titles: a column each."""

ALL_IN_ONE: Mapping[str, str] = {"": "shown by"}
"""The one column of a game that has one edition."""

CASES = Path(__file__).parent / "cases"

PAGE = Path(__file__).parent.parent / "docs" / "coverage.md"

HEAD = """# Which cases show which rule

Made from `conformance/cases` by `python -m conformance coverage`; not written by hand. A case stands beside the rule
it names and those that its source names. Numbers are those of the rules. Of Circus Maximus, `P` and `D` are the
printed and derived cases of the specification, and `R-` its rulings. Of its Epic edition, `row` is a row of the
register of its differences, `EA-` a ruling of its specification, `ET-` a worked case, and `EP-` a ruling of ours. Of
its Table game, `T` is a row of the register of its differences, `TC` a worked case, and `R-T` a ruling. Of Chariot
Race, `T` and `Y` are its cases, and `R` its rulings; of Chariots of Rome, `T`, `X` and `Y` are its cases, and `R` its
rulings. Of the arena, `T-` are the cases of its specification, `R-C` its rulings, and `AR-` ours; what befalls men in
leagues is shown by cases of leagues. Of the Epic campaign, `T-` are the cases of its specification that are not of its
race, and `R-B` its rulings.
"""


def all_cases() -> list[Case]:
    """Return all cases of the games that have to show all their rules.

    :raises conformance.cases.BadCase: if a file cannot be understood.
    """
    return [case for book in BOOKS for path in sorted((CASES / book).glob("*.toml")) for case in read_file(path)]


def names_of(case: Case) -> set[str]:
    """Return the names of all subjects that a case shows: its rule, and those that its source names.

    >>> from conformance.cases import Case
    >>> sorted(names_of(Case("CM-6.62-1", "6.62", "", "", "rule text 8.44, R-D2")))
    ['6.62', '8.44', 'R-D2']
    """
    return {case.rule, *_named_in(case.source)}


@cache
def _named_in(source: str) -> frozenset[str]:
    """Return the rules and examples that a source names; each subject asks it of each case."""
    words = _OF_THE_SPECIFICATION.sub("", source)
    others = r"R-[A-HT]\d+|\bTC\d+|\b[PDRTXY]\d+\b|(?<![.\d])\d+\.\d+"
    return frozenset(re.findall(rf"{_OF_EPIC}|{_OF_ARENA}|{others}", words))


_OF_EPIC = r"\bE[ATP]-\d+|\brow \d+|\bII\.[\d.]*\d"
"""Its rulings, worked cases and our own rulings; rows of the register of its differences; its rules."""

_OF_ARENA = r"\bT-\d+|\bAR-\d+|\b[CDH]\.\d+(?:\.\d+)?"
"""Cases of its specification, our rulings, its rules."""

_OF_THE_SPECIFICATION = re.compile(r"\b(section|board|of|example|ruling(?! AR-)) [\w.-]+")
"""Numbers that are those of its sections, and its worked examples."""


def cases_of(subject: Subject, cases: Iterable[Case]) -> list[str]:
    """Return the ids of the cases that show *subject*, or a rule under it."""
    return [case.id for case in cases if subject.name in _subjects_of(case.rule, case.source)]


@cache
def _subjects_of(rule: str, source: str) -> frozenset[str]:
    """Return the names of all that a case shows by its rule and its source; each subject asks it of each case."""
    names = {rule, *_named_in(source)}
    return frozenset(names.union(*map(_above, names)))


def _above(name: str) -> list[str]:
    """Return the rules that a rule's number is under: 6.423 is under 6.42, and no other that has a dot."""
    uppers = [name[:end] for end in range(1, len(name)) if name[0].isdigit() and name[end:].isdigit()]
    return [upper for upper in uppers if len(upper.partition(".")[2]) > 1]


def of_book(cases: Iterable[Case], ruleset: str) -> list[Case]:
    """Return the cases that may show a subject of a ruleset's book."""
    return [case for case in cases if case.ruleset in (ruleset, ELSEWHERE.get(ruleset))]


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
        own = of_book(cases, ruleset)
        editions = EDITIONS.get(ruleset, ALL_IN_ONE)
        without = ", ".join(bare(own, ruleset)) or "nothing"
        parts += [f"{TITLES[ruleset]}: {len(own)} cases{_by_edition(own, editions)}. Not shown: {without}."]
        parts += [_chapter(chapter, own, editions) for chapter in chapters]
    return "\n\n".join(parts) + "\n"


def edition_of(case: Case) -> str:
    """Return the edition that a case is played by, as its options name it; Basic where they name none.

    >>> from conformance.cases import Case
    >>> edition_of(Case("CM-6.62-1", "6.62", "", "", "", options={"edition": "epic"}))
    'epic'
    """
    return str(case.options.get("edition", "basic"))


def _by_edition(cases: Sequence[Case], editions: Mapping[str, str]) -> str:
    """Return how many cases each edition has; empty for a game of one."""
    if editions is ALL_IN_ONE:
        return ""
    counted = Counter(map(edition_of, cases))
    return ": " + ", ".join(f"{counted[edition]} of the {title}" for edition, title in editions.items())


def _chapter(chapter: Chapter, cases: Sequence[Case], editions: Mapping[str, str]) -> str:
    columns = ["", "about", *editions.values(), *([] if editions is ALL_IN_ONE else ["else"])]
    rows = (_row(subject, cases, editions) for subject in chapter.subjects)
    return "\n".join([f"## {chapter.title}", "", f"| {' | '.join(columns)} |", "|---" * len(columns) + "|", *rows])


def _row(subject: Subject, cases: Sequence[Case], editions: Mapping[str, str]) -> str:
    """Return the proofs of a subject: the cases of each edition, then other proofs."""
    ids = set(cases_of(subject, cases))
    shown = [case for case in cases if case.id in ids]
    cells = [_in_short([f"`{case.id}`" for case in shown if edition_of(case) == edition]) for edition in editions]
    rest = subject.elsewhere or ("" if shown else "**nothing**")
    if editions is ALL_IN_ONE:
        cells = ["; ".join(part for part in (_in_short([f"`{case.id}`" for case in shown]), rest) if part)]
    else:
        cells.append(rest)
    return f"| {subject.name} | {subject.about} | {' | '.join(cells)} |"


def _in_short(shown: Sequence[str]) -> str:
    """Return all ids of a few cases, or the first of many and how many more."""
    most = 8
    if len(shown) <= most:
        return " ".join(shown)
    return f"{' '.join(shown[:most])} and {len(shown) - most} more"
