"""Which league somebody means: the one of this thread, the one they chose, or the only one there is."""

from discord import app_commands

from cogs.kit.client import Interaction
from cogs.kit.declaring import About
from cogs.kit.limits import SELECT_OPTIONS, cut
from cogs.kit.messages import TellPlayer
from cogs.kit.rights import concerns, members_here, sees, takes_part
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.text import folded, isolated
from records.values import PlayerId
from words.leagues.names import STATES

LEAGUE = "Which league; the one of this thread, if you leave it out"
_OPEN = ("lobby", "running", "paused")


async def find_league(interaction: Interaction, wanted: str = "") -> PublicRace:
    """Return the league that a player means.

    :param wanted: a number or title, chosen or typed; empty for the league of this thread.
    :raises Refused: if there is no such league that this player may know of.
    :raises TellPlayer: if several leagues fit.
    """
    known = await _known_here(interaction)
    if meant := folded(wanted).removeprefix("#"):
        found = [each for each in known if meant in (str(each.record.id), folded(each.record.title))]
        if not found:
            raise Refused(Reason.NO_SUCH_RACE, what="league")
        return found[-1]
    known = [each for each in known if concerns(interaction, each.record)]
    here = [
        each for each in known if interaction.channel_id is not None and each.record.thread == interaction.channel_id
    ]
    live = here or [each for each in known if each.record.state in _OPEN] or known[-1:]
    if not live:
        raise TellPlayer("No league is here yet. `/league new` opens one.")
    if not here and len(live) != 1:
        raise TellPlayer(
            f"{len(live)} leagues are under way here: say which with the option `league`, or use the command "
            "in a league's thread. `/league new` opens one."
        )
    return live[-1]


async def _known_here(interaction: Interaction) -> list[PublicRace]:
    """Return the leagues of this server that the player may know of; in direct messages, those they are in."""
    leagues = interaction.client.steward.leagues
    if interaction.guild_id is None:
        found: list[PublicRace] = await leagues.of_player(PlayerId(interaction.user.id))
        return found
    members = members_here(interaction)
    here: list[PublicRace] = await leagues.of_guild(interaction.guild_id)
    return [each for each in here if takes_part(interaction, each) or sees(interaction, each.record, members)]


async def league_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the leagues of this place, those that are not over first, then the newest first."""
    known = [each for each in await _known_here(interaction) if concerns(interaction, each.record)]
    known.sort(key=lambda each: (each.record.state not in _OPEN, -each.record.id))
    named = [
        (f"#{each.record.id} {isolated(each.record.title)} · {STATES[each.record.state]}", each.record.id)
        for each in known
    ]
    fitting = [(name, number) for name, number in named if folded(typed) in folded(name)]
    return [app_commands.Choice(name=cut(name, 100), value=str(number)) for name, number in fitting[:SELECT_OPTIONS]]


about_league = About("league", LEAGUE, league_choices)
"""Declares a command about a league."""
