"""The betting table by buttons: from the panel to a ticket, placed once, taken back, refused in words."""

import re
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.commands.bet import choice_choices, market_choices, ticket_choices
from cogs.kit.messages import TellPlayer
from cogs.panels.bets import tickets
from cogs.panels.bets.finding import find_table, table_choices
from cogs.panels.bets.tickets import read_amount
from engine.betting.rules import TableRules
from records.values import PlayerId
from tests.cogs.arena import ANN, BOB, EVE, Arena
from tests.cogs.bettors import (
    BET,
    bet,
    button,
    driven_race,
    fill_in,
    house_race,
    labels,
    member,
    menu,
    run,
    tap,
    thread_texts,
    ticket,
)
from tests.cogs.fakes import GUILD, http_error

SEALED, WIN, FINISHERS = 1, 2, 7
MODERATOR, VISITOR = PlayerId(400), PlayerId(500)
DM = 777


async def purse(arena: Arena, player: PlayerId) -> int:
    return int(await arena.steward.wagers.purse(GUILD, player))


# Placing


async def test_from_the_panel_to_a_ticket_nothing_is_typed_but_the_amount(arena: Arena) -> None:
    race = await house_race(arena)

    table = await tap(arena, EVE, button(arena.thread.messages[-1].said, "Bet"))
    shown = await ticket(arena, EVE, race, WIN, "3", "500")
    placed = await tap(arena, EVE, button(shown.last, "Place"))

    assert all(each.last.is_private for each in (table, shown, placed))
    assert "10,500 sesterces" in table.told
    assert "no way to buy in" in table.told
    assert len(table.last.pictures()) == 1
    assert "not placed yet" in shown.told
    assert "**500 sesterces** on 🟡 **3 " in shown.told
    assert "It can be cancelled" in shown.told
    assert "Not driving? Bet on any chariot" in shown.told
    assert "🎟️ Placed · ticket 1" in placed.told
    assert await purse(arena, EVE) == 10_000


async def test_the_form_says_what_it_is_for_and_what_there_is(arena: Arena) -> None:
    race = await house_race(arena)

    asked = await tap(arena, EVE, f"betstake:{race}:{WIN}:3", press=2**63 - 1)

    modal = asked.response.modal
    assert modal is not None
    assert modal.title.startswith("On Yellow, ")
    (part,) = modal.to_components()
    assert part["label"] == "Win: how many sesterces?"
    assert "Your purse: 10,500" in part["description"], "not opened yet, and its gift is counted"
    assert len(modal.custom_id) <= 100


