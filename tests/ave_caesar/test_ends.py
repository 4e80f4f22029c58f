"""Non-player chariots under way (11.2)."""

from engine.ave_caesar.facts import (
    CardPlayed,
    CardPutUnder,
    CoinPaid,
    Finished,
    TurnMissed,
    WentOut,
)
from engine.ave_caesar.state import Chariot, Race
from engine.game import Fact
from engine.session import Session
from tests.ave_caesar.builders import RED, a_chariot, a_race, a_session, told


def a_rider(space: str, deck: tuple[int, ...]) -> Chariot:
    """Return a chariot that nobody drives."""
    return a_chariot(space, (), deck=deck, is_nonplayer=True)


# Non-player chariots (11.2)


def turns(race: Race) -> Session[Race]:
    """Return a session after the turn of the non-player chariot, which is the first one."""
    return a_session(race)


def moves(session: Session[Race]) -> list[Fact]:
    kinds = CardPlayed | CardPutUnder | TurnMissed | CoinPaid | WentOut | Finished
    return [fact for fact in session.table.told if isinstance(fact, kinds) and getattr(fact, "entry", 0) == RED]


def test_rule_11_2_e2_frees_its_sixes_too() -> None:
    session = turns(a_race(a_rider("12N", (6, 1)), a_chariot("06b2"), missed_streak=2))

    assert isinstance(moves(session)[0], CardPlayed)


def test_rule_11_2_a_leader_beside_one_without_a_hand_is_not_stuck_with_sixes() -> None:
    race = a_race(a_chariot("11b", (6, 6, 6)), a_rider("11c", (1, 1)))

    assert told(a_session(race), TurnMissed)[0].entry == RED
