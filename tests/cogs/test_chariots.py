"""Chariots are meant by number, colour or name, and called by colour and name wherever they are chosen or refused."""

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.choices.which_chariot import chariot_choices, find_chariot
from cogs.commands.bet import BetCommands
from cogs.commands.order import ask_choices
from cogs.commands.race import RaceCommands
from cogs.commands.steward import StewardCommands, field_choices
from cogs.kit.messages import TellPlayer
from cogs.panels.bets.finding import betting_chariot_choices
from cogs.panels.question import take
from engine.circus_maximus.words.asks import WriteSpeed
from engine.circus_maximus.words.reasons import CircusReason
from records.races import EntryRecord
from records.refusals import Refused
from records.values import EntryId, Faction
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from words.shared.names import plain_name


def chariot(number: int, colour: str, name: str = "") -> EntryRecord:
    return EntryRecord(entry=EntryId(number), colour=colour, name=name or colour.title(), faction=Faction(number))


FIELD = [
    chariot(1, "red", "Celer"),
    chariot(2, "blue", "3"),
    chariot(3, "green", "Red"),
    chariot(12, "black"),
    chariot(13, "white", "Felix"),
    chariot(14, "pink", "felix"),
]


def test_a_chariot_is_called_by_its_colour_its_name_and_its_number() -> None:
    assert [plain_name(each) for each in FIELD[:4]] == ["Red, Celer (1)", "Blue, 3 (2)", "Green, Red (3)", "Black (12)"]


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("1", 1), ("#12", 12), (" 12 ", 12), ("3", 3), ("blue", 2), ("BLUE", 2), ("red", 1), ("celer", 1),
        ("Red, Celer (1)", 1), ("Black (12)", 12), ("white", 13), ("3 red", 3),
    ],
)  # fmt: skip
def test_it_is_meant_by_number_then_colour_then_name(typed: str, number: int) -> None:
    assert find_chariot(FIELD, typed).entry == number


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("9", "No chariot “9” is in this race. Choose one of: Red, Celer"),
        ("*", r"No chariot “\*” is in this race."),
        ("9" * 5_000, "…” is in this race."),
        ("-1", "Choose one of"),
        ("", "Choose one of"),
        ("felix", "2 chariots are called “felix”. Choose one of"),
    ],
)
def test_what_is_no_chariot_is_refused_with_those_there_are(typed: str, told: str) -> None:
    with pytest.raises(TellPlayer) as refused:
        find_chariot(FIELD, typed)

    assert told in str(refused.value)
    assert len(str(refused.value)) < 400


async def offers(arena: Arena, offer: Any, typed: str, **filled: Any) -> list[tuple[str, str]]:
    interaction: Any = arena.act(EVE, **({"channel": filled.pop("channel")} if "channel" in filled else {}))
    interaction.namespace = SimpleNamespace(**filled)
    return [(choice.name, choice.value) for choice in await offer(interaction, typed)]


@pytest.mark.parametrize("offer", [chariot_choices, betting_chariot_choices])
async def test_chariots_are_offered_by_what_is_typed_of_them(arena: Arena, offer: Any) -> None:
    race = await arena.lobby()
    await arena.steward.lobbies.join(race, ANN, "Ann", colour="red", name="Celer")
    await arena.steward.lobbies.join(race, BOB, "Bob", colour="blue")
    red, blue = ("Red, Celer (1)", "1"), ("Blue (2)", "2")

    assert await offers(arena, offer, "") == [red, blue]
    assert await offers(arena, offer, "2") == [blue]
    assert await offers(arena, offer, "cel") == [red]
    assert await offers(arena, offer, "BL", race=str(race)) == [blue]
    assert await offers(arena, offer, "nobody") == []


@pytest.mark.parametrize("offer", [chariot_choices, betting_chariot_choices, field_choices])
async def test_where_it_is_not_clear_which_race_is_meant_none_is_offered(arena: Arena, offer: Any) -> None:
    await arena.lobby(title="One")
    await arena.lobby(title="Other", thread=77)

    assert await offers(arena, offer, "", channel=99, chariot="1") == []
    assert await offers(arena, offer, "", channel=99, race="third", chariot="1") == []


async def test_what_can_be_corrected_is_offered_of_the_chariot_that_is_typed(arena: Arena) -> None:
    await arena.open_race()
    await arena.give_defaults(lambda each: isinstance(each.ask.question, WriteSpeed))

    assert await offers(arena, field_choices, "", chariot="blue") != []
    assert await offers(arena, field_choices, "", chariot="pink") == []
    assert await offers(arena, field_choices, "") == []


async def ran(arena: Arena, group: Any, command: str, *args: Any, **options: Any) -> Any:
    interaction: Any = arena.act(ANN)
    callback = group.get_command(command).callback
    return await outcome(interaction, callback(group, interaction, *args, **options))


@pytest.mark.parametrize("typed", ["2", "blue", "Blue (2)"])
async def test_a_log_card_is_shown_by_number_colour_or_name(arena: Arena, typed: str) -> None:
    await arena.open_race()

    shown = await ran(arena, RaceCommands(), "log", chariot=typed)

    assert len(shown.last.pictures()) == 1
    assert "Blue" in shown.told


async def test_the_host_names_a_chariot_by_its_colour(arena: Arena) -> None:
    await arena.open_race()

    replaced = await ran(arena, StewardCommands(), "replace", "blue")
    nobody = await ran(arena, StewardCommands(), "replace", "pink")

    assert replaced.response.modal.custom_id == "act:replace:1:2:0"
    assert "No chariot “pink” is in this race. Choose one of: Red" in nobody.last.text


async def test_a_question_is_found_by_its_chariot(arena: Arena) -> None:
    await arena.open_race()
    interaction: Any = arena.act(BOB)

    assert [choice.name for choice in await ask_choices(interaction, "")] == ["#1 Ludi · Blue (2)"]
    assert [choice.value for choice in await ask_choices(interaction, "blue")] == ["1:2"]


async def test_a_refusal_calls_chariots_as_the_race_does(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    await arena.open_race()
    opened = await arena.give_defaults(lambda each: isinstance(each.ask.question, WriteSpeed))

    def refuse(*_: Any, **__: Any) -> Any:
        raise Refused(CircusReason.SQUARE_TAKEN, "6.23", by=EntryId(2), part="team", square="A31.4")

    monkeypatch.setattr(arena.steward.races, "drive", refuse)
    interaction: Any = arena.act(ANN)
    await interaction.response.defer()
    await outcome(interaction, take(interaction, opened, "1"))

    assert "A31.4 is taken by the team of 🔵 **2 Blue**" in interaction.last.text


async def test_a_refused_bet_calls_chariots_as_the_race_does(arena: Arena) -> None:
    race = await arena.lobby()
    await arena.steward.lobbies.join(race, ANN, "Ann", colour="red", name="Celer")
    await arena.steward.lobbies.join(race, BOB, "Bob", colour="blue")
    await arena.deliver()

    refused = await ran(arena, BetCommands(), "place", market="Win", on="blue", amount="500")
    nobody = await ran(arena, BetCommands(), "place", market="Win", on="pink", amount="500")

    assert "Choose yours: 🔴 **1 Celer**" in refused.told
    assert "No chariot “pink” is in this race. Choose one of: Red, Celer" in nobody.told
