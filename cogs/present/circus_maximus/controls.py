"""How the questions of Circus Maximus are put to a player."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cogs.present.circus_maximus import cockpit
from cogs.present.circus_maximus.codes import pack
from cogs.present.circus_maximus.story import factors
from cogs.present.telling import count
from cogs.present.words import Choice, Controls, Names, Option
from engine.circus_maximus.asks import (
    BUDGET,
    MOST_POINTS,
    Avoid,
    Begin,
    BeginPhase,
    ChooseWayOut,
    GrabbedWhip,
    KeepWhip,
    Meet,
    MeetAttack,
    NextAction,
    Preparation,
    Prepare,
    Speed,
    WayOut,
    WriteSpeed,
)
from engine.circus_maximus.data import AVOIDING_BRAKE_COST, TRACK
from engine.circus_maximus.plans import write_plan
from engine.circus_maximus.views import ChariotView, RaceView
from engine.game import Answer, Ask
from engine.values import Square

CARS = ("light", "normal", "heavy")
TEAMS = ("slow", "normal", "fast")
ENDURANCES = ("low", "normal", "high")
CORNERS = {"D": "the dolphin corner", "E": "the egg corner"}
_ROLLS_OF_TWO = [one + other for one in range(1, 7) for other in range(1, 7)]
_OPTIONS, _IN_ROW = 25, 5
_PRICES: Mapping[WayOut, str] = {
    "brake": f"Braking costs {AVOIDING_BRAKE_COST} endurance and a square.",
    "evade": "Evading takes you a lane away and costs factors of your next move.",
}


def controls(view: RaceView, ask: Ask, names: Names, plan: str = "") -> Controls:
    """Return how *ask* is put to the one who drives its entry; *plan* is the code of the steps planned so far."""
    if isinstance(ask.question, NextAction):
        return cockpit.controls(view, ask, names, plan)
    return _MAKERS[type(ask.question)](view, ask, names)


def taken(view: RaceView, answers: Sequence[Answer]) -> str:
    """Return what was answered, for the one who did: ``speed 17``.

    :param answers: one, or the steps of a movement.
    """
    words = _TAKEN.get(type(answers[0]))
    return words(answers[0]) if words else f"`{write_plan(view, answers)}`"


def _prepare(_view: RaceView, ask: Ask, names: Names) -> Controls:
    return Controls(
        title="Prepare your chariot",
        text=(
            f"Spread **{BUDGET} preparation points** for {names[ask.entry]}, 0 to {MOST_POINTS} in each: driver (skill "
            "in everything), car (heavy ones ram harder), team (speed), endurance (for corners, braking and spurts). "
            "One in each is a good start. Nobody sees them until all are in; then dice say what you get. "
            "(rule 3.6; `/rules table preparation` shows what points give)"
        ),
        typed_label=f"Driver/car/team/endurance, {BUDGET} in all",
        typed_example="1/1/1/1",
        placeholder="Choose how to spend the points",
        options=tuple(
            Option(_spread(spread), pack(spread), f"{spread.driver}/{spread.car}/{spread.team}/{spread.endurance}")
            for spread in _by_balance(Prepare().legal())
        ),
    )


def _by_balance(spreads: Sequence[Preparation]) -> list[Preparation]:
    """Return *spreads*, the even ones first, as a newcomer is served best."""
    return sorted(
        spreads, key=lambda spread: (max(spread.driver, spread.car, spread.team, spread.endurance), pack(spread))
    )


def _spread(points: Preparation) -> str:
    return (
        f"driver +{points.driver}, {CARS[points.car]} car, {TEAMS[points.team]} team, "
        f"{ENDURANCES[points.endurance]} endurance"
    )


def _write_speed(view: RaceView, ask: Ask, names: Names) -> Controls:
    question = ask.question
    assert isinstance(question, WriteSpeed)
    chariot = view.chariot(ask.entry)
    speeds = range(question.highest, -1, -1)[:_OPTIONS]
    most = f"{names[ask.entry]} can go **{question.highest}** at most this turn."
    start = " A die comes off it for the standing start. (rule 6.9)" if view.turn == 1 else ""
    return Controls(
        title=f"Turn {view.turn}: write your speed",
        text=f"{most} {_outlook(chariot)} (rule 6.11){start}",
        typed_label=f"Speed, 0 to {question.highest}",
        typed_example=str(question.highest),
        placeholder="Choose your speed in secret",
        options=tuple(Option(f"Speed {speed}", pack(Speed(speed)), _speed_hint(chariot, speed)) for speed in speeds),
    )


def _outlook(chariot: ChariotView) -> str:
    if chariot.square is None:
        return ""
    limits = "·".join(str(limit) for limit in TRACK.data.sections[1].limits)
    away, corner = _to_corner(chariot.square)
    named = CORNERS[TRACK.section[corner]]
    where = f"{count(away, 'square')} from {named}" if away else f"in {named}"
    return (
        f"In lane {chariot.lane}, {where}; safe speeds there, from the inside: {limits}. Endurance {chariot.endurance}."
    )


def _to_corner(square: Square) -> tuple[int, Square]:
    """Return how many squares lead to the next corner square, 0 while any part is in one, and that square."""
    if square not in TRACK.limit and TRACK.behind[square] in TRACK.limit:
        return 0, TRACK.behind[square]
    away = 0
    while square not in TRACK.limit:
        square, away = TRACK.ahead[square], away + 1
    return away, square


def _speed_hint(chariot: ChariotView, speed: int) -> str:
    if chariot.square is None:
        return ""
    away, corner = _to_corner(chariot.square)
    over = speed - TRACK.limit[corner]
    if away > speed:
        return (
            f"stays {away - speed} short of the corner's mouth" if away - speed > 1 else "stops just before the corner"
        )
    return f"{over} over your lane's limit of {TRACK.limit[corner]}" if over > 0 else "safe in the corner in your lane"


def _begin(view: RaceView, ask: Ask, names: Names) -> Controls:
    question = ask.question
    assert isinstance(question, BeginPhase)
    chariot = view.chariot(ask.entry)
    hints = [
        "A die comes off it for the standing start, after you have chosen. (rule 6.9)" if view.turn == 1 else "",
        f"Straining rolls a die: that much faster, that much endurance gone (you have {chariot.endurance}). (rule 6.52)"
        if question.may_strain
        else "",
        f"A lash has driven {factors(question.gain)} into your team that you may use. (rule 9.41)"
        if question.gain
        else "",
        "A dead horse holds you: cutting it free costs a die for each living horse, less your CDM. (rule 9.52)"
        if question.may_cut
        else "",
    ]
    return Controls(
        title=f"Turn {view.turn}: {names[ask.entry]} is drawn",
        text="\n".join([f"You wrote **{chariot.written}**.", *(hint for hint in hints if hint)]),
        typed_label="go, or any of: strain, gain, cut",
        typed_example="go",
        rows=_in_rows([Choice(_begin_label(answer), "answer", pack(answer)) for answer in question.legal()]),
    )


def _in_rows(choices: Sequence[Choice]) -> tuple[tuple[Choice, ...], ...]:
    return tuple(tuple(choices[place : place + _IN_ROW]) for place in range(0, len(choices), _IN_ROW))


def _begin_label(answer: Begin) -> str:
    parts = [
        "Strain the team" if answer.strain else "",
        "Take the gain" if answer.take_gain else "",
        "Cut the horse free" if answer.cut else "",
    ]
    return ", ".join(part for part in parts if part) or "Go on as written"


def _meet(view: RaceView, ask: Ask, names: Names) -> Controls:
    question = ask.question
    assert isinstance(question, MeetAttack)
    chance = won_of_1296(view.chariot(ask.entry).cdm - view.chariot(question.attacker).cdm - question.modifier)
    ways = " or ".join(question.ways)
    return Controls(
        title="You are attacked!",
        text=(
            f"{names[question.attacker]} {'lashes' if question.means == 'lash' else 'rams'} your {question.target}. "
            f"Hold, or try to {ways}: you get away in **{chance * 100 // 1296}%** of all rolls. "
            f"{' '.join(_PRICES[way] for way in question.ways)} (rule 9.3)"
        ),
        typed_label="hold or avoid",
        typed_example="hold",
        rows=(
            (
                Choice("Hold", "answer", pack(Meet(False))),
                Choice(f"Try to {ways}", "answer", pack(Meet(True)), "primary"),
            ),
        ),
    )


def won_of_1296(lead: int) -> int:
    """Return in how many of 1,296 throws two dice plus *lead* reach at least two other dice (9.32).

    >>> won_of_1296(12), won_of_1296(-11)
    (1296, 0)
    """
    return sum(own + lead >= other for own in _ROLLS_OF_TWO for other in _ROLLS_OF_TWO)


def _way_out(_view: RaceView, ask: Ask, names: Names) -> Controls:
    question = ask.question
    assert isinstance(question, ChooseWayOut)
    return Controls(
        title="You can get away",
        text=f"You won the roll against {names[question.attacker]}: choose what to do. (rule 9.32)",
        typed_label="brake, evade or hold",
        typed_example="hold",
        rows=(tuple(Choice(answer.how.title(), "answer", pack(answer)) for answer in question.legal()),),
    )


def _whip(_view: RaceView, ask: Ask, names: Names) -> Controls:
    question = ask.question
    assert isinstance(question, GrabbedWhip)
    return Controls(
        title="You caught the whip",
        text=f"You hold the whip of {names[question.attacker]} and have none yourself. Keep it? (rule 9.42)",
        typed_label="yes or no",
        typed_example="yes",
        rows=(
            (
                Choice("Keep it", "answer", pack(KeepWhip(True)), "primary"),
                Choice("Throw it away", "answer", pack(KeepWhip(False))),
            ),
        ),
    )


_MAKERS: Mapping[type, Callable[[RaceView, Ask, Names], Controls]] = {
    Prepare: _prepare,
    WriteSpeed: _write_speed,
    BeginPhase: _begin,
    MeetAttack: _meet,
    ChooseWayOut: _way_out,
    GrabbedWhip: _whip,
}

_TAKEN: Mapping[type, Callable[[Any], str]] = {
    Preparation: _spread,
    Speed: lambda speed: f"speed {speed.factors}",
    Begin: lambda begin: _begin_label(begin).lower(),
    Meet: lambda meet: "try to get away" if meet.avoid else "hold",
    Avoid: lambda avoid: avoid.how,
    KeepWhip: lambda whip: "keep the whip" if whip.keep else "throw the whip away",
}
"""Answers in words; what is not here is a movement."""
