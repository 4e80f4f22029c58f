"""Players and servers, and their settings."""

from typing import Literal, NamedTuple

import msgspec

from records.play import HALF_FORGOTTEN, LEAST_COUNTED
from records.races import Pace, StoryMode
from records.values import PlayerId

DirectMessages = Literal["unknown", "open", "refused"]


class PlayerRecord(msgspec.Struct, frozen=True, kw_only=True):
    player: PlayerId
    name: str
    dms: DirectMessages = "unknown"
    zone: str = ""  # IANA name; empty for UTC
    quiet_from: int | None = None  # minutes after midnight, in the player's zone
    quiet_until: int | None = None
    digest: int | None = None  # minutes after midnight at which one message a day comes instead of each
    large: bool = False  # larger pictures
    dates: str = "relative"  # how times are written: "relative" or "full"
    kept_turns: float = 0.0  # for reliability; both fade with time
    missed_turns: float = 0.0
    counted: float = 0.0  # when they were last counted
    digested: float = 0.0  # when the last digest was sent
    dm_channel: int | None = None  # of their direct messages with me, once one was opened

    @property
    def reliability(self) -> int | None:
        """Which part of their duties a player has done of late, in per cent; ``None`` while there are too few."""
        all_turns = self.kept_turns + self.missed_turns
        return round(100 * self.kept_turns / all_turns) if all_turns >= LEAST_COUNTED else None

    def after(self, now: float, *, kept: bool) -> "PlayerRecord":
        """Return the record with one more duty done or missed; the distant past counts less and less."""
        fade = 0.5 ** (max(0.0, now - self.counted) / HALF_FORGOTTEN) if self.counted else 1.0
        return msgspec.structs.replace(
            self,
            kept_turns=self.kept_turns * fade + kept,
            missed_turns=self.missed_turns * fade + (not kept),
            counted=now,
        )


class GoneRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who is no member of a server any more; a person without such a record is taken to be there."""

    guild: int
    player: PlayerId
    since: float  # when it was noticed, in seconds since 1970


class GuildRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A server's settings for its races."""

    guild: int
    zone: str = "UTC"
    pace: Pace = Pace.TURNS
    schedule: str = "{}"
    large: bool = False
    betting: str = "{}"  # JSON of :class:`engine.betting.rules.ServerRules`
    story: StoryMode = StoryMode.TURN  # of races opened from now on


FORMER = "A former player"
"""Stands for the name of somebody who was forgotten. Their number is below zero, and nobody's at Discord."""


def is_former(player: int) -> bool:
    """Tell whether a number stands for somebody who was forgotten.

    >>> is_former(-17), is_former(700000000000000101)
    (True, False)
    """
    return player < 0


class Farewell(NamedTuple):
    """An answer that is still to say that somebody is forgotten; nobody stands in it."""

    token: str  # of their press: for a quarter of an hour my answer to it can be edited
    at: float  # when it was done, in seconds since 1970
