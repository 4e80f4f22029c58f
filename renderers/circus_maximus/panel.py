"""The margins of the board picture: the headline, and a card for each chariot in the order of drawing.

Lettering is large, for a phone shows the whole picture 400 pixels wide.
"""

from collections.abc import Iterator, Mapping

from PIL import Image

from engine.circus_maximus.seen.views import ChariotView, HorseView, RaceView
from records.values import EntryId
from renderers import palette
from renderers.canvas import paint_box, paint_line
from renderers.circus_maximus.words import (
    doing_of,
    lap_number,
    mover_of,
    name_of,
    notes_of,
    speed_of,
    standing_of,
)
from renderers.counters import badge, place
from renderers.headline import Shown, write_headline
from renderers.lettering import fit, length, write
from renderers.palette import Colour
from renderers.pennants import pennant
from renderers.telling import ordinal

CARD_HEIGHT = 102
GAP = 10

_BIG = 42
_SMALLER = 36  # of a name that leaves room for a note
_SMALL = 34
_NOTE = 28
_FIGURE = 35
_BOX = (44, 42)  # of a horse's speed
_SHORTEST_NAME = 130  # pixels

FEW = 8
"""Chariots up to which each card has all its small words; of more, the picture's file would be too large."""

_PLACES = {"racing": 0, "runaway": 0, "halted": 1, "finished": 2, "out": 3}


def panel_height(count: int) -> int:
    """Return how high the cards of so many chariots are together, in two columns."""
    return GAP + (count + 1) // 2 * (CARD_HEIGHT + GAP)


def drawing_order(view: RaceView) -> list[ChariotView]:
    """Return the chariots as they were drawn this turn; those still in the cup, those halted, those off the track."""
    undrawn = len(view.chariots) + 1

    def rank(chariot: ChariotView) -> tuple[int, int, int]:
        place = _PLACES[chariot.status]
        return (place, 0 if place else chariot.order or undrawn, chariot.entry)

    return sorted(view.chariots, key=rank)


def draw_headline(image: Image.Image, view: RaceView, names: Mapping[EntryId, str], title: str) -> None:
    """Write the turn, the weather if it is bad, the title, and whose phase it is."""
    mover = mover_of(view)
    shown = None if mover is None else Shown(mover.colour, mover.entry, name_of(names, mover), doing_of(view))
    write_headline(image, standing_of(view), title, shown)


def draw_cards(image: Image.Image, view: RaceView, names: Mapping[EntryId, str], top: int) -> None:
    """Draw the cards of all chariots onto the frames."""
    width = _card_width(image)
    for at, chariot in zip(_card_spots(image, len(view.chariots), top), drawing_order(view), strict=True):
        _draw_card(image, at, width, view, names, chariot)


def draw_frames(image: Image.Image, count: int, top: int) -> None:
    """Draw the frames of so many cards: they are the same in each picture."""
    for at in _card_spots(image, count, top):
        _draw_frame(image, at, palette.CARD_EDGE, palette.CARD)


def _draw_frame(image: Image.Image, at: tuple[int, int], edge: Colour, ground: Colour) -> None:
    width = _card_width(image)
    paint_box(image, at, (width, CARD_HEIGHT), edge, 14)
    paint_box(image, (at[0] + 3, at[1] + 3), (width - 6, CARD_HEIGHT - 6), ground, 12)


def _card_width(image: Image.Image) -> int:
    return (image.width - 3 * GAP) // 2


