"""/cup: a series of races of any game. Open one, enter, see how it stands, go on to the next race, end it."""

import discord
from discord import app_commands

from cogs.choices.which_game import (
    GAME,
    PRESET,
    colour_choices,
    game_choices,
    game_of,
    preset_choices,
    preset_of,
    preset_options,
)
from cogs.choices.which_pace import STORY, STORY_CHOICES, ClockWishes, timing_for, with_clocks
from cogs.choices.which_race import RATED
from cogs.kit.client import Interaction
from cogs.kit.declaring import About
from cogs.kit.limits import SELECT_OPTIONS, cut
from cogs.kit.messages import TellPlayer
from cogs.kit.new_threads import thread_once
from cogs.kit.rights import acts_for, is_there, may_know_cup, require_trusted
from cogs.panels.cup_paper import own_paper
from cogs.panels.cup_standings import standings_message
from cogs.panels.export import export_cup
from cogs.panels.hosts import tell_if_orphaned
from cogs.panels.leaving import leave_cup
from cogs.panels.letters import show_letters
from cogs.panels.lobby import enter
from cogs.panels.open_race import require_channel, require_rights_in
from cogs.panels.options import show_options, zone_line
from records.letters import Paper
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.text import folded, isolated
from records.values import CupId, PlayerId, RaceId
from steward import LONGEST_REASON, MOST_POINTS, Agreed, Cup
from words.reading.sums import read_number
from words.shared.names import harmless, place_of

CUP = "Which cup; the one of this thread, if you leave it out"
TITLE = 40
LATE_CHOICES = [
    app_commands.Choice(name="Nobody", value="never"),
    app_commands.Choice(name="Anybody, until half of the races are run", value="half"),
    app_commands.Choice(name="Anybody, until the last race starts", value="always"),
]
STATES = {"open": "under way", "finished": "over", "cancelled": "cancelled"}


