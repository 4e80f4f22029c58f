"""The vote for the race of a season: a menu under the last paper, and its result."""

import re
from collections.abc import Sequence
from typing import Any, Self

import discord
from discord import ui

from cogs.kit.items import chosen_number, chosen_values
from cogs.kit.layouts import layout_of
from cogs.kit.limits import SELECT_OPTIONS
from cogs.kit.messages import answers_for_itself
from cogs.kit.presses import pressed_at
from cogs.panels.letters import PAPER, known_paper
from cogs.panels.result import FilmButton
from records.letters import BallotRecord, Paper
from records.races import RaceRecord
from records.text import isolated
from records.values import PlayerId, RaceId
from steward import BallotResult
from words.shared.names import harmless
from words.shared.telling import count, joined


class BallotMenu(ui.DynamicItem[ui.Select[Any]], template=rf"ballot:{PAPER}"):
    """Names the race of the season that is chosen; another choice takes its place until the vote closes."""

    def __init__(self, paper: Paper, races: Sequence[RaceRecord] = ()) -> None:
        self.paper = paper
        options = [
            discord.SelectOption(label=isolated(each.title), value=str(each.id)) for each in races[:SELECT_OPTIONS]
        ]
        made: ui.Select[Any] = ui.Select(
            custom_id=f"ballot:{paper.kind}:{paper.number}", placeholder="Name the best race …", options=options
        )
        super().__init__(made)

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        kind: Any = match["kind"]
        return cls(Paper(kind, int(match["number"])))

    @answers_for_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await known_paper(interaction, self.paper)
        race = RaceId(chosen_number(chosen_values(interaction)))
        named = await interaction.client.steward.ballots.name(
            self.paper, PlayerId(interaction.user.id), race, pressed=pressed_at(interaction)
        )
        said = f"You name **{harmless(named.title)}**. Choose again to change it, until the vote closes."
        await interaction.edit_original_response(content=said)


def ballot_post(ballot: BallotRecord, races: Sequence[RaceRecord]) -> ui.LayoutView:
    """Return the post that asks for the race of the season."""
    layout = layout_of()
    asked = (
        f"🏅 **Which race was the best?** Whoever drove or owned a stable names one, until <t:{int(ballot.closes)}:F>. "
        "Nobody sees the votes before."
    )
    layout.add_item(ui.TextDisplay(asked))
    layout.add_item(ui.ActionRow(BallotMenu(ballot.paper, races)))
    return layout


def result_post(result: BallotResult) -> ui.LayoutView:
    """Return the result of a vote as a message, with the films of the races that won it."""
    layout = layout_of(ui.TextDisplay(result_text(result)))
    if result.winners:
        buttons: list[ui.Item[Any]] = [FilmButton(each.id) for each in result.winners[:5]]
        layout.add_item(ui.ActionRow(*buttons))
    return layout


def result_text(result: BallotResult) -> str:
    """Return the result of a vote in words; a tie stays a tie."""
    titles = [f"**{harmless(each.title)}**" for each in result.winners]
    if not titles:
        return "🏅 Nobody named a race of the season, so none heads the hall."
    if len(titles) == 1:
        return f"🏅 The race of the season: {titles[0]}, named by {result.votes} of {result.of}."
    each = count(result.votes, "vote")
    return f"🏅 A tie for the race of the season: {joined(titles)}, with {each} each of {result.of}."
