"""The unmodified discord.py client against the sandbox, users and all."""

import asyncio
from collections.abc import Callable

import discord
import pytest

from sandbox.client import Control, NoAnswer, Visitor, buttons_of, text_of, urls_of
from sandbox.server import Sandbox
from tests.sandbox.conftest import running
from tests.sandbox.small_bot import PNG, SmallBot

EPHEMERAL, LOADING = 64, 128


async def test_a_slash_command_is_answered_for_all_to_see(bot: SmallBot, ana: Visitor, ben: Visitor) -> None:
    outcome = await ana.run("ping")

    assert outcome.state == "answered"
    assert outcome.text == f"Pong, <@{ana.id}>"
    seen = await ben.wait_for(lambda message: "Pong" in text_of(message))
    assert seen["interaction_metadata"]["user"]["global_name"] == "Ana"
    assert seen["mentions"] == []


async def test_thinking_is_filled_by_the_first_followup_and_stays_private(
    bot: SmallBot, ana: Visitor, ben: Visitor
) -> None:
    outcome = await ana.run("think")

    assert outcome.message is not None
    assert outcome.message["flags"] == EPHEMERAL
    assert [each["filename"] for each in outcome.message["attachments"]] == ["board.png"]
    await ana.wait_for(lambda message: text_of(message) == "second, changed")
    await ana.wait_for(lambda message: "first, changed" in text_of(message))
    states = [each["state"] for each in ana.frames if each["type"] == "interaction"]
    assert states == ["sent", "thinking", "answered"]
    # Each further message says for itself whether it is private.
    assert [text_of(each) for each in await ben.messages("races")] == ["second, changed"]


async def test_a_private_answer_is_seen_by_one_and_can_be_dismissed(
    bot: SmallBot, ana: Visitor, ben: Visitor, control: Control
) -> None:
    outcome = await ana.run("whisper")

    assert outcome.message is not None
    assert outcome.message["flags"] & EPHEMERAL
    assert [text_of(each) for each in await ana.messages("races")] == ["psst"]
    assert await ben.messages("races") == []
    races = ana.channel("races")["id"]
    assert [each["visible_to"] for each in await control.messages(races)] == [ana.id]

    await ana.dismiss(outcome.message)
    assert await ana.messages("races") == []


async def test_a_panel_of_components_v2_shows_its_picture_and_takes_presses(bot: SmallBot, ana: Visitor) -> None:
    message = (await ana.run("show")).message

    assert message is not None
    assert {await ana.read(url) for url in urls_of(message)} == {PNG}
    assert message["attachments"][0]["width"] == 2
    assert "The board at turn 1" in text_of(message)

    pressed = await ana.press(message, "Step 1")

    assert pressed.message is not None
    assert pressed.message["id"] == message["id"]
    assert [each["label"] for each in buttons_of(pressed.message)] == ["Step 2", "Nobody listens"]
    assert len(pressed.message["attachments"]) == 1
    assert pressed.message["edited_timestamp"]


async def test_selects_answer_privately_and_by_followup(bot: SmallBot, ana: Visitor) -> None:
    message = (await ana.run("show")).message
    assert message is not None

    chosen = await ana.choose(message, ["red", "blue"], custom_id="colour")
    assert chosen.text == "You chose red, blue"

    acknowledged = await ana.choose(message, [ana.id], custom_id="rival")
    assert acknowledged.state == "acknowledged"
    followup = await ana.wait_for(lambda each: "Against" in text_of(each))
    assert text_of(followup) == f"Against <@{ana.id}>"
    assert followup["flags"] & EPHEMERAL


async def test_a_form_is_opened_filled_in_and_answered(bot: SmallBot, ana: Visitor) -> None:
    opened = await ana.run("ask")

    assert opened.state == "modal"
    assert opened.modal is not None
    assert opened.modal["title"] == "Orders"
    done = await ana.submit(opened.modal, {"speed": "12", "lane": "out"})
    assert done.text == "Speed 12, out"


