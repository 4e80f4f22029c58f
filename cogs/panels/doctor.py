"""/watch what:doctor: all obstacles that could keep a race from running, each with its cure."""

import contextlib
from collections.abc import Awaitable, Callable, Collection

import discord

from cogs.kit.client import Interaction
from cogs.kit.layouts import show_text
from cogs.kit.limits import FILE_BYTES
from cogs.kit.permissions import SHOWN_AS
from cogs.kit.uploads import Refusal
from cogs.panels.open_race import NEEDED
from records.races import GONE, FactionRecord, PublicRace
from records.values import PlayerId
from steward import Kept, Orphaned
from words import noun_of
from words.shared.names import harmless, mention, place_of
from words.shared.spelling import words_of
from words.shared.times import when

MOST_THREADS = 1_000
"""Active ones in a server, as far as is known."""

CROWDED = 900
LATE = 5.0
"""Seconds by which our clock may differ from Discord's."""

USUAL_PICTURE = 400 * 1024

NO_RIGHT = "50013"
_GONE_CURE = "Play on by direct message and `/order`, or end the race with `/host race what:close` and open another."
_LOCKED = "open and unlock {thread}"
_CURES = {
    "50001": "let my role view {channel}",
    NO_RIGHT: "in the settings of {channel} give my role the rights to send messages in threads, attach files, embed "
    "links and read message history",
    "50083": _LOCKED,
    "160005": _LOCKED,
}
"""Cures, by Discord's number of the obstacle."""

_CURES_OF_REFUSALS = {
    "200000": "AutoMod of this server blocked it, for a name or a text that players wrote. Cure: exempt my role from "
    "that rule in the server's settings, or have the name changed.",
    "240000": "Discord took a link in it for harmful. Cure: have the name or text with the link changed.",
}
"""Cures of posts that are given up, by Discord's number."""

_CURES_OF_LEAGUES = {
    **{why: f"{cure}. I go on as soon as that is so" for why, cure in _CURES.items()},
    "10003": "use `/host league what:resume` in the channel where it is to go on. I open a new thread there",
    "10004": "invite me to the server again. I go on by myself then",
}
"""The same for a league that rests because I can't post."""

Check = tuple[bool, str]
"""Whether all is well, and the sentence that says so, with the cure if not."""


async def examine(interaction: Interaction, race: PublicRace) -> None:
    """Show which parts of a race are well and which are not."""
    checks: list[Callable[[Interaction, PublicRace], Awaitable[list[Check]]]] = [
        _place, _refusals, _threads, _host, _reach, _clock_and_database, _picture,
    ]  # fmt: skip
    found = [line for check in checks for line in await check(interaction, race)]
    ill = sum(not is_well for is_well, _ in found)
    heading = f"### Health of {harmless(race.record.title)}: {'all is well' if not ill else f'{ill} to be cured'}"
    await show_text(interaction, "\n".join([heading, *(f"{'✅' if is_well else '⚠️'} {say}" for is_well, say in found)]))


async def _place(interaction: Interaction, race: PublicRace) -> list[Check]:
    """Tell of the channel and the thread of a race: whether they are there, and whether I may do my work in them."""
    if interaction.guild_id is None:
        return [(True, "Rights: none are needed in a direct message."), *await _posts(interaction, race)]
    if await _is_gone(interaction, race.record.channel):
        return [(False, gone_text("channel"))]
    if race.record.thread == GONE or await _is_gone(interaction, race.record.thread):
        return [*await _rights(interaction, race), (False, gone_text("thread"))]
    return [*await _rights(interaction, race), *await _posts(interaction, race)]


async def _is_gone(interaction: Interaction, channel: int | None) -> bool:
    """Tell whether a channel or thread was deleted, as Discord knows it now."""
    here = interaction.channel_id, getattr(interaction.channel, "parent_id", None)
    if channel is None or channel in here or interaction.guild is None:
        return False
    try:
        with contextlib.suppress(discord.Forbidden):
            await interaction.guild.fetch_channel(channel)
    except discord.NotFound:
        return True
    return False


def gone_text(what: str) -> str:
    """Return a finding that the channel or the thread of a race was deleted, with the cure."""
    return f"The race's {what} was deleted, and what I would have posted there is lost. {_GONE_CURE}"


