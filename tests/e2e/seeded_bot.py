"""Runs the bot as ``bot.py`` does, but with the secret of its dice given, and with a clock that can be set on.

``python seeded_bot.py WORD [CLOCK]`` hashes WORD to that secret; then nothing is mixed into the dice but the players'
words, as the id of the post that starts a race differs from run to run. Of an empty WORD the secret is drawn.
Everything else that is drawn stays drawn. CLOCK is a file that says how many seconds the bot's clock is ahead of the
machine's.
"""

import asyncio
import hashlib
import os
import sys
import time
from pathlib import Path

import bot
from cogs.kit.client import Quadriga
from records.races import SALT_OF_WORD, SECRET_BYTES, Start
from steward import Steward

LOOKS = 0.01
"""Seconds between two looks at the file of the clock."""


class SetOnClock:
    """The machine's clock, and what a test has set it on by."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._ahead = self._read()

    def __call__(self) -> float:
        return time.time() + self._ahead

    def _read(self) -> float:
        return float(self._file.read_text()) if self._file is not None else 0.0

    async def watch(self, steward: Steward) -> None:
        """Have the steward look anew at what is due whenever the clock was set on."""
        while True:
            ahead = self._read()
            if ahead != self._ahead:
                self._ahead = ahead
                steward.timekeeper.wake()
                steward.delivery.wake()
                steward.fixtures.wake()
                steward.daily_boards.wake()
                steward.gazettes.wake()
            await asyncio.sleep(LOOKS)


def entropy_of(word: str, count: int) -> bytes:
    """Return the secret of dice that *word* gives, and the salts of players' words; for other salts, random bytes."""
    is_of_dice = count in (SECRET_BYTES, SALT_OF_WORD)
    return hashlib.sha256(word.encode()).digest()[:count] if word and is_of_dice else os.urandom(count)


def watching(made: Quadriga, clock: SetOnClock) -> Quadriga:
    """Return a bot that looks at its clock's file while it runs."""
    start = made.start

    async def started(token: str) -> None:
        watch = asyncio.create_task(clock.watch(made.steward))
        try:
            await start(token)
        finally:
            watch.cancel()

    made.start = started  # type: ignore[method-assign,assignment]
    return made


def main(word: str, file: Path | None) -> None:
    """Run the bot until it is stopped."""
    clock, create_bot = SetOnClock(file), bot.create_bot
    if word:
        Start.mixed_in = ()  # type: ignore[assignment,method-assign]

    def created(settings: bot.Settings) -> Quadriga:
        made = create_bot(settings, clock, lambda count: entropy_of(word, count))
        return watching(made, clock) if file is not None else made

    bot.create_bot = created  # type: ignore[assignment]
    bot.main()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else None)
