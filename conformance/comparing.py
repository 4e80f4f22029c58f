"""Facts compared with those that a case expects; every difference in plain words."""

from collections.abc import Mapping, Sequence
from typing import Any

from conformance.cases import Expectation
from conformance.words import fits, in_short, matches, read_written

NOTHING = "nothing"

ROLLS = ("Rolled", "Concealed")

PlainFact = dict[str, Any]


NOT = "not "
"""The beginning of a question that may not be open."""


def facts_differ(expect: Expectation, facts: Sequence[PlainFact], asked: Sequence[PlainFact] = ()) -> list[str]:
    """Return the differences in the facts and in the questions.

    :param asked: every question that was open at some time, with its chariot under ``""``.
    """
    expected = [read_written(fact) for fact in expect.facts]
    found = _not_exact(expected, facts) if expect.exact else _missing(expected, facts)
    never = [read_written(each) for each in expect.never]
    return found + _unwanted(never, facts) + _unwanted(never, asked, "asked")


def _not_exact(expected: Sequence[PlainFact], facts: Sequence[PlainFact]) -> list[str]:
    facts = [fact for fact in facts if fact["fact"] not in ROLLS]
    if len(facts) == len(expected) and all(map(matches, expected, facts)):
        return []
    return [f"exactly these facts should be told: {'; '.join(map(in_short, expected)) or NOTHING}"]


def _missing(expected: Sequence[PlainFact], facts: Sequence[PlainFact]) -> list[str]:
    """Return the first expected fact that does not follow the one before it."""
    place = 0
    for fact in expected:
        found = next((at for at in range(place, len(facts)) if matches(fact, facts[at])), None)
        if found is None:
            after = f" after {in_short(facts[place - 1])}" if place else ""
            return [f"not told{after}: {in_short(fact)}"]
        place = found + 1
    return []


def _unwanted(unwanted: Sequence[PlainFact], facts: Sequence[PlainFact], how: str = "told") -> list[str]:
    return [
        f"{how}, and should not be: {in_short(fact)}" for fact in facts if any(matches(each, fact) for each in unwanted)
    ]


def without_not(expected: str | dict[str, Any]) -> str | dict[str, Any]:
    """Return the question that is meant by ``not NextAction``, or any other as it is."""
    return expected.removeprefix(NOT) if isinstance(expected, str) else expected


def fields_differ(name: str, expected: Mapping[str, Any], fields: Mapping[str, Any]) -> list[str]:
    """Return the fields of a chariot or the race that are not as expected.

    :raises ValueError: if there is no such field.
    """
    unknown = [field for field in expected if field not in fields]
    if unknown:
        raise ValueError(f"there is no {unknown[0]}, only {', '.join(fields)}")
    return [
        f"{name}: {field} should be {value!r}, is {fields[field]!r}"
        for field, value in expected.items()
        if not fits(value, fields[field])
    ]


def question_differs(name: str, expected: str | dict[str, Any], asked: PlainFact | None) -> list[str]:
    """Return whether the open question of a chariot is another one."""
    if isinstance(expected, str) and expected.startswith(NOT):
        is_open = asked is not None and matches(read_written(without_not(expected)), {"": name, **asked})
        return [f"{name} should not be asked {in_short(asked)}"] if asked and is_open else []
    wanted = None if expected == NOTHING else read_written(expected)
    is_same = matches(wanted, asked) if wanted and asked else wanted is asked
    if is_same:
        return []
    return [f"{name} should be asked {_in_words(wanted)}, is asked {_in_words(asked)}"]


def _in_words(question: PlainFact | None) -> str:
    return in_short(question) if question else NOTHING
