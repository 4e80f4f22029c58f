"""Whole races by house drivers, as the public saw them: for films and charts."""

from functools import cache
from typing import Any

from engine.play import new_game
from engine.rulesets import RULESETS
from records.values import EntryId
from renderers import Shot
from tests.renderers.samples import NAMES

MANY_NAMES = {EntryId(number): f"{list(NAMES.values())[number % 8]} {number}" for number in range(1, 17)}


@cache
def a_race(game: str, count: int, seed: str, **options: Any) -> tuple[Shot, ...]:
    """Return all phases of a race of *count* chariots, one kept for each call that is alike."""
    rules = RULESETS[game]
    played = new_game(game, *rules.colours[:count], seed=seed, **options)
    drivers = list(rules.drivers)[:3]
    while played.ask is not None:
        played.house_drives(drivers[played.ask.entry % len(drivers)])
    scenes, facts = played.session.scenes, played.facts
    ends = [0, *(scene.told for scene in scenes[:-1]), len(facts)]
    return tuple(Shot(scene.view, facts[ends[n] : ends[n + 1]]) for n, scene in enumerate(scenes))
