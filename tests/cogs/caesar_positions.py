"""Real positions of Ave Caesar: races on every course that house drivers drive, halted at each question."""

from collections.abc import Iterator
from functools import cache
from itertools import cycle

from engine.ave_caesar.state import Race
from engine.ave_caesar.views import RaceView
from engine.dice import RaceDice
from engine.facts import Fact
from engine.game import Entrant
from engine.questions import Ask
from engine.rulesets import RULESETS
from engine.session import Session, first_checkpoint
from records.values import EntryId, Faction

GAME = RULESETS["ave-caesar"]


def race_of(players: int, seed: int, *, race_number: int = 1, nonplayers: bool = False) -> Session[Race]:
    """Return a race about to begin."""
    entrants = [Entrant(EntryId(n), GAME.colours[n - 1], Faction(n)) for n in range(1, players + 1)]
    options = GAME.options(race_number=race_number, nonplayer_chariots=nonplayers)
    start = first_checkpoint(GAME, GAME.new_race(options, entrants))
    return Session(GAME, start, RaceDice(f"seed {seed}".encode()), scenes=False)


def questions(session: Session[Race]) -> Iterator[tuple[RaceView, Ask]]:
    """Drive a race to its end and yield each question, with what the one who is asked may see."""
    drivers = cycle(GAME.drivers.values())
    while session.open:
        entry, ask = next(iter(session.open.items()))
        view = session.view([entry])
        yield view, ask
        session.answer(entry, next(drivers)(view, ask))


@cache
def asked_in_races() -> tuple[tuple[RaceView, Ask], ...]:
    """Return the questions of races on all four courses, both ways round."""
    races = [race_of(players, number, race_number=number) for players in (4, 6) for number in (1, 2, 3, 4)]
    races.append(race_of(3, 9, nonplayers=True))
    return tuple(each for session in races for each in questions(session))


@cache
def told_in_races() -> tuple[Fact, ...]:
    """Return the facts of two whole races."""
    facts: list[Fact] = []
    for session in (race_of(6, 21, race_number=2), race_of(3, 22, nonplayers=True)):
        for _ in questions(session):
            pass
        facts += session.table.told
    return tuple(facts)
