"""The cockpit: the track around one chariot, the spaces in reach, the dice, and the charioteer's board in figures.

It lies the same way up as the board.
"""

from collections.abc import Iterable, Mapping, Sequence

from PIL import Image

from engine.chariot_race.track import heaps
from engine.chariot_race.views import ChariotView, RaceView
from engine.marks import ReachMark
from records.values import EntryId, Square
from renderers import palette
from renderers.camera import Camera, Framing
from renderers.canvas import encoded, in_few_colours
from renderers.chariot_race.background import HEIGHT as ARENA_HEIGHT
from renderers.chariot_race.background import MORE, arena_at_double_size, wide_middle_of
from renderers.chariot_race.background import WIDTH as ARENA_WIDTH
from renderers.chariot_race.dice import WORDS, die
from renderers.chariot_race.geometry import centre
from renderers.chariot_race.markings import draw_arrows, draw_heaps, draw_limits, light_up, write_spaces
from renderers.chariot_race.pieces import draw_caltrops, draw_chariots, draw_path
from renderers.chariot_race.words import dials_of, dice_of, lap_of
from renderers.circus import DOUBLE
from renderers.cockpits import HEAD, aim_inside, draw_head, write_name
from renderers.geometry import Point
from renderers.lettering import readable, write
from renderers.palette import Colour
from renderers.telling import name_of

WIDTH = 800
VIEW_HEIGHT = 480
DICE, FIGURES = 146, 62
"""Heights of the dice and of the figures, below."""

SMALL = readable(WIDTH)

_DIE = 88
_MARGIN = 95.0  # pixels left free around what must be seen
_CLOSEST = 1.7
_FARTHEST = 0.78

GROUNDS: Mapping[str, Colour] = {
    "free": palette.LIGHT_SOUND,
    "harm": palette.GOLD,
    "wreck": palette.LIGHT_HARM,
    "javelin": palette.LIGHT_HARM,
    "caltrop": palette.CARDS[2],
    "slot": palette.LIGHT_SOUND,
}
"""The fill of a space in reach, by the meaning of going, throwing or dropping something there."""


def draw_cockpit(
    view: RaceView,
    names: Mapping[EntryId, str],
    entry: EntryId,
    *,
    reach: Sequence[ReachMark] = (),
    path: Sequence[Square] = (),
) -> bytes:
    """Return the PNG picture of a chariot's surroundings.

    :param reach: spaces to choose from; the kind is one of :data:`GROUNDS`, the label a number to call it by and,
        after a blank, its cost.
    :param path: the way that is looked at, from where the chariot stands.
    """
    chariot, dice = view.chariot(entry), dice_of(view, entry)
    image = Image.new("RGB", (WIDTH, VIEW_HEIGHT + HEAD + FIGURES + (DICE if dice else 0)), palette.PAPER)
    image.paste(_surroundings(view, chariot, reach, path), (0, 0))
    end = draw_head(image, VIEW_HEIGHT, chariot, lap_of(chariot))
    write_name(image, VIEW_HEIGHT, name_of(names, chariot), end)
    if dice:
        _draw_dice(image, dice)
    _draw_figures(image, image.height - FIGURES, chariot)
    return encoded(in_few_colours(image))


def _surroundings(
    view: RaceView, chariot: ChariotView, reach: Sequence[ReachMark], path: Sequence[Square]
) -> Image.Image:
    """Return the track around a chariot, with all that stands and lies on it."""
    camera = aim(chariot, [*(mark.square for mark in reach), *path])
    scene = camera.crop(arena_at_double_size(), wide_middle_of(), DOUBLE, (WIDTH, VIEW_HEIGHT))
    _draw_track(scene, camera, view, [mark.square for mark in reach])
    if chariot.square is not None:
        light_up(scene, camera, chariot.square, palette.CHALK)
    for mark in reach:
        light_up(scene, camera, mark.square, GROUNDS[mark.kind])
    draw_path(scene, camera, path, chariot.colour)
    draw_chariots(scene, camera, view.chariots)
    draw_caltrops(scene, camera, view.caltrops)
    for mark in reach:
        _write_label(scene, camera, mark)
    return scene


def aim(chariot: ChariotView, spaces: Iterable[Square]) -> Camera:
    """Return a camera that sees a chariot and *spaces*, as near as they allow; the whole track where there is none."""
    wanted = [centre(space) for space in spaces]
    if chariot.square is not None:
        wanted.append(centre(chariot.square))
    if not wanted:
        return Camera(Point(0, 0), (WIDTH / 2, VIEW_HEIGHT / 2), _FARTHEST)
    framing = Framing((WIDTH, VIEW_HEIGHT), _MARGIN, _CLOSEST, _FARTHEST)
    return aim_inside(wanted, framing, (ARENA_WIDTH / 2 + MORE, ARENA_HEIGHT / 2 + MORE))


def _draw_track(scene: Image.Image, camera: Camera, view: RaceView, marked: Sequence[Square]) -> None:
    draw_arrows(scene, camera, across=2)
    draw_limits(scene, camera)
    draw_heaps(scene, camera, view.track)
    if camera.zoom >= 1:
        standing = [chariot.square for chariot in view.chariots if chariot.square is not None]
        write_spaces(scene, camera, SMALL, [*marked, *standing, *heaps(view.track)])


def _write_label(scene: Image.Image, camera: Camera, mark: ReachMark) -> None:
    """Write the number, or name, that chooses a space, and below it the cost, on a rim of the space's colour."""
    x, y = camera.see(centre(mark.square))
    number, _, cost = mark.label.partition(" ")
    size, ground = round(34 * max(camera.zoom, 1.0)) if len(number) < 3 else SMALL, GROUNDS[mark.kind]
    write(scene, (x, y - (14 if cost else 0)), number, palette.INK, size=size, anchor="middle", stroke=(5, ground))
    if cost:
        write(scene, (x, y + size - 16), cost, palette.LIMIT, size=SMALL, anchor="middle", stroke=(4, ground))


def _draw_dice(image: Image.Image, dice: Sequence[str]) -> None:
    """Draw the dice of this turn, each with its number and its word."""
    top = VIEW_HEIGHT + HEAD + 10
    for number, face in enumerate(dice, start=1):
        middle = WIDTH // 2 + round((number - (len(dice) + 1) / 2) * 154)
        picture = die(face, _DIE)
        image.paste(picture, (middle - _DIE // 2 + 14, top), picture)
        write(image, (middle - _DIE // 2 - 8, top + _DIE / 2), str(number), palette.LIMIT, size=34, anchor="middle")
        write(image, (middle + 14, top + _DIE + 24), WORDS[face], palette.INK, size=SMALL, anchor="middle")


def _draw_figures(image: Image.Image, top: int, chariot: ChariotView) -> None:
    for column, (word, figure, is_bad) in enumerate(dials_of(chariot)):
        start = 40 + 260 * column
        width = write(image, (start, top + FIGURES / 2), word, palette.INK, size=SMALL)
        colour = palette.ALARM if is_bad else palette.INK
        write(image, (start + width + 14, top + FIGURES / 2), figure, colour, size=40)