async def test_in_a_rush_the_form_comes_all_the_same(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    race = await house_race(arena)
    monkeypatch.setattr(tickets, "READ_WITHIN", 0.0)

    asked = await tap(arena, EVE, f"betstake:{race}:{WIN}:3")
    late = await tap(arena, EVE, f"betstake:{race}:99:3")
    shown = await fill_in(arena, EVE, asked.response.modal, "500")
    refused = await fill_in(arena, EVE, late.response.modal, "500")

    assert asked.response.modal is not None
    assert asked.response.modal.title == "Your bet"
    assert "**500 sesterces** on 🟡 **3 " in shown.told
    assert "There is no such bet" in refused.told


async def test_a_doubled_press_places_nothing_twice(arena: Arena) -> None:
    race = await house_race(arena)
    shown = await ticket(arena, EVE, race, WIN, "3", "500")
    place = button(shown.last, "Place")

    first, second = await tap(arena, EVE, place, press=8), await tap(arena, EVE, place, press=9)

    assert first.told == second.told
    assert await purse(arena, EVE) == 10_000
    assert len((await arena.steward.wagers.board(race, EVE)).tickets) == 1


async def test_an_old_ticket_of_a_race_that_was_called_off_does_not_look_open(arena: Arena) -> None:
    race = await house_race(arena)
    shown = await ticket(arena, EVE, race, WIN, "3", "500")
    placed = await tap(arena, EVE, button(shown.last, "Place"), press=8)
    await arena.steward.lobbies.cancel(race, ANN)

    again = await tap(arena, EVE, button(shown.last, "Place"), press=9)
    taken_back = await tap(arena, EVE, button(placed.last, "Cancel this bet"))

    assert "↩️ stake back · ticket 1" in again.told
    assert "all stakes back: the race was cancelled" in again.told
    assert "open" not in again.told
    assert "settled when" not in again.told
    assert "refunded already" in taken_back.told


async def test_another_press_of_the_same_bet_is_another_bet(arena: Arena) -> None:
    race = await house_race(arena)

    await bet(arena, EVE, race, WIN, "3", "500", press=8)
    again = await bet(arena, EVE, race, WIN, "3", "500", press=9)

    assert "ticket 2" in again.told
    assert await purse(arena, EVE) == 9_500


async def test_a_ticket_says_what_it_would_bring_as_it_stands(arena: Arena) -> None:
    race = await house_race(arena)

    alone = await ticket(arena, EVE, race, WIN, "3", "500")
    await bet(arena, BOB, race, WIN, "1", "1,500")
    against = await ticket(arena, EVE, race, WIN, "3", "500")

    assert "nobody has bet against it yet" in alone.told
    assert "bring back about **2,000**" in against.told


async def test_a_sealed_ticket_is_final_and_says_so(arena: Arena) -> None:
    race = await house_race(arena)

    shown = await ticket(arena, EVE, race, SEALED, "3", "500")
    placed = await tap(arena, EVE, button(shown.last, "Place"))
    cancelled = await tap(arena, EVE, f"betcancel:{race}:1")

    assert "It is final" in shown.told
    assert "odds × 500" in shown.told
    assert "🔒 Sealed · ticket 1" in placed.told
    await arena.deliver()
    (told,) = [text for text in thread_texts(arena) if "has sealed a bet" in text]
    assert "`" not in told
    assert {"Proof"} <= set(labels(placed.last))
    proof = await tap(arena, BOB, f"verify:{race}")
    assert re.search(rb'"seal": "[0-9a-f]{64}"', proof.last.pictures()[0]), "its seal is in the file before the reveal"
    assert "Cancel this bet" not in labels(placed.last)
    assert "A sealed bet is final" in cancelled.told


async def test_what_a_sealed_bet_is_on_is_shown_to_nobody_else(worlds: tuple[Arena, Arena]) -> None:
    seen = []
    for arena, choice, amount in zip(worlds, ("2", "3"), ("500", "900"), strict=True):
        race = await house_race(arena)
        await bet(arena, EVE, race, SEALED, choice, amount)
        await arena.deliver()
        others = await tap(arena, BOB, f"bets:open:{race}")
        of_market = await tap(arena, BOB, menu(others.last, "betmarket:")["custom_id"], str(SEALED))
        board = await run(arena, BOB, BET, "board", str(race))
        (sealed,) = [text for text in thread_texts(arena) if "has sealed a bet" in text]
        seen.append((of_market.told, of_market.last.pictures(), board.told, sealed))
        assert sealed == "-# 🔒 **Eve** has sealed a bet."
        assert "1 seal" in board.told

    assert seen[0] == seen[1]


async def test_the_ticket_of_another_is_his_alone(arena: Arena) -> None:
    race = await house_race(arena)
    await bet(arena, EVE, race, WIN, "3", "500")

    mine = await run(arena, BOB, BET, "mine", str(race))
    cancelled = await tap(arena, BOB, f"betcancel:{race}:1")

    assert "None yet" in mine.told
    assert "You have no ticket 1" in cancelled.told
    assert await purse(arena, EVE) == 10_000


# Taking back


async def test_a_bet_in_a_pool_is_taken_back_whole(arena: Arena) -> None:
    race = await house_race(arena)
    placed = await bet(arena, EVE, race, WIN, "3", "500")

    cancelled = await tap(arena, EVE, button(placed.last, "Cancel this bet"))

    assert "Your 500 sesterces on 🟡" in cancelled.told
    assert await purse(arena, EVE) == 10_500


async def test_my_bets_offers_to_take_back_what_can_be(arena: Arena) -> None:
    race = await house_race(arena)
    await bet(arena, EVE, race, SEALED, "2", "300", press=8)
    await bet(arena, EVE, race, FINISHERS, "over", "200", press=9)

    mine = await run(arena, EVE, BET, "mine", str(race))
    offered = menu(mine.last, "betcancels:")
    cancelled = await tap(arena, EVE, offered["custom_id"], offered["options"][0]["value"])
    after = await run(arena, EVE, BET, "mine", str(race))

    assert [each["value"] for each in offered["options"]] == ["2"]
    assert "Cancelled · ticket 2" in cancelled.told
    assert "↩️ cancelled" in after.told
    assert "Cancel a bet …" not in after.told


async def test_a_bet_is_cancelled_by_command_by_its_number(arena: Arena) -> None:
    race = await house_race(arena)
    await bet(arena, EVE, race, WIN, "3", "500")

    strange = await run(arena, EVE, BET, "cancel", "the first", str(race))
    done = await run(arena, EVE, BET, "cancel", "1", str(race))

    assert "Tickets have numbers" in strange.told
    assert "Cancelled · ticket 1" in done.told


# Refusals


@pytest.mark.parametrize(
    ("market", "choice", "amount", "words"),
    [
        (WIN, "3", "550", "in steps of 100"),
        (WIN, "3", "20,000", "your purse holds 10,500"),
        (WIN, "3", "twelve", "is no amount"),
        (WIN, "3", "0", "is no amount"),
        (WIN, "3", "<@5>", "is no amount"),
    ],
)
async def test_what_stands_in_the_way_of_a_ticket_is_told_before_it_is_shown(
    arena: Arena, market: int, choice: str, amount: str, words: str
) -> None:
    race = await house_race(arena)

    shown = await ticket(arena, EVE, race, market, choice, amount)

    assert words in shown.told
    assert shown.last.is_private
    assert "<@" not in shown.told
    assert await purse(arena, EVE) == 10_500


async def test_what_is_refused_stands_in_the_place_of_the_table_with_the_way_on(arena: Arena) -> None:
    race = await house_race(arena)

    refused = await ticket(arena, EVE, race, WIN, "3", "550")

    assert "in steps of 100" in refused.told
    assert "10,500" in refused.told
    assert len(refused.said) == 1, "no other message"
    back = await tap(arena, EVE, button(refused.last, "Change"))
    assert "550" in str(back.response.modal.to_components()), "what was typed stands in the form"  # type: ignore[union-attr]
    shown = await fill_in(arena, EVE, back.response.modal, "500")
    placed = await tap(arena, EVE, button(shown.last, "Place"))
    assert "Placed · ticket 1" in placed.told
    assert "betplace" not in (await tap(arena, EVE, button(refused.last, "Back"))).told


async def test_a_driver_may_back_only_himself_and_his_ticket_says_so(arena: Arena) -> None:
    race = await driven_race(arena, EVE)

    # A menu offers drivers what they may back; whatever else they type is refused.
    other = await run(arena, EVE, BET, "place", str(race), "win", "2", "500")
    wreck = await run(arena, EVE, BET, "place", str(race), "first wreck", "1", "500")
    own = await ticket(arena, EVE, race, WIN, "1", "500")

    assert "Choose yours: 🔴 **1 Rosea**." in other.told
    assert "may not bet on “First wreck”" in wreck.told
    assert "You drive 🔴 **1 Rosea**: you may back nothing else" in own.told


async def test_a_late_press_is_told_when_it_closed(arena: Arena) -> None:
    race = await driven_race(arena, BOB)
    shown = await ticket(arena, EVE, race, WIN, "2", "500")
    await arena.steward.lobbies.start(race, ANN)

    placed = await tap(arena, EVE, button(shown.last, "Place"))
    asked = await tap(arena, EVE, f"betstake:{race}:{WIN}:2")
    table = await tap(arena, EVE, f"bets:open:{race}")

    assert "Too late: the betting on “Win” closed when the race started, <t:" in placed.told
    assert "Too late" in asked.told
    assert asked.response.modal is None
    assert "No bet on this race stands" in table.told, "nobody had bet"
    assert await purse(arena, EVE) == 10_500


async def test_where_all_bets_are_off_nobody_is_told_to_add_to_one(arena: Arena) -> None:
    race = await driven_race(arena, BOB)
    await bet(arena, EVE, race, SEALED, "2", "500")
    await arena.steward.lobbies.start(race, ANN)
    await arena.deliver()

    table = await tap(arena, EVE, f"bets:open:{race}")

    assert "No bet on this race stands" in table.told
    assert "can add to it" not in table.told


async def test_what_a_server_demands_stands_on_the_ticket(arena: Arena) -> None:
    await arena.steward.wagers.set_server_rules(GUILD, lambda rules: type(rules)(cap=600, age=20, share=5))
    race = await house_race(arena)

    shown = await ticket(arena, EVE, race, WIN, "3", "500")
    over = await ticket(arena, EVE, race, WIN, "3", "700")
    sealed = await ticket(arena, EVE, race, SEALED, "3", "500")

    assert "at most 600 sesterces on one race, only members of 20 days or more, the house keeps 5 %" in shown.told
    assert "Choose 600 at most" in over.told
    assert "the house keeps" not in sealed.told


@pytest.mark.slow
async def test_a_new_member_waits(arena: Arena) -> None:
    race = await house_race(arena)
    await arena.steward.wagers.set_server_rules(GUILD, lambda rules: type(rules)(age=60))

    shown = await ticket(arena, EVE, race, WIN, "3", "500")

    assert "after 60 days as a member; you have been one for 40 days" in shown.told


async def test_a_choice_that_is_not_there_is_refused(arena: Arena) -> None:
    race = await house_race(arena)

    strange = await tap(arena, EVE, f"betplace:{race}:{WIN}:99:500:5")
    gone = await tap(arena, EVE, f"betplace:{race}:99:1:500:5")

    assert "You can't bet on “99” here" in strange.told
    assert "There is no such bet in this race" in gone.told


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("500", 500),
        (" 1,200 s", 1200),
        ("1.200", 1200),
        ("2 000 sesterces", 2000),
        ("1'000 HS", 1000),
        ("٣٠٠", 300),
        ("１０００", 1000),
        ("1k", 1000),
        ("2.5k", 2500),
        ("all", 4300),
        ("half", 2300),
    ],
)
def test_amounts_are_read_as_people_write_them(text: str, amount: int) -> None:
    assert read_amount(text, purse=4_650, room=4_399) == amount


