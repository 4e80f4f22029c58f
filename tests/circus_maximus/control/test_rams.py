"""Rams: on teams and cars, involuntary and frontal (6.74, 9.5, 9.6)."""

from typing import Any

from engine.circus_maximus.control import chain
from engine.circus_maximus.words.asks import Meet
from engine.circus_maximus.words.state import Race
from engine.circus_maximus.words.threats import Threat
from engine.track import Side
from records.values import EntryId
from tests.circus_maximus.combat import BLUE, RED, Script, a_chariot, a_race, played

ON_TEAM = Threat(RED, BLUE, "outside", "team", "ram")
HOLD = Meet(avoid=False)


def a_fight(
    red: dict[str, Any] | None = None,
    *,
    factors: int = 10,
    edition: str = "basic",
    **blue: Any,
) -> Race:
    """Red in lane 3 and blue outside it; red's car is beside blue's, and team beside team."""
    chariots = {RED: a_chariot("A20.3", **(red or {})), BLUE: a_chariot("A20.4", **blue)}
    return a_race(chariots, factors=factors, edition=edition)


def injuries(race: Race, entry: EntryId) -> list[int]:
    return [horse.injury for horse in race.chariots[entry].horses]


# Involuntary


def involuntary(race: Race, table: Script, *answers: Any, side: Side = "outside", modifier: int = -3) -> Any:
    return played(chain.involuntary(race, table, RED, side, modifier), *answers)[1]


def test_rule_9_63_the_mover_goes_on_with_the_factors_it_has_left() -> None:
    race = a_fight(factors=7)

    involuntary(race, Script(4, 4, 5), HOLD, modifier=-3)

    assert race.phase is not None
    assert (race.phase.factors, race.phase.used, race.phase.is_ended) == (7, 0, False)
