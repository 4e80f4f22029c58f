"""Answering: buttons, selects, forms and commands, pressed by whom they are for and by others, in time and late."""

import re
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.commands.order import order
from cogs.kit.question_id import QuestionId
from cogs.panels.my_questions import OrdersButton
from cogs.panels.question import ChoiceButton, ChoiceSelect, OpenButton, SealButton, TypeButton, take_form
from cogs.panels.race import status_text
from cogs.panels.wait import WaitButton
from engine.circus_maximus.words.asks import NextAction, Preparation, Speed, WriteSpeed
from records.values import EntryId, PlayerId, RaceId
from steward import OpenAsk
from tests.cogs.arena import ANN, BLUE, BOB, EVE, RED, Arena, outcome
from tests.cogs.fakes import FakeInteraction, http_error
from tests.kept import once

EVEN = Preparation(1, 1, 1, 1)
RACE = RaceId(1)


@once
async def to_speeds(arena: Arena) -> QuestionId:
    """Start a race and come to where speeds are written; return Ann's question."""
    await arena.open_race()
    await arena.give(ANN, EVEN)
    await arena.give(BOB, EVEN)
    return QuestionId(RACE, RED, (await arena.asked(ANN)).asked)


@once
async def to_a_drive(arena: Arena) -> OpenAsk:
    """Start a race and come to where a player drives."""
    await arena.open_race()
    return await arena.give_defaults(lambda opened: isinstance(opened.ask.question, NextAction))


async def pressed(
    arena: Arena,
    player: PlayerId,
    item: type[Any],
    custom_id: str,
    values: list[str] | None = None,
    on: int | None = None,
    **where: Any,
) -> FakeInteraction:
    """Press something, on a message of this number, of which only the custom id is known, as it is after a restart."""
    interaction: Any = arena.act(
        player, kind=discord.InteractionType.component, data={"custom_id": custom_id, "values": values or []}, **where
    )
    interaction.message = None if on is None else SimpleNamespace(id=on, edit=interaction.edit_original_response)
    match = item.__discord_ui_compiled_template__.fullmatch(custom_id)
    assert match, custom_id
    part: Any = discord.ui.Button(label="Old label")
    pressing = await item.from_custom_id(interaction, part, match)
    return await outcome(interaction, pressing.callback(interaction))


async def filled(arena: Arena, player: PlayerId, asked: QuestionId, text: str) -> FakeInteraction:
    """Send in the form of a question; nothing but its custom id is left of it."""
    interaction: Any = arena.act(player, kind=discord.InteractionType.modal_submit)
    match: Any = {"race": str(asked.race), "entry": str(asked.entry), "asked": str(asked.asked)}
    return await outcome(interaction, take_form(interaction, match, {"text": text}))


async def ordered(arena: Arena, player: PlayerId, chariot: str = "", answer: str = "", **where: Any) -> FakeInteraction:
    interaction: Any = arena.act(player, **where)
    callback: Any = order.callback
    return await outcome(interaction, callback(interaction, chariot, answer))


async def written(arena: Arena) -> dict[int, int]:
    """Return the speeds of Ann and Bob that are sealed."""
    async with arena.steward.races.viewing(RACE) as live:
        given = live.session._given
        return {
            entry: answer.factors
            for entry, (answer, _) in given.items()
            if entry in (RED, BLUE) and isinstance(answer, Speed)
        }


async def test_a_choice_is_taken_and_told_in_private(arena: Arena) -> None:
    asked = await to_speeds(arena)

    interaction = await pressed(arena, ANN, ChoiceSelect, f"choose:{asked}", ["v9"])

    assert await written(arena) == {RED: 9}
    assert "speed 9" in interaction.told
    assert "sealed" in interaction.told
    assert interaction.last.is_private


async def test_pressed_twice_it_counts_once(arena: Arena) -> None:
    asked = await to_speeds(arena)
    await pressed(arena, ANN, ChoiceSelect, f"choose:{asked}", ["v9"])

    again = await pressed(arena, ANN, ChoiceSelect, f"choose:{asked}", ["v9"])

    assert "That is what you have sealed already: speed 9." in again.last.text
    assert again.last.is_private
    assert await written(arena) == {RED: 9}


