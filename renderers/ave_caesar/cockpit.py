"""The cockpit: the course around one chariot, with the spaces that the cards of its hand can take it to, and the hand.

It lies the same way up as the board.
"""

from collections.abc import Iterable, Mapping, Sequence

from PIL import Image

from engine.ave_caesar.courses import FINISH, Direction, Space
from engine.ave_caesar.views import ChariotView, RaceView
from engine.marks import ReachMark
from records.values import EntryId, Square
from renderers import palette
from renderers.ave_caesar.background import arena_at_double_size, wide_middle_of
from renderers.ave_caesar.cards import card, card_colour
from renderers.ave_caesar.geometry import LANE, ROW, Layout, layout_of
from renderers.ave_caesar.markings import draw_arrows, draw_grid, mark_alley, write_course, write_spaces
from renderers.ave_caesar.pieces import coin, draw_chariots, draw_halo, draw_path
from renderers.ave_caesar.words import figures_of, lap_of
from renderers.camera import Camera, Framing
from renderers.canvas import encoded, in_few_colours, paint_line, paint_polygon
from renderers.circus import DOUBLE
from renderers.counters import badge, place
from renderers.geometry import Point
from renderers.lettering import fit, readable, write
from renderers.telling import name_of

WIDTH = 800
VIEW_HEIGHT = 520
HEAD, STRIP = 50, 132
"""Heights of the line with the name, and of the strip with the hand and the figures, below."""

_MARGIN = 105.0  # pixels left free around what must be seen
_CLOSEST = 1.9
_FARTHEST = 0.75


def draw_cockpit(
    view: RaceView,
    names: Mapping[EntryId, str],
    entry: EntryId,
    *,
    reach: Sequence[ReachMark] = (),
    path: Sequence[Square] = (),
) -> bytes:
    """Return the PNG picture of a chariot's surroundings.

    :param reach: spaces that cards lead to, ``FINISH`` too; the kind is the card, the label a number to call it by.
    :param path: the way that is looked at, from where the chariot stands.
    """
    chariot = view.chariot(entry)
    layout = layout_of(view.course)
    camera = aim(layout, view.direction, chariot, [*(mark.square for mark in reach), *path])
    origin = wide_middle_of(view.course)
    scene = camera.crop(arena_at_double_size(view.course), origin, DOUBLE, (WIDTH, VIEW_HEIGHT))
    _draw_course(scene, camera, layout, view.direction)
    draw_halo(scene, camera, layout, chariot)
    targets = joined(reach)
    for mark in targets:
        _draw_mark(scene, camera, layout, view.direction, mark)
    draw_path(scene, camera, layout, path, chariot.colour, view.direction)
    draw_chariots(scene, camera, layout, view.chariots, view.direction)
    for mark in targets:
        _write_label(scene, camera, layout, view.direction, mark)
    image = Image.new("RGB", (WIDTH, VIEW_HEIGHT + HEAD + STRIP), palette.PAPER)
    image.paste(scene, (0, 0))
    _draw_head(image, names, chariot)
    _draw_hand(image, view.hands.get(entry, ()), {mark.kind for mark in reach})
    _draw_figures(image, chariot)
    return encoded(in_few_colours(image))


def joined(reach: Iterable[ReachMark]) -> list[ReachMark]:
    """Return one mark for each space, with the labels of all that lead there; its kind is that of the first."""
    found: dict[Square, ReachMark] = {}
    for mark in reach:
        known = found.get(mark.square)
        label = mark.label if known is None else f"{known.label}/{mark.label}"
        found[mark.square] = ReachMark(mark.square, label, known.kind if known else mark.kind)
    return list(found.values())


def aim(layout: Layout, direction: Direction, chariot: ChariotView, spaces: Iterable[Square]) -> Camera:
    """Return a camera that sees a chariot and *spaces*, as near as they allow; the whole course where there is none."""
    wanted = [_centre(layout, direction, space) for space in spaces]
    if chariot.space is not None:
        wanted.append(layout.centre(chariot.space))
    if not wanted:
        points = [layout.centre(space) for space in layout.spaces]
        return _around(points, 0.3)
    return _around(wanted, _FARTHEST)


