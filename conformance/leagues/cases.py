"""Cases of leagues: stables, the acts of their owners and the calendar, dice, and the expected outcome."""

from typing import Any, get_args

from conformance.cases import BadCase, Case, Refusal
from conformance.charts import wrong_cells
from conformance.comparing import facts_differ, fields_differ
from conformance.dice import DiceDiffer, ImpossibleDie, ScriptedDice, read_throws
from conformance.leagues import charts
from conformance.leagues.position import Position, fields_of, position_of
from conformance.leagues.steps import CALENDAR_NAME, is_act, read_step
from conformance.words import Known, check_written, fits, named, plain
from engine.facts import Concealed, Rolled
from engine.leagues import money
from engine.leagues.ruleset import RULESET as RULES
from engine.leagues.words.facts import Whispered
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import BANK, CALENDAR, ESCROW, POT
from engine.refusals import GameReason
from engine.session import Session, first_checkpoint
from records.refusals import Refused
from records.values import EntryId

RULESET = "leagues"
EVERYBODY = "everybody"


class LeagueDiffers(Exception):
    """A step did not go as the case wants; the rest is off."""


class LeaguePlayed:
    """One case, played."""

    def __init__(self, case: Case) -> None:
        """:raises ValueError: if the position cannot be understood."""
        if case.expect.asks or case.expect.legal:
            raise ValueError("a case of a league has no `expect.asks` and no `expect.legal`")
        self.case = case
        self.position: Position = position_of(case)
        throws = [throw for written in case.dice for throw in read_throws(written, lambda first: first)]
        self.dice = ScriptedDice(throws, _no_draw)
        names = {**self.position.names, CALENDAR: CALENDAR_NAME, BANK: "bank", POT: "pot", ESCROW: "escrow"}
        self.names: dict[EntryId, str] = names
        self._check_words()
        self.session = Session(RULES, first_checkpoint(RULES, self.position.league), self.dice, scenes=False)
        self._follow()

    def _follow(self) -> None:
        self.position.league = self.session.state
        assert money.balance(self.session.state) == 0, "all money adds up to nothing"

    def _check_words(self) -> None:
        facts = {fact.__name__: fact for fact in get_args(RULES.facts)}
        known = Known(list(self.names.values()), lambda _place: False)
        for written in (*self.case.expect.facts, *self.case.expect.never):
            check_written(written, facts, known)
        reasons = [*GameReason, *LeagueReason]
        for answer in self.case.answers:
            if isinstance(answer, Refusal) and answer.reason not in (None, *reasons):
                raise ValueError(f"nothing is refused as {answer.reason!r}")

    def take(self, written: str | Refusal) -> None:
        """Take one step.

        :raises ValueError: if it cannot be understood.
        :raises LeagueDiffers: if it is refused and should not be, or the other way round.
        """
        text = written.refuse if isinstance(written, Refusal) else written
        name, colon, step = (part.strip() for part in text.partition(":"))
        if not colon:
            raise ValueError(f"{text!r} does not begin with a name and a colon")
        if (name, step) == (EVERYBODY, "silent"):
            self._be_silent()
            return
        numbers = {each: number for number, each in self.names.items()}
        if name not in numbers:
            raise ValueError(f"there is no member {name!r}; there are {', '.join(numbers)}")
        try:
            self._do(numbers[name], step)
        except Refused as refused:
            self._compare(text, refused, written if isinstance(written, Refusal) else None)
            return
        if isinstance(written, Refusal):
            raise LeagueDiffers(f"{text!r} should be refused, and was accepted")
        self._follow()

    def _do(self, number: EntryId, step: str) -> None:
        if step == "silent":
            self.session.answer(number, self.session.open[number].default)
            return
        answer = read_step(self.position, step)
        if is_act(answer):
            self.session.act(number, answer)
        else:
            self.session.answer(number, answer)

    def _be_silent(self) -> None:
        """Answer all open questions with their defaults."""
        for number, ask in list(self.session.open.items()):
            self.session.answer(number, ask.default)
        self._follow()

    def _compare(self, text: str, refused: Refused, expected: Refusal | None) -> None:
        values = {name: plain(value, self.names) for name, value in refused.values.items()}
        words = f"refused as {refused.reason.value!r} by rule {refused.rule}, {values}"
        if expected is None:
            raise LeagueDiffers(f"{text!r} was {words}")
        is_reason = expected.reason in (None, refused.reason.value) and expected.rule in (None, refused.rule)
        if not is_reason or not fits(expected.values, values):
            wanted = f"{expected.reason!r} by rule {expected.rule}, {expected.values}"
            raise LeagueDiffers(f"{text!r} should be refused as {wanted}, was {words}")

    @property
    def facts(self) -> list[dict[str, Any]]:
        return [named(fact, self.names) for fact in self.session.table.told]

    def _rolls(self) -> list[Rolled | Concealed]:
        """Return all rolls in the order in which they fell; those of whispers come again later."""
        found: list[Rolled | Concealed] = []
        again: list[Rolled] = []
        for fact in self.session.table.told:
            if isinstance(fact, Whispered):
                whispered = [each for each in fact.facts if isinstance(each, Rolled)]
                found += whispered
                again += whispered
            elif isinstance(fact, Rolled) and fact in again:
                again.remove(fact)
            elif isinstance(fact, Rolled):
                found.append(fact)
        return found

    def differences(self) -> list[str]:
        """Return in words all that is not as the case says, once it has been played."""
        found = self.dice.wrong_labels(
            self._rolls(), lambda rolled: "" if rolled.entry is None else self.names.get(rolled.entry, "")
        )
        if self.dice.left_over:
            found.append(f"dice that were not rolled: {self.dice.left_over}")
        found += facts_differ(self.case.expect, self.facts)
        for name, expected in self.case.expect.state.items():
            found += fields_differ(name, expected, fields_of(self.position, name))
        return found


def _no_draw(drawn: str, sides: int) -> int:
    raise ValueError(f"nothing is drawn by name in a league: {drawn} of {sides}")


def differences(case: Case) -> tuple[list[str], list[dict[str, Any]]]:
    """Play or look up a case; return its differences in words, and the facts told.

    :raises BadCase: if it cannot be understood.
    """
    if case.chart:
        return wrong_cells(case, charts.look_up), []
    try:
        played = LeaguePlayed(case)
        found = _played(played)
    except (ValueError, ImpossibleDie) as error:  # msgspec's are
        raise BadCase(f"case {case.id}", str(error)) from error
    return found, played.facts


def _played(played: LeaguePlayed) -> list[str]:
    try:
        for step in played.case.answers:
            played.take(step)
    except (LeagueDiffers, DiceDiffer) as difference:
        return [str(difference)]
    return played.differences()
