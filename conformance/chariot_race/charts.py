"""The charts of Chariot Race that cases can look up: the oval, the boards, dice, places and series."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import get_args

from conformance.chariot_race.notation import face, space
from conformance.charts import Charts, read_chart
from conformance.converting import number_of, understood
from engine.chariot_race.asks import ChooseReroll, PlanMove, SpendFortune
from engine.chariot_race.data import BOARDS, FACES, Board, BoardName, chariots_each, points_for
from engine.chariot_race.order_book import begun
from engine.chariot_race.orders import AttackWish, JavelinWish, Orders
from engine.chariot_race.rules.setup import back_and_forth
from engine.chariot_race.ruleset import RULESET
from engine.chariot_race.series import SeriesOptions, race_options
from engine.chariot_race.silence import default_reroll
from engine.chariot_race.state import Options
from engine.chariot_race.track import (
    AHEAD,
    INWARD,
    LIMITS,
    OUTWARD,
    SPACES,
    START_SLOTS,
    TOUCHING,
    TRACKS,
    TrackName,
    distance,
    heaps,
    laps_done,
)
from engine.chariot_race.views import view_for
from engine.chariot_race.ways import Ground
from engine.game import Entrant
from records.values import EntryId


def _track(word: str) -> TrackName:
    for name in TRACKS:
        if word == name:
            return name
    raise ValueError(f"there is no track {word!r}; there are {', '.join(TRACKS)}")


def _board(word: str) -> Board:
    names: tuple[BoardName, ...] = get_args(BoardName)
    for name in names:
        if word == name:
            return BOARDS[name]
    raise ValueError(f"there is no board {word!r}; there are {', '.join(names)}")


def _listed(things: Iterable[object]) -> str:
    return ",".join(map(str, things)) or "-"


# The oval


def _space(place: Sequence[str]) -> str:
    found = SPACES[space(place[0])]
    return f"{found.back}-{found.front},{found.section},{found.half}"


def _step(place: Sequence[str]) -> str:
    ways = {"ahead": AHEAD, "inward": INWARD, "outward": OUTWARD}
    if place[1] not in ways:
        raise ValueError(f"a step goes {', '.join(ways)}")
    return str(ways[place[1]].get(space(place[0]), "-"))


def _limit(place: Sequence[str]) -> str:
    square = space(place[1])
    return "heap" if square in heaps(_track(place[0])) else str(LIMITS.get(square, "-"))


def _touching(place: Sequence[str]) -> str:
    return _listed(sorted(TOUCHING[space(place[0])]))


def _range(place: Sequence[str]) -> str:
    steps = distance(space(place[0]), space(place[1]))
    return str(steps) if steps <= 2 else "-"


def _slot(place: Sequence[str]) -> str:
    return str(START_SLOTS[number_of(place[0]) - 1])


def _laps(place: Sequence[str]) -> str:
    return str(laps_done(number_of(place[0])))


# Boards and dice


def _dice(place: Sequence[str]) -> str:
    return str(_board(place[0]).dice[number_of(place[1])])


def _cap(place: Sequence[str]) -> str:
    return str(_board(place[0]).cap[number_of(place[1])])


def _sheet(place: Sequence[str]) -> str:
    board = _board(place[0])
    return f"{board.damage_max},{board.speed_max}/{board.speed_start},{board.fate_max}/{board.fate_start}"


def _face(place: Sequence[str]) -> str:
    return FACES[number_of(place[0]) - 1]


def _speeds(place: Sequence[str]) -> str:
    question = PlanMove(space("M01"), number_of(place[0]), 12, tuple(face(word) for word in place[1].split(",")))
    return _listed(question.speed(plus) for plus in range(question.plusminus + 1))


def _turns(place: Sequence[str]) -> str:
    question = SpendFortune(tuple(face(word) for word in place[0].split(",")), 2)
    return _listed(dict.fromkeys(turn.face for turn in question.turns()))


def _free_reroll(place: Sequence[str]) -> str:
    """Return the dice that a silent player rolls anew."""
    ground = Ground(_track(place[0]), space(place[1]), 0, 12, (), (), (), (), 20)
    question = ChooseReroll(tuple(face(word) for word in place[3].split(",")))
    return _listed(default_reroll(ground, number_of(place[2]), question).dice)


def _standing(place: Sequence[str]) -> str:
    """Return the attacks of last round's orders that hold where a chariot is out; wishes are written as clauses."""
    wishes = tuple(_wish(word.split("-")) for word in place[0].split(","))
    race = RULESET.new_race(Options(), [Entrant(EntryId(number), f"colour {number}", None) for number in range(1, 7)])
    race.chariots[EntryId(number_of(place[1]))].wrecked_at = 0
    held = begun(view_for(race, {}, ()), EntryId(1), Orders(attacks=wishes), True).attacks
    words = (("javelin" if isinstance(wish, JavelinWish) else "caltrop", wish.at, wish.rival) for wish in held)
    return _listed("-".join(str(word) for word in wish if word is not None) for wish in words)


