"""The report of how good chances are: races that can be run again, tables, charts."""

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.collections import PathCollection

from bench import charts, odds
from bench.charts import Point, calibration_chart
from bench.odds import KINDS, Kind, main, tell
from engine.betting import record
from engine.betting.record import simulated

RACES, SAMPLES = 1, 2
BASIC = KINDS[0]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])
def test_chances_are_told_at_some_moments_of_each_race(kind: Kind) -> None:
    told = list(tell(kind, RACES, SAMPLES))

    assert [each.moment for each in told] == list(kind.moments[: len(told)])
    assert len(told) > 1
    for each in told:
        assert len(each.forecast.chances) == kind.field
        assert each.leader in each.forecast.chances
        assert len(each.forecast.winners) == 1
    assert list(tell(kind, RACES, SAMPLES)) == told


@pytest.mark.slow
def test_the_report_is_printed_kept_and_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "simulated.json"
    for module in odds, record:
        monkeypatch.setattr(module, "SIMULATED", kept)
    try:
        arguments = ["--races", "1", "--samples", "2", "--to", str(tmp_path / "charts")]
        assert main([*arguments, "--only", "Ave Caesar"]) == 0
        assert main([*arguments, "--only", "Basic Game"]) == 0
        assert [each.name for each in simulated()] == ["Basic Game", "Ave Caesar"]
        assert simulated()[0].points == 4
    finally:
        simulated.cache_clear()
    told = capsys.readouterr().out
    assert "## Basic Game: 1 races, 2 played out for each moment" in told
    assert "| all | 4 |" in told
    assert "| the start | 1 |" in told
    assert ElementTree.parse(tmp_path / "charts" / "basic-game.svg").getroot().tag.endswith("svg")


def test_a_chart_of_chances_shows_each_point_where_it_is() -> None:
    points = [Point(0.25, 0.5, 0.4, 0.6, 9), Point(0.75, 0.75, 0.5, 0.9, 100)]

    (axes,) = calibration_chart("Told & true", points).axes

    (drawn,) = (each for each in axes.collections if isinstance(each, PathCollection))
    assert np.asarray(drawn.get_offsets()).tolist() == [[0.25, 0.5], [0.75, 0.75]]
    assert drawn.get_sizes()[1] > drawn.get_sizes()[0]
    assert axes.get_title(loc="left") == "Told & true"


def words(chart: Path) -> list[str | None]:
    return [element.text for element in ElementTree.parse(chart).iter() if element.tag.endswith("text")]


@pytest.mark.slow
def test_the_charts_of_the_docs_tell_the_figures_that_are_kept(tmp_path: Path) -> None:
    charts.main(["--to", str(tmp_path)])

    drawn = {path.relative_to(tmp_path): words(path) for path in tmp_path.glob("*/*.svg")}
    assert len(drawn) == 9
    assert drawn == {path.relative_to(charts.DOCS): words(path) for path in charts.DOCS.glob("*/*.svg")}
