"""A race's betting table as one viewer may see it (B-17): texts, pictures, alt texts and menus use this alone."""

from collections.abc import Mapping, Sequence

import msgspec

from engine.betting.book import HOUSE_KINDS, Choice, MarketKind, MarketState, SideBet, Ticket, TicketState
from engine.betting.rules import TableRules
from records.values import EntryId, PlayerId, RaceId, Sesterces


class EntrantView(msgspec.Struct, frozen=True):
    """A chariot that may be bet on."""

    entry: EntryId
    name: str
    colour: str
    driver: PlayerId | None  # none for a house driver
    chance: int | None = None  # to win, in thousandths, by the model


class ChoiceView(msgspec.Struct, frozen=True):
    """Something that tickets of a market may be on."""

    choice: Choice
    staked: Sesterces | None  # none while it is secret
    bettors: int | None  # none while it is secret
    pays: int | None  # for each 100 staked, the stake included, as it stands; none if unknown or nobody is on it
    odds: int | None = None  # fixed ones of sealed bets: paid for each sesterce
    room: Sesterces | None = None  # how much more the viewer may add in a window (26.3); none where that is no limit


class MarketView(msgspec.Struct, frozen=True):
    number: int
    kind: MarketKind
    window: int
    state: MarketState
    moment: str
    staked: Sesterces | None  # in all; none while it is secret
    seals: int  # sealed bets that are not revealed yet
    choices: tuple[ChoiceView, ...]
    winners: tuple[Choice, ...]
    why: str
    is_late: bool = False  # of a league's race: open though the race has begun
    of_pair: bool = False  # on a match of gladiators: until it closes, it shows its total alone

    def on(self, choice: Choice) -> ChoiceView | None:
        """Return the view of a choice; ``None`` if this market has no such choice."""
        return next((each for each in self.choices if each.choice == choice), None)


class BoardView(msgspec.Struct, frozen=True):
    """The betting table of a race, for one viewer."""

    race: RaceId
    title: str
    is_over: bool
    rules: TableRules
    share: int  # of the house, per cent of what losers of a pool staked
    cap: Sesterces  # staked by one player on this race; 0 for no cap
    entrants: tuple[EntrantView, ...]
    markets: tuple[MarketView, ...]
    purse: Sesterces | None  # of the viewer; none for the public
    tickets: tuple[Ticket, ...]  # of the viewer, and those of others that are revealed
    sides: tuple[SideBet, ...]  # of the viewer
    turn: int = 0  # after which the chances were worked out
    samples: int = 0  # races that were played out for them; 0 if there are none
    viewer: PlayerId | None = None  # whose own tickets are marked; none for the public
    capped: Mapping[int, str] = {}  # by number, open tickets of the viewer that win no more than their stake: why

    @property
    def own_tickets(self) -> tuple[Ticket, ...]:
        """The viewer's tickets, in the order in which they were placed."""
        return tuple(each for each in self.tickets if each.player == self.viewer)

    def number_of(self, bet: Ticket | SideBet) -> int:
        """Return the number of one of the viewer's own bets among theirs, 1 first.

        Players see only this number: the one in the race would count others' private bets (S-19).
        """
        own: Sequence[Ticket | SideBet] = self.sides if isinstance(bet, SideBet) else self.own_tickets
        return [each.number for each in own].index(bet.number) + 1

    def own_ticket(self, number: int) -> Ticket | None:
        """Return the viewer's ticket of this number among theirs; ``None`` if there is none."""
        return self.own_tickets[number - 1] if 1 <= number <= len(self.own_tickets) else None

    def own_side(self, number: int) -> SideBet | None:
        """Return the viewer's side bet of this number among theirs; ``None`` if there is none."""
        return self.sides[number - 1] if 1 <= number <= len(self.sides) else None

    @property
    def latest(self) -> tuple[MarketView, ...]:
        """The markets to show: of several on the same thing, such as a window opened again, the last."""
        last = {(each.kind, each.window): each.number for each in self.markets}
        return tuple(each for each in self.markets if last[each.kind, each.window] == each.number)

    @property
    def drawn(self) -> tuple[MarketView, ...]:
        """Those of the picture; of the house's the bets on the winner, once somebody has staked on one."""
        return tuple(
            each for each in self.latest if each.kind not in HOUSE_KINDS or (each.kind == "bank" and each.staked)
        )


class SlipLine(msgspec.Struct, frozen=True):
    market: MarketKind
    window: int
    choice: str  # in words: a chariot's name, or over or under
    colour: str | None  # of the chariot
    stake: Sesterces
    paid: Sesterces
    state: TicketState
    why: str  # code
    entry: EntryId | None = None  # of the chariot


class SlipView(msgspec.Struct, frozen=True):
    """A player's result on a race."""

    race: RaceId
    title: str
    player: str  # name
    is_over: bool  # whether the race is
    winners: tuple[EntrantView, ...]  # several only where allies share the first place
    lines: tuple[SlipLine, ...]
    staked: Sesterces
    paid: Sesterces
    purse: Sesterces
    sides: tuple[SideBet, ...] = ()  # that both sides have staked on
    gained: int = 0  # by tickets and side bets together, less than nothing for a loss

    @property
    def winner(self) -> str:
        """The winner's name; empty without a winner."""
        return " and ".join(each.name for each in self.winners)


class SwingPoint(msgspec.Struct, frozen=True):
    """Chances after a turn."""

    turn: int  # 0 before the race
    chances: Mapping[EntryId, int]  # to win, in thousandths


class SwingView(msgspec.Struct, frozen=True):
    """How chances swung in the course of a race."""

    race: RaceId
    title: str
    samples: int  # races played out for each point
    entrants: tuple[EntrantView, ...]
    points: tuple[SwingPoint, ...]
    out: Mapping[EntryId, int]  # turn in which a chariot went out
    winner: EntryId | None = None
    laps: tuple[int, ...] = ()  # turns in which the leader finished laps 1, 2 and so on
