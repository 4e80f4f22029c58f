"""The doors of the arena: all that is used of it from outside, but for its public types."""

from engine.arena.asks import Answers, Decree, NoPlan, Plan, Vote
from engine.arena.data import COLOURS, LEAST_MEN
from engine.arena.facts import Facts
from engine.arena.figures import figures
from engine.arena.homecoming import STABLES
from engine.arena.host_options import PRESETS, companions, idle_options, places
from engine.arena.house.fighters import FIGHTERS, wooden
from engine.arena.house.playing_out import play_out
from engine.arena.moments import moments
from engine.arena.notation import is_unforeseen, read_plan
from engine.arena.proof import wrong_omens
from engine.arena.refusals import explain
from engine.arena.rules.fate import ask_again, do, heard
from engine.arena.rules.setup import new_match
from engine.arena.rules.turn import play_turn
from engine.arena.series import SERIES, out, results
from engine.arena.state import Match, Options
from engine.arena.views import MatchView, view_for
from engine.game import HOUR, Acts, DecisionKind, Gentle, Ruleset
from records.values import EntryId, Faction


def factions(match: Match) -> dict[EntryId, Faction | None]:
    """Return whose each man is."""
    return {entry: fighter.faction for entry, fighter in match.fighters.items()}


RULESET: Ruleset[Options, Match, MatchView, None] = Ruleset(
    id="arena",
    name="The Arena",
    version=1,
    options=Options,
    state=Match,
    answers=Answers,
    facts=Facts,
    view=MatchView,
    decisions={
        "phase": DecisionKind("A plan for a phase", 9 * HOUR, "D.4"),
        "turn": DecisionKind("A plan for a turn", 24 * HOUR, "D.4"),
        "man": DecisionKind("Choosing a man", 9 * HOUR, "C.3"),
        "place": DecisionKind("Placing a man", 9 * HOUR, "D.2"),
        "mercy": DecisionKind("Life or death", 6 * HOUR, "D.9"),
        "crowd": DecisionKind("The crowd's vote", 12 * HOUR, "D.9", now=60),
    },
    drivers=FIGHTERS,
    apart=frozenset({"recruit"}),
    gentle=Gentle("recruit", 1),
    colours=COLOURS,
    least_entries=LEAST_MEN,
    pace="now",
    asks_turns=True,
    series=SERIES,
    new_race=new_match,
    play_turn=play_turn,
    view_for=view_for,
    read_plan=read_plan,
    is_unforeseen=is_unforeseen,
    results=results,
    explain=explain,
    factions=factions,
    told_in_the_end=(Plan, NoPlan),
    unproven=wrong_omens,
    presets=PRESETS,
    idle_options=idle_options,
    moments=moments,
    out=out,
    figures=figures,
    play_out=play_out,
    places=places,
    companions=companions,
    acts=Acts(do, ask_again, (Vote, Decree), heard),
    stables=STABLES,
    bets_on_winner=True,
    wooden=wooden,
)
