"""A lobby whose places people have all taken offers none: *Start* is what comes next."""

from typing import Any

from cogs.panels.channel_card import card_of
from cogs.panels.lobby import LOOKS, lobby_buttons
from cogs.posts.race_panel import panel
from engine.rulesets import RULESETS
from records.races import Pace
from records.values import PlayerId, RaceId
from steward import NewRace, Timing
from tests.cogs.arena import ANN, BOB, EVE, Arena
from tests.cogs.fakes import CHANNEL, GUILD, THREAD

RULES = RULESETS["arena"]
SHOWN_ON_A_PHONE = 20  # signs of a label, 358 px wide


async def lobby_of(arena: Arena, *players: PlayerId) -> RaceId:
    """Return a duel that is open, with some in it."""
    timing = Timing({kind: each.seconds for kind, each in RULES.decisions.items()}, pace=Pace.NOW)
    race = await arena.steward.lobbies.open_race(
        NewRace(GUILD, CHANNEL, ANN, RULES.id, RULES.options(), timing, "Munus")
    )
    await arena.steward.lobbies.set_thread(race, THREAD)
    for player in players:
        await arena.steward.lobbies.join(race, player, f"Player {player}")
    return race


async def shown(arena: Arena, race: RaceId) -> tuple[str, dict[str, str], dict[str, str]]:
    """Return the text of the card, and the styles of the buttons of card and panel by their acts."""
    record = await arena.steward.race(race)
    card = await card_of(arena.steward, record)
    return card.lines[1], styles(card.post()[0]), styles(panel(record, "Munus"))


def styles(layout: Any) -> dict[str, str]:
    found = [each for each in layout.walk_children() if str(getattr(each, "custom_id", "")).startswith("lobby:")]
    return {each.custom_id.split(":")[1]: each.item.style.name for each in found}


async def test_a_full_lobby_offers_no_place_and_start_is_green(arena: Arena) -> None:
    text, card, buttons = await shown(arena, await lobby_of(arena, BOB, EVE))

    assert text.startswith("**Full** · 2 of 2 places taken")
    assert card == {}
    assert buttons == {"leave": "secondary", "start": "success", "cancel": "danger"}


async def test_a_lobby_with_room_is_entered_first(arena: Arena) -> None:
    text, card, buttons = await shown(arena, await lobby_of(arena, BOB))

    assert text.startswith("**Open to enter** · 1 of 2 places taken")
    assert card == {"join": "success"}
    assert (buttons["join"], buttons["start"]) == ("success", "primary")


async def test_no_button_of_a_lobby_is_longer_than_a_phone_shows(arena: Arena) -> None:
    race = await arena.steward.race(await lobby_of(arena, BOB))
    labels = [str(each.item.label) for each in lobby_buttons(race)]

    assert "Fill: house fighters" in labels
    assert max(map(len, [*labels, *(label for label, _ in LOOKS.values())])) <= SHOWN_ON_A_PHONE


async def test_the_place_of_a_house_fighter_can_still_be_taken(arena: Arena) -> None:
    race = await lobby_of(arena, BOB)
    await arena.steward.lobbies.fill(race, ANN, "steady", 1)

    text, card, buttons = await shown(arena, race)

    assert text.startswith("**Open to enter** · 2 of 2 places taken")
    assert card == {"join": "success"}
    assert buttons["join"] == "success"
