"""One bettor's gains from a race: for them alone."""

from cogs.kit.client import Interaction
from cogs.kit.items import RaceButton
from cogs.kit.layouts import Post, pictured
from cogs.kit.messages import TellPlayer
from cogs.panels.bets.parts import told_of
from engine.betting.views import SlipView
from records.races import PublicRace
from records.values import PlayerId
from steward import Steward
from words.betting.table import called, gain_words, money, sesterces, side_line, slip_line
from words.shared.names import harmless
from words.shared.telling import joined


async def show_slip(interaction: Interaction, race: PublicRace) -> None:
    """Show the player their winnings in a race so far; raise :exc:`TellPlayer` if they had no bet on it."""
    steward = interaction.client.steward
    slip = await steward.wagers.slip(race.record.id, PlayerId(interaction.user.id))
    if slip is None:
        raise TellPlayer(
            f"You have no bets on **{harmless(race.record.title)}**. `/bet mine what:history` shows those on other "
            "races."
        )
    layout, files = await slip_message(steward, race, slip, PlayerId(interaction.user.id))
    await interaction.edit_original_response(view=layout, attachments=files)


class SlipButton(RaceButton, kind="betslip", label="My slip", emoji="🧾", shows=show_slip):
    """Shows the player their winnings in the race."""


async def slip_message(steward: Steward, race: PublicRace, slip: SlipView, player: PlayerId) -> Post:
    """Return a player's payoff slip: its lines, side bets included, and its picture."""
    board = await steward.wagers.board(race.record.id, player)
    lines = told_of(
        race,
        [
            f"### 🧾 Your slip · {gain_words(slip.gained)}",
            _outcome(race, slip),
            *(slip_line(each) for each in slip.lines),
            *(f"Side bet: {side_line(board, each)}" for each in slip.sides),
            f"Tickets: staked {money(slip.staked)}, paid {money(slip.paid)}. Your purse: **{sesterces(slip.purse)}**",
        ],
    )
    return pictured(lines, await steward.studio.slip(slip))


def _outcome(race: PublicRace, slip: SlipView) -> str:
    """Return how the race has ended, if it has."""
    if not slip.is_over:
        is_open = "open" in {each.state for each in slip.lines} or "accepted" in {each.state for each in slip.sides}
        return "The race is not over: what is open may still win." if is_open else "The race is not over yet."
    if race.record.state == "cancelled":
        return "The race was called off."
    return f"Won by {joined([called(each) for each in slip.winners])}." if slip.winners else "Nobody has won."
