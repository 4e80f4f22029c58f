"""Running many races, and their results in figures."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from conformance.races import ENDINGS, Setup, Watched, house_player, random_player, random_setup

RULESET = "circus-maximus"

REBUILT = 10
"""One race in so many is also built again from its answers."""

BY_THE_HOUSE = 4
"""One race in so many is driven by house drivers; in the others everybody answers at random."""


MOST_TOLD = 20
"""Number of broken races to report one by one."""


@dataclass
class Report:
    """The results of races so far."""

    races: int = 0
    answers: int = 0
    most_answers: int = 0
    facts: int = 0
    turns: int = 0
    most_turns: int = 0
    seconds: float = 0.0
    endings: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)  # of facts
    broken: list[str] = field(default_factory=list)

    def note(self, watched: Watched) -> None:
        """Add a race that is over."""
        session = watched.session
        self.answers += len(watched.given)
        self.most_answers = max(self.most_answers, len(watched.given))
        self.facts += len(session.table.told)
        turns = getattr(session.state, "turn", 0) or getattr(session.state, "round", 0)
        self.turns += turns
        self.most_turns = max(self.most_turns, turns)
        _, endings_of = ENDINGS[watched.setup.ruleset]
        self.endings.update(endings_of(session.state, session.table.told))
        self.kinds.update(type(fact).__name__ for fact in session.table.told)

    def lines(self) -> Iterator[str]:
        """Yield the report in words."""
        yield f"{self.races} races in {self.seconds:.0f} s, {len(self.broken)} of them broken"
        yield f"answers: {self.answers}, at most {self.most_answers} in a race; facts: {self.facts}"
        yield f"turns: {self.turns}, at most {self.most_turns} in a race"
        yield from (f"  {count:6}  {name}" for name, count in self.endings.most_common())
        yield "rarest facts: " + ", ".join(f"{name} {count}" for name, count in self.kinds.most_common()[:-9:-1])
        yield from (f"BROKEN: {each}" for each in self.broken[:MOST_TOLD])


def run_races(races: int, first: int = 0, *, ruleset: str = RULESET) -> Report:
    """Run so many races, numbered from *first* on; one that breaks a promise is noted, and the next one run.

    If it is interrupted, the report is of those that are over.
    """
    report, begun = Report(), time.monotonic()
    for seed in range(first, first + races):
        setup = random_setup(ruleset, seed)
        try:
            _run(setup, report)
        except KeyboardInterrupt:
            break
        except Exception as error:
            # Whatever it is: the rules should not have done it, and the other races are wanted, too.
            report.broken.append(f"race {seed}: {type(error).__name__}: {error}")
        report.races += 1
    report.seconds = time.monotonic() - begun
    return report


def _run(setup: Setup, report: Report) -> None:
    watched = Watched(setup)
    by_the_house = setup.seed % BY_THE_HOUSE == BY_THE_HOUSE - 1
    watched.run(house_player(setup.rules, setup.seed) if by_the_house else random_player(setup.seed))
    if setup.seed % REBUILT == 0:
        watched.check_rebuilt()
    report.note(watched)
