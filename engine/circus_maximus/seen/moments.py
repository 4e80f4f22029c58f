"""Moments of a race that everybody sees, in the words of any game: turns, laps, chariots that go out, the end.

It is worked out from facts alone. A lap is done as the team enters its second corner (3.7): a chariot's own lap *n*
with its corner 2*n*. A chariot is out when it can take no place any more: in the Basic Game when it flips (7.4), in the
Advanced Game only when its driver is dead, on foot, or away: a team that still drags a driver may come in (16.4).
"""

from collections.abc import Sequence
from itertools import zip_longest

from engine.circus_maximus.position.progress import is_corner_after
from engine.circus_maximus.printed.tables import CORNERS, TRACK
from engine.circus_maximus.seen.corrections import section_of, stretch_of
from engine.circus_maximus.words import facts
from engine.facts import Corrected, Fact
from engine.moments import LapDone, Moment, RaceOver, TurnBegan, WentOut
from records.values import EntryId, Square

_OUT = (
    facts.DriverDied,
    facts.DriverFreed,
    facts.SteppedOff,
    facts.StoodUp,
    facts.Stopped,
    facts.TeamHalted,
    facts.TeamRemoved,
)
"""After any of these a chariot is out."""


def moments(story: Sequence[Fact]) -> tuple[Moment, ...]:
    """Return the moments that the facts of a race tell, those that still hold, in order."""
    watch = _Watch()
    for fact, following in zip_longest(story, story[1:]):
        watch.see(fact, following)
    return tuple(watch.seen)


class _Watch:
    """Where the chariots are, as far as it has been told."""

    def __init__(self) -> None:
        self.seen: list[Moment] = []
        self._turn = 0
        self._squares: dict[EntryId, Square] = {}  # the teams'
        self._corners: dict[EntryId, int] = {}  # that each is credited with
        self._out: set[EntryId] = set()

    def see(self, fact: Fact, following: Fact | None) -> None:
        """Take up a fact, with the one told after it."""
        match fact:
            case facts.TurnBegan(turn=turn):
                self._turn = turn
                self.seen.append(TurnBegan(turn))
            case facts.Flipped(entry=entry) if not _goes_on(entry, following):
                self._go_out(entry)
            case facts.RaceEnded(turn=turn):
                self.seen.append(RaceOver(turn))
            case _ if isinstance(fact, _OUT):
                self._go_out(fact.entry)
            case _:
                self._follow(fact)

    def _follow(self, fact: Fact) -> None:
        """Follow a team to where it is now."""
        match fact:
            case facts.LaneDrawn(entry=entry, square=square):
                self._squares[entry], self._corners[entry] = square, 0
            case facts.Moved(entry=entry, squares=squares):
                for _ in range(squares):
                    self._come_to(entry, TRACK.ahead[self._squares[entry]])
            case facts.LaneChanged(entry=entry, to=to) | facts.Evaded(entry=entry, to=to):
                self._come_to(entry, to)
            case facts.Sideslipped(entry=entry, to=to) | facts.BrakedBack(entry=entry, to=to):
                self._squares[entry] = to  # neither enters a corner
            case Corrected(entry=entry, what="square", now=now):
                self._be_put(entry, Square(now))

    def _come_to(self, entry: EntryId, square: Square) -> None:
        came_from, self._squares[entry] = self._squares[entry], square
        if is_corner_after(self._corners[entry], came_from, square):
            self._credit(entry, self._corners[entry] + 1)

    def _credit(self, entry: EntryId, corners: int) -> None:
        """Credit a team with so many corners, and its driver, if they are still in the race, with the lap."""
        self._corners[entry] = corners
        lap, rest = divmod(corners, len(CORNERS))
        if not rest and lap and entry not in self._out:
            self.seen.append(LapDone(entry, lap, self._turn))

    def _be_put(self, entry: EntryId, square: Square) -> None:
        """Follow a correction: laps that a team is not credited with any more were never done."""
        here = stretch_of(self._corners[entry], TRACK.section[self._squares[entry]])
        self._squares[entry] = square
        stretch = next(each for each in (here, here + 1, here - 1) if section_of(each) == TRACK.section[square])
        corners = (stretch + 1) // 2
        if stretch == here or corners == self._corners[entry]:
            return
        if corners > self._corners[entry]:
            self._credit(entry, corners)
            return
        self._corners[entry] = corners
        most = corners // len(CORNERS)
        self.seen = [
            each for each in self.seen if not (isinstance(each, LapDone) and each.entry == entry and each.lap > most)
        ]

    def _go_out(self, entry: EntryId) -> None:
        if entry not in self._out:
            self._out.add(entry)
            self.seen.append(WentOut(entry, self._turn))


def _goes_on(entry: EntryId, following: Fact | None) -> bool:
    """Tell whether the team of a chariot that has flipped runs on (15.1); a fact says so at once."""
    return isinstance(following, facts.RanAway | facts.DriverDragged) and following.entry == entry
