"""The margins of the board picture: a card for each chariot, the leader's first.

All lettering can be read on a phone, which shows the whole picture 358 pixels wide.
"""

from collections.abc import Iterator, Mapping

from PIL import Image

from engine.circus_maximus.seen.views import ChariotView, HorseView, RaceView
from records.values import EntryId
from renderers import palette
from renderers.canvas import paint_box, paint_line
from renderers.cards import draw_card_frame, draw_finish, draw_place, strike_out
from renderers.circus_maximus.background import WIDTH
from renderers.circus_maximus.places import fate_of, standings
from renderers.circus_maximus.words import (
    lap_number,
    mover_of,
    notes_of,
    speed_of,
)
from renderers.counters import badge, place
from renderers.lettering import fit, length, readable, write
from renderers.palette import Colour
from renderers.pennants import pennant
from renderers.telling import name_of

CARD_HEIGHT = 140
GAP = 10
LEGEND = 66
"""Height of the line below the cards that says what their figures are."""

_SIZE = readable(WIDTH)
_BOX = (52, 54)  # of a horse's speed
_PITCH = _BOX[0] + 4
SPEED_SIGN = "»"

FEW = 10
"""Chariots up to which a card shows each horse's speed and each lap; of more, the picture's file would be too large."""


def panel_height(count: int) -> int:
    """Return how high the cards of so many chariots are together, in two columns, with the legend below."""
    return GAP + (count + 1) // 2 * (CARD_HEIGHT + GAP) + LEGEND


