"""The steps that men have made: dotted, in their colours, with the number of the phase."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil

from PIL import Image

from engine.arena.hexes import Hex
from engine.arena.views import MatchView
from records.values import EntryId
from renderers.arena.geometry import centre
from renderers.camera import Camera
from renderers.canvas import Sketch, Spot
from renderers.lettering import readable, write
from renderers.palette import look_of
from renderers.strokes import edge_of

_APART = 19.0  # pixels from a dot to the next
_DOT = 4.4
_ASIDE = 27  # units from a way to its number
_NUMERAL = 26  # size of that
_NUMERALS = ("I", "II", "III")


Trails = Mapping[EntryId, Sequence[Sequence[Hex]]]
"""By man, phase by phase: the hexes that he went through, from where he stood."""


def draw_trails(image: Image.Image, camera: Camera, view: MatchView, trails: Trails) -> None:
    """Draw the steps of all men, with the number of each phase."""
    for entry, phases in sorted(trails.items()):
        colour = view.fighter(entry).colour
        for phase in phases:
            spots = [camera.see(centre(view.radius, at)) for at in phase]
            for start, end in pairwise(spots):
                _draw_dots(image, start, end, colour, camera.zoom)
    for entry, phases in sorted(trails.items()):
        for number, phase in enumerate(phases, start=1):
            if len(phase) > 1 and len(phases) > 1:
                start, end = (camera.see(centre(view.radius, at)) for at in phase[:2])
                _draw_number(image, start, end, number, view.fighter(entry).colour, camera.zoom)


def _draw_dots(image: Image.Image, start: Spot, end: Spot, colour: str, zoom: float) -> None:
    fill = look_of(colour).fill
    long = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    count = max(1, round(long / (_APART * zoom)))
    for dot in range(count):
        spot = (start[0] + (end[0] - start[0]) * dot / count, start[1] + (end[1] - start[1]) * dot / count)
        for radius, shade in (((_DOT + 1.8) * zoom, edge_of(fill)), (_DOT * zoom, fill)):
            mask = _dot(radius)
            image.paste(shade, (round(spot[0]) - mask.width // 2, round(spot[1]) - mask.height // 2), mask)


@lru_cache(maxsize=16)
def _dot(radius: float) -> Image.Image:
    """Return the mask of a dot."""
    half = ceil(radius) + 1
    sketch = Sketch.blank(2 * half, 2 * half, origin=(half, half))
    sketch.disc((0, 0), radius, 255)
    return sketch.reduced()


def _draw_number(image: Image.Image, start: Spot, end: Spot, number: int, colour: str, zoom: float) -> None:
    """Write the number of a phase beside the beginning of its way, where nobody stands any more."""
    along, down = end[0] - start[0], end[1] - start[1]
    long = max(1.0, (along**2 + down**2) ** 0.5)
    aside = _ASIDE * zoom / long
    middle = (start[0] + 0.2 * along + aside * down, start[1] + 0.2 * down - aside * along)
    look, size = look_of(colour), max(readable(image.width), round(_NUMERAL * zoom))
    stroke = (3, edge_of(look.fill))
    write(image, middle, _NUMERALS[number - 1], look.fill, size=size, face="serif", anchor="middle", stroke=stroke)