async def test_pressed_twice_a_panel_goes_on_saying_what_was_taken(arena: Arena) -> None:
    asked = await to_speeds(arena)
    await pressed(arena, BOB, ChoiceSelect, f"choose:{QuestionId(RACE, BLUE, asked.asked)}", ["v9"])

    first = await pressed(arena, ANN, ChoiceSelect, f"choose:{asked}", ["v9"], on=7)
    twice = await pressed(arena, ANN, ChoiceSelect, f"choose:{asked}", ["v9"], on=7)
    elsewhere = await pressed(arena, ANN, ChoiceSelect, f"choose:{asked}", ["v9"], on=8)

    assert "✅ Taken for" in str(first.said[0].words())
    assert twice.said == []
    assert "That question has been answered" in elsewhere.told


async def test_what_stood_in_the_way_is_removed_by_the_next_press_on_the_same_message(arena: Arena) -> None:
    asked = await to_speeds(arena)

    wrong, worse = [await pressed(arena, ANN, ChoiceSelect, f"choose:{asked}", ["v99"], on=7) for _ in range(2)]
    assert wrong.removed == wrong.said
    assert worse.removed == []
    await pressed(arena, BOB, ChoiceSelect, f"choose:{QuestionId(RACE, BLUE, asked.asked)}", ["v9"], on=7)
    assert worse.removed == [], "another's press is another matter"
    await pressed(arena, ANN, ChoiceSelect, f"choose:{asked}", ["v9"], on=7)
    assert worse.removed == worse.said


async def test_a_sealed_answer_is_changed_until_all_are_in(arena: Arena) -> None:
    asked = await to_speeds(arena)
    first = await pressed(arena, ANN, ChoiceSelect, f"choose:{asked}", ["v9"])
    assert f"open:{asked}" in first.told
    assert f"wait:1:{asked.asked}:yes" in first.told

    for interaction in (
        await pressed(arena, ANN, OrdersButton, "orders:1"),
        await pressed(arena, ANN, OpenButton, f"open:{asked}"),
        await ordered(arena, ANN),
    ):
        (sealed,) = await arena.steward.asks_of(ANN)
        assert "Sealed: speed 9." in interaction.told
        assert sealed.seal not in interaction.told, "proofs are never in the way"
        assert f"<t:{int(sealed.until or 0)}:R> at the latest" in interaction.told
        assert f"plan:{asked}:m" in interaction.told, "the list of speeds is a press away"
        assert interaction.last.is_private

    proof = await pressed(arena, ANN, SealButton, f"seal:{asked}")
    assert sealed.seal in proof.told

    changed = await pressed(arena, ANN, ChoiceSelect, f"choose:{asked}", ["v11"])
    assert "speed 11" in changed.told
    assert await written(arena) == {RED: 11}

    await pressed(arena, BOB, ChoiceSelect, f"choose:{QuestionId(RACE, BLUE, asked.asked)}", ["v9"])
    late = await pressed(arena, ANN, ChoiceSelect, f"choose:{asked}", ["v12"])
    assert "has gone on" in late.told


async def test_a_player_may_have_the_turn_wait_for_its_deadline(arena: Arena) -> None:
    asked = await to_speeds(arena)
    await pressed(arena, ANN, ChoiceSelect, f"choose:{asked}", ["v9"])

    yes = await pressed(arena, ANN, WaitButton, f"wait:1:{asked.asked}:yes")
    twice = await pressed(arena, ANN, WaitButton, f"wait:1:{asked.asked}:yes")
    stranger = await pressed(arena, EVE, WaitButton, f"wait:1:{asked.asked}:yes")
    await pressed(arena, BOB, ChoiceSelect, f"choose:{QuestionId(RACE, BLUE, asked.asked)}", ["v9"])

    assert "begins no sooner than at its deadline" in yes.told
    assert "You have said so already" in twice.told
    assert "You are not in this race." in stranger.last.text
    assert f"as <@{ANN}> asked" in status_text(await arena.steward.log.status(RACE))
    assert await written(arena) == {RED: 9, BLUE: 9}

    await pressed(arena, ANN, WaitButton, f"wait:1:{asked.asked}:no")
    assert await written(arena) == {}
    over = await pressed(arena, ANN, WaitButton, f"wait:1:{asked.asked}:yes")
    assert "has gone on" in over.told
    for player, words in ((ANN, "has gone on"), (EVE, "You are not in this race.")):
        late = await pressed(arena, player, WaitButton, f"wait:1:{asked.asked}:no")
        assert words in late.last.text


