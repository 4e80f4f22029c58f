"""The notation in which a plan is written: move, strike, guard.

``close, hard legs, all`` closes in, strikes hard at the legs and guards all round. Behind the three may stand ``second
head`` (of two cuts), ``when hurt``, ``when shield``, ``when retreat``, ``give up half``, ``foe 3``, ``no finish``,
``once`` (it does not stand for a later exchange), ``plead life``, ``plead death``; ``surrender`` alone ends it all.
After a semicolon come the three of the turn's next phase.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.arena.asks import (
    CONDITIONS,
    GIVE_UP,
    GUARDS,
    MOVES,
    STRIKES,
    ChooseMan,
    ChoosePlace,
    Condition,
    JudgeFallen,
    Kill,
    LeaveToDice,
    MakePlan,
    Menus,
    Plan,
    Spare,
    TakeMan,
    TakePlace,
)
from engine.arena.facts import Fell
from engine.arena.men import AREA_NAMES
from engine.arena.views import MatchView
from engine.facts import Fact
from engine.questions import Answer, Ask
from engine.refusals import not_a_plan
from records.values import EntryId

MERCY = {"life": Spare(), "death": Kill(), "dice": LeaveToDice()}


def read_plan(view: MatchView, ask: Ask, text: str) -> tuple[Answer, ...]:
    """Read an answer in the notation.

    :raises Refused: as :func:`engine.refusals.not_a_plan` says.
    """
    del view  # the question holds all that is needed
    text = text.strip().lower()
    match ask.question:
        case MakePlan():
            return (read_text(text),)
        case ChooseMan(men=men):
            names = [man.name.lower() for man in men]
            return (TakeMan(_one_of(text, names)),)
        case ChoosePlace(hexes=hexes):
            return (TakePlace(hexes[_one_of(text.replace(" ", ""), [f"{q},{r}" for q, r in hexes])]),)
        case JudgeFallen():
            return ([*MERCY.values()][_one_of(text, list(MERCY))],)
        case _:
            raise not_a_plan(text, 1)


def _one_of(text: str, names: Sequence[str]) -> int:
    if text not in names:
        raise not_a_plan(text, 1, names)
    return names.index(text)


@dataclass
class _Reader:
    """What has been read of a plan so far."""

    fields: dict[str, Any] = field(default_factory=dict)
    when: list[Condition] = field(default_factory=list)


def read_text(text: str) -> Plan:
    """Return the plan that a text is.

    :raises Refused: as :func:`engine.refusals.not_a_plan` says.
    """
    if text == "surrender":
        return Plan("stand", "none", "all", surrender=True)
    parts = text.split(";")
    pieces = [piece.strip() for piece in parts[0].split(",")]
    first, reader = _read_menus(pieces[:3], 1), _Reader()
    for place, piece in enumerate(pieces[3:], start=4):
        _read_more(reader, piece.split(), piece, place)
    later = tuple(
        _read_menus([each.strip() for each in part.split(",")], place) for place, part in enumerate(parts[1:], 2)
    )
    return Plan(first.move, first.strike, first.guard, when=tuple(reader.when), later=later, **reader.fields)


def _read_menus(pieces: Sequence[str], place: int) -> Menus:
    found: list[Any] = []
    for offered, piece in zip((MOVES, STRIKES, GUARDS), [*pieces, "", "", ""], strict=False):
        word = piece.replace(" ", "-")
        if word not in offered:
            raise not_a_plan(piece, place + len(found), [each.replace("-", " ") for each in offered])
        found.append(word)
    return Menus(*found)


def _read_more(reader: _Reader, words: Sequence[str], piece: str, place: int) -> None:
    match words:
        case ["second", area] if area in AREA_NAMES:
            reader.fields["second"] = AREA_NAMES.index(area) + 1
        case ["when", condition] if condition in CONDITIONS and condition not in GIVE_UP:
            reader.when.append(condition)
        case ["give", "up", part] if part in GIVE_UP:
            reader.when.append(part)
        case ["foe", number] if number.isdecimal():
            reader.fields["foe"] = EntryId(int(number))
        case ["plead", "life" | "death" as plea]:
            reader.fields["plea"] = plea
        case ["no", "finish"]:
            reader.fields["finish"] = False
        case ["once"]:
            reader.fields["keep"] = False
        case _:
            known = ("second", "when", "give up", "foe", "plead", "no finish", "once")
            raise not_a_plan(piece, place, known)


def write_plan(plan: Plan) -> str:
    """Write a plan down in the notation; CFs by hand have none."""
    if plan.surrender:
        return "surrender"
    parts = [_write_menus(plan.menus)]
    parts += [f"second {AREA_NAMES[plan.second - 1]}"] if plan.second else []
    parts += [f"give up {each}" if each in GIVE_UP else f"when {each}" for each in plan.when]
    parts += [f"foe {plan.foe}"] if plan.foe is not None else []
    parts += [] if plan.finish else ["no finish"]
    parts += [] if plan.keep else ["once"]
    parts += [f"plead {plan.plea}"] if plan.plea != "silent" else []
    return "; ".join([", ".join(parts), *(_write_menus(each) for each in plan.later)])


def _write_menus(menus: Menus) -> str:
    return f"{menus.move}, {menus.strike.replace('-', ' ')}, {menus.guard}"


def is_unforeseen(facts: Sequence[Fact], entry: EntryId) -> bool:
    """Tell whether something stops the rest of a plan: a man fell."""
    del entry
    return any(isinstance(fact, Fell) for fact in facts)
