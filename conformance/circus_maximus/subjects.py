"""Subjects that need cases: the rules of Circus Maximus, its options, its errata and the rulings on it."""

from conformance.chapters import chapter
from conformance.circus_maximus.epic_subjects import REGISTER, RULINGS, WORKED
from conformance.circus_maximus.table_subjects import TABLE_REGISTER, TABLE_RULINGS, TABLE_WORKED

_LOBBY = "`tests/steward/test_lobbies.py`"
_CLOCKS = "`tests/steward/test_deadlines.py`"
_VIEWS = "`tests/circus_maximus/seen/test_views.py`"
_DRIVERS = "`tests/circus_maximus/house/test_drivers.py`"
_LATER = "not applicable: there is no campaign"
_BETS = "cases of the betting table:"
_STATED = "a statement; nothing happens by it"

CHAPTERS = (
    chapter(
        "Preparation (3)",
        """
        3.2 lanes are drawn
        3.3 colours are drawn
        3.4 those who have more chariots than one; no attack on an own one
        3.5 logs are open
        3.6 preparation points
        3.61 driver hits
        3.63 team speed
        3.64 team endurance
        3.7 lap markers
        3.8 the grey squares
        3.9 the steward
        """,
        {"3.5": _VIEWS, "3.9": _STATED},
    ),
    chapter(
        "Sequence and movement (5, 6)",
        """
        5.1 speeds are written first
        5.2 colours go into the cup
        5.3 who is drawn moves
        5.5 the turn begins anew
        6.11 written speed, in secret
        6.12 the highest speed
        6.21 movement factors go together in any order
        6.22 all of them are spent
        6.23 one team or car in a square
        6.3 forward
        6.31 the corners
        6.32 the safe speed counts for any part in the corner
        6.41 lane change
        6.42 to the inside
        6.43 to the outside
        6.423 corner squares that are partly beside
        6.44 into the wall
        6.45 both new squares are free
        6.511 several lanes, evading before
        6.52 voluntary straining
        6.521 not with a negative CDM
        6.525 what the die says is taken
        6.61 braking
        6.62 braking against an attack
        6.7 sideslips
        6.71 blocked
        6.72 on purpose
        6.73 where to
        6.74 factors that are left
        6.9 the first turn
        """,
    ),
    chapter(
        "Corners and wheels (7)",
        """
        7.1 two causes of a check
        7.21 entering
        7.22 lanes further inside
        7.23 beginning in a corner
        7.31 strain points
        7.32 the corner chart
        7.33 bans after S, SS and J
        7.34 forced sideslips
        7.351 jostled
        7.353 speed falls with it
        7.354 it passes
        7.356 and adds up
        7.41 when wheels are tried
        7.43 how they are
        """,
    ),
    chapter(
        "Endurance (8)",
        """
        8.3 lost for the race
        8.41 without it corners overturn
        8.43 speed declines
        8.44 the driver weakens
        8.5 no more than there is
        """,
    ),
    chapter(
        "Attacks (9)",
        """
        9.1 an attack costs a factor
        9.12 several attacks
        9.13 from square to square
        9.14 one from each
        9.2 targets
        9.21 two of them
        9.22 in corners
        9.3 responses
        9.31 evading
        9.311 what it costs
        9.312 evading into a corner
        9.313 where it cannot be
        9.32 the roll
        9.41 lash on a team
        9.42 lash on a driver
        9.43 its results
        9.5 ram on a team
        9.51 injuries
        9.52 dead horses
        9.53 cutting free
        9.54 ram on a car
        9.55 wheel damage
        9.56 wheels tried
        9.6 involuntary rams
        9.61 how they go
        9.62 the modifier
        9.63 what they cost
        """,
    ),
    chapter(
        "End of the race (10)",
        """
        10.1 the last marker
        10.2 crossing the line
        10.3 factors left
        10.4 places by them
        10.5 and by the drawing
        """,
    ),
    chapter(
        "Reaction time (11)",
        """
        11.2 nothing is taken back
        11.3 silence: straight on
        11.4 measuring
        11.5 no clock while dice are rolled
        11.6 a time for each action
        11.7 a time for the speed
        11.9 shorter with practice
        """,
        {
            "11.2": "`tests/test_promises.py`: an answer is taken once",
            "11.4": _STATED,
            "11.5": _CLOCKS,
            "11.6": _CLOCKS,
            "11.9": f"{_LOBBY}: the host sets the times",
        },
    ),
    chapter(
        "Wrecks (12) and critical hits (13)",
        """
        12.1 when a wreck comes down
        12.2 where
        12.3 lanes first
        12.4 on a chariot
        13.1 critical hits
        """,
    ),
    chapter(
        "Obstacles (14) and runaway teams (15)",
        """
        14.1 driving onto an obstacle
        14.2 it must be cleared
        14.3 the die, the endurance, the chart
        15.1 when a team runs away
        15.2 how it runs
        15.21 straight on
        15.22 as fast as it can
        15.23 neither straining nor braking
        15.24 corners
        15.25 attacks; a dead horse
        """,
    ),
    chapter(
        "Dragged drivers (16), men on foot (17), enlarged fields (18)",
        """
        16.1 dragged
        16.2 getting free
        16.3 injuries
        16.4 finishing
        16.5 ridden down
        16.6 over an obstacle
        16.7 pulled out
        17.1 running
        17.2 directions
        17.3 climbing out
        17.4 run down
        17.5 otherwise left alone
        18.1 the second row
        18.2 its first turn
        """,
    ),
    chapter(
        "Options",
        """
        detailed-specification 32 points
        dust thrown once
        knife thrown once
        spear once a turn
        horse-carcasses lie in the way
        critical-horse-hits worse injuries
        first-turn-acceleration skilled starts
        written-straining an S beside the speed
        weather rain and mud
        evade-cost debit or cap (A5)
        frontal-ram the owner's choice, or even (B8)
        free-attempts once or every phase (E12)
        horse-cut one or all (E24)
        teams two chariots win together
        """,
    ),
    chapter(
        "Printed cases",
        """
        P1 injury
        P2 forward
        P3 lane changes
        P4 corner
        P5 strained
        P6 evaded before
        P7 braking
        P8 strain points
        P9 jostle
        P10 maximum after it
        P11 decline
        P12 beside in a corner
        P13 frontal ram
        P14 braking and corner speed
        P15 no inside
        P16 horses run on
        P17 experience
        P18 bribes
        P19 security
        P20 odds
        P21 payoff
        P22 six lanes
        P23 lane 1
        P24 lanes 2 to 6
        P25 squares of a straight
        P26 allotments
        P27 lane labels
        """,
        dict.fromkeys(("P17", "P18", "P19"), _LATER)
        | {"P20": f"{_BETS} BET-26.2-1", "P21": f"{_BETS} BET-26.4-1"}
        | {"P27": "`tests/circus_maximus/printed/test_data.py`: the safe speeds name the lanes"},
    ),
    chapter(
        "Derived cases",
        "\n".join(f"D{number}" for number in (*range(1, 41), *range(63, 81))),
        {"D27": f"{_BETS} BET-26.41-1"},
    ),
    chapter(
        "Rulings A, sequence and arithmetic",
        "\n".join(f"R-A{number}" for number in range(1, 24)),
    ),
    chapter("Rulings B, board and movement", "\n".join(f"R-B{number}" for number in range(1, 19))),
    chapter("Rulings C, corners", "\n".join(f"R-C{number}" for number in range(1, 17))),
    chapter("Rulings D, combat", "\n".join(f"R-D{number}" for number in range(1, 28))),
    chapter("Rulings E, wrecks, teams, drivers", "\n".join(f"R-E{number}" for number in range(1, 30))),
    chapter("Rulings F, finish", "\n".join(f"R-F{number}" for number in range(1, 7)), {"R-F5": _LATER}),
    chapter(
        "Rulings G, campaign and solitaire",
        "\n".join(f"R-G{number}" for number in range(1, 18)),
        {f"R-G{number}": _LATER for number in range(1, 18)}
        | {
            "R-G11": f"{_BETS} BET-26.3-2",
            "R-G12": f"{_BETS} BET-26.4-1",
            "R-G13": f"{_BETS} BET-26.41-4, BET-26.41-5",
            "R-G14": f"{_BETS} BET-26.1-8",
            "R-G15": f"{_DRIVERS}: the die of a personality",
        },
    ),
    chapter("Rulings H, options", "\n".join(f"R-H{number}" for number in range(1, 11))),
    REGISTER,
    WORKED,
    RULINGS,
    TABLE_REGISTER,
    TABLE_WORKED,
    TABLE_RULINGS,
)
"""In the order of the rules."""
