"""The cockpit: the board around one chariot, turned so that it drives to the right, with the squares it can reach.

Inside is always up and outside down, at the chariot itself.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import ceil, cos, dist, radians, sin

from PIL import Image

from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.marks import ReachMark
from records.values import EntryId, Square
from renderers import palette
from renderers.camera import Camera, Framing
from renderers.canvas import encoded, in_few_colours, paint_box, paint_line, paint_polygon
from renderers.circus import DOUBLE
from renderers.circus_maximus.background import WIDE_MIDDLE, arena_at_double_size
from renderers.circus_maximus.debris import draw_drivers, draw_obstacles
from renderers.circus_maximus.geometry import LANE_WIDTH, centre_of, heading_of, outline_of
from renderers.circus_maximus.markings import draw_lap_markers, write_lanes, write_limits
from renderers.circus_maximus.pieces import draw_chariots, draw_halo, draw_path
from renderers.circus_maximus.weather import draw_weather
from renderers.circus_maximus.words import figures_of, markers_standing, notes_of, weather_of
from renderers.counters import badge
from renderers.geometry import Point, turned
from renderers.lettering import fit, length, readable, write
from renderers.palette import Colour
from renderers.telling import name_of

WIDTH = 800
VIEW_HEIGHT = 520
GAUGES = 136
"""Height of the strip with the gauges, below."""

_MARGIN = 90.0  # pixels left free around what must be seen
_CLOSEST = 2.0
_FARTHEST = 0.8

_KINDS: dict[str, Colour] = {
    "forward": (255, 255, 255),
    "change": (168, 226, 255),
    "sideslip": (255, 220, 120),
    "attack": (255, 150, 130),
    "end": (255, 255, 255),
    "other": (214, 196, 255),
    "other end": (214, 196, 255),
}
"""Squares in reach; a second way that is suggested, and where both ways end."""


def draw_cockpit(
    view: RaceView,
    names: Mapping[EntryId, str],
    entry: EntryId,
    *,
    reach: Sequence[ReachMark] = (),
    path: Sequence[Square] = (),
) -> bytes:
    """Return the PNG picture of a chariot's surroundings.

    :param reach: squares to mark; the last of those that name the same square counts.
    :param path: squares planned so far, from where the team stands.
    """
    chariot = view.chariot(entry)
    camera = aim(chariot, [*(mark.square for mark in reach), *path])
    scene = camera.crop(arena_at_double_size(), WIDE_MIDDLE, DOUBLE, (WIDTH, VIEW_HEIGHT))
    weather = weather_of(view)
    scene = draw_weather(scene, camera, weather)
    _draw_scene(scene, camera, view, chariot, reach, path)
    image = Image.new("RGB", (WIDTH, VIEW_HEIGHT + GAUGES), palette.PAPER)
    image.paste(scene, (0, 0))
    _draw_gauges(image, view, names, chariot)
    return encoded(in_few_colours(image, weather))


def _draw_scene(
    image: Image.Image,
    camera: Camera,
    view: RaceView,
    chariot: ChariotView,
    reach: Sequence[ReachMark],
    path: Sequence[Square],
) -> None:
    write_limits(image, camera, weather_of(view))
    write_lanes(image, camera)
    draw_lap_markers(image, camera, markers_standing(view), view.laps)
    draw_halo(image, camera, chariot)
    for mark in reach:
        _draw_mark(image, camera, mark)
    draw_obstacles(image, camera, view)
    draw_path(image, camera, path, chariot.colour)
    for square in [*(path[-1:] if len(path) > 1 else ()), *(each.square for each in reach if each.kind == "other end")]:
        _draw_aim(image, camera, square)
    draw_drivers(image, camera, view.chariots)
    draw_chariots(image, camera, view.chariots)
    covered = {each.square for each in view.obstacles} | {each.driver_square for each in view.chariots}
    shifts = shifted(reach, camera)
    for mark in reach:
        if mark.kind == "attack" or mark.square not in covered:
            _write_label(image, camera, mark, shifts.get(mark.square, 0.0))
    ends = {mark.square: mark.label for mark in reach if mark.kind.endswith("end")}
    for square in dict.fromkeys([*(path[-1:] if len(path) > 1 else ()), *ends]):
        is_outer = len(path) > 1 and camera.see(centre_of(square))[1] > camera.see(centre_of(path[-1]))[1]
        _write_name(image, camera, square, ends.get(square, square), is_below=is_outer)
    _draw_sides(image, chariot)


def aim(chariot: ChariotView, squares: Sequence[Square]) -> Camera:
    """Return a camera that sees a chariot and *squares*, the chariot's way to the right, as near as they allow."""
    if chariot.square is None:
        return Camera(Point(0, 0), (WIDTH / 2, VIEW_HEIGHT / 2), 0.5, 0)
    behind = TRACK.behind[chariot.square]
    turn = -heading_of(chariot.square)
    here = centre_of(chariot.square)
    ahead = Point(here.x + 5 * LANE_WIDTH * cos(radians(-turn)), here.y - 5 * LANE_WIDTH * sin(radians(-turn)))
    seen = [turned(point, turn) for point in (here, ahead, centre_of(behind), *map(centre_of, squares))]
    centre, zoom = Framing((WIDTH, VIEW_HEIGHT), _MARGIN, _CLOSEST, _FARTHEST).of(seen)
    middle = turned(centre, -turn)
    return Camera(middle, (WIDTH / 2, VIEW_HEIGHT / 2), zoom, turn)


