"""Pictures of the Advanced Game: what lies and walks on the track, weather, allies, sixteen chariots."""

from io import BytesIO

import msgspec
import pytest
from PIL import Image

from engine.circus_maximus.printed.tables import COLOURS, TRACK
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.options import Options
from engine.marks import ReachMark
from records.values import EntryId, Square
from renderers.circus_maximus import alt_board, alt_cockpit, alt_log_card, draw_board, draw_cockpit, draw_log_card
from renderers.circus_maximus.board import BOARD_CAMERA
from renderers.circus_maximus.cockpit import aim
from renderers.circus_maximus.conditions import car_of
from renderers.circus_maximus.geometry import centre_of, heading_of
from renderers.circus_maximus.places import ranked, standings
from renderers.circus_maximus.words import conditions_of, figures_of, kit_of, notes_of, standing_of, weather_of
from renderers.geometry import Point, turned
from renderers.palette import GOLD, HARM, LOOKS, RAIN, SAND, Colour, Weather, weathered
from renderers.pennants import letter_of, pennant
from renderers.telling import LONGEST
from tests.renderers.advanced_samples import (
    HALTED_TEAM,
    LONGER_NAMES,
    MANY_NAMES,
    a_runaway,
    after_a_pile_up,
    an_obstacle,
    at_a_large_start,
    at_its_very_worst,
    in_a_large_race,
    in_rain_and_mud,
)
from tests.renderers.samples import NAMES, a_chariot, a_phase, a_view, in_mid_race, long_paths

KIB = 1024
ELSEWHERE = a_chariot(2, "D9.5")


