"""Processes that share one database, and the shards of Discord that each serves."""

import re
from typing import Literal, NamedTuple

ProcessState = Literal["joins", "up", "drains", "gone"]
"""It comes and has no races yet; it has; it ends and gives them on; it has ended, or was silent for too long."""

_SHARDS = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})")


class Shards(NamedTuple):
    """Some shards in a row, of all there are."""

    first: int = 0
    last: int = 0
    of: int = 1

    @classmethod
    def read(cls, text: str) -> "Shards":
        """Return the shards that a setting names; of an empty one, all servers.

        :raises ValueError: if it names none.

        >>> Shards.read("0-3/16")
        Shards(first=0, last=3, of=16)
        >>> Shards.read("1/2")
        Shards(first=1, last=1, of=2)
        """
        if not text:
            return cls()
        found = _SHARDS.fullmatch(text.replace(" ", ""))
        if found is None:
            raise ValueError(text)
        first, last, of = int(found[1]), int(found[2] or found[1]), int(found[3])
        if not first <= last < of:
            raise ValueError(text)
        return cls(first, last, of)

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.of}"

    def has(self, shard: int) -> bool:
        return self.first <= shard <= self.last

    def overlaps(self, other: "Shards") -> bool:
        """Tell whether both serve a server: if all are counted otherwise, nobody knows, so they do.

        >>> Shards.read("0/2").overlaps(Shards.read("1/2")), Shards.read("0/2").overlaps(Shards())
        (False, True)
        """
        return self.of != other.of or (self.first <= other.last and other.first <= self.last)


class Process(NamedTuple):
    """A process that lives, as its row tells."""

    number: int
    state: ProcessState
    rules: int  # number of the rules that its program knows
    shards: Shards
    ahead: float  # seconds by which its clock is ahead of the server's
