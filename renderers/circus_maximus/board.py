"""The picture of a whole race."""

from collections.abc import Mapping
from functools import cache

from PIL import Image

from engine.circus_maximus.views import RaceView
from engine.values import EntryId, Square
from renderers import palette
from renderers.camera import Camera
from renderers.canvas import encoded, in_few_colours
from renderers.circus_maximus.background import HEIGHT, MIDDLE, WIDTH, arena
from renderers.circus_maximus.markings import draw_arrows, draw_lap_markers, write_lanes, write_limits, write_names
from renderers.circus_maximus.panel import draw_cards, draw_headline, panel_height
from renderers.circus_maximus.pieces import draw_chariots, draw_halo, draw_path, draw_wreck
from renderers.circus_maximus.words import markers_standing, mover_of
from renderers.geometry import Point
from renderers.headline import HEADLINE

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

    :param names: what the entries are called; any text.
    :param path: the squares that teams have gone through, from where they began; a wreck lies at the end if one is out.
    :param title: for the headline; any text.
    """
    image = _base(len(view.chariots)).copy()
    draw_headline(image, view, names, title)
    draw_lap_markers(image, BOARD_CAMERA, markers_standing(view), view.laps)
    mover = mover_of(view)
    if mover is not None:
        draw_halo(image, BOARD_CAMERA, mover)
    for entry, squares in sorted((path or {}).items()):
        chariot = view.chariot(entry)
        draw_path(image, BOARD_CAMERA, squares, chariot.colour)
        if chariot.status == "out":
            draw_wreck(image, BOARD_CAMERA, squares[-1], chariot.colour)
    draw_chariots(image, BOARD_CAMERA, view.chariots)
    draw_cards(image, view, names, HEADLINE + HEIGHT)
    return encoded(in_few_colours(image))


@cache
def _base(count: int) -> Image.Image:
    """Return what all pictures of races of *count* chariots share. Not to be drawn on."""
    image = Image.new("RGB", (WIDTH, HEADLINE + HEIGHT + panel_height(count)), palette.PAPER)
    image.paste(arena(), (0, HEADLINE))
    draw_arrows(image, BOARD_CAMERA)
    write_limits(image, BOARD_CAMERA)
    write_lanes(image, BOARD_CAMERA)
    write_names(image, BOARD_CAMERA)
    return image
