"""The question for an attack: the rivals in reach of a javelin, and the spaces for a caltrop."""

from collections.abc import Iterator

from engine.chariot_race.advice import advise
from engine.chariot_race.asks import ChooseAttack, DropCaltrop, EndTurn, ThrowJavelin
from engine.chariot_race.data import CALTROP_DAMAGE, JAVELIN_DAMAGE, SPRINT_SPEED
from engine.chariot_race.track import BEHIND
from engine.chariot_race.views import ChariotView, RaceView
from engine.marks import ReachMark
from engine.questions import Answer, Ask
from records.values import Square
from words.chariot_race.codes import pack
from words.chariot_race.dicing import standing
from words.shared.telling import called, count
from words.shared.words import Choice, Controls, Crop, Names, Option, Style, in_rows

_BUTTONS = 3
"""Spaces for a caltrop that have a button; a select has the others."""

_CLOSE = 12
"""Spaces behind a caltrop within which a chariot may come upon it next turn."""


def attack(view: RaceView, ask: Ask, question: ChooseAttack, names: Names, _plan: str) -> Controls:
    """Return the question for one attack face."""
    own = view.chariot(ask.entry)
    advised = advise(view, ask)
    javelins, caltrops = list(_javelins(view, question, advised)), list(_caltrops(view, own, question, advised))
    buttons = [choice for choice, _ in (*javelins, *caltrops[:_BUTTONS])]
    buttons.append(Choice("End the turn", "answer", pack(EndTurn()), _style(EndTurn(), advised)))
    left = count(question.left, "attack")
    lines = [standing(own), f"You have {left}. What you don't use is lost."]
    if javelins:
        lines.append(f"🎯 A javelin always hits, for {JAVELIN_DAMAGE} health.")
    if caltrops:
        lines.append(f"✴️ A caltrop costs the next chariot on its space {CALTROP_DAMAGE} health.")
    return Controls(
        title=f"{left.capitalize()} for {called(names, ask.entry)}",
        text="\n".join(lines),
        typed_label="A colour, a space, or end",
        typed_example=_example(view, advised),
        rows=in_rows(buttons),
        placeholder="Drop a caltrop elsewhere",
        options=tuple(Option(choice.label, choice.code) for choice, _ in caltrops[_BUTTONS:]),
        crop=Crop(tuple(mark for _, mark in (*javelins, *caltrops)), ()),
    )


def _style(answer: Answer, advised: Answer | None) -> Style:
    return "success" if answer == advised else "secondary"


def _example(view: RaceView, advised: Answer | None) -> str:
    if isinstance(advised, ThrowJavelin):
        return view.chariot(advised.rival).colour
    return str(advised.square) if isinstance(advised, DropCaltrop) else "end"


def _javelins(view: RaceView, question: ChooseAttack, advised: Answer | None) -> Iterator[tuple[Choice, ReachMark]]:
    for rival in question.javelins:
        chariot = view.chariot(rival)
        assert chariot.square is not None, "who is in range is on the board"
        left = chariot.damage - JAVELIN_DAMAGE
        comes = f"{left} left" if left else "☠️ out"
        answer = ThrowJavelin(rival)
        label = f"🎯 Hit {rival} {chariot.colour} · {comes}"
        yield (
            Choice(label, "answer", pack(answer), _style(answer, advised)),
            ReachMark(chariot.square, str(rival), "javelin"),
        )


def _caltrops(
    view: RaceView, own: ChariotView, question: ChooseAttack, advised: Answer | None
) -> Iterator[tuple[Choice, ReachMark]]:
    """Yield where a caltrop may lie: what is advised, then where most rivals may come upon it, of these the latest."""
    followers = {square: _followers(view, own, square) for square in reversed(question.caltrops)}
    for square, behind in sorted(followers.items(), key=lambda each: (DropCaltrop(each[0]) != advised, -each[1])):
        chance = f"{behind} behind" if behind else "nobody"
        answer = DropCaltrop(square)
        choice = Choice(f"✴️ Drop on {square} · {chance}", "answer", pack(answer), _style(answer, advised))
        yield choice, ReachMark(square, str(square), "caltrop")


def _followers(view: RaceView, own: ChariotView, square: Square) -> int:
    """Return how many rivals come along the lane of a space and may reach it next turn."""
    away: dict[Square, int] = {}
    here = square
    for distance in range(1, _CLOSE + 1):
        here = BEHIND[here]
        away[here] = distance
    rivals = (each for each in view.chariots if each.entry != own.entry and each.square is not None)
    return sum(away.get(rival.square or square, _CLOSE + 1) <= rival.speed + SPRINT_SPEED for rival in rivals)
