"""The card of one lot: horses, car and driver, what each costs new, the starting bid, and who sells it (H.5)."""

from collections.abc import Sequence

from PIL import Image

from engine.leagues import appraising
from engine.leagues.views import ChariotView, LeagueView
from engine.leagues.words.epic_facts import CatalogueLot
from engine.leagues.words.names import name_of
from records.values import EntryId
from renderers import palette
from renderers.canvas import encoded, in_few_colours, paint_box
from renderers.counters import plain_badge
from renderers.headline import BANNER, write_banner
from renderers.leagues.card import CARS, draw_horse
from renderers.lettering import fit, length, readable, write
from renderers.scene import Names
from renderers.shaping import Face
from renderers.standings import cup
from renderers.telling import cut, within_limit

WIDTH = 1000
_SIZE = readable(WIDTH)
_LEFT, _RIGHT, _COLUMN = 48, WIDTH - 48, 228
TEAM, LINE, FOOT = 132, 62, 28
"""Heights in pixels."""

Priced = tuple[str, str]
"""A thing in words, and what it costs new."""


def lot_of(view: LeagueView, number: int) -> CatalogueLot | None:
    """Return a lot of the open auction, or a chariot that waits for the next one; ``None`` if there is none."""
    return next((each for each in appraising.lots(view) if each.number == number), None)


def draw_lot(view: LeagueView, names: Names, number: int) -> bytes | None:
    """Return the PNG picture of a lot; ``None`` if there is none of that number."""
    lot = lot_of(view, number)
    if lot is None:
        return None
    chariot, priced = _chariot(view, lot), priced_lines(view, lot)
    below = [*about_sale(view, names, lot)]
    team = TEAM if chariot is not None and chariot.team is not None else 0
    high = BANNER + 24 + team + (len(priced) + len(below)) * LINE + 20 + FOOT
    image = Image.new("RGB", (WIDTH, high), palette.PAPER)
    write_banner(image, title_of(lot), _emblem(view, lot))
    bottom = BANNER + 16 + team + len(priced) * LINE + 12
    paint_box(image, (12, BANNER + 8), (WIDTH - 24, bottom - BANNER - 8), palette.CARD_EDGE, 14)
    paint_box(image, (15, BANNER + 11), (WIDTH - 30, bottom - BANNER - 14), palette.CARD, 12)
    if chariot is not None:
        _draw_team(image, BANNER + 28, chariot)
    for place, (what, price) in enumerate(priced):
        _write_line(image, BANNER + 16 + team + (place + 0.5) * LINE, what, price)
    for place, (what, price) in enumerate(below):
        _write_line(image, bottom + 8 + (place + 0.5) * LINE, what, price, face="serif")
    return encoded(in_few_colours(image))


def title_of(lot: CatalogueLot) -> str:
    """Return what a lot is called: its number, and the name of a chariot."""
    named = name_of(lot.item) if lot.kind == "chariot" else lot.name
    return f"Lot {lot.number} · {named or f'a {lot.kind}'}"


def _emblem(view: LeagueView, lot: CatalogueLot) -> Image.Image:
    seller = next((each for each in view.stables if each.number == lot.seller), None)
    return cup(64) if seller is None else plain_badge(seller.colour, 56)


def _chariot(view: LeagueView, lot: CatalogueLot) -> ChariotView | None:
    return appraising.chariot_of(view, lot.item) if lot.kind == "chariot" else None


def _draw_team(image: Image.Image, top: int, chariot: ChariotView) -> None:
    """Draw the four horses, the leftmost first, each with its speed."""
    for place, horse in enumerate(chariot.team.horses if chariot.team is not None else ()):
        left = _LEFT + place * _COLUMN
        draw_horse(image, left, top + 8, horse)
        said = str(horse.boxes - horse.injury) if horse.is_alive else "dead"
        write(image, (left, top + 80), said, palette.INK if horse.is_alive else palette.ALARM, size=_SIZE, face="serif")


def _write_line(image: Image.Image, y: float, what: str, price: str, *, face: Face = "sans") -> None:
    """Write a thing at the left, and its price at the right."""
    end = length(price, _SIZE, "serif")
    said = fit(what, round(_RIGHT - _LEFT - end - 24), face, _SIZE)
    write(image, (_LEFT, y), said, palette.INK, size=_SIZE, face=face)
    write(image, (_RIGHT - end, y), price, palette.LIMIT, size=_SIZE, face="serif")


