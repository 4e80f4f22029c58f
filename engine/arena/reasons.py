"""Why something is refused in the arena; the words are made at the edge."""

from enum import StrEnum


class ArenaReason(StrEnum):
    """Each comes with the rule's number and the values its sentence needs."""

    NO_NET = "no net"  # he holds no net (D.8)
    NET_NOT_READY = "net not ready"  # it is still drawn back (D.8)
    TOO_MANY_CFS = "too many CFs"  # need, have (D.4.4)
    BAD_BLOW = "bad blow"  # cf, most: a blow takes 1 to 6 CFs, unarmed 3, a bash or a throw 1 to 4 (D.4.4)
    BAD_DEFENCE = "bad defence"  # what, cf, most (D.4.4)
    SAME_AREA = "same area"  # two blows at one area of one man (D.4.4)
    TOO_MANY_ATTACKS = "too many attacks"  # have, most; most is 1 with a half-disabled arm (D.4.4)
    NO_SHIELD = "no shield"  # to bash with (D.4.4)
    TOO_MANY_FACTORS = "too many factors"  # have, most: of the shield, or on one area (D.4.4)
    NO_SUCH_FOE = "no such foe"  # foe, possible (D.4.4)
    NOTHING_TO_RECOVER = "nothing to recover"  # item (D.5)
    BAD_CONDITIONS = "bad conditions"  # have, most: too many, or the same twice (D.4.3)
    TOO_MANY_PHASES = "too many phases"  # have, most: plans for later phases than the exchange has (D.4.1)
    OWN_MAN = "own man"  # who owns a fallen man, or who brought him down, has no vote (D.9)
    VOTED_SO = "voted so"  # life (D.9)
    VOTED_ENOUGH = "voted enough"  # at_most (D.9)
    NOT_THE_HOSTS = "not the host's"  # the host alone decides (D.9)
    NO_VOTE = "no vote"  # nobody lies there whom the crowd judges (D.9)
    TOO_MANY_MEN = "too many men"  # need, at_most (D.2)
