"""Discord takes no files: everything is told and asked in words, and pictures come back by themselves."""

import pytest

from sandbox.client import buttons_of, text_of
from sandbox.errors import Json
from tests.e2e.arena import Arena, private_answer
from tests.e2e.player import Player
from tests.e2e.races import Opened, require_clean, started, stories

pytestmark = pytest.mark.slow

NO_PICTURES = "The pictures could not be sent"
FAULT = "Something went wrong"


async def refuse_files(arena: Arena) -> None:
    await arena.control.fault(multipart=True, status=413, code=40005, times=100_000)


async def shown(arena: Arena, command: str, race: Opened, **options: str) -> str:
    outcome = await arena.ana.run(command, channel=race.thread, **options)
    return await private_answer(arena.ana, outcome)


async def test_a_race_goes_on_in_words_while_discord_takes_no_files(arena: Arena) -> None:
    # Given a race under way, from now on without files
    race = await started(arena, people=[arena.ana], rivals=1)
    player = Player(arena.ana, "Ana")
    question = await player.until_asked("Turn 1: write your speed")
    await refuse_files(arena)

    # When she answers, then the turn is told in words, and she is asked on in her direct messages
    await arena.ana.choose(question, ["v9"])
    asked = await player.until_asked("Turn 2: write your speed")
    await arena.all_told(race.id)
    assert NO_PICTURES in text_of(asked)
    assert asked["channel_id"] != race.thread["id"]
    assert [each for each in await arena.posts(race.thread) if NO_PICTURES in text_of(each)]

    # and whatever she asks for is answered in words
    for command, options in (
        ("order", {}),
        ("race board", {}),
        ("race log", {"chariot": "red"}),
        ("my card", {}),
        ("race verify", {}),
    ):
        text = await shown(arena, command, race, **options)
        assert FAULT not in text, command
        assert "could not be sent" in text, command
    panel = next(each for each in await arena.posts(race.thread) if "My orders" in labels(each))
    pressed = await arena.ana.press(panel, "My orders")
    assert NO_PICTURES in await private_answer(arena.ana, pressed)
    assert "Pictures: they could not be sent." in await shown(arena, "race doctor", race)

    # and when files are taken again, the next post has its picture
    await arena.control.clear_faults()
    before = len(await stories(arena, race))
    await arena.ana.choose(asked, ["v9"])
    await player.until_asked("Turn 3: write your speed")
    await arena.all_told(race.id)
    assert len(await stories(arena, race)) > before, "stories with pictures"
    assert "Pictures: they could not be sent." not in await shown(arena, "race doctor", race)
    await require_clean(arena)


def labels(message: Json) -> set[str]:
    return {each["label"] for each in buttons_of(message)}