async def test_a_group_with_typed_options_and_autocomplete(bot: SmallBot, ana: Visitor, ben: Visitor) -> None:
    choices = await ana.autocomplete("race new", focused="name", name="Ludi")
    assert [each["value"] for each in choices] == ["Ludi Romani", "Ludi Plebeii"]

    outcome = await ana.run("race new", name="Ludi Romani", laps=3, rival=ben)

    assert outcome.text.startswith("3 laps against Ben in <#")
    thread = await ben.wait_for_thread("Ludi Romani")
    posts = [each for each in await ben.messages(thread) if each["type"] == 0]
    assert len(posts) == 1, "an enforced nonce makes one message of two"
    assert posts[0]["pinned"]


async def test_a_dm_arrives_and_can_be_refused(bot: SmallBot, ana: Visitor, ben: Visitor) -> None:
    assert (await ana.run("write")).text == "sent"
    secret = await ana.wait_for(lambda message: "secret" in text_of(message))
    assert secret["channel_id"] == (await ana.dm())["id"]
    assert await ana.read(secret["attachments"][0]["url"]) == PNG
    assert all("secret" not in text_of(each) for each in ben.seen.values())

    await ana.set_dms(False)
    assert (await ana.run("write")).text == "refused: 50007"


async def test_commands_work_in_a_dm(bot: SmallBot, ana: Visitor) -> None:
    outcome = await ana.run("ping", channel=await ana.dm())

    assert outcome.text == f"Pong, <@{ana.id}>"


async def test_a_deleted_answer_is_gone(bot: SmallBot, ana: Visitor) -> None:
    await ana.run("vanish")

    await ana.until(lambda: True if any(each["type"] == "message_delete" for each in ana.frames) else None)
    assert await ana.messages("races") == []


async def test_no_answer_within_three_seconds_fails_for_the_user_alone(
    bot: SmallBot, ana: Visitor, ben: Visitor, control: Control
) -> None:
    running = asyncio.create_task(ana.run("silent", may_fail=True))
    await ana.until(lambda: ana.frames[-1].get("state") == "sent" or None)
    await control.advance(3.1)
    outcome = await running

    assert outcome.error == "The application did not respond"
    assert [each["kind"] for each in await control.problems()] == ["no_answer"]
    assert not [each for each in ben.frames if each["type"] == "interaction"]


async def test_a_press_that_nobody_listens_to_fails(bot: SmallBot, ana: Visitor, control: Control) -> None:
    message = (await ana.run("show")).message
    assert message is not None
    pressing = asyncio.create_task(ana.press(message, "Nobody listens"))
    await ana.until(lambda: ana.frames[-1].get("kind") == "component" or None)
    await control.advance(3.1)

    with pytest.raises(NoAnswer, match="This interaction failed"):
        await pressing


async def test_buttons_survive_a_restart_of_the_bot(
    sandbox: Sandbox, on_loopback: None, ana: Visitor, control: Control
) -> None:
    async with running(sandbox):
        message = (await ana.run("show")).message
    await control.wait_until_online(online=False)
    assert message is not None

    async with running(sandbox):
        await control.wait_until_online()
        pressed = await ana.press(message, "Step 1")
        chosen = await ana.choose(message, ["red"], custom_id="colour")

    assert "Turn 2" in pressed.text
    assert chosen.text == "You chose red"


@pytest.mark.parametrize(
    ("action", "code"), [("reconnect", 0), ("close", 4000), ("close", 4009), ("invalid_resumable", 0)]
)
async def test_a_dropped_connection_is_resumed_and_misses_nothing(
    action: str, code: int, bot: SmallBot, ana: Visitor, control: Control
) -> None:
    assert await control.gateway(action, code) == 1
    outcome = await ana.run("ping")

    assert outcome.state == "answered"
    state = await control.gateway_state()
    assert (state["identifies"], state["resumes"]) == (1, 1)


