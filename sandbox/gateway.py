"""The gateway: it sends the world's changes to the bot as events."""

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from sandbox.errors import Json
from sandbox.model import DM, Channel, Message, User
from sandbox.rates import Rates
from sandbox.shards import ALL, Shard, shard_of
from sandbox.shown import (
    application_json,
    channel_json,
    guild_create_json,
    member_json,
    message_json,
    own_user_json,
    thread_member_json,
    without_content,
)
from sandbox.world import Change, World

HEARTBEAT = 41_250  # milliseconds
ACKNOWLEDGED_AFTER = 0.05
"""Seconds until a heartbeat is acknowledged. Clients note when they sent one only after sending it; an answer over
loopback that comes before that looks to them as if it had taken as long as a whole interval."""
REPLAYABLE = 5_000  # events kept for a resume
MOST_SENDS, SEND_SPAN = 120, 60.0  # by the client, in so many seconds
RESUMABLE = 180.0
"""Seconds that a session without a connection can be resumed; Discord publishes no number."""

GUILDS, GUILD_MEMBERS, PRESENCES = 1 << 0, 1 << 1, 1 << 8
GUILD_MESSAGES, GUILD_TYPING, DM_MESSAGES, DM_TYPING = 1 << 9, 1 << 11, 1 << 12, 1 << 14
MESSAGE_CONTENT = 1 << 15
PRIVILEGED = GUILD_MEMBERS | PRESENCES | MESSAGE_CONTENT

FRAMES = {"reconnect": (7, None), "invalid": (9, False), "invalid_resumable": (9, True)}
ACTIONS = (*FRAMES, "close", "cut", "drop", "mute")
"""What a test can do to connections; see the README."""

CHANNEL_EVENTS = {"channel": "CREATE", "channel_change": "UPDATE", "channel_delete": "DELETE"}


@dataclass
class Session:
    """A session of the bot, with the events sent to it since it identified."""

    id: str
    intents: int
    shard: Shard = ALL
    seq: int = 0
    told: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REPLAYABLE))
    link: "Link | None" = None
    left: float = 0.0  # when its connection broke

    def event(self, name: str, data: object) -> None:
        """Send an event, now or when the session is resumed."""
        self.seq += 1
        frame = json.dumps({"op": 0, "t": name, "s": self.seq, "d": data})
        self.told.append((self.seq, frame))
        if self.link:
            self.link.send(frame)


@dataclass
class Link:
    """One connection of the bot."""

    socket: web.WebSocketResponse
    transport: asyncio.Transport | None = None
    queue: "asyncio.Queue[str | tuple[int, bytes]]" = field(default_factory=asyncio.Queue)
    session: Session | None = None
    received: deque[float] = field(default_factory=deque)
    is_mute: bool = False  # whether what is sent to the bot gets lost on the way

    def send(self, frame: str | Json) -> None:
        if not self.is_mute:
            self.queue.put_nowait(frame if isinstance(frame, str) else json.dumps(frame))

    def close(self, code: int, reason: str = "") -> None:
        """Close the connection once all that was sent before is out."""
        self.queue.put_nowait((code, reason.encode()))

    def cut(self) -> None:
        """Break the connection without a word."""
        if self.transport is not None:
            self.transport.abort()

    async def write(self) -> None:
        """Send the queue, until the connection closes."""
        while True:
            frame = await self.queue.get()
            if isinstance(frame, tuple):
                code, reason = frame
                await self.socket.close(code=code, message=reason)
                return
            try:
                await self.socket.send_str(frame)
            except ConnectionError:
                return


