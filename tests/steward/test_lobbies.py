"""Entering, leaving, filling and starting a race."""

import asyncio
import dataclasses
from pathlib import Path

import pytest

from engine.dice import commitment
from engine.refusals import GameReason
from records.races import Place
from records.refusals import Reason, Refused
from records.values import EntryId, Faction, RaceId
from steward import NewRace
from steward.telling.shown import visible
from tests.steward.circus import ANN, BLUE, BOB, EVE, RED, SECONDS, Circus
from tests.steward.test_cups import next_race
from tests.steward.test_cups import opened as cup_of_two
from tests.toy_ruleset import TOY, Options


async def refused(attempt: object) -> Refused:
    with pytest.raises(Refused) as caught:
        await attempt  # type: ignore[misc]
    return caught.value


async def test_a_race_that_is_opened_publishes_the_commitment_of_its_dice(circus: Circus) -> None:
    race = await circus.lobby()

    record = (await circus.steward.race(race)).record

    assert (record.state, record.host, record.title, record.thread) == ("lobby", ANN, "Ludi", 3)
    assert record.commitment == commitment(bytes.fromhex(record.secret))
    assert (await circus.steward.log.verify(race)).secret is None


async def test_who_enters_gets_the_colour_he_asks_for_or_the_next(circus: Circus) -> None:
    race = await circus.lobby()

    blue = await circus.steward.lobbies.join(race, ANN, "Ann", colour="blue", name="Celer")
    red = await circus.steward.lobbies.join(race, BOB, "Bob")

    assert blue is not None
    assert (blue.entry, blue.colour, blue.name) == (BLUE, "blue", "Celer")
    assert red is not None
    assert (red.entry, red.colour) == (RED, "red")
    lobby = await circus.steward.race(race)
    assert lobby.player_of(BLUE) == ANN
    assert lobby.entries_of(BOB) == (RED,)


async def test_what_stands_in_the_way_of_entering_is_told(circus: Circus) -> None:
    join, race = circus.steward.lobbies.join, await circus.lobby()
    await join(race, ANN, "Ann", colour="red")

    assert (await refused(join(race, ANN, "Ann"))).reason is Reason.ALREADY_ENTERED
    assert (await refused(join(race, BOB, "Bob", colour="pink"))).reason is Reason.NO_SUCH_COLOUR
    taken = await refused(join(race, BOB, "Bob", colour="red"))
    assert (taken.reason, taken.values["free"]) == (GameReason.COLOUR_TAKEN, ["blue", "green", "white"])
    assert (await refused(join(RaceId(9), BOB, "Bob"))).reason is Reason.NO_SUCH_RACE
    for number in range(3):
        await join(race, type(ANN)(50 + number), f"P{number}")
    full = await refused(join(race, BOB, "Bob"))
    assert (full.reason, full.values["at_most"]) == (GameReason.RACE_IS_FULL, 4)


async def test_of_two_who_enter_at_once_for_one_colour_one_is_refused(circus: Circus) -> None:
    race = await circus.lobby()

    attempts = (circus.steward.lobbies.join(race, player, "X", colour="red") for player in (ANN, BOB))
    results = await asyncio.gather(*attempts, return_exceptions=True)

    failed = [each for each in results if isinstance(each, Refused)]
    assert [each.reason for each in failed] == [GameReason.COLOUR_TAKEN]
    assert len((await circus.steward.race(race)).entries) == 1


async def test_many_who_enter_at_once_find_a_place_each_or_hear_that_it_is_full(circus: Circus) -> None:
    race = await circus.lobby()

    async def enter(number: int) -> None:
        await circus.steward.lobbies.join(race, type(ANN)(number), f"P{number}")

    results = await asyncio.gather(*(enter(number) for number in range(1, 7)), return_exceptions=True)

    lobby = await circus.steward.race(race)
    assert sorted(each.faction or 0 for each in lobby.entries) == [1, 2, 3, 4]
    assert [each.reason for each in results if isinstance(each, Refused)] == [GameReason.RACE_IS_FULL] * 2


