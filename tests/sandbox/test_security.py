"""Who gets in, and who sees what."""

import asyncio
import socket
from urllib.parse import urlsplit

import aiohttp
import pytest

from sandbox.client import Control, Refused, Visitor
from sandbox.clock import Clock
from sandbox.server import Sandbox
from tests.sandbox.conftest import Api
from tests.sandbox.small_bot import PNG


async def status_of(control: Control, url: str, method: str = "GET", **headers: str) -> int:
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    async with control.session.request(method, url, headers=given) as response:
        return response.status


async def test_only_loopback_is_bound(sandbox: Sandbox) -> None:
    port = urlsplit(sandbox.origin).port
    with socket.socket() as probe:
        # Were 0.0.0.0 bound, this address would be taken.
        probe.bind(("127.0.0.2", port))


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost:{port}"}, 200),
        ({"Host": "127.0.0.1"}, 403),
        ({"Host": "evil.example"}, 403),
        ({"Host": "evil.example:{port}"}, 403),
        ({"Origin": "http://127.0.0.1:{port}"}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Origin": "https://127.0.0.1:{port}"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
    ],
)
@pytest.mark.parametrize("place", ["page", "control", "api"])
async def test_host_and_origin_are_checked_everywhere(
    headers: dict[str, str], status: int, place: str, shared_sandbox: Sandbox, shared_control: Control
) -> None:
    urls = {
        "page": f"{shared_sandbox.page_url}api/table",
        "control": f"{shared_sandbox.control_url}/problems",
        "api": f"{shared_sandbox.api_base}/users/@me",
    }
    port = str(urlsplit(shared_sandbox.origin).port)
    filled = {name: value.replace("{port}", port) for name, value in headers.items()}

    assert (
        await status_of(shared_control, urls[place], Authorization=f"Bot {shared_sandbox.bot_token}", **filled)
        == status
    )


async def test_events_are_refused_to_another_page(ana: Visitor) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await ana.session.ws_connect(f"{ana.base}/api/events", origin="http://evil.example")
    assert refused.value.status == 403


async def test_no_answer_allows_other_origins(shared_control: Control, shared_sandbox: Sandbox) -> None:
    async with shared_control.session.get(f"{shared_sandbox.page_url}api/table") as response:
        assert "Access-Control-Allow-Origin" not in response.headers
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["", "index.html", "api/table", "api/state", "api/channels/1/messages"])
async def test_an_unknown_token_gets_nothing(path: str, shared_control: Control, shared_sandbox: Sandbox) -> None:
    assert await status_of(shared_control, f"{shared_sandbox.origin}/p/guess/{path}") == 404
    assert await status_of(shared_control, f"{shared_sandbox.origin}/control/guess/problems") == 404


async def test_the_bots_side_needs_the_bots_token(shared_control: Control, shared_sandbox: Sandbox) -> None:
    url = f"{shared_sandbox.api_base}/users/@me"
    assert await status_of(shared_control, url) == 401
    assert await status_of(shared_control, url, Authorization="Bot guess") == 401
    assert await status_of(shared_control, url, Authorization=f"Bot {shared_sandbox.bot_token}") == 200


async def test_the_table_may_ask_who_is_here_and_nothing_else(shared_control: Control, shared_sandbox: Sandbox) -> None:
    table = shared_sandbox.page_url.rstrip("/")
    async with shared_control.session.get(f"{table}/api/table") as response:
        shown = await response.json()

    assert [each["global_name"] for each in shown["users"]] == ["Ana", "Ben", "Cato", "Sulla"]
    assert [each["spectator"] for each in shown["users"]] == [False, False, False, True]
    assert await status_of(shared_control, f"{table}/api/state") == 403


async def test_a_user_sees_but_himself_at_the_table_and_lets_nobody_in(ana: Visitor) -> None:
    shown = await ana.ask("GET", "api/table")

    assert [each["global_name"] for each in shown["users"]] == ["Ana"]
    with pytest.raises(Refused) as refused:
        await ana.ask("POST", "api/users", {"name": "Dora"})
    assert refused.value.status == 403


