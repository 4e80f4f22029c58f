"""A player's answers, in the words after "Taken for Red: "."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.chariots_of_rome.printed.data import CHARIOTEERS
from engine.chariots_of_rome.seen.views import RaceView
from engine.chariots_of_rome.words import answers as a
from engine.chariots_of_rome.words import facts as f
from engine.facts import Fact
from engine.questions import Answer
from records.values import EntryId, Square
from words.chariots_of_rome.terms import GIFTS, LEVELS, PRICES, gate_number
from words.shared.telling import count, joined
from words.shared.words import Names


def taken(view: RaceView, answers: Sequence[Answer]) -> str:
    """Return a player's own answers in words: ``to S1/3/9 in 4 moves``."""
    steps = [answer for answer in answers if isinstance(answer, a.Step)]
    names = {each.entry: f"{each.entry} {each.colour}" for each in view.chariots}
    said = [kept(answer, names) for answer in answers if not isinstance(answer, a.Step)]
    if steps:
        said.insert(0, _driven([square for step in steps for square in step.squares]))
    return ", ".join(said)


def kept(answer: Answer, names: Names) -> str:
    """Return an answer in words, without the race as it was.

    >>> kept(a.TakeGate("G12"), {})
    'gate 12'
    """
    return _driven(answer.squares) if isinstance(answer, a.Step) else _TAKEN[type(answer)](answer, names)


def _driven(squares: Sequence[Square]) -> str:
    return f"to {squares[-1]} in {count(len(squares), 'move')}"


def stopped(facts: Sequence[Fact], entry: EntryId) -> str:
    """Return why a plan went no further: the worst that befell its chariot, or cards that wait for an answer."""
    own = [fact for fact in facts if getattr(fact, "entry", None) == entry]
    for kind, said in _STOPS.items():
        if any(isinstance(fact, kind) and getattr(fact, "result", "") != "none" for fact in own):
            return said
    return ""


_STOPS: Mapping[type[Fact], str] = {
    f.Eliminated: "You went out.",
    f.Crashed: "You crashed.",
    f.Swerved: "You swerved.",
    f.CardTurned: "A card hit you.",
    f.Changed: "Your Endurance, Tactics or Rattled changed.",
    f.CardsDue: "Cards came up for you.",
    f.TurnEnded: "Your turn was over.",
}
"""Why a plan stops, the worst first."""


def _redraw(answer: a.RedrawWish, _names: Names) -> str:
    own = "another charioteer" if answer.wants else "your charioteer stays"
    return f"{own}, {'others may change' if answer.agrees else 'nobody else changes'}"


def _charioteers(answer: a.CharioteerWishes) -> str:
    return joined([CHARIOTEERS[each].name for each in answer.charioteers]) if answer.charioteers else "no wishes"


def _attack(answer: a.Attack, names: Names) -> str:
    return f"{answer.kind} {names[answer.rival]}"


def _hard(answer: a.DriveHard, _names: Names) -> str:
    return f"Hard Driving for {PRICES[answer.pay]}" if answer.pay is not None else "no Hard Driving"


_TAKEN: Mapping[type[Answer], Callable[[Any, Names], str]] = {
    a.Ready: lambda _x, _: "your order",
    a.RedrawWish: _redraw,
    a.TakeCharioteer: lambda x, _: CHARIOTEERS[x.charioteer].name,
    a.CharioteerWishes: lambda x, _: _charioteers(x),
    a.TakeGate: lambda x, _: f"gate {gate_number(x.gate)}",
    a.GateWishes: lambda x, _: f"gates {', '.join(map(gate_number, x.gates))}" if x.gates else "no wishes",
    a.MoveCard: lambda x, _: f"card {x.card} to place {x.to + 1}",
    a.LeaveCards: lambda _x, _: "the cards stay",
    a.TakeBenefit: lambda x, _: x.god.capitalize(),
    a.Use: lambda x, _: "yes" if x.yes else "no",
    a.PlaceDebris: lambda x, _: f"debris on {x.square}",
    a.ChooseLevel: lambda x, _: f"Speed {LEVELS[x.level]}",
    a.TakeGifts: lambda x, _: joined([GIFTS[gift] for gift in x.gifts]),
    a.DriveHard: _hard,
    a.NameNumber: lambda x, _: f"a bet on {x.number}",
    a.KeepRoll: lambda x, _: f"the roll of {x.face}",
    a.Attack: _attack,
    a.NoAttack: lambda _x, _: "no Attack",
    a.Defend: lambda x, _: f"{count(x.remove, 'card')} bought off" if x.remove else "all cards",
    a.Lose: lambda x, _: f"1 {x.what.capitalize()}",
}
