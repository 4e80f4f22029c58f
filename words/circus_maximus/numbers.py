"""Rules by the numbers of the race's own book: an edition may number otherwise what it shares with the others."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.circus_maximus.printed.editions import Edition, edition_of, number_of
from engine.circus_maximus.words.state import Options
from engine.game import Fact, Rolled


def numbered(facts: Sequence[Fact], options: Options) -> Sequence[Fact]:
    """Return *facts* with each roll under the number that the race's edition has for its rule (II)."""
    edition = edition_of(options)
    return [numbered_roll(fact, edition) if isinstance(fact, Rolled) else fact for fact in facts]


def numbered_roll(rolled: Rolled, edition: Edition) -> Rolled:
    """Return a roll under the number that *edition* has for its rule."""
    return replace(rolled, rule=number_of(edition, rolled.rule, rolled.what_for))


def rule(edition: Edition, number: str, what_for: str = "") -> str:
    """Return a rule of the base as the edition's own book numbers it, for the end of a line.

    >>> from engine.circus_maximus.printed.editions import EDITIONS
    >>> rule(EDITIONS["epic"], "7.32"), rule(EDITIONS["basic"], "7.32")
    ('(rule II.9.2)', '(rule 7.32)')
    """
    return f"(rule {number_of(edition, number, what_for)})"
