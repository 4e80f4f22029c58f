"""Questions: by direct message, as a daily digest, or as a call in the thread."""

import asyncio
from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs.kit.layouts import file_of, gallery_of
from cogs.kit.limits import TooLarge
from cogs.kit.messages import within_limits
from cogs.panels.drafts import asked_together
from cogs.panels.my_questions import asks_message
from cogs.panels.question import ask_message
from cogs.posts import mentions
from cogs.posts.endings import missed_text
from cogs.posts.sending import Sender, text_post
from records.notices import Notice
from records.races import MATCHES
from records.refusals import Refused
from records.values import EntryId, PlayerId, RaceId
from steward import OpenAsk, Summons, misses_left, read_body, tells_misses
from words import WORDS
from words.shared.glance import headline_of
from words.shared.names import names_in

LEFT = "left the server"
"""The outcome of a call to somebody who is not there; a house driver takes their reins."""

TOGETHER = 120
"""Seconds between deadlines of questions that one message puts."""

LOOKS, PAUSE = 40, 0.05
"""How often a question looks for others of its event that are about to be asked; seconds between."""

MOST_SAID = 2
"""Number of sentences about the latest events, above a question."""


async def ask(sender: Sender, notice: Notice) -> str:
    """Ask a player by direct message, without questions answered meanwhile."""
    assert notice.player is not None
    talks, people = sender.talks, sender.steward.people
    await talks.silent(notice.player)
    opened = await _still_open(sender, notice, read_body(notice, Summons))
    if not opened:
        return "answered already"
    together = [each for each in await asked_together(sender.steward, opened[0]) if each.sealed is None]
    kin = await _of_one_event(sender, opened[0], notice.player)
    if kin and talks.stands_alone(kin[0]):
        kin = []  # the first was put before the others had begun: each is put by itself
    if where := _told_elsewhere(opened[0], together, kin):
        return where
    if notice.kind == "summons" and all(map(talks.is_shown, opened)):
        return "stands before them already"
    race = opened[0].race.record
    if notice.kind == "reminder" and not await sender.is_here(opened[0].race, notice.player):
        return LEFT
    async with sender.asking(notice.player, opened[0].race) as channel:
        # Who wants one message a day still hears at once of a deadline that comes before it.
        may_wait = notice.kind == "summons" and not race.is_practice
        if may_wait and await people.is_in_digest(notice.player, opened[0].until):
            return "left to the daily digest"
        if channel.id == race.thread:  # what happened is read first
            await sender.steward.delivery.wait_until_posted(notice.race)
        if kin:
            await _send_list(sender, notice, channel, kin)
        for each in () if kin else opened:
            await _send_ask(sender, notice, channel, each, *(other for other in together if other not in opened))
    return "asked"


def _told_elsewhere(opened: OpenAsk, together: Sequence[OpenAsk], kin: Sequence[OpenAsk]) -> str:
    """Return where a question is put with others; empty if it is put here."""
    if together[0].entry != opened.entry:
        return "stands on one panel with another chariot's"
    return "stands in one message with another match's" if kin and kin[0].race_id != opened.race_id else ""


async def _of_one_event(sender: Sender, opened: OpenAsk, player: PlayerId) -> list[OpenAsk]:
    """Return the questions of a player in the matches of one gala that end together: one message puts them all (H.8.1).

    Empty for a question that stands alone.
    """
    record = opened.race.record
    if record.league is None or record.round in (None, MATCHES) or opened.until is None:
        return []
    await _until_all_begin(sender, record.league, record.round)
    kin = [
        each
        for each in await sender.steward.open_asks(player)
        if (each.race.record.league, each.race.record.round) == (record.league, record.round)
        and each.until is not None
        and abs(each.until - opened.until) <= TOGETHER
    ]
    return sorted(kin, key=lambda each: each.race_id) if len({each.race_id for each in kin}) > 1 else []


async def _until_all_begin(sender: Sender, league: RaceId, event: int | None) -> None:
    """Wait until all matches of an event have begun, but not for long."""
    for _ in range(LOOKS):
        there = [each for each in await sender.steward.leagues.races(league) if each.round == event]
        coming = [each for each in there if each.state == "running" and not each.has_begun]
        for each in coming:
            if not each.held:
                await sender.steward.delivery.begun(each.id, PAUSE)
        if not coming:
            return
        await asyncio.sleep(PAUSE)