async def test_who_leaves_frees_his_place(circus: Circus) -> None:
    race = await circus.lobby()
    await circus.steward.lobbies.join(race, ANN, "Ann", colour="red")

    await circus.steward.lobbies.leave(race, ANN)

    assert (await refused(circus.steward.lobbies.leave(race, ANN))).reason is Reason.NOT_ENTERED
    entry = await circus.steward.lobbies.join(race, BOB, "Bob", colour="red")
    assert entry is not None


async def test_only_the_host_fills_starts_and_cancels(circus: Circus) -> None:
    steward, race = circus.steward, await circus.lobby()

    for attempt in (
        steward.lobbies.fill(race, BOB),
        steward.lobbies.start(race, BOB),
        steward.lobbies.cancel(race, BOB),
    ):
        assert (await refused(attempt)).reason is Reason.NOT_THE_HOST


async def test_house_drivers_take_the_empty_places_by_turns(circus: Circus) -> None:
    race = await circus.lobby()
    await circus.steward.lobbies.join(race, ANN, "Ann", colour="blue")

    assert await circus.steward.lobbies.fill(race, ANN, at_most=2) == 2
    assert await circus.steward.lobbies.fill(race, ANN, "steady") == 1

    lobby = await circus.steward.race(race)
    assert [each.driver for each in lobby.factions] == [None, "steady", "pushy", "steady"]
    assert sorted(each.colour for each in lobby.entries) == ["blue", "green", "red", "white"]
    assert (await refused(circus.steward.lobbies.fill(race, ANN))).reason is GameReason.RACE_IS_FULL


async def test_no_house_driver_bears_a_name_that_looks_like_a_persons(circus: Circus) -> None:
    race = await circus.lobby()
    await circus.steward.lobbies.join(race, ANN, "Fuscus", name="Di\N{CYRILLIC SMALL LETTER O}cles")

    await circus.steward.lobbies.fill(race, ANN)

    names = [each.name for each in (await circus.steward.race(race)).factions]
    assert names == ["Fuscus", "Crescens", "Musclosus", "Epaphroditus"]


async def test_in_a_full_field_a_house_driver_gives_way_to_a_person(circus: Circus) -> None:
    lobbies, race = circus.steward.lobbies, await circus.lobby()
    await lobbies.fill(race, ANN, at_most=3)
    await lobbies.join(race, ANN, "Ann")

    entry = await lobbies.join(race, BOB, "Bob")

    lobby = await circus.steward.race(race)
    assert [each.player for each in lobby.factions] == [None, None, ANN, BOB]
    assert [each.faction for each in lobby.factions] == [1, 2, 3, 4]
    assert entry is not None
    assert lobby.entries_of(BOB) == (entry.entry,)
    assert len({each.colour for each in lobby.entries}) == 4
    assert sorted(each.faction or 0 for each in lobby.entries) == [1, 2, 3, 4]


async def test_a_temperament_that_is_none_is_refused(circus: Circus) -> None:
    race = await circus.lobby()

    assert (await refused(circus.steward.lobbies.fill(race, ANN, "sleepy"))).reason is GameReason.NO_SUCH_OPTION
    assert (await circus.steward.race(race)).factions == ()


async def test_a_race_needs_its_least_entries_to_start(circus: Circus) -> None:
    race = await circus.lobby()
    await circus.steward.lobbies.join(race, ANN, "Ann")

    few = await refused(circus.steward.lobbies.start(race, ANN))
    assert (few.reason, few.values) == (Reason.TOO_FEW_ENTRIES, {"need": 2, "have": 1})
    assert (await circus.steward.race(race)).record.state == "lobby"

    await circus.steward.lobbies.join(race, BOB, "Bob")
    await circus.steward.lobbies.start(race, ANN)
    assert (await circus.steward.race(race)).record.state == "running"


