"""Parts of /fame: how good people are, as far as races tell."""

import discord
from discord import app_commands

from cogs.choices.which_game import game_choices, game_of
from cogs.kit.client import Interaction
from cogs.kit.layouts import show_text
from cogs.kit.messages import TellPlayer
from cogs.panels.seeing import seen_by
from records.past import PastRace, RatingRow, Standing
from records.values import PlayerId, RaceId
from words import WORDS
from words.shared.fame import named, race_words
from words.shared.names import namesakes
from words.shared.ratings import FEW_RIVALS, MARGIN, is_unsure, moved, rating_words, rounded
from words.shared.telling import count

LATELY = 90 * 86_400.0
"""Seconds without a race after which the list leaves a person out."""

SHOWN, LATEST = 20, 8
GAME = "Of which game; of the one raced last, if you leave it out"
HOW_TO_READ = (
    "-# 1,540 ± 90 means: nineteen times in twenty between 1,450 and 1,630. Everybody begins at 1,500 ± 400. "
    "All rated races of this server count, also those in channels that you can't see. "
    "`/rules topic:ratings` tells more."
)


@app_commands.allowed_contexts(guilds=True, dms=True)
class RatingCommands(app_commands.Group):
    """Ratings of people, of each server and game."""

    def __init__(self) -> None:
        super().__init__(name="rating", description="Ratings: how good people are at a game, as far as races tell")

    @app_commands.command(name="show", description="A person's ratings, and what moved them")
    @app_commands.describe(person="A person; you, if you leave it out", game="One game; all, if you leave it out")
    @app_commands.autocomplete(game=game_choices)
    async def show(self, interaction: Interaction, person: discord.User | None = None, game: str = "") -> None:
        ruleset = game_of(game).id if game.strip() else None
        await interaction.response.defer(ephemeral=True, thinking=True)
        whose = person or interaction.user
        seen = await seen_by(interaction)
        fame = interaction.client.steward.fame
        rows: list[RatingRow] = await fame.history(seen, PlayerId(whose.id), ruleset)
        latest = {row.ruleset: row for row in rows}
        if not latest:
            raise TellPlayer(f"{named(whose.display_name)} has no rating yet. It comes with a race of two or more.")
        lines = [f"### 📈 {named(whose.display_name)}"]
        for each, row in sorted(latest.items()):
            rivals = await fame.rivals(seen.guild, each, row.player)
            told = rating_words(row.mean, row.deviation, row.races)
            lines.append(f"**{WORDS[each].title}: {told}**, against {count(rivals, 'rival')}")
        races: dict[RaceId, PastRace] = await fame.races(seen, [row.race for row in rows[-LATEST:]])
        lines += [_change(row, races[row.race]) for row in reversed(rows[-LATEST:]) if row.race in races]
        await show_text(interaction, "\n".join([*lines, HOW_TO_READ]))

    @app_commands.command(name="top", description="The best on this server, among those who have raced lately")
    @app_commands.describe(game=GAME)
    @app_commands.autocomplete(game=game_choices)
    async def top(self, interaction: Interaction, game: str = "") -> None:
        ruleset = game_of(game).id if game.strip() else None
        await interaction.response.defer(ephemeral=True, thinking=True)
        seen = await seen_by(interaction)
        fame, now = interaction.client.steward.fame, interaction.client.steward.now()
        chosen: str | None = ruleset or await fame.rated_last(seen)
        found: list[Standing] = []
        if chosen is not None:
            found = await fame.top(seen, chosen, since=now - LATELY, margin=MARGIN, most=SHOWN)
        if chosen is None or not found:
            raced = f"raced {WORDS[ruleset].title}" if ruleset else "raced"
            raise TellPlayer(f"Nobody here has {raced} against others in the last 90 days. `/play race` opens a race.")
        twins = namesakes((each.player, each.name) for each in found)
        lines = [_standing(place, each, twins) for place, each in enumerate(found, start=1)]
        marks = f"❔ few races, or fewer than {FEW_RIVALS} rivals: it may move far. Ranked by what is sure."
        await show_text(
            interaction, "\n".join([f"### 📈 Ratings: {WORDS[chosen].title}", *lines, f"-# {marks}", HOW_TO_READ])
        )


def _standing(place: int, each: Standing, twins: frozenset[int]) -> str:
    mark = " ❔" if is_unsure(each) else ""
    who, rating = named(each.name, each.player, twins), rounded(each.mean, each.deviation)
    return f"{place}. {who}: **{rating}**, {count(each.races, 'race')}{mark}"


def _change(row: RatingRow, race: PastRace) -> str:
    where = race_words(race.guild, race.title, race.thread)
    is_theirs = row.change < 0  # nobody else's moves by a race that was called off
    ended = "" if race.outcome == "finished" else f" (called off{', which counts as lost' if is_theirs else ''})"
    return f"{moved(row)} → {rounded(row.mean, row.deviation)} · {where}{ended} <t:{int(row.at)}:d>"
