"""The card of a race in its channel: when it is to be edited, how often, and that nothing waits for it."""

from pathlib import Path

import pytest

from records.notices import Notice
from records.values import RaceId
from steward import Agreed, RightMissing
from steward.delivering.delivery import CARD_EVERY, KEPT_PAUSE
from tests.steward.circus import ANN, BLUE, BOB, RED, SECONDS, Circus
from tests.toy_ruleset import TOY, Options, Walk

HOST, GUILD, CHANNEL = ANN, 1, 2
POST = 77


async def card(circus: Circus, race: RaceId) -> tuple[int | None, int]:
    record = (await circus.steward.race(race)).record
    return record.card, record.cards


async def asked(circus: Circus, race: RaceId) -> list[str]:
    """Return the states of all notices about the card that a race bears."""
    return [each.state for each in await circus.store.outbox.of_race(race) if each.kind == "card"]


def fails(circus: Circus, error: Exception) -> None:
    circus.messenger.fails = lambda notice: error if notice.kind == "card" else None


async def test_a_race_asks_for_its_card_as_its_thread_is_there(circus: Circus) -> None:
    race = await circus.lobby()

    assert await card(circus, race) == (0, 0)
    assert await asked(circus, race) == ["new"]


async def test_changes_that_come_together_are_one_edit_and_the_next_comes_later(circus: Circus) -> None:
    # Given a card that was posted
    race = await circus.lobby()
    await circus.deliver()
    assert len(circus.messenger.cards) == 1

    # When people come and go
    await circus.steward.lobbies.join(race, ANN, "Ann")
    await circus.steward.lobbies.join(race, BOB, "Bob")
    await circus.deliver()
    assert await asked(circus, race) == ["sent", "new"]

    # Then one edit tells it, as soon as the card has rested
    circus.clock.pass_by(CARD_EVERY)
    await circus.deliver()
    assert await asked(circus, race) == ["sent", "sent"]
    assert len(circus.messenger.cards) == 2


async def test_a_race_from_before_has_no_card_and_gets_none(circus: Circus) -> None:
    race = await circus.lobby()
    await circus.deliver()
    await circus.store.cards.lost(race, is_for_good=True)  # as the column is in races of earlier versions
    before = await asked(circus, race)

    await circus.steward.lobbies.join(race, ANN, "Ann")
    await circus.steward.lobbies.join(race, BOB, "Bob")
    await circus.steward.lobbies.start(race, ANN)

    assert await asked(circus, race) == before


async def test_a_card_that_cannot_be_shown_holds_up_no_post_and_warns_nobody(circus: Circus) -> None:
    # Given a channel that takes no posts, though its threads do
    fails(circus, RightMissing("50013"))
    race = await circus.race()
    await circus.deliver()

    # When the race goes on
    await circus.pace(race)
    await circus.give(race, RED, Walk(3))
    await circus.give(race, BLUE, Walk(3))
    await circus.deliver()

    # Then it is told in its thread; nobody hears of the card, and the race runs on
    assert await circus.steward.delivery.kept(race) is None
    assert "story" in circus.messenger.kinds()
    assert "warning" not in circus.messenger.kinds(ANN)
    assert (await circus.steward.race(race)).record.state == "running"
    assert await asked(circus, race) == ["sending", "new"]

    # And when the right comes back, so does the card
    circus.messenger.fails = lambda _notice: None
    await circus.steward.delivery.rights_changed(GUILD)
    await circus.deliver()
    assert len(circus.messenger.cards) == 1


async def test_a_card_is_tried_again_by_itself(circus: Circus) -> None:
    fails(circus, RightMissing("50001"))
    race = await circus.lobby()
    await circus.deliver()

    circus.messenger.fails = lambda _notice: None
    circus.clock.pass_by(KEPT_PAUSE)
    await circus.deliver()

    assert await asked(circus, race) == ["sent"]


async def test_how_often_a_card_was_posted_is_counted_once_however_often_it_is_noted(circus: Circus) -> None:
    race, cards = await circus.lobby(), circus.store.cards

    await cards.posted(race, POST)
    await cards.posted(race, POST)
    assert await card(circus, race) == (POST, 1)

    await cards.lost(race, is_for_good=False)
    assert await card(circus, race) == (0, 1)
    await cards.posted(race, POST + 1)
    assert await card(circus, race) == (POST + 1, 2)
    await cards.lost(race, is_for_good=True)
    assert await card(circus, race) == (None, 2)


async def test_the_races_of_a_cup_are_told_on_the_card_of_its_first_one(circus: Circus) -> None:
    # Given a cup whose first race is over
    agreed = Agreed(GUILD, CHANNEL, ANN, "toy", Options(turns=1), TOY.series.options(), SECONDS, "Cup", 2)
    cup = await circus.steward.cups.open(agreed)
    first = cup.races[0].record.id
    await circus.steward.lobbies.set_thread(first, 3)
    await circus.steward.lobbies.join(first, ANN, "Ann")
    await circus.steward.lobbies.join(first, BOB, "Bob")
    await circus.steward.lobbies.start(first, ANN)
    await circus.deliver()
    await circus.to_the_end(first)
    circus.clock.pass_by(CARD_EVERY)
    await circus.deliver()
    known = await asked(circus, first)

    # When the next one is opened
    second = (await circus.steward.cups.next_race(cup.id, ANN)).record.id
    await circus.steward.lobbies.set_thread(second, 4)

    # Then it is the same card that is to tell it
    assert await asked(circus, first) == [*known, "new"]
    assert await asked(circus, second) == []


@pytest.mark.parametrize("kind", ["panel", "card"])
async def test_posts_of_a_thread_and_cards_have_places_of_their_own(circus: Circus, kind: str) -> None:
    race = await circus.lobby()
    waiting: list[Notice] = [each for each in await circus.store.outbox.waiting() if each.race == race]

    claimed = [await circus.store.outbox.claim(each, 0.0) for each in waiting if each.kind == kind]

    assert [each.place for each in claimed if each is not None] == [1]
    assert len({each.target for each in waiting}) == 2


async def test_a_crash_before_the_message_is_noted_leaves_the_notice_to_be_tried_again(tmp_path: Path) -> None:
    circus = await Circus(tmp_path / "races.sqlite3").open()
    race = await circus.lobby()
    [waiting] = [each for each in await circus.store.outbox.waiting() if each.kind == "card"]
    claimed = await circus.store.outbox.claim(waiting, circus.clock())
    assert claimed is not None

    later = await circus.again()
    await later.deliver()

    assert [(each.id, each.attempts, each.place) for each in later.messenger.cards] == [(waiting.id, 2, 1)]
    assert await asked(later, race) == ["sent"]
    await circus.close()
