"""Charts as SVG: bars with intervals, for shares of something, and how chances that were told came true."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

_ROW, _TOP, _LEFT, _WIDTH, _RIGHT = 24, 56, 170, 420, 90
_BAR = "#b5651d"
_INK, _FAINT = "#222222", "#bbbbbb"
_FONT = "font-family='DejaVu Sans, Verdana, sans-serif'"


@dataclass(frozen=True)
class Bar:
    """A share, 0 to 1, with the interval in which it most likely lies."""

    label: str
    share: float
    low: float
    high: float


def bar_chart(title: str, bars: Sequence[Bar], even: float | None = None) -> str:
    """Return a chart as the text of an SVG file.

    :param even: where a thin line shows what an even share would be.
    """
    height = _TOP + _ROW * len(bars) + 30
    width = _LEFT + _WIDTH + _RIGHT
    scale = _WIDTH / _top_of(bars)
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' viewBox='0 0 {width} {height}'>",
        f"<title>{escape(title)}</title>",
        f"<rect width='{width}' height='{height}' fill='#ffffff'/>",
        _text(14, 26, title, size=16, weight="bold"),
        *_ticks(scale, height),
        *(part for row, bar in enumerate(bars) for part in _bar(bar, row, scale)),
    ]
    if even is not None:
        x = _LEFT + even * scale
        parts.append(_line(x, _TOP - 8, x, height - 26, _INK, "stroke-dasharray='4 3'"))
        parts.append(_text(x + 4, _TOP - 10, "even share", size=11))
    parts += (part for row, bar in enumerate(bars) for part in _figures(bar, row, scale))
    return "\n".join([*parts, "</svg>", ""])


def _top_of(bars: Sequence[Bar]) -> float:
    """Return where the axis ends: the next twentieth above all intervals."""
    highest = max(bar.high for bar in bars)
    return next(step / 20 for step in range(1, 22) if step / 20 >= highest or step == 21)


def _ticks(scale: float, height: int) -> Iterator[str]:
    most = _WIDTH / scale
    step = 0.05 if most <= 0.5 else 0.2
    for tick in range(int(most / step + 1e-9) + 1):
        x = _LEFT + tick * step * scale
        yield _line(x, _TOP - 4, x, height - 26, _FAINT)
        yield _text(x, height - 10, f"{100 * tick * step:.0f} %", size=11, anchor="middle")


def _bar(bar: Bar, row: int, scale: float) -> Iterator[str]:
    y = _TOP + row * _ROW
    yield _text(_LEFT - 8, y + _ROW / 2 + 2, bar.label, anchor="end")
    yield f"<rect x='{_LEFT}' y='{y}' width='{bar.share * scale:.1f}' height='{_ROW - 6}' fill='{_BAR}'/>"


def _figures(bar: Bar, row: int, scale: float) -> Iterator[str]:
    """Yield the interval of a bar, and beside it the share on a ground of white."""
    middle = _TOP + row * _ROW + _ROW / 2 - 2
    low, high = _LEFT + bar.low * scale, _LEFT + bar.high * scale
    yield _line(low, middle, high, middle, _INK, "stroke-width='1.5'")
    for x in low, high:
        yield _line(x, middle - 4, x, middle + 4, _INK, "stroke-width='1.5'")
    yield f"<rect x='{high + 4:.1f}' y='{middle - 7}' width='48' height='14' fill='#ffffff'/>"
    yield _text(high + 6, middle + 4, f"{100 * bar.share:.1f} %", size=12)


def _line(x: float, y: float, to_x: float, to_y: float, colour: str, more: str = "") -> str:
    return f"<line x1='{x:.1f}' y1='{y:.1f}' x2='{to_x:.1f}' y2='{to_y:.1f}' stroke='{colour}' {more}/>"


def _text(x: float, y: float, words: str, *, size: int = 13, anchor: str = "start", weight: str = "normal") -> str:
    place = f"x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}'"
    return f"<text {place} {_FONT} font-size='{size}' font-weight='{weight}' fill='{_INK}'>{escape(words)}</text>"


@dataclass(frozen=True)
class Point:
    """What was told of something, on average, and how often it came true with its interval, 0 to 1 each."""

    told: float
    true: float
    low: float
    high: float
    count: int


_SIDE, _MARGIN = 360, 70


def calibration_chart(title: str, points: Sequence[Point]) -> str:
    """Return a chart of what was told and what came true, as an SVG file; honest chances lie on the line."""
    size = _SIDE + 2 * _MARGIN
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{size}' height='{size}' viewBox='0 0 {size} {size}'>",
        f"<title>{escape(title)}</title>",
        f"<rect width='{size}' height='{size}' fill='#ffffff'/>",
        _text(14, 26, title, size=15, weight="bold"),
        *_grid(),
        _line(_across(0), _up(0), _across(1), _up(1), _INK, "stroke-dasharray='4 3'"),
        *(part for point in points for part in _point(point)),
        _text(_across(0.5), size - 18, "chance told", anchor="middle"),
        _text(14, _MARGIN - 18, "came true"),
    ]
    return "\n".join([*parts, "</svg>", ""])


def _across(share: float) -> float:
    return _MARGIN + share * _SIDE


def _up(share: float) -> float:
    return _MARGIN + (1 - share) * _SIDE


def _grid() -> Iterator[str]:
    for tick in range(0, 101, 20):
        at = tick / 100
        yield _line(_across(at), _up(0), _across(at), _up(1), _FAINT)
        yield _line(_across(0), _up(at), _across(1), _up(at), _FAINT)
        yield _text(_across(at), _up(0) + 18, f"{tick} %", size=11, anchor="middle")
        yield _text(_across(0) - 6, _up(at) + 4, f"{tick} %", size=11, anchor="end")


def _point(point: Point) -> Iterator[str]:
    """Yield a point with its interval; how large it is says how many there were."""
    x, radius = _across(point.told), min(12.0, 2.5 + point.count**0.5 / 3)
    yield _line(x, _up(point.low), x, _up(point.high), _INK, "stroke-width='1.5'")
    for y in _up(point.low), _up(point.high):
        yield _line(x - 4, y, x + 4, y, _INK, "stroke-width='1.5'")
    yield f"<circle cx='{x:.1f}' cy='{_up(point.true):.1f}' r='{radius:.1f}' fill='{_BAR}'/>"
