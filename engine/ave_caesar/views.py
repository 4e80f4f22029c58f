"""The view of an Ave Caesar race that one viewer may have, built up from nothing.

All is public but hands and decks (3.2): a hand shows to its owner, a deck's order to nobody.
"""

from collections.abc import Collection, Mapping
from functools import lru_cache

import msgspec

from engine.ave_caesar.courses import CourseName, Direction, Runway, Space, runway
from engine.ave_caesar.leaders import leaders
from engine.ave_caesar.state import Chariot, Race, Status
from engine.questions import Answer
from records.values import EntryId, Faction

_CHARIOT = msgspec.msgpack.Encoder()


class ChariotView(msgspec.Struct, frozen=True):
    """A chariot as everybody sees it."""

    entry: EntryId
    colour: str
    faction: Faction | None
    is_nonplayer: bool
    position: int | None  # start position, 1 first; none before they are drawn
    status: Status
    space: Space | None  # none while not on the board
    crossings: int  # 0 on the grid, 1 to 3 the lap it is on, 4 finished
    pos: int | None  # how far it has come, in sixtieths of a row; none while not on the board
    coin: bool  # the tribute is still owed
    leads: bool
    played: tuple[int, ...]  # cards, in the order played
    path: tuple[Space, ...]  # of its last turn, the space it came from first; empty if it missed or has not moved
    hand_size: int
    cards_left: int  # hand and deck
    points_left: int  # hand and deck; follows from the cards played
    remaining: int | None  # steps of the shortest way to the finish, others left aside; none while not on the board
    missed: int  # turns
    place: int | None
    left_at: int | None = None  # pos when it went out

    @property
    def spare(self) -> int | None:
        """Points to spare above the shortest way; below 0 it cannot finish any more. ``None`` while off the board."""
        return None if self.remaining is None else self.points_left - self.remaining


class RaceView(msgspec.Struct, frozen=True):
    """A race as one viewer may see it."""

    course: CourseName
    direction: Direction
    round: int
    is_set_up: bool
    is_over: bool
    order: tuple[EntryId, ...]  # the turn order, position 1 first; empty before the set-up
    active: EntryId | None  # whose turn it is; none before the set-up and after the end
    leaders: tuple[EntryId, ...]  # who may not play a six; empty once somebody has finished (7.3)
    missed_streak: int
    stalemate_swaps: int
    finished: tuple[EntryId, ...]  # first to last
    removed: tuple[EntryId, ...]  # out of the race, in this order
    chariots: tuple[ChariotView, ...]  # in entry order
    hands: dict[EntryId, tuple[int, ...]]  # the viewer's own, lowest card first
    strict_finish: bool = False  # as the host chose (4)
    strict_sixes: bool = False
    lesson: int = 0  # that it teaches; 0 for none

    def chariot(self, entry: EntryId) -> ChariotView:
        """Return a chariot; :exc:`StopIteration` never happens for an entry of this race."""
        return next(chariot for chariot in self.chariots if chariot.entry == entry)

    def ranked(self) -> list[ChariotView]:
        """Return the chariots as they lie: those who finished, then the foremost, then those who are out (10).

        Chariots side by side are in turn order; those out, as they will be ranked: later ones first. How far they came
        is no more part of the view.
        """
        return sorted(self.chariots, key=self._rank)

    def _rank(self, chariot: ChariotView) -> tuple[int, int, int, int]:
        turn = chariot.position or 0
        if chariot.status == "finished":
            return 0, chariot.place or 0, turn, chariot.entry
        if chariot.status == "out":
            return 2, -self.removed.index(chariot.entry), turn, chariot.entry
        return 1, -(chariot.pos or 0), turn, chariot.entry


def view_for(race: Race, sealed: Mapping[EntryId, Answer], drives: Collection[EntryId]) -> RaceView:
    """Return the view of the player who drives *drives*; without any, the public's (3.2)."""
    del sealed  # a card is shown as it is played
    ahead = leaders(race)
    return RaceView(
        race.course,
        race.direction,
        race.round,
        race.is_set_up,
        race.is_over,
        tuple(race.order),
        _active(race),
        tuple(ahead),
        race.missed_streak,
        race.stalemate_swaps,
        tuple(race.finished),
        tuple(race.removed),
        tuple([_chariot_view(race, entry, chariot, entry in ahead) for entry, chariot in race.chariots.items()]),
        {entry: tuple(sorted(race.chariots[entry].hand)) for entry in race.chariots if entry in drives},
        race.options.strict_finish,
        race.options.strict_sixes,
        race.options.lesson,
    )


def _active(race: Race) -> EntryId | None:
    """Return the chariot whose turn is next; those that race no more are passed over."""
    if race.is_over or not race.order:
        return None
    waiting = [*race.order[race.active :], *race.order[: race.active]]
    return next((entry for entry in waiting if race.chariots[entry].status == "racing"), None)


def _chariot_view(race: Race, entry: EntryId, chariot: Chariot, leads: bool) -> ChariotView:
    """Return a chariot as everybody may see it; most have not changed since they were last looked at."""
    position = race.order.index(entry) + 1 if race.order else None
    return _view_of(race.course, race.direction, entry, position, leads, _CHARIOT.encode(chariot))


@lru_cache(maxsize=1024)
def _view_of(
    course: CourseName, direction: Direction, entry: EntryId, position: int | None, leads: bool, stored: bytes
) -> ChariotView:
    return _fresh_view(runway(course, direction), entry, position, leads, msgspec.msgpack.decode(stored, type=Chariot))


def _fresh_view(way: Runway, entry: EntryId, position: int | None, leads: bool, chariot: Chariot) -> ChariotView:
    space = chariot.space
    pos = remaining = None
    if space is not None:
        pos = way.pos(space, chariot.crossings)
        remaining = way.remaining.get((space, chariot.crossings, chariot.coin))
    return ChariotView(
        entry,
        chariot.colour,
        chariot.faction,
        chariot.is_nonplayer,
        position,
        chariot.status,
        space,
        chariot.crossings,
        pos,
        chariot.coin,
        leads,
        tuple(chariot.played),
        tuple(chariot.path),
        len(chariot.hand),
        len(chariot.hand) + len(chariot.deck),
        chariot.points_left,
        remaining,
        chariot.missed,
        chariot.place,
        chariot.left_at,
    )
