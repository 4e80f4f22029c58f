"""The card of a span of time: a week of a server, a year of a server or a person. Large figures, rows, a sentence."""

from collections.abc import Sequence

from PIL import Image

from records.reviews import Review
from renderers import palette
from renderers.canvas import encoded, in_few_colours
from renderers.counters import plain_badge
from renderers.headline import BANNER, write_banner
from renderers.lettering import fit, readable, write
from renderers.rows import MARGIN, ROW, box_height, draw_row, draw_sentence, sentence_lines
from renderers.standings import cup
from renderers.telling import cut, within_limit

WIDTH = 1000
_SIZE, _LARGE, _BAND = readable(WIDTH), 84, 170
MOST_FIGURES, MOST_ROWS = 3, 8


def draw_review(review: Review) -> bytes:
    """Return the PNG picture of the card."""
    lines, rows = sentence_lines(review.sentence, WIDTH), review.rows[:MOST_ROWS]
    band = _BAND if review.figures else 0
    height = BANNER + band + len(rows) * ROW + box_height(lines, WIDTH) + 2 * MARGIN
    image = Image.new("RGB", (WIDTH, height), palette.PAPER)
    write_banner(image, review.title, plain_badge(review.colour, 64) if review.colour else cup(64))
    if band:
        _draw_figures(image, review.figures[:MOST_FIGURES])
    top = BANNER + band + MARGIN
    for each in rows:
        draw_row(image, top, each.label, each.value, each.colour)
        top += ROW
    if lines:
        draw_sentence(image, top, lines)
    return encoded(in_few_colours(image))


def _draw_figures(image: Image.Image, figures: Sequence[tuple[str, str]]) -> None:
    wide = WIDTH / len(figures)
    for number, (figure, label) in enumerate(figures):
        middle = wide * (number + 0.5)
        text = fit(figure, int(wide) - MARGIN, "serif", _LARGE)
        write(image, (middle, BANNER + 68), text, palette.LIMIT, size=_LARGE, face="serif", anchor="middle")
        below = fit(label, int(wide) - MARGIN, "sans", _SIZE)
        write(image, (middle, BANNER + 138), below, palette.FAINT, size=_SIZE, anchor="middle")


def alt_review(review: Review) -> str:
    """Return the card's alt text, at most 1,024 characters."""

    def in_full(longest: int) -> str:
        lines = [f"{cut(review.title, 2 * longest)}."]
        if review.figures:
            lines.append(", ".join(f"{figure} {label}" for figure, label in review.figures[:MOST_FIGURES]) + ".")
        lines += [f"{each.label}: {cut(each.value, 3 * longest)}." for each in review.rows[:MOST_ROWS]]
        return "\n".join([*lines, *([cut(review.sentence, 8 * longest)] if review.sentence else [])])

    return within_limit(in_full)
