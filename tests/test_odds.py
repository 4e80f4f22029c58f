"""The report of how good chances are: races that can be run again, tables, charts."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from bench import odds
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
    drawn = ElementTree.fromstring(calibration_chart("Told & true", points))

    circles = [element for element in drawn.iter() if element.tag.endswith("circle")]
    across = [float(circle.attrib["cx"]) for circle in circles]
    up = [float(circle.attrib["cy"]) for circle in circles]
    assert across[1] - across[0] == pytest.approx(180)
    assert up[0] - up[1] == pytest.approx(90)
    assert float(circles[1].attrib["r"]) > float(circles[0].attrib["r"])
    assert "Told & true" in [element.text for element in drawn.iter() if element.tag.endswith("title")]
