"""Threads are opened once: what an error hid is used, and what is empty is taken away."""

import asyncio
import contextlib
from itertools import count
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.commands.practice import practice_command
from cogs.kit import new_threads
from cogs.kit.messages import TellPlayer
from cogs.kit.new_threads import thread_for, thread_once
from cogs.panels.own_place import NEEDED_ALONE
from records.values import RaceId
from tests.cogs.arena import ANN, Arena, outcome
from tests.cogs.fakes import BOT, CHANNEL, http_error

FAULT = http_error(discord.DiscordServerError, 500, 0)
NUMBERS = count(1)


class Thread:
    def __init__(self, channel: "Channel", name: str, **others: Any) -> None:
        self._channel, self.name, self.is_archived = channel, name, False
        self.parent_id, self.owner_id, self.message_count = CHANNEL, BOT.id, 0
        self.id = discord.utils.time_snowflake(discord.utils.utcnow()) + next(NUMBERS)
        for key, value in others.items():
            setattr(self, key, value)

    async def delete(self) -> None:
        if not self._channel.may_delete:
            raise http_error(discord.Forbidden, 403, 50013)
        self._channel.threads_here.remove(self)

    async def edit(self, *, archived: bool) -> None:
        self.is_archived = archived

    async def add_user(self, _user: Any) -> None:
        if self._channel.refuses_users:
            raise http_error(discord.Forbidden, 403, 50013)


class Channel(discord.TextChannel):
    """A text channel in which threads are opened: at each try one, though the answer may be an error."""

    def __init__(self, tries: int = 1, fails: Exception | None = None, *, may_delete: bool = True) -> None:
        self.id, self._type = CHANNEL, 0
        self.threads_here: list[Thread] = []
        self.tries, self._fails, self.may_delete, self.refuses_users = tries, fails, may_delete, False
        self.guild: Any = SimpleNamespace(active_threads=self._active, me=BOT)

    async def _active(self) -> list[Thread]:
        return [each for each in self.threads_here if not each.is_archived]

    async def create_thread(self, *, name: str, **_how: Any) -> Any:
        for _ in range(self.tries):
            self.threads_here.append(Thread(self, name))
        if self._fails:
            raise self._fails
        return self.threads_here[-1]

    async def history(self, limit: int) -> Any:  # type: ignore[override]
        for each in list[Any]()[:limit]:
            yield each

    @property
    def open(self) -> list[int]:
        return [each.id for each in self.threads_here if not each.is_archived]