async def test_a_race_starts_once(circus: Circus) -> None:
    race = await circus.lobby()
    await circus.steward.lobbies.join(race, ANN, "Ann")
    await circus.steward.lobbies.join(race, BOB, "Bob")

    attempts = (circus.steward.lobbies.start(race, ANN), circus.steward.lobbies.start(race, ANN))
    results = await asyncio.gather(*attempts, return_exceptions=True)

    assert [each.reason for each in results if isinstance(each, Refused)] == [Reason.NOT_IN_LOBBY]
    assert len([fact for _, fact in await circus.told(race) if "TurnBegan" in fact]) == 1


async def test_who_enters_while_a_race_starts_is_in_it_or_out_of_it(circus: Circus) -> None:
    # The words of all factions are in the dice: one who slipped in unseen would change every roll.
    race = await circus.lobby()
    await circus.steward.lobbies.join(race, ANN, "Ann")
    await circus.steward.lobbies.join(race, BOB, "Bob")

    attempts = (circus.steward.lobbies.start(race, ANN), circus.steward.lobbies.join(race, EVE, "Eve", word="x"))
    await asyncio.gather(*attempts, return_exceptions=True)

    lobby = await circus.steward.race(race)
    after = await (await circus.again()).steward.log.status(race)
    assert {each.entry for each in after.view.runners} == {each.entry for each in lobby.entries}


async def test_a_race_whose_start_was_cut_off_begins_with_the_next_program(circus: Circus) -> None:
    # Given a program that ended between closing the lobby and playing to the first question
    race = await circus.lobby()
    await circus.steward.lobbies.join(race, ANN, "Ann")
    await circus.steward.lobbies.join(race, BOB, "Bob")
    await circus.store.races.set(race, state="running")

    after = await circus.again()
    await after.steward.resume()
    await after.deliver()

    assert [each.entry for each in await after.steward.open_asks(ANN)] == [RED]
    assert len(await after.told(race)) == 1


async def test_nobody_enters_a_race_that_has_started(circus: Circus) -> None:
    race = await circus.race()

    assert (await refused(circus.steward.lobbies.join(race, EVE, "Eve"))).reason is Reason.NOT_IN_LOBBY
    assert (await refused(circus.steward.lobbies.leave(race, ANN))).reason is Reason.STAYS_IN_RACE
    assert (await refused(circus.steward.lobbies.start(race, ANN))).reason is Reason.NOT_IN_LOBBY


async def test_shared_out_chariots_fall_to_the_factions_by_the_dice(circus: Circus) -> None:
    race = await circus.lobby(options=Options(dealt=True))
    assert await circus.steward.lobbies.join(race, ANN, "Ann") is None
    assert await circus.steward.lobbies.join(race, BOB, "Bob") is None

    await circus.steward.lobbies.start(race, ANN)

    lobby = await circus.steward.race(race)
    assert [each.entry for each in lobby.entries] == [1, 2, 3, 4]
    assert sorted(each.faction or 0 for each in lobby.entries) == [1, 1, 2, 2]
    assert len(lobby.entries_of(ANN)) == 2
    assert len(await circus.steward.open_asks(ANN)) == 2
    await circus.deliver()
    assert circus.messenger.kinds(ANN) == ["summons", "summons"]  # one for each duty


async def test_factions_are_numbered_without_a_gap_when_the_race_starts(circus: Circus) -> None:
    # Given three who entered a race that shares out its chariots, of whom the first left again
    race = await circus.lobby(options=Options(dealt=True))
    for player in (EVE, ANN, BOB):
        await circus.steward.lobbies.join(race, player, "X")
    await circus.steward.lobbies.leave(race, EVE)

    # When it starts
    await circus.steward.lobbies.start(race, ANN)

    # Then every chariot has a driver
    lobby = await circus.steward.race(race)
    assert all(lobby.player_of(each.entry) in (ANN, BOB) for each in lobby.entries)


