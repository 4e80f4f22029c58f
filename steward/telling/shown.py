"""The steward's answers to those who ask: plain values, made for one viewer."""

import unicodedata
from collections.abc import Collection
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from engine.facts import Fact, Sealed
from engine.questions import Answer, Ask
from records.boards import Board
from records.daily import TryRecord
from records.fixtures import EventPost
from records.gazettes import Week
from records.notices import Notice
from records.people import Farewell
from records.play import Deadline, OrdersRecord
from records.races import PublicRace, RaceRecord, Start
from records.refusals import Reason, Refused
from records.removals import Receipt
from records.text import only_seen
from records.values import EntryId, Faction, PlayerId, RaceId

NAME_LENGTH, TITLE_LENGTH, WORD_LENGTH = 32, 60, 100


def visible(text: str, at_most: int, instead: str | None = None) -> str:
    """Return *text* on one line, without invisible characters.

    :param instead: the replacement for an empty or too long text; without one such a text is refused.
    :raises Refused: if the text is empty or longer than *at_most* characters, and *instead* is left out.

    >>> visible("Red\\u202e  Comet\\n", 32)
    'Red Comet'
    """
    normal = unicodedata.normalize("NFC", text)
    shown = " ".join(only_seen(normal).split())
    if 1 <= len(shown) <= at_most:
        return shown
    if instead is None:
        raise Refused(Reason.BAD_NAME, at_most=at_most, length=len(shown))
    return shown[:at_most] or instead


def reins_refused(race: PublicRace, entry: EntryId, player: PlayerId) -> Refused:
    """Return why *player* does not decide for *entry*: somebody else drives it for them, or it is not theirs."""
    faction = race.faction_of(entry)
    is_theirs = faction is not None and player in (faction.player, faction.substitute)
    return Refused(Reason.REINS_ELSEWHERE if is_theirs else Reason.NOT_YOUR_CHARIOT)


def not_in_lobby(race: RaceRecord) -> Refused:
    """Return the refusal of an act for which a race, or a league, is no longer open; it tells its title and state."""
    return Refused(Reason.NOT_IN_LOBBY, title=race.title, state=race.state, what=race.kind.noun)


@dataclass(frozen=True)
class OrdersGiven:
    """Orders of a player for a chariot."""

    entry: EntryId
    orders: Any = field(repr=False)  # of the ruleset's orders; they may be secret
    asked: int | None = None  # the question they are for; none if they only stand
    standing: bool = False  # answer for the player from now on, at any pace

    def record(self, at: float) -> OrdersRecord:
        """Return them as they are kept, given at this time (seconds since 1970)."""
        whole = msgspec.json.encode(self.orders).decode()
        return OrdersRecord(entry=self.entry, orders=whole, asked=self.asked, standing=self.standing, at=at)


@dataclass(frozen=True)
class OpenAsk:
    """A question that waits for a player, and the race as they may see it."""

    race: PublicRace
    entry: EntryId
    asked: int
    ask: Ask
    view: Any
    until: float | None  # when the default counts; for a sealed answer, until when it may be changed at the latest
    sealed: Answer | None = None  # their answer that is in and may be changed until it is revealed
    orders: OrdersRecord | None = None  # what they ordered last for this chariot
    seal: str = ""  # that was announced of the sealed answer
    orders_seal: str = ""  # and of the orders that were sealed with it
    waits: bool = False  # they asked that the turn does not begin before its deadline
    grace: float = 0.0  # seconds by which the answer may still be late

    @property
    def race_id(self) -> RaceId:
        return self.race.record.id

    @property
    def ruleset(self) -> str:
        return self.race.record.ruleset


@dataclass(frozen=True)
class Driven:
    """The effect of some answers."""

    done: int  # answers taken
    of: int
    facts: tuple[Fact, ...]
    is_stopped: bool  # something unforeseen, or a step that could not be taken


@dataclass(frozen=True)
class Waiting:
    """For whom a race waits."""

    entry: EntryId
    player: PlayerId | None
    kind: str
    until: float | None
    since: float | None = None
    grace: float = 0.0  # seconds by which the answer may still be late after that


@dataclass(frozen=True)
class Status:
    """How a race stands, for one viewer."""

    race: PublicRace
    view: Any  # none before the start
    waiting: tuple[Waiting, ...]
    told: int = 0
    asked: int = 0  # of the question that waits
    sealed: tuple[Sealed, ...] = ()  # whose secret answers are in
    until: float | None = None  # when all that is asked closes at the latest, a league's open phase too
    out: frozenset[EntryId] = frozenset()  # chariots that can take no place any more

    def is_out(self, faction: Faction) -> bool:
        """Tell whether nothing is left to drive of a faction, as :func:`is_out` does."""
        return is_out(self.race, faction, self.out)