async def test_an_invalid_session_is_identified_anew(bot: SmallBot, ana: Visitor, control: Control) -> None:
    await control.gateway("invalid")
    await control.wait_until_online(online=False)
    await control.wait_until_online()

    assert (await ana.run("ping")).state == "answered"
    assert (await control.gateway_state())["identifies"] == 2


async def test_the_client_waits_out_a_429_and_retries_a_500(bot: SmallBot, ana: Visitor, control: Control) -> None:
    route = "/channels/{channel_id}/messages"
    await control.fault(route=route, status=429, retry_after=0.05)
    await control.fault(route=route, status=502, done=True)
    channel = bot.get_channel(int(ana.channel("races")["id"]))
    assert isinstance(channel, discord.TextChannel)

    await channel.send("once", nonce="row-7")

    statuses = [each["status"] for each in await control.requests() if each["route"] == route]
    assert statuses == [429, 502, 200]
    assert [text_of(each) for each in await ana.messages("races")] == ["once"]


async def test_a_429_without_via_counts_as_a_ban(bot: SmallBot, ana: Visitor, control: Control) -> None:
    await control.fault(route="/channels/{channel_id}/messages", status=429, via=False)
    channel = bot.get_channel(int(ana.channel("races")["id"]))
    assert isinstance(channel, discord.TextChannel)

    with pytest.raises(discord.HTTPException) as refused:
        await channel.send("once")

    assert refused.value.status == 429


async def _until(is_so: Callable[[], bool]) -> None:
    """Wait until what the client was told has come to it."""
    async with asyncio.timeout(20):
        while not is_so():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_what_the_client_caches_follows_the_world(bot: SmallBot, ana: Visitor, control: Control) -> None:
    races = int(ana.channel("races")["id"])
    channel = bot.get_channel(races)
    assert isinstance(channel, discord.TextChannel)
    assert channel.permissions_for(channel.guild.me).send_messages

    await control.deny(str(races), "send_messages", "attach_files")
    await _until(lambda: not channel.permissions_for(channel.guild.me).send_messages)
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("no")
    assert refused.value.code == 50013

    await control.deny(str(races))
    thread = await channel.create_thread(name="A race", type=discord.ChannelType.public_thread)
    await thread.edit(archived=True)
    message = await thread.send("opens it again")
    await control.archive(str(thread.id))
    with pytest.raises(discord.HTTPException) as archived:
        await message.edit(content="no")
    assert archived.value.code == 50083

    await control.delete_channel(str(thread.id))
    await _until(lambda: bot.get_channel(thread.id) is None)
    with pytest.raises(discord.NotFound) as gone:
        await thread.send("no")
    assert gone.value.code == 10003


async def test_look_ups_of_the_client(bot: SmallBot, ana: Visitor, control: Control) -> None:
    guild = bot.guilds[0]
    channel = await bot.fetch_channel(int(ana.channel("races")["id"]))
    assert isinstance(channel, discord.TextChannel)
    sent = [await channel.send(f"number {number}") for number in range(3)]

    assert (await guild.fetch_member(int(ana.id))).display_name == "Ana"
    assert (await bot.fetch_user(int(ana.id))).global_name == "Ana"
    assert (await channel.fetch_message(sent[0].id)).content == "number 0"
    assert [each.content async for each in channel.history(limit=2)] == ["number 2", "number 1"]
    after = [each.content async for each in channel.history(after=sent[0], oldest_first=True)]
    assert after == ["number 1", "number 2"]
    await sent[1].pin()
    assert [each.id async for each in channel.pins()] == [sent[1].id]
    async with channel.typing():
        await ana.until(lambda: any(each["type"] == "typing" for each in ana.frames) or None)
    thread = await sent[2].create_thread(name="From a message")
    assert thread.id == sent[2].id
    assert [each.name for each in await guild.active_threads()] == ["From a message"]
    assert (await bot.fetch_guild(guild.id)).name == "Circus"
    assert (await bot.application_info()).name == "Quadriga"
    assert await bot.fetch_application_emojis() == []
    assert len(await bot.tree.fetch_commands()) == len(bot.tree.get_commands())
    assert await control.problems() == []
