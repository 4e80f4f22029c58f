"""How attacks are met is set beside the speed, so that at a pace of single steps few are asked about them (S-46)."""

from typing import Any

import discord
import msgspec
import pytest

from cogs.kit.question_id import QuestionId
from cogs.panels.question import ChoiceButton, UnaskedMenu, ask_message
from engine.circus_maximus.words.asks import Avoid, ChooseWayOut, Forward, Meet, MeetAttack, Preparation
from engine.circus_maximus.words.facts import Attacked, BrakedBack, Evaded, Held
from engine.facts import Fact, OrderFollowed
from engine.questions import Ask
from records.values import PlayerId, RaceId
from steward import OpenAsk
from steward.running import answering
from tests.cogs.arena import ANN, BLUE, BOB, GAME, RED, Arena, outcome
from tests.cogs.fakes import FakeInteraction, Said
from words.circus_maximus import WORDS

EVEN = Preparation(1, 1, 1, 1)
MET = (Held, Evaded, BrakedBack)


async def to_speeds(arena: Arena, *, pace: str = "live", **options: Any) -> RaceId:
    """Start a race of Ann, Bob and six who like to attack, and come to its first speeds."""
    race = await arena.lobby(**options)
    await arena.steward.lobbies.join(race, ANN, "Ann", colour="red", word="rota")
    await arena.steward.lobbies.join(race, BOB, "Bob", colour="blue")
    await arena.steward.lobbies.fill(race, ANN, "brute", 6)
    await arena.steward.lobbies.start(race, ANN)
    await arena.deliver()
    await arena.circus.store.races.set(race, pace=pace)
    arena.steward.races.forget(race)
    await arena.give(ANN, EVEN)
    await arena.give(BOB, EVEN)
    return race


async def chosen(arena: Arena, player: PlayerId, value: str) -> FakeInteraction:
    """Choose how a player meets attacks, in the menu of the question that they are asked."""
    asked = QuestionId.by(await arena.asked(player))
    data = {"custom_id": f"unasked:{asked}", "values": [value]}
    interaction: Any = arena.act(player, kind=discord.InteractionType.component, data=data)
    return await outcome(interaction, UnaskedMenu(asked).callback(interaction))


async def answered(arena: Arena, asked: OpenAsk, player: PlayerId, code: str) -> FakeInteraction:
    """Press a button of a question, of which only the custom id is known, as after a restart."""
    custom_id = f"answer:{QuestionId.by(asked)}:{code}"
    interaction: Any = arena.act(player, kind=discord.InteractionType.component, data={"custom_id": custom_id})
    match = ChoiceButton.__discord_ui_compiled_template__.fullmatch(custom_id)
    assert match
    button = await ChoiceButton.from_custom_id(interaction, discord.ui.Button(label="Old"), match)
    return await outcome(interaction, button.callback(interaction))


async def told(arena: Arena, race: RaceId) -> list[Fact]:
    return [msgspec.json.decode(each.fact, type=GAME.facts) for each in await arena.circus.store.stories.facts(race)]


def is_attacked(opened: OpenAsk) -> bool:
    return isinstance(opened.ask.question, MeetAttack)


async def played(arena: Arena, race: RaceId) -> list[str]:
    """Play a race to its end by defaults, and return the kinds of questions about attacks that were put."""
    seen: list[str] = []

    def look(opened: OpenAsk) -> bool:
        if isinstance(opened.ask.question, MeetAttack | ChooseWayOut):
            seen.append(type(opened.ask.question).__name__)
        return False

    with pytest.raises(IndexError):  # nothing is asked any more
        await arena.give_defaults(look)
    assert (await arena.steward.race(race)).record.state == "finished"
    return seen


@pytest.mark.slow
async def test_who_sets_nothing_is_not_asked_about_attacks_and_gets_away_as_orders_would(arena: Arena) -> None:
    race = await to_speeds(arena)

    assert await played(arena, race) == []

    facts = await told(arena, race)
    attacks = [place for place, fact in enumerate(facts) if isinstance(fact, Attacked) and fact.defender == RED]
    assert attacks, "nobody attacked Ann: the race proves nothing"
    clauses = {fact.clause for fact in facts if isinstance(fact, OrderFollowed) and fact.entry == RED}
    assert clauses & {"defend-either", "defend-hold-harmless", "defend-brake", "defend-evade"}


