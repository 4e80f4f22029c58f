"""Gladiators of a league, and a gala under way: plain data, all that outlives a phase (C, H.8)."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from engine.goods.gladiators import Armour, Kind, Plea, Shield, Wounds
from records.values import EntryId

BARE: Armour = ("-", "-", "-", "-", "-")
UNHURT: Wounds = (0, 0, 0, 0, 0)


class Gladiator(msgspec.Struct, forbid_unknown_fields=True):
    """A gladiator on the market or of a stable; he goes with his equipment, which never changes (7.1.2)."""

    number: int  # in the league, 1 first, apart from chariots; it never changes
    name: str
    tr: int  # training
    st: int  # strength
    ag: int  # agility
    con: int  # constitution
    w: int  # wounds that each area can take
    kind: Kind | None = None  # none before he is armed (R-C14)
    armour: Armour = BARE
    shield: Shield = "none"
    wounds: Wounds = UNHURT  # of duels, until the next gala (R-C12)
    experience: int = 0
    victories: int = 0  # combats won (C.7)
    private_wins: int = 0  # of them, those of duels (R-B15)
    fights: int = 0
    spared: int = 0  # times that he was granted missus
    may_learn: bool = False  # he has fought since he last learned something (R-C7)
    matched: int = 0  # the event before which he has fought a duel; 0 for none (R-B31)

    @property
    def all_wounds(self) -> int:
        return sum(self.wounds)

    @property
    def collapse(self) -> int:
        """The wounds, all together, at which he collapses (D.1)."""
        return self.w + max(0, self.con)


class ManOnMarket(msgspec.Struct, forbid_unknown_fields=True):
    """A gladiator on the market (I.4.7). He has no type yet."""

    man: Gladiator
    start: int = 0  # the bid he is sold from, rolled for each auction anew; 0 between two of them
    unsold: int = 0  # auctions in which nobody bid for him (R-B26)


class ManEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A gladiator in a gala or a duel, as he entered it."""

    entry: EntryId  # its number, 1 first, all of a gala in one sequence
    man: int  # his number in the league; of one of the state below 0
    stable: EntryId | None  # none for one of the state (R-C26)
    colour: str
    name: str
    plea: Plea = "silent"  # secret


class ManStake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bet on a gladiator to win his pair; in a melee to survive with most points (H.8.4)."""

    man: EntryId  # by his entry
    sum: int


class PairWindow(msgspec.Struct, forbid_unknown_fields=True):
    """The second round of bets on a pair, while its match goes on (H.8.4)."""

    is_open: bool = True
    stakes: dict[EntryId, tuple[ManStake, ...]] = {}


GalaForm = Literal["pairs", "melee"]


class Gala(msgspec.Struct, forbid_unknown_fields=True):
    """A gala that is drawn and not reckoned yet. Its matches are contests of the event, 1 first (H.8.1, H.8.2)."""

    form: GalaForm
    entries: list[ManEntry] = []
    matches: list[tuple[EntryId, ...]] = []  # entries by match; each pair's lower number first
    odd: list[EntryId] = []  # entries without an opponent (R-C26)
    strangers: dict[int, Gladiator] = {}  # gladiators of the state, by number, below 0
    stakes: dict[EntryId, tuple[ManStake, ...]] = {}  # of members, once revealed
    odds: dict[EntryId, int] = {}  # by entry, within its match
    windows: dict[int, PairWindow] = {}  # by match

    def entry(self, number: EntryId) -> ManEntry:
        return next(each for each in self.entries if each.entry == number)

    def names(self, entries: Sequence[EntryId]) -> tuple[str, ...]:
        """Return the names of men by their entries."""
        return tuple(self.entry(each).name for each in entries)

    def entry_of(self, man: int) -> ManEntry | None:
        """Return a gladiator's entry; ``None`` if he is not entered."""
        return next((each for each in self.entries if each.man == man), None)

    def match_of(self, entry: EntryId) -> int:
        """Return the number of an entry's match, 1 first; 0 for one who sits out."""
        return next((n for n, pair in enumerate(self.matches, start=1) if entry in pair), 0)

    def entered_by(self, stable: EntryId) -> list[EntryId]:
        """Return a stable's entries, in order."""
        return [each.entry for each in self.entries if each.stable == stable]

    @property
    def fighting(self) -> Sequence[EntryId]:
        """The entries that fight, in order."""
        return sorted(entry for pair in self.matches for entry in pair)
