"""The panel of a race in its thread, and the post that starts the race."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from cogs.choices.which_game import options_of
from cogs.kit.layouts import boxed, layout_of
from cogs.kit.limits import MESSAGE_TEXT, fitting
from cogs.kit.messages import within_limits
from cogs.panels import league, league_shown
from cogs.panels.bets.odds import OddsButton
from cogs.panels.bets.parts import read_rules
from cogs.panels.bets.slips import SlipButton
from cogs.panels.bets.table import BetButton
from cogs.panels.doctor import orphaned_words
from cogs.panels.fixtures import month_button, start_told
from cogs.panels.hosts import TakeOverButton
from cogs.panels.league import LeagueButton
from cogs.panels.league_shown import LookButton
from cogs.panels.lobby import LobbyButton, lobby_buttons
from cogs.panels.my_questions import OrdersButton
from cogs.panels.options import OptionsButton, can_change
from cogs.panels.race import panel_text
from cogs.panels.reserved import reserved_buttons
from cogs.panels.verifying import VerifyButton
from cogs.panels.watch import LOOKS as LOOKING_ON
from cogs.panels.watch import WatchButton
from cogs.posts import league_paper
from cogs.posts.mentions import by_name
from cogs.posts.sending import Sender, look_of
from engine.options import ranking_of
from records.notices import Notice
from records.people import is_former
from records.races import PublicRace
from records.values import RaceId
from steward import Orphaned, Panel, Status, read_body
from words import nouns_of
from words.shared.names import harmless, names_in
from words.shared.telling import count

MOST_TEXT = MESSAGE_TEXT - 200
LEFT = " (🚪 left)"
"""Stands in a panel beside the name of somebody who has left the server."""


async def show(sender: Sender, notice: Notice) -> str:
    """Bring the panel of a race up to date: edited where it stands, or posted anew and the old one taken away."""
    race, body = await sender.steward.race(notice.race), read_body(notice, Panel)
    if race.record.is_practice:
        return "none in a practice: its questions stand there"
    channel, old = sender.thread(race), race.record.panel
    if race.record.story.is_by_turns and race.record.state == "finished":
        return await _close(sender, channel, old)
    orphaned = await _orphaned(sender, race)
    status = await sender.steward.log.status(notice.race)
    length = league_shown.length_lines(sender.steward, race, status) if has_length(race) else []
    planned = await start_told(sender.steward, race)
    text = by_name("\n".join([_text(status, orphaned), *planned, *length]), race, sender.steward.presence, LEFT)
    ways = [*_ways_on(race, orphaned), *await month_button(sender.steward, race)]
    layout = panel(race, text, [*ways, *league_paper.objecting(status)])
    # One tried before may stand there as a new one: it is found below, and the old one taken away.
    is_new, look = body.is_new or notice.attempts > 1 or await _is_passed(sender, race), look_of(layout)
    if old is not None and not is_new:
        if sender.looks.get(old) == look:
            return "as it was"
        if await sender.edit(channel, old, sender.marked(notice, layout)):
            sender.remember_look(old, look)
            return "edited"
    sent, _ = await sender.send_once(notice, channel, layout)
    if notice.attempts == 1:  # else it may have been posted before, and tell less
        sender.remember_look(sent.id, look)
    if old is not None and old != sent.id:
        await sender.remove(channel, old)
    if body.is_only:
        await _remove_others(sender, channel, notice.race, sent.id)
    # Last: who is cut off before knows the old one still, and takes it away at the next try.
    await sender.steward.lobbies.set_panel(notice.race, sent.id)
    return "posted"


def has_length(race: PublicRace) -> bool:
    """Tell whether a panel says how long all will take: a season's does before its start."""
    return race.record.kind.has_phases and race.record.state == "lobby"


async def _orphaned(sender: Sender, race: PublicRace) -> Orphaned | None:
    """Tell of a host who has left; under way only what is known, so that no panel waits for Discord's answer."""
    host = race.record.host
    is_known = is_former(host) or sender.steward.presence.gone_since(race.record.guild, host) is not None
    return await sender.steward.hosts.orphaned(race) if is_known or race.record.state == "lobby" else None


def _text(status: Status, orphaned: Orphaned | None) -> str:
    """Return the text of a panel; under its heading, that the host has left the server."""
    heading, *rest = panel_text(status).split("\n")
    return "\n".join(
        [heading, *([f"🚪 {orphaned_words(status.race, orphaned)}"] if orphaned is not None else []), *rest]
    )


def _ways_on(race: PublicRace, orphaned: Orphaned | None) -> list[ui.Item[Any]]:
    """Return the buttons for reserved places, and that with which somebody takes over from a host who has left."""
    takes_over = [] if orphaned is None or orphaned.heir is None else [TakeOverButton(race.record.id)]
    return [*reserved_buttons(race), *takes_over]


