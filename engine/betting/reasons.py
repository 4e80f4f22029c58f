"""Why the betting table refuses something; the words are made at the edge."""

from enum import StrEnum


class BetReason(StrEnum):
    """Each comes with the rule's number and the values its sentence needs; sums are sesterces."""

    NO_TABLE = "no table"  # on this race there is no betting
    NO_SUCH_MARKET = "no such market"  # possible: numbers of markets
    MARKET_CLOSED = "market closed"  # market: its kind; window; moment: code of what closed it; closed: seconds or None
    NO_SUCH_CHOICE = "no such choice"  # choice; possible: choices
    NOT_IN_STEPS = "not in steps"  # have, step: stakes are multiples of it, and at least it; at_most: in the purse
    TOO_LITTLE = "too little"  # have, need
    PURSE_TOO_LIGHT = "purse too light"  # have, need
    OVER_CAP = "over cap"  # have: staked on this race so far; need: the stake; at_most
    TOO_NEW = "too new"  # have, need: days in the server
    HOST_AND_BANK = "host and bank"  # whoever hosts a race that the bank pays does not bet on it
    STEERED = "steered"  # act: what this player has done to the race since its start
    OF_THE_LEAGUE = "of the league"  # members, deputies and substitutes know of plans
    NOT_YOUR_ENTRY = "not your entry"  # possible: entries that they drive, maybe none that is known yet
    NOT_FOR_DRIVERS = "not for drivers"  # market: its kind
    MORE_THAN_OWN = "more than own"  # own: on their own; have: on others so far; need: the stake; at_most: more
    NOT_BACKED_BEFORE = (
        "not backed before"  # choice: of a faction on which they have no sealed bet from before the race
    )
    OVER_WINDOW = "over window"  # have: on that faction in this window so far; need: the stake; at_most
    NO_ODDS = "no odds"  # choice: on which nobody has a sealed bet from before the race
    BETS_ARE_FINAL = "bets are final"  # sealed ones
    ODDS_ARE_OLD = "odds are old"  # the house's, as the race has changed since
    OVER_HOUSE = "over house"  # per: ``race`` or ``week``; have: staked against the house; need: the stake; at_most
    HOUSE_IS_FULL = "house is full"  # choice: the house would stand to lose too much
    NO_SUCH_TICKET = "no such ticket"  # ticket
    TICKET_IS_OVER = "ticket is over"  # ticket, state
    BETS_PLACED = "bets placed"  # have: so many, so the rules stand
    SAME_ENTRY = "same entry"  # a chariot cannot end ahead of itself
    NOT_WITH_ONESELF = "not with oneself"
    NO_SUCH_SIDE_BET = "no such side bet"  # side
    BEYOND_FAIR = "beyond fair"  # giver: ``you`` or ``other``; have: given this week; need: more; at_most; fair: stake
    OFFER_OPEN = "offer open"  # side: its number; race: its race
    TICKETS_ENOUGH = "tickets enough"  # at_most: on one race
    OFFERED_ENOUGH = "offered enough"  # to: ``one`` or ``all``; have, at_most: offers within a day; at: seconds
    SIDE_BET_IS_OVER = "side bet is over"  # side, state
    NOT_TO_ONESELF = "not to oneself"
    NOT_TO_BOTS = "not to bots"
    TAKEN_ENOUGH = (
        "taken enough"  # taker: ``you`` or ``other``; left: that they may get this week; need; at_most: a week
    )
    GIVEN_ENOUGH = "given enough"  # have: given away this week; need: the present; at_most: a week