async def test_what_happens_if_attacked_is_read_before_the_answer_is_pressed(arena: Arena) -> None:
    await to_speeds(arena)

    layout, files = await ask_message(arena.steward, await arena.asked(ANN))

    kinds = [each.partition(":")[0] for each in Said(view=layout, files=files).words()]
    assert kinds.index("unasked") < kinds.index("answer")


@pytest.mark.slow
async def test_who_wants_to_be_asked_is_asked_and_one_press_answers_all_of_an_attack(arena: Arena) -> None:
    race = await to_speeds(arena)
    shown = await chosen(arena, ANN, "ask")
    assert "If attacked: ask me" in shown.last.words()

    met: Fact = Held(RED, by_choice=False)
    while met == Held(RED, by_choice=False):  # until a roll is won
        opened = await arena.give_defaults(is_attacked)
        assert opened.race.player_of(opened.entry) == ANN
        assert isinstance(opened.ask.question, MeetAttack)
        way = opened.ask.question.ways[-1]
        await answered(arena, opened, ANN, f"m1w{way}")
        met = [each for each in await told(arena, race) if isinstance(each, MET) and each.entry == RED][-1]

    assert type(met) is {"evade": Evaded, "brake": BrakedBack}[way]
    asked = await arena.steward.open_asks(ANN)
    assert not any(isinstance(each.ask.question, ChooseWayOut) for each in asked)


@pytest.mark.slow
async def test_a_way_that_was_set_is_kept_over_turns_and_a_restart(arena: Arena) -> None:
    race = await to_speeds(arena)
    await chosen(arena, ANN, "hold")
    arena.steward.races.forget(race)

    assert await played(arena, race) == []

    followed = [fact for fact in await told(arena, race) if isinstance(fact, OrderFollowed) and fact.entry == RED]
    assert followed
    assert {fact.clause for fact in followed} == {"defend-hold"}


async def test_silence_after_it_was_set_is_still_the_rules_default(arena: Arena) -> None:
    race = await to_speeds(arena)
    await chosen(arena, ANN, "hold")
    arena.circus.clock.pass_by(13 * 3600)

    await arena.steward.timekeeper.tick()

    followed = [fact for fact in await told(arena, race) if isinstance(fact, OrderFollowed) and fact.entry == RED]
    assert "speed" not in {fact.clause for fact in followed}
    assert (await arena.steward.race(race)).faction_of(RED).missed == 1  # type: ignore[union-attr]


async def test_who_was_silent_and_set_nothing_is_asked_and_holds_by_default(arena: Arena) -> None:
    race = await to_speeds(arena)
    faction = (await arena.steward.race(race)).faction_of(RED)
    assert faction is not None
    attack = Ask(RED, MeetAttack(BLUE, "car", "ram", ("brake",)), Meet(False))

    async with arena.steward.races.editing(race) as live:
        assert answering.unasked(live, RED, attack) is not None
        live.seat(msgspec.structs.replace(faction, missed=1))
        assert answering.unasked(live, RED, attack) is None
        assert not answering.needs_nobody(live, RED, attack)


async def test_the_menu_stands_beside_the_speed_at_no_other_pace_and_no_other_question(arena: Arena) -> None:
    await to_speeds(arena, pace="daily")

    refused = await chosen(arena, ANN, "ask")

    assert "If attacked: ask me" not in refused.last.words()
    assert await arena.steward.orders_of(RaceId(1), RED, ANN) is None


async def test_nobody_else_learns_what_was_set(arena: Arena) -> None:
    """Two worlds that differ in what Ann has set alone look alike to Bob, and to all."""
    race = await to_speeds(arena)

    async def seen() -> Any:
        status = await arena.steward.log.status(race, BOB)
        return (
            status.view,
            (status.race.factions, status.race.entries),
            [each.fact for each in await arena.circus.store.stories.facts(race)],
            (await arena.asked(BOB)),
        )

    before = await seen()
    await chosen(arena, ANN, "ask")
    assert (await seen())[:3] == before[:3]
    await chosen(arena, ANN, "hold")
    after = await seen()

    assert after[:3] == before[:3]
    assert after[3].orders is None


def test_a_lost_roll_is_told_for_what_it_is_and_not_as_a_plan_that_stopped() -> None:
    held, rammed = Held(RED, by_choice=False), Held(BLUE, by_choice=False)

    assert WORDS.in_vain([Meet(True), Avoid("brake")], [held], RED) == "You lost the roll, so you hold."
    assert WORDS.in_vain([Meet(True), Avoid("brake")], [rammed], RED) == ""
    assert WORDS.in_vain([Forward(3), Forward(1)], [held], RED) == ""
