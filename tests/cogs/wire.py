"""The whole bot with the library it is made with, in one process: interactions go in as Discord sends them, and all
that the bot sends is kept instead of sent.
"""

import asyncio
import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from cogs import parts
from cogs.kit.client import Quadriga
from tests.cogs.arena import Arena
from tests.cogs.fakes import CHANNEL, GUILD, THREAD, http_error

APPLICATION, MANAGER = 999, 900
VOICE, NEWS, ELSEWHERE = 21, 22, 23
TEXT_TYPE, VOICE_TYPE, NEWS_TYPE, DM_TYPE, THREAD_TYPE = 0, 2, 5, 1, 11
CHANNELS = {CHANNEL: TEXT_TYPE, VOICE: VOICE_TYPE, NEWS: NEWS_TYPE, ELSEWHERE: TEXT_TYPE}
COMMAND, PRESS, TYPING, FORM = 2, 3, 4, 5
DEALING = (
    "CommandTree-invoker",
    "discord.py: ",
    "discord-ui-dynamic-item",
    "discord-ui-view-dispatch",
    "discord-ui-modal",
)
"""How the library calls the tasks that deal with an interaction; others wait for as long as a form is open."""
ALL_RIGHTS = str(discord.Permissions.all().value)
MEMBERS_RIGHTS = str(discord.Permissions(view_channel=True, read_message_history=True).value)
"""What everybody may do in every channel of the server; the bot's own role may do all."""
BOTS_ROLE = 901
_SEES = str(discord.Permissions(view_channel=True).value)
HIDDEN = {
    "permission_overwrites": [
        {"id": str(GUILD), "type": 0, "allow": "0", "deny": _SEES},
        {"id": str(BOTS_ROLE), "type": 0, "allow": _SEES, "deny": "0"},
    ]
}
_WHEN = "2026-11-22T00:00:00+00:00"


def user_of(number: int, *, bot: bool = False) -> dict[str, Any]:
    names = {"username": f"user{number}", "global_name": f"User {number}", "discriminator": "0", "avatar": None}
    return {"id": str(number), "bot": bot, **names}


def member_of(number: int, rights: int = 0) -> dict[str, Any]:
    roles = [str(BOTS_ROLE)] if number == APPLICATION else []
    more = {"roles": roles, "joined_at": "2020-01-01T00:00:00+00:00", "deaf": False, "mute": False, "flags": 0}
    return {"user": user_of(number), "permissions": str(rights), **more}


def channel_of(number: int) -> dict[str, Any]:
    if number == THREAD:
        about = {"archived": False, "auto_archive_duration": 60, "archive_timestamp": _WHEN, "locked": False}
        more = {
            "parent_id": str(CHANNEL),
            "owner_id": str(APPLICATION),
            "thread_metadata": about,
            "message_count": 1,
            "member_count": 1,
        }
        return {"id": str(number), "type": THREAD_TYPE, "guild_id": str(GUILD), "name": "t", **more}
    if number in CHANNELS:
        more = {"guild_id": str(GUILD), "position": 0, "permission_overwrites": [], "parent_id": None, "nsfw": False}
        return {"id": str(number), "type": CHANNELS[number], "name": "c", "bitrate": 64_000, "user_limit": 0, **more}
    return {"id": str(number), "type": DM_TYPE, "recipients": [user_of(number)]}


def message_of(number: int, channel: int, components: list[Any]) -> dict[str, Any]:
    empty: dict[str, Any] = {"attachments": [], "embeds": [], "mentions": [], "mention_roles": []}
    flags = {"tts": False, "mention_everyone": False, "pinned": False, "type": 0, "flags": 1 << 15}
    said = {"id": str(number), "channel_id": str(channel), "content": "", "timestamp": _WHEN, "edited_timestamp": None}
    return {**said, "author": user_of(APPLICATION, bot=True), "components": components, **empty, **flags}


@dataclass
class Answered:
    """What came of one interaction."""

    first: list[dict[str, Any]] = field(default_factory=list)
    later: list[dict[str, Any]] = field(default_factory=list)

    @property
    def forms(self) -> list[dict[str, Any]]:
        return [each["data"] for each in self.first if each["type"] == 9]

    @property
    def words(self) -> str:
        """All that is to be read in it."""
        bodies = [each.get("data") or {} for each in self.first] + self.later
        return "\n".join(text for body in bodies for text in _texts(body))


READ = ("content", "label", "title", "placeholder", "description")
"""Where words stand that somebody reads, or has read out."""


