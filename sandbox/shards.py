"""Shards: which session hears of which server."""

from typing import NamedTuple


class Shard(NamedTuple):
    """One of so many parts of the servers, as a session names it when it identifies."""

    number: int  # 0 first
    total: int

    def has(self, guild_id: str | None) -> bool:
        """Tell whether a server is on this shard; direct messages, ``None``, are on the first alone."""
        return self.number == (0 if guild_id is None else place_of(guild_id, self.total))


ALL = Shard(0, 1)
"""What a session hears that names no shard."""


def place_of(guild_id: str, count: int) -> int:
    """Return the number of the shard that a server is on, of *count*.

    >>> place_of(str(5 << 22), 4)
    1
    """
    return (int(guild_id) >> 22) % count


def shard_of(told: object) -> Shard | None:
    """Return the shard of IDENTIFY, or ``None`` if there can be none such.

    >>> shard_of([1, 2])
    Shard(number=1, total=2)
    >>> shard_of([2, 2]) is None
    True
    """
    match told:
        case None:
            return ALL
        case [int(number), int(count)] if 0 <= number < count and not isinstance(number, bool):
            return Shard(number, count)
    return None
