"""Starts the program: joins settings, database, steward and Discord client; without a token, the sandbox as well."""

import argparse
import asyncio
import contextlib
import ctypes
import gc
import logging
import os
import signal
import sys
import time
import webbrowser
from collections.abc import Callable, Sequence
from getpass import getpass
from pathlib import Path
from typing import Literal

import discord
import yarl
from pydantic import NonNegativeInt, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from cogs import parts
from cogs.kit.client import Quadriga
from cogs.kit.ending import until_told
from cogs.kit.log_lines import Discreet, JsonLines
from cogs.kit.luck import luck_of
from cogs.kit.setting_up import CannotSetUp, by_make, invite_link, look_up, set_up, what_to_mend
from cogs.kit.sharded import client_of
from cogs.kit.watching import Watching
from cogs.panels.own_place import ALL_RIGHTS
from cogs.posts.outbox import DiscordMessenger
from db.opening.backend import backend_of
from db.opening.errors import Unusable, is_of_database
from db.opening.sqlite import SqliteFile
from db.store import Store
from engine.rulesets import PLAYED
from records.fleet import Shards
from records.version import VERSION
from renderers import SCENES
from sandbox.server import Sandbox
from steward import Standstill, Steward
from steward.running.beacon import Drand
from steward.running.finishing import uninterrupted
from words.leagues.names import driver_name

log = logging.getLogger("quadriga")


OURS = ("quadriga", "cogs", "words", "steward", "db", "engine", "records", "renderers", "sandbox")
"""Whose logs follow the level that is set; they hold no secrets at any."""

RESTORED = "restored"
"""The word with which a copy of the database is made ready to be run."""

ANEW = "anew"
"""The word with which all that is looked up of past races is made anew from facts."""

SETUP, INVITE = "setup", "invite"
"""The words with which a host sets the bot up, and gets the link for a server."""

_MMAP_THRESHOLD = -3  # of glibc's mallopt
_LARGE = 10 * 2**20  # bytes: more than a picture of a race takes, less than the parts of one that is being prepared


ENV_FILE = Path(".env")
SECRETS = "/run/secrets" if Path("/run/secrets").is_dir() else None
"""Where containers get what nobody else may read: a file for each setting, such as ``quadriga_token``."""


class Settings(BaseSettings):
    """What can be set, from the environment or ``.env``; ``.env.example`` explains each."""

    model_config = SettingsConfigDict(
        env_prefix="QUADRIGA_", env_file=ENV_FILE, env_ignore_empty=True, extra="ignore", secrets_dir=SECRETS
    )

    token: SecretStr | None = None
    database: str | Path = "quadriga.sqlite3"
    shards: str = ""
    takes_over: bool = False
    forgotten: Path | None = None
    home: int | None = None
    log_level: str = "INFO"
    log_format: Literal["text", "json"] = "text"
    status_port: int | None = None
    sandbox_port: int = 8750
    sandbox_state: Path | None = Path("sandbox.json")
    open_browser: bool = True
    api_base: str | None = None
    gateway: str | None = None
    cdn: str | None = None
    guild_ready_timeout: float = 2.0
    chances: NonNegativeInt = 200
    beacon: str | None = None
    keep_days: NonNegativeInt = 0


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
        Store(settings.database, settings.forgotten),
        clock=clock,
        rulesets=PLAYED,
        scenes=SCENES,
        messenger=messenger,
        entropy=entropy,
        chances=settings.chances,
        beacon=Drand(settings.beacon) if settings.beacon else None,
        luck_of=luck_of,
        driver_name=driver_name,
        posts=messenger,
    )
    steward.keeping.days = settings.keep_days
    steward.notice_standstills(Standstill(time.time, time.monotonic))
    shards = shards_of(settings.shards)
    need_all_in_a_file(settings.database, shards)
    steward.fleet.will_join(shards, takes_over=settings.takes_over, ends=_tell_to_end)
    bot = client_of(steward, shards, guild_ready_timeout=settings.guild_ready_timeout, home=settings.home)
    parts.add_to(bot)
    messenger.speak_through(bot)
    return bot


