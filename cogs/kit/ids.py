"""What stands in a custom id: fields of known types, each with the pattern that it is read by.

A control survives a restart because its custom id says all that it knows. Discord takes a hundred characters. Anybody
can forge them, so a pattern takes no number that the database could not hold.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import Formatter
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from records.values import EntryId, Faction, PlayerId, RaceId


def _up_to(largest: int) -> str:
    """Return the pattern of numbers that are not larger, so that the database can hold them.

    >>> _up_to(210)
    '(?:[0-9]{1,2}|[0-1][0-9]{2}|2[0-0][0-9]{1}|210)'
    """
    digits = str(largest)
    less = (
        f"{digits[:n]}[0-{int(each) - 1}][0-9]{{{len(digits) - n - 1}}}" for n, each in enumerate(digits) if each != "0"
    )
    return f"(?:[0-9]{{1,{len(digits) - 1}}}|{'|'.join(less)}|{largest})"


ID = _up_to(2**63 - 1)
"""An id of Discord's."""

OURS = _up_to(2**31 - 1)
"""A number that we have given: of a race, or of one of its questions."""

RACE = f"(?P<race>{OURS})"
"""The part of a form's custom id that says which race it is."""

PATTERNS: Mapping[Any, str] = {
    RaceId: OURS,
    EntryId: "[0-9]{1,4}",
    Faction: "[0-9]{1,3}",
    PlayerId: ID,
    bool: "yes|no",
}
"""How values of a type are written; of others, a field's ``Annotated`` says it."""


@dataclass(frozen=True)
class Part:
    """How a value stands in a custom id."""

    pattern: str  # with a group of the field's name, or with groups of its own
    read: Callable[[re.Match[str]], Any]
    write: Callable[[Any], str] = str


def part_of(name: str, kind: Any) -> Part:
    """Return how a field of a type stands in a custom id.

    :raises TypeError: if neither the type nor an ``Annotated`` says it.
    """
    if get_origin(kind) is Annotated:
        plain, given = get_args(kind)
        return given if isinstance(given, Part) else _one_group(name, plain, given)
    if get_origin(kind) is Literal:
        return _one_group(name, kind, "|".join(get_args(kind)))
    if kind not in PATTERNS:
        raise TypeError(f"how is {name} written in a custom id? Annotated[{kind}, 'its pattern'] says it")
    return _one_group(name, kind, PATTERNS[kind])


def _one_group(name: str, kind: Any, pattern: str) -> Part:
    group, plain = (
        f"(?P<{name}>{pattern})",
        str if get_origin(kind) is Literal else getattr(kind, "__supertype__", kind),
    )
    if plain is bool:
        return Part(group, lambda match: match[name] == "yes", lambda value: "yes" if value else "no")
    return Part(group, lambda match: plain(match[name]))


def _optional(name: str, part: Part) -> Part:
    """Return how a value that may be ``None`` stands in a custom id: after a colon, or not at all."""
    group = part.pattern if part.pattern.startswith(f"(?P<{name}>") else f"(?P<{name}>{part.pattern})"
    return Part(
        f"(?::{group})?",
        lambda match: None if match[name] is None else part.read(match),
        lambda value: "" if value is None else f":{part.write(value)}",
    )


class Template:
    """The custom ids of one kind of control, such as ``lobby:{act}:{race}``."""

    def __init__(self, text: str, kinds: Mapping[str, Any]) -> None:
        """:param text: a custom id with its fields in curly brackets; before one that may be ``None`` stands a colon.
        :param kinds: the types of fields, by their names.
        """
        self.pattern = ""
        self._pieces: list[tuple[str, str, Part]] = []  # the text before a field, its name, how it is written
        for before, name, *_ in Formatter().parse(text):
            if not name:
                raise ValueError(f"the custom id {text!r} ends without a field")
            self._add(before, name, kinds[name])

    def _add(self, before: str, name: str, kind: Any) -> None:
        needed = [each for each in get_args(kind) if each is not NoneType]
        if get_origin(kind) in (Union, UnionType) and len(needed) == 1:
            before, part = before.removesuffix(":"), _optional(name, part_of(name, needed[0]))
        else:
            part = part_of(name, kind)
        self._pieces.append((before, name, part))
        self.pattern += before + part.pattern

    def read(self, match: re.Match[str]) -> dict[str, Any]:
        """Return the fields that a custom id names."""
        return {name: part.read(match) for _, name, part in self._pieces}

    def write(self, control: object) -> str:
        """Return the custom id of a control with such fields."""
        return "".join(f"{before}{part.write(getattr(control, name))}" for before, name, part in self._pieces)
