"""What goes wrong at Discord: refused messages, errors, lost connections, things and rights taken away."""

import asyncio
from typing import Any

import pytest

from sandbox.client import buttons_of, text_of
from sandbox.errors import Json
from tests.e2e.arena import ANSWER_WITHIN, PATIENCE, Arena, is_panel, is_story, private_answer
from tests.e2e.player import Player, play_together
from tests.e2e.races import Opened, listed, opened, require_clean, started, stories, story_text, write_speed

pytestmark = pytest.mark.slow

MESSAGES = "/channels/{channel_id}/messages"
ONE_MESSAGE = "/channels/{channel_id}/messages/{message_id}"
OVER = "## 🏆 The race is over"
RIVALS = 1
"""House drivers: what is posted is the same in kind, and drawn and told sooner than for a full field."""


def one_player(arena: Arena) -> Player:
    return Player(arena.ana, "Ana")


async def told_once(arena: Arena, race: Opened) -> None:
    """Fail unless a race is told to its end, and nothing of it twice.

    A panel that is posted anew stands there before the old one is taken away.
    """
    await arena.all_told(race.id)
    thread = race.thread
    posts = [each for each in await arena.posts(thread) if is_story(each)]
    files = [each["filename"] for post in posts for each in post["attachments"]]
    assert len(files) == len(set(files))
    lines = story_text(posts)
    assert lines.count(OVER) == 1
    turns = [int(line.removeprefix("### Turn ").split()[0]) for line in lines if line.startswith("### Turn ")]
    assert turns == list(range(1, len(turns) + 1))
    assert len([each for each in await arena.posts(thread) if is_panel(each)]) == 1


async def panel_of_the_end(arena: Arena, thread: Json) -> None:
    await arena.ana.wait_for(lambda each: is_panel(each) and "· over" in text_of(each), channel=thread)


# Direct messages


async def test_who_takes_no_dms_is_mentioned_and_plays_in_private_in_the_thread(arena: Arena) -> None:
    # Given Ben, who takes no direct messages, and Cato, who closes his in the middle of the race
    await arena.control.close_dms(arena.ben.id)
    race = await opened(arena)
    outcome = await arena.ben.run("race join", channel=race.thread, colour="blue")
    assert "Your DMs are closed to me: you will be mentioned in the race's thread" in outcome.text
    await arena.ana.run("race join", channel=race.thread, colour="red")
    await arena.cato.run("race join", channel=race.thread, colour="green")
    await arena.ana.run("host race", what="start", channel=race.thread)
    ana, ben, cato = one_player(arena), Player(arena.ben, "Ben"), Player(arena.cato, "Cato")

    # When the race is played
    async with asyncio.TaskGroup() as group:
        group.create_task(play_together(ana, ben))
        await cato.until_asked("Turn 1: write your speed")
        assert await rung(arena, race.thread) == {arena.ben.id}
        await arena.control.close_dms(arena.cato.id)
        await cato.play()
    await panel_of_the_end(arena, race.thread)

    # Then both were rung in the thread, Ana was not, and what they were asked was seen by them alone
    assert await rung(arena, race.thread) == {arena.ben.id, arena.cato.id}
    assert len([each for each in await arena.posts(race.thread) if is_call(each)]) <= 1
    everything = await arena.control.messages(race.thread["id"])
    questions = [each for each in everything if "typing:" in str(each.get("components"))]
    assert {each["visible_to"] for each in questions} <= {arena.ben.id, arena.cato.id}
    await told_once(arena, race)
    refusals = [each for each in await arena.control.requests() if each["code"] == 50007]
    assert len(refusals) <= 4, "once refused, not tried for each question"
    await require_clean(arena)


async def rung(arena: Arena, thread: Json) -> set[str]:
    """Return whom calls in a thread have rung, those that were replaced included."""
    path = f"/channels/{thread['id']}/messages"
    posted = [each["payload"] or {} for each in await arena.control.requests() if each["path"] == path]
    return {
        str(user) for each in posted if "A decision waits" in str(each) for user in each["allowed_mentions"]["users"]
    }


def is_call(message: Json) -> bool:
    """Tell whether a message is a call, or what is left of one."""
    return "for you alone" in text_of(message) or "Nobody is waited for" in text_of(message)


# Errors of the server


FAULTS: list[dict[str, Any]] = [
    {"method": "POST", "route": MESSAGES, "status": 500},
    {"method": "POST", "route": MESSAGES, "status": 500, "done": True},
    {"method": "POST", "route": MESSAGES, "status": 429, "times": 3, "retry_after": 0.2},
    {"method": "POST", "route": MESSAGES, "drop": "after"},
    {"method": "POST", "route": MESSAGES, "drop": "before"},
    {"method": "POST", "route": MESSAGES, "status": 503, "times": 2},  # the library tries none of them again
    {"method": "PATCH", "route": ONE_MESSAGE, "status": 502},
    {"method": "PATCH", "route": ONE_MESSAGE, "status": 429, "times": 3, "retry_after": 0.2},
    {"method": "DELETE", "route": ONE_MESSAGE, "status": 500, "done": True},
]


