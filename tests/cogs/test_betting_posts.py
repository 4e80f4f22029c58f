"""What the thread is told of bets, and what single players are told."""

import re

import msgspec
import pytest

from cogs.posts.bets import MOST_SEALS, bet_post
from cogs.posts.endings import ending_post
from cogs.posts.offers import declined_post
from engine.betting.book import NewBet
from engine.betting.rules import TableRules
from records.notices import Notice, NoticeKind
from records.values import CupId, PlayerId, RaceId
from steward import (
    BetNotice,
    CupExpired,
    DealDeclined,
    EndingNotice,
    EndsSoon,
    Slip,
    TableSettled,
    TableVoided,
    WindowClosed,
    WindowOpened,
)
from tests.cogs.arena import ANN, BOB, EVE, Arena
from tests.cogs.bettors import bet, button, driven_race, house_race, labels, tap, thread_texts
from tests.cogs.fakes import GUILD, Said
from tests.kept import once

SEALED, WIN, FINISHERS = 1, 2, 7


async def start(arena: Arena, race: RaceId) -> None:
    await arena.steward.lobbies.start(race, ANN)
    if (await arena.steward.race(race)).is_exhibition:
        await arena.circus.play_on(race)
    await arena.deliver()


def post_with(arena: Arena, words: str) -> Said:
    return next(each.said for each in arena.thread.messages if any(words in text for text in each.said.contents()))


async def test_at_the_start_all_sealed_bets_are_revealed_with_their_odds(arena: Arena) -> None:
    race = await driven_race(arena, BOB)
    await bet(arena, EVE, race, SEALED, "2", "500", press=8)
    await bet(arena, ANN, race, SEALED, "3", "1,000", press=9)

    await start(arena, race)
    post = post_with(arena, "are revealed")
    text = "\n".join(post.contents())

    assert "1,500 sesterces are in the pool" in text
    assert "🔵 **2" in text
    assert "odds **3**, 100 bring 300 · 500 on it" in text
    assert "odds **1**, 100 bring 100 · 1,000 on it" in text
    assert "-# Nothing is on 🔴 **1 Rosea** and " in text
    assert "-# Eve: 500 on 🔵" in text
    assert len(post.pictures()) == 1
    assert "Sealed bets: closed" in post.files[0].description  # type: ignore[operator]
    assert labels(post) == ["Bet"]


@pytest.mark.slow
async def test_seals_stand_in_the_thread_without_what_they_are_on(arena: Arena) -> None:
    race = await house_race(arena)
    await bet(arena, EVE, race, SEALED, "2", "500")
    await arena.deliver()

    (line,) = [text for text in thread_texts(arena) if "has sealed a bet" in text]

    assert line == "-# 🔒 **Eve** has sealed a bet."
    (post,) = [each for each in arena.thread.messages if line in each.said.contents()]
    assert labels(post.said) == ["Proof"]


def sealed_by(arena: Arena) -> list[list[str]]:
    """Return the messages that tell seals, each as the names it tells."""
    texts = [text for text in thread_texts(arena) if "has sealed a bet" in text]
    return [re.findall(r"\*\*(P\d+)\*\* has sealed", text) for text in texts]


@once
async def many_sealed(arena: Arena, count: int) -> RaceId:
    """Have many players seal a bet at once; nothing is told of it yet."""
    race = await house_race(arena)
    for number in range(1, count + 1):
        await arena.steward.wagers.place(
            race, NewBet(PlayerId(1_000 + number), f"P{number}", SEALED, "1", 100, str(number), 30)
        )
    return race


async def test_seals_that_come_at_once_are_told_together(arena: Arena) -> None:
    await many_sealed(arena, 20)

    await arena.deliver()
    await arena.deliver()

    told = sealed_by(arena)
    assert [len(each) for each in told] == [MOST_SEALS, 20 - MOST_SEALS]
    assert [name for each in told for name in each] == [f"P{number}" for number in range(1, 21)]


@pytest.mark.parametrize("later", [1.0, 600.0])
async def test_seals_are_told_once_though_the_program_ended_before_that_was_noted(arena: Arena, later: float) -> None:
    race = await many_sealed(arena, 3)
    first = (await arena.circus.store.outbox.waiting())[0]
    claimed = await arena.circus.store.outbox.claim(first, arena.steward.now())
    assert claimed is not None
    await arena.messenger.deliver(claimed)  # and it ends before the outcome is kept
    await arena.steward.wagers.place(race, NewBet(PlayerId(2_000), "P4", SEALED, "1", 100, "later", 30))
    arena.circus.clock.pass_by(later)
    arena.thread.nonces.clear()

    await arena.deliver()

    assert sealed_by(arena) == [["P1", "P2", "P3"], ["P4"]]


