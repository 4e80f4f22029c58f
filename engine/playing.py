"""Plays driven to their end with answers for the players: races between house drivers, and rehearsals."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from engine.dice import RaceDice
from engine.facts import Fact
from engine.game import Entrant, Options, Ruleset, State, T, View
from engine.questions import Answer, Ask, AskAll, Play, Question
from engine.table import Table
from records.values import EntryId, Faction

Driver = Callable[[View, Ask], Answer]
"""A house driver: view, question -> answer."""

Seen = TypeVar("Seen")
"""What a house driver looks at: a view of its own, or what its game shows of a race to all."""

Weigh = Callable[[Seen, Ask, Any], Answer]
"""From what is seen, an ask and its question: the answer."""


@dataclass(frozen=True)
class HouseDriver(Generic[View]):
    """A house driver that weighs some kinds of questions, and leaves the others to the rules' defaults."""

    weighs: Mapping[type[Question], Weigh[View]]

    def __call__(self, view: View, ask: Ask) -> Answer:
        """Return the answer to a question."""
        weigh = self.weighs.get(type(ask.question))
        return ask.default if weigh is None else weigh(view, ask, ask.question)


SILENT = "silent"
"""The driver by the rules' defaults alone."""


def play_through(
    play: Play[None], answer: Callable[[Ask | AskAll], Any], *, until: Callable[[], bool] | None = None
) -> None:
    """Play to the end, or until *until* says stop.

    :param answer: answers all open questions at once; build it from :func:`answers` to answer them one by one.
    :param until: whether to stop; checked at each question, before the answer.
    """
    sent: Any = None
    while True:
        try:
            asked = play.send(sent)
        except StopIteration:
            return
        if until is not None and until():
            return
        sent = answer(asked)


def answers(asked: Ask | AskAll, answer: Callable[[Ask], Answer]) -> Answer | dict[EntryId, Answer]:
    """Return the answers to send to a play, one question after the other."""
    if isinstance(asked, AskAll):
        return {ask.entry: answer(ask) for ask in asked.asks}
    return answer(asked)


def drive_to_end(
    race: State, table: Table, play_turn: Callable[[State, Table], Play[None]], answer: Callable[[Ask], Answer]
) -> None:
    """Play a race on to its end, turn by turn.

    :param race: says with ``is_over`` whether it has ended.
    :param answer: gives the answer to each question.
    """
    state: Any = race
    while not state.is_over:
        play_through(play_turn(race, table), partial(answers, answer=answer))


class QuietTable(Table):
    """A table that keeps no facts: nobody reads the story of a race that is only thought of."""

    def tell(self, fact: Fact) -> None:
        """Forget a fact."""


def race_of_drivers(
    rules: Ruleset[Options, State, View, Any], seed: bytes, temperaments: Sequence[str], options: Options | None
) -> tuple[State, Table, dict[EntryId, Driver[View]]]:
    """Return a race before its set-up, its table, and its drivers; the same seed gives the same ones.

    :param temperaments: names of ``rules.drivers`` for entry 1, entry 2 and so on.
    :param options: those of the rules; all defaults if ``None``.
    """
    entrants, drivers = seated(temperaments, rules.drivers, colours=rules.colours)
    return rules.new_race(options or rules.options(), entrants), Table(RaceDice(seed)), drivers


def seated(
    temperaments: Sequence[str], drivers: Mapping[str, T], *, colours: Sequence[str] = (), factions: Sequence[int] = ()
) -> tuple[list[Entrant], dict[EntryId, T]]:
    """Return the entrants of a race between house drivers, and the driver of each.

    :param temperaments: keys of *drivers* for entry 1, entry 2 and so on.
    :param colours: at least as many; numbered ones if left out.
    :param factions: of the entries, if players have several.
    :raises KeyError: if there is no such driver.
    """
    entrants = [
        Entrant(
            EntryId(place),
            colours[place - 1] if colours else f"colour {place}",
            Faction(factions[place - 1]) if factions else None,
        )
        for place in range(1, len(temperaments) + 1)
    ]
    return entrants, {each.entry: drivers[name] for each, name in zip(entrants, temperaments, strict=True)}


def stand_ins(
    entries: Iterable[EntryId], temperaments: Mapping[EntryId, str], drivers: Mapping[str, T], plain: str
) -> dict[EntryId, T]:
    """Return the driver of each entry when a race is played out: by its temperament, else the *plain* house driver."""
    return {entry: drivers.get(temperaments.get(entry, plain), drivers[plain]) for entry in entries}
