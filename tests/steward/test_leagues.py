"""Seasons through the steward: by the clock alone, by answers, with the ledger beside them."""

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cogs.posts.race_panel import start_text
from db.store import Store
from db.writing.leagues import LeagueStore
from engine.facts import Fact
from engine.leagues import auction, phases
from engine.leagues.whispers import show_all
from engine.leagues.words import charts
from engine.leagues.words.acts import AskHelp, BuyCar, BuyDriver, OfferLoan
from engine.leagues.words.facts import Line, LoanMade, Posted, RaceCameBack, RaceWasCalledOff, Whispered
from engine.leagues.words.names import name_of
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.sheets import Bid, Bids, Entries, Eve, EveOfRace, Founding, Plan
from engine.leagues.words.state import BANK, League, Loan, Stake
from engine.questions import Answer
from engine.table import Table
from records.batches import Batch
from records.refusals import Reason, Refused
from records.values import EntryId, RaceId
from steward.seasons.leagues import Founded
from steward.seasons.treasurer import account_of, counted
from tests.steward.circus import ANN, BOB, EVE, Circus
from tests.steward.leagues import (
    CHANNEL,
    GUILD,
    ONE,
    PHASES,
    SHORT,
    a_circus,
    a_league,
    a_season,
    check_treasuries,
    pass_by,
    same_bytes,
    seal,
    sheet_of,
    spans,
    to_phase,
    to_the_end,
)

# A whole season


@pytest.mark.slow
async def test_a_season_runs_to_its_end_by_clock_alone(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)

    await to_the_end(circus, league)

    races = await circus.steward.leagues.races(league)
    assert [(race.round, race.state, race.thread) for race in races] == [(1, "finished", 3), (2, "finished", 3)]
    view = (await circus.steward.log.status(league)).view
    assert view.is_over
    assert len(view.ranks) == 3
    await check_treasuries(circus, league)
    assert (await circus.store.purses.audit()).is_sound
    assert (await circus.steward.log.verify(league)).is_sound
    assert {each.kind for each in circus.messenger.delivered if each.player in (ANN, BOB)} >= {"summons"}
    await check_what_is_remembered(circus, league)
    await circus.close()


async def check_what_is_remembered(circus: Circus, league: RaceId) -> None:
    """Check what is looked up of a season that is over: its races by stables, and its title."""
    await circus.steward.chronicler.catch_up()
    past = circus.store.past
    first, second = reversed(await past.summaries(GUILD))
    assert [(each.race.league, each.race.round) for each in (first, second)] == [(league, 1), (league, 2)]
    lobby = await circus.steward.race(league)
    owned = {each.player: entry.name for entry in lobby.entries for each in [lobby.faction_of(entry.entry)] if each}
    mine = [(each.owner, each.stable) for each in first.entries if each.owner is not None]
    assert mine
    assert all(owned[owner] == stable for owner, stable in mine)
    view = (await circus.steward.log.status(league)).view
    titles = await past.titles(GUILD)
    assert {(each.kind, each.faction, each.rank) for each in titles} == {
        ("season", each.stable, each.rank) for each in view.ranks if each.counts
    }
    kept = await past.everything()
    await circus.steward.chronicler.make_anew()
    assert await past.everything() == kept


# Members


