"""A dead horse holds the chariot where a sideslip is forced on it (9.52)."""

from typing import Any

from engine.circus_maximus.control import chain
from engine.circus_maximus.words.asks import Meet
from engine.circus_maximus.words.state import Chariot, Race
from engine.game import Ask, Fact, Table
from tests.circus_maximus.builders import RED, a_chariot, in_phase
from tests.scripted_dice import ScriptedDice


def slipped(count: int, *chariots: Chariot) -> tuple[Race, list[Fact], list[Ask]]:
    """Force red, the first of *chariots*, so many lanes outward; whoever is asked holds."""
    race, table = in_phase(*chariots), Table(ScriptedDice())
    return race, table.told, played(chain.forced_sideslip(race, table, RED, count))


def played(play: Any) -> list[Ask]:
    asked: list[Ask] = []
    try:
        waiting = next(play)
        while True:
            asked.append(waiting)
            waiting = play.send(Meet(False))
    except StopIteration:
        return asked


def test_rule_9_52_a_dead_horse_holds_the_chariot_even_at_the_wall() -> None:
    race, facts, _ = slipped(2, a_chariot("A20.8", horses=(5, 5, 0, 5)))

    assert facts == []
    assert not race.chariots[RED].no_inside
