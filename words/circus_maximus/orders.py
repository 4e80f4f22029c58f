"""How orders for a whole turn are put to a player: what they read, and a menu for each thing to order."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from engine.circus_maximus.orders.dry_run import dry_run
from engine.circus_maximus.orders.orders import MOST_WISHES, AttackWish, Orders, Weapons
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.asks import Target, WriteSpeed
from engine.game import Ask, Reason, Refused
from records.values import EntryId, Square
from words.circus_maximus import notation
from words.circus_maximus.controls import outlook, speed_hint
from words.circus_maximus.dry_runs import in_words
from words.circus_maximus.notation import FIELDS, value_name
from words.circus_maximus.refusals import refusal
from words.shared.words import Crop, Menu, Names, Option, OrderWords, Sheet

ANYBODY = "0"
MOST_SPEEDS = 21
"""Numbers in the menu of speeds, the highest first; the others may be typed."""

MOST_RIVALS = 24

_SPEEDS: Mapping[str, str] = {
    "best": "What gets you through the coming corner quickest",
    "corner": "The most that the corner allows with the strain you accept",
    "last": "As last turn",
    "highest": "The most your team can go",
}
_LINES: Mapping[str, str] = {
    "best": "The lane that costs least",
    "keep": "Your own lane",
    "inside": "The innermost lane that can be reached",
    "outside": "The outermost lane that can be reached",
}
_WHIPS: Mapping[str, str] = {
    "never": "Save endurance",
    "straight": "Where a die more cannot lead you into a corner",
    "last straight": "Only in the sprint for the line",
    "always": "Whenever the rules let you",
}
_EAGER: Mapping[str, str] = {
    "spare": "Only with factors that would be lost: it costs no way",
    "beside": "Whom you come to stand beside on your way",
    "hunt": "Leave your line to come beside those named",
}
_DEFENCES: Mapping[str, str] = {
    "hold": "Take the blow and keep your way",
    "brake": "Brake out of the way, for endurance",
    "evade": "Change the lane, for factors of the next move",
    "either": "Whichever costs less",
}
_WRECKS: Mapping[str, str] = {
    "around": "Around it if there is a way, else over it",
    "over": "Over it, as your line leads",
    "brake": "Stop short if there is no way around",
}
_BLOCKED: Mapping[str, str] = {
    "slip": "Slip aside a lane",
    "brake": "Burn the factors, for endurance",
    "attack": "Attack who is in reach",
    "run into": "Run into the one ahead, if you can't slip",
}
_MEANS: Mapping[str, tuple[str, Weapons, Target | None]] = {
    "ram": ("Ram, whatever is in reach", "ram", None),
    "ram-team": ("Ram the team", "ram", "team"),
    "ram-car": ("Ram the car", "ram", "car"),
    "lash-driver": ("Lash the driver", "lash", "driver"),
    "lash-team": ("Lash the team", "lash", "team"),
    "dust": ("Throw dust", "dust", None),
    "knife": ("Throw the knife", "knife", None),
    "small-knife": ("Throw the small knife", "small knife", None),
    "spear": ("Thrust the spear", "spear", None),
}
_SWITCHES: Mapping[str, tuple[str, str]] = {
    "take_gain": ("Take what lashes give", "A factor that a lash on your team offers, if it is safe (9.41)"),
    "cut_free": ("Cut a dead horse free", "Try it as long as it hangs in the traces (9.53)"),
    "keep_whip": ("Keep a grabbed whip", "That you catch from an attacker (9.42)"),
    "get_free": ("Cut the reins when dragged", "Your driver tries to get free, but not past the finish line (16.2)"),
}
_ADVANCED: tuple[str, ...] = ("wreck", "get_free")
"""What only an edition with wrecks and dragged drivers knows."""


def sheet(view: RaceView, entry: EntryId, ask: Ask | None, orders: Orders, names: Names) -> Sheet:
    """Return how *orders* are put to the driver of *entry*."""
    own, written = view.chariot(entry), notation.write(view, entry, orders)
    path, come = _outcome(view, entry, orders, names)
    text = [f"{_most(view, own, ask)} {outlook(own)}".strip(), f"**Ordered** `{written}`", *come]
    return Sheet(
        title=f"Turn {max(1, view.turn)}: your order for {names[entry]}",
        text="\n".join(text),
        menus=tuple(_menus(view, own, ask, orders, names)),
        typed=written,
        crop=Crop((), path) if path else None,
    )


def _outcome(view: RaceView, entry: EntryId, orders: Orders, names: Names) -> tuple[tuple[Square, ...], list[str]]:
    """Return the way that orders lead if nobody is in it, and what comes of them in words."""
    own = view.chariot(entry)
    if own.square is None:
        return (), []
    try:
        run = dry_run(view, entry, orders)
    except Refused as refused:
        why = refusal(refused, names) or "Nobody can drive this chariot now. Orders count when it can be driven again."
        return (own.square,), [f"⚠️ {why}"]
    alone = run.alone or run.course
    return (own.square, *alone.forecast.path), list(in_words(run, names))


def _most(view: RaceView, own: ChariotView, ask: Ask | None) -> str:
    start = " A die comes off it for the standing start. (rule 6.9)" if view.turn == 1 else ""
    return f"You can go **{_highest(own, ask)}** at most.{start}"


def _highest(own: ChariotView, ask: Ask | None) -> int:
    question = ask.question if ask is not None else None
    return question.highest if isinstance(question, WriteSpeed) else own.max_speed


def _menus(view: RaceView, own: ChariotView, ask: Ask | None, orders: Orders, names: Names) -> Iterator[Menu]:
    yield _speeds(own, ask, orders)
    yield _lines(orders)
    yield _named("corner_strain", "Strain in corners", orders, {}, "up to {} over the safe speed")
    yield _named("whip", "Strain the team", orders, _WHIPS)
    yield _whom(view, own, orders, names)
    yield _means(view, orders)
    yield _named("eagerness", "How eagerly", orders, _EAGER)
    yield _named("defend", "When attacked", orders, _DEFENCES)
    yield _named("keep_back", "Keep back", orders, {}, "{} endurance, whatever attacks come", most=25)
    if edition_of(view.options).leaves_wrecks:
        yield _named("wreck", "At a wreck", orders, _WRECKS)
    yield _named("blocked", "Road blocked", orders, _BLOCKED)
    yield _switches(view, orders)


def _speeds(own: ChariotView, ask: Ask | None, orders: Orders) -> Menu:
    highest = _highest(own, ask)
    numbers = list(range(highest, -1, -1))[:MOST_SPEEDS]
    if type(orders.speed) is int and orders.speed not in numbers:
        numbers = [*numbers[:-1], orders.speed]
    options = [Option(f"Speed: {name}", name, text) for name, text in _SPEEDS.items()]
    options += [Option(f"Speed: {number}", str(number), speed_hint(own, number)) for number in numbers]
    return Menu("speed", "Speed", tuple(options), (value_name("speed", orders.speed),))


def _lines(orders: Orders) -> Menu:
    lanes = {str(lane): f"Lane {lane} at the corner" for lane in range(1, TRACK.data.lanes + 1)}
    texts = {**_LINES, **lanes}
    return _menu("line", "Line", orders, list(texts), texts)


def _named(name: str, title: str, orders: Orders, texts: Mapping[str, str], form: str = "", most: int = 25) -> Menu:
    """Return the menu of a field with its values, each with what it means."""
    values = list(FIELDS[name].values)[:most]
    return _menu(name, title, orders, values, texts or {value: form.format(value) for value in values})


def _menu(name: str, title: str, orders: Orders, values: Sequence[str], texts: Mapping[str, str]) -> Menu:
    chosen = value_name(name, getattr(orders, name))
    shown = [*values, *([chosen] if chosen not in values else [])]
    options = tuple(Option(f"{title}: {value}", value, texts.get(value, "")) for value in shown)
    return Menu(name, title, options[-25:], (chosen,))


def _whom(view: RaceView, own: ChariotView, orders: Orders, names: Names) -> Menu:
    rivals = [each for each in view.chariots if _may_be_attacked(own, each)][:MOST_RIVALS]
    options = [Option("Attack anybody in reach", ANYBODY)]
    options += [Option(f"Attack {plain(names[each.entry])}", str(each.entry), _lane(each)) for each in rivals]
    known = {option.code for option in options}
    chosen = dict.fromkeys(ANYBODY if wish.rival is None else str(wish.rival) for wish in orders.attacks)
    shown = tuple(code for code in chosen if code in known)
    return Menu("whom", "Attack nobody", tuple(options), shown, 0, min(MOST_WISHES, len(options)))


def _may_be_attacked(own: ChariotView, rival: ChariotView) -> bool:
    return rival.entry not in (own.entry, own.ally) and rival.square is not None


def _lane(rival: ChariotView) -> str:
    return f"at {rival.square}, lane {rival.lane}"


def plain(name: str) -> str:
    """Return a chariot's name without its formatting, for a label.

    >>> plain("🔴 **1 Max\\\\_imus**")
    '🔴 1 Max_imus'
    """
    return re.sub(r"\\(.)", r"\1", name.replace("**", ""))


def _means(view: RaceView, orders: Orders) -> Menu:
    allowed = [code for code, (_, means, _) in _MEANS.items() if _is_known(view, means)]
    chosen = dict.fromkeys(_code_of(wish) for wish in orders.attacks)
    options = tuple(Option(_MEANS[code][0], code) for code in allowed)
    return Menu("means", "With what: ram", options, tuple(each for each in chosen if each in allowed), 0, len(options))


def _is_known(view: RaceView, means: Weapons) -> bool:
    options = view.options
    weapons: Mapping[str, bool] = {
        "dust": options.dust,
        "knife": options.knife,
        "small knife": options.knife,
        "spear": options.spear,
    }
    return weapons.get(means, True)


def _code_of(wish: AttackWish) -> str:
    """Return the code of what a wish is carried out with; of a weapon with several targets the first that fits."""
    same = [code for code, (_, means, target) in _MEANS.items() if (means, target) == (wish.means, wish.target)]
    return (same or [code for code, (_, means, _) in _MEANS.items() if means == wish.means])[0]


def _switches(view: RaceView, orders: Orders) -> Menu:
    known = _shown_switches(view)
    options = tuple(Option(_SWITCHES[name][0], name, _SWITCHES[name][1]) for name in known)
    chosen = tuple(name for name in known if getattr(orders, name) not in (False, "never"))
    return Menu("switches", "None of the small things", options, chosen, 0, len(options))


def _shown_switches(view: RaceView) -> list[str]:
    return [name for name in _SWITCHES if edition_of(view.options).leaves_wrecks or name not in _ADVANCED]


# What is chosen


def choose(view: RaceView, entry: EntryId, orders: Orders, menu: str, codes: Sequence[str]) -> Orders:
    """Return *orders* with what was chosen in a menu.

    :raises Refused: if there is no such menu or value: it came from another version, or was made up.
    """
    match menu:
        case "whom":
            rivals = [_rival(view, entry, code) for code in codes]
            return _with_attacks(orders, rivals, [_code_of(wish) for wish in orders.attacks] or ["ram"])
        case "means":
            rivals = [wish.rival for wish in orders.attacks] or [None]
            return _with_attacks(orders, rivals, _known(list(_MEANS), codes))
        case "switches":
            return _switched(view, orders, _known(list(_SWITCHES), codes))
    if menu not in FIELDS or len(codes) != 1:
        raise Refused(Reason.NO_SUCH_OPTION, option=menu, possible=list(FIELDS))
    (code,) = _known(list(FIELDS[menu].values), codes)
    changed: dict[str, Any] = {menu: FIELDS[menu].values[code]}
    return msgspec.structs.replace(orders, **changed)


def _known(possible: Sequence[str], codes: Sequence[str]) -> list[str]:
    for code in codes:
        if code not in possible:
            raise Refused(Reason.NO_SUCH_OPTION, option=code, possible=list(possible))
    return list(codes)


def _rival(view: RaceView, entry: EntryId, code: str) -> EntryId | None:
    others = {str(chariot.entry): chariot.entry for chariot in view.chariots if chariot.entry != entry}
    (code,) = _known([ANYBODY, *others], [code])
    return others.get(code)


def _with_attacks(orders: Orders, rivals: Sequence[EntryId | None], means: Sequence[str]) -> Orders:
    """Return *orders* with an attack on each of *rivals* with each of *means*, the first ones."""
    wishes = [AttackWish(rival, *_MEANS[code][1:]) for rival in dict.fromkeys(rivals) for code in dict.fromkeys(means)]
    return msgspec.structs.replace(orders, attacks=tuple(wishes[:MOST_WISHES]))


def _switched(view: RaceView, orders: Orders, on: Sequence[str]) -> Orders:
    """Return *orders* with the small things that are *on*; what is not shown stays as it is."""
    changes: dict[str, Any] = {name: name in on for name in _shown_switches(view)}
    gain = orders.take_gain if orders.take_gain != "never" else "if safe"
    changes["take_gain"] = gain if "take_gain" in on else "never"
    return msgspec.structs.replace(orders, **changes)


WORDS = OrderWords(sheet=sheet, choose=choose, read=notation.read, write=notation.write)
"""The order panel of Circus Maximus."""
