"""The pictures of Ave Caesar: where spaces lie, what is drawn, how large it is, and what is told of it."""

from io import BytesIO
from itertools import combinations
from math import hypot

import msgspec
import pytest
from PIL import Image

from engine.ave_caesar.courses import COURSES, DIRECTIONS, FINISH, CourseName, Direction, Space, course, runway
from engine.ave_caesar.data import COLOURS
from engine.ave_caesar.facts import CardPlayed, TurnMissed
from engine.ave_caesar.views import RaceView
from engine.marks import ReachMark
from records.values import EntryId, Square
from renderers import SCENES, counters
from renderers.ave_caesar import alt_board, alt_cockpit, alt_log_card, draw_board, draw_cockpit, draw_log_card, ways
from renderers.ave_caesar.background import HEIGHT, WIDTH, middle_of
from renderers.ave_caesar.board import board_camera
from renderers.ave_caesar.cards import card_colour
from renderers.ave_caesar.cockpit import VIEW_HEIGHT, aim, joined
from renderers.ave_caesar.geometry import LANE, layout_of
from renderers.ave_caesar.words import left_of
from renderers.geometry import Point, turned
from renderers.palette import CARPET, GOLD, LOOKS, PORPHYRY, Colour
from renderers.telling import LONGEST
from tests.renderers.caesar_samples import (
    LONG_NAMES,
    a_chariot,
    a_view,
    at_its_worst,
    at_the_end,
    at_the_start,
    in_mid_race,
)
from tests.renderers.samples import NAMES

RED, BLUE, YELLOW = EntryId(1), EntryId(2), EntryId(3)
EVERY_WAY = [(name, direction) for name in COURSES for direction in DIRECTIONS]
VIEWS: dict[str, RaceView] = {
    "mid-race": in_mid_race(),
    "end": at_the_end(),
    "worst": at_its_worst(),
    "before the set-up": a_view(
        *(a_chariot(n, None, crossings=0, position=None) for n in range(1, 4)),
        round=0, is_set_up=False, order=(), active=None,
    ),
    **{f"start, {name}, {direction}": at_the_start(name, direction) for name, direction in EVERY_WAY},
}  # fmt: skip


