"""What hosts choose: presets, places, and colours that go together."""

from collections.abc import Collection, Sequence

from engine.arena.data import COLOURS, TEAM
from engine.arena.state import Options
from engine.game import Preset

PRESETS = {
    "duel": Preset("One against one, men who stand ready.", {"gentle": "yes"}),
    "drawn men": Preset("One against one; dice make each man, you choose his type.", {"men": "drawn"}),
    "best of three": Preset("One against one: who wins two bouts has won.", {"best_of_three": "yes"}),
    "two a side": Preset("Each player leads two men.", {"sides": "two"}),
    "melee": Preset("Up to eight men, each for himself.", {"sides": "melee"}),
}

_OTHERS = {"one": 0, "two": 1, "three": 2, "melee": 0}


def places(options: Options) -> int:
    """Return how many players may enter: two, but in a melee as many as there are colours."""
    return len(COLOURS) if options.sides == "melee" else 2


def companions(options: Options, colour: str) -> Sequence[str]:
    """Return the colours of the further men of the one who leads *colour*."""
    return TEAM.get(colour, ())[: _OTHERS[options.sides]]


def idle_options(options: Options) -> Collection[str]:
    """Return the options that mean nothing beside the others."""
    if options.sides == "one":
        return ("by_rating",)
    return ("best_of_three",) if options.sides == "melee" else ("best_of_three", "by_rating")
