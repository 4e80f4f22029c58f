"""The questions of a league and their answers: a sheet for each phase. A question knows its own legal answers.

A sheet can be filled in more ways than can be listed: ``legal`` gives some of them, ``verify`` knows all.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, get_args

import msgspec

from engine.leagues.words import charts
from engine.leagues.words.arena_sheets import GalaSheets
from engine.leagues.words.epic_sheets import MOST_LINES, EpicSheets
from engine.leagues.words.facts import Lot
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import Allotment, PartKind, Stake
from engine.plots import BRIBES, Device, Trigger, is_possible
from engine.questions import Answer, Question
from engine.refusals import GameReason
from engine.stables import Aftermath
from records.refusals import Refused
from records.values import EntryId


class Founding(Answer, frozen=True, forbid_unknown_fields=True):
    """How the points of a stable's chariots are spent (20.1)."""

    points: tuple[Allotment, ...]


def check_founding(points: Sequence[Allotment], chariots: int) -> None:
    """Do nothing if so many chariots are built with four points each, two at most in a category (4.2, 20.1).

    :raises Refused: if not.
    """
    if len(points) != chariots:
        raise Refused(LeagueReason.WRONG_NUMBER, "20.1", have=len(points), must_be=chariots)
    for each in points:
        if not all(0 <= number <= charts.MOST_POINTS_OF_EACH for number in each.points):
            raise Refused(LeagueReason.POINTS_OUT_OF_RANGE, "4.2", at_most=charts.MOST_POINTS_OF_EACH)
        if sum(each.points) != charts.POINTS:
            raise Refused(LeagueReason.POINTS_DO_NOT_ADD_UP, "4.2", total=sum(each.points), must_be=charts.POINTS)


class FoundStable(Question, frozen=True):
    """How do you build your chariots? (20.1)"""

    kind: ClassVar[str] = "founding"
    is_asked_if_forced: ClassVar[bool] = True

    chariots: int

    def legal(self) -> Sequence[Founding]:
        return [Founding(charts.UNSAID[: self.chariots])]

    def verify(self, answer: Answer) -> None:
        if not isinstance(answer, Founding):
            raise Refused(GameReason.NOT_A_CHOICE)
        check_founding(answer.points, self.chariots)


class Entries(Answer, frozen=True, forbid_unknown_fields=True):
    """Which chariots race, the first one first (20.2); with ``by_manager`` the manager sees to all of the phase."""

    chariots: tuple[int, ...] = ()
    by_manager: bool = False


class StableDay(Question, frozen=True):
    """Which of your chariots race? (20.21, 22.4)"""

    kind: ClassVar[str] = "stable"
    is_asked_if_forced: ClassVar[bool] = True

    injuries: Mapping[int, int]  # of the chariots that can start, by number
    cannot: Collection[int]  # chariots that cannot
    most: int = charts.MOST_ENTRIES  # that may be entered
    held: Collection[int] = ()  # of those that cannot, the ones promised to a match or an auction

    def legal(self) -> Sequence[Entries]:
        return [Entries(by_manager=True), Entries(), *(Entries((number,)) for number in self.next_after(()))]

    def next_after(self, chosen: Sequence[int]) -> list[int]:
        """Return the chariots of which one may be entered after those *chosen*."""
        left = {number: points for number, points in self.injuries.items() if number not in chosen}
        least = min(left.values(), default=0)
        return [number for number, points in left.items() if points == least]

    def verify(self, answer: Answer) -> None:
        if not isinstance(answer, Entries) or (answer.by_manager and answer.chariots):
            raise Refused(GameReason.NOT_A_CHOICE)
        if len(answer.chariots) > self.most:
            raise Refused(LeagueReason.TOO_MANY_ENTRIES, "20.22", have=len(answer.chariots), at_most=self.most)
        for place, number in enumerate(answer.chariots):
            self._verify_next(number, answer.chariots[:place])

    def _verify_next(self, number: int, before: Sequence[int]) -> None:
        if number in before:
            raise Refused(LeagueReason.TWICE, "20.22", chariot=number)
        if number in self.held:
            raise Refused(LeagueReason.IS_HELD, "H.6", chariot=number)
        if number in self.cannot:
            raise Refused(LeagueReason.CANNOT_START, "R-G23", chariot=number)
        if number not in self.injuries:
            raise Refused(LeagueReason.NOT_YOURS, "20.1", chariot=number)
        possible = self.next_after(before)
        if number in possible:
            return
        least = self.injuries[possible[0]]
        if least == 0:
            raise Refused(LeagueReason.HEALTHY_FIRST, "22.4", chariot=number, healthy=possible)
        lacks = self.injuries[number]
        raise Refused(LeagueReason.LEAST_HURT_FIRST, "22.4", chariot=number, lacks=lacks, least=least)


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One device against a rival's chariot (24)."""

    device: Device
    chariot: int
    sum: int
    horses: tuple[int, ...] = ()  # drugs: places, 1 leftmost, who get points first; then, the fastest first, the others
    spread: bool = False  # drugs: a point each in turn
    wheel: str = "outside"  # sabotage: inside or outside
    trigger: Trigger = Trigger()  # bribes
    spares: EntryId | None = None  # no attack: whom it protects, if the briber has nothing in the race (R-G7)


