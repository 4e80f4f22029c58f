"""News of a race: the steward's acts, a free place, a paused race."""

import json
from collections.abc import Sequence
from dataclasses import replace

import msgspec
from discord import ui

from cogs.panels.deputies import request_message
from cogs.panels.doctor import cut_off_text
from cogs.panels.handing import accept_row
from cogs.panels.reins import (
    ReinsButton,
    absent_message,
    asked_message,
    free,
    offer_message,
    offered,
    reins_rows,
)
from cogs.posts import joined, voiding
from cogs.posts.joined import is_joined
from cogs.posts.mentions import by_name
from cogs.posts.sending import Sender, mark_on, text_post
from records.acts import GOING_BACK, ActRecord
from records.limits import REQUESTS_STAND
from records.notices import Notice
from records.people import FORMER
from records.races import PublicRace, RaceRecord
from records.values import EntryId, Faction, PlayerId
from steward import Acted, Offer, Warned, read_body
from words import nouns_of
from words.shared.acts import act_text
from words.shared.names import harmless, mention, place_of

NOBODY = PlayerId(-1)
"""Stands for whoever is forgotten, or about to be."""

FOR_WANT_OF_PEOPLE = ("deserted", "rest")
"""Acts with which free places are offered, all at once."""


async def tell_act(sender: Sender, notice: Notice) -> str:
    """Tell a steward's act in the thread; the player it is about also gets a direct message."""
    race, act = await sender.steward.race(notice.race), await _unnamed(sender, read_body(notice, Acted).act)
    if notice.player is not None:
        where = f"**{harmless(race.record.title)}**, {place_of(race.record)}"
        await _send_directly(sender, notice, text_post(f"{where}\n{act_text(race, act, nouns_of(race.record))}"))
        return "told"
    if is_joined(act):
        return await joined.tell(sender, notice, race)
    told = act_text(race, act, nouns_of(race.record))
    channel, post = sender.thread(race), text_post(by_name(told, race, sender.steward.presence))
    if act.kind == "asked":
        post.add_item(ui.ActionRow(ReinsButton(race.record.id, json.loads(act.body)["faction"])))
    if act.kind == "handing":
        post.add_item(accept_row(race.record.id, act))
    if act.kind in FOR_WANT_OF_PEOPLE:
        for row in reins_rows(await sender.steward.log.status(notice.race)):
            post.add_item(row)
    await sender.send_once(notice, channel, post, calling=_called(race.record, act))
    if act.kind in GOING_BACK:
        await voiding.mark_void(sender, channel, notice.race)
    return "told"


async def _unnamed(sender: Sender, act: ActRecord) -> ActRecord:
    """Return an act as it is told: of somebody who asked to be forgotten, without their number."""
    if act.by is None or not await sender.steward.forgetters.is_gone(act.by, act.at):
        return act
    return msgspec.structs.replace(act, by=NOBODY)


async def _without_gone(sender: Sender, race: PublicRace, at: float) -> PublicRace:
    """Return a race without the numbers and names of people who are about to be forgotten."""
    seats = [
        msgspec.structs.replace(each, player=NOBODY, name=FORMER)
        if each.player is not None and await sender.steward.forgetters.is_gone(each.player, at)
        else each
        for each in race.factions
    ]
    return replace(race, factions=tuple(seats))


def _called(race: RaceRecord, act: ActRecord) -> tuple[PlayerId, ...]:
    """Return whom the post of an act calls: the host if people lack, or who has a request."""
    if act.kind in ("asked", "handing"):
        return (PlayerId(json.loads(act.body)["player"]),)
    return (race.host,) if act.kind == "deserted" else ()


