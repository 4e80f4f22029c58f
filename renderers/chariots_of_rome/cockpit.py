"""The cockpit: the track around one chariot with the spaces in its reach, and the charioteer's figures.

It lies the same way up as the board. While charioteers are drafted it shows those on display.
"""

from collections.abc import Iterable, Mapping, Sequence

from PIL import Image

from engine.chariots_of_rome.printed.data import BASE_MOVE
from engine.chariots_of_rome.seen.views import ChariotView, RaceView
from engine.marks import ReachMark
from records.values import EntryId, Square
from renderers import palette
from renderers.camera import Camera, Framing
from renderers.canvas import encoded, in_few_colours
from renderers.chariots_of_rome.background import MORE, arena_at_double_size, wide_middle_of
from renderers.chariots_of_rome.board import tokens_of
from renderers.chariots_of_rome.emblems import emblem
from renderers.chariots_of_rome.gallery import draw_gallery
from renderers.chariots_of_rome.geometry import WIDTH as ARENA_WIDTH
from renderers.chariots_of_rome.geometry import Course, course
from renderers.chariots_of_rome.icons import burst, card_back, chevrons, cross, heart, star
from renderers.chariots_of_rome.markings import draw_arrows, draw_gates, draw_signs, frame, light_up, write_spaces
from renderers.chariots_of_rome.pieces import draw_debris, draw_path, draw_tokens, draw_wrecks
from renderers.chariots_of_rome.words import charioteer_of, is_shaken, is_weary, lap_of
from renderers.circus import DOUBLE
from renderers.cockpits import HEAD, aim_inside, draw_head, write_name
from renderers.counters import place
from renderers.geometry import Point
from renderers.lettering import readable, write
from renderers.palette import Colour
from renderers.telling import name_of

WIDTH = 800
VIEW_HEIGHT = 480
FIGURES = 66
"""Height of the figures, below."""

SMALL = readable(WIDTH)

_MARGIN = 90.0  # pixels left free around what must be seen
_CLOSEST, _FARTHEST = 2.6, 0.78
_AROUND = 60.0
"""Units around the chariot that are always seen."""

