"""A player's answers, in the words after "Taken for Red: "."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.chariots_of_rome.printed.data import CHARIOTEERS
from engine.chariots_of_rome.seen.views import RaceView
from engine.chariots_of_rome.words import answers as a
from engine.chariots_of_rome.words import facts as f
from engine.facts import Fact
from engine.questions import Answer
from records.values import EntryId
from words.chariots_of_rome.terms import GIFTS, LEVELS, PRICES, gate_number
from words.shared.telling import count, joined


def taken(view: RaceView, answers: Sequence[Answer]) -> str:
    """Return a player's own answers in words: ``to S1/3/9 in 4 moves``."""
    steps = [answer for answer in answers if isinstance(answer, a.Step)]
    said = [_TAKEN[type(answer)](view, answer) for answer in answers if not isinstance(answer, a.Step)]
    if steps:
        moves = sum(len(step.squares) for step in steps)
        said.insert(0, f"to {steps[-1].squares[-1]} in {count(moves, 'move')}")
    return ", ".join(said)


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


def _redraw(_view: RaceView, answer: a.RedrawWish) -> str:
    own = "another charioteer" if answer.wants else "your charioteer stays"
    return f"{own}, {'others may change' if answer.agrees else 'nobody else changes'}"


def _charioteers(answer: a.CharioteerWishes) -> str:
    return joined([CHARIOTEERS[each].name for each in answer.charioteers]) if answer.charioteers else "no wishes"


def _attack(view: RaceView, answer: a.Attack) -> str:
    return f"{answer.kind} {answer.rival} {view.chariot(answer.rival).colour}"


def _hard(_view: RaceView, answer: a.DriveHard) -> str:
    return f"Hard Driving for {PRICES[answer.pay]}" if answer.pay is not None else "no Hard Driving"


_TAKEN: Mapping[type[Answer], Callable[[RaceView, Any], str]] = {
    a.Ready: lambda _, _x: "your order",
    a.RedrawWish: _redraw,
    a.TakeCharioteer: lambda _, x: CHARIOTEERS[x.charioteer].name,
    a.CharioteerWishes: lambda _, x: _charioteers(x),
    a.TakeGate: lambda _, x: f"gate {gate_number(x.gate)}",
    a.GateWishes: lambda _, x: f"gates {', '.join(map(gate_number, x.gates))}" if x.gates else "no wishes",
    a.MoveCard: lambda _, x: f"card {x.card} to place {x.to + 1}",
    a.LeaveCards: lambda _, _x: "the cards stay",
    a.TakeBenefit: lambda _, x: x.god.capitalize(),
    a.Use: lambda _, x: "yes" if x.yes else "no",
    a.PlaceDebris: lambda _, x: f"debris on {x.square}",
    a.ChooseLevel: lambda _, x: f"Speed {LEVELS[x.level]}",
    a.TakeGifts: lambda _, x: joined([GIFTS[gift] for gift in x.gifts]),
    a.DriveHard: _hard,
    a.NameNumber: lambda _, x: f"a bet on {x.number}",
    a.KeepRoll: lambda _, x: f"the roll of {x.face}",
    a.Attack: _attack,
    a.NoAttack: lambda _, _x: "no Attack",
    a.Defend: lambda _, x: f"{count(x.remove, 'card')} bought off" if x.remove else "all cards",
    a.Lose: lambda _, x: f"1 {x.what.capitalize()}",
}
