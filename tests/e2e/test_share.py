"""A race that is over is posted in its channel by a press, once, though the bot is killed as it is pressed."""

import pytest

from records.values import RaceId
from sandbox.client import text_of
from tests.e2e.arena import Arena
from tests.e2e.player import Player, play_together
from tests.e2e.races import alt_texts, require_clean, started


@pytest.mark.slow
async def test_a_trailer_and_a_card_are_posted_once_in_the_races_channel(arena: Arena) -> None:
    # Given a race of two that is over
    race = await started(arena, people=(arena.ana, arena.ben), rivals=1, story="turn")
    await play_together(Player(arena.ana, "Ana"), Player(arena.ben, "Ben"))
    result = await arena.ana.wait_for(lambda each: "🥇" in text_of(each), channel=race.thread)
    await arena.all_told(race.id)
    field = await (await arena.store()).index.field(RaceId(race.id))
    assert field is not None
    channel = str(field[0].channel)
    before = len(await arena.posts(channel))

    # When somebody who took part shares it, and the bot is killed with the press
    offered = await arena.ben.press(result, "Share")
    assert offered.message
    assert "Copy this where you like" in offered.text
    assert "the trailer goes to" in (await arena.ben.press(offered.message, "Post trailer")).text
    await arena.restart_bot()
    looked = await arena.sulla.press(result, "Share")
    assert looked.message
    assert "the card goes to" in (await arena.sulla.press(looked.message, "Post card")).text
    await arena.all_told(race.id)

    # Then each stands there once, with its words, and in the thread nothing has come to the result
    trailer, card = (await arena.posts(channel))[before:]
    assert [each["attachments"][0]["filename"].split("-")[0] for each in (trailer, card)] == ["trailer", "card"]
    assert "🎬 **Ludi** · shared by" in text_of(trailer)
    assert "with Quadriga." in alt_texts([card])[0]
    assert "have posted the trailer" in (await arena.ben.press(offered.message, "Post trailer")).text
    await require_clean(arena)
