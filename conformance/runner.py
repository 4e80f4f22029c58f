"""Playing a case with the real rules, and saying in plain words where it went another way."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, get_args

from conformance.adapter import Adapter, Prepared
from conformance.adapters import ADAPTERS
from conformance.charts import wrong_cells
from conformance.cases import BadCase, Case, Refusal
from conformance.dice import DiceDiffer, ScriptedDice, read_throw
from conformance.words import check_told, fits, in_short, is_told, named, plain, read_told
from engine.game import Ask, Play, Question, Refused, Rolled, Ruleset, Table
from engine.rulesets import RULESETS
from engine.session import Session, first_checkpoint
from engine.values import EntryId

NOTHING = "nothing"


class Differs(Exception):
    """An answer could not be given as the case wants; the rest of the play is off."""


@dataclass(frozen=True)
class Outcome:
    """What became of a case."""

    case: Case
    differences: tuple[str, ...] = ()
    told: tuple[str, ...] = ()  # all facts, in short form

    @property
    def is_passed(self) -> bool:
        return not self.differences


def run_case(case: Case) -> Outcome:
    """Play or look up a case.

    :raises BadCase: if it cannot be understood.
    """
    adapter = ADAPTERS.get(case.ruleset)
    if adapter is None:
        raise BadCase(
            f"case {case.id}", f"there are no cases of ruleset {case.ruleset!r}, only of {', '.join(ADAPTERS)}"
        )
    if case.chart:
        return Outcome(case, tuple(wrong_cells(case, adapter)))
    return Playing(case, adapter, RULESETS[case.ruleset]).outcome()


class Playing:
    """One case being played."""

    def __init__(self, case: Case, adapter: Adapter, rules: Ruleset[Any]) -> None:
        self.case, self.adapter, self.rules = case, adapter, rules
        self.prepared = self._understood("position", adapter.prepare, case)
        throws = [read_throw(written, self._where("dice")) for written in case.dice]
        self.dice = ScriptedDice(throws, self._face_of)
        self.state: Any = None
        self.turns = 0
        self.session: Session[Any] | None = None
        self._check_expectation()

    def outcome(self) -> Outcome:
        differences: list[str] = []
        try:
            start = first_checkpoint(self.rules, self.prepared.state)
            self.session = Session(self._watched_rules(), start, self.dice)
            for answer in self.case.answers:
                self._give(answer)
        except (Differs, DiceDiffer) as difference:
            differences.append(str(difference))
        except BadCase:
            raise
        except Exception as error:  # noqa: BLE001 - rules that break down are a difference like any other
            differences.append(f"the rules broke down: {type(error).__name__}: {error}")
        differences += self._differences(is_played=not differences)
        return Outcome(self.case, tuple(differences), tuple(in_short(fact) for fact in self._told()))

    # Playing

    def _watched_rules(self) -> Ruleset[Any]:
        """Return the rules, beginning and ending where the case does."""

        def play_turn(state: Any, table: Table) -> Play[None]:
            self.state = state
            self.table = table
            self.turns += 1
            begin = self.prepared.begin if self.turns == 1 else self.rules.play_turn
            yield from begin(state, table)

        def is_over(state: Any) -> bool:
            stops = self.turns > 0 and not self.prepared.goes_on
            return stops or self.rules.is_over(state)

        return replace(self.rules, play_turn=play_turn, is_over=is_over)

    def _give(self, written: str | Refusal) -> None:
        text = written.refuse if isinstance(written, Refusal) else written
        name, colon, steps = (part.strip() for part in text.partition(":"))
        if not colon:
            raise BadCase(self._where("answers"), f"{text!r} does not begin with a chariot's name and a colon")
        entry = self._entry(name, "answers")
        for step in steps.split("/"):
            self._give_step(entry, step.strip(), written if isinstance(written, Refusal) else None)

    def _give_step(self, entry: EntryId, step: str, refusal: Refusal | None) -> None:
        session, names = self._session, self.prepared.names
        before = self.adapter.passed_over(session.open.get(entry), step)
        if before is not None:
            session.answer(entry, before)
        ask = session.open.get(entry)
        answer = self._understood("answers", self.adapter.read_answer, ask, step, names)
        try:
            session.answer(entry, answer)
        except Refused as refused:
            self._compare_refusal(f"{names[entry]}: {step}", refused, refusal)
        else:
            if refusal:
                raise Differs(f"'{names[entry]}: {step}' should be refused, and was accepted")

    def _compare_refusal(self, given: str, refused: Refused, expected: Refusal | None) -> None:
        values = {name: plain(value, self.prepared.names) for name, value in refused.values.items()}
        words = f"refused as {refused.reason.value!r} by rule {refused.rule}, {values}"
        if expected is None:
            raise Differs(f"'{given}' was {words}; open: {self._open_in_words()}")
        reason_fits = expected.reason in (None, refused.reason.value) and expected.rule in (None, refused.rule)
        if not reason_fits or not fits(self._with_names(expected.values), self._with_names(refused.values)):
            wanted = f"{expected.reason!r} by rule {expected.rule}, {expected.values}"
            raise Differs(f"'{given}' should be refused as {wanted}, was {words}")

    def _face_of(self, drawn: str, sides: int) -> int:
        return self._understood("dice", self.adapter.face_of, self.state, drawn, sides)

    # Comparing

    def _differences(self, *, is_played: bool) -> list[str]:
        """Return in words all that is not as the case says; a play that was cut short has no end to look at."""
        if self.session is None and self.state is None:
            return []
        found = self.dice.wrong_labels(self._rolls(), self._roller)
        if not is_played:
            return found
        if self.dice.left_over:
            found.append(f"dice that were not rolled: {self.dice.left_over}")
        found += self._facts_missing() + self._facts_unwanted() + self._state_differs()
        return found + self._asks_differ() + self._not_legal()

    def _told(self) -> list[dict[str, Any]]:
        if self.state is None:
            return []
        return [named(fact, self.prepared.names) for fact in self.table.told]

    def _rolls(self) -> list[Rolled]:
        return [fact for fact in self.table.told if isinstance(fact, Rolled)]

    def _roller(self, rolled: Rolled) -> str:
        return self.prepared.names.get(rolled.entry, "") if rolled.entry is not None else ""

    def _facts_missing(self) -> list[str]:
        expect, told = self.case.expect, self._told()
        expected = [read_told(fact) for fact in expect.facts]
        if expect.exact:
            told = [fact for fact in told if fact["fact"] != "Rolled"]
            if len(told) == len(expected) and all(map(is_told, expected, told)):
                return []
            return [f"exactly these facts should be told: {'; '.join(map(in_short, expected)) or NOTHING}"]
        place = 0
        for fact in expected:
            found = next((at for at in range(place, len(told)) if is_told(fact, told[at])), None)
            if found is None:
                after = f" after {in_short(told[place - 1])}" if place else ""
                return [f"not told{after}: {in_short(fact)}"]
            place = found + 1
        return []

    def _facts_unwanted(self) -> list[str]:
        unwanted = [read_told(fact) for fact in self.case.expect.never]
        return [f"told, and should not be: {in_short(fact)}" for fact in self._told() if self._any(unwanted, fact)]

    @staticmethod
    def _any(unwanted: list[dict[str, Any]], fact: dict[str, Any]) -> bool:
        return any(is_told(each, fact) for each in unwanted)

    def _state_differs(self) -> list[str]:
        found = []
        for name, expected in self.case.expect.state.items():
            fields = self._understood("expect.state", self.adapter.fields_of, self.state, name)
            unknown = [field for field in expected if field not in fields]
            if unknown:
                raise BadCase(
                    self._where(f"expect.state.{name}"), f"there is no {unknown[0]}, only {', '.join(fields)}"
                )
            found += [
                f"{name}: {field} should be {value!r}, is {fields[field]!r}"
                for field, value in expected.items()
                if not fits(value, fields[field])
            ]
        return found

    def _asks_differ(self) -> list[str]:
        found = []
        for name, expected in self.case.expect.asks.items():
            ask = self._session.open.get(self._entry(name, "expect.asks"))
            asked = named(ask.question, self.prepared.names) if ask else None
            wanted = None if expected == NOTHING else read_told(expected)
            if (wanted is None) != (asked is None) or (wanted and asked and not is_told(wanted, asked)):
                found.append(
                    f"{name} should be asked {in_short(wanted) if wanted else NOTHING}, "
                    f"is asked {in_short(asked) if asked else NOTHING}"
                )
        return found

    def _not_legal(self) -> list[str]:
        found = []
        for text in self.case.expect.legal:
            name, _, step = (part.strip() for part in text.partition(":"))
            ask = self._session.open.get(self._entry(name, "expect.legal"))
            answer = self._understood("expect.legal", self.adapter.read_answer, ask, step, self.prepared.names)
            if ask is None or answer not in ask.question.legal():
                found.append(f"'{text}' should be legal, is not; open: {self._open_in_words()}")
        return found

    # Words

    @property
    def _session(self) -> Session[Any]:
        assert self.session is not None
        return self.session

    def _open_in_words(self) -> str:
        names = self.prepared.names
        asks: Mapping[EntryId, Ask] = self._session.open
        return (
            "; ".join(f"{names[entry]}: {in_short(named(ask.question, names))}" for entry, ask in asks.items())
            or NOTHING
        )

    def _with_names(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of a refusal; an entry may be given by its name or its number."""
        numbers = {name: entry for entry, name in self.prepared.names.items()}
        return {key: numbers.get(value, value) if isinstance(value, str) else value for key, value in values.items()}

    def _entry(self, name: str, part: str) -> EntryId:
        for entry, known in self.prepared.names.items():
            if known == name:
                return entry
        raise BadCase(self._where(part), f"there is no chariot {name!r} in this position")

    def _where(self, part: str) -> str:
        return f"case {self.case.id}: {part}"

    def _understood(self, part: str, read: Any, *given: Any) -> Any:
        try:
            return read(*given)
        except ValueError as error:
            raise BadCase(self._where(part), str(error)) from error

    def _check_expectation(self) -> None:
        """Raise :exc:`BadCase` for facts and questions that there are none of: a mistyped one is never told."""
        expect = self.case.expect
        facts = {fact.__name__: fact for fact in get_args(self.rules.facts)}
        questions = {question.__name__: question for question in Question.__subclasses__()}
        for told in [*expect.facts, *expect.never]:
            self._understood("expect", check_told, told, facts)
        for told in expect.asks.values():
            if told != NOTHING:
                self._understood("expect.asks", check_told, told, questions)
