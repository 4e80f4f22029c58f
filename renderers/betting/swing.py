"""How chances swung: a line for each chariot, turn by turn, its name at the right end.

A scale of square roots keeps lines near 0 apart while another nears 100 per cent.
"""

from collections.abc import Sequence
from math import sqrt

from PIL import Image

from engine.betting.views import EntrantView, SwingView
from records.values import EntryId
from renderers import palette
from renderers.betting.marks import BADGE, SMALL, WIDTH, coins, paint_strip
from renderers.betting.words import per_cent
from renderers.canvas import Sketch, Spot, encoded, settled
from renderers.counters import badge
from renderers.headline import BANNER, write_banner
from renderers.lettering import fit, name_drawn, write
from renderers.palette import Colour, look_of, mixed
from renderers.strokes import dashed, dashes_of, edge_of

LABEL = 46
"""Height of a chariot's label; the chart is as high as its labels need."""

LEAST = 640  # height of the chart
LEFT, RIGHT = 114, 606
TOP = BANNER + 40
_FOOT = 112
_SAMPLE = 630  # where the sample of a line begins
_LABELS = 678
_LAP = 76  # room for the word
_FINE = 2
_LEVELS = (0, 10, 50, 100, 250, 500, 750, 1000)  # thousandths


class Frame:
    """Where turns and chances are in a picture."""

    def __init__(self, view: SwingView) -> None:
        turns = [point.turn for point in view.points]
        self.first, self.last = min(turns, default=0), max(turns, default=0)
        self.high = max(LEAST, len(view.entrants) * LABEL)
        seen = [chance for point in view.points for chance in point.chances.values()]
        self.most = next(level for level in _LEVELS[2:] if level >= max(seen, default=1000))

    @property
    def bottom(self) -> int:
        """The chart's lower edge, in pixels from the top."""
        return TOP + self.high

    def x(self, turn: int) -> float:
        """Return where a turn stands, in pixels from the left."""
        share = (turn - self.first) / max(1, self.last - self.first)
        return LEFT + 12 + (RIGHT - LEFT - 24) * min(1.0, max(0.0, share))

    def y(self, chance: int) -> float:
        """Return where a chance in thousandths stands, in pixels from the top; small ones take more room."""
        return self.bottom - self.high * sqrt(min(chance, self.most) / self.most)


def draw_swing(view: SwingView) -> bytes:
    """Return the PNG picture of how the chances of a race's chariots swung."""
    frame = Frame(view)
    image = Image.new("RGB", (WIDTH, frame.bottom + _FOOT), palette.PAPER)
    write_banner(image, view.title, coins(72))
    _draw_grid(image, view, frame)
    ends = ends_of(view, frame)
    _draw_lines(image, view, frame, ends)
    for entrant in view.entrants:
        _write_label(image, view, entrant, ends[entrant.entry])
    _write_foot(image, view, frame)
    return encoded(settled(image, _colours(view)))


def path_of(view: SwingView, frame: Frame, entry: EntryId) -> list[Spot]:
    """Return the way of a chariot's line: to the turn in which it went out, else to the last."""
    out = view.out.get(entry)
    known = [point for point in view.points if entry in point.chances and (out is None or point.turn < out)]
    way = [(frame.x(point.turn), frame.y(point.chances[entry])) for point in known]
    if out is not None and view.points:
        way.append((frame.x(out), frame.y(0)))
    return way


def ends_of(view: SwingView, frame: Frame) -> dict[EntryId, float]:
    """Return the heights of the labels: near the ends of their lines, none upon another, those who are out lowest."""
    wanted = {}
    for entrant in view.entrants:
        chance = _last(view, entrant.entry)
        wanted[entrant.entry] = frame.y(chance or 0)
    order = sorted(wanted, key=lambda entry: (wanted[entry], -view.out.get(entry, 1_000_000), entry))
    heights: list[float] = []
    for entry in order:
        lowest = heights[-1] + LABEL if heights else TOP + LABEL / 2 - 8
        heights.append(max(wanted[entry], lowest))
    floor = frame.bottom + 8 - LABEL / 2
    for place in range(len(heights) - 1, -1, -1):
        heights[place] = min(heights[place], floor)
        floor = heights[place] - LABEL
    return dict(zip(order, heights, strict=True))


def _last(view: SwingView, entry: EntryId) -> int | None:
    """Return a chariot's last chance; 0 if it is out, ``None`` if none was worked out."""
    if entry in view.out:
        return 0
    return view.points[-1].chances.get(entry) if view.points else None


def _draw_grid(image: Image.Image, view: SwingView, frame: Frame) -> None:
    for level in _LEVELS:
        if level <= frame.most:
            y = round(frame.y(level))
            image.paste(palette.CARD_EDGE, (LEFT, y - 1, RIGHT, y + 1))
            write(image, (LEFT - 10, y), f"{level // 10} %", palette.FAINT, size=SMALL, anchor="right")
    free = 0
    for lap, turn in enumerate(view.laps, start=1):
        if view.points and frame.first < turn <= frame.last:
            place = round(frame.x(turn))
            _draw_lap(image, frame, f"lap {lap}" if place > free else str(lap), place)
            free = place + _LAP
    for turn in _ticks(frame):
        x = frame.x(turn)
        image.paste(palette.FAINT, (round(x) - 1, frame.bottom, round(x) + 1, frame.bottom + 10))
        write(image, (x, frame.bottom + 32), str(turn), palette.FAINT, size=SMALL, anchor="middle")


