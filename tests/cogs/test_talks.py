"""Direct messages with answers go when they are of no use any more: by their press, as long as that is possible."""

from types import SimpleNamespace
from typing import Any

import discord

from cogs.kit.conversations import TOKEN_LIFE, Talks
from cogs.kit.layouts import layout_of
from records.values import EntryId, RaceId
from tests.cogs.fakes import a_steward

RACE, RED, BLUE = RaceId(1), EntryId(1), EntryId(2)
CLOSED = layout_of(discord.ui.TextDisplay("Over."))


class Dm:
    """A direct message that notes how it was deleted, or edited."""

    def __init__(self, number: int, done: list[tuple[int, str]]) -> None:
        self.id, self.channel, self._done = number, SimpleNamespace(id=7), done

    async def delete(self) -> None:
        self._done.append((self.id, "deleted"))

    async def edit(self, **_how: Any) -> None:
        self._done.append((self.id, "edited"))


class Press:
    """A press on a direct message, some time ago by the bot's clock."""

    def __init__(self, message: Dm, done: list[tuple[int, str]], ago: float = 0.0) -> None:
        self.message, self.guild_id, self._done = message, None, done
        self.id = discord.utils.time_snowflake(discord.utils.utcnow())
        pressed = discord.utils.snowflake_time(self.id).timestamp()
        self.client = SimpleNamespace(steward=a_steward())
        self.client.steward.fleet = SimpleNamespace(now=lambda: pressed + ago)

    async def delete_original_response(self) -> None:
        self._done.append((self.message.id, "by its press"))


def opened(entry: EntryId = RED, asked: int = 8, sealed: object = None) -> Any:
    return SimpleNamespace(race_id=RACE, entry=entry, asked=asked, sealed=sealed)


class Desk:
    """Somebody's conversation, and what was done to its messages."""

    def __init__(self) -> None:
        self.talks, self.done = Talks(), list[tuple[int, str]]()

    async def asks(self, number: int, entry: EntryId = RED, asked: int = 8) -> Any:
        message: Any = Dm(number, self.done)
        await self.talks.asked(opened(entry, asked), message)
        return message

    async def answers(self, message: Any, entry: EntryId = RED, *, is_order: bool = True, ago: float = 0.0) -> None:
        press: Any = Press(message, self.done, ago)
        await self.talks.answered(RACE, entry, press, is_order=is_order)

    def may_change(self, message: Any, entry: EntryId = RED, asked: int = 8) -> None:
        self.talks.kept(opened(entry, asked, sealed="1/1"), message.edit, message.id)


async def test_orders_that_were_played_go_with_the_next_question() -> None:
    desk = Desk()
    await desk.answers(await desk.asks(1))
    assert desk.done == []
    await desk.asks(2, asked=9)
    assert desk.done == [(1, "by its press")]


async def test_another_answer_stays_until_a_newer_one_comes() -> None:
    desk = Desk()
    await desk.answers(await desk.asks(1), is_order=False)
    second = await desk.asks(2, asked=9)
    assert desk.done == []
    await desk.answers(second, is_order=False)
    await desk.asks(3, asked=10)
    assert desk.done == [(1, "by its press")]


async def test_what_was_sealed_goes_as_its_turn_is_told() -> None:
    desk = Desk()
    message = await desk.asks(1)
    await desk.answers(message, ago=3_600.0)
    desk.may_change(message)
    await desk.talks.close(RACE, 8, CLOSED)
    assert desk.done == []  # it is still asked
    await desk.talks.close(RACE, 9, CLOSED)
    assert desk.done == [(1, "deleted")]  # too old for its press
    await desk.asks(2, asked=9)
    await desk.talks.close(RACE, None, CLOSED)
    assert desk.done == [(1, "deleted"), (2, "edited")]


async def test_a_press_is_used_as_long_as_it_surely_lives() -> None:
    for ago, how in ((TOKEN_LIFE - 1, "by its press"), (TOKEN_LIFE + 1, "deleted")):
        desk = Desk()
        await desk.answers(await desk.asks(1), ago=ago)
        await desk.asks(2, asked=9)
        assert desk.done == [(1, how)]


async def test_a_question_that_nobody_answered_is_closed_in_words() -> None:
    desk = Desk()
    message = await desk.asks(1)
    desk.talks.kept(opened(), message.edit, message.id)
    await desk.talks.close(RACE, 9, CLOSED)
    assert desk.done == [(1, "edited")]


async def test_sealed_orders_that_can_be_changed_stay_while_another_chariot_is_asked() -> None:
    desk = Desk()
    message = await desk.asks(1)
    await desk.answers(message)
    desk.may_change(message)
    await desk.asks(2, BLUE)
    assert desk.done == []


async def test_the_end_of_a_race_leaves_the_latest_answer() -> None:
    desk = Desk()
    await desk.answers(await desk.asks(1))
    await desk.talks.close(RACE, None, CLOSED)
    assert desk.done == []


async def test_a_message_that_nobody_pressed_is_closed_once_with_its_question() -> None:
    desk = Desk()
    message = await desk.asks(1)
    assert desk.talks.untouched(opened()) is message
    await desk.talks.close(RACE, 8, CLOSED)
    assert desk.done == []  # it is still asked
    await desk.talks.close(RACE, 9, CLOSED)
    await desk.talks.close(RACE, 9, CLOSED)
    assert desk.done == [(1, "edited")]
    assert desk.talks.untouched(opened()) is None

    await desk.asks(2, asked=9)
    assert desk.done == [(1, "edited"), (1, "deleted")]  # the next question takes its place


async def test_a_message_for_two_chariots_is_closed_once() -> None:
    desk = Desk()
    message = await desk.asks(1)
    await desk.talks.asked(opened(BLUE), message)
    await desk.talks.close(RACE, 9, CLOSED)
    assert desk.done == [(1, "edited")]


async def test_a_sheet_that_was_pressed_is_no_longer_as_it_was_sent() -> None:
    desk = Desk()
    message = await desk.asks(1)
    desk.talks.kept(opened(), message.edit, message.id)
    assert desk.talks.untouched(opened()) is None
