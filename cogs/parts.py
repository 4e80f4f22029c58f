"""All commands, buttons, selects and forms of the bot, in one list."""

from cogs import asking, lobby, ordering, reasons
from cogs.alone import BeginButton
from cogs.asking import ChoiceButton, ChoiceSelect, OpenButton, OrdersButton, TypeButton
from cogs.bets import tickets
from cogs.bets.odds import OddsButton
from cogs.bets.sides import OfferButton, SideButton
from cogs.bets.slips import SlipButton
from cogs.bets.switches import RuleMenu
from cogs.bets.table import BetButton, ChoiceMenu, MarketMenu
from cogs.bets.tickets import CancelButton, CancelMenu, MineButton, PlaceButton, StakeButton
from cogs.betting import BetCommands, OddsCommands
from cogs.choosing import OptionsButton, OptionSelect, OptionsPage
from cogs.client import Quadriga
from cogs.cups import CupCommands
from cogs.desk import DeskButton, RewindSelect, StewardCommands
from cogs.explaining import WhyButton
from cogs.lessons import LessonButton
from cogs.lobby import LobbyButton
from cogs.mine import MyCommands
from cogs.ordering import OrderButton, OrderMenu
from cogs.orders import order
from cogs.practice import practice_command
from cogs.preferences import SettingsCommands
from cogs.purses import PurseCommands
from cogs.racing import RaceCommands
from cogs.reins import ReinsButton
from cogs.rulebook import RulesCommands
from cogs.server import ServerCommands
from cogs.waits import WaitButton
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
    OptionsPage,
    BeginButton,
    WaitButton,
    ReinsButton,
    DeskButton,
    RewindSelect,
    OrderMenu,
    OrderButton,
    LessonButton,
    BetButton,
    MarketMenu,
    ChoiceMenu,
    StakeButton,
    PlaceButton,
    CancelButton,
    CancelMenu,
    MineButton,
    OfferButton,
    SideButton,
    SlipButton,
    OddsButton,
    RuleMenu,
)


def add_to(bot: Quadriga) -> None:
    """Give *bot* everything it answers to."""
    groups = [RaceCommands(), CupCommands(), RulesCommands(), MyCommands(), SettingsCommands(), StewardCommands()]
    bets = [BetCommands(), PurseCommands(), OddsCommands(), ServerCommands()]
    bot.add_parts([*groups, *bets, order, practice_command()], ITEMS)
    bot.modals[asking.MODAL_ID] = asking.take_form
    bot.modals[ordering.FORM_ID] = ordering.take_form
    bot.modals[lobby.FORM_ID] = lobby.take_form
    bot.modals[reasons.FORM_ID] = reasons.take_form
    bot.modals[tickets.FORM_ID] = tickets.take_form
