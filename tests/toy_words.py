"""What players read and press of the toy game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.facts import Fact, Rolled, Sealed
from engine.questions import Answer, Ask
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId
from tests.toy_ruleset import (
    BePushed,
    FactionDrawn,
    GaveWay,
    NextStep,
    Options,
    Pace,
    PacesRevealed,
    Push,
    RaceEnded,
    RaceView,
    Stand,
    Stumbled,
    TurnBegan,
    Walk,
    Walked,
    WritePace,
    read_plan,
)
from words.shared import telling
from words.shared.words import Choice, Controls, Names, Words


def terms(options: Options) -> str:
    return telling.count(options.turns, "turn")


def tell(facts: Sequence[Fact], names: Names) -> list[str]:
    return [_LINES[type(fact)](fact, names) for fact in facts if type(fact) in _LINES]


def _result(fact: RaceEnded, names: Names) -> str:
    rows = [f"{place}. {names[entry]}" for place, entry in enumerate(fact.order, start=1)]
    return "\n".join(["## 🏆 The race is over", *rows])


_LINES: Mapping[type[Fact], Callable[[Any, Names], str]] = {
    Rolled: telling.rolled,
    Sealed: telling.sealed,
    TurnBegan: lambda fact, _names: f"### Turn {fact.turn}",
    FactionDrawn: lambda fact, names: f"{names[fact.entry]} falls to faction {fact.faction}.",
    PacesRevealed: lambda fact, names: "Paces: " + " · ".join(f"{names[each]} {p}" for each, p in fact.paces.items()),
    Walked: lambda fact, names: f"{names[fact.entry]} walks to {fact.to}.",
    GaveWay: lambda fact, names: f"{names[fact.entry]} gives way to {names[fact.pusher]}, back to {fact.to}.",
    Stumbled: lambda fact, names: f"{names[fact.entry]} stumbles back to {fact.to}.",
    RaceEnded: _result,
}


def controls(_view: RaceView, ask: Ask, names: Names, _plan: str) -> Controls:
    buttons = tuple(Choice(_label(answer, names), "answer", _code(answer)) for answer in ask.question.legal())
    rows = tuple(buttons[place : place + 5] for place in range(0, len(buttons), 5))
    title = {WritePace: "How fast?", NextStep: "What now?", BePushed: "Hold, or give way?"}[type(ask.question)]
    return Controls(title, f"It is asked of {names[ask.entry]}.", "A number, or yes or no", "3", rows)


def _label(answer: Answer, names: Names) -> str:
    match answer:
        case Pace(number) | Walk(number):
            return str(number)
        case Push(rival):
            return f"Push chariot {rival}"
        case Stand(hold):
            return "Hold" if hold else "Give way"
    raise TypeError(answer, names)


def _code(answer: Answer) -> str:
    match answer:
        case Pace(number):
            return f"pace-{number}"
        case Walk(number):
            return f"walk-{number}"
        case Push(rival):
            return f"push-{rival}"
        case Stand(hold):
            return f"hold-{int(hold)}"
    raise TypeError(answer)


def unpack(code: str) -> tuple[Answer, ...]:
    kind, _, number = code.partition("-")
    make: dict[str, Any] = {"pace": Pace, "walk": Walk, "push": Push, "hold": lambda hold: Stand(bool(hold))}
    if kind not in make or not number.isdecimal():
        raise Refused(GameReason.NOT_A_CHOICE)
    return (make[kind](int(number)),)


def read(view: RaceView, ask: Ask, text: str) -> tuple[Answer, ...]:
    if isinstance(ask.question, NextStep):
        return read_plan(view, ask, text)
    return unpack(f"{'pace' if isinstance(ask.question, WritePace) else 'hold'}-{text.strip()}")


def taken(_view: RaceView, answers: Sequence[Answer]) -> str:
    return ", ".join(_code(answer) for answer in answers)


def refusal(_refused: Refused, _names: Names) -> str | None:
    return None  # the toy refuses nothing but what all games refuse


def standings(view: RaceView, names: Names) -> str:
    ranked = sorted(view.runners, key=lambda runner: (-runner.place, runner.entry))
    return "\n".join(f"{names[EntryId(runner.entry)]} is at {runner.place}" for runner in ranked)


WORDS = Words[Options, RaceView, None](
    title="Toy",
    terms=terms,
    tell=tell,
    controls=controls,
    unpack=unpack,
    read=read,
    taken=taken,
    refusal=refusal,
    standings=standings,
    turn=lambda view: f"Turn {view.turn}",
    asks={"pace": "a pace", "step": "a step", "stand": "holding or giving way"},
    topics={"pushing": "Costs 1. Who is pushed holds, or gives way by a step. (rule 2)"},
    tables={"points": ("Points for places", lambda: "1st 3\n2nd 1")},
)
