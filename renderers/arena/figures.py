"""The body of a man in five areas: how whole each is, and where armour covers it."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from engine.arena.men import AREAS, BARE
from engine.arena.views import FighterView
from renderers import palette
from renderers.canvas import Sketch, Spot
from renderers.counters import place
from renderers.palette import Colour

State = str
"""Of an area: whole, hurt, half or gone."""

HIGH, WIDE = 230, 132
"""Units of a figure, head to foot and hand to hand."""

_GREY: Colour = palette.LOOKS["grey"].fill
_SHADES: dict[State, Colour] = {
    "whole": palette.CORNER_SAND[0],
    "hurt": palette.LIGHT_HARM,
    "half": _GREY,
    "gone": palette.BLACK,
}

ROWS: tuple[float, ...] = (24, 84, 128, 106, 190)
"""How far down each area lies, in units."""


def states_of(man: FighterView) -> tuple[State, ...]:
    """Return how whole each area is."""
    return tuple(man.state_of(area) for area in AREAS)


def draw_figure(image: Image.Image, middle: Spot, man: FighterView, zoom: float) -> None:
    """Draw a man's body."""
    armour = man.man.armour if man.man is not None else (BARE,) * 5
    place(image, figure(states_of(man), tuple(cell != BARE for cell in armour), zoom), middle)


@lru_cache(maxsize=256)
def figure(states: tuple[State, ...], armoured: tuple[bool, ...], zoom: float) -> Image.Image:
    """Return a body from the front."""
    sketch = Sketch.blank(round(WIDE * zoom), round(HIGH * zoom), palette.INK, origin=(WIDE / 2 * zoom, 0), zoom=zoom)
    body = _Body(sketch, states, armoured)
    for side in (-1, 1):
        body.limb(5, [(17 * side, 132), (21 * side, 172), (20 * side, 208)], 25)
        body.limb(5, [(20 * side, 214), (27 * side, 219)], 15)
    for side in (-1, 1):
        body.limb(4, [(37 * side, 66), (50 * side, 102), (45 * side, 138)], 19)
        body.disc(4, (45 * side, 142), 10)
    body.shape(3, [(-30, 112), (30, 112), (33, 134), (9, 150), (-9, 150), (-33, 134)])
    body.shape(2, [(-13, 48), (13, 48), (40, 55), (42, 72), (30, 114), (-30, 114), (-42, 72), (-40, 55)])
    body.disc(1, (0, 25), 21)
    body.marks()
    return sketch.reduced()


class _Body:
    """Draws parts of a body, each area in the shade of its state, with bronze on what is armoured."""

    def __init__(self, sketch: Sketch, states: Sequence[State], armoured: Sequence[bool]) -> None:
        self.sketch, self.states, self.armoured = sketch, states, armoured

    def _shade(self, area: int) -> Colour:
        return _SHADES[self.states[area - 1]]

    def limb(self, area: int, points: Sequence[Spot], wide: float) -> None:
        for more, colour in ((4.4, palette.INK), (0.0, self._shade(area))):
            self.sketch.line(points, colour, wide + more)
            for end in points:
                self.sketch.disc(end, (wide + more) / 2, colour)

    def disc(self, area: int, middle: Spot, radius: float) -> None:
        self.sketch.disc(middle, radius + 2.2, palette.INK)
        self.sketch.disc(middle, radius, self._shade(area))

    def shape(self, area: int, points: Sequence[Spot]) -> None:
        self.sketch.polygon(points, self._shade(area))
        self.sketch.line([*points, points[0], points[1]], palette.INK, 3.4)

    def marks(self) -> None:
        """Draw armour as bands of bronze, and blood on what is hurt."""
        bands: tuple[tuple[int, Spot, Spot], ...] = (
            (2, (-31, 68), (62, 8)), (2, (-29, 83), (58, 8)), (2, (-26, 98), (52, 8)), (3, (-26, 117), (52, 8)),
            *((4, (side * 50 - 11, 96), (22, 8)) for side in (-1, 1)),
            *((4, (side * 47 - 11, 112), (22, 8)) for side in (-1, 1)),
            *((5, (side * 21 - 13, 172), (26, 8)) for side in (-1, 1)),
            *((5, (side * 20 - 13, 188), (26, 8)) for side in (-1, 1)),
        )  # fmt: skip
        for area, at, size in bands:
            if self.armoured[area - 1]:
                self.sketch.box((at[0] - 1.2, at[1] - 1.2), (size[0] + 2.4, size[1] + 2.4), palette.INK, 3)
                self.sketch.box(at, size, palette.BRONZE, 2)
        if not self.armoured[1] and self.states[1] != "gone":
            for side in (-1, 1):
                self.sketch.line([(4 * side, 84), (20 * side, 86), (31 * side, 78)], palette.WOOD, 2)
            self.sketch.line([(0, 62), (0, 108)], palette.WOOD, 1.6)
        if self.armoured[0]:
            self._helmet()
        elif self.states[0] != "gone":
            self.sketch.slice((0, 22), 21, 190, 350, palette.WOOD)
        self._eyes()
        drops: tuple[tuple[int, Spot], ...] = (
            (1, (9, 37)), (2, (14, 78)), (3, (4, 132)), (4, (-48, 126)), (5, (21, 160)),
        )  # fmt: skip
        for area, (x, y) in drops:
            if self.states[area - 1] in ("hurt", "half"):
                self.sketch.disc((x, y), 7.4, palette.WHITE)
                self.sketch.disc((x, y), 5.8, palette.HARM)

    def _helmet(self) -> None:
        self.sketch.slice((0, 25), 24.6, 180, 360, palette.INK)
        self.sketch.slice((0, 24), 22.4, 180, 360, palette.BRONZE)
        self.sketch.box((-27, 22), (54, 7), palette.INK, 3)
        self.sketch.box((-25, 23.4), (50, 4.2), palette.GOLD, 2)
        self.sketch.polygon([(-5, 4), (0, -2), (5, 4), (3, 22), (-3, 22)], palette.PORPHYRY)

    def _eyes(self) -> None:
        ink = palette.WHITE if self.states[0] == "gone" else palette.INK
        for side in (-1, 1):
            self.sketch.disc((8 * side, 33 if self.armoured[0] else 26), 2.6, ink)
