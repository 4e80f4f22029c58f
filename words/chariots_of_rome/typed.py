"""Answers as players type them."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.chariots_of_rome.printed.data import CHARIOTEERS, GODS, CharioteerId
from engine.chariots_of_rome.seen.notation import read_plan
from engine.chariots_of_rome.seen.views import RaceView
from engine.chariots_of_rome.words import answers as a
from engine.chariots_of_rome.words import questions as q
from engine.questions import Answer, Ask
from records.values import Square
from words.chariots_of_rome.driving import driveable
from words.chariots_of_rome.notation import rivals_by_word
from words.chariots_of_rome.terms import gate_number
from words.chariots_of_rome.ways import steps_of
from words.shared.typed import Typed, asked

_SPACE = re.compile(r"[sc]\d/\d/\d{1,2}")
_YES: Mapping[str, Answer] = {
    "yes": a.Use(True), "pay": a.Use(True), "trade": a.Use(True), "swap": a.Use(True), "no": a.Use(False),
    "keep": a.Use(False),
}  # fmt: skip
_WAYS = {"ahead": "a", "right": "r", "left": "l", "outward": "r", "inward": "l", "forward": "a"}


def read(view: RaceView, ask: Ask, text: str) -> tuple[Answer, ...]:
    """Return a player's typed answers.

    :raises Refused: if it cannot be read, with the words that would do there.
    """
    if isinstance(ask.question, q.ChooseStep):
        return _drive(view, ask, ask.question, text)
    if isinstance(ask.question, q.ChooseAttack):
        return _attack(view, ask, ask.question, text)
    return (_READERS[type(ask.question)](view, ask, Typed(text)),)


def _one(words: Typed, known: Mapping[str, Any]) -> Any:
    """Return the value of a single typed word; further text is refused."""
    found = known[words.one_of(list(known))]
    _end(words)
    return found


def _end(words: Typed) -> None:
    if words:
        raise words.refuse(["nothing more"])


# Driving


def _drive(view: RaceView, ask: Ask, question: q.ChooseStep, text: str) -> tuple[Answer, ...]:
    """Read a space, a chain of spaces, or steps: ``S1/3/9``, ``ahead right``, ``A3 R``."""
    spaces = [Square(each.upper()) for each in _SPACE.findall(text.lower())]
    if len(spaces) == 1:
        return _to(view, ask, question, spaces[0])
    if spaces:
        return (a.Step(tuple(spaces)),)
    words = [_WAYS.get(word, word) for word in re.findall(r"[^\s,;]+", text.lower())]
    return read_plan(view, ask, " ".join(words))


def _to(view: RaceView, ask: Ask, question: q.ChooseStep, square: Square) -> tuple[Answer, ...]:
    """Return the step to a space, or the best whole way that ends there."""
    if any(squares == (square,) for squares in question.steps):
        return (a.Step((square,)),)
    way = next((way for way in driveable(view, ask.entry, question) if way.end == square), None)
    if way is not None:
        return steps_of(view, ask.entry, way)
    chain = next((squares for squares in question.steps if squares[-1] == square), None)
    return (a.Step(chain if chain is not None else (square,)),)


def _attack(view: RaceView, ask: Ask, question: q.ChooseAttack, text: str) -> tuple[Answer, ...]:
    words, rivals = Typed(text), rivals_by_word(view, ask.entry)
    if words.take(["no", "none", "peace", "no attack"]):
        _end(words)
        return (a.NoAttack(),)
    kinds = {made.kind for made in question.attacks}
    kind = words.one_of([*sorted(kinds, reverse=True), "no"])
    offered = [word for word, rival in rivals.items() if any(each.rival == rival for each in question.attacks)]
    rival = rivals[words.one_of([*offered, *(word for word in rivals if word not in offered)], kind)]
    _end(words)
    return (a.Attack("ram" if kind == "ram" else "whip", rival),)


# The other questions


def _ready(_view: RaceView, _ask: Ask, _words: Typed) -> Answer:
    return a.Ready()


def _yes_or_no(_view: RaceView, _ask: Ask, words: Typed) -> Answer:
    answer: Answer = _one(words, _YES)
    return answer


def _redraw(_view: RaceView, _ask: Ask, words: Typed) -> Answer:
    wants = words.one_of(["keep", "another"]) == "another"
    agrees = words.take(["no"]) is None
    words.take(["yes"])
    _end(words)
    return a.RedrawWish(wants, agrees)


def _charioteers(display: Sequence[CharioteerId]) -> dict[str, CharioteerId]:
    return {CHARIOTEERS[each].name.lower(): each for each in display}


def _draft(_view: RaceView, ask: Ask, words: Typed) -> Answer:
    question = asked(ask, q.DraftCharioteer)
    return a.TakeCharioteer(_one(words, _charioteers(question.display)))


def _wishes(words: Typed, known: Mapping[str, Any]) -> tuple[Any, ...]:
    if not words or words.take(["none"]):
        _end(words)
        return ()
    found = []
    while words:
        found.append(known[words.one_of(list(known))])
    return tuple(found)


def _rank_charioteers(_view: RaceView, ask: Ask, words: Typed) -> Answer:
    question = asked(ask, q.RankCharioteers)
    return a.CharioteerWishes(_wishes(words, _charioteers(question.display)))


def _gate(_view: RaceView, ask: Ask, words: Typed) -> Answer:
    question = asked(ask, q.ChooseGate)
    words.take(["gate"])
    return a.TakeGate(_one(words, {gate_number(each): each for each in question.free}))


def _rank_gates(_view: RaceView, ask: Ask, words: Typed) -> Answer:
    question = asked(ask, q.RankGates)
    return a.GateWishes(_wishes(words, {gate_number(each): each for each in question.gates}))


def _arrange(view: RaceView, ask: Ask, words: Typed) -> Answer:
    question = asked(ask, q.ArrangeCards)
    if words.take(["leave", "none", "no"]):
        _end(words)
        return a.LeaveCards()
    cards = {view.chariot(each).colour: each for each in question.cards}
    cards |= {str(each): each for each in question.cards}
    card = cards[words.one_of([*cards, "leave"])]
    places = {str(place + 1): place for place in range(len(question.cards))}
    return a.MoveCard(card, _one(words, places))


def _benefit(_view: RaceView, _ask: Ask, words: Typed) -> Answer:
    return a.TakeBenefit(_one(words, {god: god for god in GODS}))


def _debris(_view: RaceView, ask: Ask, words: Typed) -> Answer:
    question = asked(ask, q.PlaceMarker)
    known = {square.lower().replace("/", " "): square for square in question.squares}  # slashes only part words
    return a.PlaceDebris(_one(words, known))


def _speed(_view: RaceView, ask: Ask, words: Typed) -> Answer:
    question = asked(ask, q.ChooseSpeed)
    words.take(["speed"])
    roman = {"i": 1, "ii": 2, "iii": 3}
    known = {str(each): each for each in question.levels} | {
        word: each for word, each in roman.items() if each in question.levels
    }
    return a.ChooseLevel(_one(words, known))


def _gifts(_view: RaceView, _ask: Ask, words: Typed) -> Answer:
    kinds: Sequence[a.Gift] = ("space", "endurance", "rattled")
    one = words.one_of(kinds)
    other = words.one_of(kinds, one)
    _end(words)
    first, second = sorted((one, other))
    return a.TakeGifts((first, second))


def _hard(_view: RaceView, ask: Ask, words: Typed) -> Answer:
    question = asked(ask, q.ChooseHardDriving)
    known: dict[str, Any] = {"no": None, **{pay: pay for pay in question.payments}}
    return a.DriveHard(_one(words, known))


def _number(_view: RaceView, _ask: Ask, words: Typed) -> Answer:
    return a.NameNumber(_one(words, {str(number): number for number in (1, 2, 3)}))


def _roll(_view: RaceView, ask: Ask, words: Typed) -> Answer:
    question = asked(ask, q.ChooseRoll)
    return a.KeepRoll(_one(words, {str(face): face for face in question.rolls}))


def _defense(_view: RaceView, ask: Ask, words: Typed) -> Answer:
    question = asked(ask, q.ChooseDefense)
    known: dict[str, int] = {str(number): number for number in range(question.most + 1)}
    return a.Defend(_one(words, known | {"none": 0, "all": question.most}))


def _loss(_view: RaceView, _ask: Ask, words: Typed) -> Answer:
    return a.Lose(_one(words, {"endurance": "endurance", "tactics": "tactics"}))


_READERS: Mapping[type[Any], Callable[[RaceView, Ask, Typed], Answer]] = {
    q.WriteOrders: _ready,
    q.WishRedraw: _redraw,
    q.DraftCharioteer: _draft,
    q.RankCharioteers: _rank_charioteers,
    q.ChooseGate: _gate,
    q.RankGates: _rank_gates,
    q.ArrangeCards: _arrange,
    q.ChooseBenefit: _benefit,
    q.ObeyFate: _yes_or_no,
    q.PlaceMarker: _debris,
    q.ChooseSpeed: _speed,
    q.ChooseGifts: _gifts,
    q.FollowClose: _yes_or_no,
    q.ChooseHardDriving: _hard,
    q.ChooseNumber: _number,
    q.ChooseRoll: _roll,
    q.ChooseDefense: _defense,
    q.ChooseLoss: _loss,
    q.StrikeBack: _yes_or_no,
    q.ResistSwerve: _yes_or_no,
    q.ReplaceCard: _yes_or_no,
}
