"""Why something is refused in Circus Maximus; the words are made at the edge."""

from enum import StrEnum


class CircusReason(StrEnum):
    """Each comes with the rule's number and the values its sentence needs."""

    POINTS_DO_NOT_ADD_UP = "points do not add up"  # total, must_be
    POINTS_OUT_OF_RANGE = "points out of range"  # category, given, at_most
    TOO_FAST = "too fast"  # wanted, at_most
    TOO_FAST_FOR_CORNER = "too fast for corner"  # wanted, at_most: straining is barred (7.33)
    TOO_FEW_FACTORS = "too few factors"  # need, have
    TOO_LITTLE_ENDURANCE = "too little endurance"  # need, have
    SQUARE_TAKEN = "square taken"  # by, part, square
    WALL = "wall"  # side
    NO_INSIDE = "no inside"
    STRAINING_BARRED = "straining barred"
    NO_SIDESLIP = "no sideslip"  # only_blocked: it takes a chariot straight ahead (T6)
    NOT_BLOCKED = "not blocked"  # there is nobody ahead to run into
    CAN_SLIP = "can slip"  # sides: to which; so it does not run into the chariot ahead (6.74)
    CAN_BRAKE = "can brake"  # factors: all that are left; so it does not run into the chariot ahead (6.74)
    BEYOND_THE_FINISH = "beyond the finish"  # at_most
    ATTACKED_HERE = "attacked here"  # already, from this square (9.14)
    ON_THE_GRID = "on the grid"  # team_alone: which has to leave it (T8)
    NOT_IN_REACH = "not in reach"  # target
    OWN_CHARIOT = "own chariot"
    BRIBED = "bribed"  # its driver has taken a bribe not to
    NO_SUCH_PLOT = "no such plot"  # it is none of theirs, or it is over
    LEAGUE_IS_ADVANCED = "league is advanced"
    NOT_WITH_A_LEAGUE = "not with a league"  # option
    NO_WHIP = "no whip"
    DEAD_HORSE_SIDE = "dead horse side"
    STATIONARY = "stationary"
    HAS_CUT = "has cut"
    CANNOT_STRAIN = "cannot strain"  # once_free: it may with the cut (T19)
    NOTHING_TO_CUT = "nothing to cut"
    NO_GAIN = "no gain"
    TOO_MUCH_GAIN = "too much gain"  # wanted, at_most: movement factors on offer (T5)
    NO_STEP_SINCE = "no step since"  # a forward one, since the last attack (T7)

    # The Advanced Game and its weapons
    NO_DRIVER = "no driver"  # in one's own car (15.2)
    NOBODY_THERE = "nobody there"  # no driver in the car that is attacked (15.25)
    HALF_BLIND = "half blind"  # and so they drive straight on (16.2)
    ON_AN_OBSTACLE = "on an obstacle"  # from which nobody attacks (14.1)
    NO_WEAPON = "no weapon"  # weapon: not owned, or thrown already
    RAIN = "rain"  # in which dust does not fly
    THRUST_BEFORE = "thrust before"  # the spear, in this turn
    OUT_OF_RANGE = "out of range"  # away, at_most: in squares; of a knife
    NO_KNIFE = "no knife"  # to cut horses free with

    # Options that make no sense together, when a race is opened or started
    NEEDS_ADVANCED = "needs the Advanced Game"  # option: its name, such as "horse_carcasses" or "field"
    NOT_IN_TEAMS = "not in teams"  # option: its name, which cannot go with teams
    ODD_TEAMS = "odd teams"  # have: entries, an odd number
    FIELD_TOO_LARGE = "field too large"  # have: entries, at_most

    # The detailed specification (16.1); each with the rule 16.1
    NOT_ON_THE_CHART = "not on the chart"  # item: such as "horse", "hits"; value; possible: values from least to most
    TOO_DEAR = "too dear"  # cost, at_most: in points
    HORSES_OUT_OF_ORDER = "horses out of order"  # horses: four speeds; ordered: the same in an order that is allowed
    WEAPON_NOT_ALLOWED = "weapon not allowed"  # weapon; possible: those that may be bought in this race, maybe none
    WEAPON_TWICE = "weapon twice"  # weapon
