"""A person's card: rating with its line, wins by game, titles, colour, reliability, their best moment."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from renderers import palette
from renderers.canvas import Sketch, encoded, in_few_colours, paint_box
from renderers.counters import plain_badge
from renderers.headline import BANNER, write_banner
from renderers.lettering import fit, readable, write
from renderers.rows import MARGIN, ROW, box_height, draw_row, draw_sentence, sentence_lines
from renderers.standings import cup
from renderers.telling import cut, within_limit

WIDTH = 1000
_SIZE = readable(WIDTH)
_HEAD, _CHART = 120, 250
"""Heights in pixels."""

MOST_GAMES = 4
MOST_POINTS = 60
"""Of a rating's line, the latest."""


@dataclass(frozen=True)
class RatingLine:
    """A rating in one game, from race to race."""

    game: str
    points: tuple[tuple[float, float], ...]  # mean and margin after each race, the first first
    figure: str  # such as "1,540 ± 90"
    races: int


@dataclass(frozen=True)
class Profile:
    """All that stands on a person's card."""

    name: str  # any text
    colour: str  # that they have driven most; empty for none
    rating: RatingLine | None  # in the game that they raced last
    games: tuple[tuple[str, int, int], ...]  # title, wins, races; the one raced most first
    titles: str  # such as "2 cups, 1 season"; empty for none
    reliability: int | None  # turns answered in time, in per cent
    moment: str  # the best one, in a sentence; empty for none
    more: tuple[tuple[str, str], ...] = ()  # rows, each a label and its value


def draw_profile(profile: Profile) -> bytes:
    """Return the PNG picture of a person's card."""
    lines = sentence_lines(profile.moment, WIDTH)
    rows = _rows(profile)
    chart = 0 if profile.rating is None else _HEAD + (_CHART if _has_line(profile.rating) else 0)
    height = BANNER + chart + len(rows) * ROW + box_height(lines, WIDTH) + 2 * MARGIN
    image = Image.new("RGB", (WIDTH, height), palette.PAPER)
    write_banner(image, profile.name, plain_badge(profile.colour, 64) if profile.colour else cup(64))
    top = BANNER
    if profile.rating is not None:
        _draw_rating(image, top, profile.rating)
        top += chart
    top += MARGIN
    for label, value in rows:
        draw_row(image, top, label, value)
        top += ROW
    if lines:
        draw_sentence(image, top, lines)
    return encoded(in_few_colours(image))


def alt_profile(profile: Profile) -> str:
    """Return the card's alt text, at most 1,024 characters."""

    def in_full(longest: int) -> str:
        lines = [f"Card of {cut(profile.name, longest)}."]
        if profile.rating is not None:
            lines.append(f"{profile.rating.game}: {profile.rating.figure}, {_races(profile.rating.races)}.")
        lines += [f"{label}: {value}." for label, value in _rows(profile)]
        return "\n".join([*lines, *([f"Best moment: {cut(profile.moment, 10 * longest)}"] if profile.moment else [])])

    return within_limit(in_full)


def _rows(profile: Profile) -> list[tuple[str, str]]:
    """Return the rows of the card: a label and its value."""
    rows = [(game, f"{wins} of {_races(races)} won") for game, wins, races in profile.games[:MOST_GAMES]]
    rows += [("Titles", profile.titles)] if profile.titles else []
    rows += [("Favourite colour", profile.colour.capitalize())] if profile.colour else []
    rows += profile.more
    rows += [("Turns answered in time", f"{profile.reliability} %")] if profile.reliability is not None else []
    return rows or [("Races", "none with others yet")]


def _races(number: int) -> str:
    return f"{number} race" if number == 1 else f"{number} races"


def _draw_rating(image: Image.Image, top: int, rating: RatingLine) -> None:
    middle = top + _HEAD / 2 + 4
    end = (
        WIDTH
        - MARGIN
        - write(image, (WIDTH - MARGIN, middle), rating.figure, palette.LIMIT, size=64, face="serif", anchor="right")
    )
    label = fit(f"{rating.game}, {_races(rating.races)}", int(end - 2 * MARGIN), "sans", _SIZE)
    write(image, (MARGIN, middle), label, palette.INK, size=_SIZE)
    if _has_line(rating):
        _draw_line(image, top + _HEAD, rating.points[-MOST_POINTS:])


def _has_line(rating: RatingLine) -> bool:
    """Tell whether there is more to draw than a dot."""
    return len(rating.points) > 1


def _draw_line(image: Image.Image, top: int, points: Sequence[tuple[float, float]]) -> None:
    """Draw a rating from race to race, in the band in which it is known to lie."""
    paint_box(image, (MARGIN, top), (WIDTH - 2 * MARGIN, _CHART), palette.CARD_EDGE, 12)
    low, high = min(mean - margin for mean, margin in points), max(mean + margin for mean, margin in points)
    step = (WIDTH - 2 * MARGIN - 60) / max(1, len(points) - 1)

    def spot(number: int, value: float) -> tuple[float, float]:
        y = top + 16 + (_CHART - 32) * (high - value) / max(1.0, high - low)
        return MARGIN + 30 + number * step, y

    box = (MARGIN, top, WIDTH - MARGIN, top + _CHART)
    large = image.crop(box).resize((2 * (box[2] - box[0]), 2 * _CHART), Image.Resampling.NEAREST)
    sketch = Sketch(large, origin=(-box[0], -box[1]), fine=2)
    above = [spot(number, mean + margin) for number, (mean, margin) in enumerate(points)]
    below = [spot(number, mean - margin) for number, (mean, margin) in enumerate(points)]
    way = [spot(number, mean) for number, (mean, _) in enumerate(points)]
    sketch.polygon([*above, *reversed(below)], palette.CARD)
    sketch.line(way, palette.PORPHYRY, 6)
    sketch.disc(way[-1], 9, palette.PORPHYRY)
    image.paste(sketch.reduced(), box)
