"""The gateway without a library, frame by frame."""

from typing import Any

import aiohttp

from sandbox.errors import Json
from sandbox.server import Sandbox
from tests.sandbox.conftest import Api

GUILDS = 1


class Wire:
    """A connection to the gateway without a library."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, token: str) -> None:
        self.socket = socket
        self.token = token

    async def take(self) -> Json:
        frame = await self.socket.receive_json(timeout=2)
        assert isinstance(frame, dict)
        return frame

    async def event(self, name: str) -> Json:
        """Return the data of the next event of this name."""
        while (frame := await self.take())["t"] != name:
            pass
        data = frame["d"]
        assert isinstance(data, dict)
        return data

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_json({"op": op, "d": data})

    async def identify(
        self, intents: int = GUILDS, token: str | None = None, *, shard: tuple[int, int] | None = None
    ) -> None:
        told: Json = {} if shard is None else {"shard": list(shard)}
        await self.send(2, {"token": token or self.token, "intents": intents, "properties": {}} | told)

    async def close_code(self) -> int | None:
        """Read on until the server closes; return its code."""
        async for _ in self.socket:
            pass
        return self.socket.close_code

    async def lost(self) -> None:
        """Read on until the connection breaks without a word, and let it go."""
        async for _ in self.socket:
            pass
        assert self.socket.close_code in (None, 1006)
        self.socket._response.close()


async def wired(api: Api, sandbox: Sandbox) -> Wire:
    socket = await api.session.ws_connect(f"{sandbox.gateway_url}?v=10&encoding=json")
    wire = Wire(socket, sandbox.bot_token)
    assert (await wire.take())["op"] == 10
    return wire