def priced_lines(view: LeagueView, lot: CatalogueLot) -> list[Priced]:
    """Return the parts of a lot, each with what it costs new (B.5)."""
    chariot = _chariot(view, lot)
    if chariot is None:
        return _gladiator(view, lot) or [_single(view, lot)]
    car = (f"{CARS[chariot.car]} car", _new(appraising.car(chariot.car))) if chariot.has_car else ("no car", "–")
    found = [_team_line(chariot), car]
    driver = chariot.driver
    if driver is None:
        return [*found, ("no driver", "–")]
    wins = f", {driver.wins} wins" if driver.wins > 1 else ", 1 win" if driver.wins else ""
    said = f"{driver.name or 'driver'} {driver.modifier:+d}, {driver.hits}/{driver.boxes}{wins}"
    return [*found, (said, _new(appraising.driver(driver.modifier)))]


def _gladiator(view: LeagueView, lot: CatalogueLot) -> list[Priced]:
    """Return what a gladiator can do, as everybody knows; nothing for other goods."""
    man = appraising.gladiator_of(view, lot.item) if lot.kind == "gladiator" else None
    if man is None:
        return []
    hurt = [("wounds now", str(sum(man.wounds)))] if any(man.wounds) else []
    won = [("combats won", str(man.victories))] if man.victories else []
    return [
        ("type", man.kind or "as the bid says"),
        ("training", str(man.tr)),
        ("strength", f"{man.st:+d}"),
        ("agility", f"{man.ag:+d}"),
        ("constitution", str(man.con)),
        ("wounds an area", str(man.w)),
        *won,
        *hurt,
    ]


def _team_line(chariot: ChariotView) -> Priced:
    if chariot.team is None:
        return "no team", "–"
    speed = sum(each.boxes - each.injury for each in appraising.living(chariot))
    return f"speed {speed}, endurance {chariot.team.endurance}", f"about {_new(appraising.team(chariot))}"


def _single(view: LeagueView, lot: CatalogueLot) -> Priced:
    """Return goods of a store, as everybody knows them."""
    store = next((each.store for each in view.stables if each.number == lot.seller), None)
    for driver in store.drivers if store is not None and lot.kind == "driver" else ():
        if driver.number == lot.item:
            said = f"{driver.name or 'driver'} {driver.modifier:+d}, {driver.hits}/{driver.boxes}"
            return said, _new(appraising.driver(driver.modifier))
    for car in store.cars if store is not None and lot.kind == "car" else ():
        if car.number == lot.item:
            return f"{CARS[car.car]} car", _new(appraising.car(car.car))
    for horse in store.horses if store is not None and lot.kind == "horse" else ():
        if horse.number == lot.item:
            return f"speed {horse.boxes - horse.injury}", f"about {_new(appraising.horse(horse.boxes))}"
    return f"a {lot.kind}", "–"


def _new(price: int) -> str:
    return f"{price:,} new"


def about_sale(view: LeagueView, names: Names, lot: CatalogueLot) -> Sequence[Priced]:
    """Return who sells a lot, what it is worth new in all, and from which bid on it is sold."""
    chariot, seller = _chariot(view, lot), EntryId(lot.seller)
    if lot.seller:
        of = f"sold by {names.get(seller, f'stable {seller}')}"
    else:
        times = appraising.unsold(view, lot)
        of = f"from the market, unsold ×{times}" if times else "from the market"
    whole = [("all of it new", f"about {appraising.chariot(chariot):,}")] if chariot is not None else []
    return [*whole, (of, f"from {lot.start:,}" if lot.start else "next auction")]


def alt_lot(view: LeagueView, names: Names, number: int) -> str:
    """Return the card's alt text, at most 1,024 characters; empty if there is none."""
    lot = lot_of(view, number)
    if lot is None:
        return ""

    def in_full(longest: int) -> str:
        short = {each: cut(name, longest) for each, name in names.items()}
        chariot = _chariot(view, lot)
        horses = chariot.team.horses if chariot is not None and chariot.team is not None else ()
        told = ", ".join(f"{each.boxes - each.injury} of {each.boxes}" if each.is_alive else "dead" for each in horses)
        lines = [f"{title_of(lot)}.", *([f"Horses: {told}."] if told else [])]
        lines += [f"{what}: {price}." for what, price in (*priced_lines(view, lot), *about_sale(view, short, lot))]
        return "\n".join(lines)

    return within_limit(in_full)
