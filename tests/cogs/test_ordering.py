"""The order panel: drawn up, kept, sealed, changed, by whom it is for and by others, in time and late."""

import asyncio
import re
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import discord
import msgspec
import pytest

from cogs.kit.limits import MESSAGE_COMPONENTS, check_message
from cogs.kit.question_id import QuestionId
from cogs.panels.drafts import draft_of, is_ordered
from cogs.panels.order_sheet import order_message
from cogs.panels.question import ask_message
from cogs.panels.race import waiting_lines
from engine.circus_maximus.orders.orders import AttackWish, Orders
from engine.circus_maximus.orders.presets import PRESETS, drawn, preset
from engine.circus_maximus.seen.risks import ObstacleRisk
from engine.circus_maximus.seen.views import view_for
from engine.circus_maximus.words.asks import Speed
from engine.circus_maximus.words.state import ObstacleKind
from engine.facts import DEFAULT_CLAUSE, OrderFollowed
from records.values import PlayerId, Square
from steward import OpenAsk
from tests.circus_maximus.builders import a_chariot, a_race
from tests.cogs.arena import ANN, BLUE, BOB, EVE, RED, Arena
from tests.cogs.fakes import FakeInteraction, http_error
from tests.cogs.ordering import RACE, custom_ids, kept, mine, pressed, seal_of, sealed, to_orders
from words import WORDS
from words.circus_maximus.in_short import risk_line
from words.circus_maximus.orders import sheet
from words.circus_maximus.story.clauses import is_known
from words.shared.presets import redrawn


async def test_at_the_daily_pace_a_turn_is_asked_for_as_one_order(arena: Arena) -> None:
    asked = await to_orders(arena)

    (question,) = [m.said for m in arena.client.user_of(ANN).dms.messages if "your order for" in str(m.said.words())]

    assert "On a clear road you end on" in str(question.words())
    assert len(question.pictures()) == 1
    ids = custom_ids(question)
    assert [each for each in ids if each.startswith("ordermenu:")] == [
        f"ordermenu:{asked}:{menu}" for menu in ("speed", "line", "corner_strain")
    ]
    offered = drawn((await mine(arena)).view, RED).offered
    assert "fast" in offered
    assert [each for each in ids if each.startswith("orderpreset:")] == [
        f"orderpreset:{asked}:{preset}" for preset in offered
    ]
    assert {f"ordertype:{asked}", f"ordermore:{asked}"} <= set(ids)
    assert seal_of(question).startswith(f"orderseal:{asked}:")
    assert not any(each.startswith("choose:") for each in ids)
    assert f"<@{ANN}>: an order for the turn" in waiting_lines(await arena.steward.log.status(RACE))[0]


async def test_at_other_paces_a_speed_is_asked_for(arena: Arena) -> None:
    await to_orders(arena, pace="live")

    layout, _ = await ask_message(arena.steward, await mine(arena))

    assert "answer:" in str(layout.to_components())  # type: ignore[no-untyped-call]
    assert "orderseal:" not in str(layout.to_components())  # type: ignore[no-untyped-call]


async def test_what_is_chosen_is_kept_but_not_sealed(arena: Arena) -> None:
    asked = await to_orders(arena)

    shown = await pressed(arena, ANN, f"ordermenu:{asked}:speed", ["11"])
    again = await pressed(arena, ANN, f"ordermenu:{asked}:whom", ["2"])

    assert "✏️ Yours: speed 11." in shown.told
    assert "attack 🔵 **2 Blue** (ram)" in again.told
    orders, record = await kept(arena)
    assert (orders.speed, orders.attacks, record.asked) == (11, (AttackWish(BLUE),), asked.asked)
    assert await sealed(arena) is None
    assert "counts as it stands" in again.told


async def test_a_draft_outlives_a_restart(arena: Arena) -> None:
    asked = await to_orders(arena)
    await pressed(arena, ANN, f"ordermenu:{asked}:speed", ["11"])
    arena.steward.races.forget(RACE)

    shown = await pressed(arena, ANN, f"ordermenu:{asked}:defend", ["brake"])

    assert "✏️ Yours: speed 11 and brake when attacked." in shown.told
    assert "As it is typed: `11, line best" in shown.told


