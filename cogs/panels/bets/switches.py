"""A host's choices for a race's betting table, before the first bet. The rules describe themselves."""

from collections.abc import Sequence
from typing import Annotated

from cogs.kit.client import Interaction
from cogs.kit.items import Select
from cogs.kit.layouts import show
from cogs.kit.menus import ABOUT, others_of, selects_of, switches_of, with_choice
from cogs.kit.messages import TellPlayer, said_of
from cogs.kit.rights import known_race, require_host
from cogs.panels.bets.parts import told_of
from engine.betting.rules import TableRules
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.values import PlayerId, RaceId
from words import nouns_of
from words.betting.table import NO_TABLE, money


class RuleMenu(Select, template="betrule:{race}:{about}"):
    """Chooses which switches are on, or a value of one rule."""

    race: RaceId
    about: Annotated[str, ABOUT]

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        steward = interaction.client.steward
        race = await known_race(interaction, self.race)
        host = host_of(interaction, race)
        said = ""
        try:
            await steward.wagers.set_rules(self.race, host, lambda rules: with_choice(rules, self.about, values))
        except (Refused, TellPlayer) as error:
            said = said_of(error)
        await show_rules(interaction, race, said)


def host_of(interaction: Interaction, race: PublicRace) -> PlayerId:
    """Return the host in whose name the player sets the rules; :exc:`Refused` if they may not."""
    host = require_host(interaction, race)
    if host != race.record.host:
        raise Refused(Reason.NOT_THE_HOST)
    if not race.record.guild:
        raise TellPlayer(NO_TABLE)
    return host


async def show_rules(interaction: Interaction, race: PublicRace, said: str = "") -> None:
    """Show the switches of a race's betting table to its host.

    :param said: text above it, such as why a choice does not count.
    """
    rules: TableRules = await interaction.client.steward.wagers.rules_of(race.record.id)
    nouns, switches, others = nouns_of(race.record), switches_of(TableRules), others_of(TableRules)
    lines = [
        *([f"⚠️ {said}"] if said else []),
        *told_of(race, ["### Rules of the betting table"]),
        *(f"{'✅' if getattr(rules, name) else '▫️'} {field.description}" for name, field in switches.items()),
        *(f"▪️ {field.description}: **{getattr(rules, name)}**" for name, field in others.items()),
        "-# What you choose counts at once. It can be changed until the first bet.",
        nouns.said("-# With pools and sealed bets off there is no betting on this race."),
        nouns.said(f"-# Where the bank pays, it adds up to {money(rules.bank)} to this race, and you don't bet on it."),
    ]
    menus = [RuleMenu(race.record.id, name, select=select) for name, select in selects_of(rules, "All off")]
    await show(interaction, lines, *([menu] for menu in menus))
