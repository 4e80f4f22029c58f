"""Refusals of a league as sentences."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.leagues.words.reasons import LeagueReason as Why
from records.refusals import Refused
from records.values import EntryId
from words.leagues.epic_refusals import EPIC_SENTENCES
from words.leagues.names import DEVICES, chariot_name, money
from words.leagues.standings import PHASES
from words.refusals import refusal_from
from words.shared.telling import Names, joined

Values = Mapping[str, Any]


def _stable(number: EntryId, names: Names) -> str:
    return names.get(number, f"stable {number}")


_ONE_OF = {"bribe": "a bribe", "drug": "drugged feed", "sabotage": "a sawn axle"}


def _device(device: Any) -> str:
    return DEVICES.get(device, str(device))


def _possible(devices: Sequence[str]) -> str:
    return f"Possible here: {joined(devices)}." if devices else "Guard yourself, or bet."


def _not_now(values: Values) -> str:
    if values["phase"] == "over":
        return "This season is over. `/league new` opens another."
    if values.get("wanted") == "join":
        return (
            "The members are founding their stables now, so nobody can join until that is done. Use `/league join` "
            "again then: `/league do what:calendar` shows when."
        )
    phase = PHASES[values["phase"]]
    return f"That can't be done now, in the phase “{phase}”. `/league do what:calendar` shows what comes when."


MOST_LENT = 1_000_000
"""Sesterces that the command for loans takes."""


def _too_little(values: Values) -> str:
    """Return what lacks, and how another owner lends it; only for a sum that may be lent."""
    rest = values["need"] - values["have"]
    said = f"That costs {money(values['need'])} and you can spend {money(values['have'])}."
    if rest > MOST_LENT:
        return f"{said} Choose something cheaper."
    return (
        f"{said} Another owner may lend you the rest: with **Lend** under **My stable**, or `/stable money what:loan "
        f"to:(your number) amount:{rest} due:{rest} after:(an event)`."
    )


def _chariot(values: Values) -> str:
    """Return the name of the chariot that a refusal is about."""
    return chariot_name(int(str(values["chariot"])))


SENTENCES: Mapping[Why, Callable[[Values, Names], str]] = {
    Why.NOT_NOW: lambda v, _: _not_now(v),
    Why.STILL_IN: lambda _v, _n: "Your name stays while you are in this league. `/league do what:leave` comes first.",
    Why.NO_SAY: lambda _v, _n: (
        "Only owners let a race stand; you bet. Your bets are paid with the reckoning. A protest? Tell the host."
    ),
    Why.SAID_SO: lambda v, n: (
        f"You let the race stand already. It waits for {joined([_stable(each, n) for each in v['waiting']])}."
    ),
    Why.RECKONED: lambda v, _: f"The race of event {v['event']} is reckoned: its bets are paid, and it can't go back.",
    Why.NOT_A_MEMBER: lambda _v, _n: "You have no stable in this league. `/league join` gets you in.",
    Why.SHEET_IS_CLOSED: lambda _v, _n: (
        "That sheet is closed, and the season has gone on. **My sheet** under the league's post shows what is open."
    ),
    Why.OUT_OF_THE_SEASON: lambda v, _: (
        "A manager keeps that stable. If it is yours, `/league do what:return` brings it back."
        if v["status"] == "kept"
        else f"That stable is {v['status']}, and its season is over. `/league do` shows those that play."
    ),
    Why.TOO_LITTLE_CASH: lambda v, _: _too_little(v),
    Why.NOT_WHOLE: lambda v, _: f"I can't take {v['have']}: sums are whole, in steps of {money(v['step'])}.",
    Why.NOT_YOURS: lambda v, _: f"{_chariot(v)} is not yours. `/stable show` lists yours.",
    Why.OWNS_NO_CHARIOTS: lambda v, n: (
        f"{_stable(v['stable'], n)} only bets, and owns no chariots, such as {_chariot(v)}. Offer it to an owner."
    ),
    Why.EXPELLED: lambda _v, _n: (
        "The host has expelled you from this league. Only the host can let you back in, with `/host league what:hand`."
    ),
    Why.REQUEST_IS_OVER: lambda _v, _n: (
        "That request is over: it was answered, the owner took it back or asked somebody else, or two days have "
        "passed. Would you still help? Tell the owner."
    ),
    Why.NO_SUCH_MEMBER: lambda v, _: (
        f"<@{v['player']}> is not in this league. `/league do` shows the stables there are."
    ),
    Why.NOT_THE_OWNER: lambda _v, _n: (
        "You are this stable's deputy, and only its owner may do that. `/league do what:leave` ends your time as "
        "deputy."
    ),
    Why.DEPUTY_DRIVES: lambda _v, _n: (
        "Your deputy has the whole stable, this race included. `/league do what:return` takes it back."
    ),
    Why.HAS_AN_OWNER: lambda v, n: (
        f"{_stable(v['stable'], n)} has an owner who plays. Only a stable that a manager keeps can be handed over."
    ),
    Why.NO_SUCH_STABLE: lambda v, _: f"There is no stable {v['stable']} here. `/league do` shows those there are.",
    Why.NO_VOTE: lambda _v, _n: "Only owners elect the host, and you bet. Tell an owner what you think.",
    Why.NO_VOTE_YET: lambda v, _: (
        f"Nobody is elected before the season starts. Ask <@{v['host']}>, the host, to hand over, or ask a moderator."
    ),
    Why.BETTERS_ENOUGH: lambda v, _: (
        f"{v['at_most']} people bet here, as many as can; the other places are for owners. Join as an owner: "
        "`/league join role:owner`."
    ),
    Why.HOST_ALREADY: lambda v, _: f"<@{v['player']}> hosts this league already. Vote for another member.",
    Why.NOT_THEIRS: lambda v, n: (
        f"{_chariot(v)} belongs to {_stable(v['holder'], n)}, not to {_stable(v['giver'], n)}. "
        "Deal with the stable that has it."
    ),
    Why.NO_SUCH_CHARIOT: lambda _v, _n: "There is no such chariot in this league. `/stable show` lists yours.",
    Why.WRONG_NUMBER: lambda v, _: (
        f"A season needs {v['must_be']} stables, one of them a player's. This league has {v['have']}."
        if v.get("what") == "stables"
        else f"There are {v['have']}, and there must be {v['must_be']}."
    ),
    Why.POINTS_OUT_OF_RANGE: lambda v, _: f"Each category takes 0 to {v['at_most']} points. Try 1111.",
    Why.POINTS_DO_NOT_ADD_UP: lambda v, _: f"These are {v['total']} points; a chariot has {v['must_be']}. Try 1111.",
    Why.CANNOT_START: lambda v, _: f"{_chariot(v)} can't start: something of it is lost. Mend it first.",
    Why.TOO_MANY_ENTRIES: lambda v, _: f"You may enter {v['at_most']} chariots, not {v['have']}.",
    Why.TWICE: lambda v, _: f"{_chariot(v) if 'chariot' in v else v['what']} stands there twice. Name it once.",
    Why.HEALTHY_FIRST: lambda v, _: (
        f"{_chariot(v)} is hurt, and healthy ones go first: {joined([chariot_name(each) for each in v['healthy']])}."
    ),
    Why.LEAST_HURT_FIRST: lambda v, _: (
        f"{_chariot(v)} is hurt by {v['lacks']}, another only by {v['least']}. Enter that one first."
    ),
    Why.NOT_LOST: lambda v, _: f"{_chariot(v)} has lost no {v['what']}. Nothing to buy there.",
    Why.BAD_PRICE: lambda v, _: (
        f"{money(v['have'])} is no price: choose {money(v['at_least'])} to {money(v['at_most'])} "
        f"in steps of {money(v['step'])}."
    ),
    Why.NO_SUCH_MODIFIER: lambda v, _: f"Drivers are for hire with a modifier of 0 to {v['at_most']}.",
    Why.NO_TEAM: lambda v, _: f"{_chariot(v)} has no team. Buy one first.",
    Why.NO_DRIVER: lambda v, _: f"{_chariot(v)} has no driver. Hire one first.",
    Why.NOT_TO_ARRANGE: lambda v, _: f"{_chariot(v)}'s team stays as it is: it has no new horse.",
    Why.TOO_LITTLE_EXPERIENCE: lambda v, _: f"That takes {v['need']} experience and there are {v['have']}. Race first.",
    Why.HORSE_IS_BEST: lambda v, _: f"No horse gets faster than {v['at_most']}. Train another one.",
    Why.OTHERS_FIRST: lambda v, _: f"Train the others first: all must have {v['below']}.",
    Why.DEAD_HORSE: lambda v, _: f"{_chariot(v)} has a dead horse. Buy another one first.",
    Why.AT_CEILING: lambda v, _: f"This team's endurance can't rise above {v['ceiling']} any more.",
    Why.NOT_FOR_THIS: lambda v, _: (
        f"You can't have {_device(v['device'])} in this event. {_possible([_device(each) for each in v['possible']])}"
    ),
    Why.BELOW_MINIMUM: lambda v, _: f"That costs {money(v['at_least'])} at least, not {money(v['have'])}.",
    Why.OWN_FACTION: lambda v, _: f"{_chariot(v)} is yours. Choose a rival's.",
    Why.TWO_TARGETS: lambda _v, _n: "All your plans of one event go against the same rival.",
    Why.DEVICE_TWICE: lambda v, _: (
        f"You have planned {_ONE_OF.get(v['device'], v['device'])} already. One of each is enough."
    ),
    Why.NOT_ENTERED: lambda v, _: f"{_chariot(v)} is not in this race. Choose one that is.",
    Why.BAD_TRIGGER: lambda _v, _n: "That bribe can't be revealed so. Choose the first attack, a turn or a lap.",
    Why.SPARES_NOBODY: lambda _v, _n: "Name a stable in the race that the driver is to leave alone.",
    Why.NOT_IN_STEPS: lambda v, _: f"{money(v['have'])} won't do: sums go in steps of {money(v['step'])}.",
    Why.OWN_BET_FIRST: lambda v, _: f"Bet at least {money(v['at_least'])} on an own chariot first.",
    Why.TOO_MUCH_ON_OTHERS: lambda v, _: (
        f"That is {money(v['have'])} on others; at most {money(v['at_most'])}, as much as on your own."
    ),
    Why.OVER_FIRST_BET: lambda v, _: (
        f"{money(v['have'])} on that stable is more than your first bets on it: {money(v['at_most'])}."
    ),
    Why.NO_ODDS: lambda v, _: f"Nobody backed {_chariot(v)} before the race, so it has no odds and would pay nothing.",
    Why.NO_WINDOW: lambda _v, _n: "No bets are taken at the moment. They open after a lap.",
    Why.LAST_EVENT: lambda _v, _n: "Deals and loans rest in the last event.",
    Why.OFFERED_ENOUGH: lambda v, names: (
        f"You have made {_stable(v['stable'], names)} {v['at_most']} offers in this phase, as many as you may. "
        "Wait for an answer, or for the next phase."
    ),
    Why.WITH_THE_HOUSE: lambda _v, _n: "Stables of the house make no deals and no loans. Ask another owner.",
    Why.WITH_YOURSELF: lambda _v, _n: "Deals are made with others. Choose another stable.",
    Why.NO_SUCH_OFFER: lambda v, _: f"There is no offer {v['number']} any more. `/stable show` lists what is open.",
    Why.NO_SUCH_DEAL: lambda v, _: (
        f"No deal {v['number']} was made in this phase, and older ones stand. "
        + (f"Deals of this phase: {joined([str(each) for each in v['possible']])}." if v["possible"] else "")
    ).strip(),
    Why.MOVED_ON: lambda v, _: (
        f"{_chariot(v)} is not as the deal left it: it was sold on, mended, trained or entered. The deal stands."
    ),
    Why.SPENT: lambda v, n: (
        f"{_stable(v['stable'], n)} has to give {money(v['need'])} back and can't. The deal stands."
    ),
    Why.CANNOT_PAY: lambda v, n: (
        f"{_stable(v['stable'], n)} can't pay {money(v['need'])} any more. Decline, and ask for a new offer."
    ),
    Why.CHANGED_TODAY: lambda v, _: (
        f"{_chariot(v)} has been mended or trained since all last saw it. You can deal once this day closes."
    ),
    Why.CHANGED_SINCE: lambda v, _: (
        f"{_chariot(v)} is not as this offer found it. Decline, and make a new offer; "
        "what was mended or trained today waits until the day closes."
    ),
    Why.NOTHING_IN_IT: lambda _v, _n: "Nothing changes hands in this deal. Add goods or money.",
    Why.MONEY_ALONE: lambda _v, _n: "Money alone is no deal. `/stable money what:loan` lends it.",
    Why.IS_ENTERED: lambda v, _: f"{_chariot(v)} is entered in the race. Sell it after the reckoning.",
    Why.NO_LOSS_THERE: lambda v, _: f"{_chariot(v)} has lost no {v['kind']} that this could replace.",
    Why.BAD_TERMS: lambda v, _: f"Of this loan {money(v['at_least'])} to {money(v['at_most'])} may fall due.",
    Why.BAD_DATE: lambda v, _: f"A loan falls due after event {v['at_least']} to {v['at_most']}.",
    Why.NO_SUCH_LOAN: lambda v, _: f"There is no loan {v['number']} of yours. `/stable show` lists your debts.",
    Why.NO_HELP: lambda v, _: f"The bank helps once a season with {money(v['at_most'])} at most, if you can't race.",
    Why.NOT_THE_DEBTOR: lambda v, n: (
        f"These are the goods of {_stable(v['debtor'], n)}, who alone says what is sold first. You may bid for them."
    ),
    Why.NO_SUCH_LOT: lambda v, _: f"There is no lot {v['lot']}. Choose one of the list.",
    Why.HAS_A_STABLE: lambda v, _: (
        f"<@{v['player']}> is in this league already, and one person has one stable. Name somebody outside the league."
        if "player" in v
        else "You are in this league already, and one person has one stable."
    ),
    Why.OBJECTED: lambda _v, _n: "You object to this race already, and its host decides. All have read it.",
    Why.FOUNDS_SOON: lambda _v, _n: "You found your stable at the next reckoning already. Until then you bet.",
    Why.DECLINED: lambda v, _: (
        f"<@{v['player']}> has declined to be your deputy already. Ask somebody else, or let your manager decide: "
        "`/my vacation`."
    ),
    Why.TOO_LATE: lambda v, _: f"Stables could be founded until event {v['until']}. You can still join as a bettor.",
    Why.NO_LEAGUE: lambda v, _: (
        f"{v['game']} has no leagues: nothing comes home from its races. Circus Maximus has; cups go with every game."
    ),
    **EPIC_SENTENCES,
}

refusal = refusal_from(SENTENCES)


def sentence(refused: Refused) -> str:
    """Return how a league's refusal reads where no name is known."""
    return refusal(refused, {}) or ""