async def test_who_is_in_is_shown_without_hash_and_answer(arena: Arena) -> None:
    asked = await to_speeds(arena)
    await pressed(arena, ANN, ChoiceSelect, f"choose:{asked}", ["v9"])

    (sealed,) = await arena.steward.asks_of(ANN)
    status = await arena.steward.log.status(RACE)
    (line,) = [line for line in status_text(status).split("\n") if line.startswith("🔒 In:")]

    assert line.startswith("🔒 In: 🔴 **1 Red**")
    assert sealed.seal[:8] not in line
    assert status.waiting[0].since == arena.circus.clock.now
    assert "asked <t:" in status_text(status)


@pytest.mark.parametrize("player", [BOB, EVE])
async def test_pressed_by_another_it_does_not_count(arena: Arena, player: PlayerId) -> None:
    asked = await to_speeds(arena)

    interaction = await pressed(arena, player, ChoiceSelect, f"choose:{asked}", ["v9"])

    assert "That chariot is not yours to drive." in interaction.last.text
    assert interaction.last.is_private
    assert await written(arena) == {}


async def test_pressed_late_it_does_not_answer_the_next_question(arena: Arena) -> None:
    await arena.open_race()
    old = QuestionId(RACE, RED, (await arena.asked(ANN)).asked)
    await arena.give(ANN, EVEN)
    await arena.give(BOB, EVEN)

    for item, custom_id in (
        (ChoiceSelect, f"choose:{old}"),
        (ChoiceButton, f"answer:{old}:v9"),
        (ChoiceButton, f"plan:{old}:f3"),
        (ChoiceButton, f"drive:{old}:xf3"),
        (OpenButton, f"open:{old}"),
        (TypeButton, f"typing:{old}"),
    ):
        interaction = await pressed(arena, ANN, item, custom_id, ["v9"])
        assert "That question has been answered and the race has gone on." in interaction.told, custom_id
        assert interaction.last.is_private
    assert "has gone on" in (await filled(arena, ANN, old, "9")).last.text
    assert await written(arena) == {}


async def test_pressed_for_a_race_that_never_was(arena: Arena) -> None:
    await to_speeds(arena)

    interaction = await pressed(arena, ANN, ChoiceSelect, f"choose:{QuestionId(RaceId(99), RED, 0)}", ["v9"])

    assert "There is no such race here." in interaction.last.text


async def test_pressed_when_the_race_is_cancelled(arena: Arena) -> None:
    asked = await to_speeds(arena)
    await arena.steward.lobbies.cancel(RACE, ANN)

    interaction = await pressed(arena, ANN, ChoiceSelect, f"choose:{asked}", ["v9"])

    assert "That race is over." in interaction.told


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("99", "You wrote 99, and your team can go"),
        ("-1", "I can't read"),
        ("as fast as they go", "Try a speed from 0 to "),
        ("", "Something is missing"),
        ("9" * 200, "I can't read"),
        ("*@everyone*", "\\*@\u200beveryone\\*"),
    ],
)
async def test_a_speed_that_cannot_be_written_says_why_and_changes_nothing(
    arena: Arena, typed: str, words: str
) -> None:
    asked = await to_speeds(arena)

    interaction = await filled(arena, ANN, asked, typed)

    assert words in interaction.last.text
    assert "@everyone" not in interaction.last.text
    assert interaction.last.is_private
    assert await written(arena) == {}
    assert "speed 9" in (await filled(arena, ANN, asked, "9")).told


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("2/2/1/1", "add up to 6; they must add up to exactly 4"),
        ("0/0/0/0", "add up to 0"),
        ("4/0/0/0", "You gave driver 4 points. Each category takes 0 to 2."),
        ("3/-1/1/1", "You gave driver 3 points. Each category takes 0 to 2."),
        ("1/1/1", "Try 1/0/2/1, or a name such as Fast team."),
    ],
)
async def test_points_that_cannot_be_spent_say_why(arena: Arena, typed: str, words: str) -> None:
    await arena.open_race()
    asked = QuestionId(RACE, RED, (await arena.asked(ANN)).asked)

    interaction = await filled(arena, ANN, asked, typed)

    assert words in interaction.last.text
    assert "3.6" in interaction.last.text or "Try 1/0/2/1, or a name such as Fast team." in interaction.last.text
    assert (await arena.asked(ANN)).asked == asked.asked


