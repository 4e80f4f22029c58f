"""Why it went so: every roll with its rule, dice, modifiers, row and meaning; by a button that lasts."""

import random
import re
from typing import Any

import msgspec
import pytest

from cogs.panels.race import show_log
from cogs.panels.why import MOST_FACTS, NOTHING_ROLLED, WhyButton, is_to_explain
from engine.circus_maximus.words.asks import Preparation
from engine.circus_maximus.words.facts import (
    CornerStrained,
    CornerTaken,
    Drawn,
    DriverFreed,
    DriverLashed,
    FreeingFailed,
    Moved,
    TurnBegan,
    WheelHeld,
    WheelLost,
)
from engine.circus_maximus.words.options import Options
from engine.dice import RaceDice
from engine.facts import Fact, Modifier, Rolled
from engine.game import Entrant
from engine.session import Session, first_checkpoint
from records.notices import Notice
from records.values import EntryId, Faction, Lane, RaceId, Square
from steward import Story
from tests.cogs.arena import ANN, BOB, EVE, GAME, Arena, outcome
from tests.cogs.fakes import FakeInteraction
from tests.kept import once
from words import WORDS
from words.circus_maximus.why import TITLES, row_of, why
from words.shared.names import names_of

RED, BLUE, AT = EntryId(1), EntryId(2), Square("A1.3")
NAMES = {EntryId(number): f"<{number}>" for number in range(1, 17)}
RACE = RaceId(1)


def roll(rule: str, what_for: str, dice: tuple[int, ...], *added: Modifier, entry: EntryId | None = RED) -> Rolled:
    return Rolled(entry, what_for, dice, 6, added, sum(dice) + sum(each.amount for each in added), rule)


def explained(*facts: Fact) -> str:
    """Return what is said of the last roll among *facts*."""
    return why(facts, NAMES, Options(edition="advanced"))[-1]


def test_a_roll_tells_rule_title_dice_modifiers_by_name_row_and_what_came_of_it() -> None:
    assert explained(
        CornerStrained(RED, Lane(3), 12, 4),
        roll("7.32", "corner", (4, 4, 4), Modifier("CDM", -1)),
        CornerTaken(RED, "SS"),
        Moved(RED, 3, AT),
    ) == (
        "**7.32 Corner strain** · <1>: corner\n"
        "🎲 4 + 4 + 4, current driver modifier (CDM) −1 = **11**\n"
        "📖 Chart 7.32, row 11, column 4 (4 over the safe speed of 12): SS, slides two lanes out\n"
        "→ <1> slides two lanes out (SS)."
    )


