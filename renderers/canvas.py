"""Drawing with smooth edges, and making the picture's bytes."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw

from renderers.palette import GROUND, LOOKS, MARKS, MEETINGS, OUTDOORS, PUDDLE, RAIN, Colour, Weather, mixed, weathered

Corner = tuple[int, int] | tuple[int, int, int, int]
"""Where something is put: left and top, and perhaps right and bottom, in pixels."""

Spot = tuple[float, float]
"""A place in a picture, in pixels from its top left corner."""

_FINE = 4
_PIECE = 10  # points
_LEVEL = 5  # of compression: above it time grows fast and files shrink little
_HARDER, _LARGE = 7, 2_400_000  # for pictures of so many pixels, where a little counts


class Sketch:
    """A drawing made at four times its size and then reduced, so that its edges are smooth.

    :param origin: where the places that are drawn have their 0, 0.
    :param zoom: pixels of the finished drawing to a unit.
    """

    def __init__(self, image: Image.Image, *, origin: Spot = (0, 0), zoom: float = 1.0, fine: int = _FINE) -> None:
        self.image = image
        self._draw = ImageDraw.Draw(image)
        self._origin = origin
        self._zoom = zoom * fine
        self._fine = fine

    @classmethod
    def blank(
        cls, width: int, height: int, edge: Colour | None = None, *, origin: Spot = (0, 0), zoom: float = 1.0
    ) -> "Sketch":
        """Return a clear sketch that will be so many pixels in size; with no *edge* colour, a mask to paint through."""
        size = (width * _FINE, height * _FINE)
        image = Image.new("L", size) if edge is None else Image.new("RGBA", size, (*edge, 0))
        return cls(image, origin=origin, zoom=zoom)

    def _at(self, point: Spot) -> Spot:
        left, top = self._origin
        return (left * self._fine + point[0] * self._zoom, top * self._fine + point[1] * self._zoom)

    def polygon(self, points: Iterable[Spot], fill: Colour | int) -> None:
        self._draw.polygon([self._at(point) for point in points], fill=fill)

    def line(self, points: Iterable[Spot], fill: Colour | int, width: float) -> None:
        thick = max(1, round(width * self._zoom))
        self._draw.line([self._at(point) for point in points], fill=fill, width=thick, joint="curve")

    def disc(self, centre: Spot, radius: float, fill: Colour | int) -> None:
        self._draw.ellipse(self._around(centre, radius), fill=fill)

    def slice(self, centre: Spot, radius: float, start: float, end: float, fill: Colour | int) -> None:
        """Draw a slice of a disc, clockwise from *start* to *end* degrees; 0 is due right."""
        self._draw.pieslice(self._around(centre, radius), start, end, fill=fill)

    def box(self, at: Spot, size: Spot, fill: Colour | int, radius: float = 0) -> None:
        left, top = self._at(at)
        right, bottom = self._at((at[0] + size[0], at[1] + size[1]))
        self._draw.rounded_rectangle((left, top, right - 1, bottom - 1), radius * self._zoom, fill=fill)

    def _around(self, centre: Spot, radius: float) -> tuple[float, float, float, float]:
        x, y = self._at(centre)
        reach = radius * self._zoom
        return (x - reach, y - reach, x + reach, y + reach)

    def reduced(self) -> Image.Image:
        """Return the drawing at its size, clear around its shapes, and half clear at their edges."""
        image = _reduced(self.image, self._fine)
        if image.mode == "L":
            return coarse(image)
        if image.mode == "RGBA":
            image.putalpha(coarse(image.getchannel("A")))
        return image


_BAND = 1_500_000  # pixels: what is done to so many takes some milliseconds


def large_ground(size: tuple[int, int], colour: Colour) -> Image.Image:
    """Return a large picture of one colour, a byte to a pixel: up to 256 colours can be drawn on it."""
    image = Image.new("P", size, 0)
    image.putpalette(colour)
    return image


def _reduced(image: Image.Image, factor: int) -> Image.Image:
    """Return a picture made smaller; a large one in bands, so that other threads need not wait for it long."""
    if image.width * image.height <= _BAND:
        return image.reduce(factor)
    mode = "RGB" if image.mode == "P" else image.mode
    smaller = Image.new(mode, (-(-image.width // factor), -(-image.height // factor)), None)
    high = _band_of(image.width) // factor * factor
    for top in range(0, image.height, high):
        band = image.crop((0, top, image.width, min(image.height, top + high)))
        smaller.paste(band.convert(mode).reduce(factor), (0, top // factor))
    return smaller


def _band_of(width: int) -> int:
    return max(64, _BAND // width)


def coarse(mask: Image.Image) -> Image.Image:
    """Return a mask with three levels: more are hardly seen, and make files a tenth larger."""
    return mask.point(_COARSE)


_COARSE = [0 if level < 64 else 128 if level < 192 else 255 for level in range(256)]


def paint_line(image: Image.Image, points: Sequence[Spot], colour: Colour, width: float) -> None:
    """Paint a smooth line with round bends and ends onto a picture; piece by piece, as a long arc covers much."""
    for start in range(0, max(1, len(points) - 1), _PIECE):
        piece = points[start : start + _PIECE + 1]
        left, top, sketch = _over(piece, width)
        sketch.line(piece, 255, width)
        for end in (piece[0], piece[-1]):
            sketch.disc(end, width / 2, 255)
        image.paste(colour, (left, top), sketch.reduced())


def paint_polygon(image: Image.Image, points: Sequence[Spot], colour: Colour) -> None:
    left, top, sketch = _over(points, 2)
    sketch.polygon(points, 255)
    image.paste(colour, (left, top), sketch.reduced())


def paint_disc(image: Image.Image, centre: Spot, radius: float, colour: Colour) -> None:
    left, top, sketch = _over([centre], 2 * radius + 2)
    sketch.disc(centre, radius, 255)
    image.paste(colour, (left, top), sketch.reduced())


def paint_box(image: Image.Image, at: tuple[int, int], size: tuple[int, int], colour: Colour, radius: int = 0) -> None:
    """Paint a box with round corners."""
    if radius == 0:
        image.paste(colour, (*at, at[0] + size[0], at[1] + size[1]))
    else:
        image.paste(colour, at, _box_mask(size, radius))


@lru_cache(maxsize=256)
def _box_mask(size: tuple[int, int], radius: int) -> Image.Image:
    sketch = Sketch.blank(*size)
    sketch.box((0, 0), size, 255, radius)
    return sketch.reduced()


def _over(points: Sequence[Spot], width: float) -> tuple[int, int, Sketch]:
    """Return the left and top of a mask that covers *points* with a margin, and the mask."""
    margin = width / 2 + 2
    left = int(min(x for x, _ in points) - margin)
    top = int(min(y for _, y in points) - margin)
    right = int(max(x for x, _ in points) + margin) + 1
    bottom = int(max(y for _, y in points) + margin) + 1
    return left, top, Sketch.blank(right - left, bottom - top, origin=(-left, -top))


@cache
def _fixed_palette(weather: Weather) -> Image.Image:
    """Return the colours of all pictures in some weather: the palette's, and those between pairs that often meet."""
    outdoors = [] if weather == "dry" else [*(weathered(colour, weather) for colour in OUTDOORS), RAIN, PUDDLE]
    colours = [*GROUND, *outdoors, *(part for look in LOOKS.values() for part in (look.fill, look.mark))]
    for one, other in (*MEETINGS, *((look.ink, look.fill) for look in LOOKS.values())):
        colours.append(mixed(one, other, 0.5))
    return _carrier(colours)