async def test_who_may_join_leave_and_start(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    leagues, league = circus.steward.leagues, await a_league(circus)
    await leagues.join(league, ANN, "Ann")

    with pytest.raises(Refused) as alone:
        await leagues.start(league, ANN)
    with pytest.raises(Refused) as twice:
        await leagues.join(league, ANN, "Ann")
    with pytest.raises(Refused) as other:
        await leagues.add_house(league, BOB)
    bob = await leagues.join(league, BOB, "Bob", role="better")
    assert leagues.options_of(await leagues.league(league)).betters == (bob.entry,)
    await circus.steward.members.leave(league, BOB)
    eve = await leagues.join(league, EVE, "Eve", colour="blue")
    await leagues.add_house(league, ANN, 2)
    await leagues.start(league, ANN)
    with pytest.raises(Refused) as late:
        await leagues.start(league, ANN)

    assert [each.value.reason for each in (alone, twice, other, late)] == [
        LeagueReason.WRONG_NUMBER,
        LeagueReason.HAS_A_STABLE,
        Reason.NOT_THE_HOST,
        Reason.NOT_IN_LOBBY,
    ]
    view = (await circus.steward.log.status(league)).view
    assert (eve.entry, eve.colour) == (2, "blue")
    assert [(each.number, each.role, each.is_house) for each in view.stables] == [
        (1, "owner", False),
        (2, "owner", False),
        (3, "owner", True),
        (4, "owner", True),
    ]
    await circus.close()


async def test_a_league_of_unknown_events_is_refused(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)

    with pytest.raises(Refused) as refused:
        await circus.steward.leagues.open(
            Founded(GUILD, CHANNEL, ANN, msgspec.structs.replace(SHORT, kinds=("gala",)), PHASES, spans(), "Ludi")
        )

    assert refused.value.reason is LeagueReason.NO_LEAGUE
    await circus.close()


async def test_who_joins_late_bets_at_once_and_adds_nothing_to_the_dice(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)
    await to_phase(circus, league, "stable")

    await circus.steward.leagues.join(league, EVE, "Eve", role="better", word="late")
    again = await circus.again()
    await to_phase(again, league, "eve")

    sheet = await sheet_of(again, league, EVE)
    assert sheet is not None
    assert (sheet.entry, sheet.ask.question.kind) == (4, "eve")
    assert await again.store.wagers.balance(account_of(sheet.race.record, sheet.entry)) == 10_000
    await check_treasuries(again, league)
    await circus.close()


async def test_a_stable_whose_owner_leaves_is_kept_until_they_come_back(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)
    await to_phase(circus, league, "stable")

    await circus.steward.members.leave(league, BOB)
    await to_phase(circus, league, "eve")
    gone = (await circus.steward.log.status(league)).view.stable(2).status, await sheet_of(circus, league, BOB)
    await circus.steward.members.come_back(league, BOB)

    assert gone == ("kept", None)
    assert (await circus.steward.log.status(league)).view.stable(2).status == "active"
    await circus.close()


# Sheets and acts


async def test_a_phase_ends_as_soon_as_all_are_ready(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)
    opened = circus.clock.now

    for kind in ("founding", "stable", "eve"):
        for player in (ANN, BOB):
            sheet = await sheet_of(circus, league, player)
            assert sheet is not None
            assert sheet.ask.question.kind == kind
            await seal(circus, sheet, sheet.ask.question.legal()[0], player)

    status = await circus.steward.log.status(league)
    assert circus.clock.now == opened
    assert status.view.phase == "race"
    assert status.waiting == (), "the race is waited for by no stable"
    await circus.close()


async def test_a_loan_and_help_move_money_and_a_refused_act_moves_none(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)
    await to_phase(circus, league, "stable")

    with pytest.raises(Refused):
        await circus.steward.leagues.act(league, ANN, BuyCar(1))
    with pytest.raises(Refused) as stranger:
        await circus.steward.leagues.act(league, EVE, AskHelp(100))
    await circus.steward.leagues.act(league, ANN, OfferLoan(EntryId(2), 500, 600, 1))
    again = await circus.again()
    offer = (await again.steward.log.status(league, BOB)).view.own[2].offers[0]

    assert stranger.value.reason is LeagueReason.NOT_A_MEMBER
    assert offer.lends == (500, 600, 1)
    assert not [each for each in await again.steward.log.facts(league) if isinstance(each, LoanMade)]
    await check_treasuries(again, league)
    await circus.close()


Secret = Callable[[Circus, RaceId], Awaitable[None]]


def sheet(*answers: Answer) -> Secret:
    """Let Ann seal these sheets, one in place of the other."""

    async def sealed(circus: Circus, league: RaceId) -> None:
        for answer in answers:
            opened = await sheet_of(circus, league, ANN)
            assert opened is not None
            await seal(circus, opened, answer)

    return sealed


def eve(*plans: Plan, bets: int = 100, guards: tuple[int, int, int] = (0, 0, 0)) -> Secret:
    """Let Ann back her own chariot, plot against a rival's, and guard herself."""

    async def sealed(circus: Circus, league: RaceId) -> None:
        opened = await sheet_of(circus, league, ANN)
        assert opened is not None
        question = opened.ask.question
        assert isinstance(question, EveOfRace)
        rival = next(each for each in question.entered if each not in question.own)
        aimed = tuple(msgspec.structs.replace(plan, chariot=rival) for plan in plans)
        await seal(circus, opened, Eve((Stake(question.own[0], bets),), aimed, guards))

    return sealed


def presses(*acts: Answer) -> Secret:
    """Let Ann do this; the number of Bob's seal, which comes after, does not tell how much it was."""

    async def pressed(circus: Circus, league: RaceId) -> None:
        for act in acts:
            await circus.steward.leagues.act(league, ANN, act)
        opened = await sheet_of(circus, league, BOB)
        assert opened is not None
        await seal(circus, opened, Entries(), BOB)

    return pressed


@pytest.fixture
def hard_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a season begin with losses of Ann's and of Bob's, and with an auction of what the house has."""
    begin = phases.begin_event

    def begin_hard(league: League, table: Table) -> None:
        if league.loans:
            begin(league, table)
            return
        stable = league.stables[EntryId(1)]
        stable.chariots[1].has_car, stable.chariots[2].driver = False, None
        next(iter(league.stables[EntryId(2)].chariots.values())).driver = None  # else nobody but Ann could bid (L-44)
        league.loans.append(Loan(1, EntryId(2), EntryId(3), 500, 90_000, 0))
        show_all(league)
        auction.order(league, table, EntryId(3))
        auction.post_lots(league, table)
        league.phase = "auction"

    monkeypatch.setattr(phases, "begin_event", begin_hard)


@pytest.mark.slow
@pytest.mark.usefixtures("hard_times")
@pytest.mark.parametrize(
    ("phase", "event", "one", "other"),
    [
        ("founding", 0, sheet(Founding(charts.UNSAID)), sheet(Founding(charts.UNSAID[::-1]))),
        ("auction", 0, sheet(Bids()), sheet(Bids((Bid(1, 900, 2),)))),
        ("auction", 0, sheet(Bids((Bid(1, 100, 2),))), sheet(Bids((Bid(1, 900, 2),)))),
        ("stable", 1, presses(), presses(BuyCar(1), BuyDriver(2, 1))),
        ("stable", 1, sheet(Entries()), sheet(Entries((4, 3)))),
        ("eve", 1, eve(), eve(bets=4_000)),
        ("eve", 1, eve(), eve(Plan("drug", 0, 700, horses=(1, 2, 3, 4)))),
        ("eve", 1, eve(), eve(guards=(100, 2_000, 300))),
    ],
    ids=["founding", "a bid or none", "bids", "purchases", "entries", "bets", "plans", "security"],
)
async def test_a_secret_is_in_no_view_post_or_log_of_others(
    tmp_path: Path, phase: str, event: int, one: Secret, other: Secret
) -> None:
    worlds = []
    for name, keep in (("one", one), ("other", other)):
        (tmp_path / name).mkdir()
        circus = await a_circus(tmp_path / name, entropy=same_bytes)
        league = await a_season(circus)
        await to_phase(circus, league, phase, event)
        await keep(circus, league)
        await pass_by(circus, 300.0)
        assert (await circus.steward.log.status(league)).view.phase == phase
        worlds.append((await _seen_by_others(circus, league), (await circus.steward.log.status(league, ANN)).view.own))
        await circus.close()

    assert worlds[0][0] == worlds[1][0]
    assert worlds[0][1] != worlds[1][1]  # there is a difference, and Ann sees it


async def _seen_by_others(circus: Circus, league: RaceId) -> dict[str, Any]:
    """Return what Bob and the public get of a season. A seal that nobody has opened counts by its size alone."""
    steward, posted = circus.steward, circus.messenger.delivered
    return {
        "views": [(await steward.log.status(league, player)).view for player in (BOB, None)],
        "posts": [(each.kind, each.player, each.due, len(each.body)) for each in posted],
        "bodies": [each.body for each in posted if each.player != ANN],
        "log": [_blind(str(each)) for each in await steward.log.facts(league)],
        "proof": _blind((await steward.log.proof(league)).decode()),
        "scenes": [(each.n, each.first, len(each.facts)) for each in await steward.log.scenes(league, 1, 99)],
    }


def _blind(text: str) -> str:
    return re.sub("[0-9a-f]{64}", "#" * 64, text)


def test_help_counts_at_once_and_all_else_that_is_private_when_all_are_told() -> None:
    bank, ann = Line(BANK, -500), Line(EntryId(1), 500)
    helped, bought = Posted("help", (ann, bank), "R-G34"), Posted("purchase", (ann, bank), "21.6")

    assert counted(Whispered((EntryId(1),), (helped,))) == [helped]
    assert counted(helped) == []
    assert counted(Whispered((EntryId(1),), (bought,))) == []
    assert counted(bought) == [bought]


# Races


async def test_a_race_that_is_called_off_is_run_again_from_the_eve(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)
    await to_phase(circus, league, "race")
    race = (await circus.steward.leagues.races(league))[0]

    await circus.steward.lobbies.cancel(race.id, ANN)
    for _ in range(3):
        await circus.steward.timekeeper.tick()

    told = await circus.steward.log.facts(league)
    assert (await circus.steward.log.status(league)).view.phase == "eve"
    assert sum(isinstance(each, RaceWasCalledOff) for each in told) == 1
    await check_treasuries(circus, league)
    await to_phase(circus, league, "race")
    assert [(each.round, each.state) for each in await circus.store.leagues.races(league)] == [
        (1, "cancelled"),
        (1, "running"),
    ]
    await circus.close()


async def test_what_goes_back_takes_its_money_back(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus, ONE)
    await to_phase(circus, league, "stable")
    before = len(await circus.store.stories.inputs(league))
    for player, chariots in ((ANN, (1,)), (BOB, (6,))):
        sheet = await sheet_of(circus, league, player)
        assert sheet is not None
        await seal(circus, sheet, Entries(chariots), player)
    assert (await circus.steward.log.status(league)).view.phase == "eve"
    for player in (ANN, BOB):
        sheet = await sheet_of(circus, league, player)
        assert sheet is not None
        await seal(circus, sheet, sheet.ask.question.legal()[1], player)
    pot = await circus.store.wagers.balance(account_of((await circus.steward.race(league)).record, EntryId(-1)))

    await circus.steward.desk.rewind(league, ANN, before, "a wrong word")

    assert pot
    assert (await circus.steward.log.status(league)).view.phase == "stable"
    assert not await circus.store.wagers.balance(account_of((await circus.steward.race(league)).record, EntryId(-1)))
    await check_treasuries(circus, league)
    assert (await circus.store.purses.audit()).is_sound
    await circus.close()


# The program ends at any instant


class PowerCut(BaseException):
    """The program ends here: nothing catches it."""


def cut_at(kind: Any, name: str, league: RaceId, *, after: bool) -> Callable[..., Awaitable[Any]]:
    """Return a write at which the program ends if it is one of the league, before or after it is done."""
    write: Callable[..., Awaitable[Any]] = getattr(kind, name)

    async def cut(self: Any, first: Any, *args: Any) -> Any:
        is_of_league = not isinstance(first, Batch) or first.race == league
        if is_of_league and not after:
            raise PowerCut
        done = await write(self, first, *args)
        if is_of_league:
            raise PowerCut
        return done

    return cut


@pytest.mark.slow
@pytest.mark.parametrize("after", [False, True])
async def test_a_race_is_opened_and_comes_home_once_whenever_the_program_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, after: bool
) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus, ONE)
    await to_phase(circus, league, "eve")
    await circus.steward.timekeeper.make_up_for_downtime()
    cuts = 0

    while (await circus.steward.race(league)).record.state != "finished":
        circus.clock.pass_by(3600.0)
        process = await circus.again(messenger=circus.messenger)
        with monkeypatch.context() as patched:
            for kind, name in ((Store, "write_season"), (LeagueStore, "add_race")):
                patched.setattr(kind, name, cut_at(kind, name, league, after=after))
            try:
                await process.steward.timekeeper.tick()
            except PowerCut:
                cuts += 1
        process = await circus.again(messenger=circus.messenger)
        await process.steward.resume()
        await process.deliver()
        await process.steward.timekeeper.tick()

    told: list[Fact] = await circus.steward.log.facts(league)
    assert cuts >= 3
    assert sum(isinstance(each, RaceCameBack) for each in told) == 1
    assert [each.state for each in await circus.store.leagues.races(league)] == ["finished"]
    await check_treasuries(circus, league)
    assert (await circus.store.purses.audit()).is_sound
    await circus.close()


async def test_a_lone_person_plays_a_season_against_the_house_with_short_protests(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_league(circus, ONE)
    await circus.steward.leagues.join(league, ANN, "Ann")
    await circus.steward.leagues.add_house(league, ANN, 2)

    await circus.steward.leagues.start(league, ANN)

    record = (await circus.steward.race(league)).record
    assert (record.state, record.seconds["protest"], record.seconds["eve"]) == ("running", 60, PHASES["eve"])
    await circus.close()


async def test_no_two_stables_bear_one_name(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league, leagues = await a_league(circus), circus.steward.leagues
    await leagues.join(league, ANN, "Alex")

    with pytest.raises(Refused) as refused:
        await leagues.join(league, BOB, "Bob", name="ALEX")
    by_default = await leagues.join(league, BOB, "Alex", colour="green")

    assert (refused.value.reason, refused.value.values["what"]) == (Reason.NAME_TAKEN, "stable")
    assert by_default.name == "Green 2"
    await circus.close()


async def test_chariots_bear_in_the_race_the_names_of_their_league(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    season = await a_season(circus)
    await to_phase(circus, season, "race")
    await pass_by(circus, 1.0)
    (record,) = await circus.steward.leagues.races(season)
    race, view = await circus.steward.race(record.id), (await circus.steward.log.status(season)).view

    assert view is not None
    assert {each.entry: each.name for each in race.entries} == {
        each.entry: name_of(each.chariot) for each in view.entries
    }
    assert race.faction_for(ANN).name == "Ann"  # type: ignore[union-attr]
    begins = start_text(race)
    assert all(f"{each.entry} {each.name}" in begins for each in race.entries)
    assert begins.count("nobody's") == sum(each.stable is None for each in view.entries)
    assert "· Ann" in begins
    await circus.close()
