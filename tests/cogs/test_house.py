"""A spectator bets against the house, looks on and is paid, without typing anything (B-24)."""

import re
from typing import Any

import msgspec
import pytest

from cogs.panels.channel_card import card_of
from engine.betting.house import basis_of
from engine.betting.rules import ServerRules, TableRules
from records.values import RaceId
from steward.running import bookmaker
from tests.cogs.arena import ANN, BOB, EVE, Arena
from tests.cogs.bettors import bet, button, driven_race, house_race, labels, menu, tap, ticket
from tests.cogs.fakes import GUILD, Said
from tests.cogs.test_betting_posts import start
from tests.steward.test_oddsmaker import Maker

WIN = 2

ODDS = {"1": 180, "2": 360, "3": 540, "4": 2_000}


async def offers(arena: Arena, race: RaceId) -> None:
    book = await arena.circus.store.wagers.book(race)
    basis = basis_of(book.race, book.factions, book.entries)
    await arena.circus.store.wagers.change(race, bookmaker.offering(ODDS, basis, arena.steward.now()))


async def on_card(arena: Arena, race: RaceId, label: str) -> str:
    """Return the custom id of a button on the card in the channel."""
    card = await card_of(arena.steward, await arena.steward.race(race))
    buttons: list[Any] = [*card.buttons]
    return next(str(each.item.custom_id) for each in buttons if each.item.label == label)


async def chosen(arena: Arena, race: RaceId, choice: str) -> Said:
    table = await tap(arena, EVE, await on_card(arena, race, "Bet"))
    return (await tap(arena, EVE, menu(table.last, "betchoice:")["custom_id"], choice)).last


async def test_from_the_card_to_the_ticket_nothing_is_typed(arena: Arena) -> None:
    race = await house_race(arena)
    await offers(arena, race)

    table = await tap(arena, EVE, await on_card(arena, race, "Bet"))
    picked = await tap(arena, EVE, menu(table.last, "betchoice:")["custom_id"], "3")
    shown = await tap(arena, EVE, button(picked.last, "500"))
    placed = await tap(arena, EVE, button(shown.last, "Place"))

    assert "Win, against the house" in table.told
    assert "100 bring 540" in str(menu(table.last, "betchoice:"))
    assert menu(table.last, "betmarket:"), "pools and sealed bets are one press away"
    assert "it brings **2,700**, your stake included" in shown.told
    assert "not placed yet" in shown.told
    assert "🎟️ Placed · ticket 1" in placed.told
    assert int(await arena.steward.wagers.purse(GUILD, EVE)) == 10_000


async def test_the_sums_on_buttons_are_those_that_may_be_staked(arena: Arena) -> None:
    race = await house_race(arena)
    await offers(arena, race)

    first = await chosen(arena, race, "3")
    shown = await tap(arena, EVE, button(first, "300"))
    await tap(arena, EVE, button(shown.last, "Place"))
    second = await chosen(arena, race, "2")

    assert [each for each in labels(first) if each.isdecimal()] == ["100", "200", "300", "500"]
    assert [each for each in labels(second) if each.isdecimal()] == ["100", "200"]


async def test_the_one_who_looks_on_is_paid_with_a_message(arena: Arena) -> None:
    race = await house_race(arena)
    await offers(arena, race)
    for press, each in enumerate(("1", "2", "3", "4"), 50):
        picked = await chosen(arena, race, each)
        shown = await tap(arena, EVE, button(picked, "100"), press=press)
        placed = await tap(arena, EVE, button(shown.last, "Place"))
    watched = await tap(arena, EVE, button(placed.last, "Watch"))

    await start(arena, race)

    sent = arena.client.user_of(EVE).dms.messages
    told = "\n".join(text for each in sent for text in each.said.words())
    assert watched.last.contents(), "who is in, as long as nobody drives"
    assert re.search(r"Win, against the house: 100 on .* · ✅ won \*\*[0-9,]+\*\*", told)
    assert "Your purse" in told


