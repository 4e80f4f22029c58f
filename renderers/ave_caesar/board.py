"""The picture of a whole race."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from PIL import Image

from engine.ave_caesar.courses import COURSES, CourseName, Direction
from engine.ave_caesar.views import RaceView
from records.values import EntryId, Square
from renderers import palette
from renderers.ave_caesar.background import HEIGHT, WIDTH, arena, middle_of
from renderers.ave_caesar.geometry import layout_of
from renderers.ave_caesar.markings import draw_arrows, draw_grid, mark_alley, write_course, write_spaces
from renderers.ave_caesar.panel import draw_cards, panel_height
from renderers.ave_caesar.pieces import draw_chariots, draw_halo, draw_path
from renderers.ave_caesar.places import winners
from renderers.ave_caesar.words import standing_of
from renderers.camera import Camera
from renderers.canvas import Board, encoded, in_few_colours
from renderers.geometry import Point
from renderers.headline import HEADLINE, in_headline, write_headline


def board_camera(course: CourseName) -> Camera:
    """Return the camera of the board, which lies under the headline, a pixel to a unit."""
    x, y = middle_of(course)
    return Camera(Point(0, 0), (x, y + HEADLINE))


def draw_board(
    view: RaceView,
    names: Mapping[EntryId, str],
    *,
    path: Mapping[EntryId, tuple[Square, ...]] | None = None,
    title: str = "",
) -> bytes:
    """Return the PNG picture of a race: the board, and a card for each chariot.

    :param names of the entries; any text.
    :param path: the spaces that chariots have gone through, from where they began.
    :param title: for the headline; any text.
    """
    image = Board(_base(view.course, view.direction, len(view.chariots)))
    camera, layout = board_camera(view.course), layout_of(view.course)
    mover = view.chariot(view.active) if view.active is not None else None
    write_headline(image, standing_of(view), title, names, *in_headline(view, winners(view), mover, "is next"))
    if mover is not None:
        draw_halo(image, camera, layout, mover)
    for entry, spaces in sorted((path or {}).items()):
        draw_path(image, camera, layout, spaces, view.chariot(entry).colour, view.direction)
    draw_chariots(image, camera, layout, view.chariots, view.direction)
    draw_cards(image, view, names, HEADLINE + HEIGHT)
    return encoded(image)


def warm_up() -> Iterator[None]:
    """Make, course after course, the ground of its pictures."""
    for course in COURSES:
        arena(course)
        yield


@lru_cache(maxsize=16)
def _base(course: CourseName, direction: Direction, count: int) -> Image.Image:
    """Return the ground of all pictures of races of *count* chariots on a course. Not to be drawn on."""
    image = Image.new("RGB", (WIDTH, HEADLINE + HEIGHT + panel_height(count)), palette.PAPER)
    image.paste(arena(course), (0, HEADLINE))
    camera, layout = board_camera(course), layout_of(course)
    draw_arrows(image, camera, layout, direction)
    write_spaces(image, camera, layout)
    draw_grid(image, camera, layout, direction)
    mark_alley(image, camera, layout, direction)
    write_course(image, camera, layout, direction)
    return in_few_colours(image)
