"""Finished races, kept with all their answers, that have to be told in the same way ever after.

Each line of a file is a race. When a rule is changed on purpose the stories change with it: then the races are recorded
anew, and the change of their digests is looked at like any other.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import msgspec

from conformance.circus_maximus.endings import ENDINGS, endings_of
from conformance.races import Setup, Watched, random_player, random_setup, start_of
from engine.circus_maximus.words.facts import RaceEnded
from engine.dice import RaceDice
from engine.game import Common, Refused, Rolled
from engine.options import option_fields
from engine.rulesets import RULESETS
from engine.session import Session
from records.values import EntryId

RULESET = "circus-maximus"

FILE = Path(__file__).parent / "recorded" / f"{RULESET}.jsonl"

LONGEST = 700
"""Answers of a race that is worth keeping."""


class Recorded(msgspec.Struct, frozen=True):
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

    @property
    def setup(self) -> Setup:
        return Setup(self.ruleset, self.seed, self.entries, dict(self.wishes))


class Differs(AssertionError):
    """A recorded race is told in another way now."""


def read(path: Path = FILE) -> list[Recorded]:
    """Return the races of a file."""
    return [msgspec.json.decode(line, type=Recorded) for line in path.read_bytes().splitlines()]


def replay(recorded: Recorded) -> Session[Any]:
    """Run a race again with the answers that were given.

    :raises Differs: if it is told in another way; a refused answer is a difference as well.
    """
    setup = recorded.setup
    session = Session(setup.rules, start_of(setup), RaceDice(setup.dice_seed), scenes=False)
    for number, (entry, kept) in enumerate(recorded.answers, start=1):
        ask = session.open.get(entry)
        if ask is None:
            raise Differs(f"{setup}: answer {number} of {entry} answers nothing")
        try:
            session.answer(entry, setup.rules.read_answer(kept))
        except Refused as refused:
            raise Differs(f"{setup}: answer {number} of {entry} is refused: {refused}") from refused
    if not session.is_over:
        raise Differs(f"{setup}: it is not over after {len(recorded.answers)} answers")
    if (session.told, session.table.digest.hex()) != (recorded.facts, recorded.digest):
        raise Differs(f"{setup}: {session.told} facts in place of {recorded.facts}, or others")
    return session


# Recording


def record(races: int, path: Path) -> list[Recorded]:
    """Run so many races at random, and keep those that show an ending, an option or a fact that none before has shown.

    :raises conformance.races.Broken: if a promise is not kept on the way.
    """
    kept: list[Recorded] = []
    missing = wanted()
    for seed in range(races):
        setup = random_setup(RULESET, seed)
        if seed % 2:  # more that come to the finish, for the ways to cross it
            setup = replace(setup, wishes={**setup.wishes, "laps": "1"})
        watched = Watched(setup)
        watched.run(random_player(seed))
        new = shown(watched) & missing
        if new and len(watched.given) <= LONGEST:
            missing -= new
            kept.append(_kept(watched))
        if not missing:
            break
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in kept))
    return kept


def wanted() -> set[str]:
    """Return all that recorded races should show: each ending, each value of each option, each fact."""
    return {*ENDINGS, *_option_values(), *_fact_names()}


def shown(watched: Watched) -> set[str]:
    """Return what a race that is over shows of what is wanted"""
    session = watched.session
    facts = {type(fact).__name__ for fact in session.table.told}
    return {*endings_of(session.state, session.table.told), *facts, *_values_of(watched.setup)}


def lacking(kept: Sequence[Recorded]) -> list[str]:
    """Return what of all that is wanted these races do not show."""
    shown_by: set[str] = set()
    for each in kept:
        session = replay(each)
        facts = {type(fact).__name__ for fact in session.table.told}
        shown_by |= {*each.endings, *facts, *_values_of(each.setup)}
    return sorted(wanted() - shown_by)


def _option_values() -> Iterator[str]:
    for name, field in option_fields(RULESETS[RULESET].options).items():
        yield from (f"{name} {value}" for value in field.values)


def _values_of(setup: Setup) -> set[str]:
    options = setup.options
    return {
        f"{name} {value}"
        for name, field in option_fields(setup.rules.options).items()
        for value, meant in field.values.items()
        if getattr(options, name) == meant
    }


def _fact_names() -> Iterator[str]:
    """Yield the names of all facts but those of running a race, which a race alone does not tell."""
    kinds = RULESETS[RULESET].facts.__args__
    yield from (kind.__name__ for kind in kinds if kind not in get_args(Common) or kind is Rolled)


def _kept(watched: Watched) -> Recorded:
    session, setup = watched.session, watched.setup
    ended = next(fact for fact in reversed(session.table.told) if isinstance(fact, RaceEnded))
    return Recorded(
        setup.ruleset,
        setup.seed,
        setup.entries,
        setup.wishes,
        tuple(each for each in ENDINGS if each in endings_of(session.state, session.table.told)),
        tuple((entry, msgspec.Raw(msgspec.json.encode(answer))) for entry, answer in watched.given),
        session.told,
        session.table.digest.hex(),
        msgspec.Raw(msgspec.json.encode(ended)),
    )
