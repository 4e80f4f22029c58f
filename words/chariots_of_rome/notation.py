"""Orders for a round as a player types them: one line, such as ``speed 2, line inside, whip red``.

Pieces stand in any order, with or without commas between. Fields that are not named stay as they were; the first Attack
that is named takes the place of all that were named before.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import combinations_with_replacement
from typing import Any, Literal, get_args

from msgspec.structs import replace

from engine.chariots_of_rome.orders.orders import MOST_ATTACKS, AttackWish, Gods, Orders
from engine.chariots_of_rome.orders.presets import PRESETS, preset
from engine.chariots_of_rome.seen.views import RaceView
from engine.chariots_of_rome.words.answers import Gift
from records.values import EntryId
from words.chariots_of_rome.abilities import read_ability, write_ability
from words.shared.codes import matching
from words.shared.typed import Draft, Typed, by_word, read_orders

EXAMPLE = "speed best, hard straight, line inside, corner cards 2, spare at 4, attack red, hunt"
_SAID_AS = {"and": "", "the": "", "lane": "line", "card": "cards"}

NUMBERS: Mapping[str, tuple[str, int]] = {
    "recover": ("recover", 6),
    "corner cards": ("corner_cards", 12),
    "attack cards": ("attack_cards", 4),
    "danger cards": ("danger_cards", 6),
    "spare at": ("spare_at", 12),
    "keep tactics": ("keep_tactics", 8),
}
"""The words of each field that is a number, the field, and the most it takes; 0 is the least."""

SPEEDS: tuple[Any, ...] = ("best", "keep", 1, 2, 3)
LINES: tuple[Any, ...] = ("best", "keep", "inside", "outside", 1, 2, 3, 4, 5, 6)
WHIPS = ("best", "never", "free", "straight", "last lap", "always")
EAGERNESS = ("passing", "best", "hunt")

CHOICES: Mapping[str, tuple[str, tuple[Any, ...]]] = {
    "speed": ("speed", SPEEDS),
    "hard": ("whip", WHIPS),
    "line": ("line", LINES),
    "attack when": ("eagerness", EAGERNESS),
}
"""The words of each field that takes one of some words or numbers."""

KINDS: Mapping[str, Literal["whip", "ram", "either"]] = {"whip": "whip", "ram": "ram", "attack": "either"}
"""The word of each kind of Attack, and the kind."""

PAIRS: tuple[tuple[Gift, Gift], ...] = tuple(combinations_with_replacement(sorted(get_args(Gift)), 2))
"""Gifts of F01, in the order in which an answer names them."""

CLAUSES = (
    *NUMBERS,
    *CHOICES,
    *KINDS,
    "no attacks",
    "hunt",
    "thunder at",
    "trade",
    "no trade",
    "gifts",
    "debris before",
    "ability",
)


def read(view: RaceView, entry: EntryId, orders: Orders, text: str) -> Orders:
    """Return *orders* with the typed changes.

    :raises Refused: if it cannot read some of it, with the place and the words that would do there.
    """
    words = Typed(text, _SAID_AS, book="Chariots of Rome")
    clause = partial(_clause, view, entry, orders)
    return read_orders(orders, words, clause, example(view, entry), MOST_ATTACKS)


def _clause(view: RaceView, entry: EntryId, orders: Orders, draft: Draft) -> None:
    """Read one clause into the changes, or into the Attacks wished for."""
    words, changes = draft.words, draft.changes
    clause: str = words.one_of([*PRESETS, *CLAUSES]) if not words.take(["no attack"]) else "no attacks"
    if clause == "attack" and not _names_rival(view, entry, words):
        draft.take_over(preset(view, entry, "attack"))
    elif clause in KINDS:
        draft.wishes.append(_wish(view, entry, words, clause))
    elif clause in PRESETS:
        draft.take_over(preset(view, entry, matching(PRESETS, clause)))
    elif clause in NUMBERS:
        name, most = NUMBERS[clause]
        changes[name] = words.number(most, clause)
    elif clause in CHOICES:
        name, values = CHOICES[clause]
        known = {str(value): value for value in values}
        changes[name] = known[words.one_of(list(known), clause)]
    else:
        _small_clause(view, entry, orders, draft, clause)


def _small_clause(view: RaceView, entry: EntryId, orders: Orders, draft: Draft, clause: str) -> None:
    words, changes = draft.words, draft.changes
    gods: Gods = changes.get("gods", orders.gods)
    match clause:
        case "no attacks":
            draft.attack_nobody()
        case "hunt":
            changes["eagerness"] = "hunt"
        case "thunder at":
            changes["gods"] = replace(gods, pay_at=words.number(6, clause))
        case "trade" | "no trade":
            changes["gods"] = replace(gods, trade=clause == "trade")
        case "gifts":
            changes["gods"] = replace(gods, gifts=_pair(words))
        case "debris before":
            rivals = rivals_by_word(view, entry)
            rival = rivals[words.one_of(list(rivals), clause)]
            changes["gods"] = replace(gods, debris_before=rival)
        case "ability":
            own = view.chariot(entry)
            changes["ability"] = read_ability(
                own, changes.get("ability", orders.ability), words, rivals_by_word(view, entry)
            )


def _pair(words: Typed) -> tuple[Gift, Gift] | None:
    """Read two gifts; ``usual`` for the card's default ones."""
    if words.take(["usual"]):
        return None
    kinds = [*sorted(get_args(Gift)), "usual"]
    one, other = sorted((words.one_of(kinds, "gifts"), words.one_of(kinds[:-1], "gifts")))
    return next(pair for pair in PAIRS if pair == (one, other))


