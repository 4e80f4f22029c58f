"""The words that cases are written in: the page docs/case-words.md, made from the rules and from the cases played."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, ClassVar, Literal, get_args, get_origin, get_type_hints

import msgspec

from conformance.adapters import ADAPTERS
from conformance.cases import READERS, Case, read_file
from conformance.converting import parts_of
from conformance.runner import Outcome
from engine.facts import Common
from engine.questions import Question
from engine.rulesets import RULESETS
from records.values import EntryId

ROOT = Path(__file__).parent.parent
CASES = ROOT / "conformance" / "cases"
PAGE = ROOT / "docs" / "case-words.md"

HEAD = """# Words of the cases

Made by `python -m conformance words`; not written by hand. [cases.md](cases.md) tells how a case is written. Here
stand the names that it may use: facts and questions with their fields, and the labels of the dice.

A field is written `name=value`. Where only some values exist, they are listed. *colour* is a chariot of the position,
*number* a whole number, *yes or no* is `true` or `false`, *list* has commas, and *table* is written in braces.
"""


def page(outcomes: Iterable[Outcome]) -> str:
    """Return the whole page.

    :param outcomes: of all cases of the project; the dice that fall in them give the labels.
    """
    rolled = {ruleset: set[tuple[str, str]]() for ruleset in ADAPTERS}
    for outcome in outcomes:
        if outcome.case.ruleset in rolled:
            rolled[outcome.case.ruleset] |= _labels(outcome)
    parts = [HEAD, "## Every game: facts\n", *_rows(get_args(Common))]
    for ruleset in ADAPTERS:
        parts += _of_game(ruleset, rolled[ruleset])
    return "\n".join(parts) + "\n"


def all_files() -> list[Path]:
    """Return the files of all cases of the project, in order."""
    return sorted(path for path in CASES.rglob("*") if path.suffix in READERS)


def all_cases() -> list[Case]:
    """Return all cases of the project, in the order of their files."""
    return [case for path in all_files() for case in read_file(path)]


def _labels(outcome: Outcome) -> set[tuple[str, str]]:
    """Return the rule and the purpose of each roll of a case."""
    return {
        (str(fact["rule"]), str(fact["what_for"])) for fact in outcome.facts if fact["fact"] in ("Rolled", "Concealed")
    }


def _of_game(ruleset: str, labels: Iterable[tuple[str, str]]) -> Iterator[str]:
    rules = RULESETS[ruleset]
    own = [fact for fact in get_args(rules.facts) if fact not in get_args(Common)]
    yield f"\n## {rules.name}: facts\n"
    yield from _rows(own)
    yield f"\n## {rules.name}: questions\n"
    package = f"engine.{ruleset.replace('-', '_')}."  # kinds and names of questions are shared between games
    yield from _rows(each for each in Question.__subclasses__() if each.__module__.startswith(package))
    yield f"\n## {rules.name}: labels of dice\n"
    yield "A label is the roller's colour, the rule's number, or both: `\"blue 7.32: 4 4 3\"`.\n"
    yield "| rule | dice for |\n|---|---|"
    by_rule: dict[str, list[str]] = {}
    for rule, purpose in sorted(labels, key=_in_order):
        by_rule.setdefault(rule, []).append(purpose)
    yield from (f"| `{rule}` | {', '.join(purposes)} |" for rule, purposes in by_rule.items())


def _in_order(label: tuple[str, str]) -> tuple[list[int], str, str]:
    rule, purpose = label
    return [int(part) for part in rule.split(".") if part.isdecimal()], rule, purpose


def _rows(kinds: Iterable[type]) -> Iterator[str]:
    yield "| name | fields |\n|---|---|"
    for kind in sorted(kinds, key=lambda each: each.__name__):
        hints = get_type_hints(kind)
        fields = [f"`{name}` {_values(hint)}" for name, hint in hints.items() if get_origin(hint) is not ClassVar]
        yield f"| `{kind.__name__}` | {', '.join(fields) or 'none'} |"


def _values(hint: Any) -> str:
    """Return the values that a field can hold, in words."""
    inner, origin = get_args(hint), get_origin(hint)
    if origin is Literal:
        return " ".join(f"`{value}`" for value in inner)
    if origin in (tuple, list):
        return f"*list* of {_values(inner[0])}"
    if type(None) in inner:
        return f"{' or '.join(_values(each) for each in inner if each is not type(None))} or `none`"
    return _simple(hint)


def _simple(hint: Any) -> str:
    """Return the kind of one value of a field."""
    if hint is EntryId:
        return "*colour*"
    if (base := getattr(hint, "__supertype__", None)) is not None:
        return f"*{hint.__name__.lower()}*" if base is str else "*number*"
    if get_origin(hint) is dict or (isinstance(hint, type) and issubclass(hint, msgspec.Struct)):
        return "*table*"
    return _PLAIN.get(next(parts_of(hint)), "*text*")


_PLAIN: dict[Any, str] = {int: "*number*", float: "*number*", bool: "*yes or no*"}
