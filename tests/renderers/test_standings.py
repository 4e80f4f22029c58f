"""The picture of a cup's standings."""

from io import BytesIO

import pytest
from PIL import Image

from renderers.palette import GOLD, LOOKS
from renderers.standings import MOST_RACES, MOST_ROWS, StandingsRow, alt_standings, draw_standings
from renderers.telling import LONGEST

ROWS = [
    StandingsRow("Scorpus", "red", (6, 4, None), 10, 1),
    StandingsRow("Diocles of Lusitania", "blue", (4, 6, 0), 10, 1),
    StandingsRow("Crescens", "yellow", (3, 3, 1), 7, 3),
]


def shown(rows: list[StandingsRow], title: str = "The Cup of Apollo") -> Image.Image:
    return Image.open(BytesIO(draw_standings(title, rows))).convert("RGB")


def colours_of(image: Image.Image) -> dict[object, int]:
    return {colour: count for count, colour in image.getcolors(maxcolors=1000) or []}


def test_each_row_shows_its_colour_and_the_first_ones_are_lit() -> None:
    two_first, one_first = shown(ROWS), shown([ROWS[0], *ROWS[2:], ROWS[2]])

    for row in ROWS:
        assert colours_of(two_first)[LOOKS[row.colour].fill] > 500
    assert colours_of(two_first)[GOLD] > 1.8 * colours_of(one_first)[GOLD] - 5_000


def test_the_picture_grows_with_the_rows() -> None:
    assert shown(ROWS).height - shown(ROWS[:2]).height == shown(ROWS[:2]).height - shown(ROWS[:1]).height
    assert shown([]).height == shown(ROWS[:1]).height


def test_points_and_totals_are_drawn() -> None:
    more = StandingsRow("Scorpus", "red", (6, 4, 1), 11, 1)

    assert shown(ROWS).tobytes() != shown([more, *ROWS[1:]]).tobytes()
    assert draw_standings("Cup", ROWS) == draw_standings("Cup", ROWS)


@pytest.mark.as_sent
@pytest.mark.parametrize("races", [0, 1, 4, 5, 8, 30])
def test_the_longest_cup_is_small_and_told_within_the_limit(races: int) -> None:
    points = tuple(number % 7 for number in range(races))
    rows = [StandingsRow("W🏇" * 16, "white", points, 9_999, place) for place in range(1, 40)]

    picture = draw_standings("W" * 300, rows)
    image = Image.open(BytesIO(picture))

    assert max(image.size) <= 1600
    assert len(picture) <= 150 * 1024
    assert len(alt_standings("W" * 300, rows).encode("utf-16-le")) // 2 <= LONGEST


def test_the_alt_text_tells_every_row() -> None:
    assert alt_standings("Before", [StandingsRow("Ann", "red", (), 0, 1)]).endswith("1. Ann: 0")
    assert alt_standings("The Cup of Apollo", ROWS).splitlines() == [
        "Standings of The Cup of Apollo.",
        "1. Scorpus: 10 (6 4 –)",
        "1. Diocles of Lusitania: 10 (4 6 0)",
        "3. Crescens: 7 (3 3 1)",
    ]
    assert (MOST_ROWS, MOST_RACES) == (16, 8)


def test_any_name_can_be_drawn() -> None:
    names = ["", "\u202e\u0000\n", "﷽" * 32, "\ud83d"]
    rows = [StandingsRow(name, "no such colour", (1,), 1, place) for place, name in enumerate(names, start=1)]

    assert shown(rows, title="".join(names)).width <= 1600
