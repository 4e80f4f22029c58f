"""The list of who was forgotten, in a file beside the database: a copy from before does not know, and learns it here.

Each line is JSON. The first has the key of the hashes; each other one a person's hash, and when they were forgotten.
"""

import json
import os
from pathlib import Path
from typing import NamedTuple

from db.opening.errors import Unusable


class Entry(NamedTuple):
    """Somebody who was forgotten."""

    hash: str
    at: float  # seconds since 1970


class Listed(NamedTuple):
    """What a list holds."""

    key: str | None  # hexadecimal; none of a list that is not there
    entries: tuple[Entry, ...]


class ForgottenList:
    """A list that only grows. It holds no number, name or word of anybody."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> Listed:
        """Return what it holds; a last line that was cut off does not count.

        :raises Unusable: if it is no such list.
        """
        if not self._path.exists():
            return Listed(None, ())
        lines = self._path.read_text().split("\n")[:-1]
        try:
            told = [json.loads(line) for line in lines]
            key = str(told[0]["key"]) if told else None
            return Listed(key, tuple(Entry(str(each["hash"]), float(each["at"])) for each in told[1:]))
        except (ValueError, KeyError, TypeError) as error:
            raise Unusable(
                f"{self._path} is no list of who was forgotten. Put the one there that belongs to it."
            ) from error

    def add(self, key: str, *entries: Entry) -> None:
        """Add entries, and wait until the disk has them."""
        known = self.read()
        missing = [each for each in entries if each not in known.entries]
        head = [] if known.key is not None else [{"key": key}]
        lines = [json.dumps(each) + "\n" for each in (*head, *(each._asdict() for each in missing))]
        if not lines:
            return
        self._cut_off()
        file = os.open(self._path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
        try:
            os.write(file, "".join(lines).encode())
            os.fsync(file)
        finally:
            os.close(file)

    def _cut_off(self) -> None:
        """Take a last line away that was never finished."""
        if self._path.exists():
            whole = self._path.read_bytes()
            if not whole.endswith(b"\n"):
                os.truncate(self._path, whole.rfind(b"\n") + 1)

    def copy_to(self, path: Path) -> None:
        """Put a copy beside a copy of the database; the list is the newer the better, so it goes over an old one."""
        known = self.read()
        if known.key is not None:
            ForgottenList(path).add(known.key, *known.entries)
