"""Requests that were cut off are no findings: whoever asked was killed in the middle."""

import asyncio
from urllib.parse import urlsplit

import pytest

from sandbox.client import Control
from sandbox.server import Sandbox
from tests.sandbox.conftest import Api

BOUNDARY = "multipart/form-data; boundary=x"
PART = b'--x\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"content": "a'
FILE = b'--x\r\nContent-Disposition: form-data; name="files[0]"; filename="a.png"\r\n\r\n\x89PN'

CUT = [
    ("application/json", "Content-Length: 40", b""),
    ("application/json", "Content-Length: 40", b'{"content": "a'),
    ("application/json", "Transfer-Encoding: chunked", b""),
    ("application/json", "Transfer-Encoding: chunked", b'e\r\n{"content": "a\r\n'),
    ("application/json", "Transfer-Encoding: chunked", b'f\r\n{"content'),
    (BOUNDARY, "Content-Length: 400", b""),
    (BOUNDARY, "Content-Length: 400", b"--x\r\nContent-Dis"),
    (BOUNDARY, "Content-Length: 400", PART),
    (BOUNDARY, "Content-Length: 400", FILE),
    (BOUNDARY, "Transfer-Encoding: chunked", b"%x\r\n%b\r\n" % (len(PART), PART)),
]


@pytest.mark.parametrize(("kind", "length", "body"), CUT)
async def test_a_request_that_was_cut_off_is_no_finding(
    sandbox: Sandbox, control: Control, api: Api, kind: str, length: str, body: bytes
) -> None:
    place = urlsplit(sandbox.origin)
    _, writer = await asyncio.open_connection(place.hostname, place.port)
    head = (
        f"POST /api/v10/channels/{api.races}/messages HTTP/1.1\r\nHost: {place.netloc}\r\n"
        f"Authorization: Bot {sandbox.bot_token}\r\nContent-Type: {kind}\r\n{length}\r\n\r\n"
    )
    writer.write(head.encode() + body)
    await writer.drain()
    async with asyncio.timeout(10):
        while not await control.requests():  # noqa: ASYNC110
            await asyncio.sleep(0.01)

    # While it comes, and once it is cut off
    assert [each["is_whole"] for each in await control.requests()] == [False]
    writer.transport.abort()
    async with asyncio.timeout(10):
        while not (await control.requests())[0]["status"]:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    [request] = await control.requests()
    assert (request["is_whole"], request["payload"]) == (False, None)
    assert await control.problems() == []


async def test_a_request_that_has_come_is_whole_even_without_a_body(control: Control, api: Api) -> None:
    await api.sent({"content": "a"}, {})
    await api.ask("GET", "/users/@me")
    await api.ask("POST", f"/channels/{api.races}/typing")

    assert [each["is_whole"] for each in await control.requests()] == [True, True, True]
