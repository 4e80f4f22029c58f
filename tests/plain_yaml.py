"""Reads as much of YAML as compose.yaml uses, and refuses the rest: no package that reads YAML is among ours.

Mappings and lists by indentation, lists in brackets, texts over several lines, anchors, aliases and merges.
"""

import re
from dataclasses import dataclass, field
from typing import Any

_KEY = re.compile(r"(?P<key><<|[A-Za-z0-9_.-]+):(?: (?P<value>.*))?")
_ANCHOR = re.compile(r"&(?P<name>[a-z]+)(?: (?P<rest>.*))?")
_ODD = re.compile(r"[{}!%@`>?\[\"']|- |.*: ")
"""Signs of what is not read here."""


@dataclass
class _Reader:
    lines: list[tuple[int, str]]
    """Indentation and text of each line; of a blank one an indentation of -1."""
    at: int = 0
    anchors: dict[str, Any] = field(default_factory=dict)

    def block(self, indent: int) -> Any:
        """Return what stands at an indentation from here on."""
        is_list = self._text().startswith("- ")
        return self._list(indent) if is_list else self._mapping(indent)

    def _text(self) -> str:
        return self.lines[self.at][1]

    def _is_at(self, indent: int) -> bool:
        while self.at < len(self.lines) and self.lines[self.at][0] == -1:
            self.at += 1
        return self.at < len(self.lines) and self.lines[self.at][0] == indent

    def _list(self, indent: int) -> list[Any]:
        found = []
        while self._is_at(indent) and self._text().startswith("- "):
            item = self._text()[2:]
            if _KEY.fullmatch(item):
                self.lines[self.at] = indent + 2, item
                found.append(self._mapping(indent + 2))
            else:
                self.at += 1
                found.append(_scalar(item))
        return found

    def _mapping(self, indent: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while self._is_at(indent):
            match = _KEY.fullmatch(self._text())
            if match is None or match["key"] in found:
                raise ValueError(f"line {self.at + 1}: {self._text()!r}")
            self.at += 1
            value = self._value(match["value"] or "", indent)
            if match["key"] == "<<":
                found = {**value, **found}
            else:
                found[match["key"]] = value
        return found

    def _value(self, said: str, indent: int) -> Any:
        if anchor := _ANCHOR.fullmatch(said):
            self.anchors[anchor["name"]] = value = self._value(anchor["rest"] or "", indent)
            return value
        if said.startswith("*"):
            return self.anchors[said[1:]]
        if said == "|":
            return self._several_lines(indent)
        if said:
            return _scalar(said)
        deeper = self.at < len(self.lines) and self.lines[self.at][0] > indent
        return self.block(self.lines[self.at][0]) if deeper else None

    def _several_lines(self, indent: int) -> str:
        found = []
        while self.at < len(self.lines) and (self.lines[self.at][0] > indent or self.lines[self.at][0] == -1):
            found.append(self._text())
            self.at += 1
        return "\n".join(found)


def _scalar(said: str) -> Any:
    if said.startswith("[") and said.endswith("]"):
        return [_scalar(each.strip()) for each in said[1:-1].split(",")]
    if said.startswith('"') and said.endswith('"') and len(said) > 1:
        return said[1:-1]
    if _ODD.match(said):
        raise ValueError(said)
    if said in ("true", "false"):
        return said == "true"
    if re.fullmatch(r"0[0-7]+", said):
        return int(said, 8)
    return int(said) if said.isdecimal() else said


def read(text: str) -> Any:
    """Return what a file says.

    >>> read("a: &one\\n  b: [1, two]\\nd:\\n  <<: *one\\n  c:\\n    - e: true")
    {'a': {'b': [1, 'two']}, 'd': {'b': [1, 'two'], 'c': [{'e': True}]}}

    :raises ValueError: for what is not read here.
    """
    lines = []
    for line in text.splitlines():
        bare = re.sub(r"(^| +)#( .*)?$", "", line).rstrip()
        lines.append((len(bare) - len(bare.lstrip()), bare.lstrip()) if bare.strip() else (-1, ""))
    reader = _Reader(lines)
    found = reader.block(0) if reader._is_at(0) else None
    if any(indent != -1 for indent, _ in reader.lines[reader.at :]):
        raise ValueError(f"line {reader.at + 1}: {reader._text()!r}")
    return found
