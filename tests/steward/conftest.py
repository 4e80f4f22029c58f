"""A steward of its own for each test."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests import on_both
from tests.at_once import at_once
from tests.kept import allow
from tests.steward import revisions
from tests.steward.betting import LAPS
from tests.steward.circus import Circus

database = on_both.database
every_write_raises_revisions = revisions.every_write_raises_revisions


TWICE = """
    again bets_and_crashes both_look called_off conflicts contests crashes cup_people cups cut_off deadlines
    delivery departures desk fields fixture_events fixtures fleet fleet_members follows forgetting forgetting_everything
    forgetting_the_rest gala_clock galas homecoming in_time killed_fleet leagues limits lobbies locks many_races
    members midway mine one_way pairs past prizes properties purses quitting races ratings removing reserved
    removing_told restored rewinding sealed_bets season_ends side_bets spectators starts ten_windows two_stewards
    updates views votes wager_properties wagers
"""
"""Files of tests that lean on the database most: these are done on both kinds."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__name__.rpartition("test_")[2] in TWICE.split():
        on_both.for_each_kind(metafunc)


@pytest.fixture(autouse=True)
def quick(request: pytest.FixtureRequest, database: str) -> Iterator[None]:
    """Transactions need no threads, and worlds that were played are kept, unless a test says otherwise."""
    with pytest.MonkeyPatch.context() as patched:
        if request.node.get_closest_marker("threads") is None:
            at_once(patched)
            allow(is_allowed="monkeypatch" not in request.fixturenames and database == "sqlite")
        yield
        allow(is_allowed=False)


@pytest.fixture
async def circus(tmp_path: Path) -> AsyncIterator[Circus]:
    circus = await Circus(tmp_path / "races.sqlite3").open()
    yield circus
    await circus.close()


@pytest.fixture
async def audited(tmp_path: Path) -> AsyncIterator[Circus]:
    """Give a circus whose money is in balance at the end."""
    circus = await Circus(tmp_path / "bets.sqlite3", rulesets=LAPS).open()
    yield circus
    audit = await circus.steward.purses.audit()
    assert audit.is_sound, audit
    await circus.close()
