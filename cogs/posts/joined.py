"""Acts that come in a row, told by one post: who was late, how often the bot was away.

The post grows by edits as long as nothing but calls and panels was posted below it. What it tells is on record, so it
may be told twice, or after a crash.
"""

import json
from collections.abc import Sequence
from itertools import takewhile

from cogs.kit.limits import fitting
from cogs.posts.late import tell_grace
from cogs.posts.race_panel import MOST_TEXT
from cogs.posts.sending import Sender, text_post
from records.acts import JOINED, ActRecord
from records.notices import Notice, message_in
from records.races import PublicRace
from steward import Acted, read_body
from words import nouns_of
from words.shared.acts import joined_text

MOST_JOINED = 200
"""Acts that one post tells, and as many behind them that wait; then comes another post."""


def is_joined(act: ActRecord) -> bool:
    """Tell whether an act may be told together with others of its kind; not if the bot goes on from a copy."""
    return act.kind in JOINED and "restored" not in json.loads(act.body)


async def tell(sender: Sender, notice: Notice, race: PublicRace) -> str:
    """Tell an act by the post of those before it, if that is the latest; return the message."""
    behind = await sender.steward.delivery.alike(notice, lambda each: _is_like(each, notice), MOST_JOINED)
    before, message = await _before(sender, notice)
    acts = [read_body(each, Acted).act for each in (*before, notice, *behind)]
    layout = text_post(fitting(joined_text(race, acts, nouns_of(race.record)).split("\n"), MOST_TEXT))
    channel = sender.thread(race)
    if message is None or not await sender.edit(channel, message, sender.marked(notice, layout)):
        sent, _ = await sender.send_once(notice, channel, layout)
        message = sent.id
        if notice.attempts > 1:  # what was sent before may tell less
            await sender.edit(channel, message, sender.marked(notice, layout))
    sender.steward.delivery.told_together(notice, behind, f"told {message}")
    for act in {each.entry: each for each in acts[len(before) :] if each.kind == "grace"}.values():
        await tell_grace(sender, notice, race, act)
    return f"told {message}"


def _is_like(other: Notice, notice: Notice) -> bool:
    """Tell whether two notices tell acts of one kind; of one race, unless the bot was away from all of them."""
    if other.kind != "act":
        return False
    act, first = read_body(other, Acted).act, read_body(notice, Acted).act
    return act.kind == first.kind and is_joined(act) and (other.race == notice.race or act.kind == "downtime")


async def _before(sender: Sender, notice: Notice) -> tuple[Sequence[Notice], int | None]:
    """Return what the latest post tells, the oldest first, and the post, if it tells acts of this kind alone."""
    posted = await sender.steward.delivery.told_before(notice, MOST_JOINED)
    message = message_in(posted[0]) if posted and _is_like(posted[0], notice) else None
    if message is None:
        return (), None
    told = list(takewhile(lambda each: message_in(each) == message and _is_like(each, notice), posted))
    return (told[::-1], message) if len(told) < MOST_JOINED else ((), None)
