"""Deals, letters, votes and what ends by itself once were notices of bets: those kept are of their own kinds now."""

import importlib
from pathlib import Path

from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection

from db.store import Store
from records.values import PlayerId
from tests.databases import fresh
from tests.db.samples import a_lobby, a_notice

MIGRATION = importlib.import_module("db.opening.migrations.versions.0024_notices_of_their_own_kinds")
ANN = PlayerId(100)
OLD = {
    '{"type":"Slip"}': "bets",
    '{"type":"DealOffered","number":1,"by":2,"when":"1 deals"}': "deal",
    '{"type":"DealDeclined","number":1}': "deal",
    '{"type":"LettersChanged","kind":"league","number":1,"issue":2}': "letter",
    '{"type":"LetterReported","letter":3}': "letter",
    '{"type":"LetterJudged","letter":3}': "letter",
    '{"type":"BallotClosed","kind":"league","number":1}': "ballot",
    '{"type":"EndsSoon","at":1900000000.0,"cup":null}': "ending",
    '{"type":"CupExpired","cup":1}': "ending",
}
"""Bodies as the program before wrote them, and the kinds of their notices now."""


async def test_notices_that_wait_or_were_sent_as_bets_become_notices_of_their_own_kinds(tmp_path: Path) -> None:
    store = Store(fresh(tmp_path / "races.sqlite3"))
    await store.open()
    race = await a_lobby(store)
    await store.outbox.put(*(a_notice(race, kind="bets", player=ANN, body=body) for body in OLD))
    sent = [each for each in await store.outbox.of_race(race) if "DealOffered" in each.body]
    await store.outbox.settle(sent[0], "told 17")

    def work(connection: Connection) -> None:
        with Operations.context(MigrationContext.configure(connection)):
            MIGRATION.downgrade()
            assert connection.exec_driver_sql("SELECT DISTINCT kind FROM outbox").all() == [("bets",)]
            MIGRATION.upgrade()

    await store._writer.run(work)

    kept = await store.outbox.of_race(race)
    await store.close()
    assert {each.body: each.kind for each in kept} == OLD
    assert [each.outcome for each in kept if each.state == "sent"] == ["told 17"]
