"""The sandbox, a small bot and a browser: each a process of its own, shared by the tests of this folder."""

import asyncio
import json
import os
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from .browser import Browser, Page

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Table:
    """A running sandbox with the bot at it."""

    state: Path
    port: int
    addresses: dict[str, Any] = field(default_factory=dict)
    server: Process | None = None
    bot: Process | None = None

    async def start_server(self) -> None:
        options = ["--port", str(self.port), "--state", str(self.state), "--print-json"]
        self.server = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "sandbox", *options, cwd=ROOT, stdout=PIPE, stderr=DEVNULL
        )
        assert self.server.stdout
        self.addresses = json.loads(await asyncio.wait_for(self.server.stdout.readline(), 20))

    async def start_bot(self) -> None:
        given = [self.addresses[key] for key in ("api_base", "gateway_url", "cdn_base", "bot_token")]
        self.bot = await asyncio.create_subprocess_exec(
            sys.executable, Path(__file__).with_name("fake_bot.py"), *given, stdout=PIPE, stderr=DEVNULL
        )
        assert self.bot.stdout
        assert (await asyncio.wait_for(self.bot.stdout.readline(), 20)).strip() == b"ready"

    async def stop_server(self) -> None:
        await _end(self.server)

    async def stop_bot(self) -> None:
        await _end(self.bot)

    async def post_in(self, channel: str, content: str, by: str, **more: str) -> str:
        """Let a player say something, past the page. Return the message's id."""
        user = self.addresses["users"][by]
        body = {"channel_id": self.addresses["channels"][channel], "content": content, **more}
        async with aiohttp.ClientSession() as http, http.post(f"{user['url']}/api/messages", json=body) as answer:
            assert answer.status == 201, await answer.text()
            return str((await answer.json())["id"])


async def _end(process: Process | None) -> None:
    if process and process.returncode is None:
        process.terminate()
        await asyncio.wait_for(process.wait(), 20)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Table]:
    table = Table(tmp_path_factory.mktemp("sandbox") / "state.json", free_port())
    await table.start_server()
    await table.start_bot()
    yield table
    await table.stop_bot()
    await table.stop_server()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with Browser() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def page(table: Table, browser: Browser) -> AsyncIterator[Page]:
    """Ana's view on a desktop, in #races. After the test: no script of the page may have failed."""
    page = await browser.open(table.addresses["page_url"])
    await page.see("#line :: Connected")
    await page.see(".place.here :: races")
    yield page
    errors = page.errors
    await page.close()
    assert errors == []


@pytest.fixture
def shots() -> Path | None:
    """Where to put pictures of the page, if somebody wants to look at them."""
    folder = os.environ.get("PAGE_SHOTS")
    return Path(folder) if folder else None
