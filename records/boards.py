"""Where something is posted again and again: one channel of a server."""

from typing import Literal

import msgspec

from records.values import PlayerId

BoardState = Literal["on", "asleep", "off", "lost"]
"""Posted; stopped as nothing happened; stopped by somebody; its channel is gone, or takes no posts."""


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A server that has something posted in a channel: the race of the day, or its gazette of the week."""

    guild: int
    channel: int
    by: PlayerId
    since: int  # the number from which it counts how many in a row had nobody
    state: BoardState = "on"
    number: int = 0  # posted last, or being posted; 0 for none
    attempts: int = 0  # to post it
    tried: float | None = None  # when it was first tried
    post: int | None = None  # its message, once it stands there; 0 if there was nothing to post
