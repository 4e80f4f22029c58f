"""The picture of a whole race."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from PIL import Image

from engine.circus_maximus.seen.views import RaceView
from records.values import EntryId, Square
from renderers import palette
from renderers.camera import Camera
from renderers.canvas import Board, encoded, in_few_colours
from renderers.circus_maximus.background import HEIGHT, MIDDLE, WIDTH, arena
from renderers.circus_maximus.debris import draw_drivers, draw_obstacles
from renderers.circus_maximus.markings import draw_arrows, draw_lap_markers, write_lanes, write_limits, write_names
from renderers.circus_maximus.panel import draw_cards, draw_frames, panel_height
from renderers.circus_maximus.pieces import draw_chariots, draw_end, draw_halo, draw_path
from renderers.circus_maximus.places import winners
from renderers.circus_maximus.weather import draw_weather
from renderers.circus_maximus.words import doing_of, markers_standing, mover_of, standing_of, weather_of
from renderers.geometry import Point
from renderers.headline import HEADLINE, in_headline, write_headline
from renderers.palette import Weather

USUAL = 8
"""Chariots of a race (3.2)."""

BOARD_CAMERA = Camera(Point(0, 0), (MIDDLE[0], MIDDLE[1] + HEADLINE))
"""The board lies under the headline, a pixel to a unit."""


def draw_board(
    view: RaceView,
    names: Mapping[EntryId, str],
    *,
    path: Mapping[EntryId, tuple[Square, ...]] | None = None,
    title: str = "",
) -> bytes:
    """Return the PNG picture of a race: the board, and a card for each chariot.

    :param names of the entries; any text.
    :param path: the squares that teams have gone through, from where they began; a cross marks the end if one is out.
    :param title: for the headline; any text.
    """
    weather = weather_of(view)
    image = Board(_base(len(view.chariots), weather), weather)
    mover = mover_of(view)
    write_headline(image, standing_of(view), title, names, *in_headline(view, winners(view), mover, doing_of(view)))
    draw_lap_markers(image, BOARD_CAMERA, markers_standing(view), view.laps)
    if mover is not None:
        draw_halo(image, BOARD_CAMERA, mover)
    draw_obstacles(image, BOARD_CAMERA, view)
    for entry, squares in sorted((path or {}).items()):
        chariot = view.chariot(entry)
        draw_path(image, BOARD_CAMERA, squares, chariot.colour)
        if chariot.status == "out":
            draw_end(image, BOARD_CAMERA, squares[-1], chariot.colour)
    draw_drivers(image, BOARD_CAMERA, view.chariots)
    draw_chariots(image, BOARD_CAMERA, view.chariots)
    draw_cards(image, view, names, HEADLINE + HEIGHT)
    return encoded(image)


def warm_up() -> Iterator[None]:
    """Make, part after part, the ground of the pictures of a race of the usual size."""
    arena()
    yield
    _base(USUAL, "dry")
    yield


@lru_cache(maxsize=8)
def _base(count: int, weather: Weather) -> Image.Image:
    """Return the ground of all pictures of races of *count* chariots in some weather. Not to be drawn on."""
    image = Image.new("RGB", (WIDTH, HEADLINE + HEIGHT + panel_height(count)), palette.PAPER)
    below = arena().convert("RGB")
    draw_arrows(below, Camera(Point(0, 0), MIDDLE))
    image.paste(draw_weather(below, Camera(Point(0, 0), MIDDLE), weather), (0, HEADLINE))
    write_limits(image, BOARD_CAMERA, weather)
    write_lanes(image, BOARD_CAMERA)
    write_names(image, BOARD_CAMERA)
    draw_frames(image, count, HEADLINE + HEIGHT)
    return in_few_colours(image, weather)
