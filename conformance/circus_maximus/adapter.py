"""Circus Maximus for the runner."""

from collections.abc import Callable, Mapping, Sequence

from conformance.adapter import Adapter, Prepared
from conformance.cases import Case
from conformance.circus_maximus import charts, notation, position
from conformance.circus_maximus.position import ChariotSetting, RaceSetting
from conformance.converting import one_of, understood
from conformance.positions import before_setup, settings_of
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.ruleset import RULESET
from engine.circus_maximus.turn import phase
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Race
from engine.questions import Play
from engine.refusals import GameReason
from engine.table import Table
from records.values import EntryId

SETUP, TURN = "setup", "turn"
STOPS = ("phase", "turn", "never")
USUAL_STOP = {SETUP: "turn", TURN: "never"}


def prepare(case: Case) -> Prepared:
    """Return the position of a case; raise :exc:`ValueError` for a stop or a phase that does not fit its beginning."""
    stop = case.stop or USUAL_STOP.get(str(case.begin), "phase")
    if stop not in STOPS or (stop == "phase" and case.begin in (SETUP, TURN, [])):
        raise ValueError(f"a case that begins with {case.begin!r} cannot stop after {stop!r}")
    names = {EntryId(number): colour for number, colour in enumerate(case.position, start=1)}
    if case.begin == SETUP:
        return Prepared(
            before_setup(case, Options, RULESET.new_race, own=False), names, RULESET.play_turn, goes_on=stop == "never"
        )
    race = _in_play(case)
    if case.begin == TURN:
        if understood("race", case.race, RaceSetting).phase is not None:
            raise ValueError("race: phase: a whole turn does not begin in a phase; name the chariot in `begin`")
        return Prepared(race, names, RULESET.play_turn, goes_on=stop == "never")
    colours = case.begin if isinstance(case.begin, list) else [case.begin]
    movers = [_mover(race, names, colour) for colour in colours]
    _take_up_phase(case, race, movers)
    return Prepared(race, names, _phases(movers, is_whole=stop != "phase"), goes_on=stop == "never")


def _face_of(state: Race, drawn: str, sides: int) -> int:
    """The only draws that a name can tell are those out of the cup."""
    colours = [state.chariots[entry].colour for entry in state.cup]
    if drawn not in colours or len(colours) != sides:
        raise ValueError(f"{drawn!r} cannot be drawn there; in the cup: {', '.join(colours) or 'nothing'}")
    return colours.index(drawn) + 1


def _in_play(case: Case) -> Race:
    settings = settings_of(case, ChariotSetting)
    begins_turn = case.begin == TURN
    race = position.race_of(case.options, understood("race", case.race, RaceSetting), settings)
    if begins_turn:
        race.turn -= 1
        for colour, chariot in zip(settings, race.chariots.values(), strict=True):
            if settings[colour].written is not None:
                raise ValueError(
                    f"{colour}: as the turn begins nothing is `written` yet; what was before is `last_written`"
                )
            chariot.written = chariot.last_written
    return race


def _mover(race: Race, names: Mapping[EntryId, str], colour: str) -> EntryId:
    for entry, name in names.items():
        if name == colour and race.chariots[entry].is_on_track:
            return entry
    raise ValueError(
        f"`begin` is {SETUP!r}, {TURN!r} or whose phase it is; no chariot {colour!r} is on the track; "
        f"there are {one_of(name for entry, name in names.items() if race.chariots[entry].is_on_track)}"
    )


def _take_up_phase(case: Case, race: Race, movers: Sequence[EntryId]) -> None:
    """Put the first mover into the midst of its phase, if the case says so."""
    setting = understood("race", case.race, RaceSetting).phase
    if setting is None:
        return
    if not movers:
        raise ValueError("race: phase: a case that begins in a phase names its chariot in `begin`")
    race.phase = position.phase_of(setting, race, movers[0])
    race.drawn = max(race.drawn, 1)
    race.chariots[movers[0]].order = race.drawn


def _phases(movers: Sequence[EntryId], *, is_whole: bool) -> Callable[[Race, Table], Play[None]]:
    """Return a play of the phases of *movers*, and then, if it is *whole*, of the rest of the turn."""

    def play(race: Race, table: Table) -> Play[None]:
        for entry in movers:
            if not race.chariots[entry].is_on_track:
                continue
            if race.phase is not None:  # taken up in its midst
                yield from phase.go_on(race, table, entry)
                continue
            race.drawn += 1
            race.chariots[entry].order = race.drawn
            yield from phase.play_phase(race, table, entry)
        if is_whole:
            race.cup = [entry for entry in race.cup if race.chariots[entry].is_on_track]
            race.resume = "draw"
            yield from RULESET.play_turn(race, table)

    return play


ADAPTER = Adapter(
    prepare=prepare,
    read_answer=notation.read_answer,
    fields_of=position.fields_of,
    reasons=(*GameReason, *CircusReason),
    is_place=TRACK.lane.__contains__,
    look_up=charts.look_up,
    passed_over=notation.passed_over,
    face_of=_face_of,
)
