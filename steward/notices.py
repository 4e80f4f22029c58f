"""What players are told of what happened: the notices of a batch."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from engine.kept import Notice, NoticeKind
from engine.session import Scene
from engine.values import EntryId, PlayerId, RaceId

if TYPE_CHECKING:
    from steward.live import Live

MOST_SCENES = 10
"""In one notice; a message holds ten pictures."""


class Story(msgspec.Struct, frozen=True):
    """Phases to be told in the thread: scenes *first* to *last*, and at the end of the race what came after."""

    first: int
    last: int
    is_end: bool = False


class Panel(msgspec.Struct, frozen=True):
    """The race's panel is out of date; *is_new* wants a new one at the thread's end."""

    is_new: bool = False


class Summons(msgspec.Struct, frozen=True):
    """Questions that a player is asked: entries, and the ``asked`` they belong to. Also for reminders."""

    entries: tuple[EntryId, ...]
    asked: int


class Mention(msgspec.Struct, frozen=True):
    """A player who takes no direct messages is asked in the thread."""

    player: PlayerId
    entries: tuple[EntryId, ...]
    asked: int
    is_reminder: bool = False


class Warned(msgspec.Struct, frozen=True):
    """Something the host must know."""

    what: str


def notice(race: RaceId, kind: NoticeKind, body: msgspec.Struct, now: float, player: PlayerId | None = None) -> Notice:
    return Notice(race=race, kind=kind, player=player, body=msgspec.json.encode(body).decode(), due=now)


def notices_of(
    live: "Live", first: int, scenes: Sequence[Scene], now: float, *, is_new_turn: bool
) -> tuple[Notice, ...]:
    """Return what is to be posted of a batch.

    :param first: number of the first of its *scenes*.
    """
    stories = [
        notice(live.race, "story", _story(live, first + place, scenes[place : place + MOST_SCENES], scenes), now)
        for place in range(0, len(scenes), MOST_SCENES)
    ]
    panel = notice(live.race, "panel", Panel(is_new_turn or live.session.is_over), now)
    return (*stories, *_summonses(live, now), panel)


def _story(live: "Live", first: int, part: Sequence[Scene], scenes: Sequence[Scene]) -> Story:
    is_end = live.session.is_over and part[-1] is scenes[-1]
    return Story(first, first + len(part) - 1, is_end)


def _summonses(live: "Live", now: float) -> list[Notice]:
    """Return one notice for each player who is newly asked."""
    asked: dict[PlayerId, list[EntryId]] = {}
    for deadline in live.newly_asked:
        player = live.lobby.player_of(deadline.entry)
        if player is not None:
            asked.setdefault(player, []).append(deadline.entry)
    return [
        notice(live.race, "summons", Summons(tuple(entries), live.session.asked), now, player)
        for player, entries in asked.items()
    ]


def read_body(posted: Notice, kind: type[Any]) -> Any:
    """Return the body of a notice."""
    return msgspec.json.decode(posted.body, type=kind)
