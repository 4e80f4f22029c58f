"""Side bets: offered with a press, taken or declined with another; nobody else has a say."""

from typing import Any

import discord
import msgspec
import pytest

from cogs.panels.bets.sides import OfferButton, SideButton
from records.notices import Notice
from records.values import EntryId, PlayerId, RaceId
from steward import SideMention
from tests.cogs.arena import ANN, BOB, EVE, Arena
from tests.cogs.bettors import BET, button, driven_race, house_race, labels, run, tap, thread_texts
from tests.cogs.fakes import GUILD, FakeInteraction, Said, http_error
from tests.cogs.samples import LARGEST_ID, LARGEST_RACE

FULL = 10_500


async def purses(arena: Arena) -> tuple[int, int]:
    """Return what Eve has, and Bob."""
    eve, bob = [await arena.steward.wagers.purse(GUILD, player) for player in (EVE, BOB)]
    return int(eve), int(bob)


async def shown_offer(arena: Arena, race: RaceId, player: PlayerId = EVE, **options: Any) -> FakeInteraction:
    """Run /bet side with Bob: that chariot 3 ends ahead of 1, 700 against 350."""
    bob = arena.client.user_of(BOB, "Bob")
    wished = {"chariot": "3", "stake": 700, "against": 350, "rival": "1", **options}
    return await run(arena, player, BET, "side", bob, race=str(race), **wished)


async def offered(arena: Arena, race: RaceId, **options: Any) -> FakeInteraction:
    shown = await shown_offer(arena, race, **options)
    made = await tap(arena, EVE, button(shown.last, "Offer"))
    await arena.deliver()
    return made


def dm(arena: Arena, player: PlayerId) -> list[Said]:
    return [message.said for message in arena.client.user_of(player).dms.messages]


async def test_a_side_bet_is_seen_before_it_is_offered(arena: Arena) -> None:
    race = await house_race(arena)

    shown = await shown_offer(arena, race)

    assert "You stake **700** that 🟡 **3 " in shown.told
    assert "ends ahead of 🔴 **1 " in shown.told
    assert "stakes **350** against it. Whoever is right takes 1,050." in shown.told
    assert "When you offer it, your stake goes into escrow" in shown.told
    assert await purses(arena) == (FULL, FULL)


async def test_an_offer_is_put_to_the_other_and_waits_in_escrow(arena: Arena) -> None:
    race = await house_race(arena)

    made = await offered(arena, race)

    assert "Your stake of 700 sesterces is in escrow. **Bob** is asked." in made.told
    assert labels(made.last) == ["Withdraw"]
    (asked,) = dm(arena, BOB)
    assert "Eve offers you a side bet" in "\n".join(asked.words())
    assert labels(asked) == ["Accept", "Decline"]
    assert await purses(arena) == (FULL - 700, FULL)
    assert not any("700" in text for text in thread_texts(arena))


async def test_a_bet_of_one_sesterce_is_told_as_one(arena: Arena) -> None:
    race = await house_race(arena)

    made = await offered(arena, race, stake=1, against=1)

    assert "Your stake of 1 sesterce is in escrow." in made.told
    assert "If you accept, your stake of 1 sesterce goes into escrow." in "\n".join(dm(arena, BOB)[0].words())


async def test_a_doubled_offer_is_one(arena: Arena) -> None:
    race = await house_race(arena)
    shown = await shown_offer(arena, race)

    for press in (8, 9):
        await tap(arena, EVE, button(shown.last, "Offer"), press=press)
    await arena.deliver()

    assert await purses(arena) == (FULL - 700, FULL)
    assert len(dm(arena, BOB)) == 1


async def test_who_accepts_stakes_as_well_and_the_other_is_told(arena: Arena) -> None:
    race = await house_race(arena)
    await offered(arena, race)

    taken = await tap(arena, BOB, button(dm(arena, BOB)[0], "Accept"))
    await arena.deliver()

    assert "It stands: 1,050 sesterces are in escrow" in taken.told
    assert labels(taken.last) == []
    assert await purses(arena) == (FULL - 700, FULL - 350)
    assert "🤝 accepted" in "\n".join(dm(arena, EVE)[-1].words())


