"""Facts, questions and states as plain values with names for entries, and comparing them with those of a case."""

import re
import shlex
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from engine.ave_caesar.courses import Space
from engine.questions import Question
from records.values import EntryId, Square

Names = Mapping[EntryId, str]

SUBJECTS = ("entry", "attacker", "faction", "turn", "stable")
"""The field that the second word of a fact in short form stands for: the first of these that it has."""


def plain(value: Any, names: Names, hint: Any = None) -> Any:
    """Return *value* as lists, dicts, strings and numbers, with a name for each entry; *hint* is its declared type."""
    if isinstance(value, msgspec.Struct):
        hints = _hints(type(value))
        return {name: plain(getattr(value, name), names, hints[name]) for name in value.__struct_fields__}
    if isinstance(value, str | bool) or value is None:  # most values are
        return value
    if hint is EntryId or (_is_union(hint) and EntryId in get_args(hint) and isinstance(value, int)):
        return names.get(value, value)
    inner = get_args(hint)
    if isinstance(value, Mapping):
        key, of = inner if len(inner) == 2 else (None, None)
        return {plain(name, names, key): plain(each, names, of) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each, names, inner[0] if inner else None) for each in value]
    return msgspec.json.decode(value) if isinstance(value, msgspec.Raw) else value  # goods: as they are, without names


@cache
def _hints(of: type) -> dict[str, Any]:
    return get_type_hints(of)


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, UnionType)


def named(value: msgspec.Struct, names: Names) -> dict[str, Any]:
    """Return a fact or question as plain values, its type's name under ``fact``."""
    return {"fact": type(value).__name__, **plain(value, names)}


def read_written(written: str | dict[str, Any]) -> dict[str, Any]:
    """Return a case's fact or question as a dict, its type's name under ``fact``.

    >>> read_written("HorseInjured blue horse=2 points=1")
    {'fact': 'HorseInjured', '': 'blue', 'horse': 2, 'points': 1}
    >>> read_written('EnduranceLost blue cause="horse death"')
    {'fact': 'EnduranceLost', '': 'blue', 'cause': 'horse death'}

    :raises ValueError: if it is not written so.
    """
    if isinstance(written, dict):
        if "fact" not in written:
            raise ValueError(f"{written} does not name its `fact`")
        return written
    name, *words = (shlex.split(written) if _QUOTING.search(written) else written.split()) or [""]
    read: dict[str, Any] = {"fact": name}
    for place, word in enumerate(words):
        key, equals, value = word.partition("=")
        if not equals and place:
            raise ValueError(f"{word!r} in {written!r} is not of the form name=value")
        read[key if equals else ""] = read_value(value if equals else key)
    return read


_QUOTING = re.compile(r"""["'\\]""")
"""Letters with a meaning for :func:`shlex.split`, which is slow."""


@dataclass(frozen=True)
class Known:
    """The names that facts and questions of a case can use."""

    colours: Collection[str]
    is_place: Callable[[str], bool]  # whether there is such a square or space


def check_written(written: str | dict[str, Any], kinds: Mapping[str, type], known: Known) -> None:
    """Raise :exc:`ValueError` unless *written* is one of *kinds* and has only possible values."""
    read = read_written(written)
    kind = kinds.get(str(read["fact"]))
    if kind is None:
        raise ValueError(f"there is no {read['fact']!r}; there are {', '.join(sorted(kinds))}")
    check_fields(read, kind, known)


def check_fields(read: Mapping[str, Any], kind: type, known: Known) -> None:
    """Raise :exc:`ValueError` unless *kind* has such fields and they can hold such values.

    The key ``""`` stands for whose fact or question it is.
    """
    fields = _hints(kind)
    name = read.get("fact", kind.__name__)
    is_question = issubclass(kind, Question)
    unknown = [field for field in read if field not in ("", "fact", *fields)]
    if unknown or ("" in read and not is_question and not set(SUBJECTS) & set(fields)):
        has = ", ".join(field for field in fields if get_origin(fields[field]) is not ClassVar)
        raise ValueError(f"{name} has {has or 'no fields'}, and no {', '.join(unknown) or 'chariot'}")
    for field, value in read.items():
        if field != "fact":
            hint = EntryId if not field and is_question else fields[_field(field, fields)]
            why = _why_not(value, hint, known)
            if why:
                raise ValueError(f"{name} {field or 'of'} {_shown(value)}: {why}")


