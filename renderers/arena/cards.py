"""The cards of men below the arena: the body in five areas, wounds, CFs, what ails them."""

from collections.abc import Mapping

from PIL import Image

from engine.arena.views import FighterView, MatchView
from records.values import EntryId
from renderers import palette
from renderers.arena.figures import HIGH, draw_figure
from renderers.arena.words import FATES, KINDS, load_of, notes_of, wounds_of
from renderers.cards import draw_card_frame, strike_out
from renderers.counters import badge
from renderers.lettering import fit, length, readable, write
from renderers.telling import name_of

GAP = 12
LARGE, SMALL = 338, 214
"""Heights of a card where two fight, and where more do."""

_FEW = 2
_ZOOM = 1.06  # of the figure on a large card
_LINE = 42
_NOTES = 4  # that a large card has room for


def panel_height(count: int) -> int:
    """Return how high the cards of so many men are together, in two columns."""
    return GAP + (count + 1) // 2 * (_high(count) + GAP)


def _high(count: int) -> int:
    return LARGE if count <= _FEW else SMALL


def draw_cards(image: Image.Image, view: MatchView, names: Mapping[EntryId, str], top: int) -> None:
    """Draw the cards of all men, in the order in which they entered."""
    count, high = len(view.fighters), _high(len(view.fighters))
    width = (image.width - 3 * GAP) // 2
    for number, man in enumerate(view.fighters):
        at = (GAP + number % 2 * (width + GAP), top + GAP + number // 2 * (high + GAP))
        edge, ground = _frame(view, man)
        draw_card_frame(image, at, (width, high), edge, ground)
        (_draw_large if count <= _FEW else _draw_small)(image, at, width, man, name_of(names, man))


def _frame(view: MatchView, man: FighterView) -> tuple[palette.Colour, palette.Colour]:
    if man.entry in view.winners:
        return palette.PORPHYRY, palette.GOLD
    return palette.CARD_EDGE, palette.CARD


def _draw_large(image: Image.Image, at: tuple[int, int], width: int, man: FighterView, name: str) -> None:
    left, top = at
    size, right = readable(image.width), left + width - 16
    _draw_head(image, at, width, man, name)
    draw_figure(image, (left + 74, top + 82 + HIGH * _ZOOM / 2), man, _ZOOM)
    rows = [*wounds_of(man), ("in all", man.all_wounds, man.collapse)]
    for row, (area, wounds, most) in enumerate(rows):
        middle = top + 100 + row * _LINE
        colour = palette.ALARM if wounds and wounds * 2 >= most else palette.INK
        if row == len(rows) - 1:
            image.paste(palette.CARD_EDGE, (left + 148, middle - 21, left + 336, middle - 19))
        write(image, (left + 148, middle), area, colour, size=size)
        write(image, (left + 336, middle), f"{wounds}/{most}", colour, size=size, anchor="right")
    wide = write(image, (right, top + 104), "CFs", palette.FAINT, size=size, anchor="right")
    write(image, (right - wide - 6, top + 101), str(man.cf), palette.INK, size=46, face="serif", anchor="right")
    for row, note in enumerate(notes_of(man)[:_NOTES]):
        squeeze = min(1.0, (right - left - 346) / length(note, size))
        middle = top + 100 + (row + 1) * _LINE
        write(image, (right, middle), note, palette.ALARM, size=size, anchor="right", squeeze=squeeze)


def _draw_head(image: Image.Image, at: tuple[int, int], width: int, man: FighterView, name: str) -> None:
    """Draw the badge, who leads him, and at the right his type, or how he ended."""
    left, top = at
    size, right = readable(image.width), left + width - 16
    sprite = badge(man.colour, man.entry, 58)
    image.paste(sprite, (left + 12, top + 10), sprite)
    fate = FATES[man.status]
    if fate in ("down", "dead"):
        strike_out(image, (left + 12, top + 10), 58)
    text = fate if man.status != "waiting" and fate else KINDS[man.man.kind] if man.man is not None else ""
    colour = palette.ALARM if fate else palette.LIMIT
    end = right - write(image, (right, top + 40), text, colour, size=size, anchor="right", face="serif")
    write(image, (left + 84, top + 40), fit(name, int(end) - left - 96, "sans", size), palette.INK, size=size)


def _draw_small(image: Image.Image, at: tuple[int, int], width: int, man: FighterView, name: str) -> None:
    left, top = at
    size, right = readable(image.width), left + width - 16
    _draw_head(image, at, width, man, name)
    draw_figure(image, (left + 66, top + 76 + HIGH * 0.58 / 2), man, 0.58)
    write(image, (left + 124, top + 102), f"{man.cf} CFs", palette.INK, size=size)
    colour = palette.ALARM if man.all_wounds * 2 >= man.collapse else palette.INK
    write(image, (right, top + 102), f"{load_of(man)} wounds", colour, size=size, anchor="right")
    worst = max(wounds_of(man), key=lambda each: each[1])
    told = [f"{worst[0]} {worst[1]}/{worst[2]}" if worst[1] else "unhurt"]
    write(image, (left + 124, top + 144), fit(told[0], right - left - 124, "sans", size), palette.INK, size=size)
    notes = ", ".join(notes_of(man))
    if notes:
        write(image, (left + 124, top + 186), fit(notes, right - left - 124, "sans", size), palette.ALARM, size=size)
