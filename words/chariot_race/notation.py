"""Orders for a turn as a player types them: one line, such as ``speed 7, line outer, javelin ahead``.

Pieces stand in any order, with or without commas between. Fields that are not named stay as they were; the first attack
that is named takes the place of all that were named before.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import get_args

from engine.chariot_race.data import KINDS
from engine.chariot_race.orders import (
    MOST_WISHES,
    AttackWish,
    CaltropAt,
    CaltropWish,
    Fortune,
    JavelinAt,
    JavelinWish,
    Line,
    Orders,
    Ram,
    Rerolls,
)
from engine.chariot_race.presets import PRESETS, preset
from engine.chariot_race.views import RaceView
from records.values import EntryId
from words.shared.typed import Draft, Typed, by_word, read_orders

EXAMPLE = "speed 7, line outer, risk 1, want steer attack, javelin ahead, caltrop last"
BEST = "best"
_NONE = "none"
_SAID_AS = {"at": "", "and": "", "the": "", "wants": "want"}  # "repair at 8", "javelin at red"

NUMBERS: Mapping[str, tuple[str, int]] = {
    "repair": ("repair_at", 15),
    "keep fate": ("keep_fate", 6),
    "risk": ("risk", 12),
}
"""The word of each field that is a number, the field, and the most it takes; 0 is the least."""

CHOICES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "fortune": ("fortune", get_args(Fortune)),
    "line": ("line", get_args(Line)),
    "ram": ("ram", get_args(Ram)),
    "reroll": ("reroll", get_args(Rerolls)),
}
"""The word of each field that takes one of some words."""

JAVELINS: tuple[JavelinAt, ...] = ("ahead", "leader", "weakest", "anybody")
CALTROPS: tuple[CaltropAt, ...] = ("last", "first")
CLAUSES = ("speed", "want", *NUMBERS, *CHOICES, "javelin", "caltrop", "no attacks")


def read(view: RaceView, entry: EntryId, orders: Orders, text: str) -> Orders:
    """Return *orders* with the typed changes.

    :raises Refused: if it cannot read some of it, with the place and the words that would do there.
    """
    words = Typed(text, _SAID_AS, book="Chariot Race")
    return read_orders(orders, words, partial(_clause, view, entry), example(view, entry), MOST_WISHES)


def _clause(view: RaceView, entry: EntryId, draft: Draft) -> None:
    """Read one clause into the changes, or into the attacks wished for."""
    words, changes = draft.words, draft.changes
    if judgement := words.take(PRESETS):
        draft.take_over(preset(view, entry, judgement))
        return
    clause = words.one_of([*PRESETS, *CLAUSES])
    match clause:
        case "no attacks":
            draft.attack_nobody()
        case "speed":
            speed = words.one_of([BEST, *map(str, range(13))], clause)
            changes["speed"] = None if speed == BEST else int(speed)
        case "want":
            changes["wants"] = _wants(words)
        case "javelin" | "caltrop":
            draft.wishes.append(_wish(view, entry, words, clause))
        case _ if clause in NUMBERS:
            name, most = NUMBERS[clause]
            changes[name] = words.number(most, clause)
        case _:
            name, values = CHOICES[clause]
            changes[name] = words.one_of(values, clause)


def _wants(words: Typed) -> tuple[str, ...]:
    """Read the faces that are wished for; ``best`` for none in particular."""
    if words.take([BEST]):
        return ()
    faces = [words.one_of(KINDS, "want")]
    while len(faces) < MOST_WISHES and (face := words.take(KINDS)):
        faces.append(face)
    return tuple(faces)


def _wish(view: RaceView, entry: EntryId, words: Typed, weapon: str) -> AttackWish:
    rivals = rivals_by_word(view, entry)
    if weapon == "javelin":
        if at := words.take(JAVELINS):
            return JavelinWish(at)
        return JavelinWish("rival", rivals[words.one_of([*JAVELINS, *rivals], weapon)])
    if words.take(["before"]):
        return CaltropWish("before", rivals[words.one_of(list(rivals), "before")])
    return CaltropWish(words.one_of([*CALTROPS, "before"], weapon))


def example(_view: RaceView, _entry: EntryId) -> str:
    """Return an order that a player could type."""
    return EXAMPLE


def rivals_by_word(view: RaceView, entry: EntryId) -> dict[str, EntryId]:
    """Return the rivals by their words for typing: colour or number."""
    return by_word(each for each in view.chariots if each.entry != entry and each.is_alive)


def write(view: RaceView, _entry: EntryId, orders: Orders) -> str:
    """Return *orders* as they are typed; fields as usual are left out, but for speed and line."""
    return ", ".join(_written(view, orders))


def _written(view: RaceView, orders: Orders) -> Iterator[str]:
    usual = Orders()
    yield f"speed {BEST if orders.speed is None else orders.speed}"
    yield f"line {orders.line}"
    if orders.wants:
        yield f"want {' '.join(orders.wants)}"
    for clause, (name, _) in {**NUMBERS, **CHOICES}.items():
        if name != "line" and getattr(orders, name) != getattr(usual, name):
            yield f"{clause} {getattr(orders, name)}"
    for wish in orders.attacks:
        yield f"{'javelin' if isinstance(wish, JavelinWish) else 'caltrop'} {aim(view, wish)}"


def aim(view: RaceView, wish: AttackWish) -> str:
    """Return where an attack goes, as it is typed."""
    colours = {chariot.entry: chariot.colour for chariot in view.chariots}
    rival = colours.get(wish.rival, "nobody") if wish.rival is not None else ""
    return rival if wish.at == "rival" else f"{wish.at} {rival}".strip()
