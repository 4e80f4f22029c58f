"""The vote for the race of a season: a menu under the last paper, and its result."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import Select, chosen_number
from cogs.kit.layouts import layout_of
from cogs.kit.limits import SELECT_OPTIONS
from cogs.kit.presses import pressed_at
from cogs.panels.film import FilmButton
from cogs.panels.letters import OnPaper, known_paper
from records.letters import BallotRecord
from records.races import RaceRecord
from records.text import isolated
from records.values import PlayerId, RaceId
from steward import BallotResult
from words.shared.names import harmless
from words.shared.telling import count, joined


class BallotMenu(Select, template="ballot:{paper}", answers="anew"):
    """Names the race of the season that is chosen; another choice takes its place until the vote closes."""

    paper: OnPaper
    races: Sequence[RaceRecord] = ()

    def face(self) -> ui.Select[Any]:
        titles = [(isolated(each.title), str(each.id)) for each in self.races[:SELECT_OPTIONS]]
        options = [discord.SelectOption(label=title, value=number) for title, number in titles]
        return ui.Select(placeholder="Name the best race …", options=options)

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        await known_paper(interaction, self.paper)
        race = RaceId(chosen_number(values))
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