@pytest.fixture(autouse=True)
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every opening count as one that was tried twice."""
    monkeypatch.setattr(new_threads, "AT_ONCE", -1.0)


@pytest.mark.parametrize("may_delete", [True, False])
async def test_of_two_tries_that_both_opened_a_thread_one_is_left(may_delete: bool) -> None:
    channel = Channel(tries=2, may_delete=may_delete)

    thread = await thread_for(channel, "Ludi")

    assert channel.open == [thread.id]


@pytest.mark.parametrize("fails", [FAULT, TimeoutError(), ConnectionResetError()])
async def test_a_thread_that_was_opened_though_the_answer_was_lost_is_used(fails: Exception) -> None:
    channel = Channel(tries=2, fails=fails)

    thread = await thread_for(channel, "Ludi")

    assert channel.open == [thread.id]


@pytest.mark.parametrize(
    ("fails", "words"), [(FAULT, "Discord has a fault just now"), (TimeoutError(), "only a few threads")]
)
async def test_where_none_was_opened_the_reason_is_told(fails: Exception, words: str) -> None:
    with pytest.raises(TellPlayer, match=words):
        await thread_for(Channel(tries=0, fails=fails), "Ludi")


@pytest.mark.parametrize(
    "others",
    [
        {"name": "🏇 Other"},
        {"parent_id": 9},
        {"owner_id": 9},
        {"message_count": 3},
        {"id": discord.utils.time_snowflake(discord.utils.utcnow()) - (600_000 << 22)},
    ],
)
async def test_nobody_else_s_thread_is_taken_or_closed(others: dict[str, Any]) -> None:
    channel = Channel(tries=0, fails=FAULT)
    channel.threads_here.append(Thread(channel, **{"name": "🏇 Ludi", **others}))

    with pytest.raises(TellPlayer):
        await thread_for(channel, "Ludi")
    assert len(channel.open) == 1


async def test_two_races_of_one_name_that_open_at_once_keep_a_thread_each() -> None:
    channel = Channel(tries=2)

    first, second = await asyncio.gather(thread_for(channel, "Ludi"), thread_for(channel, "Ludi"))

    assert channel.open == [first.id, second.id]


async def test_a_full_announcement_channel_is_told_in_words() -> None:
    with pytest.raises(TellPlayer, match="as many active announcement threads"):
        await thread_for(Channel(tries=0, fails=http_error(discord.HTTPException, 400, 160007)), "Ludi")


async def told_nowhere(_thread: int) -> list[RaceId]:
    return []


async def test_a_thread_that_was_opened_before_the_program_ended_is_used() -> None:
    channel, day = Channel(), 86_400_000 << 22
    channel.threads_here.append(left := Thread(channel, "🏇 Ludi"))
    left.id -= day

    async with thread_once(channel, "Ludi", told_nowhere) as thread:
        assert (thread, channel.open) == (left.id, [left.id])


@pytest.mark.parametrize(
    "others",
    [{"name": "🏇 Other"}, {"parent_id": 9}, {"owner_id": 9}, {"message_count": 3}, {"is_archived": True}, {"told": 1}],
)
async def test_a_thread_that_is_another_race_s_is_left_alone(others: dict[str, Any]) -> None:
    channel = Channel()
    channel.threads_here.append(other := Thread(channel, **{"name": "🏇 Ludi", **others}))

    async def told_in(thread: int) -> list[RaceId]:
        return [RaceId(1)] if thread == other.id and "told" in others else []

    async with thread_once(channel, "Ludi", told_in) as thread:
        assert thread != other.id
    assert other in channel.threads_here


async def test_a_thread_that_this_program_has_opened_is_used_by_no_other_race() -> None:
    channel = Channel()

    async with thread_once(channel, "Ludi", told_nowhere) as first, thread_once(channel, "Ludi", told_nowhere) as other:
        assert first != other


@pytest.mark.parametrize("may_delete", [True, False])
async def test_a_thread_is_taken_away_if_what_is_kept_with_it_fails(may_delete: bool) -> None:
    channel = Channel(may_delete=may_delete)

    with pytest.raises(RuntimeError):
        async with thread_once(channel, "Ludi"):
            raise RuntimeError

    assert channel.open == []


async def test_a_thread_in_which_a_race_is_told_all_the_same_stays() -> None:
    channel, told = Channel(), list[RaceId]()

    async def told_in(_thread: int) -> list[RaceId]:
        return told

    with contextlib.suppress(RuntimeError):
        async with thread_once(channel, "Ludi", told_in):
            told.append(RaceId(1))
            raise RuntimeError

    assert len(channel.open) == 1


async def practised(arena: Arena, channel: Channel, **how: Any) -> Any:
    interaction: Any = arena.act(ANN, channel=CHANNEL)
    interaction.channel, interaction.app_permissions = channel, NEEDED_ALONE
    callback: Any = practice_command().callback
    return await outcome(interaction, callback(interaction, **how))


@pytest.mark.parametrize("may_delete", [True, False])
async def test_a_practice_into_whose_thread_its_player_cannot_come_leaves_none(arena: Arena, may_delete: bool) -> None:
    channel = Channel(may_delete=may_delete)
    channel.refuses_users = True

    told = await practised(arena, channel, rivals=2)

    assert "nothing was begun" in told.told
    assert channel.open == []


@pytest.mark.parametrize("how", [{"rivals": 2}, {"lesson": 1}, {"rivals": 2, "options": True}])
async def test_a_practice_that_cannot_begin_leaves_neither_a_thread_nor_a_lobby(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, how: dict[str, Any]
) -> None:
    channel = Channel()

    async def join(*_: Any, **_how: Any) -> None:
        raise TellPlayer("You are in too many races.")

    monkeypatch.setattr(arena.steward.lobbies, "join", join)

    told = await practised(arena, channel, **how)

    assert "too many races" in told.told
    assert channel.open == []
    assert not [race for race in await arena.steward.races_of(ANN) if race.record.state == "lobby"]


async def test_a_practice_that_has_begun_goes_on_though_the_answer_fails(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel = Channel()

    async def lost(*_: Any) -> None:
        raise http_error(discord.NotFound, 404, 10062)

    monkeypatch.setattr("cogs.panels.solo_race.put_first", lost)

    await practised(arena, channel, rivals=2)

    assert len(channel.open) == 1
    assert [race.record.state for race in await arena.steward.races_of(ANN)] == ["running"]
