"""The board's picture, by its size and a few of its pixels."""

from io import BytesIO
from typing import Any

import msgspec
import pytest
from PIL import Image

from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words.asks import Preparation
from records.values import EntryId, Square
from renderers import canvas, counters
from renderers.circus_maximus import board, draw_board, panel
from renderers.circus_maximus.board import BOARD_CAMERA
from renderers.circus_maximus.conditions import horses_of
from renderers.circus_maximus.geometry import HALF_STRAIGHT, centre_of, heading_of
from renderers.circus_maximus.words import markers_standing
from renderers.geometry import Point, turned
from renderers.lettering import write
from renderers.palette import CHALK, GOLD, LOOKS, MARBLE, Colour
from tests.renderers.samples import (
    LONG_NAMES,
    NAMES,
    a_chariot,
    a_horse,
    a_phase,
    a_view,
    at_its_worst,
    at_the_start,
    in_a_crowded_corner,
    in_mid_race,
    in_the_final_turn,
    long_paths,
)

VIEWS = {
    "start": at_the_start(),
    "mid-race": in_mid_race(),
    "crowded corner": in_a_crowded_corner(),
    "final turn": in_the_final_turn(),
    "before the start": a_view(*(a_chariot(n, None, horses=()) for n in range(1, 9)), turn=0, is_set_up=False),
    "two chariots": a_view(a_chariot(1, "A9.1"), a_chariot(2, "A9.2")),
    "twelve chariots": a_view(*(a_chariot(n, f"B{n}.4") for n in range(1, 24, 2))),
}


