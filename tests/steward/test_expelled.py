"""What an expelled member may still do in a league: nothing, and no letter of theirs is printed (H.10, S-42)."""

from pathlib import Path

import pytest

from engine.leagues.words.acts import Instruct
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import Manager
from engine.plots import Trigger
from records.letters import Paper
from records.refusals import Reason, Refused
from records.values import EntryId, PlayerId, RaceId
from tests.steward.circus import ANN, BOB, EVE, MOD, Circus
from tests.steward.leagues import a_circus, a_deputy, a_season, to_phase
from tests.steward.test_members import refusal
from tests.steward.test_midway import to_race

DOT = PlayerId(400)


async def letters_of(circus: Circus, paper: Paper) -> list[str]:
    return [each.text for each in await circus.steward.letters.of_issue(paper, 1)]


async def a_league(path: Path, phase: str = "stable") -> tuple[Circus, RaceId, Paper]:
    circus = await a_circus(path)
    league = await a_season(circus)
    await to_phase(circus, league, phase)
    return circus, league, Paper("league", league)


async def test_who_is_expelled_has_no_letter_and_writes_none(tmp_path: Path) -> None:
    circus, league, paper = await a_league(tmp_path)
    letters = circus.steward.letters
    await letters.write(paper, BOB, "Bob", "Ann cheats")
    await letters.write(paper, ANN, "Ann", "I do not")

    await circus.steward.members.expel(league, MOD, BOB, "rude")

    assert await letters_of(circus, paper) == ["I do not"]
    assert await refusal(letters.write(paper, BOB, "Bob", "She does")) is LeagueReason.EXPELLED
    await to_phase(circus, league, "eve", event=2)
    assert await letters_of(circus, paper) == ["I do not"]
    await circus.close()


async def test_a_letter_that_is_printed_stays_though_its_writer_is_expelled_then(tmp_path: Path) -> None:
    circus, league, paper = await a_league(tmp_path)
    await circus.steward.letters.write(paper, BOB, "Bob", "A fine race")
    await to_phase(circus, league, "eve", event=2)

    await circus.steward.members.expel(league, MOD, BOB, "rude")

    assert await letters_of(circus, paper) == ["A fine race"]
    await circus.close()


async def test_an_expelled_deputy_writes_no_more_and_the_owner_does(tmp_path: Path) -> None:
    circus, league, paper = await a_league(tmp_path)
    letters = circus.steward.letters
    await a_deputy(circus.steward, league, BOB, EVE)
    await letters.write(paper, EVE, "Eve", "Bob is away")

    await circus.steward.members.expel(league, MOD, EVE, "rude")
    await letters.write(paper, BOB, "Bob", "I am back")

    assert await letters_of(circus, paper) == ["I am back"]
    assert await refusal(letters.write(paper, EVE, "Eve", "No")) is LeagueReason.EXPELLED
    await circus.close()


async def test_who_is_expelled_from_a_lobby_or_given_a_stable_again(tmp_path: Path) -> None:
    circus, league, paper = await a_league(tmp_path)
    letters = circus.steward.letters
    await circus.steward.members.expel(league, MOD, BOB, "rude")
    await refusal(letters.write(paper, BOB, "Bob", "No"))

    await circus.steward.members.hand(league, MOD, EntryId(2), BOB, "Bob", "sorry")

    assert await letters.write(paper, BOB, "Bob", "Thank you") == 1
    await circus.close()


async def test_an_expelled_owner_does_nothing_more_for_the_stable(tmp_path: Path) -> None:
    circus, league, _ = await a_league(tmp_path)
    await circus.steward.members.expel(league, MOD, BOB, "rude")

    with pytest.raises(Refused):
        await circus.steward.leagues.act(league, BOB, Instruct(Manager(entries=0)))
    with pytest.raises(Refused):
        await a_deputy(circus.steward, league, BOB, DOT)
    with pytest.raises(Refused):
        await circus.steward.members.vote(league, BOB, ANN)
    await circus.close()


async def test_what_is_refused_notes_nobody(tmp_path: Path) -> None:
    """Who was to get a stable, or came too late, is known from then on only if they do."""
    circus, league, _ = await a_league(tmp_path)
    steward, people = circus.steward, circus.store.people
    await steward.members.expel(league, MOD, BOB, "rude")
    await people.set_player(BOB, name="Bob", dms="refused")

    await refusal(steward.members.hand(league, MOD, EntryId(1), DOT, "Dot", "hers now"))
    await refusal(steward.members.hand(league, MOD, EntryId(9), DOT, "Dot", "hers now"))
    await refusal(steward.leagues.join(league, BOB, "Robert", colour="purple"))
    await refusal(steward.leagues.join(league, DOT, "Dot", colour="red"))
    await steward.leagues.cancel(league, ANN, "enough")
    await refusal(steward.leagues.join(league, DOT, "Dot"))

    bob = await people.player(BOB)
    assert await people.player(DOT) is None
    assert bob is not None
    assert (bob.name, bob.dms) == ("Bob", "refused")
    await circus.close()


async def test_who_is_out_of_the_season_reveals_no_bribe_of_the_stable(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    season, _ = await to_race(circus)
    midway = circus.steward.midway
    await circus.steward.members.expel(season, MOD, ANN, "rude")

    assert await refusal(midway.change(season, ANN, 1, None)) is LeagueReason.OUT_OF_THE_SEASON
    assert [each.plot.trigger for each in await midway.bribes(season, ANN)] == [Trigger()]
    await circus.close()


async def test_an_owner_decides_nothing_in_the_race_while_a_deputy_does(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    season, _ = await to_race(circus)
    midway = circus.steward.midway
    await a_deputy(circus.steward, season, ANN, EVE)

    assert await refusal(midway.change(season, ANN, 1, None)) is Reason.REINS_ELSEWHERE
    await midway.change(season, EVE, 1, Trigger("turn", 3))

    assert [each.plot.trigger for each in await midway.bribes(season, EVE)] == [Trigger("turn", 3)]
    await circus.close()
