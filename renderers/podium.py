"""The card of a result: the podium, and below it everybody's place."""

from collections.abc import Sequence

from PIL import Image

from renderers import palette
from renderers.canvas import encoded, in_few_colours, paint_box
from renderers.cards import draw_finish, strike_out
from renderers.counters import badge
from renderers.headline import BANNER, write_banner
from renderers.lettering import fit, readable, write
from renderers.scene import Names, Standing
from renderers.standings import cup
from renderers.telling import cut, within_limit

WIDTH = 1000
_SIZE = readable(WIDTH)
_STEPS = ((1, 210), (0, 160), (2, 120))  # of the first, the second and the third: column, height
_STEP = 300  # pixels wide
PODIUM = 400
"""Height of the podium with all on it, in pixels."""

_ROW, _BADGE = 60, 50
_FOOT = 66


def draw_result(title: str, length: str, standings: Sequence[Standing], names: Names) -> bytes:
    """Return the PNG picture of a result.

    :param length: how long the race was, for the line at the foot.
    :param standings: of the race when it was over, first to last.
    """
    placed = [each for each in standings if each.place is not None][:3]
    rest = [each for each in standings if each not in placed]
    top = BANNER + (PODIUM if placed else 0)
    image = Image.new("RGB", (WIDTH, top + len(rest) * _ROW + _FOOT), palette.PAPER)
    write_banner(image, title, cup(64))
    draw_podium(image, placed, names)
    for number, each in enumerate(rest):
        _draw_row(image, top + number * _ROW, each, names.get(each.entry, each.colour))
    write(image, (WIDTH / 2, image.height - _FOOT / 2), length, palette.FAINT, size=_SIZE, anchor="middle")
    return encoded(in_few_colours(image))


def alt_result(title: str, length: str, standings: Sequence[Standing], names: Names) -> str:
    """Return the card's alt text, at most 1,024 characters."""

    def text(longest: int) -> str:
        places = ", ".join(
            f"{each.place or each.fate or 'not placed'} {cut(names.get(each.entry, each.colour), longest)}"
            for each in standings
        )
        return f"Result of {cut(title, 2 * longest)}: {places}. {length}."

    return within_limit(text)


def draw_podium(image: Image.Image, placed: Sequence[Standing], names: Names) -> None:
    """Draw the first three, or fewer, on their steps under a banner."""
    for number, each in enumerate(placed):
        _draw_step(image, number, each, names.get(each.entry, each.colour))


def _draw_step(image: Image.Image, number: int, each: Standing, name: str) -> None:
    """Draw a step of the podium with its chariots: the first in the middle, the second to the left."""
    column, high = _STEPS[number]
    left, bottom = 40 + column * 310, BANNER + PODIUM - 14
    ground = (palette.GOLD, palette.STONE[0], palette.GRANITE)[number]
    paint_box(image, (left, bottom - high), (_STEP, high), palette.INK, 10)
    paint_box(image, (left + 3, bottom - high + 3), (_STEP - 6, high - 6), ground, 8)
    middle = left + _STEP / 2
    write(image, (middle, bottom - high / 2 - 20), str(each.place), palette.INK, size=72, face="serif", anchor="middle")
    text = fit(name, _STEP - 20, "sans", _SIZE)
    write(image, (middle, bottom - 30), text, palette.INK, size=_SIZE, anchor="middle")
    sprite = badge(each.colour, each.entry, 120)
    image.paste(sprite, (round(middle) - 60, bottom - high - 128), sprite)


def _draw_row(image: Image.Image, top: int, each: Standing, name: str) -> None:
    middle = top + _ROW / 2
    place = "–" if each.place is None else str(each.place)
    write(image, (60, middle), place, palette.LIMIT, size=_SIZE, face="serif", anchor="middle")
    sprite = badge(each.colour, each.entry, _BADGE)
    at = (104, top + (_ROW - _BADGE) // 2)
    image.paste(sprite, at, sprite)
    if each.fate == "out":
        strike_out(image, at, _BADGE)
    if each.fate == "home":
        draw_finish(image, (at[0], at[1] + _BADGE - 8), _BADGE)
    end = WIDTH - 40
    note = each.fate or each.gap
    if note:
        colour = palette.ALARM if each.fate == "out" else palette.INK
        end -= round(write(image, (end, middle), note, colour, size=_SIZE, anchor="right")) + 16
    write(image, (172, middle), fit(name, end - 172, "sans", _SIZE), palette.INK, size=_SIZE)