@pytest.mark.slow
async def test_a_race_of_the_house_is_settled_for_all_to_see_and_each_has_his_slip(arena: Arena) -> None:
    race = await house_race(arena)
    for number, player in enumerate((EVE, BOB)):
        side = "over" if player == EVE else "under"
        await bet(arena, player, race, FINISHERS, side, "500", press=20 + number)
        for chariot in "1234":
            await bet(arena, player, race, WIN, chariot, "200", press=100 * number + int(chariot))

    await start(arena, race)
    post = post_with(arena, "is settled")
    text = "\n".join(post.contents())
    slip = await tap(arena, EVE, button(post, "My slip"))
    none = await tap(arena, ANN, button(post, "My slip"))

    assert "### 🪙 The betting on Ludi is settled" in text
    assert "10 bets: 2,600 sesterces staked" in text
    assert "1,600 in it" in text
    assert "**Sealed bets**" not in text, "a race of house drivers alone has pools only"
    assert "**Finishers**" in text
    assert "**First wreck**" not in text
    assert "all bets are settled" in str(post.files[0].description)
    assert slip.last.is_private
    assert len(slip.last.pictures()) == 1
    assert "Slip of Eve" in str(slip.last.files[0].description)
    assert "Win: 200 on 🔴" in slip.told
    assert "You have no bets on **Ludi**" in none.told
    assert (await arena.steward.purses.audit(GUILD)).is_sound


@pytest.mark.slow
async def test_what_the_slip_says_adds_up(arena: Arena) -> None:
    race = await house_race(arena)
    await bet(arena, EVE, race, SEALED, "1", "200")
    await start(arena, race)

    slip = await arena.steward.wagers.slip(race, EVE)
    shown = await tap(arena, EVE, f"betslip:{race}")

    assert slip is not None
    assert f"Tickets: staked 200, paid {slip.paid:,}. Your purse: **{slip.purse:,} sesterces**" in shown.told
    assert ("gained" in shown.told or "lost" in shown.told) or slip.paid == 200


async def test_a_slip_names_the_winner_though_nobody_could_win_by_him(arena: Arena) -> None:
    race = await house_race(arena)
    await arena.steward.wagers.set_rules(race, ANN, lambda _rules: TableRules(sealed=False))
    await bet(arena, EVE, race, WIN, "1", "500")  # in the pool that is called off, as nobody bets against it

    await start(arena, race)
    slip = await tap(arena, EVE, f"betslip:{race}")

    lobby = await arena.steward.race(race)
    assert lobby.record.state == "finished"
    assert re.search(r"Won by .{1,3} \*\*\d [A-Z]", slip.told)
    assert " won." in str(slip.last.files[0].description)
    assert "nobody won" not in str(slip.last.files[0].description)


async def test_a_race_that_is_cancelled_gives_all_back_and_says_why(arena: Arena) -> None:
    race = await driven_race(arena, BOB)
    await bet(arena, EVE, race, WIN, "2", "500", press=8)
    await bet(arena, EVE, race, SEALED, "2", "500", press=9)

    await arena.steward.lobbies.cancel(race, ANN)
    await arena.deliver()

    assert any("**All stakes are back: " in text and "The race was cancelled." in text for text in thread_texts(arena))
    assert await arena.steward.wagers.purse(GUILD, EVE) == 10_500


async def test_a_pool_with_nobody_against_is_given_back_as_the_race_starts(arena: Arena) -> None:
    race = await driven_race(arena, BOB)
    await bet(arena, EVE, race, WIN, "2", "500")

    await start(arena, race)

    told = "↩️ **All stakes are back: Win.** No two players had bet against each other."
    assert told in thread_texts(arena)


async def test_sealed_bets_with_nobody_against_are_revealed_and_given_back_in_one_post(arena: Arena) -> None:
    race = await driven_race(arena, BOB)
    await bet(arena, EVE, race, SEALED, "2", "500", press=8)
    await bet(arena, EVE, race, WIN, "2", "300", press=9)
    await arena.deliver()
    before = len(thread_texts(arena))

    await start(arena, race)
    new = thread_texts(arena)[before:]

    (told,) = [text for text in new if "stake" in text]
    headline, revealed, proof = told.split("\n")
    assert headline == "↩️ **All stakes are back: Sealed bets, Win.** No two players had bet against each other."
    assert revealed.startswith("-# Eve: 500 on 🔵")
    assert "`/watch what:verify` checks the seals" in proof
    assert not any("are revealed" in text for text in new)
    assert await arena.steward.wagers.purse(GUILD, EVE) == 10_500


