"""One person's try at the race of a day: their answers, and what comes of them.

Nothing but the answers need be kept: the race is played again from its beginning, with the same dice for the same
decisions. You sit in the first chariot; house drivers sit in the others.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from engine.daily.keyed import KeyedTable
from engine.daily.settings import CHARIOTS, Setting
from engine.facts import Fact
from engine.game import AnyRuleset, Entrant, OrderBook
from engine.moments import LapDone
from engine.questions import Answer, Ask
from engine.refusals import GameReason
from engine.rulesets import RULESETS
from engine.session import Checkpoint, Session, first_checkpoint
from records.refusals import Refused
from records.values import EntryId, Faction

YOURS = EntryId(1)
"""The same seat, and so the same colour, every day."""

_STRONG = 2
"""House drivers take turns between the two strongest temperaments."""

AnyOrders = Any
"""Orders for a turn of whatever game the day races."""

Pilot = Callable[["Attempt", Ask], Answer]
"""Answers a question in your seat."""


@dataclass(frozen=True)
class Day:
    """What everybody gets alike: the seed of the dice, 32 bytes, and what is raced."""

    seed: bytes
    setting: Setting

    @cached_property
    def rules(self) -> AnyRuleset:
        return RULESETS[self.setting.game]

    @cached_property
    def options(self) -> Any:
        """The options of its game."""
        return msgspec.convert(self.setting.options, self.rules.options)

    @property
    def book(self) -> OrderBook[Any, Any] | None:
        """How turns are ordered as a whole; ``None`` where you answer question by question."""
        return self.rules.order_book if self.setting.options.get("by_orders") else None

    def temperament(self, entry: EntryId) -> str:
        """Return the temperament of the house driver in a seat; the same all the time, so that its table means
        something."""
        strongest = self.rules.mixed[-_STRONG:]
        return strongest[entry % len(strongest)]

    def entrants(self) -> list[Entrant]:
        seats = zip(range(1, CHARIOTS + 1), self.rules.colours_for(self.options), strict=False)
        return [
            Entrant(
                EntryId(entry),
                colour,
                Faction(entry),
                temperament=None if entry == YOURS else self.temperament(EntryId(entry)),
            )
            for entry, colour in seats
        ]


class Played(NamedTuple):
    """What has happened since your question before: it begins with the first fact after that."""

    before: Any  # the public view then
    after: Any  # the public view now
    options: Any
    facts: Sequence[Fact]
    number: int  # of its first fact in the race


class Reins(NamedTuple):
    """Where the reins are taken midway, so that what nobody decides need not be raced again and again."""

    turn: Checkpoint  # its start
    turns: int  # before it
    seq: int  # inputs before


class Attempt:
    """A try under way. ``given`` counts the answers, or orders, so far; ``session`` holds the race.

    ``taken_over`` is the public view as you took the reins midway; ``None`` where you drive from the start. ``reins``
    is where that was.
    """

    def __init__(
        self,
        day: Day,
        given: Iterable[Answer | AnyOrders] = (),
        *,
        pilot: Pilot | None = None,
        scenes: bool = False,
        since: Reins | None = None,
    ) -> None:
        """:param given: the answers so far, in order; orders for whole turns where the day is raced by them.
        :param scenes: whether to keep the view after each phase, for the shape of the race.
        :param pilot: answers in your seat question by question, instead of you.
        :param since: where the reins are taken, as an attempt at the same day has found it; what came before is left
            out.
        :raises Refused: if one of the answers is not legal.
        """
        self.day, self.given, self.reins = day, 0, since
        self._pilot, self._orders = pilot, None
        self._book = None if pilot else day.book
        rules = day.rules
        start = since.turn if since else first_checkpoint(rules, rules.new_race(day.options, day.entrants()))
        self._table = KeyedTable(day.seed, since.turns if since else 0)
        self.session: Session[Any] = Session(rules, start, self._table, scenes=scenes)
        self._asked = 0, self.session.view()
        self._drive_on()
        self._before = self.reins.turn.told if self.reins and not since else 0  # facts before you took the reins
        self.taken_over = self.session.view() if day.setting.taken_over and pilot is None else None
        for each in given:
            self.give(each)

    @property
    def ask(self) -> Ask | None:
        """Your open question; ``None`` once the race is over."""
        return self.session.open.get(YOURS)

    @property
    def is_over(self) -> bool:
        return self.session.is_over

    @property
    def view(self) -> Any:
        """What you see."""
        return self.session.view([YOURS])

    @property
    def played(self) -> Played:
        """What has happened since your question before, or since the start."""
        told, before = self._asked
        facts = self.session.table.told[told:]
        return Played(before, self.session.view(), self.day.options, facts, told + 1)

    @property
    def driven(self) -> Sequence[Fact]:
        """What has happened since the turn in which you took the reins."""
        return self.session.table.told[self._before :]

    @property
    def first_turn(self) -> int:
        """The number of the first turn that you drive; days that are taken over midway are of Circus Maximus."""
        return 1 if self.taken_over is None else int(self.taken_over.turn)

    @property
    def taken_over_at(self) -> int | None:
        """Your place as you took the reins midway, 1 first; ``None`` where you drive from the start."""
        if self.taken_over is None:
            return None
        return next(at for at, each in enumerate(self.day.rules.results(self.taken_over), 1) if each.entry == YOURS)

    @property
    def place(self) -> int:
        """Your place once the race is over, 1 first; one behind the last where you have none."""
        placed = {result.entry: result.place for result in self.day.rules.results(self.session.view())}
        return placed.get(YOURS) or CHARIOTS + 1

    def give(self, answer: Answer | AnyOrders) -> None:
        """Answer your open question, or order the turn that it opens; then the others drive on.

        :raises Refused: if it is not legal, or if nothing is asked; all stays as it was.
        """
        ask = self.ask
        if ask is None:
            raise Refused(GameReason.NOT_ASKED)
        if self._book is not None and isinstance(answer, self._book.orders):
            opening = self._book.opening(self.view, ask, answer)
            ask.question.verify(opening)
            self._orders, answer = answer, opening
        asked = len(self.session.table.told), self.session.view()
        self.session.answer(YOURS, answer)
        self.given, self._asked = self.given + 1, asked
        self._drive_on()

    def begun(self) -> AnyOrders:
        """Return the orders that your open turn begins with, where the day is raced by orders."""
        assert self._book is not None, "this day is raced question by question"
        return self._book.begun(self.view, YOURS, self._orders, False)

    def _drive_on(self) -> None:
        """Answer for the others, and for you what you need not be asked, until you are."""
        while self.session.open:
            ask = next((each for each in self.session.open.values() if each.entry != YOURS), None)
            if ask is None:
                ask = self.session.open[YOURS]
                if self._is_for_you(ask):
                    return
            self.session.answer(ask.entry, self._for_the_house(ask) if ask.entry != YOURS else self._for_you(ask))

    def _is_for_you(self, ask: Ask) -> bool:
        """Tell whether you are asked yourself: from where you take the reins, and what opens a turn of orders."""
        if self._pilot is not None:
            return False
        return self._has_taken_over() and (self._book is None or ask.question.kind == self._book.kind)

    def _has_taken_over(self) -> bool:
        if not self.day.setting.taken_over:
            return True
        self.reins = self.reins or self._look_for_reins()
        return self.reins is not None and self.session.seq >= self.reins.seq

    def _look_for_reins(self) -> Reins | None:
        """Return where the reins are taken if that is now."""
        laps = (each.lap for each in self.day.rules.moments(self._table.told) if isinstance(each, LapDone))
        if max(laps, default=0) < self.day.setting.taken_over:
            return None
        return Reins(self.session.checkpoint, self._table.turns - 1, self.session.seq)

    def _for_you(self, ask: Ask) -> Answer:
        if not self._has_taken_over():
            return self._for_the_house(ask)
        if self._pilot is not None:
            return self._pilot(self, ask)
        assert self._book is not None, "whoever answers question by question is asked"
        followed = None if self._orders is None else self._book.follow(self.view, ask, self._orders)
        return ask.default if followed is None else followed.answer

    def _for_the_house(self, ask: Ask) -> Answer:
        drive = self.day.rules.driver(self.day.temperament(ask.entry))
        return drive(self.session.view([ask.entry]), ask)


def seed_of(secret: bytes, candidate: int) -> bytes:
    """Return the seed that a day's secret gives for one of the candidates, 0 first."""
    return hashlib.sha256(secret + candidate.to_bytes(2, "big")).digest()