def _around(points: Sequence[Point], farthest: float) -> Camera:
    middle, zoom = Framing((WIDTH, VIEW_HEIGHT), _MARGIN, _CLOSEST, farthest).of(points)
    return Camera(middle, (WIDTH / 2, VIEW_HEIGHT / 2), zoom)


def _centre(layout: Layout, direction: Direction, square: Square) -> Point:
    """Return the middle of a space, or where the mark for the finish lies: on the line's far side."""
    if str(square) == FINISH:
        return layout.at(0.5 if direction == "clockwise" else -0.5, 0)
    return layout.centre(Space(square))


def _draw_course(image: Image.Image, camera: Camera, layout: Layout, direction: Direction) -> None:
    draw_arrows(image, camera, layout, direction)
    write_spaces(image, camera, layout)
    draw_grid(image, camera, layout, direction)
    mark_alley(image, camera, layout, direction)
    write_course(image, camera, layout, direction)


def _draw_mark(image: Image.Image, camera: Camera, layout: Layout, direction: Direction, mark: ReachMark) -> None:
    if str(mark.square) == FINISH:
        x, y = _centre(layout, direction, mark.square)
        wide, high = ROW * 0.46, LANE * 0.9
        corners = ((-wide, -high), (wide, -high), (wide, high), (-wide, high))
        outline = [Point(x + right, y + down) for right, down in corners]
    else:
        outline = layout.outline(Space(mark.square))
    spots = [camera.see(point) for point in outline]
    paint_polygon(image, spots, card_colour(int(mark.kind)))
    paint_line(image, [*spots, spots[0]], palette.INK, max(2, 1.8 * camera.zoom))


def _write_label(image: Image.Image, camera: Camera, layout: Layout, direction: Direction, mark: ReachMark) -> None:
    """Write the number that chooses a space; its button has the name, for which spaces side by side leave no room."""
    size = max(round((27 if len(mark.label) < 3 else 20) * max(camera.zoom, 1.0)), readable(image.width))
    spot, ground = camera.see(_centre(layout, direction, mark.square)), card_colour(int(mark.kind))
    write(image, spot, mark.label, palette.INK, size=size, anchor="middle", stroke=(4, ground))


def _draw_head(image: Image.Image, names: Mapping[EntryId, str], chariot: ChariotView) -> None:
    """Draw who drives, on which lap, and the coin if it is owed."""
    image.paste(palette.PORPHYRY, (0, VIEW_HEIGHT, WIDTH, VIEW_HEIGHT + HEAD))
    middle = VIEW_HEIGHT + HEAD // 2
    sprite = badge(chariot.colour, chariot.entry, 42)
    image.paste(sprite, (12, middle - 21), sprite)
    edge = WIDTH - 16 - write(image, (WIDTH - 16, middle), lap_of(chariot), palette.GOLD, size=28, anchor="right")
    if chariot.status == "racing" and chariot.coin:
        place(image, coin(38), (edge - 28, middle))
        edge -= 52
    name = fit(name_of(names, chariot), int(edge) - 84, "sans", 30)
    write(image, (66, middle), name, palette.WHITE, size=30)


def _draw_hand(image: Image.Image, hand: Sequence[int], playable: set[str]) -> None:
    """Draw the cards of the hand; those that lead nowhere are crossed out, if others lead somewhere."""
    for number, value in enumerate(hand):
        picture = card(value, STRIP - 20, not playable or str(value) in playable)
        image.paste(picture, (18 + 90 * number, VIEW_HEIGHT + HEAD + 10), picture)


def _draw_figures(image: Image.Image, chariot: ChariotView) -> None:
    top = VIEW_HEIGHT + HEAD
    for number, (label, figure) in enumerate(figures_of(chariot)):
        middle = 364 + 125 * number
        colour = palette.ALARM if figure.startswith("−") else palette.INK
        write(image, (middle, top + 44), figure, colour, size=46, anchor="middle")
        for line, word in enumerate(label.split(" ", 1)):
            write(image, (middle, top + 84 + 30 * line), word, palette.INK, size=readable(WIDTH), anchor="middle")
