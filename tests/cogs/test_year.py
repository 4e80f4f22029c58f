"""A year in review as people read it: of whom, of what may be known, and money on nobody's card but one's own."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.panels.card import show_profile
from cogs.panels.fame import show_fame
from cogs.panels.year import HERE, ME, YearButton
from records.past import Summary, Tally
from records.values import PlayerId, Sesterces
from records.years import Beaten, Met, PersonYear, ServerYear, Winnings
from renderers import alt_review, draw_review
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.fakes import CHANNEL, GUILD, FakeInteraction
from tests.cogs.test_fame import a_user, changed, named
from tests.pasts import a_summary, keep
from words.shared.years import person_card, server_card

THIS = 2030
NOW = 1_900_000_000.0
"""The arena's clock stands in March 2030."""


def at(year: int, month: int = 1, day: int = 2) -> float:
    return datetime(year, month, day, tzinfo=UTC).timestamp()


def won_by(number: int, *people: PlayerId | None, **values: Any) -> Summary:
    return named(a_summary(number, *people, **{"at": at(THIS), **values}))


async def pressed(arena: Arena, whose: str, player: PlayerId = ANN, year: int = THIS) -> FakeInteraction:
    acts = arena.act(player)
    await acts.response.defer(ephemeral=True, thinking=True)
    button: Any = YearButton(whose, year)
    return await outcome(acts, button.press(acts))


async def raced(arena: Arena) -> None:
    await keep(
        arena.circus.store,
        changed(a_summary(1, ANN, BOB, at=at(THIS)), turns=9),
        *(won_by(number, BOB, ANN) for number in (2, 3, 4)),
        won_by(5, ANN, EVE, at=at(THIS - 1)),
    )


async def test_a_persons_year_has_the_races_of_that_year_alone(arena: Arena) -> None:
    await raced(arena)
    told = (await pressed(arena, ME)).told
    assert f"{THIS} so far: 1 win in 4 races" in told
    assert "Rival: Bob, 1 : 3" in told
    assert "Nemesis" not in told, "no person is anybody's nemesis"
    assert "Favourite colour: Blue" in told
    assert f"{THIS - 1}: 1 win in 1 race" in (await pressed(arena, ME, year=THIS - 1)).told
    assert "Rival: Ann, 3 : 1" in (await pressed(arena, ME, BOB)).told


async def test_a_year_ends_by_the_servers_clock(arena: Arena) -> None:
    await keep(arena.circus.store, won_by(1, ANN, BOB, at=at(THIS, 1, 1) - 1800))
    assert "No race with others here for you this year" in (await pressed(arena, ME)).told
    await arena.steward.people.set_server(GUILD, zone="Europe/Rome")
    assert "1 win in 1 race" in (await pressed(arena, ME)).told


@pytest.mark.parametrize("year", [THIS + 1, 9999, 1999])
async def test_a_year_that_has_not_begun_or_is_before_all_races_is_refused(arena: Arena, year: int) -> None:
    for whose in (ME, HERE):
        assert f"I keep nothing of {year}" in (await pressed(arena, whose, year=year)).told


async def with_a_bet(arena: Arena, player: PlayerId, stake: int, paid: int) -> None:
    """Keep a settled bet of somebody on race 1."""
    market = (
        "INSERT INTO market (race, number, kind, window, state, opened, opened_at, moment, ended, why, winners, odds) "
        "VALUES (1, 1, 'win', 1, 'settled', 0, 0, '', ?, '', '[]', '{}')"
    )
    ticket = (
        "INSERT INTO ticket (race, number, market, player, name, choice, stake, key, at, salt, state, paid, why) "
        "VALUES (1, 1, 1, ?, 'Bob', '1', ?, 'k', 0, '', ?, ?, '')"
    )
    state = "won" if paid else "lost"
    await arena.circus.store._writer.run(
        lambda connection: (
            connection.exec_driver_sql(market, (at(THIS),)),
            connection.exec_driver_sql(ticket, (player, stake, state, paid)),
        )
    )


async def test_money_stands_on_ones_own_card_alone_and_changes_nothing_that_others_see(arena: Arena) -> None:
    await raced(arena)
    looks = [(viewer, whose) for viewer in (ANN, EVE) for whose in (str(BOB), HERE)] + [(ANN, ME)]
    before = [(await pressed(arena, whose, viewer)).last for viewer, whose in looks]
    own = (await pressed(arena, ME, BOB)).told
    await with_a_bet(arena, BOB, 400, 1_640)
    after = [(await pressed(arena, whose, viewer)).last for viewer, whose in looks]

    assert [(each.words(), each.pictures()) for each in before] == [(each.words(), each.pictures()) for each in after]
    assert "Bets" not in own
    for whose in (ME, str(BOB)):
        assert "Bets: 1,240 s won by 1 bet" in (await pressed(arena, whose, BOB)).told


