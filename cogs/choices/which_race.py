"""Which race somebody means: the one of this thread, the one they chose, or the only one there is."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from discord import app_commands

from cogs.kit.client import Interaction
from cogs.kit.declaring import About
from cogs.kit.limits import cut
from cogs.kit.messages import TellPlayer
from cogs.kit.rights import Members, betting_guilds, concerns, looked_at, may_know, members_in, sees, takes_part
from records.races import Place, PublicRace, RaceHeading, RaceRecord
from records.refusals import Reason, Refused
from records.text import folded, isolated
from records.values import PlayerId, RaceId
from words.reading.sums import read_number
from words.shared.names import harmless

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
_NAMED = 5
"""Races that are named where a player has to say which is meant."""


class NoRace(TellPlayer):
    """There is no race that somebody could mean without naming one."""


class Around(NamedTuple):
    """Where races are looked for, and the player as a member there: so each look-up asks what they see."""

    place: Place
    members: Members


async def find_race(interaction: Interaction, race: str = "", *, is_for_bets: bool = False) -> PublicRace:
    """Return the race that a player means.

    :param race: a number or title, chosen or typed; empty for the race of this thread.
    :param is_for_bets: only races with a betting table, in direct messages those of every server with a purse too.
    :raises Refused: if there is no such race that this player may know of.
    :raises TellPlayer: if several races fit.
    """
    steward, around = interaction.client.steward, await around_here(interaction, is_for_bets=is_for_bets)
    if race.strip():
        return await looked_at(interaction, await _chosen(interaction, around, race.strip().removeprefix("#")))
    here = None if interaction.channel_id is None else await steward.index.in_thread(interaction.channel_id)
    if here is not None and (found := await _at(interaction, around, here)) is not None:
        return await looked_at(interaction, found)
    live = await headings_here(interaction, around, is_open=True)
    if not live:
        raise NoRace(
            "No race is open or under way here. `/play race` opens one. One that is over needs the option `race`."
        )
    if len(live) != 1:
        raise TellPlayer(_which_of(live, is_direct=interaction.guild_id is None))
    return await looked_at(interaction, await steward.race(live[0].id))


def _which_of(live: Sequence[RaceHeading], *, is_direct: bool) -> str:
    """Return what to say of several races: where to see them, or in a direct message the first ones by number."""
    if not is_direct:
        return (
            f"{len(live)} races are open or under way here: say which with the option `race`, or use the command in a "
            "race's thread. `/race do` shows them."
        )
    named = ", ".join(f"`{each.id}` {harmless(each.title)}" for each in live[:_NAMED])
    return f"{len(live)} races are open or under way. Say which with the option `race`: {named}."


async def _chosen(interaction: Interaction, around: Around, wanted: str) -> PublicRace:
    """Return the race that is meant; its number counts before its title, which may be another's number."""
    if (number := read_number(wanted)) is not None:
        race = await _at(interaction, around, RaceId(number))
        if race is not None:
            return race
    known = await headings_here(interaction, around)
    called = [each.id for each in known if folded(each.title) == folded(wanted)]
    if not called:
        raise Refused(Reason.NO_SUCH_RACE)
    return await interaction.client.steward.race(called[-1])


async def _at(interaction: Interaction, around: Around, race: RaceId) -> PublicRace | None:
    """Return a race, if it is one of a place and the player may know of it."""
    try:
        found = await interaction.client.steward.race(race)
    except Refused:
        return None
    place = around.place
    is_own = place.player is not None and takes_part(interaction, found)
    is_here = (is_own or found.record.guild in place.guilds) and bool(found.record.guild or not place.is_for_bets)
    is_race = found.record.kind.takes_race_commands
    return found if is_race and is_here and await may_know(interaction, found) else None


async def around_here(interaction: Interaction, *, is_for_bets: bool = False) -> Around:
    """Return where races are looked for: in this server; in a direct message, those the player takes part in.

    :param is_for_bets: races with a betting table; in a direct message also those of all servers with a purse.
    """
    player = PlayerId(interaction.user.id)
    guilds = await betting_guilds(interaction) if is_for_bets or interaction.guild_id is not None else []
    members = await members_in(interaction, guilds)
    own = player if interaction.guild_id is None else None
    return Around(Place(tuple(members), own, is_for_bets), members)


async def headings_here(
    interaction: Interaction, around: Around, of: PlayerId | None = None, *, is_open: bool = False
) -> list[RaceHeading]:
    """Return all races of a place that the player may know of, the oldest first; of practices only their own.

    :param of: only those that this player hosts or drives in.
    :param is_open: only those that are not over.
    """
    index, player = interaction.client.steward.index, PlayerId(interaction.user.id)
    found = [each for each in await index.headings(around.place, of, is_open=is_open) if concerns(interaction, each)]
    unseen = {each.id for each in found if not sees(interaction, each, around.members)}
    own = await index.headings(around.place, player, is_open=is_open) if unseen else []
    unseen -= {each.id for each in own}  # who takes part in a race knows it
    return [each for each in found if each.id not in unseen]


async def known_here(interaction: Interaction) -> list[PublicRace]:
    """Return the races of this place for a list, the oldest first: all that are not over, and the newest that are.

    Practices of other players are not among them.
    """
    around = await around_here(interaction)
    found: list[PublicRace] = await interaction.client.steward.races_at(around.place)
    known = [race for race in found if takes_part(interaction, race) or sees(interaction, race.record, around.members)]
    return [race for race in known if concerns(interaction, race.record)]


async def race_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the races of this place."""
    return offered(await headings_here(interaction, await around_here(interaction)), typed)


async def own_race_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the races that the player hosts or is in, and that are not over."""
    player, around = PlayerId(interaction.user.id), await around_here(interaction)
    return offered(await headings_here(interaction, around, player, is_open=True), typed)


about_race, about_own_race = About("race", RACE, race_choices), About("race", RACE, own_race_choices)
"""Declare a command about any race, and about one that whoever acts hosts or drives in."""


def offered(known: Sequence[RaceHeading], typed: str) -> list[app_commands.Choice[str]]:
    """Return choices for the races that fit what is typed: those that are not over first, then the newest first."""
    fitting = [each for each in reversed(known) if folded(typed) in folded(label(each))]
    ranked = sorted(fitting, key=lambda each: each.state in _OVER)
    return _choices(ranked[:_CHOICES])


def _choices(races: Iterable[RaceHeading]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=cut(label(race), 100), value=str(race.id)) for race in races]


def label(race: RaceHeading | RaceRecord) -> str:
    """Return a race in one line."""
    return f"#{race.id} {isolated(race.title)} · {STATES[race.state]}"
