"""The picture of a match: the arena from above, the crowd's mood, and a card for each man."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from PIL import Image

from engine.arena.hexes import LARGE, SMALL
from engine.arena.views import MatchView
from records.values import EntryId, Square
from renderers import palette
from renderers.arena.background import HEIGHT, MIDDLE, WIDTH, arena
from renderers.arena.cards import draw_cards, panel_height
from renderers.arena.crowd import HIGH, strip
from renderers.arena.geometry import centre, hex_of
from renderers.arena.pieces import draw_men
from renderers.arena.places import winners
from renderers.arena.trails import Trails, draw_trails
from renderers.arena.words import standing_of
from renderers.camera import Camera
from renderers.canvas import Board, encoded, in_few_colours
from renderers.geometry import Point
from renderers.headline import HEADLINE, write_headline

NEAR = 1.4
"""Pixels to a unit where all that happens lies close together."""

_AROUND = 92  # units around men and their ways that a near picture shows


def board_camera(view: MatchView, trails: Trails) -> Camera:
    """Return the camera of the board, which lies under the headline: near where men and their ways are close."""
    hexes = [man.at for man in view.fighters if man.at is not None and man.status != "waiting"]
    hexes += [at for phases in trails.values() for phase in phases for at in phase]
    far = Camera(Point(0, 0), (MIDDLE[0], MIDDLE[1] + HEADLINE))
    if not hexes:
        return far
    points = [centre(view.radius, at) for at in hexes]
    left, right = min(point.x for point in points), max(point.x for point in points)
    top, bottom = min(point.y for point in points), max(point.y for point in points)
    if max((right - left + 2 * _AROUND) / WIDTH, (bottom - top + 2 * _AROUND) / HEIGHT) * NEAR > 1:
        return far
    x = _inside(MIDDLE[0] * NEAR + (left + right) / 2 * NEAR, WIDTH)
    y = _inside(MIDDLE[1] * NEAR + (top + bottom) / 2 * NEAR, HEIGHT)
    return Camera(Point(0, 0), (MIDDLE[0] * NEAR - x, MIDDLE[1] * NEAR - y + HEADLINE), NEAR)


def _inside(middle: float, size: int) -> int:
    """Return where a near picture of this size begins, so that it does not look beyond the arena."""
    return round(min(max(0.0, middle - size / 2), size * (NEAR - 1)))


def draw_board(
    view: MatchView,
    names: Mapping[EntryId, str],
    *,
    path: Mapping[EntryId, tuple[Square, ...]] | None = None,
    title: str = "",
) -> bytes:
    """Return the PNG picture of a match.

    :param names of the entries; any text.
    :param path: the steps of a phase; the last exchange's trails are drawn where none is given.
    :param title: for the headline; any text.
    """
    trails = trails_of(view, path)
    camera = board_camera(view, trails)
    image = Board(_base(view.radius, len(view.fighters)))
    if camera.zoom != 1.0:
        left, top = round(MIDDLE[0] * NEAR - camera.at[0]), round(MIDDLE[1] * NEAR - camera.at[1]) + HEADLINE
        image.lay(arena(view.radius, NEAR).crop((left, top, left + WIDTH, top + HEIGHT)), (0, HEADLINE))
    won = winners(view)
    victor = view.fighter(won[0]) if won else None
    doing = ("wins" if len(won) == 1 else "and friends win") if won else ""
    draw_trails(image, camera, view, trails)
    draw_men(image, camera, view)
    write_headline(image, standing_of(view), title, names, victor, doing)
    image.lay(strip(WIDTH, view.mood), (0, HEADLINE + HEIGHT))
    draw_cards(image, view, names, HEADLINE + HEIGHT + HIGH)
    return encoded(image)


def trails_of(view: MatchView, path: Mapping[EntryId, tuple[Square, ...]] | None) -> Trails:
    """Return the steps of each man, phase by phase."""
    if path:
        return {entry: (tuple(map(hex_of, way)),) for entry, way in path.items()}
    return {man.entry: man.trail for man in view.fighters if man.trail}


def warm_up() -> Iterator[None]:
    """Make the ground of both fields."""
    for radius in (SMALL, LARGE):
        arena(radius)
        yield
        arena(radius, NEAR)
        yield


@lru_cache(maxsize=16)
def _base(radius: int, count: int) -> Image.Image:
    """Return the ground of all pictures of *count* men. Not to be drawn on."""
    image = Image.new("RGB", (WIDTH, HEADLINE + HEIGHT + HIGH + panel_height(count)), palette.PAPER)
    image.paste(arena(radius).convert("RGB"), (0, HEADLINE))
    return in_few_colours(image)