async def test_a_seal_is_told_and_can_be_changed_until_all_are_in(arena: Arena) -> None:
    asked = await to_orders(arena)
    await pressed(arena, ANN, f"ordermenu:{asked}:speed", ["11"])

    told = await pressed(arena, ANN, f"orderseal:{asked}")
    assert await sealed(arena) == Speed(11)
    assert (await mine_sealed(arena)).seal not in told.told, "proofs are never in the way"
    assert "to change it, until all orders are in" in told.told
    assert "Your speed is shown when all are in" in told.told
    assert custom_ids(told.last) == [f"orderchange:{asked}", f"orderproof:{asked}", f"wait:{RACE}:{asked.asked}:yes"]

    proof = await pressed(arena, ANN, f"orderproof:{asked}")
    assert (await mine_sealed(arena)).seal in proof.told
    assert f"of the whole order: `{(await mine_sealed(arena)).orders_seal}`" in proof.told
    assert len((await mine_sealed(arena)).orders_seal) == 64

    opened = await pressed(arena, ANN, f"orderchange:{asked}")
    assert f"ordermenu:{asked}:speed" in custom_ids(opened.last)
    changed = await pressed(arena, ANN, f"ordermenu:{asked}:speed", ["9"])
    assert await sealed(arena) == Speed(9)
    assert "speed 9" in changed.told

    before = (await mine_sealed(arena)).orders_seal
    changed = await pressed(arena, ANN, f"ordermenu:{asked}:line", ["inside"])
    now = (await mine_sealed(arena)).orders_seal
    assert before != now
    assert "as far inside as you can" in changed.told


async def mine_sealed(arena: Arena) -> OpenAsk:
    return await arena.steward.open_ask(RACE, RED, ANN)


NUMBERS = pytest.mark.parametrize(("edition", "number"), [("basic", "6.12"), ("epic", "II.8.2")])
"""Under which rule a speed is refused."""


@NUMBERS
async def test_a_change_that_cannot_be_leaves_what_was_sealed(arena: Arena, edition: str, number: str) -> None:
    asked = await to_orders(arena, edition=edition)
    await pressed(arena, ANN, f"ordermenu:{asked}:speed", ["11"])
    await pressed(arena, ANN, f"orderseal:{asked}")

    refused = await pressed(arena, ANN, f"ordermenu:{asked}:speed", ["40"])

    assert f"(rule {number})" in refused.last.text
    assert await sealed(arena) == Speed(11)
    assert (await kept(arena))[0].speed == 11


@NUMBERS
async def test_an_order_that_is_too_fast_says_so_before_it_is_sealed_and_is_not_taken(
    arena: Arena, edition: str, number: str
) -> None:
    asked = await to_orders(arena, edition=edition)

    shown = await pressed(arena, ANN, f"ordermenu:{asked}:speed", ["40"])
    refused = await pressed(arena, ANN, f"orderseal:{asked}")

    assert "⚠️" in shown.told
    assert re.findall(r"You wrote 40.*\(rule ([^)]*)\)", shown.told) == [number]
    assert f"(rule {number})" in refused.last.text
    assert await sealed(arena) is None


async def test_the_last_seal_plays_the_whole_turn_and_the_story_says_which_clauses_answered(arena: Arena) -> None:
    asked = await to_orders(arena)
    await pressed(arena, ANN, f"orderseal:{asked}")

    told = await pressed(arena, BOB, f"orderseal:{RACE}:{BLUE}:{asked.asked}")
    await arena.deliver()

    assert "All orders are in: the turn is played." in " ".join(told.said[0].words())
    assert (await mine(arena)).view.turn == 2
    words = arena.thread.words()
    assert sum("Orders of 🔴 **1 Red**: " in line for text in words for line in text.split("\n")) == 1
    assert any("the best line" in text for text in words)
    turn = [m.said for m in arena.thread.messages if any("### Turn 1" in text for text in m.said.words())]
    assert len(turn) == 1
    assert len(turn[0].pictures()) == 5  # the speeds, and a phase for each of four chariots


