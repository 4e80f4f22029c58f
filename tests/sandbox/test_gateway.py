"""The gateway, frame by frame, and the faults a test can ask for."""

import asyncio
import time
from typing import Any

import aiohttp
import pytest

from sandbox import gateway
from sandbox.client import Control, Refused, Visitor
from sandbox.clock import Clock
from sandbox.errors import Json
from sandbox.gateway import HEARTBEAT
from sandbox.server import Sandbox
from tests.platform.openapi import description
from tests.sandbox.conftest import Api
from tests.sandbox.small_bot import SmallBot
from tests.sandbox.wire import wired

GUILDS, GUILD_MESSAGES, DM_MESSAGES = 1, 1 << 9, 1 << 12


async def test_hello_identify_heartbeat_resume(api: Api, sandbox: Sandbox) -> None:
    wire = await wired(api, sandbox)
    await wire.send(1, None)
    assert (await wire.take())["op"] == 11
    await wire.identify()
    ready = await wire.take()
    assert (ready["t"], ready["s"], ready["d"]["application"]["id"]) == ("READY", 1, api.app)
    guild = await wire.event("GUILD_CREATE")
    assert [each["name"] for each in guild["channels"]] == ["races", "tavern", "acta", "Forum"]
    assert [each["user"]["id"] for each in guild["members"]] == [api.app]
    await wire.socket.close()

    _, thread = await api.ask("POST", f"/channels/{api.races}/threads", {"name": "x", "type": 11})
    again = await wired(api, sandbox)
    session = ready["d"]["session_id"]
    await again.send(6, {"token": sandbox.bot_token, "session_id": session, "seq": 2})

    assert (await again.event("THREAD_CREATE"))["id"] == thread["id"]
    await again.event("RESUMED")


READY = {
    *("v", "user", "guilds", "session_id", "resume_gateway_url", "application"),  # documented
    *("session_type", "user_settings", "private_channels", "presences", "relationships", "game_relationships"),
    *("guild_join_requests", "geo_ordered_rtc_regions", "auth", "_trace"),
}
GUILD_CREATE = {
    *("joined_at", "large", "unavailable", "member_count", "voice_states", "members", "channels", "threads"),
    *("presences", "stage_instances", "guild_scheduled_events", "soundboard_sounds"),
    *("lazy", "version", "hub_type", "application_command_counts", "activity_instances", "embedded_activities"),
}


async def test_ready_and_guild_create_have_every_field(api: Api, sandbox: Sandbox) -> None:
    wire = await wired(api, sandbox)
    await wire.send(2, {"token": sandbox.bot_token, "intents": GUILDS, "properties": {}, "shard": [0, 1]})
    ready = await wire.event("READY")
    guild = await wire.event("GUILD_CREATE")

    assert ready.keys() == READY | {"shard"}
    assert ready["application"] == {"id": api.app, "flags": 0, "flags_new": "0"}
    assert ready["user"].keys() >= {"bot", "email", "flags", "locale", "mfa_enabled", "verified"}
    described = description()["components"]["schemas"]["GuildResponse"]["required"]
    assert guild.keys() >= GUILD_CREATE | set(described)
    kinds = {each["name"]: (each["type"], "bitrate" in each, "topic" in each) for each in guild["channels"]}
    assert kinds == {
        "races": (0, False, True),
        "tavern": (0, False, True),
        "acta": (5, False, True),
        "Forum": (2, True, False),
    }


@pytest.mark.parametrize(
    ("op", "data", "code"),
    [
        (2, {"token": "guess", "intents": 1}, 4004),
        (2, {"token": "{token}", "intents": "all"}, 4013),
        (2, {"token": "{token}", "intents": 1 << 1}, 4014),
        (2, {"token": "{token}", "intents": 1 << 8}, 4014),
        (2, {"token": "{token}", "intents": 1 << 15}, 4014),
        (3, {}, 4003),
        (99, {}, 4003),
        (6, {"token": "guess", "session_id": "x", "seq": 1}, 4004),
    ],
)
async def test_what_closes_a_connection(
    op: int, data: Json, code: int, api: Api, sandbox: Sandbox, control: Control
) -> None:
    wire = await wired(api, sandbox)
    if data.get("token") == "{token}":
        data = data | {"token": sandbox.bot_token}
    await wire.send(op, data)

    assert await wire.close_code() == code
    assert [each["kind"] for each in await control.problems()] == ["gateway"]


