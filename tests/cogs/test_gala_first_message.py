"""A gala's first questions: one message for all of an owner's matches, and each question once, however they begin."""

import asyncio
from typing import Any

import pytest

from cogs.posts import questions
from steward.seasons.fields import Opener
from tests.cogs.arena import ANN, BOB
from tests.cogs.forum import Forum
from tests.cogs.test_gala_posts import messages
from tests.steward.leagues import to_phase
from tests.steward.test_galas import enter, stable_day


async def at_the_eve(forum: Forum) -> Any:
    circus = forum.arena.circus
    league = await stable_day(circus)
    await enter(circus, league, ANN, BOB)
    await to_phase(circus, league, "eve")
    await forum.arena.deliver()
    return league


async def begin(forum: Forum, league: Any) -> list[str]:
    """Let the show begin, and return what Ann got."""
    before = messages(forum, ANN)
    await to_phase(forum.arena.circus, league, "race")
    await forum.arena.circus.steward.timekeeper.tick()
    await forum.arena.deliver()
    return [
        "\n".join(message.said.contents())
        for message in forum.arena.client.user_of(ANN, "?").dms.messages[before:]
        if message.said.contents()
    ]


async def test_a_question_waits_for_the_other_match_that_is_about_to_begin(
    forum: Forum, monkeypatch: pytest.MonkeyPatch
) -> None:
    league, begins, delivering = await at_the_eve(forum), Opener.begin, list[asyncio.Task[None]]()

    async def one_by_one(opener: Opener, *args: Any) -> None:
        await begins(opener, *args)
        delivering.append(asyncio.create_task(forum.arena.deliver()))  # as the outbox does: beside all else
        await asyncio.sleep(0.2)

    monkeypatch.setattr(Opener, "begin", one_by_one)
    told = await begin(forum, league)
    await asyncio.gather(*delivering)

    assert [("2 questions wait for you" in each) for each in told] == [True]


async def test_where_it_waits_in_vain_each_question_is_put_once(forum: Forum, monkeypatch: pytest.MonkeyPatch) -> None:
    league, begins = await at_the_eve(forum), Opener.begin

    async def far_apart(opener: Opener, *args: Any) -> None:
        await begins(opener, *args)
        await forum.arena.deliver()

    monkeypatch.setattr(Opener, "begin", far_apart)
    monkeypatch.setattr(questions, "LOOKS", 1)
    told = await begin(forum, league)

    asked = await forum.arena.circus.steward.open_asks(ANN)
    assert len([each for each in asked if each.race_id != league]) == 2
    assert ["What does" in each for each in told] == [True, True]
    assert len(set(told)) == 2
