"""What is long past: a bettor's history, and how good the model's chances have been."""

from cogs.bets.finding import bettable
from cogs.client import Interaction
from cogs.messages import Said
from cogs.names import DISCS, harmless
from cogs.present.betting import OVER_UNDER, fate, market_name, money
from cogs.purses import server_name, servers_of
from cogs.showing import show_text
from cogs.times import when
from engine.betting.model import BINS, WHOLE, Bin, Forecast
from engine.betting.record import Record, record_of, simulated
from engine.betting.records import PastTicket
from engine.betting.views import SwingView
from engine.values import PlayerId

SHOWN = 25
MOST_RACES = 25
"""Whose chances the record is made of, the latest."""

HOW_TO_READ = (
    "A chance of 30 % should come true 3 times in 10: where both figures of a line are alike, chances mean what they "
    "say. A Brier score of 0 is perfect, 2 the worst. docs/odds.md tells more."
)


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
    """Show whoever acts how good the chances were: here in the latest races that are over, and in simulated ones."""
    here = await _record_here(interaction)
    records = [*([here] if here.points else []), *simulated()]
    if not records:
        raise Said(
            "No race whose chances were worked out is over here yet, so there is no record. `/odds show` shows the "
            "chances of a race."
        )
    lines = [line for record in records for line in record_lines(record)]
    await show_text(interaction, "\n".join([*lines, f"-# {HOW_TO_READ}"]))


async def _record_here(interaction: Interaction) -> Record:
    """Return how good chances were in the latest races of this server; in a direct message, of all the player knows."""
    steward = interaction.client.steward
    over = [lobby for lobby in await bettable(interaction) if lobby.race.state == "finished"][-MOST_RACES:]
    found = [await steward.wagers.swing(lobby.race.id) for lobby in over]
    swings = [swing for swing in found if swing is not None and swing.points]
    forecasts = [forecast for swing in swings for forecast in forecasts_of(swing)]
    samples = min((swing.samples for swing in swings), default=0)
    return record_of(forecasts, races=len(swings), samples=samples, name="races run here")


def forecasts_of(swing: SwingView) -> list[Forecast]:
    """Return what was told after each turn of a race that is over, and how it ended."""
    winners = () if swing.winner is None else (swing.winner,)
    return [Forecast(point.chances, winners) for point in swing.points]


def record_lines(record: Record) -> list[str]:
    """Return how good chances were: the score, those of simpler guesses, and how often each kind came true."""
    races = "1 race" if record.races == 1 else f"{record.races:,} races"
    leader = "" if record.leader_brier is None else f", that the leader wins: {_score(record.leader_brier)}"
    return [
        f"### 📈 The model's record: {harmless(record.name)}",
        f"{races}, {record.points:,} forecasts. Brier score **{_score(record.brier)}**",
        f"Who thinks all chariots equal: {_score(record.even_brier)}{leader}",
        *(_bin_line(place, each) for place, each in enumerate(record.bins) if each.count),
    ]


def _score(thousandths: int) -> str:
    return f"{thousandths / WHOLE:.3f}"


def _bin_line(place: int, each: Bin) -> str:
    """Return one line of the calibration: what was told on average, and what came of it."""
    step = 100 // BINS
    told, came = each.told / each.count / 10, 100 * each.won / each.count
    times = "once" if each.count == 1 else f"{each.count:,} times"
    return f"`{place * step:>3}–{(place + 1) * step:>3} %` told {told:.0f} %, won {came:.0f} % · {times}"
