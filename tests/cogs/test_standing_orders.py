"""Orders that stand for every turn: given, taken back, and shown for all chariots of a player."""

from typing import Any

from cogs.commands.order import order
from cogs.kit.question_id import QuestionId
from engine.circus_maximus.words.asks import Speed, WriteSpeed
from records.values import EntryId, PlayerId
from steward import NewRace
from tests.cogs.arena import ANN, BOB, EVE, GAME, Arena, outcome
from tests.cogs.fakes import CHANNEL, GUILD, THREAD, FakeInteraction
from tests.cogs.ordering import RACE, custom_ids, kept, mine, pressed, sealed, to_orders


async def standing(arena: Arena, player: PlayerId = ANN) -> FakeInteraction:
    interaction: Any = arena.act(player)
    callback: Any = order.callback
    return await outcome(interaction, callback(interaction, "", "", True))


async def test_standing_orders_answer_at_the_live_pace_once_they_stand(arena: Arena) -> None:
    await to_orders(arena, pace="live")
    asked = await mine(arena)

    shown = await standing(arena)
    assert "They answer nothing yet." in shown.told
    ids = custom_ids(shown.last)
    assert not any(each.startswith("orderseal:") for each in ids)
    await pressed(arena, ANN, f"ordermenu:{QuestionId.by(asked)}:speed", ["12"])
    assert (await mine(arena)).asked == asked.asked, "nothing is answered yet"
    await pressed(arena, ANN, f"orderstand:{QuestionId.by(asked)}")

    assert await sealed(arena) == Speed(12)
    assert (await kept(arena))[1].standing


async def test_standing_orders_can_be_taken_back(arena: Arena) -> None:
    asked = await to_orders(arena)
    stands = await pressed(arena, ANN, f"orderstand:{asked}")
    assert "Your standing orders" in stands.told

    falls = await pressed(arena, ANN, f"orderfall:{asked}")

    assert "Your standing orders" not in falls.told
    assert not (await kept(arena))[1].standing


async def test_who_looks_on_has_no_standing_orders(arena: Arena) -> None:
    await to_orders(arena)

    assert "You are not in this race." in (await standing(arena, EVE)).last.text


async def shared_out(arena: Arena, pace: str) -> list[EntryId]:
    """Start a race whose chariots are shared out, and come to its first speeds; return Ann's chariots."""
    seconds = {kind: each.seconds for kind, each in GAME.decisions.items()}
    options = GAME.options(laps=1, share_out=True)
    race = await arena.steward.lobbies.open_race(NewRace(GUILD, CHANNEL, ANN, GAME.id, options, seconds, "Teams"))
    await arena.steward.lobbies.set_thread(race, THREAD)
    for player, name in ((ANN, "Ann"), (BOB, "Bob")):
        await arena.steward.lobbies.join(race, player, name)
    await arena.steward.lobbies.start(race, ANN)
    await arena.circus.store.races.set(race, pace=pace)
    arena.steward.races.forget(race)
    await arena.give_defaults(lambda opened: isinstance(opened.ask.question, WriteSpeed))
    return list((await arena.steward.race(race)).entries_of(ANN))


async def test_where_turns_are_ordered_one_panel_has_a_tab_for_each_chariot(arena: Arena) -> None:
    mine = await shared_out(arena, "daily")

    (shown,) = (await standing(arena)).said

    assert _menus_of(shown) == mine[0]
    assert [int(text.split(":")[2]) for text in shown.words() if text.startswith("ordertab:")] == mine
    assert "Seal all" in shown.words()


async def test_the_standing_orders_of_all_chariots_of_a_player_are_shown(arena: Arena) -> None:
    mine = await shared_out(arena, "live")
    assert len(mine) == 4

    shown = await standing(arena)

    assert [_menus_of(said) for said in shown.said] == mine
    assert all(said.is_private for said in shown.said[1:])


async def test_the_standing_orders_of_one_chariot_are_shown_if_it_is_named(arena: Arena) -> None:
    _, second, *_ = await shared_out(arena, "daily")
    interaction: Any = arena.act(ANN)
    callback: Any = order.callback

    shown = await outcome(interaction, callback(interaction, f"{RACE}:{second}", "", True))
    typed: Any = arena.act(ANN)
    await outcome(typed, callback(typed, str(second), "", True))
    nobody: Any = arena.act(ANN)
    await outcome(nobody, callback(nobody, f"{RACE}:pink", "", True))

    assert [_menus_of(said) for said in shown.said] == [second]
    assert [_menus_of(said) for said in typed.said] == [second]
    assert "No chariot “pink” is in this race" in nobody.told


def _menus_of(said: Any) -> EntryId:
    """Return the chariot whose menus are shown."""
    (entry,) = {int(text.split(":")[2]) for text in said.words() if text.startswith("ordermenu:")}
    return EntryId(entry)


# What Discord takes
