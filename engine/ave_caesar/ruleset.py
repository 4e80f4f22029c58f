"""The doors of Ave Caesar: all that is used of it from outside, but for its public types."""

from engine.ave_caesar.asks import Answers
from engine.ave_caesar.data import COLOURS, LEAST_PLAYERS
from engine.ave_caesar.facts import Facts
from engine.ave_caesar.figures import figures
from engine.ave_caesar.house.drivers import DRIVERS, GENTLE
from engine.ave_caesar.house.playing_out import play_out, turn_out
from engine.ave_caesar.moments import moments
from engine.ave_caesar.notation import is_unforeseen, read_plan
from engine.ave_caesar.proof import wrong_decks
from engine.ave_caesar.refusals import explain
from engine.ave_caesar.rules.setup import new_race
from engine.ave_caesar.rules.turn import play_turn
from engine.ave_caesar.series import SERIES, out, results
from engine.ave_caesar.state import Options, Race
from engine.ave_caesar.views import RaceView, view_for
from engine.game import HOUR, DecisionKind, Gentle, Ruleset

RULESET: Ruleset[Options, Race, RaceView, None] = Ruleset(
    id="ave-caesar",
    name="Ave Caesar",
    version=1,
    options=Options,
    state=Race,
    answers=Answers,
    facts=Facts,
    view=RaceView,
    decisions={"play": DecisionKind("Playing a card", 12 * HOUR, "6")},
    drivers=DRIVERS,
    apart={GENTLE},
    gentle=Gentle(GENTLE, 2),
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
    unproven=wrong_decks,
    moments=moments,
    out=out,
    figures=figures,
    play_out=play_out,
    turn_out=turn_out,
)
