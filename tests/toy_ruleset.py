"""A game of two pages, to show that nothing outside the engine's packages knows Circus Maximus.

Runners start at 0. Each turn all write a pace in secret (1 to 6); then each, in entry order, spends it: he walks, or
pushes a rival for 1, who holds or gives way by a step. Of two dice rolled for a push that is held the lower one tells
how far the pusher stumbles back. After three turns the farthest wins.

Runners of a stable have a head start, unless they were drugged; each time they stumble costs them a hit.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Annotated, ClassVar

import msgspec

from engine.dice import Dice
from engine.facts import Common, Fact
from engine.game import DecisionKind, Entrant, Followed, OrderBook, Ruleset
from engine.moments import Moment, RaceOver
from engine.moments import TurnBegan as ATurnBegan
from engine.options import SHARES_OUT
from engine.plots import Revealed
from engine.questions import Answer, Ask, AskAll, Play, Question
from engine.refusals import GameReason
from engine.series import Result, Series
from engine.stables import Aftermath, Stables, unpacked
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId, Faction
from tests.toy_goods import RunnerBrought, RunnerHome

FASTEST = 6


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turns: Annotated[int, msgspec.Meta(ge=1, le=9, description="How many turns", extra={"practice": 1})] = 3
    dealt: Annotated[bool, msgspec.Meta(extra={"role": SHARES_OUT})] = False


class SeriesOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    growing: Annotated[bool, msgspec.Meta(description="Whether each race is a turn longer than the one before")] = False


class Race(msgspec.Struct, forbid_unknown_fields=True):
    places: dict[EntryId, int]
    factions: dict[EntryId, Faction | None]
    turns: int
    turn: int = 0
    mover: EntryId | None = None
    factors: int = 0
    is_over: bool = False
    hits: dict[EntryId, int] = {}  # left, of runners that come from a stable
    plots: list[Revealed] = []  # that came to light


class Pace(Answer, frozen=True):
    factors: int


class WritePace(Question, frozen=True):
    """How fast this turn?"""

    kind: ClassVar[str] = "pace"

    def legal(self) -> Sequence[Pace]:
        return [Pace(factors) for factors in range(1, FASTEST + 1)]


class Walk(Answer, frozen=True):
    steps: int


class Push(Answer, frozen=True):
    rival: EntryId


class NextStep(Question, frozen=True):
    """What now?"""

    kind: ClassVar[str] = "step"
    factors: int
    rivals: tuple[EntryId, ...]

    def legal(self) -> Sequence[Walk | Push]:
        return [*(Walk(steps) for steps in range(1, self.factors + 1)), *(Push(rival) for rival in self.rivals)]


class Stand(Answer, frozen=True):
    hold: bool


class BePushed(Question, frozen=True):
    """Hold, or give way?"""

    kind: ClassVar[str] = "stand"
    pusher: EntryId

    def legal(self) -> Sequence[Stand]:
        return [Stand(False), Stand(True)]


class TurnBegan(Fact, frozen=True):
    turn: int


class FactionDrawn(Fact, frozen=True):
    entry: EntryId
    faction: Faction


class PacesRevealed(Fact, frozen=True):
    paces: dict[EntryId, int]


class Walked(Fact, frozen=True):
    entry: EntryId
    to: int


class GaveWay(Fact, frozen=True):
    entry: EntryId
    pusher: EntryId
    to: int


class Stumbled(Fact, frozen=True):
    entry: EntryId
    to: int


class RaceEnded(Fact, frozen=True):
    order: tuple[EntryId, ...]


class RunnerView(msgspec.Struct, frozen=True):
    entry: EntryId
    place: int
    faction: Faction | None


class RaceView(msgspec.Struct, frozen=True):
    turn: int
    runners: tuple[RunnerView, ...]
    has_answered: tuple[EntryId, ...]
    own_paces: dict[EntryId, int]
    mover: EntryId | None
    factors: int


def new_race(options: Options, entrants: Sequence[Entrant]) -> Race:
    factions = {each.entry: None if options.dealt else each.faction for each in entrants}
    race = Race({each.entry: 0 for each in entrants}, factions, options.turns)
    if options.dealt:
        # Those named take part; they are dealt out when the first turn begins.
        race.factors = len({each.faction for each in entrants if each.faction is not None})
    for each in entrants:
        if each.brings is not None:
            _bring(race, each.entry, unpacked(each.brings, RunnerBrought))
    return race


def _bring(race: Race, entry: EntryId, brought: RunnerBrought) -> None:
    """Let a runner of a stable start a head start further on, or at a step behind all others if drugged."""
    race.places[entry], race.hits[entry] = brought.ahead, brought.hits
    for plot in brought.plots:
        works = plot.net > 0
        race.plots.append(Revealed(entry, plot.payer, plot.device, plot.sum, plot.security, works))
        race.places[entry] = -1 if works else race.places[entry]


def play_turn(race: Race, table: Table) -> Play[None]:
    if race.turn == 0 and None in race.factions.values():
        _deal(race, table)
    race.turn += 1
    table.tell(TurnBegan(race.turn))
    paces: dict[EntryId, Pace] = yield AskAll(
        tuple(Ask(entry, WritePace(), Pace(2), secret=True) for entry in race.places)
    )
    table.tell(PacesRevealed({entry: pace.factors for entry, pace in paces.items()}))
    for entry, pace in paces.items():
        yield from _run(race, table, entry, pace.factors)
        table.end_scene()
    if race.turn == race.turns:
        order = sorted(race.places, key=lambda entry: (-race.places[entry], entry))
        race.is_over = True
        table.tell(RaceEnded(tuple(order)))
        table.end_scene()


def _deal(race: Race, table: Table) -> None:
    count, race.factors = race.factors, 0
    first = table.roll(None, "who is dealt first", "1", count=1, sides=6).total
    for place, entry in enumerate(race.factions):
        faction = Faction((first + place) % count + 1)
        race.factions[entry] = faction
        table.tell(FactionDrawn(entry, faction))


def _run(race: Race, table: Table, entry: EntryId, factors: int) -> Play[None]:
    race.mover, race.factors = entry, factors
    while race.factors:
        rivals = tuple(
            rival
            for rival, faction in race.factions.items()
            if faction != race.factions[entry] and race.places[rival] == race.places[entry]
        )
        answer: Walk | Push = yield Ask(entry, NextStep(race.factors, rivals), default=Walk(race.factors))
        match answer:
            case Walk(steps):
                race.factors -= steps
                race.places[entry] += steps
                table.tell(Walked(entry, race.places[entry]))
            case Push(rival):
                race.factors -= 1
                yield from _push(race, table, entry, rival)
    race.mover = None


def _push(race: Race, table: Table, pusher: EntryId, rival: EntryId) -> Play[None]:
    stand: Stand = yield Ask(rival, BePushed(pusher), default=Stand(True))
    if not stand.hold:
        race.places[rival] -= 1
        table.tell(GaveWay(rival, pusher, race.places[rival]))
        return
    race.places[pusher] -= min(table.roll(pusher, "stumble", "2").dice)
    if pusher in race.hits:
        race.hits[pusher] = max(1, race.hits[pusher] - 1)
    table.tell(Stumbled(pusher, race.places[pusher]))


def race_options(options: Options, series: SeriesOptions, number: int, _ranking: Sequence[EntryId]) -> Options:
    """Return the options of a race of a series; a growing one has a turn more than the one before."""
    return msgspec.structs.replace(options, turns=options.turns + number - 1) if series.growing else options


def results(view: RaceView) -> tuple[Result, ...]:
    """Return the order at the end; who never left the start has no place."""
    ranked = sorted(view.runners, key=lambda runner: (-runner.place, runner.entry))
    return tuple(
        Result(runner.entry, rank if runner.place > 0 else None) for rank, runner in enumerate(ranked, start=1)
    )


def is_over(race: Race) -> bool:
    return race.is_over


def view_for(race: Race, sealed: Mapping[EntryId, Answer], drives: Collection[EntryId]) -> RaceView:
    return RaceView(
        race.turn,
        tuple(RunnerView(entry, place, race.factions[entry]) for entry, place in race.places.items()),
        tuple(entry for entry in race.places if entry in sealed),
        {entry: answer.factors for entry, answer in sealed.items() if entry in drives and isinstance(answer, Pace)},
        race.mover,
        race.factors if race.mover is not None else 0,
    )


def steady(_view: RaceView, ask: Ask) -> Answer:
    return ask.default


def pushy(_view: RaceView, ask: Ask) -> Answer:
    """Fast, pushes whom it can, never gives way."""
    match ask.question:
        case WritePace():
            return Pace(FASTEST)
        case NextStep(_, rivals) if rivals:
            return Push(rivals[0])
        case _:
            return ask.default


class Orders(msgspec.Struct, frozen=True):
    """For a turn: a pace, whom to push, and whether to hold."""

    pace: int = 2
    push: EntryId | None = None
    hold: bool = True


def opening(_view: RaceView, _ask: Ask, orders: Orders) -> Answer:
    return Pace(orders.pace)


def follow(_view: RaceView, ask: Ask, orders: Orders) -> Followed | None:
    match ask.question:
        case NextStep(_, rivals) if orders.push in rivals:
            return Followed(Push(orders.push), "push")
        case NextStep(factors):
            return Followed(Walk(factors), "walk")
        case _:
            return None if orders.hold else Followed(Stand(False), "give way")


ORDER_BOOK = OrderBook(
    Orders,
    "pace",
    (),
    opening,
    follow,
    dry_run=lambda view, entry, orders: next(each.place for each in view.runners if each.entry == entry) + orders.pace,
    begun=lambda _view, _entry, last, _stands: last or Orders(),
)


def read_plan(_view: RaceView, _ask: Ask, text: str) -> tuple[Answer, ...]:
    """Return walks: numbers with strokes between, such as ``1/3``."""
    try:
        return tuple(Walk(int(part)) for part in text.split("/"))
    except ValueError as error:
        raise Refused(GameReason.NOT_A_PLAN, text=text[:40]) from error


def is_unforeseen(facts: Sequence[Fact], entry: EntryId) -> bool:
    return any(isinstance(fact, Stumbled) and fact.entry == entry for fact in facts)


def explain(_view: RaceView, _ask: Ask, _answer: Answer) -> Refused:
    return Refused(GameReason.NOT_A_CHOICE)


def moments(facts: Sequence[Fact]) -> tuple[Moment, ...]:
    """Return when turns began and when the race was over: nobody runs laps here, or goes out."""
    seen: list[Moment] = []
    turn = 0
    for fact in facts:
        match fact:
            case TurnBegan(turn):
                seen.append(ATurnBegan(turn))
            case RaceEnded():
                seen.append(RaceOver(turn))
    return tuple(seen)


def play_out(view: RaceView, temperaments: Mapping[EntryId, str], dice: Dice) -> tuple[Result, ...]:
    """Return how a race might end: every turn that is left each walks as far as a die says, the pushy ones farther."""
    places = {each.entry: each.place for each in view.runners}
    for _ in range(3 - view.turn):
        for entry in places:
            places[entry] += dice.roll(1, FASTEST)[0] + (temperaments.get(entry) == "pushy")
    ranked = sorted(places, key=lambda entry: (-places[entry], entry))
    return tuple(Result(entry, place) for place, entry in enumerate(ranked, start=1))


def turn_out(view: RaceView, temperaments: Mapping[EntryId, str], dice: Dice) -> tuple[EntryId, ...]:
    """Return how the runners might lie as the turn is over, likewise."""
    places = {each.entry: each.place for each in view.runners}
    for entry in places:
        places[entry] += dice.roll(1, FASTEST)[0] + (temperaments.get(entry) == "pushy")
    return tuple(sorted(places, key=lambda entry: (-places[entry], entry)))


def equip(options: Options) -> None:
    """:raises Refused: if runners are dealt out: those of a stable have an owner."""
    if options.dealt:
        raise Refused(GameReason.NOT_A_CHOICE)


def aftermath(race: Race) -> Aftermath:
    """Return how the runners of stables come home."""
    ranked = results(view_for(race, {}, ()))
    ahead = {one.entry: race.places[one.entry] - race.places[other.entry] for one, other in pairwise(ranked)}
    places = {each.entry: each.place for each in ranked}
    homes = [RunnerHome(entry, places[entry], ahead.get(entry), hits) for entry, hits in race.hits.items()]
    return Aftermath.of(homes, race.turn, race.plots)


TOY: Ruleset[Options, Race, RaceView, Orders] = Ruleset(
    id="toy",
    name="Toy",
    version=1,
    options=Options,
    state=Race,
    answers=Pace | Walk | Push | Stand,
    facts=Common | TurnBegan | FactionDrawn | PacesRevealed | Walked | GaveWay | Stumbled | RaceEnded,
    view=RaceView,
    decisions={
        "pace": DecisionKind("Pace", 7200, "1"),
        "step": DecisionKind("Step", 3600, "2"),
        "stand": DecisionKind("Being pushed", 1800, "3"),
    },
    drivers={"steady": steady, "pushy": pushy},
    colours=("red", "blue", "green", "white"),
    least_entries=2,
    series=Series(SeriesOptions, races=2, most=4, points=(3, 1), rule="4", race_options=race_options),
    new_race=new_race,
    play_turn=play_turn,
    is_over=is_over,
    view_for=view_for,
    factions=lambda race: race.factions,
    read_plan=read_plan,
    is_unforeseen=is_unforeseen,
    results=results,
    explain=explain,
    order_book=ORDER_BOOK,
    moments=moments,
    play_out=play_out,
    turn_out=turn_out,
    stables=Stables(equip, aftermath),
)
