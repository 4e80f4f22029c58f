"""How those fare who press only green: ``python -m bench.green [GAME ...] [--races 100] [--first 0] [--pace live]``.

One entry of a practice against a full, mixed field answers by the green button of each question, as its
words put it, or seals the order that a turn begins with; house drivers have the other seats. Green counts only as it is
seen: where nothing is, the way counts that the first button drives, else the rules' default; the table says how often.
Prints a table as Markdown.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean, stdev
from time import process_time
from typing import Any, NamedTuple

from msgspec.structs import replace

from bench.figures import Figure
from engine.circus_maximus.orders.dry_run import dry_run
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.words import asks as circus
from engine.circus_maximus.words.options import EditionName
from engine.dice import RaceDice
from engine.game import AnyRuleset, Entrant
from engine.options import at_pace, choose
from engine.playing import play_through
from engine.questions import Answer, Ask, AskAll
from engine.rulesets import RULESETS
from engine.table import Table
from engine.track import SIDES
from records.refusals import Refused
from records.values import EntryId, Faction
from words import WORDS
from words.shared.green import green_answers
from words.shared.words import Names

GREEN = EntryId(1)
"""The chariot of the one who presses; who opens a practice is the first to enter."""

PACES = ("live", "daily")
QUICK = 6
"""Races of each kind that ``python -m bench green`` plays."""

MOST_THOUGHT = 50.0
"""Milliseconds of the processor's time for a question, on average."""

MOST_TURNS = 200


@dataclass
class Pressed:
    """What one race told of the one who pressed."""

    place: int = 0
    of: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    thought: list[float] = field(default_factory=list)  # processor ms for each question, or each order, made anew


Note = Callable[[Any, Ask, Sequence[Answer], Any], Iterator[str]]
"""View, question, the answers that green gives, orders if these answer -> names of what is to be counted."""


class Kind(NamedTuple):
    """A game as practices are played, in one of its editions."""

    name: str
    game: str
    wishes: Mapping[str, str] = {}
    field: int | None = None  # chariots; as many as there is room for if left out
    paces: Sequence[str] = PACES
    most: float | None = None  # the mean place that is to be met
    notes: Note | None = None


def _burnt(view: Any, ask: Ask, given: Sequence[Answer], orders: Any) -> Iterator[str]:
    """Count green answers of Circus Maximus that burn factors where there was another way.

    The green answer of orders is their seal: what they burn as the others stand then, and would not if they were
    slower by it. That others came in their way after it is told by itself.
    """
    question = ask.question
    if isinstance(question, circus.WriteSpeed) and orders is not None:
        burnt = _burnt_by(view, ask, orders)
        (speed,) = given
        assert isinstance(speed, circus.Speed)
        slower = replace(orders, speed=max(1, speed.factors - burnt), whip="never")
        if burnt > _MOST_BURNT >= _burnt_by(view, ask, slower) and not _is_boxed_in(view, ask, orders):
            yield TOO_DEAR
    if not isinstance(question, circus.NextAction):
        return
    burnt = sum(each.factors for each in given if isinstance(each, circus.Brake))
    is_open = bool(question.changes or question.sideslips)
    if burnt > _MOST_BURNT and is_open:
        yield TOO_DEAR if orders is None else "orders that burn it in the traffic"
    if burnt == question.factors and is_open and orders is None:
        yield STANDS


def _burnt_by(view: Any, ask: Ask, orders: Any) -> int:
    """Return what orders burn as the others stand now; all factors of a crash."""
    try:
        course = dry_run(view, ask.entry, orders).course
    except Refused:
        return 0
    crashes = course.forecast.flips is not None or course.forecast.runs_into is not None or bool(course.attacks)
    return _MOST_BURNT + 1 if crashes else course.burnt


def _is_boxed_in(view: Any, ask: Ask, orders: Any) -> bool:
    """Tell whether orders end with others on both sides, as these stand now: no lane is free there."""
    end, others = dry_run(view, ask.entry, orders).course.end, view.squares_of_others(ask.entry)
    beside = (TRACK.beside[side].get(end) for side in SIDES)
    return all(square is None or square in others or TRACK.behind[square] in others for square in beside)


TOO_DEAR, STANDS = "burns over 5, a lane free", "stands still, a way open"
_MOST_BURNT = 5


def _edition(name: EditionName, most: float | None = 3.5) -> Kind:
    return Kind(f"Circus Maximus, {name.capitalize()}", "circus-maximus", {"edition": name}, most=most, notes=_burnt)