async def test_a_cancelled_race_asks_nobody_any_more(circus: Circus) -> None:
    race = await circus.race()

    await circus.steward.lobbies.cancel(race, ANN)

    assert await circus.steward.open_asks(ANN) == []
    assert (await refused(circus.asked(race, RED))).reason is Reason.RACE_IS_OVER
    assert (await refused(circus.steward.lobbies.cancel(race, ANN))).reason is Reason.RACE_IS_OVER
    assert (await circus.steward.log.verify(race)).secret is not None


async def test_races_are_listed_where_they_are_and_by_who_is_in_them(circus: Circus) -> None:
    first = await circus.lobby(title="One")
    second = await circus.race()
    elsewhere = await circus.steward.lobbies.open_race(NewRace(9, 2, BOB, "toy", Options(), SECONDS, "Two"))

    assert [each.record.id for each in await circus.steward.races_at(Place((1,)))] == [first, second]
    assert await circus.steward.races_at(Place((1,))) == [await circus.steward.race(each) for each in (first, second)]
    assert [each.record.id for each in await circus.steward.races_of(BOB)] == [second, elsewhere]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Celer \n Magnus\t", "Celer Magnus"),
        ("**bold** <@1> @everyone", "**bold** <@1> @everyone"),  # made harmless where it is posted
        ("Ce\u200bler\u202e", "Celer"),
        ("e\u0301quus", "\u00e9quus"),
        ("🐎" * 32, "🐎" * 32),
        ("x" * 32, "x" * 32),
    ],
)
def test_names_are_kept_as_they_can_be_seen(typed: str, shown: str) -> None:
    assert visible(typed, 32) == shown


@pytest.mark.parametrize("typed", ["", " \n", "\u200b\u202e\x00", "x" * 33, "y" * 5000])
def test_names_that_show_nothing_or_too_much_are_refused(typed: str) -> None:
    with pytest.raises(Refused) as caught:
        visible(typed, 32)

    assert caught.value.reason is Reason.BAD_NAME
    assert caught.value.values["at_most"] == 32


async def test_a_name_that_is_refused_enters_nobody(circus: Circus) -> None:
    race = await circus.lobby()

    long = await refused(circus.steward.lobbies.join(race, ANN, "Ann", name="z" * 5000))

    assert long.reason is Reason.BAD_NAME
    assert (await circus.steward.race(race)).factions == ()


@pytest.mark.parametrize(
    "name", ["Вlue", "BIue", "Вlυе", "ＢＬＵＥ", "Ｂ1ue"], ids=["Cyrillic", "a capital I", "mixed", "wide", "a digit"]
)
async def test_a_name_that_looks_like_another_chariots_colour_is_refused(circus: Circus, name: str) -> None:
    race = await circus.lobby()

    refusal = await refused(circus.steward.lobbies.join(race, ANN, "Ann", colour="red", name=name))

    assert refusal.reason is Reason.NAME_OF_ANOTHER


async def test_a_name_that_looks_like_another_chariots_name_is_refused(circus: Circus) -> None:
    race = await circus.lobby()
    await circus.steward.lobbies.join(race, ANN, "Ann", colour="red", name="Νіке")

    refusal = await refused(circus.steward.lobbies.join(race, BOB, "Bob", colour="blue", name="Nike"))

    assert refusal.reason is Reason.NAME_TAKEN


@pytest.mark.parametrize("name", ["Волк", "Ἀλέξανδρος", "ばしゃ", "العربة", "José", "🐎"])
async def test_names_in_any_script_are_allowed(circus: Circus, name: str) -> None:
    race = await circus.lobby()
    await circus.steward.lobbies.join(race, ANN, "Ann", colour="red", name="Jose")

    entry = await circus.steward.lobbies.join(race, BOB, "Bob", colour="blue", name=name)

    assert entry is not None
    assert entry.name == name


