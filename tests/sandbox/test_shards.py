"""Shards: who hears of what, several sessions of one, how fast they begin, and cuts on command."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio

from sandbox.client import Control, Visitor
from sandbox.clock import Clock
from sandbox.gateway import RESUMABLE
from sandbox.server import Sandbox
from sandbox.shards import Shard, place_of
from tests.sandbox.conftest import Api, noting
from tests.sandbox.wire import Wire, wired

GUILDS, GUILD_MESSAGES, DM_MESSAGES = 1, 1 << 9, 1 << 12
ALL = GUILDS | GUILD_MESSAGES | DM_MESSAGES
SECOND = (1, 2)


@pytest_asyncio.fixture(loop_scope="module")
async def sandbox() -> AsyncIterator[Sandbox]:
    """Give a sandbox whose server is on the second of two shards."""
    with noting() as sent:
        sandbox = Sandbox(on=Shard(*SECOND))
        await sandbox.start()
        yield sandbox
        await sandbox.stop()
        assert sent.problems() == []


async def begun(api: Api, sandbox: Sandbox, shard: tuple[int, int] | None) -> tuple[Wire, str]:
    """Return a new session of a shard, and its id."""
    wire = await wired(api, sandbox)
    await wire.identify(ALL, shard=shard)
    return wire, str((await wire.event("READY"))["session_id"])


async def heard(wire: Wire) -> list[str]:
    """Return the names of the events that have come to a session; an acknowledged heartbeat is the last that comes."""
    await wire.send(1, None)
    names = []
    while (frame := await wire.take())["op"] != 11:
        names.append(str(frame["t"]))
    return names


@pytest.mark.parametrize("on", [Shard(0, 1), Shard(0, 2), Shard(1, 2), Shard(6, 7), Shard(11, 16)])
def test_a_new_server_is_on_the_shard_that_is_wanted(on: Shard) -> None:
    guild = Sandbox(on=on).world.kept.guild_id

    assert place_of(guild, on.total) == on.number
    assert on.has(guild)


async def test_a_session_hears_of_the_servers_on_its_shard_and_the_first_of_direct_messages(
    api: Api, sandbox: Sandbox, ana: Visitor
) -> None:
    first, _ = await begun(api, sandbox, (0, 2))
    second, _ = await begun(api, sandbox, SECOND)
    whole, _ = await begun(api, sandbox, None)
    assert await heard(first) == []  # of no server
    assert await heard(second) == await heard(whole) == ["GUILD_CREATE"]

    await ana.say("on the server")
    assert (await heard(first), await heard(second), await heard(whole)) == ([], *[["MESSAGE_CREATE"]] * 2)
    await ana.say("to the bot", channel=await ana.dm())
    assert (await heard(first), await heard(second), await heard(whole)) == (["MESSAGE_CREATE"], [], ["MESSAGE_CREATE"])
    await api.ask("POST", f"/channels/{api.races}/threads", {"name": "x", "type": 11})
    assert (await heard(first), "THREAD_CREATE" in await heard(second)) == ([], True)


async def test_ready_names_the_shard_and_its_servers(api: Api, sandbox: Sandbox) -> None:
    for shard, servers in (((0, 2), []), (SECOND, [api.guild])):
        wire = await wired(api, sandbox)
        await wire.identify(shard=shard)
        ready = await wire.event("READY")
        assert (ready["shard"], [each["id"] for each in ready["guilds"]]) == (list(shard), servers)


async def test_a_press_reaches_all_sessions_of_its_shard_and_the_first_answer_counts(
    api: Api, sandbox: Sandbox, control: Control, ana: Visitor
) -> None:
    await api.ask("PUT", f"/applications/{api.app}/commands", [{"name": "go", "description": "x", "type": 1}])
    direct, _ = await begun(api, sandbox, (0, 2))
    old, _ = await begun(api, sandbox, SECOND)
    new, _ = await begun(api, sandbox, SECOND)
    dm = await ana.dm()

    await ana.ask("POST", "api/commands", {"channel_id": api.races, "path": "go", "options": {}})
    told, again = await old.event("INTERACTION_CREATE"), await new.event("INTERACTION_CREATE")
    assert told == again
    assert await heard(direct) == []
    body = {"type": 4, "data": {"content": "done"}}
    assert (await api.answer(told, body))[0] == 200
    status, refusal = await api.answer(again, body)
    assert (status, refusal["code"]) == (400, 40060)
    assert [each["kind"] for each in await control.problems()] == ["double_answer"]
    assert await heard(old) == await heard(new) == ["MESSAGE_CREATE"]

    await ana.ask("POST", "api/commands", {"channel_id": dm["id"], "path": "go", "options": {}})
    assert (await direct.event("INTERACTION_CREATE"))["channel_id"] == dm["id"]
    assert (await heard(old), await heard(new)) == ([], [])


async def test_one_of_two_sessions_ends_and_the_other_goes_on(
    api: Api, sandbox: Sandbox, control: Control, ana: Visitor
) -> None:
    old, leaving = await begun(api, sandbox, SECOND)
    new, staying = await begun(api, sandbox, SECOND)
    shards = (await control.gateway_state())["shards"]
    assert shards == [{"session": each, "shard": list(SECOND)} for each in (leaving, staying)]

    await old.socket.close()
    await heard(new)
    await ana.say("x")

    assert await heard(new) == ["MESSAGE_CREATE"]
    assert [each["session"] for each in (await control.gateway_state())["shards"]] == [staying]


@pytest.mark.parametrize("shard", [[2, 2], [-1, 2], [0, 0], [0], "0", [True, 2], [0, 1.5]])
async def test_a_shard_that_cannot_be(shard: object, api: Api, sandbox: Sandbox) -> None:
    wire = await wired(api, sandbox)
    await wire.send(2, {"token": sandbox.bot_token, "intents": 1, "properties": {}, "shard": shard})

    assert await wire.close_code() == 4010


async def test_one_identify_in_five_seconds(api: Api, sandbox: Sandbox, control: Control, sandbox_clock: Clock) -> None:
    await control.enforce_rates()
    sandbox_clock.advance(5)
    await begun(api, sandbox, (0, 2))
    hasty = await wired(api, sandbox)
    await hasty.identify(shard=SECOND)
    frame = await hasty.take()
    assert (frame["op"], frame["d"]) == (9, False)

    sandbox_clock.advance(4.9)
    await hasty.identify(shard=SECOND)
    assert (await hasty.take())["op"] == 9
    sandbox_clock.advance(0.2)  # those that were refused do not count
    await hasty.identify(shard=SECOND)
    await hasty.event("READY")


async def test_sessions_of_a_day_are_counted(api: Api, sandbox: Sandbox, sandbox_clock: Clock) -> None:
    async def limit() -> dict[str, int]:
        return (await api.ask("GET", "/gateway/bot"))[1]["session_start_limit"]  # type: ignore[no-any-return]

    before = await limit()
    assert before == {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1}
    await begun(api, sandbox, (0, 2))
    sandbox_clock.advance(3_600)
    await begun(api, sandbox, SECOND)
    after = await limit()
    assert after["remaining"] == 998
    assert 82_700_000 < after["reset_after"] <= 82_800_000
    sandbox_clock.advance(23 * 3_600)
    assert (await limit())["remaining"] == 999


async def test_with_no_session_left_none_begins(api: Api, sandbox: Sandbox, control: Control) -> None:
    await control.enforce_rates()
    sandbox.rates._starts.extend([sandbox.clock.now()] * 1000)
    wire = await wired(api, sandbox)
    await wire.identify()

    assert (await wire.take())["op"] == 9


@pytest.mark.parametrize(("action", "can_resume"), [("cut", True), ("drop", False)])
async def test_a_session_is_cut_off_without_a_word(
    action: str, can_resume: bool, api: Api, sandbox: Sandbox, control: Control, ana: Visitor
) -> None:
    hit, session = await begun(api, sandbox, SECOND)
    spared, _ = await begun(api, sandbox, (0, 2))
    await heard(hit)

    assert await control.gateway(action, shard=1) == 1
    await hit.lost()
    await ana.say("meanwhile")

    again = await wired(api, sandbox)
    await again.send(6, {"token": sandbox.bot_token, "session_id": session, "seq": 2})
    if can_resume:
        assert (await again.event("MESSAGE_CREATE"))["author"]["id"] == api.users["Ana"]
    else:
        assert (await again.take())["op"] == 9
    assert await heard(spared) == []
    for each in (again, spared):
        await each.socket.close()


async def test_one_session_alone_goes_deaf(api: Api, sandbox: Sandbox, control: Control, ana: Visitor) -> None:
    deaf, session = await begun(api, sandbox, SECOND)
    hearing, _ = await begun(api, sandbox, SECOND)
    await heard(deaf)

    assert await control.gateway("mute", session=session) == 1
    await ana.say("x")
    assert await heard(hearing) == ["GUILD_CREATE", "MESSAGE_CREATE"]
    await deaf.send(1, None)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3):
            await deaf.socket.receive()


async def test_new_connections_are_refused_for_a_while(
    api: Api, sandbox: Sandbox, control: Control, sandbox_clock: Clock
) -> None:
    there, _ = await begun(api, sandbox, SECOND)
    await control.gateway("refuse", seconds=30)

    with pytest.raises(aiohttp.WSServerHandshakeError):
        await wired(api, sandbox)
    assert await heard(there) == ["GUILD_CREATE"]
    sandbox_clock.advance(31)
    await wired(api, sandbox)


async def test_requests_are_refused_for_a_while(api: Api, control: Control, sandbox_clock: Clock) -> None:
    await control.fault(drop="before", seconds=10)
    for _ in range(5):
        with pytest.raises(aiohttp.ClientError):
            await api.send({"content": "lost"})
    await control.fault(status=503, seconds=20)
    sandbox_clock.advance(11)
    assert (await api.send({"content": "lost"}))[0] == 503
    sandbox_clock.advance(10)

    assert await control.faults() == []
    assert (await api.send({"content": "there"}))[0] == 200
    assert [each["content"] for each in await control.messages(api.races)] == ["there"]


async def test_a_session_is_resumed_within_minutes_and_then_no_more(
    api: Api, sandbox: Sandbox, sandbox_clock: Clock
) -> None:
    wire, session = await begun(api, sandbox, SECOND)
    other, _ = await begun(api, sandbox, (0, 2))
    for wait, op in ((RESUMABLE - 30, 0), (RESUMABLE + 1, 9)):
        await wire.socket.close()
        await heard(other)
        sandbox_clock.advance(wait)
        await begun(api, sandbox, SECOND)  # another process comes, and does not end what may go on
        wire = await wired(api, sandbox)
        await wire.send(6, {"token": sandbox.bot_token, "session_id": session, "seq": 1})
        assert (await wire.take())["op"] == op


async def test_a_post_sent_again_with_its_nonce_is_the_same_post_for_minutes(
    api: Api, control: Control, sandbox_clock: Clock
) -> None:
    told = {"content": "once", "nonce": "q1", "enforce_nonce": True}
    await control.fault(route="/channels/{channel_id}/messages", drop="after")
    with pytest.raises(aiohttp.ClientError):
        await api.send(told)

    sandbox_clock.advance(240)
    assert (await api.send(told | {"content": "again"}))[1]["content"] == "once"
    assert len(await control.messages(api.races)) == 1
    sandbox_clock.advance(70)
    assert (await api.send(told))[0] == 200
    assert len(await control.messages(api.races)) == 2
