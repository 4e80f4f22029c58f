"""Case files: their form, and reading them so that a mistake in one is explained with its place."""

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

READERS: Mapping[str, Callable[[str], Any]] = {".toml": tomllib.loads, ".json": json.loads}
"""By the ending of a file's name; both hold the same."""

Told = str | dict[str, Any]
"""A fact or question: ``Moved blue squares=3`` or ``{fact = "Moved", entry = "blue", squares = 3}``."""


class BadCase(Exception):
    """A case or file that cannot be understood; says where and why."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}")
        self.where, self.why = where, why


class Expectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What has to come of a case. What is not mentioned is not looked at."""

    facts: list[Told] = []  # told in this order; others may stand between
    exact: bool = False  # whether nothing but these facts may be told, rolls left aside
    never: list[Told] = []  # not told at all
    state: dict[str, dict[str, Any]] = {}  # by chariot, or "race"
    asks: dict[str, Told] = {}  # the open question by chariot; "nothing" where none may be open
    legal: list[str] = []  # answers that the open questions must allow


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
    cases: list[dict[str, Any]]
    about: str = ""
    options: dict[str, Any] = {}  # of all its cases, unless one says otherwise


def read_file(path: Path) -> list[Case]:
    """Return the cases of a file.

    :raises BadCase: if it cannot be read as one; the message names the case and the place in it.
    """
    stored = _parsed(path)
    try:
        file = msgspec.convert(stored, CaseFile)
    except msgspec.ValidationError as error:
        raise BadCase(str(path), str(error)) from error
    cases = [_read_case(path, number, raw, file) for number, raw in enumerate(file.cases, start=1)]
    if not cases:
        raise BadCase(str(path), "holds no case")
    check_ids(cases, str(path))
    return cases


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


def _read_case(path: Path, number: int, raw: dict[str, Any], file: CaseFile) -> Case:
    where = f"{path}: case {raw.get('id', f'number {number}')}"
    try:
        case = msgspec.convert({"ruleset": file.ruleset, **raw}, Case)
    except msgspec.ValidationError as error:
        raise BadCase(where, str(error)) from error
    if bool(case.chart) == bool(case.position):
        raise BadCase(where, "a case has either a `position` to play on or a `chart` with `cells` to look up")
    if case.chart and not case.cells:
        raise BadCase(where, "a `chart` needs `cells`")
    return msgspec.structs.replace(case, options={**file.options, **case.options})
