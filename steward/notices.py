"""What players are told of what happened: the notices of a batch."""

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.kept import Deadline, Notice, NoticeKind
from engine.values import CupId, EntryId, PlayerId, RaceId
from steward.shown import Lobby

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


class Standings(msgspec.Struct, frozen=True):
    """How a cup stands after a round; after the last one, who has won."""

    cup: CupId
    round: int


def notice(race: RaceId, kind: NoticeKind, body: msgspec.Struct, now: float, player: PlayerId | None = None) -> Notice:
    return Notice(race=race, kind=kind, player=player, body=msgspec.json.encode(body).decode(), due=now)


def stories(race: RaceId, first: int, scenes: int, now: float, *, is_over: bool) -> list[Notice]:
    """Return the notices that tell so many scenes, from number *first* on, each as many as a message can hold."""
    last = first + scenes - 1
    return [
        notice(race, "story", Story(n, min(n + MOST_SCENES - 1, last), is_over and n + MOST_SCENES > last), now)
        for n in range(first, last + 1, MOST_SCENES)
    ]


def cup_standings(lobby: Lobby, now: float, *, is_over: bool) -> list[Notice]:
    """Return the notice of how a cup stands now that this race of it is over."""
    race = lobby.race
    if not is_over or race.cup is None or race.round is None:
        return []
    return [notice(race.id, "cup", Standings(race.cup, race.round), now)]


def summonses(lobby: Lobby, newly_asked: Sequence[Deadline], now: float) -> list[Notice]:
    """Return one notice for each player who is newly asked."""
    asked: dict[PlayerId, list[Deadline]] = {}
    for deadline in newly_asked:
        player = lobby.player_of(deadline.entry)
        if player is not None:
            asked.setdefault(player, []).append(deadline)
    return [
        notice(lobby.race.id, "summons", Summons(tuple(each.entry for each in his), his[0].asked), now, player)
        for player, his in asked.items()
    ]


def read_body(posted: Notice, kind: type[Any]) -> Any:
    """Return the body of a notice."""
    return msgspec.json.decode(posted.body, type=kind)
