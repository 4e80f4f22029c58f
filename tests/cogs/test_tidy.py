"""The direct messages of a race stay few: the latest answer in a line, and the question that waits."""

from typing import Any

import discord
import pytest

from cogs.kit.question_id import QuestionId
from cogs.panels.question import ChoiceButton
from engine.circus_maximus.words.asks import NextAction
from tests.cogs.arena import ANN, BOB, Arena, outcome
from tests.cogs.fakes import FakeMessage
from tests.cogs.ordering import RACE, to_orders
from words.circus_maximus.codes import pack

TAKEN, ENTERED = "✅ Taken for", "Your secret decisions for"


def messages(arena: Arena) -> list[FakeMessage]:
    """Return Ann's direct messages but the one on her entry."""
    found = arena.client.user_of(ANN).dms.messages
    return [each for each in found if ENTERED not in str(each.said.words())]


async def answered(arena: Arena) -> None:
    """Let Ann press the rules' own answer under the latest direct message, and show there what is shown to her."""
    opened, message = await arena.asked(ANN), messages(arena)[-1]
    act = "drive" if isinstance(opened.ask.question, NextAction) else "answer"
    custom_id = f"{act}:{QuestionId.by(opened)}:{pack(opened.ask.default)}"
    interaction: Any = arena.act(
        ANN,
        guild=None,
        channel=message.channel.id,
        kind=discord.InteractionType.component,
        data={"custom_id": custom_id},
    )
    interaction.message = message
    match = ChoiceButton.__discord_ui_compiled_template__.fullmatch(custom_id)
    assert match
    button = await ChoiceButton.from_custom_id(interaction, discord.ui.Button(label="Old"), match)
    told = await outcome(interaction, button.callback(interaction))
    message.said = told.last


@pytest.mark.slow
async def test_of_older_answers_only_the_latest_stays_in_direct_messages(arena: Arena) -> None:
    await to_orders(arena, pace="live")
    for _ in range(6):
        for each in await arena.steward.open_asks(BOB):
            await arena.steward.races.drive(RACE, each.entry, [each.ask.default], player=BOB, asked=each.asked)
        await arena.deliver()
        if await arena.steward.open_asks(ANN):
            await answered(arena)
            assert sum(TAKEN in str(each.said.words()) for each in messages(arena)) <= 2, "one old, and this one"
    while not await arena.steward.open_asks(ANN):
        for each in await arena.steward.open_asks(BOB):
            await arena.steward.races.drive(RACE, each.entry, [each.ask.default], player=BOB, asked=each.asked)
        await arena.deliver()
    await arena.deliver()

    said = [str(each.said.words()) for each in messages(arena)]
    assert sum(TAKEN in each for each in said) == 1
    assert len(said) == 2, "the latest answer, and the question that waits"


@pytest.mark.slow
async def test_a_race_that_is_over_leaves_one_answer_and_its_result(arena: Arena) -> None:
    await to_orders(arena, pace="live")
    while await arena.steward.open_asks(ANN) or await arena.steward.open_asks(BOB):
        for each in await arena.steward.open_asks(BOB):
            await arena.steward.races.drive(RACE, each.entry, [each.ask.default], player=BOB, asked=each.asked)
        await arena.deliver()
        if await arena.steward.open_asks(ANN):
            await answered(arena)
    await arena.deliver()

    said = [str(each.said.words()) for each in messages(arena)]
    assert (await arena.steward.race(RACE)).record.state == "finished"
    assert len(said) <= 2, said
