"""The files in which somebody gets what is kept: once for programs, once to read."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from records.mine import Kept, KeptRow, Known
from words.betting.table import IN_SHORT, NAMES, sesterces
from words.kept.labels import LABELS, Label
from words.kept.values import coded, time

_BELOW = "\n    "
"""Between the lines of a value, so that none of them reads like a label."""


_TOLD_ONCE = {"outbox"}
"""Tables of which equal rows are told once, with how many there are and from when to when."""

NOTHING_KNOWN = Known()


_NAMED, _IN_SHORT = coded(NAMES), coded(IN_SHORT)


def files_of(
    of: Mapping[str, str], head: str, headings: Mapping[str, str], kept: Kept, known: Known = NOTHING_KNOWN
) -> dict[str, bytes]:
    """Return what is kept as files: once for programs, once to read.

    :param of: whose it is; *known* is what places are called.
    """
    told = {**of, "kept": {table: [_plain(row) for row in rows] for table, rows in kept.items()}}
    return {
        "data.json": msgspec.json.format(msgspec.json.encode(told)),
        "data.txt": "\n".join([head, *_lines(kept, headings, known)]).encode(),
    }


def _plain(row: KeptRow) -> dict[str, object]:
    return {name: _exact(value) for name, value in row.items()}


def _exact(value: object) -> object:
    """Return a value as any reader of JSON understands it: large numbers as text, for many of them round.

    >>> _exact(700000000000000101), _exact(7)
    ('700000000000000101', 7)
    """
    return str(value) if isinstance(value, int) and abs(value) > 2**53 else value


def _lines(kept: Kept, headings: Mapping[str, str], known: Known) -> Iterator[str]:
    for table, rows in kept.items():
        title = f"{headings[table]}: {len(rows)}"
        yield f"\n{title}"
        yield "=" * len(title)
        for same in _alike(table, rows) if table in _TOLD_ONCE else ([row] for row in rows):
            yield ""
            yield from rows_lines(table, same, known)


def _alike(table: str, rows: Sequence[KeptRow]) -> Iterator[list[KeptRow]]:
    """Yield rows that read alike but for their times, together."""
    found: dict[tuple[str, ...], list[KeptRow]] = {}
    for row in rows:
        told = tuple(line for name, line in _told(table, row, NOTHING_KNOWN) if not _is_time(table, name))
        found.setdefault(told, []).append(row)
    yield from found.values()


def rows_lines(table: str, rows: Sequence[KeptRow], known: Known) -> Iterator[str]:
    """Yield what rows hold that read alike but for their times: their number, the first times and the last ones."""
    if len(rows) == 1:
        yield from row_lines(table, rows[0], known)
        return
    yield f"{len(rows)} times:"
    for name, line in _told(table, rows[0], known):
        times = [float(str(row[name])) for row in rows if row[name]] if _is_time(table, name) else []
        label = LABELS[table][name]
        is_long = bool(times) and min(times) < max(times)
        yield f"{label.said}: {label.shown(min(times))} to {label.shown(max(times))}" if is_long else line


def row_lines(table: str, row: KeptRow, known: Known = NOTHING_KNOWN) -> Iterator[str]:
    """Yield what a row holds, a line each; what is empty says nothing. Lines of a text stand below its label."""
    return (line for _, line in _told(table, row, known))


def _told(table: str, row: KeptRow, known: Known) -> Iterator[tuple[str, str]]:
    """Yield the columns of a row that say something, each with its line."""
    for name, value in row.items():
        label = LABELS[table][name]
        if value is None or value == "":
            continue
        told = _shown(label, value, row, known)
        if told:
            called = _called(label, value, known)
            yield name, f"{label.said}: {_BELOW.join(told.splitlines())}{called}"


def _shown(label: Label, value: Any, row: KeptRow, known: Known) -> str:
    if label.of == "purse":
        return sesterces(known.purses[value]) if value in known.purses else ""
    if label.of == "market":
        kind = known.markets.get((int(str(row["race"])), value))
        return f"number {value} of that race" if kind is None else f"{_NAMED(kind)}, {_IN_SHORT(kind)}"
    if label.in_game is not None:
        return label.in_game(value, known.games.get(int(str(row["race"])), ""))
    return label.shown(value) if label.among is None else label.among(value, row)


def _called(label: Label, value: object, known: Known) -> str:
    """Return what a race or a server is called, as it stands behind its number."""
    names = {"race": known.races, "server": known.servers}.get(label.of, {})
    name = names.get(value) if isinstance(value, int) else None
    return f" ({' '.join(name.split())})" if name else ""


def _is_time(table: str, name: str) -> bool:
    return LABELS[table][name].shown is time
