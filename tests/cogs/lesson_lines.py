"""A way to do the task of each lesson, and one that misses it: buttons by label, or answers by code."""

from typing import NamedTuple


class Lines(NamedTuple):
    """What is pressed: labels and codes in order; of an order, menus and what is chosen in them."""

    done: tuple[str, ...]
    missed: tuple[str, ...]


_ON = "Go on as written"

LINES: dict[tuple[str, int], Lines] = {
    ("circus-maximus", 1): Lines(
        ("Speed 12", _ON, "Ahead 12", "Drive"),
        ("Speed 9", _ON, "Ahead 9", "Drive"),
    ),
    ("circus-maximus", 2): Lines(
        ("Speed 14", _ON, "Ahead 14", "Drive"),
        ("Speed 12", _ON, "Ahead 12", "Drive"),
    ),
    ("circus-maximus", 3): Lines(
        ("Speed 8", _ON, "Inside · 2", "Inside · 2", "Ahead 4", "Drive"),
        ("Speed 4", _ON, "Inside · 2", "Inside · 2", "Drive"),
    ),
    ("circus-maximus", 4): Lines(
        ("Speed 7", _ON, "Ahead 6", "Ram car of 2 · 1", "Drive"),
        ("Speed 7", _ON, "Ahead 6", "Ram car of 3 · 1", "Drive"),
    ),
    ("circus-maximus", 5): Lines(("preset=safe", "speed=12", "line=2"), ("preset=safe", "speed=11", "line=2")),
    ("circus-maximus", 7): Lines(
        ("Speed 13", _ON, "Ahead 6", "Dust driver of 2 · 1", "Drive"),
        ("Speed 10", _ON, "Ahead 3", "Dust driver of 3 · 1", "Drive"),
    ),
    ("circus-maximus", 8): Lines(
        ("Speed 11", _ON, "Ahead 6", "Ram car of 2 · 1", "Drive", "Ahead 3", "Ram car of 3 · 1", "Drive"),
        ("Speed 8", _ON, "Ahead 6", "Ram car of 2 · 1", "Drive", "Ahead 1", "Drive"),
    ),
    ("ave-caesar", 1): Lines(
        ("p6-01c-02c-03c-04c-05n-06b1", "p3-06b2-06b3-06b4", "p2-10b-11c", "p3-12n-13b1-13b2"),
        ("p2-01b-02a", "p3-03a-04b-05n", "p1-06b1", "p1-06b2"),
    ),
    ("ave-caesar", 2): Lines(
        ("p3-01c-02b-03b", "p5-04c-05n-06b1-06b2-06b3", "p4-06b4-10b-11b-12n"),
        ("p3-01c-02b-03a",),
    ),
    ("ave-caesar", 3): Lines(
        ("p2-18b1-18b2", "p5-18b3-18b4-22b-23c-a1", "p4-a2-a3-a4-a5"),
        ("p4-18b1-18b2-18b3-18b4", "p5-22b-23b-24b-25b-26b", "p2-01b-02c"),
    ),
    ("chariot-race", 1): Lines(
        ("again-0", "done", "go-1-fffii", "end", "again-0--done--go-0-offffi"),
        ("again-135", "turn-2-sprint", "go-0-ffffifffff"),
    ),
    ("chariot-race", 2): Lines(
        (
            *("again-0--done--go-0-fffiff", "drop-m05", "repair-yes", "again-0--go-1-fffffo"),
            "again-0--done--go-0-ffffffff",
        ),
        ("again-35", "turn-2-attack", "go-0-ffiiffff"),
    ),
    ("chariot-race", 3): Lines(
        ("again-0--done--go-0-ffffff", "drop-o28", "throw-2", "repair-yes", "again-0--go-1-ffffff", "throw-2"),
        ("again-34", "turn-1-sprint"),
    ),
    ("chariots-of-rome", 1): Lines(
        (
            *("hard-tactics", "go-043-044-045-046-037-028", "level-1", "hard-endurance", "go-029-02a-02b-02c-03d-141"),
            *("level-1", "hard-tactics"),
        ),
        (
            *("hard-tactics", "go-043-044-045-036-027-018", "level-1", "hard-tactics", "go-019-01a-01b-01c-01d-121"),
            *("defend-1", "level-2", "hard-tactics", "go-122-123-134-135-136-231-232-233-244"),
        ),
    ),
    ("chariots-of-rome", 2): Lines(
        (
            *("hard-endurance", "go-024-025-026-027-028-029-02a", "level-2", "hard-no"),
            *("go-02b-02c-02d-121-122-123-124", "defend-1", "go-122-123-135", "level-1", "hard-endurance"),
            *("go-231-232-233234-235", "whip-2", "go-223214215", "defend-2", "level-1", "hard-endurance"),
            *("go-216-217-218-219-321-332", "ram-3", "defend-0", "defend-1", "level-1", "hard-no", "go-321"),
            *("whip-3", "go-332"),
        ),
        (
            *("hard-no", "go-024-025-026-037", "level-1", "hard-endurance", "go-038-039-03a-03b-03c", "level-1"),
            *("hard-no", "go-03d", "go-131", "level-2", "hard-no", "go-231-232-233-234-225", "level-1"),
            *("hard-endurance", "go-216", "go-217", "go-218-219-321", "whip-3"),
        ),
    ),
    ("chariots-of-rome", 3): Lines(("preset=safe", "speed=2"), ("preset=fast",)),
    ("arena", 1): Lines(("c090", "c090", "c090"), ("c060", "c060", "c060")),
    ("arena", 2): Lines(("c012", "c012", "c012"), ("c060", "c060")),
    ("arena", 3): Lines(("c690", "c690", "c690"), ("c090", "c090", "c090")),
}