async def _rights(interaction: Interaction, race: PublicRace) -> list[Check]:
    mine = await _rights_there(interaction, race)
    if mine is None:
        cure = f"I do not see <#{race.record.channel}>. Give my role the right to view it, or open the race elsewhere."
        return [(False, cure)]
    missing = [name for name, wanted in NEEDED if wanted and not getattr(mine, name)]
    if not missing:
        return [(True, f"Rights in <#{race.record.channel}>: all that are needed.")]
    listed = ", ".join(SHOWN_AS.get(name, words_of(name)) for name in missing)
    return [(False, f"In <#{race.record.channel}> I lack: {listed}. Give it to my role in that channel's settings.")]


async def _posts(interaction: Interaction, race: PublicRace) -> list[Check]:
    """Return whether posts arrive; if not, the reason and the cure."""
    where, kept = place_of(race.record), await interaction.client.steward.delivery.kept(race.record.id)
    return [(True, f"Posts: none waits to be let into {where}.") if kept is None else (False, kept_text(race, kept))]


def kept_text(race: PublicRace, kept: Kept) -> str:
    """Return how many posts Discord keeps out of a race's thread, since when, the reason and the cure."""
    record = race.record
    posts = "1 post waits" if kept.waiting == 1 else f"{kept.waiting} posts wait"
    cure = _CURES.get(kept.why, _CURES[NO_RIGHT]).format(thread=place_of(record), channel=f"<#{record.channel}>")
    return (
        f"{posts} for {place_of(record)} since <t:{int(kept.since)}:R>: Discord lets me post nothing there "
        f"({kept.why}). Nothing is lost. Cure: {cure}. I post them as soon as that changes."
    )


def cut_off_text(race: PublicRace, why: str, reader: PlayerId | None) -> str:
    """Return a finding that a league rests because I can't post in its thread, with the reader's cure.

    :param why: Discord's number of the obstacle.
    """
    record, cure = race.record, _CURES_OF_LEAGUES.get(why, _CURES_OF_LEAGUES[NO_RIGHT])
    where = {"10003": "its thread was deleted", "10004": "I was removed from its server"}.get(
        why, f"I can't post in {place_of(record)} any more"
    )
    way_back = f"Way back: {cure.format(thread=place_of(record), channel=f'<#{record.channel}>')}."
    asks = way_back if reader == record.host else f"Its host, {mention(record.host)}, knows the way back."
    return f"⏸️ **{harmless(record.title)} rests:** {where}. No answer is lost, and no deadline runs. {asks}"


async def _refusals(interaction: Interaction, race: PublicRace) -> list[Check]:
    """Return a finding on posts that Discord does not take, if there are any."""
    given_up = await interaction.client.steward.delivery.given_up(race.record.id)
    return [(False, given_up_text(given_up))] if given_up else []


def given_up_text(given_up: list[str]) -> str:
    """Return how many posts Discord did not take, by its numbers, with the cure."""
    posts = "1 post of this race" if len(given_up) == 1 else f"{len(given_up)} posts of this race"
    numbers = list(dict.fromkeys(given_up))
    cures = [_CURES_OF_REFUSALS[each] for each in numbers if each in _CURES_OF_REFUSALS]
    if len(cures) < len(numbers):
        cures.append("That fault is mine: tell my operator the number and this race.")
    return (
        f"Discord did not take {posts} ({', '.join(numbers)}), so I gave up on that. The race goes on, and nothing "
        f"else is lost: `/watch what:log` tells what happened. {' '.join(cures)}"
    )


async def _rights_there(interaction: Interaction, race: PublicRace) -> discord.Permissions | None:
    """Return my rights in the race's channel, as Discord knows them now; ``None`` if I do not see it."""
    if interaction.channel_id in (race.record.channel, race.record.thread):
        return interaction.app_permissions  # Discord tells them with each command
    guild, me = interaction.guild, interaction.client.user
    assert guild is not None
    assert me is not None
    try:
        channel = await guild.fetch_channel(race.record.channel)
        return channel.permissions_for(await guild.fetch_member(me.id))
    except (discord.Forbidden, discord.NotFound):
        return None


async def _threads(interaction: Interaction, _race: PublicRace) -> list[Check]:
    guild = interaction.guild
    if guild is None:
        return []
    active = len(await guild.active_threads())  # those that were opened while I was away are not in my memory
    if active < CROWDED:
        return [(True, f"Threads: {active} active here, of some {MOST_THREADS}.")]
    return [
        (False, f"{active} threads are active here, of some {MOST_THREADS}. Close old ones, or races find no room.")
    ]


