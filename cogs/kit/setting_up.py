"""Setting the bot up on a machine: its token is checked and kept for its owner alone, and the invite link is told.

It asks Discord whose the token is, how its application is set and which servers it is in, and changes nothing there.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import discord
import yarl

from cogs.kit.permissions import rights_missing

PATIENCE = aiohttp.ClientTimeout(total=20)
WRONG_TOKEN = 401
TOKEN = re.compile(r"^\s*QUADRIGA_TOKEN\s*=.*$", re.MULTILINE)
EXAMPLE = Path(".env.example")
MAKEFILE = Path("Makefile")  # in a container there is none
PORTAL = "https://discord.com/developers/applications"

PRIVILEGED = ("gateway_presence", "gateway_guild_members", "gateway_message_content")
"""Intents that the bot does without."""


def by_make(word: str) -> str:
    """Return how a host has something done: by a target of make, or, where there is none, by a word after the program.

    >>> by_make("setup")
    'make setup'
    """
    return f"make {word}" if MAKEFILE.is_file() else f"quadriga {word}"


class CannotSetUp(Exception):
    """What stands in the way, and what can be done; nothing was changed."""


@dataclass(frozen=True)
class Application:
    """What Discord says of a token's application."""

    id: int
    name: str
    is_public: bool
    needs_code: bool  # whether invites ask for a code grant, which a bot cannot give
    intents: tuple[str, ...]  # privileged ones that are switched on, and that nothing here uses
    servers: Mapping[str, discord.Permissions]  # what the bot may do, by the names of the servers that it is in


def invite_link(application: int, rights: discord.Permissions) -> str:
    """Return the link that brings the bot to a server, with exactly these rights.

    >>> invite_link(42, discord.Permissions(view_channel=True))
    'https://discord.com/oauth2/authorize?client_id=42&scope=bot+applications.commands&permissions=1024'
    """
    return discord.utils.oauth_url(application, permissions=rights, scopes=("bot", "applications.commands"))


async def look_up(token: str) -> Application:
    """Return the application of a token.

    :raises CannotSetUp: if Discord does not know the token, or cannot be reached.
    """
    base = yarl.URL(discord.http.Route.BASE)
    try:
        async with aiohttp.ClientSession(headers={"Authorization": f"Bot {token}"}, timeout=PATIENCE) as session:
            found = await _ask(session, base / "oauth2" / "applications" / "@me")
            servers = await _ask(session, base / "users" / "@me" / "guilds")
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise CannotSetUp(
            f"I can't reach Discord ({type(error).__name__}). Look at the connection, and try again."
        ) from None
    flags = discord.ApplicationFlags._from_value(int(found.get("flags", 0)))
    on = [name for name in PRIVILEGED if getattr(flags, name) or getattr(flags, f"{name}_limited")]
    return Application(
        int(found["id"]),
        str(found["name"]),
        bool(found.get("bot_public", True)),
        bool(found.get("bot_require_code_grant", False)),
        tuple(on),
        {str(each["name"]): discord.Permissions(int(each["permissions"])) for each in servers},
    )


async def _ask(session: aiohttp.ClientSession, url: yarl.URL) -> Any:
    async with session.get(url) as answer:
        if answer.status == WRONG_TOKEN:
            raise CannotSetUp(
                f"Discord does not know this token. {PORTAL}, your application, Bot, Reset Token shows a new one."
            )
        if not answer.ok:
            raise CannotSetUp(f"Discord answered {answer.status}. Try again in a minute.")
        return await answer.json()


def what_to_mend(found: Application, rights: discord.Permissions) -> list[str]:
    """Return what of an application's settings, or of a server's, stands in a host's way, a line each.

    :param rights: that the bot needs.
    """
    lines = []
    if found.needs_code:
        lines.append("Switch off “Requires OAuth2 Code Grant” under Bot: with it nobody can invite the bot.")
    if not found.is_public:
        lines.append("“Public Bot” is off: only you can invite it. That is fine for servers of your own.")
    if found.intents:
        lines.append("Privileged intents are switched on. Quadriga uses none: you can switch them off.")
    return [*lines, *_rights_to_give(found.servers, rights)]


def _rights_to_give(servers: Mapping[str, discord.Permissions], rights: discord.Permissions) -> Iterator[str]:
    """Yield one line about the servers where rights are lacking: which, on the first; how many more."""
    named = {name: "" if given.administrator else rights_missing(given, rights) for name, given in servers.items()}
    lacking = [name for name, missing in named.items() if missing]
    for server in lacking[:1]:
        more = f" The same goes for {len(lacking) - 1} more." if len(lacking) > 1 else ""
        yield f"On {server} the bot lacks: {named[server]}.{more} Invite it there once more: the link gives them."


def open_to_others(paths: Iterable[Path]) -> list[str]:
    """Return how to close files that others on this machine can read, a line each; on Windows modes say nothing."""
    if os.name != "posix":
        return []
    found = [each for each in paths if each.is_file() and each.stat().st_mode & 0o077]
    return [f"Others on this machine can read {each}. `chmod 600 {each}` ends that." for each in found]


def keep_token(token: str, path: Path) -> None:
    """Write the token into the file of settings, readable for its owner only; other lines stay as they are."""
    text = next((each.read_text("utf-8") for each in (path, EXAMPLE) if each.exists()), "")
    line = f"QUADRIGA_TOKEN={token}"
    if TOKEN.search(text):
        text = TOKEN.sub(lambda _found: line, text, count=1)
    else:
        text = f"{text.rstrip()}\n{line}\n".lstrip()
    beside = path.with_name(f"{path.name}.new")
    beside.touch(0o600)
    beside.chmod(0o600)
    beside.write_text(text, "utf-8")
    beside.replace(path)


FIRST = f"Make an application in {PORTAL}, then press Reset Token under Bot, and paste the token here."


async def set_up(
    path: Path,
    rights: discord.Permissions,
    ask: Callable[[], str],
    say: Callable[[str], None],
    private: Sequence[Path] = (),
    had: str = "",
) -> None:
    """Ask for a token, check it, keep it, and say what comes next.

    :param path: of the file of settings.
    :param ask: returns what its owner typed.
    :param private: files that nobody else on this machine should read.
    :param had: the token that is set already: typing nothing checks it once more, and keeps it.
    :raises CannotSetUp: if the token is none; nothing is written then.
    """
    say(f"A token is set. Press Enter to check it once more, or paste another from {PORTAL}." if had else FIRST)
    token = ask().strip()
    if not (token or had):
        raise CannotSetUp(f"You typed nothing. Run `{by_make('setup')}` again, and paste the token.")
    found = await look_up(token or had)
    if token:
        keep_token(token, path)
    to_mend = [*what_to_mend(found, rights), *open_to_others(private)]
    where = f"The token is in {path}, which only you can read." if token else "Its token is good, and stays as it is."
    for each in _told(f"This is {found.name}. {where}", to_mend, invite_link(found.id, rights)):
        say(each)


def _told(whose: str, to_mend: Sequence[str], link: str) -> Sequence[str]:
    start = by_make("run") if MAKEFILE.is_file() else "without the word setup (a container: docs/deploy.md)"
    return (whose, *to_mend, f"Invite it to your server:  {link}", f"Then start it: {start}")