async def test_races_in_channels_that_the_viewer_does_not_see_are_in_no_year(arena: Arena) -> None:
    class Closed(discord.abc.GuildChannel):
        def permissions_for(self, _whom: Any, /) -> discord.Permissions:
            return discord.Permissions.none()

    class Member(discord.Member):
        id = ANN
        display_name = "Ann"
        guild: Any = SimpleNamespace(get_channel=lambda _number: None)

        def __init__(self) -> None:
            """Nothing but who it is."""

    await raced(arena)
    looks = []
    for number in (None, 9):
        if number:
            await keep(
                arena.circus.store, won_by(number, ANN, BOB, channel=77, payoff=9_999, payee=BOB, payee_name="Bob")
            )
            arena.client.cached[77] = Closed.__new__(Closed)
        for whose in (ME, HERE, str(BOB)):
            acts = arena.act(ANN)
            acts.user = Member()  # type: ignore[assignment]
            await acts.response.defer(ephemeral=True, thinking=True)
            button: Any = YearButton(whose, THIS)
            looks.append((await outcome(acts, button.press(acts))).last)
    assert "1 win in 4 races" in "\n".join(looks[0].words())
    assert [(each.words(), each.pictures()) for each in looks[:3]] == [
        (each.words(), each.pictures()) for each in looks[3:]
    ]


async def test_a_servers_year_tells_who_won_and_who_met(arena: Arena) -> None:
    await raced(arena)
    told = (await pressed(arena, HERE, EVE)).told
    assert f"{THIS} so far: 4 races, 2 people" in told
    assert "Most wins: Bob, 3" in told
    assert "Rivals: Ann and Bob, 1 : 3" in told
    assert "Team: Red, 4 wins" in told
    assert "Ann: Won Ludi 1 with Chariot of P100 in 9 turns." in told
    assert "No race of two people or more was run here in 2029" not in (await pressed(arena, HERE, year=THIS - 1)).told
    assert "was run here in 2020" in (await pressed(arena, HERE, year=2020)).told


async def test_the_best_moment_of_a_year_has_the_name_of_whoever_did_it_not_of_the_races_winner(arena: Arena) -> None:
    race = changed(changed(a_summary(1, BOB, ANN, at=at(THIS)), turns=9), 1, rams=2, last=None)
    await keep(arena.circus.store, race)
    told = (await pressed(arena, HERE, EVE)).told
    assert "Ann: Drove into others 2 times" in told
    assert "Bob: Drove into" not in told


async def test_whoever_was_forgotten_is_in_no_year(arena: Arena) -> None:
    race = a_summary(1, PlayerId(-7), ANN, at=at(THIS))
    await keep(arena.circus.store, named(race))
    for whose in (HERE, ME):
        told = (await pressed(arena, whose)).told
        assert "former" not in told
        assert "Rival" not in told


async def test_the_hall_and_a_card_have_the_way_to_the_year(arena: Arena) -> None:
    await raced(arena)
    hall = arena.act(ANN)
    await hall.response.defer(ephemeral=True, thinking=True)
    await show_fame(hall, "records", "")  # type: ignore[arg-type]
    assert f"year:here:{THIS}" in hall.told
    card = arena.act(ANN)
    await card.response.defer(ephemeral=True, thinking=True)
    await show_profile(card, a_user(BOB), for_all=True)  # type: ignore[arg-type]
    assert f"year:{BOB}:{THIS}" in card.told


async def test_the_answer_is_for_the_one_who_pressed_alone(arena: Arena) -> None:
    await raced(arena)
    acts = await pressed(arena, HERE)
    assert acts.last.is_private
    assert acts.client.get_partial_messageable(CHANNEL).messages == []


async def test_the_nemesis_of_a_year_is_of_the_house_and_told_to_its_victim_alone(arena: Arena) -> None:
    def lost(number: int, **values: Any) -> Summary:
        race = changed(
            a_summary(number, None, ANN, BOB, **{"at": at(THIS), **values}), 0, name="Fuscus", driver="Fuscus"
        )
        return Summary(race.race, race.entries)

    await keep(arena.circus.store, *(lost(number) for number in (1, 2)), lost(3, at=at(THIS - 1)))
    assert "Nemesis" not in (await pressed(arena, ME)).told, "twice is no more than bad luck"
    await keep(arena.circus.store, lost(4))
    told = (await pressed(arena, ME)).told
    assert "Nemesis: Fuscus, 0 : 3" in told
    assert "Nemesis: for your eyes alone" in told
    for viewer in (BOB, EVE):
        assert "Nemesis" not in (await pressed(arena, str(ANN), viewer)).told


def test_cards_are_small_though_they_are_full() -> None:
    long = "\N{MATHEMATICAL BOLD SCRIPT CAPITAL A}" * 32
    met = Met(one=ANN, other=BOB, one_name=long, other_name=long, races=999, ahead=499, behind=500)
    tally: Any = a_tally(long)
    person = PersonYear(
        year=THIS,
        is_over=True,
        tally=tally,
        game="x",
        colour="red",
        rival=met,
        nemesis=Beaten(house="Fuscus", ahead=1, behind=999),
        titles=9,
        streak=365,
        moment=long * 9,
        winnings=Winnings(bets=999, staked=Sesterces(1), paid=Sesterces(9_999_999)),
    )
    server = ServerYear(
        year=THIS, is_over=False, races=9_999, people=999, best=tally, colour=a_tally("red"), house="Fuscus",
        house_wins=99, rivals=met, titles=99, streak=365, streak_of=long, moment=long * 9,
    )  # fmt: skip
    for card in (person_card(person, long, {}), server_card(server, long)):
        assert len(draw_review(card)) <= 120 * 1024
        assert len(alt_review(card)) <= 1_024


def a_tally(key: str) -> Any:
    return Tally(
        key=key, name=key, ruleset="x", races=999, wins=99, places=9, rams=0, survived=0, luck=0, rolls=0, latest=None
    )
