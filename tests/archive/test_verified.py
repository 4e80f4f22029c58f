"""Races that earlier versions played to their end are as sound as they were: every seal and every roll fits."""

import pytest

from records.values import RaceId
from tests.archive.conftest import Opened
from tests.archive.files import named, problems_of

OVER = named("*-over")


def test_the_archive_holds_races_of_several_versions() -> None:
    assert len(OVER) >= 15
    assert len({name.split("-")[0] for name in OVER}) >= 4


@pytest.mark.parametrize("name", OVER)
async def test_every_seal_and_every_roll_of_an_old_race_fits(name: str, opened: Opened) -> None:
    circus, race = await opened(name), RaceId(1)

    found = await circus.steward.log.verify(race)

    assert found.is_sound, found
    assert found.rolls > 0
    assert found.seals > 0 or "caesar" in name  # that game seals nothing
    assert problems_of(await circus.steward.log.proof(race)) == []
