"""A started sandbox, its users, a bot on the real discord.py, and a bot's plain HTTP for the limits.

The tests of a file run in one event loop. Those that only try what is taken and what is refused share a sandbox, too:
its fixtures begin with "shared". It is checked when the last of them is over.
"""

import asyncio
import io
import json
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import aiohttp
import discord.asset
import discord.gateway
import discord.http
import pytest
import pytest_asyncio
import yarl

from sandbox.client import Control, Visitor
from sandbox.clock import Clock
from sandbox.errors import Json
from sandbox.gateway import Session
from sandbox.server import Sandbox
from tests.sandbox.described import Sent, problems_of_answers
from tests.sandbox.small_bot import SmallBot

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == HERE and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="module"), append=False)


@contextmanager
def noting() -> Iterator[Sent]:
    """Note every event that a gateway sends."""
    sent, event = Sent(), Session.event

    def noted(session: Session, name: str, data: object) -> None:
        sent.events.append((name, json.loads(json.dumps(data))))
        event(session, name, data)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Session, "event", noted)
        yield sent


@asynccontextmanager
async def checked() -> AsyncIterator[Sandbox]:
    """Give a started sandbox; in the end, all it has said is checked against Discord's description."""
    with noting() as sent:
        sandbox = Sandbox()
        sandbox.records.keeps_answers = True
        await sandbox.start()
        yield sandbox
        await sandbox.stop()
        assert problems_of_answers(sandbox.records.since(0)) == []
        assert sent.problems() == []


@pytest_asyncio.fixture(loop_scope="module")
async def sandbox() -> AsyncIterator[Sandbox]:
    async with checked() as sandbox:
        yield sandbox


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_sandbox() -> AsyncIterator[Sandbox]:
    async with checked() as sandbox:
        yield sandbox


@pytest.fixture
def sandbox_clock(sandbox: Sandbox) -> Clock:
    return sandbox.clock


@pytest_asyncio.fixture(loop_scope="module")
async def control(sandbox: Sandbox) -> AsyncIterator[Control]:
    async with Control(sandbox.control_url) as control:
        yield control


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_control(shared_sandbox: Sandbox) -> AsyncIterator[Control]:
    async with Control(shared_sandbox.control_url) as control:
        yield control


@pytest_asyncio.fixture(loop_scope="module")
async def ana(control: Control) -> AsyncIterator[Visitor]:
    async with await control.visitor("Ana") as ana:
        yield ana


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_ana(shared_control: Control) -> AsyncIterator[Visitor]:
    async with await shared_control.visitor("Ana") as ana:
        yield ana


@pytest_asyncio.fixture(loop_scope="module")
async def ben(control: Control) -> AsyncIterator[Visitor]:
    async with await control.visitor("Ben") as ben:
        yield ben


@pytest.fixture
def on_loopback(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Point discord.py at the sandbox."""
    monkeypatch.setattr(discord.http.Route, "BASE", sandbox.api_base)
    gateway = yarl.URL(sandbox.gateway_url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    monkeypatch.setattr(discord.asset.Asset, "BASE", sandbox.cdn_base)


@asynccontextmanager
async def running(sandbox: Sandbox) -> AsyncIterator[SmallBot]:
    """Let a bot run until the block is left."""
    bot = SmallBot()
    task = asyncio.create_task(bot.start(sandbox.bot_token))
    try:
        await asyncio.wait_for(bot.wait_until_ready_or(task), 15)
        yield bot
    finally:
        await bot.close()
        await asyncio.wait([task])


@pytest_asyncio.fixture(loop_scope="module")
async def bot(sandbox: Sandbox, on_loopback: None) -> AsyncIterator[SmallBot]:
    async with running(sandbox) as bot:
        yield bot


class Api:
    """A bot's plain HTTP: no library that checks a limit before Discord does."""

    def __init__(self, session: aiohttp.ClientSession, sandbox: Sandbox) -> None:
        self.session = session
        self._sandbox = sandbox
        self.interactions = sandbox.interactions
        self.clock = sandbox.clock
        self.app = sandbox.world.kept.bot_id
        self.guild = sandbox.world.kept.guild_id
        addresses = sandbox.addresses()
        self.races = str(addresses["channels"]["races"])
        self.users = {name: str(user["id"]) for name, user in addresses["users"].items()}
        self.headers: dict[str, str] = {}

    async def ask(
        self, method: str, path: str, body: Any = None, files: dict[str, bytes] | None = None
    ) -> tuple[int, Any]:
        """Return status and JSON of the answer."""
        data: Any = None
        if files is not None:
            data = aiohttp.FormData()
            data.add_field("payload_json", json.dumps(body), content_type="application/json")
            for at, (name, content) in enumerate(files.items()):
                kind = "application/octet-stream"
                data.add_field(f"files[{at}]", io.BytesIO(content), filename=name, content_type=kind)
        url = self._sandbox.api_base + path
        sent = {"data": data} if files is not None else {"json": body} if body is not None else {}
        headers = {"Authorization": f"Bot {self._sandbox.bot_token}"}
        async with self.session.request(method, url, headers=headers, **sent) as response:
            self.headers = dict(response.headers)
            text = await response.text()
            return response.status, json.loads(text) if text else None

    async def send(self, body: Any, files: dict[str, bytes] | None = None) -> tuple[int, Any]:
        """Send a message to #races."""
        return await self.ask("POST", f"/channels/{self.races}/messages", body, files)

    async def sent(self, body: Any, files: dict[str, bytes] | None = None) -> Json:
        """Send a message that has to be taken."""
        status, message = await self.send(body, files)
        assert status == 200, message
        assert isinstance(message, dict)
        return message

    async def begun(self, visitor: Visitor, command: Json, channel: str = "", **options: object) -> Json:
        """Register *command*, let a user run it, and return the interaction as the gateway would send it."""
        await self.ask("PUT", f"/applications/{self.app}/commands", [command])
        body = {"channel_id": channel or self.races, "path": command["name"], "options": options}
        return await self.caught(visitor.ask("POST", "api/commands", body))

    async def caught(self, deed: Awaitable[Any]) -> Json:
        """Return the interaction that *deed* of a user begins."""
        sent: list[Json] = []
        dispatch, self.interactions.dispatch = self.interactions.dispatch, sent.append
        await deed
        self.interactions.dispatch = dispatch
        return sent[0]

    async def answer(self, interaction: Json, body: Json, files: dict[str, bytes] | None = None) -> tuple[int, Any]:
        """Give an interaction its first answer."""
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=true"
        return await self.ask("POST", path, body, files)


@pytest_asyncio.fixture(loop_scope="module")
async def api(sandbox: Sandbox) -> AsyncIterator[Api]:
    async with aiohttp.ClientSession() as session:
        yield Api(session, sandbox)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_api(shared_sandbox: Sandbox) -> AsyncIterator[Api]:
    async with aiohttp.ClientSession() as session:
        yield Api(session, shared_sandbox)
