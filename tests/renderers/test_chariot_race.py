"""The pictures of Chariot Race: where spaces lie, what is drawn, how large it is, and what is told of it."""

from io import BytesIO
from itertools import combinations, pairwise
from math import hypot
from time import process_time

import msgspec
import pytest
from PIL import Image

from engine.chariot_race.data import KINDS
from engine.chariot_race.facts import Drove, SetBack
from engine.chariot_race.state import Options
from engine.chariot_race.track import AHEAD, INWARD, OUTWARD, SPACES, TRACKS, TrackName, heaps
from engine.chariot_race.views import RaceView
from engine.marks import ReachMark
from records.values import EntryId, Square
from renderers import SCENES, film_race
from renderers.chariot_race.background import HEIGHT, WIDTH, middle_of
from renderers.chariot_race.board import board_camera
from renderers.chariot_race.cockpit import GROUNDS, aim
from renderers.chariot_race.dice import die
from renderers.chariot_race.geometry import LANE, centre, extent, heading, middle, outline, way
from renderers.geometry import Point, turned
from renderers.scene import Shot
from renderers.telling import LONGEST
from tests.renderers.chariot_samples import LONG_NAMES, NAMES, at_its_worst, at_the_end, in_mid_race, race

SCENE = SCENES["chariot-race"]
VIEWS: dict[str, RaceView] = {
    "mid-race": in_mid_race(),
    "worst": at_its_worst(),
    "end": at_the_end(),
    "before the race": race(Options(boards="black"))[0][0].view,
}


