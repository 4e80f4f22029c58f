"""Subjects that need cases in the Epic edition: its register of differences, its rulings, its worked cases.

A row of the register that changes nothing in play, or the campaign alone, says so.
"""

from collections.abc import Mapping

from conformance.chapters import Chapter, Subject

_CAMPAIGN = "of the campaign alone"
_SAME = "as in the Advanced Game:"

_ROWS: Mapping[int, tuple[str, str]] = {
    1: ("sixteen chariots in two rows", ""),
    2: ("the second row moves after the first", ""),
    3: ("extra chariots are auctioned", _CAMPAIGN),
    4: ("chariots are bought", f"{_CAMPAIGN}; elsewhere four preparation points (EP-3)"),
    5: ("a race of two laps", ""),
    6: ("a time limit", ""),
    7: ("horse rams outlawed", ""),
    8: ("speeds are shown together", f"{_SAME} `CM-6.11-1`; the program has never told one alone"),
    9: ("dice of a start, by the car", ""),
    10: ("whoever stood starts from zero", ""),
    11: ("endurance by the car", ""),
    12: ("weather", ""),
    13: ("a high roll is good", ""),
    14: ("the speed in a corner is that after the start", ""),
    15: ("a phase that begins in a corner is checked", f"{_SAME} `CM-7.23-1`"),
    16: ("straining by choice", f"{_SAME} 6.52"),
    17: ("braking leaves the speed alone", f"{_SAME} 6.61"),
    18: ("what evading costs", ""),
    19: ("the speed at which one evades and swerves", ""),
    20: ("a lash on a team", ""),
    21: ("a lash on a driver", ""),
    22: ("critical 6", ""),
    23: ("critical 12", ""),
    24: ("the knife", ""),
    25: ("dust", ""),
    26: ("no knife left", ""),
    27: ("a collision is spread evenly", ""),
    28: ("blocked by a runaway team", ""),
    29: ("a ram on a dragged driver", ""),
    30: ("chariots that cannot move are obstacles", ""),
    31: ("carcasses", ""),
    32: ("obstacles do not block", ""),
    33: ("once free, anything may be done", ""),
    34: ("what cutting free costs", ""),
    35: ("stepping off", ""),
    36: ("a team speed of 0", ""),
    37: ("a drugged horse on the grey squares", ""),
    38: ("where wrecks come down", ""),
    39: ("whom a falling wreck strikes", ""),
    40: ("tries to get free", ""),
    41: ("a stationary team frees its driver", ""),
    42: ("dragged over things", ""),
    43: ("dragged behind the car", ""),
    44: ("dragged in mud", ""),
    45: ("on foot in mud", ""),
    46: ("a man on foot dodges", ""),
    47: ("what runaway teams turn aside for", ""),
    48: ("a runaway team goes as fast as it can", f"{_SAME} `CM-15.22-1`"),
    49: ("places behind the winner", ""),
    50: ("no place on foot or dead", ""),
    51: ("a CDM below 0 bars straining", ""),
    52: ("a driver modifier below 0 bars it for the race", ""),
    53: ("the clock", "deadlines take its place (EA-42)"),
    54: ("a forfeited move goes straight on", f"{_SAME} 11.3"),
    55: ("whom bribes aim at", _CAMPAIGN),
    56: ("sabotage is repaired", _CAMPAIGN),
    57: ("four horses at least", _CAMPAIGN),
    58: ("the bank pays", _CAMPAIGN),
    59: ("options that the edition does not know", "`tests/circus_maximus/test_editions.py`"),
}

REGISTER = Chapter(
    "The Epic edition: its register",
    tuple(Subject(f"row {number}", about, elsewhere) for number, (about, elsewhere) in _ROWS.items()),
)
"""Each row of differences from the Advanced Game."""

_WORKED: Mapping[int, str] = {
    1: "", 2: _CAMPAIGN, 3: f"{_SAME} `CM-6.3-1`, P2, P3", 4: f"{_SAME} P5", 5: f"{_SAME} P7", 6: f"{_SAME} P4",
    7: f"{_SAME} P8", 8: "", 9: "", 10: f"{_SAME} P11", **dict.fromkeys(range(11, 16), _CAMPAIGN), 16: "",
    17: _CAMPAIGN, 18: _CAMPAIGN, 20: "", 21: "", 22: "", 23: "", 24: "", 25: f"{_CAMPAIGN}: sabotage", 26: "", 27: "",
    28: "", **dict.fromkeys((29, 30, *range(31, 50)), _CAMPAIGN), 50: "", 51: "",
}  # fmt: skip

WORKED = Chapter(
    "The Epic edition: worked cases",
    tuple(Subject(f"ET-{number}", "", elsewhere) for number, elsewhere in _WORKED.items()),
)
"""Those of its specification."""

_SHARED = "the same words, the same rules as in the Advanced Game"
_RULINGS: Mapping[int, str] = {
    1: "the phases of a turn, as in 5.1 to 5.5",
    12: "leagues: `engine/circus_maximus/seen/homecoming.py` sends home no modifier",
    13: _SHARED,
    14: f"{_SAME} 7.41",
    15: f"{_SAME} R-D20",
    25: "",
    31: _CAMPAIGN,
    **dict.fromkeys((37, 38, 39, 40, 41, 52), f"{_CAMPAIGN}: plots"),
    42: "deadlines; a silent driver as in 11.3 and 11.7",
    43: "EP-3",
    50: f"{_SAME} R-C9",
    58: f"{_SAME} 16.4",
}

RULINGS = Chapter(
    "The Epic edition: rulings",
    tuple(Subject(f"EA-{number}", "", _RULINGS.get(number, "")) for number in range(1, 69)),
)
"""Those of its specification; ours are EP-1 and on, in docs/rulings.md."""
