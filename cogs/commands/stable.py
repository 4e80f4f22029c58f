"""/stable: one's own stable in a league: chariots, manager, loans, account."""

from typing import Literal

from discord import app_commands

from cogs.choices.naming import naming
from cogs.choices.which_league import about_league, find_league
from cogs.kit.client import Interaction
from cogs.kit.layouts import show_text
from cogs.kit.presses import pressed_at
from cogs.panels import league_shown as shown
from cogs.panels.renewing import renew_sheets
from cogs.panels.stable import show_stable
from engine.leagues.words.acts import Accept, AskHelp, Decline, Instruct, OfferLoan, Repay
from engine.leagues.words.state import Manager
from engine.questions import Answer
from records.values import EntryId, PlayerId
from words.leagues import story
from words.leagues.parties import concerned
from words.shared.names import names_in


@app_commands.allowed_contexts(guilds=True, dms=True)
class StableCommands(app_commands.Group):
    """The own stable in a league."""

    def __init__(self) -> None:
        super().__init__(name="stable", description="Your stable in a league: chariots, manager, loans, account")

    @about_league(
        "show",
        "Show a stable; at your own, what you can buy and train",
        number="Which stable; yours, if you leave it out",
    )
    async def show(
        self, interaction: Interaction, league: str = "", number: app_commands.Range[int, 1, 99] | None = None
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        whose = None if number is None else EntryId(number)
        await show_stable(interaction, await find_league(interaction, league), whose)

    @about_league(
        "manager",
        "Tell your manager what to do when you don't answer",
        entries="How many chariots to enter",
        own_bet="The bet on the first of them, in sesterces",
        guards="Guards against bribes, drugs and sabotage: sesterces for each",
        mending="Mend nothing, as much as one chariot needs to start, or all",
        training="Experience: save it, or spend it on drivers, speed or endurance",
    )
    async def manager(
        self,
        interaction: Interaction,
        league: str = "",
        entries: Literal[0, 1, 2] = 1,
        own_bet: app_commands.Range[int, 0, 100_000] = 100,
        guards: app_commands.Range[int, 0, 100_000] = 0,
        mending: Literal["nothing", "one", "all"] = "nothing",
        training: Literal["save", "driver", "speed", "endurance"] = "save",
    ) -> None:
        told = Manager(entries, (), own_bet, (guards, guards, guards), mending, training)
        await _act(interaction, league, Instruct(told), "Your manager knows.")

    @about_league(
        "loan",
        "Offer to lend a stable money; I collect it when it falls due",
        to="The stable's number",
        amount="The sum you lend",
        due="The sum that falls due",
        after="The event after which it falls due",
    )
    async def loan(
        self,
        interaction: Interaction,
        to: app_commands.Range[int, 1, 99],
        amount: app_commands.Range[int, 1, 1_000_000],
        due: app_commands.Range[int, 1, 3_000_000],
        after: app_commands.Range[int, 1, 20],
        league: str = "",
    ) -> None:
        await _act(interaction, league, OfferLoan(EntryId(to), amount, due, after), "Your offer stands.")

    @about_league("accept", "Accept an offer that somebody has made you", offer="The number of the offer")
    async def accept(
        self, interaction: Interaction, offer: app_commands.Range[int, 1, 9_999], league: str = ""
    ) -> None:
        await _act(interaction, league, Accept(offer), "Agreed.")

    @about_league("decline", "Decline an offer, or withdraw your own", offer="The number of the offer")
    async def decline(
        self, interaction: Interaction, offer: app_commands.Range[int, 1, 9_999], league: str = ""
    ) -> None:
        await _act(interaction, league, Decline(offer), "That offer is off.")

    @about_league("repay", "Pay a loan back early, in full", loan="The number of the loan")
    async def repay(self, interaction: Interaction, loan: app_commands.Range[int, 1, 9_999], league: str = "") -> None:
        await _act(interaction, league, Repay(loan), "Paid.")

    @about_league("help", "Borrow from the bank once a season, if you cannot race", amount="Sesterces, 2,000 at most")
    async def help(self, interaction: Interaction, amount: app_commands.Range[int, 1, 2_000], league: str = "") -> None:
        await _act(interaction, league, AskHelp(amount), "The bank helps you out.")

    @about_league("ledger", "Show the account of your stable, to you alone")
    async def ledger(self, interaction: Interaction, league: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await shown.show_ledger(interaction, await find_league(interaction, league))


async def _act(interaction: Interaction, league: str, act: Answer, said: str) -> None:
    """Do an act for the player's stable, and tell them the result."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    found, player = await find_league(interaction, league), PlayerId(interaction.user.id)
    with naming(found):
        facts = await interaction.client.steward.leagues.act(
            found.record.id, player, act, pressed=pressed_at(interaction)
        )
    own, names = found.shown_to(player)[0], names_in(found)
    await show_text(interaction, "\n".join([f"✅ {said}", *story.came(facts, own, names)]))
    await renew_sheets(interaction, found, concerned(facts, own))
