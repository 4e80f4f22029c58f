"""The door through which stables of a league enter a game: what they bring to an event of it, and what comes home.

The house hands goods on as they are packed, and knows none of them: their types are read by the game and by the league
alone, in a file for each kind of event (``engine/goods/``).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from engine.plots import Plot, Revealed, Trigger
from engine.questions import Answer
from records.values import EntryId, Faction

Options = TypeVar("Options", bound=msgspec.Struct)
State = TypeVar("State")
T = TypeVar("T", bound=msgspec.Struct)
H = TypeVar("H", bound="Home")


def packed(goods: msgspec.Struct) -> msgspec.Raw:
    """Return goods as the house hands them on: as JSON, which stays the same byte for byte."""
    return msgspec.Raw(msgspec.json.encode(goods))


def unpacked(goods: msgspec.Raw, kind: type[T]) -> T:
    """Return goods that were packed; *kind* is their type."""
    return msgspec.json.decode(goods, type=kind)


class Home(msgspec.Struct, frozen=True):
    """How an entrant comes home, as far as it is alike in all events; a kind of event adds its goods to it."""

    entry: EntryId
    place: int | None  # 1 first; none if it has no place (10)
    gap: int | None  # to the next one behind; none with nobody behind


class Midway(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event that is under way, as its league follows it."""

    turn: int
    laps: int  # that the leader has completed (26.3)
    waiting: tuple[Plot, ...]  # bribes that have not come to light, each with what reveals it now; secret
    order: tuple[EntryId, ...] = ()  # chariots that are driven still, the furthest first

    def __repr__(self) -> str:
        return f"Midway(turn={self.turn})"


class Aftermath(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event that was run to its end."""

    homes: tuple[msgspec.Raw, ...]  # packed, by entry, all of the event
    turns: int
    revealed: tuple[Revealed, ...] = ()  # plots, in the order in which they came to light

    @staticmethod
    def of(homes: Iterable[Home], turns: int, revealed: Iterable[Revealed] = ()) -> "Aftermath":
        """Return the aftermath in which these come home, each with its goods."""
        return Aftermath(tuple(packed(each) for each in homes), turns, tuple(revealed))

    @staticmethod
    def together(parts: "Sequence[Aftermath]") -> "Aftermath":
        """Return the aftermath of an event whose entrants were shared out over contests."""
        homes = {head.entry: home for each in parts for head, home in zip(each.heads, each.homes, strict=True)}
        revealed = tuple(plot for each in parts for plot in each.revealed)
        return Aftermath(tuple(homes[entry] for entry in sorted(homes)), max(each.turns for each in parts), revealed)

    def homes_as(self, kind: type[H]) -> tuple[H, ...]:
        """Return how the entrants come home, with the goods of this kind."""
        return tuple(unpacked(each, kind) for each in self.homes)

    @property
    def heads(self) -> tuple[Home, ...]:
        """How the entrants come home, without their goods."""
        return self.homes_as(Home)


@dataclass(frozen=True)
class Stables(Generic[Options, State]):
    """The door of a game that stables can enter. Its entrants then bring goods (:attr:`engine.game.Entrant.brings`)."""

    equip: Callable[[Options], None]
    """Raises :exc:`Refused` unless an event with these options takes all that its entrants bring."""
    aftermath: Callable[[State], Aftermath]  # an event that is over -> what comes home of it
    midway: Callable[[State], Midway] | None = None
    """An event under way -> what its league follows of it. ``None`` if that waits for the end: then there are no rounds
    of bets meanwhile, and no bribe that waits for its payer."""
    bribe: Callable[[Faction, int, Trigger | None], Answer] | None = None
    """Payer, number of the plot, what reveals it from now on (``None``: at once) -> the act that does so, one of the
    game's :attr:`engine.game.Ruleset.acts`. ``None`` if bribes cannot be bought here (R-G35)."""
    backed: Callable[[Options, Aftermath], Sequence[EntryId]] | None = None
    """Options, what comes home -> whose backers win the bets. ``None`` if those are the ones in the first place."""
