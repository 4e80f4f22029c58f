"""Matches of the arena for tests."""

from typing import Any

from engine.arena.men import READY, Man
from engine.arena.ruleset import RULESET
from engine.arena.state import Match, Options
from engine.dice import RaceDice
from engine.game import Entrant
from engine.session import Session, first_checkpoint
from records.values import EntryId, Faction

RED, BLUE, GREEN, YELLOW = (EntryId(number) for number in (1, 2, 3, 4))
CELER, TAURUS, URSUS, PISCATOR = READY
SEED = b"a seed of the arena"


def a_session(
    options: Options | None = None, *, entries: int = 2, seed: bytes = SEED, factions: tuple[int, ...] = ()
) -> Session[Match]:
    """Return a match as it begins: its men are to be chosen."""
    entrants = [
        Entrant(EntryId(number), RULESET.colours[number - 1], Faction(factions[number - 1] if factions else number))
        for number in range(1, entries + 1)
    ]
    start = first_checkpoint(RULESET, RULESET.new_race(options or Options(), entrants))
    return Session(RULESET, start, RaceDice(seed))


def with_men(session: Session[Match]) -> Session[Match]:
    """Let everybody take a man, and a place if they are asked for one."""
    while session.kind in ("man", "place"):
        for entry, ask in list(session.open.items()):
            session.answer(entry, ask.default)
    return session


def fought(session: Session[Match], **drives: Any) -> Session[Match]:
    """Fight a match to its end between steady house fighters."""
    del drives
    while session.open:
        entry, ask = next(iter(session.open.items()))
        session.answer(entry, RULESET.drivers["steady"](session.view([entry]), ask))
    return session


def man(**values: Any) -> Man:
    """Return a bare man of middling characteristics, changed as said."""
    usual: dict[str, Any] = {
        "name": "Somebody", "kind": "medium", "tr": 10, "st": 0, "ag": 0, "con": 3, "w": 11,
        "armour": ("-",) * 5, "shield": "large",
    }  # fmt: skip
    return Man(**{**usual, **values})
