"""Why something is refused in Circus Maximus; the words are made at the edge."""

from enum import StrEnum


class CircusReason(StrEnum):
    """Each comes with the rule's number and the values its sentence needs."""

    POINTS_DO_NOT_ADD_UP = "points do not add up"  # total, must_be
    POINTS_OUT_OF_RANGE = "points out of range"  # category, at_most
    TOO_FAST = "too fast"  # wanted, at_most
    TOO_FAST_FOR_CORNER = "too fast for corner"  # wanted, at_most: straining is barred (7.33)
    TOO_FEW_FACTORS = "too few factors"  # need, have
    TOO_LITTLE_ENDURANCE = "too little endurance"  # need, have
    SQUARE_TAKEN = "square taken"  # by, part, square
    WALL = "wall"  # side
    NO_INSIDE = "no inside"
    STRAINING_BARRED = "straining barred"
    NO_SIDESLIP = "no sideslip"
    BEYOND_THE_FINISH = "beyond the finish"  # at_most
    ATTACKED_HERE = "attacked here"  # already, from this square (9.14)
    ON_THE_GRID = "on the grid"
    NOT_IN_REACH = "not in reach"  # target
    OWN_CHARIOT = "own chariot"
    NO_WHIP = "no whip"
    DEAD_HORSE_SIDE = "dead horse side"
    STATIONARY = "stationary"
    HAS_CUT = "has cut"
    CANNOT_STRAIN = "cannot strain"
    NOTHING_TO_CUT = "nothing to cut"
    NO_GAIN = "no gain"
