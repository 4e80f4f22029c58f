"""Whole races by house drivers, as the public saw them: for films and charts."""

from functools import cache
from itertools import groupby
from typing import Any

from engine.play import new_game
from engine.rulesets import RULESETS
from records.values import EntryId
from renderers import Shot
from tests.renderers.samples import NAMES

MANY_NAMES = {EntryId(number): f"{list(NAMES.values())[number % 8]} {number}" for number in range(1, 17)}


def a_race(game: str, count: int, seed: str, **options: Any) -> tuple[Shot, ...]:
    """Return all phases of a race of *count* chariots."""
    return tuple(shot for turn in turns_of_a_race(game, count, seed, **options) for shot in turn)


@cache
def turns_of_a_race(game: str, count: int, seed: str, **options: Any) -> tuple[tuple[Shot, ...], ...]:
    """Return the phases of a race turn by turn, as posts tell them; one race is kept for each call that is alike."""
    rules = RULESETS[game]
    played = new_game(game, *rules.colours[:count], seed=seed, **options)
    drivers = list(rules.drivers)[:3]
    while played.ask is not None:
        played.house_drives(drivers[played.ask.entry % len(drivers)])
    scenes, facts = played.session.scenes, played.facts
    ends = [0, *(scene.told for scene in scenes[:-1]), len(facts)]
    shots = [(scene.since, Shot(scene.view, facts[ends[n] : ends[n + 1]])) for n, scene in enumerate(scenes)]
    return tuple(tuple(shot for _, shot in turn) for _, turn in groupby(shots, key=lambda each: each[0]))
