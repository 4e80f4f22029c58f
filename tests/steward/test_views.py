"""What one viewer gets to know: two races that differ in another's secret look the same to him."""

import dataclasses
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import update

from db.schema import tables
from engine.dice import commitment, hash_of, mix
from engine.facts import Rolled, Sealed
from engine.questions import Answer, Ask
from records.values import EntryId, PlayerId, RaceId
from tests.steward.circus import ANN, BLUE, BOB, EVE, GREEN, RED, WHITE, Circus
from tests.toy_ruleset import TOY, Options, Pace, Push, RaceView, Stand, Walk


async def two_worlds(path: Path) -> list[tuple[Circus, RaceId]]:
    """Return two races that differ only in what Ann has written in secret."""
    worlds = []
    for number, pace in enumerate((1, 6)):
        circus = await Circus(path / f"{number}.sqlite3").open()
        race = await circus.race(rivals=1)
        await circus.give(race, RED, Pace(pace))
        worlds.append((circus, race))
    return worlds


def without_seals(facts: Any) -> list[Any]:
    """Return facts with their seals blanked: a seal is a hash of the secret, and tells nothing without its salt."""
    return [Sealed(fact.entry, "") if isinstance(fact, Sealed) else fact for fact in facts]


async def seen(circus: Circus, race: RaceId, player: PlayerId | None) -> list[Any]:
    """Return all that *player* can find out; without one, the public."""
    steward = circus.steward
    status = await steward.log.status(race, player)
    return [
        msgspec.structs.asdict(status.view),
        status.waiting,
        status.told,
        [msgspec.structs.replace(status.race.record, secret="")],
        without_seals(await steward.log.facts(race)),
        await steward.log.scenes(race, 1, 99),
        [] if player is None else await steward.open_asks(player),
        await steward.log.verify(race),
        [each for each in await steward.delivery.notices(race) if each.player in (None, player)],
    ]


@pytest.mark.parametrize("viewer", [None, BOB, EVE])
async def test_a_written_pace_makes_no_difference_to_anybody_else(tmp_path: Path, viewer: PlayerId | None) -> None:
    (slow, race), (fast, _) = await two_worlds(tmp_path)

    assert await seen(slow, race, viewer) == await seen(fast, race, viewer)

    await slow.close()
    await fast.close()


async def test_a_player_sees_his_own(tmp_path: Path) -> None:
    (slow, race), (fast, _) = await two_worlds(tmp_path)

    assert (await slow.steward.log.status(race, ANN)).view.own_paces == {RED: 1}
    assert (await fast.steward.log.status(race, ANN)).view.own_paces == {RED: 6}

    await slow.close()
    await fast.close()


async def test_a_house_driver_is_not_shown_what_others_have_written(tmp_path: Path) -> None:
    # Given house drivers who note what they are shown; the second is asked when the first has written
    shown: list[tuple[EntryId, RaceView]] = []

    def curious(view: RaceView, ask: Ask) -> Answer:
        shown.append((ask.entry, view))
        return ask.default

    rules = {"toy": dataclasses.replace(TOY, drivers={"curious": curious})}
    circus = await Circus(tmp_path / "curious.sqlite3", rulesets=rules).open()
    await circus.race(rivals=2)
    await circus.close()

    assert [entry for entry, _ in shown] == [GREEN, WHITE]
    assert [view.own_paces for _, view in shown] == [{}, {}]
    assert shown[1][1].has_answered == (GREEN,)


async def test_who_is_waited_for_is_known_to_all(circus: Circus) -> None:
    race = await circus.race()
    await circus.give(race, RED, Pace(3))

    status = await circus.steward.log.status(race)

    assert [(each.entry, each.player, each.kind) for each in status.waiting] == [(BLUE, BOB, "pace")]
    assert status.waiting[0].until == circus.clock.now + 7200
    assert status.view.has_answered == (RED,)


