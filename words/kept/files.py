"""The files in which somebody gets what is kept: once for programs, once to read."""

from collections.abc import Iterator, Mapping

import msgspec

from records.mine import Kept, KeptRow
from words.kept.labels import LABELS

_BELOW = "\n    "
"""Between the lines of a value, so that none of them reads like a label."""


def files_of(of: Mapping[str, str], head: str, headings: Mapping[str, str], kept: Kept) -> dict[str, bytes]:
    """Return what is kept as files: once for programs, once to read.

    :param of: whose it is.
    """
    told = {**of, "kept": {table: [_plain(row) for row in rows] for table, rows in kept.items()}}
    return {
        "data.json": msgspec.json.format(msgspec.json.encode(told)),
        "data.txt": "\n".join([head, *_lines(kept, headings)]).encode(),
    }


def _plain(row: KeptRow) -> dict[str, object]:
    return {name: _exact(value) for name, value in row.items()}


def _exact(value: object) -> object:
    """Return a value as any reader of JSON understands it: large numbers as text, for many of them round.

    >>> _exact(700000000000000101), _exact(7)
    ('700000000000000101', 7)
    """
    return str(value) if isinstance(value, int) and abs(value) > 2**53 else value


def _lines(kept: Kept, headings: Mapping[str, str]) -> Iterator[str]:
    if not kept:
        yield "Nothing."
    for table, rows in kept.items():
        title = f"{headings[table]}: {len(rows)}"
        yield f"\n{title}"
        yield "=" * len(title)
        for row in rows:
            yield ""
            yield from row_lines(table, row)


def row_lines(table: str, row: KeptRow) -> Iterator[str]:
    """Yield what a row holds, a line each; what is empty says nothing. Lines of a text stand below its label."""
    for name, value in row.items():
        label = LABELS[table][name]
        told = "" if value is None or value == "" else label.shown(value)
        if told:
            yield f"{label.said}: {_BELOW.join(told.splitlines())}"
