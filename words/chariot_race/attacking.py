"""How an attack is asked for: whom a javelin reaches, and where a caltrop may lie."""

from collections.abc import Iterator, Sequence

from engine.chariot_race.asks import ChooseAttack, DropCaltrop, EndTurn, ThrowJavelin
from engine.chariot_race.data import CALTROP_DAMAGE, JAVELIN_DAMAGE
from engine.chariot_race.track import AHEAD, LANE
from engine.chariot_race.views import ChariotView, RaceView
from engine.game import Ask
from engine.marks import ReachMark
from records.values import Square
from words.chariot_race.codes import pack
from words.chariot_race.dicing import standing
from words.shared.telling import called, count
from words.shared.words import Choice, Controls, Crop, Names

_CLOSE = 12
"""Spaces behind a caltrop within which a chariot may come upon it next turn."""


def attack(view: RaceView, ask: Ask, question: ChooseAttack, names: Names, _plan: str) -> Controls:
    """Return how one attack face is asked for."""
    own = view.chariot(ask.entry)
    targets = [*_javelins(view, question, names), *_caltrops(view, own, question)]
    buttons = [choice for choice, _, _ in targets]
    buttons.append(Choice("End the turn", "answer", pack(EndTurn())))
    left = count(question.left, "attack")
    lines = [standing(own), f"You have {left}. What you don't use is lost.", *(line for _, line, _ in targets)]
    return Controls(
        title=f"{left.capitalize()} for {called(names, ask.entry)}",
        text="\n".join(lines),
        typed_label="A colour, a space, or end",
        typed_example=str(question.caltrops[-1]) if question.caltrops else "end",
        rows=tuple(tuple(buttons[place : place + 5]) for place in range(0, len(buttons), 5)),
        crop=Crop(tuple(mark for _, _, mark in targets), ()),
    )


Target = tuple[Choice, str, ReachMark]


def _javelins(view: RaceView, question: ChooseAttack, names: Names) -> Iterator[Target]:
    for rival in question.javelins:
        chariot = view.chariot(rival)
        left = chariot.damage - JAVELIN_DAMAGE
        comes = "☠️ out" if left <= 0 else f"{left} left"
        choice = Choice(f"🎯 Hit {rival} {chariot.colour} · {comes}", "answer", pack(ThrowJavelin(rival)), "primary")
        assert chariot.square is not None, "who is in range is on the board"
        mark = ReachMark(chariot.square, str(rival), "javelin")
        result = "is wrecked" if left <= 0 else f"has {left} health left"
        yield choice, f"🎯 Always hits: {called(names, rival)} {result}.", mark


def _caltrops(view: RaceView, own: ChariotView, question: ChooseAttack) -> Iterator[Target]:
    for number, square in enumerate(question.caltrops, start=1):
        behind = _followers(view, own, square)
        chance = f"{behind} close behind" if behind else "nobody behind"
        choice = Choice(f"✴️ {square} · {chance}", "answer", pack(DropCaltrop(square)))
        line = f"✴️ {square}, {LANE[square]} lane: {chance}, {CALTROP_DAMAGE} health for whoever enters it."
        yield choice, line, ReachMark(square, str(number), "caltrop")


def _followers(view: RaceView, own: ChariotView, square: Square) -> int:
    """Return how many rivals come along the lane of a space within their reach."""
    ahead_of: dict[Square, int] = {}
    here = square
    behind = {there: here for here, there in AHEAD.items()}
    for distance in range(1, _CLOSE + 1):
        here = behind[here]
        ahead_of[here] = distance
    rivals: Sequence[ChariotView] = [each for each in view.chariots if each.entry != own.entry]
    return sum(each.square in ahead_of and ahead_of[each.square] <= each.speed + 2 for each in rivals if each.square)
