"""How good chances have been is counted exactly, and what was simulated can be read."""

from fractions import Fraction

import pytest

from engine.betting.model import BINS, Forecast
from engine.betting.record import Record, in_thousandths, record_of, simulated
from records.values import EntryId

RED, BLUE = EntryId(1), EntryId(2)
TOLD = [Forecast({RED: 800, BLUE: 200}, (RED,)), Forecast({RED: 600, BLUE: 400}, (BLUE,))]


def test_a_record_is_told_beside_two_floors() -> None:
    record = record_of(TOLD, races=1, samples=50, leaders=[RED, RED], name="two")
    assert record.brier == (2 * 40 + 2 * 360) // 2
    assert (record.even_brier, record.leader_brier) == (500, 1000)
    assert (record.name, record.races, record.points, record.samples) == ("two", 1, 2, 50)
    assert [each.count for each in record.bins] == [0, 0, 1, 0, 1, 0, 1, 0, 1, 0]


def test_leaders_may_be_unknown_but_not_some_of_them() -> None:
    assert record_of(TOLD, races=1, samples=50).leader_brier is None
    with pytest.raises(ValueError, match="zip"):
        record_of(TOLD, races=1, samples=50, leaders=[RED])


def test_of_nothing_there_is_an_empty_record() -> None:
    assert record_of([], races=0, samples=0) == Record()


@pytest.mark.parametrize(("share", "thousandths"), [(Fraction(1, 3), 333), (Fraction(2, 3), 667), (Fraction(2), 2000)])
def test_scores_are_rounded(share: Fraction, thousandths: int) -> None:
    assert in_thousandths(share) == thousandths


def test_what_was_simulated_is_better_than_the_floors() -> None:
    records = simulated()
    assert {"Basic Game", "Advanced Game", "Ave Caesar"} <= {record.name for record in records}
    for record in records:
        assert len(record.bins) == BINS
        assert record.leader_brier is not None
        assert record.brier < record.even_brier < record.leader_brier
        assert record.points > record.races