async def offer(sender: Sender, notice: Notice) -> str:
    """Offer a place in the thread, ask a substitute, or tell its player; unless somebody drives there again."""
    race, body = await sender.steward.race(notice.race), read_body(notice, Offer)
    if body.deputy is not None:
        return await _ask_deputy(sender, notice, race, body.deputy)
    status = await sender.steward.log.status(notice.race)
    if body.faction not in [each.faction for each in (free(status) if body.is_asked else offered(status))]:
        return "taken already"
    if notice.player is None:
        told = await _without_gone(sender, race, notice.due)
        await sender.send_once(notice, sender.thread(race), offer_message(told, body.faction))
        return "told"
    if body.is_asked:
        await _send_directly(sender, notice, asked_message(race, body.faction))
        return "told"
    if await _has_place_of_question(sender, notice, race, body.faction):
        return "told in the place of the question"
    await _send_directly(sender, notice, absent_message(race, body.faction, notice.player))
    return "told"


async def _has_place_of_question(sender: Sender, notice: Notice, race: PublicRace, faction: Faction) -> bool:
    """Have that a house driver took over stand where the question stood; tell whether it stands there (H-7)."""
    assert notice.player is not None
    layout = absent_message(race, faction, notice.player)
    mine = [each.entry for each in race.entries if each.faction == faction]
    if await sender.talks.turn_into(notice.race, mine, sender.marked(notice, layout)):
        return True
    if await _stands_there(sender, notice):
        return True
    # Matches of an event may be asked about in one message, which stays.
    return race.record.league is None and await _turns_a_question(sender, notice, mine, layout)


async def _stands_there(sender: Sender, notice: Notice) -> bool:
    """Tell whether a notice took the place of a question already, as the program ended before that was noted."""
    assert notice.player is not None
    if notice.attempts <= 1:
        return False
    async with sender.direct(notice.player) as channel:
        return sender.marks.mark(notice) in map(mark_on, await sender.latest(channel))


async def _turns_a_question(sender: Sender, notice: Notice, mine: Sequence[EntryId], layout: ui.LayoutView) -> bool:
    """Have it take the place of the question that an earlier run of the program put; tell whether it does."""
    assert notice.player is not None
    asked = await sender.steward.delivery.asked_before(notice)
    marks = [sender.marks.mark(each, entry) for each in asked for entry in mine]
    async with sender.direct(notice.player) as channel:
        stood = [each.id for each in await sender.latest(channel) if mark_on(each) in marks]
        is_told = bool(stood) and await sender.edit(channel, stood[0], sender.marked(notice, layout), files=())
        for message in stood[1:] if is_told else ():
            await sender.remove(channel, message)
    return is_told


async def _ask_deputy(sender: Sender, notice: Notice, league: PublicRace, deputy: PlayerId) -> str:
    """Ask somebody to be a stable's deputy; in the thread, if they take no direct messages."""
    faction = read_body(notice, Offer).faction
    if not await sender.steward.deputies.is_asked(league.record.id, faction, deputy):
        return "not asked any more"
    layout = request_message(league, faction, deputy, int(notice.due + REQUESTS_STAND))
    if notice.player is None:
        await sender.send_once(notice, sender.thread(league), layout, calling=[deputy])
    else:
        await _send_directly(sender, notice, layout)
    return "asked"


async def _send_directly(sender: Sender, notice: Notice, layout: ui.LayoutView) -> None:
    assert notice.player is not None
    async with sender.direct(notice.player) as channel:
        quiet = await sender.steward.people.is_quiet(notice.player)
        await sender.send_once(notice, channel, layout, silent=quiet)


async def warn(sender: Sender, notice: Notice) -> str:
    """Call the host in the thread of a paused race, with the reason; tell all members of a league that rests."""
    race, warned = await sender.steward.race(notice.race), read_body(notice, Warned)
    if warned.lost and notice.player is not None:
        async with sender.direct(notice.player) as channel:
            await sender.send_once(notice, channel, text_post(cut_off_text(race, warned.lost, notice.player)))
        return "warned"
    text = (
        f"{mention(race.record.host)} **{harmless(race.record.title)} is paused:** {warned.what}. "
        "No answer is lost, and no deadline runs. `/host race what:restart` begins the turn under way anew and lets "
        "the race go on; `/host race what:rewind` goes back to any decision before; `/host race what:close` ends the "
        "race."
    )
    await sender.send_once(notice, sender.thread(race), text_post(text), calling=[race.record.host])
    return "warned"
