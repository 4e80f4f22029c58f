"""Men from above, what they carry, what lies on them; in units of the board, ahead is where a man faces."""

from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from PIL import Image

from engine.arena.data import DURABILITY
from engine.arena.views import FighterView, MatchView
from renderers import palette
from renderers.arena.geometry import centre, facing, size_of
from renderers.camera import Camera
from renderers.canvas import Sketch, Spot
from renderers.counters import Pen, place, write_figure
from renderers.lettering import readable
from renderers.palette import Colour, Look, look_of, mixed

_REACH = 62  # units from a man's middle that his sprite covers
_HEX = 59.0  # width of a hex for which men are drawn
_SMALLEST = 0.8  # of men on a large field
HELMET = 18.0
_FIGURE = 32  # size of his number
_SKIN: Colour = mixed(palette.CORNER_SAND[1], palette.WOOD, 0.15)
_PARTS = 10  # of a shield's bar


class ManLook(NamedTuple):
    """What shows of a man from above."""

    shield: str = "none"  # none, small, large
    left: int = 0  # parts of :data:`_PARTS` that are left of it
    weapon: str = "gladius"
    net: str = "none"
    is_prone: bool = False
    wounds: int = 0  # drops of blood around him, 3 at most
    stun: int = 0


def look_at(man: FighterView) -> ManLook:
    """Return what shows of a man."""
    carries = man.shield if man.durability > 0 and man.shield_at is None else "none"
    full = DURABILITY.get(man.shield, 0)
    left = -(-_PARTS * man.durability // full) if full else 0
    most = man.collapse or 1
    drops = sum(part * man.all_wounds >= most for part in (8, 3, 2))
    return ManLook(
        carries, max(0, min(_PARTS, left)), man.weapon, man.net, man.prone, drops, min(2, (man.stun + 1) // 2)
    )


def draw_men(image: Image.Image, camera: Camera, view: MatchView) -> None:
    """Draw all men who live, the nets on them, what lies in the sand, and the blood of those who fell and died."""
    zoom = round(camera.zoom * max(_SMALLEST, size_of(view.radius) / _HEX), 3)
    for man in view.fighters:
        if man.at is not None and man.status in ("fallen", "dead"):
            place(image, stain(zoom), camera.see(centre(view.radius, man.at)))
    for man in view.fighters:
        _draw_dropped(image, camera, view, man, zoom)
    for man in sorted(view.fighters, key=lambda each: not (each.prone or each.status == "spared")):
        if man.at is not None and man.status in ("fighting", "fallen", "spared"):
            _draw_man(image, camera, view, man, zoom)


def _draw_man(image: Image.Image, camera: Camera, view: MatchView, man: FighterView, zoom: float) -> None:
    assert man.at is not None
    spot = camera.see(centre(view.radius, man.at))
    shown = look_at(man)._replace(is_prone=man.prone or man.status in ("fallen", "spared"))
    place(image, sprite(man.colour, shown, camera.heading(facing(view, man)), zoom), spot)
    if man.netted != "free":
        place(image, mesh(zoom, is_whole=man.netted == "entangled"), spot)
    look = look_of(man.colour)
    size = max(_FIGURE * zoom, readable(image.width))
    write_figure(image, spot, man.entry, look.ink, size, (max(1, round(2.5 * zoom)), look.fill))


def _draw_dropped(image: Image.Image, camera: Camera, view: MatchView, man: FighterView, zoom: float) -> None:
    if man.weapon_at is not None:
        place(image, fallen_weapon(zoom), camera.see(centre(view.radius, man.weapon_at)))
    if man.shield_at is not None:
        place(image, fallen_shield(man.colour, zoom), camera.see(centre(view.radius, man.shield_at)))


def _blank(zoom: float) -> Sketch:
    reach = round(_REACH * zoom)
    return Sketch.blank(2 * reach, 2 * reach, palette.INK, origin=(reach, reach), zoom=zoom)


@lru_cache(maxsize=512)
def sprite(colour: str, man: ManLook, heading: int, zoom: float) -> Image.Image:
    """Return a man from above, without his number."""
    sketch = _blank(zoom)
    pen, look = Pen(sketch, heading), look_of(colour)
    _draw_blood(pen, man.wounds)
    if man.is_prone:
        _draw_lying(pen, look)
        return sketch.reduced()
    _draw_wedge(pen)
    _draw_weapon(pen, man.weapon)
    _draw_body(pen, look)
    _draw_shield(pen, look, man)
    if man.net == "held":
        _draw_bundle(pen)
    _draw_helmet(pen, look)
    _draw_stars(pen, man.stun)
    return sketch.reduced()


def _draw_wedge(pen: Pen) -> None:
    """Draw the wedge that shows where a man faces."""
    pen.polygon([(19, -13), (34, 0), (19, 13)], palette.INK)
    pen.polygon([(20, -10), (31, 0), (20, 10)], palette.GOLD)


def _draw_body(pen: Pen, look: Look) -> None:
    """Draw shoulders and arms, in the stable's colour and pattern."""
    for edge, colour in ((1.6, palette.INK), (0.0, _SKIN)):
        pen.line([(0, 20), (11, 25)], colour, 8 + 2 * edge)
        pen.line([(0, -20), (10, -22)], colour, 8 + 2 * edge)
    for edge, colour in ((1.6, palette.INK), (0.0, look.fill)):
        pen.disc(0, -18, 9.5 + edge, colour)
        pen.disc(0, 18, 9.5 + edge, colour)
        pen.box(-1, 0, 20 + 2 * edge, 38, colour)
    for side in (-1, 1):
        pen.box(-1, 22.5 * side, 12, 3.2, look.mark)


def _draw_helmet(pen: Pen, look: Look) -> None:
    """Draw the helmet that bears the number, with a crest behind."""
    pen.line([(-26, 0), (-10, 0)], palette.INK, 9)
    pen.line([(-25, 0), (-10, 0)], look.mark, 5.6)
    pen.disc(0, 0, HELMET + 1.4, palette.INK)
    pen.disc(0, 0, HELMET, look.rim)
    pen.disc(0, 0, HELMET - 2.2, palette.INK)
    pen.disc(0, 0, HELMET - 2.8, look.fill)


def _draw_weapon(pen: Pen, weapon: str) -> None:
    if weapon == "trident":
        for width, colour in ((6.4, palette.INK), (3.2, palette.WOOD)):
            pen.line([(-24, 27), (42, 23)], colour, width)
        for width, colour in ((5.0, palette.INK), (2.4, palette.WHITE)):
            pen.line([(40, 13), (41, 33)], colour, width)
            for across in (13, 23, 33):
                pen.line([(40, across), (53, across)], colour, width)
    elif weapon == "gladius":
        _draw_blade(pen, 41, 4.2)
    elif weapon == "dagger":
        _draw_blade(pen, 30, 3.4)


def _draw_blade(pen: Pen, tip: float, wide: float) -> None:
    """Draw a blade in the right hand, and its hilt."""
    edge = wide + 1.6
    pen.polygon(
        [(9, 25 - edge), (tip - 5, 25 - edge), (tip + 3, 25), (tip - 5, 25 + edge), (9, 25 + edge)], palette.INK
    )
    pen.polygon(
        [(10, 25 - wide), (tip - 6, 25 - wide), (tip, 25), (tip - 6, 25 + wide), (10, 25 + wide)], palette.WHITE
    )
    pen.line([(12, 25), (tip - 8, 25)], palette.STONE[1], 1.6)
    pen.line([(13, 17), (13, 33)], palette.INK, 5)
    pen.line([(13, 18), (13, 32)], palette.BRONZE, 2.8)


def _draw_shield(pen: Pen, look: Look, man: ManLook) -> None:
    """Draw a shield on the left, which is a bar: gold as far as it is whole, dark where it is battered."""
    if man.shield == "none":
        return
    start, end, wide = (-19.0, 32.0, 6.0) if man.shield == "large" else (-6.0, 22.0, 6.0)
    bow = 3.0

    def at(share: float, across: float) -> Spot:
        along = start + (end - start) * share
        return along, -30 - bow * sin(pi * share) - across

    def strip(first: float, last: float, half: float, colour: Colour) -> None:
        steps = [first + (last - first) * step / 8 for step in range(9)]
        pen.polygon([*(at(step, half) for step in steps), *(at(step, -half) for step in reversed(steps))], colour)

    more = 2.2 / (end - start)
    strip(-more, 1 + more, wide + 2.2, palette.INK)
    strip(0, 1, wide, palette.PORPHYRY)
    strip(0, man.left / _PARTS, wide, palette.GOLD)
    strip(0, man.left / _PARTS, wide - 3.8, look.fill)


def _draw_bundle(pen: Pen) -> None:
    """Draw a net that is ready in the left hand."""
    pen.disc(12, -29, 11.5, palette.INK)
    pen.disc(12, -29, 9.8, palette.CARD)
    for slant in (-5, 0, 5):
        pen.line([(3.5, -29 + slant), (20.5, -29 + slant)], palette.WOOD, 1.8)
        pen.line([(12 + slant, -37.5), (12 + slant, -20.5)], palette.WOOD, 1.8)


def _draw_lying(pen: Pen, look: Look) -> None:
    """Draw a man who lies: stretched out, arms and legs away from him."""
    limbs: list[list[Spot]] = [
        [(-14, 6), (-30, 12), (-44, 9)], [(-14, -6), (-29, -15), (-43, -19)],
        [(12, 12), (24, 25), (36, 24)], [(12, -12), (20, -28), (10, -38)],
    ]  # fmt: skip
    for edge, colour in ((1.7, palette.INK), (0.0, _SKIN)):
        for limb in limbs:
            pen.line(limb, colour, 8.5 + 2 * edge)
            pen.disc(*limb[-1], 4.6 + edge, colour)
    for edge, colour in ((1.7, palette.INK), (0.0, look.fill)):
        pen.box(-2, 0, 38 + 2 * edge, 30 + 2 * edge, colour)
        pen.disc(30, 0, 12.5 + edge, colour)
    pen.box(-17, 0, 5, 30, look.mark)
    pen.disc(0, 0, HELMET - 1.5, look.fill)


def _draw_blood(pen: Pen, wounds: int) -> None:
    drops: tuple[tuple[float, float, float], ...] = ((-34, 20, 5.5), (-30, -26, 6.5), (-42, -4, 7.5))
    for x, y, radius in drops[:wounds]:
        pen.disc(x, y, radius, palette.ALARM)
        pen.disc(x - 7, y + 5, radius * 0.45, palette.ALARM)


def _draw_stars(pen: Pen, stun: int) -> None:
    """Draw stars around the head of a stunned man."""
    for x, y in ((-13.0, -22.0), (-20.0, 13.0))[:stun]:
        middle = pen.at(x, y)
        for reach, colour in ((9.5, palette.INK), (7.0, palette.GOLD)):
            points = [
                (middle.x + (reach if tip % 2 == 0 else reach * 0.45) * sin(pi * tip / 5),
                 middle.y - (reach if tip % 2 == 0 else reach * 0.45) * cos(pi * tip / 5))
                for tip in range(10)
            ]  # fmt: skip
            pen.sketch.polygon(points, colour)


@lru_cache(maxsize=16)
def mesh(zoom: float, *, is_whole: bool) -> Image.Image:
    """Return a net that lies over a man: over half of him if he is snagged, over all of him if he is entangled."""
    sketch = _blank(zoom)
    cords = [cord for slant in (pi / 4, -pi / 4) for cord in _cords(slant, _NET if is_whole else 0.0)]
    for width, colour in ((4.6, palette.INK), (2.4, palette.CHALK)):
        for cord in cords:
            sketch.line(cord, colour, width)
    for cord in cords:
        for end in cord:
            if not is_whole and abs(end[0]) < 1:
                continue
            sketch.disc(end, 4.2, palette.INK)
            sketch.disc(end, 2.6, palette.STONE[1])  # the weights at its edge
    return sketch.reduced()


_NET, _PITCH = 38.0, 11.5  # radius of a net, and width of its meshes


def _cords(slant: float, right: float) -> list[list[Spot]]:
    """Return the cords of one direction, as far to the right as the net reaches."""
    along, cords = (cos(slant), sin(slant)), list[list[Spot]]()
    for step in range(-3, 4):
        offset = step * _PITCH
        half = (_NET**2 - offset**2) ** 0.5
        middle = (-along[1] * offset, along[0] * offset)
        last = min(half, (right - middle[0]) / along[0])
        if last > -half:
            cords.append([(middle[0] + along[0] * part, middle[1] + along[1] * part) for part in (-half, last)])
    return cords


@lru_cache(maxsize=16)
def stain(zoom: float) -> Image.Image:
    """Return the blood where a man fell."""
    sketch = _blank(zoom)
    for x, y, radius in ((-8, 3, 17), (9, -5, 15), (3, 10, 13), (-20, -10, 6), (24, 8, 5), (18, -20, 4), (-16, 22, 4)):
        sketch.disc((x, y), radius, palette.WALL)
    for x, y, radius in ((-6, 3, 11), (8, -3, 9)):
        sketch.disc((x, y), radius, palette.ALARM)
    return sketch.reduced()


@lru_cache(maxsize=16)
def fallen_weapon(zoom: float) -> Image.Image:
    """Return a weapon that lies in the sand."""
    sketch = _blank(zoom)
    pen = Pen(sketch, 35)
    pen.line([(-20, 22), (20, 22)], palette.INK, 8)
    pen.line([(-12, 22), (19, 22)], palette.WHITE, 4.4)
    pen.line([(-12, 14), (-12, 30)], palette.INK, 6)
    pen.line([(-12, 16), (-12, 28)], palette.BRONZE, 3)
    return sketch.reduced()


@lru_cache(maxsize=32)
def fallen_shield(colour: str, zoom: float) -> Image.Image:
    """Return a shield that lies in the sand, its face up."""
    sketch = _blank(zoom)
    look = look_of(colour)
    sketch.disc((-12, -12), 17, palette.INK)
    sketch.disc((-12, -12), 15, palette.GOLD)
    sketch.disc((-12, -12), 11.5, look.fill)
    sketch.disc((-12, -12), 4.5, palette.BRONZE)
    return sketch.reduced()
