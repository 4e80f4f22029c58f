"""The doors of Chariots of Rome: all that is used of it from outside, but for its public types."""

from engine.chariots_of_rome.harm import piles
from engine.chariots_of_rome.house.drivers import DRIVERS
from engine.chariots_of_rome.house.playing_out import play_out, turn_out
from engine.chariots_of_rome.order_book import ORDER_BOOK
from engine.chariots_of_rome.orders.orders import Orders
from engine.chariots_of_rome.printed.data import COLOURS, LEAST_PLAYERS, STRIPED
from engine.chariots_of_rome.seen.corrections import CORRECTIONS
from engine.chariots_of_rome.seen.figures import figures
from engine.chariots_of_rome.seen.moments import moments
from engine.chariots_of_rome.seen.notation import is_unforeseen, read_plan
from engine.chariots_of_rome.seen.proof import wrong_piles
from engine.chariots_of_rome.seen.refusals import explain
from engine.chariots_of_rome.seen.series import SERIES, out, results
from engine.chariots_of_rome.seen.views import RaceView, view_for
from engine.chariots_of_rome.turn.rounds import play_turn
from engine.chariots_of_rome.turn.setup import new_race
from engine.chariots_of_rome.words.answers import Answers, LeaveCards, MoveCard
from engine.chariots_of_rome.words.facts import Facts
from engine.chariots_of_rome.words.options import Options, check_options, companions, places
from engine.chariots_of_rome.words.state import Race
from engine.game import HOUR, DecisionKind, Gentle, Preset, Ruleset

PRESETS = {
    "first race": Preset(
        "One lap of the Circus Maximus, charioteers dealt, gentle rivals.", {"laps": "1", "gentle": "yes"}
    ),
    "draft": Preset("Two laps, and you choose your charioteer.", {"drafting": "yes"}),
    "narrow": Preset("Talladegas: three lanes, much pushing.", {"track": "talladegas"}),
    "teams": Preset("Two chariots each on the Circus Maximus.", {"teams": "yes"}),
}

RULESET: Ruleset[Options, Race, RaceView, Orders] = Ruleset(
    id="chariots-of-rome",
    name="Chariots of Rome",
    version=1,
    options=Options,
    state=Race,
    answers=Answers,
    facts=Facts,
    view=RaceView,
    decisions={
        "orders": DecisionKind("Orders", 24 * HOUR, "19.2"),
        "setup": DecisionKind("Charioteers and gates", 12 * HOUR, "3"),
        "initiative": DecisionKind("A look at the Initiative cards", 6 * HOUR, "4"),
        "gods": DecisionKind("The gods", 6 * HOUR, "16.3"),
        "speed": DecisionKind("Speed Level", 12 * HOUR, "5.1", settles=("drive", "attack", "reply")),
        "drive": DecisionKind("Driving", 12 * HOUR, "5.3", settles=("attack",)),
        "attack": DecisionKind("Attacks", 6 * HOUR, "8"),
        "reply": DecisionKind("Replies", 6 * HOUR, "9.1"),
    },
    drivers=DRIVERS,
    gentle=Gentle("novice", 3),
    colours=COLOURS + STRIPED,
    least_entries=LEAST_PLAYERS,
    series=SERIES,
    new_race=new_race,
    play_turn=play_turn,
    view_for=view_for,
    read_plan=read_plan,
    is_unforeseen=is_unforeseen,
    results=results,
    explain=explain,
    order_book=ORDER_BOOK,
    unproven=wrong_piles,
    told_in_the_end=(LeaveCards, MoveCard),
    check_options=check_options,
    presets=PRESETS,
    moments=moments,
    out=out,
    figures=figures,
    play_out=play_out,
    turn_out=turn_out,
    places=places,
    companions=companions,
    corrections=CORRECTIONS,
    anew=piles.anew,
)