@pytest.mark.parametrize(
    "text",
    ["", "-500", "100.00", "1.5", "12,34", "1,200,", "9 9", "1,000,000,000", "5e2", "1234567890123", "a few"],
)
def test_what_is_no_amount_is_told(text: str) -> None:
    with pytest.raises(TellPlayer, match="is no amount"):
        read_amount(text, 5_000, 5_000)


@pytest.mark.parametrize(("purse", "room"), [(99, 5_000), (5_000, 99), (0, 0)])
def test_all_of_nothing_is_told_with_what_there_is(purse: int, room: int) -> None:
    with pytest.raises(TellPlayer, match=f"you may stake {min(purse, room)} here"):
        read_amount("all", purse, room)


# By command


async def test_a_bet_that_is_typed_whole_goes_straight_to_its_ticket(arena: Arena) -> None:
    race = await house_race(arena)

    shown = await run(arena, EVE, BET, "place", str(race), "Win", "yellow", "500", press=12)
    by_number = await run(arena, EVE, BET, "place", str(race), "7", "over", "200")
    half = await run(arena, EVE, BET, "place", str(race), "win", "3")

    assert "not placed yet" in shown.told
    assert button(shown.last, "Place").endswith(":500:12")
    assert "**Over: more than half are placed**" in by_number.told
    assert "Stake …" in labels(half.last)


