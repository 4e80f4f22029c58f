"""Options that a host may choose, as a ruleset's own types describe them.

The panel offers an option if its field's annotation has a ``msgspec.Meta`` with a description; only the program sets
other fields. ``extra`` of the ``Meta`` may give ``practice``, the value for a race alone against house drivers;
``role``, the option's meaning to rooms that know no game; and ``meanings`` of its values, if the description leaves
them out.

The host chooses options with the roles :data:`SHARES_OUT`, :data:`BY_RATING` and :data:`GENTLE`; :data:`BY_ORDERS` and
:data:`BY_MAIL` follow from the race's pace, :data:`CROWD` from its place, and :data:`RANKED` from its drivers.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Meta

from engine.refusals import GameReason
from records.refusals import Refused

Options = TypeVar("Options", bound=msgspec.Struct)
YES_NO = {"yes": True, "no": False}

SHARES_OUT = "shares out"
"""Role of a switch: all chariots are shared out among the players who enter, instead of one each."""

BY_ORDERS = "by orders"
"""Role of a switch that the program sets as a race begins: all turns are ordered as a whole, before their dice."""

BY_MAIL = "by mail"
"""Role of a switch that the program sets as a race begins: an answer has longer than at the pace *now*."""

CROWD = "crowd"
"""Role of a switch that the program sets as a race begins: people of a server look on, and may have a say."""

BY_RATING = "by rating"
"""Role of a switch: start places, and allies, are drawn fairly by rating (S-45)."""

RANKED = "ranked"
"""Role of an option that is set as a race by rating begins: all chariots, as :data:`engine.fair_start.Ranked`."""

GENTLE = "gentle"
"""Role of a switch: where nobody says otherwise, a few gentle house drivers fill the field, so that people can win."""

GENTLE_FIELD = Meta(
    description="Few and gentle house drivers fill the field, unless a host names others",
    extra={"role": GENTLE, "practice": True},
)
"""What games say of that switch."""

ROLES = frozenset({SHARES_OUT, BY_ORDERS, BY_MAIL, CROWD, BY_RATING, RANKED, GENTLE})


@dataclass(frozen=True)
class OptionField:
    """One thing to choose."""

    name: str
    description: str
    values: Mapping[str, Any]  # by what they are called
    default: Any
    practice: Any
    meanings: Mapping[str, str] = field(default_factory=dict)  # of single values, by what they are called


def option_fields(options: type[msgspec.Struct]) -> dict[str, OptionField]:
    """Return the fields of *options* that may be chosen, by name, in the order of the fields.

    :raises TypeError: if a field that is offered is none of yes or no, named values, numbers from one to another.
    """
    offered = ((field, _meta(field.type)) for field in msgspec.structs.fields(options))
    return {field.name: _field(field, meta) for field, meta in offered if meta is not None}


def choose(options: type[Options], wishes: Mapping[str, str], *, practice: bool = False) -> Options:
    """Return *options* with these wishes; the rest by default.

    :param practice: whether the defaults are those of a race alone.
    :raises Refused: if a wish names no option, or a value it does not have.
    """
    fields = option_fields(options)
    given: dict[str, Any] = {name: field.practice for name, field in fields.items()} if practice else {}
    for name, value in wishes.items():
        if name not in fields:
            raise Refused(GameReason.NO_SUCH_OPTION, option=f"The option {name}", possible=list(fields))
        if value not in fields[name].values:
            raise Refused(GameReason.NO_SUCH_OPTION, option=f"{name} {value}", possible=list(fields[name].values))
        given[name] = fields[name].values[value]
    return options(**given)


def shares_out(options: msgspec.Struct) -> bool:
    """Tell whether these options share all chariots out among the players who enter."""
    return any(getattr(options, name) for name in _with_role(type(options), SHARES_OUT))


def at_pace(options: Options, is_ordered: bool, *, by_mail: bool = False, has_crowd: bool = False) -> Options:
    """Return *options* as they are at a pace that is played by orders alone, or at any other.

    :param by_mail: whether it is slower than *now*.
    :param has_crowd: whether people of a server look on.
    """
    known = {BY_ORDERS: is_ordered, BY_MAIL: by_mail, CROWD: has_crowd}
    set_ = {name: value for role, value in known.items() for name in _with_role(type(options), role)}
    return msgspec.structs.replace(options, **set_)


def is_by_rating(options: msgspec.Struct) -> bool:
    """Tell whether start places are drawn by rating."""
    return any(getattr(options, name) for name in _with_role(type(options), BY_RATING))


def is_gentle(options: msgspec.Struct) -> bool:
    """Tell whether a few gentle house drivers fill the field, where nobody says otherwise."""
    return any(getattr(options, name) for name in _with_role(type(options), GENTLE))


def with_ranking(options: Options, ranked: Sequence[Sequence[int]]) -> Options:
    """Return *options* for a race whose chariots start ranked like this; unchanged if its game ranks no chariots."""
    return msgspec.structs.replace(options, **dict.fromkeys(_with_role(type(options), RANKED), ranked))


def ranking_of(options: msgspec.Struct) -> Sequence[Sequence[int]]:
    """Return the ranking of chariots that a race by rating has begun with; empty for any other."""
    return next((getattr(options, name) for name in _with_role(type(options), RANKED)), ())


@functools.cache
def _with_role(options: type[msgspec.Struct], role: str) -> tuple[str, ...]:
    """Return the names of the fields with a role.

    :raises TypeError: if a field has a role that nothing knows.
    """
    roles = {field.name: (_note(field.type).extra or {}).get("role") for field in msgspec.structs.fields(options)}
    if unknown := {found for found in roles.values() if found is not None} - ROLES:
        raise TypeError(f"no option has the role {unknown.pop()!r}")
    return tuple(name for name, found in roles.items() if found == role)


def _meta(kind: Any) -> msgspec.Meta | None:
    """Return the note that describes a field; ``None`` if it has none."""
    note = _note(kind)
    return note if note.description else None


def _note(kind: Any) -> msgspec.Meta:
    """Return the note that a field is annotated with; an empty one if there is none."""
    notes = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    return next((note for note in notes if isinstance(note, msgspec.Meta)), msgspec.Meta())


def _field(field: Any, meta: msgspec.Meta) -> OptionField:
    values = _values(get_args(field.type)[0], meta)
    practice = (meta.extra or {}).get("practice", field.default)
    meanings = (meta.extra or {}).get("meanings", {})
    return OptionField(field.name, meta.description or "", values, field.default, practice, meanings)


def _values(kind: Any, meta: msgspec.Meta) -> dict[str, Any]:
    if get_origin(kind) is Annotated:  # a part of a union, with bounds of its own
        kind, meta = get_args(kind)[:2]
    if kind is bool:
        return dict(YES_NO)
    if kind is int and isinstance(meta.ge, int) and isinstance(meta.le, int):
        return {str(number): number for number in range(meta.ge, meta.le + 1)}
    if get_origin(kind) is Literal:
        return {str(value): value for value in get_args(kind)}
    if get_origin(kind) in (Union, UnionType):
        parts = [part for part in get_args(kind) if part is not NoneType]
        return {name: value for part in parts for name, value in _values(part, meta).items()}
    raise TypeError(f"{kind} cannot be offered")