async def test_no_token_of_another_shows_in_what_a_user_gets(api: Api, ana: Visitor, sandbox: Sandbox) -> None:
    everything = str(ana.frames) + str(await ana.ask("GET", "api/state")) + str(await ana.messages("races"))

    kept = sandbox.world.kept
    secrets = [kept.bot_token, kept.control_token, kept.table_token, kept.url_secret]
    secrets += [user.token for user in sandbox.world.people]
    assert not [each for each in secrets if each in everything]


async def test_what_is_said_in_a_dm_reaches_its_two_ends(api: Api, ana: Visitor, ben: Visitor) -> None:
    _, dm = await api.ask("POST", "/users/@me/channels", {"recipient_id": ana.id})
    _, secret = await api.ask("POST", f"/channels/{dm['id']}/messages", {"content": "orders"}, {"a.png": PNG})

    await ana.wait_for(lambda message: message["content"] == "orders")
    assert "orders" not in str(ben.frames)
    assert dm["id"] not in str(ben.frames)
    for method, path, body in (
        ("GET", f"api/channels/{dm['id']}/messages", None),
        ("POST", "api/messages", {"channel_id": dm["id"], "content": "x"}),
        ("POST", "api/components", {"channel_id": dm["id"], "message_id": secret["id"], "custom_id": "x"}),
        ("DELETE", f"api/channels/{dm['id']}/messages/{secret['id']}", None),
    ):
        with pytest.raises(Refused) as refused:
            await ben.ask(method, path, body)
        assert refused.value.status == 404


async def test_the_address_of_a_file_is_signed_and_expires(
    api: Api, ana: Visitor, sandbox: Sandbox, sandbox_clock: Clock
) -> None:
    message = await api.sent({"content": "x"}, {"a.png": PNG, "page.html": b"<script>"})
    picture, page = (each["url"] for each in message["attachments"])

    assert await ana.read(picture) == PNG
    async with ana.session.get(page) as response:
        assert response.headers["Content-Type"] == "application/octet-stream"
        assert response.headers["Content-Disposition"] == "attachment"
    for wrong in (picture.split("?")[0], picture[:-1] + "x", picture.replace("ex=", "ex=f")):
        with pytest.raises(Refused):
            await ana.read(wrong)
    sandbox_clock.advance(24 * 3600 + 1)
    with pytest.raises(Refused):
        await ana.read(picture)
    assert await ana.read((await ana.messages("races"))[0]["attachments"][0]["url"]) == PNG


@pytest.mark.parametrize(
    "path", ["../server.py", "..%2fserver.py", "%2e%2e/server.py", "x/../../README.md", "nothing.js"]
)
async def test_the_page_serves_no_other_file(path: str, shared_sandbox: Sandbox) -> None:
    port = urlsplit(shared_sandbox.origin).port
    with socket.create_connection(("127.0.0.1", port)) as raw:
        raw.setblocking(False)
        loop = asyncio.get_running_loop()
        line = f"GET /p/{shared_sandbox.world.kept.table_token}/{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
        await loop.sock_sendall(raw, line.encode())
        answer = await loop.sock_recv(raw, 4096)
    assert b" 404 " in answer.split(b"\r\n")[0]


async def test_the_last_slash_of_an_address_can_be_left_out(ana: Visitor, sandbox: Sandbox) -> None:
    async with ana.session.get(sandbox.page_url.rstrip("/")) as response:
        assert (response.status, str(response.url)) == (200, sandbox.page_url)


async def test_the_page_comes_with_its_policy(ana: Visitor, sandbox: Sandbox) -> None:
    async with ana.session.get(sandbox.page_url) as response:
        assert response.status == 200
        assert "default-src 'self'" in response.headers["Content-Security-Policy"]
        assert "<html" in (await response.text()).lower()
