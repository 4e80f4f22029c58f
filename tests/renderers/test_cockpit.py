"""The cockpit and the log card."""

import itertools
import math
from io import BytesIO
from typing import Any

import msgspec
import pytest
from PIL import Image

from engine.circus_maximus.printed.tables import TRACK
from engine.marks import ReachMark
from records.values import EntryId, Square
from renderers import lettering
from renderers.circus_maximus import alt_cockpit, cockpit, draw_cockpit, draw_log_card
from renderers.circus_maximus.cockpit import VIEW_HEIGHT, WIDTH, aim, shifted
from renderers.circus_maximus.geometry import centre_of
from renderers.circus_maximus.words import figures_of
from renderers.lettering import length, readable
from renderers.palette import HARM, LOOKS, PAPER
from tests.renderers.samples import LONG_NAMES, NAMES, a_chariot, a_horse, a_phase, a_view, at_its_worst, in_mid_race

ON_ALL_SIDES = ("A10.1", "A33.8", "D1.1", "D6.1", "D14.8", "B0.2", "B20.5", "E4.2", "E28.8", "A0.4")


@pytest.mark.parametrize("square", ON_ALL_SIDES)
def test_a_chariot_in_its_cockpit_drives_to_the_right(square: str) -> None:
    chariot = a_chariot(1, square)

    camera = aim(chariot, [])

    car, team = (camera.see(centre_of(each)) for each in (TRACK.behind[Square(square)], Square(square)))
    assert camera.heading(-camera.turn) == 0
    assert team[0] > car[0] + 10
    assert abs(team[1] - car[1]) < (team[0] - car[0]) * 0.6


@pytest.mark.parametrize("square", ON_ALL_SIDES)
def test_all_squares_in_reach_are_in_the_picture(square: str) -> None:
    reach = [Square(square)]
    for _ in range(22):
        reach.append(TRACK.ahead[reach[-1]])

    camera = aim(a_chariot(1, square), reach)

    for each in reach:
        x, y = camera.see(centre_of(each))
        assert 0 < x < WIDTH, each
        assert 0 < y < VIEW_HEIGHT, each


@pytest.mark.parametrize("start", ["A10.4", "A27.7", "A33.1", "B5.8"])
@pytest.mark.parametrize("last", [9, 10, 11, 15, 16, 24])
def test_all_numbers_ahead_are_written_and_leave_each_other_room(start: str, last: int) -> None:
    ahead, beside = Square(start), ReachMark(Square("A11.5"), "12", "change")
    way = [ReachMark(ahead := TRACK.ahead[ahead], str(squares), "forward") for squares in range(1, last + 1)]
    camera = aim(a_chariot(1, start), [mark.square for mark in way])
    size = readable(WIDTH)

    shifts = shifted([*way, beside], camera)

    assert beside.square not in shifts
    for one, other in itertools.combinations(way, 2):
        near = math.dist(*(camera.see(centre_of(each.square)) for each in (one, other)))
        apart = abs(shifts.get(one.square, 0.0) - shifts.get(other.square, 0.0))
        assert near >= length(one.label, size) or apart >= size / 2, (one, other)


def test_in_a_wide_corner_no_number_is_moved() -> None:
    ahead = Square("A26.5")
    way = [ReachMark(ahead := TRACK.ahead[ahead], str(squares), "forward") for squares in range(1, 19)]
    camera = aim(a_chariot(1, "A26.5"), [mark.square for mark in way])

    assert not shifted(way, camera)


def test_the_second_way_has_its_own_squares_and_both_ends_their_names() -> None:
    view = a_view(a_chariot(1, "A20.4"), a_chariot(2, "A21.5"))
    path = [Square("A20.4"), Square("A21.4"), Square("A22.4")]
    best, other = ReachMark(path[-1], "lane 4", "end"), ReachMark(Square("A22.5"), "lane 5", "other end")

    alone, both = (draw_cockpit(view, NAMES, EntryId(1), reach=marks, path=path) for marks in ((best,), (best, other)))

    assert alone != both
    assert "A22.5 other end lane 5" in alt_cockpit(view, NAMES, EntryId(1), reach=(best, other), path=path)


def test_marks_lie_on_their_squares_and_are_told_apart_by_kind() -> None:
    view = a_view(a_chariot(1, "A20.4"), a_chariot(2, "A21.5"))
    marks = [
        ReachMark(Square("A21.4"), "1", "forward"),
        ReachMark(Square("A21.3"), "2", "change"),
        ReachMark(Square("A20.3"), "2", "sideslip"),
        ReachMark(Square("A20.5"), "ram", "attack"),
    ]

    picture = draw_cockpit(view, NAMES, EntryId(1), reach=marks)

    image = Image.open(BytesIO(picture)).convert("RGB")
    camera = aim(view.chariot(EntryId(1)), [mark.square for mark in marks])
    shades = set()
    for mark in marks[:3]:
        x, y = camera.see(centre_of(mark.square))
        shades.add(image.getpixel((round(x), round(y - 14 * camera.zoom))))
    assert len(shades) == 3
    assert draw_cockpit(view, NAMES, EntryId(1), reach=marks[:3]) != picture
    assert any(colour == HARM for _, colour in image.getcolors(maxcolors=1000) or [])


