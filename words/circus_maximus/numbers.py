"""Rules by the numbers of the race's own book: an edition may number otherwise what it shares with the others."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from engine.circus_maximus.printed.editions import Edition, edition_of, number_of
from engine.circus_maximus.words.options import Options
from engine.facts import Fact, Rolled
from records.refusals import Refused


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


def rule_in(editions: Iterable[Edition], number: str) -> str:
    """Return a rule of the base for a text that several editions share: as it is, and where one numbers it otherwise.

    >>> from engine.circus_maximus.printed.editions import EDITIONS
    >>> rule_in(EDITIONS.values(), "7.32")
    '(rule 7.32; in the Epic edition II.9.2)'
    """
    own = {number_of(edition, number): edition.title for edition in reversed(list(editions))}
    others = [f"in the {title} {other}" for other, title in own.items() if other != number]
    return f"(rule {'; '.join([number, *others])})"


def refused_by(refused: Refused) -> str | None:
    """Return the number of the rule that refuses, in the book of the race's edition if the race is known."""
    if refused.rule is None or not isinstance(refused.options, Options):
        return refused.rule
    return number_of(edition_of(refused.options), refused.rule, str(refused.values.get("weapon") or refused.reason))
