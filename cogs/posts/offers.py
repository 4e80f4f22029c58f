"""Offers of one stable to another in a phase, in one direct message: later ones edit it (L-50)."""

from cogs.kit.layouts import Post
from cogs.panels.league_business import match_post, offers_post
from cogs.panels.stable import StableButton
from cogs.posts.sending import Sender, text_post
from cogs.posts.voiding import outcome_of
from records.notices import Notice, message_in
from records.races import PublicRace
from steward import DealDeclined, DealNotice, DealOffered, MatchWaits, read_body
from words.shared.names import harmless


async def tell(sender: Sender, notice: Notice) -> str:
    """Tell a stable what it is offered, or that its own offer was declined."""
    body = read_body(notice, DealNotice)
    if isinstance(body, DealOffered | MatchWaits):
        return await _tell_offered(sender, notice, body)
    league = await sender.steward.race(notice.race)
    return await sender.tell_once(notice, league, declined_post(league, body))


def declined_post(league: PublicRace, body: DealDeclined) -> Post:
    """Return what a stable reads whose offer was declined."""
    text = (
        f"-# {harmless(league.record.title)}\nYour offer {body.number} was declined. **My stable** makes another one."
    )
    return text_post(text, StableButton(league.record.id)), []


async def _tell_offered(sender: Sender, notice: Notice, body: DealOffered | MatchWaits) -> str:
    """Tell all offers of a stable that stand now, in the message about the first of them; return it as an outcome.

    Where that cannot be edited, a new one takes its place.
    """
    assert notice.player is not None
    league = await sender.steward.race(notice.race)
    if isinstance(body, MatchWaits):
        layout = await match_post(sender.steward, league, notice.player, body)
    else:
        layout = await offers_post(sender.steward, league, notice.player, body)
    if layout is None:
        return "nothing to tell"
    before = await sender.steward.delivery.sent_before(notice, lambda other: _is_with(other, body))
    async with sender.direct(notice.player) as channel:
        message = message_in(before)
        if message is not None and await sender.edit(channel, message, sender.marked(notice, layout)):
            return outcome_of([message])
        quiet = await sender.steward.people.is_quiet(notice.player)
        sent, _ = await sender.send_once(notice, channel, layout, silent=quiet)
        if message not in (None, sent.id):
            await sender.remove(channel, message)
    return outcome_of([sent.id])


def _is_with(other: Notice, body: DealOffered | MatchWaits) -> bool:
    """Tell whether another notice is of the same stable and phase, and its message can be found."""
    told = read_body(other, DealNotice)
    alike = isinstance(told, type(body)) and (told.by, told.when) == (body.by, body.when)
    return alike and bool(body.by) and message_in(other) is not None