async def test_the_secret_of_the_dice_comes_out_at_the_end_and_every_roll_is_checked(circus: Circus) -> None:
    # Given a race in which dice are rolled
    race = await circus.race(turns=1)
    await circus.pace(race)
    await circus.give(race, RED, Push(BLUE))
    await circus.give(race, BLUE, Stand(True))
    during = await circus.steward.log.verify(race)
    assert (during.secret, during.rolls, during.seals, during.is_sound) == (None, 1, 2, True)

    # When it ends
    await circus.to_the_end(race)
    found = await circus.steward.log.verify(race)

    # Then its secret is the one that was committed to, and gives those rolls
    assert found.secret is not None
    assert commitment(bytes.fromhex(found.secret)) == found.commitment == during.commitment
    assert found.words == ("equus", "")
    assert (found.rolls, found.first_wrong, found.broken_seals, found.is_sound) == (1, None, 0, True)


async def test_a_roll_that_the_seed_does_not_give_is_found(circus: Circus) -> None:
    race = await circus.race(turns=1)
    await circus.pace(race)
    await circus.give(race, RED, Push(BLUE))
    await circus.give(race, BLUE, Stand(True))
    await circus.to_the_end(race)
    (n, rolled), *_ = [
        (each.n, each.fact) for each in await circus.store.stories.facts(race) if '"Rolled"' in each.fact
    ]
    true = msgspec.json.decode(rolled, type=Rolled)
    loaded = msgspec.structs.replace(true, dice=(true.dice[0] % 6 + 1, true.dice[1]))

    await change_fact(circus, race, n, msgspec.json.encode(loaded).decode())

    found = await circus.steward.log.verify(race)
    assert (found.first_wrong, found.is_sound) == (0, False)


async def test_an_order_that_was_changed_breaks_its_seal(circus: Circus) -> None:
    race = await circus.race(turns=1)
    await circus.pace(race, red=3)
    (n, told), *_ = [
        (each.n, each.fact) for each in await circus.store.stories.facts(race) if '"Unsealed"' in each.fact
    ]

    await change_fact(circus, race, n, told.replace(r"\"factors\":3", r"\"factors\":5"))

    found = await circus.steward.log.verify(race)
    assert (found.seals, found.broken_seals, found.is_sound) == (2, 1, False)


async def change_fact(circus: Circus, race: RaceId, n: int, fact: str) -> None:
    """Do what nobody can do through the steward."""
    this = tables.facts.c.race == race, tables.facts.c.n == n
    changed = update(tables.facts).where(*this).values(fact=fact)
    await circus.store._writer.run(lambda connection: connection.execute(changed))


async def test_words_are_part_of_the_seed(circus: Circus) -> None:
    secret, equus, none = b"s" * 32, hash_of("equus"), hash_of("")

    assert mix(secret, [equus, none]) != mix(secret, [none, equus]) != mix(secret, [equus])


async def test_scenes_hold_the_facts_of_their_phase(circus: Circus) -> None:
    race = await circus.lobby(options=Options(turns=1))
    await circus.steward.lobbies.join(race, ANN, "Ann")
    await circus.steward.lobbies.join(race, BOB, "Bob")
    await circus.steward.lobbies.start(race, ANN)
    await circus.to_the_end(race)

    first, second, *_ = await circus.steward.log.scenes(race, 1, 9)
    again, *_ = await circus.steward.log.scenes(race, 2, 2)

    assert [type(fact).__name__ for fact in second.facts] == ["Walked"]
    assert again == second
    assert first.told < second.told
    assert [each.place for each in first.view.runners] == [2, 0]


async def test_open_asks_are_those_of_all_races(circus: Circus) -> None:
    first, second = await circus.race(), await circus.race()
    await circus.give(first, RED, Pace(2))

    assert [each.race_id for each in await circus.steward.open_asks(ANN)] == [second]
    assert [each.race_id for each in await circus.steward.open_asks(BOB)] == [first, second]
    await circus.give(first, BLUE, Pace(2))
    assert [(each.race_id, each.ask.default) for each in await circus.steward.open_asks(ANN)] == [
        (first, Walk(2)),
        (second, Pace(2)),
    ]