def _shown(value: Any) -> str:
    return repr(value) if isinstance(value, str) else str(value)


def _why_not(value: Any, hint: Any, known: Known) -> str:
    """Return why a field can never hold a value; empty if it can."""
    if _is_union(hint):
        reasons = [_why_not(value, each, known) for each in get_args(hint)]
        return "" if "" in reasons else " or ".join(dict.fromkeys(reasons))
    if hint is NoneType:
        return "" if value in (None, "none") else "nothing is written none"
    if hint is EntryId:
        return "" if value in known.colours else f"there is no such chariot; there are {', '.join(known.colours)}"
    if hint in PLACES:
        return "" if value == "" or (isinstance(value, str) and known.is_place(value)) else "there is no such place"
    if get_origin(hint) is Literal:
        words = get_args(hint)
        return "" if ("none" if value is None else value) in words else f"there are {', '.join(map(str, words))}"
    return _why_no_value(value, getattr(hint, "__supertype__", hint), known)


def _why_no_value(value: Any, hint: Any, known: Known) -> str:
    inner = get_args(hint)
    if get_origin(hint) in (tuple, list):
        if not isinstance(value, list):
            return "a list has commas: 1,2 or 1, for one and empty for none"
        of = inner if len(inner) == len(value) and Ellipsis not in inner else [inner[0]] * len(value)
        return next(filter(None, (_why_not(each, kind, known) for each, kind in zip(value, of, strict=True))), "")
    if get_origin(hint) in (dict, Mapping):
        return "" if isinstance(value, dict) else "it is a table"
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        if not isinstance(value, dict):
            return "it is a table"
        check_fields(value, hint, known)
        return ""
    is_kind = isinstance(value, hint) and (hint is bool or not isinstance(value, bool))
    return "" if is_kind else _KINDS.get(hint, f"it is a {hint.__name__}")


PLACES = (Square, Space)
"""Types that name a place on a track."""

_KINDS = {
    int: "it is a whole number",
    bool: "it is true or false",
    str: 'it is text; numbers as text are written in a table, { fact = …, field = "5" }',
}


def read_value(text: str) -> Any:
    """
    >>> read_value("3"), read_value("inside,outside"), read_value("red,"), read_value("none")
    (3, ['inside', 'outside'], ['red'], None)
    """
    if "," in text:
        return [read_value(part) for part in text.split(",") if part]
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    return {"true": True, "false": False, "none": None, "empty": []}.get(text, text)


def matches(expected: dict[str, Any], actual: dict[str, Any]) -> bool:
    """Tell whether a fact is the one expected: same name, and same in all that is mentioned."""
    return all(fits(value, actual.get(_field(name, actual), NoneType)) for name, value in expected.items())


def _field(name: str, actual: Mapping[str, Any]) -> str:
    return name or next((subject for subject in SUBJECTS if subject in actual), name)


def fits(expected: Any, actual: Any) -> bool:
    """Tell whether *actual* is as expected; of a dict only the keys mentioned are compared."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        return all(name in actual and fits(value, actual[name]) for name, value in expected.items())
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(map(fits, expected, actual))
    if expected is None or actual is None:  # TOML cannot write nothing; and some fields hold the word
        return expected in (None, "none") and actual in (None, "none")
    return type(expected) is type(actual) and bool(expected == actual)


def in_short(fact: dict[str, Any]) -> str:
    """Return a fact in the short form that cases are written in.

    >>> in_short({"fact": "Weakened", "entry": "blue", "modifier": -1, "cause": "no endurance"})
    'Weakened blue modifier=-1 cause="no endurance"'
    """
    subject = _field("", fact)
    words = [str(fact["fact"])]
    if "" in fact:
        words.append(str(fact[""]))
    elif subject:
        words.append(str(fact[subject]))
    rest = {name: value for name, value in fact.items() if name not in ("fact", "", subject)}
    return " ".join([*words, *(f"{name}={_value_in_short(value)}" for name, value in rest.items())])


def _value_in_short(value: Any) -> str:
    if isinstance(value, list) and not any(isinstance(each, dict | list) for each in value):
        return ",".join(map(str, value)) + ("," if len(value) == 1 else "") or "empty"
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) and " " in value else str(value)
