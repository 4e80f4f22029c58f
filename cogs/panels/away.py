"""Being away: until when is said back, and a house driver takes the reins of all that is meant."""

from collections.abc import Sequence
from typing import Annotated

import discord
from discord import ui

from cogs.choices.which_race import find_race
from cogs.kit.client import Interaction
from cogs.kit.items import Button
from cogs.kit.layouts import layout_of
from cogs.kit.limits import fitting
from cogs.kit.messages import SAID_AT_MOST, TellPlayer, nouns_in, within_limits
from cogs.kit.rights import known_race
from cogs.kit.times import require_to_come
from records.races import PublicRace
from records.refusals import Refused
from records.values import PlayerId, RaceId
from steward import waits_or_runs
from words import nouns_of
from words.shared.names import harmless, place_of
from words.shared.nouns import RACE
from words.shared.times import when

ALL = RaceId(0)
"""In a button's id: all races of whoever presses."""


class AwayButton(
    Button, template="away:{race}:{until}", label="Yes, until then", style=discord.ButtonStyle.success, answers="here"
):
    """Goes away until the time that its message says."""

    race: RaceId
    until: Annotated[int, "[0-9]{1,11}"]

    async def press(self, interaction: Interaction) -> None:
        until = require_to_come(float(self.until), "that day", interaction.client.steward.now())
        said = await _leave_for(interaction, await self._meant(interaction), until)
        await interaction.edit_original_response(view=within_limits(layout_of(ui.TextDisplay(said))))

    async def _meant(self, interaction: Interaction) -> Sequence[PublicRace]:
        """Return the races that are meant: all, one, or a season with its races under way."""
        if self.race == ALL:
            return await own_races(interaction, "")
        found = await known_race(interaction, self.race)
        races = [] if found.record.kind.takes_race_commands else await own_races(interaction, "")
        return [each for each in (found, *races) if each is found or each.record.league == found.record.id]


async def ask_whether(interaction: Interaction, race: str, until: float) -> None:
    """Say until when somebody will be away, and ask whether that is what they mean; nothing has changed yet."""
    meant = (await find_race(interaction, race)).record.id if race else ALL
    said = nouns_in(interaction).said(f"A house driver would drive for you until {when(until, 'full')}.")
    said = f"{said} Is that what you mean?"
    layout = layout_of(ui.TextDisplay(said), ui.ActionRow(AwayButton(meant, int(until))))
    await interaction.edit_original_response(view=within_limits(layout))


async def go_away(interaction: Interaction, race: str, until: float) -> str:
    """Let house drivers drive for the player, in all races or the one that is meant; return that in words.

    :raises TellPlayer: if they drive in none.
    """
    return await _leave_for(interaction, await own_races(interaction, race), until)


async def _leave_for(interaction: Interaction, races: Sequence[PublicRace], until: float) -> str:
    steward, player, away = interaction.client.steward, PlayerId(interaction.user.id), list[PublicRace]()
    for found in races:
        try:
            await steward.desk.vacation(found.record.id, player, until)
        except Refused:
            continue  # a substitute drives there, or the race has just ended
        away.append(found)
    if not away:
        raise TellPlayer(
            "You aren't driving in any race just now, so you can be away freely. `/my races` shows paused races; "
            "come back to this when they go on."
        )
    every = {nouns_of(found.record) for found in away if found.record.kind.takes_race_commands}
    said = (every.pop() if len(every) == 1 else RACE).said(
        f"🏖️ A house driver drives for you until {when(until, 'full')}, and in leagues your manager decides. Your "
        "place is offered to nobody but substitutes of a league or cup. "
        "`/my return` takes the reins back sooner; this command again names another day. In:"
    )
    return fitting([said, *map(named, away)], SAID_AT_MOST)


async def own_races(interaction: Interaction, race: str, *states: str) -> list[PublicRace]:
    """Return the races that a player drives in, and before them the leagues they are in: all, or the one that is meant.

    :param states: those that count besides races under way and a cup's next race that waits for its start.
    """
    player = PlayerId(interaction.user.id)
    steward = interaction.client.steward
    if race:
        known = [await find_race(interaction, race)]
    else:
        known = [*await steward.leagues.of_player(player), *await steward.races_of(player)]
    mine = [found for found in known if found.faction_for(player) is not None]
    return [found for found in mine if found.record.state in states or waits_or_runs(found.record)]


def named(race: PublicRace) -> str:
    return f"**{harmless(race.record.title)}** ({place_of(race.record)})"
