"""Putting questions to players: buttons, selects and a typed answer, each knowing all it needs in its custom id.

So they work after a restart, in a direct message and in a private answer alike, and a press on an old message is refused
kindly. The question itself, and what may be answered, come from the race as it stands when somebody presses.
"""

import re
from typing import Any, Self

import discord
from discord import ui

from cogs.client import Interaction
from cogs.limits import BUTTON_LABEL, cut
from cogs.messages import Said, answers_for_itself, measured
from cogs.names import names_of, plain_names_of
from cogs.present import WORDS
from cogs.present.words import Choice, Controls, Words
from engine.values import EntryId, PlayerId, RaceId
from steward import OpenAsk, Picture, Steward

STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}
_ASK = r"(?P<race>\d+):(?P<entry>\d+):(?P<asked>\d+)"
MODAL_ID = re.compile(rf"type:{_ASK}")
ACCENT = 0xB5832E  # the sand of the arena


class Asked:
    """Which question a button belongs to."""

    def __init__(self, race: RaceId, entry: EntryId, asked: int) -> None:
        self.race, self.entry, self.asked = race, entry, asked

    @classmethod
    def of(cls, match: re.Match[str]) -> Self:
        return cls(RaceId(int(match["race"])), EntryId(int(match["entry"])), int(match["asked"]))

    def __str__(self) -> str:
        return f"{self.race}:{self.entry}:{self.asked}"


class ChoiceButton(
    ui.DynamicItem[ui.Button[Any]], template=rf"(?P<act>answer|plan|drive):{_ASK}:(?P<code>[a-z0-9-]*)"
):
    """Gives an answer, looks at a plan, or drives it."""

    def __init__(self, asked: Asked, choice: Choice) -> None:
        self.asked, self.act, self.code = asked, choice.act, choice.code
        super().__init__(
            ui.Button(
                label=cut(choice.label, BUTTON_LABEL),
                style=STYLES[choice.style],
                disabled=choice.disabled,
                custom_id=f"{choice.act}:{asked}:{choice.code}",
            )
        )

    @classmethod
    async def from_custom_id(cls, _interaction: Any, item: Any, match: re.Match[str], /) -> Self:
        act = match["act"]
        kind = "answer" if act == "answer" else "plan" if act == "plan" else "drive"
        return cls(Asked.of(match), Choice(item.label or "…", kind, match["code"]))

    @answers_for_itself
    async def callback(self, interaction: Interaction) -> None:
        await interaction.response.defer()
        if self.act == "plan":
            await show_ask(interaction, self.asked, self.code)
        else:
            await give(interaction, self.asked, self.code)


class ChoiceSelect(ui.DynamicItem[ui.Select[Any]], template=rf"choose:{_ASK}"):
    """Gives the answer that is chosen."""

    def __init__(self, asked: Asked, controls: Controls | None = None) -> None:
        self.asked = asked
        select: ui.Select[Any] = ui.Select(custom_id=f"choose:{asked}")
        if controls is not None:
            select.placeholder = controls.placeholder
            select.options = [
                discord.SelectOption(label=cut(option.label, 100), value=option.code, description=option.description or None)
                for option in controls.options
            ]
        super().__init__(select)

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        return cls(Asked.of(match))

    @answers_for_itself
    async def callback(self, interaction: Interaction) -> None:
        await interaction.response.defer()
        data: Any = interaction.data
        await give(interaction, self.asked, data["values"][0])


class TypeButton(ui.DynamicItem[ui.Button[Any]], template=rf"typing:{_ASK}"):
    """Opens a form to type the answer in."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        super().__init__(ui.Button(label="Type it", emoji="⌨️", custom_id=f"typing:{asked}"))

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        return cls(Asked.of(match))

    @answers_for_itself
    async def callback(self, interaction: Interaction) -> None:
        # A modal must be the first answer, so the question is read before: out of memory, as a rule.
        asked = await open_ask(interaction, self.asked)
        controls = words_of(interaction.client.steward, asked).controls(asked.view, asked.ask, {}, "")
        await interaction.response.send_modal(typing_form(self.asked, controls))


def typing_form(asked: Asked, controls: Controls) -> ui.Modal:
    """Return the form; its submission is caught by its custom id, so that a restart in between loses nothing."""
    form = ui.Modal(title="Your answer", custom_id=f"type:{asked}", timeout=900)
    field: ui.TextInput[Any] = ui.TextInput(custom_id="text", max_length=200, placeholder=controls.typed_example)
    form.add_item(ui.Label(text=cut(controls.typed_label, 45), component=field))
    return form


async def typed(interaction: Interaction, asked: Asked, text: str) -> None:
    """Take what was typed into the form of a question."""
    await interaction.response.defer()
    opened = await open_ask(interaction, asked)
    answers = words_of(interaction.client.steward, opened).read(opened.view, opened.ask, text)
    await _give(interaction, opened, answers)


async def give(interaction: Interaction, asked: Asked, code: str) -> None:
    """Give the answer, or drive the plan, that a control stands for."""
    opened = await open_ask(interaction, asked)
    await _give(interaction, opened, words_of(interaction.client.steward, opened).unpack(code))


async def _give(interaction: Interaction, opened: OpenAsk, answers: Any) -> None:
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    driven = await steward.drive(opened.race, opened.entry, answers, player=player, asked=opened.asked)
    await show_outcome(interaction, opened, driven)


async def open_ask(interaction: Interaction, asked: Asked) -> OpenAsk:
    """Return the question a control belongs to; :exc:`Refused` if it is over or not this player's."""
    player = PlayerId(interaction.user.id)
    return await interaction.client.steward.open_ask(asked.race, asked.entry, player, asked=asked.asked)


def words_of(steward: Steward, opened: OpenAsk) -> Words:
    return WORDS[opened.ruleset]