def _card_spots(image: Image.Image, count: int, top: int) -> Iterator[tuple[int, int]]:
    """Yield where the cards have their top left corners, column by column."""
    rows = (count + 1) // 2
    for number in range(count):
        left = GAP + (number // rows) * (_card_width(image) + GAP)
        yield left, top + GAP + (number % rows) * (CARD_HEIGHT + GAP)


def _draw_card(
    image: Image.Image,
    at: tuple[int, int],
    width: int,
    view: RaceView,
    names: Mapping[EntryId, str],
    chariot: ChariotView,
) -> None:
    left, top = at
    if chariot is mover_of(view):
        _draw_frame(image, at, palette.PORPHYRY, palette.GOLD)
    _draw_order(image, (left + 48, top + CARD_HEIGHT // 2), chariot, in_full=len(view.chariots) <= FEW)
    sprite = badge(chariot.colour, chariot.entry, 88)
    image.paste(sprite, (left + 92, top + 7), sprite)
    if chariot.ally is not None:
        place(image, pennant(min(chariot.entry, chariot.ally), 42), (left + 172, top + 80))
    start, end = left + 194, left + width - 14
    _write_name(image, (start, top + 30), end, view, names, chariot)
    if chariot.square is not None or chariot.status == "racing":
        _draw_figures(image, (start, top + 74), end, chariot)
    else:
        _draw_ending(image, (start, top + 74), end, chariot)


def _write_name(
    image: Image.Image,
    at: tuple[int, int],
    end: int,
    view: RaceView,
    names: Mapping[EntryId, str],
    chariot: ChariotView,
) -> None:
    """Write the name, the lap, and between them what has become of the chariot, as far as there is room."""
    start, y = at
    size = _BIG
    if chariot.square is not None or chariot.status == "racing":
        end -= (
            round(write(image, (end, y), f"lap {lap_number(view, chariot)}", palette.FAINT, size=30, anchor="right"))
            + 18
        )
        note = fit(", ".join(notes_of(chariot)), end - start - _SHORTEST_NAME, "sans", _NOTE)
        if note:
            write(image, (end, y), note, palette.HARM, size=_NOTE, anchor="right")
            end -= round(length(note, _NOTE)) + 14
            size = _SMALLER
    name = fit(name_of(names, chariot), end - start, "sans", size)
    write(image, (start, y), name, palette.INK, size=size)


def _draw_order(image: Image.Image, middle: tuple[int, int], chariot: ChariotView, *, in_full: bool) -> None:
    """Write when the chariot was drawn this turn; fainter once it has moved; *in_full* in words, too."""
    if chariot.status not in ("racing", "runaway"):
        return
    text = ordinal(chariot.order) if chariot.order else "…"
    colour = palette.FAINT if chariot.has_moved or not chariot.order else palette.LIMIT
    size = 38 if chariot.order < 10 else 31
    up = 12 if in_full else 0
    write(image, (middle[0], middle[1] - up), text, colour, size=size, face="serif", anchor="middle")
    if not in_full:
        return
    below = "moved" if chariot.has_moved else "drawn" if chariot.order else "in cup"
    write(image, (middle[0], middle[1] + 24), below, colour, size=25, anchor="middle")


def _draw_ending(image: Image.Image, at: tuple[int, int], end: int, chariot: ChariotView) -> None:
    if chariot.status == "finished":
        told = ", ".join([f"finished in turn {chariot.finished_turn}, {chariot.factors_left} left", *notes_of(chariot)])
        colour: Colour = palette.SOUND
    else:
        told, colour = ", ".join(["out of the race", *notes_of(chariot)]), palette.HARM
    write(image, at, fit(told, end - at[0], "sans", _SMALL), colour, size=_SMALL)


def _draw_figures(image: Image.Image, at: tuple[int, int], end: int, chariot: ChariotView) -> None:
    """Write the speed, the endurance and the horses' speeds."""
    x, y = at
    write(image, (x, y), "speed", palette.FAINT, size=28)
    write(image, (x + 116, y), speed_of(chariot), palette.INK, size=_BIG, anchor="middle")
    _draw_gauge(image, (x + 154, y - 21), (end - x - 154 - 16 - 4 * 50, 42), chariot.endurance, chariot.endurance_start)
    for number, horse in enumerate(chariot.horses):
        _draw_horse_box(image, (end - (4 - number) * 50 + 6, y - 21), horse)


def _draw_gauge(image: Image.Image, at: tuple[int, int], size: tuple[int, int], left: int, full: int) -> None:
    """Draw how much endurance is left of how much."""
    paint_box(image, at, size, palette.FAINT, 8)
    paint_box(image, (at[0] + 2, at[1] + 2), (size[0] - 4, size[1] - 4), palette.PAPER, 7)
    filled = (size[0] - 4) * left // full if full else 0
    if filled >= 14:
        colour: Colour = palette.LIGHT_SOUND if 3 * left > full else palette.LIGHT_HARM
        paint_box(image, (at[0] + 2, at[1] + 2), (filled, size[1] - 4), colour, 7)
    spot = (at[0] + size[0] / 2, at[1] + size[1] / 2)
    write(image, spot, f"{left} / {full}", palette.INK, size=_FIGURE, anchor="middle")


def _draw_horse_box(image: Image.Image, at: tuple[int, int], horse: HorseView) -> None:
    """Draw a horse's speed in a box; crossed out if it is dead, empty if it was cut free."""
    wide, high = _BOX
    is_alive = horse.state == "alive"
    paint_box(image, at, _BOX, palette.FAINT, 6)
    paint_box(image, (at[0] + 2, at[1] + 2), (wide - 4, high - 4), palette.PAPER if is_alive else palette.INK, 5)
    spot = (at[0] + wide / 2, at[1] + high / 2)
    if is_alive:
        colour = palette.HARM if horse.injury else palette.INK
        size = _FIGURE if horse.original - horse.injury < 10 else 30
        write(image, spot, str(horse.original - horse.injury), colour, size=size, anchor="middle")
    elif horse.state == "dead":
        for side in (-1, 1):
            ends = [(spot[0] - 11, spot[1] - 11 * side), (spot[0] + 11, spot[1] + 11 * side)]
            paint_line(image, ends, palette.WHITE, 5)
    else:
        paint_line(image, [(spot[0] - 10, spot[1]), (spot[0] + 10, spot[1])], palette.FAINT, 5)
