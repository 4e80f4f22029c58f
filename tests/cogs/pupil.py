"""A pupil in a lesson, without the bot around: the controls they see, what they press, and the word for the attempt."""

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

from engine.dice import RaceDice, hash_of
from engine.game import Entrant
from engine.options import at_pace
from engine.proving import seed_of
from engine.questions import Answer, Ask
from engine.rulesets import RULESETS
from engine.session import Session, first_checkpoint
from records.races import known_secret
from records.refusals import Refused
from records.values import EntryId, Faction
from words import WORDS
from words.shared.words import Choice, Controls, Verdict

OWN = EntryId(1)
MOST = 400
"""Presses after which an attempt is given up."""


class Pupil:
    """An attempt at a lesson, question by question; *presses* counts what a person would press."""

    def __init__(self, game: str, number: int) -> None:
        self.rules, self.words = RULESETS[game], WORDS[game]
        self.lesson: Any = self.words.lessons[number - 1]
        options = at_pace(self.lesson.options, self.lesson.is_by_turns)
        colours = self.rules.colours_for(options)
        entrants = [Entrant(EntryId(n), colours[n - 1], Faction(n)) for n in range(1, self.lesson.rivals + 2)]
        self.names = {each.entry: each.colour.capitalize() for each in entrants}
        dice = RaceDice(seed_of(known_secret(f"{game} {number}").hex(), [hash_of("")] * len(entrants), 0))
        self.session = Session(self.rules, first_checkpoint(self.rules, self.rules.new_race(options, entrants)), dice)
        self.presses = 0
        self.line: list[str] = []
        self._orders: Any = None
        self._is_ready = False
        self._go_on()

    @property
    def ask(self) -> Ask | None:
        return self.session.open.get(OWN)

    @property
    def view(self) -> Any:
        return self.session.view([OWN])

    def controls(self, plan: str = "") -> Controls:
        assert self.ask is not None
        return self.words.controls(self.view, self.ask, self.names, plan)

    def answer(self, code: str) -> None:
        """Press what answers, or drives; steps that no longer fit are left out."""
        self.line.append(code)
        self.presses += 1
        asked = self.session.asked
        for place, answer in enumerate(self.words.unpack(code)):
            ask = self.ask
            if ask is None or (place and not self._fits(ask, answer)):
                break
            before = len(self.session.table.told)
            self._give(answer)
            self._go_on(asked)
            if self.rules.is_unforeseen(self.session.table.told[before:], OWN):
                break

    def press(self, what: str, plan: str = "") -> str:
        """Press a button, or choose a menu's line, by its label or code; return the plan that is then looked at.

        :param plan: the code of the plan looked at before.
        """
        shown = offered(self.controls(plan))
        found = [each for each in shown if what in (each.label, each.code)]
        found += [
            each for each in shown if each.act == "drive" and each.label.startswith(f"{what},")
        ]  # "Drive, 4 left"
        if found and found[0].act == "plan":
            self.presses += 1
            if what != found[0].code:
                return found[0].code
        self.answer(found[0].code if found else what)
        return ""

    def play(self, line: Sequence[str]) -> None:
        """Press all of a line, in every turn the same orders; leave to the rules what is asked after it."""
        plan = ""
        while self.is_ordering:
            self.order(self._chosen(line))
        for what in () if self.lesson.is_by_turns else line:
            plan = self.press(what, plan)
        while self.ask is not None and not self.session.is_over:
            self._give(self.ask.default)
            self._go_on()

    def _chosen(self, line: Sequence[str]) -> Any:
        """Return orders as they begin, with what is chosen in menus: ``menu=code``."""
        orders, words = self.begun(), self.words.orders
        assert words is not None
        for name, _, code in (each.partition("=") for each in line):
            orders = words.choose(self.view, OWN, orders, name, [code])
            self.presses += 1
        self.presses += 1  # the seal
        return orders

    def order(self, orders: Any) -> None:
        """Seal orders for the turn."""
        self._orders = orders
        ask, book = self.ask, self.rules.order_book
        assert ask is not None
        assert book is not None
        self._give(book.opening(self.view, ask, orders))
        self._go_on()

    def begun(self) -> Any:
        """Return where the turn's orders begin."""
        book = self.rules.order_book
        assert book is not None
        assert self.ask is not None
        return book.begun(self.view, OWN, self._orders, False)

    @property
    def is_ordering(self) -> bool:
        book = self.rules.order_book
        return bool(self.lesson.is_by_turns and book and self.ask and self.ask.question.kind == book.kind)

    @property
    def verdict(self) -> Verdict:
        assert self.session.is_over
        judged: Verdict = self.lesson.task.judge(self.session.view(), self.session.table.told, OWN)
        return judged

    def _fits(self, ask: Ask, answer: Answer) -> bool:
        try:
            ask.question.verify(answer)
        except Refused:
            return False
        return True

    def _give(self, answer: Answer) -> None:
        self.session.answer(OWN, answer)

    def _go_on(self, _asked: int = 0) -> None:
        """Let the wooden rivals answer, what is ready for the pupil, and orders, until the pupil is to decide."""
        while not self.session.is_over:
            others = [entry for entry in self.session.open if entry != OWN]
            if others:
                ask = self.session.open[others[0]]
                drive = self.rules.driver(self.lesson.temperament)
                self.session.answer(others[0], drive(self.session.view([others[0]]), ask))
            elif not self._by_itself():
                return

    def _by_itself(self) -> bool:
        """Answer what the pupil is not asked; tell whether there was such a thing."""
        ask = self.ask
        assert ask is not None
        if not self._is_ready:
            self._is_ready = True
            for answer in self.lesson.ready:
                if self._fits(ask, answer):
                    self._give(answer)
                    return True
        book = self.rules.order_book
        is_ordered = self.lesson.is_by_turns and not self.is_ordering
        if book is not None and is_ordered and ask.question.kind not in book.before:
            followed = book.follow(self.view, ask, self._orders)
            self._give(ask.default if followed is None else followed.answer)
            return True
        return False