async def test_who_declines_gives_the_stake_back(arena: Arena) -> None:
    race = await house_race(arena)
    await offered(arena, race)

    declined = await tap(arena, BOB, button(dm(arena, BOB)[0], "Decline"))
    late = await tap(arena, BOB, button(dm(arena, BOB)[0], "Accept"))
    await arena.deliver()

    assert "All stakes are back" in declined.told
    assert "That side bet is declined already" in late.told
    assert labels(late.last) == [], "its buttons are gone"
    assert await purses(arena) == (FULL, FULL)
    assert "declined" in "\n".join(dm(arena, EVE)[-1].words())


async def test_an_offer_is_withdrawn_while_nobody_has_taken_it(arena: Arena) -> None:
    race = await house_race(arena)
    made = await offered(arena, race)

    withdrawn = await tap(arena, EVE, button(made.last, "Withdraw"))
    late = await tap(arena, BOB, button(dm(arena, BOB)[0], "Accept"))

    assert "withdrawn" in withdrawn.told
    assert "That side bet is withdrawn already" in late.told
    assert labels(late.last) == [], "its buttons are gone"
    assert await purses(arena) == (FULL, FULL)


@pytest.mark.parametrize("act", ["show", "accept", "decline", "withdraw"])
async def test_a_side_bet_of_others_is_nobodys_business(arena: Arena, act: Any) -> None:
    race = await house_race(arena)
    await offered(arena, race)

    pressed = await tap(arena, ANN, f"sidebet:{act}:{race}:1")

    assert "You have no side bet 1 in this race" in pressed.told
    assert await purses(arena) == (FULL - 700, FULL)


async def test_who_takes_no_direct_messages_is_asked_in_the_thread_and_sees_it_alone(arena: Arena) -> None:
    race = await house_race(arena)
    arena.client.user_of(BOB).dms.fails = http_error(discord.Forbidden, 403, 50007)

    await offered(arena, race)
    post = arena.thread.messages[-1].said
    seen = await tap(arena, BOB, button(post, "See the offer"))

    assert f"<@{BOB}> somebody offers you a side bet" in "\n".join(post.words())
    assert "700" not in "\n".join(post.words())
    assert [each.id for each in post.others["allowed_mentions"].users] == [BOB]
    assert labels(seen.last) == ["Accept", "Decline"]
    assert seen.last.is_private


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rival": "3"}, "cannot end ahead of itself"),
        ({"stake": 20_000, "against": 20_000, "rival": "2"}, "your purse holds 10,500"),
        ({"stake": 20_000}, "At fair odds you stake 350 here. The other 19,650 count as a present"),
    ],
)
async def test_what_cannot_be_offered_is_told(arena: Arena, options: dict[str, Any], words: str) -> None:
    race = await house_race(arena)
    shown = await shown_offer(arena, race, **options)

    made = await tap(arena, EVE, button(shown.last, "Offer"))

    assert words in made.told
    assert await purses(arena) == (FULL, FULL)


async def test_nobody_bets_with_himself_with_bots_or_on_chariots_that_are_not_there(arena: Arena) -> None:
    race = await house_race(arena)
    himself = await shown_offer(arena, race, BOB)
    refused = await tap(arena, BOB, button(himself.last, "Offer"))
    nowhere = await shown_offer(arena, race, chariot="9")
    blank = await shown_offer(arena, race, chariot=" ")
    arena.client.user_of(BOB).bot = True
    robot = await shown_offer(arena, race)

    assert "You can't bet against yourself" in refused.told
    assert "No chariot “9” is in this race. Choose one of: Red, " in nowhere.told
    assert "Choose one of: Red, " in blank.told
    assert "Bots do not bet" in robot.told


async def test_drivers_take_only_their_own_side(arena: Arena) -> None:
    race = await driven_race(arena, BOB)
    await offered(arena, race, chariot="3", rival="2")

    taken = await tap(arena, BOB, button(dm(arena, BOB)[-1], "Accept"))

    assert "may back only your own chariot" in taken.told


