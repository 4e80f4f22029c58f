"""How much hangs on an answer in a first race: ``python -m bench.choices [--races 10] [--samples 40] [--tell]``.

One person races three gentle house drivers over the two laps of the preset *first race*, move by move, and presses
green. At each question of a turn every answer with a button of its own is tried: the race is run again up to there,
the answer given, and the turn played to its end, so many times (40). The person then drives by free orders, the others
as ever. The dice are common: a roll of the turn falls alike whatever was answered.

Answers rank by the mean chance to win at the end of the turn, at the house drivers' glance. A question is real if the
best two end more than a square apart, in squares driven on average: a chariot that turns over ends where it lies, one
across the line as many squares past it as it has factors left. A turn is real if one of its questions is. A question
with a single button has no second answer, so it is not real.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any, NamedTuple
from zlib import crc32

from bench.figures import Figure
from bench.first_race import CIRCUS, rivals
from bench.green import GREEN, Kind, Pressing
from engine.circus_maximus.house.lookahead import HIMSELF
from engine.circus_maximus.house.prospects import Purse, worth
from engine.circus_maximus.house.speeds import CORNER, STRAIGHT
from engine.circus_maximus.house.tempers import price_of
from engine.circus_maximus.orders.following import follow
from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.orders.presets import ANY_STRAIN
from engine.circus_maximus.position.progress import progress
from engine.circus_maximus.words.state import Chariot, Race
from engine.dice import Dice, QuickDice
from engine.game import Entrant
from engine.playing import QuietTable, answers, play_through
from engine.questions import Answer, Ask, AskAll
from records.refusals import Refused
from records.values import EntryId, Faction
from words import WORDS

RACES, SAMPLES = 10, 40

APART = 1.0
"""Squares between the ends of the best two answers, above which a question is real."""

LEAST = 0.5
"""The share of asked turns that are to be real."""

_KIND = Kind("Circus Maximus, first race", CIRCUS.id, CIRCUS.presets["first race"].wishes)
_FREELY = Orders(corner_strain=ANY_STRAIN)
_CORNER = CORNER[len(CORNER) // 2]


class Tried(NamedTuple):
    """An answer, and what came of it on average."""

    label: str
    squares: float
    worth: float  # the chance to win then, 0 to a million


@dataclass(frozen=True)
class Asked:
    """A question of a turn, with the answers that have buttons."""

    race: int
    turn: int
    kind: str
    tried: Sequence[Tried]

    @property
    def apart(self) -> float:
        """How many squares lie between the ends of the best answer and the second-best."""
        ranked = sorted(self.tried, key=lambda each: -each.worth)
        return abs(ranked[0].squares - ranked[1].squares) if len(ranked) > 1 else 0.0

    @property
    def is_real(self) -> bool:
        return self.apart > APART


class _Found(NamedTuple):
    """A question as it came up: its place among all that were asked, and the buttons with their answers."""

    at: int
    turn: int
    kind: str
    buttons: Sequence[tuple[str, Sequence[Answer]]]


class _FirstRace(Pressing):
    """A first race, in which questions and all answers are kept."""

    def __init__(self, number: int) -> None:
        super().__init__(_KIND, "live", number)
        self.given: list[Any] = []
        self.found: list[_Found] = []

    def _field(self, options: Any, lots: random.Random) -> list[Entrant]:
        del lots
        house = {GREEN: None, **rivals(CIRCUS, options, 1)}
        return [
            Entrant(entry, CIRCUS.colours[entry - 1], Faction(entry), temperament=temper)
            for entry, temper in house.items()
        ]

    def _answer_all(self, asked: Ask | AskAll) -> Any:
        given = super()._answer_all(asked)
        self.given.append(given)
        return given

    def _press(self, view: Any, ask: Ask) -> Sequence[Answer]:
        if view.turn:
            rows = WORDS[CIRCUS.id].controls(view, ask, self._names, "").rows
            buttons = [
                (each.label, WORDS[CIRCUS.id].unpack(each.code))
                for row in rows for each in row if each.act in ("answer", "drive")
            ]  # fmt: skip
            self.found.append(_Found(len(self.given), view.turn, ask.question.kind, buttons))
        return super()._press(view, ask)


class _CommonTable(QuietTable):
    """The race's own dice up to a question; then a roll depends on what it is for, and on nothing rolled before."""

    def __init__(self, dice: Dice, seed: int) -> None:
        super().__init__(dice)
        self._seed, self._rolled = seed, Counter[tuple[EntryId | None, str]]()
        self.is_common = False

    def _fall(self, entry: EntryId | None, what_for: str, count: int, sides: int, added: int) -> tuple[int, ...]:
        if not self.is_common:
            return super()._fall(entry, what_for, count, sides, added)
        self._rolled[entry, what_for] += 1
        name = f"{self._seed} {entry} {what_for} {self._rolled[entry, what_for]}"
        return QuickDice(crc32(name.encode())).roll(count, sides)


