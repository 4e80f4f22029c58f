"""A server is removed: the last word to its owner, once, whatever becomes of the owner meanwhile."""

from records.limits import DAY
from tests.steward.circus import Circus
from tests.steward.test_mine import BERT, played
from tests.steward.test_removing import HERE, goes_on, people_in, until_gone, values


async def test_its_owner_is_told_once_after_it_has_left(circus: Circus) -> None:
    await played(circus)

    await circus.steward.removals.remove(HERE, BERT, "token")
    assert circus.posts.receipts == []
    await until_gone(circus)
    await goes_on(circus)

    assert [(each.guild, each.player, each.token) for each in circus.posts.receipts] == [(HERE, BERT, "token")]
    assert not [name for name, value in await values(circus) if str(BERT) in str(value)], "not even their settings"


async def test_an_owner_who_is_not_reached_is_tried_for_a_day_and_holds_nothing_up(circus: Circus) -> None:
    await played(circus)
    circus.posts.is_away = True

    await circus.steward.removals.remove(HERE, BERT, "token")
    await until_gone(circus)
    await goes_on(circus)
    assert len(circus.posts.receipts) == 1, "once a minute"
    for pause in (61.0, 1.0, DAY, 61.0):
        circus.clock.pass_by(pause)
        await goes_on(circus)

    assert len(circus.posts.receipts) == 3
    assert await people_in(circus) == []


async def test_an_owner_who_has_invited_it_again_is_told_nothing_more(circus: Circus) -> None:
    await played(circus)
    circus.posts.is_away = True
    await circus.steward.removals.remove(HERE, BERT, "token")
    await until_gone(circus)
    assert await circus.store.removals.owed()

    await circus.steward.removals.back(HERE)
    circus.clock.pass_by(61.0)
    await goes_on(circus)

    assert len(circus.posts.receipts) == 1
    assert not await circus.store.removals.owed()


async def test_an_owner_who_is_forgotten_meanwhile_is_told_nothing(circus: Circus) -> None:
    await played(circus)
    await circus.steward.removals.ask(HERE, BERT, "token")

    assert await circus.steward.forgetters.forget(BERT)
    await circus.steward.removals.look()
    await until_gone(circus)

    assert circus.posts.receipts == []
    assert await people_in(circus) == []