async def go_wrong(arena: Arena, method: str) -> None:
    """Let requests of a method go wrong in each way, one after the other."""
    for fault in FAULTS:
        if fault["method"] == method:
            await arena.control.fault(**fault)
            while any(each["method"] == method for each in await arena.control.faults()):  # noqa: ASYNC110
                await asyncio.sleep(0.05)


async def test_errors_on_messages_lose_nothing_and_double_nothing(arena: Arena) -> None:
    # Given a race under way, and messages that go wrong from now on
    race = await started(arena, people=[arena.ana], rivals=RIVALS)
    player = one_player(arena)
    await player.until_asked("Turn 1: write your speed")
    going_wrong = [asyncio.create_task(go_wrong(arena, method)) for method in ("POST", "PATCH", "DELETE")]

    # When it is played to the end
    await play_together(player, patience=60)
    await panel_of_the_end(arena, race.thread)

    # Then everything was told, once, though all of it has gone wrong
    await asyncio.wait_for(asyncio.gather(*going_wrong), 1)
    await told_once(arena, race)


async def test_an_error_as_an_answer_is_shown_is_no_reason_to_lose_it(arena: Arena) -> None:
    race = await started(arena, people=[arena.ana], rivals=RIVALS)
    player = one_player(arena)
    question = await player.until_asked("Turn 1: write your speed")
    message, menu = await listed(arena.ana, question)
    before = len((await arena.kept(race.id)).inputs)
    original = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
    await arena.control.fault(method="PATCH", route=original, status=500, times=20)

    await arena.ana.choose(message, ["v9"], custom_id=menu)
    await arena.ana.wait_for(lambda each: "Turn 1:" in text_of(each) and "write" not in text_of(each))

    mine = [each for each in (await arena.kept(race.id)).inputs[before:] if each.entry == 1]
    assert mine[0].answer == '{"type":"Speed","factors":9,"strain":false}'


# The gateway


async def test_a_lost_gateway_connection_is_found_again(arena: Arena) -> None:
    # Given a race in its middle
    race = await started(arena, people=[arena.ana, arena.ben], rivals=RIVALS)
    ana, ben = one_player(arena), Player(arena.ben, "Ben")
    await ana.play_one()
    await ben.play_one()
    await ana.until_asked("Turn 1: write your speed")

    # When the connection is lost in every way while it is played, then it goes on each time, to its end, though each
    # panel that is replaced stands for a while beside the new one
    await arena.control.fault(method="DELETE", route=ONE_MESSAGE, delay=0.3, times=50)
    async with asyncio.TaskGroup() as group:
        group.create_task(play_together(ana, ben))
        for how in ("reconnect", "invalid", "invalid_resumable", "close"):
            async with asyncio.timeout(2 * PATIENCE):
                while await arena.control.gateway(how) == 0:  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
                taken = ana.taken + ben.taken
                while ana.taken + ben.taken == taken:  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
    await panel_of_the_end(arena, race.thread)
    await told_once(arena, race)


async def test_a_press_while_the_bot_is_away_fails_and_can_be_repeated(arena: Arena) -> None:
    # Given a question, and a bot that is gone
    race = await started(arena, people=[arena.ana], rivals=RIVALS)
    player = one_player(arena)
    question = await player.until_asked("Turn 1: write your speed")
    message, menu = await listed(arena.ana, question)
    before = (await arena.kept(race.id)).inputs
    arena.kill_bot()
    await arena.control.wait_until_online(online=False)

    # When the player presses, nothing happens; when the bot is back, he presses again
    pressing = asyncio.create_task(arena.ana.choose(message, ["v9"], custom_id=menu, may_fail=True))
    await arena.ana.until(lambda: arena.ana.frames[-1].get("state") == "sent" or None)
    await arena.control.advance(ANSWER_WITHIN + 1)
    failed = await pressing
    assert failed.error == "This interaction failed"
    assert (await arena.kept(race.id)).inputs == before
    await arena.start_bot()
    await arena.ana.choose(message, ["v9"], custom_id=menu)

    # Then it is taken, and the race goes on
    await arena.ana.wait_for(lambda each: "Taken" in text_of(each))
    await player.until_asked("Turn 2: write your speed")
    await require_clean(arena, "no_answer")


# Things that are gone