class _Again(_FirstRace):
    """The same race up to a question, and another answer there."""

    def __init__(self, number: int, before: Sequence[Any], answer: Sequence[Answer], sample: int) -> None:
        """:param before: all answers up to the question."""
        super().__init__(number)
        self._before, self._own = list(reversed(before)), list(answer)
        self._table: _CommonTable = _CommonTable(self._table.dice, sample * _MANY + len(before))

    def end(self) -> tuple[float, int]:
        """Play the turn of the question to its end; return the squares driven then, and the chance to win."""
        while not self._table.is_common:
            play_through(CIRCUS.play_turn(self._race, self._table), self._answer_all)
        race: Race = self._race
        own = race.chariots[GREEN]
        view = CIRCUS.view_for(race, {}, [GREEN])
        return _squares(own), worth(race, GREEN, Purse(price_of(HIMSELF, view, view.chariot(GREEN)), own.endurance))

    def _answer_all(self, asked: Ask | AskAll) -> Any:
        if self._before:
            return self._before.pop()
        self._table.is_common = True
        return answers(asked, self._answer)

    def _press(self, view: Any, ask: Ask) -> Sequence[Answer]:
        """Give the answer that is tried, as far as it goes; then follow free orders."""
        if self._own and _is_legal(ask, self._own[0]):
            return [self._own.pop(0)]
        followed = follow(view, ask, _FREELY)
        return [ask.default if followed is None else followed.answer]


def _is_legal(ask: Ask, answer: Answer) -> bool:
    try:
        ask.question.verify(answer)
    except Refused:
        return False
    return True


_MANY = 10_000
"""More questions than a race has."""


def _squares(own: Chariot) -> float:
    """Return how far a chariot has come, in squares of a middle lane."""
    segment, part = progress(own.corners, own.square)
    length = _CORNER if segment % 2 else STRAIGHT
    before = segment // 2 * (STRAIGHT + _CORNER) + segment % 2 * STRAIGHT
    return before + float(part) * length + own.factors_left * (own.status == "finished")


def asked_in(race: int, samples: int) -> Iterator[Asked]:
    """Run a first race, and yield the questions of its turns with what comes of each answer."""
    first = _FirstRace(race)
    first.play()
    for found in first.found:
        tried = []
        for label, answer in found.buttons:
            ends = [_Again(race, first.given[: found.at], answer, sample).end() for sample in range(samples)]
            tried.append(Tried(label, mean(squares for squares, _ in ends), mean(chance for _, chance in ends)))
        yield Asked(race, found.turn, found.kind, tried)


def real_turns(asked: Sequence[Asked]) -> tuple[int, int]:
    """Return how many turns have a real question, and how many have any."""
    turns = {(each.race, each.turn) for each in asked}
    return len({(each.race, each.turn) for each in asked if each.is_real}), len(turns)


def figures() -> list[Figure]:
    """Try all answers of ten first races."""
    asked = [each for race in range(RACES) for each in asked_in(race, SAMPLES)]
    real, turns = real_turns(asked)
    return [
        Figure("first race: turns in which something is asked", turns),
        Figure(
            "the share of those in which the best two answers end over a square apart", real / turns, at_least=LEAST
        ),
        Figure("the same of all their questions", mean(each.is_real for each in asked)),
    ]


def main(arguments: Sequence[str]) -> int:
    """Print the figures, by kind of question too; 1 if too few turns are real."""
    parser = argparse.ArgumentParser(prog="python -m bench.choices", description=__doc__)
    parser.add_argument("--races", type=int, default=RACES)
    parser.add_argument("--first", type=int, default=0, help="number of the first race, from which its dice come")
    parser.add_argument("--samples", type=int, default=SAMPLES, help="how often the turn is played to its end")
    parser.add_argument("--tell", action="store_true", help="print each question with what came of its answers")
    chosen = parser.parse_args(arguments)
    asked = []
    for race in range(chosen.first, chosen.first + chosen.races):
        for each in asked_in(race, chosen.samples):
            asked.append(each)
            if chosen.tell:
                print(_told(each))
    real, turns = real_turns(asked)
    print(f"{real} of {turns} turns are real ({real / turns:.0%})")
    for kind in sorted({each.kind for each in asked}):
        of = [each for each in asked if each.kind == kind]
        single = sum(len(each.tried) < 2 for each in of)
        print(f"{kind}: {sum(each.is_real for each in of)} of {len(of)} questions, {single} with a single button")
    return int(real < LEAST * turns)


def _told(asked: Asked) -> str:
    ends = "; ".join(f"{each.label} → {each.squares:.1f} ({each.worth / 10_000:.0f} %)" for each in asked.tried)
    return f"race {asked.race}, turn {asked.turn}, {asked.kind}, {asked.apart:.1f} apart: {ends}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
