"""The lesson on leagues: a season of three short events against stables of the house."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.facts import Fact
from engine.leagues.words.facts import ExperienceGained, HorseLost, PlotExposed, Posted
from engine.leagues.words.options import LeagueOptions
from engine.questions import Ask
from records.values import EntryId
from words.leagues.names import money
from words.shared.lessons import of_turn
from words.shared.words import Lesson

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
