"""The questions for Speed Level and Hard Driving, with their possible outcomes."""

from engine.chariots_of_rome.position.judging import blown
from engine.chariots_of_rome.position.speeds import base_move
from engine.chariots_of_rome.printed.data import TRI
from engine.chariots_of_rome.seen.views import ChariotView, RaceView
from engine.chariots_of_rome.words.answers import ChooseLevel, DriveHard, KeepRoll, NameNumber
from engine.chariots_of_rome.words.questions import (
    ChooseHardDriving,
    ChooseNumber,
    ChooseRoll,
    ChooseSpeed,
    FollowClose,
)
from engine.questions import Ask
from words.chariots_of_rome.advised import Advised
from words.chariots_of_rome.codes import pack
from words.chariots_of_rome.terms import LEVELS, PRICES, level, standing
from words.chariots_of_rome.ways import corner_ahead, way_in_words, ways
from words.chariots_of_rome.yes_no import yes_or_no
from words.shared.telling import called, count
from words.shared.words import Choice, Controls, Names

GAINS = ("", "+1 ❤️, +1 ⭐, −2 💢", "−1 💢", "−1 ❤️ or ⭐")
"""The gains of each Speed Level, the dead stop first."""


def corner_line(view: RaceView, chariot: ChariotView) -> str:
    """Return the distance of the next corner, and its lanes' limits, in words; empty if it is far."""
    found = corner_ahead(view, chariot)
    if found is None:
        return ""
    corner, away = found
    section = next(each for each in view.board.sections if each.id == corner)
    safe = "/".join(map(str, section.safe))
    return f"↩️ {corner} is {count(away, 'space')} away. Safe Speeds from inside: {safe}."


def total_of(view: RaceView, chariot: ChariotView, number: int) -> int:
    """Return the spaces of a turn at a Speed Level, the winds included (5.1, F03, F04)."""
    return max(1, base_move(chariot, number) + blown(view))


def speed(view: RaceView, ask: Ask, question: ChooseSpeed, names: Names, _plan: str) -> Controls:
    """Return the controls of a Speed Level: its gains, its reach, and its cost in cards (D07)."""
    own = view.chariot(ask.entry)
    lines = [standing(view, own), corner_line(view, own)]
    buttons: list[Choice] = []
    advised = Advised(view, ask)
    for number in question.levels:
        move = total_of(view, own, number)
        lines.append(f"**{level(number)}**: {count(move, 'space')}, {GAINS[number]}. {outcome(view, own, move)}")
        level_set = ChooseLevel(number)
        label = f"{LEVELS[number]} · {move} spaces"
        buttons.append(Choice(label, "answer", pack(level_set), advised.style(level_set)))
    return Controls(
        title=f"How fast does {called(names, ask.entry)} go?",
        text="\n".join(line for line in lines if line),
        typed_label="A level: 1, 2 or 3",
        typed_example=str(question.levels[-1]),
        rows=(tuple(buttons),),
    )


def outcome(view: RaceView, own: ChariotView, move: int) -> str:
    """Return where a turn of so many spaces leads best, as the board is now."""
    if own.square is None:
        return ""
    found = ways(view, own.entry, move, move)
    if not found:
        return "You would be boxed in."
    best = found[0]
    return f"Best: {best.end}, {way_in_words(best)}."


def hard(view: RaceView, ask: Ask, question: ChooseHardDriving, names: Names, _plan: str) -> Controls:
    """Return the question for Hard Driving (D09)."""
    own = view.chariot(ask.entry)
    lines = [standing(view, own), corner_line(view, own)]
    lines.append(f"Without it: {count(question.move, 'space')}. {outcome(view, own, question.move)}")
    for face in range(1, TRI + 1):
        lines.append(f"🎲 {face}: {question.move + face} spaces. {outcome(view, own, question.move + face)}")
    again = "once more" if question.is_second else "hard"
    advised = Advised(view, ask)
    spare = "Go on as you are" if "free" in question.payments else "Save strength"
    labels = {DriveHard(None): spare} | {DriveHard(pay): f"Drive {again} · {PRICES[pay]}" for pay in question.payments}
    buttons = [Choice(label, "answer", pack(answer), advised.style(answer)) for answer, label in labels.items()]
    return Controls(
        title=f"Does {called(names, ask.entry)} drive {again}?",
        text="\n".join(line for line in lines if line),
        typed_label="no, endurance or tactics",
        typed_example="no",
        rows=(tuple(buttons),),
    )


def follow(view: RaceView, ask: Ask, _question: FollowClose, names: Names, _plan: str) -> Controls:
    """Return C26's question whether to add a space (D08)."""
    own = view.chariot(ask.entry)
    base = total_of(view, own, own.speed)
    lines = [
        standing(view, own),
        f"Without it: {base} spaces. {outcome(view, own, base)}",
        f"With it: {base + 1} spaces. {outcome(view, own, base + 1)}",
    ]
    title = f"Does {called(names, ask.entry)} follow close?"
    return yes_or_no(Advised(view, ask), title, "\n".join(lines), "1 space more", "Keep the gap")


def number(view: RaceView, ask: Ask, _question: ChooseNumber, names: Names, _plan: str) -> Controls:
    """Return C20's question for a number (D16)."""
    return Controls(
        title=f"Which number does {called(names, ask.entry)} bet on?",
        text=(
            f"{standing(view, view.chariot(ask.entry))}\n"
            "If the die shows it, you drive 1 space more and get back what you paid."
        ),
        typed_label="1, 2 or 3",
        typed_example="2",
        rows=(tuple(Choice(f"{each} · 33 %", "answer", pack(NameNumber(each))) for each in range(1, TRI + 1)),),
    )


def roll(view: RaceView, ask: Ask, question: ChooseRoll, names: Names, _plan: str) -> Controls:
    """Return C04's question which roll to use (D16)."""
    own = view.chariot(ask.entry)
    base = total_of(view, own, own.speed)
    lines = [f"🎲 {face}: {base + face} spaces. {outcome(view, own, base + face)}" for face in sorted(question.rolls)]
    advised, kept = Advised(view, ask), [KeepRoll(face) for face in sorted(question.rolls)]
    buttons = [Choice(f"Use {roll.face}", "answer", pack(roll), advised.style(roll)) for roll in kept]
    return Controls(
        title=f"Which roll does {called(names, ask.entry)} use?",
        text="\n".join([standing(view, own), *lines]),
        typed_label="A roll",
        typed_example=str(max(question.rolls)),
        rows=(tuple(buttons),),
    )