async def test_what_is_not_json_and_a_second_identify(api: Api, sandbox: Sandbox) -> None:
    wire = await wired(api, sandbox)
    await wire.socket.send_str("{")
    assert await wire.close_code() == 4002
    wire = await wired(api, sandbox)
    await wire.identify()
    await wire.identify()
    assert await wire.close_code() == 4005


@pytest.mark.parametrize(("session", "seq"), [("unknown", 1), ("{session}", 999)])
async def test_a_session_that_cannot_be_resumed(session: str, seq: int, api: Api, sandbox: Sandbox) -> None:
    wire = await wired(api, sandbox)
    await wire.identify()
    known = (await wire.event("READY"))["session_id"]
    await wire.socket.close()
    again = await wired(api, sandbox)
    wanted = session.replace("{session}", known)
    await again.send(6, {"token": sandbox.bot_token, "session_id": wanted, "seq": seq})

    frame = await again.take()
    assert (frame["op"], frame["d"]) == (9, False)


async def test_a_connection_may_send_120_frames_a_minute(api: Api, sandbox: Sandbox, sandbox_clock: Clock) -> None:
    wire = await wired(api, sandbox)
    for _ in range(120):
        await wire.send(1, None)
    for _ in range(120):
        assert (await wire.take())["op"] == 11
    sandbox_clock.advance(60)
    for _ in range(121):
        await wire.send(1, None)

    assert await wire.close_code() == 4008


async def test_messages_come_by_intent_and_without_their_content(api: Api, sandbox: Sandbox, ana: Visitor) -> None:
    wire = await wired(api, sandbox)
    await wire.identify(GUILD_MESSAGES | DM_MESSAGES)
    await wire.event("READY")

    await ana.say("not for bots")
    assert (await wire.event("MESSAGE_CREATE"))["content"] == ""
    await ana.say(f"<@{api.app}> for the bot")
    assert (await wire.event("MESSAGE_CREATE"))["content"] == f"<@{api.app}> for the bot"
    await ana.say("private", channel=await ana.dm())
    assert (await wire.event("MESSAGE_CREATE"))["content"] == "private"
    own = await api.sent({"content": "own"})
    assert (await wire.event("MESSAGE_CREATE"))["content"] == "own"
    await api.ask("PATCH", f"/channels/{api.races}/messages/{own['id']}", {"content": "changed"})
    assert (await wire.event("MESSAGE_UPDATE"))["content"] == "changed"
    await api.ask("DELETE", f"/channels/{api.races}/messages/{own['id']}")
    assert (await wire.event("MESSAGE_DELETE"))["id"] == own["id"]


async def test_without_an_intent_nothing_of_it_comes(api: Api, sandbox: Sandbox, ana: Visitor) -> None:
    wire = await wired(api, sandbox)
    await wire.identify(0)
    await wire.event("READY")

    await ana.say("x")
    await api.ask("POST", f"/channels/{api.races}/threads", {"name": "x", "type": 11})
    await wire.send(1, None)

    # An interaction needs no intent, so only the heartbeat's answer is next.
    assert (await wire.take())["op"] == 11


async def test_members_are_given_by_id(api: Api, sandbox: Sandbox) -> None:
    wire = await wired(api, sandbox)
    await wire.identify()
    await wire.send(8, {"guild_id": api.guild, "user_ids": [api.users["Ben"]], "nonce": "n"})

    chunk = await wire.event("GUILD_MEMBERS_CHUNK")
    assert [each["user"]["global_name"] for each in chunk["members"]] == ["Ben"]
    assert chunk["nonce"] == "n"


async def test_faults_hit_what_they_match_and_as_often_as_they_say(api: Api, control: Control) -> None:
    await control.fault(method="GET", route="/users/@me", status=503, skip=1, times=2)

    statuses = [(await api.ask("GET", "/users/@me"))[0] for _ in range(4)]
    assert statuses == [200, 503, 503, 200]
    assert (await api.ask("GET", "/gateway/bot"))[0] == 200
    assert await control.faults() == []
    with pytest.raises(Refused):
        await control.fault(colour="red")


async def test_a_fault_comes_before_or_after_the_deed(api: Api, control: Control) -> None:
    route = "/channels/{channel_id}/messages"

    await control.fault(route=route, status=500)
    assert (await api.send({"content": "lost"}))[0] == 500
    await control.fault(route=route, status=500, done=True)
    assert (await api.send({"content": "done"}))[0] == 500
    for drop, content in (("before", "lost"), ("after", "done too")):
        await control.fault(route=route, drop=drop)
        with pytest.raises(aiohttp.ClientError):
            await api.send({"content": content})

    assert [each["content"] for each in await control.messages(api.races)] == ["done", "done too"]
    asked = [each for each in await control.requests() if each["route"] == route]
    assert [each["fault"] for each in asked] == ["500", "500", "drop before", "drop after"]
    assert [each["payload"]["content"] for each in asked] == ["lost", "done", "lost", "done too"]


