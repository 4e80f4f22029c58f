"""The last word to an owner whose server I have left, and to whom I forgot: as my answer, else in a message."""

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from discord.http import Route

from cogs.posts.receipts import tell_forgotten, tell_left
from records.people import Farewell
from records.removals import Receipt
from records.values import PlayerId
from tests.cogs.arena import EVE, Arena
from tests.cogs.fakes import GUILD, http_error
from words.shared import forgetting
from words.shared.removing import DONE

NOW = 1_000_000.0


class Answers:
    """Discord's way to edit an answer by the token of its press."""

    def __init__(self, fails: Exception | None = None) -> None:
        self.fails, self.shown = fails, ""

    async def request(self, route: Route, *, json: dict[str, Any]) -> None:
        if self.fails is not None:
            raise self.fails
        assert route.method == "PATCH"
        assert route.url.endswith("/webhooks/7/abc/messages/@original")
        self.shown = json["content"]


def told(arena: Arena) -> list[str]:
    return [each.content for each in arena.client.user_of(EVE).dms.messages]


async def tells(arena: Arena, answers: Answers) -> bool:
    client: Any = arena.client
    client.http, client.application_id = answers, 7
    return await tell_left(arena.messenger._sender, Receipt(GUILD, EVE, "abc", NOW))


async def test_it_takes_the_place_of_my_goodbye_however_often(arena: Arena) -> None:
    answers = Answers()

    assert await tells(arena, answers)
    assert await tells(arena, answers)

    assert answers.shown == DONE
    assert told(arena) == []


async def test_once_the_answer_is_too_old_i_write_to_them_once(arena: Arena) -> None:
    answers = Answers(http_error(discord.HTTPException, 401, 50027))

    for _ in range(3):
        assert await tells(arena, answers)

    assert told(arena) == [DONE]


@pytest.mark.parametrize("is_late", [True, False])
async def test_a_message_whose_fate_is_unknown_is_not_sent_again(arena: Arena, is_late: bool) -> None:
    answers = Answers(http_error(discord.HTTPException, 401, 50027))
    dms = arena.client.user_of(EVE).dms
    assert await tells(arena, answers)
    if is_late:
        dms.nonces.clear()  # Discord remembers them for minutes
    else:
        dms.history = _nothing  # type: ignore[method-assign, assignment]

    assert await tells(arena, answers)

    assert told(arena) == [DONE]


async def _nothing(**_where: Any) -> AsyncIterator[Any]:
    nothing: list[Any] = []
    for each in nothing:
        yield each


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_while_discord_is_busy_it_is_tried_again(arena: Arena, status: int) -> None:
    assert not await tells(arena, Answers(http_error(discord.HTTPException, status, 0)))

    assert told(arena) == []


async def test_an_owner_whom_discord_does_not_let_me_write_to_is_let_be(arena: Arena) -> None:
    arena.client.user_of(EVE).dms.fails = http_error(discord.Forbidden, 403, 50278)

    assert await tells(arena, Answers(http_error(discord.NotFound, 404, 10008)))

    assert told(arena) == []


# Forgotten


async def tells_forgotten(arena: Arena, answers: Answers, player: PlayerId | None) -> bool:
    client: Any = arena.client
    client.http, client.application_id = answers, 7
    return await tell_forgotten(arena.messenger._sender, Farewell("abc", NOW), player)


@pytest.mark.parametrize("player", [EVE, None])
async def test_my_answer_says_that_they_are_forgotten_however_often(arena: Arena, player: PlayerId | None) -> None:
    answers = Answers()

    for _ in range(2):
        assert await tells_forgotten(arena, answers, player)

    assert answers.shown == forgetting.DONE
    assert told(arena) == []


@pytest.mark.parametrize(("player", "messages"), [(EVE, [forgetting.DONE]), (None, [])])
async def test_an_answer_too_old_becomes_a_message_if_i_still_know_to_whom(
    arena: Arena, player: PlayerId | None, messages: list[str]
) -> None:
    answers = Answers(http_error(discord.HTTPException, 401, 50027))

    for _ in range(2):
        assert await tells_forgotten(arena, answers, player)

    assert told(arena) == messages
    assert await arena.circus.store.mine.kept(EVE) == {}, "nothing new is kept of them"


async def test_while_discord_is_busy_whom_i_forgot_is_told_later(arena: Arena) -> None:
    assert not await tells_forgotten(arena, Answers(http_error(discord.HTTPException, 503, 0)), EVE)

    assert told(arena) == []
