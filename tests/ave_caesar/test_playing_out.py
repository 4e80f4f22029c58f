"""A race is played out from what everybody sees: hands and decks are shuffled anew from the cards not played."""

from collections import Counter
from functools import partial
from typing import Any

import msgspec
import pytest

from engine.ave_caesar.data import COPIES, DECK
from engine.ave_caesar.house.playing_out import play_out, race_as_a_round_begins
from engine.ave_caesar.state import Options, Race
from engine.ave_caesar.views import RaceView, view_for
from engine.dice import QuickDice
from engine.playing import answers, play_through, race_of_drivers
from engine.rulesets import RULESETS
from engine.series import Result
from records.values import EntryId

RULES = RULESETS["ave-caesar"]
RED = EntryId(1)


def race_after(rounds: int, seed: int, *, chariots: int = 4, **options: Any) -> Race:
    """Return a race of house drivers after so many rounds, or when it is over."""
    race: Race
    race, table, drivers = race_of_drivers(RULES, b"%d" % seed, ["master"] * chariots, Options(**options))
    drive = partial(answers, answer=lambda ask: drivers[ask.entry](view_for(race, {}, (ask.entry,)), ask))
    while race.round < rounds and not race.is_over:
        play_through(RULES.play_turn(race, table), drive)
    return race


def seen(race: Race) -> RaceView:
    return view_for(race, {}, ())


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("options", [{}, {"nonplayer_chariots": True}, {"strict_finish": True}, {"strict_sixes": True}])
def test_the_race_that_is_made_up_looks_like_the_real_one(seed: int, options: dict[str, bool]) -> None:
    view = seen(race_after(4 * seed, seed, chariots=3, **options))
    made_up = race_as_a_round_begins(view, QuickDice(seed))
    assert seen(made_up) == view
    for chariot in made_up.chariots.values():
        if view.is_set_up:
            assert Counter([*chariot.hand, *chariot.deck, *chariot.played]) == Counter(DECK)


def test_no_hand_of_the_real_race_shows_in_what_is_played_out() -> None:
    race = race_after(6, 1)
    other: Race = msgspec.json.decode(msgspec.json.encode(race), type=Race)
    for chariot in other.chariots.values():
        cards = sorted([*chariot.hand, *chariot.deck], reverse=chariot.hand[0] < 4)
        chariot.hand, chariot.deck = cards[: len(chariot.hand)], cards[len(chariot.hand) :]
    assert other != race
    for seed in range(5):
        assert play_out(seen(race), {}, QuickDice(seed)) == play_out(seen(other), {}, QuickDice(seed))


def test_hands_differ_from_race_to_race() -> None:
    view = seen(race_after(3, 2))
    hands = [tuple(race_as_a_round_begins(view, QuickDice(seed)).chariots[RED].hand) for seed in range(60)]
    assert len(set(hands)) > 30
    drawn = Counter(card for hand in hands for card in hand)
    assert all(drawn[card] > COPIES for card in set(DECK))


@pytest.mark.parametrize("rounds", [0, 5, 20])
def test_a_race_is_played_out_from_any_round(rounds: int) -> None:
    view = seen(race_after(rounds, 3, chariots=5))
    ends = [play_out(view, {RED: "novice"}, QuickDice(seed)) for seed in range(12)]
    assert all(sorted(each.entry for each in end) == [1, 2, 3, 4, 5] for end in ends)
    assert len(set(ends)) > 1
    assert play_out(view, {}, QuickDice(4)) == play_out(view, {}, QuickDice(4))


def test_a_race_that_is_over_has_ended_as_it_did() -> None:
    view = seen(race_after(400, 5))
    assert view.is_over
    assert play_out(view, {}, QuickDice(1)) == RULES.results(view)


def test_a_race_without_end_has_no_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.ave_caesar.house.playing_out.MOST_ROUNDS", 1)
    ended = play_out(seen(race_after(2, 1)), {}, QuickDice(1))
    assert ended == tuple(Result(EntryId(number), None) for number in range(1, 5))
