"""A pace is kept as a word, and says itself what it means."""

import pytest

from records.races import Pace
from tests.db.around import around_the_program
from tests.steward.circus import Circus


@pytest.mark.parametrize("pace", Pace)
async def test_a_pace_is_kept_as_its_word_and_read_back_as_a_value(circus: Circus, pace: Pace) -> None:
    race = await circus.race()
    await circus.store.races.set(race, pace=pace)

    assert (await circus.steward.race(race)).record.pace is pace
    with around_the_program(circus.path) as connection:
        assert connection.execute("SELECT pace FROM race").fetchall() == [(pace.value,)]


def test_only_at_the_daily_pace_a_turn_is_one_decision() -> None:
    ordered = [pace for pace in Pace if pace.is_ordered]

    assert ordered == [pace for pace in Pace if pace.has_times] == [pace for pace in Pace if pace.has_grace]
    assert ordered == [Pace.TURNS]
    assert [pace.silences_a_turn for pace in Pace] == [1, 2, 2]
