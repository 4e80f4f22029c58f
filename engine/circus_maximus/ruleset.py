"""The doors of Circus Maximus: all that is used of it from outside, but for its public types."""

from engine.circus_maximus.host_options import PRESETS, check_options, idle_options, places
from engine.circus_maximus.house.playing_out import play_out, turn_out
from engine.circus_maximus.house.registry import DELIBERATE, DRIVERS, GENTLE
from engine.circus_maximus.house.wooden import wooden
from engine.circus_maximus.orders.order_book import ORDER_BOOK
from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.printed.tables import COLOURS
from engine.circus_maximus.seen.bribing import ACTS
from engine.circus_maximus.seen.corrections import CORRECTIONS
from engine.circus_maximus.seen.figures import figures
from engine.circus_maximus.seen.homecoming import STABLES
from engine.circus_maximus.seen.moments import moments
from engine.circus_maximus.seen.notation import is_unforeseen, read_plan
from engine.circus_maximus.seen.refusals import explain
from engine.circus_maximus.seen.series import SERIES, out, results
from engine.circus_maximus.seen.views import RaceView, view_for
from engine.circus_maximus.turn.setup import new_race
from engine.circus_maximus.turn.turn import play_turn
from engine.circus_maximus.words.asks import Answers
from engine.circus_maximus.words.facts import Facts
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Race
from engine.game import HOUR, DecisionKind, Gentle, Ruleset

RULESET: Ruleset[Options, Race, RaceView, Orders] = Ruleset(
    id="circus-maximus",
    name="Circus Maximus",
    version=1,
    options=Options,
    state=Race,
    answers=Answers,
    facts=Facts,
    view=RaceView,
    past_names={"epic_time_limit": "time_limit", "epic_no_horse_ram": "no_horse_ram", "epic_without": "without"},
    decisions={
        "preparation": DecisionKind("Preparation points", 24 * HOUR, "3.6"),
        "speed": DecisionKind("Written speed", 12 * HOUR, "6.11"),
        "start": DecisionKind("Straining and cutting free", 6 * HOUR, "11.3", settles=("action",)),
        "action": DecisionKind("Movement", 6 * HOUR, "11.6", settles=("action",)),
        "response": DecisionKind("Response to an attack", 6 * HOUR, "9.3"),
        "obstacle": DecisionKind("Obstacles", 6 * HOUR, "14.3"),
        "on foot": DecisionKind("Driver on foot", 6 * HOUR, "17.1"),
    },
    drivers=DRIVERS,
    wooden=wooden,
    colours=COLOURS,
    least_entries=2,
    series=SERIES,
    new_race=new_race,
    play_turn=play_turn,
    view_for=view_for,
    read_plan=read_plan,
    is_unforeseen=is_unforeseen,
    results=results,
    explain=explain,
    order_book=ORDER_BOOK,
    corrections=CORRECTIONS,
    check_options=check_options,
    idle_options=idle_options,
    presets=PRESETS,
    places=places,
    deliberate=DELIBERATE,
    apart={GENTLE},
    gentle=Gentle(GENTLE, 3),
    moments=moments,
    out=out,
    figures=figures,
    play_out=play_out,
    turn_out=turn_out,
    acts=ACTS,
    stables=STABLES,
)