@pytest.mark.parametrize("value", ["v99", "v", "x", "", "p1111", "xf3", "v9; drop"])
async def test_a_choice_that_was_not_offered_changes_nothing(arena: Arena, value: str) -> None:
    asked = await to_speeds(arena)

    interaction = await pressed(arena, ANN, ChoiceSelect, f"choose:{asked}", [value])

    assert interaction.last.is_private
    assert await written(arena) == {}


# Driving


@pytest.mark.slow
async def test_looking_at_a_plan_drives_nothing(arena: Arena) -> None:
    opened = await to_a_drive(arena)
    player = opened.race.player_of(opened.entry)
    assert player is not None
    asked = QuestionId(RACE, opened.entry, opened.asked)
    told = (await arena.steward.log.status(RACE)).told

    interaction = await pressed(arena, player, ChoiceButton, f"plan:{asked}:f1")

    assert "**Plan** `1`" in interaction.told
    assert any(picture.startswith(b"\x89PNG") for picture in interaction.last.pictures())
    assert (await arena.steward.log.status(RACE)).told == told


@pytest.mark.parametrize("code", ["f99", "l", "t8", "x"])
async def test_a_plan_that_cannot_be_driven_says_what_stands_in_the_way(arena: Arena, code: str) -> None:
    opened = await to_a_drive(arena)
    player = opened.race.player_of(opened.entry)
    assert player is not None
    asked = QuestionId(RACE, opened.entry, opened.asked)
    told = (await arena.steward.log.status(RACE)).told

    for act in (f"plan:{asked}:{'i' * 20}{code}", f"plan:{asked}:{code}"):
        interaction = await pressed(arena, player, ChoiceButton, act)
        assert interaction.last.is_private
        assert interaction.last.text
        assert "Something went wrong" not in interaction.last.text
    assert (await arena.steward.log.status(RACE)).told == told


@pytest.mark.parametrize("typed", ["99", "12/sideways", "Ram purple cart", "", "lash", "x" * 200, "1/" * 100, "٣²"])
async def test_a_movement_that_cannot_be_driven_says_why(arena: Arena, typed: str) -> None:
    opened = await to_a_drive(arena)
    player = opened.race.player_of(opened.entry)
    assert player is not None

    interaction = await filled(arena, player, QuestionId(RACE, opened.entry, opened.asked), typed)

    assert interaction.last.is_private
    assert re.search(r"rule|I can't read|missing|not in this race", interaction.last.text), interaction.last.text
    assert (await arena.steward.open_ask(RACE, opened.entry, player)).asked == opened.asked


async def test_a_plan_that_fits_is_driven_and_told(arena: Arena) -> None:
    opened = await to_a_drive(arena)
    player = opened.race.player_of(opened.entry)
    assert player is not None
    asked = QuestionId(RACE, opened.entry, opened.asked)
    told = (await arena.steward.log.status(RACE)).told

    interaction = await pressed(arena, player, ChoiceButton, f"drive:{asked}:xf1", guild=None)

    assert (await arena.steward.log.status(RACE)).told > told
    assert "1 square straight on" in interaction.told


async def test_an_answer_counts_though_discord_does_not_hear_of_it_any_more(
    arena: Arena, caplog: pytest.LogCaptureFixture
) -> None:
    asked = await to_speeds(arena)
    interaction: Any = arena.act(ANN, kind=discord.InteractionType.component, data={"values": ["v9"]})

    async def gone(**_: Any) -> None:
        raise http_error(discord.NotFound, 404, 10062)

    interaction.edit_original_response = gone
    await outcome(interaction, ChoiceSelect(asked).callback(interaction))

    assert await written(arena) == {RED: 9}
    assert "too late" in caplog.text


# Forms and commands


async def test_a_form_is_the_first_answer_and_says_what_may_be_typed(arena: Arena) -> None:
    asked = await to_speeds(arena)

    interaction = await pressed(arena, ANN, TypeButton, f"typing:{asked}")

    modal = interaction.response.modal
    assert modal is not None
    assert modal.custom_id == f"type:{asked}"
    assert interaction.response.deferred is None


