"""The panel of a race's options: who may use it, what each menu does, and what cannot be."""

import asyncio
from typing import Annotated, Any, Literal, get_args

import msgspec
import pytest

from cogs.choices.which_game import options_of
from cogs.kit.limits import check_message
from cogs.kit.menus import SWITCHES, others_of, read
from cogs.panels import options
from cogs.panels.options import (
    PER_PAGE,
    PRESETS,
    SERIES,
    OptionsButton,
    OptionSelect,
    OptionsPage,
    options_panel,
    terms_with,
)
from engine.circus_maximus.host_options import PRESETS as KNOWN
from engine.circus_maximus.words.options import EditionName, Options
from engine.game import AnyRuleset
from engine.options import choose, option_fields, shares_out
from engine.rulesets import RULESETS
from engine.series import NoOptions
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.values import PlayerId, RaceId
from steward import Agreed, Terms
from tests.cogs.arena import ANN, BOB, EVE, GAME, Arena, outcome
from tests.cogs.fakes import CHANNEL, GUILD, THREAD, FakeInteraction
from tests.cogs.samples import a_lobby

RACE = RaceId(1)


async def pick(arena: Arena, name: str, *values: str, player: PlayerId = ANN) -> FakeInteraction:
    """Choose *values* in a menu of the panel."""
    select = OptionSelect(RACE, name)
    interaction: Any = arena.act(player, data={"values": list(values)})
    return await outcome(interaction, select.callback(interaction))


async def stored(arena: Arena) -> Options:
    lobby = await arena.steward.race(RACE)
    return msgspec.json.decode(lobby.record.options, type=Options)


def rows(lobby: PublicRace, terms: Terms, page: int = 0, **others: Any) -> list[Any]:
    """Return buttons and selects of a page of the panel."""
    parts: Any = options_panel(lobby, terms, page=page, **others).to_components()  # type: ignore[no-untyped-call]
    check_message(parts)
    return [part for row in parts[0]["components"] if row["type"] == 1 for part in row["components"]]


def menus(lobby: PublicRace, terms: Terms | None = None) -> dict[str, Any]:
    """Return the selects of all pages of the panel by what they choose."""
    terms = terms or Terms(options_of(lobby), NoOptions())
    found: dict[str, Any] = {}
    for page in range(99):
        parts = rows(lobby, terms, page)
        found |= {part["custom_id"].split(":")[2]: part for part in parts if part["type"] == 3}
        if not any(part.get("label") == "More options ▶" for part in parts):
            return found
    raise AssertionError("the pages do not end")


async def test_one_choice_changes_one_option(arena: Arena) -> None:
    await arena.lobby(laps=1)

    shown = await pick(arena, "edition", "advanced")
    await pick(arena, "laps", "7")

    assert await stored(arena) == Options(laps=7, edition="advanced")
    assert "Advanced Game" in shown.told
    assert shown.last.is_private


async def test_two_choices_at_once_both_count(arena: Arena) -> None:
    await arena.lobby(laps=1)

    await asyncio.gather(pick(arena, "edition", "advanced"), pick(arena, "laps", "7"), pick(arena, SWITCHES, "weather"))

    assert await stored(arena) == Options(laps=7, edition="advanced", weather=True)


async def test_switches_are_chosen_together_and_those_left_out_are_off(arena: Arena) -> None:
    await arena.lobby()

    await pick(arena, SWITCHES, "weather", "critical_horse_hits")
    assert await stored(arena) == Options(laps=1, weather=True, critical_horse_hits=True)
    await pick(arena, SWITCHES, "weather")
    assert await stored(arena) == Options(laps=1, weather=True)
    await pick(arena, SWITCHES)
    assert await stored(arena) == Options(laps=1)


@pytest.mark.parametrize("preset", KNOWN)
async def test_a_preset_sets_everything(arena: Arena, preset: str) -> None:
    await arena.lobby()
    await pick(arena, "horse_cut", "all")

    await pick(arena, PRESETS, preset)

    assert await stored(arena) == choose(Options, KNOWN[preset].wishes)


@pytest.mark.parametrize(
    ("name", "value"),
    [("edition", "golden"), ("wings", "yes"), (PRESETS, "gentle"), ("laps", "4"), ("default", "x"), ("cup-laps", "1")],
)
async def test_what_there_is_not_is_refused(arena: Arena, name: str, value: str) -> None:
    await arena.lobby()

    shown = await pick(arena, name, value)

    assert "is not on offer" in shown.told
    assert await stored(arena) == Options(laps=1)


async def test_what_makes_no_sense_together_is_refused_with_the_reason_and_the_panel_shows_what_holds(
    arena: Arena,
) -> None:
    await arena.lobby()

    shown = await pick(arena, SWITCHES, "dust")

    assert "Dust is for the Advanced Game and Table game only" in shown.told
    assert "Basic Game" in shown.told
    assert len(shown.said) == 1
    assert await stored(arena) == Options(laps=1)


