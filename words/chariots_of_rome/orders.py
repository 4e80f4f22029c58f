"""How orders for a whole round are put to a player: three menus that matter most, then the rest."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from engine.chariots_of_rome.order_book import ORDER_BOOK
from engine.chariots_of_rome.orders.orders import MOST_ATTACKS, AttackWish, Gods, Orders
from engine.chariots_of_rome.orders.presets import PRESETS, preset
from engine.chariots_of_rome.position.speeds import levels
from engine.chariots_of_rome.seen.views import ChariotView, RaceView
from engine.marks import ReachMark
from engine.questions import Ask
from records.values import EntryId
from words.chariots_of_rome import abilities, notation
from words.chariots_of_rome.dry_runs import in_full, in_short, likely_ends
from words.chariots_of_rome.notation import EAGERNESS, KINDS, LINES, PAIRS, SPEEDS, WHIPS
from words.chariots_of_rome.ordered import EAGER, FIELDS, HARD, filled_in, kept, ordered
from words.chariots_of_rome.speeding import GAINS, corner_line
from words.chariots_of_rome.terms import GIFTS, LEVELS, base, level, standing
from words.shared import presets
from words.shared.codes import matching
from words.shared.order_panel import (
    OFF_THE_TRACK,
    attack_menu,
    ends_marked,
    number_menu,
    require_offered,
    word_menu,
)
from words.shared.spelling import code_of
from words.shared.telling import called, capital
from words.shared.words import Crop, Menu, Names, Option, OrderWords, Sheet

_CARDS: Sequence[tuple[str, str, int, str]] = (
    ("recover", "Recover", 6, "Speed I at {} Rattled or more; 0 for never"),
    ("corner_cards", "Corner cards", 12, "Take {} of a corner's cards, and pay for the rest"),
    ("attack_cards", "Attack cards", 4, "Take {} of the cards of a Whip or Ram"),
    ("danger_cards", "Danger cards", 6, "Take {} of the cards for overtaking or a crash"),
    ("spare_at", "Spare", 12, "Pay with Tactics at {} Endurance or less"),
    ("keep_tactics", "Keep Tactics", 8, "Keep {} in hand"),
)
"""Menus of numbers: field, title, the highest number, and the meaning of a number."""


def sheet(view: RaceView, entry: EntryId, ask: Ask | None, orders: Orders, names: Names) -> Sheet:
    """Return how *orders* are put to the driver of *entry*."""
    del ask  # nothing depends on whether it is asked now
    own = view.chariot(entry)
    come, details, marks = _outcome(view, own, orders, names)
    summary = _summary(view, own, orders, names)
    return Sheet(
        title=f"Round {max(1, view.round)}: your order for {called(names, entry)}",
        text="\n".join([summary, *come, standing(view, own)]),
        menus=(_speeds(view, own, orders), _lines(view, orders), _attacks(view, own, orders)),
        typed=notation.write(view, entry, orders),
        crop=Crop(marks, ()) if own.square is not None else None,
        presets=tuple(presets.button(name, orders) for name in PRESETS),
        more=tuple(_further(view, own, orders)),
        details="\n".join(details),
        summary=summary,
        silence="your last order stands, or else the rules drive",
    )


def _summary(view: RaceView, own: ChariotView, orders: Orders, names: Names) -> str:
    """Return orders in words: the preset with all that it fills in, and all that differs from it."""
    base_orders = preset(view, own.entry, orders.preset) if orders.preset in PRESETS else Orders()
    told = filled_in(base_orders)
    return presets.summary(orders, base_orders, FIELDS, told, lambda each, name: ordered(own, each, name, names))


def _outcome(
    view: RaceView, own: ChariotView, orders: Orders, names: Names
) -> tuple[list[str], list[str], tuple[ReachMark, ...]]:
    """Return the possible outcomes of orders: in short, in full, and as marks on the track."""
    if own.square is None or view.is_over:
        return [OFF_THE_TRACK], [], ()
    run = ORDER_BOOK.dry_run(view, own.entry, orders)
    ahead = corner_line(view, own)
    return (
        [*([ahead] if ahead else []), *in_short(run)],
        list(in_full(run, orders, names)),
        ends_marked(likely_ends(run)),
    )


# Menus


def _speeds(view: RaceView, own: ChariotView, orders: Orders) -> Menu:
    legal = levels(view, own) if own.square is not None else (1,)
    texts = {"best": "The Speed that pays most from here", "keep": f"Speed {LEVELS[own.speed]} again"}
    options = [Option(f"Speed: {word}", word, texts[word]) for word in ("best", "keep")]
    for number in (1, 2, 3):
        reach = "" if number in legal else " Out of reach now: the next lower one counts."
        options.append(
            Option(f"Speed: {level(number)}", str(number), f"{base(number)} spaces, {GAINS[number]}.{reach}")
        )
    return Menu("speed", "Speed", tuple(options), (str(orders.speed),))


def _lines(view: RaceView, orders: Orders) -> Menu:
    texts = {
        "best": "The way that pays most, step by step",
        "keep": "Your own lane, where it costs little",
        "inside": "Lane 1: short, and slow in corners",
        "outside": "The outer lane: long, and fast in corners",
    }
    lanes = range(1, view.board.lanes + 1)
    corner = next(section for section in view.board.sections if section.is_corner)
    options = [Option(f"Line: {word}", word, text) for word, text in texts.items()]
    options += [
        Option(f"Line: lane {lane}", str(lane), f"Safe Speed {corner.safe[lane - 1]} in corners") for lane in lanes
    ]
    known = {option.code for option in options}
    if str(orders.line) not in known:
        options.append(Option(f"Line: lane {orders.line}", str(orders.line), "This track has fewer lanes"))
    return Menu("line", "Line", tuple(options), (str(orders.line),))


def _attacks(view: RaceView, own: ChariotView, orders: Orders) -> Menu:
    options = [Option(f"{_verb(kind)} anybody", f"{kind}-0") for kind in ("either", "whip", "ram")]
    for rival in view.ranked():
        if rival.entry != own.entry and rival.is_alive and len(options) <= _MOST_LINES:
            name = f"{rival.entry} {rival.colour}"
            options.append(Option(f"Attack {name}", f"either-{rival.entry}"))
            options.append(Option(f"Ram {name}", f"ram-{rival.entry}"))
    return attack_menu(options, map(_code, orders.attacks), MOST_ATTACKS)


_MOST_LINES = 23


def _verb(kind: str) -> str:
    return "Attack" if kind == "either" else kind.capitalize()


def _code(wish: AttackWish) -> str:
    return f"{wish.kind}-{wish.rival or 0}"


def _further(view: RaceView, own: ChariotView, orders: Orders) -> Iterator[Menu]:
    """Yield the menus of the second page."""
    yield word_menu("whip", "Hard Driving", _meant(HARD), orders.whip)
    for name, title, most, form in _CARDS:
        yield number_menu(name, title, most, form, getattr(orders, name))
    yield word_menu("eagerness", "When to attack", _meant(EAGER), orders.eagerness)
    rivals = [(each.entry, each.colour) for each in view.chariots if each.entry != own.entry and each.is_alive]
    found = abilities.options(own, orders.ability, rivals)
    if found:
        chosen = tuple(code for code, _, is_chosen in found if is_chosen)
        options = tuple(Option(capital(label)[:100], code) for code, label, _ in found)
        yield Menu("ability", "Your charioteer", options, chosen)
    yield _gods(view, own, orders)


def _meant(texts: Mapping[str, str]) -> Mapping[str, str]:
    """Return words and their meanings, as lines of a menu."""
    return {word: capital(text) for word, text in texts.items()}


def _gods(view: RaceView, own: ChariotView, orders: Orders) -> Menu:
    """Return the menu of answers to the gods: one of each kind may be chosen."""
    thunder = [
        Option(f"Thunder: {'never pay' if pay == _NEVER else f'pay at {pay} Rattled'}", f"thunder-{pay}")
        for pay in range(_NEVER + 1)
    ]
    gifts = [
        Option(f"Gifts: {' and '.join(GIFTS[gift] for gift in pair)}", f"gifts-{'-'.join(pair)}") for pair in PAIRS
    ]
    rivals = [each for each in view.ranked() if each.entry != own.entry and each.is_alive]
    debris = [Option(f"Debris before {each.entry} {each.colour}", f"debris-{each.entry}") for each in rivals]
    options = (*thunder, Option("Trade Endurance for Tactics", "trade-yes"), *gifts, *debris)[:25]
    return Menu("gods", "The gods", options, _gods_chosen(orders.gods), 0, 4)


_NEVER = 6
"""Rattled at which nobody pays against the thunder any more."""


def _gods_chosen(gods: Gods) -> tuple[str, ...]:
    found = [f"thunder-{gods.pay_at}"]
    if gods.trade:
        found.append("trade-yes")
    if gods.gifts is not None:
        found.append(f"gifts-{'-'.join(gods.gifts)}")
    if gods.debris_before is not None:
        found.append(f"debris-{gods.debris_before}")
    return tuple(found)


def _answered(now: Gods, codes: Sequence[str]) -> Gods:
    """Return the answers chosen: of two of a kind the one that is new; the usual one where there is none."""
    old, found = _gods_chosen(now), dict[str, str]()
    for code in sorted(codes, key=lambda each: each not in old):
        kind, _, value = code.partition("-")
        found[kind] = value
    pair = next((each for each in PAIRS if "-".join(each) == found.get("gifts")), None)
    before = EntryId(int(found["debris"])) if "debris" in found else None
    return Gods(pair, int(found.get("thunder", Gods().pay_at)), before, "trade" in found)


# What is chosen


def choose(view: RaceView, entry: EntryId, orders: Orders, menu: str, codes: Sequence[str]) -> Orders:
    """Return *orders* with the choices made in a menu.

    :raises Refused: if there is no such menu or value: it came from another version, or was made up.
    """
    own = view.chariot(entry)
    if menu == "preset" and len(codes) == 1 and codes[0] in PRESETS:
        return preset(view, entry, matching(PRESETS, codes[0]))
    menus = (_speeds(view, own, orders), _lines(view, orders), _attacks(view, own, orders))
    require_offered((*menus, *_further(view, own, orders)), menu, codes)
    changed: dict[str, Any] = {menu: _value(own, orders, menu, codes)}
    return presets.by_hand(orders, msgspec.structs.replace(orders, **changed), partial(preset, view, entry))


def read(view: RaceView, entry: EntryId, orders: Orders, text: str) -> Orders:
    """Return *orders* with the typed changes; a preset's name draws all up anew, and the rest changes that.

    :raises Refused: if some of it cannot be read.
    """
    return presets.by_hand(orders, notation.read(view, entry, orders, text), partial(preset, view, entry))


def _value(own: ChariotView, orders: Orders, menu: str, codes: Sequence[str]) -> Any:
    words: Mapping[str, Sequence[Any]] = {"speed": SPEEDS, "line": LINES, "whip": WHIPS, "eagerness": EAGERNESS}
    match menu:
        case "attacks":
            return tuple(map(_wish, codes))
        case "ability":
            return abilities.chosen(own, orders.ability, codes[0])
        case "gods":
            return _answered(orders.gods, codes)
        case _ if menu in words:
            return next(value for value in words[menu] if code_of(str(value)) == codes[0])
    return int(codes[0])


def _wish(code: str) -> AttackWish:
    kind, _, rival = code.partition("-")
    return AttackWish(EntryId(int(rival)) if rival != "0" else None, matching(KINDS.values(), kind))


def _risk(orders: Orders) -> str:
    """Return how many cards orders accept of corners, and of overtaking and crashes."""
    return f"{orders.corner_cards} Corner and {orders.danger_cards} Danger cards"


WORDS = OrderWords(
    sheet=sheet,
    choose=choose,
    read=read,
    write=notation.write,
    example=notation.example,
    risk=_risk,
    kept=kept,
    waited_for="an order for the round",
)
"""The order panel of Chariots of Rome."""