@dataclass
class Gateway:
    """The bot's connections and sessions."""

    world: World
    note: Callable[[str, str], None]
    rates: Rates
    sessions: dict[str, Session] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)
    identifies: int = 0
    resumes: int = 0
    _refuses_until: float = 0.0
    _turned: asyncio.Event = field(default_factory=asyncio.Event)  # another one after each time the bot came or went

    @property
    def is_online(self) -> bool:
        return any(link.session for link in self.links)

    def shards(self) -> list[Json]:
        """Return each session that is connected, the oldest first."""
        there = [each for each in self.sessions.values() if each.link]
        return [{"session": each.id, "shard": list(each.shard)} for each in there]

    # Connections

    async def wait_until(self, online: bool, seconds: float) -> None:
        """Wait until the bot is there, or gone, but no longer than so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.is_online is not online:
                    await self._turned.wait()

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection."""
        if self.world.clock.now() < self._refuses_until:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(max_msg_size=16 * 1024)
        await socket.prepare(request)
        link = Link(socket, request.transport)
        self.links.append(link)
        writer = asyncio.create_task(link.write())
        link.send({"op": 10, "d": {"heartbeat_interval": HEARTBEAT}, "s": None, "t": None})
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._take(link, message.data)
        finally:
            self._part(link)
            writer.cancel()
        return socket

    def _part(self, link: Link) -> None:
        self.links.remove(link)
        if link.session and link.session.link is link:
            link.session.link, link.session.left = None, self.world.clock.now()
        self._look_who_is_online()

    def _look_who_is_online(self) -> None:
        if self.world.is_bot_online != self.is_online:
            self.world.is_bot_online = self.is_online
            self._turned.set()
            self._turned = asyncio.Event()
            self.world.tell(Change("bot"))

    def _take(self, link: Link, text: str) -> None:
        now = self.world.clock.now()
        link.received.append(now)
        while link.received[0] <= now - SEND_SPAN:
            link.received.popleft()
        if len(link.received) > MOST_SENDS:
            self._throw_out(link, 4008, "You are being rate limited.")
            return
        try:
            frame = json.loads(text)
            op, data = frame["op"], frame.get("d")
        except (ValueError, KeyError, TypeError):
            self._throw_out(link, 4002, "Error while decoding payload.")
            return
        self._act(link, op, data)

    def _act(self, link: Link, op: object, data: Json) -> None:
        match op:
            case 1:
                acknowledgement: Json = {"op": 11, "d": None, "s": None, "t": None}
                asyncio.get_running_loop().call_later(ACKNOWLEDGED_AFTER, link.send, acknowledgement)
            case 2 if link.session:
                self._throw_out(link, 4005, "Already authenticated.")
            case 2:
                self._identify(link, data)
            case 6:
                self._resume(link, data)
            case _ if link.session is None:
                self._throw_out(link, 4003, "Not authenticated.")
            case 3 | 4:
                pass
            case 8:
                self._send_members(link.session, data)
            case _:
                self._throw_out(link, 4001, "Unknown opcode.")

    def _throw_out(self, link: Link, code: int, reason: str) -> None:
        self.note("gateway", f"closed with {code}: {reason}")
        link.close(code, reason)

    def _identify(self, link: Link, data: Json) -> None:
        self.identifies += 1
        if str(data.get("token")).removeprefix("Bot ") != self.world.kept.bot_token:
            self._throw_out(link, 4004, "Authentication failed.")
            return
        intents = data.get("intents")
        if not isinstance(intents, int) or intents < 0:
            self._throw_out(link, 4013, "Invalid intent(s).")
            return
        if intents & PRIVILEGED:
            self._throw_out(link, 4014, "Disallowed intent(s).")
            return
        shard = shard_of(data.get("shard"))
        if shard is None:
            self._throw_out(link, 4010, "Invalid shard.")
            return
        if not self.rates.may_identify(shard.number):
            self.note("gateway", f"shard {shard.number} identified too soon after another")
            link.send({"op": 9, "d": False, "s": None, "t": None})
            return
        self._begin(link, Session(secrets.token_hex(16), intents, shard, link=link), is_told="shard" in data)

    def _begin(self, link: Link, session: Session, *, is_told: bool) -> None:
        """Let a session begin; others of its shard go on.

        :param is_told: whether it has said which shard it is.
        """
        self.sessions = self._resumable() | {session.id: session}
        link.session = session
        session.event("READY", self._ready(session, is_told=is_told))
        is_in = not self.world.bot.has_left
        if is_in and session.intents & GUILDS and session.shard.has(self.world.kept.guild_id):
            session.event("GUILD_CREATE", guild_create_json(self.world))
        self._look_who_is_online()

    def _resumable(self) -> dict[str, Session]:
        """Return the sessions that are connected, or were not long ago."""
        since = self.world.clock.now() - RESUMABLE
        return {key: each for key, each in self.sessions.items() if each.link or each.left > since}

    def _ready(self, session: Session, *, is_told: bool) -> Json:
        is_in = not self.world.bot.has_left
        guilds = [each for each in (self.world.kept.guild_id,) if is_in and session.shard.has(each)]
        ready: Json = {
            "v": 10,
            "user": own_user_json(self.world),
            "guilds": [{"id": each, "unavailable": True} for each in guilds],
            "session_id": session.id,
            "resume_gateway_url": f"ws{self.world.origin.removeprefix('http')}/gw",
            "application": {key: application_json(self.world)[key] for key in ("id", "flags", "flags_new")},
            "session_type": "normal",
            "private_channels": [],
            "presences": [],
            "relationships": [],
            "game_relationships": [],
            "guild_join_requests": [],
            "geo_ordered_rtc_regions": [],
            "user_settings": {},
            "auth": {},
            "_trace": [],
        }
        return ready | {"shard": list(session.shard)} if is_told else ready

    def _resume(self, link: Link, data: Json) -> None:
        session = self.sessions.get(str(data.get("session_id")))
        seq = data.get("seq") or 0
        if str(data.get("token")).removeprefix("Bot ") != self.world.kept.bot_token:
            self._throw_out(link, 4004, "Authentication failed.")
            return
        is_gap = session and session.told and session.told[0][0] > seq + 1
        if session is None or is_gap or seq > session.seq:
            link.send({"op": 9, "d": False, "s": None, "t": None})
            return
        self.resumes += 1
        if session.link:
            session.link.close(4000)
        session.link, link.session = link, session
        for number, frame in session.told:
            if number > seq:
                link.send(frame)
        session.event("RESUMED", {"_trace": []})
        self._look_who_is_online()

    def _send_members(self, session: Session, data: Json) -> None:
        wanted = [str(each) for each in data.get("user_ids") or ()]
        members = [user for user in self.world.members if not wanted or user.id in wanted]
        chunk = {
            "guild_id": self.world.kept.guild_id,
            "members": [member_json(self.world, user) for user in members],
            "chunk_index": 0,
            "chunk_count": 1,
            "nonce": data.get("nonce"),
        }
        session.event("GUILD_MEMBERS_CHUNK", chunk)

    # What a test does to the connections

    def refuse(self, seconds: float) -> None:
        """Take no new connection for so many seconds."""
        self._refuses_until = self.world.clock.now() + seconds

    def disturb(self, action: str, code: int = 4000, *, shard: int | None = None, session: str | None = None) -> int:
        """Break connections; return how many.

        :param action: one of :data:`ACTIONS`.
        :param shard: of which shard alone; ``None`` for all.
        :param session: of which session alone; ``None`` for all.
        :raises ValueError: if there is no such action.
        """
        if action not in ACTIONS:
            raise ValueError(f"there is no action {action!r}")
        links = [each for each in self.links if _is_of(each, shard, session)]
        for link in links:
            self._disturb(link, action, code)
        return len(links)

    def _disturb(self, link: Link, action: str, code: int) -> None:
        if action in ("invalid", "drop") and link.session:
            self.sessions.pop(link.session.id, None)
        match action:
            case "close":
                link.close(code)
            case "cut" | "drop":
                link.cut()
            case "mute":
                link.is_mute = True
            case _:
                op, data = FRAMES[action]
                link.send({"op": op, "d": data, "s": None, "t": None})

    async def close(self) -> None:
        """Close every connection."""
        for link in list(self.links):
            await link.socket.close(code=1001)

    # Events

    def interaction(self, payload: Json) -> None:
        """Send INTERACTION_CREATE, which needs no intent, to every session of its shard."""
        for session in self._sessions_of(payload.get("guild_id")):
            session.event("INTERACTION_CREATE", payload)

    def _sessions_of(self, guild_id: str | None) -> list[Session]:
        """Return the sessions that hear of a server; of direct messages if there is none."""
        self.sessions = self._resumable()
        return [each for each in self.sessions.values() if each.shard.has(guild_id)]

    def watch(self, change: Change) -> None:
        """Send the events that *change* is, to the sessions whose intents ask for it."""
        if change.kind == "member" and change.user is self.world.bot:
            self._tell_of_server()
            return
        found = self._event_of(change)
        if found is None or change.channel is None or not self.sessions:
            return
        name, data, needed = found
        for session in self._sessions_of(None if change.channel.type == DM else self.world.kept.guild_id):
            if session.intents & needed:
                hidden = name in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and self._is_hidden(change)
                session.event(name, without_content(data) if hidden else data)

    def _tell_of_server(self) -> None:
        """Tell the bot that it is in the server, or not any more: then without a word on whether it is out of reach."""
        guild = self.world.kept.guild_id
        for session in self._sessions_of(guild):
            if session.intents & GUILDS and self.world.bot.has_left:
                session.event("GUILD_DELETE", {"id": guild})
            elif session.intents & GUILDS:
                created = guild_create_json(self.world)
                del created["unavailable"]  # by this the client tells an invitation from the end of an outage
                session.event("GUILD_CREATE", created)

    def _is_hidden(self, change: Change) -> bool:
        """Tell whether the bot lacks the content of this message, for want of a privileged intent."""
        message, channel, bot = change.message, change.channel, self.world.bot
        if message is None or (channel is not None and channel.type == DM):
            return False
        return message.author_id != bot.id and bot.id not in message.mentions

    def _event_of(self, change: Change) -> tuple[str, Json, int] | None:
        channel = change.channel
        if channel is None or not self.world.sees_channel(self.world.bot, channel):
            return None
        if change.message:
            return self._message_event(change, change.message, channel)
        if change.kind == "typing" and change.user:
            intent = DM_TYPING if channel.type == DM else GUILD_TYPING
            stamp = int(self.world.clock.now())
            return "TYPING_START", {"channel_id": channel.id, "user_id": change.user.id, "timestamp": stamp}, intent
        return None if channel.type == DM else self._channel_event(change, channel)

    def _channel_event(self, change: Change, channel: Channel) -> tuple[str, Json, int] | None:
        kind = "THREAD" if channel.is_thread else "CHANNEL"
        if change.kind == "thread_members":
            return self._joined(channel, change.user)
        if change.kind not in CHANNEL_EVENTS:
            return None
        data = channel_json(self.world, channel)
        if channel.is_thread and change.kind == "channel_delete":
            data = {key: data[key] for key in ("id", "guild_id", "parent_id", "type")}
        if channel.is_thread and change.kind == "channel":
            data["newly_created"] = True
        return f"{kind}_{CHANNEL_EVENTS[change.kind]}", data, GUILDS

    def _joined(self, thread: Channel, user: User | None) -> tuple[str, Json, int] | None:
        """Return the event of the bot joining or leaving; of others it hears with the members intent only."""
        if user is None or not user.is_bot:
            return None
        data: Json = {
            "id": thread.id,
            "guild_id": self.world.kept.guild_id,
            "member_count": len(thread.members),
        }
        if user.id in thread.members:
            data["added_members"] = [thread_member_json(thread, user)]
        else:
            data["removed_member_ids"] = [user.id]
        return "THREAD_MEMBERS_UPDATE", data, GUILDS

    def _message_event(self, change: Change, message: Message, channel: Channel) -> tuple[str, Json, int] | None:
        if message.visible_to is not None:
            return None
        where = {} if channel.type == DM else {"guild_id": self.world.kept.guild_id}
        intent = DM_MESSAGES if channel.type == DM else GUILD_MESSAGES
        if change.kind == "message_delete":
            return "MESSAGE_DELETE", {"id": message.id, "channel_id": channel.id} | where, intent
        data = message_json(self.world, message) | where
        if where:
            author = self.world.kept.users[message.author_id]
            data["member"] = member_json(self.world, author, with_user=False)
        return "MESSAGE_CREATE" if change.kind == "message" else "MESSAGE_UPDATE", data, intent


def _is_of(link: Link, shard: int | None, session: str | None) -> bool:
    """Tell whether a connection is of this shard and session, as far as they are named."""
    known = link.session
    of_shard = shard is None or (known is not None and known.shard.number == shard)
    return of_shard and (session is None or (known is not None and known.id == session))
