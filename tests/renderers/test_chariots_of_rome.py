"""The pictures of Chariots of Rome: where spaces lie, what is drawn, how large it is, and what is told of it."""

import re
from io import BytesIO
from itertools import combinations, pairwise
from math import hypot
from time import process_time

import msgspec
import pytest
from PIL import Image

from engine.chariots_of_rome.printed.board import TRACK_NAMES, TrackName
from engine.chariots_of_rome.printed.charioteers import ABILITIES
from engine.chariots_of_rome.printed.data import CHARIOTEERS, COLOURS, STRIPED
from engine.chariots_of_rome.words.facts import Drove, Swerved
from engine.marks import ReachMark
from records.values import EntryId, Square
from renderers.chariots_of_rome import SCENE
from renderers.chariots_of_rome.background import arena_at_double_size, middle_of
from renderers.chariots_of_rome.board import board_camera
from renderers.chariots_of_rome.cockpit import GROUNDS, aim
from renderers.chariots_of_rome.emblems import emblem
from renderers.chariots_of_rome.geometry import WIDTH, course
from renderers.chariots_of_rome.words import places_of
from renderers.counters import badge
from renderers.geometry import Point, turned
from renderers.strokes import dashes_of
from renderers.telling import LONGEST
from tests.renderers.rome_samples import LONG_NAMES, NAMES, at_the_end, before, crowded, in_mid_race, in_the_draft
from tests.renderers.test_looks import DISTINCT, VISIONS, counter, difference

VIEWS = {
    "mid-race": in_mid_race(),
    "crowded": crowded("daytonus", 12),
    "talladegas": in_mid_race("talladegas", 8),
    "end": at_the_end(),
    "before the race": before("provincial", 8),
    "draft": in_the_draft(),
}


