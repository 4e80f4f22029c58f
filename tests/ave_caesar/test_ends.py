"""Places, points, ranking; non-player chariots under way (10, 11.2)."""

import pytest

from engine.ave_caesar.courses import Space
from engine.ave_caesar.data import points_for
from engine.ave_caesar.facts import (
    CardPlayed,
    CardPutUnder,
    CoinPaid,
    DecksRevealed,
    Finished,
    Placing,
    RaceEnded,
    TurnMissed,
    WentOut,
)
from engine.ave_caesar.scoring import ranking
from engine.ave_caesar.state import Chariot, Race
from engine.game import Fact
from engine.session import Session
from tests.ave_caesar.builders import BLUE, GREEN, RED, YELLOW, a_chariot, a_race, a_session, play, told


def gone(status: str, place: int | None = None, left_at: int | None = None) -> Chariot:
    return Chariot("some colour", crossings=3, status=status, place=place, left_at=left_at)  # type: ignore[arg-type]


def a_rider(space: str, deck: tuple[int, ...], *, x: int = 1, paid: bool = False) -> Chariot:
    """Return a chariot that nobody drives."""
    return a_chariot(space, (), deck=deck, x=x, paid=paid, is_nonplayer=True)


def test_t33_three_finish_and_one_is_out() -> None:
    # Given red and blue home, yellow about to finish and green with a last card that is not enough
    race = a_race(
        gone("finished", 1), gone("finished", 2),
        a_chariot("26b", (2,), x=3, paid=True, deck=()), a_chariot("10b", (1,), x=3, paid=True, deck=()),
        finished=[RED, BLUE], active=2,
    )  # fmt: skip
    session = a_session(race)

    play(session, 2, "FINISH", YELLOW)
    play(session, 1, "11b", GREEN)

    (end,) = told(session, RaceEnded)
    assert end.ranking == (Placing(RED, 1, 6), Placing(BLUE, 2, 4), Placing(YELLOW, 3, 3), Placing(GREEN, None, 0))
    assert session.is_over


def test_t34_points_for_six_places() -> None:
    assert [points_for(place) for place in range(1, 7)] == [6, 4, 3, 2, 1, 0]
    assert [points_for(None), points_for(7)] == [0, 0]


def test_t32_who_is_out_scores_nothing() -> None:
    session = a_session(a_race(a_chariot("10b", (3,), deck=(), x=3, paid=True)))

    play(session, 3, "13b1")

    assert told(session, RaceEnded)[0].ranking == (Placing(RED, None, 0),)


def test_a13_who_was_farther_ranks_before_who_was_removed_later() -> None:
    race = a_race(gone("out", left_at=900), gone("out", left_at=1200), gone("finished", 1), removed=[BLUE, RED])
    race.finished = [YELLOW]

    assert ranking(race) == [YELLOW, BLUE, RED]


def test_a13_of_equals_the_later_removal_ranks_first() -> None:
    race = a_race(gone("out", left_at=900), gone("out", left_at=900), removed=[RED, BLUE])

    assert ranking(race) == [BLUE, RED]


def test_rule_10_while_somebody_races_the_race_is_not_over() -> None:
    session = a_session(a_race(a_chariot("26b", (2,), x=3, paid=True), a_chariot("10b")))

    play(session, 2, "FINISH")

    assert not session.is_over
    assert not told(session, DecksRevealed)


def test_rule_10_decks_are_revealed_at_the_end() -> None:
    session = a_session(a_race(a_chariot("26b", (2,), x=3, paid=True, shuffled=[2, 1, 6])))

    facts = play(session, 2, "FINISH")

    assert facts[-2] == DecksRevealed({RED: (2, 1, 6)})


# Non-player chariots (11.2)


def turns(race: Race) -> Session[Race]:
    """Return a session after the turn of the non-player chariot, which is the first one."""
    return a_session(race)


def moves(session: Session[Race]) -> list[Fact]:
    kinds = CardPlayed | CardPutUnder | TurnMissed | CoinPaid | WentOut | Finished
    return [fact for fact in session.table.told if isinstance(fact, kinds) and getattr(fact, "entry", 0) == RED]


def test_rule_11_2_the_top_card_is_played_on_the_shortest_way() -> None:
    session = turns(a_race(a_rider("05N", (1, 4)), a_chariot("17b")))

    assert moves(session) == [CardPlayed(RED, 1, Space("05N"), (Space("06b1"),), nonplayer=True)]
    assert session.state.chariots[RED].deck == [4]


def test_rule_11_2_the_coin_is_settled_if_a_path_does() -> None:
    session = turns(a_race(a_rider("22b", (3, 4)), a_chariot("17b")))

    assert CoinPaid(RED, Space("A2"), 1) in moves(session)


def test_rule_11_2_of_equally_short_ways_the_first_by_ids() -> None:
    session = turns(a_race(a_rider("24b", (1,), paid=True), a_chariot("17b")))

    assert session.table.told[1] == CardPlayed(RED, 1, Space("24b"), (Space("25a"),), nonplayer=True)


def test_rule_11_2_a_card_that_cannot_be_played_goes_under_the_deck() -> None:
    session = turns(a_race(a_rider("04b", (3, 1)), a_chariot("05N", (1,))))

    assert moves(session) == [CardPutUnder(RED, 3), TurnMissed(RED, 1)]
    assert session.state.chariots[RED].deck == [1, 3]
    assert session.state.missed_streak == 1


def test_rule_11_2_a_six_of_a_leader_goes_under_the_deck() -> None:
    session = turns(a_race(a_rider("12N", (6, 6)), a_chariot("06b2")))

    assert moves(session) == [CardPutUnder(RED, 6), TurnMissed(RED, 1)]


def test_rule_11_2_on_the_grid_a_six_is_played() -> None:
    session = turns(a_race(a_rider("26d", (6, 1), x=0), a_chariot("26c", x=0)))

    assert isinstance(moves(session)[0], CardPlayed)


def test_rule_11_2_e2_frees_its_sixes_too() -> None:
    session = turns(a_race(a_rider("12N", (6, 1)), a_chariot("06b2"), missed_streak=2))

    assert isinstance(moves(session)[0], CardPlayed)


def test_rule_11_2_a_leader_beside_one_without_a_hand_is_not_stuck_with_sixes() -> None:
    race = a_race(a_chariot("11b", (6, 6, 6)), a_rider("11c", (1, 1)))

    assert told(a_session(race), TurnMissed)[0].entry == RED


def test_rule_11_2_out_of_cards_it_is_removed() -> None:
    session = turns(a_race(a_rider("05N", (1,)), a_chariot("17b")))

    assert isinstance(moves(session)[-1], WentOut)


@pytest.mark.parametrize(("is_nonplayer", "points"), [(True, 0), (False, 6)])
def test_t39_if_a_nonplayer_wins_nobody_gets_six(is_nonplayer: bool, points: int) -> None:
    winner = gone("finished", 1)
    winner.is_nonplayer = is_nonplayer
    session = a_session(a_race(winner, a_chariot("26b", (2,), x=3, paid=True), finished=[RED], active=1))

    play(session, 2, "FINISH", BLUE)

    assert told(session, RaceEnded)[0].ranking == (Placing(RED, 1, points), Placing(BLUE, 2, 4))
