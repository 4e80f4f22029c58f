"""Pictures and texts of one turn agree: on its number, on who leads, and on who has won."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from engine.rulesets import RULESETS
from records.values import EntryId
from renderers import SCENES, Shot, film_race, film_turn, films
from renderers.headline import in_headline
from renderers.scene import AnyScene, Stage
from tests.renderers.races import MANY_NAMES, turns_of_a_race
from words import WORDS

RACES: dict[str, tuple[str, int, str, dict[str, Any]]] = {
    "eight of Circus Maximus": ("circus-maximus", 8, "a", {"laps": 1}),
    "six of Ave Caesar": ("ave-caesar", 6, "c", {}),
    "six of Chariot Race": ("chariot-race", 6, "d", {}),
    "six of Chariots of Rome": ("chariots-of-rome", 6, "e", {"laps": 1}),
    "twelve of Chariots of Rome": ("chariots-of-rome", 12, "f", {"laps": 1}),
}
DUELS: dict[str, tuple[str, int, str, dict[str, Any]]] = {
    "a duel by turns": ("arena", 2, "b", {"exchange": "turn"}),
    "a duel by phases": ("arena", 2, "a", {"exchange": "phase"}),
}
LESSONS: dict[str, tuple[str, int, str, dict[str, Any]]] = {
    "a lesson of Circus Maximus": ("circus-maximus", 2, "g", {"laps": 1, "most_turns": 3, "lesson": 1}),
    "a lesson of Ave Caesar": ("ave-caesar", 3, "k", {"most_rounds": 3, "lesson": 1}),
    "a lesson of Chariot Race": ("chariot-race", 4, "h", {"most_rounds": 3}),
    "a lesson of Chariots of Rome": ("chariots-of-rome", 4, "i", {"laps": 1, "most_rounds": 3}),
}


def played(race: str) -> tuple[str, AnyScene, Stage[Any], Sequence[Sequence[Shot]]]:
    """Return a race's game, its scene and stage, and its phases turn by turn."""
    game, count, seed, options = (RACES | DUELS | LESSONS)[race]
    scene = SCENES[game]
    assert scene.stage is not None
    return game, scene, scene.stage, turns_of_a_race(game, count, seed, **options)


@pytest.fixture
def captions(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    """Return the captions of the frames that are filmed; none is drawn."""
    seen: list[Sequence[str]] = []

    def filmed(_scene: Any, _names: Any, _title: str, frames: Any) -> bytes:
        seen[:] = [frame.lines for frame in frames]
        return b"GIF"

    monkeypatch.setattr(films, "_filmed", filmed)
    return seen


@pytest.mark.parametrize("race", [*RACES, *DUELS])
def test_a_turns_post_and_its_picture_bear_the_same_number(race: str) -> None:
    game, scene, stage, turns = played(race)
    words = WORDS[game]
    for turn in turns:
        after = turn[-1].view
        number = re.search(r"\d+", (words.over or words.turn)(after))
        assert stage.turn(after) == (int(number[0]) if number else 0)
        assert {stage.turn(shot.view) for shot in turn} == {stage.turn(after)}, "its phases are of the same turn"
        progress = stage.progress(scene.closed(after))
        assert number is None or "over" in progress or re.search(r"\d+", progress)[0] == number[0]  # type: ignore[index]


@pytest.mark.parametrize("race", [*RACES, "a duel by turns"])
def test_nobody_has_won_before_the_end_and_then_whom_the_result_names(race: str, captions: list[Sequence[str]]) -> None:
    game, scene, stage, turns = played(race)
    last = turns[-1][-1].view
    winner = RULESETS[game].results(last)[0].entry
    before = turns[0][-1].view
    for turn in turns[1:]:
        film = film_turn(scene, MANY_NAMES, "Ludi", before, turn)
        assert film is not None
        won = [line for lines in captions for line in lines if re.search(r"\bwins?\b", line)]
        if turn is not turns[-1]:
            assert won == []
            assert not re.search(r"\bwins?\b", film.alt)
        before = turn[-1].view

    assert film is not None
    assert {line.split(" wins")[0] for line in won} == {MANY_NAMES[winner]}
    assert " wins" in captions[0][0], "who sees a still sees the winner"
    assert any(" wins" in line for line in captions[-1]), "the last frame shows the winner"
    assert f"{MANY_NAMES[winner]} wins." in film.alt
    assert [each.place for each in stage.standings(last)][:2] == [1, 2]
    assert stage.standings(last)[0].entry == winner
    film_race(scene, MANY_NAMES, "Ludi", [shot for turn in turns for shot in turn])
    assert " wins" in captions[-1][0]
    assert not any(" wins" in line for lines in captions[1:-2] for line in lines)


@pytest.mark.parametrize("race", [*LESSONS, *RACES])
def test_the_headline_of_the_last_board_names_the_winner_and_no_winner_where_there_is_none(race: str) -> None:
    _, _, stage, turns = played(race)
    last = turns[-1][-1].view

    mover, doing = in_headline(last, stage.winners(last), None)

    assert last.is_over
    assert (mover is None) is (race in LESSONS)
    assert doing == ("" if race in LESSONS else "wins")


@pytest.mark.parametrize("race", LESSONS)
def test_a_lesson_that_ends_on_the_way_crowns_nobody(race: str, captions: list[Sequence[str]]) -> None:
    _, scene, _, turns = played(race)

    film = film_turn(scene, MANY_NAMES, "Lesson", turns[-2][-1].view, turns[-1])

    assert film is not None
    assert not any("wins" in line for lines in captions for line in lines)
    assert "wins" not in film.alt


@pytest.mark.parametrize("race", LESSONS)
def test_a_film_in_words_has_full_names_gaps_and_its_headline(race: str, captions: list[Sequence[str]]) -> None:
    _, scene, stage, turns = played(race)
    names = {entry: f"Gaius Appuleius Diocles the {entry}th" for entry in MANY_NAMES}
    standings = stage.standings(scene.closed(turns[-1][-1].view))

    film = film_turn(scene, names, "The Games of Apollo", turns[-2][-1].view, turns[-1])

    assert film is not None
    assert "Film of a turn of The Games of Apollo." in film.alt
    assert all(f" {line}. " in film.alt for line in captions[0][:1])
    assert f"Places, and {stage.unit} behind: " in film.alt
    for each in standings:
        gap = f" +{each.behind}" if each.behind else ""
        assert f"{each.place or each.fate} {names[each.entry]}{gap}" in film.alt
    assert film.alt.endswith((".", "!")), "no sentence is cut"
    assert len(film.alt) <= 1024


def test_the_places_of_sixteen_with_long_names_are_all_told() -> None:
    _, scene, stage, turns = played("a lesson of Chariots of Rome")
    names = {EntryId(number): "W" * 32 for number in MANY_NAMES}

    told = films._alt("Film", scene, turns[-1][-1].view, names, ["x" * 2_000, "y"])

    assert told.count("W" * 32) >= len(stage.standings(turns[-1][-1].view))
    assert "xxx" not in told