def _wish(words: Sequence[str]) -> AttackWish:
    fields = {"with": words[0], "at": words[1], "rival": number_of(words[2]) if len(words) > 2 else None}
    return understood("wish", fields, AttackWish)  # type: ignore[arg-type]


# Races and series


def _points(place: Sequence[str]) -> str:
    return str(points_for(None if place[0] == "wreck" else number_of(place[0])))


def _chariots(place: Sequence[str]) -> str:
    return str(chariots_each(number_of(place[0])))


def _seats(players: int, first: int) -> list[list[EntryId]]:
    """Return seats from *first* on, clockwise; the chariots of seat n are called n."""
    each = chariots_each(players)
    return [[EntryId((first + seat) % players)] * each for seat in range(players)]


def _grid(place: Sequence[str]) -> str:
    """Return the chariots in slots 1 to 6 after seats were shuffled so."""
    each = chariots_each(len(place))
    seats = [[EntryId(ord(letter))] * each for letter in place]
    return _listed(chr(entry) for entry in back_and_forth(seats))


def _draft_boards(place: Sequence[str]) -> str:
    return _listed(back_and_forth(_seats(number_of(place[0]), number_of(place[1]))))


def _draft_slots(place: Sequence[str]) -> str:
    return _listed(back_and_forth(_seats(number_of(place[0]), number_of(place[1])), turned=True))


def _series_track(place: Sequence[str]) -> str:
    named = None if place[0] == "any" else _track(place[0])
    return str(race_options(Options(named), SeriesOptions(), number_of(place[1]), ()).track)


def _series_slots(place: Sequence[str]) -> str:
    """Return the start slots after this ranking; with black boards slots are drafted."""
    boards, even = place[0], place[1] == "even"
    options = Options(boards="black" if boards == "black" else "white")
    ranking = [EntryId(number_of(word)) for word in place[2].split(",")]
    return _listed(race_options(options, SeriesOptions(even), 2, ranking).positions)


def _series_seat(place: Sequence[str]) -> str:
    return str(race_options(Options(boards="black"), SeriesOptions(), number_of(place[0]), ()).draft_seat)


_CHARTS: Charts = {
    "space": (("space",), _space),
    "step": (("space", "ahead|inward|outward"), _step),
    "limit": (("track", "space"), _limit),
    "touching": (("space",), _touching),
    "range": (("space", "space"), _range),
    "slot": (("number",), _slot),
    "laps": (("pos",), _laps),
    "dice": (("board", "speed"), _dice),
    "cap": (("board", "damage"), _cap),
    "sheet": (("board",), _sheet),
    "face": (("number",), _face),
    "speeds": (("initial", "faces"), _speeds),
    "turned to": (("faces",), _turns),
    "silent reroll": (("track", "space", "speed", "faces"), _free_reroll),
    "standing": (("attacks", "out"), _standing),
    "points": (("place|wreck",), _points),
    "chariots": (("players",), _chariots),
    "grid": (("seat", "..."), _grid),
    "draft boards": (("players", "seat"), _draft_boards),
    "draft slots": (("players", "seat"), _draft_slots),
    "series track": (("track|any", "race"), _series_track),
    "series slots": (("white|black", "last|even", "ranking"), _series_slots),
    "series seat": (("race",), _series_seat),
}
"""By chart: how a place in it is written, and its content."""

look_up = partial(read_chart, _CHARTS)
