"""The betting table as the player may see it."""

from cogs.kit.client import Interaction
from cogs.kit.messages import TellPlayer
from engine.betting.insiders import staked_by
from engine.betting.views import BoardView
from records.races import PublicRace
from records.values import PlayerId, RaceId
from words.betting.table import NO_TABLE, money, sesterces
from words.shared.names import harmless


async def board_for(interaction: Interaction, race: PublicRace) -> BoardView:
    """Return the betting table as the player may see it; looking opens no purse.

    :raises TellPlayer: if the race has none.
    """
    if not race.record.guild:
        raise TellPlayer(NO_TABLE)
    player = PlayerId(interaction.user.id)
    board: BoardView = await interaction.client.steward.wagers.board(race.record.id, player)
    if board.rules.is_off and not board.tickets:
        title = harmless(race.record.title)
        why = "nobody bets on a practice" if race.record.is_practice else "its host has switched it off"
        raise TellPlayer(f"**{title}** is run without a betting table: {why}. `/race do` shows other races.")
    return board


async def opened_board(interaction: Interaction, race: PublicRace) -> BoardView:
    """Return the same for who comes to the table: their purse gets the gift and stipend due (B-1).

    :raises TellPlayer: if the race has none; then no purse is opened.
    """
    board = await board_for(interaction, race)
    await interaction.client.steward.wagers.purse(race.record.guild, PlayerId(interaction.user.id))
    return board


async def has_bets(interaction: Interaction, race: RaceId) -> bool:
    """Tell whether the player has bets on a race that may still win."""
    board: BoardView = await interaction.client.steward.wagers.board(race, PlayerId(interaction.user.id))
    is_open = any(each.state == "open" for each in board.own_tickets)
    return is_open or any(each.state == "accepted" for each in board.sides)


def purse_line(board: BoardView) -> str:
    """Return a line with the viewer's purse, their stakes here, and their limit."""
    mine = 0 if board.viewer is None else staked_by(board.viewer, board.own_tickets, board.sides)
    cap = f" · at most {money(board.cap)} on this race" if board.cap else ""
    return f"Your purse: **{sesterces(board.purse or 0)}** · staked here: {money(mine)}{cap}"
