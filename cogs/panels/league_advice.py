"""A house manager's suggestion for the stable day as one green button: it buys, assigns, trains and enters."""

from collections.abc import Sequence
from typing import Annotated, Any

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
from words.leagues.stable_day import act_text, advice, repeated
from words.shared.telling import joined


class AdviceButton(AskButton, template="advice:{asked}:{price}", label="As suggested"):
    """Does what a house manager would do on a stable day for the sum that it says, and seals the entries."""

    price: Annotated[int, "[0-9]{1,7}"] | None = None  # none in posts from before

    async def press(self, interaction: Interaction) -> None:
        async with interaction.client.steward.leagues.following[self.asked.race]:
            await follow_advice(interaction, self.asked, self.price)


def advice_row(opened: OpenAsk) -> Sequence[ui.Item[Any]]:
    """Return the button, if a house manager would buy, assign or train something now."""
    if not _is_advised(opened) or opened.sealed is not None:
        return ()
    said, price = advice(opened.view, opened.entry)
    if not said:
        return ()
    label = f"As suggested · {money(price)}" if price else "As suggested"
    return (AdviceButton(QuestionId.by(opened), price, label=label, style=discord.ButtonStyle.success),)


def _is_advised(opened: OpenAsk) -> bool:
    """Tell whether a house manager knows this question: a stable day of an epic campaign, and nothing of a race."""
    view: Any = opened.view
    return isinstance(opened.ask.question, StableDay) and view.options.campaign == "epic"


async def follow_advice(interaction: Interaction, asked: QuestionId, said: int | None) -> None:
    """Do a house manager's acts one by one, each after the dice of the one before, and seal the best entries.

    They cost no more than was said. A refusal ends them: the question shows what stands now. So does a press on any
    other question.

    :param said: the sum on the button; where the suggestion costs another one by now, it is asked for again.
    """
    opened = await open_ask(interaction, asked)
    if not _is_advised(opened):
        await show_ask(interaction, opened)
        return
    left = advice(opened.view, asked.entry)[1]
    if left != (said or 0):
        await show_ask(interaction, opened, said=_again(left, said))
        return
    done: list[tuple[str, int]] = []
    for _ in range(epic_house.MOST_ACTS):
        act = _next(opened.view, asked.entry, left)
        if act is None:
            break
        price = _price(opened.view, asked.entry, act)
        try:
            await _do(interaction, opened, act)
        except Refused:
            await show_ask(interaction, await open_ask(interaction, asked), said=_bought(done))
            return
        left -= price
        done.append((act_text(act, opened.view.own[asked.entry].stable), price))
        opened = await open_ask(interaction, asked)
    assert isinstance(opened.ask.question, StableDay)
    await give(
        interaction, asked, pack(epic_house.entries(opened.view, asked.entry, opened.ask.question)), _bought(done)
    )


def _again(price: int, said: int | None) -> str:
    """Return what is told of a press on a suggestion that costs another sum by now."""
    was = "" if said is None else f", not {money(said)}"
    return f"⚠️ Nothing is bought yet: the suggestion now costs {money(price)}{was}. Is that all right? Press once more."


def _bought(done: Sequence[tuple[str, int]]) -> str:
    """Return what was done as suggested, each with its price, and the sum of all."""
    if not done:
        return ""
    each = [f"{text} ({money(price)})" if price and "for " + money(price) not in text else text for text, price in done]
    return f"🛒 As suggested, for {money(sum(price for _, price in done))} in all: {joined(repeated(each))}."


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
