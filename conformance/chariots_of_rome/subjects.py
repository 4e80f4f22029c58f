"""The subjects that need cases: the rules of Chariots of Rome, the cases of its specification, and its rulings."""

from conformance.chapters import chapter

_PILES = "`tests/chariots_of_rome/harm/test_piles.py`"
_WORLDS = "`tests/chariots_of_rome/seen/test_secrets.py`"
_BOARD = "`tests/chariots_of_rome/printed/test_board.py`"
_NOTHING = "nothing to show: it changes no rule"
_CASES = (
    " ".join(f"T{number:02}" for number in range(1, 21)),
    " ".join(f"X{number:02}" for number in range(1, 93)),
    " ".join(f"Y{number:02}" for number in range(1, 17)),
)

CHAPTERS = (
    chapter(
        "Chariots of Rome: the rules",
        """
        1 spaces, steps and race order
        2.3 dice
        2.4 gaining and losing
        3 the set-up
        4 the round, and the Favor of the Gods
        5.1 the Speed step
        5.2 Adjustments
        5.3 Driving
        6.1 lanes in corners
        6.2 entering a corner
        6.3 the Cornering stack
        7 overtaking
        8.1 when an Attack may be made
        8.2 zones
        8.3 rams
        8.4 whips
        9.1 draws and Defense Tactics
        9.2 results
        10 swerving and crashing
        11 wounds
        12.1 the first-corner lock
        12.2 elimination, and the last survivor
        13 the finish
        14 options
        15.2 the Circus Maximus
        15.3 the Provincial Track
        15.4 the Talladegas Track
        15.5 the Daytonus Track
        15.7 how tracks are drawn
        16.1 the Action deck
        16.2 charioteers
        16.3 Fate cards
        16.4 what silent players do
        19.2 a round of orders
        19.3 wishes
        19.4 orders
        20 series
        """,
        {"15.7": _BOARD},
    ),
    chapter(
        "Chariots of Rome: rulings",
        """
        R1 lanes
        R2 the examples of chapter XVI
        R3 twelve chariots
        R4 the Fate die
        R5 the Tri die
        R6 double Rattled
        R7 no Swerve in Danger
        R8 swerves look at the destination alone
        R9 no stopping early
        R10 overtaking beside a free lane
        R11 the path while overtaking
        R12 stack cards in a chain
        R13 the order on arrival
        R14 when the lock lifts
        R15 the lock lifts in a chain
        R16 never the last Endurance by choice
        R17 stopping short with the lock on
        R18 several crashes are one draw
        R19 past an immobile obstacle
        R20 back along a wall
        R21 a wreck behind a wreck
        R22 where a lane ends
        R23 struck by a wreck
        R24 the order in a cascade
        R25 the rest of an Attack
        R26 a new corner with cards left
        R27 corner cards on a straight
        R28 a backlash in a corner
        R29 rams from a corner's last space
        R30 zones
        R31 whipped from the outside
        R32 who is last into a corner
        R33 pushed back before a corner
        R34 pushed back over the line
        R35 a stack at the finish
        R36 Attacks by finished chariots
        R37 distances
        R38 the last chariots of a team
        R39 the counterattack
        R40 egg and dolphin markers
        R41 unanimous consent
        R42 backlash of Derisor
        R43 no card anywhere
        R44 the first turn
        R45 the order of effects on all
        R46 Tactics of a corner pay its cards
        R47 what counts as speed in a corner
        R48 Hard Driving on the first turn
        R49 an ability lost in mid-effect
        R50 misprints
        R51 Defense Tactics come first
        R52 movement is fixed
        R53 redraws
        R54 gates
        R55 team mates
        R56 forced decisions
        R57 the last round
        R58 no counterattack where an Attack is forbidden
        R59 more than eight people
        R60 the pile runs out
        R61 two gifts are two events
        R62 a card in force is shuffled in
        R63 limits
        R64 race order
        R65 places behind the winner
        R66 Favor eliminates who rolled
        """,
        {
            "R5": "`tests/test_dice.py`",
            "R40": _NOTHING,
            "R43": _PILES,
            "R50": _NOTHING,
            "R52": "`engine/chariots_of_rome/turn/turn.py`: nothing changes `total_move` after Adjustments",
        },
    ),
    chapter("Chariots of Rome: the cases of its specification", "\n".join(" ".join(_CASES).split()), {"Y15": _WORLDS}),
)