async def test_who_seals_last_in_the_thread_is_asked_there_for_the_next_order_and_not_by_message(arena: Arena) -> None:
    asked = await to_orders(arena)
    await pressed(arena, ANN, f"orderseal:{asked}")
    before = len(arena.client.user_of(BOB).dms.messages)

    told = await pressed(arena, BOB, f"orderseal:{RACE}:{BLUE}:{asked.asked}")
    await arena.deliver()

    assert seal_of(told.last).startswith(f"orderseal:{QuestionId.by(await mine(arena, BOB))}:")
    assert len(arena.client.user_of(BOB).dms.messages) <= before


async def test_who_seals_last_by_direct_message_is_sent_the_next_order(arena: Arena) -> None:
    asked = await to_orders(arena)
    await pressed(arena, ANN, f"orderseal:{asked}")

    where: dict[str, Any] = {"guild": None, "channel": arena.client.user_of(BOB).dms.id}
    told = await pressed(arena, BOB, f"orderseal:{RACE}:{BLUE}:{asked.asked}", **where)
    await arena.deliver()

    assert len(told.said) == 1
    newest = arena.client.user_of(BOB).dms.messages[-1].said
    assert seal_of(newest).startswith(f"orderseal:{QuestionId.by(await mine(arena, BOB))}:")


async def test_the_next_order_begins_with_the_last_one(arena: Arena) -> None:
    asked = await to_orders(arena)
    await pressed(arena, ANN, f"ordermenu:{asked}:line", ["inside"])
    await pressed(arena, ANN, f"orderseal:{asked}")
    await pressed(arena, BOB, f"orderseal:{RACE}:{BLUE}:{asked.asked}")

    draft = await draft_of(await mine(arena))

    assert draft.orders.line == "inside"
    assert draft.asked != asked.asked


def test_a_preset_that_risks_more_than_before_says_so() -> None:
    def risk(orders: Orders) -> str:
        return f"up to {orders.corner_strain}"

    last = Orders(preset="fast", corner_strain=0)
    assert "Before: up to 0. Now: up to 2." in redrawn(last, Orders(preset="fast", corner_strain=2), risk)
    assert "Before" not in redrawn(last, last, risk)
    assert not redrawn(last, Orders(corner_strain=2), risk), "no preset draws up what is one's own"


def test_a_way_that_wastes_factors_says_why_it_zigzags() -> None:
    racing = [a_chariot("B19.1", on_grid=False), a_chariot("B20.5", corners=1, on_grid=False)]
    view = view_for(a_race(*racing, turn=5), {}, [RED])
    names = {each.entry: each.colour for each in view.chariots}

    told = {speed: sheet(view, RED, None, Orders(speed=speed), names).text for speed in (14, 19)}

    assert {speed for speed, text in told.items() if "The zigzag uses up squares" in text} == {19}
    assert not any("zigzag" in sheet(view, RED, None, preset(view, RED, name), names).text for name in PRESETS)


def test_what_braking_burns_is_told_at_first_sight() -> None:
    racing = [a_chariot("A21.2", on_grid=False), a_chariot("B20.5", corners=1, on_grid=False)]
    view = view_for(a_race(*racing, turn=5), {}, [RED])
    names = {each.entry: each.colour for each in view.chariots}

    def told(speed: int) -> str:
        return sheet(view, RED, None, Orders(speed=speed, line=2, corner_strain=0), names).text

    assert "you end on **A33.2**, lane 2, 2 endurance spent on braking." in told(20)
    assert "burnt" not in told(12)


def test_odds_of_an_attack_name_the_rival_as_all_lines_do() -> None:
    racing = [a_chariot("A21.2", on_grid=False), a_chariot("A20.3", on_grid=False)]
    view = view_for(a_race(*racing, turn=5), {}, [RED])
    names = {RED: "red", BLUE: r"🔵 **2 \*x\***"}

    details = sheet(view, RED, None, Orders(speed=12, attacks=(AttackWish(BLUE, "ram"),)), names).details

    assert r"🔵 **2 \*x\***: " in details


@pytest.mark.parametrize(("obstacle", "told"), [("wreck", "Over a wreck on"), ("halted team", "Over a halted team on")])
def test_an_obstacle_on_the_way_is_named_in_good_english(obstacle: ObstacleKind, told: str) -> None:
    risk = ObstacleRisk(0, Square("A12.3"), obstacle, 4, {"-": 1296}, 0)
    seen = SimpleNamespace(flips=None, risks=(risk,), flip_chance=Fraction(0))
    assert told in risk_line(seen, {})  # type: ignore[arg-type]


