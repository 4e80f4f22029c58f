"""Why it went that way: each roll of a turn with its rule, its dice, their faces, and the effects."""

from collections.abc import Sequence

from engine.chariot_race.data import FACES
from engine.chariot_race.facts import DiceFell, RaceEnded, RoundBegan, TurnBegan
from engine.chariot_race.state import Options
from engine.facts import Fact, Rolled
from words.chariot_race.story import TURN, turn_lines
from words.chariot_race.terms import MEANINGS, faces
from words.shared import telling
from words.shared.telling import Names

TITLES = {
    "roll": "The dice of a turn",
    "free reroll": "The free reroll",
    "fortuna": "A reroll for 2 fate",
}


def why(facts: Sequence[Fact], names: Names, _options: Options) -> list[str]:
    """Explain each roll among *facts*, in their order."""
    return [_block(facts, at, fact, names) for at, fact in enumerate(facts) if isinstance(fact, Rolled)]


def _block(facts: Sequence[Fact], at: int, rolled: Rolled, names: Names) -> str:
    fell = next(iter(facts[at + 1 : at + 2]), None)
    if not isinstance(fell, DiceFell):
        return telling.explained(rolled, names)
    shown = [FACES[number - 1] for number in rolled.dice]
    reading = f"Die faces (9.1): {faces(shown)} · " + " · ".join(
        f"{face}: {MEANINGS[face]}" for face in dict.fromkeys(shown)
    )
    first = telling.explained(rolled, names, TITLES[fell.why], f"{reading}.")
    led_to = [f"→ {each}" for each in turn_lines(_led_to(facts, at + 2), names)] if _led_to(facts, at + 2) else []
    return "\n".join([_without_sum(first), *led_to])


def _without_sum(block: str) -> str:
    """Return a block without the sum of its dice: faces are not added up."""
    return "\n".join(line.split(" = **")[0] if line.startswith("🎲") else line for line in block.split("\n"))


def _led_to(facts: Sequence[Fact], start: int) -> list[Fact]:
    """Return the consequences of a roll: the facts of the turn until the next roll."""
    found: list[Fact] = []
    for fact in facts[start:]:
        if isinstance(fact, Rolled | TurnBegan | RoundBegan | RaceEnded):
            break
        if isinstance(fact, TURN):
            found.append(fact)
    return found
