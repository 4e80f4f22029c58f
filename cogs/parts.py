"""All commands, buttons, menus and forms of the bot."""

import importlib
import pkgutil

import cogs
from cogs.commands.bet import BetCommands
from cogs.commands.cup import CupCommands
from cogs.commands.fame import fame
from cogs.commands.help import help_command
from cogs.commands.league import LeagueCommands
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
from cogs.kit.client import Quadriga
from cogs.kit.items import CONTROLS
from cogs.panels import daily, letters, lobby, order_sheet, question, reason_form
from cogs.panels.bets import tickets

for _module in pkgutil.walk_packages(cogs.__path__, "cogs."):
    if _module.name.count(".") > 1:  # in a folder: the controls there exist from now on
        importlib.import_module(_module.name)


ITEMS = sorted(CONTROLS, key=lambda each: (each.__module__, each.__name__))
"""All buttons and menus, in the same order whatever was imported first."""


def add_to(bot: Quadriga) -> None:
    """Give *bot* everything it answers to."""
    races = [RaceCommands(), CupCommands(), LeagueCommands(), StableCommands(), StewardCommands()]
    others = [RulesCommands(), MyCommands(), SettingsCommands(), ServerCommands(), RatingCommands()]
    bets = [BetCommands(), PurseCommands(), OddsCommands()]
    bot.add_parts([*races, *others, *bets, help_command, order, fame, practice_command()], ITEMS)
    bot.modals[question.MODAL_ID] = question.take_form
    bot.modals[order_sheet.FORM_ID] = order_sheet.take_form
    bot.modals[daily.FORM_ID] = daily.take_form
    bot.modals[lobby.FORM_ID] = lobby.take_form
    bot.modals[reason_form.FORM_ID] = reason_form.take_form
    bot.modals[tickets.FORM_ID] = tickets.take_form
    bot.modals[letters.WRITE_FORM] = letters.take_letter
    bot.modals[letters.STRIKE_FORM] = letters.take_strike
