"""Why something is refused in Ave Caesar; the words are made at the edge."""

from enum import StrEnum


class CaesarReason(StrEnum):
    """Each comes with the rule's number and the values its sentence needs."""

    NO_SUCH_CARD = "no such card"  # card, hand (7.2)
    SIX_FOR_LEADER = "six for leader"  # leaders (7.4)
    NO_WAY = "no way"  # card, taken: the spaces in the way; every path of this length is blocked (7.1)
    COIN_FIRST = "coin first"  # card: it would drive past the alley on lap 2 with the coin (7.9)
    WRONG_LENGTH = "wrong length"  # need, have: the path has not as many steps as the card (7.1)
    NO_STEP = "no step"  # start, to: no edge joins them (7.1)
    SPACE_TAKEN = "space taken"  # space, by (7.1)
