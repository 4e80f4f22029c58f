"""Starts the program: joins settings, database, steward and Discord client; without a token, the sandbox as well."""

import asyncio
import contextlib
import ctypes
import logging
import os
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path

import discord
import yarl
from pydantic import NonNegativeInt, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from cogs import parts
from cogs.client import Quadriga
from cogs.messenger import DiscordMessenger
from db.store import Store
from engine.rulesets import RULESETS
from renderers import SCENES
from sandbox.server import Sandbox
from steward import Steward
from steward.beacon import Drand

log = logging.getLogger("quadriga")


_MMAP_THRESHOLD = -3  # of glibc's mallopt
_LARGE = 10 * 2**20  # bytes: more than a picture of a race takes, less than the parts of one that is being prepared


class Settings(BaseSettings):
    """What can be set, from the environment or ``.env``; ``.env.example`` explains each."""

    model_config = SettingsConfigDict(env_prefix="QUADRIGA_", env_file=".env", env_ignore_empty=True, extra="ignore")

    token: SecretStr | None = None
    database: Path = Path("quadriga.sqlite3")
    home: int | None = None
    log_level: str = "INFO"
    sandbox_port: int = 8750
    sandbox_state: Path | None = Path("sandbox.json")
    open_browser: bool = True
    api_base: str | None = None
    gateway: str | None = None
    cdn: str | None = None
    guild_ready_timeout: float = 2.0
    chances: NonNegativeInt = 200
    beacon: str | None = None


def create_bot(
    settings: Settings, clock: Callable[[], float] = time.time, entropy: Callable[[int], bytes] = os.urandom
) -> Quadriga:
    """Build the client with everything behind it, without connecting.

    :param clock: seconds since 1970; every time the bot reads is read from here.
    :param entropy: returns so many bytes that nobody can guess, for secrets of dice and salts of seals.
    """
    give_back_large_memory()
    messenger = DiscordMessenger(clock)
    steward = Steward(
        Store(settings.database),
        clock=clock,
        rulesets=RULESETS,
        scenes=SCENES,
        messenger=messenger,
        entropy=entropy,
        chances=settings.chances,
        beacon=Drand(settings.beacon) if settings.beacon else None,
    )
    bot = Quadriga(steward, guild_ready_timeout=settings.guild_ready_timeout, home=settings.home)
    parts.add_to(bot)
    messenger.speak_through(bot)
    return bot


def give_back_large_memory() -> None:
    """Let large pieces of memory go back to the system once they are free; without glibc nothing is changed.

    Left to itself the allocator begins to keep them, and small pieces between them hold them fast: 85 MiB in a rush.
    """
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE)


def point_at(api_base: str, gateway: str, cdn: str) -> None:
    """Let the library talk to a server of this protocol other than Discord's."""
    discord.http.Route.BASE = api_base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    discord.asset.Asset.BASE = cdn


async def run_bot(settings: Settings, token: str) -> None:
    """Run the bot until it is stopped."""
    async with create_bot(settings) as bot:
        await bot.start(token)


async def run_sandbox(settings: Settings) -> None:
    """Run the bot against an embedded server, and open the server's page."""
    sandbox = Sandbox(state_file=settings.sandbox_state, keep_requests=200)
    await sandbox.start(port=settings.sandbox_port)
    point_at(sandbox.api_base, sandbox.gateway_url, sandbox.cdn_base)
    print(f"\n  No token is set, so this is the sandbox. Play at  {sandbox.page_url}\n", flush=True)  # noqa: T201
    if settings.open_browser:
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(sandbox.page_url)
    try:
        await run_bot(settings, sandbox.bot_token)
    finally:
        await sandbox.stop()


def main() -> None:
    """Run the bot; without a token, in the sandbox."""
    settings = Settings()
    discord.utils.setup_logging(level=logging.getLevelName(settings.log_level.upper()))
    logging.getLogger("alembic").setLevel(logging.WARNING)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # this bot never speaks
    if settings.api_base and settings.gateway and settings.cdn:
        point_at(settings.api_base, settings.gateway, settings.cdn)
    token = settings.token.get_secret_value() if settings.token else ""
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run_bot(settings, token) if token else run_sandbox(settings))


if __name__ == "__main__":
    main()
