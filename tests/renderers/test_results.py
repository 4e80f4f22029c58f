"""What is shown when a race is over: the gap chart and the result card; from public views and facts alone."""

from io import BytesIO
from typing import Any

import msgspec
import pytest
from PIL import Image

from engine.circus_maximus.seen.series import results
from engine.circus_maximus.words.asks import Preparation
from engine.circus_maximus.words.facts import Flipped, TeamLashed
from records.values import EntryId, Square
from renderers import SCENES, Gaps, Shot, alt_gaps, alt_result, draw_gaps, draw_result, finish_of, gaps_of
from tests.renderers.races import MANY_NAMES, a_race
from tests.renderers.samples import NAMES, a_chariot, a_view, in_the_final_turn
from tests.toy_scene import SCENE as TOY

CIRCUS = SCENES["circus-maximus"]
KIB = 1024


def whole() -> tuple[Shot, ...]:
    return a_race("circus-maximus", 8, "a")


def gaps(shots: Any) -> Gaps:
    found = gaps_of(CIRCUS, shots)
    assert found is not None
    return found


def test_the_order_at_the_end_is_the_result() -> None:
    last = whole()[-1].view

    standings = gaps(whole()).standings

    assert [(each.entry, each.place) for each in standings] == [(each.entry, each.place) for each in results(last)]
    assert standings[0].fate == "home"


def test_the_gap_is_counted_in_squares_behind_the_leader() -> None:
    view = a_view(a_chariot(1, "A20.4"), a_chariot(2, "A17.2"), a_chariot(3, "A9.8"))

    (turn,) = gaps([Shot(view, ())]).turns

    assert turn.behind == {1: 0, 2: 3, 3: 11}


def test_gaps_are_called_as_each_game_calls_them() -> None:
    units = {name: scene.stage.unit for name, scene in SCENES.items() if scene.stage is not None}

    assert units == {
        "circus-maximus": "squares",
        "ave-caesar": "rows",
        "chariot-race": "spaces",
        "chariots-of-rome": "spaces",
        "arena": "wounds",
    }
    assert ": spaces behind the leader by turn." in alt_gaps("Games", gaps(whole())._replace(unit="spaces"), NAMES)


def test_crashes_and_whips_are_marked_in_their_turn_and_a_crash_is_not_overwritten() -> None:
    view = a_view(a_chariot(1, "A20.4"), a_chariot(2, "A17.2"))
    crash, whip = Flipped(EntryId(2), "corner", Square("A17.2")), TeamLashed(EntryId(2), EntryId(1), 2, False)
    later = msgspec.structs.replace(view, turn=6)

    first, second = gaps([Shot(view, (whip, crash)), Shot(view, (whip,)), Shot(later, ())]).turns

    assert (first.marks, second.marks) == ({2: "crash"}, {})
    plain = draw_gaps("Games", gaps([Shot(view, ()), Shot(later, ())]), NAMES)
    assert draw_gaps("Games", gaps([Shot(view, (crash,)), Shot(later, ())]), NAMES) != plain


RACES: dict[str, tuple[str, int, str, dict[str, Any]]] = {
    "eight": ("circus-maximus", 8, "a", {}),
    "sixteen": ("circus-maximus", 16, "b", {"edition": "advanced", "field": 16}),
    "six of Ave Caesar": ("ave-caesar", 6, "c", {}),
}


@pytest.mark.as_sent
@pytest.mark.slow
@pytest.mark.parametrize("race", RACES)
def test_chart_and_card_are_small_and_told(race: str) -> None:
    game, count, seed, chosen = RACES[race]
    found = gaps_of(SCENES[game], a_race(game, count, seed, **chosen))
    assert found is not None

    pictures = [draw_gaps("Games", found, MANY_NAMES), draw_result("Games", "9 turns", found.standings, MANY_NAMES)]

    for picture in pictures:
        assert len(picture) <= 120 * KIB
        assert Image.open(BytesIO(picture)).width == 1000
    for told in (alt_gaps("Games", found, MANY_NAMES), alt_result("Games", "9 turns", found.standings, MANY_NAMES)):
        assert len(told) <= 1024
        assert "Games" in told


@pytest.mark.parametrize("game", ["circus-maximus", "ave-caesar", "chariot-race", "chariots-of-rome"])
def test_the_finish_is_of_the_first_two_where_last_both_were_on_the_track(game: str) -> None:
    shots = a_race(game, 4, "a")
    finish, chart = finish_of(SCENES[game], shots), gaps_of(SCENES[game], shots)
    assert finish is not None
    assert chart is not None
    placed = [each.entry for each in sorted(chart.standings, key=lambda each: each.place or 99)]
    assert [finish.first, finish.second] == placed[:2]
    both = [turn.behind for turn in chart.turns if {finish.first, finish.second} <= turn.behind.keys()]
    assert finish.gap == abs(both[-1][EntryId(finish.first)] - both[-1][EntryId(finish.second)])
    assert finish.led == (both[-1][EntryId(finish.first)] <= both[-1][EntryId(finish.second)])


def test_a_duel_has_no_finishing_line() -> None:
    assert finish_of(SCENES["arena"], a_race("arena", 2, "a")) is None


def test_rule_6_11_no_secret_shows_in_chart_or_card() -> None:
    def with_secrets(shot: Shot) -> Shot:
        own = {"own_speeds": {EntryId(2): 17}, "own_points": {EntryId(2): Preparation(1, 1, 1, 1)}}
        return Shot(msgspec.structs.replace(shot.view, **own), shot.facts)

    public, mine = gaps(whole()), gaps([with_secrets(shot) for shot in whole()])

    assert mine == public


def test_before_anybody_is_home_the_card_shows_who_leads() -> None:
    stage = CIRCUS.stage
    assert stage is not None
    told = alt_result("Games", "13 turns, 3 laps", stage.standings(in_the_final_turn()), NAMES)

    assert told == (
        "Result of Games: 1 Scorpus, 2 Crescens, 3 Diocles of Lusitania, 4 Flavius Calpurnianus, 5 Porphyrius, "
        "6 Incitatus, out Messala, out Ben-Hur. 13 turns, 3 laps."
    )


def test_a_game_that_says_nothing_of_standings_has_no_chart() -> None:
    assert gaps_of(TOY, []) is None
    assert gaps_of(CIRCUS, []) is None
