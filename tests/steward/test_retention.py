"""Texts of old messages go after the days that are set; what counts them, and all that is looked up again, stays."""

from msgspec import structs
from sqlalchemy import select

from db.schema.past import past_entries, past_races
from db.schema.tables import acts, outbox, races
from db.writing import retention
from records.limits import DAY, HOUR
from records.notices import BLANK, BLANKED_POSTS, Notice
from records.values import RaceId
from steward import NewRace
from tests.steward.circus import SECONDS, Circus
from tests.steward.test_mine import ANNA, over
from tests.toy_ruleset import Options


async def notices(circus: Circus, race: RaceId) -> list[Notice]:
    return await circus.store.outbox.of_race(race)


async def ended(circus: Circus, race: RaceId) -> float:
    found = await circus.store._reader.rows(select(races.c.ended).where(races.c.id == race))
    at = found[0].ended
    assert at is not None
    return float(at)


def blank(notice: Notice) -> bool:
    return notice.body == BLANK


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
    assert {each.kind for each in gone if each.player is None} >= {"act"}
    for each in gone:
        assert each.kind in (BLANKED_POSTS if each.player is None else retention.KINDS)
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


async def reasons(circus: Circus, race: RaceId) -> list[tuple[str, str]]:
    found = await circus.store._reader.rows(select(acts.c.kind, acts.c.reason).where(acts.c.race == race))
    return [(row.kind, row.reason) for row in found]


async def past(circus: Circus) -> list[tuple[object, ...]]:
    """Return what is looked up of past races, however often it is worked out anew."""
    rows = [await circus.store._reader.rows(select(each)) for each in (past_races, past_entries)]
    return [tuple(row) for found in rows for row in found]


async def test_a_race_is_checked_and_reckoned_as_before_when_texts_and_reasons_are_gone(
    circus: Circus,
) -> None:
    race = await over(circus)
    await circus.store._writer.run(lambda connection: connection.execute(outbox.update().values(state="sent")))
    steward, at = circus.steward, await ended(circus, race)
    proof, known = await steward.log.proof(race), await past(circus)
    assert ("pause", "Causazenobia") in await reasons(circus, race)
    acted = await reasons(circus, race)

    steward.keeping.days = 30
    circus.clock.now = at + 30 * DAY - 1
    await steward.keeping.look()
    assert await reasons(circus, race) == acted, "a moment too early"
    circus.clock.now += HOUR
    await steward.keeping.look()

    assert [kind for kind, _ in await reasons(circus, race)] == [kind for kind, _ in acted]
    assert not [reason for _, reason in await reasons(circus, race) if "Causa" in reason]
    assert await steward.log.proof(race) == proof
    assert (await steward.log.verify(race)).is_sound
    await steward.chronicler.make_anew()
    assert await past(circus) == known
    assert await steward.wagers.sealed_bets(race)


async def test_what_the_program_itself_gave_as_a_reason_stays(circus: Circus) -> None:
    race = await over(circus)
    ours = acts.update().values(by=None).where(acts.c.kind == "pause")
    await circus.store._writer.run(lambda connection: connection.execute(ours))

    await circus.store.retention.blank_reasons(10.0**12)

    assert ("pause", "Causazenobia") in await reasons(circus, race)


async def test_posts_stay_legible_while_their_thread_is_that_of_a_later_race(circus: Circus) -> None:
    race = await over(circus)
    await circus.store._writer.run(lambda connection: connection.execute(outbox.update().values(state="sent")))
    at = await ended(circus, race)
    later = NewRace(1, 2, ANNA, "toy", Options(turns=2), SECONDS, "Another")
    same = await circus.steward.lobbies.open_race(later)
    await circus.steward.lobbies.set_thread(same, 3)
    before = await notices(circus, race)

    assert await circus.store.retention.blank_posts(at + 1) == 0
    assert await notices(circus, race) == before
    await circus.steward.lobbies.cancel(same, ANNA)
    assert await circus.store.retention.blank_posts(at + 400 * DAY) > 0


async def test_an_act_is_still_told_in_a_thread_whose_older_posts_are_blank(circus: Circus) -> None:
    race = await over(circus)
    await circus.store._writer.run(lambda connection: connection.execute(outbox.update().values(state="sent")))
    act = next(each for each in await notices(circus, race) if each.kind == "act" and each.player is None)
    await circus.store.retention.blank_posts(10.0**12)

    await circus.store.outbox.put(structs.replace(act, id=0, state="new", attempts=0, tried=None, outcome=None))
    new = next(each for each in await notices(circus, race) if each.state == "new" and each.kind == "act")

    assert act.id < new.id
    before = await circus.store.outbox.before(new, 50)
    assert before
    assert not [each for each in before if each.kind in BLANKED_POSTS and blank(each)]
