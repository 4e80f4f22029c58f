"""Playing by hand: a race at a Python prompt, in a notebook, in a test. ``engine/README.md`` shows how.

A :class:`Game` keeps a session and the chariots' names, and fills in all that a prompt should not ask for. It knows no
clock, no players and no secrets: its holder drives every chariot.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Generic

import msgspec

from engine.dice import Dice, RaceDice
from engine.facts import Fact
from engine.game import AnyRuleset, Entrant, State
from engine.questions import Answer, Ask
from engine.rulesets import RULESETS
from engine.session import Session, first_checkpoint
from records.values import EntryId, Faction

MOST_ANSWERS = 100_000
"""A race that goes on after so many answers of house drivers never ends; the longest here takes some thousand."""


class Game(Generic[State]):
    """A race at hand. ``names`` holds each chariot's colour by its entry; ``session`` holds everything else."""

    def __init__(self, rules: AnyRuleset, state: State, names: Mapping[EntryId, str], dice: Dice) -> None:
        self.rules, self.names = rules, names
        self.session = Session(rules, first_checkpoint(rules, state), dice)

    def __repr__(self) -> str:
        waiting = f"{self.mover} is asked {type(self.ask.question).__name__}" if self.ask else "the race is over"
        return f"<{self.rules.name}: {waiting}>"

    @property
    def asks(self) -> list[Ask]:
        """All questions that wait for an answer, in the order they were put; empty when the race is over."""
        return list(self.session.open.values())

    @property
    def ask(self) -> Ask | None:
        """The first question that waits; ``None`` when the race is over."""
        return next(iter(self.session.open.values()), None)

    @property
    def mover(self) -> str:
        """The colour of the chariot with the first open question; empty when the race is over."""
        return self.names[self.ask.entry] if self.ask else ""

    @property
    def facts(self) -> list[Fact]:
        """All that has happened so far."""
        return list(self.session.table.told)

    @property
    def view(self) -> Any:
        """The view that everybody may see now, for pictures, forecasts and house drivers."""
        return self.session.view()

    def legal(self, colour: str = "") -> list[Answer]:
        """Return every legal answer to the open question.

        :param colour: of the chariot to answer for, if several have questions; empty for the first one.
        :raises ValueError: if that chariot has no open question.
        """
        return list(self._asked(colour).question.legal())

    def answer(self, answer: Answer | str, colour: str = "") -> list[Fact]:
        """Answer the open question, play on to the next one, and return the new facts.

        :param answer: one of :meth:`legal`, or a movement in the game's notation, such as ``"5/Out/2"``. Its steps are
            driven one after the other; the rest lapses if something unforeseen happens or another chariot is asked.
        :param colour: of the chariot to answer for, if several have questions; empty for the first one.
        :raises Refused: if a step is not legal; the steps before it are driven then.
        :raises ValueError: if that chariot has no open question.
        """
        ask = self._asked(colour)
        if not isinstance(answer, str):
            return self.session.answer(ask.entry, answer)
        happened: list[Fact] = []
        for step in self.rules.read_plan(self.session.view([ask.entry]), ask, answer):
            is_cut_short = ask.entry not in self.session.open or self.rules.is_unforeseen(happened, ask.entry)
            if happened and is_cut_short:
                break
            happened += self.session.answer(ask.entry, step)
        return happened

    def house_drives(self, temper: str = "") -> list[Fact]:
        """Let a house driver answer the first open question, and return the new facts.

        :param temper: one of ``rules.drivers``; the first of them if empty.
        :raises ValueError: if there is no such driver, or if the race is over.
        """
        ask = self._asked()
        return self.session.answer(ask.entry, self._driver(temper)(self.session.view([ask.entry]), ask))

    def finish(self, temper: str = "") -> tuple[str, ...]:
        """Let house drivers drive to the end, and return the colours as they ended, first to last.

        :param temper: as for :meth:`house_drives`.
        :raises RuntimeError: if the race comes to no end.
        """
        for _ in range(MOST_ANSWERS):
            if self.ask is None:
                return tuple(self.names[result.entry] for result in self.rules.results(self.view))
            self.house_drives(temper)
        raise RuntimeError(f"no end after {MOST_ANSWERS} answers")

    def _asked(self, colour: str = "") -> Ask:
        for ask in self.asks:
            if colour in ("", self.names[ask.entry]):
                return ask
        waiting = ", ".join(self.names[ask.entry] for ask in self.asks)
        raise ValueError(f"{colour or 'nobody'} is not asked; asked: {waiting}" if waiting else "the race is over")

    def _driver(self, temper: str) -> Any:
        drivers = self.rules.drivers
        if temper and temper not in drivers:
            raise ValueError(f"there is no house driver {temper!r}; there are {', '.join(drivers)}")
        return drivers[temper or self.rules.stand_in]


def new_game(game: str, *colours: str, seed: str = "", **options: Any) -> Game[Any]:
    """Begin a race, each chariot for itself; the same arguments and answers give the same race, die by die.

    :param game: its id, such as ``"circus-maximus"`` or ``"ave-caesar"``.
    :param colours: of the chariots; as few as the game allows, in its own colours, if none are named.
    :param seed: of the dice, any text.
    :param options: those of the game, by name; the others have their defaults.
    :raises ValueError: if there is no such game, colour, option or value of one.
    :raises Refused: if the options do not go together, or not with so many chariots.
    """
    if game not in RULESETS:
        raise ValueError(f"there is no game {game!r}; there are {', '.join(RULESETS)}")
    rules = RULESETS[game]
    chosen = msgspec.convert(options, rules.options)
    entered = colours or rules.colours[: rules.least_entries]
    _check_colours(rules, entered, rules.colours_for(chosen))
    rules.check_options(chosen, len(entered))
    entrants = [Entrant(EntryId(n), colour, Faction(n)) for n, colour in enumerate(entered, start=1)]
    names = {entrant.entry: entrant.colour for entrant in entrants}
    return Game(rules, rules.new_race(chosen, entrants), names, RaceDice(seed.encode()))


def _check_colours(rules: AnyRuleset, entered: Sequence[str], possible: Sequence[str]) -> None:
    """:raises ValueError: if these chariots cannot race together."""
    for colour in entered:
        if colour not in possible:
            raise ValueError(f"there is no {colour!r} chariot; there are {', '.join(possible)}")
    if len(set(entered)) < len(entered):
        raise ValueError("each colour can race once only")
    if len(entered) < rules.least_entries:
        raise ValueError(f"{rules.name} needs {rules.least_entries} chariots or more")
