"""Numbers by which the bot finds its posts again.

They are drawn with a key from a post's place among those of its own target, so players cannot count others' private
posts by them. A bot that goes on from a copy of the database draws with a new key: posts since the copy was made have
the same places.
"""

import asyncio
import hmac
import secrets
from collections.abc import Iterable

from records.notices import Notice
from steward import KEY_BYTES, KEY_OF_MARKS, Steward

LARGEST = 2**31 - 1
"""The largest id of a component; 0 counts as none."""

_NONCE_DIGITS = 20  # hexadecimal; Discord takes 25 characters


class Marks:
    """The marks of a notice's messages: a number that stays there, and a nonce that Discord knows for minutes."""

    def __init__(self, keys: str) -> None:
        """:param keys: as they are kept: see :data:`steward.KEY_OF_MARKS`."""
        first, *later = keys.split()
        of_copies = (each.split(":") for each in later)
        self._keys = [(-1, bytes.fromhex(first)), *((int(last), bytes.fromhex(key)) for last, key in of_copies)]

    def mark(self, notice: Notice, part: int = 0) -> int:
        """Return the id of a message's first component, the same at each try: 1 to :data:`LARGEST`.

        :param part: which message of the notice it is.
        """
        return int.from_bytes(self._drawn(notice, part, "mark")[:8]) % LARGEST + 1

    def nonce(self, notice: Notice, part: int = 0) -> str:
        """Return a message's nonce, the same at each try."""
        return f"q{self._drawn(notice, part, 'nonce').hex()[:_NONCE_DIGITS]}"

    def part_of(self, notice: Notice, mark: int | None, parts: Iterable[int]) -> int | None:
        """Return the number of a notice's message that bears *mark*, 0 first; ``None`` if none of *parts* does."""
        return next((part for part in parts if self.mark(notice, part) == mark), None)

    def _drawn(self, notice: Notice, part: int, what: str) -> bytes:
        key = next(key for last, key in reversed(self._keys) if notice.id > last)
        told = f"{what} {notice.race} {notice.player} {notice.place} {part}"
        return hmac.digest(key, told.encode(), "sha256")


class MarksOf:
    """The marks of one database: its key is made when first they are needed."""

    def __init__(self) -> None:
        self._marks: Marks | None = None
        self._reading = asyncio.Lock()

    async def read(self, steward: Steward) -> Marks:
        """Return the marks of the steward's database."""
        async with self._reading:
            if self._marks is None:
                keys = await steward.memory.get(KEY_OF_MARKS)
                if keys is None:
                    keys = secrets.token_hex(KEY_BYTES)
                    await steward.memory.set(KEY_OF_MARKS, keys)
                self._marks = Marks(keys)
        return self._marks