KINDS: tuple[Kind, ...] = (
    _edition("basic"),
    _edition("advanced"),
    _edition("epic"),
    _edition("table"),
    Kind("Ave Caesar", "ave-caesar", paces=("live",), most=3.0),
    Kind("Chariot Race", "chariot-race", most=2.6),
    Kind("Chariots of Rome", "chariots-of-rome", most=5.5),
)
"""What is measured; a game without orders for a whole turn has no pace ``daily``."""


def main(arguments: Sequence[str]) -> int:
    """Play the races and print the table; 1 if a mean place, or a green answer, is worse than it may be."""
    parser = argparse.ArgumentParser(prog="python -m bench.green", description=__doc__)
    parser.add_argument("only", nargs="*", metavar="GAME", help="those with one of these words in their name")
    parser.add_argument("--races", type=int, default=100, help="of each kind")
    parser.add_argument("--first", type=int, default=0, help="number of the first race, from which its dice come")
    parser.add_argument("--pace", choices=PACES, action="append", help="one of the paces; both if left out")
    chosen = parser.parse_args(arguments)
    print("| game | pace | races | mean place | of | ± | wins | counted in all |\n|---|---|---|---|---|---|---|---|")
    missed = False
    for kind in KINDS:
        if chosen.only and not any(word.lower() in kind.name.lower() for word in chosen.only):
            continue
        for pace in kind.paces:
            if pace in (chosen.pace or PACES):
                races = [play(kind, pace, number) for number in range(chosen.first, chosen.first + chosen.races)]
                print(_row(kind, pace, races), flush=True)
                missed = missed or not _is_met(kind, races)
    return int(missed)


def _is_met(kind: Kind, races: Sequence[Pressed]) -> bool:
    """Tell whether the mean place is as good as it ought to be, and no green answer burns or stands without need."""
    needless = sum(race.counts[TOO_DEAR] + race.counts[STANDS] for race in races)
    return not needless and (kind.most is None or mean(race.place for race in races) <= kind.most)


def figures() -> list[Figure]:
    """Play a few races of each kind."""
    return [figure for kind in KINDS for pace in kind.paces for figure in _figures(kind, pace)]


def _figures(kind: Kind, pace: str) -> Iterator[Figure]:
    races = [play(kind, pace, number) for number in range(QUICK)]
    thought = [each for race in races for each in race.thought]
    yield Figure(f"place of who presses green, {kind.name}, {pace}", mean(race.place for race in races))
    yield Figure("a question to them made, on average", mean(thought), "ms", at_most=MOST_THOUGHT)
    yield Figure("the longest", max(thought), "ms")


def _row(kind: Kind, pace: str, races: Sequence[Pressed]) -> str:
    places = [race.place for race in races]
    spread = 1.96 * stdev(places) / len(places) ** 0.5 if len(places) > 1 else 0.0
    counts = sum((race.counts for race in races), Counter[str]())
    told = ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))
    fields = mean(race.of for race in races)
    wins = sum(place == 1 for place in places)
    return (
        f"| {kind.name} | {pace} | {len(races)} | {mean(places):.2f} | {fields:.3g} | {spread:.2f} | {wins} | {told} |"
    )


def play(kind: Kind, pace: str, number: int) -> Pressed:
    """Play one race; the same arguments give the same race."""
    return Pressing(kind, pace, number).play()


