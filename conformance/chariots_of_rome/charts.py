"""The charts of Chariots of Rome that cases can look up: tracks, cards, tables, series."""

import hashlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, get_args

from conformance.charts import Charts, read_chart
from conformance.converting import number_of
from engine.chariots_of_rome.position.silence import default_defense, default_loss
from engine.chariots_of_rome.printed.board import TRACK_NAMES, Track, track
from engine.chariots_of_rome.printed.data import (
    ACTIONS,
    BASE_MOVE,
    CHARIOTEERS,
    COLUMNS,
    FATE_FACES,
    FATES,
    CharioteerId,
    FateId,
    charioteers_for,
    points_for,
)
from engine.chariots_of_rome.seen.series import race_options
from engine.chariots_of_rome.words.options import Options, check_options, companions, places
from engine.chariots_of_rome.words.state import ChariotLog
from engine.series import NoOptions
from records.refusals import Refused
from records.values import EntryId, Square

WAYS = ("ahead", "ahead_left", "ahead_right", "back", "back_left", "back_right", "beside_left", "beside_right")
"""Neighbours of a space, in the order of the table that a track is checked by (1)."""


def _track(word: str) -> Track:
    for name in TRACK_NAMES:
        if word == name:
            return track(name)
    raise ValueError(f"there is no track {word!r}; there are {', '.join(TRACK_NAMES)}")


def _space(board: Track, word: str) -> Square:
    if word not in board.spaces:
        raise ValueError(f"there is no space {word!r} on {board.name}")
    return Square(word)


# Tracks


def _size(place: Sequence[str]) -> str:
    board = _track(place[0])
    return f"{len(board.spaces)},{board.lanes},{board.most_chariots}"


def _table(place: Sequence[str]) -> str:
    """Return the first 16 digits of the SHA-256 of the whole table of neighbours."""
    board = _track(place[0])
    lines = ("|".join([space, *(getattr(board, way)[space] or "-" for way in WAYS)]) for space in board.spaces)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def _next(place: Sequence[str]) -> str:
    board = _track(place[0])
    if place[2] not in WAYS:
        raise ValueError(f"a neighbour is one of {', '.join(WAYS)}")
    links: Mapping[Square, Square | None] = getattr(board, place[2])
    return str(links[_space(board, place[1])] or "-")


def _steps(place: Sequence[str]) -> str:
    board = _track(place[0])
    return ",".join(board.steps[_space(board, place[1])])


def _safe(place: Sequence[str]) -> str:
    board = _track(place[0])
    return str(board.safe[_space(board, place[1])])


def _distance(place: Sequence[str]) -> str:
    board = _track(place[0])
    return str(board.distance[_space(board, place[1])])


def _gate(place: Sequence[str]) -> str:
    return str(_track(place[0]).gates.get(place[1], "-"))


def _room(place: Sequence[str]) -> str:
    """Return how many players may race, and whether so many chariots may."""
    options = Options(_track(place[0]).id, teams=place[1] == "teams")
    try:
        check_options(options, number_of(place[2]))
    except Refused as refused:
        return f"{places(options)},{refused.reason.value.replace(' ', '-')}"
    return f"{places(options)},yes"


# Cards and tables


def _card(place: Sequence[str]) -> str:
    if place[0] not in ACTIONS:
        raise ValueError(f"there is no card {place[0]!r}")
    return ",".join(ACTIONS[place[0]][column] for column in COLUMNS)


def _column(place: Sequence[str]) -> str:
    column: Any = place[0]  # one that there is none of stands on no card
    return str(sum(card.get(column) == place[1] for card in ACTIONS.values()))


def _charioteer(place: Sequence[str]) -> str:
    for name in get_args(CharioteerId):
        if place[0] == name:
            card = CHARIOTEERS[name]
            flags = ("1/r" if card.once_a_round else "") + ("3+" if card.three_plus else "")
            return f"{card.name},{flags or '-'}"
    raise ValueError(f"there is no charioteer {place[0]!r}")


def _charioteers(place: Sequence[str]) -> str:
    return str(len(charioteers_for(number_of(place[0]))))


def _fate(place: Sequence[str]) -> str:
    for name in get_args(FateId):
        if place[0] == name:
            return "round" if FATES[name].lasts else "immediate"
    raise ValueError(f"there is no Fate card {place[0]!r}")


def _god(place: Sequence[str]) -> str:
    return FATE_FACES[number_of(place[0]) - 1]


def _move(place: Sequence[str]) -> str:
    return str(BASE_MOVE[number_of(place[0])])


def _silent_defense(place: Sequence[str]) -> str:
    rattled, cards, tactics = map(number_of, place)
    return str(default_defense(ChariotLog("red", rattled=rattled), cards, min(cards, tactics)).remove)


def _silent_loss(place: Sequence[str]) -> str:
    return default_loss(number_of(place[0])).what


# Series


def _points(place: Sequence[str]) -> str:
    return str(points_for(None if place[0] == "out" else number_of(place[0])))


def _series_track(place: Sequence[str]) -> str:
    """Return the track of a race of a series, by the host's choice, its number, and the field of the race before."""
    named = None if place[0] == "any" else _track(place[0]).id
    ranking = [EntryId(number) for number in range(1, number_of(place[2]) + 1)]
    return race_options(Options(named), NoOptions(), number_of(place[1]), ranking).course


def _second(place: Sequence[str]) -> str:
    options = Options(teams=place[1] == "teams")
    return ",".join(companions(options, place[0])).replace(" ", "-") or "-"


_CHARTS: Charts = {
    "size": (("track",), _size),
    "table": (("track",), _table),
    "next": (("track", "space", "way"), _next),
    "steps": (("track", "space"), _steps),
    "safe": (("track", "space"), _safe),
    "distance": (("track", "space"), _distance),
    "gate": (("track", "gate"), _gate),
    "room": (("track", "single|teams", "chariots"), _room),
    "card": (("card",), _card),
    "column": (("column", "result"), _column),
    "charioteer": (("id",), _charioteer),
    "charioteers": (("chariots",), _charioteers),
    "fate": (("id",), _fate),
    "god": (("face",), _god),
    "move": (("level",), _move),
    "silent defense": (("rattled", "cards", "tactics"), _silent_defense),
    "silent loss": (("endurance",), _silent_loss),
    "points": (("place",), _points),
    "series track": (("track|any", "race", "field"), _series_track),
    "second": (("colour", "single|teams"), _second),
}

look_up = partial(read_chart, _CHARTS)
