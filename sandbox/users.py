"""The users' side: each user's view and acts, for the web page and for tests."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp import web

from sandbox.clock import iso
from sandbox.errors import Json, Refusal
from sandbox.guard import PAGE_POLICY, is_token
from sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interactions, was_along
from sandbox.invoke import (
    Denied,
    command_data,
    commands_for,
    component_data,
    find_command,
    may_be_taken_along,
    modal_data,
)
from sandbox.limits.messages import MOST_CONTENT
from sandbox.model import DM, Channel, Message, User
from sandbox.posting import mention
from sandbox.shown import channel_json, message_json, role_json, user_json
from sandbox.world import MEMBER_DAYS, Change, World

PAGE = Path(__file__).parent / "page"
QUICK_LIMIT = 200
MOST_DAYS = 3_650

Action = Callable[[User, web.Request], Awaitable[web.StreamResponse]]


def answered(body: Any, status: int = 200) -> web.Response:
    """Return a JSON response."""
    return web.Response(body=json.dumps(body).encode(), status=status, content_type="application/json")


def refused(status: int, text: str, custom_id: str | None = None) -> web.Response:
    """Return a refusal with its reason."""
    return answered({"error": text} | ({"custom_id": custom_id} if custom_id else {}), status)


async def body_of(request: web.Request) -> Json:
    """Return the JSON object that was sent; :exc:`Denied` if it is none."""
    try:
        body = json.loads(await request.read() or b"{}")
    except ValueError as error:
        raise Denied(400, "this is not JSON") from error
    if not isinstance(body, dict):
        raise Denied(400, "this is not a JSON object")
    return body


def _needed(body: Json, key: str, kind: type = str) -> Any:
    if not isinstance(body.get(key), kind):
        raise Denied(400, f"{key} is missing or of the wrong kind")
    return body[key]


@dataclass
class Hub:
    """The open event streams of the users."""

    world: World
    _streams: dict[str, list["asyncio.Queue[str | None]"]] = field(default_factory=dict)

    def send(self, user_id: str, frame: Json) -> None:
        """Send a frame to every page of one user."""
        self._send([user_id], frame)

    def _send(self, user_ids: list[str], frame: Json) -> None:
        streams = [stream for user_id in user_ids for stream in self._streams.get(user_id, ())]
        if streams:
            text = json.dumps(frame)
            for stream in streams:
                stream.put_nowait(text)

    def watch(self, change: Change) -> None:
        """Send the frames of *change* to all users who may see it."""
        people = self.world.people
        if change.kind == "commands":
            for user in people:
                self.send(user.id, {"type": "commands", "commands": commands_for(self.world, user)})
        elif change.kind == "member":
            self._send([each.id for each in people], {"type": "members", "members": members_json(self.world)})
        elif change.kind == "bot":
            self._send([each.id for each in people], {"type": "bot", "online": self.world.is_bot_online})
        elif change.message:
            self._send_message(change, change.message)
        elif change.channel:
            self._send_channel(change, change.channel)

    def _send_message(self, change: Change, message: Message) -> None:
        seeing = [user.id for user in self.world.people if self.world.sees(user, message)]
        if not any(self._streams.get(each) for each in seeing):
            return
        frame: Json = {"type": change.kind, "channel_id": message.channel_id}
        if change.kind == "message_delete":
            frame["message_id"] = message.id
        else:
            frame["message"] = message_json(self.world, message)
        self._send(seeing, frame)

    def _send_channel(self, change: Change, channel: Channel) -> None:
        if change.kind in ("shown", "hidden") and change.user:
            self.send(change.user.id, _channel_frame(self.world, channel, is_gone=change.kind == "hidden"))
            return
        seeing = [user.id for user in self.world.people if self.world.sees_channel(user, channel)]
        if change.kind == "typing" and change.user:
            frame: Json = {"type": "typing", "channel_id": channel.id, "user_id": change.user.id}
        else:
            frame = _channel_frame(self.world, channel, is_gone=change.kind == "channel_delete")
        self._send(seeing, frame)

    async def stream(self, user: User, request: web.Request) -> web.WebSocketResponse:
        """Serve one event stream, until either side closes it."""
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._streams.setdefault(user.id, []).append(queue)
        queue.put_nowait(json.dumps({"type": "ready", "state": state_json(self.world, user)}))
        writer = asyncio.create_task(_write(socket, queue))
        try:
            async for _ in socket:
                pass
        finally:
            self._streams[user.id].remove(queue)
            writer.cancel()
        return socket

    def close(self) -> None:
        """Close every stream."""
        for streams in self._streams.values():
            for stream in streams:
                stream.put_nowait(None)


async def _write(socket: web.WebSocketResponse, queue: "asyncio.Queue[str | None]") -> None:
    while (frame := await queue.get()) is not None:
        try:
            await socket.send_str(frame)
        except ConnectionError:
            return
    await socket.close()


def _channel_frame(world: World, channel: Channel, *, is_gone: bool) -> Json:
    if is_gone:
        return {"type": "channel_delete", "channel_id": channel.id}
    return {"type": "channel", "channel": channel_json(world, channel)}


def person_json(user: User) -> Json:
    """Return a user object, for people with a further field for the page."""
    shown = user_json(user)
    return shown if user.is_bot else shown | {"spectator": user.is_spectator}


def members_json(world: World) -> list[Json]:
    """Return everybody in the server."""
    return [person_json(user) for user in world.members]


def state_json(world: World, user: User) -> Json:
    """Return all that *user* sees, but messages."""
    kept = world.kept
    roles = [role_json(world, each) for each in (kept.guild_id, kept.role_id)]
    channels = [each for each in kept.channels.values() if world.sees_channel(user, each)]
    return {
        "me": person_json(user) | {"dms_open": user.dms_open, "locale": user.locale},
        "bot": user_json(world.bot),
        "bot_online": world.is_bot_online,
        "guild": {
            "id": kept.guild_id,
            "name": kept.guild_name,
            "owner_id": kept.owner_id,
            "members": members_json(world),
            "roles": [{key: role[key] for key in ("id", "name")} for role in roles],
        },
        "channels": [channel_json(world, each) for each in channels],
        "commands": commands_for(world, user),
        "now": iso(world.clock.now()),
    }


@dataclass
class Users:
    """Answers the requests of the users' side."""

    world: World
    interactions: Interactions
    hub: Hub

    def routes(self) -> list[web.RouteDef]:
        """Return all routes of the users' side."""
        deeds: list[tuple[str, str, Action]] = [
            ("GET", "state", self.state),
            ("GET", "events", self.hub.stream),
            ("GET", "channels/{channel}/messages", self.messages),
            ("DELETE", "channels/{channel}/messages/{message}", self.dismiss),
            ("POST", "commands", self.command),
            ("POST", "autocomplete", self.autocomplete),
            ("POST", "components", self.component),
            ("POST", "modals", self.submit),
            ("DELETE", "modals/{modal}", self.close_modal),
            ("POST", "messages", self.say),
            ("POST", "dms", self.open_dm),
            ("PUT", "dms", self.set_dms),
        ]
        return [
            web.get("/p/{token}/api/table", self.table),
            web.post("/p/{token}/api/users", self.join),
            *(web.route(method, f"/p/{{token}}/api/{path}", self._for_user(deed)) for method, path, deed in deeds),
            web.get("/p/{token}", self.to_page),
            web.get("/p/{token}/", self.page),
            web.get("/p/{token}/{file:[\\w./-]+}", self.page),
        ]

    def _is_table(self, request: web.Request) -> bool:
        return is_token(request.match_info["token"], self.world.kept.table_token)

    def _user(self, request: web.Request) -> User | None:
        given = request.match_info["token"]
        return next((user for user in self.world.people if is_token(given, user.token)), None)

    def _for_user(self, deed: Action) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def handler(request: web.Request) -> web.StreamResponse:
            user = self._user(request)
            if user is None:
                return refused(403 if self._is_table(request) else 404, "this needs a user's token")
            return await _guarded(deed(user, request))

        return handler

    async def to_page(self, request: web.Request) -> web.StreamResponse:
        """Redirect an address without its last slash to the page."""
        raise web.HTTPFound(f"{request.path}/")

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Serve a file of the page."""
        if not self._is_table(request) and self._user(request) is None:
            raise web.HTTPNotFound
        wanted = (PAGE / request.match_info.get("file", "index.html")).resolve()
        if not wanted.is_relative_to(PAGE) or not wanted.is_file():
            raise web.HTTPNotFound
        headers = {"Content-Security-Policy": PAGE_POLICY, "Cache-Control": "no-cache"}
        return web.FileResponse(wanted, headers=headers)

    async def table(self, request: web.Request) -> web.Response:
        """Answer with the server, the bot and the user who asks; the table's token gets all users."""
        is_table, user = self._is_table(request), self._user(request)
        if not is_table and user is None:
            return refused(404, "unknown token")
        shown = self.world.people if is_table else [user] if user else []
        kept = self.world.kept
        return answered(
            {
                "guild": {"id": kept.guild_id, "name": kept.guild_name},
                "bot": user_json(self.world.bot),
                "bot_online": self.world.is_bot_online,
                "users": [person_json(each) | {"token": each.token} for each in shown],
            }
        )

    async def join(self, request: web.Request) -> web.StreamResponse:
        """Let a new member join."""
        if not self._is_table(request):
            return refused(403, "this needs the table's token")

        async def deed() -> web.Response:
            body = await body_of(request)
            name = _needed(body, "name").strip()
            if not 1 <= len(name) <= 32:
                raise Denied(400, "a name has 1 to 32 characters")
            days = body.get("days", MEMBER_DAYS)
            if not isinstance(days, int) or not 0 <= days <= MOST_DAYS:
                raise Denied(400, f"days as a member are a number from 0 to {MOST_DAYS}")
            user = self.world.add_user(name, is_spectator=bool(body.get("spectator")), days=days)
            return answered(person_json(user) | {"token": user.token}, 201)

        return await _guarded(deed())

    async def state(self, user: User, _request: web.Request) -> web.Response:
        return answered(state_json(self.world, user))

    def _channel(self, user: User, channel_id: Any) -> Channel:
        channel = self.world.kept.channels.get(str(channel_id))
        if channel is None or not self.world.sees_channel(user, channel):
            raise Denied(404, "there is no such channel")
        return channel

    def _message(self, user: User, channel: Channel, message_id: Any) -> Message:
        message = self.world.kept.messages[channel.id].get(str(message_id))
        if message is None or not self.world.sees(user, message):
            raise Denied(404, "there is no such message")
        return message

    async def messages(self, user: User, request: web.Request) -> web.Response:
        channel = self._channel(user, request.match_info["channel"])
        query = request.query
        try:
            limit = min(int(query.get("limit", 100)), QUICK_LIMIT)
            before, after = int(query.get("before") or 2**63), int(query.get("after") or 0)
        except ValueError as error:
            raise Denied(400, "limit, before and after are numbers") from error
        seen = [each for each in self.world.messages(channel.id) if self.world.sees(user, each)]
        wanted = [each for each in seen if after < int(each.id) < before][-max(limit, 1) :]
        return answered([message_json(self.world, each) for each in wanted])

    async def dismiss(self, user: User, request: web.Request) -> web.Response:
        channel = self._channel(user, request.match_info["channel"])
        message = self._message(user, channel, request.match_info["message"])
        if user.id not in (message.visible_to, message.author_id):
            raise Denied(403, "this is not yours to delete")
        self.world.remove_message(message)
        return web.Response(status=204)

    async def command(self, user: User, request: web.Request) -> web.Response:
        body = await body_of(request)
        channel = self._channel(user, body.get("channel_id"))
        if channel.archived:
            raise Denied(409, "commands cannot be used in an archived thread")
        is_along = bool(body.get("along"))
        found = find_command(self.world, user, channel, _needed(body, "path"))
        if is_along and not may_be_taken_along(found[0]):
            raise Denied(404, "this command is not installed by users")
        data, _ = command_data(self.world, found, body.get("options") or {})
        interaction = self.interactions.begin(COMMAND, user, channel, data, None, is_along=is_along)
        return answered({"interaction_id": interaction.id}, 202)

    async def autocomplete(self, user: User, request: web.Request) -> web.Response:
        body = await body_of(request)
        channel = self._channel(user, body.get("channel_id"))
        found = find_command(self.world, user, channel, _needed(body, "path"))
        focused = _needed(body, "focused")
        data, kind = command_data(self.world, found, body.get("options") or {}, focused)
        interaction = self.interactions.begin(AUTOCOMPLETE, user, channel, data, None)
        interaction.focused_type = kind
        choices = await interaction.choices if interaction.choices else None
        if choices is None:
            raise Denied(504, "the application did not respond")
        return answered({"choices": choices})

    async def component(self, user: User, request: web.Request) -> web.Response:
        body = await body_of(request)
        channel = self._channel(user, body.get("channel_id"))
        message = self._message(user, channel, body.get("message_id"))
        if self.world.bot.has_left and channel.type != DM and not was_along(message):
            raise Denied(404, "the bot is not in the server any more")
        data = component_data(self.world, message, _needed(body, "custom_id"), body.get("values") or [])
        interaction = self.interactions.begin(COMPONENT, user, channel, data, message)
        return answered({"interaction_id": interaction.id}, 202)

    async def submit(self, user: User, request: web.Request) -> web.Response:
        body = await body_of(request)
        modal = self.interactions.modals.get(_needed(body, "modal_id"))
        if modal is None or modal.user_id != user.id:
            raise Denied(404, "this form is not open")
        channel = self._channel(user, modal.channel_id)
        data = modal_data(self.world, modal.form, body.get("values") or {})
        del self.interactions.modals[modal.id]
        source = self.world.kept.messages[channel.id].get(modal.source_id or "")
        interaction = self.interactions.begin(MODAL_SUBMIT, user, channel, data, source)
        return answered({"interaction_id": interaction.id}, 202)

    async def close_modal(self, user: User, request: web.Request) -> web.Response:
        modal = self.interactions.modals.get(request.match_info["modal"])
        if modal is not None and modal.user_id == user.id:
            del self.interactions.modals[modal.id]
        return web.Response(status=204)

    async def say(self, user: User, request: web.Request) -> web.Response:
        body = await body_of(request)
        channel = self._channel(user, body.get("channel_id"))
        content = _needed(body, "content").strip()
        if not 1 <= len(content) <= MOST_CONTENT:
            raise Denied(400, f"a message has 1 to {MOST_CONTENT} characters")
        if channel.locked:
            raise Denied(403, "this thread is locked")
        message = Message(
            id=self.world.new_id(),
            channel_id=channel.id,
            author_id=user.id,
            timestamp=self.world.clock.now(),
            content=content,
        )
        if body.get("reply_to"):
            message.reply_to = self._message(user, channel, body["reply_to"]).id
            message.type = 19
        mention(self.world, message, None)
        if channel.is_thread:
            self.world.join_thread(channel, user)
        return answered(message_json(self.world, self.world.add_message(message)), 201)

    async def open_dm(self, user: User, _request: web.Request) -> web.Response:
        return answered(channel_json(self.world, self.world.open_dm(user, by_bot=False)))

    async def set_dms(self, user: User, request: web.Request) -> web.Response:
        user.dms_open = bool(_needed(await body_of(request), "open", bool))
        return answered({"open": user.dms_open})


async def _guarded(deed: Awaitable[web.StreamResponse]) -> web.StreamResponse:
    """Do *deed*, and give its refusals their form."""
    try:
        return await deed
    except Denied as denied:
        return refused(denied.status, str(denied), denied.custom_id)
    except Refusal as refusal:
        return refused(refusal.status, str(refusal))
