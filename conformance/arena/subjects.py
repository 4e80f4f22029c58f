"""The subjects that need cases: the rules of the arena, the cases of its specification, its rulings, and ours."""

from conformance.chapters import chapter

_ORDERS = "`tests/arena/test_orders.py`"
_MERCY = "`tests/arena/test_mercy.py`"
_OPTIONS = "`tests/arena/test_options.py`"
_SCORES = "`tests/arena/test_scores.py`"
_PLAYS = "`tests/arena/test_playing_out.py`"
_SECRETS = "`tests/arena/test_secrets.py`"
_CASES = " ".join(f"T-{number}" for number in range(301, 441))

CHAPTERS = (
    chapter(
        "The arena: the rules",
        """
        C.2 characteristics of men
        C.3 types and armour
        C.4 market, galas, duels
        C.5 experience
        C.6 recovery
        C.7 champions
        D.1 derived values
        D.2 the field, places, sides of a man
        D.3 turns and phases
        D.4.2 what a plan becomes
        D.4.3 conditions
        D.4.4 orders of a phase
        D.5 manoeuvre
        D.6 blows and bashes
        D.7 effects
        D.8 net and trident
        D.9 mood and mercy
        D.10 what is counted
        D.11 ends, galas and bets
        H.8.1 the days of a gala
        H.8.2 who fights whom
        H.8.4 bets on galas and duels
        H.8.6 the reckoning of a gala
        """,
    ),
    chapter(
        "The arena: the cases of its specification",
        "\n".join(f"{name} as in the specification" for name in _CASES.split()),
        {"T-335": _ORDERS, "T-407": _MERCY},
    ),
    chapter(
        "The arena: rulings of its specification",
        """
        R-C1 numbers of the areas
        R-C2 armour of the retiarius
        R-C3 the columns of CFs
        R-C4 pairs or a melee
        R-C5 forfeits
        R-C6 how much a failed healing takes
        R-C7 one improvement a match
        R-C8 characteristics after bad healing
        R-C9 no slow bonus for a man who is spared
        R-C10 the small shield against a retiarius
        R-C11 bonuses add to a kill
        R-C12 wounds of duels, and who heals
        R-C13 who plays a gladiator
        R-C14 type and armour in an auction
        R-C15 who may enter a gala
        R-C16 healing without a wound
        R-C17 the executed
        R-C18 owners who leave during a gala
        R-C19 shares of the pot
        R-C20 who has attacked
        R-C21 no limit by characteristic
        R-C22 never slow and fast
        R-C23 fast without an elimination
        R-C24 mercy and champions
        R-C25 bets against one's own man
        R-C26 odd men
        R-C27 a gala and a duel at once
        R-C28 no limits but one
        R-C29 a net whose thrower falls
        R-C30 the limit of time
        """,
    ),
    chapter(
        "The arena: our rulings",
        """
        AR-1 CFs of the types
        AR-2 men to choose among
        AR-3 places of sides
        AR-4 best of three
        AR-5 quick blows by condition
        AR-6 the cut after a bash
        AR-7 who has given ground
        AR-8 collisions of three
        AR-9 two nets at one man
        AR-10 standing firm
        AR-11 bashes, guards and open men
        AR-12 what is dropped
        AR-13 the net on a man who falls
        AR-14 half a chest
        AR-15 points at the limit of time
        AR-16 mercy
        AR-17 omens
        AR-18 what a plan covers
        AR-19 plans in a list
        AR-20 places
        AR-21 plans with a net
        AR-22 what n is
        AR-23 the net of a fallen thrower
        AR-24 half a head
        """,
        {"AR-2": _OPTIONS, "AR-3": _SECRETS, "AR-17": _SECRETS, "AR-18": _OPTIONS, "AR-19": _PLAYS, "AR-20": _SCORES},
    ),
)
