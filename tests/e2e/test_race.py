"""A race of eight, three people and five house drivers, from its opening to its result."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sandbox.client import text_of
from tests.e2e.arena import Arena, is_panel
from tests.e2e.player import Player, play_together
from tests.e2e.races import alt_texts, opened, require_clean, started, stories, story_text

OVER = "## 🏆 The race is over"


@pytest.fixture
async def drawing(tmp_path: Path) -> AsyncIterator[Arena]:
    """Give an arena whose bot draws its pictures."""
    async with Arena(tmp_path, is_forked=True, drawn=["circus-maximus"], has_threads=True) as arena:
        yield arena


@pytest.mark.slow
async def test_a_race_of_eight_is_played_from_its_opening_to_its_result(drawing: Arena) -> None:
    # Given a race that has begun; one of its three people types, two press
    arena = drawing
    race = await started(arena)
    players = [Player(arena.ana, "Ana"), Player(arena.ben, "Ben"), Player(arena.cato, "Cato", types=True)]

    # When it is played to the end
    await play_together(*players)
    await arena.ana.wait_for(lambda each: is_panel(each) and "· over" in text_of(each), channel=race.thread)
    await arena.all_told(race.id)

    # Then the result stands there once, and who is not in it is out; nothing is asked any more
    posts = await stories(arena, race)
    lines = story_text(posts)
    assert lines.count(OVER) == 1
    result, (hint,) = lines[lines.index(OVER) + 1 : -1], lines[-1:]
    assert hint.startswith("-# `/watch what:verify`")
    assert [line[:2] for line in result] == [f"{place}." for place in range(1, len(result) + 1)]
    placed = [number for line in result for number in re.findall(r"\*\*(\d) ", line)]
    out = [number for line in lines if line.startswith("☠️") for number in re.findall(r"\*\*(\d) ", line)]
    assert sorted(placed + out) == list("12345678")
    assert "Nothing to do now" in (await arena.ana.run("order", channel=race.thread)).text

    # and every phase was told once, in order, each with a picture that says the same
    turns = [int(line.removeprefix("### Turn ").split()[0]) for line in lines if line.startswith("### Turn ")]
    assert turns == list(range(1, len(turns) + 1))
    assert len(turns) >= 4
    moves = [each for each in alt_texts(posts) if "moved last" in each]
    assert len(moves) >= 8
    assert all(1 <= len(each) <= 1024 for each in alt_texts(posts))

    # and one panel stands in the thread, and all dice and seals are sound
    (panel,) = [text_of(each) for each in await arena.posts(race.thread) if is_panel(each)]
    assert "· over" in panel
    verified = (await arena.sulla.run("watch", what="verify", channel=race.thread)).text
    assert "all as the seed gives them" in verified
    assert "✅ Everything fits" in verified
    assert " 0 broken or never opened." in verified
    assert "Ana's luck, Ben's luck, Cato's luck" in verified

    # and every request was one that Discord takes, and nothing went wrong
    await require_clean(arena)


async def test_everybody_can_look_on_while_a_race_is_run(arena: Arena) -> None:
    race = await started(arena, "Ludi Apollinares")
    players = [Player(arena.ana, "Ana"), Player(arena.ben, "Ben"), Player(arena.cato, "Cato")]
    for player in players:
        await player.play_one()
    await arena.ana.wait_for(lambda each: "Turn 1: write your speed" in text_of(each))

    sulla = arena.sulla
    board = await sulla.run("watch", channel=race.thread)
    status = await sulla.run("watch", what="status", channel=race.thread)
    log = await sulla.run("watch", what="log", channel=race.thread)
    card = await sulla.run("watch", what="log", channel=race.thread, chariot="2")
    verified = await sulla.run("watch", what="verify", channel=race.thread)
    listed = await sulla.run("race do")

    assert board.message
    assert "2 blue Ben" in text_of(board.message)
    assert len(board.message["attachments"]) == 1
    assert status.text.count("⏳") == 3
    assert "Points for driver/car/team/endurance" in log.text
    assert "Ben" in card.text
    assert "The secret is told when the race is over" in verified.text
    assert "Ludi Apollinares · under way" in listed.text
    for outcome in (board, status, log, card, verified, listed):
        assert outcome.message
        assert outcome.message["flags"] & 64, "only the one who asked sees it"
    await require_clean(arena)


async def test_a_race_is_entered_and_begun_by_the_buttons_of_its_panel(arena: Arena) -> None:
    # Given a race in its lobby
    race = await opened(arena)
    panel = await arena.ana.wait_for(is_panel, channel=race.thread)

    # When people press what the panel offers
    for visitor, colour, name in ((arena.ana, "white", "Cloud"), (arena.ben, "black", "")):
        form = await visitor.press(panel, "Join")
        assert form.modal
        outcome = await visitor.submit(form.modal, {"colour": [colour], "name": name, "word": ""})
        assert (name or colour.title()) in outcome.text
    assert "out of" in (await arena.ben.press(panel, "Leave")).text
    assert "House drivers have taken" in (await arena.ana.press(panel, "Fill: house drivers")).text
    assert "has begun" in (await arena.ana.press(panel, "Start")).text

    # Then she is asked, and the panel offers what can be done now
    await arena.ana.wait_for(lambda each: "Prepare your chariot" in text_of(each))
    await arena.ana.wait_for(lambda each: is_panel(each) and "watch:board:" in str(each), channel=race.thread)
    await require_clean(arena)


async def test_a_player_alone_can_practise(arena: Arena) -> None:
    outcome = await arena.cato.run(
        "play alone", channel="tavern", game="circus-maximus", rivals=3, temperament="careful", pace="moves"
    )
    player = Player(arena.cato, "Cato")

    await player.play()

    assert "Your race begins" in outcome.text
    thread = await arena.cato.wait_for_thread("Practice of")
    await arena.all_told(1)
    posts = await arena.posts(thread)
    assert sum(line.startswith("## 🏆") for line in story_text(posts)) == 1
    turns = [post for post in posts if "### Turn " in text_of(post)]
    assert len(turns) + 3 == len(posts) <= 8, "the start, a post a turn, the result, and what is next"
    assert all(len(post["attachments"]) == 1 for post in turns)
    await require_clean(arena)
