"""Chariots of Rome for the runner."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from conformance.adapter import Adapter, Prepared
from conformance.cases import Case
from conformance.chariots_of_rome import charts, notation, position
from conformance.chariots_of_rome.position import ChariotSetting, RaceSetting
from conformance.converting import one_of, understood
from conformance.ordering import Begin, ordered
from conformance.positions import before_setup, entries_of, entry_of, names_of, options_of, settings_of
from engine.chariots_of_rome.harm import harm
from engine.chariots_of_rome.orders.following import follow
from engine.chariots_of_rome.printed.board import TRACK_NAMES, track
from engine.chariots_of_rome.ruleset import RULESET
from engine.chariots_of_rome.seen.views import view_for
from engine.chariots_of_rome.turn import attacking, favor, rounds, turn
from engine.chariots_of_rome.words.options import Options
from engine.chariots_of_rome.words.reasons import RaceReason
from engine.chariots_of_rome.words.state import Race
from engine.questions import Play
from engine.refusals import GameReason
from engine.table import Table
from records.values import EntryId

SETUP = "setup"
STOPS = ("", "never")

Moment = Callable[[Race, Table, EntryId, Sequence[str]], Play[None]]


def prepare(case: Case) -> Prepared:
    """Return the position of a case; raise :exc:`ValueError` for a stop or a first card that there is not."""
    if case.stop not in STOPS:
        raise ValueError(f"a case ends with what it begins with, or stops {STOPS[1]!r}, not after {case.stop!r}")
    if case.begin == SETUP:
        race = before_setup(case, Options, RULESET.new_race, own=True)
        begin: Begin = RULESET.play_turn
    else:
        race, begin = _in_play(case)
    return Prepared(race, names_of(race), begin, goes_on=case.stop == "never")


def _faces_of_shuffle(first: Sequence[int]) -> Sequence[int]:
    raise ValueError(f"cards have no numbers, so none begin with {first}; `race.cards` lays them on top")


def _is_place(name: str) -> bool:
    return any(name in track(each).spaces for each in TRACK_NAMES)


def _in_play(case: Case) -> tuple[Race, Begin]:
    settings = settings_of(case, ChariotSetting)
    setting = understood("race", case.race, RaceSetting)
    race = position.race_of(options_of(case.options, settings, Options), setting, settings)
    entries = entries_of(settings)
    orders = {entries[colour]: each.orders for colour, each in settings.items() if each.orders is not None}
    words = [case.begin] if isinstance(case.begin, str) else case.begin
    return race, ordered(_until_over(_moment(words, entries)), orders, follow, view_for)


def _moment(words: Sequence[str], entries: Mapping[str, EntryId]) -> Begin:
    """Return the moment that a case begins with: a moment of the race, or one of a chariot."""
    if words[0] in _OF_RACE:
        return _OF_RACE[words[0]]
    if words[0] not in _OF_CHARIOT:
        raise ValueError(f"`begin` is {SETUP}, {one_of([*_OF_RACE, *_OF_CHARIOT])}, not {words[0]!r}")
    if len(words) < 2:
        raise ValueError(f"`begin` names a chariot, as in ['{words[0]}', 'red']")
    return partial(_of_chariot, _OF_CHARIOT[words[0]], entry_of(entries, "begin", words[1]), words[2:])


def _of_chariot(moment: Moment, entry: EntryId, words: Sequence[str], race: Race, table: Table) -> Play[None]:
    race.active = entry
    yield from moment(race, table, entry, words)
    if not race.chariots[entry].is_alive:
        race.active = None  # a chariot that went out has no turn to come


def _until_over(begin: Begin) -> Begin:
    def play(race: Race, table: Table) -> Play[None]:
        try:
            yield from begin(race, table)
        except harm.RaceIsOver:
            return

    return play


def _end(race: Race, table: Table) -> Play[None]:
    """End the round."""
    rounds.end_round(race, table)
    yield from ()


def _open(race: Race, table: Table) -> Play[None]:
    race.round -= 1  # the play counts a new one
    yield from rounds.open_round(race, table)


def _cards(race: Race, table: Table) -> Play[None]:
    """Play the rest of a round, beginning with the card that lies open."""
    yield from rounds.play_cards(race, table)
    rounds.end_round(race, table)


_OF_RACE: Mapping[str, Begin] = {"open": _open, "cards": _cards, "end": _end, "round": RULESET.play_turn}
"""The beginning of a round up to its first turn; the turns; the end; all of it up to the next first turn."""


def _turn(race: Race, table: Table, entry: EntryId, _words: Sequence[str]) -> Play[None]:
    yield from turn.take_turn(race, table, entry)


def _speed(race: Race, table: Table, entry: EntryId, _words: Sequence[str]) -> Play[None]:
    yield from turn.set_speed(race, table, entry)


def _adjust(race: Race, table: Table, entry: EntryId, _words: Sequence[str]) -> Play[None]:
    yield from turn.adjust(race, table, entry)


def _drive(race: Race, table: Table, entry: EntryId, _words: Sequence[str]) -> Play[None]:
    yield from turn.drive(race, table, entry)


def _window(race: Race, table: Table, entry: EntryId, _words: Sequence[str]) -> Play[None]:
    yield from attacking.window(race, table, entry)


def _favor(race: Race, table: Table, entry: EntryId, _words: Sequence[str]) -> Play[None]:
    yield from favor.roll(race, table, entry)


def _swerve(race: Race, table: Table, entry: EntryId, words: Sequence[str]) -> Play[None]:
    yield from harm.swerve(race, table, entry, "left" if list(words) == ["left"] else "right")


def _lose(race: Race, table: Table, entry: EntryId, _words: Sequence[str]) -> Play[None]:
    yield from harm.lose_endurance(race, table, entry, "card")


def _out(race: Race, table: Table, entry: EntryId, _words: Sequence[str]) -> Play[None]:
    yield from harm.eliminate(race, table, entry, "endurance")


def _draw(race: Race, table: Table, entry: EntryId, words: Sequence[str]) -> Play[None]:
    causes = {
        "danger": harm.CRASHING,
        "whip": harm.Cause("whip", "whip"),
        "ram": harm.Cause("ram", "ram"),
        "corner": harm.CORNERING,
    }
    if len(words) != 2 or words[0] not in causes or not words[1].isdecimal():
        raise ValueError("a draw is written ['draw', 'red', 'danger', '2']")
    yield from harm.draw(race, table, entry, int(words[1]), causes[words[0]])


_OF_CHARIOT: Mapping[str, Moment] = {
    "turn": _turn,
    "speed": _speed,
    "adjust": _adjust,
    "drive": _drive,
    "window": _window,
    "favor": _favor,
    "swerve": _swerve,
    "lose": _lose,
    "out": _out,
    "draw": _draw,
}
"""The whole turn; its steps; the Attack window; the Fate die; and the effects of cards."""


ADAPTER = Adapter(
    prepare=prepare,
    read_answer=notation.read_answer,
    fields_of=position.fields_of,
    reasons=(*GameReason, *RaceReason),
    is_place=_is_place,
    look_up=charts.look_up,
    passed_over=notation.passed_over,
    faces_of_shuffle=_faces_of_shuffle,
)
