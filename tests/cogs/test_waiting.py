"""The way to what waits next stands under orders that were sealed and bets that were placed, too."""

from records.values import RaceId
from tests.cogs.arena import ANN, BOB, EVE, Arena
from tests.cogs.bettors import bet, house_race, labels
from tests.cogs.fakes import Said
from tests.cogs.ordering import pressed, to_orders


async def second(arena: Arena, player: int = ANN) -> RaceId:
    """Start another race, in which somebody drives and is asked."""
    other = await arena.lobby(title="Second", thread=99)
    await arena.steward.lobbies.join(other, player, "Ann", colour="red")  # type: ignore[arg-type]
    await arena.steward.lobbies.fill(other, ANN, None, 2)
    await arena.steward.lobbies.start(other, ANN)
    await arena.deliver()
    return other


def is_shown(said: Said) -> bool:
    return any(each.startswith("Next: ") and "Second" in each for each in labels(said))


async def test_sealed_orders_show_the_way_on_in_a_direct_message(arena: Arena) -> None:
    asked = await to_orders(arena)
    await pressed(arena, ANN, f"orderpreset:{asked}:safe", guild=None, channel=9)
    before = await pressed(arena, ANN, f"ordershow:{asked}", guild=None, channel=9)
    other = await second(arena)

    sealed = await pressed(arena, ANN, f"orderseal:{asked}", guild=None, channel=9)

    assert not is_shown(before.last)
    assert is_shown(sealed.last), labels(sealed.last)
    assert f"orders:{other}" in sealed.last.words()


async def test_a_bet_that_is_placed_shows_the_way_on_to_whoever_is_asked_somewhere(arena: Arena) -> None:
    race = await house_race(arena)
    alone = await bet(arena, EVE, race, 2, "1", "100")
    await second(arena, BOB)

    placed = await bet(arena, BOB, race, 2, "1", "100", press=8)

    assert not is_shown(alone.last)
    assert is_shown(placed.last), labels(placed.last)
    assert not is_shown((await bet(arena, EVE, race, 2, "1", "100", press=9)).last)
