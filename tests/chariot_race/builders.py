"""Races and sessions for the tests of Chariot Race."""

from collections.abc import Sequence
from typing import Any

from engine.chariot_race.ruleset import RULESET
from engine.chariot_race.state import Options, Race
from engine.dice import RaceDice
from engine.game import Entrant
from engine.session import Session, first_checkpoint
from records.values import EntryId, Faction

BLUE, RED, GREEN, YELLOW, PURPLE, ORANGE = map(EntryId, range(1, 7))


def a_session(
    options: Options | None = None, *, chariots: int = 4, factions: Sequence[int] = (), seed: bytes = b"race"
) -> Session[Race]:
    """Return a race at its first question; each chariot has a player of its own, unless it is said."""
    owners = factions or range(1, chariots + 1)
    entrants = [
        Entrant(EntryId(number), RULESET.colours[number - 1], Faction(owner))
        for number, owner in enumerate(owners, start=1)
    ]
    start = first_checkpoint(RULESET, RULESET.new_race(options or Options(), entrants))
    return Session(RULESET, start, RaceDice(seed))


def drive(session: Session[Any], answers: int = 100_000, driver: str = "steady") -> Session[Any]:
    """Let house drivers give so many answers, or all that are left."""
    for _ in range(answers):
        if not session.open:
            break
        entry, ask = next(iter(session.open.items()))
        session.answer(entry, RULESET.drivers[driver](session.view([entry]), ask))
    return session
