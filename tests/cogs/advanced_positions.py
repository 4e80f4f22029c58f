"""Real positions of Advanced races with all options, driven roughly, halted at each question."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words.asks import Change, NextAction
from engine.dice import RaceDice
from engine.facts import Fact
from engine.game import Entrant
from engine.questions import Ask
from engine.session import Session, first_checkpoint
from records.values import EntryId, Faction
from tests.cogs.positions import GAME

WITH_EVERYTHING: dict[str, Any] = {
    "laps": 1,
    "edition": "advanced",
    "dust": True,
    "knife": True,
    "spear": True,
    "horse_carcasses": True,
    "critical_horse_hits": True,
    "weather": True,
    "frontal_ram": "owner",
    "free_attempts": "every phase",
}


def driven_roughly(seed: int) -> Iterator[tuple[Session[Any], Ask]]:
    """Drive a race in which most attack, many at random, and yield each question."""
    choose = random.Random(seed)
    others = {"detailed_specification": bool(seed % 2), "written_straining": seed % 3 == 0, "field": 8 + 8 * (seed % 2)}
    options = GAME.options(**WITH_EVERYTHING, **others)
    entrants = [Entrant(EntryId(n), colour, Faction(n)) for n, colour in enumerate(GAME.colours_for(options), start=1)]
    start = first_checkpoint(GAME, GAME.new_race(options, entrants))
    session = Session(GAME, start, RaceDice(f"rough {seed}".encode()), scenes=False)
    while session.open:
        entry, ask = next(iter(session.open.items()))
        yield session, ask
        session.answer(entry, _answer(choose, ask))


def _answer(choose: random.Random, ask: Ask) -> Any:
    legal = ask.question.legal()
    if isinstance(ask.question, NextAction) and ask.question.attacks and choose.random() < 0.7:
        return choose.choice(ask.question.attacks)
    # Into the wall goes only who is driven at random; a few are enough.
    fair = [answer for answer in legal if not isinstance(answer, Change)] or legal
    return choose.choice(fair) if choose.random() < 0.5 else ask.default


@cache
def asked_in_advanced_races() -> tuple[tuple[RaceView, Ask], ...]:
    """Return the questions of some races, of the common ones not all, with what may be seen."""
    kept: list[tuple[RaceView, Ask]] = []
    seen: dict[type[Any], int] = {}
    for seed in range(24):
        for session, ask in driven_roughly(seed):
            kind = type(ask.question)
            seen[kind] = seen.get(kind, 0) + 1
            if seen[kind] <= _MANY or session.state.chariots[ask.entry].status == "runaway":
                kept.append((session.view([ask.entry]), ask))
    return tuple(kept)


_MANY = 60


@cache
def told_in_an_advanced_race() -> tuple[Fact, ...]:
    *_, (session, _) = driven_roughly(3)
    return tuple(session.table.told)
