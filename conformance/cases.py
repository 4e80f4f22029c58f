"""Case files: their form, and reading them so that a mistake in one is explained with its place."""

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from conformance.converting import convert, one_of

READERS: Mapping[str, Callable[[str], Any]] = {".toml": tomllib.loads, ".json": json.loads}
"""By the ending of a file's name; both hold the same."""

WrittenFact = str | dict[str, Any]
"""A fact or question: ``Moved blue squares=3`` or ``{fact = "Moved", entry = "blue", squares = 3}``."""


class BadCase(Exception):
    """A case or file that cannot be understood; says where and why."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}")
        self.where, self.why = where, why


class Expectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The results that a case has to have. Those it does not mention are not looked at."""

    facts: list[WrittenFact] = []  # told in this order; others may stand between
    exact: bool = False  # whether nothing but these facts may be told, rolls left aside
    never: list[WrittenFact] = []  # facts not told at all, and questions not asked
    state: dict[str, dict[str, Any]] = {}  # by chariot, or "race"
    asks: dict[
        str, WrittenFact
    ] = {}  # the open question by chariot; "nothing", or "not NextAction", where it may not be open
    legal: list[str] = []  # answers that the open questions must allow

    @property
    def is_empty(self) -> bool:
        """Whether it says nothing, so that any outcome of a case is right."""
        return self == Expectation()


_EXPECTED = Expectation.__struct_fields__


class Refusal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer that has to be refused."""

    refuse: str
    reason: str | None = None
    rule: str | None = None
    values: dict[str, Any] = {}


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One case: a position that is played on, or cells to be looked up in a chart."""

    id: str  # never changes
    rule: str
    title: str
    why: str
    source: str
    ruleset: str = ""  # the file's, unless the case names another

    chart: str = ""
    cells: list[str] = []  # "11 4 -> SS"

    begin: str | list[str] = "turn"  # "setup", "turn", or whose phases are played
    stop: str = ""  # "phase", "turn" or "never"
    options: dict[str, Any] = {}
    race: dict[str, Any] = {}
    position: dict[str, dict[str, Any]] = {}  # by chariot
    answers: list[str | Refusal] = []
    dice: list[int | str] = []  # in the order they fall
    expect: Expectation = Expectation()


class CaseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of cases."""

    ruleset: str
    cases: list[Any]
    about: str = ""
    options: dict[str, Any] = {}  # of all its cases, unless one says otherwise


def read_file(path: Path) -> list[Case]:
    """Return the cases of a file.

    :raises BadCase: if one of them cannot be read; the message names the case and the place in it.
    """
    cases, bad = look_through(path)
    for each in bad:
        raise each
    return cases


def look_through(path: Path) -> tuple[list[Case], list[BadCase]]:
    """Return the cases of a file that can be read, and the mistakes in the others.

    :raises BadCase: if it is no file of cases.
    """
    try:
        file = convert(_parsed(path), CaseFile)
    except ValueError as error:
        raise BadCase(str(path), str(error)) from error
    if not file.cases:
        raise BadCase(str(path), "holds no case")
    cases: list[Case] = []
    bad: list[BadCase] = []
    for number, raw in enumerate(file.cases, start=1):
        try:
            cases.append(_read_case(path, number, raw, file))
        except BadCase as error:
            bad.append(error)
    try:
        check_ids(cases, str(path))
    except BadCase as error:
        bad.append(error)
    return cases, bad


def check_ids(cases: list[Case], where: str) -> None:
    """Raise :exc:`BadCase` if two of *cases* bear one id."""
    twice = [name for name, count in Counter(case.id for case in cases).items() if count > 1]
    if twice:
        raise BadCase(where, f"more than one case is called {', '.join(twice)}")


def _parsed(path: Path) -> Any:
    reader = READERS.get(path.suffix)
    if reader is None:
        raise BadCase(str(path), f"a case file ends in {' or '.join(READERS)}")
    try:
        return reader(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeError) as error:
        raise BadCase(str(path), f"cannot be read: {error}") from error
    except ValueError as error:
        raise BadCase(str(path), f"is not {path.suffix[1:].upper()}: {error}") from error


def _read_case(path: Path, number: int, raw: Any, file: CaseFile) -> Case:
    named = raw.get("id") if isinstance(raw, dict) else None
    where = f"{path}: case {named or f'number {number}'}"
    if not isinstance(raw, dict):
        raise BadCase(where, "a case is a table with an `id`, a `rule` and so on")
    try:
        case = convert({"ruleset": file.ruleset, **raw}, Case)
    except ValueError as error:
        raise BadCase(where, str(error)) from error
    if bool(case.chart) == bool(case.position):
        raise BadCase(where, "a case has either a `position` to play on or a `chart` with `cells` to look up")
    if case.chart and not case.cells:
        raise BadCase(where, "a `chart` needs `cells`")
    if case.position and case.expect.is_empty and not any(isinstance(each, Refusal) for each in case.answers):
        raise BadCase(where, f"has no `expect`, so nothing can differ; it may hold {one_of(_EXPECTED)}")
    return msgspec.structs.replace(case, options={**file.options, **case.options})
