"""Which race somebody means: the one of this thread, the one he chose, or the only one there is."""

from collections.abc import Sequence

from discord import app_commands

from cogs.client import Interaction
from cogs.limits import cut
from cogs.messages import Said
from engine.game import Reason, Refused
from engine.values import PlayerId
from steward import Lobby

STATES = {
    "lobby": "open to enter",
    "running": "under way",
    "paused": "paused",
    "finished": "over",
    "cancelled": "cancelled",
}
_CHOICES = 25


async def find_race(interaction: Interaction, race: str = "", among: Sequence[Lobby] | None = None) -> Lobby:
    """Return the race that is meant.

    :param race: what was chosen or typed: a number, a title, or nothing for the race of this thread.
    :param among: the races it may be; those of this place, if that is not said.
    :raises Refused: if there is no such race that this player may know of.
    """
    known = await known_here(interaction) if among is None else among
    if race.strip():
        return _chosen(known, race.strip())
    here = [lobby for lobby in known if lobby.race.thread == interaction.channel_id]
    if here:
        return here[-1]
    live = [lobby for lobby in known if lobby.race.state in ("lobby", "running", "paused")]
    if len(live) != 1:
        raise Said(
            f"{len(live) or 'No'} races are under way here: say which with the option `race`, or use the command in a "
            "race's thread. `/race list` shows them."
        )
    return live[0]


def _chosen(known: Sequence[Lobby], race: str) -> Lobby:
    """Return the race that is meant; its number counts before its title, which may be another's number."""
    wanted = race.removeprefix("#").lower()
    called = [lobby for lobby in known if lobby.race.title.lower() == wanted]
    numbered = [lobby for lobby in known if str(lobby.race.id) == wanted]
    if not called and not numbered:
        raise Refused(Reason.NO_SUCH_RACE)
    return (called + numbered)[-1]


async def known_here(interaction: Interaction) -> list[Lobby]:
    """Return the races of this server; in a direct message, those the player is in."""
    steward = interaction.client.steward
    if interaction.guild_id is not None:
        return list(await steward.list_races(interaction.guild_id))
    return list(await steward.races_of(PlayerId(interaction.user.id)))


async def race_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the races of this place, the newest first."""
    return _offered(await known_here(interaction), typed)


async def own_race_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the races that the player hosts or is in, and that are not over."""
    player = interaction.user.id
    known = [
        lobby
        for lobby in await known_here(interaction)
        if lobby.race.state not in ("finished", "cancelled")
        and (
            lobby.race.host == player
            or any(player in (faction.player, faction.substitute) for faction in lobby.factions)
        )
    ]
    return _offered(known, typed)


def _offered(known: list[Lobby], typed: str) -> list[app_commands.Choice[str]]:
    fitting = [lobby for lobby in reversed(known) if typed.lower() in label(lobby).lower()]
    return [app_commands.Choice(name=cut(label(lobby), 100), value=str(lobby.race.id)) for lobby in fitting[:_CHOICES]]


def label(lobby: Lobby) -> str:
    return f"#{lobby.race.id} {lobby.race.title} · {STATES[lobby.race.state]}"
