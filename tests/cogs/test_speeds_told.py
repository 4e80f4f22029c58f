"""What a speed is made of: the whip, the start, a lash and whatever else changed it stand beside what was written."""

from collections.abc import Sequence

import pytest

from engine.circus_maximus.printed.editions import EDITIONS
from engine.circus_maximus.words.facts import GainTaken, HorseCutFree, PhaseBegan, PhaseEnded, TeamStrained
from engine.circus_maximus.words.options import Options
from engine.facts import Fact, Rolled
from engine.play import new_game
from records.values import EntryId, Square
from words.circus_maximus.glance import events, moment
from words.circus_maximus.speeds import speed_made

RED, BLUE = EntryId(1), EntryId(2)
NAMES = {RED: "Red", BLUE: "Blue"}
OPTIONS = Options()


def started(roll: int) -> Rolled:
    return Rolled(RED, "standing start", (roll,), 6, (), roll, "6.9")


@pytest.mark.parametrize(
    ("before", "written", "total", "told"),
    [
        ([TeamStrained(RED, 5)], 21, 26, "🏇 Red: 21, whips +5, goes 26, and ends 22 squares before the corner."),
        (
            [started(4), TeamStrained(RED, 6)],
            21,
            23,
            "🏇 Red: 21, standing start −4, whips +6, goes 23, and ends 22 squares before the corner.",
        ),
        ([started(4)], 21, 17, "🏇 Red: 21, standing start −4, goes 17, and ends 22 squares before the corner."),
        ([GainTaken(RED, 3)], 12, 15, "🏇 Red: 12, lashed on +3, goes 15, and ends 22 squares before the corner."),
        (
            [HorseCutFree(RED, 1, 8)],
            12,
            4,
            "🏇 Red: 12, cuts a horse free −8, goes 4, and ends 22 squares before the corner.",
        ),
        (
            [TeamStrained(RED, 2)],
            14,
            11,
            "🏇 Red: 14, whips +2, slowed −5, goes 11, and ends 22 squares before the corner.",
        ),
        (
            [started(6), TeamStrained(RED, 4)],
            3,
            4,
            "🏇 Red: 3, standing start −3, whips +4, goes 4, and ends 22 squares before the corner.",
        ),
        ([TeamStrained(BLUE, 5)], 9, 9, "🏇 Red goes 9, and ends 22 squares before the corner."),
        ([], 9, 9, "🏇 Red goes 9, and ends 22 squares before the corner."),
    ],
)
def test_a_phase_in_a_line_says_what_made_its_speed(
    before: Sequence[Fact], written: int, total: int, told: str
) -> None:
    facts = [*before, PhaseBegan(RED, written, total, total), PhaseEnded(RED, Square("A12.2"))]

    assert moment(facts, NAMES, OPTIONS) == told


def test_the_hardest_whip_of_a_turn_is_worth_a_sentence() -> None:
    phases: list[Fact] = []
    for entry, gained in ((RED, 2), (BLUE, 6)):
        phases += [
            TeamStrained(entry, gained),
            PhaseBegan(entry, 20, 20 + gained, 20 + gained),
            PhaseEnded(entry, None),
        ]

    assert [each.said for each in events(phases, NAMES, EDITIONS["basic"])] == ["Blue: 20, whips +6, goes 26."]


def test_the_parts_of_every_speed_of_a_race_make_it_up() -> None:
    for edition in ("basic", "advanced", "epic"):
        played = new_game("circus-maximus", "red", "blue", "green", "white", seed="w", laps=1, edition=edition)
        while played.ask is not None:
            played.house_drives("brute")
        facts, since = played.facts, 0
        told = []
        for place, fact in enumerate(facts):
            if isinstance(fact, PhaseBegan):
                told.append(speed_made(facts[since:place], fact))
                written, *parts = told[-1].removeprefix(": ").replace("−", "-").split(", ")
                if parts:
                    changes = [int(part.split()[-1]) for part in parts[:-1]]
                    assert int(written) + sum(changes) == fact.total_speed == int(parts[-1].removeprefix("goes "))
            since = place if isinstance(fact, PhaseEnded) else since
        assert any("whips" in each for each in told), edition
