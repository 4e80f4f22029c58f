"""Thumbs of the crowd: who may vote, when, how often; nothing shows before the count, and nobody shortens it."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from cogs.kit.messages import words_for
from cogs.panels.onlookers import OnlookerButton
from cogs.panels.race import waiting_lines
from engine.arena.asks import CountThumbs, Plan, TakeMan
from engine.arena.facts import FateDecided, VoteCast, VotesCounted
from engine.arena.rules.fate import MOST_TURNED
from engine.facts import Rolled
from engine.rulesets import RULESETS
from records.races import Pace, StoryMode
from records.refusals import Reason, Refused
from records.values import PlayerId, RaceId
from steward import NewRace, Timing
from steward.running.bookmaker import opening
from tests.cogs.arena import ANN, BOB, EVE, Arena
from tests.cogs.bettors import labels, tap
from tests.cogs.fakes import CHANNEL, GUILD, THREAD, FakeChannel, FakeInteraction

RULES = RULESETS["arena"]
LIFE, DEATH = "life-1", "death-1"
VOTERS = [PlayerId(number) for number in range(600, 606)]
HALF_A_DAY = 12 * 3_600
WHO_VOTES = (
    "-# A thumb for every member of a day or more (`/server bets age:` may ask for more days), but not for whoever "
    "leads one of the two men. They count from 3 thumbs on: fewer change nothing, and the roll alone decides."
)


async def fallen(arena: Arena, *, alone: bool = False, story: StoryMode = StoryMode.FULL, **options: Any) -> RaceId:
    """Let Bob surrender before Eve, or before a house fighter; Ann hosts it, and drives nothing."""
    timing = Timing({kind: each.seconds for kind, each in RULES.decisions.items()}, pace=Pace.MOVES, story=story)
    new = NewRace(GUILD, CHANNEL, ANN, RULES.id, RULES.options(**options), timing, "Munus")
    race = await arena.circus.store.races.add(
        record := await arena.steward.lobbies.new_race(new), opening(RULES, record.opened), is_limited=True
    )
    await arena.steward.lobbies.set_thread(race, THREAD)
    await arena.steward.lobbies.join(race, BOB, "Bob", colour="red")
    if alone:
        await arena.steward.lobbies.fill(race, ANN, "steady", 1)
    else:
        await arena.steward.lobbies.join(race, EVE, "Eve", colour="blue")
    await arena.steward.lobbies.start(race, ANN)
    await arena.deliver()
    people = [BOB] if alone else [BOB, EVE]
    for player in people:
        await arena.give(player, TakeMan(1))
    for player in people:
        await arena.give(player, Plan("stand", "none", "all", surrender=player == BOB))
    await arena.deliver()
    return race


async def say(arena: Arena, race: RaceId, player: PlayerId, code: str, **where: Any) -> FakeInteraction:
    return await tap(arena, player, f"say:{race}:{code}", **where)


async def count(arena: Arena) -> None:
    arena.circus.clock.pass_by(HALF_A_DAY + 10)
    await arena.steward.timekeeper.tick()
    await arena.deliver()


async def told(arena: Arena, race: RaceId, kind: type[Any]) -> list[Any]:
    facts = await arena.steward.log.facts(race, 0, 10_000)
    return [each for each in facts if isinstance(each, kind)]


async def test_the_post_of_a_fall_has_thumbs_until_they_are_counted(arena: Arena) -> None:
    race = await fallen(arena)
    thumbs = [each for message in arena.thread.messages for each in labels(message.said) if "Red" in each]

    answers = [await say(arena, race, voter, DEATH if at else LIFE) for at, voter in enumerate(VOTERS)]
    before = await told(arena, race, FateDecided)
    await count(arena)

    assert all("Nobody sees it before the count" in each.told for each in answers)
    assert before == []
    (counted,) = await told(arena, race, VotesCounted)
    assert (counted.life, counted.death, counted.modifier) == (1, 5, -2)
    assert len(await told(arena, race, FateDecided)) == 1
    (fate,) = [each for each in await told(arena, race, Rolled) if each.what_for == "fate"]
    assert {each.name: each.amount for each in fate.modifiers}["votes"] == -2
    assert thumbs == ["Life for 🔴 1 Red", "Death for 🔴 1 Red"]
    (called,) = [text for message in arena.thread.messages for text in message.said.contents() if "👍 👎" in text]
    assert called == f"👍 👎 **Life or death?** The crowd decides: press what you want to see.\n{WHO_VOTES}"


@pytest.mark.parametrize("player", [BOB, EVE])
async def test_neither_owner_votes_nor_whoever_acts_for_one(arena: Arena, player: PlayerId) -> None:
    race = await fallen(arena)

    own = await say(arena, race, player, LIFE)
    await arena.steward.desk.replace(race, ANN, 1 if player == BOB else 2, 600, "a friend helps out")  # type: ignore[arg-type]
    friend = await say(arena, race, PlayerId(600), LIFE)

    assert "You lead one of the two men" in own.told
    assert "You lead one of the two men" in friend.told
    assert await told(arena, race, VoteCast) == []


async def test_accounts_that_came_today_have_no_vote_nor_has_who_left(arena: Arena) -> None:
    race = await fallen(arena)
    interaction: Any = arena.act(PlayerId(600))
    interaction.user.joined_at = SimpleNamespace(timestamp=lambda: arena.steward.now() - 86_399)

    await interaction.response.defer(ephemeral=True, thinking=True)
    with pytest.raises(Refused) as refused:
        await OnlookerButton(race, LIFE).press(interaction)
    interaction.user.joined_at = SimpleNamespace(timestamp=lambda: arena.steward.now() - 86_401)
    await OnlookerButton(race, LIFE).press(interaction)

    assert refused.value.reason is Reason.TOO_NEW_FOR_A_SAY
    assert "0 days so far. No setting asks for less. Wait" in words_for(refused.value)
    assert len(await told(arena, race, VoteCast)) == 1


async def test_a_server_that_asks_bettors_for_more_days_asks_voters_for_them(arena: Arena) -> None:
    race = await fallen(arena)
    await arena.steward.wagers.set_server_rules(GUILD, lambda rules: msgspec.structs.replace(rules, age=60))

    refused = await say(arena, race, PlayerId(600), LIFE)

    assert "after 60 days as a member of this server: 40 days so far" in refused.told
    assert "`/server bets age:` asks for so many here." in refused.told


async def test_who_fights_reads_that_first_however_new_they_are(arena: Arena) -> None:
    race = await fallen(arena)
    await arena.steward.wagers.set_server_rules(GUILD, lambda rules: msgspec.structs.replace(rules, age=60))

    assert "You lead one of the two men" in (await say(arena, race, BOB, LIFE)).told
    assert await told(arena, race, VoteCast) == []


async def test_the_panel_says_what_the_crowd_can_do_and_not_that_it_waits_for_the_owners(arena: Arena) -> None:
    race = await fallen(arena)

    lines = waiting_lines(await arena.steward.log.status(race))

    closes = int(arena.steward.now() + HALF_A_DAY)
    fall = f"👍 👎 **Life** and **Death** stand under the fall; the thumbs are counted <t:{closes}:R>."
    assert lines == [fall, WHO_VOTES]


async def test_one_person_has_one_vote_and_changes_it_a_few_times_at_most(arena: Arena) -> None:
    race = await fallen(arena)

    said = [await say(arena, race, VOTERS[0], DEATH if at % 2 else LIFE) for at in range(MOST_TURNED + 2)]
    twice = await say(arena, race, VOTERS[0], DEATH)
    await count(arena)

    assert "as often as anyone may" in said[-1].told
    assert "said death already" in twice.told
    assert len(await told(arena, race, VoteCast)) == 1
    (counted,) = await told(arena, race, VotesCounted)
    assert (counted.life, counted.death) == (0, 1)


async def test_nothing_of_a_vote_shows_before_the_count(tmp_path: Path) -> None:
    seen = []
    for code in (LIFE, DEATH):
        world = Arena(tmp_path / f"{code}.sqlite3")
        await world.circus.open()
        race = await fallen(world)
        for voter in VOTERS[:3]:
            answer = await say(world, race, voter, code)
        await say(world, race, VOTERS[3], LIFE)
        await world.deliver()
        public = [str(each) for each in await world.steward.log.facts(race, 0, 10_000)]
        view = (await world.steward.log.status(race)).view
        seen.append((words_in(world.thread), public, answer.told.replace("death", "life"), view))
        await world.close()

    assert seen[0] == seen[1]


async def test_no_house_fighter_and_no_single_owner_cuts_a_vote_short_and_nobody_misses_a_turn(arena: Arena) -> None:
    race = await fallen(arena, alone=True)

    await arena.give(BOB, CountThumbs())
    await say(arena, race, VOTERS[0], LIFE)
    assert await told(arena, race, FateDecided) == []
    await count(arena)

    assert len(await told(arena, race, FateDecided)) == 1
    assert [each.missed for each in (await arena.steward.race(race)).factions] == [0, 0]


async def test_a_late_thumb_and_one_where_nobody_lies_count_for_nothing(arena: Arena) -> None:
    race = await fallen(arena)
    nobody = await say(arena, race, VOTERS[0], "life-2")
    arena.circus.clock.pass_by(HALF_A_DAY + 1)
    late = None
    try:
        await arena.steward.onlookers.say(race, VOTERS[0], LIFE, 30)
    except Refused as refused:
        late = refused.reason
    await count(arena)
    over = await say(arena, race, VOTERS[0], LIFE)

    assert "Nobody lies there" in nobody.told
    assert late is Reason.TOO_LATE
    assert "over" in over.told
    (counted,) = await told(arena, race, VotesCounted)
    assert counted.life == counted.death == 0


async def test_the_host_decides_where_the_terms_say_so_and_nobody_else(arena: Arena) -> None:
    race = await fallen(arena, mercy="host")

    stranger = await say(arena, race, VOTERS[0], LIFE)
    host = await say(arena, race, ANN, LIFE)
    await count(arena)

    assert "the host alone decides" in stranger.told
    assert not [text for message in arena.thread.messages for text in message.said.contents() if "A thumb for" in text]
    assert "Taken: **life**" in host.told
    (fate,) = await told(arena, race, FateDecided)
    assert (fate.lives, fate.by) == (True, "host")


async def test_votes_outlive_the_program(arena: Arena) -> None:
    race = await fallen(arena)
    for voter in VOTERS[:3]:
        await say(arena, race, voter, LIFE)
    again = await arena.circus.again()
    arena.circus.clock.pass_by(HALF_A_DAY + 10)
    await again.steward.timekeeper.tick()

    facts = await again.steward.log.facts(race, 0, 10_000)
    (counted,) = [each for each in facts if isinstance(each, VotesCounted)]
    assert (counted.life, counted.death, counted.modifier) == (3, 0, 2)


async def test_without_a_crowd_the_dice_decide_at_once(arena: Arena) -> None:
    race = await fallen(arena, mercy="dice")

    assert len(await told(arena, race, FateDecided)) == 1


def words_in(channel: FakeChannel) -> list[list[str]]:
    return [each.said.words() for each in channel.messages]


@pytest.mark.parametrize("story", [StoryMode.TURN, StoryMode.BRIEF])
async def test_the_one_post_of_a_turn_has_thumbs_as_long_as_they_count(arena: Arena, story: StoryMode) -> None:
    race = await fallen(arena, story=story)
    before = [each for message in arena.thread.messages for each in labels(message.said) if "Life" in each]
    await say(arena, race, VOTERS[0], LIFE)
    await count(arena)
    after = [each for message in arena.thread.messages for each in labels(message.said) if "Life" in each]

    assert before == ["Life for 🔴 1 Red"]
    assert after == []


@pytest.mark.parametrize("game", RULESETS)
async def test_there_are_bets_on_laps_and_wrecks_where_chariots_race_and_only_there(arena: Arena, game: str) -> None:
    rules = RULESETS[game]
    timing = Timing({kind: each.seconds for kind, each in rules.decisions.items()})
    race = await arena.steward.lobbies.open_race(NewRace(GUILD, CHANNEL, ANN, game, rules.options(), timing, "Munus"))

    kinds = {each.kind for each in (await arena.steward.wagers.board(race, EVE)).markets}

    assert "win" in kinds
    assert bool(kinds & {"fastest lap", "first wreck", "finishers", "place"}) == (game != "arena")
