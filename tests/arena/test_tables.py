"""The tables of the arena, proof-read against a second copy, which was written from the rules."""

from engine.arena import data, men
from engine.arena.forecast import SPREAD
from engine.arena.men import READY, man_of

CHARACTERISTICS = """
8 -2 4 4 11 | 7 1 3 3 12 | 9 0 1 3 9 | 8 0 1 4 11 | 8 1 0 4 10 | 7 -1 4 3 12
9 0 2 3 9 | 9 2 -1 2 10 | 10 1 -1 2 13 | 8 3 0 5 11 | 9 2 0 6 9 | 11 0 0 4 9
8 1 2 3 10 | 9 3 -1 4 14 | 11 -2 1 3 12 | 7 0 3 3 11 | 11 1 0 4 10 | 8 4 -1 2 9
10 3 -1 4 11 | 12 -2 1 1 13 | 10 3 -2 4 12 | 7 2 1 3 11 | 10 -1 1 4 10 | 13 1 0 2 13
10 2 -2 5 10 | 13 0 0 3 10 | 12 1 0 3 9 | 9 3 -1 4 9 | 11 0 1 3 12 | 10 0 3 2 15
12 -1 1 2 14 | 12 1 0 3 9 | 8 5 -2 5 10 | 10 -1 2 4 14 | 12 2 -3 3 13 | 7 5 1 4 13
"""

ARMOUR = {
    "light": """A5 - - - - small
        C6 - - - - small
        - - C - - large
        - - - - - small
        - - - - - small
        A7 - C - - small""",
    "medium": """A7 C C C8 C8 large
        A8 B7 - B7 A6 large
        A - C C8 A7 large
        A - C C C8 large
        A C6 - C7 B7 large
        A B8 - B7 A7 large""",
    "heavy": """A7 B8 C B7 B7 large
        A B8 C B7 B7 large
        A B7 C B7 A8 large
        A B7 A5 B7 A7 large
        A B7 C B7 A7 large
        A C7 C B7 A7 large""",
}


def test_characteristics() -> None:
    rows = [row.split("|") for row in CHARACTERISTICS.strip().splitlines()]
    read = [[tuple(int(value) for value in cell.split()) for cell in row] for row in rows]

    assert [len(row) for row in read] == [6] * 6
    assert [[(each.tr, each.st, each.ag, each.con, each.w) for each in row] for row in men.CHARACTERISTICS] == read


def test_armour_and_shields() -> None:
    for kind, rows in ARMOUR.items():
        for die, row in enumerate(rows.splitlines(), start=1):
            *cells, shield = row.split()
            made = man_of("", kind, (1, 1), die)  # type: ignore[arg-type]
            assert (list(made.armour), made.shield) == (cells, shield), f"{kind} {die}"


def test_a_retiarius_has_a_sleeve_and_no_shield() -> None:
    made = man_of("", "retiarius", (6, 6))

    assert (made.armour, made.shield) == (("-", "-", "-", "C8", "-"), "none")


def test_types_shields_and_weapons() -> None:
    # CFs as docs/balance.md weighs them; MA, impact and fatigue as in the rules.
    assert {kind: tuple(each) for kind, each in data.TYPES.items()} == {
        "light": (3, 4, 0, 4), "medium": (1, 3, 0, 3), "heavy": (1, 2, 1, 2), "retiarius": (1, 4, 0, 4),
    }  # fmt: skip
    shields = {name: (data.FACTORS[name], data.DURABILITY[name], data.IMPACT[name]) for name in data.FACTORS}
    assert shields == {"none": (0, 0, 0), "small": (2, 8, 1), "large": (4, 14, 2)}
    assert {name: tuple(each) for name, each in data.ARMED.items()} == {
        "gladius": (1, 0, 0, 0, 6), "trident": (2, 0, -1, 0, 6), "dagger": (1, -1, 0, -1, 6), "none": (1, 0, 0, -3, 3),
    }  # fmt: skip


def test_severity_armour_and_what_covers() -> None:
    bands = [
        (0, 0),
        (1, 1),
        (2, 1),
        (3, 2),
        (5, 2),
        (6, 3),
        (8, 3),
        (9, 4),
        (12, 4),
        (13, 5),
        (16, 5),
        (17, 6),
        (99, 6),
    ]

    assert [data.wounds_for(severity) for severity, _ in bands] == [wounds for _, wounds in bands]
    assert data.wounds_for(-4) == 0
    assert dict(data.COVER) == {"A": 6, "B": 4, "C": 2}
    assert {number: sum(SPREAD[: number - 1]) for number in (5, 6, 7, 8)} == {5: 10, 6: 15, 7: 21, 8: 26}


def test_numbers_of_attack_and_defence() -> None:
    assert (data.BASE, data.DIFFICULTY, data.FLANK, data.REAR, data.SECOND_FOE) == (6, (1, 0, 1, 1, 1), 2, 4, 1)
    assert (data.PRONE, data.ENTANGLED, data.SNAGGED, data.OVERREACHED) == (3, 2, 1, 3)
    assert (data.BASH_BASE, data.DOWN, data.STAGGER, data.FAR_OFF, data.WILD) == (8, 5, 3, -4, 5)
    assert (data.NET_RANGE, data.NET_BASE, data.CAUGHT, data.NET_BACK) == (3, 9, 3, 3)
    assert (data.ENTANGLED_OUT, data.SNAGGED_OUT, data.SNAG) == (11, 9, 2)
    assert (data.STUN_BASE, data.MOST_STUN, data.SENSELESS, data.DROP_FROM, data.DROP_NEED) == (7, 6, 6, 4, 8)
    assert (data.LIVES, data.FEWEST_VOTES, data.MOST_MOOD, data.BY_POINTS) == (8, 3, 3, 3)
    assert (data.MISSUS, data.KILLED, data.MERCY, data.SLOW, data.FAST) == (5, 10, 15, (20, 15, 10, 5), (12, 9, 6, 3))


def test_ready_men_are_of_all_types_and_of_the_table() -> None:
    assert [each.kind for each in READY] == ["light", "medium", "heavy", "retiarius"]
    cells = {(each.tr, each.st, each.ag, each.con, each.w) for row in men.CHARACTERISTICS for each in row}
    assert {(each.tr, each.st, each.ag, each.con, each.w) for each in READY} <= cells