def shards_of(setting: str) -> Shards:
    """Return the shards that a setting names.

    :raises Failed: if it names none.
    """
    try:
        return Shards.read(setting)
    except ValueError:
        told = f"I can't read QUADRIGA_SHARDS {setting!r}. Try 0-3/16: shards 0 to 3 of 16."
        raise Failed(f"{told} Leave it empty for all servers.") from None


def need_all_in_a_file(database: str | Path, shards: Shards) -> None:
    """:raises Failed: if some shards are left to other programs, which can't run on the same SQLite file."""
    is_whole = (shards.first, shards.last) == (0, shards.of - 1)
    if isinstance(backend_of(database), SqliteFile) and not is_whole:
        told = f"QUADRIGA_SHARDS {shards} leaves some shards to other programs, and a SQLite file is for one alone."
        raise Failed(f"{told} Set 0-{shards.of - 1}/{shards.of}, or keep the races in PostgreSQL.")


def _tell_to_end() -> None:
    """End in order, as if told to from outside: another process has taken this one's place."""
    log.warning("another Quadriga has taken my place, so I end")
    signal.raise_signal(signal.SIGTERM)


def give_back_large_memory() -> None:
    """Let large pieces of memory go back to the system once they are free; without glibc nothing is changed.

    Left to itself the allocator begins to keep them, and small pieces between them hold them fast: 85 MiB in a rush.
    """
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE)


def set_aside_what_stays() -> None:
    """Keep what is there for good, code above all, away from the collector of garbage.

    It looks at all that lives each time, and everything else stands still meanwhile: 110 ms without this.
    """
    gc.collect()
    gc.freeze()


def point_at(api_base: str, gateway: str, cdn: str) -> None:
    """Let the library talk to a server of this protocol other than Discord's."""
    discord.http.Route.BASE = api_base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    discord.asset.Asset.BASE = cdn


class Failed(Exception):
    """A part that must run has ended, so that the program ends as well; the message says which."""


async def run_bot(settings: Settings, token: str) -> None:
    """Run the bot until it is stopped.

    :raises Failed: if a part of it has ended that must run.
    """
    async with contextlib.AsyncExitStack() as running:
        bot = await running.enter_async_context(create_bot(settings))
        set_aside_what_stays()
        log.info("This is Quadriga %s.", VERSION)
        if settings.status_port is not None:
            await running.enter_async_context(Watching(bot, settings.status_port))
        try:
            await bot.start(token)
        except Exception:
            if bot.failure is None:  # else the connection broke off because the bot was ending
                raise
        if bot.failure is not None:
            raise Failed(failed_words(settings.database, bot.failure))


def failed_words(database: str | Path, failure: BaseException) -> str:
    """Return what has ended the program, without anything of what was being written."""
    while isinstance(failure, BaseExceptionGroup):
        failure = failure.exceptions[0]
    if isinstance(failure, Unusable):
        return str(failure)
    if is_of_database(failure):
        return str(backend_of(database).why_unusable(failure))
    return f"A part of me that must run has ended ({type(failure).__name__}). The log above says where. Start me again."


def set_up_logging(level: int, *, is_json: bool = False) -> None:
    """Log what *level* asks for, but of libraries nothing below INFO: there they tell whatever is sent and stored."""
    discord.utils.setup_logging(level=max(level, logging.INFO))
    for name in OURS:
        logging.getLogger(name).setLevel(level)
    for name in ("alembic", "sqlalchemy"):
        logging.getLogger(name).setLevel(logging.WARNING)
    for handler in logging.getLogger().handlers:
        as_usual = handler.formatter or logging.Formatter()
        handler.setFormatter(Discreet(JsonLines() if is_json else as_usual))


def warn_if_readable(path: Path) -> None:
    """Warn if others on this machine may read a file that holds the token; on Windows modes say nothing."""
    with contextlib.suppress(OSError):
        if os.name == "posix" and path.stat().st_mode & 0o077:
            log.warning(
                "Others on this machine can read %s, and the token in it. `chmod 600 %s` ends that.", path, path
            )


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
        await uninterrupted(sandbox.stop())


