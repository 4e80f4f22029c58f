"""The charts of the docs: ``python -m bench.charts [--to docs/pictures]`` draws all anew, from figures that are kept.

``python -m bench.balance --to`` keeps them beside its charts, ``python -m bench.odds`` where the program finds them.
The same figures give the same files. There are bars with intervals, for shares of something, and points, for chances
that were told and what came true of them.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from bench.figures import interval
from engine.betting.model import WHOLE
from engine.betting.record import Record, simulated

DOCS = Path(__file__).parents[1] / "docs" / "pictures"
_BAR, _INK, _FAINT = "#b5651d", "#222222", "#dddddd"
_STYLE: Any = {"svg.fonttype": "none", "svg.hashsalt": "quadriga", "font.family": "sans-serif", "font.size": 10}
_INTERVAL: Mapping[str, Any] = {"ecolor": _INK, "capsize": 3, "elinewidth": 1.2}


class Bar(msgspec.Struct, frozen=True):
    """A share, 0 to 1, with the interval in which it most likely lies."""

    label: str
    share: float
    low: float
    high: float


class Point(msgspec.Struct, frozen=True):
    """What was told of something, on average, and how often it came true with its interval, 0 to 1 each."""

    told: float
    true: float
    low: float
    high: float
    count: int


class Chart(msgspec.Struct, frozen=True):
    """What a chart of bars shows.

    :param even: where a thin line shows what an even share would be.
    """

    title: str
    bars: tuple[Bar, ...]
    even: float | None = None


def bar_chart(chart: Chart) -> Figure:
    """Return a chart of bars, the first on top, each with its share beside it."""
    figure, axes = _blank(chart.title, 7.2, 1.1 + 0.27 * len(chart.bars))
    rows, shares = range(len(chart.bars)), [bar.share for bar in chart.bars]
    apart = _apart(shares, chart.bars)
    axes.barh(rows, shares, 0.75, color=_BAR, xerr=apart, error_kw=dict(_INTERVAL), zorder=2)
    for row, bar in enumerate(chart.bars):
        ground = {"facecolor": "white", "edgecolor": "none", "pad": 1}
        axes.annotate(f"{bar.share:.1%}", (bar.high, row), (5, 0), textcoords="offset points", va="center", bbox=ground)
    axes.set_yticks(rows, [bar.label for bar in chart.bars])
    axes.invert_yaxis()
    axes.set_xlim(0, max(bar.high for bar in chart.bars) * 1.15)
    axes.xaxis.set_major_formatter(PercentFormatter(1, 0))
    axes.grid(axis="x", color=_FAINT)
    if chart.even is not None:
        axes.axvline(chart.even, color=_INK, linestyle="--", linewidth=1, label="even share")
        axes.legend(loc="lower right", frameon=False)
    return figure


def calibration_chart(title: str, points: Sequence[Point]) -> Figure:
    """Return a chart of what was told and what came true; honest chances lie on the line, larger points are of more."""
    figure, axes = _blank(title, 5.2, 5.2)
    told, true = [point.told for point in points], [point.true for point in points]
    axes.plot((0, 1), (0, 1), color=_INK, linestyle="--", linewidth=1)
    axes.errorbar(told, true, _apart(true, points), fmt="none", **_INTERVAL)
    axes.scatter(told, true, [20 + 2 * point.count**0.75 for point in points], color=_BAR, zorder=2, clip_on=False)
    axes.set(xlim=(0, 1), ylim=(0, 1), xlabel="chance told", ylabel="came true", aspect="equal")
    for axis in axes.xaxis, axes.yaxis:
        axis.set_major_formatter(PercentFormatter(1, 0))
    axes.grid(color=_FAINT)
    return figure


def save(figure: Figure, path: Path) -> None:
    """Write a chart as an SVG file that is the same whenever its figures are."""
    path.parent.mkdir(parents=True, exist_ok=True)
    drawn = StringIO()
    with rc_context(_STYLE):
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Title": figure.axes[0].get_title(loc="left")})
    path.write_text("".join(f"{line.rstrip()}\n" for line in drawn.getvalue().splitlines()))


def _blank(title: str, width: float, height: float) -> tuple[Figure, Axes]:
    with rc_context(_STYLE):
        figure = Figure((width, height), layout="constrained")
        axes = figure.add_subplot(axisbelow=True)
    axes.set_title(title, loc="left", fontweight="bold")
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _apart(middles: Sequence[float], of: Sequence[Bar | Point]) -> list[list[float]]:
    """Return how far the ends of intervals are from their middles, all lower ends first."""
    lower = [middle - each.low for middle, each in zip(middles, of, strict=True)]
    return [lower, [each.high - middle for middle, each in zip(middles, of, strict=True)]]


# Those of the docs


def main(arguments: Sequence[str]) -> int:
    """Draw all charts of the docs anew."""
    parser = argparse.ArgumentParser(prog="python -m bench.charts", description=__doc__)
    parser.add_argument("--to", type=Path, default=DOCS, help="folder for the charts; that of the docs if left out")
    folder: Path = parser.parse_args(arguments).to
    for kept in sorted((DOCS / "balance").glob("*.json")):
        draw_balance(msgspec.json.decode(kept.read_bytes(), type=dict[str, Chart]), folder / "balance")
    for record in simulated():
        draw_odds(record, folder / "odds")
    return 0


def draw_balance(charts: Mapping[str, Chart], folder: Path) -> None:
    """Draw charts of how chariots fare, each into a file of its name."""
    for name, chart in charts.items():
        save(bar_chart(chart), folder / f"{name}.svg")


def draw_odds(record: Record, folder: Path) -> None:
    """Draw the chart of how good the chances of one kind of races were."""
    points = [
        Point(each.told / each.count / WHOLE, each.won / each.count, *interval(each.won, each.count), each.count)
        for each in record.bins
        if each.count
    ]
    name = record.name.lower().replace(",", "").replace(" ", "-")
    save(calibration_chart(f"Chances told and come true: {record.name}", points), folder / f"{name}.svg")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
