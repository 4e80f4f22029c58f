"""The notation in which a whole drive is written: steps, and Attacks on the way (16.4, plans).

``A3 R whip:blue L`` drives three spaces ahead, steps right, whips blue, and steps left. Spaces that an obstacle fills
are entered as part of a chain; a chain goes on to the next clear space. A second chariot's colour is written
``red-striped``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.chariots_of_rome.position.steps import Path, all_steps, obstacles
from engine.chariots_of_rome.printed.board import Track
from engine.chariots_of_rome.seen.views import ChariotView, RaceView
from engine.chariots_of_rome.turn.attacking import attacks_from
from engine.chariots_of_rome.words import facts
from engine.chariots_of_rome.words.answers import Attack, NoAttack, Step
from engine.chariots_of_rome.words.questions import ChooseAttack, ChooseStep
from engine.facts import Fact
from engine.questions import Answer, Ask, Question
from engine.refusals import not_a_plan
from records.values import EntryId, Square

_TOKEN = re.compile(r"(?P<way>[arl])(?P<count>\d*)|(?P<kind>whip|ram):(?P<colour>[a-z-]+)")
_SEPARATORS = re.compile(r"[\s/,;>]+")
_MOST_STEPS = 30


def read_plan(view: RaceView, ask: Ask, text: str) -> tuple[Answer, ...]:
    """Read a drive in the notation; questions without a choice, such as a forced step, are passed over.

    :raises Refused: as :func:`engine.refusals.not_a_plan` says.
    """
    if not isinstance(ask.question, ChooseStep | ChooseAttack):
        raise not_a_plan(text, 1, ())
    drive = _Drive(view, view.chariot(ask.entry), ask.question)
    words = [word for word in _SEPARATORS.split(text.lower()) if word]
    for place, word in enumerate(words, start=1):
        found = _TOKEN.fullmatch(word)
        if found is None:
            raise not_a_plan(word, place, ("A", "R", "L", "whip:red", "ram:red"))
        if found["kind"]:
            drive.attack(found["kind"], found["colour"], word, place)
        else:
            for _ in range(min(_MOST_STEPS, int(found["count"] or "1"))):
                drive.step(found["way"], word, place)
    if not drive.answers or drive.chain:
        raise not_a_plan("", len(words) + 1, ("A", "R", "L"))
    return tuple(drive.answers)


@dataclass
class _Drive:
    """A drive as far as it was read, others standing still."""

    view: RaceView
    own: ChariotView
    question: Question
    answers: list[Answer] = field(default_factory=list)
    chain: list[Square] = field(default_factory=list)  # obstacles that it has entered since the last clear space
    at: Square = field(init=False)  # the last clear space
    moves: int = 0
    since: int = 0
    window: tuple[Attack, ...] = ()  # Attacks that are asked for here
    attacked: bool = False
    filled: set[Square] = field(default_factory=set)

    def __post_init__(self) -> None:
        assert self.own.square is not None, "who drives is on the track"
        self.at, self.moves, self.since = self.own.square, self.view.moves_left, self.view.since_overtake
        self.attacked, self.filled = self.view.attacked, obstacles(self.view, self.own.entry)
        if isinstance(self.question, ChooseAttack):
            self.window = self.question.attacks

    @property
    def _board(self) -> Track:
        return self.view.board

    def step(self, way: str, word: str, place: int) -> None:
        """Read a step: ahead, right or left."""
        if self.window:
            self.answers.append(NoAttack())
            self.window = ()
        here = self.chain[-1] if self.chain else self.at
        links = {"a": self._board.ahead, "r": self._board.ahead_right, "l": self._board.ahead_left}
        to = links[way][here]
        if to is None or to not in self._board.inside_steps[here] or len(self.chain) >= self.moves:
            possible = [each.upper() for each in links if links[each][here] in self._board.steps[here]]
            raise not_a_plan(word, place, possible)
        self.chain.append(to)
        if to not in self.filled:
            self._arrive(tuple(self.chain))

    def _arrive(self, path: Path) -> None:
        inside = self.own.can("C27") and not self.own.used
        if len(all_steps(self._board, self.at, self.filled, self.moves, inside=inside)) > 1:
            self.answers.append(Step(path))
        self.at, self.moves, self.chain = path[-1], self.moves - len(path), []
        self.since = 0 if len(path) > 1 else self.since + 1
        may = not self.view.locked and not self.attacked and "F15" not in self.view.effects
        if may and (self.since or self.own.can("C18")):
            self.window = tuple(each for each, _ in attacks_from(self.view, self.own.entry, self.at))

    def attack(self, kind: str, colour: str, word: str, place: int) -> None:
        """Read an Attack."""
        colours = {each.entry: each.colour.replace(" ", "-") for each in self.view.chariots}
        found = [each for each in self.window if each.kind == kind and colours[each.rival] == colour]
        if not found:
            raise not_a_plan(word, place, [f"{each.kind}:{colours[each.rival]}" for each in self.window])
        self.answers.append(found[0])
        self.window, self.attacked = (), True


def is_unforeseen(story: Sequence[Fact], entry: EntryId) -> bool:
    """Tell whether something has happened to a chariot that a plan could not know: cards, swerves, other resources.

    A card without effect changes nothing, nor does a gift.
    """
    return any(
        isinstance(fact, facts.CardTurned | facts.Swerved | facts.Changed | facts.Eliminated)
        and fact.entry == entry
        and not _is_harmless(fact)
        for fact in story
    )


def _is_harmless(fact: facts.CardTurned | facts.Swerved | facts.Changed | facts.Eliminated) -> bool:
    if isinstance(fact, facts.Changed):
        return fact.by < 0 if fact.what == "rattled" else fact.by > 0
    return isinstance(fact, facts.CardTurned) and fact.result == "none"