async def test_my_orders_open_in_private_under_a_post_that_all_see(arena: Arena) -> None:
    await to_speeds(arena)

    for player, words in ((ANN, "write your speed"), (EVE, "You have no chariot in **Ludi**.")):
        interaction = await pressed(arena, player, OrdersButton, "orders:1")
        assert words in interaction.told
        assert interaction.response.deferred == {"ephemeral": True, "thinking": True}
        assert interaction.last.is_private


async def test_an_order_is_opened_or_answered_at_once(arena: Arena) -> None:
    await to_speeds(arena)

    assert "write your speed" in (await ordered(arena, ANN)).told
    assert "speed 9" in (await ordered(arena, ANN, answer="9")).told
    assert await written(arena) == {RED: 9}
    assert "Sealed: speed 9." in (await ordered(arena, ANN)).told
    assert "speed 12" in (await ordered(arena, ANN, answer="12")).told
    assert await written(arena) == {RED: 12}
    assert "Nothing to do now." in (await ordered(arena, EVE)).last.text


async def test_with_several_questions_an_answer_needs_to_know_which(arena: Arena) -> None:
    await to_speeds(arena)
    second = await arena.lobby(title="Second", thread=44)
    await arena.steward.lobbies.join(second, ANN, "Ann", colour="red")
    await arena.steward.lobbies.join(second, BOB, "Bob", colour="blue")
    await arena.steward.lobbies.start(second, ANN)

    listed = await ordered(arena, ANN, guild=None, channel=9)
    assert "2 questions wait for you" in listed.told
    unclear = await ordered(arena, ANN, answer="9", guild=None, channel=9)
    assert "choose with the option `chariot`" in unclear.last.text
    assert await written(arena) == {}

    # In the thread of a race, that race is meant; elsewhere the one that is chosen.
    assert "Prepare your chariot" in (await ordered(arena, ANN, channel=44)).told
    assert "write your speed" in (await ordered(arena, ANN, chariot="1:1", guild=None, channel=9)).told
    assert "Nothing to do now." in (await ordered(arena, ANN, chariot="7:1")).last.text
    assert "Nothing to do now." in (await ordered(arena, ANN, chariot="*" * 5_000)).last.text


async def test_questions_are_opened_from_the_list(arena: Arena) -> None:
    asked = await to_speeds(arena)

    interaction = await pressed(arena, ANN, OpenButton, f"open:{asked}", guild=None, channel=9)

    assert "write your speed" in interaction.told


async def test_the_question_of_a_chariot_nobody_has_is_nobodys(arena: Arena) -> None:
    asked = await to_speeds(arena)

    interaction = await pressed(arena, ANN, OpenButton, f"open:{QuestionId(RACE, EntryId(8), asked.asked)}")

    assert "not yours to drive" in interaction.last.text


async def test_the_rest_of_the_list_stays_when_one_is_answered_in_a_direct_message(arena: Arena) -> None:
    asked = await to_speeds(arena)
    assert isinstance((await arena.asked(BOB)).ask.question, WriteSpeed)

    interaction = await pressed(arena, ANN, ChoiceSelect, f"choose:{asked}", ["v9"], guild=None, channel=9)

    assert "speed 9" in interaction.told
    assert (await arena.asked(BOB)).entry == BLUE


async def test_an_answer_shows_the_way_to_what_waits_in_another_race(arena: Arena) -> None:
    asked = await to_speeds(arena)
    alone = await pressed(arena, BOB, OrdersButton, f"orders:{asked.race}")
    assert "Next: " not in " ".join(alone.last.words())
    other = await arena.lobby(title="Second", thread=99)
    await arena.steward.lobbies.join(other, ANN, "Ann", colour="red")
    await arena.steward.lobbies.fill(other, ANN, None, 2)
    await arena.steward.lobbies.start(other, ANN)
    await arena.deliver()

    answered = await filled(arena, ANN, asked, "5")

    assert f"orders:{other}" in answered.last.words()
    assert any("Next: " in each and "Second" in each for each in answered.last.words())
    opened = await pressed(arena, ANN, OrdersButton, f"orders:{other}")
    assert any("Second" in each or f":{other}:" in each for each in opened.last.words())
