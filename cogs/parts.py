"""All commands, buttons, selects and forms of the bot, in one list."""

from cogs import asking, lobby, ordering
from cogs.asking import ChoiceButton, ChoiceSelect, OpenButton, OrdersButton, TypeButton
from cogs.choosing import OptionsButton, OptionSelect
from cogs.client import Quadriga
from cogs.cups import CupCommands
from cogs.explaining import WhyButton
from cogs.lobby import LobbyButton
from cogs.ordering import OrderButton, OrderMenu
from cogs.orders import order
from cogs.practice import practice_command
from cogs.racing import RaceCommands
from cogs.rulebook import RulesCommands
from cogs.watching import WatchButton

ITEMS = (
    ChoiceButton,
    ChoiceSelect,
    OpenButton,
    OrdersButton,
    TypeButton,
    LobbyButton,
    WatchButton,
    WhyButton,
    OptionsButton,
    OptionSelect,
    OrderMenu,
    OrderButton,
)


def add_to(bot: Quadriga) -> None:
    """Give *bot* everything it answers to."""
    bot.add_parts([RaceCommands(), CupCommands(), RulesCommands(), order, practice_command()], ITEMS)
    bot.modals[asking.MODAL_ID] = asking.take_form
    bot.modals[ordering.FORM_ID] = ordering.take_form
    bot.modals[lobby.FORM_ID] = lobby.take_form
