"""Runs the bot as ``bot.py`` does, but with the secret of its dice given, and with a clock that can be set on.

``python seeded_bot.py WORD [CLOCK]`` hashes WORD to that secret; then nothing is mixed into the dice but the players'
words, as the id of the post that starts a race differs from run to run. Of an empty WORD the secret is drawn.
Everything else that is drawn stays drawn. CLOCK is a file that says how many seconds the bot's clock is ahead of the
machine's.
"""

import asyncio
import contextlib
import hashlib
import os
import sys
import time
from pathlib import Path

import discord

from bot import Settings, create_bot, point_at
from records.races import Start
from steward import Steward
from steward.hosting.lobbies import SECRET_BYTES

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
            await asyncio.sleep(LOOKS)


def entropy_of(word: str, count: int) -> bytes:
    """Return the secret of dice that *word* gives, if there is one; for salts, random bytes."""
    return hashlib.sha256(word.encode()).digest() if word and count == SECRET_BYTES else os.urandom(count)


async def run(word: str, file: Path | None) -> None:
    """Run the bot until it is stopped."""
    clock = SetOnClock(file)
    if word:
        Start.words = ()  # type: ignore[assignment,method-assign]
    settings = Settings()
    assert settings.token
    assert settings.api_base
    assert settings.gateway
    assert settings.cdn
    discord.utils.setup_logging()
    point_at(settings.api_base, settings.gateway, settings.cdn)
    async with create_bot(settings, clock, lambda count: entropy_of(word, count)) as bot:
        watching = asyncio.create_task(clock.watch(bot.steward))
        try:
            await bot.start(settings.token.get_secret_value())
        finally:
            watching.cancel()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else None))
