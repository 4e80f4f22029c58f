"""Refusals of the Epic campaign as sentences."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.leagues.words.reasons import LeagueReason as Why
from words.leagues.arena_lines import armed
from words.leagues.names import chariot_name, money
from words.shared.telling import Names, joined

Values = Mapping[str, Any]


def _chariot(values: Values) -> str:
    return chariot_name(int(str(values["chariot"])))


def _stable(values: Values, names: Names) -> str:
    return names.get(values["stable"], f"Stable {values['stable']}")


def _where(values: Values) -> str:
    return f"for lot {values['lot']}" if values.get("lot") else "here"


EPIC_SENTENCES: Mapping[Why, Callable[[Values, Names], str]] = {
    Why.NOT_IN_THIS: lambda _v, _n: "This season is played without that. `/league do what:status` shows its rules.",
    Why.TOO_MANY_LINES: lambda v, _: (
        f"A sheet of bids has {v['at_most']} lines, and yours {v['have']}. Leave some out."
    ),
    Why.BELOW_START: lambda v, _: (
        f"{money(v['have'])} are below the lowest sum {_where(v)}, {money(v['at_least'])}. Bid more, or leave it out."
    ),
    Why.NO_SUCH_ITEM: lambda v, _: f"There is no such {v['kind']} in this store. Look at it again: it may have gone.",
    Why.IS_ALIVE: lambda v, _: (
        f"Horse {v['place']} of {_chariot(v)} lives, and a new one only takes the place of a dead one. It recovers."
    ),
    Why.NOTHING_THERE: lambda v, _: f"{_chariot(v)} has no {v['kind']} to take off.",
    Why.IS_HELD: lambda v, _n: (
        f"{chariot_name(v['chariot'])} is promised to a match or an auction and can't race now. Enter another."
        if "chariot" in v
        else "That is promised to an auction or a match: it stays as it is until then. Take it back, or choose another."
    ),
    Why.OWNERS_VOTE: lambda _v, _n: "Owners vote on the end of the season, and you bet. Tell an owner what you think.",
    Why.VOTED_ALREADY: lambda _v, _n: (
        "The vote on the end was held before this event. After the race you can call another."
    ),
    Why.SAID_ENOUGH: lambda v, _: (
        f"You have said that {v['at_most']} times in this phase, and all have read it. Your last word stands. Wait for "
        "the next phase."
    ),
    Why.EARLIER_FIRST: lambda v, _: f"Loan {v['number']} is older, and its lender waits for your word first.",
    Why.CAN_RACE: lambda _v, _n: (
        "You can still race, mend a chariot, or pay for a new one, so you are not ruined. Your goods stay yours."
    ),
    Why.NOT_BANKRUPT: lambda _v, _n: "Only who is bankrupt begins again. Your stable goes on.",
    Why.AGAIN_ENOUGH: lambda _v, _n: "This season you have begun again as often as you may. You can still watch.",
    Why.CONSIGNED_ENOUGH: lambda v, _: (
        f"You may put {v['at_most']} things into the auction in one phase, and you have. Go on in the next one."
    ),
    Why.NO_SUCH_MATCH: lambda v, _: f"Match {v['number']} does not wait for that: it may be over, or not yours.",
    Why.BAD_ODDS: lambda v, _: f"Odds of a match go from 1-1 to {v['at_most']}-1. Try 2.",
    Why.BAD_SIDE: lambda v, _: f"A side of a match has 1 to {v['at_most']} chariots. Try 1.",
    Why.BAD_LAPS: lambda _v, _n: "A match has 1, 2, 3, 5 or 7 laps. Try 1.",
    Why.BELOW_STAKES: lambda v, _: (
        f"{money(v['have'])} are too little: the other side stakes at least {money(v['at_least'])} here. Stake that."
    ),
    Why.NOT_YOUR_TURN: lambda v, n: f"This challenge waits for {_stable(v, n)}. Wait, or take it back.",
    Why.TOO_FEW_CHARIOTS: lambda v, n: f"{_stable(v, n)} has fewer chariots than {v['need']}. Choose a smaller side.",
    Why.HAS_MATCHED: lambda v, _: (
        f"{_chariot(v)} has run a match since the last event. Name another, or wait for the next event."
    ),
    Why.MATCHES_ENOUGH: lambda v, _: (
        f"{v['at_most']} are enough for now. Wait for an answer, take one back, or go on in the next phase."
    ),
    Why.NOT_YOUR_MAN: lambda _v, _n: "You have no such gladiator. **My stable** shows yours.",
    Why.MAN_TWICE: lambda _v, _n: "One gladiator is named twice. Name each once.",
    Why.MAN_CANNOT: lambda _v, _n: (
        "This gladiator can't fight now: too much hurt, named for a duel, or promised to an auction. Name another."
    ),
    Why.TOO_MANY_MEN: lambda v, _: f"An owner enters {v['at_most']} gladiators at most, and you named {v['have']}.",
    Why.TOO_FEW_MEN: lambda v, n: f"{_stable(v, n)} has fewer gladiators than {v['need']}. Choose a smaller side.",
    Why.MAN_ENTERED: lambda _v, _n: "This gladiator is entered in the gala. Wait for its reckoning, or name another.",
    Why.HAS_FOUGHT: lambda _v, _n: (
        "This gladiator has fought a duel since the last event. Name another, or wait for the next event."
    ),
    Why.IS_ARMED: lambda v, _: (
        f"This gladiator is {armed(v['type'])} for good: type and armour never change. Buy another one."
    ),
    Why.LEARNED_ENOUGH: lambda _v, _n: (
        "A gladiator learns one thing after each match, and this one has. The points stay until the next match."
    ),
    Why.NOT_IN_GALA: lambda _v, _n: "Nobody of this number fights in the gala. Choose from the list.",
    Why.AGAINST_OWN_MAN: lambda _v, _n: "You can't bet against your own gladiator. Back your own, or another match.",
    Why.NO_PAIR_WINDOW: lambda v, _: (
        f"Match {v['match']} takes no bets now. Its result stands under the league's post."
    ),
    Why.BAD_HOURS: lambda _v, _n: "An exchange of a duel takes 12, 24 or 48 hours, or is live. Try 24.",
    Why.MAN_CHANGED_TODAY: lambda _v, _n: (
        "This gladiator has learned something today that nobody else knows yet. You can deal once this day closes."
    ),
    Why.MAN_IS_HELD: lambda _v, _n: (
        "This gladiator is not as this offer found it. Decline, and make a new offer once this day closes."
    ),
    Why.NO_SUCH_SIDE_BET: lambda v, _: f"Side bet {v['number']} is not to be had any more. Offer one of your own.",
    Why.BETS_ARE_CLOSED: lambda v, _: f"Match {v['number']} takes no more bets. They close as the chariots are named.",
    Why.NO_SIDE: lambda v, n: (
        f"Only {joined([_stable({'stable': each}, n) for each in v['possible']])} race in match {v['number']}. "
        "Bet on one of them."
    ),
    Why.AGAINST_YOURSELF: lambda _v, _n: "You race in this match, so you bet on yourself alone.",
    Why.FAR_ODDS: lambda v, _: (
        f"One stake is five times the other at most: here {money(v['at_most'])}, and not {money(v['have'])}."
    ),
    Why.SIDE_BETS_ENOUGH: lambda v, _: (
        f"{v['at_most']} side bets are enough for now. Take one back, or go on in the next phase."
    ),
    Why.SIDE_STAKES_ENOUGH: lambda v, _: (
        f"Before one event {'you' if v['who'] == 'you' else 'the other side'} may risk {money(v['at_most'])} by side "
        f"bets, and win as much: {money(v['left'])} are left, and this is {money(v['need'])}."
    ),
    Why.GUARDS_NOTHING: lambda _v, _n: "You have no chariot in this race, so there is nothing to guard. Bet, or plot.",
}
