"""All commands, buttons, menus and forms of the bot."""

import importlib
import pkgutil
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

import cogs
from cogs.commands.bet import BetCommands
from cogs.commands.cup import CupCommands
from cogs.commands.daily import daily
from cogs.commands.fame import fame
from cogs.commands.help import help_command
from cogs.commands.league import LeagueCommands
from cogs.commands.menus import menus
from cogs.commands.my import MyCommands
from cogs.commands.odds import OddsCommands
from cogs.commands.order import order
from cogs.commands.practice import practice_command
from cogs.commands.purse import PurseCommands
from cogs.commands.race import RaceCommands
from cogs.commands.rating import RatingCommands
from cogs.commands.rules import RulesCommands
from cogs.commands.server import ServerCommands
from cogs.commands.settings import SettingsCommands
from cogs.commands.stable import StableCommands
from cogs.commands.steward import StewardCommands
from cogs.kit.abroad import ANYWHERE, FOR_PEOPLE
from cogs.kit.client import Quadriga
from cogs.kit.items import CONTROLS
from cogs.kit.merged import Merged, merged
from cogs.kit.ways import GROUPS, WAYS
from cogs.panels import daily as daily_race
from cogs.panels import forgetting, letters, lobby, order_sheet, question, reason_form, removing
from cogs.panels.bets import tickets
from cogs.panels.ways import tell_way
from cogs.panels.welcome import welcome

for _module in pkgutil.walk_packages(cogs.__path__, "cogs."):
    if _module.name.count(".") > 1:  # in a folder: the controls there exist from now on
        importlib.import_module(_module.name)


ITEMS = sorted(CONTROLS, key=lambda each: (each.__module__, each.__name__))
"""All buttons and menus, in the same order whatever was imported first."""

EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
TAKEN_ALONG = ("daily", "my", "order", "rules")
"""The commands that people may install for themselves, and then have wherever they are; the card is a menu of theirs
(:mod:`cogs.commands.menus`)."""

IN_SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)


def acts() -> dict[str, app_commands.Command[Any, ..., Any]]:
    """Return everything that can be done by a command, each by the name under which it is declared."""
    races = [RaceCommands(), CupCommands(), LeagueCommands(), StableCommands(), StewardCommands()]
    others = [RulesCommands(), MyCommands(), SettingsCommands(), ServerCommands(), RatingCommands()]
    bets = [BetCommands(), PurseCommands(), OddsCommands()]
    grouped = [each for group in (*races, *others, *bets) for each in group.walk_commands()]
    alone = [help_command, order, fame, practice_command(), daily]
    found = [each for each in (*grouped, *alone) if isinstance(each, app_commands.Command)]
    return {each.qualified_name: each for each in found}


def _contexts(name: str) -> app_commands.AppCommandContext:
    return ANYWHERE if name in TAKEN_ALONG else EVERYWHERE


def _installs(name: str) -> app_commands.AppInstallationType | None:
    return FOR_PEOPLE if name in TAKEN_ALONG else None


def tree_of(known: Mapping[str, app_commands.Command[Any, ..., Any]]) -> list[Merged | app_commands.Group]:
    """Return the commands that Discord shows."""
    tree: dict[str, Merged | app_commands.Group] = {}
    for name, about in GROUPS.items():
        is_server = name == "server"
        tree[name] = app_commands.Group(
            name=name,
            description=about,
            allowed_contexts=IN_SERVERS if is_server else _contexts(name),
            allowed_installs=_installs(name),
            default_permissions=discord.Permissions(manage_guild=True) if is_server else None,
        )
    for name in WAYS:
        command = merged(name, known)
        root, *below = name.split()
        if below:
            group = tree[root]
            assert isinstance(group, app_commands.Group)
            group.add_command(command)
        else:
            command.allowed_contexts, command.allowed_installs = _contexts(name), _installs(name)
            tree[root] = command
    return list(tree.values())


def add_to(bot: Quadriga) -> None:
    """Give *bot* everything it answers to."""
    bot.acts = acts()
    bot.add_parts([*tree_of(bot.acts), *menus()], ITEMS)
    bot.tells_way, bot.welcomes = tell_way, welcome
    bot.modals[question.MODAL_ID] = question.take_form
    bot.modals[order_sheet.FORM_ID] = order_sheet.take_form
    bot.modals[daily_race.FORM_ID] = daily_race.take_form
    bot.modals[lobby.FORM_ID] = lobby.take_form
    bot.modals[reason_form.FORM_ID] = reason_form.take_form
    bot.modals[tickets.FORM_ID] = tickets.take_form
    bot.modals[forgetting.FORM_ID] = forgetting.take_form
    bot.modals[removing.FORM_ID] = removing.take_form
    bot.modals[letters.WRITE_FORM] = letters.take_letter
    bot.modals[letters.STRIKE_FORM] = letters.take_strike
