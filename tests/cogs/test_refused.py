"""What is refused has changed nothing: no row of any table, of whoever did what, in every state of a race."""

import copy
import sqlite3
from typing import Any

import pytest

from cogs.kit import messages
from tests.cogs.test_walk import PEOPLE, QUICK_STATES, STATES, World, all_deeds, chosen, nothing_is_drawn, world
from tests.cogs.wire import TYPING
from words.shared.nouns import RACE, Nouns

__all__ = ["nothing_is_drawn", "world"]

Rows = dict[str, list[Any]]


class Ear:
    """Hears what is refused."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.heard, self.times = "", 0
        self._explained = messages._explained
        monkeypatch.setattr(messages, "_explained", self._hear)

    def _hear(self, error: BaseException, nouns: Nouns = RACE) -> str:
        self.heard = self._explained(error, nouns)
        self.times += 1
        return self.heard


def rows_of(database: sqlite3.Connection) -> Rows:
    """Return every row of every table."""
    tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {table: database.execute(f'SELECT * FROM "{table}"').fetchall() for table in tables}


def changes(before: Rows, after: Rows) -> str:
    """Return the rows that are new or gone, by table."""
    changed = {table: (before[table], after[table]) for table in after if before[table] != after[table]}
    return ", ".join(
        f"{table}: {[each for each in old if each not in new]} -> {[each for each in new if each not in old]}"
        for table, (old, new) in changed.items()
    )


@pytest.mark.parametrize(
    "world",
    [pytest.param(state, id=state, marks=() if state in QUICK_STATES else pytest.mark.slow) for state in STATES],
    indirect=True,
)
async def test_what_is_refused_or_only_typed_changes_no_row(
    world: World, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, ear, faults = request.node.callspec.params["world"], Ear(monkeypatch), list[str]()
    wire = await world.at_the_start()
    before, seen = rows_of(world.looking), world.version()
    for (name, kind, data), person in chosen(all_deeds(), state):
        if world.is_changed:
            wire = await world.at_the_start()
            before, seen = rows_of(world.looking), world.version()
        ear.heard = ""
        await wire.act(kind, PEOPLE[person](state), copy.deepcopy(data))
        if world.version() != seen:
            after, seen = rows_of(world.looking), world.version()
            if (ear.heard or kind == TYPING) and (what := changes(before, after)):
                faults.append(
                    f"{person}, {state}: {name} {str(data)[:200]}: “{ear.heard[:80]}” has changed {what[:300]}"
                )
            before = after
    assert ear.times > 50, "it hears what is refused"
    assert not faults, f"{len(faults)} faults:\n" + "\n".join(faults[:40])