def film_colours() -> tuple[Colour, ...]:
    """Return the colours that pictures in few colours have in dry weather, in the order of their palette."""
    flat = _fixed_palette("dry").getpalette() or []
    return tuple(dict.fromkeys((flat[at], flat[at + 1], flat[at + 2]) for at in range(0, len(flat), 3)))


def _carrier(colours: Iterable[Colour]) -> Image.Image:
    carrier = Image.new("P", (1, 1))
    carrier.putpalette([part for colour in list(dict.fromkeys(colours))[:256] for part in colour])
    return carrier


def settled(image: Image.Image, colours: Iterable[Colour] = (*OUTDOORS, *MARKS)) -> Image.Image:
    """Return a picture in no other than *colours*, packed: as the ground of many it makes their files smaller."""
    return image.quantize(palette=_carrier(colours), dither=Image.Dither.NONE)


def packed(image: Image.Image) -> Image.Image:
    """Return an RGB picture that is to be kept, in its own most frequent colours: a quarter of the memory.

    Up to 256 colours come out as they were, but for those nearly alike.
    """
    seen = image.getcolors(image.width * image.height) or ()
    found = sorted(seen, key=lambda each: (-each[0], each[1]))
    carrier = _carrier(colour for _, colour in found if isinstance(colour, tuple))
    small = Image.new("P", image.size, None)
    small.putpalette(carrier.getpalette() or ())
    high = _band_of(image.width)
    for top in range(0, image.height, high):
        band = image.crop((0, top, image.width, min(image.height, top + high)))
        small.paste(band.quantize(palette=carrier, dither=Image.Dither.NONE), (0, top))
    return small


