"""The panel of a race in its thread, and the post that starts the race."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from cogs.kit.limits import MESSAGE_TEXT, fitting
from cogs.kit.messages import within_limits
from cogs.kit.question_id import ACCENT
from cogs.panels.bets.odds import OddsButton
from cogs.panels.bets.parts import read_rules
from cogs.panels.bets.slips import SlipButton
from cogs.panels.bets.table import BetButton
from cogs.panels.lobby import LOOKS, LobbyButton
from cogs.panels.options import OptionsButton, can_change
from cogs.panels.question import OrdersButton
from cogs.panels.watch import LABELS, WatchButton
from records.races import PublicRace
from records.values import RaceId
from words.shared.names import harmless

MOST_TEXT = MESSAGE_TEXT - 200


def start_text(lobby: PublicRace) -> str:
    """Return what is told as a race starts."""
    if lobby.race.is_practice:
        return f"🏁 **{harmless(lobby.race.title)} begins!**"
    alone = " House drivers alone: a turn at each deadline, and nobody is waited for." if lobby.is_exhibition else ""
    return (
        f"🏁 **{harmless(lobby.race.title)} begins!** {len(lobby.factions)} drivers take up the reins.{alone}\n"
        "-# 🎲 The dice are mixed from this post's id, a secret and the drivers' words: nobody chose them. "
        "`/race verify` proves it at the end."
    )


def panel(lobby: PublicRace, text: str) -> ui.LayoutView:
    """Return the panel of a race."""
    box: ui.Container[Any] = ui.Container(ui.TextDisplay(fitting(text.split("\n"), MOST_TEXT)), accent_colour=ACCENT)
    if lobby.race.state == "lobby":
        box.add_item(ui.ActionRow(*(LobbyButton(lobby.race.id, act) for act in LOOKS)))
        options = [OptionsButton(lobby.race.id)] if can_change(lobby) else []
        if options or bets_of(lobby):
            box.add_item(ui.ActionRow(*options, *bets_of(lobby)))
        box.add_item(ui.TextDisplay(f"-# Commitment of the dice: `{lobby.race.commitment}`"))
    elif lobby.race.state != "cancelled":
        mine = [OrdersButton(lobby.race.id)] if lobby.race.state == "running" else []
        box.add_item(ui.ActionRow(*mine, *(WatchButton(lobby.race.id, what) for what in LABELS)))
        if bets := bets_of(lobby):
            box.add_item(ui.ActionRow(*bets))
    layout = ui.LayoutView(timeout=None)
    layout.add_item(box)
    return within_limits(layout)


def is_panel(components: Sequence[Any], race: RaceId) -> bool:
    """Tell whether a message of these components is a panel of a race: it has a button that no other post has."""
    own = (LobbyButton(race, "start").item.custom_id, WatchButton(race, "status").item.custom_id)
    return any(
        getattr(part, "custom_id", None) in own or is_panel(getattr(part, "children", ()), race) for part in components
    )


def bets_of(lobby: PublicRace) -> list[ui.Item[Any]]:
    """Return the buttons of the betting table under a race's panel; none where there is no betting."""
    race, state = lobby.race.id, lobby.race.state
    if not lobby.race.guild or state == "cancelled" or read_rules(lobby.race).is_off:
        return []
    if state == "lobby":
        return [BetButton(race)]
    return [SlipButton(race) if state == "finished" else BetButton(race), OddsButton(race)]
