"""Announcement and voice channels: what may be said and started there."""

import discord
import pytest

from sandbox.client import Control, Visitor
from sandbox.errors import Json
from sandbox.rest import threads
from sandbox.server import Sandbox
from tests.sandbox.conftest import Api
from tests.sandbox.small_bot import SmallBot

TEXT, VOICE, ANNOUNCEMENT = "races", "Forum", "acta"
ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 10, 11, 12


def place(sandbox: Sandbox, name: str) -> str:
    return f"/channels/{sandbox.addresses()['channels'][name]}"


async def start(api: Api, sandbox: Sandbox, channel: str, kind: int | None) -> tuple[int, Json]:
    """Start a thread without a message; return the status and the answer."""
    body = {"name": "x"} | ({} if kind is None else {"type": kind})
    status, answer = await api.ask("POST", f"{place(sandbox, channel)}/threads", body)
    assert isinstance(answer, dict)
    return status, answer


@pytest.mark.parametrize(
    ("channel", "kind", "started"),
    [
        (TEXT, None, PRIVATE_THREAD),
        (TEXT, PUBLIC_THREAD, PUBLIC_THREAD),
        (TEXT, PRIVATE_THREAD, PRIVATE_THREAD),
        (ANNOUNCEMENT, ANNOUNCEMENT_THREAD, ANNOUNCEMENT_THREAD),
    ],
)
async def test_threads_that_may_be_started(
    channel: str, kind: int | None, started: int, api: Api, sandbox: Sandbox
) -> None:
    status, thread = await start(api, sandbox, channel, kind)

    assert (status, thread["type"]) == (201, started)


@pytest.mark.parametrize(
    ("channel", "kind"),
    [
        (TEXT, ANNOUNCEMENT_THREAD),
        (ANNOUNCEMENT, None),
        (ANNOUNCEMENT, PUBLIC_THREAD),
        (ANNOUNCEMENT, PRIVATE_THREAD),
        (VOICE, None),
        (VOICE, ANNOUNCEMENT_THREAD),
        (VOICE, PUBLIC_THREAD),
        (VOICE, PRIVATE_THREAD),
    ],
)
async def test_threads_that_are_refused(channel: str, kind: int | None, api: Api, sandbox: Sandbox) -> None:
    status, answer = await start(api, sandbox, channel, kind)

    assert (status, answer["code"]) == (403, 50024)
    assert (await api.ask("GET", f"/guilds/{api.guild}/threads/active"))[1]["threads"] == []


@pytest.mark.parametrize(
    ("channel", "status", "found"),
    [(TEXT, 201, ("type", PUBLIC_THREAD)), (ANNOUNCEMENT, 201, ("type", 10)), (VOICE, 403, ("code", 50024))],
)
async def test_a_thread_from_a_message(
    channel: str, status: int, found: tuple[str, int], api: Api, sandbox: Sandbox
) -> None:
    _, message = await api.ask("POST", f"{place(sandbox, channel)}/messages", {"content": "x"})

    answer = await api.ask("POST", f"{place(sandbox, channel)}/messages/{message['id']}/threads", {"name": "x"})

    assert (answer[0], answer[1][found[0]]) == (status, found[1])


@pytest.mark.parametrize("channel", [VOICE, ANNOUNCEMENT])
async def test_messages_are_sent_changed_pinned_and_answered(
    channel: str, api: Api, sandbox: Sandbox, ana: Visitor, control: Control
) -> None:
    path = f"{place(sandbox, channel)}/messages"
    status, message = await api.ask("POST", path, {"content": "x"})
    assert status == 200
    assert (await api.ask("PATCH", f"{path}/{message['id']}", {"content": "y"}))[1]["content"] == "y"
    assert (await api.ask("PUT", f"{path}/pins/{message['id']}"))[0] == 204
    said = await ana.say("here", channel=channel)
    assert [each["id"] for each in await ana.messages(channel)][-1] == said["id"]
    begun = await api.begun(ana, {"name": "go", "description": "d"}, channel=message["channel_id"])
    assert begun["channel"]["type"] in (2, 5)
    assert (await api.answer(begun, {"type": 4, "data": {"content": "z"}}))[0] == 200

    await control.deny(message["channel_id"], "send_messages")
    assert (await api.ask("POST", path, {"content": "x"}))[1]["code"] == 50013