def in_few_colours(image: Image.Image, weather: Weather = "dry") -> Image.Image:
    """Return an RGB picture in the fixed colours, those of an arena in some weather among them."""
    return image.quantize(palette=_fixed_palette(weather), dither=Image.Dither.NONE)


class Board(Image.Image):
    """A picture in the fixed colours, a byte to a pixel, that is painted on as one in full colour is.

    Strokes take on the fixed colours at once. So a board costs its strokes, not its size.
    """

    def __init__(self, ground: Image.Image, weather: Weather = "dry") -> None:
        """:param ground: a picture that :func:`in_few_colours` has made for this weather; it stays as it is."""
        super().__init__()
        self.im = ground.im.copy()
        self._mode, self._size = ground.mode, ground.size
        self.palette = ground.palette
        self._weather = weather

    def lay(self, part: Image.Image, at: tuple[int, int]) -> None:
        """Put a picture in the fixed colours there as it is."""
        self.im.paste(part.im, (*at, at[0] + part.width, at[1] + part.height))

    def paste(
        self,
        im: Image.Image | str | float | tuple[float, ...],
        box: Image.Image | Corner | None = None,
        mask: Image.Image | None = None,
    ) -> None:
        """Paint with a colour, through a mask as :func:`coarse` makes them if there is one, or put a picture there."""
        assert isinstance(box, tuple)
        if isinstance(im, Image.Image):
            self._put(im, box, mask)
            return
        shade, halfway = _shades(im, self._weather)
        if mask is None:
            super().paste(shade, box)
            return
        area = (*box[:2], box[0] + mask.width, box[1] + mask.height)
        below = self.im.crop(area).point(halfway, "P")
        self.im.paste(shade, area, mask.im)
        self.im.paste(below, area, mask.im.point(_HALF, "L"))

    def _put(self, picture: Image.Image, box: Corner, mask: Image.Image | None) -> None:
        area = (*box[:2], box[0] + picture.width, box[1] + picture.height)
        part = self.crop(area).convert("RGB")
        part.paste(picture, (0, 0), mask)
        # As in_few_colours does it; there are many small ones, and a picture around it takes as long again.
        self.im.paste(part.im.convert("P", Image.Dither.NONE, _fixed_palette(self._weather).im), area)


_HALF = [255 if level == 128 else 0 for level in range(256)]


@lru_cache(maxsize=512)
def _shades(colour: Any, weather: Weather) -> tuple[int, list[int]]:
    """Return which of the fixed colours comes nearest to *colour*, and which halfway from each of them to it."""
    every = Image.new("P", (256, 1))
    every.putdata(range(256))
    every.putpalette(_fixed_palette(weather).getpalette() or ())
    mixture = every.convert("RGB")
    mixture.paste(colour, (0, 0), Image.new("L", mixture.size, 128))
    pure = Image.new("RGB", (1, 1), colour)
    return in_few_colours(pure, weather).tobytes()[0], list(in_few_colours(mixture, weather).tobytes())


def in_weather(image: Image.Image, weather: Weather) -> Image.Image:
    """Return an RGB picture of an arena as it looks in some weather."""
    if weather == "dry":
        return image
    grey = [weathered((level, level, level), weather) for level in range(256)]
    return image.point([level[part] for part in range(3) for level in grey])


def encoded(image: Image.Image) -> bytes:
    """Return the PNG file of a picture in few colours, without time or name: the same picture gives the same bytes."""
    file = BytesIO()
    level = _HARDER if image.width * image.height > _LARGE else _LEVEL
    image.save(file, "PNG", compress_level=level)
    return file.getvalue()
