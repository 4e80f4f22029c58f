"""Discord takes no files: everything is told and asked in words, and pictures come back by themselves."""

from pathlib import Path
from typing import Any

import pytest

from sandbox.client import buttons_of, text_of
from sandbox.errors import Json
from tests.e2e.arena import Arena, is_panel, private_answer
from tests.e2e.forked import RETRIES_IN_HASTE
from tests.e2e.player import Player
from tests.e2e.races import Opened, require_clean, started, stories, write_speed

pytestmark = pytest.mark.slow

NO_PICTURES = "The pictures could not be sent"
FAULT = "Something went wrong"


async def refuse_files(arena: Arena) -> None:
    await arena.control.fault(multipart=True, status=413, code=40005, times=100_000)


async def shown(arena: Arena, command: str, race: Opened, **options: Any) -> str:
    outcome = await arena.ana.run(command, channel=race.thread, **options)
    return await private_answer(arena.ana, outcome)


async def test_a_race_goes_on_in_words_while_discord_takes_no_files(arena: Arena) -> None:
    # Given a race under way, from now on without files
    race = await started(arena, people=[arena.ana], rivals=1)
    player = Player(arena.ana, "Ana")
    question = await player.until_asked("Turn 1: write your speed")
    await refuse_files(arena)

    # When she answers, then the turn is told in words, and she is asked on in her direct messages
    await write_speed(arena.ana, question, "v9")
    asked = await player.until_asked("Turn 2: write your speed")
    await arena.all_told(race.id)
    assert NO_PICTURES in text_of(asked)
    assert asked["channel_id"] != race.thread["id"]
    assert [each for each in await arena.posts(race.thread) if NO_PICTURES in text_of(each)]

    # and whatever she asks for is answered in words
    for command, options in (
        ("order", {}),
        ("watch", {}),
        ("watch", {"what": "log", "chariot": "red"}),
        ("fame", {"what": "card"}),
        ("watch", {"what": "verify"}),
    ):
        text = await shown(arena, command, race, **options)
        assert FAULT not in text, command
        assert "could not be sent" in text, command
    panel = next(each for each in await arena.posts(race.thread) if "My orders" in labels(each))
    pressed = await arena.ana.press(panel, "My orders")
    assert NO_PICTURES in await private_answer(arena.ana, pressed)
    assert "Pictures: they could not be sent." in await shown(arena, "watch", race, what="doctor")

    # and when files are taken again, the next post has its picture
    await arena.control.clear_faults()
    before = len(await stories(arena, race))
    await write_speed(arena.ana, asked, "v9")
    await player.until_asked("Turn 3: write your speed")
    await arena.all_told(race.id)
    assert len(await stories(arena, race)) > before, "stories with pictures"
    assert "Pictures: they could not be sent." not in await shown(arena, "watch", race, what="doctor")
    await require_clean(arena)


def labels(message: Json) -> set[str]:
    return {each["label"] for each in buttons_of(message)}


THREADS = "/channels/{channel_id}/threads"


@pytest.mark.parametrize(("times", "patched"), [(1, ()), (9, RETRIES_IN_HASTE)])
async def test_a_fault_as_a_thread_is_opened_leaves_no_second_one(tmp_path: Path, times: int, patched: Any) -> None:
    async with Arena(tmp_path, is_forked=True, patched=patched) as arena:
        await require_one_thread(arena, times)


async def require_one_thread(arena: Arena, times: int) -> None:
    # Given a Discord that opens threads and answers with an error: once, or for as long as the bot tries
    await arena.control.fault(method="POST", route=THREADS, status=500, done=True, times=times)

    # When a race is opened
    outcome = await arena.ben.run("play race", title="Ludi", may_fail=True)

    # Then there is one thread, and the race stands in it
    assert "is open" in await private_answer(arena.ben, outcome)
    (thread,) = [each for each in arena.ben.state["channels"] if each["type"] == 11 and not is_archived(each)]
    await arena.ben.wait_for(is_panel, channel=thread)
    await arena.control.clear_faults()
    await require_clean(arena)


async def test_a_practice_that_cannot_begin_leaves_no_private_thread(arena: Arena) -> None:
    member = "/channels/{channel_id}/thread-members/{user_id}"
    await arena.control.fault(method="PUT", route=member, status=403, code=50013)

    outcome = await arena.ben.run("play alone", rivals=2)

    assert "nothing was begun" in await private_answer(arena.ben, outcome)
    opened = [each for each in await arena.control.requests() if each["route"] == THREADS]
    closed = [each for each in await arena.control.requests() if each["route"] == "/channels/{channel_id}"]
    assert len(opened) == 1
    assert [(each["method"], each["status"]) for each in closed][-1] in (("DELETE", 200), ("PATCH", 200))
    await require_clean(arena)


def is_archived(thread: Json) -> bool:
    return bool(thread["thread_metadata"]["archived"])


async def test_commands_that_discord_refuses_at_the_start_end_nothing(arena: Arena) -> None:
    # Given a race, and a bot whose commands Discord refuses as it starts again: it has an Entry Point command
    race = await started(arena, people=[arena.ana], rivals=1)
    player = Player(arena.ana, "Ana")
    question = await player.until_asked("Turn 1: write your speed")
    arena.kill_bot()
    await (await arena.store()).memory.set("command tree", "other commands")
    await arena.control.fault(method="PUT", route="/applications/{application_id}/commands", status=400, code=50240)

    # When it starts
    await arena.start_bot()

    # Then it goes on with the commands that Discord has, and its log names the cure
    await write_speed(arena.ana, question, "v9")
    await player.until_asked("Turn 2: write your speed")
    assert "Turn 2" in await shown(arena, "order", race)
    assert "50240" in arena.log
    assert "turn its activity off" in arena.log
