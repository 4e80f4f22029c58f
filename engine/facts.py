"""Facts that all games tell: rolls, seals, orders that were followed, and what the steward did."""

from typing import ClassVar

import msgspec

from records.values import EntryId


class Fact(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Something that happened; told in the past tense, never edited."""

    is_private: ClassVar[bool] = False
    """Whether some alone may read it: the public story leaves it out."""


class Modifier(msgspec.Struct, frozen=True, gc=False):
    """An amount added to a roll, by name."""

    name: str  # a word of the rules, such as "CDM"
    amount: int


class Rolled(Fact, frozen=True):
    """How dice fell. All rules roll in this one way."""

    entry: EntryId | None  # whose roll it was; none for the race itself
    what_for: str
    dice: tuple[int, ...]
    sides: int
    modifiers: tuple[Modifier, ...]
    total: int
    rule: str


class Concealed(Fact, frozen=True):
    """Dice were rolled that nobody may see yet, such as a shuffle; an audit passes over them."""

    entry: EntryId | None  # whose; none for the race itself
    what_for: str
    sides: tuple[int, ...]  # of each die, in the order rolled
    rule: str

    @property
    def dice(self) -> tuple[int, ...]:
        """How they fell: untold."""
        return ()


class Sealed(Fact, frozen=True):
    """A secret answer came in; its seal is SHA-256 over the salt and the answer as it is kept."""

    entry: EntryId
    seal: str


class Unsealed(Fact, frozen=True):
    """A secret answer was revealed, with the salt that proves it was the one sealed."""

    entry: EntryId
    salt: str
    answer: str  # as it was kept, JSON


class OrdersSealed(Fact, frozen=True):
    """A player sealed their orders for the turn; the seal is SHA-256 over the salt and the whole of them as kept."""

    entry: EntryId
    seal: str


class OrdersUnsealed(Fact, frozen=True):
    """The turn is over for which orders were sealed: the orders, and the salt that proves them."""

    entry: EntryId
    salt: str
    orders: str  # as they were kept, JSON


class OrderFollowed(Fact, frozen=True):
    """A clause of a player's orders answered for them; the next facts show the answer."""

    entry: EntryId
    clause: str  # a code of the ruleset's orders


DEFAULT_CLAUSE = "default"
"""The clause for a question that orders do not foresee, so that the rules' default counts."""


class Rewound(Fact, frozen=True):
    """The race went back: all facts after input *to* are void, and the dice go on in a fresh stream."""

    to: int  # seq of the last input that still holds
    stream: int  # of the dice, 1 first
    reason: str = ""  # in races from before: its act has it, which may be forgotten


class Corrected(Fact, frozen=True):
    """The steward put something right at the start of a turn."""

    entry: EntryId
    what: str  # a field of the ruleset's corrections
    before: str
    now: str
    reason: str = ""  # likewise


Common = Rolled | Concealed | Sealed | Unsealed | OrdersSealed | OrdersUnsealed | OrderFollowed | Rewound | Corrected
"""Facts of every game."""