@pytest.mark.parametrize(
    ("market", "on", "words"),
    [("lottery", "3", "Open are: Sealed bets, Win"), ("Win", "purple rain", "Choose one of: Red, ")],
)
async def test_what_is_typed_and_not_there_is_told_with_what_is(arena: Arena, market: str, on: str, words: str) -> None:
    race = await house_race(arena)

    shown = await run(arena, EVE, BET, "place", str(race), market, on, "500")

    assert words in shown.told


async def test_what_is_typed_means_a_number_before_a_colour_and_a_colour_before_a_name(arena: Arena) -> None:
    race = await arena.lobby()
    for player, colour, name in ((EVE, "red", "2"), (BOB, "blue", "Rosea"), (MODERATOR, "yellow", "Livia")):
        await arena.steward.lobbies.join(race, player, "Driver", colour=colour, name=name, word="equus")
    await arena.deliver()

    number, colour, name = [
        (await run(arena, VISITOR, BET, "place", str(race), "win", typed, "500")).told
        for typed in ("2", "blue", "3 livia")
    ]

    assert "on 🔵 **2 Rosea**" in number
    assert "on 🔵 **2 Rosea**" in colour
    assert "on 🟡 **3 Livia**" in name


async def test_a_race_that_is_called_like_the_number_of_another_takes_none_of_its_bets(arena: Arena) -> None:
    race = await house_race(arena)
    await house_race(arena, title=str(race))

    shown = await run(arena, EVE, BET, "place", str(race), "win", "3", "500")

    assert button(shown.last, "Place").startswith(f"betplace:{race}:")


