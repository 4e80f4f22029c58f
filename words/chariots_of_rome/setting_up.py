"""How charioteers and gates are asked for: one after the other, or as lists of wishes in secret."""

from collections.abc import Sequence
from typing import TypeVar

from engine.chariots_of_rome.answers import CharioteerWishes, GateWishes, RedrawWish, TakeCharioteer, TakeGate
from engine.chariots_of_rome.data import CHARIOTEERS, CharioteerId
from engine.chariots_of_rome.printed import ABILITIES
from engine.chariots_of_rome.questions import ChooseGate, DraftCharioteer, RankCharioteers, RankGates, WishRedraw
from engine.chariots_of_rome.views import RaceView
from engine.game import Ask
from engine.marks import ReachMark
from words.chariots_of_rome.codes import not_a_button, pack, unpack
from words.chariots_of_rome.terms import card_name, gate_number
from words.shared.telling import called
from words.shared.words import Choice, Controls, Crop, Names, Option

Wishes = TypeVar("Wishes", CharioteerWishes, GateWishes)


def card_line(charioteer: CharioteerId) -> str:
    """Return a charioteer with what they can do.

    >>> card_line("C07")
    '**Rufio, the Weathered**: Attacked, you draw 1 card fewer.'
    """
    return f"**{card_name(charioteer)}**: {ABILITIES[charioteer]}"


def redraw(_view: RaceView, ask: Ask, question: WishRedraw, names: Names, _plan: str) -> Controls:
    """Return how a wish for another charioteer is asked for (D02)."""
    return Controls(
        title=f"Another charioteer for {called(names, ask.entry)}?",
        text=(
            f"You have {card_line(question.charioteer)}\nYou get another one only if all others agree. "
            "The first goes out of the race."
        ),
        typed_label="keep or another; others yes or no",
        typed_example="keep, yes",
        rows=(
            (
                Choice("Keep mine", "answer", pack(RedrawWish(False, True)), "success"),
                Choice("Another, please", "answer", pack(RedrawWish(True, True)), "primary"),
            ),
            (
                Choice("Keep · others too", "answer", pack(RedrawWish(False, False))),
                Choice("Only me", "answer", pack(RedrawWish(True, False))),
            ),
        ),
    )


def draft(_view: RaceView, ask: Ask, question: DraftCharioteer, names: Names, _plan: str) -> Controls:
    """Return how a charioteer of the display is asked for (D03)."""
    return Controls(
        title=f"Choose a charioteer for {called(names, ask.entry)}",
        text="\n".join(card_line(each) for each in question.display),
        typed_label="A charioteer",
        typed_example=CHARIOTEERS[question.display[0]].name.lower(),
        placeholder="Choose a charioteer",
        options=tuple(
            Option(card_name(each), pack(TakeCharioteer(each)), ABILITIES[each]) for each in question.display
        ),
        crop=Crop((), ()),
    )


def wish_charioteers(_view: RaceView, ask: Ask, question: RankCharioteers, names: Names, plan: str) -> Controls:
    """Return how a list of charioteers is asked for, the dearest first (19.3)."""
    wished: tuple[CharioteerId, ...] = _looked_at(plan, CharioteerWishes).charioteers if plan else ()
    left = [each for each in question.display if each not in wished]
    more = [Choice(CHARIOTEERS[each].name, "plan", pack(CharioteerWishes((*wished, each)))) for each in left]
    lines = [card_line(each) for each in question.display]
    return Controls(
        title=f"Which charioteer would you like for {called(names, ask.entry)}?",
        text="\n".join([*lines, _wishes([CHARIOTEERS[each].name for each in wished])]),
        typed_label="Charioteers, the dearest first",
        typed_example=" ".join(CHARIOTEERS[each].name.lower() for each in question.display[:2]),
        rows=_wish_rows(more, pack(CharioteerWishes(wished)), bool(wished)),
        crop=Crop((), ()),
    )


def gate(view: RaceView, ask: Ask, question: ChooseGate, names: Names, _plan: str) -> Controls:
    """Return how a gate is asked for (D04)."""
    buttons = [Choice(gate_name(view, each), "answer", pack(TakeGate(each))) for each in question.free]
    return Controls(
        title=f"Where does {called(names, ask.entry)} start?",
        text=_GATES,
        typed_label="A gate",
        typed_example=gate_number(question.free[0]),
        rows=_rows(buttons),
        crop=Crop(_gate_marks(view, question.free), ()),
    )


_GATES = "Inner lanes are shorter and slower in corners. Front gates have fewer spaces to the first corner."


def gate_name(view: RaceView, gate: str) -> str:
    """Return a gate with its lane."""
    return f"{gate_number(gate)} · lane {view.board.lane[view.board.gates[gate]]}"


def _gate_marks(view: RaceView, gates: Sequence[str]) -> tuple[ReachMark, ...]:
    return tuple(ReachMark(view.board.gates[each], gate_number(each), "gate") for each in gates)


def wish_gates(view: RaceView, ask: Ask, question: RankGates, names: Names, plan: str) -> Controls:
    """Return how a list of gates is asked for, the dearest first (19.3)."""
    wished: tuple[str, ...] = _looked_at(plan, GateWishes).gates if plan else ()
    left = [each for each in question.gates if each not in wished]
    more = [Choice(gate_name(view, each), "plan", pack(GateWishes((*wished, each)))) for each in left]
    return Controls(
        title=f"Where would you like to start with {called(names, ask.entry)}?",
        text="\n".join([_GATES, _wishes([gate_number(each) for each in wished])]),
        typed_label="Gates, the dearest first",
        typed_example="3 4 1",
        rows=_wish_rows(more, pack(GateWishes(wished)), bool(wished)),
        crop=Crop(_gate_marks(view, question.gates), ()),
    )


def _looked_at(plan: str, kind: type[Wishes]) -> Wishes:
    """Return the list that a plan holds so far.

    :raises Refused: if it holds none, or one of another question.
    """
    wishes, *others = unpack(plan)
    if others or not isinstance(wishes, kind):
        raise not_a_button(plan)
    return wishes


def _wishes(wished: Sequence[str]) -> str:
    if not wished:
        return "Press them in your order, the dearest first. With none you take what is left."
    return f"Your list: **{', '.join(wished)}**. Press more, or seal it."


def _wish_rows(more: Sequence[Choice], code: str, has_wishes: bool) -> tuple[tuple[Choice, ...], ...]:
    style = "success" if has_wishes else "secondary"
    ends = [Choice("Seal my list" if has_wishes else "No wishes", "answer", code, style)]  # type: ignore[arg-type]
    if has_wishes:
        ends.append(Choice("Start over", "plan", ""))
    return (*_rows(more), tuple(ends))


def _rows(buttons: Sequence[Choice]) -> tuple[tuple[Choice, ...], ...]:
    return tuple(tuple(buttons[place : place + 5]) for place in range(0, len(buttons), 5))
