"""Bets long past: a bettor's history, and how good the model's chances have been."""

from cogs.kit.client import Interaction
from cogs.kit.layouts import show_text
from cogs.kit.messages import TellPlayer
from cogs.kit.servers import server_name, servers_of
from engine.betting.book import AHEAD
from engine.betting.model import BINS, WHOLE, Bin
from engine.betting.record import Record, simulated
from engine.betting.records import PastTicket
from records.values import PlayerId
from words.betting.table import OVER_UNDER, fate, market_name, money
from words.shared.names import disc_of, harmless
from words.shared.telling import count
from words.shared.times import when

SHOWN = 25
NONE_YET = (
    "No race with chances is over here yet: these are the records of simulated races. `/watch what:odds` shows the "
    "chances "
    "of a race."
)

HOW_TO_READ = (
    "A chance of 30 % should come true 3 times in 10: where both figures of a line are alike, chances mean what they "
    "say. A Brier score of 0 is perfect, 2 the worst. `/rules topic:chances` tells more."
)


async def show_history(interaction: Interaction) -> None:
    """Show the player their latest bets on all races of this server; in a direct message, of all servers.

    :raises TellPlayer: if they have none.
    """
    purses, player = interaction.client.steward.purses, PlayerId(interaction.user.id)
    lines: list[str] = []
    for guild in await servers_of(interaction):
        found: list[PastTicket] = await purses.tickets_of(guild, player, SHOWN)
        name = server_name(interaction, guild)
        lines += [f"### Your latest bets{f' in {name}' if name else ''}", *map(past_line, found)] if found else []
    if not lines:
        raise TellPlayer(
            "You have not bet yet. The button **Bet** under a race's panel, or `/bet place`, places a bet."
        )
    await show_text(interaction, "\n".join(lines))


def past_line(past: PastTicket) -> str:
    """Return a ticket of some race as a line."""
    ticket = past.ticket
    disc = f"{disc_of(past.colour)} " if past.colour else ""
    first, is_pair, second = ticket.choice.partition(AHEAD)
    chariot = f"{ticket.choice} {harmless(past.chariot)}" if past.chariot else ""
    pair = f"chariot {first} ahead of {second}" if is_pair else ""
    on = pair or chariot or OVER_UNDER.get(ticket.choice, f"chariot {harmless(ticket.choice)}")
    return (
        f"{when(ticket.at)} {harmless(past.title)} · {market_name(past.kind, past.window)}: {money(ticket.stake)} on "
        f"{disc}**{on}** · {fate(ticket, past.market)}"
    )


# The model's


async def show_record(interaction: Interaction) -> None:
    """Show the player how good the chances were: in all races of this server that are over, and in simulated ones.

    In a direct message races of all servers count.
    """
    here: Record = await interaction.client.steward.oddsmaker.record(interaction.guild_id)
    where = "run here" if interaction.guild_id is not None else "of all servers"
    lines = record_lines(f"races {where}", here) if here.points else [NONE_YET]
    for each in simulated():
        lines += record_lines(f"{each.name}, between house drivers", each)
    await show_text(interaction, "\n".join([*lines, f"-# {HOW_TO_READ}"]))


def record_lines(name: str, record: Record) -> list[str]:
    """Return how good chances were: the score, those of simpler guesses, and how often each kind came true.

    :param name: of the races that it is about.
    """
    races = count(record.races, "race")
    leader = "" if record.leader_brier is None else f", that the leader wins: {_score(record.leader_brier)}"
    return [
        f"### 📈 The model's record: {name}",
        f"{races}, {count(record.points, 'forecast')}. Brier score **{_score(record.brier)}**",
        f"A guess that all chariots are equal: {_score(record.even_brier)}{leader}",
        *(_bin_line(place, each) for place, each in enumerate(record.bins) if each.count),
    ]


def _score(thousandths: int) -> str:
    return f"{thousandths / WHOLE:.3f}"


def _bin_line(place: int, each: Bin) -> str:
    """Return one line of the calibration: the average chance, and how often it came true."""
    step = 100 // BINS
    told, came = each.told / each.count / 10, 100 * each.won / each.count
    times = "once" if each.count == 1 else f"{each.count:,} times"
    return f"`{place * step:>3}–{(place + 1) * step:>3} %` told {told:.0f} %, won {came:.0f} % · {times}"
