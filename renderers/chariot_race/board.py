"""The picture of a whole race."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from PIL import Image

from engine.chariot_race.track import TRACKS, TrackName
from engine.chariot_race.views import RaceView
from records.values import EntryId, Square
from renderers import palette
from renderers.camera import Camera
from renderers.canvas import Board, encoded, in_few_colours
from renderers.chariot_race.background import HEIGHT, WIDTH, arena, middle_of
from renderers.chariot_race.markings import draw_arrows, draw_heaps, draw_limits, light_up, write_track
from renderers.chariot_race.panel import draw_cards, panel_height
from renderers.chariot_race.pieces import draw_caltrops, draw_chariots, draw_path
from renderers.chariot_race.words import next_to_move, standing_of, winners
from renderers.geometry import Point
from renderers.headline import HEADLINE, in_headline, write_headline


def board_camera() -> Camera:
    """Return the camera of the board, which lies under the headline, a pixel to a unit."""
    x, y = middle_of()
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
    image = Board(_base(view.track, len(view.chariots)))
    camera = board_camera()
    mover = next_to_move(view)
    write_headline(image, standing_of(view), title, names, *in_headline(view, winners(view), mover))
    if mover is not None and mover.square is not None:
        light_up(image, camera, mover.square, palette.GOLD)
    for entry, through in sorted((path or {}).items()):
        draw_path(image, camera, through, view.chariot(entry).colour)
    draw_chariots(image, camera, view.chariots)
    draw_caltrops(image, camera, view.caltrops)
    draw_cards(image, view, names, HEADLINE + HEIGHT)
    return encoded(image)


def warm_up() -> Iterator[None]:
    """Make the ground of all pictures of the game, then, track after track, of those of full races."""
    arena()
    yield
    for track in TRACKS:
        _base(track, FULL)
        yield


FULL = 6
"""Chariots of a full race."""


@lru_cache(maxsize=16)
def _base(track: TrackName, count: int) -> Image.Image:
    """Return the ground of all pictures of races of *count* chariots on a track. Not to be drawn on."""
    image = Image.new("RGB", (WIDTH, HEADLINE + HEIGHT + panel_height(count)), palette.PAPER)
    image.paste(arena(), (0, HEADLINE))
    camera = board_camera()
    draw_arrows(image, camera)
    draw_limits(image, camera)
    draw_heaps(image, camera, track)
    write_track(image, 10, HEADLINE + HEIGHT - 8, track)
    return in_few_colours(image)
