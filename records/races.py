"""Races on record: the agreements, the drivers of chariots, and the race as everybody may know it."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Self

import msgspec

from records.kinds import LEAGUE, RACE, Kind
from records.values import CupId, EntryId, Faction, PlayerId, RaceId

RaceState = Literal["lobby", "running", "paused", "finished", "cancelled"]

SALT_OF_WORD = 15
"""Bytes."""

GONE = 0
"""Stands for the thread of a race once that was deleted."""


class Pace(StrEnum):
    """The pace of a race. A record keeps the word; this class knows its meaning.

    >>> Pace("daily").is_ordered, Pace.MOVES.silences_a_turn
    (True, 2)
    """

    TURNS = "daily"
    MOVES = "live"
    NOW = "blitz"

    @property
    def is_ordered(self) -> bool:
        """Whether players order each turn as a whole, where the game has orders."""
        return self is Pace.TURNS

    @property
    def has_times(self) -> bool:
        """Whether turns may be due at times of day; else each question has its span."""
        return self is Pace.TURNS

    @property
    def has_grace(self) -> bool:
        """Whether each player may be late by some time in the whole race."""
        return self is Pace.TURNS

    @property
    def silences_a_turn(self) -> int:
        """How many questions left unanswered count as a missed turn."""
        return 1 if self is Pace.TURNS else 2


class StoryMode(StrEnum):
    """How much a race's thread tells. A record keeps the word; this class knows its meaning.

    >>> StoryMode("turn").is_by_turns, StoryMode.FULL.is_by_turns
    (True, False)
    """

    FULL = "full"
    """Every phase with each roll and a board."""

    TURN = "turn"
    """One post a turn: a headline and a picture; the rest is a press away."""

    BRIEF = "brief"
    """One post a turn when it is over: a headline and a still board."""

    @property
    def is_by_turns(self) -> bool:
        """Whether a turn is one post, and the end of the race a result."""
        return self is not StoryMode.FULL


class Start(msgspec.Struct, frozen=True):
    """Words that neither operator nor players chose, mixed into the dice as a race starts; they can be looked up."""

    post: int = 0  # id of the message that told the start; 0 if it could not be posted
    round: int = 0  # of the public beacon; 0 if none was asked, or it did not answer
    beacon: str = ""  # what the beacon told in that round, hexadecimal
    members: int = 0  # of a league, whose words are in its dice; who joins later adds none; 0 for all of a race
    is_known: bool = False  # the dice are a lesson's, alike at each try: nothing is mixed in (S-25)

    def words_among(self, factions: "Sequence[FactionRecord]") -> list[str]:
        """Return the words that factions, in their order, have added to the dice; of a league its first members'."""
        return [each.word for each in factions[: self.members or None]]

    def salts_among(self, factions: "Sequence[FactionRecord]") -> list[str]:
        """Return the salts of these words, in hexadecimal; empty where there is none."""
        return [each.word_salt for each in factions[: self.members or None]]

    def hashes_among(self, factions: "Sequence[FactionRecord]") -> list[str]:
        """Return what the dice take of these words: the SHA-256 of each behind its salt, in hexadecimal."""
        return [each.mixed_in for each in factions[: self.members or None]]

    @property
    def mixed_in(self) -> tuple[str, ...]:
        """The words mixed into the dice after those of the factions."""
        post = (f"post {self.post}",) if self.post and not self.is_known else ()
        return (*post, f"beacon {self.round} {self.beacon}") if self.round else post


class Reserved(msgspec.Struct, frozen=True):
    """A place kept for somebody who was in the race or season before, until they say yes or no.

    It is no faction: whoever has not said yes is asked nothing, drives nothing and is rated for nothing.
    """

    player: PlayerId
    name: str  # of the person
    colour: str | None = None  # of their chariot or stable before; none where colours are drawn
    called: str | None = None  # its name before
    only_bets: bool = False  # in a league, without chariots


SECRET_BYTES = 32

RULES = 2
"""The number of the rules of all games together. Raise it whenever races that were played are told otherwise since.

Each race knows by which number it was played last, and a program of a lower one leaves it alone: else an old program
and a new one beside it would each void the other's turn.
"""

MATCHES = 0
"""The round of races that are matches of two members, beside the events of a league (B.10)."""

KNOWN_DICE = b"known to all: "
"""The beginning of a secret that is none: the dice of a lesson, which fall alike at each try (S-25)."""


def known_secret(name: str) -> bytes:
    """Return the secret, which is none, of the dice of this name (S-25)."""
    return (KNOWN_DICE + hashlib.sha256(name.encode()).digest())[:SECRET_BYTES]


def drawn_secret(dice: str, entropy: Callable[[int], bytes]) -> bytes:
    """Return the secret of a race's dice: the known one of a name, if there is any, or one that is drawn."""
    return known_secret(dice) if dice else entropy(SECRET_BYTES)


class RaceRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One race, from the lobby to its end."""

    id: RaceId
    guild: int  # 0 in a direct message
    channel: int
    thread: int | None = None  # where it is told; :data:`GONE` once that was deleted
    ruleset: str
    options: str  # JSON, of the ruleset's options
    host: PlayerId
    title: str
    state: RaceState = "lobby"
    secret: str  # of the dice, hexadecimal; told at the end
    commitment: str  # what was published of it
    seconds: dict[str, int]  # until the default counts, by kind of decision
    seq: int = 0  # inputs so far
    revision: int = 0  # raised by every write that a race in memory must know of
    facts: int = 0  # told so far
    opened: float
    ended: float | None = None
    panel: int | None = None  # message id
    cup: CupId | None = None  # none for a race by itself
    round: int | None = None  # of its cup, or its league's event, 1 first; MATCHES for a match of two members
    number: int = 1  # of the event's contests, if it has several
    pace: Pace = Pace.MOVES
    schedule: str = "{}"  # JSON of when a turn's deadlines fall; empty for spans alone
    paused_at: float | None = None
    pause_until: float | None = None  # when it goes on by itself
    betting: str = "{}"  # JSON of :class:`engine.betting.rules.TableRules`
    mixed: str | None = None  # JSON of a :class:`Start`; none before the start, and in races older than it
    lesson: int | None = None  # that it teaches, 1 first; 0 for another practice alone; none for all other races
    story: StoryMode = StoryMode.FULL
    deserted: int = 0  # turns for which nobody was there, since somebody was at any reins (S-23)
    is_league: bool = False  # a season is played, and no race: see :attr:`kind`
    league: RaceId | None = None  # of which this is a race; its event is the round
    comes_home: str | None = None  # JSON of what comes home to its league; none before the race is over
    is_rated: bool = True  # whether ratings follow from it
    called_off_by: PlayerId | None = None  # who ended it without a result
    again_of: RaceId | None = None  # after which it was opened with the same people
    card: int | None = None  # message id of its card in the channel, 0 before it is there; none where it has none
    cards: int = 0  # how often the card was posted
    reserved: str = "[]"  # JSON of :class:`Reserved` places
    rules: int = 0  # number of the rules that it was played by last, see :data:`RULES`; 0 before that was noted
    held: bool = False  # a league lets it wait for its beginning: bets on it are taken, and nobody is asked

    @property
    def has_same_field(self) -> bool:
        """Whether it is settled who drives in it: by the race of its cup before, or by its league."""
        return self.league is not None or (self.round is not None and self.round > 1)

    @property
    def kind(self) -> Kind:
        """What it is, and so what it has and lacks."""
        return LEAGUE if self.is_league else RACE

    @property
    def season(self) -> RaceId | None:
        """The league that it is, or belongs to; ``None`` outside leagues."""
        return self.id if self.kind is LEAGUE else self.league

    @property
    def is_practice(self) -> bool:
        """Whether it is a practice: one player alone against house drivers, in a thread of their own."""
        return self.lesson is not None

    @property
    def has_known_dice(self) -> bool:
        """Whether it is a lesson whose dice fall alike at each try; those of earlier programs had a secret (S-25)."""
        return self.secret.startswith(KNOWN_DICE.hex())

    @property
    def has_begun(self) -> bool:
        """Whether it has been played, or may be: its dice are mixed."""
        return self.mixed is not None or self.facts > 0

    @property
    def reservations(self) -> tuple[Reserved, ...]:
        """The places of a lobby that wait for a yes; none once it has started."""
        return msgspec.json.decode(self.reserved, type=tuple[Reserved, ...]) if self.state == "lobby" else ()

    def reservation_of(self, player: PlayerId) -> Reserved | None:
        """Return the place that waits for somebody's yes, if one does."""
        return next((each for each in self.reservations if each.player == player), None)

    @property
    def start(self) -> Start:
        """The words mixed into the dice as it started; none before that, and in races older than this record."""
        return Start() if self.mixed is None else msgspec.json.decode(self.mixed, type=Start)

    def __repr__(self) -> str:
        # The secret would tell every roll to come; it must not reach a log by way of a repr.
        return f"RaceRecord({self.id}, {self.state}, seq={self.seq})"


def card_of(guild: int, lesson: int | None) -> int | None:
    """Return the card of a race as it is opened: to be posted (0), but ``None`` for what one player has alone.

    >>> card_of(1, None), card_of(1, 2), card_of(0, None)
    (0, None, None)
    """
    return 0 if guild and lesson is None else None


