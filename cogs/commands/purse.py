"""/my purse: my money and its history, presents; and the best bettors, a part of /fame."""

import discord
from discord import app_commands

from cogs.kit import servers
from cogs.kit.client import Interaction
from cogs.kit.layouts import show_text
from cogs.kit.messages import TellPlayer
from cogs.kit.rights import require_here, sees_channel
from cogs.panels.bets.finding import days_of
from cogs.panels.bets.seasons import SEASON_CHOICES, began
from engine.betting.purses import DAY, week_began
from engine.betting.records import StatementLine, Tipster
from engine.betting.rules import ServerRules
from records.races import Place
from records.refusals import Reason, Refused
from records.values import PlayerId, Sesterces
from words.betting.statements import statement_line
from words.betting.table import PLAY_MONEY, gain_words, money, sesterces
from words.shared.names import harmless, namesakes, person_named
from words.shared.times import when

SHOWN = 12


MOST_TIPSTERS = 20


WEEK = 7 * DAY


@app_commands.allowed_contexts(guilds=True, dms=True)
class PurseCommands(app_commands.Group):
    """Purses of play money."""

    def __init__(self) -> None:
        super().__init__(name="purse", description="Your purse of play money: what is in it, presents, who bets best")

    @app_commands.command(name="show", description="Your purse, and where its money came from; to you alone")
    async def show(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        player = PlayerId(interaction.user.id)
        lines: list[str] = []
        for guild in await servers.servers_of(interaction):
            try:
                lines += await _purse_lines(interaction, guild, player)
            except Refused as refused:
                if refused.reason is not Reason.LEAVES_SERVER or interaction.guild_id is not None:
                    raise  # in a direct message the other servers have theirs
        await show_text(interaction, "\n".join([*lines, f"-# {PLAY_MONEY}"]))

    @app_commands.command(name="give", description="Give another player of this server some of yours")
    @app_commands.describe(player="The player who gets it", amount="How many sesterces")
    async def give(
        self, interaction: Interaction, player: discord.User, amount: app_commands.Range[int, 1, 1_000_000]
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        if interaction.guild_id is None:
            raise TellPlayer(
                "A purse belongs to a server. Use `/my purse what:give` there, where the other player is too."
            )
        await require_here(interaction, interaction.guild_id, player)
        left: Sesterces = await interaction.client.steward.wagers.give(
            interaction.guild_id,
            PlayerId(interaction.user.id),
            interaction.user.display_name,
            PlayerId(player.id),
            player.display_name,
            amount,
            str(interaction.id),
            is_bot=player.bot,
            days=days_of(interaction, interaction.user),
        )
        await interaction.edit_original_response(
            content=f"🎁 You gave **{harmless(player.display_name)}** {sesterces(amount)}. Your purse now "
            f"holds {money(left)}. `/my purse` tells them; nobody else is told."
        )

    @app_commands.command(name="tipsters", description="The bettors who have won most, counting bets that are settled")
    @app_commands.describe(season="A season of betting; this one, if you leave it out")
    @app_commands.choices(season=SEASON_CHOICES)
    async def tipsters(self, interaction: Interaction, season: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        if interaction.guild_id is None:
            raise TellPlayer("Each server has a table of its own. Use `/fame what:tipsters` in one.")
        steward = interaction.client.steward
        since, name = began(season, steward.now())
        channels: list[int] = await steward.purses.channels(interaction.guild_id)
        hidden = [each for each in channels if not sees_channel(interaction, each, interaction.user)]
        found: list[Tipster] = await steward.purses.tipsters(interaction.guild_id, since, hidden)
        if not found:
            raise TellPlayer(f"No bet has been settled {name} yet. `/bet place` places one.")
        await show_text(interaction, "\n".join(tipster_lines(found, name)))


async def _purse_lines(interaction: Interaction, guild: int, player: PlayerId) -> list[str]:
    """Return the content of a purse in words, with its latest movements."""
    steward = interaction.client.steward
    held: Sesterces = await steward.wagers.purse(guild, player)
    rules: ServerRules = await steward.wagers.server_rules(guild)
    lines: list[StatementLine] = await steward.purses.statement(guild, player, SHOWN)
    titles = {race.id: race.title for race in await steward.index.headings(Place((guild,)))}
    name = servers.server_name(interaction, guild)
    return [
        f"### 🪙 Your purse{f' in {name}' if name else ''}: {sesterces(held)}",
        _stipend(rules, steward.now(), "" if lines else _had_before(await steward.people.forgotten(player))),
        *(f"{when(each.at)} {statement_line(each, titles)}" for each in lines),
    ]


def _stipend(rules: ServerRules, now: float, had_before: str) -> str:
    """Tell of this week's stipend.

    :param had_before: that nothing came into the purse, for whoever had it before I left the server, or forgot them
    """
    if not rules.stipend:
        return "This server pays no stipend."
    following = when(week_began(now) + WEEK)
    this = had_before or f"This week's stipend of {money(rules.stipend)} is in it"
    return f"{this}; the next comes {following}, when you are back here."


def _had_before(forgotten: float | None) -> str:
    """Return why a purse begins empty: of somebody who was forgotten, or of a server that had removed me."""
    since = "I began anew here" if forgotten is None else "you were forgotten"
    return f"You had this week's stipend, and the gift of a purse, before {since}"


_COUNTED = "-# Only settled bets count, on races in channels that you see. Stakes that came back do not count."


def tipster_lines(found: list[Tipster], name: str) -> list[str]:
    """Return a line for each tipster, with their gain, the best first."""
    ranked = sorted(found, key=lambda each: (-each.gained, each.name))[:MOST_TIPSTERS]
    twins = namesakes((each.player, each.name) for each in ranked)
    lines = [
        f"{place}. {person_named(each.name, each.player, twins)}: {gain_words(each.gained)} · "
        f"{money(each.staked)} staked in {each.bets} {'bet' if each.bets == 1 else 'bets'}"
        for place, each in enumerate(ranked, 1)
    ]
    return [f"### 🏺 Tipsters {name}", *lines, _COUNTED]
