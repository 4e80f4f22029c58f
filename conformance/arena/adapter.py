"""The arena for the runner."""

from collections.abc import Mapping

from conformance.adapter import Adapter, Prepared
from conformance.arena import charts, notation, position
from conformance.arena.position import FighterSetting, MatchSetting
from conformance.cases import Case
from conformance.converting import understood
from conformance.positions import before_setup, options_of, settings_of
from engine.arena.reasons import ArenaReason
from engine.arena.ruleset import RULESET
from engine.arena.state import Match, Options
from engine.refusals import GameReason
from records.values import EntryId

SETUP, EXCHANGE = "setup", "turn"
STOPS = ("exchange", "never")


def prepare(case: Case) -> Prepared:
    """Return the position of a case; raise :exc:`ValueError` for a beginning or a stop that there is not."""
    stop = case.stop or "exchange"
    if stop not in STOPS or case.begin not in (SETUP, EXCHANGE):
        raise ValueError(f"a case begins with {SETUP!r} or {EXCHANGE!r}, and stops after {' or '.join(STOPS)}")
    match = before_setup(case, Options, RULESET.new_race, own=True) if case.begin == SETUP else _in_play(case)
    return Prepared(match, _names(match), RULESET.play_turn, goes_on=stop == "never")


def _names(match: Match) -> Mapping[EntryId, str]:
    return {entry: fighter.colour for entry, fighter in match.fighters.items()}


def _in_play(case: Case) -> Match:
    settings = settings_of(case, FighterSetting)
    options = options_of(case.options, settings, Options)
    return position.match_of(options, understood("race", case.race, MatchSetting), settings)


def _is_place(name: str) -> bool:
    """Tell whether there is such a hex; facts write hexes as lists."""
    return bool(name)


ADAPTER = Adapter(
    prepare=prepare,
    read_answer=notation.read_answer,
    fields_of=position.fields_of,
    reasons=(*GameReason, *ArenaReason),
    is_place=_is_place,
    look_up=charts.look_up,
)
