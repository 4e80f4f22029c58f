"""How orders for a whole turn are put to a player: three menus that matter most, then the rest."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from engine.chariot_race.data import KINDS, Face
from engine.chariot_race.order_book import ORDER_BOOK
from engine.chariot_race.orders import MOST_WISHES, AttackWish, CaltropWish, JavelinWish, Orders
from engine.chariot_race.presets import PRESETS, preset
from engine.chariot_race.views import ChariotView, RaceView
from engine.marks import ReachMark
from engine.questions import Ask
from records.values import EntryId
from words.chariot_race import notation
from words.chariot_race.dicing import ahead, standing
from words.chariot_race.dry_runs import danger_told, in_full, in_short, likely_ends
from words.chariot_race.notation import BEST, CALTROPS, JAVELINS
from words.chariot_race.ordered import CALTROPS as DROPS
from words.chariot_race.ordered import FIELDS, filled_in, kept, ordered
from words.chariot_race.ordered import JAVELINS as AIMS
from words.chariot_race.terms import FACES, SIGNS
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
from words.shared.spelling import words_of
from words.shared.telling import called
from words.shared.words import Crop, Menu, Names, Option, OrderWords, Sheet

_LINES: Mapping[str, str] = {
    "best": "Where the drive is worth most",
    "keep": "Your own lane",
    "inner": "Short, and safe up to 3 in corners",
    "middle": "Safe up to 5 in corners",
    "outer": "Long, and safe up to 7 in corners",
}
_RAMS: Mapping[str, str] = {
    "avoid": "Go around others if there is a way",
    "accept": "Ram if it is worth it",
    "seek": "Hurt as many as you can",
}
_REROLLS: Mapping[str, str] = {
    "safe": "Roll again only what is dangerous",
    "best": "Roll again whatever pays, if you wish for no faces",
}
_FORTUNES: Mapping[str, str] = {
    "keep": "Never spend fate on dice",
    "save life": "Only if you would be wrecked",
    "spend": "Also to better your drive",
}


def sheet(view: RaceView, entry: EntryId, ask: Ask | None, orders: Orders, names: Names) -> Sheet:
    """Return how *orders* are put to the driver of *entry*."""
    del ask  # nothing depends on whether it is asked now
    own = view.chariot(entry)
    come, details, marks, danger = _outcome(view, own, orders, names)
    summary = _summary(view, entry, orders, names)
    return Sheet(
        title=f"Round {max(1, view.round)}: your order for {called(names, entry)}",
        text="\n".join([summary, *come, standing(own)]),
        menus=(_speeds(own, orders), word_menu("line", "Line", _LINES, orders.line), _attacks(view, own, orders)),
        typed=notation.write(view, entry, orders),
        crop=Crop(marks, ()) if own.square is not None else None,
        presets=tuple(presets.button(name, orders) for name in PRESETS),
        more=tuple(_further(orders)),
        details="\n".join(details),
        summary=summary,
        glance=presets.shortened(_summary(view, entry, orders, names, _ALIKE).split("\n")[0]),
        silence="your last order stands, or else the rules drive",
        danger=danger,
    )


_ALIKE = ("speed", "line", "repair_at")
"""Fields that set no preset apart from another at a glance."""


def _summary(view: RaceView, entry: EntryId, orders: Orders, names: Names, untold: Sequence[str] = ()) -> str:
    """Return orders in words: the preset with what it fills in, but for *untold*, and all that differs from it."""
    base = preset(view, entry, orders.preset) if orders.preset in PRESETS else Orders()
    told = [each for each in filled_in(base) if each not in untold]
    return presets.summary(orders, base, FIELDS, told, lambda each, name: ordered(each, name, names))


def _outcome(
    view: RaceView, own: ChariotView, orders: Orders, names: Names
) -> tuple[list[str], list[str], tuple[ReachMark, ...], str]:
    """Return the possible outcomes of orders: in short, in full, as marks on the track, and their danger."""
    if own.square is None or view.is_over:
        return [OFF_THE_TRACK], [], (), ""
    run = ORDER_BOOK.dry_run(view, own.entry, orders)
    come = [ahead(view, own), *in_short(run, own)]
    return come, list(in_full(run, names)), ends_marked(likely_ends(run)), danger_told(run)


def _further(orders: Orders) -> Iterator[Menu]:
    """Yield the menus of the second page."""
    yield _wants(orders)
    yield number_menu("risk", "Risk", 12, "up to {} health beyond the least possible", orders.risk)
    yield number_menu("repair_at", "Repair", 15, "at {} health or less", orders.repair_at)
    yield word_menu("ram", "Others in the way", _RAMS, orders.ram)
    yield word_menu("reroll", "Free reroll", _REROLLS, orders.reroll)
    yield word_menu("fortune", "Fate", _FORTUNES, orders.fortune)
    yield number_menu("keep_fate", "Keep fate", 6, "{} fate you never spend", orders.keep_fate)


def _speeds(own: ChariotView, orders: Orders) -> Menu:
    options = [Option("Speed: best", BEST, "The one that leads to the best place")]
    options += [
        Option(f"Speed: {speed}", str(speed), _dice_after(own.sheet.dice[speed]))
        for speed in range(own.sheet.speed_max, -1, -1)
    ]
    known = {option.code for option in options}
    chosen = BEST if orders.speed is None else str(orders.speed)
    if chosen not in known:
        options.append(Option(f"Speed: {chosen}", chosen, "More than your board allows"))
    return Menu("speed", "Speed", tuple(options), (chosen,))


def _dice_after(count: int) -> str:
    return f"{count} {'die' if count == 1 else 'dice'} the turn after"


def _wants(orders: Orders) -> Menu:
    """Return the menu of the faces to keep; a face can be wished for twice."""
    options = [
        Option(f"Keep {'a second ' if second else ''}{FACES[face]} {SIGNS[face]}", _want(face, second))
        for face in _DEAREST
        for second in (False, True)
    ]
    chosen: list[str] = []
    for face in orders.wants:
        code = _want(face, _want(face, False) in chosen)
        chosen += [code] if code not in chosen else []
    return Menu("wants", "Dice: keep what is best", tuple(options), tuple(chosen), 0, MOST_WISHES)


_DEAREST: tuple[Face, ...] = ("steer", "attack", "plusminus", "fortuna", "sprint")


def _want(face: Face, second: bool) -> str:
    return f"{face}{'-2' if second else ''}"


def _attacks(view: RaceView, own: ChariotView, orders: Orders) -> Menu:
    options = [Option(f"Javelin at {text}", f"j-{at}") for at, text in AIMS.items()]
    options += [Option(f"Caltrop {text}", f"c-{at}") for at, text in DROPS.items()]
    for rival in view.chariots:
        if rival.entry != own.entry and rival.is_alive:
            options.append(Option(f"Javelin at {rival.entry} {rival.colour}", f"j-{rival.entry}"))
            options.append(Option(f"Caltrop before {rival.entry} {rival.colour}", f"b-{rival.entry}"))
    return attack_menu(options, map(_code, orders.attacks), MOST_WISHES)


def _code(wish: AttackWish) -> str:
    if wish.rival is not None:
        return f"{'j' if isinstance(wish, JavelinWish) else 'b'}-{wish.rival}"
    return f"{'j' if isinstance(wish, JavelinWish) else 'c'}-{wish.at}"


# What is chosen


def choose(view: RaceView, entry: EntryId, orders: Orders, menu: str, codes: Sequence[str]) -> Orders:
    """Return *orders* with the choices made in a menu.

    :raises Refused: if there is no such menu or value: it came from another version, or was made up.
    """
    own = view.chariot(entry)
    if menu == "preset" and len(codes) == 1 and codes[0] in PRESETS:
        return preset(view, entry, matching(PRESETS, codes[0]))
    menus = (
        _speeds(own, orders),
        word_menu("line", "Line", _LINES, orders.line),
        _attacks(view, own, orders),
        *_further(orders),
    )
    require_offered(menus, menu, codes)
    changed: dict[str, Any] = {menu: _value(menu, codes)}
    return presets.by_hand(orders, msgspec.structs.replace(orders, **changed), partial(preset, view, entry))


def read(view: RaceView, entry: EntryId, orders: Orders, text: str) -> Orders:
    """Return *orders* with the typed changes; a preset's name draws all up anew, and the rest changes that.

    :raises Refused: if some of it cannot be read.
    """
    return presets.by_hand(orders, notation.read(view, entry, orders, text), partial(preset, view, entry))


def _value(menu: str, codes: Sequence[str]) -> Any:
    match menu:
        case "speed":
            return None if codes[0] == BEST else int(codes[0])
        case "wants":
            return tuple(face for code in codes for face in KINDS if face == code.removesuffix("-2"))
        case "attacks":
            return tuple(map(_wish, codes))
        case "line" | "ram" | "fortune" | "reroll":
            return words_of(codes[0])
    return int(codes[0])


def _wish(code: str) -> AttackWish:
    kind, _, at = code.partition("-")
    if kind == "j":
        return JavelinWish("rival", EntryId(int(at))) if at.isdecimal() else JavelinWish(matching(JAVELINS, at))
    return CaltropWish(matching(CALTROPS, at)) if kind == "c" else CaltropWish("before", EntryId(int(at)))


def _risk(orders: Orders) -> str:
    """Return the loss of health that orders accept, in words."""
    return ordered(orders, "risk", {})


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
"""The order panel of Chariot Race."""
