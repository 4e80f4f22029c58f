"""People who type no command, but press what they are sent, enter a race at a turn a day and play it to its end."""

import asyncio
import random
import re
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sandbox.client import Visitor, buttons_of, text_of
from sandbox.errors import Json
from tests.e2e.arena import Arena, Kept, is_panel
from tests.e2e.player import Player, play_together
from tests.e2e.races import Opened, alt_texts, require_clean, stories
from tests.e2e.test_killed import kill_now_and_then

SLOW = 30.0
"""Seconds in which a turn is played, drawn and told on a busy machine."""


KILLS = 3


@pytest.fixture
async def arena(tmp_path: Path) -> AsyncIterator[Arena]:
    async with Arena(tmp_path, dice="meta", is_forked=True) as arena:
        yield arena


async def lobby(arena: Arena) -> tuple[Opened, Json]:
    """Let Sulla, who only hosts, open a race at a turn a day; return it and its panel."""
    outcome = await arena.sulla.run(
        "play race", game="circus-maximus", title="Ludi", preset="quick race", pace="turns", join=False
    )
    assert "is open" in outcome.text, outcome
    thread = await arena.ana.wait_for_thread("Ludi")
    panel = await arena.ana.wait_for(is_panel, channel=thread)
    found = re.search(r"lobby:join:(\d+)", str(panel["components"]))
    assert found
    return Opened(int(found[1]), "Ludi", thread), panel


async def enter(visitor: Visitor, panel: Json) -> None:
    """Enter by the panel's button, with the form as it comes."""
    form = await visitor.press(panel, "Join")
    assert form.modal
    outcome = await visitor.submit(form.modal, {})
    assert outcome.message


def sealed_in_each_turn(kept: Kept) -> list[str]:
    """Return how many orders were sealed in each turn: a chariot that still drives seals one speed a turn."""
    turns_of = Counter(each.entry for each in kept.inputs if '"Speed"' in each.answer)
    return [str(sum(turns >= turn for turns in turns_of.values())) for turn in range(1, max(turns_of.values()) + 1)]


@pytest.mark.slow
async def test_people_who_only_press_play_a_whole_daily_race(arena: Arena) -> None:
    # Given a race at a turn a day that three people have entered by its panel, and that was filled and begun there
    race, panel = await lobby(arena)
    people = (arena.ana, arena.ben, arena.cato)
    for visitor in people:
        await enter(visitor, panel)
    assert "House drivers have taken 5 places" in (await arena.sulla.press(panel, "Fill: house drivers")).text
    assert "has begun" in (await arena.sulla.press(panel, "Start")).text

    # When they press what they are sent, and do nothing else, while the bot is killed now and then
    players = [Player(visitor, name) for visitor, name in zip(people, ("Ana", "Ben", "Cato"), strict=True)]
    async with asyncio.TaskGroup() as group:
        group.create_task(play_together(*players))
        killer = group.create_task(kill_now_and_then(arena, players, random.Random(7), KILLS))
    assert killer.result() == KILLS, "the race was over too soon"
    result = await arena.ana.wait_for(lambda each: "🥇" in text_of(each), channel=race.thread)
    await arena.all_told(race.id)

    # Then the race was run to its end by orders, each turn one post: a headline, a picture, the digest of its seals
    posts = await stories(arena, race)
    turns = [post for post in posts if "### Turn " in text_of(post)]
    assert [text_of(post).partition("### ")[2].splitlines()[0] for post in turns] == [
        f"Turn {number}" for number in range(1, len(turns) + 1)
    ]
    assert all(len(post["attachments"]) == 1 for post in turns)
    assert len(await arena.posts(race.thread)) == len(turns) + 2, "the start, the turns, the result, and nothing else"
    kept = await arena.kept(race.id)
    sealed = sealed_in_each_turn(kept)
    assert [re.findall(r"🔒 (\d+) orders sealed", text_of(post)) for post in turns] == [[each] for each in sealed]
    assert "order" in {each.by for each in kept.inputs}

    # and what happened step by step is a press away, with what orders answered
    told = await arena.sulla.press(turns[-1], "What happened")
    assert "📋 Orders of" in told.text
    assert f"Digest of {sealed[-1]} answers" in (await arena.sulla.press(turns[-1], "Proof")).text
    assert [label_of(each) for each in buttons_of(result)][:5] == ["Again", "Film", "What happened", "Proof", "Luck"]
    places = alt_texts([result])[0]
    for visitor, colour in zip(people, ("Red", "Blue", "Yellow"), strict=True):
        ended = await visitor.wait_for(lambda each: " Ludi: " in text_of(each) and "Race again?" in text_of(each))
        assert ("Ludi: no place\n" if f"out {colour}" in places else " of 8\n") in text_of(ended)

    # and all was decided by what they pressed, or by the orders they had sealed
    theirs = [each for each in kept.inputs if each.by in ("player", "order", "default")]
    assert {each.by for each in theirs if '"Speed"' in each.answer} == {"player"}
    assert "✅ Everything fits" in (await arena.sulla.run("watch", what="verify", channel=race.thread)).text
    await require_clean(arena, "no_answer")


async def test_an_order_is_drawn_up_changed_and_sealed_by_pressing(arena: Arena) -> None:
    # Given somebody who practises at a turn a day, alone
    await arena.ana.run("play alone", pace="turns", rivals=3)
    message = await arena.ana.wait_for(lambda each: bool(menus_of(each)), SLOW)

    # When he chooses from menus, he sees at once what comes of it
    (menu,) = [each for each in menus_of(message) if each.endswith(":speed")]
    await arena.ana.choose(message, ["9"], custom_id=menu)
    shown = await arena.ana.wait_for(lambda each: "Yours: speed 9." in text_of(each))

    # and it outlives a restart
    await arena.restart_bot()
    (line,) = [each for each in menus_of(shown) if each.endswith(":line")]
    await arena.ana.choose(shown, ["inside"], custom_id=line)
    shown = await arena.ana.wait_for(lambda each: "speed 9 and as far inside as you can" in text_of(each))
    assert len(shown["attachments"]) == 1

    # Then sealing it plays the turn, and the next order is put to him where he is
    await arena.ana.press(shown, "Seal")
    after = await arena.ana.wait_for(lambda each: "Turn 2: your order" in text_of(each), SLOW)
    assert "as far inside as you can" in text_of(after)
    assert "speed 9" not in text_of(after), "a speed in figures was for its turn"
    assert {label_of(each) for each in buttons_of(after)} >= {"Seal", "More…", "Type it"}
    await require_clean(arena)


def menus_of(message: Json) -> list[str]:
    return re.findall(r"ordermenu:\d+:\d+:\d+:[a-z_]+", str(message["components"]))


def label_of(button: Json) -> str:
    return str(button.get("label"))


async def test_a_first_lesson_is_played_by_pressing_and_offers_the_next(arena: Arena) -> None:
    begun = await arena.ana.run("play alone", lesson=1)
    assert "Lesson 1 begins" in begun.text
    await arena.ana.wait_for(lambda each: "Stop beside Blue." in text_of(each), SLOW)

    await arena.restart_bot()
    await Player(arena.ana, "Ana").play()

    ended = await arena.ana.wait_for(lambda each: "🎓 Lesson 1: " in text_of(each))
    await arena.restart_bot()
    await arena.ana.press(ended, "Try again")
    await arena.ana.wait_for(lambda each: "Stop beside Blue." in text_of(each), SLOW)
    await arena.ana.press(ended, "Lesson 2")
    await arena.ana.wait_for(lambda each: "Take the corner at two over." in text_of(each), SLOW)
    await require_clean(arena)
