"""Trailers and share cards: eight seconds, who won in the last frame alone, and all of it in words."""

import re
from functools import cache
from typing import Any

import pytest

from records.values import EntryId
from renderers import SCENES, Place, film_trailer, share_card
from renderers.films import lead_of
from renderers.trailer import SECONDS, Frame, storyboard
from renderers.turning import moment_of, turn_ends, why_told
from tests.renderers.races import MANY_NAMES, a_race
from tests.renderers.test_films import blocks, shown
from tests.toy_scene import SCENE as TOY

PLACE = Place("The Games of Apollo", "Driven on Roma with Quadriga", "round")
PLAY = "Drive yourself: /play alone"
RACES: dict[str, tuple[int, str, dict[str, Any]]] = {
    "circus-maximus": (8, "filmz", {"laps": 2}),
    "ave-caesar": (6, "cx", {}),
    "chariot-race": (6, "dfilm", {}),
    "chariots-of-rome": (8, "ew", {}),
}
CROWNS = ("win", "won", "victor", "1st", "first!")


@cache
def frames_of(game: str) -> list[Frame]:
    scene, (count, seed, options) = SCENES[game], RACES[game]
    race = [shot._replace(view=scene.closed(shot.view)) for shot in a_race(game, count, seed, **options)]
    moment = moment_of(scene, race)
    assert moment is not None
    return storyboard(scene, MANY_NAMES, PLACE, race, moment)


def film_of(game: str, names: Any = MANY_NAMES, place: Place = PLACE) -> Any:
    count, seed, options = RACES[game]
    return film_trailer(SCENES[game], names, place, a_race(game, count, seed, **options), names)


@pytest.mark.slow
@pytest.mark.parametrize("game", RACES)
def test_no_frame_before_the_last_names_a_winner(game: str) -> None:
    told = [line for frame in frames_of(game) for line in frame.lines]

    assert told
    assert not [line for line in told if any(word in line.lower() for word in CROWNS)]
    assert "home" in told[-1], "the finish is shown"


@pytest.mark.slow
@pytest.mark.parametrize("game", RACES)
def test_who_leads_is_told_as_turns_ended_and_never_from_the_middle_of_one(game: str) -> None:
    scene, (count, seed, options) = SCENES[game], RACES[game]
    stage = scene.stage
    assert stage is not None
    race = [shot._replace(view=scene.closed(shot.view)) for shot in a_race(game, count, seed, **options)]
    ended = {
        stage.turn(race[n].view): lead_of(stage.standings(race[n].view), MANY_NAMES) for n in turn_ends(stage, race)
    }
    told = [(stage.turn(frame.view), line) for frame in frames_of(game) for line in frame.lines]

    leads = [(now, line) for now, line in told if "leads" in line or "level" in line]
    assert leads
    for now, line in leads:
        found = re.fullmatch(r"After round (\d+): (.*)", line)
        assert found, line
        assert int(found[1]) <= now
        assert ended[int(found[1])] == found[2]


@pytest.mark.slow
def test_the_moment_tells_the_crash_and_the_end_why_and_who_the_player_was() -> None:
    (count, seed, options), game = RACES["chariot-race"], "chariot-race"
    winner = EntryId(5)
    place = PLACE._replace(people={winner: "Cato", EntryId(2): "Dora"})

    film, without = film_of(game, place=place), film_of(game)

    assert frames_of(game)[0].lines == (
        f"Round 5: {MANY_NAMES[winner]} wrecks {MANY_NAMES[EntryId(6)]} with a javelin and takes the lead",
    )
    moment = moment_of(SCENES[game], a_race(game, count, seed, **options))
    assert moment is not None
    why = f"{MANY_NAMES[winner]} took the lead in round 5 and kept it"
    assert why_told(moment, MANY_NAMES, "round") == why
    assert f"{MANY_NAMES[winner]} wins. Player: Cato. {why}." in film.alt
    assert "Dora" not in film.alt
    assert "Player" not in without.alt
    pictures, others = ([image.tobytes() for image, _ in shown(each.gif)] for each in (film, without))
    assert pictures[:-1] == others[:-1], "the player is named at the end alone"
    assert pictures[-1] != others[-1]
    assert len(film.gif) <= 400 * 1024