def _draw_mark(image: Image.Image, camera: Camera, mark: ReachMark) -> None:
    spots = [camera.see(point) for point in outline_of(mark.square, 4)]
    paint_polygon(image, spots, _KINDS[mark.kind])
    edge = palette.HARM if mark.kind == "attack" else palette.INK
    paint_line(image, [*spots, spots[0]], edge, max(2, 1.6 * camera.zoom))


def _draw_aim(image: Image.Image, camera: Camera, square: Square) -> None:
    """Frame the square where the planned way ends."""
    spots = [camera.see(point) for point in outline_of(square, 4)]
    for width, shade in ((6, palette.INK), (3, palette.GOLD)):
        paint_line(image, [*spots, spots[0]], shade, width * camera.zoom)


def _write_name(image: Image.Image, camera: Camera, square: Square, name: str, *, is_below: bool) -> None:
    """Write what the words call the end of a way, beside its square."""
    size = readable(WIDTH)
    wide, high = round(length(name, size)) + 16, size + 10
    x, y = camera.see(centre_of(square))
    away = LANE_WIDTH * camera.zoom / 2 + high / 2 + 6
    x, y = min(max(x, wide / 2), WIDTH - wide / 2), y + away if is_below or y - away <= high else y - away
    paint_box(image, (round(x - wide / 2), round(y - high / 2)), (wide, high), palette.PAPER, 8)
    write(image, (x, y), name, palette.INK, size=size, anchor="middle")


def shifted(reach: Sequence[ReachMark], camera: Camera) -> dict[Square, float]:
    """Return how far up or down labels are written, in pixels: of those ahead without room side by side every other."""
    ahead = [mark for mark in reach if mark.kind == "forward"]
    spots = [camera.see(centre_of(mark.square)) for mark in ahead]
    wide = [
        place for place, (one, other) in enumerate(pairwise(spots), start=1)
        if dist(one, other) < length(ahead[place].label, _size_of(ahead[place], camera)) + 2
    ]  # fmt: skip
    crowded = ahead[wide[0] - 1 :] if wide else []
    step = _SHIFT * LANE_WIDTH * camera.zoom
    return {mark.square: step if int(mark.label) % 2 else -step for mark in crowded}


_SHIFT = 0.27
"""Of a lane's width, half the distance of two labels that stand one above the other."""


def _size_of(mark: ReachMark, camera: Camera) -> int:
    """Return the size of a label, in pixels."""
    return max(ceil({1: 24, 2: 20}.get(len(mark.label), 14) * camera.zoom), readable(WIDTH))


def _write_label(image: Image.Image, camera: Camera, mark: ReachMark, shift: float) -> None:
    """Write a label in its square, so many pixels below the middle."""
    if mark.kind == "attack":
        _draw_target(image, camera, mark.square)
        return
    if mark.kind.endswith("end"):
        return  # its name stands beside it
    x, y = camera.see(centre_of(mark.square))
    stroke = (1, _KINDS[mark.kind])
    write(image, (x, y + shift), mark.label, palette.INK, size=_size_of(mark, camera), anchor="middle", stroke=stroke)


def _draw_target(image: Image.Image, camera: Camera, square: Square) -> None:
    """Frame a square that can be attacked, with a corner of a cross on each of its sides; no number is covered."""
    corners = [camera.see(point) for point in outline_of(square, 1)]
    middle = camera.see(centre_of(square))
    for width, shade in ((7, palette.WHITE), (4, palette.HARM)):
        paint_line(image, [*corners, corners[0]], shade, width * camera.zoom)
    for one, other in zip(corners, [*corners[1:], corners[0]], strict=True):
        side = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
        tip = (side[0] + (middle[0] - side[0]) * 0.4, side[1] + (middle[1] - side[1]) * 0.4)
        paint_line(image, [side, tip], palette.HARM, 4 * camera.zoom)


def _draw_sides(image: Image.Image, chariot: ChariotView) -> None:
    """Say on which sides of the picture inside and outside lie."""
    if chariot.square is None:
        return
    for text, y in (("inside", 20), ("outside", VIEW_HEIGHT - 20)):
        paint_box(image, (8, y - 18), (124, 36), palette.PAPER, 10)
        write(image, (70, y), text, palette.INK, size=readable(WIDTH), anchor="middle")


def _draw_gauges(image: Image.Image, view: RaceView, names: Mapping[EntryId, str], chariot: ChariotView) -> None:
    """Draw who drives, the movement factors left, the total speed and the endurance."""
    image.paste(palette.PORPHYRY, (0, VIEW_HEIGHT, WIDTH, VIEW_HEIGHT + 46))
    sprite = badge(chariot.colour, chariot.entry, 42)
    image.paste(sprite, (12, VIEW_HEIGHT + 2), sprite)
    note = fit(", ".join(notes_of(chariot)), WIDTH // 2, "sans", 28)
    write(image, (WIDTH - 14, VIEW_HEIGHT + 23), note, palette.GOLD, size=28, anchor="right")
    name = fit(name_of(names, chariot), WIDTH - 100 - round(length(note, 28)), "sans", 28)
    write(image, (64, VIEW_HEIGHT + 23), name, palette.WHITE, size=28)
    width = WIDTH // 4
    for number, (label, figure) in enumerate(figures_of(view, chariot)):
        middle = (number + 0.5) * width
        write(image, (middle, VIEW_HEIGHT + 74), figure, palette.LIMIT, size=42, anchor="middle")
        short = label.removesuffix(" left")
        write(image, (middle, VIEW_HEIGHT + 112), short, palette.INK, size=readable(WIDTH), anchor="middle")
