"""The doors of the classic campaign: a league is played through them like a race (H.1).

It is no race: it stands in no list of games. Its "entries" are stables, by number.
"""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import get_args

import msgspec

from engine.facts import Fact
from engine.game import Acts, DecisionKind, Ruleset, decoder
from engine.leagues import doing, house, phases, setup, views
from engine.leagues.presets import PRESETS
from engine.leagues.races import RACE
from engine.leagues.views import LeagueView
from engine.leagues.words.acts import Acts as LeagueActs
from engine.leagues.words.facts import Facts
from engine.leagues.words.options import OF_GALAS, OF_GLADIATORS, ONLY_EPIC, LeagueOptions
from engine.leagues.words.sheets import Sheets
from engine.leagues.words.state import League
from engine.questions import Answer, Ask
from engine.refusals import GameReason
from engine.series import NoOptions, Result, Series
from records.refusals import Refused
from records.values import EntryId, Faction

_HOUR = 3600
_DAY = 24 * _HOUR


def _is_over(league: League) -> bool:
    return league.is_over


def _factions(league: League) -> Mapping[EntryId, Faction | None]:
    return {number: Faction(number) for number in league.stables}


def _read_plan(_view: LeagueView, _ask: Ask, _text: str) -> tuple[Answer, ...]:
    """:raises Refused: always: sheets are filled in, not typed."""
    raise Refused(GameReason.NOT_A_PLAN)


def _nothing_unforeseen(_facts: Sequence[Fact], _entry: EntryId) -> bool:
    return False


def _results(view: LeagueView) -> tuple[Result, ...]:
    return tuple(Result(each.stable, each.rank if each.counts else None) for each in view.ranks)


def _explain(_view: LeagueView, _ask: Ask, _answer: Answer) -> Refused:
    """Return that it is no choice: sheets give their own reasons."""
    return Refused(GameReason.NOT_A_CHOICE)


def _read_past(stored: bytes) -> League:
    """Return a season as versions 1 and 2 kept it, with a mark for an event without a race that nobody ever read, and
    what a stable took in the latest event, of which its account tells more.
    """
    kept = msgspec.json.decode(stored)
    kept.pop("is_called_off", None)
    for stable in (*kept["stables"].values(), *kept.get("shown", {}).values()):
        stable.pop("took", None)
    league: League = decoder(League).decode(msgspec.json.encode(kept))
    return league


def _idle(options: LeagueOptions) -> Collection[str]:
    """Return the options that mean nothing in the campaign that is chosen, or without gladiators or galas."""
    idle = ("help",) if options.campaign == "epic" else ONLY_EPIC
    of_arena = (*(() if options.has_gladiators else OF_GLADIATORS), *(() if options.has_galas else OF_GALAS))
    return (*idle, *of_arena)


def _same_options(options: LeagueOptions, _series: NoOptions, _n: int, _ranking: Sequence[EntryId]) -> LeagueOptions:
    return options


RULESET: Ruleset[LeagueOptions, League, LeagueView, None] = Ruleset(
    id="classic-league",
    name="Campaign Game",
    version=3,
    options=LeagueOptions,
    state=League,
    answers=Sheets | LeagueActs,
    facts=Facts,
    view=LeagueView,
    decisions=MappingProxyType(
        {
            "founding": DecisionKind("Founding the stables", 2 * _DAY, "20.1"),
            "market": DecisionKind("Auction", 2 * _DAY, "H.5"),
            "stable": DecisionKind("Stable day", _DAY, "20.2"),
            "eve": DecisionKind("Eve of the race", _DAY, "24"),
            "race": DecisionKind("The race", 30 * _DAY, "15.9"),
            "protest": DecisionKind("Protests", 12 * _HOUR, "H.3"),
            "auction": DecisionKind("Forced auction", _DAY, "21.2"),
            "gap": DecisionKind("Rest between races", _DAY, "H.3"),
        }
    ),
    drivers=house.MANAGERS,
    errand=house.errand,
    colours=RACE.rules.colours,
    least_entries=setup.LEAST_OWNERS,
    series=Series(NoOptions, races=1, most=1, points=(1,), rule="H.1", race_options=_same_options),
    new_race=setup.from_entrants,
    play_turn=phases.play_phase,
    is_over=_is_over,
    view_for=views.view_for,
    factions=_factions,
    idle_options=_idle,
    read_plan=_read_plan,
    is_unforeseen=_nothing_unforeseen,
    results=_results,
    explain=_explain,
    past_states=MappingProxyType({1: _read_past, 2: _read_past}),
    acts=Acts(doing.do, doing.ask_again, get_args(LeagueActs)),
    presets=PRESETS,
)