def offered(controls: Controls) -> list[Choice]:
    """Return the buttons and menu lines of a question: those of a menu answer, or look at a plan."""
    buttons = [choice for row in controls.rows for choice in row]
    lines = [Choice(each.label, "answer", each.code) for each in controls.options]
    plans = [Choice(each.label, "plan", each.code) for menu in controls.menus for each in menu.options]
    return [*buttons, *lines, *plans]


def at_random(pupil: Pupil, dice: Random) -> Verdict:
    """Press anything that is offered until the lesson is over."""
    while (ask := pupil.ask) is not None and not pupil.session.is_over:
        assert pupil.presses < MOST, "it goes on and on"
        if pupil.is_ordering:
            pupil.order(ordered_at_random(pupil, dice))
            continue
        plan = ""
        while True:
            pupil.presses += 1
            assert pupil.presses < MOST, ask
            choice = dice.choice(offered(pupil.controls(plan)))
            if choice.act == "plan":
                plan = choice.code
                continue
            break
        pupil.presses -= 1
        pupil.answer(choice.code)
    return pupil.verdict


def ordered_at_random(pupil: Pupil, dice: Random) -> Any:
    """Return orders after some presses on presets and menus of the sheet."""
    orders, words = pupil.begun(), pupil.words.orders
    assert words is not None
    sheet = words.sheet(pupil.view, OWN, pupil.ask, orders, pupil.names)
    menus: Sequence[Any] = [*sheet.menus, *sheet.more]
    for _ in range(dice.randrange(1, 6)):
        place = dice.randrange(len(menus) + 1)
        if place == len(menus):
            name, codes = "preset", [dice.choice(sheet.presets).code]
        else:
            name, codes = menus[place].name, [dice.choice(menus[place].options).code]
        with suppress(Refused):
            orders = words.choose(pupil.view, OWN, orders, name, codes)
    return orders
