"""The mood of the crowd: seven steps from thumbs down to a roar."""

from functools import lru_cache

from PIL import Image

from renderers import palette
from renderers.arena.words import mood_of
from renderers.canvas import Sketch, Spot, in_few_colours, paint_box
from renderers.counters import place
from renderers.lettering import length, readable, write

HIGH = 92

MOODS = range(-3, 4)

_STEP, _GAP = 66, 8  # width of a step, and pixels between two
_THUMB = 52


@lru_cache(maxsize=16)
def strip(wide: int, mood: int) -> Image.Image:
    """Return the strip with the crowd's mood, in words and as a step of seven; in the fixed colours."""
    image, size = Image.new("RGB", (wide, HIGH), palette.PORPHYRY), readable(wide)
    image.paste(palette.BRONZE, (0, 0, wide, 4))
    middle = HIGH / 2 + 2
    left, told = image.width - 74 - len(MOODS) * (_STEP + _GAP), f"The crowd {mood_of(mood)}"
    squeeze = min(1.0, room_of_words(wide) / length(told, size, "serif"))
    write(image, (20, middle), told, palette.GOLD, size=size, face="serif", squeeze=squeeze)
    place(image, thumb(_THUMB, is_up=False), (left - 34, middle))
    for number, step in enumerate(MOODS):
        high = 26 + 6 * number
        at = (left + number * (_STEP + _GAP), HIGH - 12 - high)
        is_now = step == mood
        ground = palette.GOLD if is_now else palette.CARPET[0] if step < mood else palette.CARPET[1]
        if is_now:
            paint_box(image, (at[0] - 4, at[1] - 4), (_STEP + 8, high + 8), palette.CHALK, 8)
        paint_box(image, at, (_STEP, high), ground, 6)
        text = f"{step:+d}".replace("-", "−") if step else "0"
        if is_now:
            write(image, (at[0] + _STEP / 2, at[1] + high / 2), text, palette.INK, size=size, anchor="middle")
    place(image, thumb(_THUMB, is_up=True), (image.width - 40, middle))
    return in_few_colours(image)


def room_of_words(wide: int) -> float:
    """Return how many pixels the words have, before the thumb that points down."""
    return wide - 74 - len(MOODS) * (_STEP + _GAP) - 34 - _THUMB / 2 - 28


@lru_cache(maxsize=8)
def thumb(size: int, *, is_up: bool) -> Image.Image:
    """Return a fist with its thumb up or down."""
    sketch = Sketch.blank(size, size, palette.INK, zoom=size / 52)
    way = 1 if is_up else -1

    def at(x: float, y: float) -> Spot:
        return x, 26 + way * (y - 26)

    skin = palette.CORNER_SAND[0]
    hand = [at(9, 24), at(20, 24), at(25, 4), at(31, 3), at(34, 8), at(31, 22), at(45, 22), at(47, 45), at(9, 45)]
    sketch.line([*hand, hand[0], hand[1]], palette.INK, 6)
    sketch.polygon(hand, skin)
    for row in (28.5, 34.0, 39.5):
        sketch.line([at(28, row), at(46, row)], palette.WOOD, 1.8)
    left, top = at(4, 24 if is_up else 47)
    sketch.box((left, top), (8, 23), palette.INK, 2)
    sketch.box((left + 1.5, top + 1.5), (5, 20), palette.GOLD, 1)
    return sketch.reduced()
