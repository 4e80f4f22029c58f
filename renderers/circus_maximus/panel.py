"""The margins of the board picture: the headline, and a card for each chariot in the order of drawing."""

from collections.abc import Mapping

from PIL import Image

from engine.circus_maximus.views import ChariotView, RaceView
from engine.values import EntryId
from renderers import palette
from renderers.canvas import paint_box, paint_line
from renderers.circus_maximus.words import doing_of, lap_of, mover_of, name_of, standing_of
from renderers.counters import badge
from renderers.headline import Shown, write_headline
from renderers.lettering import fit, write
from renderers.palette import Colour
from renderers.telling import ordinal

CARD_HEIGHT = 96
GAP = 12

_BIG = 38
_SMALL = 30


def panel_height(count: int) -> int:
    """Return how high the cards of so many chariots are together, in two columns."""
    return GAP + (count + 1) // 2 * (CARD_HEIGHT + GAP)


def drawing_order(view: RaceView) -> list[ChariotView]:
    """Return the chariots as they were drawn this turn; then those still in the cup, then those off the track."""
    off = len(view.chariots) + 1

    def rank(chariot: ChariotView) -> tuple[int, int]:
        if chariot.status != "racing":
            return (off + 1 + (chariot.status == "out"), chariot.entry)
        return (chariot.order or off, chariot.entry)

    return sorted(view.chariots, key=rank)


def draw_headline(image: Image.Image, view: RaceView, names: Mapping[EntryId, str], title: str) -> None:
    """Write the turn, the title, and whose phase it is."""
    mover = mover_of(view)
    shown = None if mover is None else Shown(mover.colour, mover.entry, name_of(names, mover), doing_of(view))
    write_headline(image, standing_of(view), title, shown)


def draw_cards(image: Image.Image, view: RaceView, names: Mapping[EntryId, str], top: int) -> None:
    """Draw the cards of all chariots, column by column."""
    order = drawing_order(view)
    rows = (len(order) + 1) // 2
    width = (image.width - 3 * GAP) // 2
    for number, chariot in enumerate(order):
        left = GAP + (number // rows) * (width + GAP)
        _draw_card(image, (left, top + GAP + (number % rows) * (CARD_HEIGHT + GAP)), width, view, names, chariot)


def _draw_card(
    image: Image.Image,
    at: tuple[int, int],
    width: int,
    view: RaceView,
    names: Mapping[EntryId, str],
    chariot: ChariotView,
) -> None:
    left, top = at
    is_mover = chariot is mover_of(view)
    paint_box(image, at, (width, CARD_HEIGHT), palette.PORPHYRY if is_mover else palette.CARD_EDGE, 14)
    paint_box(image, (left + 3, top + 3), (width - 6, CARD_HEIGHT - 6), palette.GOLD if is_mover else palette.CARD, 12)
    _draw_order(image, (left + 46, top + CARD_HEIGHT // 2), chariot)
    sprite = badge(chariot.colour, chariot.entry, 80)
    image.paste(sprite, (left + 88, top + 8), sprite)
    start, end = left + 182, left + width - 16
    name = fit(name_of(names, chariot), end - start, "sans", _BIG)
    write(image, (start, top + 28), name, palette.INK, size=_BIG)
    if chariot.status == "racing":
        _draw_figures(image, (start, top + 69), end, view, chariot)
    else:
        _draw_ending(image, (start, top + 69), chariot)


def _draw_order(image: Image.Image, middle: tuple[int, int], chariot: ChariotView) -> None:
    """Write when the chariot was drawn this turn; fainter once it has moved."""
    if chariot.status != "racing":
        return
    text = ordinal(chariot.order) if chariot.order else "…"
    colour = palette.FAINT if chariot.has_moved or not chariot.order else palette.LIMIT
    write(image, (middle[0], middle[1] - 10), text, colour, size=34, face="serif", anchor="middle")
    below = "moved" if chariot.has_moved else "drawn" if chariot.order else "in cup"
    write(image, (middle[0], middle[1] + 22), below, colour, size=20, anchor="middle")


def _draw_ending(image: Image.Image, at: tuple[int, int], chariot: ChariotView) -> None:
    if chariot.status == "finished":
        text = f"finished in turn {chariot.finished_turn}, {chariot.factors_left} left"
        write(image, at, text, palette.SOUND, size=_SMALL)
    else:
        write(image, at, "out of the race", palette.HARM, size=_SMALL)


def _draw_figures(image: Image.Image, at: tuple[int, int], end: int, view: RaceView, chariot: ChariotView) -> None:
    """Write the speed, the endurance, the horses' speeds and the lap."""
    x, y = at
    speed = "?" if chariot.written is None else str(chariot.written)
    write(image, (x, y), "speed", palette.FAINT, size=24)
    write(image, (x + 108, y), speed, palette.INK, size=36, anchor="middle")
    _draw_gauge(image, (x + 146, y - 17), (152, 34), chariot.endurance, chariot.endurance_start)
    for number, horse in enumerate(chariot.horses):
        _draw_horse_box(image, (x + 316 + number * 42, y - 17), horse.original - horse.injury, horse.state)
    write(image, (end, y), lap_of(view, chariot), palette.FAINT, size=28, anchor="right")


def _draw_gauge(image: Image.Image, at: tuple[int, int], size: tuple[int, int], left: int, full: int) -> None:
    """Draw how much endurance is left of how much."""
    paint_box(image, at, size, palette.FAINT, 8)
    paint_box(image, (at[0] + 2, at[1] + 2), (size[0] - 4, size[1] - 4), palette.PAPER, 7)
    filled = (size[0] - 4) * left // full if full else 0
    if filled >= 14:
        colour: Colour = palette.LIGHT_SOUND if 3 * left > full else palette.LIGHT_HARM
        paint_box(image, (at[0] + 2, at[1] + 2), (filled, size[1] - 4), colour, 7)
    spot = (at[0] + size[0] / 2, at[1] + size[1] / 2)
    write(image, spot, f"{left} / {full}", palette.INK, size=26, anchor="middle")


def _draw_horse_box(image: Image.Image, at: tuple[int, int], speed: int, state: str) -> None:
    size = 38
    is_alive = state == "alive"
    paint_box(image, at, (size, 34), palette.FAINT, 6)
    paint_box(image, (at[0] + 2, at[1] + 2), (size - 4, 30), palette.PAPER if is_alive else palette.INK, 5)
    if is_alive:
        write(image, (at[0] + size / 2, at[1] + 17), str(speed), palette.INK, size=26, anchor="middle")
    else:
        for start, end in ((8, 26), (26, 8)):
            paint_line(image, [(at[0] + 10, at[1] + start), (at[0] + 28, at[1] + end)], palette.WHITE, 4)
