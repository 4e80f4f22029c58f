"""The presets of a season, before a league is opened: what each is, and about how long it takes."""

from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Any

import discord
from discord import ui

from cogs.choices.which_pace import pace_of
from cogs.kit.client import Interaction
from cogs.kit.items import Button
from cogs.kit.layouts import boxed, layout_of
from cogs.kit.limits import cut
from cogs.kit.messages import within_limits
from cogs.kit.places import tell_with_way
from cogs.panels.open_league import TITLE, WEEKLY_PACE, founded_for, open_league, options_for
from cogs.panels.open_race import require_channel
from engine.leagues.presets import PRESETS, WEEKLY
from records.races import PublicRace
from records.values import PlayerId
from words.leagues.standings import ends_about
from words.shared.names import harmless, place_of
from words.shared.paces import NAMES

ORDER = ("short", "classic", "epic", "epic-printed", "gladiators", WEEKLY)
"""The presets as they are shown; the first one is the one for a first season."""

A_ROW = 3
"""Buttons in one, at the width of a phone."""

CODES = {each: each.replace(" ", "-") for each in ORDER}
"""How presets stand in a custom id."""

TWICE = 10.0
"""Seconds within which a second press is taken for the first one once more."""

LONGEST = 60
"""Of a title in a custom id, counted as UTF-16 does: the rest is cut off."""


class SeasonButton(Button, template="league-new:{preset}:{pace}:{rated}:{title}"):
    """Opens a league of a preset, in a thread of its own."""

    preset: Annotated[str, "|".join(CODES.values())]
    pace: Annotated[str, "[a-z]{1,10}"]
    rated: bool
    title: Annotated[str, f".{{0,{TITLE}}}"]

    async def press(self, interaction: Interaction) -> None:
        preset = next(each for each, code in CODES.items() if code == self.preset)
        pace, is_weekly, options = self.pace, preset == WEEKLY, options_for(preset)
        async with interaction.client.steward.fleet.turn(f"season {interaction.user.id}"):
            league = await _just_opened(interaction) or await open_league(
                interaction, self.title, options, pace, is_rated=self.rated, is_weekly=is_weekly
            )
        await tell_opened(interaction, league)


async def _just_opened(interaction: Interaction) -> PublicRace | None:
    """Return the league that the player opened here by a press just before: pressed twice, it is one."""
    steward, player, here = interaction.client.steward, PlayerId(interaction.user.id), require_channel(interaction).id
    known = [each for each in await steward.leagues.of_player(player) if each.record.host == player]
    found = [each for each in known if each.record.state == "lobby" and each.record.channel == here]
    return next((each for each in found if each.record.opened + TWICE > steward.now()), None)


async def tell_opened(interaction: Interaction, league: PublicRace) -> None:
    """Tell a host that a league is open, and what comes next."""
    said = (
        f"**{harmless(league.record.title)}** is open: {place_of(league.record)}. Press **Join** there. As the "
        "host, press **Add a house stable** for more rivals, then **Start**."
    )
    await tell_with_way(interaction, said, league.record)


async def show_presets(interaction: Interaction, title: str, pace: str, *, is_rated: bool) -> None:
    """Show the presets with their lengths at this pace; nothing is opened before one is pressed."""
    shown = [each for each in ORDER if each != WEEKLY or pace_of(pace) == WEEKLY_PACE]
    lines = ["### Which season?", f"Races are run {NAMES[pace_of(pace)]}. You can change all of it until the start."]
    lines += [line async for line in _lines(interaction, shown, pace)]
    lines.append("-# A season of an evening or two: `/league new pace:now`.")
    kept = cut(title, TITLE)
    while len(kept.encode("utf-16-le")) > 2 * LONGEST:
        kept = kept[:-1]
    buttons = [
        SeasonButton(CODES[each], pace_of(pace), is_rated, kept, label=each.capitalize(), style=_style(each))
        for each in shown
    ]
    rows: list[ui.ActionRow[Any]] = [ui.ActionRow(*buttons[at : at + A_ROW]) for at in range(0, len(buttons), A_ROW)]
    box = boxed(ui.TextDisplay("\n".join(lines)), *rows)
    await interaction.edit_original_response(view=within_limits(layout_of(box)))


def _style(preset: str) -> discord.ButtonStyle:
    return discord.ButtonStyle.success if preset == ORDER[0] else discord.ButtonStyle.secondary


async def _lines(interaction: Interaction, shown: Sequence[str], pace: str) -> AsyncIterator[str]:
    """Yield a line for each preset: what it is, and about how long its season takes from now."""
    leagues = interaction.client.steward.leagues
    for each in shown:
        founded = await founded_for(interaction, "", options_for(each), pace, is_weekly=each == WEEKLY)
        end = leagues.ends(PublicRace(await leagues.new_league(founded), (), ()))
        length = "" if end is None else f" {ends_about(interaction.client.steward.now(), end)}"
        yield f"**{each}** · {PRESETS[each].description}{length}"