def opened(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("RGB")


def pixel(image: Image.Image, square: str, right: float = 0, down: float = 0) -> Colour:
    """Return the colour at a square's middle, or so many pixels beside it."""
    x, y = BOARD_CAMERA.see(centre_of(Square(square)))
    red, green, blue = image.getpixel((round(x + right), round(y + down)))  # type: ignore[misc]
    return red, green, blue


@pytest.mark.as_sent
@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_a_board_is_a_small_png_of_at_most_1600_pixels(view: RaceView) -> None:
    picture = draw_board(view, NAMES, title="The Games of Apollo")

    image = Image.open(BytesIO(picture))
    assert image.format == "PNG"
    assert image.width <= 1600
    assert len(picture) <= 150 * 1024


@pytest.mark.as_sent
def test_even_the_fullest_board_is_small() -> None:
    view = at_its_worst()

    picture = draw_board(view, LONG_NAMES, path=long_paths(view), title="W" * 200)

    assert len(picture) <= 150 * 1024


def test_a_chariot_is_drawn_where_it_is_and_nowhere_else() -> None:
    here = opened(draw_board(a_view(a_chariot(1, "A20.4"), a_chariot(2, "D9.5")), NAMES))
    moved = opened(draw_board(a_view(a_chariot(1, "A24.4"), a_chariot(2, "D9.5")), NAMES))

    red = LOOKS["red"].fill
    assert pixel(here, "A19.4", right=-11) == red
    assert pixel(moved, "A19.4", right=-11) != red
    assert pixel(moved, "A23.4", right=-11) == red
    assert pixel(moved, "D8.5", right=-11) == LOOKS["blue"].fill


@pytest.mark.parametrize("status", ["out", "finished"])
def test_a_chariot_off_the_track_is_not_on_the_board(status: str) -> None:
    racing = opened(draw_board(a_view(a_chariot(1, "A20.4"), a_chariot(2, "D9.5")), NAMES))
    gone = opened(draw_board(a_view(a_chariot(1, None, status=status), a_chariot(2, "D9.5")), NAMES))

    assert pixel(racing, "A20.4") != pixel(gone, "A20.4")
    assert pixel(gone, "A20.4") == pixel(opened(draw_board(a_view(a_chariot(2, "D9.5")), NAMES)), "A20.4")


def test_a_dead_horse_shows_on_the_board() -> None:
    sound = a_chariot(1, "A20.4")
    hurt = msgspec.structs.replace(sound, horses=(a_horse(6, 6, "dead"), *sound.horses[1:]))

    one, other = (opened(draw_board(a_view(each, a_chariot(2, "D9.5")), NAMES)) for each in (sound, hurt))

    leftmost = -1.5 * counters.HORSE_PITCH
    assert pixel(one, "A20.4", right=-5, down=leftmost) == LOOKS["red"].fill
    assert pixel(other, "A20.4", right=-5, down=leftmost) != LOOKS["red"].fill


@pytest.mark.parametrize("square", ["A20.4", "D10.5", "B7.8", "E20.7", "D3.1"])
def test_a_team_faces_the_way_it_goes(square: str) -> None:
    image = opened(draw_board(a_view(a_chariot(1, square)), NAMES))

    # All four of the horses have their backs where they should
    for place in range(4):
        back = turned(Point(-3, (place - 1.5) * counters.HORSE_PITCH), heading_of(Square(square)))
        assert pixel(image, square, right=back.x, down=back.y) == LOOKS["red"].fill


def test_rule_9_52_dead_horses_are_told_from_injured_and_from_cut_ones() -> None:
    horses = (a_horse(6), a_horse(6, 3), a_horse(6, 4), a_horse(6, 6, "dead"), a_horse(6, 6, "cut free"))

    looks = horses_of(a_chariot(1, "A20.4", horses=horses))

    assert [look.wounds for look in looks[:3]] == [0, 1, 2]
    assert [look.is_dead for look in looks] == [False, False, False, True, False]
    assert [look.is_gone for look in looks] == [False, False, False, False, True]


def test_rule_3_7_lap_markers_that_are_removed_are_gone() -> None:
    # The first egg from the finish, and what stands in its place when all six markers have fallen
    x, y = BOARD_CAMERA.see(Point(-HALF_STRAIGHT + 32, 4))
    full, empty = (
        opened(draw_board(a_view(a_chariot(1, "A20.4"), markers=markers), NAMES)).getpixel((round(x), round(y)))
        for markers in (0, 6)
    )

    assert full == MARBLE
    assert empty != MARBLE


def test_rule_3_7_a_dolphin_falls_first_and_then_they_take_turns() -> None:
    standing = [markers_standing(a_view(markers=markers)) for markers in range(7)]

    assert standing == [(3, 3), (3, 2), (2, 2), (2, 1), (1, 1), (1, 0), (0, 0)]


def test_the_mover_and_his_way_are_lit() -> None:
    chariots = (a_chariot(1, "A20.4"), a_chariot(2, "D9.5"))
    path = {EntryId(1): (Square("A12.4"), Square("A13.4"), Square("A14.4"))}

    still = opened(draw_board(a_view(*chariots), NAMES))
    moving = opened(draw_board(a_view(*chariots, phase=a_phase(1)), NAMES, path=path))

    assert pixel(moving, "A13.4") == LOOKS["red"].fill
    assert pixel(moving, "A13.4", down=3) == CHALK
    assert pixel(still, "A13.4") != LOOKS["red"].fill
    assert pixel(moving, "A20.4", right=10, down=18) == GOLD
    assert pixel(still, "A20.4", right=10, down=18) != GOLD


def test_the_same_view_gives_the_same_bytes_whatever_was_drawn_before() -> None:
    view = in_mid_race()
    first = draw_board(view, NAMES, title="Games")

    for cached in (counters.team_sprite, counters.car_sprite, counters.badge, canvas._box_mask):
        cached.cache_clear()
    draw_board(in_a_crowded_corner(), LONG_NAMES)

    assert draw_board(view, NAMES, title="Games") == first
    assert draw_board(msgspec.structs.replace(view, turn=6), NAMES, title="Games") != first


def test_rule_6_11_no_secret_shows() -> None:
    # Given two views of the same race, as the public and as a player with secrets of his own see it
    public = at_the_start()
    own = msgspec.structs.replace(
        public,
        has_answered=(EntryId(2),),
        own_speeds={EntryId(2): 17},
        own_points={EntryId(2): Preparation(1, 1, 1, 1)},
    )

    assert draw_board(own, NAMES) == draw_board(public, NAMES)


@pytest.mark.as_sent
def test_any_name_and_title_can_be_drawn() -> None:
    names = ["", "🏇" * 32, "\u202e\u0000\n", "```@everyone", "﷽" * 32, "á" * 5000, "\ud83d", "馬車競走" * 8, "ש" * 32]
    title = "".join(name[:4] for name in names)

    picture = draw_board(in_mid_race(), dict(zip(NAMES, names[1:], strict=True)), title=title)

    assert len(picture) <= 150 * 1024
    assert len(draw_board(in_mid_race(), dict.fromkeys(NAMES, ""), title="\ud83d")) <= 150 * 1024


def test_an_entry_without_a_name_is_called_by_its_colour() -> None:
    view = at_the_start()

    assert draw_board(view, {}) == draw_board(view, {each.entry: each.colour for each in view.chariots})


def words_on(view: RaceView, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return all that is written on the cards of a board."""
    found: list[str] = []

    def writing(image: Any, at: Any, text: str, *args: Any, **how: Any) -> float:
        found.append(text)
        return write(image, at, text, *args, **how)

    monkeypatch.setattr(panel, "write", writing)
    board._base.cache_clear()
    draw_board(view, NAMES)
    board._base.cache_clear()
    return found


def test_the_figures_on_the_cards_have_a_legend_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    words = words_on(in_mid_race(), monkeypatch)

    assert {"speed", "endurance", "horse's speed", "order"} <= set(words)


def test_before_the_race_no_speed_is_shown_and_before_the_set_up_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = a_view(a_chariot(1, "A3.1"), a_chariot(2, "A3.2"), turn=0)
    bare = [msgspec.structs.replace(each, endurance=0, endurance_start=0, horses=()) for each in ready.chariots]
    unprepared = a_view(*bare, turn=0, is_set_up=False)

    figures = words_on(ready, monkeypatch)
    none = words_on(unprepared, monkeypatch)

    assert "?" not in figures + none
    assert none.count("not prepared yet") == 2
    assert [text for text in none if text == "0"] == []