GROUNDS: Mapping[str, Colour] = {
    "free": palette.LIGHT_SOUND,
    "harm": palette.GOLD,
    "wreck": palette.LIGHT_HARM,
    "whip": palette.LIGHT_HARM,
    "ram": palette.CARDS[4],
    "gate": palette.LIGHT_SOUND,
}
"""The fill of a space in reach, by the meaning of going there, or of attacking the chariot there."""


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
        after a blank, the cards it draws, such as "2 cards".
    :param path: the way that is looked at, from where the chariot stands.
    """
    if view.display:
        return encoded(in_few_colours(draw_gallery(view.display)))
    chariot = view.chariot(entry)
    image = Image.new("RGB", (WIDTH, VIEW_HEIGHT + HEAD + FIGURES), palette.PAPER)
    image.paste(_surroundings(view, chariot, reach, path), (0, 0))
    _draw_head(image, view, names, chariot)
    _draw_figures(image, VIEW_HEIGHT + HEAD, view, chariot)
    return encoded(in_few_colours(image))


def _surroundings(
    view: RaceView, chariot: ChariotView, reach: Sequence[ReachMark], path: Sequence[Square]
) -> Image.Image:
    """Return the track around a chariot, with all that stands and lies on it."""
    lies = course(view.track)
    camera = aim(lies, chariot, [*(mark.square for mark in reach), *path])
    size = (WIDTH, VIEW_HEIGHT)
    scene = camera.crop(arena_at_double_size(view.track), wide_middle_of(view.track), DOUBLE, size)
    _draw_track(scene, lies, camera, view, [mark.square for mark in reach])
    for mark in reach:
        light_up(scene, lies, camera, mark.square, GROUNDS[mark.kind])
    if chariot.square is not None:
        frame(scene, lies, camera, chariot.square)
    draw_path(scene, lies, camera, path, chariot.colour)
    draw_wrecks(scene, lies, camera, sorted(view.wrecks))
    draw_debris(scene, lies, camera, view.debris)
    draw_tokens(scene, lies, camera, tokens_of(view))
    for mark in reach:
        _write_label(scene, lies, camera, mark)
    return scene


def aim(lies: Course, chariot: ChariotView, spaces: Iterable[Square]) -> Camera:
    """Return a camera that sees a chariot and *spaces*, as near as they allow; the whole track where there is none."""
    wanted = [lies.centre(space) for space in spaces]
    if chariot.square is not None:
        x, y = lies.centre(chariot.square)
        wanted += [Point(x - _AROUND, y - _AROUND / 2), Point(x + _AROUND, y + _AROUND / 2)]
    if not wanted:
        return Camera(Point(0, 0), (WIDTH / 2, VIEW_HEIGHT / 2), min(_FARTHEST, VIEW_HEIGHT / lies.height))
    framing = Framing((WIDTH, VIEW_HEIGHT), _MARGIN, _CLOSEST, _FARTHEST)
    return aim_inside(wanted, framing, (ARENA_WIDTH / 2 + MORE, lies.height / 2 + MORE))


def _draw_track(scene: Image.Image, lies: Course, camera: Camera, view: RaceView, marked: Sequence[Square]) -> None:
    draw_arrows(scene, lies, camera)
    draw_signs(scene, lies, camera)
    standing = [chariot.square for chariot in view.chariots if chariot.square is not None]
    if not view.round:
        draw_gates(
            scene, lies, camera, [each for each in lies.track.gates.values() if each not in (*standing, *marked)]
        )
    elif camera.zoom * lies.lane >= _NAMED:
        write_spaces(scene, lies, camera, SMALL, [*marked, *standing, *view.wrecks, *view.debris])


_NAMED = 60.0
"""Pixels that a lane must be wide for names of spaces."""


def _write_label(scene: Image.Image, lies: Course, camera: Camera, mark: ReachMark) -> None:
    """Write the number that chooses a space, and below it how many cards that draws, on a rim of the space's colour.

    Ends of ways lie close to each other in corners, so no words stand there.
    """
    x, y = camera.see(lies.centre(mark.square))
    number, _, cost = mark.label.partition(" ")
    size, ground = max(SMALL, round(22 * camera.zoom)), GROUNDS[mark.kind]
    lift = size * 0.42 if cost else 0
    write(scene, (x, y - lift), number, palette.INK, size=size, anchor="middle", stroke=(5, ground))
    if cost:
        below = y + size * 0.5
        place(scene, card_back(SMALL), (x - SMALL * 0.4, below))
        cards = cost.partition(" ")[0]
        write(scene, (x + SMALL * 0.4, below), cards, palette.LIMIT, size=SMALL, anchor="middle", stroke=(4, ground))


def _draw_head(image: Image.Image, view: RaceView, names: Mapping[EntryId, str], chariot: ChariotView) -> None:
    """Draw who drives, with which charioteer, and on which lap."""
    middle = VIEW_HEIGHT + HEAD // 2
    edge = draw_head(image, VIEW_HEIGHT, chariot, lap_of(view, chariot))
    who = charioteer_of(chariot)
    if who and chariot.charioteer is not None:
        edge -= 20 + write(image, (edge - 20, middle), who, palette.CARD, size=SMALL, face="serif", anchor="right")
        place(image, emblem(chariot.charioteer, 48, chariot.wounds > 0), (edge - 30, middle))
        edge -= 60
    write_name(image, VIEW_HEIGHT, name_of(names, chariot), edge)


def _draw_figures(image: Image.Image, top: int, view: RaceView, chariot: ChariotView) -> None:
    """Draw Endurance, Tactics, Rattled, speed, and the moves of the turn or the cards that wait."""
    middle, left = top + FIGURES / 2, 16.0
    signs = (
        (heart(40), chariot.endurance, is_weary(chariot)),
        (star(40), chariot.tactics, False),
        (burst(40), chariot.rattled, is_shaken(chariot)),
    )
    for sign, figure, is_bad in signs:
        place(image, sign, (left + 20, middle))
        colour = palette.ALARM if is_bad else palette.INK
        write(image, (left + 46, middle), str(figure), colour, size=40)
        left += 112
    place(image, chevrons(40, chariot.speed), (left + 30, middle))
    left += 76
    text = _moves(view, chariot)
    left += 12 + write(image, (left, middle), text, palette.INK, size=32)
    if chariot.stack:
        place(image, card_back(40), (left + 20, middle))
        left += 44 + write(image, (left + 44, middle), f"{chariot.stack} due", palette.ALARM, size=32)
    if chariot.wounds:
        place(image, cross(36), (WIDTH - 34, middle))


def _moves(view: RaceView, chariot: ChariotView) -> str:
    """Return how many spaces a chariot has to move, or how fast it is."""
    if view.active == chariot.entry and view.stage == "driving":
        return f"{view.moves_left} of {view.total_move} left"
    return f"{BASE_MOVE[chariot.speed]} spaces" if chariot.speed else "dead stop"
