"""A kind of event as a value: all that a league asks of a game whose events it holds.

The race is the first kind (``races.py``), the gala of gladiators the second (``galas.py``); ``events.py`` lists them
all. A new kind costs its own package, its goods (``engine/goods/``), and one of these values.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from engine.game import AnyRuleset
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.state import Chariot, Entry, Stable
from engine.plots import Device, Plot
from engine.stables import Home
from engine.table import Table
from records.values import EntryId

CameHome = TypeVar("CameHome", bound=Home)


def _always_paid(_home: Home) -> bool:
    return True


@dataclass(frozen=True)
class EventKind(Generic[CameHome]):
    """A kind of event. Its type is that of what comes home: a head that all events share, with goods of its own."""

    rules: AnyRuleset  # the game that is played; it has the door `stables`
    options: Callable[[LeagueOptions], Any]  # of the game, by those of the season
    home: type[CameHome]  # how an entrant comes home


@dataclass(frozen=True)
class ChariotKind(EventKind[CameHome]):
    """A kind of event that chariots, or their drivers, enter: its sheets, bets and reckoning are those of races."""

    # The sheet of entries, and the line-up
    fit: Callable[[Stable], Mapping[int, int]]  # chariots that may be entered, each with its unhealed points (22.4)
    worth: Callable[[Chariot], tuple[int, ...]]  # orders those that a manager may enter, the best one greatest
    most_each: int  # entries of a stable
    room: Callable[[LeagueOptions], int]  # entries of all together
    abreast: int  # lanes of a row, to be drawn for; 0 where nobody starts from a lane
    brings: Callable[[Entry, Chariot, Sequence[Plot]], msgspec.Struct]
    """An entry, its chariot, the plots against it -> the goods that it brings to the game."""

    devices: Sequence[Device]  # plots that can be bought against those who are entered (24)

    # The reckoning
    credit: Callable[[Table, EntryId, Chariot, CameHome, int], None]
    """Experience: the stable, its chariot, how it came home, how many have started (23.1)."""
    come_home: Callable[[Table, EntryId, Chariot, CameHome], None]  # the lost, the hurt (22)
    prizes: Sequence[int] = ()  # sesterces from the bank, by place; the classic race has none
    is_paid: Callable[[CameHome], bool] = _always_paid  # whether an entrant gets the prize of its place

    def prize(self, home: CameHome) -> int:
        """Return the sesterces that an entrant's place brings its stable; an unpaid prize does not move up (R-A31)."""
        if home.place is None or home.place > len(self.prizes) or not self.is_paid(home):
            return 0
        return self.prizes[home.place - 1]


AnyKind = EventKind[Any]
"""One of several kinds, where the caller does not know which."""

AnyRace = ChariotKind[Any]
"""The same, of those that chariots enter."""
