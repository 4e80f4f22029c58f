"""Real positions: races that house drivers drive, halted at each question."""

import random
from collections.abc import Iterator
from functools import cache

from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words.asks import NextAction
from engine.dice import RaceDice
from engine.game import Entrant
from engine.questions import Ask
from engine.rulesets import RULESETS
from engine.session import Session, first_checkpoint
from records.values import EntryId, Faction

GAME = RULESETS["circus-maximus"]
QUICK_DRIVERS = [GAME.drivers[name] for name in GAME.mixed]
"""Those who look ahead take nearly all the time of a race, and come to the same positions."""


def questions(seed: int, *, laps: int = 1) -> Iterator[tuple[RaceView, Ask]]:
    """Drive a race of eight and yield each question, with what the one who is asked may see."""
    choose = random.Random(seed)
    entrants = [
        Entrant(EntryId(n), colour, Faction(n)) for n, colour in enumerate(GAME.colours_for(GAME.options()), start=1)
    ]
    start = first_checkpoint(GAME, GAME.new_race(GAME.options(laps=laps), entrants))
    session = Session(GAME, start, RaceDice(f"seed {seed}".encode()), scenes=False)
    drivers = {entrant.entry: choose.choice(QUICK_DRIVERS) for entrant in entrants}
    while session.open:
        entry, ask = next(iter(session.open.items()))
        view = session.view([entry])
        yield view, ask
        session.answer(entry, drivers[entry](view, ask))


@cache
def asked_in_races() -> tuple[tuple[RaceView, Ask], ...]:
    """Return the questions of some races."""
    return tuple(each for seed in range(2) for each in questions(seed))


def drives() -> list[tuple[RaceView, Ask]]:
    """Return the questions what to do next, of some races."""
    return [(view, ask) for view, ask in asked_in_races() if isinstance(ask.question, NextAction)]