def opened(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("RGB")


def board(*chariots: ChariotView, **changes: object) -> Image.Image:
    return opened(draw_board(a_view(*chariots, **changes), MANY_NAMES))


def pixel(image: Image.Image, square: str, ahead: float = 0, right: float = 0) -> Colour:
    """Return the colour so many units ahead of a square's middle, and to the right of travel."""
    middle, aside = centre_of(Square(square)), turned(Point(ahead, right), heading_of(Square(square)))
    x, y = BOARD_CAMERA.see(Point(middle.x + aside.x, middle.y + aside.y))
    red, green, blue = image.getpixel((round(x), round(y)))  # type: ignore[misc]
    return red, green, blue


def around(image: Image.Image, square: str, reach: int = 18) -> set[Colour]:
    """Return the colours around a square's middle."""
    x, y = (round(part) for part in BOARD_CAMERA.see(centre_of(Square(square))))
    return colours_of(image.crop((x - reach, y - reach, x + reach, y + reach)))


def colours_of(image: Image.Image) -> set[Colour]:
    return {colour for _, colour in image.getcolors(maxcolors=4096) or []}  # type: ignore[misc]


def shows(seen: set[Colour], *wanted: Colour) -> bool:
    """Tell whether all that is *wanted* is among what is *seen*; shades of white are drawn as one."""
    return all(
        any(max(abs(one - other) for one, other in zip(each, colour, strict=True)) <= 6 for colour in seen)
        for each in wanted
    )


@pytest.mark.as_sent
@pytest.mark.parametrize(
    "view",
    [after_a_pile_up(), at_a_large_start(), in_a_large_race(), in_rain_and_mud()],
    ids=["pile-up", "large start", "large race", "rain and mud"],
)
def test_boards_of_the_advanced_game_stay_small(view: RaceView) -> None:
    mover = view.phase.entry if view.phase else EntryId(1)
    picture = draw_board(view, MANY_NAMES, path={mover: long_paths(view, 15)[mover]}, title="The Games of Apollo")

    assert len(picture) <= 150 * KIB
    assert Image.open(BytesIO(picture)).width == 1600
    assert picture == draw_board(
        view, MANY_NAMES, path={mover: long_paths(view, 15)[mover]}, title="The Games of Apollo"
    )


@pytest.mark.as_sent
@pytest.mark.slow
def test_even_the_very_fullest_board_is_no_burden() -> None:
    view = at_its_very_worst()

    assert len(draw_board(view, LONGER_NAMES, path=long_paths(view), title="W" * 200)) <= 200 * KIB


@pytest.mark.parametrize("square", ["A20.4", "D10.5", "B7.7", "E20.7"])
def test_rule_15_1_a_team_that_ran_away_is_alone_and_its_reins_trail(square: str) -> None:
    behind = str(TRACK.behind[Square(square)])
    gone = {"driver": "on foot", "driver_square": Square("A5.1")}
    driven, alone = board(a_chariot(1, square), ELSEWHERE), board(a_runaway(1, square, **gone), ELSEWHERE)

    assert LOOKS["red"].fill in around(driven, behind, 26)
    assert GOLD not in around(driven, behind, 26)
    assert GOLD in around(alone, behind, 26)  # the reins
    assert pixel(alone, square, ahead=2, right=-11.5) == LOOKS["red"].fill  # a horse
    assert shows(around(alone, square), LOOKS["red"].ink)  # its number


def test_rule_16_7_a_car_without_a_driver_has_no_rim() -> None:
    image = board(a_runaway(1, "A20.4", has_car=True, car_square=Square("A19.4")), ELSEWHERE)
    driven = board(a_chariot(1, "A20.4"), ELSEWHERE)

    assert pixel(driven, "A19.4", ahead=-17.5) == LOOKS["red"].rim
    assert pixel(image, "A19.4", ahead=-16.4) == LOOKS["red"].fill
    assert car_of(a_runaway(1, "A20.4", has_car=True)).is_empty


def test_rule_16_1_a_dragged_driver_lies_behind_his_team_with_his_number() -> None:
    dragged, dead = (
        board(a_runaway(6, "A20.4", driver=driver, driver_square=where), ELSEWHERE)
        for driver, where in (("dragged", Square("A19.4")), ("dead", None))
    )

    assert LOOKS["black"].fill in around(dragged, "A18.4", 14)
    assert LOOKS["black"].fill not in around(dead, "A18.4", 14)


def test_rule_17_drivers_on_foot_stand_side_by_side() -> None:
    walkers = [
        a_chariot(n, None, status="out", driver="on foot", has_car=False, driver_square=Square("B12.4"))
        for n in (1, 3)
    ]  # fmt: skip
    image = board(*walkers, ELSEWHERE)

    assert {LOOKS["red"].fill, LOOKS["yellow"].fill} <= around(image, "B12.4", 32)
    assert LOOKS["red"].fill not in around(board(walkers[1], ELSEWHERE), "B12.4", 32)


def test_rule_12_a_wreck_shows_whose_it_was() -> None:
    gone = [a_chariot(number, None, status="out", has_car=False) for number in range(1, 17)]
    lies = [f"A{row}.{lane}" for row in range(6, 30, 3) for lane in (2, 6)]
    wrecks = tuple(an_obstacle("wreck", square, each.entry) for each, square in zip(gone, lies, strict=True))

    image = board(*gone, obstacles=wrecks)

    for each, square in zip(gone, lies, strict=True):
        look = LOOKS[each.colour]
        assert shows(around(image, square, 22), look.fill, look.ink, look.mark, HARM), each.colour


def test_rule_14_of_several_obstacles_in_a_square_each_is_seen() -> None:
    gone = [a_chariot(n, None, status="out") for n in (1, 3)]
    lying = (an_obstacle("wreck", "A20.4", 1), an_obstacle("carcass", "A20.4", 3))

    assert {LOOKS["red"].fill, LOOKS["yellow"].fill} <= around(board(*gone, ELSEWHERE, obstacles=lying), "A20.4", 32)


def test_rule_15_25_a_halted_team_bars_its_square_and_shows_its_dead_horse() -> None:
    halted = a_runaway(1, "A20.4", status="halted", horses=HALTED_TEAM)
    loose = a_runaway(1, "A20.4")

    assert HARM in around(board(halted, ELSEWHERE), "A20.4")
    assert HARM not in around(board(loose, ELSEWHERE), "A20.4")
    assert pixel(board(loose, ELSEWHERE), "A20.4", ahead=2, right=7.3) == LOOKS["red"].fill
    assert pixel(board(halted, ELSEWHERE), "A20.4", ahead=2, right=7.3) != LOOKS["red"].fill


WEATHERS: dict[Weather, dict[str, bool]] = {
    "dry": {},
    "rain": {"is_raining": True},
    "mud": {"has_mud": True},
    "rain and mud": {"is_raining": True, "has_mud": True},
}


@pytest.mark.parametrize("weather", WEATHERS)
def test_weather_is_seen_on_the_whole_board_and_named_in_the_headline(weather: Weather) -> None:
    view = a_view(a_chariot(1, "A20.4"), **WEATHERS[weather])

    image = opened(draw_board(view, NAMES))

    assert weather_of(view) == weather
    assert (weather in standing_of(view)) == (weather != "dry")
    assert (weather in alt_board(view, NAMES)) == (weather != "dry")
    x, y = BOARD_CAMERA.see(centre_of(Square("B3.4")))
    ground = {image.getpixel((round(x) + right, round(y) + down)) for right in (-9, 9) for down in (-15, 15)}
    assert weathered(SAND[0], weather) in ground
    has_rain = [RAIN in around(image, square, 60) for square in ("D8.6", "B5.5", "E12.6", "A20.6", "A5.5")]
    assert has_rain == [weather.startswith("rain")] * 5


def test_rule_16_7_mud_lowers_the_safe_speeds_that_are_shown() -> None:
    corner = a_chariot(1, "D6.4", corners=1)
    dry, wet = a_view(corner, ELSEWHERE), a_view(corner, ELSEWHERE, has_mud=True)

    assert dict(figures_of(dry, corner))["safe here"] == "15"
    assert dict(figures_of(wet, corner))["safe here"] == "12"
    assert "safe here 12" in alt_cockpit(wet, NAMES, EntryId(1))
    first = centre_of(Square("D1.8"))
    x, y = (round(part) for part in BOARD_CAMERA.see(first))
    boxes = [opened(draw_board(view, NAMES)).crop((x - 20, y - 16, x + 20, y + 16)) for view in (dry, wet)]
    assert boxes[0].tobytes() != boxes[1].tobytes()


def test_sixteen_chariots_have_sixteen_looks_and_room_for_their_numbers() -> None:
    image = opened(draw_board(at_a_large_start(), MANY_NAMES))

    for chariot in at_a_large_start().chariots:
        look = LOOKS[chariot.colour]
        assert shows(around(image, str(chariot.car_square)), look.fill, look.ink, look.rim), chariot.colour
    assert len({look.fill for look in LOOKS.values()}) == len(COLOURS) == 16


def test_allies_wear_the_same_pennant_and_others_another() -> None:
    pennants = [pennant(EntryId(first), 40).tobytes() for first in range(1, 17, 2)]
    one = a_chariot(1, "A20.4", ally=EntryId(2))

    assert len(set(pennants)) == 8
    assert [letter_of(EntryId(first)) for first in (1, 3, 15)] == ["A", "B", "H"]
    assert draw_board(a_view(one, ELSEWHERE), NAMES) != draw_board(a_view(a_chariot(1, "A20.4"), ELSEWHERE), NAMES)
    assert "Allies: A 1+2, B 3+4" in alt_board(in_a_large_race(), MANY_NAMES)
    assert "Ally: 2" in alt_log_card(a_view(one, ELSEWHERE), NAMES, EntryId(1))


@pytest.mark.parametrize("names", [MANY_NAMES, LONGER_NAMES], ids=["usual", "long"])
def test_the_alt_text_tells_of_all_sixteen(names: dict[EntryId, str]) -> None:
    for view in (at_a_large_start(), in_a_large_race(), at_its_very_worst()):
        told = alt_board(view, names, title="W" * 200, path=long_paths(view, 4))

        assert len(told.encode("utf-16-le")) // 2 <= LONGEST
        for chariot in view.chariots:
            assert any(
                line.startswith(f"{chariot.entry} {chariot.colour} ") and str(chariot.square) in line
                for line in told.splitlines()
            )


def test_the_alt_text_tells_what_lies_and_walks_on_the_track() -> None:
    told = alt_board(after_a_pile_up(), NAMES)

    for part in (
        "wreck of 6 B27.2",
        "dead horse of 8 E5.3",
        "runaway, dragged",
        "runaway, on foot A20.6",
        "runaway car, dragged",
        "runaway, driver dead",
        "halted, on foot D8.4",
        "on obstacle, blind inside, scythe inside, long scythe outside",
        "blinded, arm hurt",
        "out, driver dead",
    ):
        assert part in told
    cockpit = alt_cockpit(after_a_pile_up(), NAMES, EntryId(2))
    assert cockpit.startswith("Cockpit of 2 Diocles of Lusitania at A27.5, runaway, on foot A20.6: factors left 11")
    assert "any corner safe" in cockpit
    assert "wreck of 5 D6.5" in cockpit


def test_the_panel_shows_what_became_of_whom() -> None:
    view = after_a_pile_up()

    pictures = {
        driver: draw_board(a_view(a_chariot(1, None, status="out", driver=driver), ELSEWHERE), NAMES)
        for driver in ("in car", "dead", "escaped")
    }

    assert len(set(pictures.values())) == 3
    assert [chariot.entry for chariot in ranked(view)] == [3, 7, 8, 1, 4, 5, 2, 6]
    assert [each.place for each in standings(view)] == [1, 2, 3, 4, None, None, None, None]
    assert notes_of(a_chariot(1, None, status="out", driver="escaped")) == ["driver escaped"]


def test_injuries_of_the_driver_show_on_his_disc() -> None:
    sound = a_chariot(1, "A20.4")
    changes: tuple[dict[str, object], ...] = (
        {"eyes_lost": ("inside",)},
        {"eyes_lost": ("outside",)},
        {"blinded": True},
        {"blades_inside": "regular"},
        {"blades_outside": "long"},
    )
    looks = [car_of(msgspec.structs.replace(sound, **each)) for each in changes]
    boards = [draw_board(a_view(msgspec.structs.replace(sound, **each), ELSEWHERE), NAMES) for each in ({}, *changes)]

    assert looks[0].blind_inside and looks[1].blind_outside and looks[2].is_dusty  # noqa: PT018
    assert (looks[3].blade_inside, looks[4].blade_outside) == (1, 2)
    assert len(set(boards)) == len(boards)


def test_rule_16_1_a_log_has_as_many_boxes_as_were_bought() -> None:
    def log(**changes: object) -> Image.Image:
        chariot = a_chariot(1, "A20.4", **changes)
        return opened(draw_log_card(a_view(chariot, options=Options(detailed_specification=True)), NAMES, EntryId(1)))

    def filled(image: Image.Image, colour: Colour) -> int:
        return {each: count for count, each in image.getcolors(maxcolors=4096) or []}.get(colour, 0)

    twelve, two = (filled(log(hits=hits, hits_start=12), HARM) for hits in (12, 2))
    assert two == pytest.approx(twelve / 6, rel=0.02)
    wood = (92, 62, 36)
    whole, small = filled(log(), wood), filled(log(boxes_inside=2, boxes_outside=4), wood)
    assert small == pytest.approx(whole * 6 / 20, rel=0.02)
    assert log(endurance=80, endurance_start=80).height > log().height
    told = alt_log_card(at_its_very_worst(), MANY_NAMES, EntryId(13))
    assert "0 inside, 1 outside, of 8 and 10" in told
    assert "Carries long scythe inside, long scythe outside, dust, knife, spear." in told


def test_what_weighs_on_a_driver_is_told_in_his_log() -> None:
    view = at_its_very_worst()
    chariot = view.chariots[0]

    told = conditions_of(view, chariot)

    for part in ("blinded", "arm hurt", "straight on for 2 more phases", "jump die 5 unpaid", "small knife thrown"):
        assert part in told
    assert kit_of(chariot) == ["long scythe inside", "long scythe outside", "dust", "knife", "spear"]


def test_a_log_says_that_its_figures_are_still_to_come() -> None:
    chariot = a_chariot(1, None, horses=(), is_stationary=True)

    assert conditions_of(a_view(chariot, is_set_up=False), chariot) == ["no figures before all are prepared"]
    assert conditions_of(a_view(chariot), chariot) == ["no speed left"]


def test_in_the_epic_edition_a_chariot_that_stands_is_barred_as_an_obstacle() -> None:
    standing = a_chariot(1, "A20.4", is_stationary=True, horses=HALTED_TEAM)

    boards = [
        draw_board(a_view(standing, options=Options(edition=edition), phase=None), NAMES)
        for edition in ("advanced", "epic")
    ]

    assert boards[0] != boards[1]
    moving = a_view(msgspec.structs.replace(standing, is_stationary=False), options=Options(edition="epic"), phase=None)
    assert draw_board(moving, NAMES) == boards[0]


def test_in_the_epic_edition_a_log_tells_what_is_thrown_of_what_all_have() -> None:
    view = a_view(a_chariot(1, "A20.4", has_small_knife=False, weapons=("dust",)), options=Options(edition="epic"))

    told = conditions_of(view, view.chariots[0])

    assert "knife thrown" in told
    assert not {"small knife thrown", "dust thrown"} & set(told)


@pytest.mark.parametrize("square", ["A10.1", "D6.1", "B20.5", "E28.8"])
def test_a_runaway_has_a_cockpit_that_drives_to_the_right(square: str) -> None:
    runaway = a_runaway(1, square)

    camera = aim(runaway, [])

    behind, team = (camera.see(centre_of(each)) for each in (TRACK.behind[Square(square)], Square(square)))
    assert team[0] > behind[0] + 10


def test_numbers_are_not_written_over_what_lies_in_the_way() -> None:
    marks = [ReachMark(Square(f"A{number}.4"), str(number - 20), "forward") for number in range(21, 25)]
    lying = (an_obstacle("wreck", "A22.4", 2),)
    view = a_view(a_chariot(1, "A20.4"), a_chariot(2, None, status="out"), phase=a_phase(1), obstacles=lying)

    image = opened(draw_cockpit(view, NAMES, EntryId(1), reach=marks))

    x, y = aim(view.chariot(EntryId(1)), [mark.square for mark in marks]).see(centre_of(Square("A22.4")))
    part = image.crop((round(x) - 16, round(y) - 16, round(x) + 16, round(y) + 16))
    assert shows(colours_of(part), LOOKS["blue"].fill, LOOKS["blue"].ink)


@pytest.mark.parametrize("entry", [1, 8, 10, 16])
def test_a_phone_shows_numbers_large_enough(entry: int) -> None:
    """A picture is a quarter as large on a phone, 400 pixels wide; figures that are 6 pixels high can be read there."""
    image = board(a_chariot(entry, "A20.4"), ELSEWHERE)
    ink = LOOKS[a_chariot(entry).colour].ink
    x, y = (round(part) for part in BOARD_CAMERA.see(centre_of(Square("A19.4"))))

    rows = [row for row in range(y - 17, y + 17) if shows(colours_of(image.crop((x - 9, row, x + 9, row + 1))), ink)]

    assert max(rows) - min(rows) >= 24


def test_the_basic_game_is_drawn_as_ever() -> None:
    view = in_mid_race()

    assert not any(notes_of(chariot) for chariot in view.chariots)
    assert "Allies" not in alt_board(view, NAMES)
    assert "On the track" not in alt_board(view, NAMES)
