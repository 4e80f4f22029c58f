"""How good the chances to win (B-20) have been, in races run here and in many between house drivers."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

import msgspec

from engine.betting.model import BINS, WHOLE, Bin, Forecast, brier, calibration, even, leader_takes_all
from records.values import EntryId

SIMULATED = Path(__file__).with_name("simulated.json")
"""Records of races between house drivers; ``python -m bench.odds`` makes it anew."""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """How good chances have been. Scores are Brier scores in thousandths: 0 is perfect, 2000 the worst."""

    name: str = ""  # of what was simulated
    races: int = 0
    points: int = 0  # moments at which chances were told
    samples: int = 0  # races played out for each, at least
    brier: int = 0
    even_brier: int = 0  # of one who gives all the same chance
    leader_brier: int | None = None  # of one who believes that the leader will win; none if leaders are not known
    bins: tuple[Bin, ...] = (Bin(),) * BINS  # chances up to a tenth, up to two tenths ...


def record_of(
    forecasts: Sequence[Forecast], *, races: int, samples: int, leaders: Sequence[EntryId] | None = None, name: str = ""
) -> Record:
    """Return the record of *forecasts*.

    :param leaders: the leader at each forecast, if known.
    """
    if not forecasts:
        return Record(name=name, races=races, samples=samples)
    knows_nothing = [Forecast(even(each.chances), each.winners) for each in forecasts]
    follows = [
        Forecast(leader_takes_all(each.chances, leader), each.winners)
        for each, leader in zip(forecasts, leaders or (), strict=leaders is not None)
    ]
    return Record(
        name=name,
        races=races,
        points=len(forecasts),
        samples=samples,
        brier=in_thousandths(brier(forecasts)),
        even_brier=in_thousandths(brier(knows_nothing)),
        leader_brier=in_thousandths(brier(follows)) if follows else None,
        bins=calibration(forecasts),
    )


def in_thousandths(share: Fraction) -> int:
    """Return *share* in thousandths, halves rounded up.

    >>> in_thousandths(Fraction(1, 3)), in_thousandths(Fraction(1, 2000))
    (333, 1)
    """
    return (2 * WHOLE * share.numerator + share.denominator) // (2 * share.denominator)


@cache
def simulated() -> tuple[Record, ...]:
    """Return the records of races between house drivers."""
    return msgspec.json.decode(SIMULATED.read_bytes(), type=tuple[Record, ...])
