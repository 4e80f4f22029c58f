"""/rules: topics, tables, the odds of a corner."""

from discord import app_commands

from cogs.client import Interaction
from cogs.messages import Said
from cogs.present import WORDS
from cogs.present.words import Words

_CHOICES = 25


def _words() -> Words:
    return WORDS["circus-maximus"]


async def topic_choices(_interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return _fitting(list(_words().topics), typed)


async def table_choices(_interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return _fitting(list(_words().tables), typed)


def _fitting(names: list[str], typed: str) -> list[app_commands.Choice[str]]:
    fitting = [name for name in names if typed.lower() in name]
    return [app_commands.Choice(name=name, value=name) for name in fitting[:_CHOICES]]


def _found(known: list[str], wanted: str, what: str) -> str:
    """Return the name that is meant, though only a part of it was typed."""
    fitting = [name for name in known if wanted.lower().strip() in name]
    if not fitting or not wanted.strip():
        raise Said(f"I know no such {what}. There are: {', '.join(known)}.")
    return wanted if wanted in fitting else fitting[0]


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class RulesCommands(app_commands.Group):
    """Look up the rules."""

    def __init__(self) -> None:
        super().__init__(name="rules", description="Look up a rule, a table, or the odds of a corner")

    @app_commands.command(name="topic", description="What the rules say about something, in short")
    @app_commands.describe(topic="What you want to know")
    @app_commands.autocomplete(topic=topic_choices)
    async def topic(self, interaction: Interaction, topic: str) -> None:
        topics = _words().topics
        name = _found(list(topics), topic, "topic")
        await interaction.response.send_message(f"### {name.capitalize()}\n{topics[name]}", ephemeral=True)

    @app_commands.command(name="table", description="A table of the rules")
    @app_commands.describe(table="Which one")
    @app_commands.autocomplete(table=table_choices)
    async def table(self, interaction: Interaction, table: str) -> None:
        tables = _words().tables
        title, make = tables[_found(list(tables), table, "table")]
        await interaction.response.send_message(f"### {title}\n```\n{make()}\n```", ephemeral=True)

    @app_commands.command(name="odds", description="What a corner does to a chariot at a speed")
    @app_commands.describe(
        speed="Total speed of the move", lane="1 is the inmost lane", cdm="The driver's current modifier"
    )
    async def odds(
        self,
        interaction: Interaction,
        speed: app_commands.Range[int, 0, 60],
        lane: app_commands.Range[int, 1, 8],
        cdm: app_commands.Range[int, -12, 6] = 0,
    ) -> None:
        await interaction.response.send_message(_words().odds(speed, lane, cdm), ephemeral=True)
