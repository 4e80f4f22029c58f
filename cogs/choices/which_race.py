"""Which race somebody means: the one of this thread, the one they chose, or the only one there is."""

from collections.abc import Iterable, Sequence

from discord import app_commands

from cogs.kit.client import Interaction
from cogs.kit.declaring import About
from cogs.kit.limits import cut
from cogs.kit.messages import TellPlayer
from cogs.kit.rights import concerns, may_know, members_here, members_of, sees
from engine.game import Reason, Refused
from records.races import Place, PublicRace, RaceHeading, RaceRecord
from records.text import isolated, only_seen
from records.values import PlayerId, RaceId

STATES = {
    "lobby": "open to enter",
    "running": "under way",
    "paused": "paused",
    "finished": "over",
    "cancelled": "cancelled",
}
RACE = "Which race; the one of this thread, if you leave it out"
RATED = "Whether it counts for ratings; yes, if you leave it out"
"""Description of the option that keeps a race, cup or league out of ratings."""

_OVER = ("finished", "cancelled")
_CHOICES = 25
_LONGEST_NUMBER = 18


async def find_race(interaction: Interaction, race: str = "", *, is_for_bets: bool = False) -> PublicRace:
    """Return the race that a player means.

    :param race: a number or title, chosen or typed; empty for the race of this thread.
    :param is_for_bets: only races with a betting table, in direct messages those of every server with a purse too.
    :raises Refused: if there is no such race that this player may know of.
    :raises TellPlayer: if several races fit.
    """
    steward, place = interaction.client.steward, await place_of(interaction, is_for_bets=is_for_bets)
    if race.strip():
        return await _chosen(interaction, place, race.strip().removeprefix("#"))
    here = None if interaction.channel_id is None else await steward.index.in_thread(interaction.channel_id)
    if here is not None and (found := await _at(interaction, place, here)) is not None:
        return found
    live = await headings_here(interaction, place, is_open=True)
    if not live:
        raise TellPlayer(
            "No race is open or under way here. `/race new` opens one. One that is over needs the option `race`."
        )
    if len(live) != 1:
        raise TellPlayer(
            f"{len(live)} races are under way here: say which with the option `race`, or use the command in a race's "
            "thread. `/race list` shows them."
        )
    return await steward.race(live[0].id)


async def _chosen(interaction: Interaction, place: Place, wanted: str) -> PublicRace:
    """Return the race that is meant; its number counts before its title, which may be another's number."""
    if wanted.isascii() and wanted.isdecimal() and len(wanted) <= _LONGEST_NUMBER:
        race = await _at(interaction, place, RaceId(int(wanted)))
        if race is not None:
            return race
    known = await headings_here(interaction, place)
    called = [each.id for each in known if each.title.lower() == only_seen(wanted).lower()]
    if not called:
        raise Refused(Reason.NO_SUCH_RACE)
    return await interaction.client.steward.race(called[-1])


async def _at(interaction: Interaction, place: Place, race: RaceId) -> PublicRace | None:
    """Return a race, if it is one of a place and the player may know of it."""
    try:
        found = await interaction.client.steward.race(race)
    except Refused:
        return None
    player = PlayerId(interaction.user.id)
    is_own = place.player is not None and (found.record.host == player or found.faction_for(player) is not None)
    is_here = (is_own or found.record.guild in place.guilds) and bool(found.record.guild or not place.is_for_bets)
    is_race = not found.record.is_league  # a league has commands of its own
    return found if is_race and is_here and await may_know(interaction, found) else None


async def place_of(interaction: Interaction, *, is_for_bets: bool = False) -> Place:
    """Return where races are looked for: in this server; in a direct message, those the player takes part in."""
    player = PlayerId(interaction.user.id)
    if interaction.guild_id is not None:
        return Place((interaction.guild_id,), is_for_bets=is_for_bets)
    if not is_for_bets:
        return Place(player=player)
    guilds: list[int] = await interaction.client.steward.purses.guilds_of(player)
    return Place(tuple(await members_of(interaction, guilds)), player, is_for_bets)


async def headings_here(
    interaction: Interaction, place: Place, of: PlayerId | None = None, *, is_open: bool = False
) -> list[RaceHeading]:
    """Return all races of a place that the player may know of, the oldest first; of practices only their own.

    :param of: only those that this player hosts or drives in.
    :param is_open: only those that are not over.
    """
    members = members_here(interaction)
    found = await interaction.client.steward.index.headings(place, of, is_open=is_open)
    return [each for each in found if concerns(interaction, each) and sees(interaction, each, members)]


async def known_here(interaction: Interaction) -> list[PublicRace]:
    """Return the races of this place for a list, the oldest first: all that are not over, and the newest that are.

    Practices of other players are not among them.
    """
    members = members_here(interaction)
    found: list[PublicRace] = await interaction.client.steward.races_at(await place_of(interaction))
    return [race for race in found if concerns(interaction, race.record) and sees(interaction, race.record, members)]


async def race_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the races of this place."""
    return offered(await headings_here(interaction, await place_of(interaction)), typed)


async def own_race_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the races that the player hosts or is in, and that are not over."""
    player, place = PlayerId(interaction.user.id), await place_of(interaction)
    return offered(await headings_here(interaction, place, player, is_open=True), typed)


about_race, about_own_race = About("race", RACE, race_choices), About("race", RACE, own_race_choices)
"""Declare a command about any race, and about one that whoever acts hosts or drives in."""


def offered(known: Sequence[RaceHeading], typed: str) -> list[app_commands.Choice[str]]:
    """Return choices for the races that fit what is typed: those that are not over first, then the newest first."""
    fitting = [each for each in reversed(known) if only_seen(typed).lower() in only_seen(label(each)).lower()]
    ranked = sorted(fitting, key=lambda each: each.state in _OVER)
    return _choices(ranked[:_CHOICES])


def _choices(races: Iterable[RaceHeading]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=cut(label(race), 100), value=str(race.id)) for race in races]


def label(race: RaceHeading | RaceRecord) -> str:
    """Return a race in one line."""
    return f"#{race.id} {isolated(race.title)} · {STATES[race.state]}"
