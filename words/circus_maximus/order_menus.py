"""The menus of an order for a turn: three on the first page, the others behind *More…*."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from engine.circus_maximus.orders.orders import MOST_WISHES, AttackWish, Orders, Weapons
from engine.circus_maximus.position.reach import attack_cost
from engine.circus_maximus.printed.editions import Edition, edition_of
from engine.circus_maximus.printed.odds import OF_THREE, strain_odds
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.asks import Attack, Target, WriteSpeed
from engine.questions import Ask
from words.circus_maximus.chances import blow_of
from words.circus_maximus.controls import offered_speeds, speed_hints
from words.circus_maximus.in_short import in_ten, odds_line
from words.circus_maximus.notation import FIELDS, value_name, weapons_of
from words.circus_maximus.numbers import rule
from words.circus_maximus.story import squares
from words.shared.names import unformatted
from words.shared.words import Menu, Names, Option

ANYBODY = "0"
MOST_SPEEDS = 21
"""Numbers in the menu of speeds; the others may be typed."""

MOST_RIVALS = 24

_SPEEDS: Mapping[str, str] = {
    "best": "What gets you through the coming corner quickest",
    "corner": "The most that the corner allows with the strain you accept",
    "last": "As last turn",
    "highest": "The most your team can go",
}
MOST_STRAIN = 12
"""Points over the safe speed, at most."""

_LINE_LABELS: Mapping[str, str] = {
    "best": "The best line",
    "keep": "Keep your lane",
    "inside": "As far inside as you can",
    "outside": "As far outside as you can",
}
_LINES: Mapping[str, str] = {
    "best": "The lane that costs least",
    "keep": "Your own lane",
    "inside": "The innermost lane that can be reached",
    "outside": "The outermost lane that can be reached",
}
_WHIPS: Mapping[str, str] = {
    "never": "Save endurance",
    "straight": "Where one die more can't take you into a corner",
    "last straight": "Only in the sprint for the line",
    "always": "Whenever the rules let you",
}
_EAGER: Mapping[str, str] = {
    "spare": "Only with squares you would lose anyway",
    "beside": "Whoever you come to stand beside on your way",
    "hunt": "Leave your line to come beside those named",
}
_DEFENCES: Mapping[str, str] = {
    "hold": "Take the blow and keep your way",
    "brake": "Brake out of the way, for endurance",
    "evade": "Change the lane, for squares of the next move",
    "either": "Whichever costs less",
}
_WRECKS: Mapping[str, str] = {
    "around": "Around it if there is a way, else over it",
    "over": "Over it, as your line leads",
    "brake": "Stop short if there is no way around",
}
_BLOCKED: Mapping[str, str] = {
    "slip": "Slip aside a lane",
    "brake": "Brake the squares off, for endurance",
    "attack": "Attack whoever is in reach",
    "run into": "Run into the one ahead, if you can't slip",
}
MEANS: Mapping[str, tuple[str, Weapons, Target | None]] = {
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
SWITCHES: Mapping[str, tuple[str, str]] = {
    "take_gain": ("Go faster when lashed", "A lash on your team can add speed: take it, if it is safe"),
    "cut_free": ("Cut a dead horse free", "Try each turn until it is free"),
    "keep_whip": ("Keep a grabbed whip", "The whip you catch from an attacker"),
    "get_free": ("Cut the reins when dragged", "Your driver tries to get free, but not past the finish line"),
}
_RULES: Mapping[str, tuple[str, str]] = {
    "take_gain": ("9.41", ""),
    "cut_free": ("9.53", ""),
    "keep_whip": ("9.42", ""),
    "get_free": ("16.2", "getting free"),
}
"""The rule of each extra, by its number in the base, and its purpose there."""


def first_menus(view: RaceView, own: ChariotView, ask: Ask | None, orders: Orders) -> Iterator[Menu]:
    """Yield the first menus: speed, line and strain."""
    yield _speeds(view, own, ask, orders)
    yield _lines(orders)
    yield _strains(edition_of(view.options), own, orders)


def more_menus(view: RaceView, own: ChariotView, orders: Orders, names: Names) -> Iterator[Menu]:
    """Yield what stands behind *More…*."""
    yield _named("whip", "Whip the team on", orders, _WHIPS)
    yield _whom(view, own, orders, names)
    yield _means(view, own, orders, names)
    yield _named("eagerness", "How eagerly", orders, _EAGER)
    yield _named("defend", "When attacked", orders, _DEFENCES)
    yield _named("keep_back", "Keep back", orders, {}, "{} endurance, whatever attacks come", most=25)
    if edition_of(view.options).leaves_wrecks:
        yield _named("wreck", "At a wreck", orders, _WRECKS)
    yield _named("blocked", "Road blocked", orders, _BLOCKED)
    yield _switches(view, orders)


def highest_of(own: ChariotView, ask: Ask | None) -> int:
    """Return the highest speed that may be written for a chariot, in movement factors, as far as known now."""
    question = ask.question if ask is not None else None
    return question.highest if isinstance(question, WriteSpeed) else own.max_speed


def _speeds(view: RaceView, own: ChariotView, ask: Ask | None, orders: Orders) -> Menu:
    highest = highest_of(own, ask)
    numbers = list(offered_speeds(highest, MOST_SPEEDS))
    if type(orders.speed) is int and orders.speed not in numbers:
        numbers = sorted({*offered_speeds(highest, MOST_SPEEDS - 1), orders.speed}, reverse=True)
    hints = zip(numbers, speed_hints(view, own, numbers), strict=True)
    options = [Option(f"Speed {number}", str(number), hint) for number, hint in hints]
    options += [Option(f"Speed: {name}", name, text) for name, text in _SPEEDS.items()]
    return Menu("speed", "Speed", tuple(options), (value_name("speed", orders.speed),))


def _lines(orders: Orders) -> Menu:
    lanes = {str(lane): "Be in it when the corner comes" for lane in range(1, TRACK.data.lanes + 1)}
    labels = {**_LINE_LABELS, **{lane: f"Lane {lane}" for lane in lanes}}
    texts = {**_LINES, **lanes}
    options = tuple(Option(labels[value], value, text) for value, text in texts.items())
    return Menu("line", "Line", options, (value_name("line", orders.line),))


def _strains(edition: Edition, own: ChariotView, orders: Orders) -> Menu:
    """Return how much strain in corners is accepted, each with its price and its risk to this driver."""
    options = [Option("Never over the safe speed", "0", "Corners cost you nothing")]
    for points in range(1, MOST_STRAIN + 1):
        crash = in_ten(Fraction(strain_odds(edition, points, own.cdm)["FP"], OF_THREE))
        text = f"{points} endurance at most; then you crash {crash}"
        options.append(Option(f"Up to {points} over the safe speed", str(points), text))
    return Menu("corner_strain", "Strain in corners", tuple(options), (str(orders.corner_strain),))


def _named(name: str, title: str, orders: Orders, texts: Mapping[str, str], form: str = "", most: int = 25) -> Menu:
    """Return the menu of a field with its values, each with its meaning."""
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
    options += [Option(f"Attack {unformatted(names[each.entry])}", str(each.entry), _lane(each)) for each in rivals]
    known = {option.code for option in options}
    chosen = dict.fromkeys(ANYBODY if wish.rival is None else str(wish.rival) for wish in orders.attacks)
    shown = tuple(code for code in chosen if code in known)
    return Menu("whom", "Attack nobody", tuple(options), shown, 0, min(MOST_WISHES, len(options)))


def _may_be_attacked(own: ChariotView, rival: ChariotView) -> bool:
    return rival.entry not in (own.entry, own.ally) and rival.square is not None


def _lane(rival: ChariotView) -> str:
    return f"at {rival.square}, lane {rival.lane}"


def _means(view: RaceView, own: ChariotView, orders: Orders, names: Names) -> Menu:
    """Return the menu of weapons, each with its cost and its odds against the rival who is attacked first."""
    allowed = [code for code, (_, means, _) in MEANS.items() if means in weapons_of(view)]
    chosen = dict.fromkeys(code_of(wish) for wish in orders.attacks)
    rival = _first_rival(view, own, orders)
    options = tuple(Option(MEANS[code][0], code, _odds_of(view, own, rival, code, names)) for code in allowed)
    return Menu("means", "With what: ram", options, tuple(each for each in chosen if each in allowed), 0, len(options))


def _first_rival(view: RaceView, own: ChariotView, orders: Orders) -> ChariotView | None:
    """Return the rival who is named first, or the first who may be attacked."""
    rivals = [each for each in view.chariots if _may_be_attacked(own, each)]
    named = [each for wish in orders.attacks for each in rivals if each.entry == wish.rival]
    return next(iter(named or rivals), None)


def _odds_of(view: RaceView, own: ChariotView, rival: ChariotView | None, code: str, names: Names) -> str:
    _, means, target = MEANS[code]
    cost = squares(attack_cost(view.options, means))
    if rival is None or own.square is None:
        return cost
    who = unformatted(names[rival.entry])[:NAME]
    return f"{cost}; {wish_odds(view, own, AttackWish(rival.entry, means, target), who)}"


def wish_odds(view: RaceView, own: ChariotView, wish: AttackWish, who: str) -> str:
    """Return the odds of a wished attack, as exactly as possible before both have moved.

    :param who: the rival, in words that fit the place of the odds.
    """
    assert wish.rival is not None
    rival = view.chariot(wish.rival)
    target = wish.target or ("team" if wish.means == "ram" or not rival.has_car else "driver")
    blow = blow_of(view, own.entry, Attack(wish.rival, target, wish.means), wish.rival)
    return f"{who}: {odds_line(blow)}"


NAME = 36
"""Characters of a name that a description has room for."""


def code_of(wish: AttackWish) -> str:
    """Return the code of a wish's weapon; of one with several targets, the first that fits."""
    same = [code for code, (_, means, target) in MEANS.items() if (means, target) == (wish.means, wish.target)]
    return (same or [code for code, (_, means, _) in MEANS.items() if means == wish.means])[0]


def _switches(view: RaceView, orders: Orders) -> Menu:
    known = shown_switches(view)
    edition = edition_of(view.options)
    options = tuple(
        Option(SWITCHES[name][0], name, f"{SWITCHES[name][1]} {rule(edition, *_RULES[name])}") for name in known
    )
    chosen = tuple(name for name in known if getattr(orders, name) not in (False, "never"))
    return Menu("switches", "Extras", options, chosen, 0, len(options))


def shown_switches(view: RaceView) -> list[str]:
    """Return the extras of this edition: a lash has no choice if the team must take the factors that it drives."""
    edition = edition_of(view.options)
    knows = {"get_free": edition.leaves_wrecks, "take_gain": edition.team_lash_is_contested}
    return [name for name in SWITCHES if knows.get(name, True)]
