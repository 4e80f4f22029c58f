"""The questions for boards and start slots: one after the other, or as secret lists of wishes."""

from collections.abc import Sequence

from engine.chariot_race.advice import advise
from engine.chariot_race.asks import (
    BoardWishes,
    ChooseBoard,
    ChooseStart,
    SlotWishes,
    TakeBoard,
    TakeSlot,
    WishBoards,
    WishSlots,
)
from engine.chariot_race.data import BOARDS, BoardName
from engine.chariot_race.track import LANE, START_SLOTS
from engine.chariot_race.views import RaceView
from engine.marks import ReachMark
from engine.questions import Ask
from words.chariot_race.codes import pack, unpack
from words.shared.telling import called
from words.shared.wishes import ends_of, looked_at
from words.shared.words import Choice, Controls, Crop, Names, Option, in_rows

CHARACTERS: dict[BoardName, str] = {
    "white": "the same for all",
    "blue": "a sure hand: more dice when fast",
    "red": "sturdy, with little favour",
    "green": "quick and light",
    "yellow": "heavy: much health, slow when hurt",
    "purple": "fast from the start, and frail",
    "orange": "Fortuna's darling",
}


def figures(name: BoardName) -> str:
    """Return the figures that a board starts with.

    >>> figures("green")
    '10 health, speed 5 (12 at most), 4 fate'
    """
    board = BOARDS[name]
    return f"{board.damage_max} health, speed {board.speed_start} ({board.speed_max} at most), {board.fate_start} fate"


def board(view: RaceView, ask: Ask, question: ChooseBoard, names: Names, _plan: str) -> Controls:
    """Return the question for a board."""
    best = advise(view, ask)
    assert isinstance(best, TakeBoard), "some board is always advised"
    lines = [f"**{name.capitalize()}**, {CHARACTERS[name]}: {figures(name)}" for name in question.free]
    return Controls(
        title=f"Choose a board for {called(names, ask.entry)}",
        text="\n".join(lines),
        typed_label="A board",
        typed_example=question.free[0],
        rows=((Choice(best.board.capitalize(), "answer", pack(best), "success"),),),
        placeholder="Choose a board",
        options=tuple(
            Option(name.capitalize(), pack(TakeBoard(name)), f"{CHARACTERS[name].capitalize()}. {figures(name)}")
            for name in question.free
        ),
    )


def slot_name(slot: int) -> str:
    """Return a start slot as it is read.

    >>> slot_name(1)
    '1, outer lane, front row'
    """
    row = "front" if slot <= len(START_SLOTS) // 2 else "back"
    return f"{slot}, {LANE[START_SLOTS[slot - 1]]} lane, {row} row"


def start(view: RaceView, ask: Ask, question: ChooseStart, names: Names, _plan: str) -> Controls:
    """Return the question for a start slot."""
    marks = tuple(ReachMark(START_SLOTS[slot - 1], str(slot), "slot") for slot in question.free)
    best = advise(view, ask)
    buttons = [
        Choice(
            f"{each.slot} · {LANE[START_SLOTS[each.slot - 1]]}",
            "answer",
            pack(each),
            "success" if each == best else "secondary",
        )
        for each in map(TakeSlot, question.free)
    ]
    return Controls(
        title=f"Where does {called(names, ask.entry)} start?",
        text="\n".join(f"Slot {slot_name(slot)}" for slot in question.free) + "\nSlot 1 moves first.",
        typed_label="A start slot",
        typed_example=str(question.free[0]),
        rows=in_rows(buttons),
        crop=Crop(marks, ()),
    )


def wish_boards(view: RaceView, ask: Ask, question: WishBoards, names: Names, plan: str) -> Controls:
    """Return the question for a list of boards, the dearest first."""
    wished: tuple[BoardName, ...] = looked_at(plan, unpack(plan), BoardWishes).boards if plan else ()
    left = [name for name in question.boards if name not in wished]
    more = [Choice(name.capitalize(), "plan", pack(BoardWishes((*wished, name)))) for name in left]
    lines = [f"**{name.capitalize()}**, {CHARACTERS[name]}: {figures(name)}" for name in question.boards]
    return Controls(
        title=f"Which boards would you like for {called(names, ask.entry)}?",
        text="\n".join([*lines, _wishes(wished)]),
        typed_label="Boards, the dearest first",
        typed_example="orange yellow red",
        rows=(*in_rows(more), _ends(view, ask, BoardWishes(wished), is_empty=not wished)),
    )


def wish_slots(view: RaceView, ask: Ask, question: WishSlots, names: Names, plan: str) -> Controls:
    """Return the question for a list of start slots, the dearest first."""
    wished: tuple[int, ...] = looked_at(plan, unpack(plan), SlotWishes).slots if plan else ()
    left = [slot for slot in question.slots if slot not in wished]
    more = [Choice(f"Slot {slot}", "plan", pack(SlotWishes((*wished, slot)))) for slot in left]
    lines = [f"Slot {slot_name(slot)}" for slot in question.slots]
    return Controls(
        title=f"Where would you like to start with {called(names, ask.entry)}?",
        text="\n".join([*lines, _wishes(wished)]),
        typed_label="Slots, the dearest first",
        typed_example="1 2 4",
        rows=(*in_rows(more), _ends(view, ask, SlotWishes(wished), is_empty=not wished)),
        crop=Crop(tuple(ReachMark(START_SLOTS[slot - 1], str(slot), "slot") for slot in question.slots), ()),
    )


def _ends(view: RaceView, ask: Ask, wishes: BoardWishes | SlotWishes, *, is_empty: bool) -> tuple[Choice, ...]:
    """Return the buttons that seal a list; while it is empty, one that seals the list that is advised."""
    ends, best = ends_of(pack(wishes), has_wishes=not is_empty), advise(view, ask)
    if not is_empty or best is None:
        return ends
    return (Choice("Seal the best list", "answer", pack(best), "success"), *ends)


def _wishes(wished: Sequence[object]) -> str:
    if not wished:
        return "Press them in your order, the dearest first. With none you take what is left."
    return f"Your list: **{', '.join(map(str, wished))}**. Press more, or seal it."
