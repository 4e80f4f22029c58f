"""Rams: on teams and cars, involuntary and frontal (6.74, 9.5, 9.6)."""

from typing import Any

from engine.circus_maximus.words.state import Race
from tests.circus_maximus.combat import BLUE, RED, a_chariot, a_race


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
