"""Texts of old messages go after the days that are set; what counts them, and all that is looked up again, stays."""

from sqlalchemy import select

from db.schema.tables import outbox, races
from db.writing import retention
from records.limits import DAY
from records.notices import Notice
from records.values import RaceId
from tests.steward.circus import Circus
from tests.steward.test_mine import ANNA, over


async def notices(circus: Circus, race: RaceId) -> list[Notice]:
    return await circus.store.outbox.of_race(race)


async def ended(circus: Circus, race: RaceId) -> float:
    found = await circus.store._reader.rows(select(races.c.ended).where(races.c.id == race))
    at = found[0].ended
    assert at is not None
    return float(at)


def blank(notice: Notice) -> bool:
    return notice.body == retention.EMPTY


async def test_texts_of_messages_go_after_the_days_and_nothing_else(circus: Circus) -> None:
    race = await over(circus)
    await circus.store._writer.run(lambda connection: connection.execute(outbox.update().values(state="sent")))
    before, at = await notices(circus, race), await ended(circus, race)
    keeping = circus.steward.keeping

    assert await circus.store.retention.blank_messages(at) == 0
    keeping.days = 30
    circus.clock.now = at + 30 * DAY + 1
    await keeping.look()

    after = await notices(circus, race)
    gone = [each for each, was in zip(after, before, strict=True) if blank(each) and not blank(was)]
    assert {each.kind for each in gone} >= {"summons"}
    assert all(each.player is not None and each.kind in retention.KINDS for each in gone)
    for each, was in zip(after, before, strict=True):
        assert (each.id, each.player, each.kind, each.state, each.duty) == (
            was.id, was.player, was.kind, was.state, was.duty,
        )  # fmt: skip
        assert each.body == was.body or each in gone
    assert "outbox" in await circus.steward.people.kept_of(ANNA)
    assert await circus.steward.wagers.sealed_bets(race)


async def test_nothing_goes_without_the_setting_before_its_time_or_while_it_waits(circus: Circus) -> None:
    race = await over(circus)
    before, at = await notices(circus, race), await ended(circus, race)
    circus.clock.now = at + 400 * DAY

    await circus.steward.keeping.look()
    assert await notices(circus, race) == before

    waiting = {each.id for each in before if each.state in ("new", "sending")}
    await circus.store.retention.blank_messages(circus.clock.now)
    assert waiting
    assert [each for each in await notices(circus, race) if each.id in waiting] == [
        each for each in before if each.id in waiting
    ]


async def test_a_race_under_way_keeps_all(circus: Circus) -> None:
    race = await over(circus)
    await circus.store._writer.run(lambda connection: connection.execute(outbox.update().values(state="sent")))
    await circus.store._writer.run(lambda connection: connection.execute(races.update().values(state="paused")))
    before = await notices(circus, race)

    assert await circus.store.retention.blank_messages(10.0**12) == 0
    assert await notices(circus, race) == before


async def test_many_go_in_steps(circus: Circus) -> None:
    race = await over(circus)
    await circus.store._writer.run(lambda connection: connection.execute(outbox.update().values(state="sent")))
    was, retention.AT_ONCE = retention.AT_ONCE, 1
    try:
        blanked = await circus.store.retention.blank_messages(10.0**12)
    finally:
        retention.AT_ONCE = was

    assert blanked > 1
    assert await circus.store.retention.blank_messages(10.0**12) == 0
    assert await notices(circus, race)
