"""Runs the bot as ``bot.py`` does, but with the secret of its dice given, so that one race can be run twice.

``python seeded_bot.py WORD`` hashes WORD to that secret. Everything else that is drawn stays drawn.
"""

import asyncio
import contextlib
import hashlib
import os
import sys

import discord

from bot import Settings, create_bot, point_at
from steward.lobbies import SECRET_BYTES


def entropy_of(word: str, count: int) -> bytes:
    """Return the secret of dice that *word* gives; for salts, random bytes."""
    return hashlib.sha256(word.encode()).digest() if count == SECRET_BYTES else os.urandom(count)


async def run(word: str) -> None:
    """Run the bot until it is stopped."""
    settings = Settings()
    assert settings.token
    assert settings.api_base
    assert settings.gateway
    assert settings.cdn
    discord.utils.setup_logging()
    point_at(settings.api_base, settings.gateway, settings.cdn)
    async with create_bot(settings, entropy=lambda count: entropy_of(word, count)) as bot:
        await bot.start(settings.token.get_secret_value())


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run(sys.argv[1]))
