"""What is gone, or never comes: threads, channels, members, posts that Discord does not take."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.kit.client import Quadriga
from cogs.panels.bets.seen import has_bets
from cogs.panels.doctor import given_up_text
from cogs.panels.open_race import NEEDED
from records.races import GONE
from steward.delivering.delivery import MOST_REFUSALS
from tests.cogs.arena import ANN, BOB, Arena
from tests.cogs.fakes import CHANNEL, THREAD, http_error
from tests.cogs.test_people import DESK, EVEN, MY, FakeGuild, examined, ran


async def test_a_thread_that_is_gone_is_named_nowhere(arena: Arena) -> None:
    race = await arena.open_race()
    arena.thread.fails = http_error(discord.NotFound, 404, 10003)
    await arena.give(ANN, EVEN)
    await arena.deliver()
    arena.thread.fails = None

    mine, desk = await ran(arena, BOB, MY, "races"), await ran(arena, ANN, DESK, "desk", race=str(race))

    assert f"<#{THREAD}>" not in mine.told
    assert "a thread that was deleted" in mine.told
    assert "The race's thread was deleted" in desk.told
    assert "`/host race what:close`" in desk.told


async def test_a_thread_that_was_deleted_is_told_before_anything_is_posted(arena: Arena) -> None:
    await arena.open_race()

    class Gone(FakeGuild):
        async def fetch_channel(self, number: int) -> Any:
            if number == THREAD:
                raise http_error(discord.NotFound, 404, 10003)
            return await super().fetch_channel(number)

    text = await examined(arena, channel_id=CHANNEL, guild=Gone(3, NEEDED))

    assert "The race's thread was deleted" in text
    assert "right to view" not in text


async def test_a_channel_that_was_deleted_is_told_with_what_helps(arena: Arena) -> None:
    await arena.open_race()

    class Gone(FakeGuild):
        async def fetch_channel(self, number: int) -> Any:
            raise http_error(discord.NotFound, 404, 10003)

    text = await examined(arena, channel_id=9, guild=Gone(3, NEEDED))

    assert "The race's channel was deleted" in text
    assert "`/host race what:close`" in text
    assert "role" not in text


class LeftBehind:
    """A server that Bob is not a member of any more."""

    async def fetch_member(self, number: int) -> Any:
        if number == BOB:
            raise http_error(discord.NotFound, 404, 10007)
        return SimpleNamespace(id=number)


async def test_who_has_left_the_server_is_told_to_have_with_what_helps(arena: Arena) -> None:
    arena.client.user_of(BOB).dms.fails = http_error(discord.Forbidden, 403, 50278)
    race = await arena.open_race()
    arena.client.servers[1] = LeftBehind()

    text, desk = await examined(arena), (await ran(arena, ANN, DESK, "desk", race=str(race))).told

    for told in (text, desk):
        assert f"**Bob** (<@{BOB}>) has left this server" in told
        assert "`/host race what:replace`" in told
    assert "Waiting for 1" in desk, "the race waits for nobody who is gone"
    assert "DMs closed" not in desk


async def test_a_post_that_discord_never_takes_is_told_and_holds_nothing_up(
    arena: Arena, caplog: pytest.LogCaptureFixture
) -> None:
    race = await arena.open_race()
    send = arena.thread.send

    async def refuses(content: str = "", *, view: Any = None, **others: Any) -> Any:
        if view is not None and "rests" in str(view.to_components()):
            raise http_error(discord.HTTPException, 400, 50035, "Invalid Form Body: secret words")
        return await send(content, view=view, **others)

    arena.thread.send = refuses  # type: ignore[method-assign]
    await arena.steward.desk.pause(race, ANN, "it rests", 86_400.0)
    await arena.steward.desk.resume(race, ANN, "On")
    for _ in range(MOST_REFUSALS):
        await arena.deliver()
        arena.circus.clock.pass_by(60)

    text, desk = await examined(arena), (await ran(arena, ANN, DESK, "desk", race=str(race))).told

    assert not [each for each in await arena.steward.delivery.notices(race) if each.state in ("new", "sending")]
    for told in (text, desk):
        assert "Discord did not take" in told
        assert "50035" in told
    assert "secret words" not in caplog.text
    assert "is given up: 50035" in caplog.text


@pytest.mark.parametrize(
    ("given_up", "says", "says_not"),
    [
        (["200000"], "exempt my role from that rule", "That fault is mine"),
        (["240000", "240000"], "took a link in it for harmful", "That fault is mine"),
        (["50035"], "That fault is mine", "AutoMod"),
        (["200000", "50035"], "changed. That fault is mine", "link"),
    ],
)
def test_a_post_that_is_given_up_is_told_with_the_cure_of_its_number(
    given_up: list[str], says: str, says_not: str
) -> None:
    assert says in given_up_text(given_up)
    assert says_not not in given_up_text(given_up)


async def test_a_thread_is_known_to_be_gone_as_soon_as_discord_says_so(arena: Arena) -> None:
    race = await arena.open_race()
    bot, deleted = arena.client, SimpleNamespace(thread_id=THREAD)

    await Quadriga.on_raw_thread_delete(bot, deleted)  # type: ignore[arg-type]
    await Quadriga.on_raw_thread_delete(bot, deleted)  # type: ignore[arg-type]

    assert (await arena.steward.race(race)).record.thread == GONE
    assert "a thread that was deleted" in (await ran(arena, BOB, MY, "races")).told


@pytest.mark.parametrize(("code", "is_tried_on"), [(40003, True), (50035, False)])
async def test_a_limit_of_rate_is_waited_for_whatever_its_status(arena: Arena, code: int, is_tried_on: bool) -> None:
    race = await arena.open_race()
    arena.thread.fails = http_error(discord.HTTPException, 400, code)
    await arena.steward.desk.pause(race, ANN, "Lunch", 86_400.0)
    for _ in range(2 * MOST_REFUSALS):
        await arena.deliver()
        arena.circus.clock.pass_by(600)

    waiting = [each for each in await arena.steward.delivery.notices(race) if each.state in ("new", "sending")]
    assert bool(waiting) is is_tried_on


async def test_the_desk_of_a_race_alone_opens_forms_too(arena: Arena) -> None:
    race = await arena.lobby(guild=0)
    interaction: Any = arena.act(ANN, guild=None)

    assert not await has_bets(interaction, race)