@pytest.mark.parametrize(
    ("facts", "reading"),
    [
        ([roll("9.5", "horse injury", (6, 6), Modifier("heavy car", 3))], "Chart 9.5, row 15 or more: 8 injury points"),
        ([roll("9.5", "horse injury", (1, 1), Modifier("light car", -3))], "Chart 9.5, row 5 or less: 0 injury points"),
        ([roll("9.54", "ram on a car", (3, 3, 2))], "Chart 9.54, row 7–9: both cars are damaged"),
        ([roll("9.55", "wheel damage", (4, 4))], "Chart 9.55, row 8–9: 3 points"),
        ([roll("16.5", "driver's hits", (4, 4))], "Chart 9.55, row 8–9: 3, doubled: 6 hits"),
        ([roll("12.2", "wreck", (6, 5))], "Chart 12.2, row 11: 4 lanes outward, 6 squares forward"),
        ([roll("12.2", "wreck", (1, 1))], "Chart 12.2, row 2: 1 lane inward, 3 squares forward"),
        ([roll("12.2", "wreck", (2, 2))], "the same lane, 0 squares forward"),
        ([roll("14.3", "obstacle", (6, 6, 3))], "Chart 14.3, row 15–16: gets over it and is in danger"),
        ([roll("14.3", "obstacle", (1, 1, 3))], "Chart 14.3, row 8 or less: gets over it unharmed"),
        ([roll("14.3", "obstacle", (4, 4, 3))], "Chart 14.3, row 11: gets over it, and the car is damaged"),
        ([roll("13.1", "critical hit", (1, 1))], "Chart 13.1, row 2: the driver is pulled out of the car"),
        ([roll("16.4", "critical horse hit", (6, 6))], "Table 16.4, row 12: it is killed"),
        ([roll("16.4", "critical horse hit", (2, 2))], "Table 16.4, row 4: nothing more"),
        ([roll("13.1", "tug of war", (5, 1), Modifier("hits", 4))], "two dice and the hits left, against the other's"),
        (
            [roll("13.1", "tug of war", (5, 1), Modifier("hits", 4)), roll("13.1", "tug of war", (2, 1), entry=BLUE)],
            "10 against 3: the lower is pulled out",
        ),
        ([roll("16.3", "dragging", (5,))], "is 3 hits on a dry track"),
        ([roll("17.3", "climbing out", (3,))], "3 is odd: the driver slips"),
        ([roll("17.3", "climbing out", (4,))], "4 is even: the driver is out"),
        ([roll("16.2", "dust", (5, 4), Modifier("CDM", 1))], "10 or more hits"),
        ([roll("16.2", "dust", (5, 4))], "10 or more hits: it misses"),
        ([roll("16.2", "small knife", (1, 2), Modifier("small knife", 2))], "3 or less hits: it misses"),
        (
            [roll("16.2", "dust in the eyes", (6, 6), Modifier("CDM", 2))],
            "Table 16.2 (dust), row 12: the driver sees the dust",
        ),
        ([roll("3.61", "driver hits", (6,), Modifier("DM", 2))], "Chart 3.61, row 8: 10 hits"),
        ([roll("7.41", "inside wheel", (3, 3)), WheelHeld(RED, "inside", False, 4)], "6 is greater than"),
        ([roll("7.41", "inside wheel", (2, 2)), WheelHeld(RED, "inside", True, 5)], "4 equals the wheel's damage"),
        ([roll("7.41", "inside wheel", (1, 2)), WheelLost(RED, "inside")], "3 is less than the wheel's damage"),
        ([roll("16.2", "getting free", (3, 3)), DriverFreed(RED, AT)], "6 is not more than the hits left"),
        ([roll("16.2", "getting free", (6, 3)), FreeingFailed(RED)], "9 is more than the hits left"),
        ([roll("9.32", "avoiding", (3, 4)), roll("9.32", "pressing the attack", (3, 4))], "7 against 7, enough"),
        ([roll("9.32", "avoiding", (3, 3)), roll("9.32", "pressing the attack", (3, 4))], "6 against 7, not enough"),
        ([roll("9.41", "lash on a team", (5,)), roll("9.41", "defence", (2,))], "5 against 2: the attacker is 3 ahead"),
        ([roll("9.41", "lash on a team", (2,)), roll("9.41", "defence", (2,))], "2 against 2: not beaten"),
        (
            [roll("9.42", "lash on a driver", (5, 1)), roll("9.42", "defence", (6, 6))],
            "6 − 12 = −6, the lash factor is −4",
        ),
        (
            [
                roll("9.42", "lash on a driver", (5, 1)),
                roll("9.42", "defence", (3, 3)),
                DriverLashed(BLUE, RED, 2, "W"),
            ],
            "6 − 6 = +0; with a long whip, or lashed again, the lash factor is +2",
        ),
        (
            [roll("9.42", "driver lash chart", (4, 4)), DriverLashed(BLUE, RED, 1, "W")],
            "Chart 9.42, row 8, column +1 (the lash factor): W, draws blood",
        ),
        ([roll("16.7", "weather", (2,), entry=None)], "Chart 17.20, row 2: clear, but asked again"),
        ([roll("5.2", "draw", (2,), entry=None), Drawn(BLUE, 1)], "→ <2> is drawn."),
    ],
)  # fmt: skip
def test_how_single_rolls_are_read(facts: list[Fact], reading: str) -> None:
    assert reading in explained(*facts)


def test_rows_of_a_table() -> None:
    assert [row_of(total, [6, 9, 11]) for total in (5, 6, 8, 9, 10, 11, 30)] == [
        "5 or less", "6–8", "6–8", "9–10", "9–10", "11 or more", "11 or more"
    ]  # fmt: skip
    assert row_of(6, [6, 7]) == "6"


