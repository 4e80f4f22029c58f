"""Finished races, kept with all their answers, whose stories must stay the same ever after.

Each line of a file is a race. When a rule changes on purpose, the stories change with it: then drop those races, record
others that show the same, and review that change like any other.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import msgspec

from conformance.races import ENDINGS, Setup, Watched, random_player, random_setup, start_of
from engine.circus_maximus.words.facts import plotting
from engine.dice import RaceDice
from engine.facts import Common, Rolled
from engine.options import option_fields
from engine.rulesets import RULESETS
from engine.session import Session
from records.refusals import Refused
from records.values import EntryId

RULESET = "circus-maximus"

FOLDER = Path(__file__).parent / "recorded"

LONGEST = 700
"""Answers of a race that is worth keeping."""


class Recorded(msgspec.Struct, frozen=True, omit_defaults=True):
    """A race that was run to its end."""

    ruleset: str
    seed: int
    entries: int
    wishes: Mapping[str, str]
    endings: tuple[str, ...]
    answers: tuple[tuple[EntryId, msgspec.Raw], ...]
    facts: int
    digest: str
    ended: msgspec.Raw
    rounds: int | None = None

    @property
    def setup(self) -> Setup:
        return Setup(self.ruleset, self.seed, self.entries, dict(self.wishes), self.rounds)


class Differs(AssertionError):
    """A recorded race has another story now."""


def read(ruleset: str) -> list[Recorded]:
    """Return the recorded races of a ruleset."""
    lines = file_of(ruleset).read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Recorded) for line in lines]


def file_of(ruleset: str) -> Path:
    """Return the file in which the races of a ruleset are kept."""
    return FOLDER / f"{ruleset}.jsonl"


def replay(recorded: Recorded) -> Session[Any]:
    """Run a race again with its answers.

    :raises Differs: if its story is another; a refused answer is a difference as well.
    """
    setup = recorded.setup
    session = Session(setup.rules, start_of(setup), RaceDice(setup.dice_seed), scenes=False)
    for number, (entry, given) in enumerate(recorded.answers, start=1):
        ask = session.open.get(entry)
        if ask is None:
            raise Differs(f"{setup}: answer {number} of {entry} answers nothing")
        try:
            session.answer(entry, setup.rules.read_answer(given))
        except Refused as refused:
            raise Differs(f"{setup}: answer {number} of {entry} is refused: {refused}") from refused
    if not session.is_over:
        raise Differs(f"{setup}: it is not over after {len(recorded.answers)} answers")
    if (session.facts_told, session.table.digest.hex()) != (recorded.facts, recorded.digest):
        raise Differs(f"{setup}: {session.facts_told} facts in place of {recorded.facts}, or others")
    return session


# Recording


def record(races: int, ruleset: str) -> list[Recorded]:
    """Keep the races of a ruleset with the same stories, and run so many at random for those that show more.

    More means an ending, a value of an option or a fact that none before has shown.

    :raises conformance.races.Broken: if a race breaks a promise on the way.
    """
    races_kept = [each for each in _known(ruleset) if _is_told_as_it_was(each)]
    missing = set(lacking(races_kept)) if races_kept else wanted(ruleset)
    for seed in range(races):
        setup = random_setup(ruleset, seed)
        if seed % 2 and "laps" in option_fields(setup.rules.options):  # more finish, for the ways to cross the line
            setup = replace(setup, wishes={**setup.wishes, "laps": "1"})
        watched = Watched(setup)
        watched.run(random_player(seed))
        new = shown(watched) & missing
        if new and len(watched.given) <= LONGEST:
            missing -= new
            races_kept.append(_recorded(watched))
        if not missing:
            break
    FOLDER.mkdir(exist_ok=True)
    file_of(ruleset).write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in races_kept))
    return races_kept


def _known(ruleset: str) -> list[Recorded]:
    """Return the recorded races of a ruleset; none before the first is recorded."""
    return read(ruleset) if file_of(ruleset).exists() else []


def _is_told_as_it_was(recorded: Recorded) -> bool:
    try:
        replay(recorded)
    except Differs:
        return False
    return True


def wanted(ruleset: str) -> set[str]:
    """Return all that recorded races should show: each ending, each value of each option, each fact."""
    return {*ENDINGS[ruleset][0], *_option_values(ruleset), *_fact_names(ruleset)}


def shown(watched: Watched) -> set[str]:
    """Return the endings, facts and values of options that a finished race shows."""
    session = watched.session
    facts = {type(fact).__name__ for fact in session.table.told}
    return {*_endings_of(watched), *facts, *_values_of(watched.setup)}


def _endings_of(watched: Watched) -> set[str]:
    _, endings_of = ENDINGS[watched.setup.ruleset]
    return endings_of(watched.session.state, watched.session.table.told)


def lacking(races: Sequence[Recorded]) -> list[str]:
    """Return the wanted endings, facts and values that these races, of one ruleset, do not show."""
    shown_by: set[str] = set()
    for each in races:
        session = replay(each)
        facts = {type(fact).__name__ for fact in session.table.told}
        shown_by |= {*each.endings, *facts, *_values_of(each.setup)}
    return sorted(wanted(races[0].ruleset) - shown_by)


def _option_values(ruleset: str) -> Iterator[str]:
    for name, field in option_fields(RULESETS[ruleset].options).items():
        yield from (f"{name} {value}" for value in field.values)


def _values_of(setup: Setup) -> set[str]:
    options = setup.options
    return {
        f"{name} {value}"
        for name, field in option_fields(setup.rules.options).items()
        for value, meant in field.values.items()
        if getattr(options, name) == meant
    }


def _fact_names(ruleset: str) -> Iterator[str]:
    """Yield the names of all facts but those of running a race and of plots, which a single race does not tell."""
    kinds = [kind for kind in RULESETS[ruleset].facts.__args__ if kind.__module__ != plotting.__name__]
    yield from (kind.__name__ for kind in kinds if kind not in get_args(Common) or kind is Rolled)


def _recorded(watched: Watched) -> Recorded:
    session, setup = watched.session, watched.setup
    return Recorded(
        setup.ruleset,
        setup.seed,
        setup.entries,
        setup.wishes,
        tuple(each for each in ENDINGS[setup.ruleset][0] if each in _endings_of(watched)),
        tuple((entry, msgspec.Raw(msgspec.json.encode(answer))) for entry, answer in watched.given),
        session.facts_told,
        session.table.digest.hex(),
        msgspec.Raw(msgspec.json.encode(session.table.told[-1])),
        setup.rounds,
    )
