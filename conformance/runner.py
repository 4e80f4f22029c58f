"""Running a case: it is played with the real rules, or looked up, and the outcome says where it went another way."""

from dataclasses import dataclass
from typing import Any

from conformance.adapters import ADAPTERS
from conformance.betting import cases as betting
from conformance.cases import BadCase, Case
from conformance.charts import wrong_cells
from conformance.dice import DiceDiffer
from conformance.leagues import cases as leagues
from conformance.playing import Differs, Playing
from conformance.words import in_short
from engine.rulesets import RULESETS

_TABLES = {betting.RULESET: betting.differences, leagues.RULESET: leagues.differences}
"""Rulesets whose cases have a special table."""


@dataclass(frozen=True)
class Outcome:
    """The result of a case."""

    case: Case
    differences: tuple[str, ...] = ()
    facts: tuple[dict[str, Any], ...] = ()  # all that were told, as plain values

    @property
    def facts_in_short(self) -> tuple[str, ...]:
        """All facts, in short form."""
        return tuple(map(in_short, self.facts))

    @property
    def is_passed(self) -> bool:
        return not self.differences

    @property
    def in_words(self) -> list[str]:
        """All differences and facts, a line each; one line for a case that passes."""
        case = self.case
        if self.is_passed:
            return [f"pass  {case.id}  {case.title}"]
        head = f"DIFF  {case.id}  {case.title}  (rule {case.rule}; {case.source})"
        return [
            head,
            *(f"      - {each}" for each in self.differences),
            *(f"      . {fact}" for fact in self.facts_in_short),
        ]


def run_case(case: Case) -> Outcome:
    """Play or look up a case.

    :raises BadCase: if it cannot be understood.
    """
    if case.ruleset in _TABLES:
        return _at_table(case)
    adapter = ADAPTERS.get(case.ruleset)
    if adapter is None:
        known = ", ".join([*ADAPTERS, *_TABLES])
        raise BadCase(f"case {case.id}", f"there are no cases of ruleset {case.ruleset!r}, only of {known}")
    if case.chart:
        return Outcome(case, tuple(wrong_cells(case, adapter.look_up)))
    playing = Playing(case, adapter, RULESETS[case.ruleset])
    differences = _played(playing)
    return Outcome(case, tuple(differences), tuple(playing.facts))


def _played(playing: Playing) -> list[str]:
    """Play a case and return its differences; one that was cut short has no end to look at."""
    try:
        playing.play()
    except (Differs, DiceDiffer) as difference:
        return [str(difference), *playing.wrong_labels()]
    except BadCase:
        raise
    except Exception as error:
        return [_broke_down(error)]
    return playing.differences()


def _at_table(case: Case) -> Outcome:
    """Play a case of a ruleset with a table of its own."""
    try:
        wrong, facts = _TABLES[case.ruleset](case)
    except BadCase:
        raise
    except Exception as error:
        return Outcome(case, (_broke_down(error),))
    return Outcome(case, tuple(wrong), tuple(facts))


def _broke_down(error: Exception) -> str:
    """Return the difference of a case in which the rules fail: to show that is what a case is there for."""
    return f"the rules broke down: {type(error).__name__}: {error}"