def opened(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("RGB")


def pixel(image: Image.Image, name: CourseName, space: str, right: float = 0, down: float = 0) -> Colour:
    """Return the colour of a board's picture at a space's middle, or so many pixels beside it."""
    x, y = board_camera(name).see(layout_of(name).centre(Space(space)))
    red, green, blue = image.getpixel((round(x + right), round(y + down)))  # type: ignore[misc]
    return red, green, blue


def away(one: tuple[float, float], other: tuple[float, float]) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


# Where spaces lie


@pytest.mark.parametrize("name", COURSES)
def test_the_centre_line_is_closed(name: CourseName) -> None:
    layout = layout_of(name)

    assert away(layout.at(0), layout.at(layout.rows - 1e-9)) < 0.001
    for one, other in zip(layout.pieces, layout.pieces[1:], strict=False):
        spot, heading = one.at(1)
        assert away(spot, other.start) < 0.001
        assert abs((heading - other.heading + 180) % 360 - 180) < 0.001


@pytest.mark.parametrize("name", COURSES)
def test_every_space_lies_in_the_picture_with_room_for_a_chariot(name: CourseName) -> None:
    layout, (x, y) = layout_of(name), middle_of(name)

    for space in layout.spaces:
        assert all(0 < x + point.x < WIDTH and 0 < y + point.y < HEIGHT for point in layout.outline(space))
    centres = {space: layout.centre(space) for space in layout.spaces}
    for one, other in combinations(centres, 2):
        assert away(centres[one], centres[other]) > 0.9 * LANE, (one, other)


@pytest.mark.parametrize(("name", "direction"), EVERY_WAY)
def test_steps_lead_to_the_next_space_and_chariots_look_that_way(name: CourseName, direction: Direction) -> None:
    layout, way = layout_of(name), runway(name, direction)

    for space, nexts in way.ahead.items():
        for onward in nexts:
            here, there = layout.centre(space), layout.centre(onward)
            assert away(here, there) < 4.2 * LANE, (space, onward)
            ahead = turned(Point(10, 0), layout.heading(space, direction))
            forward = ahead.x * (there.x - here.x) + ahead.y * (there.y - here.y)
            assert forward > 0, (space, onward)


@pytest.mark.parametrize("name", COURSES)
def test_spaces_side_by_side_share_a_border_and_inner_ones_lie_inside(name: CourseName) -> None:
    layout = layout_of(name)

    for one, other, _ in course(name).borders:
        if "alley" not in (layout.spaces[one].kind, layout.spaces[other].kind):
            start = max(layout.extent(one)[0], layout.extent(other)[0])
            assert layout.edges(one, start)[1] == pytest.approx(layout.edges(other, start)[0]), (one, other)


def test_a_way_into_the_alley_keeps_off_the_lanes_beside_it() -> None:
    layout = layout_of("white")

    points = list(layout.way([Space("23c"), Space("A1")]))

    # The outermost lane ends where the alley begins; whoever drives into the alley passes that corner outside.
    corner = layout.at(23, 2 * LANE)
    assert all(point.x > corner.x - 1 or point.y > corner.y for point in points[:-1])
    assert len(points) == 4


# The board


@pytest.mark.as_sent
@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_a_board_is_a_small_png_of_at_most_1600_pixels(view: RaceView) -> None:
    picture = draw_board(view, NAMES, title="The Games of Apollo")

    image = Image.open(BytesIO(picture))
    assert image.format == "PNG"
    assert max(image.size) <= 1600
    assert len(picture) <= 150 * 1024


@pytest.mark.as_sent
def test_even_the_fullest_board_is_small() -> None:
    view = at_its_worst()
    paths = {chariot.entry: tuple(Square(f"{row:02}c") for row in (13, 12, 11)) for chariot in view.chariots}

    assert len(draw_board(view, LONG_NAMES, path=paths, title="W" * 200)) <= 150 * 1024


@pytest.mark.parametrize(("name", "direction"), EVERY_WAY)
def test_a_chariot_is_drawn_where_it_is_and_nowhere_else(name: CourseName, direction: Direction) -> None:
    on = (name, direction)
    other = a_chariot(2, "02b", on=on)
    here = opened(draw_board(a_view(a_chariot(1, "24b", on=on), other, on=on, active=BLUE), NAMES))
    gone = opened(draw_board(a_view(a_chariot(1, "24c", on=on), other, on=on, active=BLUE), NAMES))

    # The horses go before the car: to the left on the home stretch, clockwise.
    ahead = -15 if direction == "clockwise" else 15
    assert LOOKS["red"].fill in {pixel(here, name, "24b", right=ahead, down=down) for down in range(-8, 9)}
    assert LOOKS["red"].fill not in {pixel(gone, name, "24b", right=ahead, down=down) for down in range(-8, 9)}


def test_whose_turn_is_next_is_lit() -> None:
    view = a_view(a_chariot(1, "16b"), a_chariot(2, "10b"), active=RED)

    lit = opened(draw_board(view, NAMES))
    dark = opened(draw_board(msgspec.structs.replace(view, active=BLUE), NAMES))

    corner = layout_of("white").outline(Space("16b"))[0]
    middle = layout_of("white").centre(Space("16b"))
    near = (corner.x + 0.2 * (middle.x - corner.x) - middle.x, corner.y + 0.2 * (middle.y - corner.y) - middle.y)
    assert pixel(lit, "white", "16b", *near) == GOLD
    assert pixel(dark, "white", "16b", *near) != GOLD


def test_rule_7_3_leaders_wear_a_wreath_once_they_have_left_the_grid() -> None:
    def board(crossings: int, leads: bool) -> bytes:
        return draw_board(a_view(a_chariot(1, "16b", crossings=crossings, leads=leads), a_chariot(2, "10b")), NAMES)

    assert board(1, True) != board(1, False)
    assert board(0, True) == board(0, False)


def test_rule_7_9_the_coin_that_is_owed_shows() -> None:
    def gold(coin: bool) -> int:
        chariots = (a_chariot(1, "16b", coin=coin), a_chariot(2, "10b", coin=False))
        image = opened(draw_board(a_view(*chariots, active=BLUE), NAMES))
        return {colour: count for count, colour in image.getcolors(maxcolors=1000) or []}[GOLD]

    assert gold(True) > gold(False) + 200


def test_rule_3_2_cards_left_are_counted_by_value() -> None:
    chariot = a_chariot(1, "16b", played=(6, 6, 6, 6, 1))

    assert left_of(chariot) == {1: 3, 2: 4, 3: 4, 4: 4, 5: 4, 6: 0}
    assert (
        opened(draw_board(a_view(chariot, a_chariot(2, "10b")), NAMES)).tobytes()
        != opened(draw_board(a_view(a_chariot(1, "16b"), a_chariot(2, "10b")), NAMES)).tobytes()
    )


def test_a_way_is_drawn_in_the_chariots_colour() -> None:
    view = a_view(a_chariot(1, "16b"), a_chariot(2, "10c"), active=BLUE)
    path = {RED: (Square("12N"), Square("13b1"), Square("13b2"), Square("13b3"), Square("16b"))}

    image = opened(draw_board(view, NAMES, path=path))

    assert pixel(image, "white", "13b2") == LOOKS["red"].fill
    assert pixel(opened(draw_board(view, NAMES)), "white", "13b2") != LOOKS["red"].fill


def test_the_alley_lies_on_the_carpet_before_caesar() -> None:
    image = opened(draw_board(a_view(a_chariot(1, "16b"), a_chariot(2, "10b")), NAMES))

    assert pixel(image, "white", "A2", down=16) in CARPET
    # Caesar's box stands at the line, below the alley.
    assert pixel(image, "white", "A4", right=-72, down=90) == PORPHYRY


def test_rule_3_2_no_hand_shows_on_the_board() -> None:
    public = in_mid_race()
    own = msgspec.structs.replace(public, hands={YELLOW: (1, 1, 1), RED: (6, 6, 6)})

    assert draw_board(own, NAMES) == draw_board(public, NAMES)
    assert alt_board(own, NAMES) == alt_board(public, NAMES)


def test_the_same_view_gives_the_same_bytes_whatever_was_drawn_before() -> None:
    view = in_mid_race()
    first = draw_board(view, NAMES, title="Games")
    for cached in (counters.team_sprite, counters.car_sprite, counters.badge):
        cached.cache_clear()
    draw_board(at_its_worst(), LONG_NAMES)

    assert draw_board(view, NAMES, title="Games") == first


@pytest.mark.as_sent
def test_any_name_and_title_can_be_drawn() -> None:
    names = ["", "🏇" * 32, "\u202e\u0000\n", "﷽" * 32, "á" * 5000, "\ud83d"]

    picture = draw_board(at_its_worst(), dict(zip(LONG_NAMES, names, strict=False)), title="".join(names))

    assert len(picture) <= 150 * 1024


def test_every_colour_of_the_game_has_a_look_of_its_own() -> None:
    assert set(COLOURS) <= set(LOOKS)


# The cockpit and the record

MARKS = [
    ReachMark(Square("A5"), "1", "2"),
    ReachMark(Square("A7"), "2", "4"),
    ReachMark(Square("05N"), "3", "6"),
]


def test_marks_lie_on_their_spaces_in_the_colour_of_their_card() -> None:
    view = in_mid_race()

    image = opened(draw_cockpit(view, NAMES, YELLOW, reach=MARKS))

    layout = layout_of("white")
    camera = aim(layout, "clockwise", view.chariot(YELLOW), [mark.square for mark in MARKS])
    for mark in MARKS:
        x, y = camera.see(layout.centre(Space(mark.square)))
        assert image.getpixel((round(x - 18 * camera.zoom), round(y - 6))) == card_colour(int(mark.kind))


@pytest.mark.parametrize(("name", "direction"), EVERY_WAY)
def test_all_spaces_in_reach_are_in_the_picture(name: CourseName, direction: Direction) -> None:
    layout, way = layout_of(name), runway(name, direction)

    for space in way.spaces:
        reach = {space}
        for _ in range(6):
            reach |= {onward for each in reach for onward in way.ahead[each]}
        chariot = a_chariot(1, space, on=(name, direction))
        camera = aim(layout, direction, chariot, [Square(each) for each in sorted(reach)])
        for each in reach:
            x, y = camera.see(layout.centre(each))
            assert 0 < x < 800, each
            assert 0 < y < VIEW_HEIGHT, each


def test_targets_of_several_cards_share_a_mark() -> None:
    marks = [
        ReachMark(Square(FINISH), "1", "3"),
        ReachMark(Square("A2"), "2", "3"),
        ReachMark(Square(FINISH), "3", "6"),
    ]

    assert joined(marks) == [ReachMark(Square(FINISH), "1/3", "3"), ReachMark(Square("A2"), "2", "3")]


def test_cards_that_lead_nowhere_are_crossed_out() -> None:
    view = msgspec.structs.replace(in_mid_race(), hands={YELLOW: (1, 2, 6)})

    all_playable = draw_cockpit(view, NAMES, YELLOW)
    one_not = draw_cockpit(view, NAMES, YELLOW, reach=[*MARKS[:1], MARKS[2]])
    shown = [
        opened(each).crop((0, VIEW_HEIGHT + 50, 340, VIEW_HEIGHT + 182)).tobytes() for each in (all_playable, one_not)
    ]

    assert shown[0] != shown[1]


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_way_over_the_last_line_and_a_chariot_off_the_board_can_be_drawn(direction: Direction) -> None:
    on: tuple[CourseName, Direction] = ("red", direction)
    start = runway(*on).starts[0]
    view = a_view(
        a_chariot(1, start, crossings=3, coin=False, on=on),
        a_chariot(2, None, status="finished", place=1, crossings=4, on=on),
        on=on,
        hands={RED: (1,)},
    )
    last = ReachMark(Square(FINISH), "1", "1")

    racing = draw_cockpit(view, NAMES, RED, reach=[last], path=(Square(start), Square(FINISH)))
    finished = draw_cockpit(view, NAMES, BLUE)

    assert opened(racing).width == opened(finished).width == 800
    assert racing != draw_cockpit(view, NAMES, RED, reach=[last])


def test_rule_3_2_a_cockpit_shows_no_hand_but_the_one_of_its_driver() -> None:
    view = msgspec.structs.replace(in_mid_race(), hands={YELLOW: (2, 4, 6)})
    more = msgspec.structs.replace(view, hands={YELLOW: (2, 4, 6), RED: (1, 1, 5)})

    assert draw_cockpit(view, NAMES, YELLOW) == draw_cockpit(more, NAMES, YELLOW)
    assert alt_cockpit(view, NAMES, YELLOW) == alt_cockpit(more, NAMES, YELLOW)


@pytest.mark.as_sent
def test_records_can_be_drawn_for_everybody_at_any_time_and_show_no_hand() -> None:
    cards = {
        draw_log_card(view, LONG_NAMES, RED)
        for view in (at_the_start("white", "clockwise"), in_mid_race(), at_its_worst(), at_the_end())
    }
    own = msgspec.structs.replace(in_mid_race(), hands={RED: (6, 6, 6)})

    assert len(cards) == 4
    assert draw_log_card(own, NAMES, RED) == draw_log_card(in_mid_race(), NAMES, RED)
    assert max(map(len, cards)) <= 150 * 1024


# Alt texts and ways


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


@pytest.mark.parametrize("names", [NAMES, LONG_NAMES, dict.fromkeys(NAMES, "🏇" * 32)], ids=["usual", "long", "wide"])
def test_no_alt_text_is_longer_than_allowed(names: dict[EntryId, str]) -> None:
    view = at_its_worst()
    marks = [ReachMark(Square(f"{number:02}c2"), str(number), "6") for number in range(1, 22)]

    assert units(alt_board(view, names, title="W" * 300)) <= LONGEST
    assert units(alt_log_card(view, names, EntryId(6))) <= LONGEST
    assert units(alt_cockpit(view, names, EntryId(6), reach=marks, path=[mark.square for mark in marks])) <= LONGEST


def test_the_board_tells_what_it_shows() -> None:
    lines = alt_board(in_mid_race(), NAMES, title="The Games of Apollo").splitlines()

    assert lines[0] == "The Games of Apollo. Round 8, lap 2 of 3; white course, clockwise. 3 is next."
    assert lines[1] == ("1 red Scorpus: leads, 13c2, lap 2/3, has paid; left 1×3 2×3 3×3 4×2 5×2 6×2, 48 points")
    assert [line[0] for line in lines[1:]] == ["1", "2", "4", "3"]
    assert "owes the tribute" in lines[2]


def test_the_cockpit_tells_hand_targets_and_others() -> None:
    told_of = alt_cockpit(in_mid_race(), NAMES, YELLOW, reach=MARKS, path=(Square("A3"), Square("A4"), Square("A5")))

    assert "Hand: 2, 4, 6." in told_of
    assert "In reach, by card: 1: 2 to A5; 2: 4 to A7; 3: 6 to 05N." in told_of
    assert "Way: A3, A4, A5." in told_of
    assert "2 Diocles of Lusitania 12N" in told_of


def test_the_record_tells_what_was_played() -> None:
    told_of = alt_log_card(in_mid_race(), NAMES, BLUE)

    assert "Played: 5 5 6 3 1 2 4 6. Left: 1×3 2×3 3×3 4×3 5×2 6×2. It owes the tribute." in told_of


def test_ways_are_read_from_the_cards_played() -> None:
    facts = [
        CardPlayed(RED, 2, Space("11b"), (Space("12N"), Space("13b1"))),
        TurnMissed(BLUE, 1),
        CardPlayed(YELLOW, 4, Space("26b"), (FINISH,)),
        CardPlayed(RED, 1, Space("13b1"), (Space("13b2"),)),
    ]

    assert ways(in_mid_race(), facts) == {RED: ("11b", "12N", "13b1", "13b2"), YELLOW: ("26b", FINISH)}


def test_the_scene_is_in_the_registry() -> None:
    assert SCENES["ave-caesar"].draw_board is draw_board


def test_the_way_of_a_strict_finish_ends_behind_the_line_and_not_back_at_it() -> None:
    view = in_mid_race()
    over = tuple(Square(space) for space in ("26b", "01c", "02c", "03c"))
    off_the_board = draw_board(view, NAMES, path={RED: (*over, Square(FINISH))})
    assert off_the_board == draw_board(view, NAMES, path={RED: over})
    assert off_the_board != draw_board(view, NAMES, path={RED: (*over[:1], Square(FINISH))})