async def _close(sender: Sender, channel: Any, old: int | None) -> str:
    """Take the panel of a race away that is over: its result bears what may still be pressed."""
    if old is not None:
        await sender.remove(channel, old)
    return "closed"


async def _is_passed(sender: Sender, race: PublicRace) -> bool:
    """Tell whether the post of a turn stands below the panel."""
    if not race.record.story.is_by_turns or race.record.state == "lobby":
        return False
    newest = await sender.steward.turns.newest_message(race.record.id)
    return newest is not None and newest > (race.record.panel or 0)


async def _remove_others(sender: Sender, channel: Any, race: RaceId, only: int) -> None:
    """Take away the latest panels of a race but one: the record is a copy, and knows none that came after it."""
    for message in await sender.latest(channel):
        if message.id != only and is_panel(message.components, race):
            await sender.remove(channel, message.id)


def start_text(race: PublicRace) -> str:
    """Return the text that tells a race's start; if turns have one post each, its proof is behind a button."""
    nouns = nouns_of(race.record)
    begins = f"{nouns.begins} **{harmless(race.record.title)} begins{nouns.where}!**"
    if race.record.is_practice:
        return begins
    if race.record.kind.has_papers:
        return league_paper.start_text(race)
    alone = f" Only {nouns.house}s {nouns.race}: they play one turn at each deadline." if race.is_exhibition else ""
    field = f"{count(len(race.entries), nouns.piece)} {nouns.line_up}"
    begins = f"{begins} {field}.{alone}"
    if ranking_of(options_of(race)):
        begins += "\n⚖️ Start places go by lot in pairs of like rating: if one starts well, the other doesn't."
    if race.record.league is not None:
        begins = "\n".join([begins, *_owners(race)])
    if race.record.story.is_by_turns:
        return begins
    return (
        f"{begins}\n-# 🎲 The dice are mixed from this post's id, a secret and the {nouns.person}s' words: nobody "
        "chose them. `/watch what:verify` proves it at the end."
    )


def _owners(race: PublicRace) -> list[str]:
    """Return the chariots of each owner, and those without one."""
    names, lines = names_in(race), list[str]()
    for faction in race.factions:
        own = [each for each in race.entries if each.faction == faction.faction]
        is_nobodys = any(faction.name.startswith(f"{each.name} (") for each in own)  # it is its driver's name, too
        whose = "nobody's" if is_nobodys else harmless(faction.name)
        lines.append(f"{', '.join(names[each.entry] for each in own)} · {whose}")
    return lines


def panel(race: PublicRace, text: str, more: Sequence[ui.Item[Any]] = ()) -> ui.LayoutView:
    """Return the panel of a race.

    :param more: further buttons, in a row of their own.
    """
    if race.record.kind.has_phases:
        return league.panel(race, text, more)
    box = boxed(ui.TextDisplay(fitting(text.split("\n"), MOST_TEXT)))
    proof = VerifyButton(race.record.id, race.record.commitment)
    if race.record.state == "lobby":
        box.add_item(ui.ActionRow(*lobby_buttons(race)))
        options = [OptionsButton(race.record.id)] if can_change(race) else []
        box.add_item(ui.ActionRow(*options, *bets_of(race), proof))
    elif race.record.state != "cancelled":
        has_people = race.record.state == "running" and not race.is_exhibition  # else there is nobody to press these
        watch = [WatchButton(race.record.id, what) for what in LOOKING_ON]
        mine: list[ui.Item[Any]] = [OrdersButton(race.record.id)] if has_people else []
        leave: list[ui.Item[Any]] = [LobbyButton(race.record.id, "leave")] if has_people else []
        box.add_item(ui.ActionRow(*mine, *watch, *leave))
        proofs = [] if race.record.state == "finished" else [proof]  # the result has one
        if row := [*bets_of(race), *proofs]:
            box.add_item(ui.ActionRow(*row))
    if more:
        box.add_item(ui.ActionRow(*more))
    return within_limits(layout_of(box))


def is_panel(components: Sequence[Any], race: RaceId) -> bool:
    """Tell whether a message of these components is a panel of a race: it has a button that no other post has."""
    own = (
        LobbyButton(race, "start").item.custom_id,
        WatchButton(race, "status").item.custom_id,
        LeagueButton(race, "start").item.custom_id,
        LookButton(race, "standings").item.custom_id,
    )
    return any(
        getattr(part, "custom_id", None) in own or is_panel(getattr(part, "children", ()), race) for part in components
    )


def bets_of(race: PublicRace) -> list[ui.Item[Any]]:
    """Return the buttons of the betting table under a race's panel; none where there is no betting."""
    race_id, state = race.record.id, race.record.state
    if not race.record.guild or state == "cancelled" or read_rules(race.record).is_off:
        return []
    if state == "lobby":
        return [BetButton(race_id)]
    return [SlipButton(race_id) if state == "finished" else BetButton(race_id), OddsButton(race_id)]
