"""Skullduggery and security (24, 25): owners pay in secret as the eve closes; the race shows the effects.

24.31 Each device has a price of its own, due in advance and never returned. 25.5 Security counts in full against every
attempt of its kind, for all chariots of its owner. R-G41 A refusal never gives away others' plans.
"""

from collections.abc import Mapping

from engine.leagues import money
from engine.leagues.whispers import whispering
from engine.leagues.words.facts import Line, Posted
from engine.leagues.words.sheets import Eve, Plan
from engine.leagues.words.state import BANK, Chariot, Dark, League
from engine.plots import KIND_OF, Kind, Plot
from engine.table import Table
from records.values import EntryId, Faction

KINDS: tuple[Kind, ...] = ("bribery", "drugging", "sabotage")


def take_plots(league: League, sheets: Mapping[EntryId, Eve]) -> None:
    """Take plans and security from the sheets, in the order of stables (L-7), and number the plots."""
    number = 0
    for stable, sheet in sheets.items():
        if not sheet.dark:
            continue
        dark = league.dark[stable] = Dark(guards=sheet.guards)
        for plan in sheet.plans:
            number += 1
            dark.plots.append(_plot(stable, number, plan))
            dark.targets[number] = plan.chariot
    for dark in league.dark.values():
        dark.plots = [_guarded(league, plot, dark.targets[plot.number]) for plot in dark.plots]


def _plot(stable: EntryId, number: int, plan: Plan) -> Plot:
    spares = plan.spares if plan.spares is not None else stable if plan.device == "no attack" else None
    return Plot(
        number,
        Faction(stable),
        plan.device,
        plan.sum,
        0,
        None if spares is None else Faction(spares),
        plan.horses if plan.device == "drug" else (),
        plan.spread,
        "inside" if plan.wheel == "inside" else "outside",
        plan.trigger,
    )


def _guarded(league: League, plot: Plot, chariot: int) -> Plot:
    """Return a plot with the security that it meets (25.5)."""
    entry = league.entry_of(chariot)
    guarding = league.dark.get(entry.stable) if entry is not None and entry.stable is not None else None
    met = guarding.guards[KINDS.index(KIND_OF[plot.device])] if guarding else 0
    return Plot(**{name: getattr(plot, name) for name in plot.__struct_fields__} | {"security": met})


def chariot_of(league: League, number: int) -> Chariot:
    """Return any owner's chariot in the event's race."""
    if number in league.strangers:
        return league.strangers[number]
    return next(stable.chariots[number] for stable in league.stables.values() if number in stable.chariots)


def pay(league: League, table: Table, stable: EntryId) -> None:
    """Take a stable's dark spending out of its treasury; only its owner knows of it yet (H.7)."""
    _move(league, table, stable, league.dark[stable].sum, "24.31")


def give_back(league: League, table: Table, stable: EntryId) -> None:
    """Give all of it back, security too: the race was called off (R-G22, R-G43)."""
    _move(league, table, stable, -league.dark[stable].sum, "R-G43")


def _move(league: League, table: Table, stable: EntryId, spent: int, rule: str) -> None:
    with whispering(league, table, stable, is_told_later=False) as aside:
        money.post(league, aside, "secret expenses", rule, (stable, -spent), (BANK, spent), known=False)
    league.secret_expenses[stable] = league.secret_expenses.get(stable, 0) + spent


def tell_expenses(league: League, table: Table) -> None:
    """Tell each member's spending in the dark on the event, in one sum: plots that nobody met stay unknown (H.7)."""
    for stable, spent in sorted(league.secret_expenses.items()):
        if spent:
            lines = (Line(stable, -spent), Line(BANK, spent))
            table.tell(Posted("secret expenses", lines, "24.31"))
    league.secret_expenses = {}


def against(league: League, chariot: int) -> tuple[Plot, ...]:
    """Return the plots against a chariot, in the order in which they are revealed."""
    plots = [plot for dark in league.dark.values() for plot in dark.plots if dark.targets[plot.number] == chariot]
    return tuple(sorted(plots, key=lambda plot: plot.number))