def test_a_planned_way_is_drawn_in_the_chariots_colour() -> None:
    view = a_view(a_chariot(1, "A20.4"), a_chariot(2, "B5.5"))
    path = [Square("A20.4"), Square("A21.4"), Square("A22.4"), Square("A23.4")]

    image = Image.open(BytesIO(draw_cockpit(view, NAMES, EntryId(1), path=path))).convert("RGB")

    x, y = aim(view.chariot(EntryId(1)), path).see(centre_of(Square("A22.4")))
    assert image.getpixel((round(x), round(y))) == LOOKS["red"].fill


@pytest.mark.parametrize("way", [("A20.4", "A23.4"), ("A30.2", "A32.2"), ("D9.8", "D11.8"), ("A33.1", "D2.1")])
def test_the_square_where_a_planned_way_ends_is_named(way: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    texts: dict[str, tuple[float, float]] = {}
    drawn = lettering.write

    def noted(image: Image.Image, spot: tuple[float, float], text: str, *rest: Any, **how: Any) -> None:
        texts[text] = spot
        drawn(image, spot, text, *rest, **how)

    monkeypatch.setattr(cockpit, "write", noted)
    view, path = a_view(a_chariot(1, way[0]), a_chariot(2, "B5.5")), [Square(each) for each in way]

    draw_cockpit(view, NAMES, EntryId(1), path=path)

    x, y = aim(view.chariot(EntryId(1)), path).see(centre_of(path[-1]))
    assert abs(texts[way[1]][0] - x) + abs(texts[way[1]][1] - y) < 160
    assert 0 < texts[way[1]][1] < VIEW_HEIGHT


def test_cockpits_are_the_same_bytes_for_the_same_view_and_800_pixels_wide() -> None:
    view = in_mid_race()

    picture = draw_cockpit(view, NAMES, EntryId(3))

    assert Image.open(BytesIO(picture)).width == 800
    assert picture == draw_cockpit(view, NAMES, EntryId(3))
    assert picture != draw_cockpit(msgspec.structs.replace(view, phase=None), NAMES, EntryId(3))


def test_before_a_phase_begins_the_speed_that_is_written_is_shown() -> None:
    waits, drives = a_chariot(1, "A20.3", written=14), a_chariot(2, "A22.5", written=None)
    phase = msgspec.structs.replace(a_phase(1, total_speed=0, factors=0), has_begun=False)

    assert ("written speed", "14") in figures_of(a_view(waits, drives, phase=phase), waits)
    assert ("written speed", "none") in figures_of(a_view(waits, drives), drives)
    assert ("total speed", "14") in figures_of(a_view(waits, drives, phase=a_phase(1)), waits)


def test_a_chariot_off_the_track_still_has_a_cockpit() -> None:
    picture = draw_cockpit(in_mid_race(), NAMES, EntryId(6))

    assert Image.open(BytesIO(picture)).width == 800


def test_rule_3_5_lost_boxes_are_crossed_off_in_the_log() -> None:
    def boxes(**changes: int) -> int:
        """Count the pixels of boxes that are still filled, of the driver's hits."""
        view = a_view(a_chariot(1, "A20.4", **changes))
        image = Image.open(BytesIO(draw_log_card(view, NAMES, EntryId(1)))).convert("RGB")
        return {colour: count for count, colour in image.getcolors(maxcolors=1000) or []}.get(HARM, 0)

    whole, three_lost = boxes(hits=8), boxes(hits=5)

    assert three_lost == pytest.approx(whole * 5 / 8, rel=0.02)
    assert boxes(hits=0) == 0


def test_a_log_card_can_be_drawn_for_everybody_at_any_time() -> None:
    before = a_view(a_chariot(1, None, horses=(), hits=0, hits_start=0, endurance=0, endurance_start=0), turn=0)
    strong = a_view(a_chariot(1, "A2.1", horses=(a_horse(10),) * 4, hits_start=12, hits=12, endurance_start=60))
    cards = [draw_log_card(view, LONG_NAMES, EntryId(1)) for view in (before, strong, at_its_worst())]

    assert len(set(cards)) == 3
    for card in cards:
        image = Image.open(BytesIO(card)).convert("RGB")
        assert image.getpixel((image.width - 3, 150)) != PAPER
        assert image.width <= 1600


def test_figures_that_are_not_rolled_yet_are_not_told() -> None:
    view = msgspec.structs.replace(a_view(a_chariot(1, "A3.1")), is_set_up=False)

    told = dict(figures_of(view, view.chariots[0]))

    assert (told["top speed"], told["endurance left"]) == ("?", "?")
    assert "?" not in dict(figures_of(a_view(a_chariot(1, "A3.1")), a_chariot(1, "A3.1"))).values()