async def _send_list(sender: Sender, notice: Notice, channel: Any, opened: list[OpenAsk]) -> None:
    """Send a player one message for several matches, with a button to each."""
    assert notice.player is not None
    people = sender.steward.people
    layout = asks_message(opened, (await people.player(notice.player)).dates)
    quiet = await people.is_quiet(notice.player)
    _, is_new = await sender.send_once(notice, channel, layout, silent=quiet)
    if is_new:
        await people.reached(notice.player)


async def _still_open(sender: Sender, notice: Notice, summons: Summons) -> list[OpenAsk]:
    assert notice.player is not None
    found = []
    for entry in summons.entries:
        try:
            found.append(await sender.steward.open_ask(notice.race, EntryId(entry), notice.player, summons.asked))
        except Refused:
            continue  # answered, or over
    return [each for each in found if each.sealed is None]


async def _send_ask(sender: Sender, notice: Notice, channel: Any, opened: OpenAsk, *others: OpenAsk) -> None:
    """Send a question, with *others* that have a tab on its panel."""
    assert notice.player is not None
    people = sender.steward.people
    layout, files = await ask_message(sender.steward, opened, said=sender.talks.handed_on(opened.race_id, opened.entry))
    if (missed := _missed_before(notice, opened)) and channel.id != opened.race.record.thread:
        layout = _under(missed, layout)
    if notice.kind == "summons" and channel.id != opened.race.record.thread:
        layout, files = await _with_the_latest(sender, opened, layout, files)
    if notice.kind == "reminder":
        grace = 0.0 if opened.race.record.kind.has_phases else opened.grace
        layout.add_item(ui.TextDisplay(mentions.urgent(read_body(notice, Summons).reminders, opened.until, grace)))
    quiet = await people.is_quiet(notice.player)
    sent, is_new = await sender.send_once(notice, channel, layout, files, part=opened.entry, silent=quiet)
    for each in (opened, *others) if is_new else ():
        await sender.talks.asked(each, sent)
    if is_new and not opened.race.record.is_practice:
        await people.reached(notice.player)


def _missed_before(notice: Notice, opened: OpenAsk) -> str:
    """Return what the silence before a question brought; empty if there was none, or if it has been told (H-7)."""
    seat, record = opened.race.faction_of(opened.entry), opened.race.record
    if notice.kind != "summons" or seat is None or seat.missed != 1 or not tells_misses(record):
        return ""
    return missed_text(opened.race, opened.entry, misses_left(record, seat))


async def _with_the_latest(
    sender: Sender, opened: OpenAsk, layout: ui.LayoutView, files: list[discord.File]
) -> tuple[ui.LayoutView, list[discord.File]]:
    """Return a question with the latest events above it, if the thread has told them and there is room."""
    race, steward = opened.race, sender.steward
    if not race.record.story.is_by_turns:
        return layout, files
    await steward.delivery.wait_until_posted(race.record.id)
    turn = await steward.turns.just_told(race)
    if turn is None:
        return layout, files
    said = headline_of(WORDS[race.record.ruleset], turn, names_in(race))[:MOST_SAID]
    pictures, above = list(files), list[ui.Item[Any]]()
    if (picture := await steward.gallery.turn(race, turn)) is not None:
        pictures.insert(0, file_of(picture))
        above.append(gallery_of(picture, pictures[0]))
    whole = _under("\n".join(said), layout, above)
    try:
        return within_limits(whole, pictures), pictures
    except TooLarge:
        return await ask_message(steward, opened)


def _under(said: str, layout: ui.LayoutView, more: Sequence[ui.Item[Any]] = ()) -> ui.LayoutView:
    """Return a message with text above it, and *more* under that."""
    whole = text_post(said)
    for part in (*more, *layout.children):
        whole.add_item(part)
    return whole


async def send_digest(sender: Sender, notice: Notice) -> str:
    """Send a player all that waits for them, in one message."""
    assert notice.player is not None
    people, opened = sender.steward.people, await sender.steward.open_asks(notice.player)
    if not opened:
        return "nothing waits any more"
    layout = asks_message(opened, (await people.player(notice.player)).dates)
    async with sender.direct(notice.player) as channel:
        quiet = await people.is_quiet(notice.player)
        _, is_new = await sender.send_once(notice, channel, layout, silent=quiet)
        if is_new:
            await people.reached(notice.player)
    return "digest sent"
