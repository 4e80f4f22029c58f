"""A position from a text, ready to be played by hand: that of a case, without its expectations.

``engine/README.md`` shows how. The readers of positions stand in this room and not in the engine: they explain each
mistake in the words of cases, and they look into floors of a game that the engine's public entry leaves alone.
"""

import tomllib
from dataclasses import replace
from itertools import chain, repeat
from typing import Annotated, Any

import msgspec

from conformance.adapters import ADAPTERS
from conformance.cases import Case
from conformance.converting import convert, one_of
from engine.dice import RaceDice
from engine.play import Game
from engine.questions import Play
from engine.rulesets import RULESETS
from engine.table import Table


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of a text; docs/cases.md explains each."""

    position: Annotated[dict[str, dict[str, Any]], msgspec.Meta(min_length=1)]  # by chariot
    ruleset: str = "circus-maximus"
    begin: str | list[str] = "turn"  # whose phases come next, or "setup"; Circus Maximus knows a whole "turn", too
    options: dict[str, Any] = {}
    race: dict[str, Any] = {}


def game_from(text: str, seed: str = "") -> Game[Any]:
    """Begin a race in the midst of it; it goes on to its end.

    :param text: TOML, a table for each chariot, such as ``position.red = { square = "A19.4" }``; see :class:`Position`.
    :param seed: of the dice, any text.
    :raises ValueError: if the position cannot be read, or cannot be; the message says why.
    """
    given = convert(tomllib.loads(text), Position)
    if given.ruleset not in ADAPTERS:
        raise ValueError(f"there is no game {given.ruleset!r}; there are {one_of(ADAPTERS)}")
    case = Case("by hand", rule="", title="", why="", source="", stop="never", **msgspec.structs.asdict(given))
    prepared, rules = ADAPTERS[given.ruleset].prepare(case), RULESETS[given.ruleset]
    turns = chain([prepared.begin], repeat(rules.play_turn))

    def play_turn(state: Any, table: Table) -> Play[None]:
        return next(turns)(state, table)

    return Game(replace(rules, play_turn=play_turn), prepared.state, prepared.names, RaceDice(seed.encode()))
