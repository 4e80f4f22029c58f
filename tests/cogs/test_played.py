"""What turned out in play to need care: how long stories read, where a question stands."""

from cogs.present.circus_maximus.story import tell
from engine.circus_maximus import facts as told
from engine.game import Fact, Modifier, Rolled
from engine.values import EntryId, Lane, Square

RED, BLUE = EntryId(1), EntryId(2)
NAMES = {RED: "Red", BLUE: "Blue"}


def a_roll(entry: EntryId | None, what_for: str, face: int, rule: str, sides: int = 6) -> Rolled:
    return Rolled(entry, what_for, (face,), sides, (), face, rule)


# ---- stories ----


def test_start_lanes_share_a_line_and_so_do_their_dice() -> None:
    facts: list[Fact] = [
        a_roll(None, "start lane", 2, "3.2", sides=2),
        told.LaneDrawn(RED, Lane(2), Square("A3.2")),
        told.LaneDrawn(BLUE, Lane(1), Square("A3.1")),
    ]

    assert tell(facts, NAMES) == [
        "-# 🎲 start lane (1 of 2) 2 (rule 3.2)",
        "Start, from the inside: lane 1: Blue · lane 2: Red",
    ]


def test_rolls_of_one_chariot_in_a_row_share_a_line_and_name_it_once() -> None:
    hits = Rolled(RED, "driver hits", (3,), 6, (Modifier("DM", 1),), 4, "3.61")
    facts: list[Fact] = [hits, a_roll(RED, "team speed", 5, "3.63"), a_roll(BLUE, "team speed", 2, "3.63")]

    assert tell(facts, NAMES) == [
        "-# 🎲 Red: driver hits 3, DM +1 = 4 (rule 3.61) · team speed 5 (rule 3.63)",
        "-# 🎲 Blue: team speed 2 (rule 3.63)",
    ]


def test_points_of_all_are_revealed_in_one_line() -> None:
    facts = [told.PointsRevealed(RED, 1, 1, 1, 1), told.PointsRevealed(BLUE, 2, 0, 2, 0)]

    assert tell(facts, NAMES) == ["📜 Points for driver/car/team/endurance: Red 1/1/1/1 · Blue 2/0/2/0"]


def test_a_marker_comes_down_in_good_grammar() -> None:
    assert "an egg comes down, 1 left" in tell([told.MarkerRemoved(RED, "egg", 1)], NAMES)[0]
    assert "a dolphin comes down, 2 left" in tell([told.MarkerRemoved(RED, "dolphin", 2)], NAMES)[0]
