"""Between a league and its race: a round of bets after a lap (26.3), and bribes that wait for their payer (R-G35)."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.leagues.midway import due as is_due
from engine.leagues.midway import of_house
from engine.leagues.words.acts import BetInWindow, CloseWindow, OpenWindow, VoidWindow
from engine.leagues.words.facts import WindowClosed, WindowOpened
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.sheets import Eve, Plan
from engine.leagues.words.state import League, Stake, Window
from engine.plots import Trigger
from engine.stables import Midway
from records.refusals import Refused
from records.values import EntryId, RaceId
from tests.kept import once
from tests.leagues.builders import ANN as FIRST
from tests.leagues.builders import BOB as SECOND
from tests.leagues.builders import CLEO, league, session
from tests.steward.circus import Circus
from tests.steward.leagues import ANN, BOB, a_circus, a_season, seal, sheet_of, to_phase

TWO_LAPS = LeagueOptions(events=1, laps=2, filled_to=4)


@once
async def to_race(circus: Circus, filled_to: int = 4) -> tuple[RaceId, int]:
    """Start a season of Ann, Bob and the house, with a bribe of Ann's; return it, and the chariot that Ann backs."""
    season = await a_season(circus, msgspec.structs.replace(TWO_LAPS, filled_to=filled_to))
    await to_phase(circus, season, "eve")
    sheet = await sheet_of(circus, season, ANN)
    assert sheet is not None
    question: Any = sheet.ask.question
    own, rival = question.own[0], next(each for each in question.entered if each not in question.own)
    await seal(circus, sheet, Eve((Stake(own, 500),), (Plan("slow", rival, 1_500),)))
    await to_phase(circus, season, "race")
    return season, own


async def all_answer(circus: Circus) -> None:
    """Let Ann, then Bob, answer all that they are asked, and whatever is due happen in between."""
    for player in (ANN, BOB):
        for opened in await circus.steward.open_asks(player):
            await seal(circus, opened, opened.ask.default, player)
        await circus.steward.timekeeper.tick()


async def is_told(circus: Circus, season: RaceId, kind: type) -> bool:
    """Tell whether a scene of the league has a fact of this kind: scenes are what its thread is told."""
    scenes = await circus.steward.log.scenes(season, 1, 100)
    return any(isinstance(fact, kind) for scene in scenes for fact in scene.facts)


@pytest.mark.slow
async def test_a_round_of_bets_opens_after_a_lap_and_closes_as_the_speeds_are_shown(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    season, own = await to_race(circus)
    midway = circus.steward.midway
    with pytest.raises(Refused) as early:
        await midway.bet(season, ANN, BetInWindow(1, (Stake(own, 100),)))

    for _ in range(200):
        if (view := (await circus.steward.log.status(season)).view).windows:
            break
        await all_answer(circus)
    assert view.windows == {1: True}
    assert await is_told(circus, season, WindowOpened), "at once, and not when the race is over"
    await midway.bet(season, ANN, BetInWindow(1, (Stake(own, 300),)))
    sealed = (await circus.steward.log.status(season)).view
    await all_answer(circus)

    assert early.value.reason is LeagueReason.NO_WINDOW
    assert sealed.window_stakes == {}, "nobody sees it before the round closes"
    view = (await circus.steward.log.status(season)).view
    assert (view.windows, view.window_stakes[1][FIRST]) == ({1: False}, (Stake(own, 300),))
    assert await is_told(circus, season, WindowClosed)
    with pytest.raises(Refused) as late:
        await midway.bet(season, ANN, BetInWindow(1, (Stake(own, 400),)))
    assert late.value.reason is LeagueReason.NO_WINDOW
    await circus.close()


@pytest.mark.slow
async def test_a_bribe_waits_under_its_payers_hand_and_outlives_a_restart(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    season, _ = await to_race(circus)
    midway = circus.steward.midway

    (bribe,) = await midway.bribes(season, ANN)
    assert bribe.plot.trigger == Trigger()
    await midway.change(season, ANN, 1, Trigger("turn", 3))
    with pytest.raises(Refused):
        await midway.change(season, BOB, 1, None)
    after = await circus.again()

    (kept,) = await after.steward.midway.bribes(season, ANN)
    assert kept.plot.trigger == Trigger("turn", 3)
    assert await after.steward.midway.bribes(season, BOB) == ()
    await after.steward.midway.change(season, ANN, 1, None)
    (pulled,) = await after.steward.midway.bribes(season, ANN)
    assert pulled.plot.trigger == Trigger("turn", 2), "it comes as the next turn begins"
    await circus.close()


def a_league(windows: dict[int, Window]) -> League:
    made = league({FIRST: 1, SECOND: 1}, "race", laps=3)
    made.windows = windows
    return made


@pytest.mark.parametrize(
    ("windows", "laps", "is_between", "due"),
    [
        ({}, 0, True, None),
        ({}, 1, True, OpenWindow(1)),
        ({}, 1, False, None),
        ({1: Window()}, 1, True, None),
        ({1: Window()}, 1, False, CloseWindow(1)),
        ({1: Window(is_open=False)}, 2, True, OpenWindow(2)),
        ({1: Window(is_open=False), 2: Window(is_open=False)}, 3, True, None),
        ({1: Window(is_open=False), 2: Window()}, 0, False, VoidWindow(2)),
    ],
    ids=["early", "lap", "written", "open", "shown", "second", "home", "went back"],
)
def test_which_round_is_due(windows: dict[int, Window], laps: int, is_between: bool, due: object) -> None:
    assert is_due(a_league(windows), Midway(5, laps, ()), is_between=is_between) == due


@pytest.mark.parametrize(
    ("temper", "order", "cash", "bets"),
    [
        ("steady", (1, 2, 3), 10_000, ()),  # its own is second, and it believes in the first alone
        ("steady", (2, 1, 3), 10_000, (Stake(2, 400),)),
        ("steady", (2, 1, 3), 2_400, ()),  # 4 % of the cash are less than a bet
        ("bold", (3, 2, 1), 10_000, (Stake(2, 500), Stake(3, 300))),
        ("bold", (3, 2, 1), 5_000, (Stake(2, 400),)),
        ("bold", (3, 1, 2), 10_000, (Stake(3, 200),)),  # no more on others than on its own
        ("sly", (3, 1, 2), 10_000, (Stake(3, 200),)),
        ("sly", (), 10_000, ()),
    ],
)
def test_managers_of_the_house_bet_again_within_their_means(
    temper: str, order: tuple[int, ...], cash: int, bets: tuple[Stake, ...]
) -> None:
    made = league({FIRST: 1, SECOND: 1, CLEO: 1}, "race", laps=3, cash=cash)
    made.stakes, made.odds = {SECOND: (Stake(2, 500), Stake(3, 300))}, {2: 1, 3: 2}
    made.windows = {1: Window()}

    found = list(of_house(made, Midway(5, 1, (), tuple(map(EntryId, order))), 1, temper, SECOND))

    assert found == ([BetInWindow(1, bets)] if bets else [])
    for act in found:
        session(made).act(SECOND, act)
