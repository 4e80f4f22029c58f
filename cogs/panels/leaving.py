"""Leaving a race under way, a cup or a season: all ways that there are, each as a button with its price."""

from collections.abc import Mapping
from typing import Any, Literal

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import Button, Looks
from cogs.kit.layouts import layout_of
from cogs.kit.messages import TellPlayer, within_limits
from cogs.kit.rights import known_race
from cogs.panels.away import AwayButton
from cogs.panels.league_people import BackButton, NameButton
from cogs.panels.my_questions import out_of, out_text
from cogs.panels.reins import chariots
from records.limits import DAY
from records.races import PublicRace, RaceRecord
from records.values import PlayerId, RaceId
from steward import Cup, Steward, waits_or_runs
from words import nouns_of
from words.shared.names import harmless
from words.shared.nouns import Nouns

Out = Literal["race", "cup", "season", "reins", "deputy"]
LOOKS: Looks[Out] = {
    "race": ("Leave the race", discord.ButtonStyle.danger),
    "cup": ("Leave the cup", discord.ButtonStyle.danger),
    "season": ("Leave the season", discord.ButtonStyle.danger),
    "reins": ("Give the reins back", discord.ButtonStyle.danger),
    "deputy": ("Give the stable back", discord.ButtonStyle.danger),
}
DAYS_AWAY = (1, 3, 7)

PRICES: Mapping[Out, str] = {
    "race": (
        "**Leave the race**: a house driver drives on for good, and anybody may take the reins. All read it. The "
        "result counts for your rating, wherever the chariot comes in; whoever takes over risks nothing. Your bets "
        "stand. `/my return` brings you back at any time, whoever has the reins then."
    ),
    "cup": (
        "**Leave the cup**: out of this race and all that follow. {drives} All read it. The points stay with the "
        "chariot, under your name. Races that you began count for your rating; later ones count for whoever begins "
        "them. `/my return` brings you back at any time, whoever has the reins then."
    ),
    "season": (
        "**Leave the season**: your manager keeps the stable, with its money and debts. It races on, can't win, and "
        "brings you no prize. All read it. A race that you began counts for your rating. `/league do what:return` "
        "takes the stable back until the season ends."
    ),
    "reins": (
        "**Give the reins back**: a house driver drives on, and the owner or anybody else may take over. All read it. "
        "Place, points and prizes were never yours. A race counts for your rating only if you had the reins at its "
        "start. You may not bet against this chariot, as before."
    ),
    "deputy": (
        "**Give the stable back**: its owner decides for it again, or its manager while they are silent. All read it. "
        "Its money and prizes were never yours. A race that you began counts for your rating. Only its owner can ask "
        "you again."
    ),
}

DRIVES = {
    False: "A house driver drives until a substitute takes the reins.",
    True: "Your substitute drives on.",
}
"""Who drives for somebody who leaves a cup, by whether another has the reins already."""

LEFT_CUP: Mapping[str, str] = {
    "lobby": "before its first race, and I post nothing about it. To join again, use `/cup join`.",
    "free": "and all read it. Your chariot keeps its points; a house driver has the reins until a substitute takes "
    "them. Changed your mind? `/my return` brings you back.",
    "taken": "and all read it. Your chariot keeps its points, and your substitute drives on.",
}
"""What becomes of the place of somebody who leaves a cup."""

LEFT_LEAGUE: Mapping[str, str] = {
    "lobby": "You are out of the league.",
    "stable": "A manager keeps your stable, and all read it. `/league do what:return` takes it back.",
    "deputy": "You are no deputy any more: the stable is its owner's again.",
    "queue": "You are no substitute any more.",
}

Row = ui.ActionRow[Any]


class OutButton(Button, template="out:{act}:{race}", looks=LOOKS, answers="here"):
    """Takes the player out of a race, its cup or its season for good, or off the reins of somebody else."""

    race: RaceId
    act: Out

    async def press(self, interaction: Interaction) -> None:
        race, player = await known_race(interaction, self.race), PlayerId(interaction.user.id)
        said, rows = await _leave(interaction.client.steward, race.record, self.act, player)
        await _show(interaction, f"👋 {said}", *rows)


async def _leave(steward: Steward, race: RaceRecord, act: Out, player: PlayerId) -> tuple[str, list[Row]]:
    """Take somebody out, and return what to tell them, with the buttons that lead back."""
    if act == "cup" and race.cup is not None:
        out = await steward.quitting.leave(race.cup, player)
        left = nouns_of(race).said(LEFT_CUP[out])
        return f"You are out of {harmless((await steward.cups.cup(race.cup)).record.title)}, {left}", []
    if act in ("season", "deputy") and race.season is not None:
        return await _leave_season(steward, race.season, player)
    if act == "reins":
        await steward.quitting.give_back(race.id, player)
        return nouns_of(race).said("You have given the reins back, and all read it in the thread."), []
    await steward.quitting.leave_race(race.id, player)  # which knows whether it may be left by itself
    return "You are out, and all read it in the thread. Changed your mind? `/my return` brings you back.", []


async def _leave_season(steward: Steward, league: RaceId, player: PlayerId) -> tuple[str, list[Row]]:
    left = await steward.members.leave(league, player)
    return LEFT_LEAGUE[left], [ui.ActionRow(BackButton(league), NameButton(league))] if left == "stable" else []


