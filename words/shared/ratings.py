"""Ratings in words: how good a player is, and how certain that is."""

from records.past import RatingRow, Standing

UNSURE = 200.0
"""With a margin wider than this a rating is marked: a few races more may move it far."""

FEW_RIVALS = 3
"""A player who has raced against fewer people is marked: the rating holds among these alone."""


MARGIN = 2.0
"""Deviations that a rating may be off, nineteen times in twenty."""


def margin_of(deviation: float) -> float:
    """Return by how much a rating may be off."""
    return MARGIN * deviation


def rating_words(mean: float, deviation: float, races: int) -> str:
    """Return a rating with its margin and its number of races.

    >>> rating_words(1540.2, 45.1, 12)
    '1,540 ± 90, 12 races'
    """
    return f"{rounded(mean, deviation)}, {races} {'race' if races == 1 else 'races'}"


def rounded(mean: float, deviation: float) -> str:
    """Return a rating with its margin.

    >>> rounded(987.6, 199.9)
    '988 ± 400'
    """
    return f"{mean:,.0f} ± {margin_of(deviation):,.0f}"


def is_unsure(standing: Standing) -> bool:
    """Tell whether a rating rests on little: few races, or few people."""
    return margin_of(standing.deviation) > UNSURE or standing.rivals < FEW_RIVALS


def moved(row: RatingRow) -> str:
    """Return the change of a rating by a race.

    >>> from records.values import PlayerId, RaceId
    >>> moved(RatingRow(race=RaceId(1), player=PlayerId(2), guild=3, ruleset="", at=0.0, races=1, mean=1534.0,
    ...     deviation=50.0, rivals=5, change=34.4))
    '▲ 34'
    """
    change = round(row.change)
    return "● 0" if not change else f"{'▲' if change > 0 else '▼'} {abs(change)}"
