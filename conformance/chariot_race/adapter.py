"""Chariot Race for the runner."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from conformance.adapter import Prepared
from conformance.cases import Case
from conformance.chariot_race import charts, notation, position
from conformance.chariot_race.position import ChariotSetting, RaceSetting
from conformance.converting import one_of, understood
from conformance.positions import before_setup, entries_of, options_of, settings_of
from engine.chariot_race import scoring, turn
from engine.chariot_race.following import follow
from engine.chariot_race.orders import Orders
from engine.chariot_race.reasons import RaceReason
from engine.chariot_race.setup import new_race
from engine.chariot_race.state import Options, Race
from engine.chariot_race.track import SPACES
from engine.chariot_race.views import view_for
from engine.game import DEFAULT_CLAUSE, Answer, Ask, Followed, OrderFollowed, Play, Reason, Table
from records.values import EntryId

SETUP, ROUND, END = "setup", "round", "end"
STOPS = ("turn", "round", "never")

Begin = Callable[[Race, Table], Play[None]]


class ChariotRace:
    """The adapter of Chariot Race; see :class:`conformance.adapter.Adapter`."""

    def prepare(self, case: Case) -> Prepared:
        stop = case.stop or ("turn" if case.begin not in (SETUP, ROUND) else "round")
        if stop not in STOPS:
            raise ValueError(f"a case cannot stop after {stop!r}, only after {', '.join(STOPS)}")
        begin: Begin = turn.play_turn
        if case.begin == SETUP:
            race = before_setup(case, Options, new_race, own=True)
        else:
            race, begin = _in_play(case, stop)
        names = {entry: chariot.colour for entry, chariot in race.chariots.items()}
        return Prepared(race, names, begin, goes_on=stop == "never")

    def read_answer(self, ask: Ask | None, text: str, names: Mapping[EntryId, str]) -> Answer:
        return notation.read_answer(ask, text, names)

    def passed_over(self, ask: Ask | None, text: str) -> Answer | None:
        del ask, text  # no question may be left unanswered
        return None

    def face_of(self, state: Race, drawn: str, sides: int) -> int:
        """Seats are drawn by the colour of their first chariot; nothing else is."""
        del state, sides
        raise ValueError(f"{drawn!r} cannot be drawn there; dice are written as numbers")

    def faces_of_shuffle(self, first: Sequence[int]) -> Sequence[int]:
        raise ValueError(f"there are no cards to shuffle, so none begin with {first}")

    def fields_of(self, state: Race, name: str) -> Mapping[str, Any]:
        return position.fields_of(state, name)

    @property
    def reasons(self) -> Collection[str]:
        return [*Reason, *RaceReason]

    def is_place(self, name: str) -> bool:
        return name in SPACES

    def look_up(self, chart: str, place: Sequence[str]) -> str:
        return charts.look_up(chart, place)


def _in_play(case: Case, stop: str) -> tuple[Race, Begin]:
    settings = settings_of(case, ChariotSetting)
    said = understood("race", case.race, RaceSetting)
    race = position.race_of(options_of(case.options, settings, Options), said, settings)
    entries = entries_of(settings)
    orders = {entries[colour]: each.orders for colour, each in settings.items() if each.orders is not None}
    if case.begin == END:
        return race, _ended
    if case.begin == ROUND:
        race.round -= 1  # the play counts a new one
        return race, _ordered(turn.play_turn, orders)
    colours = [race.chariots[entry].colour for entry in race.order]
    if case.begin not in colours:
        raise ValueError(f"`begin` is {SETUP}, {ROUND}, {END} or whose turn it is; there are {one_of(colours)}")
    race.active = colours.index(str(case.begin))
    race.stage = said.stage or ("move" if said.dice else None)
    return race, _ordered(_one_turn if stop == "turn" else turn.go_on, orders)


def _one_turn(race: Race, table: Table) -> Play[None]:
    yield from turn.take_turn(race, table, race.order[race.active])


def _ended(race: Race, table: Table) -> Play[None]:
    """End the round."""
    scoring.end_round(race, table)
    return
    yield  # nothing is asked


def _ordered(begin: Begin, orders: Mapping[EntryId, Orders]) -> Begin:
    """Let orders answer for the chariots that have some, as at a pace of orders alone."""

    def play(race: Race, table: Table) -> Play[None]:
        going, sent = begin(race, table), None
        while True:
            try:
                asked = going.send(sent)
            except StopIteration:
                return
            if isinstance(asked, Ask) and asked.entry in orders:
                followed = follow(view_for(race, {}, ()), asked, orders[asked.entry])
                followed = followed or Followed(asked.default, DEFAULT_CLAUSE)
                asked.question.verify(followed.answer)
                table.tell(OrderFollowed(asked.entry, followed.clause))
                sent = followed.answer
            else:
                sent = yield asked

    return play
