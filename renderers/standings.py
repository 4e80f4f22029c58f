"""The standings of a cup: a series of races of any ruleset, as a picture and in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from renderers import palette
from renderers.canvas import Sketch, encoded, in_few_colours, paint_box
from renderers.counters import place, plain_badge
from renderers.headline import BANNER, write_banner
from renderers.lettering import fit, name_drawn, readable, write
from renderers.palette import Colour
from renderers.telling import cut, ordinal, within_limit

WIDTH = 1000
_SIZE = readable(WIDTH)
HEAD, LABELS, ROW, FOOT = BANNER, 44, 84, 16
"""Heights in pixels."""

MOST_ROWS = 16
MOST_RACES, BESIDE_REACH = 8, 4
"""Numbers of latest races to show: with all settled, and beside the ranks still possible."""

_FIRST = 480.0  # where the columns of the races begin
_RIGHT = WIDTH - 70  # the middle of the last column
_MEDALS: Sequence[Colour] = (palette.GOLD, palette.STONE_EDGE, palette.GRANITE)


@dataclass(frozen=True)
class StandingsRow:
    """How one stands in a cup: points of each race so far, in their order; none where they were not in it."""

    name: str  # any text
    colour: str
    points: tuple[int | None, ...]
    total: int
    place: int  # 1 first; shared places have the same number
    reach: tuple[int, int] | None = None  # the best and the worst place that is still possible; none if nothing is open


def draw_standings(title: str, rows: Sequence[StandingsRow]) -> bytes:
    """Return the PNG picture of a cup's standings, in the order of *rows*; at most :data:`MOST_ROWS` are drawn."""
    shown = list(rows[:MOST_ROWS])
    columns = _Columns(max((len(row.points) for row in shown), default=0), any(row.reach for row in shown))
    image = Image.new("RGB", (WIDTH, HEAD + LABELS + max(1, len(shown)) * ROW + FOOT), palette.PAPER)
    write_banner(image, title, cup(64))
    _write_labels(image, columns)
    for number, row in enumerate(shown):
        _draw_row(image, HEAD + LABELS + number * ROW, row, columns)
    if not shown:
        middle = (WIDTH / 2, HEAD + LABELS + ROW / 2)
        write(image, middle, "nobody has raced yet", palette.INK, size=_SIZE, anchor="middle")
    return encoded(in_few_colours(image))


def alt_standings(title: str, rows: Sequence[StandingsRow]) -> str:
    """Return the picture's alt text, at most 1,024 characters."""

    def in_full(longest: int) -> str:
        lines = [f"Standings of {cut(title, 2 * longest)}."]
        for row in rows[:MOST_ROWS]:
            races = " ".join("–" if points is None else str(points) for points in row.points[-MOST_RACES:])
            reach = "" if row.reach is None else f", can be {_reach(row.reach)}"
            each = f" ({races})" if races else ""
            lines.append(f"{row.place}. {cut(row.name, longest)}: {row.total}{each}{reach}")
        return "\n".join(lines)

    return within_limit(in_full)


@dataclass(frozen=True)
class _Columns:
    """Where the columns of a table are, by their middles."""

    races: int
    has_reach: bool

    @property
    def total(self) -> int:
        return _RIGHT - 150 if self.has_reach else _RIGHT

    @property
    def of_races(self) -> list[tuple[int, float]]:
        """The races to show, 0 first, each with its middle."""
        first = max(0, self.races - (BESIDE_REACH if self.has_reach else MOST_RACES))
        count = self.races - first
        pitch = min(110.0, (self.total - 70 - _FIRST) / max(1, count))
        start = self.total - 70 - pitch * (count - 0.5)
        return [(first + number, start + pitch * number) for number in range(count)]


def _write_labels(image: Image.Image, columns: _Columns) -> None:
    y = HEAD + LABELS / 2 + 2
    for number, x in columns.of_races:
        write(image, (x, y), str(number + 1), palette.INK, size=_SIZE, anchor="middle")
    if columns.races:
        write(image, (columns.of_races[0][1] - 40, y), "race", palette.INK, size=_SIZE, anchor="right")
    write(image, (columns.total, y), "points", palette.INK, size=_SIZE, anchor="middle")
    if columns.has_reach:
        write(image, (_RIGHT, y), "can be", palette.INK, size=_SIZE, anchor="middle")


def _draw_row(image: Image.Image, top: int, row: StandingsRow, columns: _Columns) -> None:
    middle = top + ROW / 2
    is_first = row.place == 1
    paint_box(image, (12, top + 4), (WIDTH - 24, ROW - 8), palette.PORPHYRY if is_first else palette.CARD_EDGE, 14)
    paint_box(image, (15, top + 7), (WIDTH - 30, ROW - 14), palette.GOLD if is_first else palette.CARD, 12)
    _draw_place(image, (66, middle), row.place)
    sprite = plain_badge(row.colour, 56)
    image.paste(sprite, (118, round(middle) - 28), sprite)
    edge = columns.of_races[0][1] - 50 if columns.races else columns.total - 70
    write(
        image, (192, middle), fit(name_drawn(row.name, row.colour), int(edge - 192), "sans", 36), palette.INK, size=36
    )
    for number, x in columns.of_races:
        points = row.points[number] if number < len(row.points) else None
        text, colour = ("–", palette.FAINT) if points is None else (str(points), palette.INK)
        write(image, (x, middle), text, colour, size=_SIZE, anchor="middle")
    write(image, (columns.total, middle), str(row.total), palette.LIMIT, size=46, face="serif", anchor="middle")
    if row.reach is not None:
        write(image, (_RIGHT, middle), _reach(row.reach), palette.INK, size=_SIZE, anchor="middle")


def _reach(reach: tuple[int, int]) -> str:
    best, worst = reach
    return str(best) if best == worst else f"{best}–{worst}"


def _draw_place(image: Image.Image, middle: tuple[float, float], number: int) -> None:
    if number <= len(_MEDALS):
        medal = _medal(number, 62)
        place(image, medal, middle)
        write(image, middle, str(number), palette.INK, size=34, face="serif", anchor="middle")
    else:
        write(image, middle, ordinal(number), palette.INK, size=_SIZE, face="serif", anchor="middle")


@lru_cache(maxsize=8)
def _medal(number: int, size: int) -> Image.Image:
    sketch = Sketch.blank(size, size, palette.INK, zoom=size / 40)
    sketch.disc((20, 20), 19, palette.INK)
    sketch.disc((20, 20), 17.6, palette.MARBLE)
    sketch.disc((20, 20), 15, _MEDALS[number - 1])
    return sketch.reduced()


@lru_cache(maxsize=4)
def cup(size: int) -> Image.Image:
    """Return a small picture of a cup of gold."""
    sketch = Sketch.blank(size, size, palette.INK, zoom=size / 40)
    for x in (-1, 1):
        sketch.line([(20 + 9 * x, 9), (20 + 16 * x, 9), (20 + 15 * x, 17), (20 + 7 * x, 21)], palette.BRONZE, 3)
    sketch.polygon([(9, 5), (31, 5), (29, 17), (24, 24), (16, 24), (11, 17)], palette.GOLD)
    sketch.polygon([(9, 5), (14, 5), (15, 17), (18, 24), (16, 24), (11, 17)], palette.MARBLE)
    sketch.box((18, 24), (4, 7), palette.BRONZE)
    sketch.box((12, 31), (16, 4), palette.GOLD, 1)
    return sketch.reduced()