async def _host(interaction: Interaction, race: PublicRace) -> list[Check]:
    """Return a finding that the host has left the server, if so."""
    orphaned = await interaction.client.steward.hosts.orphaned(race, anew=True)
    return [] if orphaned is None else [(False, orphaned_words(race, orphaned))]


async def _reach(interaction: Interaction, race: PublicRace) -> list[Check]:
    """Tell of each player whether they can be reached by direct message."""
    steward = interaction.client.steward
    notices = await steward.delivery.notices(race.record.id)
    reached = {each.player for each in notices if each.player and each.state in ("sent", "answered")}
    gone = await steward.presence.gone_among(race.record.guild, [each.holder for each in race.factions], anew=True)
    found = []
    for player in [each.at_the_reins for each in race.factions if each.at_the_reins is not None]:
        if player in gone:
            continue
        dms = (await steward.people.player(player)).dms
        found.append(_reach_of(player, dms == "refused", dms == "open" or player in reached))
    return [*left_texts(race, gone), *(found or [(True, "Players: no person drives now.")])]


def orphaned_words(race: PublicRace, orphaned: Orphaned) -> str:
    """Return that the host of a race has left its server, and who may take over when."""
    name = f", **{harmless(orphaned.host)}**," if orphaned.host else ""
    left = f"The host{name} has left this server."
    if orphaned.is_forgotten:
        left = f"This {noun_of(race.record)} has no host any more."
    if orphaned.is_elected:
        return f"{left} The owners elect another: `/league do what:vote`."
    if orphaned.heir is None:
        return f"{left} A moderator can act as host."
    way = "**Take over** under its post" + (
        ", or `/host race what:hand`" if race.record.kind.takes_race_commands else ""
    )
    at = "" if orphaned.is_forgotten else f" {when(orphaned.at)}"
    return f"{left} {mention(orphaned.heir)}, the first to enter, can take over{at}: {way}."


def left_texts(race: PublicRace, gone: Collection[PlayerId]) -> list[Check]:
    """Return a finding on each player of a race who has left the server, with the cure."""
    if race.record.state in ("finished", "cancelled"):
        return []
    if race.record.state == "lobby":
        cure = "`/host race what:start` asks whether to start without them"
    else:
        cure = "a house driver drives, and the place is on offer. `/host race what:replace` gives it to another player"
    return [
        (False, f"{_named(each)} has left this server. Cure: {cure}.") for each in race.factions if each.holder in gone
    ]


def _named(seat: FactionRecord) -> str:
    """Return who has a place; an owner with the name as well, since a mention shows none of somebody who has left."""
    return f"**{harmless(seat.name)}** ({mention(seat.player)})" if seat.holder == seat.player else mention(seat.holder)


def _reach_of(player: PlayerId, is_refused: bool, is_reached: bool) -> Check:
    if is_refused:
        return False, (
            f"{mention(player)} takes no direct messages from me, and is mentioned in the thread instead. Cure: they "
            "allow direct messages of this server's members in their privacy settings, then use `/settings`."
        )
    return (
        True,
        f"{mention(player)}: {'reached by direct message' if is_reached else 'direct messages not refused so far'}.",
    )


async def _clock_and_database(interaction: Interaction, _race: PublicRace) -> list[Check]:
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


async def _picture(interaction: Interaction, race: PublicRace) -> list[Check]:
    refusal = await interaction.client.uploads.refusal()
    return [*([] if refusal is None else [(False, files_refused_text(refusal))]), *await _size(interaction, race)]


def files_refused_text(refusal: Refusal) -> str:
    """Return a finding that Discord takes no pictures and files, with what happens meanwhile."""
    return (
        f"Pictures: they could not be sent. Discord takes no files from me since <t:{int(refusal.since)}:R> "
        f"({refusal.code}). I send their words instead, and the race goes on. Pictures come back by themselves with "
        "the next post that Discord takes. If this lasts, tell my operator the number."
    )


async def _size(interaction: Interaction, race: PublicRace) -> list[Check]:
    """Tell how large the race's pictures are."""
    picture = await interaction.client.steward.gallery.board(race.record.id)
    if picture is None:
        return [(True, "Pictures: drawn from the start on.")]
    size, most = len(picture.png), min(FILE_BYTES, getattr(interaction, "filesize_limit", FILE_BYTES))
    if size <= min(most, USUAL_PICTURE):
        return [(True, f"Pictures: {size // 1024} KiB.")]
    return [(size <= most, f"Pictures are large: {size // 1024} KiB. Cure: fewer chariots, or pictures of usual size.")]
