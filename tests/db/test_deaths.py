"""Who has died: only where a game tells of deaths, in races kept by earlier versions, too."""

import importlib
from pathlib import Path

import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from msgspec import structs
from sqlalchemy import Connection

from db.store import Store
from engine.play import new_game
from records.past import Seen, Summary
from records.values import PlayerId
from tests.databases import fresh
from tests.pasts import GUILD, a_summary, keep

MIGRATION = importlib.import_module("db.opening.migrations.versions.0020_nobody_dies_where_no_death_is_told")
ANN, BOB = PlayerId(11), PlayerId(12)


async def test_lost_chariots_of_earlier_versions_are_no_deaths_where_none_is_told(tmp_path: Path) -> None:
    store = Store(fresh(tmp_path / "races.sqlite3"))
    await store.open()
    for number, ruleset in enumerate(("circus-maximus", "chariot-race", "chariots-of-rome", "ave-caesar"), start=1):
        kept = a_summary(number, ANN, BOB, ruleset=ruleset)
        lost = structs.replace(kept.entries[1], is_alive=False)
        await keep(store, Summary(kept.race, (kept.entries[0], lost)))

    def upgrade(connection: Connection) -> None:
        with Operations.context(MigrationContext.configure(connection)):
            MIGRATION.upgrade()

    await store._writer.run(upgrade)

    fallen = await store.fame.fallen(Seen(guild=GUILD), 10)
    assert sorted(each.race for each in fallen) == [1, 4]
    await store.close()


@pytest.mark.parametrize(
    ("game", "tells"), [("circus-maximus", True), ("chariot-race", False), ("chariots-of-rome", False)]
)
def test_a_game_that_tells_of_no_deaths_says_of_nobody_that_they_live(game: str, tells: bool) -> None:
    race = new_game(game, seed="deaths")
    race.finish()

    figures = race.rules.figures_of(race.view, race.facts)

    assert figures.entries
    assert {each.is_alive is not None for each in figures.entries.values()} == {tells}