def played(seed: int) -> list[Fact]:
    """Return what happens in an Advanced race with all options, driven at random."""
    choose = random.Random(seed)
    options = GAME.options(
        laps=1, edition="advanced", field=12, detailed_specification=True, dust=True, knife=True, spear=True,
        horse_carcasses=True, critical_horse_hits=True, weather=True, first_turn_acceleration=True,
    )  # fmt: skip
    entrants = [Entrant(EntryId(n), colour, Faction(n)) for n, colour in enumerate(GAME.colours_for(options), start=1)]
    start = first_checkpoint(GAME, GAME.new_race(options, entrants))
    session = Session(GAME, start, RaceDice(f"why {seed}".encode()), scenes=False)
    for _ in range(1_500):
        if not session.open:
            break
        entry, ask = next(iter(session.open.items()))
        legal = ask.question.legal()
        attacks = getattr(ask.question, "attacks", ())
        session.answer(entry, choose.choice(attacks or legal) if choose.random() < 0.6 else ask.default)
    return session.table.told


@pytest.mark.parametrize("seed", range(4))
def test_every_roll_of_a_race_has_a_title_and_says_how_it_is_read(seed: int) -> None:
    facts = played(seed)
    rolls = [fact for fact in facts if isinstance(fact, Rolled)]
    blocks = why(facts, NAMES, Options(edition="advanced"))

    assert len(blocks) == len(rolls) > 100
    for block, rolled in zip(blocks, rolls, strict=True):
        assert rolled.rule in TITLES
        assert block.startswith(f"**{rolled.rule} ")
        assert "📖" in block, rolled
        assert not re.search(r"None|True|False|\[|\{", block), block
        for modifier in rolled.modifiers:
            assert modifier.name in block
        assert len(block) < 700


def test_games_without_titles_explain_their_rolls_too() -> None:
    lines = WORDS["ave-caesar"].why([roll("5.3", "start card", (2, 3), Modifier("CDM", 1)), TurnBegan(1)], NAMES, None)

    assert lines == ["**5.3 Start card** · <1>: start card\n🎲 2 + 3, current driver modifier (CDM) +1 = **6**"]


# The button


async def press(arena: Arena, button: WhyButton, player: Any = ANN) -> FakeInteraction:
    interaction: Any = arena.act(player)
    return await outcome(interaction, button.callback(interaction))


@once
async def a_race(arena: Arena) -> None:
    await arena.open_race()
    await arena.give(ANN, Preparation(1, 1, 1, 1))
    await arena.give(BOB, Preparation(1, 1, 1, 1))
    await arena.deliver()


def why_buttons(arena: Arena) -> list[str]:
    return [text for text in arena.thread.words() if text.startswith("why:")]


async def test_each_phase_that_rolled_has_a_button_which_answers_in_private_whoever_presses_it(arena: Arena) -> None:
    await a_race(arena)

    (custom_id,) = why_buttons(arena)
    match: Any = WhyButton.__discord_ui_compiled_template__.fullmatch(custom_id)
    item: Any = type("Item", (), {"label": "Why?"})()
    made: Any = await WhyButton.from_custom_id(None, item, match)
    shown = await press(arena, made, EVE)

    assert "**3.2 Start lanes**" in shown.told
    assert "**3.63 Team speed**" in shown.told
    assert shown.last.is_private
    assert (made.race, made.first, made.page) == (RACE, 1, 1)


async def test_it_answers_after_a_restart_from_what_is_kept(arena: Arena) -> None:
    await a_race(arena)
    before = (await press(arena, WhyButton(RACE, 1, 200))).told

    arena.steward.races.forget(RACE)

    assert (await press(arena, WhyButton(RACE, 1, 200))).told == before


async def test_what_was_told_of_a_race_that_was_cancelled_can_still_be_asked(arena: Arena) -> None:
    await a_race(arena)
    await arena.steward.lobbies.cancel(RACE, ANN)

    assert "**3.2 Start lanes**" in (await press(arena, WhyButton(RACE, 1, 200))).told