async def test_an_archived_announcement_thread_is_listed(api: Api, sandbox: Sandbox) -> None:
    _, thread = await start(api, sandbox, ANNOUNCEMENT, ANNOUNCEMENT_THREAD)
    await api.ask("PATCH", f"/channels/{thread['id']}", {"archived": True})

    _, found = await api.ask("GET", f"{place(sandbox, ANNOUNCEMENT)}/threads/archived/public")

    assert [each["id"] for each in found["threads"]] == [thread["id"]]


@pytest.mark.parametrize(
    ("full", "other", "code"),
    [
        ((TEXT, PUBLIC_THREAD), (ANNOUNCEMENT, ANNOUNCEMENT_THREAD), 160006),
        ((ANNOUNCEMENT, ANNOUNCEMENT_THREAD), (TEXT, PUBLIC_THREAD), 160007),
    ],
)
async def test_active_threads_are_limited_and_those_of_announcements_count_apart(
    full: tuple[str, int],
    other: tuple[str, int],
    code: int,
    api: Api,
    sandbox: Sandbox,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(threads, "MOST_ACTIVE", 2)
    first = (await start(api, sandbox, *full))[1]
    assert (await start(api, sandbox, *full))[0] == 201
    assert (await start(api, sandbox, *full))[1]["code"] == code
    assert (await start(api, sandbox, *other))[0] == 201

    await api.ask("PATCH", f"/channels/{first['id']}", {"archived": True})

    assert (await start(api, sandbox, *full))[0] == 201


async def test_a_thread_has_a_most_of_members(
    api: Api, sandbox: Sandbox, ana: Visitor, ben: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "MOST_MEMBERS", 2)
    _, thread = await start(api, sandbox, TEXT, PRIVATE_THREAD)
    members = f"/channels/{thread['id']}/thread-members"
    assert (await api.ask("PUT", f"{members}/{ana.id}"))[0] == 204

    assert (await api.ask("PUT", f"{members}/{ben.id}"))[1]["code"] == 30033
    assert (await api.ask("PUT", f"{members}/{ana.id}"))[0] == 204  # who is in it stays
    await api.ask("DELETE", f"{members}/{ana.id}")
    assert (await api.ask("PUT", f"{members}/{ben.id}"))[0] == 204


async def test_the_client_knows_the_kinds(bot: SmallBot) -> None:
    channels = {each.name: each for each in bot.guilds[0].channels}
    acta, forum = channels["acta"], channels["Forum"]

    assert isinstance(forum, discord.VoiceChannel)
    assert isinstance(acta, discord.TextChannel)
    assert acta.is_news()
    thread = await acta.create_thread(name="Ludi", type=discord.ChannelType.news_thread)
    assert thread.type is discord.ChannelType.news_thread
    assert (await forum.send("in the text chat of a voice channel")).channel == forum
    with pytest.raises(discord.Forbidden) as refused:
        await acta.create_thread(name="Ludi", type=discord.ChannelType.public_thread)
    assert refused.value.code == 50024


async def test_a_thread_that_goes_is_told_with_four_fields(api: Api, sandbox: Sandbox, control: Control) -> None:
    _, thread = await start(api, sandbox, TEXT, PUBLIC_THREAD)
    socket = await api.session.ws_connect(f"{sandbox.gateway_url}?v=10&encoding=json")
    await socket.send_json({"op": 2, "d": {"token": sandbox.bot_token, "intents": 1, "properties": {}}})
    await control.wait_until_online(5)

    await control.delete_channel(thread["id"])

    while (frame := await socket.receive_json(timeout=2))["t"] != "THREAD_DELETE":
        pass
    expected = {key: thread[key] for key in ("id", "guild_id", "parent_id", "type")}
    assert frame["d"] == expected


async def test_a_post_of_an_announcement_channel_is_published_once_and_no_other(bot: SmallBot) -> None:
    channels = {each.name: each for each in bot.guilds[0].text_channels}
    news = await channels[ANNOUNCEMENT].send("The result")
    await news.publish()
    assert (await channels[ANNOUNCEMENT].fetch_message(news.id)).flags.crossposted
    await news.edit(content="The result, put right")
    assert (await channels[ANNOUNCEMENT].fetch_message(news.id)).flags.crossposted

    elsewhere = await channels[TEXT].send("No news")
    for message, code in ((news, 40033), (elsewhere, 50024)):
        with pytest.raises(discord.HTTPException) as refused:
            await message.publish()
        assert refused.value.code == code