def is_out(race: PublicRace, faction: Faction, out: Collection[EntryId]) -> bool:
    """Tell whether all chariots of a faction are out: nobody drives them, so there are no reins to leave or to take.

    :param out: the chariots that can take no place any more.
    """
    mine = [each.entry for each in race.entries if each.faction == faction]
    return bool(mine) and all(each in out for each in mine)


@dataclass(frozen=True)
class Scene:
    """A phase: the public view at its end, and its facts."""

    n: int
    told: int
    view: Any
    facts: tuple[Fact, ...] = field(default=())
    first: int = 1  # number of the first fact
    before: Any = None  # the view at the end of the phase before; none for the first one, and where nobody asked for it

    @property
    def last(self) -> int:
        """The number of the last fact; at the end of the race the facts after the phase count, too."""
        return self.first + len(self.facts) - 1


@dataclass(frozen=True)
class Verification:
    """The proofs of a race, for anyone to check."""

    commitment: str
    secret: str | None  # told at the end
    words: tuple[str, ...]
    rolls: int
    first_wrong: int | None  # place of the first roll that the seed does not give
    seals: int
    broken_seals: int
    unproven: tuple[EntryId | None, ...] = ()  # whose concealed rolls are not what the seed gives; none: the race's
    start: Start = field(default_factory=Start)  # what was mixed in as the race started
    salts: tuple[str, ...] = ()  # of the words
    wrong_digests: tuple[str, ...] = ()  # that were told in the thread, and that no reveal has

    @property
    def is_sound(self) -> bool:
        is_sealed = self.broken_seals == 0 and not self.wrong_digests
        return self.first_wrong is None and is_sealed and not self.unproven


@dataclass(frozen=True)
class Picture:
    png: bytes
    alt: str  # says the same, 1,024 characters at most
    name: str  # of the file


@dataclass(frozen=True)
class Health:
    """How the database and the clock are."""

    problem: str  # empty if the database is whole
    size: int  # bytes
    now: float  # by our clock


class CannotPost(Exception):
    """A notice that can never be posted: the thread is gone."""


class Malformed(Exception):
    """Discord refuses a notice in this form, by its number; as a rule further tries do not help."""


class RightMissing(Exception):
    """A notice that cannot be posted now for want of a right, which may come back: it is kept."""


@dataclass(frozen=True)
class Kept:
    """Posts of a race's thread that are kept until a right comes back."""

    why: str  # as Discord numbers it
    since: float
    waiting: int  # posts, the one that was refused among them


class DmRefused(Exception):
    """This player takes no direct messages."""


@dataclass(frozen=True)
class DailyPost:
    """The post of a race of the day in one server."""

    board: Board  # as it was claimed; of its attempts this is one
    tries: tuple[TryRecord, ...]  # of the server at the day before, the best first
    runs: int  # of the house in your seat at the day before; 0 if nobody chose that day
    is_last: bool  # as nobody drives
    says_nobody: bool = False  # that nobody drove the day before: not at first, and not day after day


@dataclass(frozen=True)
class GazettePost:
    """The gazette of a week in one server."""

    board: Board  # as it was claimed; of its attempts this is one
    week: Week

    @property
    def is_last(self) -> bool:
        """Whether it says that none comes any more, as nobody was there for weeks."""
        return self.week.sleeps


class Messenger(Protocol):
    """Posts notices; the steward knows nothing of how."""

    async def ready(self, notice: Notice) -> None:
        """Wait, but not for long, while *notice* may turn out to be needless; others are posted meanwhile."""
        ...

    async def deliver(self, notice: Notice) -> str:
        """Post *notice*, or find its post, and return a word on the outcome.

        For the start of a race that is the id of the message.

        ``notice.attempts`` is 1 at the first try; ``notice.tried`` is when that was.

        :raises CannotPost: if it never can be.
        :raises Malformed: if Discord does not take it as it is; the delivery gives it up after a few tries.
        :raises RightMissing: if a right is missing; the delivery tries again when rights change, and slowly by time.
        :raises DmRefused: if its player takes no direct messages.
        """
        ...

    async def is_member(self, guild: int, player: PlayerId) -> bool | None:
        """Ask whether somebody is a member of a server now; ``None`` if that can't be told at the moment."""
        ...


def deadline_of(deadlines: tuple[Deadline, ...], entry: EntryId, asked: int) -> float | None:
    """Return when the default counts for a question, in seconds since 1970; ``None`` without a deadline."""
    return next((each.at for each in deadlines if (each.entry, each.asked) == (entry, asked)), None)


