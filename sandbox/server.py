"""The sandbox as one server: the bot's side, the users' side and the control interface on one port."""

import asyncio
import mimetypes
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from aiohttp import web

from sandbox import store
from sandbox.clock import Clock
from sandbox.control import Control
from sandbox.errors import Json
from sandbox.faults import Faults
from sandbox.gateway import Gateway
from sandbox.guard import guard
from sandbox.interactions import Interactions
from sandbox.limits.messages import REQUEST_SIZE
from sandbox.model import DM
from sandbox.rates import Rates
from sandbox.records import Records
from sandbox.rest.server import PREFIX, Rest
from sandbox.shards import Shard
from sandbox.users import Hub, Users
from sandbox.world import Change, World, new_world

TICK = 0.05  # seconds between looks at the clock
SAVE_EVERY = 1.0  # seconds, if something has changed

SHOWN_TYPES = ("image/png", "image/jpeg", "image/gif", "image/webp")


class Sandbox:
    """The server. It opens no port before :meth:`start`.

    :param players: names of the people who play; the first owns the server.
    :param spectators: names of those who look on.
    :param channels: names of the text channels.
    :param keep_requests: how many of the bot's requests are kept.
    :param on: the shard that a new world's server is on; ``None`` for any.
    :param state_file: where the world is kept over a restart; if it exists, names and channels come from there.
    :raises ValueError: without a player.
    """

    def __init__(
        self,
        *,
        players: Sequence[str] = ("Ana", "Ben", "Cato"),
        spectators: Sequence[str] = ("Sulla",),
        channels: Sequence[str] = ("races", "tavern"),
        state_file: Path | None = None,
        clock: Clock | None = None,
        keep_requests: int = 20_000,
        on: Shard | None = None,
    ) -> None:
        self.clock = clock or Clock()
        self._state_file = state_file
        loaded = store.load(state_file) if state_file else None
        if loaded:
            self.world = World(loaded[0], self.clock, files=loaded[1])
            bot = self.world.bot
            if bot.has_left:  # whoever starts it again invites it anew
                bot.has_left, bot.joined = False, self.world.clock.now()
        else:
            self.world = new_world(players, spectators, channels, self.clock, on=on)
        self.records = Records(self.clock, keep_requests)
        self.faults = Faults(self.clock)
        self.rates = Rates(self.clock)
        self.gateway = Gateway(self.world, self.records.note, self.rates)
        self.hub = Hub(self.world)
        self.interactions = Interactions(self.world, self.gateway.interaction, self.hub.send, self.records.note)
        self.rest = Rest(self.world, self.interactions, self.records, self.faults, self.rates)
        self._has_changed = False
        self.world.watchers += [self.gateway.watch, self.hub.watch, self._note_change]
        self._runner: web.AppRunner | None = None
        self._ticker: asyncio.Task[None] | None = None

    # Addresses

    @property
    def origin(self) -> str:
        """'http://127.0.0.1:P'; the port is known once the server has started."""
        return self.world.origin

    @property
    def api_base(self) -> str:
        return self.origin + PREFIX

    @property
    def gateway_url(self) -> str:
        return f"ws{self.origin.removeprefix('http')}/gw"

    @property
    def cdn_base(self) -> str:
        return f"{self.origin}/cdn"

    @property
    def page_url(self) -> str:
        return f"{self.origin}/p/{self.world.kept.table_token}/"

    @property
    def control_url(self) -> str:
        return f"{self.origin}/control/{self.world.kept.control_token}"

    @property
    def bot_token(self) -> str:
        return self.world.kept.bot_token

    def addresses(self) -> Json:
        """Return all that one needs to know to get in."""
        kept = self.world.kept
        channels = [each for each in kept.channels.values() if each.type != DM and not each.is_thread]
        users = {
            user.name: {"id": user.id, "token": user.token, "url": f"{self.origin}/p/{user.token}"}
            for user in self.world.people
        }
        return {
            "api_base": self.api_base,
            "gateway_url": self.gateway_url,
            "cdn_base": self.cdn_base,
            "page_url": self.page_url,
            "control_url": self.control_url,
            "bot_token": self.bot_token,
            "application_id": kept.bot_id,
            "guild_id": kept.guild_id,
            "channels": {each.name: each.id for each in channels},
            "users": users,
        }

    # Life

    async def start(self, port: int = 0) -> None:
        """Listen on 127.0.0.1.

        :param port: 0 takes a free one.
        :raises OSError: if the port is taken.
        """
        runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", port).start()
        except OSError:
            await runner.cleanup()
            raise
        self._runner = runner
        self.world.origin = f"http://127.0.0.1:{runner.addresses[0][1]}"
        self.rest.gateway_url = self.gateway_url
        self._ticker = asyncio.create_task(self._tick())

    def _application(self) -> web.Application:
        control = Control(
            self.world,
            self.gateway,
            self.records,
            self.faults,
            self.rates,
            self.interactions,
            self.addresses,
            self._let_time_pass,
        )
        users = Users(self.world, self.interactions, self.hub)
        application = web.Application(middlewares=[guard], client_max_size=REQUEST_SIZE + 2**20)
        application.add_routes(users.routes())
        application.add_routes(control.routes())
        application.add_routes(
            [
                web.get("/gw", self.gateway.connect),
                web.get("/gw/", self.gateway.connect),
                web.get("/cdn/attachments/{channel}/{attachment}/{filename}", self._file),
                web.route("*", PREFIX + "/{tail:.*}", self.rest.serve),
            ]
        )
        return application

    async def _file(self, request: web.Request) -> web.Response:
        """Serve a file of a message to any holder of its signed address."""
        channel, attachment, filename = (request.match_info[key] for key in ("channel", "attachment", "filename"))
        until, sign = request.query.get("ex", ""), request.query.get("hm", "")
        body = self.world.files.get(attachment)
        if body is None or not self.world.is_good_link(channel, attachment, filename, until, sign):
            raise web.HTTPNotFound
        kind = mimetypes.guess_type(filename)[0]
        shown = kind if kind in SHOWN_TYPES else "application/octet-stream"
        headers = {} if kind in SHOWN_TYPES else {"Content-Disposition": "attachment"}
        return web.Response(body=body, content_type=shown, headers=headers | {"Cache-Control": "private"})

    async def stop(self) -> None:
        """Close every connection, stop listening, and save if there is a state file."""
        if self._ticker:
            self._ticker.cancel()
            with suppress(asyncio.CancelledError):
                await self._ticker
        self.hub.close()
        await self.gateway.close()
        if self._runner:
            await self._runner.cleanup()
            self._runner = None
        await self._save()

    def _note_change(self, change: Change) -> None:
        if change.kind != "typing":
            self._has_changed = True

    def _let_time_pass(self) -> None:
        self.interactions.expire()
        self.world.archive_idle()

    async def _tick(self) -> None:
        next_save = 0.0
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(TICK)
            self._let_time_pass()
            if self._has_changed and loop.time() >= next_save:
                next_save = loop.time() + SAVE_EVERY
                await self._save()

    async def _save(self) -> None:
        if self._state_file is None:
            return
        self._has_changed = False
        kept = msgspec.json.encode(self.world.kept)
        await asyncio.to_thread(store.save, self._state_file, kept, dict(self.world.files))