def _draw_lap(image: Image.Image, frame: Frame, text: str, x: int) -> None:
    for y in range(TOP, frame.bottom, 16):
        image.paste(palette.BRONZE, (x - 1, y, x + 1, y + 8))
    write(image, (x, TOP - 18), text, palette.LIMIT, size=SMALL, anchor="middle")


def _ticks(frame: Frame) -> list[int]:
    """Return the turns that are written below the chart: at most seven."""
    span = frame.last - frame.first
    step = next(each for each in (1, 2, 5, 10, 20, 50, 100, 1000) if span <= 6 * each or each == 1000)
    return list(range(-(-frame.first // step) * step, frame.last + 1, step))


def _draw_lines(image: Image.Image, view: SwingView, frame: Frame, ends: dict[EntryId, float]) -> None:
    """Draw all lines onto the chart at twice its size, that of the winner last."""
    top, low = TOP - 14, frame.bottom + 16
    box = (LEFT, top, _LABELS, low)
    large = image.crop(box).resize(((_LABELS - LEFT) * _FINE, (low - top) * _FINE), Image.Resampling.NEAREST)
    sketch = Sketch(large, origin=(-LEFT, -top), fine=_FINE)
    for entrant in sorted(view.entrants, key=lambda each: (each.entry == view.winner, -each.entry)):
        way = path_of(view, frame, entrant.entry)
        end = (_SAMPLE + 40.0, ends[entrant.entry])
        if way and entrant.entry not in view.out and _last(view, entrant.entry):
            sketch.line([way[-1], (_SAMPLE, end[1])], palette.CARD_EDGE, 2)
        _draw_line(sketch, way, entrant, wide=entrant.entry == view.winner)
        _draw_line(sketch, [(_SAMPLE, end[1]), end], entrant, wide=False)
    _draw_dots(sketch, view, frame)
    image.paste(sketch.reduced(), box)


def _draw_line(sketch: Sketch, way: Sequence[Spot], entrant: EntrantView, *, wide: bool) -> None:
    if not way:
        return
    look = look_of(entrant.colour)
    width = 11 if wide else 7
    edge = edge_of(look.fill)
    if len(way) == 1:
        sketch.disc(way[0], width, edge)
        sketch.disc(way[0], width - 2, look.fill)
        return
    pieces = dashed(way, dashes_of(entrant.colour))
    for colour, wider in ((edge, width + 4), (look.fill, width)):
        for piece in pieces:
            sketch.line(piece, colour, wider)


def _draw_dots(sketch: Sketch, view: SwingView, frame: Frame) -> None:
    """Draw a dot where a chariot went out; dots of the same turn stand on each other."""
    stacked: dict[int, int] = {}
    for entrant in view.entrants:
        turn = view.out.get(entrant.entry)
        if turn is None or not view.points:
            continue
        spot = (frame.x(turn), frame.y(0) - 26 * stacked.get(turn, 0))
        stacked[turn] = stacked.get(turn, 0) + 1
        sketch.disc(spot, 14, palette.INK)
        sketch.disc(spot, 12, palette.PAPER)
        sketch.disc(spot, 9, look_of(entrant.colour).fill)


def _write_label(image: Image.Image, view: SwingView, entrant: EntrantView, y: float) -> None:
    has_won = entrant.entry == view.winner
    if has_won:
        paint_strip(image, (_LABELS - 4, round(y) - 23), (WIDTH - _LABELS - 4, 46), is_won=True)
    sprite = badge(entrant.colour, entrant.entry, BADGE)
    image.paste(sprite, (_LABELS + 4, round(y) - BADGE // 2), sprite)
    out = view.out.get(entrant.entry)
    fate = "won" if has_won else per_cent(_last(view, entrant.entry)) if out is None else f"out {out}"
    colour = palette.LIMIT if out is None else palette.FAINT
    wide = write(image, (WIDTH - 16, y), fate, colour, size=SMALL, anchor="right")
    room = WIDTH - 16 - round(wide) - 10 - (_LABELS + 56)
    name = name_drawn(entrant.name, entrant.colour)
    write(image, (_LABELS + 56, y), fit(name, room, "sans", SMALL), palette.INK, size=SMALL)


def _write_foot(image: Image.Image, view: SwingView, frame: Frame) -> None:
    write(image, (RIGHT + 24, frame.bottom + 32), "turn", palette.FAINT, size=SMALL)
    text = f"chances to win, each turn played out {view.samples:,} times"
    if not view.points:
        text = "no chances have been worked out"
    write(image, (24, frame.bottom + 80), text, palette.FAINT, size=SMALL)


def _colours(view: SwingView) -> list[Colour]:
    """Return the colours of a chart, and those between them where they meet."""
    frames = (palette.PORPHYRY, palette.BRONZE, palette.GOLD, palette.PAPER, palette.CARD_EDGE, palette.INK)
    inks = (palette.FAINT, palette.LIMIT, palette.CHALK, palette.WHITE, palette.BLACK)
    colours = [*frames, *inks, *(mixed(ink, palette.PAPER, 0.5) for ink in (palette.INK, *inks))]
    colours += [mixed(palette.GOLD, palette.PORPHYRY, 0.5), mixed(palette.GOLD, palette.INK, 0.5)]
    for entrant in view.entrants:
        look = look_of(entrant.colour)
        colours += [look.fill, look.mark, look.ink, mixed(look.fill, edge_of(look.fill), 0.5)]
        colours += [mixed(look.fill, palette.PAPER, 0.5), mixed(look.ink, look.fill, 0.5)]
    return colours