def _texts(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        yield from (str(part[key]) for key in READ if part.get(key))
        for inside in part.values():
            yield from _texts(inside)
    elif isinstance(part, list):
        for inside in part:
            yield from _texts(inside)


class Kept(AsyncWebhookAdapter):
    """Keeps answers to interactions."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.answered = Answered()

    async def request(self, route: Any, session: Any, **how: Any) -> Any:
        multipart = how.get("multipart") or []
        payload: Any = how.get("payload") or next(
            (json.loads(each["value"]) for each in multipart if each["name"] == "payload_json"), {}
        )
        if route.path.endswith("/callback"):
            self.answered.first.append(payload)
            return {"interaction": {"id": "1", "type": 1}}
        if route.method in ("POST", "PATCH"):
            self.answered.later.append(payload)
        return message_of(77, CHANNEL, [])


class Wire:
    """The bot on a wire that leads nowhere."""

    def __init__(self, arena: Arena, hides: Collection[int] = ()) -> None:
        """:param hides: channels that nobody but the bot sees; the bot's role stands above that."""
        self.arena, self._ids = arena, count(10**6)
        self.bot = Quadriga(arena.steward)
        parts.add_to(self.bot)
        arena.client.talks = self.bot.talks
        self.bot.loop = asyncio.get_running_loop()
        self._kept = Kept()
        async_context.set(self._kept)
        state = self.bot._connection
        state.application_id = APPLICATION
        me: Any = user_of(APPLICATION, bot=True)
        state.user = discord.ClientUser(state=state, data=me)
        self.bot.http.request = self._rest  # type: ignore[method-assign]
        server: Any = {
            "id": str(GUILD),
            "name": "Roma",
            "owner_id": str(MANAGER),
            "roles": [
                {"id": str(GUILD), "name": "@everyone", "permissions": MEMBERS_RIGHTS, "position": 0, "color": 0},
                {"id": str(BOTS_ROLE), "name": "Quadriga", "permissions": ALL_RIGHTS, "position": 1, "color": 0},
            ],
            "channels": [channel_of(number) | (HIDDEN if number in hides else {}) for number in CHANNELS],
            "threads": [channel_of(THREAD)],
            "members": [member_of(APPLICATION)],
            "emojis": [],
            "features": [],
        }
        state._add_guild_from_data(server)

    async def _rest(self, route: Any, **_how: Any) -> Any:
        """Answer what the bot asks Discord for by itself."""
        path = route.url.split("/api/v10")[-1].split("?")[0].strip("/").split("/")
        match (route.method, *path):
            case ("POST", "users", "@me", "channels"):
                found: Any = channel_of(100)
            case ("POST", "channels", number, "messages"):
                found = message_of(next(self._ids), int(number), [])
            case ("POST", "channels", _, "threads"):
                found = channel_of(THREAD) | {"id": str(next(self._ids))}
            case ("PUT", "channels", _, "thread-members", _):
                found = None
            case ("GET", "channels", number):
                found = channel_of(int(number))
            case ("GET", "guilds", _, "threads", "active"):
                found = {"threads": [], "members": []}
            case ("GET", "guilds", _, "members", number):
                found = member_of(int(number))
            case ("GET", "users", number) if int(number) < 2**63 - 1:
                found = user_of(int(number))
            case _:
                raise http_error(discord.NotFound, 404, 10003)
        return found

    async def act(self, kind: int, who: dict[str, Any], data: dict[str, Any]) -> Answered:
        """Let something be done, and wait until the bot has dealt with it."""
        self._kept.answered = answered = Answered()
        number = next(self._ids) << 22
        payload: Any = {"id": str(number), "application_id": str(APPLICATION), "type": kind, "token": "t", "version": 1}
        payload |= {"data": data, "locale": "en-GB", "entitlements": [], "attachment_size_limit": 10_485_760, **who}
        if kind in (PRESS, FORM):
            payload["message"] = message_of(70, int(who["channel_id"]), _shown(data) if kind == PRESS else [])
        before = asyncio.all_tasks()
        self.bot._connection.parse_interaction_create(payload)
        while rest := {each for each in asyncio.all_tasks() - before if each.get_name().startswith(DEALING)}:
            await asyncio.wait(rest, timeout=10.0)
        return answered


def _shown(data: dict[str, Any]) -> list[Any]:
    """Return the message part that is pressed."""
    part = {"type": data["component_type"], "custom_id": data["custom_id"], "id": 2}
    look = {"style": 1, "label": "Press"} if data["component_type"] == 2 else {"options": []}
    return [{"type": 1, "id": 1, "components": [part | look]}]


def acts_in(number: int, channel: int, rights: int = 0, app_rights: str = ALL_RIGHTS) -> dict[str, Any]:
    """Return who acts where in the server, with which rights in that channel."""
    where = {"guild_id": str(GUILD), "channel_id": str(channel), "channel": channel_of(channel)}
    return {**where, "context": 0, "app_permissions": app_rights, "member": member_of(number, rights)}


def acts_by_dm(number: int) -> dict[str, Any]:
    """Return who acts in a direct message with the bot."""
    where = {"channel_id": str(number), "channel": channel_of(number), "context": 1}
    return {**where, "app_permissions": ALL_RIGHTS, "user": user_of(number)}
