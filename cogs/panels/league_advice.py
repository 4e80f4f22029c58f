"""A house manager's suggestion for the stable day as one green button: it buys, assigns, trains and enters."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs.choices.naming import naming
from cogs.kit.client import Interaction
from cogs.kit.presses import pressed_at
from cogs.kit.question_id import QuestionId
from cogs.panels.asking import AskButton
from cogs.panels.question import give, open_ask, show_ask
from engine.leagues import epic_house
from engine.leagues.views import LeagueView
from engine.leagues.words.sheets import StableDay
from engine.questions import Answer
from records.refusals import Refused
from records.values import EntryId, PlayerId
from steward import OpenAsk
from words.leagues.codes import pack
from words.leagues.names import money
from words.leagues.stable_day import advice


class AdviceButton(AskButton, template="advice:{asked}", label="As suggested"):
    """Does what a house manager would do on a stable day, and seals the entries."""

    async def press(self, interaction: Interaction) -> None:
        await follow_advice(interaction, self.asked)


def advice_row(opened: OpenAsk) -> Sequence[ui.Item[Any]]:
    """Return the button, if a house manager would buy, assign or train something now."""
    if not _is_advised(opened) or opened.sealed is not None:
        return ()
    said, price = advice(opened.view, opened.entry)
    if not said:
        return ()
    label = f"As suggested · {money(price)}" if price else "As suggested"
    return (AdviceButton(QuestionId.by(opened), label=label, style=discord.ButtonStyle.success),)


def _is_advised(opened: OpenAsk) -> bool:
    """Tell whether a house manager knows this question: a stable day of an epic campaign, and nothing of a race."""
    view: Any = opened.view
    return isinstance(opened.ask.question, StableDay) and view.options.campaign == "epic"


async def follow_advice(interaction: Interaction, asked: QuestionId) -> None:
    """Do a house manager's acts one by one, each after the dice of the one before, and seal the best entries.

    They cost no more than was said. A refusal ends them: the question shows what stands now. So does a press on any
    other question.
    """
    opened = await open_ask(interaction, asked)
    if not _is_advised(opened):
        await show_ask(interaction, opened)
        return
    left = advice(opened.view, asked.entry)[1]
    for _ in range(epic_house.MOST_ACTS):
        act = _next(opened.view, asked.entry, left)
        if act is None:
            break
        left -= _price(opened.view, asked.entry, act)
        try:
            await _do(interaction, opened, act)
        except Refused:
            await show_ask(interaction, await open_ask(interaction, asked))
            return
        opened = await open_ask(interaction, asked)
    assert isinstance(opened.ask.question, StableDay)
    await give(interaction, asked, pack(epic_house.entries(opened.view, asked.entry, opened.ask.question)))


def _next(view: LeagueView, entry: EntryId, left: int) -> Answer | None:
    """Return the next act, unless it costs more than is left of the sum that was said."""
    act = epic_house.next_act(view, entry)
    return act if act is not None and _price(view, entry, act) <= left else None


def _price(view: LeagueView, entry: EntryId, act: Answer) -> int:
    return epic_house.price(act, {each.number: each for each in view.own[entry].stable.chariots})


async def _do(interaction: Interaction, opened: OpenAsk, act: Answer) -> None:
    with naming(opened.race):
        player = PlayerId(interaction.user.id)
        await interaction.client.steward.leagues.act(opened.race_id, player, act, pressed=pressed_at(interaction))
