"""The questions for charioteers and gates: one after the other, or as secret lists of wishes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from engine.chariots_of_rome.printed.charioteers import ABILITIES
from engine.chariots_of_rome.printed.data import CHARIOTEERS, CharioteerId
from engine.chariots_of_rome.seen.views import RaceView
from engine.chariots_of_rome.words.answers import CharioteerWishes, GateWishes, RedrawWish, TakeCharioteer, TakeGate
from engine.chariots_of_rome.words.questions import ChooseGate, DraftCharioteer, RankCharioteers, RankGates, WishRedraw
from engine.marks import ReachMark
from engine.questions import Answer, Ask
from words.chariots_of_rome.advised import Advised
from words.chariots_of_rome.codes import pack, unpack
from words.chariots_of_rome.terms import card_name, gate_number
from words.shared.telling import called
from words.shared.wishes import ends_of, looked_at
from words.shared.words import Choice, Controls, Crop, Menu, Names, Option


def card_line(charioteer: CharioteerId) -> str:
    """Return a charioteer with their ability.

    >>> card_line("C07")
    '**Rufio, the Weathered**: Attacked, you draw 1 card fewer.'
    """
    return f"**{card_name(charioteer)}**: {ABILITIES[charioteer]}"


def redraw(_view: RaceView, ask: Ask, question: WishRedraw, names: Names, _plan: str) -> Controls:
    """Return the question for a wish for another charioteer (D02)."""
    return Controls(
        title=f"Another charioteer for {called(names, ask.entry)}?",
        text=(
            f"You have {card_line(question.charioteer)}\nYou get another one only if all others agree. "
            "The first leaves the race."
        ),
        typed_label="keep or another; others yes or no",
        typed_example="keep, yes",
        rows=(
            (
                Choice("Keep mine", "answer", pack(RedrawWish(False, True)), "success"),
                Choice("Another, please", "answer", pack(RedrawWish(True, True)), "primary"),
            ),
            (
                Choice("Everybody keeps", "answer", pack(RedrawWish(False, False))),
                Choice("Another · only me", "answer", pack(RedrawWish(True, False))),
            ),
        ),
    )


def _best(view: RaceView, ask: Ask, label: Callable[[Any], str]) -> Iterator[tuple[Choice]]:
    """Yield a row with a button for what is advised, if anything is.

    :param label: the answer advised -> its words.
    """
    answer = Advised(view, ask).answer
    if answer is not None:
        yield (Choice(label(answer), "answer", pack(answer), "success"),)


def draft(view: RaceView, ask: Ask, question: DraftCharioteer, names: Names, _plan: str) -> Controls:
    """Return the question for a charioteer of the display (D03)."""
    return Controls(
        title=f"Choose a charioteer for {called(names, ask.entry)}",
        text="\n".join(card_line(each) for each in question.display),
        typed_label="A charioteer",
        typed_example=CHARIOTEERS[question.display[0]].name.lower(),
        rows=tuple(_best(view, ask, lambda each: card_name(each.charioteer))),
        placeholder="Choose a charioteer",
        options=tuple(
            Option(card_name(each), pack(TakeCharioteer(each)), ABILITIES[each]) for each in question.display
        ),
        crop=Crop((), ()),
    )


def wish_charioteers(view: RaceView, ask: Ask, question: RankCharioteers, names: Names, plan: str) -> Controls:
    """Return the question for a list of charioteers, the dearest first (19.3)."""
    wished: tuple[CharioteerId, ...] = looked_at(plan, unpack(plan), CharioteerWishes).charioteers if plan else ()
    lines = [card_line(each) for each in question.display]
    options = [Option(card_name(each), each, ABILITIES[each]) for each in question.display]
    return Controls(
        title=f"Which charioteer would you like for {called(names, ask.entry)}?",
        text="\n".join([*lines, _wishes([CHARIOTEERS[each].name for each in wished])]),
        typed_label="Charioteers, best first",
        typed_example=" ".join(CHARIOTEERS[each].name.lower() for each in question.display[:2]),
        rows=_ends(view, ask, CharioteerWishes(wished), is_empty=not wished),
        crop=Crop((), ()),
        menus=_wish_menus(options, wished, CharioteerWishes),
    )


def _ends(view: RaceView, ask: Ask, wishes: Answer, *, is_empty: bool) -> tuple[tuple[Choice, ...], ...]:
    """Return the buttons that seal a list; while it is empty, one that seals the list that is advised."""
    advised = list(_best(view, ask, lambda _: "Seal the best list")) if is_empty else []
    ends = ends_of(pack(wishes), has_wishes=not is_empty)
    return ((*advised[0], *ends) if advised else ends,)


def gate(view: RaceView, ask: Ask, question: ChooseGate, names: Names, _plan: str) -> Controls:
    """Return the question for a gate (D04)."""
    return Controls(
        title=f"Where does {called(names, ask.entry)} start?",
        text=_GATES,
        typed_label="A gate",
        typed_example=gate_number(question.free[0]),
        rows=tuple(_best(view, ask, lambda each: gate_name(view, each.gate))),
        placeholder="Choose a gate",
        options=tuple(Option(gate_name(view, each), pack(TakeGate(each))) for each in question.free),
        crop=Crop(_gate_marks(view, question.free), ()),
    )


_GATES = "Inner lanes are shorter and slower in corners. Front gates have fewer spaces to the first corner."


def gate_name(view: RaceView, gate: str) -> str:
    """Return a gate with its lane."""
    return f"Gate {gate_number(gate)} · lane {view.board.lane[view.board.gates[gate]]}"


def _gate_marks(view: RaceView, gates: Sequence[str]) -> tuple[ReachMark, ...]:
    return tuple(ReachMark(view.board.gates[each], gate_number(each), "gate") for each in gates)


def wish_gates(view: RaceView, ask: Ask, question: RankGates, names: Names, plan: str) -> Controls:
    """Return the question for a list of gates, the dearest first (19.3)."""
    wished: tuple[str, ...] = looked_at(plan, unpack(plan), GateWishes).gates if plan else ()
    options = [Option(gate_name(view, each), each) for each in question.gates]
    return Controls(
        title=f"Where would you like to start with {called(names, ask.entry)}?",
        text="\n".join([_GATES, _wishes([gate_number(each) for each in wished])]),
        typed_label="Gates, best first",
        typed_example="3 4 1",
        rows=_ends(view, ask, GateWishes(wished), is_empty=not wished),
        crop=Crop(_gate_marks(view, question.gates), ()),
        menus=_wish_menus(options, wished, GateWishes),
    )


def _wishes(wished: Sequence[str]) -> str:
    if not wished:
        return "Choose what you want most first. Without a list you get what is left."
    more = " Add more, or seal it." if len(wished) < len(_PLACES) else " Seal it, or type a longer one."
    return f"Your list: **{', '.join(wished)}**.{more}"


_PLACES = ("Your first wish", "Your second wish", "Your third wish")
"""A menu for each place of a list; longer lists are typed."""


def _wish_menus(options: Sequence[Option], wished: tuple[Any, ...], kind: Callable[[Any], Answer]) -> tuple[Menu, ...]:
    """Return a menu for each wish so far and one for the next; each line is the list with that wish in its place.

    :param options: with the thing wished for in the place of a code.
    """
    as_it_is = (pack(kind(wished)),)
    return tuple(
        Menu(f"wish_{place}", words, _lines(options, wished, place, kind), as_it_is if place < len(wished) else ())
        for place, words in enumerate(_PLACES[: len(wished) + 1])
    )


def _lines(
    options: Sequence[Option], wished: tuple[Any, ...], place: int, kind: Callable[[Any], Answer]
) -> tuple[Option, ...]:
    """Return the lines of the menu for one place of a list, without the earlier wishes."""
    before, after = wished[:place], wished[place + 1 :]
    lines: list[Option] = []
    for option in options:
        if option.code not in before:
            rest = [each for each in after if each != option.code]
            lines.append(replace(option, code=pack(kind((*before, option.code, *rest)))))
    return tuple(lines)
