"""Calls in the thread: one post calls all whom the thread must call; each sees their own questions by its button.

A reminder, or a call of others, takes the place of the post before. Who has decided is struck off it by an edit. All of
it is worked out from the mentions on record, so it may be done twice, or after a crash.
"""

from collections.abc import Sequence

from discord import ui

from cogs.kit.limits import fitting
from cogs.panels.my_questions import OrdersButton
from cogs.posts import mentions
from cogs.posts.questions import LEFT
from cogs.posts.race_panel import MOST_TEXT
from cogs.posts.sending import Sender, text_post
from records.notices import Notice
from steward import Called, Mention, Status, called_in, read_body


async def call(sender: Sender, notice: Notice) -> str:
    """Call players in the thread, where their orders open in private; or bring the call that stands up to date."""
    body = read_body(notice, Mention)
    if body.player is None:
        return await _strike_off(sender, notice)
    status = await sender.steward.log.status(notice.race)
    if not await sender.is_here(status.race, body.player):
        return LEFT
    if not mentions.owed(status, body):
        return "answered already"
    known = await sender.steward.delivery.calls.of(notice.race)
    others = await _others(sender, notice, status, known)
    new = [body, *(read_body(each, Mention) for each in others)]
    players = list(dict.fromkeys(each.player for each in new if each.player is not None))
    await sender.steward.delivery.calls.ring_later(notice.race, new)
    layout = _layout(sender, status, [*known.told, *new], known.over)
    sent, _ = await sender.send_once(notice, sender.thread(status.race), layout, calling=players)
    await _remove_before(sender, status, known, sent.id)
    sender.steward.delivery.told_together(notice, others, called_in(sent.id))
    return called_in(sent.id)


async def _others(sender: Sender, notice: Notice, status: Status, known: Called) -> list[Notice]:
    """Return the mentions behind *notice* that its post tells as well; none at a further try, as it may stand there."""
    if notice.attempts > 1:
        return []
    waiting = [(each, read_body(each, Mention)) for each in known.waiting if each.id > notice.id]
    return [
        each
        for each, body in waiting
        if body.player is not None and mentions.owed(status, body) and await sender.is_here(status.race, body.player)
    ]


async def _strike_off(sender: Sender, notice: Notice) -> str:
    """Strike off the call those who have decided; where it takes no edit, a new one without a sound replaces it."""
    known = await sender.steward.delivery.calls.of(notice.race)
    if known.message is None:
        return "no call stands there"
    status = await sender.steward.log.status(notice.race)
    channel, layout = sender.thread(status.race), _layout(sender, status, known.told, known.over)
    if await sender.edit(channel, known.message, sender.marked(notice, layout)):
        return called_in(known.message)
    if not any(mentions.owed(status, each) for each in known.told):
        await sender.remove(channel, known.message)
        return "all have decided"
    sent, _ = await sender.send_once(notice, channel, layout)
    await _remove_before(sender, status, known, sent.id)
    return called_in(sent.id)


async def _remove_before(sender: Sender, status: Status, known: Called, message: int) -> None:
    if known.message not in (None, message):
        await sender.remove(sender.thread(status.race), known.message)


def _layout(sender: Sender, status: Status, told: Sequence[Mention], over: Sequence[Mention]) -> ui.LayoutView:
    """Return the call of all who still have to decide, with those struck off who have."""
    is_open = [each for each in told if each not in over and mentions.owed(status, each)]
    called = mentions.call(status, is_open, mentions.struck_off(status, told, is_open))
    lines = [mentions.by_name(each, status.race, sender.steward.presence) for each in called]
    buttons = [OrdersButton(status.race.record.id)] if is_open else []
    return text_post(fitting(lines, MOST_TEXT), *buttons)