def _names_rival(view: RaceView, entry: EntryId, words: Typed) -> bool:
    """Tell whether a rival stands next; the word before is then no preset."""
    return words.sees(["anybody", *rivals_by_word(view, entry)])


def _wish(view: RaceView, entry: EntryId, words: Typed, kind: str) -> AttackWish:
    rivals = rivals_by_word(view, entry)
    at = words.one_of(["anybody", *rivals], kind)
    return AttackWish(rivals.get(at), KINDS[kind])


def example(_view: RaceView, _entry: EntryId) -> str:
    """Return an order that a player could type."""
    return EXAMPLE


def rivals_by_word(view: RaceView, entry: EntryId) -> dict[str, EntryId]:
    """Return the rivals by their words for typing: colour or number."""
    return by_word(each for each in view.chariots if each.entry != entry and each.is_alive)


def write(view: RaceView, entry: EntryId, orders: Orders) -> str:
    """Return *orders* as they are typed; fields as usual are left out, but for speed and line."""
    return ", ".join(_written(view, entry, orders))


def _written(view: RaceView, entry: EntryId, orders: Orders) -> Iterator[str]:
    usual = Orders()
    yield f"speed {orders.speed}"
    yield f"line {orders.line}"
    for clause, (name, _) in {**CHOICES, **NUMBERS}.items():
        if name not in ("speed", "line") and getattr(orders, name) != getattr(usual, name):
            yield f"{clause} {getattr(orders, name)}"
    for wish in orders.attacks:
        yield f"{'attack' if wish.kind == 'either' else wish.kind} {aim(view, wish)}"
    if orders.gods.pay_at != usual.gods.pay_at:
        yield f"thunder at {orders.gods.pay_at}"
    if orders.gods.trade:
        yield "trade"
    if orders.gods.gifts is not None:
        yield f"gifts {' '.join(orders.gods.gifts)}"
    if orders.gods.debris_before is not None:
        yield f"debris before {_colours(view)[orders.gods.debris_before]}"
    ability = write_ability(view.chariot(entry), orders.ability, _colours(view))
    if ability:
        yield f"ability {ability}"


def _colours(view: RaceView) -> dict[EntryId, str]:
    return {chariot.entry: chariot.colour for chariot in view.chariots}


def aim(view: RaceView, wish: AttackWish) -> str:
    """Return the rival that an Attack is for, as it is typed."""
    return "anybody" if wish.rival is None else _colours(view).get(wish.rival, "anybody")
