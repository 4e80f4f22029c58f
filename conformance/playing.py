"""One case being played: position, answers and dice in, and the outcome."""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any, ParamSpec, TypeVar, get_args

from conformance.adapter import Adapter
from conformance.cases import BadCase, Case, Refusal
from conformance.comparing import NOTHING, facts_differ, fields_differ, question_differs, without_not
from conformance.converting import one_of
from conformance.dice import ImpossibleDie, Roll, ScriptedDice, read_throws
from conformance.words import Known, check_written, fits, in_short, named, plain
from engine.game import AnyRuleset
from engine.questions import Play, Question
from engine.session import Session, first_checkpoint
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId

P = ParamSpec("P")
T = TypeVar("T")


class Differs(Exception):
    """The play refused an answer that the case wants; its rest is off."""


class Playing:
    """A case and its session. ``facts`` are the facts so far; :meth:`differences` holds them against the case."""

    def __init__(self, case: Case, adapter: Adapter, rules: AnyRuleset) -> None:
        """:raises BadCase: if the case cannot be understood."""
        self.case, self.adapter, self.rules = case, adapter, rules
        self.prepared = self._understood("position", adapter.prepare, case)
        throws = [
            throw
            for written in case.dice
            for throw in self._understood("dice", read_throws, written, adapter.faces_of_shuffle)
        ]
        self.dice = ScriptedDice(throws, self._face_of)
        self._entries = {name: entry for entry, name in self.prepared.names.items()}
        self._check_expectation()
        self._asked: list[dict[str, Any]] = []
        self._turns = 0
        self._state: Any = None
        self._table: Table | None = None
        self._begun: Session[Any] | None = None

    def play(self) -> None:
        """Play the whole case.

        :raises Differs: if an answer is refused that should not be, or the other way round.
        :raises DiceDiffer: if the rules roll other dice.
        """
        try:
            self._play()
        except ImpossibleDie as error:
            raise BadCase(self._where("dice"), str(error)) from error

    def _play(self) -> None:
        start = first_checkpoint(self.rules, self.prepared.state)
        self._begun = Session(self._watched_rules(), start, self.dice)
        self._note_open()
        for answer in self.case.answers:
            self._give(answer)

    @cached_property
    def facts(self) -> list[dict[str, Any]]:
        """All facts, once it has been played."""
        facts = self._table.told if self._table else []
        return [named(fact, self.prepared.names) for fact in facts]

    def differences(self) -> list[str]:
        """Return in words all that is not as the case says, once it has been played."""
        found = self.wrong_labels()
        if self.dice.left_over:
            found.append(f"dice that were not rolled: {self.dice.left_over}")
        return found + facts_differ(self.case.expect, self.facts, self._asked) + self._position_differs()

    def wrong_labels(self) -> list[str]:
        """Return in words which dice were rolled by or for something else than the case says."""
        facts = self._table.told if self._table else []
        return self.dice.wrong_labels([fact for fact in facts if isinstance(fact, Roll)], self._roller)

    # Playing

    def _watched_rules(self) -> AnyRuleset:
        """Return the rules, beginning and ending where the case does."""

        def play_turn(state: Any, table: Table) -> Play[None]:
            self._state, self._table = state, table
            self._turns += 1
            begin = self.prepared.begin if self._turns == 1 else self.rules.play_turn
            yield from begin(state, table)

        def is_over(state: Any) -> bool:
            stops = self._turns > 0 and not self.prepared.goes_on
            return stops or self.rules.is_over(state)

        return replace(self.rules, play_turn=play_turn, is_over=is_over)

    def _give(self, written: str | Refusal) -> None:
        text = written.refuse if isinstance(written, Refusal) else written
        entry, steps = self._chariot_and_rest(text, "answers")
        for step in steps.split("/"):
            self._give_step(entry, step.strip(), written if isinstance(written, Refusal) else None)

    def _give_step(self, entry: EntryId, step: str, refusal: Refusal | None) -> None:
        session, names = self._session, self.prepared.names
        first = self.adapter.passed_over(session.open.get(entry), step)
        if first is not None:
            session.answer(entry, first)
            self._note_open()
        ask = session.open.get(entry)
        answer = self._understood("answers", self.adapter.read_answer, ask, step, names)
        try:
            session.answer(entry, answer)
        except Refused as refused:
            self._compare_refusal(f"{names[entry]}: {step}", refused, refusal)
        else:
            self._note_open()
            if refusal:
                raise Differs(f"'{names[entry]}: {step}' should be refused, and was accepted")

    def _note_open(self) -> None:
        """Remember the questions asked now: a case may name some that are never asked."""
        for entry, ask in self._session.open.items():
            asked = {"": self.prepared.names[entry], **named(ask.question, self.prepared.names)}
            if asked not in self._asked:
                self._asked.append(asked)

    def _compare_refusal(self, given: str, refused: Refused, expected: Refusal | None) -> None:
        values = {name: plain(value, self.prepared.names) for name, value in refused.values.items()}
        words = f"refused as {refused.reason.value!r} by rule {refused.rule}, {values}"
        if expected is None:
            raise Differs(f"'{given}' was {words}; open: {self._open_in_words()}")
        is_reason = expected.reason in (None, refused.reason.value) and expected.rule in (None, refused.rule)
        if not is_reason or not fits(self._with_entries(expected.values), plain(dict(refused.values), {})):
            wanted = f"{expected.reason!r} by rule {expected.rule}, {expected.values}"
            raise Differs(f"'{given}' should be refused as {wanted}, was {words}")

    def _face_of(self, drawn: str, sides: int) -> int:
        return self._understood("dice", self.adapter.face_of, self._state, drawn, sides)

    # The position it ends in

    def _position_differs(self) -> list[str]:
        found = []
        for name, expected in self.case.expect.state.items():
            fields = self._understood("expect.state", self.adapter.fields_of, self._state, name)
            found += self._understood(f"expect.state.{name}", fields_differ, name, expected, fields)
        for name, question in self.case.expect.asks.items():
            ask = self._session.open.get(self._entry(name, "expect.asks"))
            asked = named(ask.question, self.prepared.names) if ask else None
            found += question_differs(name, question, asked)
        return found + [f"'{text}' should be legal; open: {self._open_in_words()}" for text in self._not_legal()]

    def _not_legal(self) -> list[str]:
        return [text for text in self.case.expect.legal if not self._is_legal(text)]

    def _is_legal(self, text: str) -> bool:
        entry, step = self._chariot_and_rest(text, "expect.legal")
        ask = self._session.open.get(entry)
        answer = self._understood("expect.legal", self.adapter.read_answer, ask, step, self.prepared.names)
        return ask is not None and answer in ask.question.legal()

    # Words

    @property
    def _session(self) -> Session[Any]:
        assert self._begun is not None, "the case is not being played"
        return self._begun

    def _open_in_words(self) -> str:
        names = self.prepared.names
        asks = (f"{names[entry]}: {in_short(named(ask.question, names))}" for entry, ask in self._session.open.items())
        return "; ".join(asks) or NOTHING

    def _with_entries(self, value: Any) -> Any:
        """Return an expected value of a refusal, with chariots by number."""
        if isinstance(value, dict):
            return {key: self._with_entries(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self._with_entries(each) for each in value]
        return self._entries.get(value, value) if isinstance(value, str) else value

    def _roller(self, rolled: Roll) -> str:
        return "" if rolled.entry is None else self.prepared.names[rolled.entry]

    def _chariot_and_rest(self, text: str, part: str) -> tuple[EntryId, str]:
        name, colon, rest = (each.strip() for each in text.partition(":"))
        if not colon:
            raise BadCase(self._where(part), f"{text!r} does not begin with a chariot's name and a colon")
        return self._entry(name, part), rest

    def _entry(self, name: str, part: str) -> EntryId:
        if name not in self._entries:
            there_are = one_of(self._entries)
            raise BadCase(self._where(part), f"there is no chariot {name!r} in this position; there are {there_are}")
        return self._entries[name]

    def _where(self, part: str) -> str:
        return f"case {self.case.id}: {part}"

    def _understood(self, part: str, read: Callable[P, T], *given: P.args, **more: P.kwargs) -> T:
        try:
            return read(*given, **more)
        except ValueError as error:
            raise BadCase(self._where(part), str(error)) from error

    def _check_expectation(self) -> None:
        """Raise :exc:`BadCase` for facts and questions that there are none of: a mistyped one is never told."""
        expect = self.case.expect
        facts = {fact.__name__: fact for fact in get_args(self.rules.facts)}
        package = ".".join(self.rules.state.__module__.split(".")[:2])  # games may have questions of one name
        asked = (each for each in Question.__subclasses__() if each.__module__.startswith(f"{package}."))
        questions = {question.__name__: question for question in asked}
        known = Known(list(self.prepared.names.values()), self.adapter.is_place)
        for answer in self.case.answers:
            if isinstance(answer, Refusal) and answer.reason not in (None, *self.adapter.reasons):
                known_reasons = one_of(map(str, self.adapter.reasons))
                raise BadCase(
                    self._where("answers"), f"nothing is refused as {answer.reason!r}; there are {known_reasons}"
                )
        for number, written in enumerate(expect.facts, start=1):
            self._understood(f"expect.facts {number}", check_written, written, facts, known)
        for number, written in enumerate(expect.never, start=1):
            self._understood(f"expect.never {number}", check_written, written, facts | questions, known)
        for name, written in expect.asks.items():
            self._entry(name, f"expect.asks.{name}")
            if written != NOTHING:
                self._understood(f"expect.asks.{name}", check_written, without_not(written), questions, known)
