"""/race doctor: what could keep a race from running, each thing with its cure."""

from collections.abc import Awaitable, Callable

import discord

from cogs.kit.client import Interaction
from cogs.kit.limits import FILE_BYTES
from cogs.panels.open_race import NEEDED, SHOWN_AS
from cogs.panels.race import show_text
from records.races import PublicRace
from records.values import PlayerId
from steward import Kept
from words.shared.names import harmless, place_of

MOST_THREADS = 1_000
"""Active ones in a server, as far as is known."""

CROWDED = 900
LATE = 5.0
"""Seconds by which our clock may differ from Discord's."""

USUAL_PICTURE = 400 * 1024

NO_RIGHT, THREAD_GONE = "50013", "Discord 10003"
_LOCKED = "open and unlock {thread}"
_CURES = {
    "50001": "let my role view {channel}",
    NO_RIGHT: "in the settings of {channel} give my role the rights to send messages in threads, attach files, embed "
    "links and read message history",
    "50083": _LOCKED,
    "160005": _LOCKED,
}
"""What to do, by Discord's number for what stands in the way."""

Check = tuple[bool, str]
"""Whether all is well, and what to say of it; with its cure, if not."""


async def examine(interaction: Interaction, lobby: PublicRace) -> None:
    """Show what is well with a race and what is not."""
    checks: list[Callable[[Interaction, PublicRace], Awaitable[list[Check]]]] = [
        _rights, _posts, _threads, _reach, _clock_and_database, _picture,
    ]  # fmt: skip
    found = [line for check in checks for line in await check(interaction, lobby)]
    ill = sum(not is_well for is_well, _ in found)
    heading = f"### Health of {harmless(lobby.race.title)}: {'all is well' if not ill else f'{ill} to be cured'}"
    await show_text(interaction, "\n".join([heading, *(f"{'✅' if is_well else '⚠️'} {say}" for is_well, say in found)]))


async def _rights(interaction: Interaction, lobby: PublicRace) -> list[Check]:
    if interaction.guild_id is None:
        return [(True, "Rights: none are needed in a direct message.")]
    mine = await _rights_there(interaction, lobby)
    if mine is None:
        cure = f"I do not see <#{lobby.race.channel}>. Give my role the right to view it, or open the race elsewhere."
        return [(False, cure)]
    missing = [name for name, wanted in NEEDED if wanted and not getattr(mine, name)]
    if not missing:
        return [(True, f"Rights in <#{lobby.race.channel}>: all that are needed.")]
    listed = ", ".join(SHOWN_AS.get(name, name.replace("_", " ")) for name in missing)
    return [(False, f"In <#{lobby.race.channel}> I lack: {listed}. Give it to my role in that channel's settings.")]


async def _posts(interaction: Interaction, lobby: PublicRace) -> list[Check]:
    """Tell whether what is posted arrives; if not, why, and what brings it back."""
    steward, where = interaction.client.steward, place_of(lobby.race)
    if any(each.outcome == THREAD_GONE for each in await steward.notices(lobby.race.id) if each.player is None):
        cure = "play on by direct message and `/order`, or end the race with `/steward close` and open another"
        return [(False, f"The race’s thread is gone, and with it what I would have posted there. Cure: {cure}.")]
    kept = await steward.delivery.kept(lobby.race.id)
    return [(True, f"Posts: none waits to be let into {where}.") if kept is None else (False, kept_text(lobby, kept))]


def kept_text(lobby: PublicRace, kept: Kept) -> str:
    """Return how many posts Discord keeps out of a race's thread, since when, why, and what lets them in."""
    race = lobby.race
    posts = "1 post waits" if kept.waiting == 1 else f"{kept.waiting} posts wait"
    cure = _CURES.get(kept.why, _CURES[NO_RIGHT]).format(thread=place_of(race), channel=f"<#{race.channel}>")
    return (
        f"{posts} for {place_of(race)} since <t:{int(kept.since)}:R>: Discord lets me post nothing there "
        f"({kept.why}). Nothing is lost. Cure: {cure}. I post them as soon as that changes."
    )


async def _rights_there(interaction: Interaction, lobby: PublicRace) -> discord.Permissions | None:
    """Return what I may do in the race's channel, as Discord knows it now; ``None`` if I do not see it."""
    if interaction.channel_id in (lobby.race.channel, lobby.race.thread):
        return interaction.app_permissions  # Discord tells them with each command
    guild, me = interaction.guild, interaction.client.user
    assert guild is not None
    assert me is not None
    try:
        channel = await guild.fetch_channel(lobby.race.channel)
        return channel.permissions_for(await guild.fetch_member(me.id))
    except (discord.Forbidden, discord.NotFound):
        return None


async def _threads(interaction: Interaction, _lobby: PublicRace) -> list[Check]:
    guild = interaction.guild
    if guild is None:
        return []
    active = len(await guild.active_threads())  # those that were opened while I was away are not in my memory
    if active < CROWDED:
        return [(True, f"Threads: {active} active here, of some {MOST_THREADS}.")]
    return [
        (False, f"{active} threads are active here, of some {MOST_THREADS}. Close old ones, or races find no room.")
    ]


async def _reach(interaction: Interaction, lobby: PublicRace) -> list[Check]:
    """Tell of each player whether he can be reached by direct message."""
    steward = interaction.client.steward
    notices = await steward.notices(lobby.race.id)
    reached = {each.player for each in notices if each.player and each.state in ("sent", "answered")}
    found = []
    for player in [each.at_the_reins for each in lobby.factions if each.at_the_reins is not None]:
        dms = (await steward.people.player(player)).dms
        found.append(_reach_of(player, dms == "refused", dms == "open" or player in reached))
    return found or [(True, "Players: no person drives now.")]


def _reach_of(player: PlayerId, is_refused: bool, is_reached: bool) -> Check:
    if is_refused:
        return False, (
            f"<@{player}> takes no direct messages from me, and is mentioned in the thread instead. Cure: he allows "
            "direct messages of this server's members in his privacy settings, then uses `/settings me`."
        )
    return True, f"<@{player}>: {'reached by direct message' if is_reached else 'direct messages not refused so far'}."


async def _clock_and_database(interaction: Interaction, _lobby: PublicRace) -> list[Check]:
    health = await interaction.client.steward.health()
    size = f"{health.size / 1_048_576:.1f} MiB"
    # Discord writes its own time into the number of everything that happens.
    drift = health.now - discord.utils.snowflake_time(interaction.id).timestamp()
    clock = (
        (True, f"Clock: {abs(drift):.1f} s off Discord's.")
        if abs(drift) <= LATE
        else (False, f"My clock is {drift:+.0f} s off Discord's, so deadlines are. Cure: my operator sets it by NTP.")
    )
    if health.problem:
        cure = "my operator restores the latest copy; nothing may be written before"
        return [clock, (False, f"The database ({size}) is damaged: {harmless(health.problem[:100])}. Cure: {cure}.")]
    return [clock, (True, f"Database: whole, {size}.")]


async def _picture(interaction: Interaction, lobby: PublicRace) -> list[Check]:
    picture = await interaction.client.steward.board(lobby.race.id)
    if picture is None:
        return [(True, "Pictures: drawn from the start on.")]
    size, most = len(picture.png), min(FILE_BYTES, getattr(interaction, "filesize_limit", FILE_BYTES))
    if size <= min(most, USUAL_PICTURE):
        return [(True, f"Pictures: {size // 1024} KiB.")]
    return [(size <= most, f"Pictures are large: {size // 1024} KiB. Cure: fewer chariots, or pictures of usual size.")]
