"""Why something is refused in Chariots of Rome; the words are made at the edge."""

from enum import StrEnum


class RaceReason(StrEnum):
    """Reasons of this game alone; behind each, the values that come with it."""

    TOO_MANY_CHARIOTS = "too many chariots"  # need: chariots that would race; at_most; track: its name
    CHARIOTEER_TAKEN = "charioteer taken"  # charioteer, free (ids)
    GATE_TAKEN = "gate taken"  # gate, free (ids)
    WISHED_TWICE = "wished twice"  # wish: one that a list holds twice, or that does not exist; possible
    NO_SUCH_CARD = "no such card"  # card: whose Initiative card it would be; possible (entries)
    LEVEL_TOO_HIGH = "level too high"  # level, possible (numbers)
    CANNOT_PAY = "cannot pay"  # pay: how; possible
    TOO_FAR = "too far"  # moves: of the step; left: how many are left
    NOT_NEXT = "not next"  # square, possible (spaces that can be entered from there)
    STAYS_IN_LANE = "stays in lane"  # square: in a corner nobody steps inward but from the last space of a lane
    SPACE_FILLED = "space filled"  # square: a step ends on an obstacle; with a chain its exit must be clear
    SPACE_CLEAR = "space clear"  # square: a chain leads over obstacles alone; it ends at the first clear space
    OUT_OF_REACH = "out of reach"  # rival, kind, possible (pairs of kind and entry)
    TOO_MANY_REMOVED = "too many removed"  # have: that would be removed; at_most
    NO_DEBRIS_THERE = "no debris there"  # square
