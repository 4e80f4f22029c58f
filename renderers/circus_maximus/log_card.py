"""The log of a chariot as boxes (3.5, 16.1): crossed off from the right as they are lost."""

from collections.abc import Mapping

from PIL import Image

from engine.circus_maximus.seen.views import ChariotView, RaceView
from records.values import EntryId
from renderers import palette
from renderers.canvas import encoded, in_few_colours, paint_box, paint_line
from renderers.cards import draw_card_head
from renderers.circus_maximus.words import conditions_of, gear_of, kit_of, whereabouts
from renderers.counters import place
from renderers.lettering import readable, wrapped, write
from renderers.palette import Colour
from renderers.pennants import letter_of, pennant
from renderers.telling import name_of, signed

WIDTH = 1000
HEIGHT = 760
"""Of a card with one row of endurance boxes and two lines of conditions; each further one adds to it."""

_LABEL = readable(WIDTH)
_BOX = 44
_IN_A_ROW = 20  # endurance boxes
_SMALL_ROW = 28
_ROW = 54
_FIGURES_IN_A_ROW = 3
_LEFT = 26
_BOXES = 290  # where the boxes begin
_LINE = 40  # of conditions


def draw_log_card(view: RaceView, names: Mapping[EntryId, str], entry: EntryId) -> bytes:
    """Return the PNG picture of a chariot's log."""
    chariot = view.chariot(entry)
    more = max(0, -(-chariot.endurance_start // _IN_A_ROW) - 1) * _SMALL_ROW
    lines = _foot_lines(view, chariot)
    height = HEIGHT + more + max(0, len(lines) - 2) * _LINE
    image = Image.new("RGB", (WIDTH, height), palette.CARD)
    _draw_head(image, names, view, chariot)
    y = 126
    for number in range(4):
        _draw_horse(image, y, number, chariot)
        y += _ROW
    for label, full, left, colour in (
        ("wheel, inside", chariot.boxes_inside, chariot.boxes_inside - chariot.wheel_inside, palette.WOOD),
        ("wheel, outside", chariot.boxes_outside, chariot.boxes_outside - chariot.wheel_outside, palette.WOOD),
        ("driver's hits", chariot.hits_start, chariot.hits, palette.HARM),
    ):
        _draw_row(image, y, label, full, left, colour)
        write(image, (WIDTH - _LEFT, y), f"{left}/{full}", palette.INK, size=_LABEL, anchor="right")
        y += _ROW
    _draw_endurance(image, y, chariot)
    _draw_foot(image, y + more + 60, view, chariot, lines)
    return encoded(in_few_colours(image))


def _draw_head(image: Image.Image, names: Mapping[EntryId, str], view: RaceView, chariot: ChariotView) -> None:
    room = WIDTH - (120 if chariot.ally is None else 420)
    name, where = name_of(names, chariot), whereabouts(view, chariot)
    draw_card_head(image, chariot.colour, chariot.entry, name, where, size=36, room=room)
    if chariot.ally is not None:
        first = min(chariot.entry, chariot.ally)
        place(image, pennant(first, 64), (WIDTH - 50, 46))
        ally = f"{letter_of(first)}: with {chariot.ally}"
        write(image, (WIDTH - 92, 46), ally, palette.CARD, size=_LABEL, anchor="right")


def _draw_horse(image: Image.Image, y: int, number: int, chariot: ChariotView) -> None:
    if number >= len(chariot.horses):
        write(image, (_LEFT, y), f"horse {number + 1}", palette.INK, size=_LABEL)
        return
    horse = chariot.horses[number]
    left = horse.original - horse.injury if horse.state == "alive" else 0
    _draw_row(image, y, f"horse {number + 1}", horse.original, left, palette.SOUND)
    text = f"speed {left}" if horse.state == "alive" else horse.state
    colour = palette.INK if horse.state == "alive" else palette.ALARM
    write(image, (WIDTH - _LEFT, y), text, colour, size=_LABEL, anchor="right")


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


def _foot_lines(view: RaceView, chariot: ChariotView) -> list[tuple[str, Colour]]:
    """Return the lines below the figures: the chariot's gear, then its present conditions."""
    room = WIDTH - 2 * _LEFT
    kit = kit_of(chariot)
    carried = wrapped(f"carries {', '.join(kit)}", room, "sans", _LABEL) if kit else []
    conditions = wrapped(", ".join(conditions_of(view, chariot)), room, "sans", _LABEL)
    return [
        *((line, palette.INK) for line in carried),
        *((line, palette.ALARM) for line in conditions),
        *([] if conditions else [("nothing weighs on it", palette.SOUND)]),
    ]


def _draw_foot(
    image: Image.Image, y: int, view: RaceView, chariot: ChariotView, lines: list[tuple[str, Colour]]
) -> None:
    """Write the modifiers, the car and the whip, and the lines below them."""
    figures = (
        ("DM", f"{signed(chariot.modifier)} of {signed(chariot.modifier_start)}"),
        ("CDM", signed(chariot.cdm)),
        ("top speed", str(chariot.max_speed)),
        *gear_of(view, chariot),
    )
    x = float(_LEFT)
    for number, (label, figure) in enumerate(figures):
        if number == _FIGURES_IN_A_ROW:
            x, y = float(_LEFT), y + _LINE
        x += write(image, (x, y), label, palette.INK, size=_LABEL) + 12
        x += write(image, (x, y), figure, palette.LIMIT, size=_LABEL) + 40
    for number, (line, colour) in enumerate(lines, start=1):
        write(image, (_LEFT, y + 6 + _LINE * number), line, colour, size=_LABEL)
