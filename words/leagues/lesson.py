"""The lesson on leagues: a season of three short events against stables of the house."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.facts import Fact
from engine.leagues.words.epic_facts import AuctionLotSold, ChariotMade
from engine.leagues.words.facts import Entered, ExperienceGained, HorseLost, PlotExposed, Posted
from engine.leagues.words.options import LeagueOptions
from engine.questions import Ask
from records.values import EntryId
from words.leagues.names import money
from words.shared.lessons import of_turn
from words.shared.telling import count
from words.shared.words import Lesson, Task, Verdict

_OF_EVENT: Mapping[str, Sequence[str]] = {
    "founding": (
        (
            "**Lesson 6: a season.** Be the richest after three races. A won race brings experience, not money: money "
            "comes from bets. You own five chariots and 10,000 sesterces; a chariot has 4 points for driver, car, "
            "horses and endurance. Press **Balanced stable**."
        ),
    ),
    "stable": (
        (
            "Each event begins with a stable day: mend, train, and choose who races. Nothing is hurt yet, so press "
            "**Enter the best two**."
        ),
        (
            "Hurt horses and drivers heal a box after each race. A hurt chariot stays home while you have a healthy "
            "one. **My stable** shows what you can buy and train."
        ),
        (
            "The last event. Ten points of experience make a horse faster, 25 make a driver better: look into **My "
            "stable**, then enter."
        ),
    ),
    "eve": (
        (
            "On the eve you bet. Odds are all bets divided by those on a chariot, so a lonely bet pays most. Raise the "
            "bet on your own chariot in the first menu, a step with each choice. Then press **Seal · Ready**."
        ),
        (
            "**Dark business** works in secret: choose a rival, then drugs, sabotage or a bribe. Your name comes out "
            "if it is seen in the race. Try it, or leave it; then seal."
        ),
        (
            "Others may plot against you as well. **Guards** weaken each attempt of their kind by what they cost. Bet, "
            "guard, and seal."
        ),
    ),
    "auction": ("A stable could not pay, so its goods are auctioned. You need nothing: press **No bid**.",),
    "speed": (
        "Now the race itself, one lap. One order answers a whole turn: press **Seal** if you like where it takes you.",
    ),
}
"""The hints before each kind of question, event by event; the last ones stay."""


def _hint(view: Any, ask: Ask) -> str:
    """Return the hint before a sheet, or before the first order of a race."""
    texts = _OF_EVENT.get(ask.question.kind, ())
    if ask.question.kind == "speed":
        return texts[0] if view.turn == 1 else ""
    return of_turn(texts, view.event) if texts else ""


def _remarks(ask: Ask, facts: Sequence[Fact]) -> list[str]:
    """Return remarks about the pupil's last event, three at most, when the next one begins."""
    if ask.question.kind != "stable":
        return []
    return list(dict.fromkeys(text for fact in facts if (text := _remark(fact, ask.entry))))[:3]


def _remark(fact: Fact, own: EntryId) -> str:
    match fact:
        case Posted(why="payoff", lines=lines) if any(each.account == own and each.amount > 0 for each in lines):
            won = next(each.amount for each in lines if each.account == own)
            return f"Your bets paid {money(won)}: odds times bets on the winner. (26.4)"
        case ExperienceGained(stable=stable, points=points) if stable == own:
            return f"Your driver and team gained {points} experience each, for a place among the first four. (23.1)"
        case HorseLost(stable=stable) if stable == own:
            return "You lost a horse: a chariot races with four living ones, so buy another in **My stable**. (21.41)"
        case PlotExposed(stable=stable) if stable == own:
            return "Somebody plotted against you, and the paper names them. Guards would have met it. (25)"
    return ""


NUMBER_OF_SEASON = 6
"""Of the lesson on a season, among those of the game that a league's races are of."""

SEASON = Lesson(
    title="A season",
    about="A league of three short races against stables of the house, in ten minutes",
    farewell=(
        "Every season goes like this: stable day, eve, race, reckoning. Between people there is more: deals, loans, "
        "and plots with a grudge behind them. `/league new` opens a league with others."
    ),
    options=LeagueOptions(events=3, laps=1, filled_to=4),
    rivals=2,
    temperament="",
    ready=(),
    hint=_hint,
    remarks=_remarks,
    is_by_turns=True,
    is_season=True,
)


# An auction


MOST_PAID, FAST = 4_500, 18
"""Sesterces for both chariots of the lesson on auctions; what the horses of each add up to, at the least."""

_OF_AUCTION: Mapping[str, str] = {
    "market": (
        "All bid once, in secret. A lot goes to the highest maximum, for 100s more than the next one: so name what a "
        "chariot is worth to you, not what you hope to pay. Early lots are dear: all still have their money. Choose a "
        "lot in the menu, then your maximum. **Budget** and **How many** keep you from buying too much. **Catalogue** "
        "shows all lots."
    ),
    "stable": (
        "What you won is yours, with driver and car. Whatever a chariot lacks you buy under **My stable**: dice decide "
        "how good it is. Now enter your two."
    ),
}


def _auction_hint(_view: Any, ask: Ask) -> str:
    return _OF_AUCTION.get(ask.question.kind, "")


def _bought_two(_view: Any, facts: Sequence[Fact], own: EntryId) -> Verdict:
    """Judge the lesson on auctions: two fast chariots are bought for no more than was said, and both are entered."""
    speeds = {fact.chariot: sum(fact.horses) for fact in facts if isinstance(fact, ChariotMade)}
    bought = {fact.lot.item: fact.price for fact in facts if isinstance(fact, AuctionLotSold) and fact.buyer == own}
    entered = [fact.chariot for fact in facts if isinstance(fact, Entered) and fact.stable == own]
    fast, paid = [each for each in bought if speeds[each] >= FAST], sum(bought.values())
    if len(fast) < 2:
        return Verdict(False, f"You won {count(len(bought), 'chariot')}, {len(fast)} of them fast enough.")
    if paid > MOST_PAID:
        return Verdict(False, f"You paid {money(paid)}: {money(paid - MOST_PAID)} too much. A budget holds you back.")
    if len(set(fast) & set(entered)) < 2:
        return Verdict(False, "You bought two fast chariots, and did not enter both.")
    return Verdict(True, f"Two fast chariots for {money(paid)}, and both are entered.")


AUCTION = Lesson(
    title="An auction",
    about="Bid for chariots against five stables of the house, in the Epic campaign",
    farewell=(
        "After this comes a race for prizes, and another auction. Between people there are deals, loans, matches and "
        "plots as well. `/league new` with the preset epic opens such a league."
    ),
    options=LeagueOptions(campaign="epic", edition="epic", events=1, laps=1, ends_at_entries=True),
    rivals=5,
    temperament="",
    task=Task(
        f"Buy two chariots whose horses add up to {FAST} or more, for {money(MOST_PAID)} together at the most, and "
        "enter both.",
        _bought_two,
    ),
    ready=(),
    hint=_auction_hint,
    is_by_turns=True,
    is_season=True,
)
