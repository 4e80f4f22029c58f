"""Alt texts say what the pictures show, within Discord's limit."""

import msgspec
import pytest

from engine.marks import ReachMark
from records.values import EntryId, Square
from renderers.circus_maximus import alt_board, alt_cockpit, alt_log_card
from renderers.telling import LONGEST
from tests.renderers.samples import (
    LONG_NAMES,
    NAMES,
    a_chariot,
    a_horse,
    a_view,
    at_its_worst,
    at_the_start,
    in_mid_race,
    in_the_final_turn,
)

WIDE_NAMES = dict.fromkeys(NAMES, "🏇" * 32)  # two units of UTF-16 each
MANY_MARKS = [ReachMark(Square(f"D{number}.8"), "20 MF", "sideslip") for number in range(1, 29)]


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


@pytest.mark.parametrize("names", [NAMES, LONG_NAMES, WIDE_NAMES], ids=["usual", "long", "wide"])
def test_no_alt_text_is_longer_than_allowed(names: dict[EntryId, str]) -> None:
    view = at_its_worst()

    assert units(alt_board(view, names, title="W" * 300)) <= LONGEST
    assert units(alt_log_card(view, names, EntryId(3))) <= LONGEST
    assert (
        units(alt_cockpit(view, names, EntryId(3), reach=MANY_MARKS, path=[mark.square for mark in MANY_MARKS]))
        <= LONGEST
    )


def test_at_its_worst_the_board_still_tells_of_every_chariot() -> None:
    told = alt_board(at_its_worst(), LONG_NAMES, title="W" * 300)

    for chariot in at_its_worst().chariots:
        assert f"{chariot.entry} {chariot.colour}" in told
        assert str(chariot.square) in told


def test_usual_names_are_told_in_full() -> None:
    told = alt_board(in_mid_race(), NAMES, title="The Games of Apollo")

    assert "The Games of Apollo" in told
    assert all(name in told for name in NAMES.values())


def test_the_board_tells_what_it_shows() -> None:
    lines = alt_board(in_mid_race(), NAMES).splitlines()

    assert lines[0] == "Turn 5, lap 2 of 3; standing: 2 of 3 eggs, 2 of 3 dolphins. 3 6 left."
    assert [line.split()[0] for line in lines[1:]] == ["8", "5", "2", "1", "3", "7", "4", "6"]
    assert lines[3].startswith("2 blue Diocles of Lusitania: D9.5 lap 2, 1st moved, speed 18, E 17/23")
    assert "4 green Flavius Calpurnianus: A31.3 lap 2, cup, speed 9, E 5/23, horses 6 dead 4 4" in lines
    assert "6 black Ben-Hur: out" in lines
    assert any(line.startswith("1 red") and line.endswith("horses 4 4 1 4 wheels -3 -0") for line in lines)


def test_between_phases_the_board_tells_who_moved_last() -> None:
    view = msgspec.structs.replace(in_mid_race(), phase=None)

    told = alt_board(view, NAMES)
    assert " moved last." in told
    assert "has moved" not in told


def test_speeds_that_are_not_revealed_are_not_told() -> None:
    view = msgspec.structs.replace(at_the_start(), own_speeds={EntryId(2): 17})

    assert alt_board(view, NAMES) == alt_board(at_the_start(), NAMES)
    assert "speed ?" in alt_board(view, NAMES)


def test_finished_chariots_come_before_those_that_race() -> None:
    lines = alt_board(in_the_final_turn(), NAMES).splitlines()

    assert lines[0].startswith("Turn 14, the last; standing: 0 of 3 eggs, 0 of 3 dolphins.")
    assert [line.split()[0] for line in lines[1:]] == ["1", "3", "2", "4", "7", "8", "5", "6"]
    assert "1 red Scorpus: finished turn 14, 4 left" in lines


def test_the_cockpit_tells_gauges_reach_plan_and_neighbours() -> None:
    marks = [ReachMark(Square("D7.4"), "1", "forward"), ReachMark(Square("D6.5"), "ram 2", "attack")]

    told = alt_cockpit(in_mid_race(), NAMES, EntryId(3), reach=marks, path=[Square("D6.4"), Square("D7.4")])

    for part in (
        "Cockpit of 3 Crescens at D6.4: factors left 6, total speed 15, endurance left 9, safe here 15.",
        "Way: D7.4.",
        "In reach: D7.4 forward 1; D6.5 attack ram 2.",
        "7 Porphyrius D7.5",
    ):
        assert part in told


def test_the_log_tells_every_box() -> None:
    horses = (a_horse(6, 2), a_horse(4, 4, "dead"), a_horse(5), a_horse(4, 4, "cut free"))
    chariot = a_chariot(
        1, "A20.4", horses=horses, wheel_inside=3, hits=5, has_whip=False, cdm=-2, car="light", penalty=4
    )

    told = alt_log_card(a_view(chariot), NAMES, EntryId(1))

    for part in (
        "Horses from the left: 4 of 6, dead, 5 of 5, cut.",
        "Wheel boxes left: 7 inside, 10 outside, of 10.",
        "hits left: 5 of 8",
        "Endurance: 23 of 23",
        "DM +1 of +1, CDM −2",
        "car light, whip lost",
        "jostled (−3)",
        "next speed −4",
    ):
        assert part in told


def test_invisible_characters_in_names_are_left_out() -> None:
    told = alt_board(at_the_start(), {EntryId(1): "a\u202eb\nc\x00"})

    assert "1 red ab c:" in told