async def test_a_panel_that_was_deleted_is_posted_anew(arena: Arena) -> None:
    race = await opened(arena)
    panel = await arena.ana.wait_for(is_panel, channel=race.thread)

    await arena.control.delete_message(panel)
    await arena.ben.run("race join", channel=race.thread)

    again = await arena.ana.wait_for(lambda each: is_panel(each) and "Red" in text_of(each), channel=race.thread)
    assert again["id"] != panel["id"]
    assert len([each for each in await arena.posts(race.thread) if is_panel(each)]) == 1
    await require_clean(arena)


async def test_a_deleted_thread_stops_nobody_else(arena: Arena) -> None:
    # Given two races under way
    gone = await started(arena, "Games of Juno", people=[arena.ana], rivals=RIVALS)
    stays = await started(arena, "Games of Ceres", people=[arena.ben], rivals=RIVALS)
    ana, ben = Player(arena.ana, "Ana", race=gone.id), Player(arena.ben, "Ben")
    await ana.play_one()
    question = await ana.until_asked("Turn 1: write your speed")

    # When the thread of one is deleted, and her answer is given all the same
    await arena.control.delete_channel(gone.thread["id"])
    before = len(await arena.control.requests())
    await write_speed(arena.ana, question, "v9")
    await asyncio.sleep(3)

    # Then the bot does not storm at what is not there
    lost = [each for each in (await arena.control.requests())[before:] if gone.thread["id"] in each["path"]]
    assert len(lost) <= 12, [(each["method"], each["path"]) for each in lost]

    # and its host, who asks for it, is told privately how it stands
    status = await arena.ana.run("watch", what="status", race=str(gone.id))
    assert "under way" in status.text
    form = await arena.ana.run("host race", what="cancel", race=str(gone.id))
    closed = await arena.ana.submit(form.modal, {"reason": "The thread is gone"})
    assert "The race is closed. All read it in a thread that was deleted" in closed.text

    # and the other race goes on, and is told
    await ben.until_asked("Turn 2: write your speed")
    await arena.all_told(stays.id)
    assert any(line.startswith("### Turn 1") for line in story_text(await stories(arena, stays)))


# Rights


RIGHTS = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "embed_links",
    "attach_files",
    "read_message_history",
)


async def test_each_right_that_is_missing_is_named_before_a_race_is_opened(arena: Arena) -> None:
    races = arena.addresses["channels"]["races"]
    for right in RIGHTS:
        await arena.control.deny(races, right)
        outcome = await arena.ben.run("play race", title="Ludi")

        text = await private_answer(arena.ben, outcome)
        assert f"I cannot run a race in <#{races}>" in text
        assert right.replace("_", " ") in text
    await arena.control.deny(races)

    assert not [each for each in arena.ben.state["channels"] if each["type"] == 11], "no thread"
    assert "There are no races here yet" in (await arena.ben.run("race do")).text
    assert "is open" in (await arena.ben.run("play race", title="Ludi")).text
    await require_clean(arena)


async def test_a_race_whose_bot_loses_a_right_midway_is_not_lost(arena: Arena) -> None:
    # Given a race under way whose bot may no longer post
    races = arena.addresses["channels"]["races"]
    race = await started(arena, people=[arena.ana], rivals=RIVALS)
    player = one_player(arena)
    question = await player.until_asked("Turn 1: write your speed")
    await arena.control.deny(races, "send_messages_in_threads", "send_messages", "attach_files")

    # When she answers, the answer is taken all the same
    before = len((await arena.kept(race.id)).inputs)
    await write_speed(arena.ana, question, "v9")
    await arena.ana.wait_for(lambda each: "Taken" in text_of(each) and "speed 9" in text_of(each))
    assert len((await arena.kept(race.id)).inputs) > before
    requests = len(await arena.control.requests())
    await asyncio.sleep(2)
    assert len(await arena.control.requests()) - requests < 20, "no storm"

    # Then, with the right given back, all is told, and the race goes on
    await arena.control.deny(races)
    await player.until_asked("Turn 2: write your speed")
    await arena.all_told(race.id)
    assert any(line.startswith("### Turn 1") for line in story_text(await stories(arena, race)))


async def test_buttons_of_an_open_panel_outlive_a_restart(arena: Arena) -> None:
    race = await opened(arena)
    panel = await arena.ana.wait_for(is_panel, channel=race.thread)
    form = await arena.ben.press(panel, "Join")

    await arena.restart_bot()

    assert "You are in" in (await arena.ben.submit(form.modal, {"name": "Comet"})).text
    assert "open to enter" not in (await arena.cato.press(panel, "Leave")).text
    assert {each["label"] for each in buttons_of(panel)} >= {"Join", "Leave", "Start"}
    await require_clean(arena)
