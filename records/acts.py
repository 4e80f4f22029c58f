"""Acts of a host, a moderator, a player or the program, each with its reason."""

from typing import Literal

import msgspec

from records.values import EntryId, PlayerId

ActKind = Literal[
    "extend", "pause", "resume", "rewind", "restart", "correct", "replace", "default", "close", "grace", "downtime",
    "absent", "return", "substitute", "vacation", "update",
    "unmixed", "deserted", "rest",
    "volunteer", "withdraw", "asked", "deputy", "resign", "leave", "expel", "hand", "vote", "elect", "undo", "rate",
    "allow", "invite", "decline", "handing",
]  # fmt: skip


BESIDE_THE_GAME: tuple[ActKind, ...] = (
    "volunteer",
    "withdraw",
    "expel",
    "vote",
    "elect",
    "allow",
    "invite",
    "decline",
    "handing",
)
"""Acts that may come while a league rests, too: they change nothing in the game."""


GOING_BACK: tuple[ActKind, ...] = ("rewind", "restart", "correct", "update")
"""Acts by which a race goes back, so that facts told may be void."""


JOINED: tuple[ActKind, ...] = ("grace", "downtime")
"""Acts that come in a row: while nothing else was posted since, one post tells all of a kind."""


class ActRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the steward did: everyone sees it."""

    n: int = 0  # of the race, 1 first; given by the database
    kind: ActKind
    by: PlayerId | None  # none for the program itself
    entry: EntryId | None = None
    reason: str = ""
    body: str = "{}"  # JSON of what belongs to its kind
    at: float
