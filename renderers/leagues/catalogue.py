"""The catalogue of an auction, ten lots a picture: horses, endurance, car, driver, starting bid. Between two auctions
the market: the chariots that wait for the next one.
"""

from collections.abc import Sequence

from PIL import Image

from engine.leagues.views import ChariotView, GladiatorView, LeagueView
from engine.leagues.words.epic_facts import CatalogueLot
from engine.leagues.words.names import name_of
from renderers import palette
from renderers.canvas import encoded, in_few_colours, paint_box
from renderers.headline import BANNER, write_banner
from renderers.leagues.card import draw_horse, line_of
from renderers.leagues.men import KEY, armour_lines, draw_man, made_of
from renderers.lettering import fit, length, readable, write
from renderers.scene import Names
from renderers.standings import cup
from renderers.telling import cut, within_limit

WIDTH = 1000
A_PICTURE = 10
"""Lots of one picture (H.5)."""

_SIZE = readable(WIDTH)
ROW, FOOT = 172, 16
_LEFT, _TEAM, _PRICE = 52, 220, WIDTH - 48

Row = tuple[str, ChariotView | GladiatorView | None, str]
"""A lot: its number and name, the chariot or gladiator if it is one, the price."""


def rows_of(view: LeagueView) -> list[Row]:
    """Return the lots of the open auction; without one the chariots on the market."""
    if view.catalogue:
        return [(_named(view, lot), _shown(view, lot), f"from {lot.start:,}") for lot in view.catalogue]
    chariots: list[Row] = [
        (f"{each.chariot.number} {name_of(each.chariot.number)}", each.chariot, _unsold(each.unsold))
        for each in view.market
    ]
    return [*chariots, *((each.man.name, each.man, _unsold(each.unsold)) for each in view.men)]


def pages_of(view: LeagueView) -> int:
    """Return how many pictures show all lots."""
    return -(-len(rows_of(view)) // A_PICTURE)


def _unsold(times: int) -> str:
    return f"unsold ×{times}" if times else "new"


def _named(view: LeagueView, lot: CatalogueLot) -> str:
    if (man := _man(view, lot)) is not None:
        return f"{lot.number} {man.name}"
    return f"{lot.number} {name_of(lot.item)}" if lot.kind == "chariot" else f"{lot.number} a {lot.kind}"


def _shown(view: LeagueView, lot: CatalogueLot) -> ChariotView | GladiatorView | None:
    return _chariot(view, lot) or _man(view, lot)


def _man(view: LeagueView, lot: CatalogueLot) -> GladiatorView | None:
    if lot.kind != "gladiator":
        return None
    known = [*(each.man for each in view.men), *(each for owner in view.stables for each in owner.gladiators)]
    return next((each for each in known if each.number == lot.item), None)


def _chariot(view: LeagueView, lot: CatalogueLot) -> ChariotView | None:
    if lot.kind != "chariot":
        return None
    known = [*(each.chariot for each in view.market), *(each for owner in view.stables for each in owner.chariots)]
    return next((each for each in known if each.number == lot.item), None)


def draw_catalogue(view: LeagueView, names: Names, title: str, page: int = 0) -> bytes:
    """Return the PNG picture of ten lots, the first ten on page 0."""
    del names
    rows = _on_page(view, page)
    below = armour_lines([row[1] for row in rows if isinstance(row[1], GladiatorView)])
    bottom = BANNER + max(1, len(rows)) * ROW
    image = Image.new("RGB", (WIDTH, bottom + len(below) * KEY + FOOT), palette.PAPER)
    write_banner(image, _heading(view, title), cup(64))
    for place, row in enumerate(rows):
        _draw_row(image, BANNER + place * ROW, row)
    for line in below:
        write(image, (_LEFT, bottom + KEY / 2), line, palette.INK, size=_SIZE)
    return encoded(in_few_colours(image))


def _heading(view: LeagueView, title: str) -> str:
    what = f"Auction {view.event}" if view.catalogue else "Market"
    return f"{title} · {what}" if title else what


def _on_page(view: LeagueView, page: int) -> Sequence[Row]:
    return rows_of(view)[page * A_PICTURE : (page + 1) * A_PICTURE]


def _draw_row(image: Image.Image, top: int, row: Row) -> None:
    name, chariot, price = row
    if isinstance(chariot, GladiatorView):
        draw_man(image, top, chariot, price, name)
        return
    paint_box(image, (12, top + 4), (WIDTH - 24, ROW - 8), palette.CARD_EDGE, 14)
    paint_box(image, (15, top + 7), (WIDTH - 30, ROW - 14), palette.CARD, 12)
    room = round(_PRICE - _LEFT - length(price, _SIZE, "serif")) - 24
    write(image, (_LEFT, top + 38), fit(name, room, "serif", _SIZE), palette.INK, size=_SIZE, face="serif")
    start = _PRICE - length(price, _SIZE, "serif")
    write(image, (start, top + 38), price, palette.LIMIT, size=_SIZE, face="serif")
    if chariot is None:
        return
    for place, horse in enumerate(chariot.team.horses if chariot.team else ()):
        draw_horse(image, _LEFT + place * _TEAM, top + 66, horse)
    said = fit(_about(chariot), WIDTH - _LEFT - 40, "sans", _SIZE)
    write(image, (_LEFT, top + 134), said, palette.INK, size=_SIZE)


def _about(chariot: ChariotView) -> str:
    speed = sum(horse.boxes - horse.injury for horse in chariot.team.horses if horse.is_alive) if chariot.team else 0
    return f"speed {speed} · {line_of(chariot, is_epic=True)}"


def alt_catalogue(view: LeagueView, names: Names, title: str, page: int = 0) -> str:
    """Return the picture's alt text, at most 1,024 characters."""
    del names

    def in_full(longest: int) -> str:
        lines = [f"{_heading(view, cut(title, 2 * longest))}, lots {page * A_PICTURE + 1} and on."]
        for name, chariot, price in _on_page(view, page):
            lines.append(f"{name}, {price}{_told(chariot)}")
        return "\n".join(lines)

    return within_limit(in_full)


def _told(what: ChariotView | GladiatorView | None) -> str:
    if what is None:
        return ""
    if isinstance(what, GladiatorView):
        return f": {made_of(what)}"
    return f": {_horses(what)}, {_about(what)}"


def _horses(chariot: ChariotView) -> str:
    horses = chariot.team.horses if chariot.team else ()
    return "-".join(str(each.boxes - each.injury) if each.is_alive else "dead" for each in horses) or "no team"