async def test_what_is_typed_means_what_is_open_of_several_with_one_name(arena: Arena) -> None:
    race = await house_race(arena)
    await arena.steward.wagers.set_rules(race, ANN, lambda _rules: TableRules(pools=False))
    await arena.steward.wagers.set_rules(race, ANN, lambda _rules: TableRules())

    shown = await run(arena, EVE, BET, "place", str(race), "win", "3", "500")

    assert "not placed yet" in shown.told


async def test_what_is_typed_is_completed_from_what_is_open(arena: Arena) -> None:
    race = await house_race(arena)
    await bet(arena, EVE, race, WIN, "3", "500")
    interaction: Any = member(arena, EVE)
    interaction.namespace = SimpleNamespace(race=str(race), market="7")

    markets = await market_choices(interaction, "")
    choices = await choice_choices(interaction, "un")
    tickets = await ticket_choices(interaction, "")

    assert [each.value for each in markets] == ["1", "2", "3", "4", "5", "6", "7"]
    assert [each.value for each in choices] == ["under"]
    assert [each.value for each in tickets] == ["1"]
    for typed in ("finishers", "9" * 5_000):
        interaction.namespace = SimpleNamespace(race=str(race), market=typed)
        offered = [each.value for each in await choice_choices(interaction, "")]
        assert offered == (["over", "under"] if typed == "finishers" else ["1", "2", "3", "4"])
    interaction.namespace = SimpleNamespace(race="no such race")
    assert await market_choices(interaction, "") == []


async def test_the_history_tells_all_races(arena: Arena) -> None:
    race = await house_race(arena)
    nothing = await run(arena, EVE, BET, "history")
    await bet(arena, EVE, race, WIN, "3", "500")

    told = await run(arena, EVE, BET, "history")

    assert "You have not bet yet" in nothing.told
    assert "Ludi · Win: 500 on 🟡 **3 " in told.told
    assert "⏳ open" in told.told

    await bet(arena, BOB, race, WIN, "2", "500")
    await arena.steward.lobbies.start(race, ANN)
    running = await run(arena, EVE, BET, "history")
    assert "🏁 may still win" in running.told, "no more bets are taken: it is open no more"
    assert "⏳ open" not in running.told


async def test_a_placed_ticket_stays_true_whatever_becomes_of_it(arena: Arena) -> None:
    race = await house_race(arena)

    placed = (await bet(arena, EVE, race, WIN, "3", "500")).told

    assert "Win: closes when the race starts" in placed
    assert "`/bet mine` shows how your bet stands" in placed
    assert "⏳ open" not in placed


# In direct messages


class Server:
    """A server of which some are members."""

    name = "The *Circus*"

    def __init__(self, *members: PlayerId) -> None:
        self._members = members

    async def fetch_member(self, player: PlayerId) -> Any:
        if player not in self._members:
            raise http_error(discord.NotFound, 404, 10007)
        return SimpleNamespace(joined_at=SimpleNamespace(timestamp=lambda: 0.0))


