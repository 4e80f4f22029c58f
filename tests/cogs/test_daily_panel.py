"""The race of the day, as people see it: how it is made ready, what has happened, its post, and a nemesis."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import msgspec
import pytest

from cogs.panels import daily as panel
from cogs.panels.daily import NOT_READY, READY_SOON, STORY_PAGE, DailyButton, DailyDrive, DailyHappened, DailyStory
from cogs.panels.daily_share import DailyShare
from cogs.posts import daily as post_of_day
from engine.daily.attempt import YOURS
from records.boards import Board
from records.values import PlayerId
from steward import DailyPost, JobFailed, Tried
from steward.daily.days import opens
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.fakes import CHANNEL, GUILD, FakeInteraction
from tests.daily.world import QuickChoice
from words import WORDS
from words.shared.daily import HOUSE, names_for

DAY = 16
"""Ave Caesar."""
MIDWAY = 21
"""Circus Maximus, from the second lap on."""


class SlowChoice(QuickChoice):
    """Chooses a day once it may; or fails."""

    def __init__(self) -> None:
        super().__init__()
        self.may, self.fails = asyncio.Event(), False

    async def do(self, job: bytes) -> bytes:
        await self.may.wait()
        if self.fails:
            raise JobFailed("too slow")
        return await super().do(job)


@pytest.fixture
async def arena(tmp_path: Path) -> AsyncIterator[Arena]:
    arena = Arena(tmp_path / "races.sqlite3")
    await arena.circus.open()
    arena.circus.clock.now = opens(DAY).timestamp() + 60
    yield arena
    await arena.close()


@pytest.fixture
def choice(arena: Arena) -> SlowChoice:
    choice = SlowChoice()
    arena.steward.daily._workshop = choice
    choice.may.set()
    return choice


async def press(arena: Arena, button: Any, player: PlayerId = ANN) -> FakeInteraction:
    interaction = arena.act(player, kind=discord.InteractionType.component)
    return await outcome(interaction, button.callback(interaction))


async def drive(arena: Arena, number: int, player: PlayerId = ANN) -> Tried:
    """Drive a day by what each question offers first."""
    daily = arena.steward.daily
    tried = await daily.begin(number, player, f"P{player}", GUILD)
    while tried.attempt.ask is not None:
        answer = tried.attempt.begun() if tried.day.book else tried.attempt.ask.default
        tried = await daily.give(number, player, tried.record.given, answer)
    return tried


# Making it ready


async def test_who_presses_before_a_day_is_chosen_sees_it_open_by_itself(arena: Arena, choice: SlowChoice) -> None:
    choice.may.clear()
    interaction = arena.act(ANN, kind=discord.InteractionType.component)
    pressed = asyncio.create_task(outcome(interaction, DailyDrive(DAY).callback(interaction)))  # type: ignore[arg-type]
    for _ in range(1_000):
        if interaction.said:
            break
        await asyncio.sleep(0.01)
    assert READY_SOON in interaction.told

    choice.may.set()
    await pressed

    assert READY_SOON not in interaction.told
    assert f"day {DAY}" in interaction.told
    assert "daily-" in interaction.told, "the first question, without another press"


async def test_a_day_that_cannot_be_chosen_says_so_with_the_way_to_try_again(arena: Arena, choice: SlowChoice) -> None:
    choice.fails = True
    said = await press(arena, DailyDrive(DAY))
    assert NOT_READY in said.told
    assert f"daily-drive:{DAY}" in said.told

    choice.fails = False
    assert f"day {DAY}" in (await press(arena, DailyDrive(DAY))).told


async def test_a_look_at_the_door_chooses_the_day_once(arena: Arena, choice: SlowChoice) -> None:
    choice.may.clear()
    for player in (ANN, BOB, ANN):
        assert "Drive it" in (await press(arena, DailyButton(), player)).told
    choice.may.set()
    for _ in range(1_000):
        if await arena.steward.daily.par(DAY):
            break
        await asyncio.sleep(0.01)

    assert READY_SOON not in (await press(arena, DailyDrive(DAY))).said[0].words()
    assert choice.jobs == 1


async def test_the_door_in_a_direct_message_says_that_no_server_has_it_on_its_tables(
    arena: Arena, choice: SlowChoice
) -> None:
    door = DailyButton()
    alone = arena.act(ANN, kind=discord.InteractionType.component, guild=None)
    await outcome(alone, door.callback(alone))  # type: ignore[arg-type]
    assert panel.BY_YOURSELF in alone.told
    assert panel.BY_YOURSELF not in (await press(arena, DailyButton())).told


async def test_each_question_says_who_the_numbers_in_the_picture_are(arena: Arena, choice: SlowChoice) -> None:
    first = (await press(arena, DailyDrive(DAY))).told
    tried = await arena.steward.daily.take_up(DAY, ANN)
    assert tried.attempt.ask is not None
    await arena.steward.daily.give(DAY, ANN, 0, tried.attempt.ask.default)
    second = (await press(arena, DailyDrive(DAY))).told

    numbers = {
        int(each.entry): names_for("")[each.entry] for each in tried.attempt.view.chariots if each.entry != YOURS
    }
    who = " · ".join(f"{number} {name}" for number, name in numbers.items())
    assert who in first
    assert who in second


# What happened


async def test_what_happened_begins_with_oneself_and_every_page_leads_on(arena: Arena, choice: SlowChoice) -> None:
    await drive(arena, DAY)

    shown = await press(arena, DailyHappened(DAY))

    assert "**You**" in shown.told
    pages, at = [shown.told], 2
    while f"daily-story:{DAY}:{at}" in pages[-1]:
        pages.append((await press(arena, DailyStory(DAY, at))).told)
        at += 1
    assert len(pages) > 1
    assert f"· {len(pages)} of {len(pages)}" in pages[-1]
    assert not any("more" in line and line.startswith("…") for each in pages for line in each.split("\n"))
    assert all(len(each) < STORY_PAGE + 300 for each in pages)


async def test_what_happened_in_a_day_that_begins_midway_begins_where_its_driver_took_over(
    arena: Arena, choice: SlowChoice
) -> None:
    arena.circus.clock.now = opens(MIDWAY).timestamp() + 60
    tried = await drive(arena, MIDWAY)
    assert tried.attempt.reins is not None
    whole, words = tried.attempt.session.table.told, WORDS[tried.day.setting.game]
    assert 0 < len(tried.attempt.driven) < len(whole)
    assert list(tried.attempt.driven) == list(whole)[tried.attempt.reins.turn.told :]

    told = words.tell(words.numbered(whole, tried.day.options), names_for(tried.record.name))
    lines = [line for each in told for line in each.split("\n")]
    mine = panel._story(tried)
    assert mine == lines[-len(mine) :], "the end of it, word for word"
    assert len(mine) < len(lines)


async def test_nobody_reads_what_happened_to_somebody_else(arena: Arena, choice: SlowChoice) -> None:
    await drive(arena, DAY)
    for button in (DailyHappened(DAY), DailyStory(DAY, 1)):
        said = (await press(arena, button, BOB)).told
        assert "What happened" not in said
        assert f"P{ANN}" not in said


# A day that begins midway, a wreck, a result to share, an old post


async def test_the_first_card_of_a_day_that_begins_midway_says_where_you_come_in(
    arena: Arena, choice: SlowChoice
) -> None:
    arena.circus.clock.now = opens(MIDWAY).timestamp() + 60
    first = (await press(arena, DailyDrive(MIDWAY))).told
    tried = await arena.steward.daily.take_up(MIDWAY, ANN)
    assert f"You take over in turn {tried.attempt.first_turn}, " in first

    await arena.steward.daily.give(MIDWAY, ANN, 0, tried.attempt.begun())
    assert "You take over" not in (await press(arena, DailyDrive(MIDWAY))).told
    arena.circus.clock.now = opens(DAY).timestamp() + 60
    assert "You take over" not in (await press(arena, DailyDrive(DAY), BOB)).told


async def test_an_order_that_an_update_draws_up_otherwise_is_shown_before_it_is_given(
    arena: Arena, choice: SlowChoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """*Go* gives what its message showed: a program that is updated in between would order something else by it."""
    arena.circus.clock.now = opens(MIDWAY).timestamp() + 60
    shown = (await press(arena, DailyDrive(MIDWAY))).told
    code = re.search(rf"daily-order:{MIDWAY}:0:([a-z0-9-]+)", shown)
    assert code is not None
    ordered = panel._ordered

    async def given_after(pressed: str) -> int:
        await press(arena, panel.DailyAnswer("order", MIDWAY, 0, pressed))
        return (await arena.steward.daily.take_up(MIDWAY, ANN)).record.given

    with monkeypatch.context() as updated:
        updated.setattr(panel, "_ordered", lambda *told: msgspec.structs.replace(ordered(*told), speed=1))
        again = await press(arena, panel.DailyAnswer("order", MIDWAY, 0, code[1]))
        assert panel.DRAWN_ANEW in again.told
        assert await given_after(code[1]) == 0

    assert await given_after(code[1]) == 1
    assert panel.DRAWN_ANEW not in (await press(arena, panel.DailyAnswer("order", MIDWAY, 0, code[1]))).told, (
        "it is over"
    )


async def test_go_on_a_message_of_before_gives_what_its_preset_orders(arena: Arena, choice: SlowChoice) -> None:
    arena.circus.clock.now = opens(MIDWAY).timestamp() + 60
    await press(arena, DailyDrive(MIDWAY))
    await press(arena, panel.DailyAnswer("order", MIDWAY, 0, "safe"))
    assert (await arena.steward.daily.take_up(MIDWAY, ANN)).record.given == 1


async def test_who_is_not_home_reads_what_brought_that_about(
    arena: Arena, choice: SlowChoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = await drive(arena, DAY)
    name = names_for(tried.record.name)[YOURS]
    story = [f"{name} drives on.", f"-# 🎲 {name}: wheel 1+3 = 4", f"☠️ {name} turns over.", f"{name} is out."]
    monkeypatch.setattr(panel, "_story", lambda _: story)
    monkeypatch.setattr(type(tried.attempt), "place", 7)

    assert await panel._how_it_went(tried) == story[:3]


async def test_one_press_gives_ones_own_result_to_copy_and_nobody_elses(arena: Arena, choice: SlowChoice) -> None:
    await drive(arena, DAY)
    result = (await press(arena, DailyDrive(DAY))).told
    assert f"daily-share:{DAY}" in result
    assert "⭐ Better than 50, 80 and 95 of 100" in result or "Not home" in result or "better than **0" in result

    shared = await press(arena, DailyShare(DAY))
    assert shared.last.is_private
    assert f"Quadriga, day {DAY}: Ave Caesar" in shared.told
    other = (await press(arena, DailyShare(DAY), BOB)).told
    assert "Quadriga, day" not in other
    assert "/daily" in other


async def test_a_result_under_way_is_nothing_to_share(arena: Arena, choice: SlowChoice) -> None:
    await press(arena, DailyDrive(DAY))
    assert "Quadriga, day" not in (await press(arena, DailyShare(DAY))).told


async def test_an_old_post_leads_to_the_race_of_today_and_to_ones_own_result_of_then(
    arena: Arena, choice: SlowChoice
) -> None:
    await drive(arena, DAY, ANN)
    await press(arena, DailyDrive(DAY), BOB)  # begun, not ended
    arena.circus.clock.now = opens(DAY + 2).timestamp() + 60

    for player in (BOB, EVE):
        late = (await press(arena, DailyDrive(DAY), player)).told
        assert f"Day {DAY} is closed" in late
        assert f"daily-drive:{DAY + 2}" in late
    assert "in your seat" in (await press(arena, DailyDrive(DAY), ANN)).told


async def test_who_is_under_way_has_not_driven_it_yet(arena: Arena, choice: SlowChoice) -> None:
    await press(arena, DailyDrive(DAY))
    assert "Nobody has driven it yet" in (await press(arena, DailyButton(), BOB)).told
    await drive(arena, DAY)
    assert "1 has driven it so far" in (await press(arena, DailyButton(), BOB)).told


# A nemesis


async def test_a_nemesis_is_named_under_the_result_to_whom_it_beat_alone(
    arena: Arena, choice: SlowChoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "running" not in await ending(arena, DAY), "one defeat makes none"

    monkeypatch.setattr("steward.remembering.nemesis.RUNNING", 1)
    arena.circus.clock.now = opens(DAY + 1).timestamp() + 60
    told = await ending(arena, DAY + 1)
    others = (await press(arena, DailyDrive(DAY + 1), BOB)).told

    named = [name for name in HOUSE if f"**{name}** has now beaten you" in told or f"beaten **{name}**, who" in told]
    has_won_both = [each.place for each in await arena.steward.daily.ended_by(ANN)] == [1, 1]
    assert len(named) == (not has_won_both)
    assert "running" not in others


async def ending(arena: Arena, number: int) -> str:
    await drive(arena, number)
    return (await press(arena, DailyDrive(number))).told


# The post


async def test_the_way_to_drive_stands_above_yesterday(arena: Arena, choice: SlowChoice) -> None:
    tried = await drive(arena, DAY)
    arena.circus.clock.now = opens(DAY + 1).timestamp() + 60
    board = Board(guild=GUILD, channel=CHANNEL, by=ANN, since=DAY, number=DAY + 1)
    post = DailyPost(board, (tried.record,), 6, is_last=False)

    layout, files = await post_of_day._made(arena.steward, post)

    (box,) = layout.to_components()  # type: ignore[no-untyped-call]
    kinds = [part["type"] for part in box["components"]]
    text, row, gallery = 10, 1, 12
    assert kinds == [text, row, text, gallery], "today's way first, then yesterday in words, and its board"
    assert "Yesterday" in box["components"][2]["content"]
    assert len(files) == 1