async def test_a_word_of_any_length_and_kind_goes_into_the_dice(circus: Circus) -> None:
    race = await circus.lobby()
    await circus.steward.lobbies.join(race, ANN, "Ann\u0000" * 2000, word="\ud83d broken 🐎" * 900)
    await circus.steward.lobbies.join(race, BOB, "", word="")
    await circus.steward.lobbies.start(race, ANN)
    await circus.to_the_end(race)

    found = await circus.steward.log.verify(race)

    assert found.first_wrong is None
    assert all(len(faction.name) <= 32 for faction in (await circus.steward.race(race)).factions)
    assert Faction(1) == (await circus.steward.race(race)).entries[0].faction
    assert EntryId(1) == (await circus.steward.race(race)).entries[0].entry


async def test_players_of_a_small_race_get_the_chariots_that_they_did_not_choose(tmp_path: Path) -> None:
    rules = dataclasses.replace(TOY, chariots_each=lambda players: 2 if players == 2 else 1)
    circus = await Circus(tmp_path / "pairs.sqlite3", {"toy": rules}).open()
    race = await circus.lobby()
    await circus.steward.lobbies.join(race, ANN, "Ann", colour="white")
    await circus.steward.lobbies.join(race, EVE, "Eve")
    await circus.steward.lobbies.leave(race, ANN)
    await circus.steward.lobbies.join(race, BOB, "Bob", colour="blue")

    await circus.steward.lobbies.start(race, ANN)

    lobby = await circus.steward.race(race)
    assert (lobby.entries_of(EVE), lobby.entries_of(BOB)) == ((RED, EntryId(3)), (BLUE, EntryId(4)))
    assert [each.entry for each in (await circus.steward.log.status(race)).view.runners] == [1, 2, 3, 4]
    await circus.close()


async def test_chariots_of_a_team_come_with_the_ones_that_players_chose(tmp_path: Path) -> None:
    beside = {TOY.colours[0]: TOY.colours[2], TOY.colours[1]: TOY.colours[3]}
    rules = dataclasses.replace(
        TOY, places=lambda _: 2, companions=lambda _, colour: (beside[colour],) if colour in beside else ()
    )
    circus = await Circus(tmp_path / "teams.sqlite3", {"toy": rules}).open()
    race = await circus.lobby()
    await circus.steward.lobbies.join(race, BOB, "Bob", colour=TOY.colours[1])
    await circus.steward.lobbies.join(race, ANN, "Ann")
    with pytest.raises(Refused) as refused:
        await circus.steward.lobbies.join(race, EVE, "Eve")

    await circus.steward.lobbies.start(race, ANN)

    lobby = await circus.steward.race(race)
    assert refused.value.reason is GameReason.RACE_IS_FULL
    assert (lobby.entries_of(ANN), lobby.entries_of(BOB)) == ((EntryId(1), EntryId(3)), (EntryId(2), EntryId(4)))
    await circus.close()


async def test_chariots_of_a_team_are_in_the_next_race_of_a_cup_once(tmp_path: Path) -> None:
    beside = {TOY.colours[0]: TOY.colours[2], TOY.colours[1]: TOY.colours[3]}
    rules = dataclasses.replace(TOY, places=lambda _: 2, companions=lambda _, chosen: (beside[chosen],))
    circus = await Circus(tmp_path / "teams.sqlite3", {"toy": rules}).open()
    cup = await cup_of_two(circus)
    await circus.steward.lobbies.start(cup.races[0].record.id, ANN)
    await circus.to_the_end(cup.races[0].record.id)

    following = await circus.steward.race(await next_race(circus, cup))

    assert [each.faction for each in following.entries] == [1, 2, 1, 2]
    await circus.close()


async def test_a_race_that_somebody_joined_meanwhile_starts_with_the_chariots_of_all(circus: Circus) -> None:
    race = await circus.lobby()
    await asyncio.gather(*(circus.steward.lobbies.join(race, player, "Somebody") for player in (ANN, BOB)))

    started, joined = await asyncio.gather(
        circus.steward.lobbies.start(race, ANN), circus.steward.lobbies.join(race, EVE, "Eve"), return_exceptions=True
    )

    lobby = await circus.steward.race(race)
    assert (started, lobby.record.state) == (None, "running")
    assert len(lobby.entries) == len(lobby.factions) == (2 if isinstance(joined, Refused) else 3)