async def test_who_has_a_purse_bets_by_direct_message_too(arena: Arena) -> None:
    race = await house_race(arena)
    client: Any = arena.client
    client.get_guild = lambda guild: Server(EVE) if guild == GUILD else None
    interaction: Any = arena.act(EVE, guild=None, channel=DM)
    before = await table_choices(interaction, "")
    await tap(arena, EVE, f"bets:open:{race}")

    after = await table_choices(interaction, "")
    shown = await run(arena, EVE, BET, "place", str(race), "Win", "3", "500", guild=None, channel=DM)
    placed = await tap(arena, EVE, button(shown.last, "Place"), guild=None, channel=DM)
    history = await run(arena, EVE, BET, "history", guild=None, channel=DM)

    assert before == []
    assert [each.value for each in after] == [str(race)]
    assert "🎟️ Placed" in placed.told
    assert "in **The \\*Circus\\***" in history.told


async def test_who_has_left_the_server_bets_there_no_more(arena: Arena) -> None:
    race = await house_race(arena)
    client: Any = arena.client
    client.get_guild = lambda _guild: Server()
    await tap(arena, EVE, f"bets:open:{race}")

    shown = await run(arena, EVE, BET, "place", str(race), "Win", "3", "500", guild=None, channel=DM)

    assert "There is no such race here" in shown.told


async def test_a_race_alone_has_no_table(arena: Arena) -> None:
    race = await arena.lobby(guild=0, thread=DM)
    await arena.steward.lobbies.join(race, ANN, "Ann", colour="red")
    interaction: Any = arena.act(ANN, guild=None, channel=DM)

    with pytest.raises(TellPlayer, match="No race is open or under way here"):
        await find_table(interaction)
    pressed = await tap(arena, ANN, f"bets:open:{race}", guild=None, channel=DM)

    assert "no betting on a race alone" in pressed.told


async def test_owners_read_on_their_ticket_what_they_owe_themselves(arena: Arena) -> None:
    race = await driven_race(arena, EVE)
    await tap(arena, ANN, f"betrule:{race}:-switches", "sealed", "owners")

    too_much = await ticket(arena, EVE, race, SEALED, "2", "300")
    own = await ticket(arena, EVE, race, SEALED, "1", "300")

    assert "Owners put no more on others than on their own" in too_much.told
    assert "back your own with 100 at least, and put no more on others than on your own (26.1)" in own.told


# Numbers


async def test_no_number_of_a_ticket_counts_those_of_others(worlds: tuple[Arena, Arena]) -> None:
    seen = []
    for arena, others in zip(worlds, (0, 3), strict=True):
        race = await house_race(arena)
        for press in range(others):
            await bet(arena, BOB, race, SEALED, "2", "300", press=20 + press)
        placed = await bet(arena, EVE, race, WIN, "3", "500")
        mine = await run(arena, EVE, BET, "mine", str(race))
        seen.append((placed.told, button(placed.last, "Cancel this bet"), mine.told, menu(mine.last, "betcancels:")))
        gone = await run(arena, EVE, BET, "cancel", "1", str(race))
        assert "Cancelled · ticket 1" in gone.told

    assert seen[0] == seen[1]


async def test_an_amount_without_a_market_waits_in_the_form(arena: Arena) -> None:
    race = await house_race(arena)

    table = await run(arena, EVE, BET, "place", str(race), "", "", "2.5k")
    chosen = await tap(arena, EVE, f"betchoice:{race}:{WIN}", "3")
    form = await tap(arena, EVE, button(chosen.last, "Stake …"))
    other = await tap(arena, BOB, f"betstake:{race}:{WIN}:3")
    shown = await fill_in(arena, EVE, form.response.modal, "2.5k")
    after = await tap(arena, EVE, f"betstake:{race}:{WIN}:3")

    forms = [str(each.response.modal and each.response.modal.to_dict()) for each in (form, other, after)]
    for each in (table, chosen):
        assert "Your amount, **2\\.5k**, waits in the form" in each.told
    assert ["2.5k" in each for each in forms] == [True, False, False], "it is theirs alone, until it is taken"
    assert "**2,500 sesterces**" in shown.told
