"""Going back: what came after is void but kept, numbers go on, and the dice are fresh."""

import msgspec
import pytest

from engine.facts import Rewound
from records.refusals import Reason, Refused
from records.values import RaceId
from tests.kept import once
from tests.steward.circus import ANN, BLUE, MOD, RED, Circus
from tests.toy_ruleset import TOY, Pace, Push, Stand, Stumbled, Walk


@once
async def race_with_a_stumble(circus: Circus) -> RaceId:
    """Return a race in which red has pushed blue, who held: inputs 1 and 2 are paces, 3 the push, 4 the hold."""
    race = await circus.race()
    await circus.pace(race)
    await circus.give(race, RED, Push(BLUE))
    await circus.give(race, BLUE, Stand(True))
    return race


async def stumbles(circus: Circus, race: RaceId) -> list[tuple[bool, int]]:
    """Return where red stumbled to, and whether that is void."""
    found = []
    for record in await circus.store.stories.facts(race):
        fact = msgspec.json.decode(record.fact, type=TOY.facts)
        if isinstance(fact, Stumbled):
            found.append((record.void, fact.to))
    return found


async def test_the_question_before_is_open_again_with_a_number_of_its_own(circus: Circus) -> None:
    race = await race_with_a_stumble(circus)

    await circus.steward.desk.rewind(race, ANN, 3, "a slip of the finger")

    blue = await circus.asked(race, BLUE)
    assert (blue.asked, blue.race.record.seq) == (5, 5)
    assert [each.void for each in await circus.store.stories.inputs(race)] == [False, False, False, True, False]


async def test_what_was_told_is_kept_and_void_and_the_story_goes_on_behind_it(circus: Circus) -> None:
    race = await race_with_a_stumble(circus)
    before = await circus.told(race)

    await circus.steward.desk.rewind(race, ANN, 3, "a slip of the finger")
    await circus.give(race, BLUE, Stand(True))

    after = await circus.told(race)
    assert after[: len(before)] == before
    assert [n for n, _ in after] == list(range(1, len(after) + 1))
    assert [void for void, _ in await stumbles(circus, race)] == [True, False]
    rewound = msgspec.json.decode(after[len(before)][1], type=TOY.facts)
    assert rewound == Rewound(3, 1)


async def test_the_dice_are_fresh_after_each_rewinding(circus: Circus) -> None:
    race = await race_with_a_stumble(circus)
    rolled = set()

    for _ in range(6):
        await circus.steward.desk.rewind(race, MOD, 3, "a slip of the finger")
        await circus.give(race, BLUE, Stand(True))
    for record in await circus.store.stories.facts(race):
        if '"Rolled"' in record.fact:
            rolled.add(tuple(msgspec.json.decode(record.fact)["dice"]))

    assert len(rolled) > 1


async def test_a_race_is_the_same_after_a_restart_behind_a_rewinding(circus: Circus) -> None:
    race = await race_with_a_stumble(circus)
    await circus.steward.desk.rewind(race, ANN, 3, "a slip of the finger")
    await circus.give(race, BLUE, Stand(False))

    other = await circus.again()

    assert (await other.asked(race, RED)).view == (await circus.asked(race, RED)).view
    await other.to_the_end(race)
    assert (await circus.steward.log.verify(race)).is_sound


async def test_one_may_go_back_behind_an_earlier_rewinding(circus: Circus) -> None:
    race = await race_with_a_stumble(circus)
    await circus.steward.desk.rewind(race, ANN, 3, "a slip of the finger")
    await circus.give(race, BLUE, Stand(True))

    await circus.steward.desk.rewind(race, ANN, 2, "a slip of the finger")
    assert (await circus.asked(race, RED)).asked == 7
    await circus.give(race, RED, Walk(3))
    await circus.to_the_end(race)

    assert (await circus.steward.log.verify(race)).is_sound
    kept = await circus.store.stories.inputs(race)
    assert [each.void for each in kept[:8]] == [False, False, True, True, True, True, False, False]


async def test_one_may_go_back_over_the_turns_end(circus: Circus) -> None:
    race = await circus.race()
    await circus.pace(race)
    await circus.give(race, RED, Walk(3))
    await circus.give(race, BLUE, Walk(3))
    assert (await circus.asked(race, RED)).view.turn == 2

    await circus.steward.desk.rewind(race, ANN, 3, "a slip of the finger")

    assert (await circus.asked(race, BLUE)).view.turn == 1
    await circus.give(race, BLUE, Walk(1))
    await circus.to_the_end(race)
    assert (await circus.steward.log.verify(race)).is_sound


@pytest.mark.parametrize("to", [4, 5, 99, -1])
async def test_there_is_no_going_back_to_what_does_not_hold(circus: Circus, to: int) -> None:
    race = await race_with_a_stumble(circus)
    await circus.steward.desk.rewind(race, ANN, 3, "a slip of the finger")

    with pytest.raises(Refused) as refused:
        await circus.steward.desk.rewind(race, ANN, to, "a slip of the finger")

    assert refused.value.reason is Reason.NO_SUCH_INPUT


async def test_the_beginning_of_the_race_can_be_gone_back_to(circus: Circus) -> None:
    race = await race_with_a_stumble(circus)

    await circus.steward.desk.rewind(race, ANN, 0, "a slip of the finger")

    assert (await circus.steward.log.status(race)).waiting[0].entry == RED
    await circus.give(race, RED, Pace(4))
    await circus.give(race, BLUE, Pace(4))
    await circus.to_the_end(race)
    assert (await circus.steward.log.verify(race)).is_sound
