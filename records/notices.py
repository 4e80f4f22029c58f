"""Notices: messages to post or send, until that is done."""

from typing import Literal

import msgspec

from records.values import EntryId, PlayerId, RaceId

NoticeKind = Literal[
    "panel", "story", "summons", "reminder", "mention", "warning", "cup", "act", "digest", "offer", "bets",
    "start", "deal", "letter", "ballot", "ending", "card", "share", "follow",
]  # fmt: skip


NoticeState = Literal["new", "sending", "sent", "refused", "given up", "answered", "cancelled"]


CALL_CHANGED = "{}"
"""The body of a mention that calls nobody: the call in the thread is to be brought up to date."""


BLANK = "{}"
"""The body of a notice that is done, and whose text was let go."""

BLANKED_POSTS: tuple[NoticeKind, ...] = ("act", "mention", "offer", "warning", "deal", "letter", "ballot", "ending")
"""Kinds of posts in threads whose texts may go; the others are looked up again."""


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """Something to be posted, written in the transaction that caused it."""

    id: int = 0  # given by the database
    race: RaceId
    kind: NoticeKind
    player: PlayerId | None = None  # to whom; none for the race's thread
    body: str = "{}"  # JSON of what is to be told
    due: float
    attempts: int = 0
    tried: float | None = None  # when it was first being sent
    duty: str | None = None  # what it asks for, so that it can be cancelled: see :func:`duty_of`
    state: NoticeState = "new"
    outcome: str | None = None  # how it ended; of an open one, why it is kept back
    holder: int | None = None  # the process that sends it, or is to; none where one program runs alone
    place: int = 0  # among those of its player, or of none, in its race, 1 first; known once it is claimed
    thread: int | None = None  # of its race, where it has one; known once it waits

    def to(self, player: PlayerId) -> "Notice":
        """Return the same notice, to one person directly."""
        return msgspec.structs.replace(self, player=player)

    @property
    def target(self) -> str:
        """Notices of one target are delivered in order: those of a player, a card, or a thread, be it of many races."""
        if self.kind == "card":
            return f"card {self.race}"
        return f"player {self.player}" if self.player is not None else thread_of(self.race, self.thread)


def thread_of(race: RaceId, thread: int | None) -> str:
    """Return the target of the notices in the thread of a race; without one the race has a target of its own."""
    return f"thread {thread}" if thread else f"race {race}"


def message_in(notice: Notice | None, word: str = "told") -> int | None:
    """Return the first message that tells a notice, if its outcome names it behind *word*.

    >>> told = Notice(race=RaceId(1), kind="act", due=0.0, outcome="told 17 18")
    >>> message_in(told), message_in(told, "called"), message_in(None)
    (17, None, None)
    """
    first, *messages = ((notice.outcome if notice is not None else None) or "none").split()
    return int(messages[0]) if first == word and messages and messages[0].isdecimal() else None


def duty_of(race: RaceId, entry: EntryId, asked: int) -> str:
    """Return the name of one duty: to answer this question."""
    return f"{race}:{entry}:{asked}"