class Eve(Answer, frozen=True, forbid_unknown_fields=True):
    """Bets, plans and security of a member (24 to 26); with ``by_manager`` the manager sees to all of the phase."""

    stakes: tuple[Stake, ...] = ()
    plans: tuple[Plan, ...] = ()
    guards: tuple[int, int, int] = (0, 0, 0)  # against bribery, drugging, sabotage
    by_manager: bool = False

    @property
    def dark(self) -> int:
        """The money for plans and security, in sesterces."""
        return sum(plan.sum for plan in self.plans) + sum(self.guards)

    @property
    def sum(self) -> int:
        """All of it, in sesterces."""
        return self.dark + sum(stake.sum for stake in self.stakes)

    def __repr__(self) -> str:
        return "Eve()"  # all of it is secret


class EveOfRace(Question, frozen=True):
    """Whom do you back, whom do you work against, and against what do you guard yourself? (24 to 26)"""

    kind: ClassVar[str] = "eve"
    is_asked_if_forced: ClassVar[bool] = True

    member: EntryId
    cash: int
    entered: Mapping[int, EntryId | None]  # chariots of the race, and whose; nobody's is of none
    own_bet: bool  # of 100s at least, on an own chariot (26.1)
    devices: tuple[Device, ...] = get_args(Device)  # that can be bought for this event
    is_epic: bool = False  # one chariot is the target, not a stable (B.9); guards need one of one's own (R-B50)

    @property
    def own(self) -> list[int]:
        """The member's chariots in the race."""
        return [chariot for chariot, stable in self.entered.items() if stable == self.member]

    @property
    def least_own(self) -> int:
        """The least sum to bet on own chariots, in sesterces (26.1, R-G14)."""
        return charts.BET_STEP if self.own_bet and self.own and self.cash >= charts.BET_STEP else 0

    def legal(self) -> Sequence[Eve]:
        own = (Stake(self.own[0], self.least_own),) if self.least_own else ()
        return [Eve(by_manager=True), Eve(own)]

    def verify(self, answer: Answer) -> None:
        if not isinstance(answer, Eve) or (answer.by_manager and answer != Eve(by_manager=True)):
            raise Refused(GameReason.NOT_A_CHOICE)
        if answer.by_manager:
            return
        check_stakes(answer.stakes, self.entered)
        own, others = sums(answer.stakes, self.own)
        if own < self.least_own:
            raise Refused(LeagueReason.OWN_BET_FIRST, "26.1", at_least=self.least_own)
        check_others(own, others, is_free=not self.own or not self.own_bet)
        self._verify_plans(answer.plans)
        if min(answer.guards) < 0:
            raise Refused(LeagueReason.NOT_WHOLE, "25.1", have=min(answer.guards), step=1)
        if self.is_epic and any(answer.guards) and not self.own:
            raise Refused(LeagueReason.GUARDS_NOTHING, "R-B50")
        if answer.sum > self.cash:
            raise Refused(LeagueReason.TOO_LITTLE_CASH, "R-G26", need=answer.sum, have=self.cash)

    def _verify_plans(self, plans: Sequence[Plan]) -> None:
        families = ["bribe" if plan.device in BRIBES else plan.device for plan in plans]
        for place, plan in enumerate(plans):
            if plan.device not in self.devices:
                raise Refused(LeagueReason.NOT_FOR_THIS, "24", device=plan.device, possible=self.devices)
            if plan.chariot not in self.entered:
                raise Refused(LeagueReason.NOT_ENTERED, "24.2", chariot=plan.chariot)
            if plan.chariot in self.own:
                raise Refused(LeagueReason.OWN_FACTION, "24.2", chariot=plan.chariot)
            if not self._is_same_rival(plan.chariot, plans[0].chariot):
                raise Refused(LeagueReason.TWO_TARGETS, "24.2", chariot=plan.chariot)
            if families[place] in families[:place]:
                raise Refused(LeagueReason.DEVICE_TWICE, "24.2", device=families[place])
            least = charts.MINIMUM[plan.device]
            if plan.sum < least:
                raise Refused(LeagueReason.BELOW_MINIMUM, "24", device=plan.device, have=plan.sum, at_least=least)
            self._verify_choices(plan)

    def _is_same_rival(self, one: int, other: int) -> bool:
        """Tell whether two chariots belong to one rival; each chariot of nobody is a separate rival (L-6)."""
        if self.is_epic:
            return one == other
        return one == other or (self.entered[one] is not None and self.entered[one] == self.entered[other])

    def _verify_choices(self, plan: Plan) -> None:
        if len(set(plan.horses) & {1, 2, 3, 4}) != len(plan.horses):
            raise Refused(LeagueReason.WRONG_NUMBER, "24.42", have=len(plan.horses), must_be=4)
        if plan.wheel not in ("inside", "outside"):
            raise Refused(GameReason.NOT_A_CHOICE)
        check_trigger(plan.trigger)
        if plan.device == "no attack" and not self.own:
            self._verify_spared(plan)
        elif plan.spares is not None:
            raise Refused(LeagueReason.SPARES_NOBODY, "R-G7")

    def _verify_spared(self, plan: Plan) -> None:
        """Check that a member with nothing in the race names a stable that has (R-G7)."""
        others = {stable for stable in self.entered.values() if stable is not None} - {self.entered[plan.chariot]}
        if plan.spares not in others:
            raise Refused(LeagueReason.SPARES_NOBODY, "R-G7")


