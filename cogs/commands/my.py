"""/my: my open questions in all races; being away, and coming back."""

from collections.abc import Sequence

import discord
from discord import app_commands

from cogs.choices.which_race import own_race_choices
from cogs.kit.client import Interaction
from cogs.kit.declaring import About
from cogs.kit.layouts import rows_of, show
from cogs.kit.limits import cut, fitting
from cogs.kit.messages import SAID_AT_MOST, TellPlayer, within_limits, words_for
from cogs.kit.times import is_exact, read_until
from cogs.panels.away import ask_whether, go_away, named, own_races
from cogs.panels.card import A_BOT, show_profile
from cogs.panels.follows import list_button
from cogs.panels.forgetting import explain
from cogs.panels.my_data import give_data
from cogs.panels.my_questions import asks_message
from cogs.panels.reins import chariots
from records.acts import ActRecord
from records.races import PublicRace
from records.refusals import Refused
from records.values import PlayerId
from words import nouns_of
from words.shared.names import harmless, place_of
from words.shared.times import when

NOTHING = (
    "Nothing waits for you in any race. I'll tell you when something does. `/race do` shows races to enter, "
    "`/play alone` races alone, `/race do what:substitute` takes the place of somebody absent."
)
MOST_RESTING = 10
"""Paused races that are listed."""

REASON = 100  # characters of why; all of it stands in the race's thread

_about_race = About("race", "Only in this race; in all of yours, if you leave it out", own_race_choices)


@app_commands.allowed_contexts(guilds=True, dms=True)
class MyCommands(app_commands.Group):
    """What waits for me, and being away."""

    def __init__(self) -> None:
        super().__init__(name="my", description="Your questions in all races; being away, and coming back")

    @app_commands.command(name="races", description="Show what waits for you, in every race, and open the next")
    async def races(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        steward, player = interaction.client.steward, PlayerId(interaction.user.id)
        asked, dates = await steward.asks_of(player), (await steward.people.player(player)).dates
        resting = await _resting(interaction, dates)
        follows = await list_button(interaction)
        if not asked and not follows:
            raise TellPlayer(fitting([await _nothing(interaction), *resting], SAID_AT_MOST))
        if not asked:
            await show(interaction, [await _nothing(interaction), *resting], follows)
            return
        layout = asks_message(asked, dates, resting)
        for row in rows_of([follows]):
            layout.add_item(row)
        await interaction.edit_original_response(view=within_limits(layout))

    @_about_race(
        "vacation",
        "Let a house driver drive for you for some days",
        until="How long, such as 5d or 2w, or your last day away, such as 24 Dec or 2026-12-24",
    )
    async def vacation(self, interaction: Interaction, until: app_commands.Range[str, 1, 30], race: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        steward, player = interaction.client.steward, PlayerId(interaction.user.id)
        known = await steward.people.player(player)
        zone = known.zone or (await steward.people.server(interaction.guild_id or 0)).zone
        end = read_until(until, zone, steward.now())
        if is_exact(until):
            await interaction.edit_original_response(content=await go_away(interaction, race, end))
        else:
            await ask_whether(interaction, race, end)

    @app_commands.command(name="card", description="Your card: rating, wins, titles and your best moment, as a picture")
    @app_commands.describe(
        for_all="Show it to everybody in this channel; to you alone, if you leave it out",
        person="Whose card, to look at and to follow them; your own, if you leave it out",
    )
    async def card(self, interaction: Interaction, for_all: bool = False, person: discord.User | None = None) -> None:
        if interaction.guild_id is None:
            raise TellPlayer("Each server has a hall of its own. Use `/fame what:card` in one.")
        whose = person or interaction.user
        is_shown = for_all and whose.id == interaction.user.id  # what others did is shown by themselves
        await interaction.response.defer(ephemeral=not is_shown, thinking=True)
        if whose.bot:
            raise TellPlayer(A_BOT)
        await show_profile(interaction, whose, for_all=is_shown)

    @app_commands.command(
        name="data", description="A copy of what I keep of you, from every server, as a file for you alone"
    )
    async def data(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await give_data(interaction)

    @app_commands.command(
        name="forget", description="Delete all that I keep of you: I say first what goes, and ask once more"
    )
    async def forget(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await explain(interaction)

    @_about_race("return", "Take the reins of your chariots back")
    async def back(self, interaction: Interaction, race: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        steward, player = interaction.client.steward, PlayerId(interaction.user.id)
        taken, others = list[str](), list[str]()
        for found in await own_races(interaction, race, "paused"):
            faction = found.faction_for(player)
            if faction is None or faction.at_the_reins == player:
                continue
            told = f"{chariots(found, faction.faction)} in {harmless(found.record.title)}"
            if found.record.state == "paused":
                rests = nouns_of(found.record).said("the race rests. Take the reins when it goes on.")
                others.append(f"⏸️ {told}: {rests}")
                continue
            try:
                await steward.desk.take_reins(found.record.id, player, faction.faction)
            except Refused as refused:  # the rest are theirs all the same
                others.append(f"🚫 {told}: {words_for(refused, nouns_of(found.record))}")
            else:
                taken.append(told)
        if not taken and not others:
            raise TellPlayer("You hold the reins of all your chariots already. `/my races` shows what waits for you.")
        back = [f"🙌 Welcome back: you drive {', '.join(taken)} again. `/my races` shows what waits for you."]
        said = fitting([*(back if taken else []), *others], SAID_AT_MOST)
        await interaction.edit_original_response(content=said)


async def _resting(interaction: Interaction, dates: str) -> list[str]:
    """Return a line for each paused race that the player drives in or hosts: until when, and why."""
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    paused = [race for race in await steward.races_of(player) if race.record.state == "paused"]
    lines = [_rests(race, await steward.desk.acts(race.record.id), dates) for race in paused[-MOST_RESTING:]]
    more = len(paused) - len(lines)
    return [*lines, f"⏸️ … and {more} more that rest"] if more else lines


def _rests(race: PublicRace, acts: Sequence[ActRecord], dates: str) -> str:
    record = race.record
    where = f"⏸️ {harmless(record.title)}, {place_of(record)}: the race rests, and no deadline runs."
    if record.pause_until is None and acts and acts[-1].kind == "pause":
        return f"{where} I can't post there; it goes on as soon as I can, and its host knows the way back."
    if record.pause_until is None:
        return f"{where} Something in it does not fit any more; its host has been told how it goes on."
    why = next((act.reason for act in reversed(acts) if act.kind == "pause"), "")
    return f"{where} It goes on {when(record.pause_until, dates)}, or sooner. Why: {harmless(cut(why, REASON))}"


async def _nothing(interaction: Interaction) -> str:
    """Return that nothing waits, and where somebody else drives for the player meanwhile."""
    player = PlayerId(interaction.user.id)
    lobbies = await own_races(interaction, "")
    factions = [(race, race.faction_for(player)) for race in lobbies]
    driven = [race for race, each in factions if each and each.at_the_reins != player]
    if not driven:
        return NOTHING
    where = ", ".join(fitting([named(race) for race in driven], SAID_AT_MOST // 2).split("\n"))
    is_of_league = any(race.record.season is not None for race in driven)
    left = ", or `/league do what:return` in a league that you left" if is_of_league else ""
    return f"Nothing waits for you. Somebody else drives for you in {where}; `/my return` changes that{left}."