async def test_a_preset_that_comes_back_is_told_to_be_drawn_up_anew(arena: Arena) -> None:
    asked = await to_orders(arena)
    await pressed(arena, ANN, f"orderpreset:{asked}:fast")
    await pressed(arena, ANN, f"orderseal:{asked}")
    await pressed(arena, BOB, f"orderseal:{RACE}:{BLUE}:{asked.asked}")

    layout, _ = await order_message(arena.steward, await draft_of(await mine(arena)))

    assert "*Fast* plans each turn anew" in str(layout.to_components())  # type: ignore[no-untyped-call]


async def test_who_orders_nothing_drives_by_the_rules_default_and_that_is_told(arena: Arena) -> None:
    asked = await to_orders(arena)
    await pressed(arena, ANN, f"orderseal:{asked}")

    arena.circus.clock.pass_by(3 * 86_400)
    await arena.steward.timekeeper.tick()
    await arena.deliver()

    facts = [each for each in await arena.steward.log.facts(RACE) if isinstance(each, OrderFollowed)]
    assert OrderFollowed(BLUE, DEFAULT_CLAUSE) in facts
    assert any("Orders of 🔵 **2 Blue**: no order for this" in text for text in arena.thread.words())


@pytest.mark.parametrize("player", [BOB, EVE])
async def test_pressed_by_another_it_does_not_count(arena: Arena, player: PlayerId) -> None:
    asked = await to_orders(arena)
    for custom_id in (f"ordermenu:{asked}:speed", f"orderseal:{asked}", f"orderchange:{asked}", f"orderstand:{asked}"):
        interaction = await pressed(arena, player, custom_id, ["9"])
        assert "That chariot is not yours to drive." in interaction.last.text, custom_id
        assert "best line" not in interaction.told
    assert await arena.steward.orders_of(RACE, RED, ANN) is None


async def test_pressed_late_it_does_not_order_the_next_turn(arena: Arena) -> None:
    asked = await to_orders(arena)
    await pressed(arena, ANN, f"orderseal:{asked}")
    await pressed(arena, BOB, f"orderseal:{RACE}:{BLUE}:{asked.asked}")
    before = await kept(arena)

    for custom_id in (f"ordermenu:{asked}:speed", f"orderseal:{asked}", f"orderstand:{asked}"):
        interaction = await pressed(arena, ANN, custom_id, ["9"])
        assert "has gone on" in interaction.told, custom_id
    assert await kept(arena) == before
    assert await sealed(arena) is None


# Two presses in the same instant


async def test_what_was_changed_since_it_was_shown_is_not_sealed_but_shown_anew(arena: Arena) -> None:
    asked = await to_orders(arena)
    old = seal_of((await pressed(arena, ANN, f"ordermenu:{asked}:speed", ["11"])).last)
    await pressed(arena, ANN, f"ordermenu:{asked}:line", ["inside"])

    again = await pressed(arena, ANN, old)

    assert await sealed(arena) is None
    assert "changed since they were shown to you, so nothing was sealed" in again.told
    assert "speed 11 and as far inside as you can" in again.told
    await pressed(arena, ANN, seal_of(again.last))
    assert await sealed(arena) == Speed(11)
    assert ((await kept(arena))[0].speed, (await kept(arena))[0].line) == (11, "inside")


async def test_what_is_shown_is_sealed_where_it_has_not_been_changed(arena: Arena) -> None:
    asked = await to_orders(arena)
    shown = await pressed(arena, ANN, f"ordermenu:{asked}:speed", ["11"])

    await pressed(arena, ANN, seal_of(shown.last))

    assert await sealed(arena) == Speed(11)


@pytest.mark.parametrize("menu_first", [False, True])
async def test_a_menu_and_the_seal_in_the_same_instant_lose_nothing(arena: Arena, *, menu_first: bool) -> None:
    asked = await to_orders(arena)
    seal = seal_of((await pressed(arena, ANN, f"ordermenu:{asked}:speed", ["11"])).last)

    presses = [pressed(arena, ANN, f"ordermenu:{asked}:speed", ["9"]), pressed(arena, ANN, seal)]
    await asyncio.gather(*(presses if menu_first else reversed(presses)))

    assert (await kept(arena))[0].speed == 9
    assert await sealed(arena) in (None, Speed(9))