@pytest.mark.parametrize("last", [0, 10**9 - 1])
async def test_numbers_beyond_what_happened_are_harmless(arena: Arena, last: int) -> None:
    await a_race(arena)

    assert NOTHING_ROLLED in (await press(arena, WhyButton(RACE, 10**8, last))).told


async def test_a_race_that_there_is_not_is_refused(arena: Arena) -> None:
    assert "There is no such race" in (await press(arena, WhyButton(RaceId(99), 1, 5))).told


async def test_long_explanations_are_told_in_pages(arena: Arena) -> None:
    await a_race(arena)
    await arena.give_defaults(lambda each: each.view.turn == 4)
    facts = await arena.steward.log.facts(RACE)
    assert len(facts) < MOST_FACTS

    pages = []
    number = 1
    while True:
        shown = await press(arena, WhyButton(RACE, 1, len(facts), number, label="After ▶" if number > 1 else ""))
        pages.append(shown.told)
        if "After ▶" not in shown.told:
            break
        number += 1

    assert len(pages) > 1
    assert all(("◀ Before" in page) == (at > 0) for at, page in enumerate(pages))
    rolled = [fact for fact in facts if isinstance(fact, Rolled)]
    assert sum(page.count("🎲") for page in pages) == len(rolled)
    last = await press(arena, WhyButton(RACE, 1, len(facts), 0))
    assert f"{len(pages)} of {len(pages)}" in last.told


async def test_the_log_explains_what_it_shows(arena: Arena) -> None:
    await a_race(arena)
    await arena.give_defaults(lambda each: each.view.turn == 4)
    interaction: Any = arena.act(EVE)
    await interaction.response.defer(ephemeral=True, thinking=True)
    await show_log(interaction, await arena.steward.race(RACE))

    (custom_id,) = [text for text in interaction.last.words() if text.startswith("why:")]
    _, _, first, last, page = custom_id.split(":")
    facts = await arena.steward.log.facts(RACE)
    assert (int(last), page) == (len(facts), "0")
    assert 1 < int(first) < int(last)
    assert is_to_explain(facts[int(first) - 1 :])
    # What is shown is told from these facts, and one less would be too few.
    shown = interaction.last.contents()[1].split("\n")[1:]
    tell = WORDS[GAME.id].tell
    lobby = await arena.steward.race(RACE)
    names = names_of(lobby.entries)
    assert "\n".join(tell(facts[int(first) - 1 :], names)).endswith("\n".join(shown))
    assert not "\n".join(tell(facts[int(first) :], names)).endswith("\n".join(shown))


@pytest.mark.slow
async def test_ten_phases_with_their_pictures_and_buttons_fit_into_a_message(arena: Arena) -> None:
    await a_race(arena)
    await arena.give_defaults(lambda each: each.view.turn == 4)
    before = len(arena.thread.messages)
    body = msgspec.json.encode(Story(1, 10)).decode()
    now = arena.circus.clock.now
    notice = Notice(id=900, race=RACE, kind="story", body=body, due=now, attempts=1, tried=now)

    await arena.messenger.deliver(notice)

    scenes = await arena.steward.log.scenes(RACE, 1, 10)
    posts = arena.thread.messages[before:]
    buttons = [text for post in posts for text in post.said.words() if text.startswith("why:")]
    assert len(scenes) == 10
    assert buttons == [f"why:1:{each.first}:{each.last}:1" for each in scenes if is_to_explain(each.facts)]
    assert [each.first for each in scenes[1:]] == [each.last + 1 for each in scenes[:-1]]


def test_in_the_epic_edition_the_difference_of_a_lash_alone_is_told() -> None:
    rolls = [roll("II.10.4.2", "lash on a driver", (4, 3)), roll("II.10.4.2", "defence", (5, 5), entry=BLUE)]
    said = why([*rolls, DriverLashed(BLUE, RED, -3, "G")], NAMES, Options(edition="epic"))[-1]
    assert "7 − 10 = −3: G, the whip is caught by the other driver" in said
    assert "lash factor" not in said
