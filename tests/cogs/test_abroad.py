"""What people have along where I am not: five things, in private, and nothing of any server."""

from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.commands.menus import NO_RACE, NOT_MINE, ONLY_YOU
from cogs.kit.abroad import settled
from cogs.panels.card import A_BOT
from cogs.panels.daily import NO_CARD, STAYS_THERE
from cogs.panels.why import NOTHING_ROLLED
from tests.cogs.arena import ANN, BOB, Arena
from tests.cogs.fakes import CHANNEL, GUILD, THREAD
from tests.cogs.wire import APPLICATION, COMMAND, PRESS, Answered, Wire, acts_in, member_of, message_of, user_of

ELSEWHERE, ROOM = 4_040, 4_041
GROUP_CHAT, PERSON, POST = 3, 2, 3
EXTERNAL = str(discord.Permissions(use_external_apps=True).value)


def in_a_server_without_me(number: int, rights: str = "0") -> dict[str, Any]:
    """Return who acts in a server that the bot is not in, as Discord tells it."""
    channel = {"id": str(ROOM), "type": 0, "name": "agora", "guild_id": str(ELSEWHERE), "permissions": rights}
    return {
        "guild_id": str(ELSEWHERE), "guild": {"id": str(ELSEWHERE), "locale": "en-US", "features": []},
        "guild_locale": "en-US", "channel_id": str(ROOM), "channel": channel, "context": 0, "app_permissions": rights,
        "member": member_of(number, int(rights)), "authorizing_integration_owners": {"1": str(number)},
    }  # fmt: skip


def in_a_group_chat(number: int, _rights: str = "0") -> dict[str, Any]:
    """Return who acts in a chat of friends."""
    channel = {"id": str(ROOM), "type": GROUP_CHAT, "recipients": [user_of(BOB)], "name": "us", "owner_id": str(BOB)}
    return {
        "channel_id": str(ROOM), "channel": channel, "context": 2, "app_permissions": "0", "user": user_of(number),
        "authorizing_integration_owners": {"1": str(number)},
    }  # fmt: skip


PLACES = pytest.mark.parametrize("place", [in_a_server_without_me, in_a_group_chat])


def typed(name: str, **options: Any) -> dict[str, Any]:
    given = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
    return {"id": "1", "name": name, "type": 1, "options": given}


def on_person(name: str, number: int, *, bot: bool = False) -> dict[str, Any]:
    resolved = {"users": {str(number): user_of(number, bot=bot)}}
    return {"id": "1", "name": name, "type": PERSON, "target_id": str(number), "resolved": resolved}


def on_post(name: str, *ids: str, author: int = APPLICATION) -> dict[str, Any]:
    row = {"type": 1, "id": 1, "components": [{"type": 2, "id": n, "style": 2, "label": "x", "custom_id": each}
                                              for n, each in enumerate(ids, 2)]}  # fmt: skip
    message = message_of(70, CHANNEL, [row] if ids else []) | {"author": user_of(author, bot=True)}
    return {"id": "1", "name": name, "type": POST, "target_id": "70", "resolved": {"messages": {"70": message}}}


def is_private(answered: Answered) -> bool:
    """Tell whether an answer is one message that its reader alone sees."""
    (first,) = answered.first
    return bool(first["data"]["flags"] & discord.MessageFlags(ephemeral=True).value) and len(answered.later) == 1


@PLACES
@pytest.mark.parametrize("rights", ["0", EXTERNAL])
async def test_orders_rules_and_card_answer_once_and_in_private(arena: Arena, place: Any, rights: str) -> None:
    await arena.open_race()
    wire = Wire(arena)

    orders = await wire.act(COMMAND, place(ANN, rights), typed("order"))
    card = await wire.act(COMMAND, place(ANN, rights), on_person("Card", ANN))
    rules = await wire.act(COMMAND, place(ANN, rights), typed("rules", topic="corners"))

    assert is_private(orders)
    assert is_private(card)
    assert rules.first[0]["data"]["flags"] & 64
    assert NO_CARD in card.words
    assert STAYS_THERE in card.words
    assert "fault" not in (orders.words + rules.words).lower()


def below(group: str, name: str) -> dict[str, Any]:
    return {"id": "1", "name": group, "type": 1, "options": [{"name": name, "type": 1, "options": []}]}


@PLACES
async def test_whoever_shares_no_server_with_me_can_still_see_and_delete_what_i_keep(arena: Arena, place: Any) -> None:
    await arena.open_race()
    wire = Wire(arena)

    data = await wire.act(COMMAND, place(ANN), below("my", "data"))
    forget = await wire.act(COMMAND, place(ANN), below("my", "forget"))
    races = await wire.act(COMMAND, place(ANN), below("my", "races"))

    for each in (data, forget, races):
        assert is_private(each)
        assert "fault" not in each.words.lower()
        assert "went wrong" not in each.words
    assert "data.txt" in data.words
    assert "Forget me …" in forget.words