@pytest.mark.slow
@pytest.mark.parametrize("game", RACES)
def test_the_first_frame_is_the_moment_and_both_of_the_fight_are_before_the_camera(game: str) -> None:
    scene, (count, seed, options) = SCENES[game], RACES[game]
    race = a_race(game, count, seed, **options)
    moment, first = moment_of(scene, race), frames_of(game)[0]
    assert moment is not None
    assert scene.stage is not None

    assert len(first.lines) == 1
    assert MANY_NAMES[moment.entry] in first.lines[0]
    before = scene.stage.spots(race[moment.shot - 1].view)
    for entry in (moment.entry, moment.rival):
        x, y = before[EntryId(entry or 0)]
        left, top, right, bottom = first.box
        assert left <= x <= right
        assert top <= y <= bottom


@pytest.mark.slow
@pytest.mark.parametrize("game", RACES)
def test_a_trailer_takes_eight_seconds_and_says_who_won_why_and_where(game: str) -> None:
    film, (count, seed, options) = film_of(game), RACES[game]
    race = a_race(game, count, seed, **options)
    stage = SCENES[game].stage
    assert stage is not None

    frames = shown(film.gif)
    assert sum(lasts for _, lasts in frames) / 1000 == pytest.approx(SECONDS, abs=0.2)
    assert not any(each.has_palette for each in blocks(film.gif))
    assert frames[-1][0].tobytes() != frames[-2][0].tobytes()
    (winner,) = stage.winners(race[-1].view)
    for told in (f"{MANY_NAMES[winner]} wins.", frames_of(game)[0].lines[0], f"{stage.unit} behind", PLACE.where):
        assert told in film.alt
    assert all(MANY_NAMES[EntryId(entry)] in film.alt for entry in range(1, count + 1))
    assert len(film.alt) <= 1024


@pytest.mark.slow
def test_the_card_has_the_first_three_the_moment_and_where_to_play() -> None:
    race = a_race("chariot-race", *RACES["chariot-race"][:2])

    card = share_card(SCENES["chariot-race"], MANY_NAMES, PLACE, PLAY, race, MANY_NAMES)

    assert card is not None
    assert card.gif.startswith(b"\x89PNG")
    stage = SCENES["chariot-race"].stage
    assert stage is not None
    first, second, third, fourth = stage.standings(race[-1].view)[:4]
    for each in (first, second, third):
        assert f"{each.place} {MANY_NAMES[each.entry]}" in card.alt
    assert f"4 {MANY_NAMES[fourth.entry]}" not in card.alt
    for told in (frames_of("chariot-race")[0].lines[0], PLACE.title, PLACE.where, PLAY):
        assert told in card.alt


@pytest.mark.slow
def test_any_name_and_title_can_be_in_a_trailer() -> None:
    names = ["", "🏇" * 32, "\u202e\u0000\n", "﷽" * 32, "W" * 300, "x" * 300]
    nasty = dict(zip(MANY_NAMES, names, strict=False))
    race = a_race("chariot-race", *RACES["chariot-race"][:2])

    film = film_of("chariot-race", nasty, Place("".join(names), "".join(names), people=nasty))
    card = share_card(SCENES["chariot-race"], nasty, Place("".join(names), "".join(names)), PLAY, race, nasty)

    assert film is not None
    assert card is not None
    assert max(len(film.alt), len(card.alt)) <= 1024


def test_a_race_under_way_has_no_trailer_and_a_game_without_a_stage_none_ever() -> None:
    race = a_race("chariot-race", *RACES["chariot-race"][:2])[:12]

    assert film_trailer(SCENES["chariot-race"], MANY_NAMES, PLACE, race, MANY_NAMES) is None
    assert share_card(SCENES["chariot-race"], MANY_NAMES, PLACE, PLAY, race, MANY_NAMES) is None
    assert film_trailer(TOY, MANY_NAMES, PLACE, race, MANY_NAMES) is None
