"""Circus Maximus for the runner."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from conformance import circus_charts, circus_notation, circus_position
from conformance.adapter import Prepared
from conformance.cases import Case
from conformance.circus_position import ChariotSetting, RaceSetting
from engine.circus_maximus import phase, turn
from engine.circus_maximus.state import Race
from engine.game import Answer, Ask, Play, Table
from engine.values import EntryId

SETUP, TURN = "setup", "turn"
STOPS = ("phase", "turn", "never")
USUAL_STOP = {SETUP: "turn", TURN: "never"}


class CircusMaximus:
    """The adapter of Circus Maximus; see :class:`conformance.adapter.Adapter`."""

    def prepare(self, case: Case) -> Prepared:
        stop = case.stop or USUAL_STOP.get(str(case.begin), "phase")
        if stop not in STOPS or (stop == "phase" and case.begin in (SETUP, TURN, [])):
            raise ValueError(f"a case that begins with {case.begin!r} cannot stop after {stop!r}")
        names = {EntryId(number): colour for number, colour in enumerate(case.position, start=1)}
        if case.begin == SETUP:
            return Prepared(_before_setup(case), names, turn.play_turn, goes_on=stop == "never")
        race = _in_play(case)
        if case.begin == TURN:
            return Prepared(race, names, turn.play_turn, goes_on=stop == "never")
        colours = case.begin if isinstance(case.begin, list) else [case.begin]
        movers = [_mover(race, names, colour) for colour in colours]
        return Prepared(race, names, _phases(movers, is_whole=stop != "phase"), goes_on=stop == "never")

    def read_answer(self, ask: Ask | None, text: str, names: Mapping[EntryId, str]) -> Answer:
        return circus_notation.read_answer(ask, text, names)

    def passed_over(self, ask: Ask | None, text: str) -> Answer | None:
        return circus_notation.passed_over(ask, text)

    def face_of(self, state: Race, drawn: str, sides: int) -> int:
        """The only draws that a name can tell are those out of the cup."""
        colours = [state.chariots[entry].colour for entry in state.cup]
        if drawn not in colours or len(colours) != sides:
            raise ValueError(f"{drawn!r} cannot be drawn there; in the cup: {', '.join(colours) or 'nothing'}")
        return colours.index(drawn) + 1

    def faces_of_shuffle(self, first: Sequence[int]) -> Sequence[int]:
        raise ValueError(f"no cards are shuffled in Circus Maximus, so none can be {', '.join(map(str, first))}")

    def fields_of(self, state: Race, name: str) -> Mapping[str, Any]:
        return circus_position.fields_of(state, name)

    def look_up(self, chart: str, place: Sequence[str]) -> str:
        return circus_charts.look_up(chart, place)


def _before_setup(case: Case) -> Race:
    settings = {colour: msgspec.convert(fields, _Entrant) for colour, fields in case.position.items()}
    return circus_position.new_race_of(case.options, {colour: each.faction for colour, each in settings.items()})


class _Entrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be said of a chariot before the race is set up."""

    faction: int | None = None


def _in_play(case: Case) -> Race:
    settings = {colour: _setting(colour, fields) for colour, fields in case.position.items()}
    begins_turn = case.begin == TURN
    race = circus_position.race_of(case.options, msgspec.convert(case.race, RaceSetting), settings)
    if begins_turn:
        race.turn -= 1
        for colour, chariot in zip(settings, race.chariots.values(), strict=True):
            if settings[colour].written is not None:
                raise ValueError(
                    f"{colour}: as the turn begins nothing is `written` yet; what was before is `last_written`"
                )
            chariot.written = chariot.last_written
    return race


def _setting(colour: str, fields: Mapping[str, Any]) -> ChariotSetting:
    try:
        return msgspec.convert(fields, ChariotSetting)
    except msgspec.ValidationError as error:
        raise ValueError(f"{colour}: {error}") from error


def _mover(race: Race, names: Mapping[EntryId, str], colour: str) -> EntryId:
    for entry, name in names.items():
        if name == colour and race.chariots[entry].is_on_track:
            return entry
    raise ValueError(f"`begin` is {SETUP!r}, {TURN!r} or whose phase it is; no chariot {colour!r} is on the track")


def _phases(movers: Sequence[EntryId], *, is_whole: bool) -> Callable[[Race, Table], Play[None]]:
    """Return a play of the phases of *movers*, and then, if it is *whole*, of the rest of the turn."""

    def play(race: Race, table: Table) -> Play[None]:
        for entry in movers:
            if not race.chariots[entry].is_on_track:
                continue
            race.drawn += 1
            race.chariots[entry].order = race.drawn
            yield from phase.play_phase(race, table, entry)
        if is_whole:
            race.cup = [entry for entry in race.cup if race.chariots[entry].is_on_track]
            race.resume = "draw"
            yield from turn.play_turn(race, table)

    return play
