"""Races that earlier versions played to their end are as sound as they were: every seal and every roll fits."""

import json
from pathlib import Path

import pytest

from records.values import RaceId
from tests.archive.conftest import Opened
from tests.archive.files import named
from tests.steward.test_proofs import checked

OVER = named("*-over")


def test_the_archive_holds_races_of_several_versions() -> None:
    assert len(OVER) >= 15
    assert len({name.split("-")[0] for name in OVER}) >= 4


@pytest.mark.parametrize("name", OVER)
async def test_every_seal_and_every_roll_of_an_old_race_fits(name: str, opened: Opened, tmp_path: Path) -> None:
    circus, race = await opened(name), RaceId(1)

    found = await circus.steward.verify(race)

    assert found.is_sound, found
    assert found.rolls > 0
    assert found.seals > 0 or "caesar" in name  # that game seals nothing
    proof = json.loads(await circus.steward.proof(race))
    assert checked(tmp_path / "race.json", proof) == (0, "Everything fits.")