async def test_what_nobody_accepts_before_the_start_comes_back(arena: Arena) -> None:
    race = await driven_race(arena, ANN)
    await offered(arena, race, rival="", chariot="2")
    await arena.steward.lobbies.start(race, ANN)
    await arena.deliver()

    late = await tap(arena, BOB, button(dm(arena, BOB)[0], "Accept"))

    assert "is void already" in late.told
    assert await purses(arena) == (FULL, FULL)
    assert "not accepted before the start" in "\n".join(dm(arena, EVE)[-1].words())


def test_custom_ids_fit_at_their_longest() -> None:
    offer = OfferButton(
        LARGEST_RACE, PlayerId(LARGEST_ID), EntryId(24), EntryId(24), 10**9 - 1, 10**9 - 1, str(LARGEST_ID)
    )
    answer = SideButton(LARGEST_RACE, 99_999, "withdraw")

    assert all(len(item.item.custom_id or "") <= 100 for item in (offer, answer))


async def test_who_is_called_in_the_thread_is_called_once_though_the_program_ended_before_that_was_noted(
    arena: Arena,
) -> None:
    race = await house_race(arena)
    await offered(arena, race)
    body = msgspec.json.encode(SideMention(1, BOB)).decode()
    outbox = arena.circus.store.outbox
    await outbox.put(Notice(race=race, kind="bets", body=body, due=arena.steward.now()))
    claimed = await outbox.claim((await outbox.waiting())[0], arena.steward.now())
    assert claimed is not None
    await arena.messenger.deliver(claimed)  # and it ends before the outcome is kept
    arena.circus.clock.pass_by(600.0)
    arena.thread.nonces.clear()

    await arena.deliver()

    assert sum("offers you a side bet" in text for text in thread_texts(arena)) == 1


# Numbers


async def test_no_number_of_a_side_bet_counts_those_of_others(worlds: tuple[Arena, Arena]) -> None:
    seen = []
    for arena, others in zip(worlds, (0, 2), strict=True):
        race = await house_race(arena)
        for rival in ("2", "4")[:others]:  # Ann and Eve bet against each other in private
            maker, other = (ANN, EVE) if rival == "2" else (EVE, ANN)
            taker = arena.client.user_of(other, "Other")
            wished = {"chariot": "3", "stake": 100, "against": 100, "rival": rival}
            shown = await run(arena, maker, BET, "side", taker, race=str(race), **wished)
            made = await tap(arena, maker, button(shown.last, "Offer"))
            await tap(arena, maker, button(made.last, "Withdraw"))
        max_ = PlayerId(400)
        bob = arena.client.user_of(BOB, "Bob")
        wished = {"chariot": "3", "stake": 700, "against": 350, "rival": "1"}
        shown = await run(arena, max_, BET, "side", bob, race=str(race), **wished)
        made = await tap(arena, max_, button(shown.last, "Offer"))
        await arena.deliver()
        (asked,) = dm(arena, BOB)
        mine = await run(arena, BOB, BET, "mine", str(race))
        seen.append((made.told, button(made.last, "Withdraw"), asked.words(), button(asked, "Accept"), mine.told))
        taken = await tap(arena, BOB, button(asked, "Accept"))
        assert "It stands" in taken.told

    assert seen[0] == seen[1]


async def test_whoever_has_several_side_bets_answers_the_one_pressed(arena: Arena) -> None:
    race = await house_race(arena)
    await offered(arena, race)
    ann = await shown_offer(arena, race, ANN, stake=100, against=100)
    await tap(arena, ANN, button(ann.last, "Offer"))
    await arena.deliver()
    first, second = dm(arena, BOB)

    await tap(arena, BOB, button(second, "Accept"))

    states = [each.state for each in (await arena.steward.wagers.board(race, BOB)).sides]
    assert states == ["offered", "accepted"]
    assert "Side bet 1" in "\n".join(first.words())
    assert "Side bet 2" in "\n".join(second.words())


async def test_a_press_by_the_number_in_the_race_counts_no_more(arena: Arena) -> None:
    race = await house_race(arena)
    await offered(arena, race)

    assert not SideButton.__discord_ui_compiled_template__.fullmatch(f"side:accept:{race}:1")