def draw_cards(image: Image.Image, view: RaceView, names: Mapping[EntryId, str], top: int) -> None:
    """Draw the cards of all chariots onto the frames, the leader's first; at the end, by the result."""
    width = _card_width(image)
    for at, standing in zip(_card_spots(image, len(view.chariots), top), standings(view), strict=True):
        chariot = view.chariot(standing.entry)
        if chariot is mover_of(view) and not view.is_over:
            is_round = len(view.chariots) <= FEW
            draw_card_frame(image, at, (width, CARD_HEIGHT), palette.PORPHYRY, palette.GOLD, is_round=is_round)
        up = 32 if chariot.ally is not None else 0
        draw_place(image, (at[0] + 46, at[1] + CARD_HEIGHT // 2 - up), standing.place, _SIZE)
        _draw_card(image, at, width, view, names, chariot)


def draw_frames(image: Image.Image, count: int, top: int) -> None:
    """Draw the frames of so many cards and the legend: they are the same in each picture."""
    _draw_legend(image, top + panel_height(count) - LEGEND // 2 - 4, is_in_full=count <= FEW)
    for at in _card_spots(image, count, top):
        size = (_card_width(image), CARD_HEIGHT)
        draw_card_frame(image, at, size, palette.CARD_EDGE, palette.CARD, is_round=count <= FEW)


def _draw_legend(image: Image.Image, middle: int, *, is_in_full: bool) -> None:
    """Write what the figures on the cards are, each behind a sample of it."""
    left = 24.0
    left += write(image, (left, middle), SPEED_SIGN, palette.FAINT, size=_SIZE) + 12
    left += write(image, (left, middle), "speed", palette.INK, size=_SIZE) + 60
    _draw_gauge(image, (round(left), middle - 24), (88, 48), 36, 48)
    left += 100
    left += write(image, (left, middle), "endurance", palette.INK, size=_SIZE) + 60
    sample = HorseView(original=6, injury=0, state="alive")
    (_draw_horse_box if is_in_full else _draw_horse_sign)(image, (round(left), middle - _BOX[1] // 2), sample)
    left += _PITCH + 8
    left += write(image, (left, middle), "horse's speed", palette.INK, size=_SIZE) + 60
    left += _draw_order(image, (left, middle), 1, has_moved=False) + 12
    write(image, (left, middle), "order", palette.INK, size=_SIZE)


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
    sprite = badge(chariot.colour, chariot.entry, 100)
    image.paste(sprite, (left + 88, top + 20), sprite)
    if chariot.ally is not None:
        place(image, pennant(min(chariot.entry, chariot.ally), 68), (left + 46, top + 98))
    start, end = left + 206, left + width - 16
    fate = fate_of(chariot)
    if fate == "out":
        strike_out(image, (left + 88, top + 20), 100)
    if fate == "home":
        draw_finish(image, (left + 88, top + 108), 100)
    if chariot.square is None and chariot.status != "racing":
        _write_name(image, (start, top + 38), end, name_of(names, chariot))
        _write_ending(image, (start, top + 102), end, chariot)
        return
    end_of_name = end - round(_write_lap(image, (end, top + 38), view, chariot)) - 14
    _write_name(image, (start, top + 38), end_of_name, name_of(names, chariot))
    if not (view.turn or chariot.endurance_start):
        write(image, (start, top + 102), "not prepared yet", palette.FAINT, size=_SIZE)
        return
    if view.turn:
        write(image, (start, top + 102), SPEED_SIGN, palette.FAINT, size=_SIZE)
        write(image, (start + 72, top + 102), speed_of(chariot), palette.INK, size=_SIZE, anchor="middle")
    _draw_figures(image, (start, top + 102), end, chariot, is_in_full=len(view.chariots) <= FEW)


def _write_name(image: Image.Image, at: tuple[int, int], end: int, name: str) -> None:
    write(image, at, fit(name, end - at[0], "sans", _SIZE), palette.INK, size=_SIZE)


def _write_lap(image: Image.Image, at: tuple[int, int], view: RaceView, chariot: ChariotView) -> float:
    """Write the lap, and before it a tag with the order of movement: filled as long as the move is to come."""
    x, y = at
    lap = lap_number(view, chariot)
    is_told = len(view.chariots) <= FEW or lap < max(lap_number(view, each) for each in view.chariots)
    width = write(image, at, f"lap {lap}", palette.INK, size=_SIZE, anchor="right") if is_told else 0.0
    if not chariot.order or view.is_over:
        return width
    wide = _order_width(chariot.order) + 14
    _draw_order(image, (x - width - wide, y), chariot.order, has_moved=chariot.has_moved)
    return width + wide


def _order_width(order: int) -> int:
    return round(length(str(order), _SIZE)) + 22


def _draw_order(image: Image.Image, at: tuple[float, float], order: int, *, has_moved: bool) -> int:
    """Draw a tag with a place in the order of movement, its left edge's middle at *at*; return its width."""
    wide, corner = _order_width(order), (round(at[0]), round(at[1]) - 27)
    paint_box(image, corner, (wide, 54), palette.LIMIT, 12)
    if has_moved:
        paint_box(image, (corner[0] + 3, corner[1] + 3), (wide - 6, 48), palette.CARD, 10)
    ink = palette.LIMIT if has_moved else palette.WHITE
    write(image, (corner[0] + wide / 2, at[1]), str(order), ink, size=_SIZE, anchor="middle")
    return wide


def _write_ending(image: Image.Image, at: tuple[int, int], end: int, chariot: ChariotView) -> None:
    """Write how a race ended for a chariot: when it came home, or that it is out, and the notes on it."""
    if chariot.status == "finished":
        text, colour = ", ".join([f"home in turn {chariot.finished_turn}", *notes_of(chariot)]), palette.INK
    else:
        text, colour = ", ".join(["out", *notes_of(chariot)]), palette.ALARM
    write(image, at, fit(text, end - at[0], "sans", _SIZE), colour, size=_SIZE)


def _draw_figures(image: Image.Image, at: tuple[int, int], end: int, chariot: ChariotView, *, is_in_full: bool) -> None:
    """Write the endurance; then its mishaps in a word, or else the horses' speeds."""
    x, y = at
    note = next(iter(notes_of(chariot)), "")
    right = end - 4 * _PITCH
    if note:
        note = fit(note, end - x - 112 - 150 - 12, "sans", _SIZE)
        right = end - round(length(note, _SIZE)) - 8
        write(image, (end, y), note, palette.ALARM, size=_SIZE, anchor="right")
    _draw_gauge(image, (x + 112, y - 28), (right - x - 112 - 12, 56), chariot.endurance, chariot.endurance_start)
    if note:
        return
    for number, horse in enumerate(chariot.horses):
        spot = (end - (4 - number) * _PITCH + 4, y - _BOX[1] // 2)
        (_draw_horse_box if is_in_full else _draw_horse_sign)(image, spot, horse)


def _draw_gauge(image: Image.Image, at: tuple[int, int], size: tuple[int, int], left: int, full: int) -> None:
    """Draw how much endurance is left, as a figure and of how much."""
    paint_box(image, at, size, palette.FAINT)
    paint_box(image, (at[0] + 2, at[1] + 2), (size[0] - 4, size[1] - 4), palette.PAPER)
    filled = (size[0] - 4) * left // full if full else 0
    if filled >= 14:
        colour: Colour = palette.LIGHT_SOUND if 3 * left > full else palette.LIGHT_HARM
        paint_box(image, (at[0] + 2, at[1] + 2), (filled, size[1] - 4), colour)
    spot = (at[0] + size[0] / 2, at[1] + size[1] / 2)
    write(image, spot, str(left), palette.INK, size=_SIZE, anchor="middle")


def _draw_horse_sign(image: Image.Image, at: tuple[int, int], horse: HorseView) -> None:
    """Draw a horse as a block: a whole one, half of one in red if it is hurt, a line if it is dead or was cut free."""
    (left, top), (wide, high) = at, (_PITCH, _BOX[1])
    if horse.state != "alive":
        colour, height = palette.INK, 6
    else:
        colour, height = (palette.HARM, high // 2) if horse.injury else (palette.FAINT, high)
    image.paste(colour, (left, top + high - height, left + wide - 8, top + high))


def _draw_horse_box(image: Image.Image, at: tuple[int, int], horse: HorseView) -> None:
    """Draw a horse's speed in a box: with a notch if it is hurt, crossed out if dead, empty if it was cut free."""
    wide, high = _BOX
    is_alive = horse.state == "alive"
    paint_box(image, at, _BOX, palette.FAINT, 6)
    paint_box(image, (at[0] + 2, at[1] + 2), (wide - 4, high - 4), palette.PAPER if is_alive else palette.INK, 5)
    spot = (at[0] + wide / 2, at[1] + high / 2)
    if is_alive:
        speed = horse.original - horse.injury
        colour = palette.ALARM if horse.injury else palette.INK
        squeeze = 1.0 if speed < 10 else 0.62
        write(image, spot, str(speed), colour, size=_SIZE, anchor="middle", squeeze=squeeze)
        if horse.injury:
            image.paste(palette.HARM, (at[0], at[1] + high - 7, at[0] + wide, at[1] + high))
    elif horse.state == "dead":
        for side in (-1, 1):
            ends = [(spot[0] - 13, spot[1] - 13 * side), (spot[0] + 13, spot[1] + 13 * side)]
            paint_line(image, ends, palette.WHITE, 6)
    else:
        paint_line(image, [(spot[0] - 12, spot[1]), (spot[0] + 12, spot[1])], palette.FAINT, 6)
