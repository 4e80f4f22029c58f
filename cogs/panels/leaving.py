"""Leaving a race under way, a cup or a season: all ways that there are, each as a button with its price."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import Button, Looks
from cogs.kit.layouts import layout_of
from cogs.kit.messages import within_limits
from cogs.kit.rights import known_race
from cogs.panels.away import AwayButton
from cogs.panels.reins import chariots
from records.limits import DAY
from records.races import PublicRace, RaceRecord
from records.values import PlayerId, RaceId
from steward import Steward, waits_or_runs
from words.shared.names import harmless

Out = Literal["race", "cup", "season"]
LOOKS: Looks[Out] = {
    "race": ("Leave the race", discord.ButtonStyle.danger),
    "cup": ("Leave the cup", discord.ButtonStyle.danger),
    "season": ("Leave the season", discord.ButtonStyle.danger),
}
DAYS_AWAY = (1, 3, 7)

PRICES: Mapping[Out, str] = {
    "race": (
        "**Leave the race**: a house driver drives on for good, and anybody may take the reins. All read it. The "
        "result counts for your rating, wherever the chariot comes in; whoever takes over risks nothing. Your bets "
        "stand. `/my return` brings you back while no person has the reins."
    ),
    "cup": (
        "**Leave the cup**: out of this race and all that follow. A house driver drives until a substitute takes the "
        "reins. All read it. The points stay with the chariot, under your name. Races that you began count for your "
        "rating; later ones count for whoever begins them. `/my return` brings you back while no person has the reins."
    ),
    "season": (
        "**Leave the season**: your manager keeps the stable, with its money and debts. It races on and can't win. All "
        "read it. A race that you began counts for your rating. `/league do what:return` takes the stable back until "
        "the "
        "season ends."
    ),
}


class OutButton(Button, template="out:{act}:{race}", looks=LOOKS, answers="here"):
    """Takes the player out of a race, its cup or its season for good."""

    race: RaceId
    act: Out

    async def press(self, interaction: Interaction) -> None:
        race, player = await known_race(interaction, self.race), PlayerId(interaction.user.id)
        is_told = await _leave(interaction.client.steward, race.record, self.act, player)
        back = "/league do what:return" if self.act == "season" else "/my return"
        said = "👋 You are out, before you began: I post nothing about it."
        if is_told:
            said = f"👋 You are out, and all read it in the thread. Changed your mind? `{back}` brings you back."
        await interaction.edit_original_response(view=within_limits(layout_of(ui.TextDisplay(said))))


async def _leave(steward: Steward, race: RaceRecord, act: Out, player: PlayerId) -> bool:
    """Take somebody out for good; tell whether that is posted."""
    if act == "cup" and race.cup is not None:
        return await steward.quitting.leave(race.cup, player) != "lobby"
    if act == "season" and race.league is not None:
        return await steward.members.leave(race.league, player) != "lobby"
    await steward.quitting.leave_race(race.id, player)  # which knows whether it may be left by itself
    return True


async def offers_ways_out(interaction: Interaction, race: PublicRace) -> bool:
    """Show the player the ways out of a race that they drive in; ``False`` where they simply leave, or are not in it.

    The interaction has been deferred.
    """
    player = PlayerId(interaction.user.id)
    is_settled = waits_or_runs(race.record) and not race.record.is_practice
    seat = next((each for each in race.factions if each.player == player), None)
    if not is_settled or seat is None or not race.record.kind.takes_race_commands:
        return False
    await interaction.edit_original_response(view=within_limits(_panel(race, player, interaction.client.steward.now())))
    return True


def _panel(race: PublicRace, player: PlayerId, now: float) -> ui.LayoutView:
    mine = next(each for each in race.factions if each.player == player)
    lines = [
        f"### Leaving {harmless(race.record.title)}?",
        f"Nothing has changed yet for {chariots(race, mine.faction)}.",
    ]
    away: list[AwayButton] = []
    if mine.substitute is None:
        lines.append(_away_price(race))
        away = [AwayButton(race.record.id, int(now + days * DAY), label=_days(days)) for days in DAYS_AWAY]
    outs = list(_outs(race))
    lines += [PRICES[each] for each in outs]
    rows: list[ui.ActionRow[Any]] = [ui.ActionRow(*away)] if away else []
    rows.append(ui.ActionRow(*(OutButton(race.record.id, each) for each in outs)))
    return layout_of(ui.TextDisplay("\n".join(lines)), *rows)


def _away_price(race: PublicRace) -> str:
    """Return what being away costs; who drives meanwhile depends on what the race belongs to."""
    is_alone = race.record.cup is None and race.record.league is None
    drives = "a house driver drives" if is_alone else "a house driver drives, or a substitute if one has time,"
    return (
        f"**Away for some days**: {drives} until you are back. Nobody else gets your place. The result, with its "
        "points and prizes, stays yours and counts for your rating. `/my vacation` takes any other day."
    )


def _days(days: int) -> str:
    return "Away for a day" if days == 1 else f"Away for {days} days"


def _outs(race: PublicRace) -> Iterator[Out]:
    if race.record.cup is not None:
        yield "cup"
    elif race.record.league is not None:
        yield "season"
    else:
        yield "race"
