"""The report of how chariots fare: its counts, its intervals, its charts."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from matplotlib.patches import Rectangle

from bench import charts, editions, season_balance
from bench.balance import FIELD, main, play, report, report_of_default, shares
from bench.charts import Bar, Chart, bar_chart, save
from bench.figures import interval
from engine.circus_maximus.turn.setup import UNSAID
from engine.circus_maximus.words.options import Options

RACES = 4


@pytest.mark.parametrize("wins", [0, 1, 50, 99, 100])
def test_a_share_lies_within_its_interval(wins: int) -> None:
    low, high = interval(wins, 100)

    assert 0 <= low <= wins / 100 <= high <= 1
    assert high - low > 0


def test_more_races_tell_more() -> None:
    (low, high), (lower, higher) = interval(125, 1000), interval(12, 96)

    assert high - low < higher - lower


def test_of_nothing_nothing_is_known() -> None:
    assert interval(0, 0) == (0, 1)


def test_a_chart_is_a_picture_with_a_bar_for_each_share(tmp_path: Path) -> None:
    bars = Bar("heavy & slow", 0.25, 0.2, 0.3), Bar("light", 0.5, 0.45, 0.55)

    figure = bar_chart(Chart("Wins < losses", bars, even=0.125))
    save(figure, tmp_path / "wins.svg")

    (axes,) = figure.axes
    assert [each.get_text() for each in axes.get_yticklabels()] == ["heavy & slow", "light"]
    assert [each.get_width() for each in axes.patches if isinstance(each, Rectangle)] == [0.25, 0.5]
    drawn = ElementTree.parse(tmp_path / "wins.svg").iter()
    words = {element.text for element in drawn if element.tag.endswith(("text", "title"))}
    assert words >= {"Wins < losses", "heavy & slow", "light", "25.0%", "50.0%", "even share"}


@pytest.mark.slow
def test_figures_of_races_are_kept_and_charts_drawn_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--races", "1", "--edition", "basic", "--to", str(tmp_path / "balance")])
    drawn = {path.name: path.read_bytes() for path in (tmp_path / "balance").glob("*.svg")}
    monkeypatch.setattr(charts, "DOCS", tmp_path)

    charts.main(["--to", str(tmp_path / "anew")])

    assert "| races | 1 |" in capsys.readouterr().out
    assert len(drawn) == 4
    assert {path.name: path.read_bytes() for path in (tmp_path / "anew" / "balance").iterdir()} == drawn


def test_every_chariot_is_counted_once() -> None:
    races = list(play(RACES, Options(edition="advanced", laps=1), with_strategist=False))

    lanes = shares(races, lambda start: f"lane {start.lane}")

    assert [bar.label for bar, _ in lanes] == [f"lane {lane}" for lane in range(1, FIELD + 1)]
    assert all(of == RACES for _, of in lanes)
    assert sum(bar.share for bar, _ in lanes) <= 1
    assert f"| races | {RACES} |" in report(races)


def test_places_are_averaged_and_none_counts_as_the_last() -> None:
    (race,) = play(1, Options(laps=1), with_strategist=False)
    first, second, *_ = race.starts
    alike = replace(second, points=first.points)

    told = report([replace(race, starts=(replace(first, place=1), replace(alike, place=None)))])

    points = first.points
    spread = f"{points.driver}/{points.car}/{points.team}/{points.endurance}"
    assert f"| {spread} | 2 | {(1 + FIELD) / 2:.2f} |" in told


def test_one_chariot_of_each_race_has_the_default_preparation_and_its_places_are_averaged() -> None:
    races = list(play(2, Options(laps=1), with_strategist=False, default=UNSAID))

    first, second = races[0].starts[0], races[1].starts[1]
    assert first.points == second.points == UNSAID
    told = report_of_default(races)
    assert f"average place {((first.place or FIELD) + (second.place or FIELD)) / 2:.2f} of 8" in told
    assert "1/0/2/1" in told


def test_the_same_number_is_the_same_race() -> None:
    options = Options(laps=1)

    assert list(play(2, options, with_strategist=False)) == list(play(2, options, with_strategist=False))


def test_the_editions_stand_beside_each_other() -> None:
    one_lap = {
        name: list(play(1, Options(edition=name, laps=1), with_strategist=False)) for name in ("advanced", "epic")
    }

    told = editions.report(one_lap)

    assert "| races | 1 | 1 |" in told
    turned = {
        name: sum(start.end.startswith("flipped") for start in races[0].starts) for name, races in one_lap.items()
    }
    assert f"| chariots that turn over | {turned['advanced']:.2f} | {turned['epic']:.2f} |" in told
    thrown = one_lap["epic"][0].attacks["dust"] + one_lap["epic"][0].attacks["knife"]
    assert thrown
    assert one_lap["advanced"][0].attacks["dust"] == 0
    assert told.count("| wins by") == 4


@pytest.mark.slow
@pytest.mark.parametrize("field", season_balance.FIELDS)
def test_a_season_is_counted_once_for_each_kind_of_member(field: str, capsys: pytest.CaptureFixture[str]) -> None:
    season_balance.main(1, 1, field)

    first, *told = capsys.readouterr().out.splitlines()
    assert first.startswith("1 seasons of 6 races")
    bought = [line for line in told if line.startswith("bought")]
    owners = sum(kind.role == "owner" for kind in season_balance.FIELDS[field])
    assert sum(int(line.split(": ")[1].split()[0]) for line in bought) == (owners if field.startswith("epic") else 0)
    told = [line for line in told if line not in bought]
    assert [line.split(":")[0] for line in told] == list(
        dict.fromkeys(kind.name for kind in season_balance.FIELDS[field])
    )
    assert sum(int(line.split("% won")[0].split(": ")[1]) for line in told) == 100
