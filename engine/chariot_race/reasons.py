"""Why something is refused in Chariot Race; the words are made at the edge."""

from enum import StrEnum


class RaceReason(StrEnum):
    """Reasons of this game alone; behind each, the values that come with it."""

    BOARD_TAKEN = "board taken"  # board, free (names)
    SLOT_TAKEN = "slot taken"  # slot, free (numbers)
    WISHED_TWICE = "wished twice"  # wish: a board or a slot that a list holds twice, or that does not exist; possible
    NO_SUCH_DIE = "no such die"  # die, dice: how many there are; dice count from 1 here
    NO_DICE_CHOSEN = "no dice chosen"  # a paid reroll of nothing; cost
    NOT_TO_FORTUNA = "not to fortuna"  # face, possible
    TOO_MANY_PLUS = "too many plus"  # have: faces counted as +1; at_most
    WRONG_LENGTH = "wrong length"  # need: steps at this speed; have
    TOO_MANY_CHANGES = "too many changes"  # need: lane changes of the way; have: steer faces
    OFF_THE_TRACK = "off the track"  # step: of the way, 1 first; lane: that has none beside it
    OUT_OF_RANGE = "out of range"  # rival, in_range (entries)
    NOT_PASSED = "not passed"  # square, possible (spaces where one may be dropped)