async def test_what_comes_back_at_the_end_is_told_once_with_the_settlement(arena: Arena) -> None:
    race = await house_race(arena)
    await bet(arena, EVE, race, SEALED, "2", "500", press=8)
    await bet(arena, BOB, race, SEALED, "1", "500", press=11)
    await bet(arena, EVE, race, 5, "1", "200", press=9)
    await bet(arena, BOB, race, 5, "2", "200", press=10)

    await start(arena, race)
    texts = thread_texts(arena)
    board = await arena.steward.wagers.board(race, None)

    assert sum("stakes back" in text or "stakes are back" in text.lower() for text in texts) <= 1
    assert any("is settled" in text for text in texts) == any(each.state == "settled" for each in board.markets)


async def test_drivers_have_their_slip_by_direct_message_and_others_are_not_written_to(arena: Arena) -> None:
    race = await driven_race(arena, BOB)
    await bet(arena, BOB, race, WIN, "1", "500", press=8)
    await bet(arena, EVE, race, WIN, "2", "500", press=9)

    await arena.steward.lobbies.cancel(race, ANN)
    await arena.deliver()

    bobs = [text for message in arena.client.user_of(BOB).dms.messages for text in message.said.words()]
    assert any("Your slip · neither gained nor lost\nThe race was called off." in text for text in bobs)
    assert arena.client.user_of(EVE).dms.messages == []


# Made by hand: windows, at any moment


async def posted(arena: Arena, race: RaceId, body: msgspec.Struct) -> Said | None:
    """Return what a notice of this body says."""
    kind: NoticeKind = "ending" if isinstance(body, EndingNotice) else "bets"
    notice = Notice(race=race, kind=kind, player=EVE, body=msgspec.json.encode(body).decode(), due=0.0)
    told_of = await arena.steward.race(race)
    post = ending_post(told_of, notice) if kind == "ending" else await bet_post(arena.steward, told_of, notice)
    return None if post is None else Said(view=post[0], files=post[1])


async def test_a_window_opens_with_what_it_allows_and_closes_with_its_moment(arena: Arena) -> None:
    race = await house_race(arena)

    opened = await posted(arena, race, WindowOpened(8, 1))
    closed = await posted(arena, race, WindowClosed(8, "order 4"))

    assert opened is not None
    assert "Lap 1 is done" in opened.contents()[1]
    assert "at the odds that are fixed" in opened.contents()[1]
    assert labels(opened) == ["Bet"]
    assert closed is not None
    assert "closed with the first sealed order of turn 4. Nobody added" in closed.contents()[1]


async def test_what_the_thread_is_told_names_nobody_to_discord(arena: Arena) -> None:
    race = await house_race(arena)
    arena.client.user_of(EVE).display_name = "*@everyone*"
    await bet(arena, EVE, race, SEALED, "2", "500")
    await arena.deliver()

    assert not any("@everyone" in text for text in thread_texts(arena))
    assert any("\\*@\u200beveryone\\*" in text for text in thread_texts(arena))


async def test_every_notice_has_words(arena: Arena) -> None:
    race = await house_race(arena)
    await bet(arena, EVE, race, WIN, "2", "500")

    voided = await posted(arena, race, TableVoided("rewound", (WIN,)))
    settled = await posted(arena, race, TableSettled(1, 500, 0))
    slip = await posted(arena, race, Slip())
    declined = Said(view=declined_post(await arena.steward.race(race), DealDeclined(3))[0])

    assert "Your offer 3 was declined" in declined.contents()[1]
    assert voided is not None
    assert "Some stakes are back: Win." in voided.contents()[1]
    assert "The race went back to before it closed." in voided.contents()[1]
    assert settled is not None
    assert slip is not None
    assert "Win: 500 on 🔵" in slip.contents()[1]
    soon = await posted(arena, race, EndsSoon(1_900_000_000.0))
    cup_soon = await posted(arena, race, EndsSoon(1_900_000_000.0, CupId(1)))
    expired = await posted(arena, race, CupExpired(CupId(1)))
    assert soon is not None
    assert "This race has waited for weeks. Begin it with `/host race what:start`" in soon.contents()[1]
    assert cup_soon is not None
    assert "This cup has waited for weeks" in cup_soon.contents()[1]
    assert expired is not None
    assert "I called this cup off" in expired.contents()[1]
    assert len(BetNotice.__args__) == 10
