"""Starts by rating: nobody's own chances depend on their rating, and like stands across from like (S-45)."""

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from engine.arena.facts import Placed
from engine.ave_caesar.facts import PositionTaken
from engine.chariot_race.facts import SlotTaken
from engine.chariots_of_rome.words.facts import GateTaken
from engine.circus_maximus.words.facts import AlliesNamed, LaneDrawn
from engine.fair_start import even_pairs, in_line, mirrored
from engine.options import is_by_rating, ranking_of, with_ranking
from engine.play import Game, new_game
from engine.rulesets import RULESETS
from records.values import EntryId

COLOURS = {rules.id: rules.colours for rules in RULESETS.values()}
RANKED = ((4,), (2,), (3,), (1,))
"""Chariots 4 and 2 are a pair, 3 and 1 the other."""

FOUR: dict[str, dict[str, str]] = {"arena": {"sides": "melee"}}
"""Options under which four enter, where a game has no room for them by itself."""


@pytest.mark.parametrize("count", range(2, 7))
def test_everybody_starts_everywhere_equally_often_whatever_their_rating_is(count: int) -> None:
    line = list(range(count))
    draws = [mirrored(drawn, line) for drawn in permutations(line)]

    for one in line:
        places = Counter(draw.index(one) for draw in draws)
        assert set(places.values()) == {len(draws) // count}, "who makes their rating look otherwise gains nothing"


@pytest.mark.parametrize("count", [4, 5, 8, 9])
def test_like_starts_across_from_like(count: int) -> None:
    line = list(range(count))
    for at in range(count):
        drawn = [*line[at:], *line[:at]]
        start = mirrored(drawn, line)
        left = [each for each in line if count % 2 == 0 or each != drawn[-1]]

        assert sorted(start) == line
        assert all(start.index(a) + start.index(b) == count - 1 for a, b in zip(left[::2], left[1::2], strict=True))


def test_allies_are_the_strongest_with_the_weakest() -> None:
    assert even_pairs([5, 1, 4, 2, 3, 6]) == [(5, 6), (1, 3), (4, 2)]


def test_who_stands_together_goes_by_lot_and_a_ranking_of_others_counts_for_nothing() -> None:
    assert in_line(((1, 2), (3,)), (2, 3, 1)) == [2, 1, 3]
    assert in_line(((1, 2), (3,)), (2, 1)) == in_line((), (2, 1)) == []
    assert mirrored([2, 1], []) == [2, 1]


def starts(game: Game[Any]) -> list[int]:
    """Return the chariots of a race whose set-up is over, by their start places, the first first."""
    found: dict[int, Any] = {}
    picks: list[int] = []
    for fact in game.facts:
        match fact:
            case LaneDrawn(entry=entry, lane=lane):
                found[entry] = lane
            case PositionTaken(entry=entry, position=place) | SlotTaken(entry=entry, slot=place):
                found[entry] = place
            case GateTaken(entry=entry) | Placed(entry=entry):
                picks.append(entry)
    return picks or sorted(found, key=lambda entry: found[entry])


def game_of(ruleset: str, seed: int, **options: Any) -> Game[Any]:
    game = new_game(ruleset, *COLOURS[ruleset][:4], seed=str(seed), ranked=RANKED, **FOUR.get(ruleset, {}), **options)
    while len(starts(game)) < 4:
        game.house_drives()
    return game


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_game_can_start_by_rating(ruleset: str) -> None:
    seen = set()
    for seed in range(8):
        start = starts(game_of(ruleset, seed))
        place = {entry: at for at, entry in enumerate(start)}
        assert place[4] + place[2] == place[3] + place[1] == 3, (ruleset, start)
        seen.add(tuple(start))

    assert len(seen) > 1, "it is drawn all the same"


def test_teams_by_rating_are_even() -> None:
    facts = game_of("circus-maximus", 1, teams=True).facts

    assert [each for each in facts if isinstance(each, AlliesNamed)] == [
        AlliesNamed(EntryId(one), EntryId(other)) for one, other in ((1, 4), (2, 3))
    ]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_game_offers_it_and_nobody_has_to_take_it(ruleset: str) -> None:
    options = RULESETS[ruleset].options()

    assert not is_by_rating(options)
    assert is_by_rating(RULESETS[ruleset].options(by_rating=True))
    assert ranking_of(options) == ()
    assert ranking_of(with_ranking(options, RANKED)) == RANKED
