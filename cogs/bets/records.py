"""What is long past: a bettor's history, and how good the model's chances have been."""

from collections.abc import Sequence

from cogs.client import Interaction
from cogs.messages import Said
from cogs.names import DISCS, harmless
from cogs.present.betting import OVER_UNDER, fate, market_name, money
from cogs.purses import server_name, servers_of
from cogs.showing import show_text
from cogs.times import when
from engine.betting.model import BINS, Bin, Forecast, brier, calibration, even
from engine.betting.records import PastTicket
from engine.betting.views import SwingView
from engine.values import PlayerId

SHOWN = 25
MOST_RACES = 25
"""Whose chances the record is made of, the latest."""


async def show_history(interaction: Interaction) -> None:
    """Show whoever acts his latest bets on all races of this server; in a direct message, of all servers."""
    wagers, player = interaction.client.steward.wagers, PlayerId(interaction.user.id)
    lines: list[str] = []
    for guild in await servers_of(interaction):
        found: list[PastTicket] = await wagers.tickets_of(guild, player, SHOWN)
        name = server_name(interaction, guild)
        lines += [f"### Your latest bets{f' in {name}' if name else ''}", *map(past_line, found)] if found else []
    if not lines:
        raise Said("You have not bet yet. The button **Bet** under a race's panel, or `/bet place`, places a bet.")
    await show_text(interaction, "\n".join(lines))


def past_line(past: PastTicket) -> str:
    """Return a ticket of some race as a line."""
    ticket = past.ticket
    disc = f"{DISCS.get(past.colour, '▫️')} " if past.colour else ""
    on = harmless(past.chariot) or OVER_UNDER.get(ticket.choice, f"chariot {harmless(ticket.choice)}")
    return (
        f"{when(ticket.at)} {harmless(past.title)} · {market_name(past.kind, past.window)}: {money(ticket.stake)} on "
        f"{disc}**{on}** · {fate(ticket)}"
    )


# The model's


async def show_record(interaction: Interaction) -> None:
    """Show whoever acts how good the model's chances were in the latest races of this server that are over."""
    steward = interaction.client.steward
    lobbies = [
        lobby
        for guild in await servers_of(interaction)
        for lobby in await steward.list_races(guild)
        if lobby.race.state == "finished"
    ]
    found = [await steward.wagers.swing(lobby.race.id) for lobby in lobbies[-MOST_RACES:]]
    swings = [swing for swing in found if swing is not None and swing.points]
    if not swings:
        raise Said(
            "No race whose chances were worked out is over here yet. How good the model is in thousands of simulated "
            "races stands in docs/odds.md; `/odds show` shows the chances of a race."
        )
    await show_text(interaction, "\n".join(record_lines(swings)))


def forecasts_of(swing: SwingView) -> list[Forecast]:
    """Return what was told after each turn of a race that is over, and how it ended."""
    winners = () if swing.winner is None else (swing.winner,)
    return [Forecast(point.chances, winners) for point in swing.points]


def record_lines(swings: Sequence[SwingView]) -> list[str]:
    """Return how good chances were: the score, that of one who knows nothing, and how often each kind came true."""
    found = [forecast for swing in swings for forecast in forecasts_of(swing)]
    blind = [Forecast(even(each.chances), each.winners) for each in found]
    races = "1 race" if len(swings) == 1 else f"{len(swings)} races"
    return [
        f"### 📈 The model's record: {races}, {len(found)} forecasts",
        f"Brier score **{float(brier(found)):.2f}**; 0 is perfect, 2 the worst.",
        f"Who knows nothing and thinks all chariots equal: {float(brier(blind)):.2f}.",
        "How often a chance came true:",
        *(_bin_line(place, each) for place, each in enumerate(calibration(found)) if each.count),
        "-# Where both figures of a line are alike, chances mean what they say.",
        "-# docs/odds.md has the same of thousands of simulated races.",
    ]


def _bin_line(place: int, each: Bin) -> str:
    """Return one line of the calibration: what was told on average, and what came of it."""
    step = 100 // BINS
    told, came = each.told / each.count / 10, 100 * each.won / each.count
    times = "once" if each.count == 1 else f"{each.count} times"
    return f"`{place * step:>3}–{(place + 1) * step:>3} %` told {told:.0f} %, won {came:.0f} % · {times}"
