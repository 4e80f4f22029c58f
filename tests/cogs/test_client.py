"""Commands are registered when they have changed, and only then: a day allows few changes."""

import asyncio
import contextlib
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs import parts
from cogs.kit import client
from cogs.kit.client import Quadriga
from steward.running import finishing
from tests.cogs.fakes import a_steward, http_error


class Memory:
    """What the program remembers by name, in a dictionary."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}

    async def get(self, name: str) -> str | None:
        return self.kept.get(name)

    async def set(self, name: str, value: str) -> None:
        self.kept[name] = value


ALL = 21
"""The first words of commands, and the menus on people and posts."""


def a_bot(memory: Any, *, home: int | None = None, application: int = 5, **others: Any) -> tuple[Quadriga, list[Any]]:
    """Return a bot whose registrations are noted instead of sent.

    :param others: parts of its steward besides the memory.
    """
    bot = Quadriga(a_steward(memory=memory, **others), home=home)
    parts.add_to(bot)
    bot._connection.application_id = application
    sent: list[Any] = []

    async def sync(*, guild: Any = None) -> list[Any]:
        sent.append((guild.id if guild else None, len(bot.tree.get_commands(guild=guild))))
        return []

    bot.tree.sync = sync  # type: ignore[method-assign]
    return bot, sent


async def test_commands_are_registered_once() -> None:
    memory = Memory()
    first, sent_first = a_bot(memory)
    again, sent_again = a_bot(memory)

    await first._sync_if_changed()
    await first._sync_if_changed()
    await again._sync_if_changed()

    assert sent_first == [(None, ALL)]
    assert sent_again == []


async def test_commands_that_changed_are_registered_anew() -> None:
    memory = Memory()
    first, _ = a_bot(memory)
    await first._sync_if_changed()
    changed, sent = a_bot(memory)
    changed.tree.remove_command("watch")

    await changed._sync_if_changed()

    assert sent == [(None, ALL - 1)]


@pytest.mark.parametrize("other", [{"home": 77}, {"application": 6}])
async def test_another_application_or_server_gets_its_own(other: dict[str, int]) -> None:
    memory = Memory()
    first, _ = a_bot(memory)
    await first._sync_if_changed()
    second, sent = a_bot(memory, **other)

    await second._sync_if_changed()

    assert sent == [(other.get("home"), ALL)]


async def test_a_registration_that_fails_is_tried_again_at_the_next_start() -> None:
    memory = Memory()
    bot, sent = a_bot(memory)
    good = bot.tree.sync

    async def fails(**_: Any) -> Any:
        raise ConnectionError

    bot.tree.sync = fails  # type: ignore[method-assign]
    with pytest.raises(ConnectionError):
        await bot._sync_if_changed()

    bot.tree.sync = good  # type: ignore[method-assign]
    await bot._sync_if_changed()
    assert sent == [(None, ALL)]


async def test_nothing_privileged_is_listened_to() -> None:
    bot, _ = a_bot(Memory())

    assert bot.intents == discord.Intents(guilds=True, dm_messages=True)
    assert bot.intents.value == 1 | 1 << 12, "guilds and direct messages"
    assert bot.allowed_mentions is not None
    mentions = bot.allowed_mentions
    assert [mentions.everyone, mentions.users, mentions.roles] == [False, False, False]


# Rights that may have come back


class Delivery:
    """As much of the delivery as is told of rights."""

    def __init__(self) -> None:
        self.told: list[int | None] = []

    async def rights_changed(self, guild: int | None = None) -> None:
        self.told.append(guild)


async def test_whatever_may_bring_a_right_back_lets_kept_posts_be_tried() -> None:
    delivery = Delivery()
    bot, _ = a_bot(Memory(), delivery=delivery, removals=Removals())
    bot.welcomes = None  # its words have tests of their own
    me: Any = SimpleNamespace(id=5)
    bot._connection.user = me
    here: Any = SimpleNamespace(guild=SimpleNamespace(id=1), guild_id=1, id=5)
    other: Any = SimpleNamespace(guild=SimpleNamespace(id=1), id=6)

    await bot.on_guild_channel_update(None, here)
    await bot.on_guild_role_update(here, here)
    await bot.on_guild_role_delete(here)
    await bot.on_raw_thread_update(here)
    await bot.on_member_update(here, here)
    await bot.on_guild_available(here.guild)
    await bot.on_guild_join(here.guild)
    assert delivery.told == [1] * 7

    await bot.on_member_update(other, other)  # of somebody else
    assert delivery.told == [1] * 7

    await bot.on_resumed()
    await bot.on_ready()
    assert delivery.told[7:] == [None, None]


class CutOff:
    """As much as is told of places that are gone."""

    def __init__(self) -> None:
        self.told: list[tuple[int, ...]] = []

    async def channel_gone(self, guild: int, channel: int) -> None:
        self.told.append((guild, channel))


class Removals:
    """As much as is told of servers that I am in, and those that I am not in any more."""

    def __init__(self) -> None:
        self.told: list[Any] = []

    async def thrown_out(self, guild: int) -> None:
        self.told.append(("out", guild))

    async def back(self, guild: int) -> None:
        self.told.append(("back", guild))

    async def compare(self, present: set[int], is_mine: Callable[[int], bool], _application: int) -> None:
        self.told.append((present, is_mine(7)))


async def test_a_channel_that_is_deleted_and_a_server_that_is_left_are_told_on() -> None:
    cut_off, removals = CutOff(), Removals()
    bot, _ = a_bot(Memory(), cut_off=cut_off, removals=removals, delivery=Delivery())
    bot.welcomes = None
    here: Any = SimpleNamespace(id=1)

    await bot.on_guild_channel_delete(SimpleNamespace(id=7, guild=here))  # type: ignore[arg-type]
    await bot.on_guild_remove(here)
    await bot.on_guild_join(here)
    await bot.on_ready()

    assert cut_off.told == [(1, 7)]
    assert removals.told == [("out", 1), ("back", 1), (set(), True)]


@pytest.mark.parametrize("is_outage", [True, False])
async def test_an_outage_is_told_to_nobody(is_outage: bool) -> None:
    removals = Removals()
    bot, _ = a_bot(Memory(), removals=removals)
    bot.loop = asyncio.get_running_loop()
    state: Any = bot._connection
    state._guilds[1] = discord.Guild(data={"id": "1", "member_count": 1}, state=state)  # type: ignore[typeddict-item]

    state.parse_guild_delete({"id": "1", **({"unavailable": True} if is_outage else {})})
    await asyncio.sleep(0)
    await asyncio.sleep(0)

    assert removals.told == ([] if is_outage else [("out", 1)])
    assert {each.id for each in bot.guilds} == ({1} if is_outage else set())


async def test_what_breaks_in_an_event_is_noted_without_what_anybody_wrote(caplog: pytest.LogCaptureFixture) -> None:
    bot, _ = a_bot(Memory())
    try:
        raise ValueError("secret")
    except ValueError:
        await bot.on_error("role_update", "secret")

    assert "ValueError in role_update" in caplog.text
    assert "secret" not in caplog.text


class Written:
    """A message that somebody wrote, and what was said in its channel since."""

    def __init__(self, author: int, *, guild: int | None = None, is_bot: bool = False) -> None:
        self.guild, self.author, self.channel = guild, SimpleNamespace(id=author, bot=is_bot), self
        self.said: list[str] = []

    async def send(self, text: str) -> None:
        self.said.append(text)


async def test_whoever_writes_in_a_direct_message_is_told_how_to_answer_once() -> None:
    bot, _ = a_bot(Memory())
    ann, ann_again, bob = Written(1), Written(1), Written(2)
    others = Written(3, guild=9), Written(4, is_bot=True)

    for each in (ann, ann_again, bob, *others):
        message: Any = each
        await bot.on_message(message)

    assert len(ann.said) == len(bob.said) == 1
    assert "/order" in ann.said[0]
    assert not any(each.said for each in (ann_again, *others))


# Commands that Discord does not take


@pytest.mark.parametrize(
    ("refusal", "cure"),
    [
        (http_error(discord.HTTPException, 400, 50240), "turn its activity off in the developer portal"),
        (http_error(discord.HTTPException, 400, 50035), "look the number up"),
        (http_error(discord.Forbidden, 403, 50001), "applications.commands"),
        (http_error(discord.DiscordServerError, 503, 0), "it passes"),
        (ConnectionResetError(), "it passes"),
        (TimeoutError(), "it passes"),
    ],
)
async def test_where_discord_refuses_the_commands_i_go_on_with_the_old_ones_and_log_the_cure(
    refusal: Exception, cure: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a Discord that refuses the commands
    monkeypatch.setattr(client, "REGISTERED_AGAIN", 0.01)
    memory = Memory()
    bot, sent = a_bot(memory)
    sync, answers = bot.tree.sync, [refusal]

    async def refused(**how: Any) -> Any:
        if answers:
            raise answers.pop()
        return await sync(**how)

    bot.tree.sync = refused  # type: ignore[method-assign]

    # When they are registered, the program goes on, and says how to cure that
    await bot._register()
    assert sent == []
    assert memory.kept == {}
    assert cure in caplog.text

    # Then it tries again by itself
    assert bot._registering is not None
    await asyncio.wait_for(bot._registering, 5)
    assert sent == [(None, ALL)]
    assert client.TREE_KEY in memory.kept


async def test_a_registration_that_discord_keeps_waiting_holds_up_no_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "REGISTERED_WITHIN", 0.01)
    bot, _ = a_bot(Memory())

    async def waits(**_how: Any) -> Any:
        await asyncio.sleep(3_600)

    bot.tree.sync = waits  # type: ignore[method-assign]

    await asyncio.wait_for(bot._register(), 5)

    assert bot._registering is not None
    bot._registering.cancel()


@pytest.mark.parametrize("cut_off", [0, 1, 3])
async def test_the_end_comes_in_order_though_it_is_cut_off_and_the_steward_swallows_the_first_cancellation(
    cut_off: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[str] = []

    async def runs() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(3600)
        try:
            await asyncio.sleep(3600)
        finally:
            ended.append("runs")

    async def close() -> None:
        await asyncio.sleep(0.01)
        ended.append("close")

    monkeypatch.setattr(finishing, "AGAIN_AFTER", 0.01)
    bot, _ = a_bot(Memory(), close=close)
    bot._running = asyncio.create_task(runs())
    await asyncio.sleep(0)

    closing = asyncio.create_task(bot.close())
    for _ in range(cut_off):
        await asyncio.sleep(0)
        closing.cancel()
    await asyncio.wait([closing], timeout=10)

    assert ended == ["runs", "close"]
    assert bot.is_closed()
    assert closing.cancelled() == bool(cut_off)
