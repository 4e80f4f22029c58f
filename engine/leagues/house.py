"""Managers of house stables: they found, enter, bet, guard and plot from the public view and their own stable.

They never deal, borrow or challenge (H.10). Buying and training they leave to their standing instructions; in the Epic
campaign they do it themselves (:mod:`engine.leagues.epic_house`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from engine.leagues import arena_house, epic_house
from engine.leagues.views import ChariotView, LeagueView
from engine.leagues.words import charts
from engine.leagues.words.arena_sheets import EveOfGala, GalaDay
from engine.leagues.words.epic_sheets import AuctionDay
from engine.leagues.words.sheets import (
    Auction,
    Bid,
    Bids,
    Entries,
    Eve,
    EveOfRace,
    Founding,
    FoundStable,
    Plan,
    RunRace,
    StableDay,
    Wait,
    sums,
)
from engine.leagues.words.state import Allotment, Manager, Stake
from engine.plots import Device, Trigger
from engine.questions import Answer, Ask
from records.values import EntryId


@dataclass(frozen=True)
class _Temper:
    """How a manager of the house does things; shares are per cent of the cash."""

    name: str
    believes: int  # in so many of the foremost chariots, when it may bet again during the race

    points: tuple[Allotment, ...]
    own: int
    others: int
    guards: int
    dark: int
    device: Device


_STEADY = _Temper("steady", 1, charts.UNSAID, own=4, others=0, guards=2, dark=0, device="drug")
_BOLD = _Temper(
    "bold",
    2,
    (
        Allotment(driver=2, car=0, team=2, endurance=0),
        Allotment(driver=1, car=0, team=2, endurance=1),
        Allotment(driver=1, car=0, team=1, endurance=2),
        Allotment(driver=2, car=1, team=1, endurance=0),
        Allotment(driver=1, car=1, team=1, endurance=1),
    ),
    own=6,
    others=2,
    guards=0,
    dark=0,
    device="drug",
)
_SLY = _Temper("sly", 1, charts.UNSAID, own=4, others=3, guards=0, dark=5, device="drug")


def _answer(temper: _Temper, view: LeagueView, ask: Ask) -> Answer:
    question = ask.question
    if isinstance(question, RunRace | Wait):
        return ask.default
    return _ANSWERS[type(question)](temper, view, ask.entry, question)


def _entries(view: LeagueView, own: EntryId, question: StableDay) -> Entries:
    """Return the entries: of the Epic campaign, where all is bought by then; else the instructions mend and train."""
    is_epic = view.options.campaign == "epic"
    return epic_house.entries(view, own, question) if is_epic else Entries(by_manager=True)


def strength(chariot: ChariotView) -> int:
    """Return roughly how good a chariot is: its team's and driver's abilities, and how long they last."""
    if chariot.team is None or chariot.driver is None:
        return 0
    speed = sum(horse.boxes - horse.injury for horse in chariot.team.horses)
    return 4 * (speed + chariot.driver.modifier) + chariot.team.endurance // 4 + 2 * chariot.driver.hits


def _plan(temper: _Temper, view: LeagueView, question: EveOfRace) -> Eve:
    """Back the own chariots, some of the best rival if there is money for it, and work against that rival if sly."""
    own = sorted(question.own, key=lambda number: -strength(_chariot(view, number)))
    rivals = sorted(
        (number for number in question.entered if number not in question.own),
        key=lambda number: (-strength(_chariot(view, number)), number),
    )
    stakes = [Stake(own[0], max(question.least_own, _part(question.cash, temper.own)))] if own else []
    stakes = [stake for stake in stakes if 0 < stake.sum <= question.cash]
    on_own, _ = sums(stakes, question.own)
    on_rival = min(_part(question.cash, temper.others), on_own if own else question.cash)
    left = question.cash - on_own
    if rivals and 0 < on_rival <= left:
        stakes.append(Stake(rivals[0], on_rival))
        left -= on_rival
    plans, spent = _plots(temper, question.cash, left, rivals if own and temper.device in question.devices else [])
    guard = min(question.cash * temper.guards // 100, (left - spent)) // 3 if own else 0
    return Eve(tuple(stakes), plans, (guard, guard, guard))


def _part(cash: int, share: int) -> int:
    """Return a share of the cash in steps of a bet."""
    return cash * share // 100 // charts.BET_STEP * charts.BET_STEP


def _plots(temper: _Temper, cash: int, left: int, rivals: Sequence[int]) -> tuple[tuple[Plan, ...], int]:
    amount = min(cash * temper.dark // 100, left)
    if not rivals or amount < charts.MINIMUM[temper.device]:
        return (), 0
    return (Plan(temper.device, rivals[0], amount, trigger=Trigger()),), amount


def _bet_again(temper: _Temper, view: LeagueView, own: EntryId, order: Sequence[int]) -> tuple[Stake, ...]:
    """Back again the chariots it backed that are among the foremost, its own first, within its means (26.3).

    :param order: chariots of the race that are driven still, the furthest first.
    """
    entered = [each.chariot for each in view.entries if each.stable == own]
    first = {each.chariot: each.sum for each in view.stakes.get(own, ())}
    earlier = [each for stakes in view.own[own].window_stakes.values() for each in stakes]
    on_own, on_others = sums([*view.stakes.get(own, ()), *earlier], entered)
    left, stakes = _part(view.own[own].stable.cash, temper.own + temper.others), list[Stake]()
    for chariot in sorted(order[: temper.believes], key=lambda number: number not in entered):
        is_own = chariot in entered
        most = min(first.get(chariot, 0), left, left if is_own or not entered else on_own - on_others)
        amount = most // charts.BET_STEP * charts.BET_STEP
        if amount > 0:
            stakes.append(Stake(chariot, amount))
            left -= amount
            on_own, on_others = on_own + amount * is_own, on_others + amount * (not is_own)
    return tuple(stakes)


def _chariot(view: LeagueView, number: int) -> ChariotView:
    """Return a chariot as everybody sees it; an own one as it is."""
    everywhere = [*view.strangers, *(each for stable in view.stables for each in stable.chariots)]
    return next(each for each in everywhere if each.number == number)


def _bid(question: Auction) -> Bids:
    """Bid a fair price for goods that fill a gap, as long as half of the cash lasts."""
    left, bids, filled = question.cash // 2, list[Bid](), list[tuple[str, int]]()
    for lot in question.lots:
        price = _FAIR[lot.kind]
        gap = next((each for each in question.gaps if (each.kind, each.car) == (lot.kind, lot.car)), None)
        if gap is None or price > left or (gap.kind, gap.chariot) in filled:
            continue
        bids.append(Bid(lot.number, price, gap.chariot, gap.place))
        filled.append((gap.kind, gap.chariot))
        left -= price
    return Bids(tuple(bids))


_FAIR: Mapping[str, int] = MappingProxyType({"driver": 1_000, "team": 1_500, "car": 300, "horse": 500})


_ANSWERS: Mapping[type, Callable[[_Temper, LeagueView, EntryId, Any], Answer]] = MappingProxyType(
    {
        FoundStable: lambda temper, _view, _own, asked: Founding(temper.points[: asked.chariots]),
        StableDay: lambda _temper, view, own, asked: _entries(view, own, asked),
        EveOfRace: lambda temper, view, _own, asked: _plan(temper, view, asked),
        Auction: lambda _temper, _view, _own, asked: _bid(asked),
        AuctionDay: lambda temper, view, own, asked: epic_house.advised_bids(view, own, asked, temper.name),
        GalaDay: lambda temper, view, own, asked: arena_house.entries(view, own, asked, temper.name),
        EveOfGala: lambda temper, view, _own, asked: arena_house.eve(view, asked, temper.name),
    }
)
"""By the type of the question."""


def errand(view: LeagueView, own: EntryId, temper: str) -> Answer | None:
    """Return an act of a house manager before it answers a sheet; ``None`` if there is none left to do.

    In the classic campaign its standing instructions buy and train.
    """
    return epic_house.next_act(view, own, temper) if view.options.campaign == "epic" else None


def _manager(temper: _Temper) -> Callable[[LeagueView, Ask], Answer]:
    def answer(view: LeagueView, ask: Ask) -> Answer:
        return _answer(temper, view, ask)

    return answer


MANAGERS: Mapping[str, Callable[[LeagueView, Ask], Answer]] = MappingProxyType(
    {"steady": _manager(_STEADY), "bold": _manager(_BOLD), "sly": _manager(_SLY)}
)
"""By temperament, the most careful first."""


def _round(temper: _Temper) -> Callable[[LeagueView, EntryId, Sequence[int]], tuple[Stake, ...]]:
    def bets(view: LeagueView, own: EntryId, order: Sequence[int]) -> tuple[Stake, ...]:
        return _bet_again(temper, view, own, order)

    return bets


ROUNDS: Mapping[str, Callable[[LeagueView, EntryId, Sequence[int]], tuple[Stake, ...]]] = MappingProxyType(
    {"steady": _round(_STEADY), "bold": _round(_BOLD), "sly": _round(_SLY)}
)
"""Managers' bets in a round during the race, by temperament."""

INSTRUCTIONS: Mapping[str, Manager] = MappingProxyType(
    {
        "steady": Manager(mending="one", training="endurance"),
        "bold": Manager(entries=2, mending="one", training="speed"),
        "sly": Manager(mending="one", training="driver"),
    }
)
"""Standing instructions of managers of the house, by temperament."""