def opened(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("RGB")


def away(one: Point, other: Point) -> float:
    return hypot(one.x - other.x, one.y - other.y)


# Where spaces lie


def test_every_space_lies_in_the_picture_with_room_for_a_chariot() -> None:
    x, y = middle_of()

    for space in SPACES:
        assert all(0 < x + point.x < WIDTH and 0 < y + point.y < HEIGHT for point in outline(space))
    centres = {space: centre(space) for space in SPACES}
    for one, other in combinations(centres, 2):
        assert away(centres[one], centres[other]) > 0.9 * LANE, (one, other)


def test_spaces_of_a_lane_join_and_chariots_look_to_the_next_one() -> None:
    for space, onward in AHEAD.items():
        assert extent(space)[1] % 96 == extent(onward)[0]
    for steps in (AHEAD, INWARD, OUTWARD):
        for space, onward in steps.items():
            here, there = centre(space), centre(onward)
            ahead = turned(Point(10, 0), heading(middle(space)))
            assert ahead.x * (there.x - here.x) + ahead.y * (there.y - here.y) > 0, (space, onward)


def test_a_way_bends_with_the_turn_and_may_lead_back() -> None:
    points = way([Square("O03"), Square("O12")])

    assert all(away(one, other) < LANE for one, other in pairwise(points)), "no straight line across the turn"
    back = way([Square("M11"), Square("M10")])
    assert len(back) < 10, "a set-back is a step, not a lap"


# What is drawn


@pytest.mark.parametrize("track", TRACKS)
def test_stones_lie_where_the_track_has_them(track: TrackName) -> None:
    views = (msgspec.structs.replace(VIEWS["before the race"], track=each) for each in ("AA", track))
    plain, stony = (opened(SCENE.draw_board(view, NAMES)) for view in views)
    camera = board_camera()

    def around(square: Square) -> tuple[int, int, int, int]:
        x, y = camera.see(centre(square))
        return round(x) - 12, round(y) - 12, round(x) + 12, round(y) + 12

    changed = {each for each in SPACES if plain.crop(around(each)).tobytes() != stony.crop(around(each)).tobytes()}
    assert changed == heaps(track)


@pytest.mark.as_sent
@pytest.mark.parametrize("name", VIEWS)
def test_a_board_is_small_and_always_the_same(name: str) -> None:
    first, second = (SCENE.draw_board(VIEWS[name], LONG_NAMES, title="Lunch") for _ in range(2))

    assert first == second
    assert len(first) <= 120 * 1024


@pytest.mark.as_sent
@pytest.mark.slow
def test_a_board_takes_little_time() -> None:
    view = at_its_worst()
    way_gone = {EntryId(2): (Square("O01"), Square("O02"), Square("M03"))}
    SCENE.draw_board(view, NAMES, path=way_gone)

    times = []
    for _ in range(7):
        begun = process_time()
        SCENE.draw_board(view, NAMES, path=way_gone)
        times.append(process_time() - begun)
    assert sorted(times)[len(times) // 2] <= 0.05


def test_names_of_spaces_side_by_side_in_reach_do_not_run_together() -> None:
    view = next(each.view for each in race(Options(track="AA"))[0] if each.view.stage == "move")
    entry = view.mover
    assert entry is not None
    spaces = [Square(name) for name in ("M22", "M23", "M24", "M01", "M02", "M03")]

    image = opened(SCENE.draw_cockpit(view, NAMES, entry, reach=[ReachMark(each, each, "caltrop") for each in spaces]))

    camera = aim(view.chariot(entry), spaces)
    for one, next_to in pairwise(map(centre, spaces)):
        x, y = camera.see(Point((one.x + next_to.x) / 2, (one.y + next_to.y) / 2))
        border = image.crop((round(x) - 2, round(y) - 12, round(x) + 2, round(y) + 12))
        assert GROUNDS["caltrop"] not in [colour for _, colour in border.getcolors(4096) or []]


def test_the_cockpit_shows_spaces_in_reach_by_what_they_cost() -> None:
    view = next(each.view for each in race(Options(track="AA"))[0] if each.view.stage == "move")
    entry = view.mover
    assert entry is not None
    own = view.chariot(entry)
    free = [square for square in SPACES if square not in {each.square for each in view.chariots}][:2]
    reach = [ReachMark(free[0], "1", "free"), ReachMark(free[1], "2 −3", "harm")]

    image = opened(SCENE.draw_cockpit(view, NAMES, entry, reach=reach))

    camera = aim(own, free)
    for mark in reach:
        x, y = camera.see(centre(mark.square))
        seen = image.crop((round(x) - 26, round(y) - 26, round(x) + 26, round(y) + 26)).getcolors(4096) or []
        assert max(seen)[1] == GROUNDS[mark.kind]


def test_all_faces_of_a_die_look_different() -> None:
    assert len({die(face, 72).tobytes() for face in KINDS}) == len(KINDS)


def test_a_log_card_moves_its_pointers() -> None:
    view = in_mid_race()
    by_speed = {each.speed: each.entry for each in view.chariots if each.is_alive}

    assert len({SCENE.draw_log_card(view, {}, entry) for entry in by_speed.values()}) == len(by_speed) > 1


def test_a_race_can_be_filmed() -> None:
    moments, last = race(Options(track="BB"))
    starts = {each.view.round: each for each in reversed(moments)}
    shots = [Shot(each.view, each.told[-12:]) for _, each in sorted(starts.items())]

    film = film_race(SCENE, NAMES, "Lunch", [*shots, Shot(last, ())])

    assert film.gif.startswith(b"GIF89a")
    assert len(film.gif) <= 600 * 1024
    assert len(film.alt) <= LONGEST


# What is told


@pytest.mark.parametrize("name", VIEWS)
def test_alt_texts_name_everybody_within_what_discord_allows(name: str) -> None:
    view = VIEWS[name]
    entry = view.chariots[1].entry
    reach = [ReachMark(square, str(number), "free") for number, square in enumerate(list(SPACES)[:25], 1)]

    board = SCENE.alt_board(view, LONG_NAMES, title="T" * 200)
    texts = [board, SCENE.alt_cockpit(view, LONG_NAMES, entry, reach=reach), SCENE.alt_log_card(view, NAMES, entry)]

    assert all(len(text.encode("utf-16-le")) // 2 <= LONGEST for text in texts)
    assert all(each.colour in board for each in view.chariots)


def test_ways_are_read_from_drives_and_set_backs() -> None:
    one, two = EntryId(1), EntryId(2)
    m1, m2, m3 = Square("M01"), Square("M02"), Square("M03")
    facts = [
        Drove(one, m1, "FF", (m2, m3), m2, 8),
        SetBack(one, two, m2, 8),
        Drove(two, m3, "", (), m3, 12),
    ]

    assert SCENE.ways(None, facts) == {one: (m1, m2, m3, m2), two: (m3,)}
