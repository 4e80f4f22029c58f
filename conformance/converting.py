"""Making values of a case's words, so that a mistake is explained with its place and the words allowed there."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from engine.questions import Answer, Ask
from records.values import EntryId

T = TypeVar("T")

_SAID = re.compile(r"(?P<why>.*?)(?: - at `(?:key in )?\$(?P<path>.*)`)?", re.DOTALL)
_STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")


def convert(value: Any, kind: type[T]) -> T:
    """Return *value* as a *kind*.

    :raises ValueError: if it is none; the message begins with the place in it, and lists the values allowed there.
    """
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise ValueError(_in_words(str(error), kind)) from error


def understood(name: str, value: Any, kind: type[T]) -> T:
    """Return *value* as a *kind*.

    :raises ValueError: if it is none; the message begins with *name*, and then the place.
    """
    try:
        return convert(value, kind)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error


def number_of(word: str) -> int:
    """Return the whole number that *word* is.

    :raises ValueError: if it is none.
    """
    try:
        return int(word)
    except ValueError:
        raise ValueError(f"{word!r} is not a number") from None


def answer_from(ask: Ask | None, text: str, read: Callable[[Sequence[str]], Answer | None]) -> Answer:
    """Return the answer that *text* is; ``default`` is the rules' own.

    :param ask: the open question, if any.
    :param read: the words of any other answer -> the answer; ``None`` if they are no answer.
    :raises ValueError: if there is no open question, or it is no answer.
    """
    if ask is None:
        raise ValueError(f"nothing is asked, so {text!r} answers nothing")
    words = text.split()
    found = ask.default if words == ["default"] else read(words) if words else None
    if found is None:
        raise ValueError(f"{text!r} is not an answer; docs/cases.md lists how they are written")
    return found


def one_word(words: Sequence[str]) -> str:
    """Return the one word of an answer.

    :raises ValueError: if there are more, or none.
    """
    if len(words) != 1:
        raise ValueError(f"one word is wanted, not {' '.join(words)!r}")
    return words[0]


def one_code(words: Sequence[str]) -> Any:
    """Return the one word of an answer, for a field that takes certain codes; the question checks which.

    :raises ValueError: if there are more, or none.
    """
    return one_word(words)


def codes(words: Sequence[str]) -> Any:
    """Return words for a field that takes several codes; the question checks which."""
    return tuple(words)


def entry_named(name: str, names: Mapping[EntryId, str]) -> EntryId:
    """Return the entry of a colour.

    :raises ValueError: if there is no such chariot.
    """
    found = next((entry for entry, each in names.items() if each == name), None)
    if found is None:
        raise ValueError(f"there is no chariot {name!r}; there are {', '.join(names.values())}")
    return found


def one_of(names: Iterable[object]) -> str:
    """Return the choices, in words.

    >>> one_of(["red", "blue", "green"])
    'red, blue, green'
    >>> one_of([])
    'nothing'
    """
    return ", ".join(map(str, names)) or "nothing"


def _in_words(message: str, kind: Any) -> str:
    found = _SAID.fullmatch(message)
    assert found is not None, "every message has a beginning"
    steps = [name or number for name, number in _STEP.findall(found["path"] or "")]
    place = (found["path"] or "").lstrip(".")
    allowed = list(_allowed(_at(kind, steps), found["why"]))
    listed = f"; there are {one_of(allowed)}" if allowed else ""
    return f"{place}: {found['why']}{listed}" if place else f"{found['why']}{listed}"


def _at(kind: Any, steps: Iterable[str]) -> Any:
    """Return the type at a place in *kind*; ``None`` if it is unknown."""
    for step in steps:
        kind = _inside(kind, step)
    return kind


def _inside(kind: Any, step: str) -> Any:
    for each in parts_of(kind):
        if isinstance(each, type) and issubclass(each, msgspec.Struct):
            return {field.encode_name: field.type for field in msgspec.structs.fields(each)}.get(step)
        if inner := get_args(each):
            return inner[-1 if get_origin(each) is dict else 0]
    return None


def parts_of(kind: Any) -> Iterator[Any]:
    """Yield the types that *kind* is one of: its own, or those of a union, without notes."""
    if hasattr(kind, "__supertype__"):
        yield from parts_of(kind.__supertype__)
    elif hasattr(kind, "__metadata__"):
        yield from parts_of(get_args(kind)[0])
    elif get_origin(kind) in (Union, UnionType):
        for each in get_args(kind):
            yield from parts_of(each)
    else:
        yield kind


def _allowed(kind: Any, why: str) -> Iterator[object]:
    """Yield the values allowed in a place, if they can be listed."""
    for each in parts_of(kind):
        if "unknown field" in why and isinstance(each, type) and issubclass(each, msgspec.Struct):
            yield from (field.encode_name for field in msgspec.structs.fields(each))
        elif get_origin(each) is Literal:
            yield from get_args(each)
        elif each is bool and "Expected" in why:
            yield from ("true", "false")