async def test_only_the_host_changes_options_and_only_before_the_start(arena: Arena) -> None:
    await arena.lobby()
    await arena.steward.lobbies.join(RACE, BOB, "Bob")
    await arena.steward.lobbies.join(RACE, EVE, "Eve")

    assert "Only the host" in (await pick(arena, "edition", "advanced", player=BOB)).told
    assert await stored(arena) == Options(laps=1)

    await arena.steward.lobbies.start(RACE, ANN)
    assert "already started" in (await pick(arena, "edition", "advanced")).told
    assert await stored(arena) == Options(laps=1)


async def test_nobody_loses_his_place_by_a_change(arena: Arena) -> None:
    await arena.lobby()
    await pick(arena, "edition", "advanced")
    await pick(arena, "field", "16")
    await arena.steward.lobbies.join(RACE, BOB, "Bob", colour="navy")

    assert "would lose their places" in (await pick(arena, "field", "8")).told
    assert "would lose their places" in (await pick(arena, SWITCHES, "share_out")).told
    assert (await stored(arena)).field == 16
    await pick(arena, SWITCHES, "weather")
    assert (await stored(arena)).weather


async def test_who_has_entered_sees_a_change_at_the_end_of_the_thread(arena: Arena) -> None:
    await arena.lobby()
    await arena.deliver()
    await pick(arena, "laps", "2")
    await arena.deliver()
    assert len(arena.thread.messages) == 1

    await arena.steward.lobbies.join(RACE, BOB, "Bob")
    await arena.deliver()
    before = arena.thread.messages[-1].id
    await pick(arena, "laps", "3")
    await arena.deliver()

    assert arena.thread.messages[-1].id > before
    assert any("3 laps" in text for text in arena.thread.messages[-1].said.words())


async def test_the_button_in_the_lobby_opens_the_panel_for_the_host_alone(arena: Arena) -> None:
    await arena.lobby()
    await arena.deliver()
    assert any("options:1" in text for text in arena.thread.words())

    async def press(player: PlayerId) -> FakeInteraction:
        interaction: Any = arena.act(player)
        return await outcome(interaction, OptionsButton(RACE).callback(interaction))

    assert "### Circus Maximus: options of Ludi" in (await press(ANN)).told
    assert "Only the host" in (await press(BOB)).told
    await arena.steward.lobbies.join(RACE, BOB, "Bob")
    await arena.steward.lobbies.join(RACE, EVE, "Eve")
    await arena.steward.lobbies.start(RACE, ANN)
    assert "already started" in (await press(ANN)).told


async def test_a_race_of_a_cup_is_run_as_was_agreed(arena: Arena) -> None:
    seconds = {kind: each.seconds for kind, each in GAME.decisions.items()}
    agreed = Agreed(GUILD, CHANNEL, ANN, GAME.id, GAME.options(), GAME.series.options(), seconds, "Cup", 2)
    (first,) = (await arena.steward.cups.open(agreed)).races
    await arena.steward.lobbies.set_thread(first.record.id, THREAD)
    await arena.deliver()

    with pytest.raises(Refused) as caught:
        await arena.steward.lobbies.set_options(first.record.id, ANN, lambda _: Options(edition="advanced"))

    assert caught.value.reason is Reason.AGREED_FOR_CUP


def test_every_option_of_every_game_stands_in_its_panel() -> None:
    for rules in RULESETS.values():
        shown = menus(lobby_of(rules))
        offered = set(option_fields(rules.options)) - set(rules.idle_options(options_of(lobby_of(rules))))

        assert offered_by(shown) == offered
        assert bool(rules.presets) == (PRESETS in shown)


def offered_by(shown: dict[str, Any]) -> set[str]:
    """Return the options among what is shown."""
    switches = {line["value"] for line in shown[SWITCHES]["options"]} if SWITCHES in shown else set()
    return (set(shown) - {SWITCHES, PRESETS}) | switches


def test_an_edition_offers_the_options_that_it_knows_and_each_stands_in_one() -> None:
    lobby, editions = lobby_of(GAME), get_args(EditionName)
    shown = {each: offered_by(menus(lobby, Terms(Options(edition=each), NoOptions()))) for each in editions}

    assert {"time_limit", "no_horse_ram"} <= shown["epic"] - shown["advanced"]
    assert {"spear", "free_attempts"} <= shown["advanced"] - shown["epic"]
    assert "field" in shown["epic"] - shown["basic"]
    assert set.union(*shown.values()) == set(option_fields(Options))


def test_the_panel_of_a_cup_has_the_options_of_its_series_as_well() -> None:
    for rules in RULESETS.values():
        shown = menus(lobby_of(rules), Terms(rules.options(), rules.series.options()))

        series = {name.removeprefix(SERIES): select for name, select in shown.items() if name.startswith(SERIES)}
        switches = {line["value"] for line in series.pop(SWITCHES, {"options": []})["options"]}
        assert set(series) | switches == set(option_fields(rules.series.options))