def last_to_join(late: str, races: int) -> int:
    """Return the last race that somebody may join a cup in.

    :raises TellPlayer: if that is no choice.

    >>> last_to_join("", 5), last_to_join("half", 5), last_to_join("always", 5)
    (1, 3, 5)
    """
    last = {"": 1, "never": 1, "half": races // 2 + 1, "always": races}.get(late)
    if last is None:
        raise TellPlayer(f"{harmless(late)} is no choice here. Choose one of: never, half, always.")
    return last


async def _open(interaction: Interaction, channel: discord.TextChannel, agreed: Agreed) -> None:
    """Open a cup with the thread of its first race; without a thread there is no cup."""
    steward = interaction.client.steward
    cup = await steward.cups.open(agreed)
    try:
        first = await _in_thread(interaction, channel, cup.races[0])
    except Exception:  # whatever it was, nobody could ever enter
        await steward.cups.cancel(cup.id, agreed.host)
        raise
    said = (
        f"**{harmless(cup.record.title)}**, a cup of {cup.record.races} races, is open. Enter its first race in "
        f"{place_of(first.record)}, or with `/cup join`; start it when all are in. The same players drive in all races."
    )
    await show_options(interaction, first, f"{said}{zone_line(first.record, steward.now())}")


async def _in_thread(interaction: Interaction, channel: discord.TextChannel, race: PublicRace) -> PublicRace:
    """Return a race of a cup with its thread, which it opens if there is none yet."""
    steward = interaction.client.steward
    if not race.record.thread:
        async with thread_once(channel, race.record.title, steward.index.told_in) as thread:
            await steward.lobbies.set_thread(race.record.id, thread)
    return await steward.race(race.record.id)


async def find_cup(interaction: Interaction, wanted: str = "") -> Cup:
    """Return the cup that a player means.

    :param wanted: a number or title, chosen or typed; empty for the cup of this thread, elsewhere for the cup under
        way, or else the latest.
    :raises Refused: if there is no such cup that this player may know of.
    """
    known = await _known_here(interaction)
    if meant := folded(wanted).removeprefix("#"):
        found = [cup for cup in known if meant in (str(cup.id), folded(cup.record.title))]
        found = found or await _numbered(interaction, meant)
        if not found:
            raise Refused(Reason.NO_SUCH_CUP)
        return found[-1]
    here = [cup for cup in known if any(race.record.thread == interaction.channel_id for race in cup.races)]
    live = here or [cup for cup in known if cup.record.state == "open"] or known[-1:]
    if not live:
        raise TellPlayer("No cup is here yet. `/cup new` opens one.")
    if not here and len(live) != 1:
        raise TellPlayer(
            f"{len(live)} cups are under way here: say which with the option `cup`, or use the command in the "
            "thread of one of its races. `/cup new` opens one."
        )
    return live[-1]


async def _numbered(interaction: Interaction, number: str) -> list[Cup]:
    """Return the cup of this server with a number, even if long over; ``None`` if there is none."""
    if (numbered := read_number(number)) is None:
        return []
    try:
        cup = await interaction.client.steward.cups.cup(CupId(numbered))
    except Refused:
        return []
    return [cup] if cup.record.guild == interaction.guild_id and may_know_cup(interaction, cup) else []


async def _known_here(interaction: Interaction) -> list[Cup]:
    """Return the cups of this server that the player may know of; in a direct message, those the player is in."""
    cups = interaction.client.steward.cups
    if interaction.guild_id is not None:
        return [cup for cup in await cups.of_guild(interaction.guild_id) if may_know_cup(interaction, cup)]
    return await cups.of_player(PlayerId(interaction.user.id))


async def cup_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the cups of this place, the newest first."""
    known = [(label(cup), cup) for cup in reversed(await _known_here(interaction))]
    fitting = [(name, cup) for name, cup in known if folded(typed) in folded(name)]
    return [app_commands.Choice(name=cut(name, 100), value=str(cup.id)) for name, cup in fitting[:SELECT_OPTIONS]]


def label(cup: Cup) -> str:
    run = f"{len(cup.over)} of {cup.record.races} races"
    return f"#{cup.id} {isolated(cup.record.title)} · {run} · {STATES[cup.record.state]}"


_about_cup = About("cup", CUP, cup_choices)


@app_commands.allowed_contexts(guilds=True, dms=True)
class CupCommands(app_commands.Group):
    """Cups: series of races with points."""

    def __init__(self) -> None:
        super().__init__(name="cup", description="Cups: series of races of the same players, with points for places")

    @app_commands.command(
        name="new", description="Open a cup: several races with the same players, and points for places"
    )
    @app_commands.describe(
        game=GAME,
        preset=PRESET,
        title=f"The cup's title, {TITLE} characters at most",
        races="How many races; as many as the game recommends, if you leave it out",
        story=STORY,
        rated=RATED,
        late="Whether newcomers may enter after the first race starts; not, if you leave it out",
    )
    @app_commands.choices(story=STORY_CHOICES, late=LATE_CHOICES)
    @app_commands.autocomplete(game=game_choices, preset=preset_choices)
    @with_clocks
    async def new(  # noqa: PLR0913, PLR0917  each is an option of the command
        self,
        interaction: Interaction,
        game: str = "",
        preset: str = "",
        title: app_commands.Range[str, 1, TITLE] = "",
        races: app_commands.Range[int, 1, 25] | None = None,
        story: str = "",
        rated: bool = True,
        late: str = "",
        *,
        clocks: ClockWishes,
    ) -> None:
        rules = game_of(game)
        options = preset_options(rules, preset)
        await interaction.response.defer(ephemeral=True, thinking=True)
        clocks = clocks.or_of(rules, preset_of(rules, preset))
        timing = await timing_for(interaction, rules, clocks, story=story)
        channel = require_channel(interaction)
        count = rules.series.races if races is None else races
        agreed = Agreed(
            guild=interaction.guild_id or 0,
            channel=channel.id,
            host=PlayerId(interaction.user.id),
            ruleset=rules.id,
            options=options,
            series=rules.series.options(),
            timing=timing,
            title=title or cut(f"{interaction.user.display_name}'s cup", TITLE),
            is_rated=rated,
            races=count,
            late=last_to_join(late, count),
        )
        await _open(interaction, channel, agreed)

    @_about_cup(
        "join",
        "Enter a cup before its first race, or later if it takes newcomers",
        colour="Your chariot's colour, in all races",
        name="Your chariot's name, 32 characters at most",
        word="Any word: it is mixed into the dice, so nobody can fix them",
    )
    @app_commands.autocomplete(colour=colour_choices)
    async def join(
        self,
        interaction: Interaction,
        cup: str = "",
        colour: str | None = None,
        name: str | None = None,
        word: str = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_cup(interaction, cup)
        if not found.races:
            raise TellPlayer(
                "The first race of that cup was cancelled. `/host cup what:next` opens it again; then you can enter."
            )
        await enter(interaction, found.races[-1], colour, name, word)

    @_about_cup("standings", "Show how a cup stands, to you alone")
    async def standings(self, interaction: Interaction, cup: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_cup(interaction, cup)
        picture = await interaction.client.steward.gallery.cup(found)
        chances = await interaction.client.steward.cups.chances(found)
        layout, files = standings_message(found, picture, {} if chances is None else chances.thousandths)
        await interaction.edit_original_response(view=layout, attachments=files)

    @_about_cup("paper", "A cup's latest paper and its calendar, to you alone")
    async def paper(self, interaction: Interaction, cup: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        layout, files = await own_paper(interaction.client.steward, await find_cup(interaction, cup))
        await interaction.edit_original_response(view=layout, attachments=files)

    @_about_cup(
        "substitute",
        "Drive for others in a cup, whenever a chariot has no driver",
        stop="Leave the queue of substitutes",
    )
    async def substitute(self, interaction: Interaction, cup: str = "", *, stop: bool = False) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_cup(interaction, cup)
        said = await (_stop(interaction, found) if stop else _volunteer(interaction, found))
        await interaction.edit_original_response(content=said)

    @_about_cup("letter", "Write to a cup's next paper; its host also decides on letters")
    async def letter(self, interaction: Interaction, cup: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_cup(interaction, cup)
        await show_letters(interaction, Paper("cup", found.id), found.record)

    @_about_cup("leave", "Leave a cup; once it has begun, see each way out and what it costs")
    async def leave(self, interaction: Interaction, cup: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await leave_cup(interaction, await find_cup(interaction, cup))

    @_about_cup("export", "Get a cup and its races as an archive: page, facts, tables, films")
    async def export(self, interaction: Interaction, cup: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await export_cup(interaction, await find_cup(interaction, cup))

    @_about_cup("next", "Open the next race of a cup that you host")
    async def next(self, interaction: Interaction, cup: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_cup(interaction, cup)
        await interaction.edit_original_response(content=await _go_on(interaction, found))

    @_about_cup(
        "correct",
        "Give a player of a cup that you host points, or take some",
        player="The player whose points you put right",
        points="How many; below 0 to take some",
        reason="Your reason: everybody reads it in the thread of the latest race",
    )
    async def correct(
        self,
        interaction: Interaction,
        player: discord.User,
        points: app_commands.Range[int, -MOST_POINTS, MOST_POINTS],
        reason: app_commands.Range[str, 1, LONGEST_REASON],
        cup: str = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_cup(interaction, cup)
        by = await _require_trusted(interaction, found)
        await interaction.client.steward.cups.correct(found.id, by, PlayerId(player.id), points, reason)
        await interaction.edit_original_response(
            content=f"Done: {points:+d} for <@{player.id}>. All read it, and the cup's paper appears anew."
        )

    @_about_cup("cancel", "End a cup that you host, without a winner")
    async def cancel(self, interaction: Interaction, cup: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_cup(interaction, cup)
        by = await _require_trusted(interaction, found)
        await interaction.client.steward.cups.cancel(found.id, found.record.host, by)
        await interaction.edit_original_response(content=f"{harmless(found.record.title)} is cancelled.")


async def _require_trusted(interaction: Interaction, cup: Cup) -> PlayerId:
    """Return the player who acts on a cup as its host or a moderator: see :func:`require_trusted`."""
    if acts_for(interaction, cup.record) != cup.record.host:
        raise Refused(Reason.NOT_THE_HOST, what="cup")
    return await require_trusted(interaction, cup.races[-1]) if cup.races else PlayerId(interaction.user.id)


async def _volunteer(interaction: Interaction, cup: Cup) -> str:
    """Put the player into the queue of a cup's substitutes, and return the sentence that says so."""
    place = await interaction.client.steward.substitutes.volunteer(
        _latest(cup), PlayerId(interaction.user.id), interaction.user.display_name
    )
    return (
        f"You are substitute number {place} of {harmless(cup.record.title)}. I ask you when a chariot has no driver. "
        "You drive, and its owner keeps the points. `/cup do what:substitute stop:True` ends it."
    )


async def _stop(interaction: Interaction, cup: Cup) -> str:
    """Take the player out of the queue of a cup's substitutes, and return the sentence that says so."""
    steward = interaction.client.steward
    was_in = await steward.substitutes.withdraw(await steward.race(_latest(cup)), PlayerId(interaction.user.id))
    if not was_in:
        raise TellPlayer("You are no substitute of this cup. `/cup do what:substitute` makes you one.")
    return "You are no substitute any more. What you drive now stays yours until its owner is back."


def _latest(cup: Cup) -> RaceId:
    """Return the latest race of a cup; :exc:`TellPlayer` if it has none."""
    if not cup.races:
        raise TellPlayer("The first race of that cup was cancelled. `/host cup what:next` opens it again.")
    return cup.races[-1].record.id


async def _go_on(interaction: Interaction, cup: Cup) -> str:
    """Open a cup's next race, or find the open one, and return the sentence for the host."""
    cups, host = interaction.client.steward.cups, acts_for(interaction, cup.record)
    if cup.races:
        await tell_if_orphaned(interaction, cup.races[-1])
    async with cups.one_at_a_time[cup.id]:
        race = await cups.next_race(cup.id, host)
        race = await _in_thread(interaction, await _home(interaction, cup), race)
    title, where = harmless(race.record.title), place_of(race.record)
    if race.factions:
        return f"**{title}** is open: {where}. Everybody is in. Press **Start** there when all have placed their bets."
    return f"**{title}** is open: {where}. Enter it there, or with `/cup join`; start it when all are in."


async def _home(interaction: Interaction, cup: Cup) -> discord.TextChannel:
    """Return the channel of a cup's threads."""
    await interaction.client.seek(cup.record.guild)
    channel = interaction.client.get_channel(cup.record.channel)
    if not isinstance(channel, discord.TextChannel):
        raise TellPlayer(
            f"I can't see the channel of {harmless(cup.record.title)} any more. Let my role view it. If it was "
            "deleted, end the cup with `/host cup what:cancel` and open another."
        )
    require_rights_in(_my_rights(interaction, cup, channel), channel.id)
    return channel


def _my_rights(interaction: Interaction, cup: Cup, channel: discord.TextChannel) -> discord.Permissions:
    """Return my rights in a cup's channel, wherever the player used the command."""
    if is_there(interaction, cup.record) or interaction.channel_id in [race.record.thread for race in cup.races]:
        return interaction.app_permissions  # Discord tells them with each command
    return channel.permissions_for(channel.guild.me)