class Pressing:
    """One race in which somebody presses."""

    def __init__(self, kind: Kind, pace: str, number: int) -> None:
        self._kind, self._is_ordered = kind, pace == "daily"
        self._rules = RULESETS[kind.game]
        self._words = WORDS[kind.game]
        options = at_pace(choose(self._rules.options, kind.wishes, practice=True), self._is_ordered)
        self._entrants = self._field(options, random.Random(number))
        self._names: Names = {each.entry: each.colour for each in self._entrants}
        self._race = self._rules.new_race(options, self._entrants)
        self._table = Table(RaceDice(b"green %d" % number))
        self._orders: Any = None
        self._plan: list[Answer] = []
        self._kept: Any = None  # orders with what was settled beforehand
        self._told = 0  # facts that there were when it was last asked
        self._pressed = Pressed()

    def _field(self, options: Any, lots: random.Random) -> list[Entrant]:
        colours = self._rules.colours_for(options)
        return _entrants(self._rules, colours[: self._kind.field or len(colours)], lots)

    def play(self) -> Pressed:
        """Play it to its end."""
        rules, race = self._rules, self._race
        for _ in range(MOST_TURNS):
            if rules.is_over(race):
                break
            play_through(rules.play_turn(race, self._table), self._answer_all)
        else:
            raise RuntimeError(f"no end after {MOST_TURNS} turns")
        ranked = [result.entry for result in rules.results(rules.view_for(race, {}, ()))]
        factions = rules.factions(race)
        own = [place for place, entry in enumerate(ranked, start=1) if factions.get(entry) == Faction(GREEN)]
        self._pressed.place, self._pressed.of = min(own), len(ranked)
        return self._pressed

    def _answer_all(self, asked: Ask | AskAll) -> Any:
        if isinstance(asked, AskAll):
            return {ask.entry: self._answer(ask) for ask in asked.asks}
        return self._answer(asked)

    def _answer(self, ask: Ask) -> Answer:
        view = self._rules.view_for(self._race, {}, [ask.entry])
        who = next(each for each in self._entrants if each.entry == ask.entry)
        if who.temperament is not None:
            self._plan = []  # somebody else decides something: the plan is over
            answer = self._rules.drivers[who.temperament](view, ask)
        else:
            answer = self._ordered(view, ask) if self._is_ordered else self._pressed_for(view, ask)
        ask.question.verify(answer)
        return answer

    # Move by move

    def _pressed_for(self, view: Any, ask: Ask) -> Answer:
        """Return the next step of the plan that was pressed, an answer set beforehand, or what a press gives now."""
        if (planned := self._planned(ask)) is not None:
            return planned
        book = self._rules.order_book
        if book is not None and ask.question.kind in book.unasked_kinds:
            followed = book.unasked(view, ask, self._kept)
            if followed is not None:
                return followed.answer
        pressed = self._press(view, ask)
        if book is not None:
            pressed, kept = book.beforehand(view, ask, self._kept, pressed)
            self._kept = self._kept if kept is None else kept
        first, *rest = pressed
        self._plan = rest
        return first

    def _planned(self, ask: Ask) -> Answer | None:
        """Return the next step of the plan under way, unless something came between (S-4)."""
        since, self._told = self._table.told[self._told :], len(self._table.told)
        if not self._plan or self._rules.is_unforeseen(since, ask.entry):
            return None
        step = self._plan.pop(0)
        try:
            ask.question.verify(step)
        except Refused:
            self._plan = []
            return None
        return step

    def _press(self, view: Any, ask: Ask) -> Sequence[Answer]:
        begun = process_time()
        answers = green_answers(self._words, view, ask, self._names)
        self._pressed.thought.append((process_time() - begun) * 1000)
        if answers is None:
            self._pressed.counts[f"without green: {ask.question.kind}"] += 1
            return self._first(view, ask)
        self._note(view, ask, answers)
        return answers

    def _first(self, view: Any, ask: Ask) -> Sequence[Answer]:
        """Return the way that the first button drives where nothing is green; the rules' default if it drives none."""
        rows = self._words.controls(view, ask, self._names, "").rows
        first = next((choice for row in rows for choice in row), None)
        if first is None or first.act != "drive":
            return [ask.default]
        return self._words.unpack(first.code)

    def _note(self, view: Any, ask: Ask, answers: Sequence[Answer], orders: Any = None) -> None:
        if self._kind.notes is not None:
            self._pressed.counts.update(self._kind.notes(view, ask, answers, orders))

    # By orders

    def _ordered(self, view: Any, ask: Ask) -> Answer:
        """Return what the order answers that a turn begins with, sealed as it is."""
        book = self._rules.order_book
        assert book is not None
        if ask.question.kind in book.before:
            return self._press(view, ask)[0]
        if ask.question.kind == book.kind:
            begun = process_time()
            self._orders = book.begun(view, ask.entry, self._orders, False)
            self._pressed.thought.append((process_time() - begun) * 1000)
            speed = book.opening(view, ask, self._orders)
            self._note(view, ask, [speed], self._orders)
            return speed
        if self._orders is None:
            return ask.default
        followed = book.follow(view, ask, self._orders)
        answer = ask.default if followed is None else followed.answer
        self._note(view, ask, [answer], self._orders)
        return answer


def _entrants(rules: AnyRuleset, colours: Sequence[str], lots: random.Random) -> list[Entrant]:
    """Return a full field: the player, and a mixed lot of house drivers."""
    tempers = rules.mixed
    mixed = [tempers[place % len(tempers)] for place in range(len(colours) - 1)]
    lots.shuffle(mixed)
    return [
        Entrant(EntryId(place), colour, Faction(place), temperament=temper)
        for place, (colour, temper) in enumerate(zip(colours, (None, *mixed), strict=True), start=1)
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
