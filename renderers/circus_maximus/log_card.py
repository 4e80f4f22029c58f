"""The log of a chariot as boxes (3.5): crossed off from the right as they are lost."""

from collections.abc import Mapping

from PIL import Image

from engine.circus_maximus.views import ChariotView, RaceView
from engine.values import EntryId
from renderers import palette
from renderers.canvas import encoded, in_few_colours, paint_box, paint_line
from renderers.circus_maximus.words import WHEEL_BOXES, conditions_of, name_of, signed, whereabouts
from renderers.counters import badge
from renderers.lettering import fit, wrapped, write
from renderers.palette import Colour

WIDTH = 1000
HEIGHT = 690
"""Of a card with one row of endurance boxes; each further row adds to it."""

_LABEL = 26
_BOX = 44
_IN_A_ROW = 25  # endurance boxes
_SMALL_ROW = 28
_ROW = 54
_LEFT = 26
_BOXES = 250  # where the boxes begin


def draw_log_card(view: RaceView, names: Mapping[EntryId, str], entry: EntryId) -> bytes:
    """Return the PNG picture of a chariot's log."""
    chariot = view.chariot(entry)
    more = max(0, -(-chariot.endurance_start // _IN_A_ROW) - 1) * _SMALL_ROW
    image = Image.new("RGB", (WIDTH, HEIGHT + more), palette.CARD)
    _draw_head(image, names, view, chariot)
    y = 126
    for number in range(4):
        _draw_horse(image, y, number, chariot)
        y += _ROW
    for label, full, left, colour in (
        ("wheel, inside", WHEEL_BOXES, WHEEL_BOXES - chariot.wheel_inside, palette.WOOD),
        ("wheel, outside", WHEEL_BOXES, WHEEL_BOXES - chariot.wheel_outside, palette.WOOD),
        ("driver's hits", chariot.hits_start, chariot.hits, palette.HARM),
    ):
        _draw_row(image, y, label, full, left, colour)
        write(image, (WIDTH - _LEFT, y), f"{left}/{full}", palette.INK, size=_LABEL, anchor="right")
        y += _ROW
    _draw_endurance(image, y, chariot)
    _draw_foot(image, y + more + 60, chariot)
    return encoded(in_few_colours(image))


def _draw_head(image: Image.Image, names: Mapping[EntryId, str], view: RaceView, chariot: ChariotView) -> None:
    image.paste(palette.PORPHYRY, (0, 0, WIDTH, 92))
    image.paste(palette.BRONZE, (0, 88, WIDTH, 92))
    sprite = badge(chariot.colour, chariot.entry, 72)
    image.paste(sprite, (14, 8), sprite)
    write(image, (102, 28), fit(name_of(names, chariot), WIDTH - 120, "sans", 34), palette.WHITE, size=34)
    write(image, (102, 66), whereabouts(view, chariot), palette.GOLD, size=24)


def _draw_horse(image: Image.Image, y: int, number: int, chariot: ChariotView) -> None:
    if number >= len(chariot.horses):
        write(image, (_LEFT, y), f"horse {number + 1}", palette.FAINT, size=_LABEL)
        return
    horse = chariot.horses[number]
    left = horse.original - horse.injury if horse.state == "alive" else 0
    _draw_row(image, y, f"horse {number + 1}", horse.original, left, palette.SOUND)
    told = (
        f"speed {left}" if horse.state == "alive" else {"dead": "dead, attached", "cut free": "cut free"}[horse.state]
    )
    colour = palette.INK if horse.state == "alive" else palette.HARM
    write(image, (WIDTH - _LEFT, y), told, colour, size=_LABEL, anchor="right")


def _draw_row(image: Image.Image, y: int, label: str, boxes: int, left: int, colour: Colour) -> None:
    write(image, (_LEFT, y), label, palette.INK, size=_LABEL)
    for number in range(boxes):
        _draw_box(image, (_BOXES + number * (_BOX + 6), y - _BOX // 2), _BOX, number < left, colour)


def _draw_box(image: Image.Image, at: tuple[int, int], size: int, is_left: bool, colour: Colour) -> None:
    """Draw a box: filled while it is left, crossed off once it is lost."""
    paint_box(image, at, (size, size), palette.INK, 7)
    paint_box(image, (at[0] + 2, at[1] + 2), (size - 4, size - 4), colour if is_left else palette.PAPER, 6)
    if not is_left:
        near, far = size * 0.24, size * 0.76
        for start, end in ((near, far), (far, near)):
            paint_line(image, [(at[0] + near, at[1] + start), (at[0] + far, at[1] + end)], palette.INK, 4)


def _draw_endurance(image: Image.Image, y: int, chariot: ChariotView) -> None:
    """Draw the endurance track in rows of small boxes."""
    write(image, (_LEFT, y), "endurance", palette.INK, size=_LABEL)
    for number in range(chariot.endurance_start):
        row, column = divmod(number, _IN_A_ROW)
        # A gap after each fifth, to count by.
        at = (_BOXES + column * 25 + column // 5 * 5, y - 11 + row * _SMALL_ROW)
        _draw_box(image, at, 22, number < chariot.endurance, palette.BRONZE)
    text = f"{chariot.endurance}/{chariot.endurance_start}"
    write(image, (WIDTH - _LEFT, y), text, palette.INK, size=_LABEL, anchor="right")


def _draw_foot(image: Image.Image, y: int, chariot: ChariotView) -> None:
    """Write the modifiers, the car and the whip, and what weighs on the chariot now."""
    figures = (
        ("DM", f"{signed(chariot.modifier)} of {signed(chariot.modifier_start)}"),
        ("CDM", signed(chariot.cdm)),
        ("top speed", str(chariot.max_speed)),
        ("car", chariot.car),
        ("whip", "yes" if chariot.has_whip else "lost"),
    )
    x = float(_LEFT)
    for label, figure in figures:
        x += write(image, (x, y), label, palette.FAINT, size=24) + 10
        x += write(image, (x, y), figure, palette.INK, size=30) + 34
    conditions = conditions_of(chariot)
    if not conditions:
        write(image, (_LEFT, y + 44), "nothing weighs on it", palette.SOUND, size=24)
    for number, line in enumerate(wrapped(", ".join(conditions), WIDTH - 2 * _LEFT, "sans", 24)):
        write(image, (_LEFT, y + 44 + 32 * number), line, palette.HARM, size=24)