def check_trigger(trigger: Trigger) -> None:
    """:raises Refused: if a bribe cannot be revealed so (R-G35)."""
    if not is_possible(trigger):
        raise Refused(LeagueReason.BAD_TRIGGER, "R-G35")


def check_stakes(stakes: Sequence[Stake], entered: Collection[int]) -> None:
    """:raises Refused: if these are no bets on different chariots of the race, in steps of 100s (26.1)."""
    for place, stake in enumerate(stakes):
        if stake.sum <= 0 or stake.sum % charts.BET_STEP:
            raise Refused(LeagueReason.NOT_IN_STEPS, "26.1", have=stake.sum, step=charts.BET_STEP)
        if stake.chariot not in entered:
            raise Refused(LeagueReason.NOT_ENTERED, "26.1", chariot=stake.chariot)
        if stake.chariot in [each.chariot for each in stakes[:place]]:
            raise Refused(LeagueReason.TWICE, "26.1", chariot=stake.chariot)


def sums(stakes: Sequence[Stake], own: Collection[int]) -> tuple[int, int]:
    """Return the sesterces bet on own chariots, and on all others (R-G28, R-G45)."""
    on_own = sum(stake.sum for stake in stakes if stake.chariot in own)
    return on_own, sum(stake.sum for stake in stakes) - on_own


def check_others(own: int, others: int, *, is_free: bool) -> None:
    """:raises Refused: if more is bet on others than on own chariots, all rounds together (26.1, R-G29)."""
    if not is_free and others > own:
        raise Refused(LeagueReason.TOO_MUCH_ON_OTHERS, "26.1", have=others, at_most=own)


