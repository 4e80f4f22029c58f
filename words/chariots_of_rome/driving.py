"""Controls of steps and Attacks: every end within reach, numbered, the best first, with its cost."""

from collections.abc import Iterator, Sequence

from engine.chariots_of_rome.printed.data import ATTACK_DRAW
from engine.chariots_of_rome.seen.views import RaceView
from engine.chariots_of_rome.words.answers import Attack, NoAttack, Step
from engine.chariots_of_rome.words.questions import ChooseAttack, ChooseStep
from engine.marks import ReachMark
from engine.questions import Answer, Ask
from records.values import EntryId, Square
from words.chariots_of_rome.advised import Advised
from words.chariots_of_rome.codes import fits, pack
from words.chariots_of_rome.odds import on_button, outlook, outlook_in_words
from words.chariots_of_rome.speeding import corner_line
from words.chariots_of_rome.terms import standing
from words.chariots_of_rome.ways import Way, steps_of, way_in_words, ways
from words.shared.telling import called, capital, count
from words.shared.words import Choice, Controls, Crop, Names, Option, Style, in_rows

_BUTTONS = 5
"""Whole ways that have a button."""

_OVERTAKING_COSTS = "Each chariot, wreck or piece of debris you overtake draws a Danger card."
_OVERTAKING_IS_FREE = "Overtaking is free until all have left the first corner."

_LISTED = 25  # lines of a select


def step(view: RaceView, ask: Ask, question: ChooseStep, names: Names, _plan: str) -> Controls:
    """Return the question for a step: whole ways to each end first, then single steps and chains (D10)."""
    own = view.chariot(ask.entry)
    found = driveable(view, ask.entry, question)
    shown = found[:_BUTTONS]
    lines = [standing(view, own), corner_line(view, own)]
    lines += [f"`{number}` {way.end}: {way_in_words(way)}." for number, way in enumerate(shown, start=1)]
    if any(way.passed for way in shown):
        lines.append(_OVERTAKING_IS_FREE if view.locked else _OVERTAKING_COSTS)
    lines.append("If something happens on the way, I stop and ask again.")
    singles = list(_singles(view, question, None if shown else Advised(view, ask)))
    return Controls(
        title=f"{count(question.moves_left, 'move')} left: where does {called(names, ask.entry)} drive?",
        text="\n".join(line for line in lines if line),
        typed_label="A space, or steps: ahead right ahead",
        typed_example=str(shown[0].end if shown else question.steps[0][-1]).lower(),
        rows=tuple(row for row in (tuple(_buttons(view, ask.entry, shown)), tuple(singles[:5])) if row),
        placeholder="Other ways and steps",
        options=tuple(_options(view, ask.entry, question, found))[:_LISTED],
        crop=Crop(tuple(_marks(shown, is_free=view.locked)), (question.square, *(shown[0].squares if shown else ()))),
    )


def driveable(view: RaceView, entry: EntryId, question: ChooseStep) -> list[Way]:
    """Return the whole ways that fit on a button, the best first."""
    found = ways(view, entry, question.moves_left, view.total_move)
    return [way for way in found if (steps := steps_of(view, entry, way)) and fits(steps)]


def _buttons(view: RaceView, entry: EntryId, shown: Sequence[Way]) -> Iterator[Choice]:
    for number, way in enumerate(shown, start=1):
        style: Style = "success" if number == 1 else "secondary"
        cards = f" · {count(way.cards, 'card')}" if way.cards else ""
        past = f" · overtakes {len(way.passed)}" if way.passed else ""
        yield Choice(f"{number} → {way.end}{cards}{past}", "drive", pack(*steps_of(view, entry, way)), style)


def _marks(shown: Sequence[Way], *, is_free: bool) -> Iterator[ReachMark]:
    """Yield where the ways end, with the cards they draw.

    :param is_free: whether overtaking draws none.
    """
    for number, way in enumerate(shown, start=1):
        cost = way.cards + (0 if is_free else len(way.passed))
        label = f"{number} {count(cost, 'card')}" if cost else str(number)
        yield ReachMark(way.end, label, "harm" if cost else "free")


