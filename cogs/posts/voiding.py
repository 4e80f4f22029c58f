"""Posts that told what is void now, since the race went back: they stay, and say so on top."""

import re
from functools import partial
from typing import Any

import discord
from discord import ui

from cogs.kit.messages import within_limits
from cogs.posts.sending import Sender
from records.values import RaceId

VOID = "⏪ **Void: the race went back.** What is told here stays to be read and does not count."
PARTLY_VOID = "⏪ **Partly void: the race went back** to a decision that was made in what is told here."

_SCENE = re.compile(r"race-(?:turn-(?P<first>\d+)-(?P<last>\d+)\.(?:png|gif)|(?P<scene>\d+)-\d+\.png)")
_GONE = (10003, 10008)


def outcome_of(messages: list[int]) -> str:
    """Return the outcome of a story: the messages that tell it, so that they can be found again."""
    return " ".join(["told", *map(str, messages[:8])])


async def mark_void(sender: Sender, channel: Any, race: RaceId) -> None:
    """Mark all posts in a race's thread that tell void facts; it is safe to do so again after a crash."""
    for story, scenes in await sender.steward.delivery.void_stories(race):
        for message in (story.outcome or "").split()[1:]:
            await sender.in_open_thread(channel, partial(_mark, channel, int(message), scenes))
        await sender.steward.delivery.note_void(story)


async def _mark(channel: Any, message: int, scenes: set[int]) -> None:
    """Put a line on top of a message that tells any of *scenes*, unless it stands there."""
    try:
        found = await channel.fetch_message(message)
        matches = [match for each in found.attachments if (match := _SCENE.fullmatch(each.filename))]
        shown = {scene for match in matches for scene in _scenes(match)}
        if (shown and not shown & scenes) or _is_marked(found):
            return
        await found.edit(view=within_limits(_marked(found, VOID if shown <= scenes else PARTLY_VOID)))
    except discord.HTTPException as error:
        if error.code not in _GONE:  # somebody has deleted it
            raise


def _scenes(match: re.Match[str]) -> range:
    """Return the scenes that a picture shows, by the name of its file: one, or those of a turn."""
    first = int(match["first"] or match["scene"])
    return range(first, int(match["last"] or first) + 1)


def _is_marked(message: discord.Message) -> bool:
    return bool(message.components) and getattr(message.components[0], "content", None) in (VOID, PARTLY_VOID)


def _marked(message: discord.Message, line: str) -> ui.LayoutView:
    """Return a message's content under *line*; the line takes over the number by which the post is found."""
    layout, names = ui.LayoutView.from_message(message, timeout=None), [each.filename for each in message.attachments]
    parts = list(layout.children)
    layout.clear_items()
    top: ui.TextDisplay[Any] = ui.TextDisplay(line, id=parts[0].id)
    for part in parts:
        part.id = None
        if isinstance(part, ui.MediaGallery):
            _attach(part, names)
    for part in [top, *parts]:
        layout.add_item(part)
    return layout


def _attach(gallery: ui.MediaGallery[Any], names: list[str]) -> None:
    """Name the pictures as those that hang on the message: their addresses are Discord's own and pass away."""
    for item in gallery.items:
        name = item.media.url.split("?")[0].rsplit("/", 1)[-1]
        if name in names:
            item.media = f"attachment://{name}"
