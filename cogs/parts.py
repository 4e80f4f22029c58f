"""All commands, buttons, selects and forms of the bot, in one list."""

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
from cogs.panels import letters, lobby, order_sheet, question, reason_form
from cogs.panels.away import AwayButton
from cogs.panels.ballot import BallotMenu
from cogs.panels.bets import tickets
from cogs.panels.bets.odds import OddsButton
from cogs.panels.bets.sides import OfferButton, SideButton
from cogs.panels.bets.slips import SlipButton
from cogs.panels.bets.switches import RuleMenu
from cogs.panels.bets.table import BetButton, ChoiceMenu, MarketMenu
from cogs.panels.bets.tickets import CancelButton, CancelMenu, MineButton, PlaceButton, StakeButton
from cogs.panels.deputies import DeputyButton
from cogs.panels.desk import DeskButton, RewindSelect, TurnSelect
from cogs.panels.fame import FameMenu
from cogs.panels.hosts import TakeOverButton
from cogs.panels.league import LeagueButton
from cogs.panels.league_business import BribesButton, BusinessButton, BusinessMenu, RoundButton
from cogs.panels.league_office import DeputyMenu, LeaveButton, MoreButton, VoteMenu
from cogs.panels.league_people import BackButton, NameButton
from cogs.panels.league_shown import (
    AccountButton,
    CalendarButton,
    FieldButton,
    PaperButton,
    PurseButton,
    StandingsButton,
)
from cogs.panels.lesson import LessonButton, PracticeAgainButton
from cogs.panels.letters import LetterButton, LetterMenu
from cogs.panels.lobby import LobbyButton
from cogs.panels.my_questions import OrdersButton
from cogs.panels.options import OptionsButton, OptionSelect, OptionsPage
from cogs.panels.order_sheet import OrderButton, OrderMenu, PresetButton
from cogs.panels.question import (
    ChoiceButton,
    ChoiceSelect,
    OpenButton,
    PlanSelect,
    SealButton,
    TypeButton,
    UnaskedMenu,
)
from cogs.panels.reins import ReinsButton
from cogs.panels.result import AgainButton, FilmButton
from cogs.panels.share import ShareButton
from cogs.panels.solo_race import BeginButton
from cogs.panels.stable import ActMenu, StableButton
from cogs.panels.starting import StartButton
from cogs.panels.turn import HappenedButton, LuckButton, ProofButton
from cogs.panels.verifying import VerifyButton
from cogs.panels.wait import WaitButton
from cogs.panels.watch import WatchButton
from cogs.panels.why import WhyButton

ITEMS = (
    ChoiceButton,
    ChoiceSelect,
    PlanSelect,
    UnaskedMenu,
    OpenButton,
    SealButton,
    OrdersButton,
    TypeButton,
    LobbyButton,
    StartButton,
    TakeOverButton,
    LeagueButton,
    StableButton,
    BackButton,
    NameButton,
    MoreButton,
    DeputyMenu,
    VoteMenu,
    LeaveButton,
    StandingsButton,
    FieldButton,
    PaperButton,
    PurseButton,
    CalendarButton,
    AccountButton,
    ActMenu,
    BallotMenu,
    LetterButton,
    LetterMenu,
    BusinessButton,
    BusinessMenu,
    BribesButton,
    RoundButton,
    WatchButton,
    WhyButton,
    HappenedButton,
    ProofButton,
    LuckButton,
    PracticeAgainButton,
    FilmButton,
    VerifyButton,
    OptionsButton,
    OptionSelect,
    OptionsPage,
    BeginButton,
    WaitButton,
    ReinsButton,
    DeputyButton,
    AwayButton,
    DeskButton,
    RewindSelect,
    TurnSelect,
    OrderMenu,
    PresetButton,
    OrderButton,
    LessonButton,
    AgainButton,
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
    FameMenu,
    ShareButton,
)


def add_to(bot: Quadriga) -> None:
    """Give *bot* everything it answers to."""
    groups = [
        RaceCommands(),
        CupCommands(),
        LeagueCommands(),
        StableCommands(),
        RulesCommands(),
        MyCommands(),
        SettingsCommands(),
        StewardCommands(),
    ]
    bets = [BetCommands(), PurseCommands(), OddsCommands(), ServerCommands(), RatingCommands()]
    bot.add_parts([*groups, *bets, help_command, order, fame, practice_command()], ITEMS)
    bot.modals[question.MODAL_ID] = question.take_form
    bot.modals[order_sheet.FORM_ID] = order_sheet.take_form
    bot.modals[lobby.FORM_ID] = lobby.take_form
    bot.modals[reason_form.FORM_ID] = reason_form.take_form
    bot.modals[tickets.FORM_ID] = tickets.take_form
    bot.modals[letters.WRITE_FORM] = letters.take_letter
    bot.modals[letters.STRIKE_FORM] = letters.take_strike
