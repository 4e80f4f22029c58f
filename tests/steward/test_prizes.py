"""Prizes of a season: for people who race others as well, or whom a moderator knows, and not too many (L-47)."""

from pathlib import Path

import pytest

from engine.leagues import standing
from records.refusals import Reason, Refused
from records.values import PlayerId
from tests.pasts import have_raced
from tests.steward.circus import ANN, BOB, EVE, MOD, Circus
from tests.steward.leagues import ONE, a_league, a_season, to_the_end
from tests.steward.test_season_ends import DAY, purses, with_prizes

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("small_seasons")]

CAL, DOT, FAY = PlayerId(400), PlayerId(500), PlayerId(600)
FIRST_TWO = 5_000
"""Sesterces: a season of two people brings the first two prizes."""


@pytest.fixture
def small_seasons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a season of two people and one race bring prizes."""
    monkeypatch.setattr(standing, "LEAST_RIVALS", 2)
    monkeypatch.setattr(standing, "LEAST_STARTS", 1)


async def run_season(circus: Circus, *, is_allowed: bool = False) -> int:
    """Run a season of Ann and Bob, and return the prizes that they got together."""
    before = sum(await purses(circus, ANN, BOB))
    league = await a_season(circus, ONE, house=0)
    if is_allowed:
        await circus.steward.leagues.allow_prizes(league, MOD, "I know them")
    await to_the_end(circus, league)
    assert (await circus.store.purses.audit()).is_sound
    return sum(await purses(circus, ANN, BOB)) - before


@pytest.mark.parametrize(
    ("met", "won"),
    [
        ((BOB,), 0),
        ((BOB, CAL, DOT), 0),
        ((CAL, DOT), 0),
        ((CAL, DOT, EVE), FIRST_TWO),
        ((BOB, CAL, DOT, EVE), FIRST_TWO),
    ],
)
async def test_only_people_who_have_raced_three_others_win_prizes(
    tmp_path: Path, met: tuple[PlayerId, ...], won: int
) -> None:
    """Accounts that race each other alone may be one person's, however often they do."""
    circus = await with_prizes(tmp_path)
    for number, player in enumerate((ANN, BOB), start=1_000):
        others = met if player == ANN else tuple(ANN if each == BOB else each for each in met)
        await have_raced(circus.store, number, player, *others)

    assert await run_season(circus) == won
    await circus.close()


async def test_races_that_do_not_count_and_seasons_of_their_own_make_nobody_known(tmp_path: Path) -> None:
    circus = await with_prizes(tmp_path)
    for number, player in enumerate((ANN, BOB), start=1_000):
        await have_raced(circus.store, number, player, CAL, DOT, EVE, is_rated=False)
    first = await run_season(circus)
    circus.clock.pass_by(30 * DAY)

    assert (first, await run_season(circus)) == (0, 0)
    await circus.close()


async def test_a_moderator_without_a_part_in_a_league_allows_its_prizes(tmp_path: Path) -> None:
    circus = await with_prizes(tmp_path)
    league = await a_league(circus, ONE)
    await circus.steward.leagues.join(league, ANN, "Ann")

    for by, reason, why in ((ANN, "for me", Reason.NEEDS_ANOTHER), (MOD, " ", Reason.REASON_WANTED)):
        with pytest.raises(Refused) as refused:
            await circus.steward.leagues.allow_prizes(league, by, reason)
        assert refused.value.reason is why
    await circus.steward.leagues.allow_prizes(league, MOD, "I know them")

    assert [(act.kind, act.by) for act in await circus.steward.desk.acts(league)] == [("allow", MOD)]
    await circus.deliver()
    assert "act" in circus.messenger.kinds(), "all read it"
    await circus.close()


async def test_who_allows_the_prizes_and_joins_then_allowed_nothing(tmp_path: Path) -> None:
    circus = await with_prizes(tmp_path)
    league = await a_league(circus, ONE)
    await circus.steward.leagues.allow_prizes(league, ANN, "before I join")
    for player, name in ((ANN, "Ann"), (BOB, "Bob")):
        await circus.steward.leagues.join(league, player, name)
    before = await purses(circus, ANN, BOB)
    await circus.steward.leagues.start(league, ANN)
    await to_the_end(circus, league)

    assert await purses(circus, ANN, BOB) == before
    await circus.close()


async def test_a_server_gives_no_more_in_four_weeks_than_two_seasons_bring(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A purse has one prize in that time anyway; other people of the same person come with other purses."""
    monkeypatch.setattr("steward.seasons.treasurer._had_lately", lambda *_: False)
    circus = await with_prizes(tmp_path)

    won = [await run_season(circus, is_allowed=True) for _ in range(4)]
    circus.clock.pass_by(29 * DAY)
    later = await run_season(circus, is_allowed=True)

    assert won == [5_000, 5_000, 2_000, 0], "two seasons promise 12,000"
    assert later == 5_000
    await circus.close()