def opened(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("RGB")


def away(one: Point, other: Point) -> float:
    return hypot(one.x - other.x, one.y - other.y)


# Where spaces lie


@pytest.mark.parametrize("track", TRACK_NAMES)
def test_every_space_lies_in_the_picture_and_no_two_lie_on_each_other(track: TrackName) -> None:
    lies = course(track)
    x, y = middle_of(track)

    for space in lies.track.spaces:
        assert all(0 < x + point.x < WIDTH and 0 < y + point.y < lies.height for point in lies.outline(space))
    centres = {space: lies.centre(space) for space in lies.track.spaces}
    for one, other in combinations(centres, 2):
        assert away(centres[one], centres[other]) > 0.75 * lies.lane, (one, other)


@pytest.mark.parametrize("track", TRACK_NAMES)
def test_a_chariot_looks_to_every_space_that_it_may_step_to(track: TrackName) -> None:
    lies = course(track)

    for space, steps in lies.track.steps.items():
        ahead = turned(Point(10, 0), lies.facing(space))
        here = lies.centre(space)
        for there in map(lies.centre, steps):
            assert ahead.x * (there.x - here.x) + ahead.y * (there.y - here.y) > 0, (space, steps)
            assert away(here, there) < 2.6 * lies.lane


def test_a_lane_is_closed() -> None:
    for track in TRACK_NAMES:
        lies = course(track)
        ring = lies.ring(lies.lane)

        assert away(ring[0], lies.on(len(lies.sections), lies.lane, lies.sections[-1].id)) < 1


def test_a_way_bends_with_the_track_and_may_lead_back_over_the_line() -> None:
    lies = course("circus_maximus")

    points = lies.way([Square("S1/6/18"), Square("C1/6/6"), Square("S2/6/1")])

    assert all(away(one, other) < 2 * lies.lane for one, other in pairwise(points)), "no straight line across the bend"
    assert len(lies.way([Square("S1/2/1"), Square("C2/3/6")])) < 5, "a push back is a step, not a lap"


# What is drawn


def test_the_landslide_covers_what_is_missing() -> None:
    lies = course("daytonus")
    x, y = middle_of("daytonus")

    def shade(space: Square) -> set[tuple[int, int, int]]:
        at = lies.centre(space)
        box = (2 * (x + 40 + at.x) - 8, 2 * (y + 40 + at.y) - 8, 2 * (x + 40 + at.x) + 8, 2 * (y + 40 + at.y) + 8)
        part = arena_at_double_size("daytonus").crop(tuple(map(round, box))).convert("RGB").tobytes()  # type: ignore[arg-type]
        return set(zip(part[::3], part[1::3], part[2::3], strict=True))

    sand = shade(Square("S2/1/12"))
    assert len(lies.missing()) == 24
    assert all(not shade(space) & sand for space in lies.missing())


@pytest.mark.as_sent
@pytest.mark.parametrize("name", VIEWS)
def test_a_board_is_small_and_always_the_same(name: str) -> None:
    first, second = (SCENE.draw_board(VIEWS[name], LONG_NAMES, title="Lunch") for _ in range(2))

    assert first == second
    assert len(first) <= 150 * 1024


@pytest.mark.as_sent
@pytest.mark.slow
def test_a_board_takes_little_time() -> None:
    view = VIEWS["crowded"]
    path = {EntryId(2): (Square("S1/1/22"), Square("S1/2/23"), Square("C1/2/1"))}
    SCENE.draw_board(view, NAMES, path=path)

    times = []
    for _ in range(7):
        begun = process_time()
        SCENE.draw_board(view, NAMES, path=path)
        times.append(process_time() - begun)
    assert sorted(times)[len(times) // 2] <= 0.06


def test_what_lies_on_the_track_shows() -> None:
    clear, full = (opened(SCENE.draw_board(view, NAMES)) for view in (before("daytonus", 12), VIEWS["crowded"]))
    lies, camera = course("daytonus"), board_camera("daytonus")

    def around(image: Image.Image, square: Square) -> bytes:
        x, y = camera.see(lies.centre(square))
        return image.crop((round(x) - 10, round(y) - 10, round(x) + 10, round(y) + 10)).tobytes()

    taken = {each.square for each in VIEWS["crowded"].chariots}
    lying = [*VIEWS["crowded"].wrecks, *VIEWS["crowded"].debris, *(square for square in taken if square)]
    assert all(around(clear, square) != around(full, square) for square in lying)


def test_the_cockpit_shows_spaces_in_reach_by_what_they_cost() -> None:
    view, entry = VIEWS["mid-race"], EntryId(2)
    own = view.chariot(entry)
    assert own.square is not None
    first, second, _ = view.board.steps[own.square]
    reach = [ReachMark(first, "1", "free"), ReachMark(second, "2 1 card", "harm")]

    image = opened(SCENE.draw_cockpit(view, NAMES, entry, reach=reach))

    assert f"To choose from: 1 {first}, clear; 2 {second}, 1 card." in SCENE.alt_cockpit(
        view, NAMES, entry, reach=reach
    )
    lies = course(view.track)
    camera = aim(lies, own, [first, second])
    for mark in reach:
        corner = camera.see(lies.outline(mark.square, 4)[1])
        x, y = round(corner[0]), round(corner[1])
        seen = image.crop((x - 6, y - 2, x + 2, y + 6)).getcolors(4096) or []
        assert GROUNDS[mark.kind] in {colour for _, colour in seen}, mark


def test_a_log_card_shows_its_charioteer_and_figures() -> None:
    view = VIEWS["mid-race"]

    assert len({SCENE.draw_log_card(view, {}, each.entry) for each in view.chariots}) == len(view.chariots)


def test_every_charioteer_has_an_emblem_of_their_own_and_an_ability_that_fits() -> None:
    assert len({emblem(charioteer, 44).tobytes() for charioteer in CHARIOTEERS}) == 30
    assert all(emblem(each, 44).tobytes() != emblem(each, 44, True).tobytes() for each in CHARIOTEERS)
    assert set(ABILITIES) == set(CHARIOTEERS)
    assert max(map(len, ABILITIES.values())) <= 98


@pytest.mark.parametrize("vision", VISIONS)
def test_second_chariots_differ_from_all_others_for_every_kind_of_colour_vision(vision: str) -> None:
    counters = {colour: counter(colour) for colour in (*COLOURS, *STRIPED)}

    differences = {
        pair: difference(counters[pair[0]], counters[pair[1]], VISIONS[vision]) for pair in combinations(counters, 2)
    }

    assert min(differences.values()) >= DISTINCT, sorted((round(d, 1), pair) for pair, d in differences.items())[:4]
    assert len({badge(colour, 1, 40).convert("L").tobytes() for colour in counters}) == len(counters)


def test_both_chariots_of_a_colour_have_lines_of_their_own_in_charts() -> None:
    assert all(dashes_of(plain) != dashes_of(striped) for plain, striped in zip(COLOURS, STRIPED, strict=True))


# What is told


@pytest.mark.parametrize("name", VIEWS)
def test_alt_texts_name_everybody_within_what_discord_allows(name: str) -> None:
    view = VIEWS[name]
    entry = view.chariots[1].entry
    reach = [ReachMark(square, str(number), "free") for number, square in enumerate(list(view.board.spaces)[:25], 1)]

    board = SCENE.alt_board(view, LONG_NAMES, title="T" * 200)
    texts = [board, SCENE.alt_cockpit(view, LONG_NAMES, entry, reach=reach), SCENE.alt_log_card(view, NAMES, entry)]

    assert all(len(text.encode("utf-16-le")) // 2 <= LONGEST for text in texts)
    assert all(each.colour in board for each in view.chariots)


def test_nobody_has_a_place_before_the_gates_are_taken() -> None:
    view = VIEWS["mid-race"]
    chariots = tuple(msgspec.structs.replace(each, square=None) for each in view.chariots)
    view = msgspec.structs.replace(view, round=0, chariots=chariots)

    assert f"Cockpit of {view.chariots[0].entry} {NAMES[view.chariots[0].entry]}: not at its gate yet;" in (
        SCENE.alt_cockpit(view, NAMES, view.chariots[0].entry)
    )
    assert set(places_of(view).values()) == {"–"}
    assert not re.search(r"\d(st|nd|rd|th)", SCENE.alt_board(view, NAMES))
    assert SCENE.stage is not None
    assert {each.place for each in SCENE.stage.standings(view)} == {None}


def test_ways_are_read_from_drives_and_swerves() -> None:
    one, two = EntryId(1), EntryId(2)
    a, b, c, d = (Square(f"S2/{lane}/{rank}") for lane, rank in ((2, 10), (3, 11), (3, 12), (4, 9)))
    facts = [
        Drove(one, a, (b, c), (b,), 3),
        Swerved(two, b, d, "right", ()),
        Swerved(one, c, d, "right", ("chariot",), two),
    ]

    assert SCENE.ways(before(), facts) == {one: (a, b, c, d), two: (b, d)}
