"""Ave Caesar for the runner."""

from collections.abc import Mapping

from conformance.adapter import Adapter, Prepared
from conformance.ave_caesar import charts, notation, position
from conformance.ave_caesar.position import ChariotSetting, RaceSetting
from conformance.cases import Case
from conformance.converting import one_of, understood
from conformance.positions import before_setup, names_of, options_of, settings_of
from engine.ave_caesar.courses import COURSES, FINISH, runway
from engine.ave_caesar.data import DECK
from engine.ave_caesar.reasons import CaesarReason
from engine.ave_caesar.ruleset import RULESET
from engine.ave_caesar.state import Options, Race
from engine.questions import Answer, Ask
from engine.refusals import GameReason
from records.values import EntryId

SETUP = "setup"
STOPS = ("round", "never")

TURNED_AT_MOST = 2
"""Cards of a deck that may be gone when another one is drawn by its value."""


def prepare(case: Case) -> Prepared:
    """Return the position of a case; raise :exc:`ValueError` for a stop or a draw that there is not."""
    stop = case.stop or "round"
    if stop not in STOPS:
        raise ValueError(f"a case cannot stop after {stop!r}, only after {' or '.join(STOPS)}")
    race = before_setup(case, Options, RULESET.new_race, own=True) if case.begin == SETUP else _in_play(case)
    return Prepared(race, names_of(race), RULESET.play_turn, goes_on=stop == "never")


def _read_answer(ask: Ask | None, text: str, names: Mapping[EntryId, str]) -> Answer:
    del names  # no answer names a chariot
    return notation.read_answer(ask, text)


def _face_of(state: Race, drawn: str, sides: int) -> int:
    """Only start cards are drawn one by one: the second copy still lies there when two others have been turned."""
    del state
    if sides < len(DECK) - TURNED_AT_MOST or drawn not in map(str, DECK):
        raise ValueError(f"{drawn!r} cannot be drawn there; start cards are 1 to 6, out of nearly whole decks")
    return DECK.index(int(drawn)) + 2


def _is_place(name: str) -> bool:
    return name == FINISH or any(name in runway(course, "clockwise").front for course in COURSES)


def _in_play(case: Case) -> Race:
    settings = settings_of(case, ChariotSetting)
    options = options_of(case.options, settings, Options)
    race = position.race_of(options, understood("race", case.race, RaceSetting), settings)
    colours = [race.chariots[entry].colour for entry in race.order]
    if case.begin not in colours or race.order[colours.index(str(case.begin))] not in race.racing():
        raise ValueError(
            f"`begin` is {SETUP!r} or whose turn it is; no chariot {case.begin!r} is racing; "
            f"there are {one_of(race.chariots[entry].colour for entry in race.racing())}"
        )
    race.active = colours.index(str(case.begin))
    race.round -= race.active == 0  # the play counts a new one then
    return race


ADAPTER = Adapter(
    prepare=prepare,
    read_answer=_read_answer,
    fields_of=position.fields_of,
    reasons=(*GameReason, *CaesarReason),
    is_place=_is_place,
    look_up=charts.look_up,
    face_of=_face_of,
    faces_of_shuffle=position.shuffling_dice,
)
