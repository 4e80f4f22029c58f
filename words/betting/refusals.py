"""Refusals of the betting table as sentences: the obstacle, with numbers, and what to do instead."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.betting.reasons import BetReason
from engine.betting.rules import STEP
from records.values import EntryId
from words.betting.table import market_name, moment_words, money, sesterces
from words.shared.names import harmless

Values = Mapping[str, Any]
OPEN = "Choose among what is open: the button **Bet** and `/bet place` show it."


def _closed(values: Values) -> str:
    at = values.get("closed")
    when = f", <t:{int(at)}:R>" if at else ""
    moment = f"{moment_words(str(values['moment']))}{when}"
    if not values["market"]:
        return (
            f"Too late: the rules of betting stand, for betting closed {moment}. Choose other ones for the next race."
        )
    if values["market"] == "side":
        return (
            f"Too late: side bets closed {moment}. Nothing was staked. Choose another race for one, before its start."
        )
    what = market_name(values["market"], values.get("window") or 0)
    if staked := values.get("staked"):
        return (
            f"Too late: the betting on “{what}” closed {moment}. Your {sesterces(staked)} stay on it until it is "
            "settled. `/bet mine` shows it."
        )
    return f"Too late: the betting on “{what}” closed {moment}. Nothing was staked. {OPEN}"


def _no_such_choice(values: Values) -> str:
    return f"You can't bet on “{_short(values['choice'])}” here. Choose one of: {_listed(values)}."


def _own(values: Values) -> str:
    mine = _listed(values)
    if not mine:
        return (
            "You drive in this race, so you may back only your own chariot. Which is yours is not known yet. Wait "
            "until the chariots are shared out, or bet on another race."
        )
    return f"You drive in this race, so you may back only your own chariot. Choose yours: {mine}."


def _more_than_own(values: Values) -> str:
    less = f"Choose {money(values['at_most'])} at most, or put" if values["at_most"] > 0 else "Put"
    return (
        f"Owners put no more on others than on their own chariots. You have {sesterces(values['own'])} on yours and "
        f"{money(values['have'])} on others, so {money(values['need'])} more are too many. {less} more on your own "
        "first."
    )


def _given_enough(values: Values) -> str:
    if not values["at_most"]:
        return f"This server allows no presents: {sesterces(values['need'])} is too much. Choose to keep it."
    left = values["at_most"] - values["have"]
    less = f"Choose {money(left)} at most, or wait" if left > 0 else "Wait"
    return (
        f"You may give away {sesterces(values['at_most'])} a week and have given {money(values['have'])}, so "
        f"{money(values['need'])} more are too many. {less} until Monday."
    )


def _over_cap(values: Values) -> str:
    left = values["at_most"] - values["have"]
    less = f"Choose {money(left)} at most" if left > 0 else "Choose another race"
    return (
        f"Here nobody may stake more than {money(values['at_most'])} on one race. You have staked "
        f"{money(values['have'])}, so {money(values['need'])} more are too many. {less}."
    )


def _over_house(values: Values) -> str:
    left = max(0, values["at_most"] - values["have"])
    per = "on one race" if values["per"] == "race" else "in a week, from Monday on"
    less = f"Choose {money(left)} at most" if left else "Choose a pool, where others bet against you"
    return (
        f"Against the house nobody may stake more than {money(values['at_most'])} {per}. You have staked "
        f"{money(values['have'])}, so {money(values['need'])} more are too many. {less}."
    )


def _beyond_fair(values: Values) -> str:
    fair, need, most = values["fair"], values["need"], values["at_most"]
    if values["giver"] == "other":
        return (
            f"At fair odds the other side stakes {money(fair)} here. You ask for {money(need)} more, which counts as a "
            f"present of theirs; {money(most)} a week is the limit. Ask for {money(fair + most)} at most."
        )
    left = max(0, most - values["have"])
    less = f"Stake {money(fair + left)} at most." if fair + left else "Ask the other side to stake more."
    return (
        f"At fair odds you stake {money(fair)} here. The other {money(need)} count as a present; you have given "
        f"{money(values['have'])} of {money(most)} this week. {less}"
    )


def _offer_open(values: Values) -> str:
    return (
        f"There is an open offer between you two in race {values['race']}. Answer it or withdraw "
        "it first: `/bet mine` shows it there."
    )


def _offered_enough(values: Values) -> str:
    to_one = values["to"] == "one"
    return (
        f"You have offered {'this player ' if to_one else ''}{values['have']} side bets within a day, and "
        f"{values['at_most']} is the limit. Try again <t:{int(values['at'])}:R>"
        + (", or offer it to somebody else." if to_one else ".")
    )


def _taken_enough(values: Values) -> str:
    left = values["left"]
    less = f"Choose {money(left)} at most, or wait" if left else "Wait"
    whom = "you" if values["taker"] == "you" else "the other player"
    return (
        f"That gives {whom} {money(values['need'])} in presents or unfair odds. One person may get "
        f"{money(values['at_most'])} a week, and {money(left)} of it is left. {less} until Monday."
    )


def _over_window(values: Values) -> str:
    left = values["at_most"] - values["have"]
    less = f"Choose {money(left)} at most" if left > 0 else "Choose another stable that you backed"
    return (
        f"After a lap you may add at most what you sealed on that stable before the race: {money(values['at_most'])}. "
        f"You have added {money(values['have'])}, so {money(values['need'])} more are too many. {less}."
    )


SENTENCES: Mapping[BetReason, Callable[[Values], str]] = {
    BetReason.NO_TABLE: lambda _v: (
        "There is no betting on this race: its host switched it off, or it is a solo race. Choose another race: "
        "`/race do` shows them."
    ),
    BetReason.NO_SUCH_MARKET: lambda _v: f"There is no such bet in this race. {OPEN}",
    BetReason.MARKET_CLOSED: _closed,
    BetReason.NO_SUCH_CHOICE: _no_such_choice,
    BetReason.NOT_IN_STEPS: lambda v: (
        f"Stakes are made in steps of {money(v['step'])}, and {money(v['have'])} does not fit. Choose "
        f"{_nearest(v['have'], v['step'], v.get('at_most'))}."
    ),
    BetReason.TOO_LITTLE: lambda v: f"{sesterces(v['have'])} is too little. Choose at least {money(v['need'])}.",
    BetReason.PURSE_TOO_LIGHT: lambda v: (
        f"That takes {sesterces(v['need'])}, and your purse holds {money(v['have'])}. {_at_most(v['have'])}"
    ),
    BetReason.OVER_CAP: _over_cap,
    BetReason.TICKETS_ENOUGH: lambda v: (
        f"You have placed {v['at_most']} bets on this race, as many as anyone may. Choose another race: `/race do` "
        "shows them."
    ),
    BetReason.TOO_NEW: lambda v: (
        f"In this server you may bet and give after {_days(v['need'])} as a member; you have been one for "
        f"{_days(v['have'])}. "
        "Wait until then; the odds can be looked at meanwhile with `/watch what:bets`."
    ),
    BetReason.HOST_AND_BANK: lambda _v: (
        "You host this race, so you can't bet where the bank or the house pays. Bet in a pool, or on a race of another "
        "host: `/race do` shows them."
    ),
    BetReason.STEERED: lambda v: (
        f"You have steered this race since its start ({v['act']}). Your tickets bring back their stake at most, so I "
        "take no more of yours. `/bet mine` shows them."
    ),
    BetReason.OF_THE_LEAGUE: lambda _: (
        "You have, or had, a part in this league, and may know of plans. Purses are for spectators. Stake on the eve, "
        "from your treasury."
    ),
    BetReason.NOT_YOUR_ENTRY: _own,
    BetReason.NOT_FOR_DRIVERS: lambda v: (
        f"You drive in this race, so you may not bet on “{market_name(v['market'])}”: you could see to it. Choose your "
        "own chariot in another kind of bet."
    ),
    BetReason.MORE_THAN_OWN: _more_than_own,
    BetReason.NOT_BACKED_BEFORE: lambda v: (
        f"After a lap you can only add to a bet that you sealed before the race; you have none on "
        f"{_chariot(v['choice'], v)} or its stable. Choose one that you backed: `/bet mine` shows them."
    ),
    BetReason.NO_ODDS: lambda v: (
        f"Nobody backed {_chariot(v['choice'], v)} before the race, so it has no odds and would pay nothing. Choose "
        "another chariot of that stable."
    ),
    BetReason.OVER_WINDOW: _over_window,
    BetReason.ODDS_ARE_OLD: lambda _v: (
        "The race has changed since these odds were made. New ones come in a moment. Wait for "
        "them, and press **Bet** again."
    ),
    BetReason.OVER_HOUSE: _over_house,
    BetReason.HOUSE_IS_FULL: lambda v: (
        f"The house stands to lose as much as it can on {_chariot(v['choice'], v)}. Choose less, another choice, or a "
        "pool."
    ),
    BetReason.BETS_ARE_FINAL: lambda _v: (
        "A sealed bet is final, and so is one on a pair. You can take back bets in pools while they are open: "
        "`/bet mine` shows yours."
    ),
    BetReason.NO_SUCH_TICKET: lambda v: f"You have no ticket {v['ticket']} in this race. `/bet mine` shows yours.",
    BetReason.TICKET_IS_OVER: lambda v: (
        f"That bet is {v['state']} already; nothing more was done. `/bet mine` shows how your bets stand."
    ),
    BetReason.BETS_PLACED: lambda v: (
        f"{_count(v['have'], 'bet')} on this race {'is' if v['have'] == 1 else 'are'} placed already, so its rules of "
        "betting stand. Choose other ones for the next race."
    ),
    BetReason.SAME_ENTRY: lambda _v: "A chariot cannot end ahead of itself. Choose two different ones.",
    BetReason.NOT_WITH_ONESELF: lambda _v: "You can't bet against yourself. Choose another player.",
    BetReason.BEYOND_FAIR: _beyond_fair,
    BetReason.OFFER_OPEN: _offer_open,
    BetReason.OFFERED_ENOUGH: _offered_enough,
    BetReason.NO_SUCH_SIDE_BET: lambda v: f"You have no side bet {v['side']} in this race. `/bet mine` shows yours.",
    BetReason.SIDE_BET_IS_OVER: lambda v: (
        f"That side bet is {v['state']} already; nothing more was done. `/bet mine` shows how your bets stand."
    ),
    BetReason.NOT_TO_ONESELF: lambda _v: "Your purse is yours already. Choose somebody else.",
    BetReason.NOT_TO_BOTS: lambda _v: "Bots have no purse. Choose a player.",
    BetReason.GIVEN_ENOUGH: _given_enough,
    BetReason.TAKEN_ENOUGH: _taken_enough,
}


def _short(text: object) -> str:
    return harmless(str(text)[:40])


def _listed(values: Values) -> str:
    return ", ".join(_chariot(each, values) for each in values["possible"])


def _chariot(choice: Any, values: Values) -> str:
    """Return a choice as it is called; *values* hold the names of the race's chariots."""
    called: str = values["names"][EntryId(int(choice))] if str(choice).isdigit() else _short(choice)
    return called


def _nearest(have: int, step: int, at_most: int | None) -> str:
    """Return the stakes below and above that would do; none above that the purse does not hold."""
    below = have // step * step
    fitting = [each for each in (below, below + step) if each and (at_most is None or each <= at_most)]
    return " or ".join(money(each) for each in fitting) or money(step)


def _at_most(purse: int) -> str:
    """Return the advice of a refusal: the most that a purse can stake, or when it fills up."""
    most = purse // STEP * STEP
    return f"Choose {money(most)} at most." if most else "`/my purse` tells when the next stipend comes."


def _days(count: int) -> str:
    return _count(count, "day")


def _count(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"
