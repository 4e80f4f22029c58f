"""The doors of Chariot Race: all that is used of it from outside, but for its public types."""

from engine.chariot_race.asks import Answers
from engine.chariot_race.data import COLOURS, LEAST_PLAYERS, chariots_each
from engine.chariot_race.facts import Facts
from engine.chariot_race.figures import figures
from engine.chariot_race.house.drivers import DRIVERS
from engine.chariot_race.house.playing_out import play_out, turn_out
from engine.chariot_race.moments import moments
from engine.chariot_race.notation import is_unforeseen, read_plan
from engine.chariot_race.order_book import ORDER_BOOK
from engine.chariot_race.orders import Orders
from engine.chariot_race.refusals import explain
from engine.chariot_race.rules.setup import new_race
from engine.chariot_race.rules.turn import play_turn
from engine.chariot_race.series import SERIES, out, results
from engine.chariot_race.state import Options, Race
from engine.chariot_race.views import RaceView, view_for
from engine.game import HOUR, DecisionKind, Gentle, Preset, Ruleset

PRESETS = {
    "first race": Preset(
        "White boards on the track without heaps, gentle rivals.", {"boards": "white", "track": "AA", "gentle": "yes"}
    ),
    "stones": Preset("A stone heap in every lane: you must steer.", {"boards": "white", "track": "BB"}),
    "draft": Preset("Six unlike boards, and you choose yours.", {"boards": "black"}),
}

RULESET: Ruleset[Options, Race, RaceView, Orders] = Ruleset(
    id="chariot-race",
    name="Chariot Race",
    version=1,
    options=Options,
    state=Race,
    answers=Answers,
    facts=Facts,
    view=RaceView,
    decisions={
        "orders": DecisionKind("Orders", 24 * HOUR, "15.2"),
        "draft": DecisionKind("Boards and start slots", 12 * HOUR, "11.4"),
        "dice": DecisionKind("Repair and dice", 12 * HOUR, "6.6", settles=("move", "attack")),
        "move": DecisionKind("Moving", 12 * HOUR, "8.2", settles=("attack",)),
        "attack": DecisionKind("Caltrops and javelins", 6 * HOUR, "8.7"),
    },
    drivers=DRIVERS,
    gentle=Gentle("novice", 3),
    colours=COLOURS,
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
    presets=PRESETS,
    moments=moments,
    out=out,
    figures=figures,
    play_out=play_out,
    turn_out=turn_out,
    chariots_each=chariots_each,
)