async def test_a_ticket_of_odds_that_are_no_more_is_refused(arena: Arena) -> None:
    race = await house_race(arena)
    await offers(arena, race)
    picked = await chosen(arena, race, "3")
    shown = await tap(arena, EVE, button(picked, "500"))
    await arena.steward.lobbies.join(race, BOB, "Bob", word="equus")

    late = await tap(arena, EVE, button(shown.last, "Place"))

    assert "The race has changed since these odds were made" in late.told
    assert int(await arena.steward.wagers.purse(GUILD, EVE)) == 10_500


async def test_a_driver_finds_no_chariot_but_their_own(arena: Arena) -> None:
    race = await driven_race(arena, EVE)
    await offers(arena, race)

    table = await tap(arena, EVE, await on_card(arena, race, "Bet"))

    assert [each["value"] for each in menu(table.last, "betchoice:")["options"]] == ["1"]


async def test_the_host_is_shown_the_pools(arena: Arena) -> None:
    race = await house_race(arena)
    await offers(arena, race)

    table = await tap(arena, ANN, await on_card(arena, race, "Bet"))

    assert "against the house" not in str([each["label"] for each in menu(table.last, "betmarket:")["options"]])


@pytest.mark.parametrize("forged", ["8:9:500", "99:3:500", "8:1>2:500", "8:3:9900", "2:1>2:100"])
async def test_a_forged_press_shows_no_ticket(arena: Arena, forged: str) -> None:
    race = await house_race(arena)
    await offers(arena, race)

    shown = await tap(arena, EVE, f"betamount:{race}:{forged}")

    assert "not placed yet" not in shown.told
    assert "Place" not in labels(shown.last)


async def test_a_server_s_limits_are_set_where_its_others_are(arena: Arena) -> None:
    race = await house_race(arena)
    await offers(arena, race)
    await arena.steward.wagers.set_server_rules(GUILD, lambda _: ServerRules(house=200))

    picked = await chosen(arena, race, "3")

    assert [each for each in labels(picked) if each.isdecimal()] == ["100", "200"]


async def test_the_table_says_why_the_house_takes_no_bets_yet(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    race = await house_race(arena)
    for samples, is_told in ((0, False), (200, True)):
        monkeypatch.setattr(arena.steward, "oddsmaker", Maker(arena.circus, samples).odds)
        table = await tap(arena, EVE, await on_card(arena, race, "Bet"))
        assert ("still working out its odds" in table.told) is is_told
    await offers(arena, race)
    assert "still working out" not in (await tap(arena, EVE, f"bets:again:{race}")).told


async def test_a_bet_is_chosen_by_who_drives_the_chariot(arena: Arena) -> None:
    race = await driven_race(arena, BOB)
    await offers(arena, race)
    table = await tap(arena, EVE, f"bets:open:{race}")
    first = menu(table.last, "betchoice:")["options"][0]
    assert first["label"] == "Red, Rosea (1) · Driver"


async def test_a_ticket_that_nobody_bets_against_says_so_before_and_after(arena: Arena) -> None:
    race = await house_race(arena)
    for press, choice in enumerate(("1", "2"), 40):
        shown = await ticket(arena, EVE, race, WIN, choice, "500")
        placed = await tap(arena, EVE, button(shown.last, "Place"), press=press)
        assert "nobody has bet against it yet" in shown.told
        assert "Nobody has bet against it yet" in placed.told
    await bet(arena, BOB, race, WIN, "3", "100")
    assert "nobody has bet" not in (await ticket(arena, EVE, race, WIN, "1", "500")).told


async def test_whoever_hosts_a_race_that_nobody_can_steer_is_not_warned_of_steering(arena: Arena) -> None:
    for circus in (False, True):
        race = await house_race(arena)
        await arena.circus.store.races.set(race, betting=msgspec.json.encode(TableRules(circus=circus)).decode())
        shown = await ticket(arena, ANN, race, WIN, "1", "500")
        assert ("Steer it after the start" in shown.told) is not circus
        assert ("nobody can steer it, so you bet as all do" in shown.told) is circus