@dataclass(frozen=True)
class Missing:
    """For whom a race waits, as the host may know it."""

    entry: EntryId
    player: PlayerId
    kind: str
    since: float
    until: float
    reminders: int
    grace: float  # seconds that are left
    grace_step: float  # seconds of it that the next silence uses; 0 if that counts as missed
    misses_left: int  # silences after which a house driver takes over
    takes_dms: bool
    reliability: int | None


class Posts(Protocol):
    """Posts what belongs to no race; the steward knows nothing of how."""

    async def post_daily(self, post: DailyPost) -> int:
        """Post a race of the day, or find its post, and return the id of the message.

        :raises CannotPost: if the channel is gone.
        """
        ...

    async def post_gazette(self, post: GazettePost) -> int:
        """Post the gazette of a week, or find its post, and return the id of the message.

        :raises CannotPost: if the channel is gone.
        """
        ...

    async def hidden(self, guild: int, channel: int, others: Collection[int]) -> tuple[int, ...] | None:
        """Return those of some channels that somebody who sees *channel* may not see, and those that are gone.

        :returns: ``None`` if that can't be told at the moment.
        """
        ...

    async def make_event(self, post: EventPost) -> int:
        """Make an event of a server, or find the one that was made, and return its id.

        :raises CannotPost: if there can be none.
        :raises RightMissing: if I may not make events.
        """
        ...

    async def end_event(self, guild: int, event: int) -> None:
        """Take an event away; one that is gone is no error. :exc:`RightMissing` if I may not."""
        ...

    async def publish(self, channel: int, message: int) -> None:
        """Publish a post of an announcement channel to those who follow it; again is no error.

        :raises CannotPost: if the channel is none of these, or the post is gone.
        :raises RightMissing: if I may not.
        """
        ...

    def opened_thread(self, guild: int, channel: int, title: str) -> AbstractAsyncContextManager[int]:
        """Open a thread of this title for what is kept meanwhile, and give its id; if that fails, take it away again.

        One that was opened before, and left as the program ended, is used.

        :raises CannotPost: if the channel is gone.
        """
        ...

    async def has_channel(self, guild: int, channel: int) -> bool | None:
        """Tell whether a channel of a server is there; ``None`` if that can't be told at the moment."""
        ...

    async def tell_left(self, receipt: Receipt) -> bool:
        """Tell the owner of a server that I have left it, once; ``False`` if that is to be tried again."""
        ...

    async def tell_forgotten(self, farewell: Farewell, player: PlayerId | None) -> bool:
        """Tell somebody that they are forgotten, once; ``False`` if that is to be tried again.

        :param player: whose number it was, as long as that is known.
        """
        ...

    async def is_in(self, guild: int) -> bool | None:
        """Ask whether the bot is in a server; ``None`` if that can't be told at the moment."""
        ...

    async def leave(self, guild: int) -> None:
        """Leave a server, unless the bot is not in it any more."""
        ...


class NoPosts:
    """Where nothing can be posted but of races: each try fails, and is made again."""

    async def post_daily(self, post: DailyPost) -> int:
        raise RightMissing(f"nothing is posted here, not even race {post.board.number} of the day")

    async def post_gazette(self, post: GazettePost) -> int:
        raise RightMissing(f"nothing is posted here, not even the gazette of day {post.week.day}")

    async def make_event(self, post: EventPost) -> int:
        raise RightMissing(f"no event is made here, not even of race {post.race}")

    async def end_event(self, guild: int, event: int) -> None:
        raise RightMissing(f"no event of {guild} is ended here, not even {event}")

    async def publish(self, channel: int, message: int) -> None:
        raise RightMissing(f"nothing is published here, not even {message} of {channel}")

    async def hidden(self, guild: int, channel: int, others: Collection[int]) -> tuple[int, ...] | None:
        del guild, channel, others
        return None

    def opened_thread(self, guild: int, channel: int, title: str) -> AbstractAsyncContextManager[int]:
        raise RightMissing(f"no thread is opened in {channel} of {guild}, not even {title}")

    async def has_channel(self, guild: int, channel: int) -> bool | None:
        del guild, channel
        return None

    async def is_in(self, guild: int) -> bool | None:
        del guild
        return None

    async def leave(self, guild: int) -> None:
        raise RightMissing(f"nobody leaves {guild} here")

    async def tell_left(self, receipt: Receipt) -> bool:
        raise RightMissing(f"nobody is told here that {receipt.guild} was left")

    async def tell_forgotten(self, farewell: Farewell, player: PlayerId | None) -> bool:
        del farewell, player
        raise RightMissing("nobody is told here that they are forgotten")
