"""The cards of men below the arena: the body in five areas, wounds, CFs, what ails them."""

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image

from engine.arena.men import AREA_NAMES
from engine.arena.views import FighterView, MatchView
from records.values import EntryId
from renderers import palette
from renderers.arena.figures import HIGH, draw_figure
from renderers.arena.words import FATES, KINDS, load_of, notes_of, wounds_of
from renderers.canvas import Board, in_few_colours
from renderers.cards import draw_card_frame, strike_out
from renderers.counters import badge
from renderers.lettering import fit, length, narrowed, readable, write
from renderers.telling import name_of

GAP = 12
LARGE, SMALL = 338, 214
"""Heights of a card where two fight, and where more do."""

_FEW = 2
_ZOOM = 1.06  # of the figure on a large card
_LINE = 42
_NAME = 170  # pixels for a man's own name
_NOTES = 4  # that a large card has room for


def panel_height(count: int) -> int:
    """Return how high the cards of so many men are together, in two columns."""
    return GAP + (count + 1) // 2 * (_high(count) + GAP)


def _high(count: int) -> int:
    return LARGE if count <= _FEW else SMALL


def draw_cards(image: Board, view: MatchView, names: Mapping[EntryId, str], top: int) -> None:
    """Draw the cards of all men, in the order in which they entered."""
    count, high = len(view.fighters), _high(len(view.fighters))
    width = (image.width - 3 * GAP) // 2
    for number, man in enumerate(view.fighters):
        at = (GAP + number % 2 * (width + GAP), top + GAP + number // 2 * (high + GAP))
        has_rows = count <= _FEW and man.man is not None
        image.lay(empty_card((width, high), image.width, is_won=man.entry in view.winners, has_rows=has_rows), at)
        (_draw_large if count <= _FEW else _draw_small)(image, at, width, man, name_of(names, man))


@lru_cache(maxsize=16)
def empty_card(size: tuple[int, int], wide: int, *, is_won: bool, has_rows: bool) -> Image.Image:
    """Return a card without a man, in the fixed colours.

    :param wide: pixels of the picture in which it lies.
    :param has_rows: whether there is a row for each area.
    """
    image = Image.new("RGB", size, palette.PAPER)
    edge, ground = (palette.PORPHYRY, palette.GOLD) if is_won else (palette.CARD_EDGE, palette.CARD)
    draw_card_frame(image, (0, 0), size, edge, ground)
    for row, area in enumerate((*AREA_NAMES, "in all") if has_rows else ()):
        write(image, (148, 100 + row * _LINE), area, palette.INK, size=readable(wide))
    if has_rows:
        line = 100 + len(AREA_NAMES) * _LINE
        image.paste(palette.CARD_EDGE, (148, line - 21, 336, line - 19))
        write(image, (size[0] - 16, 104), "CFs", palette.FAINT, size=readable(wide), anchor="right")
    return in_few_colours(image)


def _draw_large(image: Image.Image, at: tuple[int, int], width: int, man: FighterView, name: str) -> None:
    left, top = at
    size, right = readable(image.width), left + width - 16
    _draw_head(image, at, width, man, name)
    draw_figure(image, (left + 74, top + 82 + HIGH * _ZOOM / 2), man, _ZOOM)
    if man.man is None:
        write(image, (left + 148, top + 100 + 2 * _LINE), "not chosen yet", palette.FAINT, size=size)
        return
    rows = [*wounds_of(man), ("in all", man.all_wounds, man.collapse)]
    for row, (_, wounds, most) in enumerate(rows):
        middle = top + 100 + row * _LINE
        colour = palette.ALARM if wounds and wounds * 2 >= most else palette.INK
        write(image, (left + 336, middle), f"{wounds}/{most}", colour, size=size, anchor="right")
    _draw_column(image, (left + 346, right), top, man, KINDS[man.man.kind])


def _draw_column(image: Image.Image, room: tuple[int, int], top: int, man: FighterView, kind: str) -> None:
    """Write a man's CFs, what ails him, and his type, below each other at the right.

    :param room: where that column begins and ends, in pixels.
    """
    left, right = room
    size = readable(image.width)
    wide = length("CFs", size)
    write(image, (right - wide - 6, top + 101), str(man.cf), palette.INK, size=38, face="serif", anchor="right")
    for row, note in enumerate(notes_of(man)[:_NOTES], start=1):
        squeeze = min(1.0, (right - left) / length(note, size))
        middle = top + 100 + row * _LINE
        write(image, (right, middle), note, palette.ALARM, size=size, anchor="right", squeeze=squeeze)
    spot, squeeze = (right, top + 100 + 5 * _LINE), min(1.0, (right - left) / length(kind, size, "serif"))
    write(image, spot, kind, palette.LIMIT, size=size, face="serif", anchor="right", squeeze=squeeze)


def _draw_head(image: Image.Image, at: tuple[int, int], width: int, man: FighterView, name: str) -> None:
    """Draw the badge, who leads him, and at the right his own name, or how he ended."""
    left, top = at
    size, right = readable(image.width), left + width - 16
    sprite = badge(man.colour, man.entry, 58)
    image.paste(sprite, (left + 12, top + 10), sprite)
    fate = FATES[man.status]
    if fate in ("down", "dead"):
        strike_out(image, (left + 12, top + 10), 58)
    own = "" if man.man is None or man.man.name == name else fit(man.man.name, _NAME, "serif", size)
    text = fate or own
    colour = palette.ALARM if fate else palette.LIMIT
    end = right - write(image, (right, top + 40), text, colour, size=size, anchor="right", face="serif")
    called, squeeze = narrowed(name, int(end) - left - 96, "sans", size)
    write(image, (left + 84, top + 40), called, palette.INK, size=size, squeeze=squeeze)


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
