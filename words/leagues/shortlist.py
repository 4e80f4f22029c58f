"""The first lots of an auction at a glance: what each is good for, beside the others of the sale."""

from collections.abc import Callable, Sequence

from engine.leagues import appraising
from engine.leagues.views import ChariotView, GladiatorView, LeagueView
from engine.leagues.words.epic_facts import CatalogueLot
from words.leagues.bidding import chariot_in, driver_in, gladiator_in, goods_line, lot_name
from words.leagues.names import money
from words.shared.telling import Names, called, count

SHOWN = 3
"""Lots."""

GOOD = 3
"""Better than all but one in so many counts as good."""

_CARS = {"light": ["a light car, easily broken"], "heavy": ["a heavy car, hard to break"]}
HONEST = "no edge, an honest start"


def is_long(view: LeagueView) -> bool:
    """Tell whether there are more lots than a glance takes."""
    return len(appraising.lots(view)) > SHOWN


def shortlist(view: LeagueView, names: Names) -> list[str]:
    """Return the first lots in the order of their sale, each with what it is good for."""
    lots = appraising.lots(view)
    if view.catalogue:
        seller = "" if view.debtor is None else f", of {called(names, view.debtor)}"
        head = f"### 🔨 {count(len(lots), 'lot')}{seller}\nThe first {SHOWN}, in the order of the sale:"
    else:
        head = f"### 🏺 Market: {count(len(lots), 'chariot')} for the next auction\nThe first {SHOWN}:"
    lines = [head]
    for lot in lots[:SHOWN]:
        start = f" · from **{money(lot.start)}**" if lot.start else ""
        lines += [f"**{lot_name(lot)}**{start}: {good_for(view, lot)}", f"-# {goods_line(view, lot)}"]
    return [*lines, f"-# And {len(lots) - SHOWN} more: **All {len(lots)} lots** shows them, the menu each by itself."]


def good_for(view: LeagueView, lot: CatalogueLot) -> str:
    """Return what a lot is good for, beside the others of its kind that are for sale."""
    lots = appraising.lots(view)
    chariot, man = chariot_in(view, lot), gladiator_in(view, lot)
    if chariot is not None:
        among = [each for lot in lots if (each := chariot_in(view, lot)) is not None]
        alone = [driver.modifier for lot in lots if (driver := driver_in(view, lot)) is not None]
        return _of_chariot(chariot, among, alone)
    if man is not None:
        return _of_man(man, [known for lot in lots if (known := gladiator_in(view, lot)) is not None])
    return f"a spare {lot.kind}, for a stable that lacks one"


def _of_chariot(chariot: ChariotView, among: Sequence[ChariotView], drivers: Sequence[int]) -> str:
    """Return the edges of a chariot, and what it lacks.

    :param drivers: modifiers of those who are for sale without one.
    """
    figures: Sequence[tuple[str, str, Callable[[ChariotView], int], Sequence[int]]] = (
        ("the fastest horses", "fast horses", _speed, ()),
        ("the most endurance", "good endurance", _endurance, ()),
        ("the best driver", "a good driver", _driver, drivers),
    )
    told = (
        _edge(best, good, figure(chariot), [*(figure(each) for each in among), *others])
        for best, good, figure, others in figures
    )
    edges = [each for each in told if each]
    edges += _CARS.get(chariot.car, []) if chariot.has_car else []
    lacks = f"needs a {' and a '.join(chariot.lacks)} first" if chariot.lacks else ""
    return "; ".join([*([", ".join(edges)] if edges else []), *([lacks] if lacks else [])]) or HONEST


def _edge(best: str, good: str, figure: int, among: Sequence[int]) -> str:
    """Return what a figure is among all for sale: the best, better than two of three, or nothing to tell."""
    less = sum(each < figure for each in among)
    if figure == max(among):
        return best if less else ""
    return good if GOOD * less >= len(among) * (GOOD - 1) else ""


def _speed(chariot: ChariotView) -> int:
    return sum(max(0, each.boxes - each.injury) for each in appraising.living(chariot))


def _endurance(chariot: ChariotView) -> int:
    return chariot.team.endurance if chariot.team is not None else 0


def _driver(chariot: ChariotView) -> int:
    return chariot.driver.modifier if chariot.driver is not None else -1


def _of_man(man: GladiatorView, among: Sequence[GladiatorView]) -> str:
    figures: Sequence[tuple[str, str, Callable[[GladiatorView], int]]] = (
        ("the best trained", "well trained", lambda each: each.tr),
        ("the strongest", "strong", lambda each: each.st),
        ("the nimblest", "nimble", lambda each: each.ag),
        ("the hardest to bring down", "hard to bring down", lambda each: each.w),
    )
    told = (_edge(best, good, figure(man), [figure(each) for each in among]) for best, good, figure in figures)
    return ", ".join(each for each in told if each) or HONEST
