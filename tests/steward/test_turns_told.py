"""A race told by turns: which notices tell it, and the digest that is told before anything is revealed."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from engine.facts import Rewound, Sealed, Unsealed
from records.races import StoryMode
from records.values import EntryId, RaceId
from steward import Story, hear_the_end, read_body
from steward.telling.reveals import digest_of, reveals
from tests.steward.circus import ANN, BLUE, BOB, RED, Circus
from tests.steward.test_proofs import checked
from tests.toy_ruleset import Pace, Push, Stand


async def stories(circus: Circus, race: RaceId) -> list[Story]:
    found = await circus.steward.delivery.notices(race)
    return [read_body(each, Story) for each in found if each.kind == "story" and each.player is None]


async def seals(circus: Circus, race: RaceId) -> list[Sealed]:
    return [fact for fact in await circus.steward.log.facts(race) if isinstance(fact, Sealed)]


async def test_the_digest_of_all_seals_comes_before_what_they_hold(circus: Circus) -> None:
    race = await circus.race(story=StoryMode.TURN)
    await circus.give(race, RED, Pace(3))
    assert not [each for each in await stories(circus, race) if each.seals]

    await circus.give(race, BLUE, Pace(2))

    first, *_ = [each for each in await stories(circus, race) if each.seals]
    assert first.last < first.first, "it tells no phase"
    assert (first.seals[0].sealed, first.seals[0].is_ordered) == (2, False)
    lines = "\n".join(f"{each.entry} {each.seal}" for each in await seals(circus, race))
    assert first.seals[0].digest == hashlib.sha256(lines.encode()).hexdigest()
    told = await circus.steward.log.facts(race, first.after + 1, first.upto)
    assert not any(isinstance(fact, Unsealed) for fact in told)


async def test_an_answer_that_is_changed_counts_as_it_was_sealed_last(circus: Circus) -> None:
    race = await circus.race(story=StoryMode.TURN)
    for pace in (1, 2, 3):
        await circus.give(race, RED, Pace(pace))
    await circus.give(race, BLUE, Pace(3))

    first, _, third, blue = await seals(circus, race)
    (digest,) = {seal.digest for each in await stories(circus, race) for seal in each.seals}
    assert digest == digest_of([third, blue]) != digest_of([first, blue])


async def test_all_notices_of_a_turn_name_it_and_the_last_says_that_it_is_over(circus: Circus) -> None:
    race = await circus.race(story=StoryMode.TURN, turns=2)
    await circus.to_the_end(race)

    told = [each for each in await stories(circus, race) if each.turn]
    turns = list(dict.fromkeys(each.turn for each in told))
    for turn in turns:
        mine = [each for each in told if each.turn == turn]
        assert [each.is_whole for each in mine] == [False] * (len(mine) - 1) + [True]
        assert len({each.after for each in mine}) == 1
    scenes = [n for each in told for n in range(each.first, each.last + 1)]
    assert scenes == list(range(1, len(scenes) + 1)), "each phase is told once, in order"
    assert [each.is_end for each in told] == [False] * (len(told) - 1) + [True]
    assert told[-1].upto == len(await circus.steward.log.facts(race))
    starts = [next(each for each in told if each.turn == turn).after for turn in turns]
    ends = [each.upto for each in told if each.is_whole]
    assert starts[1:] == ends[:-1], "what is told of a turn begins where the turn before ended"


async def test_a_race_taken_up_again_tells_its_turns_as_if_nothing_had_been(circus: Circus) -> None:
    race = await circus.race(story=StoryMode.TURN, turns=2)
    await circus.give(race, RED, Pace(3))
    again = await circus.again()
    await again.give(race, BLUE, Pace(3))
    again = await again.again()
    await again.to_the_end(race)
    told = await stories(again, race)
    assert {seal.digest for each in told for seal in each.seals} == {
        each.sealing.digest for each in await again.steward.log.reveals(race)
    }
    assert sum(each.is_end for each in told) == 1
    await again.close()


async def test_after_going_back_a_turn_is_told_in_a_post_of_its_own(circus: Circus) -> None:
    race = await circus.race(story=StoryMode.TURN)
    await circus.pace(race)
    before = {each.post for each in await stories(circus, race)}
    await circus.give(race, RED, Push(BLUE))
    await circus.steward.desk.rewind(race, ANN, 2, "a slip")

    await circus.to_the_end(race)

    told = await stories(circus, race)
    back = next(n for n, fact in enumerate(await circus.steward.log.facts(race), start=1) if isinstance(fact, Rewound))
    later = [each for each in told if each.upto >= back]
    assert not before & {each.post for each in later}
    assert all(each.after >= back - 1 for each in later)
    assert (await circus.steward.log.verify(race)).is_sound


async def test_the_post_of_a_turn_is_void_as_far_as_the_race_went_back(circus: Circus) -> None:
    race = await circus.race(story=StoryMode.TURN, turns=2)
    await circus.to_the_end_of_turn(race)
    await circus.deliver()
    whole = next(each for each in await stories(circus, race) if each.turn and each.is_whole)
    inputs = await circus.store.stories.inputs(race)

    await circus.steward.desk.rewind(race, ANN, inputs[0].seq, "a slip")
    await circus.deliver()

    void = await circus.steward.delivery.void_stories(race)
    assert {each.player for each, _ in void} == {None}
    assert all(scenes == set(range(whole.turn, whole.last + 1)) for _, scenes in void), "of all that the post tells"


async def test_a_full_story_is_told_as_ever(circus: Circus) -> None:
    race = await circus.race()
    await circus.to_the_end(race)
    assert not any(each.turn or each.seals for each in await stories(circus, race))
    assert not [each for each in await circus.steward.delivery.notices(race) if each.kind == "story" and each.player]


async def test_each_player_hears_of_the_end_but_who_raced_alone_of_a_nemesis_at_most(circus: Circus) -> None:
    race = await circus.race(story=StoryMode.TURN, turns=1)
    await circus.to_the_end(race)
    heard = [
        each.player for each in await circus.steward.delivery.notices(race) if each.kind == "story" and each.player
    ]
    assert heard == [ANN, BOB]

    alone = await circus.lobby()
    await circus.store.races.set(alone, story=StoryMode.TURN)
    await circus.steward.lobbies.join(alone, ANN, "Ann", colour="red")
    await circus.steward.lobbies.fill(alone, ANN, None, 1)
    await circus.steward.lobbies.start(alone, ANN)
    await circus.to_the_end(alone)
    told = [each for each in await circus.steward.delivery.notices(alone) if each.kind == "story" and each.player]
    assert [each.player for each in told] == [ANN], "the messenger looks whether there is a nemesis to tell of"
    assert hear_the_end(await circus.steward.race(alone)) == ()
    lobby = await circus.steward.race(alone)
    of_league = replace(lobby, record=msgspec.structs.replace(lobby.record, league=RaceId(9)))
    assert (hear_the_end(lobby), hear_the_end(of_league)) == ((), (ANN,)), "its owner may have been away"


# The proof


async def test_a_stranger_finds_the_digests_in_the_file(circus: Circus, tmp_path: Path) -> None:
    race = await circus.race(story=StoryMode.TURN)
    await circus.pace(race)
    await circus.give(race, RED, Push(BLUE))
    await circus.give(race, BLUE, Stand(True))
    await circus.to_the_end(race)
    proof = json.loads(await circus.steward.log.proof(race))

    assert len(proof["digests"]) == len(await circus.steward.log.reveals(race)) >= 2
    assert checked(tmp_path / "race.json", proof) == (0, "Everything fits.")
    proof["digests"][0] = "0" * 64
    code, said = checked(tmp_path / "race.json", proof)
    assert (code, said) == (1, f"the digest {'0' * 64} was told, and no seals have it")


async def test_a_digest_that_fits_no_seals_is_found(circus: Circus, monkeypatch: pytest.MonkeyPatch) -> None:
    race = await circus.race(story=StoryMode.TURN)
    await circus.pace(race)
    assert (await circus.steward.log.verify(race)).is_sound

    async def other(_race: RaceId) -> list[str]:
        return ["ab" * 32]

    monkeypatch.setattr(circus.steward.turns, "digests", other)
    found = await circus.steward.log.verify(race)
    assert not found.is_sound
    assert found.wrong_digests == ("ab" * 32,)


def test_seals_that_a_rewinding_made_void_are_in_no_digest() -> None:
    red, blue, late = (Sealed(EntryId(entry), seal) for entry, seal in ((1, "a"), (2, "b"), (2, "c")))
    told = [(1, red), (2, blue), (3, late), (4, Rewound(2, 1, "why")), (5, Unsealed(EntryId(1), "", "")),
            (5, Unsealed(EntryId(2), "", ""))]  # fmt: skip
    (found,) = reveals(told)
    assert (found.n, found.entries, found.seals) == (5, (1, 2), (red, blue))