@PLACES
async def test_nobody_elses_card_shows_where_i_am_not(arena: Arena, place: Any) -> None:
    shown = await Wire(arena).act(COMMAND, place(ANN), on_person("Card", BOB))

    assert ONLY_YOU in shown.words


async def told_abroad(arena: Arena, place: Any) -> list[str]:
    """Return all that somebody is told there who takes part in nothing."""
    wire = Wire(arena)
    deeds = [typed("order"), on_person("Card", ANN), on_person("Card", BOB), typed("rules", topic="corners")]
    told = [(await wire.act(COMMAND, place(DOROTHY), each)).words for each in deeds]
    for custom_id in ("watch:board:1", "bets:open:1", "orders:1", "daily-table:hall:1", "way:race-list"):
        told.append((await wire.act(PRESS, place(DOROTHY), {"custom_id": custom_id, "component_type": 2})).words)
    return told


DOROTHY = 4_711


@PLACES
async def test_two_worlds_look_alike_where_i_am_not(tmp_path: Path, place: Any) -> None:
    """In one a race is under way in a server, and whoever asks has a purse there; in the other there is nothing."""
    told = []
    for name in ("busy", "empty"):
        (tmp_path / name).mkdir()
        arena = Arena(tmp_path / name / "world.sqlite3")
        await arena.circus.open()
        if name == "busy":
            await arena.open_race()
        told.append(await told_abroad(arena, place))
        await arena.close()

    assert told[0] == told[1]


async def test_a_place_with_me_is_left_as_it_is() -> None:
    here = acts_in(ANN, CHANNEL) | {"authorizing_integration_owners": {"0": str(GUILD), "1": str(ANN)}}
    abroad = in_a_server_without_me(ANN)

    assert settled(here) == here
    assert settled(in_a_group_chat(ANN)) == in_a_group_chat(ANN)
    assert str(ELSEWHERE) not in str(settled(abroad))


async def test_nobody_is_noted_as_present_where_i_am_not(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    async def note(*of: Any) -> None:
        seen.append(of)

    monkeypatch.setattr(arena.steward.presence, "seen", note)
    await Wire(arena).act(COMMAND, in_a_server_without_me(ANN), typed("order"))
    assert seen == []
    await Wire(arena).act(COMMAND, acts_in(ANN, CHANNEL), typed("order"))
    assert len(seen) == 1


# A long press


async def test_a_long_press_on_a_post_shows_what_its_commands_show(arena: Arena) -> None:
    race = await arena.open_race()
    wire, who = Wire(arena), acts_in(ANN, THREAD)

    board = await wire.act(COMMAND, who, on_post("Board", f"watch:film:{race}"))
    bare = await wire.act(COMMAND, who, on_post("Board"))
    nothing = await wire.act(COMMAND, who, on_post("Why?", f"watch:film:{race}"))
    pressed = await wire.act(PRESS, who, {"custom_id": f"bets:open:{race}", "component_type": 2})
    bet = await wire.act(COMMAND, who, on_post("Bet", f"watch:film:{race}"))

    assert board.words == bare.words != ""
    assert NOTHING_ROLLED in nothing.words
    assert bet.words == pressed.words != ""


async def test_why_on_a_post_is_its_button(arena: Arena) -> None:
    race = await arena.open_race()
    wire, who, button = Wire(arena), acts_in(ANN, THREAD), f"why:{race}:1:9:1"

    pressed = await wire.act(PRESS, who, {"custom_id": button, "component_type": 2})
    menu = await wire.act(COMMAND, who, on_post("Why?", button))

    assert menu.words == pressed.words != ""


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (on_post("Board", "watch:board:1", author=5), NOT_MINE),
        (on_post("Board"), NO_RACE),
        (on_post("Bet", "daily:today"), NO_RACE),
        (on_post("Board", "watch:board:999"), "no such race"),
        (on_person("Card", 77, bot=True), A_BOT),
        (on_person("We two", ANN), "Nobody races against themselves"),
        (on_person("We two", BOB), "have not raced against each other"),
    ],
)
async def test_what_cannot_be_shown_is_refused_in_words(arena: Arena, data: dict[str, Any], said: str) -> None:
    answered = await Wire(arena).act(COMMAND, acts_in(ANN, CHANNEL), data)

    assert said.lower() in answered.words.lower()


async def test_a_post_of_a_hidden_race_shows_nothing(arena: Arena) -> None:
    """Whoever does not see the channel learns no more from a forged post than of a race that is none."""
    race = await arena.open_race()
    wire = Wire(arena, hides=[CHANNEL])

    for name in ("Board", "Bet", "Why?"):
        hidden = await wire.act(COMMAND, acts_in(DOROTHY, 4), on_post(name, f"watch:board:{race}"))
        none = await wire.act(COMMAND, acts_in(DOROTHY, 4), on_post(name, "watch:board:999"))
        assert hidden.words == none.words
