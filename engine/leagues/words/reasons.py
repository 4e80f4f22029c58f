"""Why something is refused in a league; the words are made at the edge."""

from enum import StrEnum


class LeagueReason(StrEnum):
    """Each comes with the rule's number and the values its sentence needs. Sums are sesterces."""

    NOT_NOW = "not now"  # phase
    NO_SAY = "no say"
    STILL_IN = "still in"
    SAID_SO = "said so"  # waiting: stables
    DECLINED = "declined"  # player: who was asked to be a deputy
    NOT_A_MEMBER = "not a member"
    SHEET_IS_CLOSED = "sheet is closed"
    OUT_OF_THE_SEASON = "out of the season"  # status
    TOO_LITTLE_CASH = "too little cash"  # need, have
    NOT_WHOLE = "not a whole sum"  # have, step
    NOT_YOURS = "not yours"  # chariot
    OWNS_NO_CHARIOTS = "owns no chariots"  # stable, chariot
    NOT_THEIRS = "not theirs"  # chariot, giver, holder: stables
    NO_SUCH_CHARIOT = "no such chariot"  # chariot
    WRONG_NUMBER = "wrong number"  # have, must_be: of allotments, horses, places; what: "stables", if of those
    POINTS_OUT_OF_RANGE = "points out of range"  # at_most
    POINTS_DO_NOT_ADD_UP = "points do not add up"  # total, must_be
    RECKONED = "reckoned"  # event
    # entries
    CANNOT_START = "cannot start"  # chariot, lacks
    TOO_MANY_ENTRIES = "too many entries"  # have, at_most
    TWICE = "twice"  # chariot, or what
    HEALTHY_FIRST = "healthy first"  # chariot, healthy
    LEAST_HURT_FIRST = "least hurt first"  # chariot, lacks, least
    # purchases and training
    NOT_LOST = "not lost"  # what, chariot
    BAD_PRICE = "bad price"  # have, at_least, at_most, step
    NO_SUCH_MODIFIER = "no such modifier"  # at_most
    NO_TEAM = "no team"  # chariot
    NO_DRIVER = "no driver"  # chariot
    NOT_TO_ARRANGE = "not to arrange"  # chariot
    TOO_LITTLE_EXPERIENCE = "too little experience"  # need, have
    HORSE_IS_BEST = "horse is best"  # at_most
    OTHERS_FIRST = "others first"  # below: the speed all must have first
    DEAD_HORSE = "dead horse"  # chariot
    AT_CEILING = "at ceiling"  # ceiling
    # the dark
    NOT_FOR_THIS = "not for this"  # device; possible: devices that can be bought for the event
    BELOW_MINIMUM = "below minimum"  # device, have, at_least
    OWN_FACTION = "own faction"  # chariot
    TWO_TARGETS = "two targets"  # chariot
    DEVICE_TWICE = "device twice"  # device
    NOT_ENTERED = "not entered"  # chariot
    BAD_TRIGGER = "bad trigger"
    SPARES_NOBODY = "spares nobody"  # whom a bribe is to protect is missing, or wrong
    # bets
    NOT_IN_STEPS = "not in steps"  # have, step
    OWN_BET_FIRST = "own bet first"  # at_least
    TOO_MUCH_ON_OTHERS = "too much on others"  # have, at_most
    OVER_FIRST_BET = "over first bet"  # have: on a faction; at_most
    NO_ODDS = "no odds"  # chariot: that nobody backed before the race
    NO_WINDOW = "no window"  # window
    # deals, loans, auctions
    LAST_EVENT = "last event"
    WITH_THE_HOUSE = "with the house"
    WITH_YOURSELF = "with yourself"
    OFFERED_ENOUGH = "offered enough"  # stable, at_most
    NO_SUCH_OFFER = "no such offer"  # number
    NO_SUCH_DEAL = "no such deal"  # number, possible
    MOVED_ON = "moved on"  # chariot
    SPENT = "spent"  # stable, need
    CANNOT_PAY = "cannot pay"  # stable, need
    CHANGED_TODAY = "changed today"  # chariot
    CHANGED_SINCE = "changed since"  # chariot
    NOTHING_IN_IT = "nothing in it"
    MONEY_ALONE = "money alone"
    IS_ENTERED = "is entered"  # chariot

    NO_LOSS_THERE = "no loss there"  # kind, chariot
    BAD_TERMS = "bad terms"  # at_least, at_most
    BAD_DATE = "bad date"  # at_least, at_most
    NO_SUCH_LOAN = "no such loan"  # number
    NO_HELP = "no help"  # at_most
    NOT_THE_DEBTOR = "not the debtor"  # debtor: a stable
    NO_SUCH_LOT = "no such lot"  # lot
    # the Epic campaign
    NOT_IN_THIS = "not in this"  # campaign: what is asked for belongs to the other one
    TOO_MANY_LINES = "too many lines"  # have, at_most
    BELOW_START = "below start"  # have, at_least
    NO_SUCH_ITEM = "no such item"  # kind, item: not in this store
    IS_ALIVE = "is alive"  # chariot, place: a horse that lives is not replaced
    NOTHING_THERE = "nothing there"  # kind, chariot
    IS_HELD = "is held"  # item: entered, consigned, or in a match
    OWNERS_VOTE = "owners vote"  # on the end, and no bettors
    VOTED_ALREADY = "voted already"
    SAID_ENOUGH = "said enough"  # at_most: times in a phase
    EARLIER_FIRST = "earlier first"  # number: of a loan that was agreed on before
    CAN_RACE = "can race"  # and so is not ruined
    NOT_BANKRUPT = "not bankrupt"
    AGAIN_ENOUGH = "again enough"  # at_most: times in a season
    GUARDS_NOTHING = "guards nothing"  # security, with nothing in the race
    CONSIGNED_ENOUGH = "consigned enough"  # at_most: goods in a phase
    NO_SUCH_MATCH = "no such match"  # number
    BAD_ODDS = "bad odds"  # have, at_most
    BAD_SIDE = "bad side"  # have, at_most: chariots of a side
    BAD_LAPS = "bad laps"  # have, possible
    BELOW_STAKES = "below stakes"  # have, at_least: of the one who was challenged
    NOT_YOUR_TURN = "not your turn"  # stable: whose word is missing
    TOO_FEW_CHARIOTS = "too few chariots"  # stable, need
    HAS_MATCHED = "has matched"  # chariot: since the last event
    MATCHES_ENOUGH = "matches enough"  # at_most: challenges or raises
    # gladiators
    NOT_YOUR_MAN = "not your man"  # man
    MAN_TWICE = "man twice"  # man
    MAN_CANNOT = "man cannot"  # man: too much hurt, in a duel, or for sale
    TOO_MANY_MEN = "too many men"  # have, at_most
    TOO_FEW_MEN = "too few men"  # stable, need
    MAN_ENTERED = "man entered"  # man: in the gala that is not reckoned yet
    MAN_CHANGED_TODAY = "man changed today"  # man: armed or trained, known to his owner alone
    MAN_IS_HELD = "man is held"  # man: since the offer was made
    HAS_FOUGHT = "has fought"  # man: a duel since the last event
    IS_ARMED = "is armed"  # man, type: for good
    LEARNED_ENOUGH = "learned enough"  # man: one thing after each match
    NOT_IN_GALA = "not in gala"  # man: by entry
    AGAINST_OWN_MAN = "against own man"  # man: by entry
    NO_PAIR_WINDOW = "no pair window"  # match
    BAD_HOURS = "bad hours"  # have, possible
    NO_SUCH_SIDE_BET = "no such side bet"  # number
    BETS_ARE_CLOSED = "bets are closed"  # number: of the match
    NO_SIDE = "no side"  # number, possible: the two sides of the match
    AGAINST_YOURSELF = "against yourself"
    FAR_ODDS = "far odds"  # have, at_most: so many times one stake is the other
    SIDE_BETS_ENOUGH = "side bets enough"  # at_most
    SIDE_STAKES_ENOUGH = "side stakes enough"  # need, at_most, left; who: whose limit it is
    # joining
    HAS_A_STABLE = "has a stable"  # one person, one stable: the steward knows who is who
    OBJECTED = "objected"  # already
    FOUNDS_SOON = "founds soon"  # at the next reckoning
    TOO_LATE = "too late"  # until
    EXPELLED = "expelled"
    NO_SUCH_MEMBER = "no such member"  # player
    NOT_THE_OWNER = "not the owner"  # a deputy does what only the owner may
    REQUEST_IS_OVER = "request is over"  # to be a deputy
    DEPUTY_DRIVES = "deputy drives"
    HAS_AN_OWNER = "has an owner"  # stable
    NO_SUCH_STABLE = "no such stable"  # stable
    HOST_ALREADY = "host already"  # player
    NO_VOTE = "no vote"
    NO_VOTE_YET = "no vote yet"  # host
    BETTERS_ENOUGH = "betters enough"  # at_most
    NO_LEAGUE = "no league"  # game
