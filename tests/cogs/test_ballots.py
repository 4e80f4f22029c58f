"""The race of the season: named by those who drove or owned, once each, told when the vote is over."""

import discord
import pytest

from cogs.panels.ballot import BallotMenu, result_text
from records.letters import Paper
from records.values import CupId, PlayerId
from steward import BallotResult
from steward.time.presses import ON_ITS_WAY
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.test_cups import FIRST_THREAD, Place
from tests.cogs.test_fame import looked_up

PAPER = Paper("cup", 1)
WEEK = 7 * 86_400.0


async def names(place: Place, player: PlayerId, race: int | str) -> str:
    kind, data = discord.InteractionType.component, {"values": [str(race)]}
    interaction: object = place.arena.act(player, channel=FIRST_THREAD, kind=kind, data=data)
    return (await outcome(interaction, BallotMenu(PAPER).callback(interaction))).told  # type: ignore[arg-type]


async def run_a_cup(place: Place) -> tuple[int, int]:
    """Run a cup of two races to its end, and have everything told."""
    cup, steward = await place.open(), place.arena.steward
    await place.first_race(cup)
    await place.arena.deliver()
    second = await steward.cups.next_race(cup.id, ANN)
    await steward.lobbies.set_thread(second.record.id, FIRST_THREAD + 1)
    await steward.lobbies.start(second.record.id, ANN)
    await place.arena.deliver()
    await place.run(second.record.id)
    await place.arena.deliver()
    return cup.races[0].record.id, second.record.id


def in_thread(arena: Arena) -> str:
    return "\n".join(arena.client.get_partial_messageable(FIRST_THREAD + 1).words())


@pytest.mark.slow
async def test_who_drove_names_the_best_race_until_the_vote_closes(arena: Arena) -> None:
    place = Place(arena)
    first, second = await run_a_cup(place)
    assert "Which race was the best?" in in_thread(arena)
    assert (await arena.steward.cups.cup(CupId(1))).record.state == "finished"

    assert "You name **Ludi · race 2 of 2**" in await names(place, BOB, second)
    assert "You name **Ludi · race 1 of 2**" in await names(place, BOB, first)
    assert "You name" in await names(place, ANN, second)
    assert "Only who drove or owned" in await names(place, EVE, first)
    assert "no such race" in await names(place, BOB, 77)
    assert "does not offer that" in await names(place, BOB, "x")
    assert await arena.steward.ballots.named_by(PAPER, BOB) == first
    assert await arena.steward.ballots.result(PAPER) is None, "nobody hears how it stands"
    await arena.steward.ballots.tick()
    await arena.deliver()
    assert "A tie" not in in_thread(arena)

    arena.circus.clock.pass_by(WEEK)
    assert await arena.steward.ballots.result(PAPER) is None, "a vote may be on its way"
    assert "You name" in await names(place, BOB, first)
    arena.circus.clock.pass_by(ON_ITS_WAY)
    assert "That vote is over" in await names(place, BOB, second)
    for _ in range(2):
        await arena.steward.ballots.tick()
        await arena.deliver()
    told = "**Ludi · race 1 of 2** and **Ludi · race 2 of 2**, with 1 vote each of 2"
    assert in_thread(arena).count(f"A tie for the race of the season: {told}") == 1
    found = await arena.steward.ballots.result(PAPER)
    assert found is not None
    assert [each.id for each in found.winners] == [first, second]

    await arena.steward.chronicler.catch_up()
    hall = (await looked_up(arena)).told
    assert hall.index("🏅 Best race of Ludi: **Ludi · race 1 of 2**") < hall.index("wins")
    assert "race 2 of 2" in (await looked_up(arena, "titles")).told


@pytest.mark.parametrize(
    ("votes", "of", "winners", "said"),
    [(0, 0, 0, "Nobody named a race"), (3, 4, 1, "The race of the season: **Ludi**, named by 3 of 4")],
)
async def test_a_winner_and_no_vote_are_told_as_such(
    arena: Arena, votes: int, of: int, winners: int, said: str
) -> None:
    race = (await arena.steward.race(await arena.lobby())).record

    assert said in result_text(BallotResult((race,) * winners, votes, of))
