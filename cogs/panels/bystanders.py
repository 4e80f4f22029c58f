"""What somebody can do who is in no place of a race: shown where they press a button that is there for those who are.

Posts that all see have the same buttons for all.
"""

from typing import Any

from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.layouts import show
from cogs.panels.bets.parts import read_rules
from cogs.panels.bets.table import BetButton
from cogs.panels.follows import follow_buttons
from cogs.panels.watch import WatchButton
from records.races import PublicRace
from records.values import PlayerId
from words import nouns_of
from words.shared.names import harmless

WAYS = {
    "lobby": "Press *Join* under its post, and you are in until it starts.",
    "running": "Look on, bet on others, or follow it: then I tell you how it ends.",
    "paused": "It rests now. Follow it, and I tell you how it ends.",
    "finished": "It is over: its result stands in its thread.",
    "cancelled": "It was called off.",
}
"""By the state of a race."""


def is_bystander(race: PublicRace, player: PlayerId) -> bool:
    """Tell whether somebody is in no place of a race; of a league that is another matter."""
    return race.record.kind.takes_race_commands and race.faction_for(player) is None


async def show_ways_in(interaction: Interaction, race: PublicRace) -> None:
    """Tell a bystander that nothing here is for them, and what they can do instead."""
    state, piece = race.record.state, nouns_of(race.record).piece
    said = f"You have no {piece} in **{harmless(race.record.title)}**."
    ways: list[ui.Item[Any]] = []
    if state in ("running", "paused"):
        ways.append(WatchButton(race.record.id, "board"))
    if race.record.guild and state in ("lobby", "running") and not read_rules(race.record).is_off:
        ways.append(BetButton(race.record.id))
    ways += await follow_buttons(interaction, race)
    await show(interaction, [said, nouns_of(race.record).said(WAYS[state])], ways)