@pytest.mark.parametrize(("via", "present"), [(True, True), (False, False)])
async def test_an_injected_429(via: bool, present: bool, api: Api, control: Control) -> None:
    await control.fault(status=429, retry_after=0.5, via=via)

    status, body = await api.ask("GET", "/users/@me")
    assert (status, body["retry_after"], body["global"]) == (429, 0.5, False)
    assert ("Via" in api.headers) is present
    assert api.headers["Retry-After"] == "0.500"


async def test_rate_limits_are_told_and_enforced_on_demand(api: Api, control: Control, sandbox_clock: Clock) -> None:
    assert all([(await api.send({"content": "x"}))[0] == 200 for _ in range(6)])
    assert api.headers["X-RateLimit-Bucket"]
    sandbox_clock.advance(6)
    await control.enforce_rates()

    for left in range(4, -1, -1):
        assert (await api.send({"content": "x"}))[0] == 200
        assert api.headers["X-RateLimit-Remaining"] == str(left)
    status, body = await api.send({"content": "x"})
    assert (status, body["global"]) == (429, False)
    assert 0 < body["retry_after"] <= 5
    sandbox_clock.advance(body["retry_after"])
    assert (await api.send({"content": "x"}))[0] == 200


async def test_fifty_requests_a_second_over_all(api: Api, control: Control, sandbox_clock: Clock) -> None:
    await control.enforce_rates()
    statuses = []
    for number in range(51):
        path = "/users/@me" if number % 2 else "/gateway/bot"
        statuses.append((await api.ask("GET", path))[0])

    assert statuses == [200] * 50 + [429]
    assert api.headers["X-RateLimit-Global"] == "true"
    sandbox_clock.advance(1)
    assert (await api.ask("GET", "/users/@me"))[0] == 200


async def test_the_clock_goes_forward_only(control: Control, sandbox_clock: Clock) -> None:
    before = sandbox_clock.now()
    await control.advance(60)
    assert sandbox_clock.now() >= before + 60
    with pytest.raises(Refused):
        await control.advance(-1)


async def test_a_heartbeat_is_not_acknowledged_before_the_client_can_have_noted_that_it_sent_it(
    api: Api, sandbox: Sandbox
) -> None:
    wire = await wired(api, sandbox)
    sent = time.perf_counter()
    await wire.send(1, None)

    assert (await wire.take())["op"] == 11
    assert time.perf_counter() - sent > 0.03


async def test_discord_py_does_not_think_that_it_cannot_keep_up(
    bot: SmallBot, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "ACKNOWLEDGED_AFTER", 1.0)  # long enough for a thread on a busy machine
    keeper: Any = bot.ws._keep_alive
    keeper.ack()
    before = keeper._last_ack
    keeper._last_send -= HEARTBEAT / 1000  # the heartbeat before, a whole interval ago
    caplog.clear()

    await asyncio.to_thread(_beat, keeper)
    async with asyncio.timeout(10):
        while keeper._last_ack <= before:  # noqa: ASYNC110
            await asyncio.sleep(0.05)

    assert keeper.latency < 10  # a whole interval, 41 s, were it acknowledged before the time is noted
    assert "Can't keep up" not in caplog.text


def _beat(keeper: Any) -> None:
    """Send one heartbeat as the library's own thread does: the time is noted once the sending has returned."""
    sending = keeper.ws.send_heartbeat(keeper.get_payload())
    asyncio.run_coroutine_threadsafe(sending, loop=keeper.ws.loop).result(20)
    time.sleep(0.01)  # a busy machine
    keeper._last_send = time.perf_counter()


async def test_a_fault_may_hit_bodies_with_files_only_or_only_those_without(api: Api, control: Control) -> None:
    await control.fault(multipart=True, status=413, code=40005)

    assert (await api.send({"content": "words"}))[0] == 200
    status, refusal = await api.send({"content": "board"}, {"board.png": b"png"})
    assert (status, refusal["code"]) == (413, 40005)
    assert (await api.send({"content": "board"}, {"board.png": b"png"}))[0] == 200

    await control.fault(multipart=False, route="/channels/{channel_id}/messages", status=500)
    assert (await api.send({"content": "board"}, {"board.png": b"png"}))[0] == 200
    assert (await api.send({"content": "words"}))[0] == 500
