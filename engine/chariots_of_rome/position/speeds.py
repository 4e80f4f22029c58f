"""The Speed Levels and Hard Driving that a chariot may choose, and their costs (5.1, 5.2).

It reads only public things, so races and views serve alike.
"""

from engine.chariots_of_rome.position.steps import Sight
from engine.chariots_of_rome.printed.data import BASE_MOVE
from engine.chariots_of_rome.words.answers import Payment
from engine.chariots_of_rome.words.state import ChariotLog


def levels(sight: Sight, chariot: ChariotLog) -> tuple[int, ...]:
    """Return the Speed Levels that may be chosen, the lowest first (5.1)."""
    raised = 0 if "F25" in sight.effects else 2 if chariot.can("C23") else 1
    highest = max(1, min(3, chariot.speed + raised))
    can_pay = chariot.endurance > 1 or chariot.tactics > 0 or is_level_3_free(sight, chariot)
    return tuple(level for level in range(1, highest + 1) if level < 3 or can_pay)


def is_level_3_free(sight: Sight, chariot: ChariotLog) -> bool:
    """Tell whether Level III costs nothing: C09 with 4 Endurance or less, or F26 (16.2, 16.3)."""
    return "F26" in sight.effects or (chariot.can("C09") and chariot.endurance <= 4)


def base_move(chariot: ChariotLog, level: int) -> int:
    """Return the base movement of a Speed Level; 5 of C22 at Level I (5.1, 16.2)."""
    return BASE_MOVE[level] + (level == 1 and chariot.can("C22"))


def is_whip_free(sight: Sight, chariot: ChariotLog) -> bool:
    """Tell whether Hard Driving costs nothing: F18, or C30 on the final lap (16.2, 16.3)."""
    return "F18" in sight.effects or (chariot.can("C30") and chariot.laps == sight.race_laps - 1)


def payments(sight: Sight, chariot: ChariotLog) -> tuple[Payment, ...]:
    """Return how Hard Driving can be paid: never with the last Endurance (5.2, R16)."""
    if is_whip_free(sight, chariot):
        return ("free",)
    paid: list[Payment] = []
    if chariot.endurance > 1:
        paid.append("endurance")
    if chariot.tactics:
        paid.append("tactics")
    return tuple(paid)