async def go_on_from_copy(settings: Settings) -> None:
    """Make a restored copy of the database ready, for the next start."""
    async with create_bot(settings) as bot:
        races = await bot.steward.restored()
    print(f"{races} {'race goes' if races == 1 else 'races go'} on from this copy at the next start.")  # noqa: T201


async def look_up_anew(settings: Settings) -> None:
    """Make all that is looked up of past races anew: ratings, the hall of fame, titles."""
    async with create_bot(settings) as bot:
        await bot.steward.open()
        races = await bot.steward.chronicler.make_anew()
    print(f"The past is worked out anew, from the facts of {races} {'race' if races == 1 else 'races'}.")  # noqa: T201


async def set_up_here(settings: Settings) -> None:
    """Ask for the token, check it and keep it; say what comes next."""
    database = backend_of(settings.database)
    private = [database.path, database.list_of_forgotten] if isinstance(database, SqliteFile) else []
    had = settings.token.get_secret_value() if settings.token else ""
    try:
        await set_up(ENV_FILE, ALL_RIGHTS, lambda: getpass("Token (it is not shown): "), print, private, had)
    except CannotSetUp as error:
        raise Failed(str(error)) from None


async def tell_invite(settings: Settings) -> None:
    """Print the link that brings the bot to a server, with the rights it needs and no others."""
    token = settings.token.get_secret_value() if settings.token else ""
    if not token:
        raise Failed(f"No token is set yet, and the link needs its application. `{by_make('setup')}` asks for it.")
    try:
        found = await look_up(token)
        print(invite_link(found.id, ALL_RIGHTS), *what_to_mend(found, ALL_RIGHTS), sep="\n")  # noqa: T201
    except CannotSetUp as error:
        raise Failed(str(error)) from None


DONE_AND_ENDED = {RESTORED: go_on_from_copy, ANEW: look_up_anew, SETUP: set_up_here, INVITE: tell_invite}
"""What is done by a word, after which the program ends."""


def word_of(arguments: Sequence[str]) -> str | None:
    """Return the word of :data:`DONE_AND_ENDED` on the command line, if there is one; exit if that cannot be read."""
    parser = argparse.ArgumentParser(
        prog="quadriga",
        description="Runs the bot; without a token, in the sandbox. .env.example explains what can be set.",
    )
    told = (
        f"do only this, and end: {SETUP} asks for the token and checks it; {INVITE} prints the link for a server; "
        f"{RESTORED} makes a copy of the database ready; {ANEW} works the past out anew"
    )
    parser.add_argument("word", nargs="?", choices=DONE_AND_ENDED, help=told)
    word: str | None = parser.parse_args(arguments).word
    return word


def main(*arguments: str) -> None:
    """Run the bot; without a token, in the sandbox. With a word of :data:`DONE_AND_ENDED`, do that and end."""
    word, settings = word_of(arguments), Settings()
    level = logging.getLevelNamesMapping().get(settings.log_level.upper())
    if level is None:
        sys.exit(f"I know no QUADRIGA_LOG_LEVEL {settings.log_level!r}. Set DEBUG, INFO, WARNING or ERROR.")
    set_up_logging(level, is_json=settings.log_format == "json")
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # this bot never speaks
    if settings.api_base and settings.gateway and settings.cdn:
        point_at(settings.api_base, settings.gateway, settings.cdn)
    token = settings.token.get_secret_value() if settings.token else ""
    if token:
        warn_if_readable(ENV_FILE)
    try:
        alone = _room_for(word, settings)
        with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError), alone:
            if word is not None:
                asyncio.run(until_told(DONE_AND_ENDED[word](settings)))
            else:
                asyncio.run(until_told(run_bot(settings, token) if token else run_sandbox(settings)))
    except (Failed, Unusable) as error:
        sys.exit(f"\n{error}\n")


def _room_for(word: str | None, settings: Settings) -> contextlib.AbstractContextManager[None]:
    """Return what holds the database for what is to be done: alone, or as one of those that run races."""
    if word in (SETUP, INVITE):
        return contextlib.nullcontext()
    database = backend_of(settings.database)
    return database.among() if word is None else database.only_one()


def run() -> None:
    """Run the bot as the command line says: the program ``quadriga`` of an installation."""
    main(*sys.argv[1:])


if __name__ == "__main__":
    run()
