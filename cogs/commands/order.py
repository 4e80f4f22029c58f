"""/order: my open questions, in any race, here or in a direct message."""

from discord import app_commands

from cogs.choices.which_chariot import find_chariot
from cogs.choices.which_race import find_race
from cogs.kit.client import Interaction
from cogs.kit.limits import cut
from cogs.kit.messages import TellPlayer
from cogs.panels.my_questions import show_asks
from cogs.panels.order_sheet import show_standing
from cogs.panels.question import show_ask, take
from records.races import EntryRecord
from records.text import folded, isolated
from records.values import PlayerId
from steward import OpenAsk
from words.shared.names import plain_name

_CHOICES = 25


async def ask_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the questions that wait for this player."""
    opened = await interaction.client.steward.asks_of(PlayerId(interaction.user.id))
    fitting = [each for each in opened if folded(typed) in folded(_label(each))]
    return [app_commands.Choice(name=cut(_label(each), 100), value=_key(each)) for each in fitting[:_CHOICES]]


def _label(opened: OpenAsk) -> str:
    return f"#{opened.race_id} {isolated(opened.race.record.title)} · {plain_name(_chariot(opened))}"


def _chariot(opened: OpenAsk) -> EntryRecord:
    return next(each for each in opened.race.entries if each.entry == opened.entry)


def _key(opened: OpenAsk) -> str:
    return f"{opened.race_id}:{opened.entry}"


@app_commands.command(name="order", description="Answer what is asked of you, in any race")
@app_commands.describe(
    chariot="Which of your chariots: colour, name or number; only needed if you have several",
    answer="Type the answer at once, as the question shows it",
    standing="Show your standing orders in this race instead: they answer for you",
)
@app_commands.autocomplete(chariot=ask_choices)
@app_commands.allowed_contexts(guilds=True, dms=True)
async def order(
    interaction: Interaction, chariot: str = "", answer: app_commands.Range[str, 0, 400] = "", standing: bool = False
) -> None:
    """Open the question, or take the answer that was typed with the command; or show standing orders."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    if standing:
        await _show_standing(interaction, chariot)
        return
    opened = await _meant(interaction, chariot)
    if len(opened) > 1 and answer:
        raise TellPlayer("Several questions wait for you: choose with the option `chariot` which one this answers.")
    if len(opened) > 1:
        await show_asks(interaction, opened)
    elif answer:
        await take(interaction, opened[0], answer)
    else:
        await show_ask(interaction, opened[0])


async def _show_standing(interaction: Interaction, chariot: str) -> None:
    """Show the standing orders of a chariot, named by its choice, number, colour or name; without a name those of all
    the player's own in this race."""
    race, _, number = chariot.strip().rpartition(":")
    found = await find_race(interaction, race)
    entry = find_chariot(found.entries, number).entry if number else None
    await show_standing(interaction, found.record.id, entry)


async def _meant(interaction: Interaction, chariot: str) -> list[OpenAsk]:
    opened = await interaction.client.steward.asks_of(PlayerId(interaction.user.id))
    opened = [each for each in opened if each.sealed is None or chariot] or opened  # what is sealed comes second
    fitting = [each for each in opened if not chariot.strip() or _is_meant(each, chariot)]
    here = [each for each in fitting if each.race.record.thread == interaction.channel_id]
    if not fitting:
        raise TellPlayer(
            "Nothing to do now. I'll DM you when it's your turn, or tell you in the thread if your DMs are closed."
        )
    return here if here and not chariot else fitting


def _is_meant(opened: OpenAsk, typed: str) -> bool:
    """Tell whether a text means a question: its choice, or its chariot's number, colour or name."""
    chariot, meant = _chariot(opened), folded(typed)
    names = (_key(opened), _label(opened), plain_name(chariot), str(chariot.entry), chariot.colour, chariot.name)
    return meant in [folded(name) for name in names]