def direction(view: RaceView, start: Square, to: Square) -> str:
    """Return whether a step leads ahead, right or left."""
    board = view.board
    return {board.ahead[start]: "ahead", board.ahead_right[start]: "right", board.ahead_left[start]: "left"}[to]


def _singles(view: RaceView, question: ChooseStep, advised: Advised | None) -> Iterator[Choice]:
    """Yield single steps.

    :param advised: where no whole way has a button, so that one of them may be the best.
    """
    for squares in question.steps:
        if len(squares) == 1:
            where, answer = direction(view, question.square, squares[0]), Step(squares)
            style: Style = "secondary" if advised is None else advised.style(answer)
            yield Choice(f"1 {where} · {squares[0]}", "answer", pack(answer), style)


def _options(view: RaceView, entry: EntryId, question: ChooseStep, found: Sequence[Way]) -> Iterator[Option]:
    """Yield the other ways, and the chains that are not a whole way themselves."""
    offered = {pack(*steps_of(view, entry, way)) for way in found}
    yield from _others(view, entry, found[_BUTTONS:])
    yield from (option for option in _chains(question) if option.code not in offered)


def _others(view: RaceView, entry: EntryId, found: Sequence[Way]) -> Iterator[Option]:
    for way in found:
        yield Option(f"Way to {way.end}", pack(*steps_of(view, entry, way)), capital(way_in_words(way))[:100])


def _chains(question: ChooseStep) -> Iterator[Option]:
    for squares in question.steps:
        if len(squares) > 1 and fits([Step(squares)]):
            past = ", ".join(squares[:-1])
            yield Option(f"Overtake to {squares[-1]}", pack(Step(squares)), f"Past {past}"[:100])


# Attacks


def attack(view: RaceView, ask: Ask, question: ChooseAttack, names: Names, _plan: str) -> Controls:
    """Return the controls of an Attack: its rivals, its kinds, and their possible effects (D11)."""
    own, advised = view.chariot(ask.entry), Advised(view, ask)
    lines = [standing(view, own)]
    buttons: list[Choice] = []
    for made, price in zip(question.attacks, question.costs, strict=True):
        rival = view.chariot(made.rival)
        comes = outlook(view, rival, made.kind, ATTACK_DRAW)
        sign = "💥" if made.kind == "ram" else "⚔️"
        price_words = f"{price} ⭐" if price else "free"
        lines.append(
            f"{sign} {made.kind.capitalize()} {called(names, made.rival)} ({price_words}): {outlook_in_words(comes)}."
        )
        label = f"{made.kind.capitalize()} {made.rival} {rival.colour}{on_button(comes)}"
        buttons.append(Choice(label, "answer", pack(made), advised.style(made)))
    if any(made.kind == "ram" for made in question.attacks) and not own.can("C12"):
        lines.append(f"A ram draws 1 card for you as well: {outlook_in_words(outlook(view, own, 'ram', 1, 1))}.")
    lines.append("Your rival may buy cards off with Tactics before they are turned. One Attack a turn.")
    buttons.sort(key=lambda each: each.style != "success")
    shown, peace = buttons[:9], NoAttack()
    rows = [*in_rows(shown)]
    return Controls(
        title=f"Does {called(names, ask.entry)} attack?",
        text="\n".join(lines),
        typed_label="whip or ram, and a colour; or no",
        typed_example=_example(view, advised.answer),
        rows=(*rows, (Choice("No Attack here", "answer", pack(peace), advised.style(peace)),)),
        placeholder="More targets",
        options=tuple(Option(each.label, each.code) for each in buttons[9:]),
        crop=Crop(tuple(_targets(view, question)), ()),
    )


def _example(view: RaceView, advised: Answer | None) -> str:
    return f"{advised.kind} {view.chariot(advised.rival).colour}" if isinstance(advised, Attack) else "no"


def _targets(view: RaceView, question: ChooseAttack) -> Iterator[ReachMark]:
    seen: set[EntryId] = set()
    for made in reversed(question.attacks):  # a ram says more than a whip
        square = view.chariot(made.rival).square
        if square is not None and made.rival not in seen:
            seen.add(made.rival)
            yield ReachMark(square, str(made.rival), made.kind)
