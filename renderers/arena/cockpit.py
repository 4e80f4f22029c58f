"""The picture for the player with the question: the ground near both men, and their bodies with armour and wounds."""

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.arena.men import BARE
from engine.arena.views import FighterView, MatchView
from engine.marks import ReachMark
from records.values import EntryId, Square
from renderers import palette
from renderers.arena.background import HEIGHT, MIDDLE, arena
from renderers.arena.background import WIDTH as ARENA_WIDTH
from renderers.arena.board import NEAR
from renderers.arena.figures import HIGH, draw_figure
from renderers.arena.geometry import centre, hex_of, outline
from renderers.arena.pieces import draw_men
from renderers.arena.words import ARMOUR_KEY, FATES, has_armour, notes_of, wounds_of
from renderers.camera import Camera
from renderers.canvas import encoded, in_few_colours, paint_line, paint_polygon
from renderers.cards import draw_card_frame
from renderers.cockpits import HEAD, draw_head, write_name
from renderers.counters import badge
from renderers.geometry import Point
from renderers.lettering import fit, length, narrowed, readable, write
from renderers.telling import name_of

WIDTH, VIEW_HEIGHT = 800, 470
CARD = 336
KEY = 40
"""Height of the line that explains armour, where somebody wears any."""

_GAP = 8
_AROUND = 62  # units around men that are shown


def draw_cockpit(
    view: MatchView,
    names: Mapping[EntryId, str],
    entry: EntryId,
    *,
    reach: Sequence[ReachMark] = (),
    path: Sequence[Square] = (),
) -> bytes:
    """Return the PNG picture of a man, his foe, and the ground between them.

    :param reach: hexes to choose from; the label is a number to call one by.
    :param path: unused: a man's steps follow from those of all.
    """
    del path
    own = view.fighter(entry)
    camera, high = aim(view, own, reach), height_of(reach)
    left, top = (round(middle * camera.zoom - at) for middle, at in zip(MIDDLE, camera.at, strict=True))
    foe = view.fighter(own.foe) if own.foe is not None else None
    shown = (own, foe) if foe is not None else (own,)
    key = KEY if any(map(has_armour, shown)) else 0
    image = Image.new("RGB", (WIDTH, high + HEAD + CARD + 2 * _GAP + key), palette.PAPER)
    scene = arena(view.radius, camera.zoom).crop((left, top, left + WIDTH, top + high)).convert("RGB")
    if own.at is not None:
        _halo(scene, camera, view, own)
    for mark in reach:
        paint_polygon(
            scene, [camera.see(each) for each in outline(view.radius, hex_of(mark.square), 0.86)], palette.GOLD
        )
    draw_men(scene, camera, view)
    for mark in reach:
        spot = camera.see(centre(view.radius, hex_of(mark.square)))
        write(scene, spot, mark.label, palette.INK, size=readable(WIDTH), anchor="middle")
    image.paste(scene, (0, 0))
    write_name(image, high, name_of(names, own), draw_head(image, high, own, _head_of(own)))
    width = (WIDTH - 3 * _GAP) // 2
    for number, man in enumerate(shown):
        at = (_GAP + number * (width + _GAP), high + HEAD + _GAP)
        _draw_card(image, at, width, man, name_of(names, man))
    if key:
        spot = (WIDTH / 2, image.height - _GAP - key / 2)
        write(image, spot, ARMOUR_KEY, palette.INK, size=readable(WIDTH), anchor="middle")
    return encoded(in_few_colours(image))


def _head_of(own: FighterView) -> str:
    return FATES[own.status] or f"{own.cf} CFs" if own.man is not None else ""


def height_of(reach: Sequence[ReachMark]) -> int:
    """Return how much of the ground shows, in pixels: all of it where there are hexes to choose from."""
    return HEIGHT if reach else VIEW_HEIGHT


def aim(view: MatchView, own: FighterView, reach: Sequence[ReachMark]) -> Camera:
    """Return a camera that looks at a man and his foe; within the arena."""
    foe = view.fighter(own.foe) if own.foe is not None else None
    hexes = [man.at for man in (own, foe) if man is not None and man.at is not None]
    hexes += [hex_of(mark.square) for mark in reach]
    points = [centre(view.radius, at) for at in hexes] or [Point(0, 0)]
    across, down = [each.x for each in points], [each.y for each in points]
    wide, high = max(across) - min(across) + 2 * _AROUND, max(down) - min(down) + 2 * _AROUND
    shown = height_of(reach)
    zoom = NEAR if wide * NEAR <= WIDTH and high * NEAR <= shown else 1.0
    middle = ((max(across) + min(across)) / 2, (max(down) + min(down)) / 2)
    left = _inside((MIDDLE[0] + middle[0]) * zoom - WIDTH / 2, ARENA_WIDTH * zoom - WIDTH)
    top = _inside((MIDDLE[1] + middle[1]) * zoom - shown / 2, HEIGHT * zoom - shown)
    return Camera(Point(0, 0), (MIDDLE[0] * zoom - left, MIDDLE[1] * zoom - top), zoom)


def _inside(start: float, most: float) -> int:
    return round(min(max(0.0, start), most))


def _halo(image: Image.Image, camera: Camera, view: MatchView, own: FighterView) -> None:
    """Light up the hex of one's own man."""
    assert own.at is not None
    spots = [camera.see(point) for point in outline(view.radius, own.at)]
    paint_polygon(image, spots, palette.GOLD)
    paint_line(image, [*spots, spots[0]], palette.INK, 3)


def _draw_card(image: Image.Image, at: tuple[int, int], width: int, man: FighterView, name: str) -> None:
    """Draw a body with the armour and the wounds of each area."""
    left, top = at
    size, right = readable(WIDTH), left + width - 12
    draw_card_frame(image, at, (width, CARD), palette.CARD_EDGE, palette.CARD)
    sprite = badge(man.colour, man.entry, 44)
    image.paste(sprite, (left + 10, top + 8), sprite)
    kind = man.man.kind if man.man is not None else ""
    end = right - write(image, (right, top + 30), kind, palette.LIMIT, size=size, anchor="right", face="serif")
    called, squeeze = narrowed(name, int(end) - left - 74, "sans", size)
    write(image, (left + 64, top + 30), called, palette.INK, size=size, squeeze=squeeze)
    draw_figure(image, (left + 62, top + 58 + HIGH * 0.9 / 2), man, 0.9)
    if man.man is None:
        write(image, (left + 124, top + 130), "not chosen yet", palette.FAINT, size=size)
        return
    cells = man.man.armour
    for row, ((area, wounds, most), cell) in enumerate(zip(wounds_of(man), cells, strict=True)):
        middle = top + 74 + row * 37
        colour = palette.ALARM if wounds and wounds * 2 >= most else palette.INK
        write(image, (left + 124, middle), area, colour, size=size)
        if cell != BARE:
            write(image, (left + 248, middle), cell, palette.LIMIT, size=size, anchor="middle")
        write(image, (right, middle), f"{wounds}/{most}", colour, size=size, anchor="right")
    write(image, (left + 124, top + 264), f"{man.all_wounds}/{man.collapse} in all", palette.INK, size=size)
    if notes := ", ".join(notes_of(man)):
        squeeze = max(0.7, min(1.0, (right - left - 24) / length(notes, size)))
        shown = fit(notes, int((right - left - 24) / squeeze), "sans", size)
        write(image, (right, top + 306), shown, palette.ALARM, size=size, squeeze=squeeze, anchor="right")
