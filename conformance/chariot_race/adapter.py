"""Chariot Race for the runner."""

from conformance.adapter import Adapter, Prepared
from conformance.cases import Case
from conformance.chariot_race import charts, notation, position
from conformance.chariot_race.position import ChariotSetting, RaceSetting
from conformance.converting import one_of, understood
from conformance.ordering import Begin, ordered
from conformance.positions import before_setup, entries_of, names_of, options_of, settings_of
from engine.chariot_race.following import follow
from engine.chariot_race.reasons import RaceReason
from engine.chariot_race.rules import scoring, turn
from engine.chariot_race.ruleset import RULESET
from engine.chariot_race.state import Options, Race
from engine.chariot_race.track import SPACES
from engine.chariot_race.views import view_for
from engine.questions import Play
from engine.refusals import GameReason
from engine.table import Table

SETUP, ROUND, END = "setup", "round", "end"
STOPS = ("turn", "round", "never")


def prepare(case: Case) -> Prepared:
    """Return the position of a case; raise :exc:`ValueError` for a stop that there is not."""
    stop = case.stop or ("turn" if case.begin not in (SETUP, ROUND) else "round")
    if stop not in STOPS:
        raise ValueError(f"a case cannot stop after {stop!r}, only after {', '.join(STOPS)}")
    begin: Begin = RULESET.play_turn
    if case.begin == SETUP:
        race = before_setup(case, Options, RULESET.new_race, own=True)
    else:
        race, begin = _in_play(case, stop)
    return Prepared(race, names_of(race), begin, goes_on=stop == "never")


def _in_play(case: Case, stop: str) -> tuple[Race, Begin]:
    settings = settings_of(case, ChariotSetting)
    setting = understood("race", case.race, RaceSetting)
    race = position.race_of(options_of(case.options, settings, Options), setting, settings)
    entries = entries_of(settings)
    orders = {entries[colour]: each.orders for colour, each in settings.items() if each.orders is not None}
    if case.begin == END:
        return race, _ended
    if case.begin == ROUND:
        race.round -= 1  # the play counts a new one
        return race, ordered(RULESET.play_turn, orders, follow, view_for)
    colours = [race.chariots[entry].colour for entry in race.order]
    if case.begin not in colours:
        raise ValueError(f"`begin` is {SETUP}, {ROUND}, {END} or whose turn it is; there are {one_of(colours)}")
    race.active = colours.index(str(case.begin))
    race.stage = setting.stage or ("move" if setting.dice else None)
    return race, ordered(_one_turn if stop == "turn" else turn.go_on, orders, follow, view_for)


def _one_turn(race: Race, table: Table) -> Play[None]:
    yield from turn.take_turn(race, table, race.order[race.active])


def _ended(race: Race, table: Table) -> Play[None]:
    """End the round."""
    scoring.end_round(race, table)
    yield from ()


ADAPTER = Adapter(
    prepare=prepare,
    read_answer=notation.read_answer,
    fields_of=position.fields_of,
    reasons=(*GameReason, *RaceReason),
    is_place=SPACES.__contains__,
    look_up=charts.look_up,
)
