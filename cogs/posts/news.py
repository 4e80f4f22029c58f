"""News of a race: what the steward did, a place that is free, a race that is paused."""

from cogs.panels.doctor import cut_off_text
from cogs.panels.reins import absent_message, offer_message, offered, reins_rows
from cogs.posts import voiding
from cogs.posts.sending import Sender, text_post
from records.notices import Notice
from steward import Acted, Offer, Warned, read_body
from words.shared.acts import act_text
from words.shared.names import harmless

GOING_BACK = ("rewind", "restart", "correct", "update")
"""Acts of the steward after which posts may be void."""

FOR_WANT_OF_PEOPLE = ("deserted", "rest")
"""Acts with which free places are offered, all at once."""


async def tell_act(sender: Sender, notice: Notice) -> str:
    """Tell in the thread what the steward did."""
    lobby = await sender.steward.race(notice.race)
    channel, act = sender.thread(lobby), read_body(notice, Acted).act
    post = text_post(act_text(lobby, act))
    if act.kind in FOR_WANT_OF_PEOPLE:
        for row in reins_rows(lobby):
            post.add_item(row)
    await sender.send_once(notice, channel, post, calling=lobby.race.host if act.kind == "deserted" else None)
    if act.kind in GOING_BACK:
        await voiding.mark_void(sender.steward, channel, notice.race)
    return "told"


async def offer(sender: Sender, notice: Notice) -> str:
    """Offer a place in the thread, or tell its player that it is offered; unless somebody drives there again."""
    lobby, faction = await sender.steward.race(notice.race), read_body(notice, Offer).faction
    if faction not in [each.faction for each in offered(lobby)]:
        return "taken already"
    if notice.player is None:
        await sender.send_once(notice, sender.thread(lobby), offer_message(lobby, faction))
        return "told"
    async with sender.direct(notice.player) as channel:
        quiet = await sender.steward.people.is_quiet(notice.player)
        await sender.send_once(notice, channel, absent_message(lobby, faction, notice.player), silent=quiet)
    return "told"


async def warn(sender: Sender, notice: Notice) -> str:
    """Call the host in the thread: their race is paused, and why. All members hear of a league that can't be told."""
    lobby, warned = await sender.steward.race(notice.race), read_body(notice, Warned)
    if warned.lost and notice.player is not None:
        async with sender.direct(notice.player) as channel:
            await sender.send_once(notice, channel, text_post(cut_off_text(lobby, warned.lost, notice.player)))
        return "warned"
    text = (
        f"<@{lobby.race.host}> **{harmless(lobby.race.title)} is paused:** {warned.what}. "
        "No answer is lost, and no deadline runs. `/steward restart` begins the turn under way anew and lets "
        "the race go on; `/steward rewind` goes back to any decision before; `/steward close` ends the race."
    )
    await sender.send_once(notice, sender.thread(lobby), text_post(text), calling=lobby.race.host)
    return "warned"
