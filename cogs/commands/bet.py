"""/bet: the betting table of a race, your own bets, side bets."""

import discord
from discord import app_commands

from cogs.choices.which_chariot import Typed, find_chariot
from cogs.kit.client import Interaction
from cogs.kit.limits import SELECT_OPTIONS, cut
from cogs.kit.messages import TellPlayer
from cogs.panels.bets.finding import about_table, betting_chariot_choices, find_table
from cogs.panels.bets.records import show_history
from cogs.panels.bets.seen import board_for
from cogs.panels.bets.sides import show_offer
from cogs.panels.bets.table import show_board, show_table
from cogs.panels.bets.tickets import can_cancel, cancel, show_mine, show_ticket, stake_of
from engine.betting.book import Choice
from engine.betting.views import BoardView, MarketView
from records.refusals import Refused
from records.text import folded
from records.values import PlayerId
from words.betting.table import market_name, money, offered, plain_choice
from words.reading.sums import read_number

MOST_STAKE = 1_000_000


Choices = list[app_commands.Choice[str]]


async def _board(interaction: Interaction) -> BoardView | None:
    """Return the betting table that a command which is being typed is about; ``None`` if that is not clear."""
    filled = interaction.namespace
    try:
        race = await find_table(interaction, getattr(filled, "race", None) or "")
    except (Refused, TellPlayer):
        return None
    board: BoardView = await interaction.client.steward.wagers.board(race.record.id, PlayerId(interaction.user.id))
    return board


async def market_choices(interaction: Interaction, typed: str) -> Choices:
    """Offer what bets can be placed on now."""
    board = await _board(interaction)
    opened = [each for each in board.markets if each.state == "open"] if board else []
    return _offered([(market_name(each.kind, each.window), str(each.number)) for each in opened], typed)


async def choice_choices(interaction: Interaction, typed: str) -> Choices:
    """Offer what a bet can be on: chariots, or over and under."""
    board = await _board(interaction)
    if board is None:
        return []
    market = _find_market(board, getattr(interaction.namespace, "market", None) or "")
    choices = [each.choice for each in offered(market)] if market else [str(each.entry) for each in board.entrants]
    return _offered([(plain_choice(board, each), each) for each in choices], typed)


async def ticket_choices(interaction: Interaction, typed: str) -> Choices:
    """Offer the tickets that can be taken back."""
    board = await _board(interaction)
    named = [
        (f"{number}: {money(each.stake)} on {plain_choice(board, each.choice)}", str(number))
        for number, each in enumerate(board.own_tickets if board else (), 1)
        if board is not None and can_cancel(board, each)
    ]
    return _offered(named, typed)


def _offered(named: list[tuple[str, str]], typed: str) -> Choices:
    meant = folded(typed).removeprefix("#")
    fitting = [(name, value) for name, value in named if meant in folded(name)]
    fitting.sort(key=lambda each: each[1] != meant)  # a number that is typed in full comes first
    return [app_commands.Choice(name=cut(name, 100), value=value) for name, value in fitting[:SELECT_OPTIONS]]


@app_commands.allowed_contexts(guilds=True, dms=True)
class BetCommands(app_commands.Group):
    """Bets on races, with play money."""

    def __init__(self) -> None:
        super().__init__(name="bet", description="Bet on races with play money: sealed bets, pools, side bets")

    @about_table(
        "place",
        "Place a bet; you see your ticket before anything is placed",
        market="The kind of bet; leave it out to choose from a table",
        on="On which chariot, or over or under",
        amount="How many sesterces, in steps of 100, such as 500 or 2.5k; or half, or all",
    )
    @app_commands.autocomplete(market=market_choices, on=choice_choices)
    async def place(
        self,
        interaction: Interaction,
        race: str = "",
        market: str = "",
        on: app_commands.Range[str, 0, 60] = "",
        amount: app_commands.Range[str, 0, 30] = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        here = await find_table(interaction, race)
        board = await board_for(interaction, here)
        found = _market(board, market) if market else None
        choice = _choice(board, found, on) if found and on else ""
        if found and choice and amount:
            key = str(interaction.id)
            stake = stake_of(board, found.number, choice, amount)
            await show_ticket(interaction, here, found.number, choice, stake, key)
        else:
            await show_table(interaction, here, found.number if found else 0, choice, amount)

    @about_table("mine", "Your bets on a race, and what can be taken back; to you alone")
    async def mine(self, interaction: Interaction, race: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_mine(interaction, await find_table(interaction, race))

    @about_table("board", "The betting board of a race: chances, stakes, odds; to you alone")
    async def board(self, interaction: Interaction, race: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_board(interaction, await find_table(interaction, race))

    @about_table(
        "side",
        "Offer another player a bet of your own making, before the start",
        player="The player you offer it to",
        chariot="The chariot you back: its colour, name or number",
        stake="Your stake, in sesterces",
        against="The other player's stake; the same as yours, if you leave it out",
        rival="The chariot that yours must beat; all of them, if you leave it out",
    )
    @app_commands.autocomplete(chariot=betting_chariot_choices, rival=betting_chariot_choices)
    async def side(
        self,
        interaction: Interaction,
        player: discord.User,
        chariot: Typed,
        stake: app_commands.Range[int, 1, MOST_STAKE],
        against: app_commands.Range[int, 1, MOST_STAKE] | None = None,
        rival: Typed = "",
        race: str = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_table(interaction, race)
        await show_offer(interaction, found, player, (chariot, rival), (stake, against or stake))

    @about_table(
        "cancel", "Take back a bet in a pool, while the pool is open", ticket="Which of your tickets, by its number"
    )
    @app_commands.autocomplete(ticket=ticket_choices)
    async def cancel(self, interaction: Interaction, ticket: app_commands.Range[str, 1, 10], race: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await find_table(interaction, race)
        if (number := read_number(ticket)) is None:
            raise TellPlayer("Tickets have numbers: write only that. `/bet mine` shows yours.")
        await cancel(interaction, found, number)

    @app_commands.command(name="history", description="Your latest bets on all races here, and what became of them")
    async def history(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_history(interaction)


def _find_market(board: BoardView, wanted: str) -> MarketView | None:
    """Return the market that a player means, by its number or name; of several, an open one."""
    meant = folded(wanted)
    called = [
        each
        for each in board.markets
        if meant in (str(each.number), market_name(each.kind, each.window).lower(), each.kind)
    ]
    return next((each for each in called if each.state == "open"), called[-1] if called else None)


def _market(board: BoardView, wanted: str) -> MarketView:
    """Return the same; :exc:`TellPlayer` if there is none."""
    found = _find_market(board, wanted)
    if found is not None:
        return found
    names = ", ".join(market_name(each.kind, each.window) for each in board.markets if each.state == "open")
    raise TellPlayer(f"There is no such bet in this race. {f'Open are: {names}.' if names else 'None is open now.'}")


def _choice(board: BoardView, market: MarketView, wanted: str) -> Choice:
    """Return the choice that is meant: a chariot by number, colour or name, or over or under.

    :raises TellPlayer: if it is none of this market.
    """
    choices = [each.choice for each in market.choices]
    chariots = [each for each in board.entrants if str(each.entry) in choices]
    if chariots:
        return str(find_chariot(chariots, wanted).entry)
    meant = folded(wanted)
    found = [choice for choice in choices if meant in (choice, folded(plain_choice(board, choice)))]
    if found:
        return found[0]
    known = ", ".join(plain_choice(board, choice) for choice in choices)
    raise TellPlayer(f"That is not among the choices of this bet. Choose one of: {known}.")