def test_values_that_are_words_say_what_each_of_them_means() -> None:
    for rules in RULESETS.values():
        for about, select in menus(lobby_of(rules), Terms(rules.options(), rules.series.options())).items():
            lines = [line for line in select["options"] if not str(line["value"]).isdecimal()]
            said = [line.get("description") or str(line["label"]).partition(" · ")[2] for line in lines]
            assert all(said), about
            assert len(set(said)) == len(said), (about, said)


def test_no_label_of_any_menu_is_cut() -> None:
    for rules in RULESETS.values():
        for select in menus(lobby_of(rules), Terms(rules.options(), rules.series.options())).values():
            texts = [
                select["placeholder"],
                *(line[what] for line in select["options"] for what in ("label", "description") if what in line),
            ]

            assert [text for text in texts if text.endswith("…") or not 1 <= len(text) <= 100] == []


def test_a_game_of_many_options_has_them_on_pages_and_none_is_lost() -> None:
    switches = {f"switch_{number}": (A_SWITCH, False) for number in range(60)}
    numbers = {f"number_{number}": (A_NUMBER, 1) for number in range(30)}
    many = msgspec.defstruct("Many", [(name, *each) for name, each in (switches | numbers).items()], frozen=True)
    terms = Terms(many(), NoOptions())

    shown = menus(lobby_of(PLAIN), terms)
    lines = {line["value"] for name, select in shown.items() if name.startswith(SWITCHES) for line in select["options"]}

    assert lines == set(switches)
    assert set(numbers) <= set(shown)
    assert all(len(rows(lobby_of(PLAIN), terms, page)) <= PER_PAGE + 3 for page in range(4))
    last = terms_with(PLAIN, terms_with(PLAIN, terms, f"{SWITCHES}-3", ["switch_59"]), SWITCHES, ["switch_0"]).options
    assert [name for name in switches if getattr(last, name)] == ["switch_0", "switch_59"]


PLAIN = RULESETS["ave-caesar"]
"""A game in which each option counts, whatever the others are."""

A_SWITCH = Annotated[bool, msgspec.Meta(description="A switch")]
A_NUMBER = Annotated[int, msgspec.Meta(ge=1, le=25, description="A number")]


async def test_a_choice_on_a_later_page_shows_that_page_again(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "PER_PAGE", 3)
    await arena.lobby(laps=1)

    shown = await pick(arena, "horse_cut", "all")
    turned: Any = arena.act(ANN)
    await outcome(turned, OptionsPage(RACE, 1).callback(turned))
    stranger: Any = arena.act(BOB)
    await outcome(stranger, OptionsPage(RACE, 1).callback(stranger))

    assert "option:1:horse_cut" in shown.told
    assert "option:1:-presets" not in shown.told
    assert "optionpage:1:0" in turned.told
    assert "optionpage:1:2" in turned.told
    assert "Only the host" in stranger.told


@pytest.mark.parametrize("name", ["presets", "switches", "title", "pace", "races", "rivals", "share_out", "game"])
def test_no_name_of_an_option_is_taken(name: str) -> None:
    kind = msgspec.defstruct("Own", [(name, Annotated[Literal["a", "b"], msgspec.Meta(description="Own")], "a")])
    terms = Terms(kind(), kind())

    assert {name, f"{SERIES}{name}"} <= set(menus(lobby_of(PLAIN), terms))
    assert getattr(terms_with(PLAIN, terms, name, ["b"]).options, name) == "b"
    assert getattr(terms_with(PLAIN, terms, f"{SERIES}{name}", ["b"]).series, name) == "b"
    assert not shares_out(kind(**{name: "b"}))


def lobby_of(rules: Any) -> PublicRace:
    return PublicRace(msgspec.structs.replace(a_lobby(state="lobby").record, ruleset=rules.id), (), ())


def test_what_is_chosen_is_marked() -> None:
    stored = msgspec.json.encode(Options(laps=5, edition="advanced", weather=True)).decode()
    lobby = a_lobby(state="lobby")
    shown = menus(PublicRace(msgspec.structs.replace(lobby.record, options=stored), lobby.factions, lobby.entries))

    marked = {
        name: [line["value"] for line in select["options"] if line.get("default")] for name, select in shown.items()
    }
    assert marked["laps"] == ["5"]
    assert marked["edition"] == ["advanced"]
    assert marked[SWITCHES] == ["weather"]
    assert read("written_straining") == "Written straining"


async def test_a_change_that_comes_too_late_is_refused(arena: Arena) -> None:
    await arena.lobby()
    await arena.steward.lobbies.cancel(RACE, ANN)

    with pytest.raises(Refused) as caught:
        await arena.steward.lobbies.set_options(RACE, ANN, lambda options: options)
    assert caught.value.reason is Reason.NOT_IN_LOBBY


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.id)
def test_every_value_that_can_be_chosen_has_a_sentence_of_its_own(rules: AnyRuleset) -> None:
    kinds = [rules.options, *([rules.series.options] if rules.series else [])]
    for field in [field for kind in kinds for field in others_of(kind).values()]:
        assert set(field.meanings) == set(field.values), field.name
        assert len(set(field.meanings.values())) == len(field.values), field.name