class Bid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The most that a member gives for a lot, and where it goes."""

    lot: int
    most: int
    into: int  # a chariot of one's own that has lost such a part (R-G31)
    place: int = 0  # of the dead horse that a horse replaces


class Bids(Answer, frozen=True, forbid_unknown_fields=True):
    """A sheet of bids (H.5)."""

    bids: tuple[Bid, ...] = ()

    def __repr__(self) -> str:
        return "Bids()"


class Gap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part that a chariot has lost."""

    kind: PartKind
    chariot: int
    place: int = 0
    car: str = ""  # the class of a car; only one of the same replaces it (21.6)


class Auction(Question, frozen=True):
    """What do you bid for the debtor's goods? (R-G32, R-G42)"""

    kind: ClassVar[str] = "auction"
    is_asked_if_forced: ClassVar[bool] = True

    cash: int
    lots: tuple[Lot, ...]
    gaps: tuple[Gap, ...]  # of the bidder

    @property
    def may_bid(self) -> bool:
        """Whether a lot fills a gap, and there is the money for the lowest bid."""
        fitting = {(gap.kind, gap.car) for gap in self.gaps}
        return self.cash >= charts.LOT_START and any((lot.kind, lot.car) in fitting for lot in self.lots)

    def legal(self) -> Sequence[Bids]:
        return [Bids()]

    def verify(self, answer: Answer) -> None:
        if not isinstance(answer, Bids) or len(answer.bids) > MOST_LINES:
            raise Refused(GameReason.NOT_A_CHOICE)
        lots = {lot.number: lot for lot in self.lots}
        for place, bid in enumerate(answer.bids):
            if bid.lot not in lots:
                raise Refused(LeagueReason.NO_SUCH_LOT, "R-G42", lot=bid.lot)
            if bid.lot in [each.lot for each in answer.bids[:place]]:
                raise Refused(LeagueReason.TWICE, "R-G42", what=bid.lot)
            if bid.most < charts.LOT_START or bid.most % charts.BET_STEP:
                raise Refused(LeagueReason.NOT_IN_STEPS, "R-B3", have=bid.most, step=charts.BET_STEP)
            if bid.most > self.cash:
                raise Refused(LeagueReason.TOO_LITTLE_CASH, "21.3", need=bid.most, have=self.cash)
            lot = lots[bid.lot]
            if Gap(lot.kind, bid.into, bid.place, lot.car) not in self.gaps:
                raise Refused(LeagueReason.NO_LOSS_THERE, "R-G31", kind=lot.kind, chariot=bid.into)


# Of the calendar


class RaceReturned(Answer, frozen=True, forbid_unknown_fields=True):
    """The race was run to its end; this is its aftermath."""

    aftermath: Aftermath


class CalledOff(Answer, frozen=True, forbid_unknown_fields=True):
    """The race was called off (R-G22)."""

    reason: str = ""


class GoOn(Answer, frozen=True, forbid_unknown_fields=True):
    """The time is up that the calendar waited for."""


class RunRace(Question, frozen=True):
    """Run the event's race. It has no deadline, as the race has its own (H.3)."""

    kind: ClassVar[str] = "race"
    is_asked_if_forced: ClassVar[bool] = True

    event: int
    entries: tuple[EntryId, ...]

    def legal(self) -> Sequence[Answer]:
        return [CalledOff()]

    def verify(self, answer: Answer) -> None:
        if isinstance(answer, CalledOff):
            return
        if not isinstance(answer, RaceReturned):
            raise Refused(GameReason.NOT_A_CHOICE)
        if tuple(home.entry for home in answer.aftermath.heads) != self.entries:
            raise Refused(LeagueReason.WRONG_NUMBER, have=len(answer.aftermath.homes), must_be=len(self.entries))


class Wait(Question, frozen=True):
    """The calendar waits; members have no question."""

    kind: ClassVar[str] = "gap"
    is_asked_if_forced: ClassVar[bool] = True

    event: int

    def legal(self) -> Sequence[GoOn]:
        return [GoOn()]


class Protest(Wait, frozen=True):
    """The race may still go back, for so long (H.3)."""

    kind: ClassVar[str] = "protest"


Sheets = Founding | Entries | Eve | Bids | RaceReturned | CalledOff | GoOn | EpicSheets | GalaSheets