class RaceHeading(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of a race that are enough to choose it by."""

    id: RaceId
    guild: int
    channel: int
    thread: int | None
    host: PlayerId
    title: str
    state: RaceState
    lesson: int | None = None  # as in :class:`RaceRecord`


class Place(msgspec.Struct, frozen=True):
    """Where races are looked for: those of some servers, and those that a player hosts or drives in."""

    guilds: tuple[int, ...] = ()
    player: PlayerId | None = None
    is_for_bets: bool = False  # without races that have no betting table
    is_for_leagues: bool = False  # leagues instead of races


class FactionRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The driver of a faction's chariots: a player, or a house driver."""

    faction: Faction
    player: PlayerId | None = None
    driver: str | None = None  # temperament
    name: str
    word: str = ""  # for the dice, which mix its hash
    word_salt: str = ""  # hashed before the word, so that nobody guesses it from the hash; none for words of long ago
    word_hash: str = ""  # that of a word which was forgotten, in hexadecimal
    substitute: PlayerId | None = None  # who drives in the player's place
    standin: str | None = None  # temperament of the house driver who does, while nobody else will
    missed: int = 0  # turns in a row for which nothing came
    grace: float = 0.0  # seconds of the grace budget that are left
    waits: int | None = None  # the ``asked`` until whose deadline the player wants the turn to wait
    away_until: float | None = None  # on vacation

    @property
    def mixed_in(self) -> str:
        """What the dice mix: the SHA-256 of salt and word, in hexadecimal."""
        return self.word_hash or hashlib.sha256(f"{self.word_salt}{self.word}".encode()).hexdigest()

    def with_word(self, word: str, entropy: Callable[[int], bytes]) -> Self:
        """Return the same place with a word for the dice, and a salt of its own if there is one to hide."""
        salt = entropy(SALT_OF_WORD).hex() if word else ""
        return msgspec.structs.replace(self, word=word, word_salt=salt)

    @property
    def holder(self) -> PlayerId | None:
        """The player who has the place, though a house driver may stand in; ``None`` for a house driver's."""
        return self.substitute or self.player

    @property
    def at_the_reins(self) -> PlayerId | None:
        """The player who decides now; ``None`` for a house driver, or while one stands in."""
        return None if self.standin else self.holder

    @property
    def temperament(self) -> str | None:
        """The house driver who decides now, if one does."""
        return None if self.at_the_reins is not None else self.standin or self.driver

    @property
    def is_offered(self) -> bool:
        """Whether anybody may take the reins: their player is absent, and announced no vacation."""
        return self.standin is not None and self.player is not None and self.away_until is None


class EntryRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One chariot."""

    entry: EntryId
    colour: str
    name: str
    faction: Faction | None  # none until colours are drawn


@dataclass(frozen=True)
class PublicRace:
    """A race as everybody may know it: its record, its players and their chariots."""

    record: RaceRecord
    factions: tuple[FactionRecord, ...]
    entries: tuple[EntryRecord, ...]

    @property
    def start_link(self) -> str | None:
        """Where the post that started the race can be looked up; ``None`` if there is none."""
        race, post = self.record, self.record.start.post
        if not post or race.thread == GONE:
            return None
        return f"https://discord.com/channels/{race.guild or '@me'}/{race.thread}/{post}"

    @property
    def is_exhibition(self) -> bool:
        """Whether house drivers alone were entered."""
        return all(each.player is None for each in self.factions)

    @property
    def is_deserted(self) -> bool:
        """Whether nobody of flesh is at any reins; a season waits for nobody, and nor do its races (L-21)."""
        return self.record.season is None and all(each.at_the_reins is None for each in self.factions)

    def is_offered(self, seat: FactionRecord) -> bool:
        """Tell whether anybody may take a place: of a race the reins, of a league a silent owner's stable (H.10)."""
        silences = self.record.kind.offers_after
        if silences is None:
            return seat.is_offered
        return seat.player is not None and seat.missed >= silences and seat.away_until is None

    def is_free(self, seat: FactionRecord) -> bool:
        """Tell whether a place wants somebody of flesh: of a race the reins, of a league a silent owner's stable."""
        if self.record.kind.offers_after is not None:
            return self.is_offered(seat)
        return seat.player is not None and seat.at_the_reins is None

    def player_of(self, entry: EntryId) -> PlayerId | None:
        """Return the player who decides for *entry*; ``None`` for a house driver, or before colours are drawn."""
        faction = self.faction_of(entry)
        return None if faction is None else faction.at_the_reins

    def faction_of(self, entry: EntryId) -> FactionRecord | None:
        """Return the faction that drives *entry*; ``None`` before colours are drawn."""
        number = next((each.faction for each in self.entries if each.entry == entry), None)
        return next((each for each in self.factions if each.faction == number), None)

    def faction_for(self, player: PlayerId) -> FactionRecord | None:
        """Return the faction that a player owns, or drives as a substitute."""
        return next((each for each in self.factions if player in (each.player, each.substitute)), None)

    def entries_of(self, player: PlayerId | None) -> tuple[EntryId, ...]:
        """Return the entries that *player* drives; none for the public."""
        if player is None:
            return ()
        return tuple(each.entry for each in self.entries if self.player_of(each.entry) == player)

    def shown_to(self, player: PlayerId | None) -> tuple[EntryId, ...]:
        """Return the entries whose secrets *player* sees: those they drive, and in a league their own stable (H.11)."""
        seat = None if player is None or not self.record.kind.has_own_views else self.faction_for(player)
        if seat is None:
            return self.entries_of(player)
        return tuple(each.entry for each in self.entries if each.faction == seat.faction)
