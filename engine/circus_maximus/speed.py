"""Speed arithmetic (6.1 to 6.2)."""

from engine.circus_maximus.state import Chariot


def team_speed(chariot: Chariot) -> int:
    """Return the sum of the living horses' speeds less what lost endurance costs, 0 or more (3.63, 8.43)."""
    return max(0, sum(horse.speed for horse in chariot.horses) - chariot.decline)


def max_speed(chariot: Chariot) -> int:
    """Return the highest speed that may be written (6.12)."""
    return max(0, team_speed(chariot) + chariot.cdm - chariot.penalty)
