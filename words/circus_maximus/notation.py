"""Orders for a turn as a player types them: one line, such as ``16, line 2, strain 2, ram blue car if beside``.

Pieces stand in any order, with or without commas between. Fields that are not named stay as they were; the first attack
that is named takes the place of all that were named before.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, get_args

from engine.circus_maximus.orders.orders import MOST_WISHES, AttackWish, Orders, Weapons
from engine.circus_maximus.orders.presets import PRESETS, preset
from engine.circus_maximus.printed import editions
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words.asks import Target
from engine.options import OptionField, option_fields
from records.values import EntryId
from words.shared.typed import Draft, Typed, by_word, read_orders

FIELDS: Mapping[str, OptionField] = option_fields(Orders)
CLAUSES: Mapping[str, str] = {
    "speed": "speed",
    "line": "line",
    "strain": "corner_strain",
    "whip": "whip",
    "gain": "take_gain",
    "if": "eagerness",
    "attacks": "most_attacks",
    "defend": "defend",
    "keep": "keep_back",
    "wreck": "wreck",
    "blocked": "blocked",
    "cut": "cut_free",
    "grabbed": "keep_whip",
    "free": "get_free",
}
"""The word each field is typed with."""

WEAPONS: tuple[Weapons, ...] = get_args(Weapons)
TARGETS: tuple[Target, ...] = get_args(Target)
_ANYBODY = ("anybody", "anyone", "any")
_ADVANCED = ("wreck", "free")
"""Clauses about wrecks and dragged drivers, which only the Advanced Game has."""

_TERSE = ("speed", "line", "corner_strain", "whip", "defend")
"""Fields that are written even where they are as usual."""


def read(view: RaceView, entry: EntryId, orders: Orders, text: str) -> Orders:
    """Return *orders* with the typed changes.

    :raises Refused: if it cannot read some of it, with the place and the words that would do there.
    """
    words = Typed(text, book="Circus Maximus")
    return read_orders(orders, words, partial(_clause, view, entry), example(view, entry), MOST_WISHES)


def _clause(view: RaceView, entry: EntryId, draft: Draft) -> None:
    """Read one clause into the changes, or into the attacks wished for."""
    words, changes = draft.words, draft.changes
    speeds = list(FIELDS["speed"].values)
    if name := words.take(PRESETS):
        draft.take_over(preset(view, entry, name))
    elif words.take(["no attacks", "no attack"]):
        draft.attack_nobody()
    elif means := words.take(WEAPONS):
        rivals = rivals_by_word(view, entry)
        rival = words.one_of([*rivals, *_ANYBODY], means)
        draft.wishes.append(AttackWish(rivals.get(rival), means, words.take(TARGETS)))
    elif clause := words.take(list(CLAUSES)):
        values = FIELDS[CLAUSES[clause]].values
        changes[CLAUSES[clause]] = values[words.one_of(list(values), clause)]
    elif speed := words.take([] if "speed" in changes else speeds):
        changes["speed"] = FIELDS["speed"].values[speed]
    else:
        raise words.refuse([*_speeds_offered(changes), *PRESETS, *clauses_of(view), *weapons_of(view), "no attacks"])


def clauses_of(view: RaceView) -> list[str]:
    """Return the words of the clauses that mean something in this edition."""
    return [clause for clause in CLAUSES if edition_of(view.options).leaves_wrecks or clause not in _ADVANCED]


def weapons_of(view: RaceView) -> list[Weapons]:
    """Return the weapons of this race; the small knife flies with the option alone (16.2)."""
    has = {*editions.weapons_of(view.options), *(["small knife"] if view.options.knife else [])}
    return [each for each in WEAPONS if each in ("lash", "ram") or each in has]


def example(view: RaceView, entry: EntryId) -> str:
    """Return an order that this player could type: it attacks somebody else."""
    rivals = [colour for colour in rivals_by_word(view, entry) if not colour.isdecimal()]
    return f"16, line 2, strain 2, ram {next(iter(rivals), 'anybody')} car if beside, defend brake"


def _speeds_offered(changes: Mapping[str, Any]) -> list[str]:
    """Return the words for a speed that may still be written; none if there is one already."""
    numbers = [value for value in FIELDS["speed"].values.values() if isinstance(value, int)]
    return [] if "speed" in changes else [f"a speed from {min(numbers)} to {max(numbers)}"]


def rivals_by_word(view: RaceView, entry: EntryId) -> dict[str, EntryId]:
    """Return the rivals by their words for typing: colour or number."""
    return by_word(chariot for chariot in view.chariots if chariot.entry != entry)


def write(view: RaceView, _entry: EntryId, orders: Orders) -> str:
    """Return *orders* as they are typed; fields as usual are left out, but for the most important ones."""
    return ", ".join(_written(view, orders))


def _written(view: RaceView, orders: Orders) -> Iterator[str]:
    usual = Orders()
    for clause, name in CLAUSES.items():
        value = getattr(orders, name)
        if name == "eagerness":
            yield from _attacks(view, orders)
        elif name in _TERSE or value != getattr(usual, name):
            yield f"{'' if name == 'speed' else clause + ' '}{value_name(name, value)}"


def _attacks(view: RaceView, orders: Orders) -> Iterator[str]:
    colours = {chariot.entry: chariot.colour for chariot in view.chariots}
    written = [
        f"{wish.means} {colours.get(wish.rival, 'anybody') if wish.rival else 'anybody'}"
        f"{f' {wish.target}' if wish.target else ''}"
        for wish in orders.attacks
    ]
    eager = f"if {orders.eagerness}"
    if written:
        yield ", ".join(written) + f" {eager}"
    elif orders.eagerness != Orders().eagerness:
        yield eager


def value_name(field: str, value: object) -> str:
    """Return the name of a field's value."""
    return next(name for name, each in FIELDS[field].values.items() if each == value and type(each) is type(value))