async def leave_cup(interaction: Interaction, cup: Cup) -> None:
    """Show the ways out of a cup; before its first race take the player out at once, who loses nothing.

    The interaction has been deferred.
    """
    has_begun = bool(cup.over) and cup.record.state == "open"
    if cup.races and await _offers(interaction, cup.races[-1], has_begun=has_begun):
        return
    player, title = PlayerId(interaction.user.id), harmless(cup.record.title)
    out = await interaction.client.steward.quitting.leave(cup.id, player)
    await _show(interaction, f"You are out of {title}, {LEFT_CUP[out]}")


async def leave_league(interaction: Interaction, league: PublicRace) -> None:
    """Show the ways out of a season under way; take at once whoever loses nothing: before it, or a substitute.

    The interaction has been deferred.
    """
    player = PlayerId(interaction.user.id)
    if league.record.state == "running" and league.faction_for(player) is not None:
        await _offer(interaction, league)
        return
    said, rows = await _leave_season(interaction.client.steward, league.record.id, player)
    await _show(interaction, said, *rows)


async def offers_ways_out(interaction: Interaction, race: PublicRace) -> bool:
    """Show the player the ways out of a race that they drive in; ``False`` where they simply leave, or are not in it.

    The interaction has been deferred.
    """
    return await _offers(interaction, race, has_begun=False)


async def _offers(interaction: Interaction, race: PublicRace, *, has_begun: bool) -> bool:
    """Do so, too, between two races of a cup that *has begun*."""
    player, record = PlayerId(interaction.user.id), race.record
    is_between = has_begun and any(each.player == player for each in race.factions)
    is_settled = waits_or_runs(record) and not record.is_practice and race.faction_for(player) is not None
    if not (is_settled or is_between) or not record.kind.takes_race_commands:
        return False
    await interaction.client.steward.quitting.require_in(race, player)
    if _out_alone(race) and await out_of(interaction, race):
        raise TellPlayer(out_text(race))
    await _offer(interaction, race)
    return True


def _out_alone(race: PublicRace) -> bool:
    """Tell whether leaving means this race alone: whoever is out of a race of a cup or season may leave that."""
    return race.record.cup is None and race.record.season is None


async def _offer(interaction: Interaction, race: PublicRace) -> None:
    """Show the ways out of a race, or a season, that the player has reins in."""
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    mine = race.faction_for(player)
    assert mine is not None
    out = await _out(steward, race, player)
    nouns = nouns_of(race.record)
    rows: list[Row] = [ui.ActionRow(OutButton(race.record.id, out, label=nouns.said(LOOKS[out][0])))]
    lines = [
        f"### Leaving {harmless(race.record.title)}?",
        f"Nothing has changed yet for {chariots(race, mine.faction)}.",
    ]
    if waits_or_runs(race.record) and mine.holder == player and not await out_of(interaction, race):
        now = steward.now()
        away = [AwayButton(race.record.id, int(now + days * DAY), label=_days(days)) for days in DAYS_AWAY]
        lines.append(told_of(nouns, _away_price(race, is_own=mine.player == player)))
        rows.insert(0, ui.ActionRow(*away))
    price = PRICES[out].format(drives=DRIVES[mine.substitute is not None])
    await _show(interaction, "\n".join([*lines, told_of(nouns, price)]), *rows)


def _away_price(race: PublicRace, *, is_own: bool) -> str:
    """Return what being away costs; who decides meanwhile depends on what the race belongs to."""
    if race.record.kind.has_managers:
        drives = "your manager decides for the stable, and a house driver or a substitute drives,"
    elif race.record.cup is None and race.record.league is None:
        drives = "a house driver drives"
    else:
        drives = "a house driver drives, or a substitute if one has time,"
    keeps = "The result, with its points and prizes, stays yours and counts for your rating."
    if not is_own:
        keeps = "The owner may take the reins back at any time."
    return (
        f"**Away for some days**: {drives} until you are back. Nobody else gets your place. {keeps} `/my vacation` "
        "takes any other day."
    )


def told_of(nouns: Nouns, price: str) -> str:
    """Return a way out and its price as the game says it: the way in bold, which :meth:`Nouns.said` leaves alone.

    >>> told_of(Nouns(contest="duel"), "**Leave the race**: all read it in the race's thread.")
    "**Leave the duel**: all read it in the duel's thread."
    """
    way, colon, rest = price.partition("**:")
    return f"**{nouns.said(way.removeprefix('**'))}{colon}{nouns.said(rest)}"


def _days(days: int) -> str:
    return "Away for a day" if days == 1 else f"Away for {days} days"


async def _out(steward: Steward, race: PublicRace, player: PlayerId) -> Out:
    """Return the way out for good of somebody with a place in a race, their own or in another's stead."""
    record = race.record
    home = race if record.season in (None, record.id) else await steward.race(record.season)
    seat = home.faction_for(player) if record.season is not None else None
    if seat is not None and seat.player != player:
        return "deputy"
    if seat is None and not any(each.player == player for each in race.factions):
        return "reins"
    if record.cup is not None:
        return "cup"
    return "race" if record.season is None else "season"


async def _show(interaction: Interaction, said: str, *rows: Row) -> None:
    await interaction.edit_original_response(view=within_limits(layout_of(ui.TextDisplay(said), *rows)))