async def test_two_menus_in_the_same_instant_are_both_taken(arena: Arena) -> None:
    asked = await to_orders(arena)

    await asyncio.gather(
        pressed(arena, ANN, f"ordermenu:{asked}:speed", ["9"]),
        pressed(arena, ANN, f"ordermenu:{asked}:line", ["inside"]),
        pressed(arena, ANN, f"orderstand:{asked}"),
    )

    orders, record = await kept(arena)
    assert (orders.speed, orders.line, record.standing) == (9, "inside", True)


async def test_a_seal_that_a_change_overtakes_between_reading_and_writing_shows_the_change(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = await to_orders(arena)
    seal = seal_of((await pressed(arena, ANN, f"ordermenu:{asked}:speed", ["11"])).last)
    take = arena.steward.races.order

    async def overtaken(*given: Any, **how: Any) -> Any:
        monkeypatch.setattr(arena.steward.races, "order", take)
        await pressed(arena, ANN, f"ordermenu:{asked}:speed", ["9"])
        return await take(*given, **how)

    monkeypatch.setattr(arena.steward.races, "order", overtaken)
    again = await pressed(arena, ANN, seal)

    assert await sealed(arena) is None
    assert "so nothing was sealed" in again.told
    assert "speed 9" in again.told


async def test_a_seal_pressed_twice_in_the_same_instant_says_only_that_it_is_sealed(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = await to_orders(arena)
    take = arena.steward.races.order

    async def overtaken(*given: Any, **how: Any) -> Any:
        await take(*given, **how)
        return await take(*given, **how)

    monkeypatch.setattr(arena.steward.races, "order", overtaken)
    again = await pressed(arena, ANN, f"orderseal:{asked}")

    assert await sealed(arena) is not None
    assert "🔒 **Sealed.**" in again.told
    assert "nothing was sealed" not in again.told


# Presets


async def test_a_preset_fills_in_all_and_what_differs_from_it_is_said(arena: Arena) -> None:
    asked = await to_orders(arena)

    await pressed(arena, ANN, f"ordermenu:{asked}:speed", ["3"])
    shown = await pressed(arena, ANN, f"orderpreset:{asked}:safe")
    changed = await pressed(arena, ANN, f"ordermenu:{asked}:keep_back", ["1"])

    assert "**Safe**: speed " in shown.told
    assert "✏️ Yours" not in shown.told
    assert "✏️ Yours: keep 1 endurance back." in changed.told
    orders, _ = await kept(arena)
    assert (orders.preset, orders.by_hand, orders.keep_back) == ("safe", ("keep_back",), 1)
    assert orders == msgspec.structs.replace(
        preset((await mine(arena)).view, RED, "safe"), keep_back=1, by_hand=("keep_back",)
    )


async def test_a_preset_that_does_not_exist_is_refused(arena: Arena) -> None:
    asked = await to_orders(arena)
    refused = await pressed(arena, ANN, f"orderpreset:{asked}:slow")
    assert "is not on offer. Choose one of: safe, fast, attack." in refused.last.text


async def test_a_suggestion_says_what_silence_does(arena: Arena) -> None:
    asked = await to_orders(arena)

    shown = await pressed(arena, ANN, f"ordershow:{asked}")
    await pressed(arena, ANN, f"orderpreset:{asked}:safe")
    again = await pressed(arena, ANN, f"ordershow:{asked}")

    assert "A suggestion, not sealed. No answer? Then the rules write speed " in shown.told
    assert "No answer? This order counts as it stands" in again.told


async def test_everything_else_stands_on_a_second_page(arena: Arena) -> None:
    asked = await to_orders(arena)

    more = await pressed(arena, ANN, f"ordermore:{asked}")
    chosen = await pressed(arena, ANN, f"ordermenu:{asked}:means", ["ram-team"])
    await pressed(arena, ANN, f"ordermenu:{asked}:whom", [str(BLUE)])
    odds = await pressed(arena, ANN, f"ordermore:{asked}")
    back = await pressed(arena, ANN, f"orderback:{asked}")

    for page in (more, chosen, odds):
        ids = custom_ids(page.last)
        assert f"ordermenu:{asked}:defend" in ids
        assert f"ordermenu:{asked}:speed" not in ids
        assert {f"orderback:{asked}", f"orderstand:{asked}", f"wait:{RACE}:{asked.asked}:yes"} <= set(ids)
    assert re.search(r"⚔️ Ram the team of .*Blue.*: hit \d+ %, hurts them \d+ %, hurts you 0 %", odds.told)
    assert f"ordermenu:{asked}:speed" in custom_ids(back.last)


@pytest.mark.slow
async def test_the_next_suggestion_is_for_the_next_position(arena: Arena) -> None:
    asked = await to_orders(arena)
    await pressed(arena, ANN, f"orderpreset:{asked}:safe")
    await pressed(arena, ANN, f"ordermenu:{asked}:speed", ["3"])
    await pressed(arena, ANN, f"orderseal:{asked}")
    await pressed(arena, BOB, f"orderseal:{RACE}:{BLUE}:{asked.asked}")

    draft = await draft_of(await mine(arena))

    assert draft.orders == preset(draft.view, RED, "safe"), "a speed in figures was for its turn"


# What Discord takes


@pytest.mark.slow
async def test_every_panel_of_whole_races_fits_into_a_message_and_every_clause_has_words(arena: Arena) -> None:
    await to_orders(arena, rivals=6)
    while opened := [each for player in (ANN, BOB) for each in await arena.steward.open_asks(player)]:
        for each in opened:
            assert is_ordered(each)
            draft = await draft_of(each)
            player = each.race.player_of(each.entry)
            assert player is not None
            layout, files = await order_message(arena.steward, draft, "🎓 " + "w" * 300)
            parts: Any = layout.to_components()  # type: ignore[no-untyped-call]
            check_message(parts, [(1, file.description or "") for file in files])
            assert layout.total_children_count <= MESSAGE_COMPONENTS - 4
            await pressed(arena, player, f"ordermenu:{QuestionId.by(each)}:whom", ["0"])
            await pressed(arena, player, f"orderseal:{QuestionId.by(each)}")
    facts = await arena.steward.log.facts(RACE)
    clauses = {each.clause for each in facts if isinstance(each, OrderFollowed)}
    assert len(clauses) > 3
    assert [each for each in clauses if not is_known(each)] == []


async def test_a_game_without_orders_has_no_panel(arena: Arena) -> None:
    assert WORDS["ave-caesar"].orders is None


@pytest.mark.slow
@pytest.mark.parametrize("arrives", [True, False])
async def test_who_seals_last_is_summoned_only_if_the_next_turn_does_not_come_to_stand_before_him(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, arrives: bool
) -> None:
    # Given a turn that waits for Bob alone
    asked = await to_orders(arena)
    await pressed(arena, ANN, f"orderseal:{asked}")
    states: list[str] = []
    send = FakeInteraction._follow_up

    async def follow_up(interaction: FakeInteraction, text: str = "", **others: Any) -> Any:
        notices = await arena.circus.store.outbox.of_race(RACE)
        states.append([each.state for each in notices if each.kind == "summons" and each.player == BOB][-1])
        if not arrives:
            raise http_error(discord.DiscordServerError, 500, 0)
        return await send(interaction, text, **others)

    monkeypatch.setattr(FakeInteraction, "_follow_up", follow_up)

    # When he seals in the thread, and the next turn is put to him there, or cannot be
    interaction = await pressed(arena, BOB, f"orderseal:{asked.race}:{BLUE}:{asked.asked}")
    await arena.deliver()

    # Then nothing counted as told before it was, and he is asked once
    assert states[0] in ("new", "sending")
    next_turn = f"ordermenu:1:{BLUE}:{(await arena.asked(BOB)).asked}:speed"
    in_private = [each for each in interaction.said if next_turn in each.words()]
    by_message = [each for each in arena.client.user_of(BOB).dms.messages if next_turn in each.said.words()]
    assert (len(in_private), len(by_message)) == ((1, 0) if arrives else (0, 1))
