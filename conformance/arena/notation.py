"""How answers of the arena are written in cases: plans, orders by hand, men, places, mercy."""

from collections.abc import Mapping, Sequence
from typing import Any, cast, get_args

from conformance.converting import answer_from, entry_named, number_of
from engine.arena.asks import CountThumbs, NoPlan, Plan, TakeMan, TakePlace
from engine.arena.hexes import Hex
from engine.arena.men import AREA_NAMES
from engine.arena.notation import MERCY, read_text
from engine.arena.orders import Attack, AttackKind, Five, Manoeuvre, PhaseOrder
from engine.questions import Answer, Ask
from records.refusals import Refused
from records.values import EntryId

Names = Mapping[EntryId, str]


def read_answer(ask: Ask | None, text: str, names: Names) -> Answer:
    """Return the answer that *text* is.

    ``close, hard legs, all`` is a plan; ``hand hold blow:6:chest guard:4`` an order by hand, after which ``|`` begins
    that of the next phase; ``none`` no plan; ``man 0``, ``place -4,1``, ``life``, ``death``, ``dice``, ``count``.

    :raises ValueError: if it is no answer, or there is no open question.
    """

    def read(words: Sequence[str]) -> Answer | None:
        match words:
            case ["man", number]:
                return TakeMan(number_of(number))
            case ["place", at]:
                return TakePlace(_hex(at))
            case ["hand", *_]:
                return _by_hand(text.removeprefix("hand"), names)
            case _:
                return _SHORT.get(text) or _plan(text, names)

    return answer_from(ask, text, read)


_SHORT: Mapping[str, Answer] = {"none": NoPlan(), "count": CountThumbs(), **MERCY}


def _hex(written: str) -> Hex:
    q, _, r = written.partition(",")
    return number_of(q), number_of(r)


def _plan(text: str, names: Names) -> Plan:
    for entry, name in names.items():
        text = text.replace(f"foe {name}", f"foe {entry}")
    try:
        return read_text(text)
    except Refused as refused:
        raise ValueError(f"{text!r} is not a plan: {dict(refused.values)}") from refused


def _by_hand(text: str, names: Names) -> Plan:
    orders = tuple(_order(part.split(), names) for part in text.split("|"))
    return Plan("close", "none", "all", hand=orders)


def _order(words: Sequence[str], names: Names) -> PhaseOrder:
    """Return an order by hand: ``hold``, ``goto:1,0``, then attacks, guard, areas, evading, factors, escape."""
    parts = [word.split(":") for word in words[1:]]
    numbers: dict[str, Any] = {
        name: number_of(values[0]) for name, *values in parts if name in ("guard", "evade", "escape")
    }
    foe = next((entry_named(values[0], names) for name, *values in parts if name == "foe"), None)
    attacks = [_attack(name, values, names, foe) for name, *values in parts if name in get_args(AttackKind)]
    known = {*get_args(AttackKind), *numbers, "area", "shield", "foe", "surrender"}
    if unknown := next((name for name, *_ in parts if name not in known), None):
        raise ValueError(f"{unknown!r} is no part of an order")
    return PhaseOrder(
        foe=foe,
        attacks=tuple(attacks),
        areas=_five("area", parts),
        shield=_five("shield", parts),
        surrender=["surrender"] in parts,
        **_manoeuvre(words[0]),
        **numbers,
    )


def _manoeuvre(word: str) -> dict[str, Any]:
    """Return what a word says of the manoeuvre: ``close:2``, ``goto:1,0``, ``recover:shield``."""
    name, _, more = word.partition(":")
    if name not in get_args(Manoeuvre):
        raise ValueError(f"{name!r} is no manoeuvre; there are {', '.join(get_args(Manoeuvre))}")
    read: Mapping[str, Any] = {"goto": ("to", _hex), "recover": ("item", str), "close": ("reach", number_of)}
    return {"manoeuvre": name, **({read[name][0]: read[name][1](more)} if more else {})}


def _five(part: str, parts: Sequence[Sequence[str]]) -> Five:
    """Return what is written for each area: ``area:legs:3``."""
    found = [0] * len(AREA_NAMES)
    for name, *values in parts:
        if name == part:
            found[_area(values[0]) - 1] = number_of(values[1])
    return cast(Five, tuple(found))


def _area(name: str) -> int:
    if name not in AREA_NAMES:
        raise ValueError(f"there is no area {name!r}; there are {', '.join(AREA_NAMES)}")
    return AREA_NAMES.index(name) + 1


def _attack(kind: Any, values: Sequence[str], names: Names, faced: EntryId | None) -> Attack:
    """Return ``blow:6:chest:blue``, ``bash:4:blue`` or ``net:4:blue``; without a name it is at the principal foe.

    :param faced: the principal foe; the last man if none is named.
    """
    cf, *rest = values
    area = _area(rest.pop(0)) if kind == "blow" else 0
    foe = entry_named(rest[0], names) if rest else faced or max(names)
    return Attack(kind, foe, number_of(cf), area)
