"""The subjects that need cases: the rules of Chariot Race, the cases of its specification, and the rulings on it."""

from conformance.chapters import chapter

_SPREAD = "`tests/chariot_race/test_outlooks.py`"
_WORLDS = "`tests/chariot_race/test_secrets.py`"
_CASES = " ".join(f"T{number:02}" for number in range(1, 73)), " ".join(f"Y{number:02}" for number in range(1, 14))

CHAPTERS = (
    chapter(
        "Chariot Race: the rules",
        """
        3.3 positions and laps
        4 sides, boards, players
        5 the grid
        6 the sequence of a turn, and what silent players do
        7 repairs, rerolls and dice that are turned
        8.1 speed
        8.2 ways
        8.3 what a space does to whoever enters it
        8.4 ramming
        8.5 stone heaps
        8.6 caltrops
        8.7 javelins
        8.8 wrecks
        9.1 dice
        9.2 the white board
        9.3 the black boards
        9.4 the oval
        10 the end, and the ranking
        11.1 two or three players
        11.2 whoever has finished is protected
        11.3 sides
        11.4 the draft
        15.1 paces and decisions
        15.2 orders and wishes
        15.3 what orders answer
        15.4 what is best
        15.5 silence and clauses
        15.6 what the rules ask of the engine
        16 series
        """,
        {
            "15.1": "`engine/chariot_race/ruleset.py`, `tests/chariot_race/test_ruleset.py`",
            "15.2": _SPREAD,
            "15.6": "`tests/steward/test_lobbies.py`, `tests/test_series.py`",
        },
    ),
    chapter(
        "Chariot Race: rulings",
        """
        R01 dice at speeds 7 to 11
        R02 no die is turned to fortuna
        R03 the free reroll comes first
        R04 repair with one or two points missing
        R05 equal fronts: outer, middle, inner
        R06 where a lane change leads
        R07 the range of javelins
        R08 heap, corner, caltrop, ram
        R09 the space of the set-back charges
        R10 the marker of a chariot wrecked in passing
        R11 a caltrop under a standing chariot
        R12 where the wreck of a heap lies
        R13 no javelin at the own second chariot
        R14 the only finisher is wrecked
        R15 shared wins
        R16 who rams a protected chariot
        R17 set back behind the line
        R18 chariots on different laps
        R19 no speed below 0
        R20 the last round, and default moves
        R21 second chariots on the grid
        R22 both wrecked in one ram
        R23 a wreck on a space where another stands
        R24 a marker that was hit before the set-back
        R25 a lane change into an occupied space
        R26 out and back in one move
        R27 no way survives
        """,
    ),
    chapter("Chariot Race: the cases of its specification", "\n".join(" ".join(_CASES).split()), {"Y13": _WORLDS}),
)
